"""Rule 8: what is ready, and the states that people see."""

from __future__ import annotations

from plan_script import Script

from edge_agent.plan import Task
from edge_agent.plan.reading import is_ready
from edge_agent.records import Cancel, Child, Record, whole_id

LEAF, OPEN = Child(title="Leaf"), Child(title="Open", leaf=False)


def after(*indexes: int, leaf: bool = True) -> Child:
    return Child(title="Later", after=indexes, leaf=leaf)


def ready(script: Script) -> list[tuple[str, str]]:
    """The ready phases; each must be ready also when its task is asked for alone, and no other task may be."""
    steps = script.goal.ready()
    alone = {task.id for task in script.goal.tasks.values() if is_ready(script.goal, task)}
    assert alone == {step.task for step in steps}
    return [(step.task, step.phase) for step in steps]


def test_nothing_is_ready_before_a_split_is_decided() -> None:
    script = Script(quorum=1)
    assert ready(script) == []
    assert [task.id for task in script.goal.undecided()] == [script.id]
    split = script.split()
    assert ready(script) == []
    script.vote(split, "bert")
    assert ready(script) == [(script.child(split, index).id, "execute") for index in range(2)]
    assert script.goal.undecided() == []


def test_a_task_waits_for_those_it_comes_after() -> None:
    script = Script(quorum=1, max_attempts=1)
    split = script.accepted_split([LEAF, after(0), after(0, 1)])
    ids = [script.child(split, index).id for index in range(3)]
    assert ready(script) == [(ids[0], "execute")]
    script.done(ids[0])
    assert ready(script) == [(ids[1], "execute")]
    script.fail(ids[1])
    assert ready(script) == [(ids[2], "execute")], "failed is ended too"


def test_a_task_waits_for_those_its_ancestors_come_after_but_is_decided_meanwhile() -> None:
    script = Script(quorum=1, max_tasks=20)
    top = script.accepted_split([LEAF, after(0, leaf=False)])
    part = script.child(top, 1)
    assert [task.id for task in script.goal.undecided()] == [part.id]
    nested = script.accepted_split(1, task=part.id)
    assert ready(script) == [(script.child(top, 0).id, "execute")]
    script.done(script.child(top, 0).id)
    assert ready(script) == [(script.child(nested, 0).id, "execute")]


def test_a_merge_is_ready_when_all_children_have_ended_also_if_some_failed() -> None:
    script = Script(quorum=1, max_attempts=1)
    split = script.accepted_split(2)
    script.done(script.child(split, 0).id)
    assert (script.id, "merge") not in ready(script)
    script.fail(script.child(split, 1).id)
    assert ready(script) == [(script.id, "merge")]
    script.result(script.claim(script.id, split=split.id))
    assert ready(script) == []
    assert script.goal.state == "finished"


def test_nothing_beneath_an_ended_task_is_ready_or_undecided() -> None:
    script = Script(quorum=1, max_tasks=20)
    top = script.accepted_split([OPEN, LEAF])
    part = script.child(top, 0)
    nested = script.accepted_split([LEAF, OPEN], task=part.id)
    assert script.goal.undecided() == [script.child(nested, 1)]
    whole = whole_id(part.id)
    script.vote(whole, "bert")
    script.result(script.claim(part.id, split=whole))
    part_split = script.accepted_split(1, task=part.id)
    assert script.candidate(part_split).decision is not None
    assert ready(script) == [(script.child(top, 1).id, "execute")]
    assert script.goal.undecided() == []


def test_parts_of_a_task_that_was_merged_too_early_are_no_longer_ready() -> None:
    script = Script(quorum=1, max_tasks=20)
    top = script.accepted_split([OPEN, LEAF])
    part = script.child(top, 0)
    nested = script.accepted_split([LEAF, OPEN], task=part.id)
    script.result(script.claim(part.id, split=nested.id))
    assert part.accepted is script.candidate(nested)
    assert script.child(nested, 0).live
    assert ready(script) == [(script.child(top, 1).id, "execute")]
    assert script.goal.undecided() == []
    assert script.child(nested, 0).state == script.child(nested, 1).state == "cancelled"


def test_live_tasks_are_those_of_accepted_splits_in_the_trees_order() -> None:
    script = Script(quorum=1, max_tasks=20)
    top = script.accepted_split([OPEN, LEAF])
    script.split(3)
    nested = script.accepted_split(2, task=script.child(top, 0).id)
    expected = [script.root, script.child(top, 0)]
    expected += [script.child(nested, 0), script.child(nested, 1), script.child(top, 1)]
    assert script.goal.live_tasks() == expected
    assert len(script.goal.tasks) == 8


def test_the_whole_is_ready_once_it_is_accepted() -> None:
    script = Script(quorum=1)
    whole = whole_id(script.root.id)
    script.vote(whole, "bert")
    assert [(step.phase, step.split) for step in script.goal.ready()] == [("execute", whole)]


def test_the_states_of_a_tasks_life() -> None:
    script = Script(quorum=2, max_attempts=1)
    states = [script.root.state]
    split = script.split([LEAF, after(0)])
    first, second = script.child(split, 0), script.child(split, 1)
    states.append(first.state)
    script.vote(split, "bert")
    script.vote(split, "cora")
    states += [script.root.state, first.state, second.state]
    claim = script.claim(first.id)
    states.append(first.state)
    script.failure(claim)
    states += [first.state, second.state]
    script.result(claim)
    states.append(first.state)
    script.done(second.id)
    states.append(script.root.state)
    script.say(Cancel(goal=script.id))
    states.append(script.root.state)
    assert states == [
        *("draft", "draft"),
        *("accepted", "ready", "waiting"),
        "claimed",
        *("failed", "ready"),
        "done",
        "ready",
        "cancelled",
    ]


def test_a_claim_that_failed_leaves_its_task_ready() -> None:
    script = Script(max_tasks=1, max_attempts=2)
    claim = script.claim(script.id)
    assert script.root.state == "claimed"
    script.failure(claim)
    assert script.root.state == "ready"


def test_the_tasks_of_other_splits_are_drafts_or_rejected() -> None:
    script = Script(quorum=2, max_tasks=20)
    rejected, draft = script.split([OPEN]), script.split([OPEN])
    nested = script.split(task=script.child(rejected, 0).id)

    def state_of_first(split: Record) -> str:
        task: Task = script.child(split, 0)
        return task.state

    for scorer in ("bert", "cora"):
        script.vote(rejected, scorer, approve=False)
    assert [state_of_first(split) for split in (rejected, draft, nested)] == ["rejected", "draft", "rejected"]


def test_what_nobody_needs_any_more_is_cancelled() -> None:
    script = Script(quorum=1, max_tasks=20)
    top = script.accepted_split([OPEN, LEAF])
    nested = script.accepted_split(1, task=script.child(top, 0).id)
    script.result(script.claim(script.id, split=top.id))
    assert script.root.state == "done"
    assert script.child(top, 0).state == script.child(nested, 0).state == "cancelled"
