"""Rule 9: which claims count, and which holds."""

from __future__ import annotations

import itertools

import pytest
from plan_script import Script

from edge_agent.plan import Attempts, Step
from edge_agent.records import Child, Record, whole_id


@pytest.fixture
def script() -> Script:
    """A goal with an accepted split of two leaves; two attempts a phase."""
    script = Script(quorum=1, max_attempts=2, max_tasks=20)
    script.accepted_split(2)
    return script


def leaf(script: Script, index: int = 0) -> str:
    accepted = script.root.accepted
    assert accepted is not None
    return accepted.child_ids[index]


def attempts(script: Script) -> Attempts:
    return script.goal.attempts(Step(script.id, script.goal.task(leaf(script)).id, "execute", None))


def test_the_earliest_claim_of_an_attempt_holds_and_the_losers_count(script: Script) -> None:
    loser = script.claim(leaf(script), "dora")
    winner = script.claim(leaf(script), "edda", at=script.clock - 5)
    assert script.counted(loser)
    assert script.counted(winner)
    held = attempts(script)
    assert held.holder() is held.holder(1) is script.goal.claim(winner.id)
    assert [claim.id for claim in held.counted()] == [winner.id, loser.id]
    assert [claim.holds for claim in held.counted(1)] == [True, False]


def test_a_tie_of_clocks_ends_in_the_lower_id(script: Script) -> None:
    clock = script.clock + 50
    rivals = [script.claim(leaf(script), author, at=clock) for author in ("dora", "edda", "finn")]
    assert attempts(script).holder() is script.goal.claim(min(rival.id for rival in rivals))


def test_the_highest_attempt_holds(script: Script) -> None:
    first = script.claim(leaf(script), "dora")
    second = script.claim(leaf(script), "edda", attempt=2)
    assert attempts(script).highest == 2
    assert script.goal.claim(second.id).holds
    assert not script.goal.claim(first.id).holds


def test_a_claim_on_a_leaf_counts_only_above_the_decision_that_made_it(script: Script) -> None:
    decision = script.root.accepted.decision
    assert not script.counted(script.claim(leaf(script), at=decision))
    assert script.counted(script.claim(leaf(script), at=decision + 1))


def test_a_merge_claim_counts_only_above_its_splits_decision(script: Script) -> None:
    split = script.root.accepted
    assert not script.counted(script.claim(script.id, split=split.id, at=split.decision))
    assert script.counted(script.claim(script.id, split=split.id, at=split.decision + 1))


def test_a_claim_beneath_a_nested_split_needs_all_decisions_above() -> None:
    script = Script(quorum=1, max_tasks=20)
    top = script.split([Child(title="Big", leaf=False)])
    nested = script.split(2, task=script.child(top, 0).id, at=script.clock + 100)
    script.vote(nested, "bert", at=script.clock + 110)
    claim = script.claim(script.child(nested, 0).id, at=script.clock + 120)
    assert not script.counted(claim)
    late = script.vote(top, "bert", at=script.clock + 99)
    assert script.candidate(top).decision == late.clock
    assert script.counted(claim)
    plan = script.again([record for record in script.records if record is not late])
    script.vote(top, "cora", at=script.clock + 105)
    plan.apply(script.records[-1])
    assert script.candidate(nested).decision is not None
    assert plan.goal(script.id).candidate(nested.id).decision is None, "the split lies before its task's decision"


def test_a_claim_on_a_rival_split_that_was_decided_counts_too(script: Script) -> None:
    rival = script.accepted_split(3)
    assert script.root.accepted is not script.candidate(rival)
    assert script.counted(script.claim(script.child(rival, 2).id))
    assert script.counted(script.claim(script.id, split=rival.id))


def test_claims_that_rest_on_the_wrong_thing_are_void(script: Script) -> None:
    accepted = script.root.accepted.id
    rival = script.split(2)
    whole = whole_id(script.root.id)
    wrong: list[Record] = [
        script.claim(script.id),
        script.claim(script.id, phase="merge"),
        script.claim(script.id, split=accepted, phase="execute"),
        script.claim(script.id, split=rival.id),
        script.claim(script.id, split=whole),
        script.claim(leaf(script), phase="merge"),
        script.claim(leaf(script), split=accepted),
        script.claim(leaf(script), split="ab" * 32),
        script.claim("cd" * 32),
    ]
    assert not any(script.counted(claim) for claim in wrong)
    script.vote(whole, "bert")
    assert not script.counted(wrong[4]), "it lies before the whole's decision"
    assert script.counted(script.claim(script.id, split=whole))
    assert not script.counted(script.claim(script.id, split=whole, phase="merge"))


