"""The simulator can fail: each planted rule fault is caught within few seeds, which all pass without it."""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest
from harsh_worlds import failures_of, harsh_world
from planted_faults import FAULTS, PlantedFault, catch

from simulation.world import World

SEEDS = 25
"""How many seeds a fault may need; most need one."""


@functools.cache
def sound(make: Callable[[int], World], seed: int) -> list[str]:
    return failures_of(make, seed)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_caught(fault: PlantedFault) -> None:
    caught = catch(fault, SEEDS)
    assert caught is not None, f"{SEEDS} seeds saw nothing of it: {fault.description}"
    assert "Error" not in caught.failures[0], "a crash is no subtle fault"
    assert sound(fault.make, caught.seed) == [], "the seed has to pass without the fault"


def test_a_planted_fault_leaves_nothing_behind() -> None:
    for fault in FAULTS:
        with fault.plant():
            pass
    assert failures_of(harsh_world, 0) == []


def test_equal_seeds_make_equal_worlds() -> None:
    digests = set()
    for _ in range(2):
        world = harsh_world(1)
        world.run_to_the_end()
        digests.add((world.digest_of_plans(), world.checks.said_so_far, world.schedule.happened))
    assert len(digests) == 1
    assert harsh_world(2).config != harsh_world(1).config
