"""What owners are told of a goal that does not go on."""

from __future__ import annotations

import pytest
from machines import Machine, World, leaves, quiet_world

from edge_agent.records import Cancel, Requorum
from edge_agent.roles.shortage import shortages

ALL, D, S, E, DS = (
    {"decomposer", "scorer", "executor"},
    {"decomposer"},
    {"scorer"},
    {"executor"},
    {"decomposer", "scorer"},
)


def lacks(machine: Machine) -> list[str]:
    return shortages(machine.goal, machine.view())


def settled(*roles: set[str], dead: int = 0, **policy: int) -> World:
    """A world whose last machines died long ago."""
    world = quiet_world(*roles, **policy)  # type: ignore[arg-type]
    world.wait(1)
    for machine in world.machines[len(roles) - dead :]:
        machine.kill()
    world.wait(14)
    return world


def test_of_a_goal_that_goes_on_nothing_is_said() -> None:
    world = settled(ALL, ALL, ALL)
    assert [lacks(machine) for machine in world.machines] == [[], [], []]


def test_who_is_missing_is_named() -> None:
    assert lacks(settled(S, S, D, dead=1).machines[0]) == ["waits for a decomposer: none lives"]
    assert lacks(settled(D, S, S, dead=2).machines[0]) == ["waits for a scorer: none lives"]


@pytest.mark.parametrize(("votes", "so_far"), [(0, 0), (1, 1)])
def test_the_votes_so_far_are_told(votes: int, so_far: int) -> None:
    world = settled(DS, S, S, S, dead=2)
    origin, scorer, *_ = world.machines
    split = origin.propose(origin.goal.root, leaves(2))
    world.wait(1)
    for machine in (scorer,)[:votes]:
        machine.vote(machine.goal.id, split.id, True)
    world.wait(1)
    own = 1  # the split stands for its author's approval
    (line,) = lacks(origin)
    assert line.startswith(
        f"waits for a scorer: 3 votes are needed, the best split has {so_far + own}, 2 scorers live; if"
    )


def test_a_lowered_quorum_is_told_with_the_reason_as_long_as_it_holds() -> None:
    world = settled(ALL, ALL, ALL, ALL, dead=2)
    machine = world.machines[0]
    machine.publish(Requorum(goal=machine.goal.id, quorum=2))
    assert lacks(machine) == ["2 votes are enough now, not 3: only 2 scorers live"]
    for back in world.machines[2:]:
        back.restart()
    world.wait(6)
    assert lacks(machine) == ["2 votes are enough now, not 3"]


def test_self_votes_that_count_by_a_requorum_are_told() -> None:
    world = settled(ALL, ALL, dead=1, quorum=1)
    machine = world.machines[0]
    machine.publish(Requorum(goal=machine.goal.id, quorum=1, self_votes=True))
    assert lacks(machine) == ["a proposer's own vote counts now: only 1 scorer lives"]
    world.machines[1].restart()
    world.wait(6)
    assert lacks(machine) == ["a proposer's own vote counts now"]


def test_without_a_model_anywhere_an_executor_is_waited_for() -> None:
    world = settled(E, S, max_depth=0)
    machine, other = world.machines
    assert lacks(other) == []
    for one in world.machines:
        one.tier = 0
    world.wait(2)
    assert lacks(machine) == ["waits for an executor: no machine with a model lives"]


def test_of_an_ended_goal_nothing_is_said() -> None:
    world = settled(E)
    machine = world.machines[0]
    machine.publish(Cancel(goal=machine.goal.id))
    assert lacks(machine) == []
