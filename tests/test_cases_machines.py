"""Rows 9, 10 and 11 of the inputs from the field: clocks that are stepped, laptops that sleep, networks that are cut.

Each first with several machines in virtual time, then with real agents, whose clocks the tests move.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from scripted_model import ScriptedModel
from test_agent import JAPAN, STRANGER, Farm, bodies, goal_of
from waiting import until

from edge_agent import timekeeper
from edge_agent.clock import HybridClock, clock_of_ms, monotonic_seconds, wall_ms
from edge_agent.config import GoalDefaults
from edge_agent.goal_files import GoalFile, GoalOptions
from edge_agent.plan import Step
from edge_agent.records import Claim, Failure, KnownBody, RecordId, Result, sign_record
from edge_agent.roles.requests import Generate, Reply, Request
from edge_agent.roles.view import Role
from simulation import Config, MachineSpec, World, policy_for
from simulation.faults import Asleep, Cut, WrongClock
from simulation.machine import Machine
from simulation.model import Script

TWO_WEEKS_MS = 14 * 86_400_000
AN_HOUR = 3_600.0
SEEDS = range(6)
ALL_ROUNDER = MachineSpec()
PLANNERS: tuple[Role, ...] = ("decomposer", "scorer")
"""Who only lends a hand leaves the first go to an executor."""
PLANNER = MachineSpec(roles=PLANNERS)


@pytest.fixture
async def farm(tmp_path: Path) -> AsyncIterator[Farm]:
    farm = Farm(tmp_path)
    yield farm
    await farm.stop()


@pytest.fixture
def room_to_write(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """The models of real agents write nothing before it is set."""
    room = asyncio.Event()
    ask = ScriptedModel.ask

    async def ask_later(model: ScriptedModel, request: Request, *, timeout: float) -> Reply:
        if isinstance(request, Generate):
            await room.wait()
        return await ask(model, request, timeout=timeout)

    monkeypatch.setattr(ScriptedModel, "ask", ask_later)
    return room


# In virtual time.


def world_of(*machines: MachineSpec, seed: int, **script: object) -> World:
    script = {"small": 0.0, "approves": 1.0, "leaves": 1.0, **script}
    return World(seed, Config(machines=machines, script=Script(seed=seed, **script)))  # type: ignore[arg-type]


def go_on_until(world: World, look: Callable[[], object], *, seconds: float = 300.0, step: float = 0.25) -> None:
    """Go on in small steps until it is so."""
    end = world.now + seconds
    while not look():
        assert world.now < end, "\n".join(list(world.trace.lines())[-40:])
        world.run(world.now + step)


def running(machine: Machine) -> dict[RecordId, float]:
    return {} if machine.agent is None else machine.agent.hands.running()


def records_of(machine: Machine, kind: type[KnownBody], title: str) -> list[str]:
    """Who said such things of the goal, as the machine knows it, in the order of the records."""
    assert machine.agent is not None
    goal = next(goal for goal in machine.agent.plan.goals() if goal.goal.title == title)
    records = sorted(goal.records.values(), key=lambda record: record.order)
    return [record.author for record in records if isinstance(record.body, kind)]


def texts(world: World) -> set[tuple[tuple[str, str], ...]]:
    """The accepted result of each task, as each machine sees it."""
    return {
        tuple(
            sorted(
                (task.id, task.text.id)
                for goal in machine.agent.plan.goals()
                for task in goal.tasks.values()
                if task.text is not None
            )
        )
        for machine in world.machines
        if machine.agent is not None
    }


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("others_synchronised", [True, False])
def test_row_9_a_clock_two_weeks_back_is_stepped_forward_in_the_middle_of_a_claim(
    seed: int, others_synchronised: bool
) -> None:
    world = world_of(
        MachineSpec(synchronised=False, clock_error_ms=-TWO_WEEKS_MS),
        *(MachineSpec(roles=PLANNERS, synchronised=others_synchronised),) * 3,
        seed=seed,
        seconds_to_write=(8.0, 20.0),
    )
    world.submit(world.machines[0], policy=policy_for(4))
    machine = world.machines[0]
    go_on_until(world, lambda: running(machine))
    (claim,) = running(machine)
    marks = []

    def look() -> bool:
        agents = [machine.agent for machine in world.machines if machine.agent is not None]
        assert not any(agent.log.quarantine or agent.log.refused for agent in agents), "a record was held back"
        marks.append(agents[0].log.clock.mark)
        return claim not in running(machine)

    look()
    world.inflict(WrongClock(at=0.0, until=0.0, machine=0, error_ms=0.0, drift=0.0))
    machine.set_clock(0.0, synchronised=True)
    go_on_until(world, look)
    world.run_to_the_end()
    assert world.failures == []
    assert marks == sorted(marks)
    assert machine.agent is not None
    (goal,) = machine.agent.plan.goals()
    held = goal.claim(claim)
    assert held is not None
    assert held.result is not None, "its claim was not given up"
    assert world.checks.takeovers == 0, "nobody stole it"
    assert goal.state == "finished"


@pytest.mark.parametrize("seed", SEEDS)
def test_row_10_a_laptop_sleeps_for_an_hour_in_the_middle_of_a_task(seed: int) -> None:
    world = world_of(PLANNER, ALL_ROUNDER, PLANNER, PLANNER, seed=seed, seconds_to_write=(10.0, 20.0))
    world.submit(world.machines[0], policy=policy_for(4))
    laptop = world.machines[1]
    go_on_until(world, lambda: running(laptop))
    (claim,) = running(laptop)
    world.inflict(Asleep(at=0.0, until=0.0, machine=1, how="sleep"))
    world.run(world.now + AN_HOUR)
    for machine in (world.machines[0], world.machines[2]):
        assert machine.agent is not None
        assert [goal.state for goal in machine.agent.plan.goals()] == ["finished"], "its lease counted as lost"
    before = texts(world)
    laptop.wake()
    woke = world.now
    world.submit(world.machines[0], "another goal", at=woke, policy=policy_for(4))
    go_on_until(world, lambda: running(laptop).keys() - {claim})
    awake_for = world.now - woke
    world.run_to_the_end()
    assert world.failures == []
    assert laptop.agent is not None
    goal = next(goal for goal in laptop.agent.plan.goals() if goal.goal.title == "a goal")
    late = goal.claim(claim)
    assert late is not None
    assert late.result is None, "what it wrote too late is not said a second time"
    assert dict(before.pop()).items() <= dict(texts(world).pop()).items(), "nothing that was accepted changed"
    assert laptop.peer_id in records_of(laptop, Result, "another goal")
    # A split takes 2 to 8 seconds, its votes a few more: it is among the first to claim, not the last.
    assert awake_for < 60.0


def test_row_10_a_laptop_alone_goes_on_with_what_it_had_in_hand() -> None:
    world = world_of(ALL_ROUNDER, seed=0, seconds_to_write=(10.0, 20.0))
    world.submit(world.machines[0], policy=policy_for(1))
    go_on_until(world, lambda: running(world.machines[0]))
    world.inflict(Asleep(at=0.0, until=0.0, machine=0, how="sleep"))
    world.run(world.now + AN_HOUR)
    world.machines[0].wake()
    world.run_to_the_end()
    assert world.failures == []
    assert world.checks.extra_runs == 0


@pytest.mark.parametrize("silent", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_row_11_two_halves_of_a_cut_network_run_the_same_leaf(seed: int, silent: bool) -> None:
    world = world_of(PLANNER, ALL_ROUNDER, PLANNER, PLANNER, seed=seed, seconds_to_write=(30.0, 40.0))
    world.submit(world.machines[0], policy=policy_for(4))
    go_on_until(world, lambda: running(world.machines[1]))
    (claim,) = running(world.machines[1])
    cut = Cut(at=0.0, until=0.0, sides=(0, 1, 0, 1), silent=silent)
    world.inflict(cut)
    assert world.machines[1].agent is not None
    (goal,) = world.machines[1].agent.plan.goals()
    held = goal.claim(claim)
    assert held is not None

    def results_of(number: int, step: Step) -> set[RecordId]:
        agent = world.machines[number].agent
        goal = None if agent is None else agent.plan.goal(step.goal)
        return set() if goal is None else {one.result.id for one in goal.attempts(step).claims() if one.result}

    go_on_until(world, lambda: results_of(0, held.step) and results_of(1, held.step))
    here, there = results_of(0, held.step), results_of(1, held.step)
    assert here.isdisjoint(there), "both halves ran it"
    cut.end(world)
    world.run_to_the_end()
    assert world.failures == []
    assert all(results_of(number, held.step) == here | there for number in range(4))
    assert len(texts(world)) == 1, "one accepted result, the same on every machine"
    assert goal.state == "finished"


@pytest.mark.parametrize("seed", SEEDS)
def test_who_was_cut_off_alone_steals_nothing_on_reconnecting(seed: int) -> None:
    """Cut off for longer than a lease, it can take work again from the first sign of somebody on."""
    world = world_of(ALL_ROUNDER, ALL_ROUNDER, PLANNER, seed=seed, seconds_to_write=(60.0, 61.0))
    world.submit(world.machines[2], policy=policy_for(3, max_depth=0))
    go_on_until(world, lambda: running(world.machines[0]) or running(world.machines[1]))
    holder, alone = sorted(world.machines[:2], key=lambda machine: not running(machine))
    assert alone.agent is not None
    alone.disk.full, alone.agent.log.store_problem = True, "its disk is full"
    world.inflict(cut := Cut(at=0.0, until=0.0, sides=tuple(int(machine is alone) for machine in world.machines)))
    world.run(world.now + 20.0)
    cut.end(world)
    back = world.now
    go_on_until(world, lambda: alone.agent.hearing.since > back, step=0.02)
    alone.disk.full, alone.agent.log.store_problem = False, None
    world.run(world.now + 11.0)
    assert records_of(alone, Claim, "a goal") == [holder.peer_id]
    assert running(holder)
    world.run_to_the_end()
    assert world.failures == []


# With real agents.


async def test_row_9_with_a_real_agent(
    farm: Farm, room_to_write: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    error_ms = -TWO_WEEKS_MS

    def wrong_ms() -> int:
        return wall_ms() + error_ms

    monkeypatch.setattr(timekeeper, "wall_ms", wrong_ms)
    monkeypatch.setattr("edge_agent.own_beacon.wall_ms", wrong_ms)
    monkeypatch.setattr("edge_agent.agent.HybridClock", functools.partial(HybridClock, now_ms=wrong_ms))
    monkeypatch.setattr(timekeeper, "clock_is_synchronised", lambda: False)
    ash = await farm.start("ash")
    goal = goal_of(
        ash, await ash.owner.submit(GoalFile(title="Japan", text=JAPAN.text, options=GoalOptions(max_depth=0)))
    )
    assert goal.record.clock < clock_of_ms(wall_ms() - TWO_WEEKS_MS // 2), "its clock is two weeks back"
    await until(lambda: ash.performer.runs, "work")
    (claim,) = ash.performer.runs
    before = ash.log.clock.mark
    error_ms = 0
    room_to_write.set()
    monkeypatch.setattr(timekeeper, "clock_is_synchronised", lambda: True)
    await until(lambda: goal.ended, "the end")
    (result,) = bodies(ash, Result)
    assert result.claim == claim, "nobody stole the claim, and it was not given up"
    assert not bodies(ash, Failure)
    assert ash.log.clock.mark > before
    beech = await farm.start("beech", peers=[ash])
    await until(lambda: beech.plan.digest() == ash.plan.digest(), "one digest")
    assert not beech.log.quarantine
    assert not beech.log.refused


async def test_row_10_with_a_real_agent(
    farm: Farm, room_to_write: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept = 0.0

    def seconds() -> float:
        return monotonic_seconds() + slept

    for module in (
        "agent",
        "catching_up",
        "neighbours",
        "outlook",
        "own_beacon",
        "owners_word",
        "performer",
        "timekeeper",
    ):
        monkeypatch.setattr(f"edge_agent.{module}.monotonic_seconds", seconds)
    goals = GoalDefaults(window_seconds=3.0, lease_seconds=60.0, max_depth=0, max_tasks=1)
    ash = await farm.start("ash", goals=goals)
    goal = goal_of(ash, await ash.owner.submit(JAPAN))
    await until(lambda: ash.performer.runs, "work")
    (claim,) = ash.performer.runs
    held = goal.claim(claim)
    assert held is not None
    slept = AN_HOUR
    room_to_write.set()
    await until(lambda: not ash.catching_up.done, "it to notice that it slept")

    def stranger_says(body: KnownBody) -> RecordId:
        """What others said meanwhile."""
        record = sign_record(body, clock=ash.log.clock.tick(), swarm=ash.swarm, signer=STRANGER)
        ash.log.hear([record.wire], STRANGER.peer_id)
        return record.id

    step = held.step
    other = stranger_says(Claim(goal=goal.id, task=step.task, phase=step.phase, split=step.split, attempt=2))
    text = stranger_says(Result(goal=goal.id, claim=other, text="Written by somebody who was awake."))
    await until(lambda: ash.catching_up.done and not ash.performer.runs, "it to be done with it")
    assert goal.root.text is not None
    assert goal.root.text.id == text
    assert len(bodies(ash, Result)) == 1, "what it wrote too late is not said"
    again = goal_of(ash, await ash.owner.submit(GoalFile(title="Oslo", text="Plan a weekend in Oslo")))
    await until(lambda: again.ended, "it to work on")
    assert again.root.text is not None
    assert again.root.text.author == ash.peer_id


async def test_row_11_with_real_agents(farm: Farm) -> None:
    goals = GoalDefaults(window_seconds=3.0, lease_seconds=2.0, max_depth=0, max_tasks=1)
    ash, beech = await farm.start("ash", goals=goals), await farm.start("beech", goals=goals)
    goal = await ash.owner.submit(JAPAN)
    await beech.log.receive([goal_of(ash, goal).record.wire], ash.peer_id)
    await until(lambda: goal_of(ash, goal).ended and goal_of(beech, goal).ended, "both halves to end it")
    texts = [one.root.text for one in (goal_of(ash, goal), goal_of(beech, goal))]
    assert all(texts)
    assert texts[0] != texts[1], "both ran it"
    ash.mesh.add_addresses(beech.peer_id, beech.mesh.addresses)
    beech.mesh.add_addresses(ash.peer_id, ash.mesh.addresses)
    await until(lambda: ash.plan.digest() == beech.plan.digest(), "one digest")
    first = min((text for text in texts if text is not None), key=lambda record: record.order)
    for agent in (ash, beech):
        accepted = goal_of(agent, goal).root.text
        assert accepted is not None
        assert accepted.id == first.id
        assert len(bodies(agent, Result)) == 2
