"""Rules 1, 5, 6 and 7: well-formed proposals, budgets, leaves, and what ends."""

from __future__ import annotations

import pytest
from plan_script import Script

from edge_agent.plan import Step
from edge_agent.plan.tasks import budgets
from edge_agent.records import Child, Proposal, Record, child_task_id, whole_id

LEAF, OPEN = Child(title="Leaf"), Child(title="Open", leaf=False)


def exists(script: Script, split: Record) -> bool:
    candidate = script.goal.candidate(split.id)
    children = [child_task_id(split.id, index) in script.goal.tasks for index in range(len(split.body.children))]
    assert all(children) == any(children) == (candidate is not None)
    return candidate is not None


def test_a_proposal_makes_tasks_with_all_that_it_says_of_them() -> None:
    script = Script(max_tasks=20)
    children = [
        Child(title="Where", detail="Three towns", form="list", leaf=False),
        Child(title="When", after=(0,)),
        Child(title="How", after=(1, 0, 1)),
    ]
    split = script.split(children)
    first, second, third = (script.child(split, index) for index in range(3))
    assert (first.title, first.detail, first.form, first.index, first.depth) == ("Where", "Three towns", "list", 0, 1)
    assert (first.parent, first.proposal, first.goal_id) == (script.id, split.id, script.id)
    assert third.after == (first.id, second.id)
    assert not first.leaf
    assert second.leaf
    assert (script.root.parent, script.root.proposal, script.root.title) == (None, None, "A trip")
    assert "Where" in repr(first)


def test_too_many_children_are_malformed() -> None:
    script = Script(max_children=3, max_tasks=20)
    assert exists(script, script.split(3))
    assert not exists(script, script.split(4))


def test_more_children_than_the_budget_are_malformed() -> None:
    script = Script(max_children=7, max_tasks=4)
    assert script.root.budget == 3
    assert exists(script, script.split(3))
    assert not exists(script, script.split(4))


def test_after_names_lower_indexes_only() -> None:
    script = Script()
    assert exists(script, script.split([LEAF, Child(title="Later", after=(0,))]))
    assert not exists(script, script.split([LEAF, Child(title="Itself", after=(1,))]))
    assert not exists(script, script.split([Child(title="Before", after=(1,)), LEAF]))


def test_a_refinement_is_of_the_same_task_and_one_round_on() -> None:
    script = Script(max_rounds=2, max_tasks=20)
    first = script.split([OPEN, OPEN])
    other_task = script.child(first, 0).id
    second = script.split(refines=first.id, round=1)
    third = script.split(refines=second.id, round=2)
    assert exists(script, second)
    assert exists(script, third)
    assert script.candidate(third).refines == second.id
    assert script.candidate(third).round == 2
    for wrong in (
        script.split(refines=third.id, round=3),
        script.split(refines=first.id, round=2),
        script.split(refines=first.id, round=0),
        script.split(round=1),
        script.split(task=other_task, refines=first.id, round=1),
        script.split(refines=whole_id(script.root.id), round=1),
        script.split(refines=first.id, round=1, at=first.clock),
        script.split(refines="ab" * 32, round=1),
    ):
        assert not exists(script, wrong)


def test_a_proposal_waits_for_what_it_refines_and_for_its_task() -> None:
    script = Script(max_tasks=20)
    first = script.split([OPEN])
    refined = script.split(refines=first.id, round=1)
    nested = script.split(task=script.child(first, 0).id)
    plan = script.again([script.goal_record, nested, refined])
    assert plan.goal(script.id).tasks.keys() == {script.id}
    plan.apply(first)
    assert plan.goal(script.id).tasks.keys() == script.goal.tasks.keys()


def test_a_proposal_for_a_leaf_is_malformed() -> None:
    script = Script(max_tasks=20)
    split = script.split([LEAF, OPEN])
    assert not exists(script, script.split(task=script.child(split, 0).id))
    assert exists(script, script.split(task=script.child(split, 1).id))


def test_a_proposal_not_above_the_one_that_names_its_task_is_void() -> None:
    script = Script(max_tasks=20)
    split = script.split([OPEN])
    assert not exists(script, script.split(task=script.child(split, 0).id, at=split.clock))
    assert not exists(script, script.split(at=script.goal_record.clock))


def test_a_proposal_counts_above_the_decision_that_made_its_task() -> None:
    script = Script(quorum=1, max_tasks=20)
    split = script.split([OPEN])
    part = script.child(split, 0)
    early = script.split(task=part.id)
    script.vote(early, "bert")
    assert not script.candidate(early).counts
    decision = script.vote(split, "bert")
    assert not script.candidate(early).counts
    assert [candidate.is_whole for candidate in part.candidates] == [True]
    assert [candidate.is_whole for candidate in part.all_candidates] == [False, True]
    level = script.split(task=part.id, at=decision.clock)
    script.vote(level, "bert", at=decision.clock + 1)
    assert not script.candidate(level).counts
    late = script.split(task=part.id, at=decision.clock + 1)
    script.vote(late, "bert")
    assert [candidate.id for candidate in part.candidates[:-1]] == [late.id]
    assert part.accepted is script.candidate(late)
    script.vote(split, "cora", at=split.clock + 1)
    assert script.candidate(split).decision < early.clock < decision.clock
    assert part.accepted is script.candidate(early), "a decision that is lowered lets earlier splits count"