def test_attempts_count_for_each_split_on_its_own(script: Script) -> None:
    rival = script.accepted_split(2)
    accepted = script.root.accepted.id
    assert script.counted(script.claim(script.id, split=accepted))
    assert not script.counted(script.claim(script.id, "edda", split=rival.id, attempt=2))
    assert script.counted(script.claim(script.id, "edda", split=accepted, attempt=2))


def test_an_attempt_counts_only_once_the_one_before_exists(script: Script) -> None:
    clock = script.clock
    second = script.claim(leaf(script), "edda", attempt=2, at=clock + 50)
    assert not script.counted(second)
    script.claim(leaf(script), "dora", at=clock + 60)
    assert not script.counted(second), "a claim from afterwards is not what it followed"
    script.claim(leaf(script), "finn", at=clock + 40)
    assert script.counted(second)


def test_an_author_follows_its_own_claim_only_after_its_own_failure(script: Script) -> None:
    first = script.claim(leaf(script), "dora")
    early = script.claim(leaf(script), "dora", attempt=2)
    script.failure(first, author="edda")
    assert not script.counted(script.claim(leaf(script), "dora", attempt=2))
    script.failure(first)
    assert not script.counted(early)
    assert script.counted(script.claim(leaf(script), "dora", attempt=2))


def test_a_loser_may_follow_the_winner_without_a_failure_of_its_own(script: Script) -> None:
    script.claim(leaf(script), "edda")
    script.claim(leaf(script), "dora")
    assert script.counted(script.claim(leaf(script), "dora", attempt=2))


def test_a_late_claim_of_the_same_author_takes_nothing_back(script: Script) -> None:
    """The letter of the design's rule 9 would uncount the second attempt when the author's own first one arrives."""
    lines = [
        script.claim(leaf(script), "edda"),
        script.claim(leaf(script), "dora"),
        script.claim(leaf(script), "dora", attempt=2),
    ]
    base = [record for record in script.records if record not in lines]
    for order in itertools.permutations(lines):
        plan = script.again([*base, *order])
        assert plan.digest() == script.plan.digest()
    early = script.again([*base, lines[0], lines[2]])
    assert early.goal(script.id).claim(lines[2].id).counted
    early.apply(lines[1])
    assert early.goal(script.id).claim(lines[2].id).counted


def test_a_closing_claim_counts_and_nothing_above_it(script: Script) -> None:
    for attempt, author in enumerate(("dora", "edda", "dora", "edda"), start=1):
        counted = script.counted(script.claim(leaf(script), author, attempt=attempt))
        assert counted == (attempt <= 3)
    assert attempts(script).closed(2)
    assert script.goal.task(leaf(script)).failed


def test_a_phase_is_closed_by_the_failure_of_the_last_attempts_holder(script: Script) -> None:
    script.failure(script.claim(leaf(script), "dora"))
    holder = script.claim(leaf(script), "dora", attempt=2)
    loser = script.claim(leaf(script), "edda", attempt=2)
    script.failure(loser)
    assert not attempts(script).closed(2)
    script.failure(holder)
    assert attempts(script).closed(2)
    assert attempts(script).failed(script.goal.claim(holder.id))


def test_failures_and_results_count_for_their_own_claim_and_from_its_author_alone(script: Script) -> None:
    claim = script.claim(leaf(script), "dora")
    script.failure(claim, author="edda")
    script.failure(claim, at=claim.clock)
    script.result(claim, at=claim.clock)
    state = script.goal.claim(claim.id)
    assert not state.failed
    assert state.result is None
    failure = script.failure(claim)
    result = script.result(claim)
    assert (state.failures, state.result) == ([failure], result)


def test_all_claims_of_a_step_are_listed_also_void_ones(script: Script) -> None:
    void = script.claim(leaf(script), "edda", attempt=2)
    first = script.claim(leaf(script), "dora")
    assert [claim.id for claim in attempts(script).claims()] == [first.id, void.id]
    assert "attempt 1" in repr(script.goal.claim(first.id))
