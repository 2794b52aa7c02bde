"""The record log: durable, in order, and set aside rather than lost."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from edge_agent.records import Cancel, Clock, Forget, Goal, Policy, Record, RecordId, Signer, SwarmId, sign_record
from edge_agent.store import Store, StoreError, StoreFullError, StoreLockedError

SWARM = SwarmId("ab" * 16)
OTHER_SWARM = SwarmId("cd" * 16)
ROOT = Path(__file__).parents[1]
SIGNER = Signer(bytes(range(32)))


def make_goal(clock: int, text: str = "Plan a garden", swarm: SwarmId = SWARM) -> Record:
    body = Goal(title=f"Goal {clock}", text=text, policy=Policy())
    return sign_record(body, clock=Clock(clock), swarm=swarm, signer=SIGNER)


def make_goals(count: int, text: str = "Plan a garden") -> list[Record]:
    return [make_goal(number + 1, text) for number in range(count)]


async def read(store: Store, swarm: SwarmId = SWARM) -> list[Record]:
    return [record async for record in store.records(swarm)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "log.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(path)
    yield opened
    await opened.close()


async def fill(path: Path, records: list[Record]) -> None:
    store = await Store.open(path)
    await store.add_foreign(records)
    await store.close()


async def test_records_come_back_in_the_order_of_clock_and_id(path: Path) -> None:
    records = make_goals(1_234)
    shuffled = random.Random(1).sample(records, len(records))
    await fill(path, shuffled)
    store = await Store.open(path)
    assert await read(store) == sorted(records, key=lambda record: record.order)
    assert store.set_aside is None
    assert store.bad_rows == 0
    await store.close()


async def test_the_same_record_twice_is_one(store: Store) -> None:
    record = make_goal(5)
    await store.add_own(record, Clock(9))
    await store.add_own(record, Clock(9))
    await store.add_foreign([record, record])
    await store.add_foreign([])
    assert await read(store) == [record]


async def test_the_mark_never_falls_and_is_not_below_the_record(store: Store) -> None:
    assert await store.mark() == 0
    await store.add_own(make_goal(100), Clock(120))
    await store.add_own(make_goal(99), Clock(110))
    assert await store.mark() == 120
    with pytest.raises(ValueError, match="below the record's clock"):
        await store.add_own(make_goal(200), Clock(199))
    assert len(await read(store)) == 2


async def test_the_mark_is_compared_as_a_number(store: Store) -> None:
    await store.add_own(make_goal(9), Clock(9))
    await store.add_own(make_goal(10), Clock(10))
    assert await store.mark() == 10


async def test_another_swarms_records_are_left_out_but_kept(store: Store) -> None:
    ours, theirs = make_goal(1), make_goal(2, swarm=OTHER_SWARM)
    await store.add_foreign([ours, theirs])
    assert await read(store) == [ours]
    assert await read(store, OTHER_SWARM) == [theirs]


async def test_meta(store: Store, path: Path) -> None:
    assert await store.meta("swarm") is None
    await store.set_meta("swarm", SWARM)
    await store.set_meta("swarm", OTHER_SWARM)
    assert await store.meta("swarm") == OTHER_SWARM
    for reserved in ("mark", "schema"):
        with pytest.raises(ValueError, match="kept by the store"):
            await store.set_meta(reserved, "1")


async def test_forgetting_a_goal_keeps_what_is_named(path: Path) -> None:
    goal, other = make_goal(1), make_goal(2)
    forget = sign_record(Forget(goal=goal.id), clock=Clock(9), swarm=SWARM, signer=SIGNER)
    said = [sign_record(Cancel(goal=goal.id), clock=Clock(3 + n), swarm=SWARM, signer=SIGNER) for n in range(5)]
    await fill(path, [goal, other, forget, *said])
    store = await Store.open(path)
    await store.delete_goal(goal.id, {goal.id, forget.id})
    await store.close()
    store = await Store.open(path)
    assert store.set_aside is None
    assert await read(store) == [goal, other, forget]
    await store.close()


async def test_records_put_aside_are_kept_in_the_file_and_the_mark_goes_back(path: Path) -> None:
    store = await Store.open(path)
    early, late = make_goal(10), make_goal(10_000)
    await store.add_own(early, Clock(10))
    await store.add_own(late, Clock(10_000))
    await store.put_aside([late.id], Clock(500))
    assert await read(store) == [early]
    assert await store.mark() == 500
    await store.add_own(make_goal(501), Clock(501))
    await store.close()
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT wire FROM aside").fetchall() == [(late.wire,)]
    database.close()
    store = await Store.open(path)
    assert store.set_aside is None
    assert await store.mark() == 501
    await store.close()


async def test_writes_and_reads_of_many_tasks_at_once(store: Store) -> None:
    records = make_goals(300)

    async def add(record: Record) -> None:
        await store.add_own(record, record.clock)

    await asyncio.gather(*(add(record) for record in records[:150]), store.add_foreign(records[150:]), read(store))
    assert await read(store) == records
    assert await store.mark() == 150


async def test_a_cancelled_write_leaves_the_store_usable(store: Store) -> None:
    records = make_goals(60)
    for number, record in enumerate(records[:50]):
        task = asyncio.create_task(store.add_own(record, record.clock))
        for _ in range(number % 7):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    await store.add_foreign(records[50:])
    assert (await read(store))[-10:] == records[50:]


async def test_closing_waits_for_a_cancelled_write(path: Path) -> None:
    store = await Store.open(path)
    record = make_goal(1)
    task = asyncio.create_task(store.add_own(record, record.clock))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await store.close()
    store = await Store.open(path)
    assert await read(store) == [record]
    await store.close()


async def test_only_the_owner_can_read_the_files(path: Path, store: Store) -> None:
    await store.add_foreign(make_goals(3))
    for file in path.parent.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file


# Damage (case 13)


async def damaged_is_set_aside(path: Path, content: dict[str, bytes]) -> None:
    """Open a damaged log: its files lie untouched under a dated name, and the new one works."""
    store = await Store.open(path)
    assert store.set_aside is not None
    assert store.set_aside.name.startswith(f"{path.name}.corrupt-20")
    for suffix, bytes_before in content.items():
        assert store.set_aside.with_name(store.set_aside.name + suffix).read_bytes() == bytes_before
    assert await read(store) == []
    assert await store.mark() == 0
    record = make_goal(7)
    await store.add_own(record, Clock(7))
    await store.close()
    again = await Store.open(path)
    assert again.set_aside is None
    assert await read(again) == [record]
    await again.close()


@pytest.mark.parametrize("length", [0, 1, 50, 100, 4_096, 5_000, 20_000, 40_960])
async def test_a_truncated_log_is_set_aside(path: Path, length: int) -> None:
    await fill(path, make_goals(200))
    assert path.stat().st_size > 41_000
    os.truncate(path, length)
    await damaged_is_set_aside(path, {"": path.read_bytes()})


@pytest.mark.parametrize(
    "garbage", [b"not a database at all\n" * 99, b"\x00" * 9_000, random.Random(3).randbytes(9_000)]
)
async def test_garbage_is_set_aside(path: Path, garbage: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(garbage)
    await damaged_is_set_aside(path, {"": garbage})


async def test_overwritten_pages_are_set_aside(path: Path) -> None:
    await fill(path, make_goals(200))
    spoilt = bytearray(path.read_bytes())
    for start in range(4_096, len(spoilt), 3 * 4_096):
        spoilt[start : start + 64] = random.Random(start).randbytes(64)
    path.write_bytes(spoilt)
    await damaged_is_set_aside(path, {"": bytes(spoilt)})


@pytest.mark.parametrize("table", ["records", "meta", "seal", "aside"])
async def test_a_missing_table_is_set_aside(path: Path, table: str) -> None:
    await fill(path, make_goals(3))
    with sqlite3.connect(path) as database:
        database.execute(f"DROP TABLE {table}")
    database.close()
    await damaged_is_set_aside(path, {"": path.read_bytes()})


async def test_rows_that_went_missing_inside_a_whole_file_are_noticed(path: Path) -> None:
    await fill(path, make_goals(3))
    with sqlite3.connect(path) as database:
        database.execute("DROP TRIGGER sealed_delete")
        database.execute("DELETE FROM records WHERE clock = 2")
    database.close()
    await damaged_is_set_aside(path, {"": path.read_bytes()})


async def test_another_programs_database_is_set_aside(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE photos (name TEXT)")
    database.close()
    await damaged_is_set_aside(path, {"": path.read_bytes()})


async def crash_with_wal(path: Path, records: list[Record]) -> bytes:
    """Add records and leave the write-ahead log as a power cut would; returns it."""
    store = await Store.open(path)
    await store.add_foreign(records)
    log = path.with_name(path.name + "-wal")
    kept, main = log.read_bytes(), path.read_bytes()
    await store.close()
    path.write_bytes(main)
    log.write_bytes(kept)
    return kept


async def test_a_write_ahead_log_of_its_own_is_read(path: Path) -> None:
    records = make_goals(40)
    await crash_with_wal(path, records)
    store = await Store.open(path)
    assert store.set_aside is None
    assert await read(store) == records
    await store.close()


@pytest.mark.parametrize("older", [0, 1, 20, 150])
async def test_a_write_ahead_log_beside_an_older_copy_is_set_aside_with_it(path: Path, older: int) -> None:
    records = make_goals(400)
    await fill(path, records[:older])
    backup = path.read_bytes()
    await fill(path, records[older:300])
    log = await crash_with_wal(path, records[300:])
    path.write_bytes(backup)
    await damaged_is_set_aside(path, {"": backup, "-wal": log})


async def test_an_older_write_ahead_log_beside_a_newer_file_is_set_aside_with_it(path: Path) -> None:
    records = make_goals(600)
    log = await crash_with_wal(path, records[:150])
    await fill(path, records[150:600])
    path.with_name(path.name + "-wal").write_bytes(log)
    await damaged_is_set_aside(path, {"": path.read_bytes(), "-wal": log})


async def test_a_write_ahead_log_whose_database_is_gone_is_set_aside(path: Path) -> None:
    log = await crash_with_wal(path, make_goals(5))
    path.unlink()
    store = await Store.open(path)
    assert store.set_aside is not None
    assert store.set_aside.with_name(store.set_aside.name + "-wal").read_bytes() == log
    await store.close()


async def test_a_write_ahead_log_cut_in_the_middle_loses_its_end_only(path: Path) -> None:
    # A power cut in the middle of a write: SQLite stops at the last whole transaction.
    records = make_goals(40)
    store = await Store.open(path)
    for record in records:
        await store.add_foreign([record])
    log = path.with_name(path.name + "-wal")
    kept, main = log.read_bytes(), path.read_bytes()
    await store.close()
    path.write_bytes(main)
    log.write_bytes(kept[: len(kept) * 2 // 3])
    store = await Store.open(path)
    found = await read(store)
    assert store.set_aside is None
    assert found == records[: len(found)]
    assert 0 < len(found) < len(records)
    await store.close()


async def test_two_damaged_logs_in_one_second_keep_both(path: Path) -> None:
    for content in (b"one" * 999, b"two" * 999):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        await (await Store.open(path)).close()
    kept = sorted(file.read_bytes() for file in path.parent.glob("*.corrupt-*"))
    assert kept == [b"one" * 999, b"two" * 999]


async def test_a_spoilt_row_is_counted_and_mended_by_the_next_peer(path: Path) -> None:
    records = make_goals(5)
    await fill(path, records)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE records SET wire = ? WHERE clock = 2", (b"spoilt",))
        database.execute("UPDATE records SET wire = ? WHERE clock = 3", (records[0].wire,))
    database.close()
    store = await Store.open(path)
    assert await read(store) == [records[0], records[3], records[4]]
    assert store.bad_rows == 2
    await store.add_foreign(records)
    assert await read(store) == records
    await store.close()


async def test_a_newer_format_is_refused_and_left_alone(path: Path) -> None:
    await fill(path, make_goals(3))
    with sqlite3.connect(path) as database:
        database.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    database.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer version"):
        await Store.open(path)
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*corrupt*"))


# Other trouble


async def test_a_log_that_another_process_has_open_is_refused_and_left_alone(path: Path, store: Store) -> None:
    await store.add_foreign(make_goals(3))
    code = "import asyncio, sys, pathlib; from edge_agent.store import Store, StoreLockedError\n"
    code += "try: asyncio.run(Store.open(pathlib.Path(sys.argv[1]), lock_timeout=0.1))\n"
    code += "except StoreLockedError as error: print(error)"
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", code, str(path)], capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert "already running" in done.stdout, done.stderr
    assert len(await read(store)) == 3
    await store.add_foreign(make_goals(4))
    assert not list(path.parent.glob("*corrupt*"))


async def test_opening_it_twice_in_one_process_is_refused(path: Path, store: Store) -> None:
    with pytest.raises(StoreLockedError):
        await Store.open(path, lock_timeout=0.1)


async def test_a_full_disk_is_said_and_reading_goes_on(path: Path) -> None:
    store = await Store.open(path)
    await store.add_own(make_goal(1), Clock(1))
    rows = await store._database.execute_fetchall("PRAGMA page_count")
    await store._database.execute(f"PRAGMA max_page_count = {next(iter(rows))[0] + 5}")
    with pytest.raises(StoreFullError, match="full"):
        await store.add_foreign([make_goal(clock, "x" * 9_000) for clock in range(2, 100)])
    with pytest.raises(StoreFullError, match="goes on by itself"):
        await store.add_own(make_goal(50, "y" * 15_900), Clock(50))
        await store.add_own(make_goal(51, "z" * 15_900), Clock(51))
    assert (await read(store))[0] == make_goal(1)
    assert make_goal(51, "z" * 15_900) not in await read(store)
    await store._database.execute("PRAGMA max_page_count = 100000")
    await store.add_own(make_goal(100), Clock(100))
    assert (await read(store))[-1] == make_goal(100)
    await store.close()


async def test_a_path_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match=r"record log .* cannot be opened"):
        await Store.open(tmp_path / "file" / "log.db")


async def test_a_directory_in_the_way_is_said(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(StoreError, match="cannot be opened"):
        await Store.open(path)


# kill -9 (I5)

WRITER = """
import asyncio, pathlib, sys
sys.path.insert(0, sys.argv[2])
from test_store import make_goal
from edge_agent.store import Store

async def main():
    store = await Store.open(pathlib.Path(sys.argv[1]), lock_timeout=30)
    clock = max(await store.mark(), 0)
    print("start", flush=True)
    while True:
        clock += 1
        record = make_goal(clock)
        await store.add_own(record, record.clock)
        print(record.id, flush=True)

asyncio.run(main())
"""


@pytest.fixture
def killed_writers(path: Path) -> Iterator[list[RecordId]]:
    """The ids that a writer told as stored before it was killed, over and over."""
    told: list[RecordId] = []
    chance = random.Random(int(time.time()))
    for _ in range(6):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(Path(__file__).parent)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(chance.uniform(0.01, 0.4))
            process.send_signal(signal.SIGKILL)
            # The last line may be cut in the middle: only whole ids were told.
            told += [RecordId(line.strip()) for line in process.stdout.read().splitlines() if len(line.strip()) == 64]
    yield told


async def test_what_was_stored_survives_kill_9(path: Path, killed_writers: list[RecordId]) -> None:
    store = await Store.open(path)
    records = await read(store)
    assert store.set_aside is None
    assert len(killed_writers) > 6
    assert set(killed_writers) <= {record.id for record in records}
    assert await store.mark() >= max(record.clock for record in records)
    await store.close()
