"""The plan as a whole: duplicates, early records, Forget (rule 12), and what a record costs."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from histories import SWARM, History, make_record, shuffled
from plan_script import Script

from edge_agent.plan import Plan
from edge_agent.records import Child, Clock, Forget, Goal, Policy, Signer, Unknown, sign_record, whole_id


def test_a_record_is_new_once() -> None:
    plan = Plan()
    record = make_record(Unknown(kind="applause"), 1)
    assert record.id not in plan
    assert plan.apply(record)
    digest = plan.digest()
    assert not plan.apply(record)
    assert plan.digest() == digest
    assert record.id in plan
    assert plan.record(record.id) is record
    assert len(plan) == 1


def test_records_before_their_goal_wait_for_it() -> None:
    script = Script(quorum=1)
    script.accepted_split()
    plan = Plan()
    for record in script.records[1:]:
        assert plan.apply(record)
    assert plan.goals() == []
    assert plan.goal(script.id) is None
    plan.apply(script.goal_record)
    assert plan.digest() == script.plan.digest()
    assert plan.goal(script.id).ready() == script.goal.ready()


def test_a_signed_record_is_taken_like_any_other() -> None:
    signer = Signer(b"a" * 32)
    goal = sign_record(Goal(title="A", text="B", policy=Policy()), clock=Clock(7 << 16), swarm=SWARM, signer=signer)
    plan = Plan()
    plan.apply(goal)
    assert plan.goal(goal.id).author == signer.peer_id
    assert plan.record(goal.id) is goal


def test_forget_drops_all_but_goal_and_forget_in_any_order() -> None:
    script = Script(quorum=1)
    split = script.accepted_split(1)
    done = script.done(script.child(split, 0).id)
    other = script.say(script.goal.goal)
    forget = script.say(Forget(goal=script.id))
    again = script.say(Forget(goal=script.id))
    kept = {script.goal_record, other, forget, again}
    assert script.goal.state == "forgotten"
    assert script.goal.ended
    assert script.goal.tasks.keys() == {script.id}
    assert {record for record in script.records if record.id in script.plan} == kept
    assert script.plan.record(done.id) is None
    assert not script.plan.apply(done)
    assert script.plan.refuses(done)
    assert not script.plan.refuses(forget)
    assert not script.plan.refuses(other)
    assert script.plan.forgets(script.id)
    assert not script.plan.forgets(other.id)
    assert script.plan.digest() == script.again(sorted(kept, key=lambda record: record.id)).digest()
    for order in range(10):
        assert script.again(shuffled(script.records, order)).digest() == script.plan.digest()
    few = [script.goal_record, split, forget, again]
    for permutation in itertools.permutations(few):
        plan = script.again(permutation)
        assert [record.id in plan for record in few] == [True, False, True, True]


def test_what_a_forget_drops_is_told_once() -> None:
    script = Script(quorum=1)
    script.accepted_split()
    plan = Plan()
    for record in script.records:
        plan.apply(record)
    assert plan.take_dropped() == []
    said = {record.id for record in script.records}
    forget = make_record(Forget(goal=script.id), 1_000_000)
    plan.apply(forget)
    assert {record.id for record in plan.take_dropped()} == said - {script.id}
    assert not plan.apply(script.records[-1])
    plan.apply(make_record(Forget(goal=script.id), 1_000_001))
    assert plan.take_dropped() == []


def test_a_forget_before_the_goal_is_void() -> None:
    script = Script(quorum=1)
    split = script.accepted_split()
    script.say(Forget(goal=script.id), at=script.goal_record.clock)
    assert script.goal.state == "open"
    assert script.root.accepted is script.candidate(split)


def test_a_forgotten_goal_of_unknown_rules_is_dropped_too() -> None:
    script = Script(rules=9)
    split = script.split()
    script.say(Forget(goal=script.id))
    assert split.id not in script.plan


def test_goals_do_not_touch_each_other() -> None:
    seeds = range(12)
    histories = [History(seed, moves=60).records for seed in seeds]
    together = Plan()
    for record in shuffled([record for records in histories for record in records], 1):
        together.apply(record)
    for records in histories:
        alone = Plan()
        for record in records:
            alone.apply(record)
        for goal in alone.goals():
            same = together.goal(goal.id)
            assert (same.state, same.ready()) == (goal.state, goal.ready())
            assert same.tasks.keys() == goal.tasks.keys()


# What a record costs, counted in Python's own instructions: the same on every machine, busy or idle.


def instructions(work: Callable[[], object]) -> int:
    """How many events Python's tracing tells of in the course of the work: calls, lines and bytecode instructions."""
    count = 0

    def trace(frame: FrameType, _event: str, _argument: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes = True
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def plan_of(width: int, depth: int) -> tuple[Script, str]:
    """A plan of accepted splits, ``width`` children each, ``depth`` levels deep; a third of its leaves is done.

    One task of the last level but one is left undecided; its id comes second.
    """
    script = Script(quorum=2, max_tasks=10_000, max_children=50, max_depth=5)
    level = [script.id]
    left = ""
    for remaining in reversed(range(depth)):
        left = level.pop() if remaining == 0 else ""
        child = Child(title="Part", leaf=remaining == 0)
        splits = [script.accepted_split([child] * width, task=task) for task in level]
        level = [script.candidate(split).child_ids[index] for split in splits for index in range(width)]
    for task in level[::3]:
        script.done(task)
    return script, left


def costs(script: Script, task: str) -> dict[str, int]:
    """The instructions that one more record of each kind takes, for this undecided task."""
    whole = whole_id(task)
    instructions(script.plan.digest)  # some versions of Python tell too little of the first time
    found = {}

    def cost(name: str, work: Callable[[], object]) -> None:
        found[name] = instructions(work)

    cost("vote", lambda: script.vote(whole, "bert"))
    cost("deciding vote", lambda: script.vote(whole, "cora"))
    cost("claim", lambda: script.claim(task, split=whole))
    claim = script.records[-1]
    cost("failure", lambda: script.failure(claim))
    cost("result", lambda: script.result(claim))
    cost("proposal", lambda: script.split(3, task=task))
    cost("requorum", lambda: script.requorum(2))
    cost("early vote", lambda: script.vote("ab" * 32, "bert"))
    cost("digest", script.plan.digest)
    return found


def test_a_record_costs_about_the_same_in_a_plan_of_ten_tasks_and_of_ten_thousand() -> None:
    (small, small_task), (large, large_task) = plan_of(3, 2), plan_of(21, 3)
    assert len(small.goal.live_tasks()) == 10
    assert 9_700 < len(large.goal.live_tasks()) <= 10_000
    few, many = costs(small, small_task), costs(large, large_task)
    for kind, count in many.items():
        assert 10 < count <= 1.3 * few[kind], (kind, few[kind], count)
