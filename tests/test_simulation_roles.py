"""Simulated worlds in which a role is lacking: cover fills in, every goal ends, and roles come to rest."""

from __future__ import annotations

import pytest
from histories import FAST_TIER

from edge_agent.roles.assign import HOLD_INTERVALS, MAX_DOUBLINGS
from edge_agent.roles.view import Role
from simulation import Config, Fault, MachineSpec, World, policy_for
from simulation.agent import VirtualAgent
from simulation.faults import Asleep, Crash, Late, Leave, LoseRole, SickModel
from simulation.model import Script

BEACON = 2.0
GONE = 6 * BEACON


def world_of(
    *roles: Role, faults: tuple[Fault, ...] = (), goals: int = 1, quorum: int = 2, attempts: int = 3, seed: int = 0
) -> World:
    """Machines with one role each by their hardware; their goals need so many approvals."""
    specs = tuple(MachineSpec(roles=(role,), tier=0 if role == "observer" else 2) for role in roles)
    world = World(seed, Config(machines=specs, faults=faults, beacon_seconds=BEACON, script=Script(seed=seed)))
    policy = policy_for(3, quorum=quorum, max_attempts=attempts)
    for number in range(goals):
        world.submit(world.machines[0], f"goal {number}", at=40.0 * number, policy=policy)
    return world


def ended(world: World) -> World:
    world.run_to_the_end()
    assert world.failures == [], "\n".join([*world.failures, *list(world.trace.lines())[-60:]])
    states = {goal.state for agent in agents(world) for goal in agent.plan.goals()}
    assert states == {"finished"}
    return world


def agents(world: World) -> list[VirtualAgent]:
    return [machine.agent for machine in world.machines if machine.agent is not None]


def serving(world: World, role: Role) -> set[int]:
    return {agent.machine.number for agent in agents(world) if role in agent.roles}


@pytest.mark.parametrize("role", ["decomposer", "scorer", "executor"])
def test_a_lone_machine_does_it_all(role: Role) -> None:
    world = World(0, Config(machines=(MachineSpec(roles=(role,)),), beacon_seconds=BEACON))
    world.submit(world.machines[0], "alone")
    ended(world)
    assert agents(world)[0].roles == {role, "decomposer", "scorer"}


def test_three_laptops_become_three_scorers_before_a_quorum_is_counted() -> None:
    world = World(0, Config(machines=(MachineSpec(roles=("decomposer",)),) * 3, beacon_seconds=BEACON))
    world.submit(world.machines[0], "together")
    ended(world)
    goal = agents(world)[0].plan.goals()[0]
    assert (goal.policy.quorum, goal.policy.self_votes) == (2, False)
    assert serving(world, "scorer") == {0, 1, 2}


def test_a_large_quorum_brings_more_scorers() -> None:
    world = ended(world_of(*["executor"] * 7, quorum=4))
    assert len(serving(world, "scorer")) == 5
    assert len(serving(world, "decomposer")) == 1


@pytest.mark.parametrize("moment", [10.0, 16.0, 25.0])
def test_the_only_decomposer_dies(moment: float) -> None:
    world = world_of("scorer", "decomposer", "scorer", "scorer", "executor",
                     faults=(Leave(at=moment, until=moment, machine=1),), goals=2)  # fmt: skip
    ended(world)
    assert len(serving(world, "decomposer")) == 1


@pytest.mark.parametrize("moment", [10.0, 16.0, 25.0])
def test_all_scorers_but_one_die(moment: float) -> None:
    lost = tuple(Leave(at=moment, until=moment, machine=number) for number in (1, 2))
    world = ended(world_of("scorer", "scorer", "scorer", "decomposer", "executor", "executor", faults=lost, goals=2))
    assert len(serving(world, "scorer")) == 3


def test_a_decomposer_that_hangs_is_covered() -> None:
    faults = (SickModel(at=0.0, until=400.0, machine=1, ailment="hangs"),)
    world = world_of("scorer", "decomposer", "scorer", "scorer", "executor", faults=faults)
    world.run(120.0)
    assert 1 in serving(world, "decomposer"), "it still tries"
    assert len(serving(world, "decomposer")) == 2
    assert {goal.state for goal in agents(world)[0].plan.goals()} == {"finished"}


