"""What is measured along which axis: every point is a job of its own, so that two processors share them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, Final
from unittest import mock

from msgspec import Struct

from bench.coordinator import Coordination, Outcome
from bench.measure import Run, random_crashes, run_swarm
from bench.swarm import Shape, script_for
from edge_agent.roles import vote
from simulation.model import Script

PROCESSES: Final = 2
QUORUM: Final = 3
SECONDS_OF_A_LEAF: Final = 60.0
"""Along the axis of executors."""
SHARE_THAT_CRASHES: Final = 1 / 3
CRASHING_MACHINES: Final = 9
EARLIEST_CRASH: Final = 3.0
"""Seconds after the goal was given: it has left the machine that took it."""


class Sizes(Struct, frozen=True, kw_only=True):
    """The points of all axes."""

    machines: tuple[int, ...] = (3, 5, 10, 30, 100, 300, 1000)
    leaves: tuple[int, ...] = (10, 100, 1000, 9261)
    executors: tuple[int, ...] = (1, 2, 4, 8, 16, 32)
    judged_by_all: tuple[int, ...] = (3, 10, 30, 100)
    crash_seeds: int = 100


QUICK: Final = Sizes(machines=(3, 10, 30), leaves=(10, 100), executors=(1, 4, 16), judged_by_all=(3, 10), crash_seeds=6)


class Crashed(Struct, frozen=True, kw_only=True):
    """What became of a goal when machines went for good, of the swarm's and of the coordinator's."""

    swarm: str
    """The goal's state."""
    swarm_seconds: float
    swarm_wasted: float
    coordinator: bool
    """Whether it finished."""
    coordinator_alone: bool
    """The same where only the coordinator goes, at a random moment of the goal."""
    origin_alone: str
    """The state of the swarm's goal where only the machine that took it goes."""


class Results(Struct, kw_only=True):
    """All points, by axis."""

    machines: list[Run] = []
    machines_coordinated: list[Outcome] = []
    judged_by_all: list[Run] = []
    majority: list[Run] = []
    leaves: list[Run] = []
    executors: list[Run] = []
    executors_coordinated: list[Outcome] = []
    crashes: list[Crashed] = []


def of_machines(machines: int, quorum: int = QUORUM, spare: int = vote.SPARE_SCORERS) -> Run:
    """64 leaves; ``spare``: how many scorers beyond the quorum judge from the beginning."""
    shape, script = _common()
    # A constant of the product, but what is measured here.
    with mock.patch.object(vote, "SPARE_SCORERS", spare):
        return run_swarm(shape, script, machines, shape.policy(machines, quorum=quorum, lease=12, window=8))


def of_machines_coordinated(machines: int) -> Outcome:
    """The same goal under a coordinator."""
    shape, script = _common()
    return Coordination(shape, script, machines, quorum=QUORUM).run(10_000)


def of_leaves(leaves: int) -> Run:
    """Seven machines. Chapters come one after the other, and the model is quick: what counts is the number of tasks."""
    shape = Shape(leaves, fan_out=21, in_turn=True)
    script = script_for(shape, 1, split=0.5, judge=0.2, write=1.0, spread=0.3)
    return run_swarm(shape, script, 7, shape.policy(7, quorum=2, lease=12, window=8, proposals=1))


def of_executors(machines: int) -> Run:
    """64 leaves in two parts, each a minute's work; intervals and leases as the product has them."""
    shape = Shape(64, fan_out=32)
    script = script_for(shape, 1, split=3, judge=1, write=SECONDS_OF_A_LEAF)
    policy = shape.policy(machines, quorum=2, lease=60, window=60)
    return run_swarm(shape, script, machines, policy, beacon_seconds=5.0)


def of_executors_coordinated(machines: int) -> Outcome:
    """The same under a coordinator."""
    shape = Shape(64, fan_out=32)
    script = script_for(shape, 1, split=3, judge=1, write=SECONDS_OF_A_LEAF)
    return Coordination(shape, script, machines, quorum=2, beacon_seconds=5.0).run(100_000)


def of_crashes(seed: int) -> Crashed:
    """24 leaves, nine machines, a third of which go for good at random moments of the goal's undisturbed life."""
    shape = Shape(24)
    script = script_for(shape, seed, split=3, judge=1, write=5, spread=0.3)
    policy = shape.policy(CRASHING_MACHINES, quorum=QUORUM, lease=12, window=8)
    lots = Random(f"crashes {seed}")
    swarm = functools.partial(run_swarm, shape, script, CRASHING_MACHINES, policy, seed=seed, longest=3_000)
    coordinated = functools.partial(Coordination, shape, script, CRASHING_MACHINES, quorum=QUORUM, seed=seed)
    life = coordinated().run(10_000).seconds
    crashes = random_crashes(CRASHING_MACHINES, SHARE_THAT_CRASHES, life, lots)
    alone = [(0, lots.uniform(0.0, life))]
    disturbed = swarm(crashes=_later(crashes))
    return Crashed(
        swarm=disturbed.state,
        swarm_seconds=disturbed.seconds,
        swarm_wasted=disturbed.wasted,
        coordinator=coordinated(crashes=crashes).run(10_000).finished,
        coordinator_alone=coordinated(crashes=alone).run(10_000).finished,
        origin_alone=swarm(crashes=_later(alone)).state,
    )


def measure(sizes: Sizes, tell: Callable[[str], None], processes: int = PROCESSES) -> Results:
    """All points. ``tell`` hears of each that is done."""
    results = Results()
    with ProcessPoolExecutor(processes) as pool:
        # The largest first: they take longest.
        jobs: list[tuple[str, Callable[..., Any], Sequence[tuple[Any, ...]]]] = [
            ("machines", of_machines, [(n,) for n in sizes.machines]),
            ("leaves", of_leaves, [(n,) for n in sizes.leaves]),
            ("judged_by_all", of_machines, [(n, QUORUM, n) for n in sizes.judged_by_all]),
            ("majority", of_machines, [(n, n // 2 + 1) for n in sizes.judged_by_all]),
            ("executors", of_executors, [(n,) for n in sizes.executors]),
            ("machines_coordinated", of_machines_coordinated, [(n,) for n in sizes.machines]),
            ("executors_coordinated", of_executors_coordinated, [(n,) for n in sizes.executors]),
            ("crashes", of_crashes, [(seed,) for seed in range(sizes.crash_seeds)]),
        ]
        futures = [
            (axis, arguments, pool.submit(function, *arguments))
            for axis, function, points in jobs
            for arguments in reversed(points)
        ]
        for axis, arguments, future in futures:
            getattr(results, axis).append(future.result())
            tell(f"{axis} {' '.join(map(str, arguments))}")
    for axis in results.__struct_fields__:
        getattr(results, axis).reverse()
    return results


def _common() -> tuple[Shape, Script]:
    shape = Shape(64)
    return shape, script_for(shape, 1, split=3, judge=1, write=5, spread=0.3)


def _later(crashes: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    return [(number, EARLIEST_CRASH + after) for number, after in crashes]
