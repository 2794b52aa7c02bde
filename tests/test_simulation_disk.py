"""A virtual disk loses exactly what was not durable."""

from __future__ import annotations

from typing import Any

import pytest
from histories import SWARM, make_record

from edge_agent.records import Goal, Policy, Record
from edge_agent.store import StoreError
from simulation.disk import VirtualDisk
from simulation.schedule import Schedule
from simulation.waiting import Driven, finish


def goal(clock: int) -> Record:
    return make_record(Goal(title="goal", text="goal", policy=Policy()), clock)


def disk(seconds: float = 0.01, survives: bool = False) -> tuple[VirtualDisk, Schedule]:
    schedule = Schedule()
    return VirtualDisk(schedule, lambda: seconds, lambda: survives), schedule


async def held(of: VirtualDisk) -> list[Record]:
    return [record async for record in of.records(SWARM)]


def test_a_record_of_ones_own_is_durable_once_add_own_returns() -> None:
    one, schedule = disk()
    outcomes: list[Any] = []
    record = goal(5)
    Driven(one.add_own(record, record.clock), lambda value, error: outcomes.append(error))
    assert outcomes == []
    assert finish(held(one)) == []
    schedule.run(until=1.0)
    assert outcomes == [None]
    one.lose_power()
    assert finish(held(one)) == [record]
    assert one.clock_mark == 5


@pytest.mark.parametrize("survives", [True, False])
def test_what_is_being_written_when_the_power_goes_is_there_or_not(survives: bool) -> None:
    one, schedule = disk(survives=survives)
    record = goal(5)
    Driven(one.add_own(record, record.clock), lambda value, error: pytest.fail("it never returned"))
    one.lose_power()
    schedule.run(until=1.0)
    assert finish(held(one)) == ([record] if survives else [])
    assert one.clock_mark == (5 if survives else 0)


def test_a_full_disk_takes_nothing() -> None:
    one, _ = disk(seconds=0.0)
    one.full = True
    with pytest.raises(StoreError):
        finish(one.add_own(goal(5), goal(5).clock))
    with pytest.raises(StoreError):
        finish(one.add_foreign([goal(5)]))
    with pytest.raises(StoreError):
        finish(one.set_meta("room", "-"))
    one.full = False
    finish(one.add_foreign([goal(7), goal(5)]))
    assert [record.clock for record in finish(held(one))] == [5, 7]


def test_what_is_put_aside_is_no_longer_returned_and_the_mark_goes_back() -> None:
    one, _ = disk(seconds=0.0)
    first, second = goal(5), goal(900)
    for record in (first, second):
        finish(one.add_own(record, record.clock))
    finish(one.put_aside([second.id], first.clock))
    assert finish(held(one)) == [first]
    assert one.clock_mark == 5