def test_scorers_that_hang_are_covered() -> None:
    faults = tuple(SickModel(at=0.0, until=600.0, machine=number, ailment="fails") for number in (1, 2))
    world = world_of("decomposer", "scorer", "scorer", "scorer", "executor", "executor", faults=faults)
    world.run(150.0)
    assert len(serving(world, "scorer") - {1, 2}) >= 3
    assert {goal.state for goal in agents(world)[0].plan.goals()} == {"finished"}


def test_who_comes_back_takes_its_role_back_and_cover_goes_later() -> None:
    faults = (Crash(at=20.0, until=60.0, machine=1),)
    world = world_of("scorer", "decomposer", "scorer", "scorer", "executor", faults=faults, goals=3)
    world.run(59.0)
    cover = serving(world, "decomposer")
    assert len(cover) == 1
    world.run(80.0)
    assert serving(world, "decomposer") == cover | {1}
    ended(world)
    world.run(60.0 + (HOLD_INTERVALS + 12) * BEACON)
    assert serving(world, "decomposer") == {1}


def test_a_machine_that_comes_and_goes_does_not_make_the_others_flap() -> None:
    pauses = tuple(
        Asleep(at=40.0 + 200.0 * n, until=140.0 + 200.0 * n, machine=1, how="sleep") if n % 2
        else Crash(at=40.0 + 200.0 * n, until=140.0 + 200.0 * n, machine=1)
        for n in range(20)
    )  # fmt: skip
    world = world_of("scorer", "decomposer", "scorer", "scorer", "executor", faults=pauses)
    world.run(4_200.0)
    others = {number: count for number, count in world.checks.role_changes.items() if number != 1}
    assert 1 <= sum(others.values()) <= 2 * (MAX_DOUBLINGS + 1), others
    late = [line for line in world.trace.lines() if " serves " in line and 2_000.0 < float(line.split()[0]) < 3_900.0]
    assert not [line for line in late if "m1 " not in line], late


def test_a_swarm_that_grows_at_once_takes_nobody_for_gone() -> None:
    """Three machines, then 24: beacons come a third as often, some get lost, and all are judged by their promise."""
    late: tuple[Fault, ...] = tuple(Late(at=0.0, until=20.0, machine=number) for number in range(3, 24))
    specs = tuple(MachineSpec(roles=("decomposer",)) for _ in range(24))
    world = World(3, Config(machines=specs, faults=late, beacon_seconds=BEACON, loss=0.1))
    world.submit(world.machines[0], "all of us", at=60.0)
    for second in range(45, 160):
        world.run(float(second))
        for agent in agents(world):
            assert len(agent.presence.living(world.now)) == 23, f"{second} s: {agent.machine.number} misses somebody"
    intervals = {round(agent.presence.interval_now(world.now), 3) for agent in agents(world)}
    assert intervals == {3 * BEACON}
    world.run_to_the_end()
    assert world.failures == []
    world.run(world.now + (HOLD_INTERVALS + 6) * 3 * BEACON)
    assert len(serving(world, "scorer")) == 3, "what some took on before they knew all is given up"


def test_an_observer_covers_nothing() -> None:
    world = world_of("scorer", "observer", "decomposer", "observer")
    world.run(100.0)
    assert [agent.roles for agent in agents(world) if agent.machine.observes] == [{"observer"}] * 2


def test_whoever_serves_a_role_dies_again_and_again() -> None:
    for seed in range(3 if FAST_TIER else 12):
        roles: list[Role] = ["decomposer", "scorer", "executor", "decomposer", "scorer", "executor"]
        faults: list[Fault] = [Late(at=0.0, until=15.0, machine=3)]
        for number, role in enumerate(("decomposer", "scorer", "executor", "scorer")):
            at = 12.0 + 20.0 * number + seed
            faults.append(LoseRole(at=at, until=at + 45.0, role=role, keep=(seed + number) % 2))
        # Each of four deaths may take an attempt with it: with three of them a goal would rightly end as failed.
        ended(world_of(*roles, faults=tuple(faults), goals=2, attempts=5, seed=seed))
