"""A kind that examples guess is asked about; what it does not fit is answered whole."""

from __future__ import annotations

import pytest

from edge_agent.roles import decompose, execute
from edge_agent.roles.kind_fit import fits_its_kind
from edge_agent.roles.kinds import is_named, kind_of
from edge_agent.roles.prompts import Brief
from edge_agent.roles.requests import NextToken
from tests.scripted_work import Script

GUESSED = "A rented van along the coast with three friends"
NAMED = "A wedding for 40 guests"
LARGE, SMALL = "qwen2.5-coder-1.5b", "qwen2.5-coder-0.5b"


def brief_of(goal: str) -> Brief:
    return Brief(goal=goal, title=goal)


def answering(yes: float) -> Script:
    """A model that gives this probability to a yes."""

    def likely(user: str, option: str) -> float:
        return yes if option.lower().startswith("yes") else 1 - yes

    return Script(probabilities=likely, texts=["1. Book the van for the first day: take one with two benches."])


def test_examples_guess_what_no_word_names() -> None:
    assert kind_of(GUESSED) == "trip" and not is_named(GUESSED)
    assert kind_of(NAMED) == "celebration" and is_named(NAMED)
    assert is_named("Found a small bakery") and is_named("Write about our club")
    assert is_named("Learn to bake bread")
    writing_up = "Write-up of the scout camp for the district commissioner"
    assert kind_of(writing_up) == "report" and not is_named(writing_up), "a first word that tells another kind"


@pytest.mark.parametrize(("yes", "fits"), [(0.9, True), (0.4, True), (0.3, False), (0.0, False)])
def test_a_guessed_kind_fits_where_the_model_finds_so(yes: float, fits: bool) -> None:
    script = answering(yes)
    assert script.run(fits_its_kind(brief_of(GUESSED), model=LARGE)) is fits
    (asked,) = script.seen
    assert isinstance(asked, NextToken) and "journey" in asked.prompt.user and GUESSED in asked.prompt.user


@pytest.mark.parametrize(("goal", "model"), [(NAMED, LARGE), (GUESSED, SMALL), ("Trace our family tree", LARGE)])
def test_what_is_named_and_models_that_cannot_tell_are_not_asked(goal: str, model: str) -> None:
    script = answering(0.0)
    assert script.run(fits_its_kind(brief_of(goal), model=model)) is True
    assert script.seen == []


def test_what_does_not_fit_is_answered_whole_in_steps() -> None:
    assert answering(0.1).run(decompose.needs_split(brief_of(GUESSED), model=LARGE)) is False
    assert answering(0.9).run(decompose.needs_split(brief_of(GUESSED), model=LARGE)) is True
    text = answering(0.1).run(execute.write(brief_of(GUESSED), model=LARGE, seed=1))
    assert text.startswith("1. Book the van")


def test_what_does_not_fit_but_lists_wishes_is_split_by_them() -> None:
    goal = brief_of("A rented van along the coast with friends. I need a packing list and a letter to my boss.")
    assert kind_of(goal.goal) != "other" and not is_named(goal.goal)
    assert answering(0.1).run(decompose.needs_split(goal, model=LARGE)) is True
    split = decompose.split(goal, model=LARGE, angle="activity", budget=8, seed=1)
    titles = [child.title for child in answering(0.1).run(split)]
    assert {"Packing list", "Letter to my boss"} <= set(titles)
