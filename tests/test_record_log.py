"""The record log: durable before it is told, the door, the quarantine, a clock set right, forgotten goals."""

import asyncio
from collections.abc import AsyncIterator, Collection
from pathlib import Path

import pytest

from edge_agent.clock import QUARANTINE_MS, HybridClock, clock_of_ms
from edge_agent.mesh.reconcile import bound_of, id_of, key_of
from edge_agent.record_log import ASIDE, RecordLog
from edge_agent.records import (
    Cancel,
    Clock,
    Forget,
    Goal,
    KnownBody,
    Policy,
    Record,
    RecordId,
    Signer,
    SwarmId,
    sign_record,
)
from edge_agent.store import Store, StoreFullError

SWARM = SwarmId("cd" * 16)
NOW = 1_800_000_000_000
ME, OTHER = Signer(b"\x03" * 32), Signer(b"\x04" * 32)
GOAL = Goal(title="Japan", text="Plan a trip to Japan", policy=Policy())


class Machine:
    """A record log on a store, with clocks that the test sets."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.wall = NOW
        self.reference = NOW

    async def start(self) -> RecordLog:
        self.store = await Store.open(self.path)
        self.log = RecordLog(
            store=self.store,
            swarm=SWARM,
            signer=ME,
            clock=HybridClock(await self.store.mark(), now_ms=lambda: self.wall),
            reference_ms=lambda: self.reference,
        )
        await self.log.load()
        return self.log

    async def restart(self) -> RecordLog:
        await self.log.flush()
        await self.store.close()
        return await self.start()


@pytest.fixture
async def machine(tmp_path: Path) -> AsyncIterator[Machine]:
    machine = Machine(tmp_path / "records.sqlite")
    await machine.start()
    yield machine
    await machine.store.close()


async def ids(log: RecordLog) -> list[RecordId]:
    """What the log holds, as an exchange sees it."""
    return await log.read(lambda records: [id_of(key) for key in records])


def foreign(body: KnownBody, milliseconds: int = NOW) -> Record:
    return sign_record(body, clock=clock_of_ms(milliseconds), swarm=SWARM, signer=OTHER)


async def test_what_is_told_is_on_the_disk_already(machine: Machine) -> None:
    told: list[Record] = []
    machine.log.on_record(told.append)
    record = await machine.log.publish(GOAL)
    assert told == [record]
    log = await machine.restart()
    assert record.id in log.plan
    assert log.clock.mark >= record.clock


async def test_nothing_is_told_where_nothing_can_be_stored(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(record: Record, mark: Clock, facts: object) -> None:
        raise StoreFullError("the disk is full")

    told: list[Record] = []
    machine.log.on_record(told.append)
    with monkeypatch.context() as patch:
        patch.setattr(machine.store, "add_own", full)
        with pytest.raises(StoreFullError):
            await machine.log.publish(GOAL)
    assert told == []
    assert not machine.log.plan.goals()
    assert machine.log.store_problem == "the disk is full"
    await machine.log.publish(GOAL)
    assert machine.log.store_problem is None


async def test_records_of_others_pass_the_door_once(machine: Machine) -> None:
    goal = foreign(GOAL)
    assert await machine.log.receive([b"junk", goal.wire, goal.wire], OTHER.peer_id) == 1
    assert sum(machine.log.refused.values()) == 1
    assert await ids(machine.log) == [goal.id]
    assert await machine.log.wires([goal.id, goal.id[::-1]]) == [goal.wire]  # type: ignore[list-item]
    log = await machine.restart()
    assert goal.id in log.plan


async def test_own_clock_is_above_all_that_counted(machine: Machine) -> None:
    later = foreign(GOAL, NOW + QUARANTINE_MS)
    await machine.log.receive([later.wire], OTHER.peer_id)
    assert (await machine.log.publish(Cancel(goal=later.id))).clock > later.clock


async def test_a_record_from_the_future_waits_outside_and_drags_no_clock(machine: Machine) -> None:
    early = foreign(GOAL, NOW + QUARANTINE_MS + 1)
    assert await machine.log.receive([early.wire], OTHER.peer_id) == 0
    assert await ids(machine.log) == []
    assert machine.log.holds(early.id)
    assert not machine.log.plan.goals()
    assert machine.log.clock.tick() < early.clock
    machine.reference += 1
    assert machine.log.release_due() == 1
    assert machine.log.plan.goals()[0].id == early.id


async def test_a_clock_far_ahead_is_set_right_and_open_goals_come_again(machine: Machine) -> None:
    right = await machine.log.publish(GOAL)
    machine.wall = NOW + 40 * 86_400_000
    wrong = await machine.log.publish(Goal(title="Garden", text="Plan a garden", policy=Policy()))
    done = await machine.log.publish(Goal(title="Old", text="An old goal", policy=Policy()))
    await machine.log.publish(Cancel(goal=done.id))
    machine.wall = machine.reference = NOW + 1_000
    assert await machine.log.set_clock_right() == 3
    titles = {goal.goal.title: goal for goal in machine.log.plan.goals()}
    assert titles.keys() == {"Japan", "Garden"}
    assert titles["Japan"].id == right.id
    assert titles["Garden"].id != wrong.id
    assert titles["Garden"].record.clock < clock_of_ms(NOW + QUARANTINE_MS)
    assert await machine.log.set_clock_right() is None
    digest = machine.log.plan.digest()
    assert (await machine.restart()).plan.digest() == digest


async def test_a_clock_that_cannot_be_set_right_yet_is_as_it_was(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(ids: object, mark: Clock, facts: object) -> None:
        raise StoreFullError("the disk is full")

    machine.wall = NOW + 40 * 86_400_000
    await machine.log.publish(GOAL)
    machine.wall = machine.reference = NOW + 1_000
    with monkeypatch.context() as patch:
        patch.setattr(machine.store, "put_aside", full)
        with pytest.raises(StoreFullError):
            await machine.log.set_clock_right()
    assert machine.log.clock.mark > clock_of_ms(NOW + QUARANTINE_MS)
    assert await machine.log.set_clock_right() == 1


@pytest.mark.parametrize("restarts", [False, True])
async def test_goals_outlast_a_disk_that_fills_while_the_clock_is_set_right(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, restarts: bool
) -> None:
    add_own, room = Store.add_own, 0

    async def add_where_there_is_room(
        self: Store, record: Record, mark: Clock, facts: Collection[tuple[str, str]]
    ) -> None:
        nonlocal room
        if not room:
            raise StoreFullError("the disk is full")
        room -= 1
        await add_own(self, record, mark, facts)

    machine.wall = NOW + 40 * 86_400_000
    for title in ("Garden", "Picnic", "Japan"):
        await machine.log.publish(Goal(title=title, text=f"Plan: {title}", policy=Policy()))
    machine.wall = machine.reference = NOW + 1_000
    with monkeypatch.context() as patch:
        patch.setattr(Store, "add_own", add_where_there_is_room)
        for records in (0, 1, 0):
            room = records
            with pytest.raises(StoreFullError):
                await machine.log.set_clock_right()
            if restarts:
                await machine.restart()
    assert len(machine.log.plan.goals()) == 1
    assert await machine.log.set_clock_right() == 3
    assert sorted(goal.goal.title for goal in machine.log.plan.goals()) == ["Garden", "Japan", "Picnic"]
    await machine.restart()
    assert await machine.log.set_clock_right() is None
    assert len(machine.log.plan.goals()) == 3


async def test_goals_to_say_again_that_cannot_be_read_keep_nothing_from_starting(
    machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    await machine.store.set_meta(ASIDE, "junk")
    log = await machine.restart()
    assert await log.set_clock_right() is None
    assert "cannot be read" in caplog.text


async def test_room_on_the_disk_is_noticed(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(key: str, value: str) -> None:
        raise StoreFullError("still full")

    machine.log.store_problem = "the disk is full"
    with monkeypatch.context() as patch:
        patch.setattr(machine.store, "set_meta", full)
        await machine.log.look_for_room()
    assert machine.log.store_problem == "still full"
    await machine.log.look_for_room()
    assert machine.log.store_problem is None


async def test_a_flood_from_the_future_is_one_warning(machine: Machine, caplog: pytest.LogCaptureFixture) -> None:
    for day in range(1, 20):
        early = foreign(GOAL, NOW + day * 86_400_000)
        await machine.log.receive([early.wire], OTHER.peer_id)
    assert len(machine.log.quarantine) == 19
    assert [record.levelname for record in caplog.records].count("WARNING") == 1


async def on_disk(machine: Machine) -> set[RecordId]:
    return {record.id async for record in machine.store.records(SWARM)}


async def test_a_forgotten_goal_leaves_the_disk_and_stays_away(machine: Machine) -> None:
    goal = await machine.log.publish(GOAL)
    cancel = await machine.log.publish(Cancel(goal=goal.id))
    late = foreign(Cancel(goal=goal.id), NOW + 30_000)
    forget = foreign(Forget(goal=goal.id), NOW + 60_000)
    await machine.log.receive([late.wire, forget.wire], OTHER.peer_id)
    assert set(await ids(machine.log)) == {goal.id, forget.id}, "before anything is written"
    await machine.log.flush()
    assert await on_disk(machine) == {goal.id, forget.id}
    assert await machine.log.receive([cancel.wire], OTHER.peer_id) == 0
    log = await machine.restart()
    assert set(await ids(log)) == {goal.id, forget.id}


async def test_an_own_forget_drops_what_was_not_even_written(machine: Machine) -> None:
    goal = foreign(GOAL)
    cancel = foreign(Cancel(goal=goal.id), NOW + 1)
    await machine.log.receive([goal.wire, cancel.wire], OTHER.peer_id)
    forget = await machine.log.publish(Forget(goal=goal.id))
    await machine.log.flush()
    assert await on_disk(machine) == set(await ids(machine.log)) == {goal.id, forget.id}


async def test_a_goal_that_comes_after_its_forget_takes_the_rest_along(machine: Machine) -> None:
    goal = foreign(GOAL)
    cancel, forget = foreign(Cancel(goal=goal.id), NOW + 1), foreign(Forget(goal=goal.id), NOW + 2)
    await machine.log.receive([forget.wire, cancel.wire], OTHER.peer_id)
    await machine.log.flush()
    assert await on_disk(machine) == {forget.id, cancel.id}, "whose goal it is nobody knows yet"
    await machine.log.receive([goal.wire], OTHER.peer_id)
    await machine.log.flush()
    assert await on_disk(machine) == set(await ids(machine.log)) == {goal.id, forget.id}


async def test_what_a_crash_left_of_a_forgotten_goal_is_deleted_at_the_next_start(machine: Machine) -> None:
    goal = await machine.log.publish(GOAL)
    cancel = await machine.log.publish(Cancel(goal=goal.id))
    forget = await machine.log.publish(Forget(goal=goal.id))
    late = foreign(Cancel(goal=goal.id), NOW + 60_000)
    await machine.store.add_foreign([late])  # written while the goal was being forgotten
    await machine.store.close()
    log = await machine.start()
    assert set(await ids(log)) == {goal.id, forget.id}
    assert await on_disk(machine) == {goal.id, forget.id, cancel.id, late.id}
    await log.flush()
    assert await on_disk(machine) == {goal.id, forget.id}


async def test_a_full_disk_puts_the_deletion_off(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(goal: RecordId, keep: object) -> None:
        raise StoreFullError("the disk is full")

    goal = await machine.log.publish(GOAL)
    await machine.log.publish(Cancel(goal=goal.id))
    forget = await machine.log.publish(Forget(goal=goal.id))
    with monkeypatch.context() as patch:
        patch.setattr(machine.store, "delete_goal", full)
        await machine.log.flush()
        assert machine.log.store_problem == "the disk is full"
    await machine.log.flush()
    assert machine.log.store_problem is None
    assert await on_disk(machine) == {goal.id, forget.id}


async def test_an_exchange_sees_the_records_in_order_up_to_the_horizon(machine: Machine) -> None:
    own = await machine.log.publish(GOAL)
    earlier, last = foreign(GOAL, NOW - 60_000), foreign(GOAL, NOW + QUARANTINE_MS)
    beyond = foreign(GOAL, NOW + QUARANTINE_MS + 1)
    await machine.log.receive([one.wire for one in (last, beyond, earlier)], OTHER.peer_id)
    assert await ids(machine.log) == [earlier.id, own.id, last.id]
    end = bound_of(await machine.log.horizon())
    assert key_of(last) < end <= key_of(beyond)
    unknown = RecordId("f" * 64)
    assert await machine.log.missing([own.id, beyond.id, unknown]) == [unknown]


async def test_a_cancelled_caller_leaves_no_record_that_is_stored_but_not_said(machine: Machine) -> None:
    told: list[Record] = []
    machine.log.on_record(told.append)
    caller = asyncio.create_task(machine.log.publish(GOAL))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    last = await machine.log.publish(Goal(title="Next", text="The next goal", policy=Policy()))
    assert [goal.id for goal in machine.log.plan.goals()] == [record.id for record in told]
    assert last in told
    assert {record.id async for record in machine.store.records(SWARM)} == {record.id for record in told}
