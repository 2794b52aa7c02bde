"""Simulated worlds in which everything goes wrong at once, and all checks on them: the rules' own and the oracle's.

The worlds of ``scripts/simulate`` differ a lot and are mild on the whole; a fault of a single rule may need hundreds of
them to show. These are small, few and harsh: two members say junk all the time, the network is cut in halves again and
again, machines crash, sleep and come late, owners cancel, forget and lower quorums.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from random import Random
from typing import Final

from reference_fold import ReferencePlan
from test_plan_facts import digest_of_reference
from test_plan_propagation import assert_same

from edge_agent.clock import QUARANTINE_MS, ms_of_clock
from edge_agent.plan import Plan
from edge_agent.records import Policy, Record
from simulation.faults import Asleep, BadWeather, Buggy, Command, Crash, Cut, Fault, Late, WrongClock
from simulation.machine import START_MS
from simulation.model import Script
from simulation.world import Config, MachineSpec, World, random_world

MACHINES: Final = 6
CALM_FROM: Final = 110.0
DAY_MS: Final = 86_400_000.0


def mild_world(seed: int) -> World:
    """The world of ``scripts/simulate --seed``."""
    return random_world(seed, 7)


def harsh_world(seed: int) -> World:
    """Six machines, one of them an observer, two buggy ones, three goals, and every kind of trouble for two minutes."""
    lots = Random(f"harsh {seed}")
    config = Config(
        machines=(
            *(MachineSpec(tier=lots.choice((1, 2, 3))) for _ in range(MACHINES - 1)),
            MachineSpec(roles=("observer",)),
        ),
        script=Script(
            seed=seed,
            approves=lots.choice((0.4, 0.6, 0.8)),
            fails=lots.choice((0.0, 0.2, 0.4)),
            small=lots.choice((0.02, 0.2)),
            leaves=lots.choice((0.3, 0.6)),
            seconds_to_write=(4.0, 14.0),
        ),
        faults=tuple(sorted(_troubles(lots), key=lambda fault: fault.at)),
        delay=lots.choice((0.02, 0.1, 0.4)),
        junk_share=1.0,
        keeps_trace=False,
    )
    world = World(seed, config)
    for number, title in enumerate("ABC"):
        world.submit(
            world.machines[number % 3],
            title,
            at=lots.uniform(0.0, 40.0) if number else 0.0,
            policy=Policy(
                quorum=lots.choice((1, 2, 3, 3)),
                max_tasks=lots.choice((8, 16, 30)),
                max_depth=lots.choice((2, 3)),
                max_rounds=lots.choice((0, 1, 2)),
                max_attempts=lots.choice((1, 2, 3)),
                min_proposals=lots.choice((1, 2, 3)),
                lease=8_000,
                proposal_window=6_000,
            ),
        )
    return world


def _troubles(lots: Random) -> list[Fault]:
    faults: list[Fault] = [
        Buggy(at=0.0, until=CALM_FROM, machine=3),
        Buggy(at=lots.uniform(0.0, 40.0), until=CALM_FROM, machine=4),
        Late(at=0.0, until=lots.uniform(5.0, 60.0), machine=2),
        Asleep(at=lots.uniform(10.0, 50.0), until=lots.uniform(60.0, CALM_FROM), machine=lots.randrange(3), how="stop"),
        Command(at=lots.uniform(8.0, 30.0), until=30.0, machine=0, what="requorum", goal="A"),
        Command(at=lots.uniform(20.0, 80.0), until=80.0, machine=0, what="requorum", goal="B"),
        Command(at=lots.uniform(60.0, 100.0), until=100.0, machine=1, what="cancel", goal=lots.choice("ABC")),
    ]
    if lots.random() < 0.5:
        faults.append(Command(at=90.0, until=90.0, machine=0, what="forget", goal="C"))
    if lots.random() < 0.3:
        faults.append(
            WrongClock(at=0.0, until=CALM_FROM, machine=1, error_ms=lots.choice((6e5, 2 * DAY_MS)), drift=0.0)
        )
    for at in (8.0, 35.0, 65.0):
        sides = tuple(lots.randrange(2) for _ in range(MACHINES))
        faults.append(Cut(at=at, until=at + lots.uniform(5.0, 25.0), sides=sides, one_way=lots.random() < 0.3))
    for _ in range(3):
        at = lots.uniform(5.0, 90.0)
        until = at + lots.uniform(1.0, 15.0)
        faults.append(Crash(at=at, until=until, machine=lots.randrange(3), in_write=lots.random() < 0.5))
    return [*faults, BadWeather(at=5.0, until=95.0, delay=lots.choice((0.1, 0.6)), loss=0.3, doubled=0.3, damaged=0.05)]


def failures_of(make: Callable[[int], World], seed: int) -> list[str]:
    """What does not hold in this world: by the simulator's checks, then by the reference fold on every machine."""
    logging.disable(logging.CRITICAL)
    try:
        world = make(seed)
        for fault in sorted(world.config.faults, key=lambda fault: fault.until):
            world.run(max(world.now, fault.until))
            if world.failures:
                return world.failures  # a broken rule may flood its world with records if that goes on
        world.run_to_the_end()
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return [f"{type(error).__name__}: {error} ({where.name})"]
    finally:
        logging.disable(logging.NOTSET)
    return [*world.failures, *_from_the_future(world), *_against_the_rules(world)]


def _from_the_future(world: World) -> list[str]:
    """Whether a plan still holds what the quarantine should have kept out, now that all clocks are right."""
    latest = START_MS + int(world.now * 1_000)
    return [
        f"quarantine: m{machine.number} holds a record of the far future"
        for machine in world.machines
        if machine.listens and machine.agent is not None
        if any(ms_of_clock(record.clock) > latest + QUARANTINE_MS for record in _records_of(machine.agent.plan))
    ]


def _records_of(plan: Plan) -> list[Record]:
    return [record for goal in plan.goals() for record in goal.records.values()]


def _against_the_rules(world: World) -> list[str]:
    """Whether each machine's plan is what the reference fold makes of the same records."""
    plans = [machine.agent.plan for machine in world.machines if machine.agent is not None]
    expected: dict[frozenset[str], ReferencePlan] = {}
    for plan in plans:
        records = _records_of(plan)
        if len(records) != len(plan):
            continue  # what names a goal that is not here is in nobody's reach
        known = frozenset(record.id for record in records)
        reference = expected.setdefault(known, ReferencePlan(records))
        try:
            for goal in plan.goals():
                if not goal.forgotten:
                    assert_same(goal, reference.goals[goal.id])
        except AssertionError:
            return ["reference fold: a plan does not follow from the rules"]
        if digest_of_reference(reference) != plan.digest():
            return ["reference fold: a digest does not cover what follows from the rules"]
    return []
