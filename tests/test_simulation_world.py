"""Whole worlds: equal seeds run equally, all goals end, and the checks hold under every fault."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from histories import FAST_TIER
from reference_fold import ReferencePlan

from edge_agent.records import Failure
from edge_agent.roles.view import Role
from simulation import Config, Fault, MachineSpec, World, policy_for, random_world
from simulation.faults import (
    Asleep,
    BadWeather,
    Buggy,
    Clone,
    Command,
    Crash,
    Cut,
    FullDisk,
    Late,
    Leave,
    LoseRole,
    SickModel,
    Slow,
    Wipe,
    WrongClock,
)
from simulation.model import Script

SEEDS = 24 if FAST_TIER else 240
SEEDS_A_TEST = 40
DAY_MS = 86_400_000.0
DIGEST = """
import sys
from simulation import random_world

world = random_world(int(sys.argv[1]))
world.run_to_the_end()
print(world.trace.digest())
"""


def told(world: World) -> str:
    """What did not hold, and the end of the story."""
    return "\n".join([*world.failures, *list(world.trace.lines())[-60:]])


def run(*faults: Fault, machines: int = 5, seed: int = 0, goals: int = 1, **script: object) -> World:
    """A world of all-rounders with these faults, run to its end; all must hold."""
    config = Config(
        machines=(MachineSpec(),) * machines,
        faults=faults,
        script=Script(seed=seed, **script),  # type: ignore[arg-type]
    )
    world = World(seed, config)
    for number in range(goals):
        world.submit(world.machines[number], f"goal {number}", policy=policy_for(machines))
    world.run_to_the_end()
    assert world.failures == [], told(world)
    return world


def states(world: World) -> set[str]:
    """The states of all goals, as all machines see them."""
    agents = [machine.agent for machine in world.machines if machine.agent is not None]
    return {goal.state for agent in agents for goal in agent.plan.goals()}


@pytest.mark.parametrize("first", range(0, SEEDS, SEEDS_A_TEST))
def test_whatever_goes_wrong_all_holds(first: int) -> None:
    broken = {}
    for seed in range(first, min(SEEDS, first + SEEDS_A_TEST)):
        world = random_world(seed)
        world.run_to_the_end()
        if world.failures:
            broken[seed] = world.failures
    assert broken == {}, "scripts/simulate --seed N tells the story"


@pytest.mark.parametrize("machines", [1, 2, 3, 12])
def test_other_numbers_of_machines(machines: int) -> None:
    for seed in range(4 if FAST_TIER else 10):
        world = random_world(seed, machines)
        world.run_to_the_end()
        assert world.failures == [], f"scripts/simulate --seed {seed} --machines {machines} tells the story"


def test_one_seed_is_one_run_in_every_process() -> None:
    seed = 8
    world = random_world(seed)
    world.run_to_the_end()
    root = Path(__file__).parent.parent
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST, str(seed)],
            env=environment,
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == world.trace.digest()


def test_another_seed_is_another_run_and_a_kept_trace_changes_nothing() -> None:
    digests = []
    for seed, keeps in ((3, False), (3, True), (4, False)):
        world = random_world(seed, keeps_trace=keeps)
        world.run_to_the_end()
        digests.append(world.trace.digest())
    assert digests[0] == digests[1] != digests[2]


def test_the_seeds_try_every_kind_of_fault() -> None:
    tried = {type(fault) for seed in range(200) for fault in random_world(seed).config.faults}
    assert tried == {
        Asleep, BadWeather, Buggy, Clone, Command, Crash, Cut, FullDisk, Late, Leave, LoseRole, SickModel, Slow, Wipe,
        WrongClock,
    }  # fmt: skip


def test_the_plans_agree_with_the_reference_fold() -> None:
    for seed in range(3 if FAST_TIER else 12):
        world = random_world(seed)
        world.run_to_the_end()
        agent = next(machine.agent for machine in world.machines if machine.agent is not None)
        records = [record for goal in agent.plan.goals() for record in goal.records.values()]
        reference = ReferencePlan(records)
        for goal in agent.plan.goals():
            expected = reference.goals[goal.id]
            accepted = {task.id: task.accepted.id for task in goal.tasks.values() if task.accepted is not None}
            assert accepted == expected.accepted
            assert {claim.id for claim in goal.claims() if claim.counted} == set(expected.counted)
            texts = {task.id: task.text.id for task in goal.tasks.values() if task.text is not None}
            assert texts == {task: record.id for task, record in expected.texts.items()}


def test_without_faults_every_goal_is_finished_and_nothing_is_done_twice() -> None:
    runs = extra = 0
    for seed in range(4 if FAST_TIER else 16):
        world = run(seed=seed, goals=2)
        assert states(world) == {"finished"}
        runs += world.checks.all_runs
        extra += world.checks.extra_runs
    assert runs > 50
    assert extra <= 0.03 * runs


def test_a_late_joiner_hears_all_that_was_said() -> None:
    world = run(Late(at=0.0, until=60.0, machine=4))
    agent = world.machines[4].agent
    assert agent is not None
    assert len(agent.plan) == world.checks.said_so_far


def test_while_records_flow_nobody_exchanges_without_need() -> None:
    """Beacons tell the digests of a moment ago; gossip loses nothing here."""
    world = World(3, Config(machines=(MachineSpec(),) * 6, script=Script(seed=3, leaves=0.2)))
    for number in range(6):
        world.submit(world.machines[number], f"goal {number}", policy=policy_for(6, max_tasks=60))
    settled_at = world.run_to_the_end()
    assert world.failures == []
    exchanges = sum(counters.exchanges for counters in world.network.counters)
    links = 6 * 5 // 2
    on_connect = 3 * links  # both sides at once, being behind, and one a little later
    assert world.checks.said_so_far > 2 * settled_at, "records flow"
    assert exchanges - on_connect < settled_at / 20


def test_an_observer_hears_all_and_says_nothing() -> None:
    specs = (MachineSpec(), MachineSpec(), MachineSpec(roles=("observer",)))
    world = World(2, Config(machines=specs))
    world.submit(world.machines[0])
    world.run_to_the_end()
    assert world.failures == []
    observer = world.machines[2]
    assert observer.agent is not None
    authors = {record.author for goal in observer.agent.plan.goals() for record in goal.records.values()}
    assert len(observer.agent.plan) == world.checks.said_so_far
    assert observer.peer_id not in authors


def test_a_machine_that_crashes_gives_up_what_it_ran() -> None:
    reasons = set()
    for seed in range(6):
        world = run(
            *(Crash(at=at, until=at + 3.0, machine=number) for number, at in enumerate((16.0, 20.0, 24.0, 28.0))),
            seed=seed,
        )
        agent = world.machines[4].agent
        assert agent is not None
        records = [record for goal in agent.plan.goals() for record in goal.records.values()]
        reasons |= {record.body.reason for record in records if isinstance(record.body, Failure)}
    assert "restarted" in reasons


def test_a_crash_in_the_middle_of_a_write_doubles_no_goal() -> None:
    for seed in range(10):
        world = run(Crash(at=0.5, until=12.0, machine=0, in_write=True), seed=seed)
        assert world.machines[0].starts == 2
        agent = world.machines[1].agent
        assert agent is not None
        assert len(agent.plan.goals()) == 1


@pytest.mark.parametrize("how", ["sleep", "stop"])
def test_who_wakes_takes_nothing_over_before_it_has_caught_up(how: str) -> None:
    for seed in range(8):
        naps = [
            Asleep(at=18.0 + 2 * number, until=45.0 + 3 * number, machine=number, how=how)  # type: ignore[arg-type]
            for number in range(3)
        ]
        run(*naps, seed=seed, seconds_to_write=(8.0, 20.0))


@pytest.mark.parametrize("days", [-9_000.0, -3.0, 2.0, 100.0])
def test_a_machine_whose_clock_is_wrong_takes_part(days: float) -> None:
    for seed in range(4):
        wrong = WrongClock(at=0.0, until=500.0, machine=0, error_ms=days * DAY_MS, drift=0.0)
        config = Config(machines=(MachineSpec(),) * 4, faults=(wrong,), script=Script(seed=seed))
        world = World(seed, config)
        world.submit(world.machines[0], policy=policy_for(4))
        world.run(until=300.0)
        assert world.settled(), told(world)
        assert world.failures == []
        assert states(world) == {"finished"}
        agent = world.machines[1].agent
        assert agent is not None
        assert len(agent.plan) == world.checks.said_so_far, "something had to be set aside"


def test_a_clock_that_was_set_between_two_runs_is_set_right() -> None:
    """Alone and months ahead, it marks its clock so; then it starts with the right time, and meets the others."""
    for seed in range(4):
        world = run(
            Cut(at=0.0, until=60.0, sides=(1, 0, 0)),
            WrongClock(at=0.0, until=50.0, machine=0, error_ms=100 * DAY_MS, drift=0.0),
            Crash(at=45.0, until=55.0, machine=0),
            machines=3,
            seed=seed,
            seconds_to_write=(40.0, 50.0),
        )
        assert states(world) == {"finished"}
        assert any("sets clock" in line for line in world.trace.lines())


def test_islands_each_go_on_and_agree_in_the_end() -> None:
    for seed in range(6):
        cut = Cut(at=14.0, until=110.0, sides=(0, 0, 1, 1, 2))
        world = run(cut, seed=seed)
        assert states(world) == {"finished"}


def test_a_clone_is_noticed() -> None:
    for seed in range(4):
        world = run(Clone(at=20.0, until=60.0, machine=1), seed=seed)
        assert world.checks.clones_noticed & {1, 5}


def test_a_buggy_member_stops_nobody() -> None:
    for seed in range(6):
        world = run(Buggy(at=0.0, until=60.0, machine=2), seed=seed, goals=2)
        assert states(world) <= {"finished", "failed"}


def test_a_cancelled_goal_ends_as_cancelled() -> None:
    world = run(Command(at=15.0, until=15.0, machine=3, what="cancel", goal="goal 0"), leaves=0.0)
    assert states(world) == {"cancelled"}


def test_a_forgotten_goal_is_forgotten_everywhere() -> None:
    world = run(
        Command(at=60.0, until=60.0, machine=3, what="forget", goal="goal 0"), Late(at=0.0, until=90.0, machine=4)
    )
    assert states(world) == {"forgotten"}
    agent = world.machines[4].agent
    assert agent is not None
    assert len(agent.plan) == 2


def test_a_full_disk_stops_one_machine_and_only_for_a_while() -> None:
    world = run(FullDisk(at=10.0, until=100.0, machine=1))
    assert states(world) == {"finished"}


def test_a_model_that_hangs_loses_its_claim_after_a_lease() -> None:
    takeovers = 0
    for seed in range(6):
        sick = SickModel(at=0.0, until=100.0, machine=0, ailment="hangs")
        takeovers += run(sick, seed=seed, machines=3).checks.takeovers
    assert takeovers > 0


def test_the_last_machine_goes_on_alone() -> None:
    for seed in range(4):
        world = run(Leave(at=16.0, until=16.0, machine=1), Leave(at=16.0, until=16.0, machine=2), machines=3, seed=seed)
        assert states(world) == {"finished"}


def test_roles_apart() -> None:
    roles: tuple[tuple[Role, ...], ...] = (("decomposer", "scorer"), ("scorer",), ("executor",), ("observer",))
    for seed in range(6):
        world = World(seed, Config(machines=tuple(MachineSpec(roles=each) for each in roles), script=Script(seed=seed)))
        world.submit(world.machines[0])
        world.run_to_the_end()
        assert world.failures == [], told(world)
        assert states(world) == {"finished"}


def test_the_story_tells_who_said_what_and_who_heard_it() -> None:
    world = run(Crash(at=20.0, until=25.0, machine=2))
    lines = list(world.trace.lines())
    assert any("FAULT" in line and "Crash from 20.0 to 25.0 s: machine 2" in line for line in lines)
    assert any("m2 crashes" in line for line in lines)
    said = [line for line in lines if " said " in line]
    assert len(said) == world.checks.said_so_far
    assert all("[heard by: m" in line for line in said)
    assert all(any(text in line for line in said) for text in ("goal 'goal 0'", "claim to", "vote for", "result of"))
    assert hashlib.blake2b("\n".join(lines).encode()).hexdigest() == _digest_of_story(seed=0)


def _digest_of_story(seed: int) -> str:
    world = run(Crash(at=20.0, until=25.0, machine=2), seed=seed)
    return hashlib.blake2b("\n".join(world.trace.lines()).encode()).hexdigest()
