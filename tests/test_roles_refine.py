"""The refiner: what was good stays, and what scores no higher is not better."""

from __future__ import annotations

import pytest

from edge_agent.records import Child, Scores
from edge_agent.roles.prompts import Brief
from edge_agent.roles.refine import Refined, refine
from edge_agent.roles.requests import Generate
from edge_agent.roles.score import Judgement
from tests.scripted_work import Script, run_refusing

GOAL = "Plan a two-week trip to Japan"
JAPAN = Brief(goal=GOAL, title=GOAL, path=("Journeys of this year",))
FORMER = [
    Child(title="Route", detail="Tokyo, Hakone, Kyoto, Hiroshima and Osaka"),
    Child(title="Sights", detail="Asakusa temple, Fuji, Himeji castle"),
    Child(title="Temples", detail="Himeji castle, Asakusa temple, Fuji"),
]
BETTER = [" Budget: rail passes, rooms and meals for both", " Packing list: umbrella, adapters, walking shoes", ""]
REPEATED = [" Route of towns: Osaka, Hiroshima, Kyoto, Hakone and Tokyo", ""]


def fitting(user: str, character: str) -> float:
    return -1.0 if GOAL in user else -2.0


def refined(texts: list[str], critiques: list[str]) -> tuple[Refined, Script]:
    script = Script(texts=texts, surprise=fitting)
    work = refine(
        JAPAN, FORMER, critiques, model="any", sha256="", threshold=50, angle="activity", budget=10, seed=1,
        max_children=4, leaves=True,
    )  # fmt: skip
    return script.run(work), script


def test_what_the_critique_names_is_mended_and_the_rest_kept() -> None:
    outcome, _ = refined(BETTER, ["2 and 3 overlap"])
    titles = [child.title for child in outcome.children]
    assert {"Route", "Sights"} < set(titles) and "Temples" not in titles
    assert outcome.after is not None and outcome.after.scores.mean > outcome.before.scores.mean
    assert outcome.better


def test_the_refiners_own_critique_counts_where_the_votes_said_nothing() -> None:
    outcome, script = refined(BETTER, [])
    assert outcome.before.critique.startswith("parts 2 and 3 overlap; ")
    assert {"Route", "Sights"} < {child.title for child in outcome.children}
    first = next(request for request in script.seen if isinstance(request, Generate))
    assert "Do not write these again: Temples" in first.prompt.user


def test_nothing_written_is_no_better() -> None:
    outcome, _ = refined([""], ["the list has little to do with the goal"])
    assert (outcome.children, outcome.after, outcome.better) == ((), None, False)


def judgement(mark: int, approve: bool) -> Judgement:
    return Judgement(approve=approve, scores=Scores(concrete=mark, distinct=mark, complete=mark), critique="")


@pytest.mark.parametrize(
    ("before", "after", "better"),
    [
        (judgement(40, False), judgement(41, False), True),
        (judgement(40, False), judgement(40, False), False),
        (judgement(40, False), judgement(40, True), True),
        (judgement(60, False), judgement(55, True), False),
        (judgement(60, True), judgement(60, False), False),
    ],
)
def test_only_a_higher_score_is_better(before: Judgement, after: Judgement, better: bool) -> None:
    assert Refined(children=tuple(FORMER), before=before, after=after).better == better


def test_a_model_that_refuses_everything_refines_nothing() -> None:
    work = refine(
        JAPAN,
        FORMER,
        [],
        model="any",
        sha256="",
        threshold=50,
        angle="activity",
        budget=10,
        seed=1,
        max_children=4,
        leaves=True,
    )
    assert not run_refusing(work).better
