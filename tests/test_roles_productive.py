"""A machine finds out by itself that nothing comes of its planning."""

from __future__ import annotations

import pytest
from machines import policy_for, world_of

from edge_agent.plan import Plan
from edge_agent.records import PeerId, Proposal, RecordId, Scores, TaskId, Vote
from edge_agent.roles.intents import SCORE_OF_A_RULE, Judge
from edge_agent.roles.productive import Productivity
from edge_agent.roles.view import Role, View

BOTH: frozenset[Role] = frozenset({"decomposer", "scorer"})
GOAL, TASK = RecordId("a" * 64), TaskId("b" * 64)
THOUGHT = Scores(concrete=80, distinct=80, complete=80)
VOTE = Vote(goal=GOAL, proposal=RecordId("c" * 64), approve=True, scores=THOUGHT, critique="good")
PROPOSAL = Proposal(goal=GOAL, task=TASK, children=())
WINDOW = 8.0


@pytest.fixture
def plan() -> Plan:
    world = world_of(1)
    world.submit(world.machines[0], policy_for(1, proposal_window=int(WINDOW * 1_000)))
    return world.machines[0].plan


class Watching:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.productivity = Productivity()
        self.now = 0.0

    def work(self, seconds: float, *, splits: bool = True, judges: bool = False, **view: object) -> frozenset[Role]:
        """So many seconds with such work in hand; what is lacking then."""
        until = self.now + seconds
        proposing = frozenset({(TASK, 0)}) if splits else frozenset()
        intents = [Judge(goal=GOAL, proposal=RecordId("c" * 64))] if judges else []
        while self.now < until:
            seen = View(me=PeerId("me"), roles=BOTH, tier=2, proposing=proposing, **view)  # type: ignore[arg-type]
            self.productivity.observe(self.plan, seen, intents, self.now)
            self.now += 0.5
        return self.productivity.lacking


def test_two_windows_of_work_without_output_are_a_lack(plan: Plan) -> None:
    watching = Watching(plan)
    assert watching.work(2 * WINDOW) == frozenset()
    assert watching.work(1.0) == {"decomposer"}
    assert watching.work(60.0, splits=False) == {"decomposer"}, "without work nothing is proved"


def test_both_roles_are_told_apart(plan: Plan) -> None:
    assert Watching(plan).work(3 * WINDOW, splits=False, judges=True) == {"scorer"}


def test_output_takes_it_back_and_starts_anew(plan: Plan) -> None:
    watching = Watching(plan)
    watching.work(3 * WINDOW, judges=True)
    watching.productivity.said(VOTE, BOTH)
    assert watching.productivity.lacking == {"decomposer"}
    watching.productivity.said(PROPOSAL, BOTH)
    assert watching.productivity.lacking == frozenset()
    assert watching.work(2 * WINDOW - 1, judges=True) == frozenset()


def test_a_vote_by_rule_proves_nothing(plan: Plan) -> None:
    watching = Watching(plan)
    watching.work(3 * WINDOW, splits=False, judges=True)
    by_rule = Vote(goal=GOAL, proposal=RecordId("c" * 64), approve=True, scores=SCORE_OF_A_RULE, critique="")
    watching.productivity.said(by_rule, BOTH)
    assert watching.productivity.lacking == {"scorer"}


def test_to_find_that_no_split_is_needed_is_output(plan: Plan) -> None:
    watching = Watching(plan)
    watching.work(3 * WINDOW)
    assert watching.work(0.5, declined=frozenset({TASK})) == frozenset()


def test_a_role_that_is_no_longer_served_is_taken_back_by_any_output(plan: Plan) -> None:
    watching = Watching(plan)
    watching.work(3 * WINDOW)
    watching.productivity.said(VOTE, frozenset({"scorer"}))
    assert watching.productivity.lacking == frozenset()


def test_while_the_model_writes_nothing_is_held_against_it(plan: Plan) -> None:
    assert Watching(plan).work(10 * WINDOW, running={RecordId("d" * 64): 0.5}) == frozenset()


def test_a_sleep_counts_little(plan: Plan) -> None:
    watching = Watching(plan)
    watching.work(1.0)
    watching.now += 3_600.0
    assert watching.work(1.0) == frozenset()


def test_another_model_starts_anew(plan: Plan) -> None:
    watching = Watching(plan)
    watching.work(3 * WINDOW)
    watching.productivity.forget()
    assert watching.work(WINDOW) == frozenset()
