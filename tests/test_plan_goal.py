"""Rule 11, and what is said of a goal afterwards: its end, Cancel, Reprioritise, and rules of another version."""

from __future__ import annotations

import pytest
from plan_script import Script

from edge_agent.records import Cancel, Reprioritise, TaskId, whole_id


def cancelled(script: Script) -> None:
    script.say(Cancel(goal=script.id))


def test_a_goal_is_open_until_its_root_ends() -> None:
    script = Script(max_tasks=1)
    assert (script.goal.state, script.goal.ended) == ("open", False)
    script.done(script.id)
    assert (script.goal.state, script.goal.ended) == ("finished", True)
    assert script.goal.ready() == []


def test_finished_beats_cancelled_beats_failed() -> None:
    script = Script(max_tasks=1, max_attempts=1)
    claim = script.claim(script.id)
    script.failure(claim)
    assert script.goal.state == "failed"
    cancelled(script)
    assert script.goal.state == "cancelled"
    script.result(claim)
    assert script.goal.state == "finished"


def test_a_cancelled_goal_wants_nothing_but_takes_a_late_result() -> None:
    script = Script(quorum=1)
    split = script.accepted_split(2)
    claim = script.claim(script.child(split, 0).id)
    assert script.goal.ready()
    cancelled(script)
    assert script.goal.ready() == script.goal.undecided() == []
    script.result(claim)
    assert script.child(split, 0).finished
    assert script.goal.state == "cancelled"


def test_the_earliest_cancel_is_kept_and_one_before_the_goal_is_void() -> None:
    script = Script()
    script.say(Cancel(goal=script.id), at=script.goal_record.clock)
    assert script.goal.state == "open"
    late = script.say(Cancel(goal=script.id))
    early = script.say(Cancel(goal=script.id), at=late.clock - 1)
    assert script.goal.cancel is early


def test_the_latest_reprioritise_wins_and_orders_the_goals() -> None:
    script = Script(priority=2)
    assert script.goal.priority == 2
    script.say(Reprioritise(goal=script.id, priority=-4))
    script.say(Reprioritise(goal=script.id, priority=9), at=script.clock - 1)
    assert script.goal.priority == -4
    script.say(Reprioritise(goal=script.id, priority=7), at=5)
    assert script.goal.priority == -4
    other = script.say(script.goal.goal)
    assert [goal.id for goal in script.plan.goals()] == [other.id, script.id]
    script.say(Reprioritise(goal=script.id, priority=2))
    assert [goal.id for goal in script.plan.goals()] == [script.id, other.id]


def test_a_goal_of_unknown_rules_is_shown_and_left_alone() -> None:
    script = Script(rules=2, quorum=1)
    split = script.split()
    script.vote(split, "bert")
    script.claim(script.id)
    assert not script.goal.understood
    assert script.goal.tasks.keys() == {script.id}
    assert script.goal.ready() == script.goal.undecided() == []
    assert script.goal.state == "open"
    assert all(record.id in script.plan for record in script.records)
    cancelled(script)
    script.say(Reprioritise(goal=script.id, priority=3))
    assert (script.goal.state, script.goal.priority) == ("cancelled", 3)


def test_records_of_another_goal_are_inert_in_this_one() -> None:
    script = Script(quorum=1)
    other = script.say(script.goal.goal)
    split = script.split()
    foreign = script.split(task=other.id)
    script.vote(split, "bert")
    assert script.goal.candidate(foreign.id) is None
    assert script.plan.goal(other.id).tasks.keys() == {other.id}
    assert script.plan.goal(other.id).root.accepted is None


def test_what_is_not_there_is_none() -> None:
    script = Script()
    assert script.goal.candidate(script.id) is None
    assert script.goal.claim(script.id) is None
    assert script.goal.candidate(whole_id(script.root.id)) is script.root.whole
    with pytest.raises(KeyError):
        script.goal.task(TaskId("ab" * 32))


def test_the_tasks_are_to_read_only() -> None:
    script = Script()
    with pytest.raises(TypeError):
        script.goal.tasks[script.root.id] = script.root