def test_leaves_by_mark_depth_and_budget() -> None:
    assert Script(max_depth=0).root.leaf
    assert Script(max_tasks=1).root.leaf
    assert Script(max_tasks=2).root.leaf
    assert not Script(max_tasks=3).root.leaf
    script = Script(max_depth=2, max_tasks=9)
    split = script.split([OPEN, OPEN, OPEN, LEAF])
    assert [script.child(split, index).budget for index in range(4)] == [2, 1, 1, 0]
    assert [script.child(split, index).leaf for index in range(4)] == [False, True, True, True]
    nested = script.split([OPEN], task=script.child(split, 0).id)
    assert script.child(nested, 0).leaf, "at max_depth"
    assert script.child(nested, 0).whole is None


@pytest.mark.parametrize(
    ("children", "budget", "expected"),
    [
        ([OPEN, OPEN], 12, [5, 5]),
        ([OPEN, LEAF, OPEN, OPEN], 15, [4, 0, 4, 3]),
        ([LEAF, LEAF], 9, [0, 0]),
        ([OPEN], 1, [0]),
    ],
)
def test_the_budget_is_shared_by_the_open_children(children: list[Child], budget: int, expected: list[int]) -> None:
    proposal = Proposal(goal="ab" * 32, task="ab" * 32, children=tuple(children))
    assert budgets(proposal, budget) == expected
    assert sum(expected) + len(children) <= budget


def test_the_phase_of_a_task() -> None:
    script = Script(quorum=1, max_tasks=20)
    assert script.root.phase() is None
    split = script.accepted_split([LEAF, OPEN])
    leaf, part = script.child(split, 0), script.child(split, 1)
    assert script.root.phase() == Step(script.id, script.root.id, "merge", split.id)
    assert leaf.phase() == Step(script.id, leaf.id, "execute", None)
    assert part.phase() is None
    script.vote(whole_id(part.id), "bert")
    assert part.phase() == Step(script.id, part.id, "execute", whole_id(part.id))


def test_a_task_all_of_whose_children_failed_is_failed_until_one_finishes_late() -> None:
    script = Script(quorum=1, max_attempts=1)
    split = script.accepted_split(2)
    script.fail(script.child(split, 0).id)
    assert not script.root.ended
    late = script.claim(script.child(split, 1).id)
    script.failure(late)
    assert script.root.failed
    assert script.goal.state == "failed"
    script.result(late)
    assert script.child(split, 1).finished
    assert not script.child(split, 1).failed
    assert not script.root.ended
    assert script.goal.state == "open"
    assert [step.phase for step in script.goal.ready()] == ["merge"]


def test_failure_travels_up_through_nested_splits() -> None:
    script = Script(quorum=1, max_attempts=1, max_tasks=20)
    top = script.accepted_split([OPEN])
    nested = script.accepted_split(2, task=script.child(top, 0).id)
    for index in range(2):
        assert not script.root.failed
        script.fail(script.child(nested, index).id)
    assert script.child(top, 0).failed
    assert script.root.failed


def test_a_failed_split_that_is_no_longer_accepted_does_not_fail_its_task() -> None:
    script = Script(quorum=1, max_attempts=1)
    rival = script.split()
    split = script.accepted_split(2)
    for index in range(2):
        script.fail(script.child(split, index).id)
    assert script.root.failed
    script.vote(rival, "bert", at=rival.clock + 1)
    assert script.root.accepted is script.candidate(rival)
    assert not script.root.failed


def test_the_text_is_the_earliest_result_over_all_phases_and_splits() -> None:
    script = Script(quorum=1)
    split = script.accepted_split(2)
    whole = whole_id(script.root.id)
    script.vote(whole, "bert")
    loser = script.claim(script.id, "edda", split=whole)
    merge = script.claim(script.id, split=split.id)
    later = script.result(merge)
    assert script.root.text is later
    earlier = script.result(loser, at=later.clock - 1)
    assert script.root.text is earlier


def test_a_result_counts_once_all_that_it_merged_is_known_and_lies_before_it() -> None:
    script = Script(quorum=1)
    split = script.accepted_split(2)
    parts = [script.done(script.child(split, index).id) for index in range(2)]
    merge = script.claim(script.id, split=split.id)
    unknown = script.result(merge, merged=("ab" * 32,))
    script.result(merge, at=unknown.clock - 1, merged=(unknown.id,))
    assert not script.root.finished
    good = script.result(merge, merged=tuple(part.id for part in parts))
    assert script.root.text is good
    plan = script.again([record for record in script.records if record is not parts[1]])
    assert not plan.goal(script.id).root.finished
    plan.apply(parts[1])
    assert plan.digest() == script.plan.digest()
