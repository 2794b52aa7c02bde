"""The scorer: gates, likelihood, marks, and a critique that names the items at fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from edge_agent.models.catalogue import find
from edge_agent.records import Child
from edge_agent.roles import critiques, score
from edge_agent.roles.prompts import Brief
from tests.model_fixtures import model_path
from tests.scripted_work import Junk, Script, run_refusing

GOAL = "Plan a two-week trip to Japan"
JAPAN = Brief(goal=GOAL, title=GOAL)
GOOD = [
    "Route of five towns: Tokyo, Hakone, Kyoto, Hiroshima and Osaka",
    "Schedule for days 1 to 7: temples, markets and museums",
    "Budget for two people: flights, rail passes, rooms and food",
    "Checklist for the suitcase: clothes, papers, adapters",
]


def children(items: list[str]) -> list[Child]:
    pairs = [item.partition(": ") for item in items]
    return [Child(title=title, detail=detail) for title, _, detail in pairs]


def fitting(user: str, character: str) -> float:
    """Everything is likelier with the goal."""
    return -1.0 if GOAL in user else -2.0


def judged(items: list[str], script: Script | None = None, threshold: int = 50) -> score.Judgement:
    script = script or Script(surprise=fitting)
    return script.run(score.judge(JAPAN, children(items), model="any", threshold=threshold))


def test_a_good_split_is_approved_without_critique() -> None:
    judgement = judged(GOOD)
    assert judgement.approve
    assert judgement.critique == ""
    assert judgement.scores.mean > 80


def test_the_threshold_is_the_goals() -> None:
    assert not judged(["Route: one", "Costs: two", "Days: three"], threshold=100).approve


def test_overlaps_are_refused_and_named() -> None:
    judgement = judged([*GOOD[:3], "Budget for two people: rooms, food, rail passes and flights"])
    assert not judgement.approve
    assert judgement.critique == "3 and 4 overlap"
    assert judgement.scores.distinct < 50


def test_echo_and_vagueness_are_named() -> None:
    judgement = judged([*GOOD[:2], "Plan the two-week trip to Japan", "Other details and final arrangements"])
    assert not judgement.approve
    assert "3 only says the goal again" in judgement.critique
    assert "4 is vague" in judgement.critique


def test_deeds_lower_the_mark_and_only_a_list_of_errands_is_refused() -> None:
    deeds = ["Sweep the garage floor and wash it", "Put up shelves on the wall", "Label boxes for the attic"]
    judgement = judged([*GOOD[:2], deeds[0]])
    assert judgement.approve
    assert "3 is a deed" in judgement.critique
    assert judgement.scores.concrete < judged(GOOD[:3]).scores.concrete
    errands = ["Book return flights to Tokyo", "Reserve hotels in Kyoto", "Buy rail passes", "List of temples in Nara"]
    assert not judged(errands).approve


def test_a_list_for_another_goal_is_refused() -> None:
    judgement = judged(GOOD, Script(surprise=lambda user, _: -2.0 if GOAL in user else -1.9))
    assert not judgement.approve
    assert judgement.scores.complete == 0
    assert "little to do with the goal" in judgement.critique


def test_items_for_another_goal_are_named() -> None:
    def surprise(user: str, character: str) -> float:
        # The digits 3 and 4 open the strange lines; letters that only they hold are unlikely with the goal.
        return -4.0 if GOAL in user and character in "34zq" else fitting(user, character)

    items = [*GOOD[:2], "zq zq zqzqzq: qzz zqzq qzqz", "qzqz zzq: zqqzz qzz qzqzq"]
    judgement = judged(items, Script(surprise=surprise))
    assert not judgement.approve
    assert "3, 4 have little to do with the goal" in judgement.critique
    assert critiques.faulted_items([judgement.critique], 4) >= {2, 3}


def test_long_goals_are_condensed_before_scoring() -> None:
    goal = f"{GOAL}. " + "There is much more to tell about this trip. " * 300
    script = Script(surprise=fitting)
    script.run(score.judge(Brief(goal=goal, title=GOAL), children(GOOD), model="any", threshold=50))
    assert max(len(request.prompt.user) for request in script.seen) < 700
    assert len(script.seen) == score.expected_requests()


def test_below_the_root_the_part_is_what_a_list_must_fit() -> None:
    brief = Brief(goal=GOAL, title="Schedule of the first week", path=(GOAL,))
    script = Script(surprise=fitting)
    script.run(score.judge(brief, children(GOOD), model="any", threshold=50))
    assert "Part of it: Schedule of the first week" in script.seen[0].prompt.user


def test_a_model_that_refuses_leaves_it_to_the_gates() -> None:
    assert run_refusing(score.judge(JAPAN, children(GOOD), model="any", threshold=50)).approve
    assert not run_refusing(score.judge(JAPAN, children([GOOD[0]] * 3), model="any", threshold=50)).approve
    assert not run_refusing(score.judge(JAPAN, [], model="any", threshold=0)).approve


@settings(max_examples=80, deadline=None)
@given(
    titles=st.lists(st.text(min_size=1, max_size=200), max_size=8),
    goal=st.text(max_size=300),
    seed=st.integers(0, 1_000),
)
def test_any_split_and_any_reply_gives_a_valid_judgement(titles: list[str], goal: str, seed: int) -> None:
    split = [Child(title=title, detail=goal[:100]) for title in titles]
    judgement = Junk([], seed).run(
        score.judge(Brief(goal=goal, title="?"), split, model="any", threshold=50), most=score.expected_requests()
    )
    assert len(judgement.critique) <= 2_000
    assert all(0 <= mark <= 100 for mark in (judgement.scores.concrete, judgement.scores.complete))


class Listed(Struct):
    """One row of the data: a list of sub-tasks, as long as the good one for its goal."""

    goal: str
    kind: str
    items: list[str]


LISTS = [Listed(**row) for row in json.loads((Path(__file__).parent / "data/splits_to_judge.json").read_text())]


@pytest.mark.model
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("name", "least_refused", "least_approved"), [("qwen2.5-coder-0.5b", 20, 6), ("smollm2-135m", 18, 6)]
)
def test_bad_lists_of_equal_length_are_refused(name: str, least_refused: int, least_approved: int) -> None:
    """24 bad lists (another goal's, half another goal's, repeated) and the 8 good ones that they were made of."""
    from tests.model_driver import InProcessModel

    model = InProcessModel(model_path(find(name)), context=1024)
    refused, approved = [], []
    for row in LISTS:
        work = score.judge(
            Brief(goal=row.goal, title=row.goal), [Child(title=item) for item in row.items], model=name, threshold=50
        )
        judgement = model.drive(work)
        if row.kind == "good":
            approved += [row.goal] if judgement.approve else []
        else:
            refused += [] if judgement.approve else [(row.kind, row.goal)]
    bad = [row for row in LISTS if row.kind != "good"]
    assert len(bad) == 24
    print(f"{name}: refused {len(refused)} of {len(bad)} bad lists, approved {len(approved)} of 8 good ones")
    assert len(refused) >= least_refused, {(row.kind, row.goal) for row in bad} - set(refused)
    assert len(approved) >= least_approved, approved
