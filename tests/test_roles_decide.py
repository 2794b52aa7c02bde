"""What holds for all roles together, and when model work in the making is no longer wanted."""

from __future__ import annotations

import pytest
from machines import Machine, World, leaves, policy_for, quiet_world, split_and_decide

from edge_agent.plan import Plan
from edge_agent.records import Cancel, Goal, RecordId, Result
from edge_agent.roles.decide import decide, is_wanted
from edge_agent.roles.intents import DropRun, Judge, OpenClaim, Propose, RunClaim
from edge_agent.roles.memory import Memory

ALL = {"decomposer", "scorer", "executor"}


def kinds(machine: Machine, **changes: object) -> set[type]:
    return {type(intent) for intent in machine.look(**changes)}


def a_split_of(machine: Machine) -> Propose:
    root = machine.goal.root
    return Propose(goal=root.goal_id, task=root.id, round=0, refines=None, angle="place", ask_first=True)


def test_nothing_to_do() -> None:
    world = World(loses=0.0)
    assert world.add().look() == []


def test_an_observer_decides_nothing_whatever_else_it_serves() -> None:
    machine = quiet_world(ALL).machines[0]
    assert kinds(machine) == {Propose, Judge}
    assert machine.look(roles=frozenset({"observer"})) == []
    assert machine.look(roles=frozenset({"observer", *ALL})) == []


def test_decide_wants_a_memory_of_this_moment() -> None:
    machine = quiet_world(ALL).machines[0]
    view = machine.view()
    memory = Memory()
    with pytest.raises(ValueError, match="observe"):
        decide(machine.plan, view, memory, machine.world.now)
    memory.observe(machine.plan, view, machine.world.now)
    assert decide(machine.plan, view, memory, machine.world.now)
    with pytest.raises(ValueError, match="observe"):
        decide(machine.plan, view, memory, machine.world.now + 1)


def test_deciding_twice_gives_the_same() -> None:
    machine = quiet_world(ALL).machines[0]
    assert machine.look() == machine.look() != []


def test_a_machine_that_has_not_caught_up_only_drops_runs() -> None:
    world = quiet_world(ALL)
    machine = world.machines[0]
    assert machine.look(caught_up=False) == []
    split_and_decide(world, leaves(2))
    claim = machine.claim(machine.goal.ready()[0])
    machine.run_claim(claim)
    machine.publish(Cancel(goal=machine.goal.id))
    assert kinds(machine, caught_up=False) == {DropRun}


def test_goals_of_unknown_rules_are_left_alone() -> None:
    world = World(loses=0.0)
    machine = world.add()
    machine.publish(Goal(title="later", text="later", policy=policy_for(1, max_depth=0), rules=99))
    world.wait(60)
    assert machine.look() == []


def test_ended_goals_are_left_alone() -> None:
    world = quiet_world(ALL)
    machine = world.machines[0]
    machine.publish(Cancel(goal=machine.goal.id))
    assert machine.look() == []


def test_planning_comes_before_executing_and_important_goals_first() -> None:
    world = quiet_world(ALL)
    machine = world.machines[0]
    urgent = machine.publish(Goal(title="urgent", text="urgent", policy=policy_for(1), priority=7))
    planned = [intent.goal for intent in machine.look() if isinstance(intent, Propose | Judge)]
    assert planned == [urgent.id, urgent.id, machine.plan.goals()[1].id, machine.plan.goals()[1].id]


def test_executing_begins_when_nothing_is_left_to_plan() -> None:
    world = quiet_world(ALL)
    machine = world.machines[0]
    split_and_decide(world, leaves(2))
    assert kinds(machine) == {OpenClaim}


def test_a_split_in_the_making_is_wanted_until_the_task_is_decided() -> None:
    world = quiet_world(ALL)
    machine = world.machines[0]
    split = a_split_of(machine)
    assert is_wanted(machine.plan, machine.view(), split)
    split_and_decide(world, leaves(2))
    assert not is_wanted(machine.plan, machine.view(), split)


def test_a_judgement_is_wanted_until_it_is_given_or_the_task_is_decided() -> None:
    world = quiet_world(ALL, ALL)
    machine, other = world.machines
    whole = machine.goal.root.whole
    assert whole is not None
    judgement = Judge(goal=machine.goal.id, proposal=whole.id)
    assert is_wanted(machine.plan, machine.view(), judgement)
    machine.vote(machine.goal.id, whole.id, False)
    world.wait()
    assert not is_wanted(machine.plan, machine.view(), judgement)
    assert is_wanted(other.plan, other.view(), judgement)
    split_and_decide(world, leaves(2))
    assert not is_wanted(other.plan, other.view(), judgement)


def test_a_run_is_wanted_until_the_task_ends() -> None:
    world = quiet_world(ALL, max_depth=0)
    machine = world.machines[0]
    claim = machine.claim(machine.goal.ready()[0])
    run = RunClaim(goal=machine.goal.id, claim=claim.id)
    assert is_wanted(machine.plan, machine.view(), run)
    machine.publish(Result(goal=machine.goal.id, claim=claim.id, text="done"))
    assert not is_wanted(machine.plan, machine.view(), run)


def test_nothing_of_a_cancelled_or_unknown_goal_is_wanted() -> None:
    machine = quiet_world(ALL).machines[0]
    split = a_split_of(machine)
    judgement = Judge(goal=machine.goal.id, proposal=RecordId("a" * 64))
    assert not is_wanted(machine.plan, machine.view(), judgement)
    assert not is_wanted(Plan(), machine.view(), split)
    assert not is_wanted(Plan(), machine.view(), RunClaim(goal=machine.goal.id, claim=RecordId("a" * 64)))
    machine.publish(Cancel(goal=machine.goal.id))
    assert not is_wanted(machine.plan, machine.view(), split)
