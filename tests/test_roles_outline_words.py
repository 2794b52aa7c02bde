"""The outlines of all languages: complete, valid, without deeds, and of one shape."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from edge_agent.roles import gates
from edge_agent.roles.kinds import KINDS, Journey, Occasion
from edge_agent.roles.languages import guess_language
from edge_agent.roles.outline_words import LANGUAGES, Language, language_of
from edge_agent.roles.outlines import ORDERS
from edge_agent.roles.text import stems


def known(code: str) -> Language:
    found = language_of(code)
    assert found is not None
    return found


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_language_has_every_outline_that_english_has(code: str) -> None:
    assert set(known(code).outlines) == set(known("en").outlines)
    assert {("other", angle) for angle in ORDERS} <= set(known(code).outlines)
    assert {kind for kind, _ in known(code).outlines} == {*KINDS, *get_args(Journey), *get_args(Occasion)}


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_parts_of_each_outline_differ_and_are_no_deeds(code: str) -> None:
    for (kind, angle), parts in known(code).outlines.items():
        titles = [part.title for part in parts]
        assert len(set(titles)) == len(titles) and 5 <= len(parts) <= 7, (kind, angle)
        for part in parts:
            assert not gates.is_deed(part.title), part.title
            assert len(part.things) >= 2 and all(3 <= len(thing) <= 45 for thing in part.things), part.title
            assert part.topics <= {*known(code).topics, "pay"}, part.topics
        lines = [f"{part.title}: {', '.join(part.things)}" for part in parts]
        for at, line in enumerate(lines):
            assert not any(gates.is_same_item(line, other) for other in lines[:at]), line


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_outline_is_in_its_language(code: str) -> None:
    for key, parts in known(code).outlines.items():
        text = " ".join(f"{part.title} {' '.join(part.things)}" for part in parts)
        assert guess_language(text) == code, key


@pytest.mark.parametrize("code", LANGUAGES)
def test_phases_are_spans_and_each_kind_counts_money_somewhere(code: str) -> None:
    for (kind, angle), parts in known(code).outlines.items():
        if angle == "phase" and kind not in ("celebration", "event", "games", "children"):
            assert sum(part.in_span for part in parts) >= 2, kind
    for kind in KINDS:
        parts = [part for (of, _), parts in known(code).outlines.items() for part in parts if of == kind]
        assert any("money" in part.topics for part in parts), kind


def test_other_languages_have_none() -> None:
    assert language_of("fr") is None and language_of("") is None
    assert language_of("id") is language_of("ms")


_ASKS = {
    "en": "what|who|whom|when|where|how|which|each",
    "de": "was|wer|wen|wann|wo|wie|jede[rs]?",
    "es": "qué|quién|quiénes|cuándo|dónde|cómo|lo que|a quién|cada",
    "ms": "apa|siapa|bila|bagaimana|di mana|setiap",
    "pl": "co|kto|kogo|komu|kiedy|gdzie|jak|ile|czego|po czym|każd[aey]",
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_things_are_nouns_and_no_questions_that_a_small_model_answers_with_nonsense(code: str) -> None:
    asks = re.compile(rf"(?:{_ASKS[code]})(?!\w)")
    found = [
        (key, part.title, thing)
        for key, parts in known(code).outlines.items()
        for part in parts
        if part.form not in ("text", "budget")
        for thing in part.things
        if asks.match(thing.lower())
    ]
    assert found == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_part_says_only_its_title_again(code: str) -> None:
    for key, parts in known(code).outlines.items():
        for part in parts:
            assert any(stems(thing) - stems(part.title) for thing in part.things), (key, part.title)


_IF = {"en": "if ", "de": "wenn ", "es": "si ", "ms": "jika ", "pl": "jeśli "}


@pytest.mark.parametrize("code", LANGUAGES)
def test_risks_are_cases_behind_which_a_model_writes_what_to_do(code: str) -> None:
    # Behind "Late delivery:" the 1.5B wrote "10 % of the fee", behind "If a delivery is late:" what to do then.
    for kind in ("building", "other", "papers"):
        parts = known(code).outlines[(kind, "activity")]
        cases = [part for part in parts if "risk" in part.topics and part.form == "list"]
        assert any(all(thing.startswith(_IF[code]) for thing in part.things) for part in cases), kind


def test_topic_words_with_a_full_stop_are_no_beginnings_of_others() -> None:
    topics = known("en").topics
    assert topics["children"].search("our two sons") and not topics["children"].search("songs for the evening")
    assert topics["travel"].search("by bus") and not topics["travel"].search("a business card")
    assert topics["weather"].search("a hot day") and not topics["weather"].search("a hotel")
