"""The record log of one machine: an append-only SQLite file, with a few facts (meta) beside it.

What this machine says is on disk before anyone hears it: :meth:`Store.add_own` returns after an fsync, with the clock's
mark in the same transaction. What others say comes in batches; what a power cut takes of it, the next exchange brings
back. The file is opened in exclusive mode, so two daemons can't share it by accident.

At open the file is read through once. A file that is no longer whole (cut short, overwritten, a write-ahead log that
belongs to another copy, tables missing) is never deleted: it is set aside under a name with the date, with its
companions, and an empty log takes its place, which the peers fill again.

References: https://www.sqlite.org/wal.html and https://www.sqlite.org/howtocorrupt.html (2.3 and 4: a database and its
log can be parted; SQLite cannot see it, hence the ``seal`` table).
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import AsyncIterator, Collection, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import aiosqlite

from edge_agent.folders import keep_names
from edge_agent.records import Clock, Record, RecordId, Refusal, SwarmId, decode_record

SCHEMA_VERSION: Final = 1
_COMPANIONS: Final = ("-wal", "-shm", "-journal")
_PAGE: Final = 500
"""Rows read at once: a long read never holds up the writes."""
_SEAL_MODULUS: Final = 1_000_000_007
_NEARLY_FULL: Final = 1024 * 1024

# The triggers keep the seal: how many records there are and a sum over their clocks. Every transaction writes it
# together with the records, so pages of two different copies of the file don't fit their seal.
_SCHEMA: Final = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE records (
    id BLOB PRIMARY KEY, swarm TEXT NOT NULL, clock INTEGER NOT NULL, goal BLOB, wire BLOB NOT NULL
) STRICT;
CREATE INDEX records_by_order ON records (swarm, clock, id);
CREATE INDEX records_by_goal ON records (goal);
CREATE TABLE aside (id BLOB PRIMARY KEY, swarm TEXT NOT NULL, clock INTEGER NOT NULL, wire BLOB NOT NULL) STRICT;
CREATE TABLE seal (records INTEGER NOT NULL, clocks INTEGER NOT NULL) STRICT;
INSERT INTO seal VALUES (0, 0);
CREATE TRIGGER sealed_insert AFTER INSERT ON records BEGIN
    UPDATE seal SET records = records + 1, clocks = clocks + NEW.clock % {_SEAL_MODULUS};
END;
CREATE TRIGGER sealed_delete AFTER DELETE ON records BEGIN
    UPDATE seal SET records = records - 1, clocks = clocks - OLD.clock % {_SEAL_MODULUS};
END;
INSERT INTO meta VALUES ('schema', '{SCHEMA_VERSION}');
"""

# A row whose bytes were spoilt on the disk is mended by the next peer that has the record.
_INSERT: Final = """
INSERT INTO records (id, swarm, clock, goal, wire) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET wire = excluded.wire WHERE wire IS NOT excluded.wire
"""
_NEXT_PAGE: Final = """
SELECT clock, id, wire FROM records WHERE swarm = ? AND (clock, id) > (?, ?) ORDER BY clock, id LIMIT ?
"""
_SET_META: Final = "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
_RAISE_MARK: Final = """
INSERT INTO meta VALUES ('mark', ?)
ON CONFLICT (key) DO UPDATE SET value = excluded.value
WHERE CAST(excluded.value AS INTEGER) > CAST(value AS INTEGER)
"""

# Reads that fail for the medium's sake, and a rollback journal beside the log (it never has one of its own).
_UNREADABLE: Final = frozenset(
    {
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_IOERR_SHORT_READ,
        sqlite3.SQLITE_IOERR_CORRUPTFS,
        sqlite3.SQLITE_READONLY_ROLLBACK,
    }
)


class StoreError(Exception):
    """The record log cannot be used; the message says why and what to do."""


class StoreFullError(StoreError):
    """The disk is full: nothing was written; reading goes on, and so does writing once there is room."""


class StoreLockedError(StoreError):
    """Another process has the record log open."""


class Store:
    """One machine's record log. Open it with :meth:`open`, close it with :meth:`close`.

    Calls may be made from many tasks of one event loop. A write goes through even where its caller is cancelled while
    it waits, so a cancelled call may or may not have been made.
    """

    def __init__(self, path: Path, database: aiosqlite.Connection, set_aside: Path | None) -> None:
        self.path = path
        self.set_aside = set_aside
        """Where the former log lies, if it was damaged at this start; else None."""
        self.bad_rows = 0
        """Rows that :meth:`records` could not read so far."""
        self._database = database
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path, *, lock_timeout: float = 5.0) -> Store:
        """Open the log at ``path``, or make it; a damaged one is set aside first (see ``set_aside``).

        ``lock_timeout``: seconds to wait for another process, such as a predecessor that is just ending.
        Raises StoreLockedError, StoreFullError, or StoreError for everything else that only a person can mend.
        """
        aside = await asyncio.to_thread(_prepare, path, lock_timeout)
        try:
            database = await aiosqlite.connect(path, timeout=lock_timeout, isolation_level=None)
        except sqlite3.Error as error:
            raise _explained(error, path) from error
        try:
            await database.execute("PRAGMA locking_mode = EXCLUSIVE")
            await database.execute("PRAGMA journal_mode = WAL")
            await database.execute("PRAGMA synchronous = FULL")
            await database.execute("BEGIN IMMEDIATE")
            await database.execute("COMMIT")
        except BaseException as error:
            await database.close()
            if isinstance(error, sqlite3.Error):
                raise _explained(error, path) from error
            raise
        return cls(path, database, aside)

    async def close(self) -> None:
        """Wait for writes under way, then close the file."""
        async with self._writing:
            await self._database.close()

    async def add_own(self, record: Record, mark: Clock, facts: Collection[tuple[str, str]] = ()) -> None:
        """Add a record of this machine, and raise the persisted mark of its clock to ``mark``.

        Both are on the disk when this returns, with ``facts`` (:meth:`set_meta`) that changed by it: only then may the
        record be published. ValueError where the mark is below the record's clock; StoreFullError or StoreError where
        nothing could be written.
        """
        if mark < record.clock:
            raise ValueError(f"the mark {mark} is below the record's clock {record.clock}")
        await self._write([(_INSERT, [_row(record)]), (_RAISE_MARK, [(str(mark),)]), (_SET_META, list(facts))])

    async def add_foreign(self, records: Iterable[Record]) -> None:
        """Add records of others in one transaction; those that are here already are left as they are."""
        rows = [_row(record) for record in records]
        if rows:
            await self._write([(_INSERT, rows)])

    async def records(self, swarm: SwarmId) -> AsyncIterator[Record]:
        """All records of the swarm in the order (clock, id), without checking signatures again.

        Records of another swarm that this machine belonged to before stay in the file and are left out. A row that is
        no record, or not the one that its id names, is left out and counted in ``bad_rows``.
        """
        last: tuple[int, bytes] = (-1, b"")
        while True:
            rows = await self._read(_NEXT_PAGE, (swarm, *last, _PAGE))
            for clock, record_id, wire in rows:
                record = decode_record(wire, swarm, trusted=True)
                if isinstance(record, Refusal) or record.id != record_id.hex():
                    self.bad_rows += 1
                else:
                    yield record
                last = (clock, record_id)
            if len(rows) < _PAGE:
                return

    async def swarms(self) -> list[SwarmId]:
        """The swarms of which there are records."""
        return [SwarmId(row[0]) for row in await self._read("SELECT DISTINCT swarm FROM records", ())]

    async def mark(self) -> Clock:
        """The highest mark that :meth:`add_own` stored, or that :meth:`put_aside` set; 0 in a new log."""
        return Clock(int(await self.meta("mark") or 0))

    async def meta(self, key: str) -> str | None:
        """A fact that :meth:`set_meta` stored, or None."""
        rows = await self._read("SELECT value FROM meta WHERE key = ?", (key,))
        return str(rows[0][0]) if rows else None

    async def set_meta(self, key: str, value: str) -> None:
        """Store a fact; on the disk when this returns. ``schema`` and ``mark`` are the store's own keys."""
        if key in ("schema", "mark"):
            raise ValueError(f"{key!r} is kept by the store itself")
        await self._write([(_SET_META, [(key, value)])])

    async def delete_goal(self, goal: RecordId, keep: Collection[RecordId]) -> None:
        """Drop all records about the goal but those in ``keep`` (its Goal and its Forget)."""
        kept = [bytes.fromhex(record_id) for record_id in keep]
        marks = ", ".join("?" * len(kept))
        delete = f"DELETE FROM records WHERE goal = ? AND id NOT IN ({marks})"
        await self._write([(delete, [(bytes.fromhex(goal), *kept)])])

    async def put_aside(self, ids: Collection[RecordId], mark: Clock, facts: Collection[tuple[str, str]] = ()) -> None:
        """Set this machine's clock back to ``mark`` and put its own records beyond it aside (design, section 5).

        They stay in the file, but :meth:`records` no longer returns them. ``facts``: as in :meth:`add_own`.
        """
        keys: list[tuple[object, ...]] = [(bytes.fromhex(record_id),) for record_id in ids]
        move = "INSERT OR IGNORE INTO aside SELECT id, swarm, clock, wire FROM records WHERE id = ?"
        await self._write(
            [(move, keys), ("DELETE FROM records WHERE id = ?", keys), (_SET_META, [("mark", str(mark)), *facts])]
        )

    async def _read(self, query: str, values: tuple[object, ...]) -> list[sqlite3.Row]:
        try:
            return list(await self._database.execute_fetchall(query, values))
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error

    async def _write(self, statements: list[tuple[str, list[tuple[object, ...]]]]) -> None:
        # In a task of its own: a caller that is cancelled must not leave a transaction half open for the next one.
        await asyncio.shield(asyncio.create_task(self._transaction(statements)))

    async def _transaction(self, statements: list[tuple[str, list[tuple[object, ...]]]]) -> None:
        async with self._writing:
            try:
                await self._database.execute("BEGIN IMMEDIATE")
                for statement, rows in statements:
                    await self._database.executemany(statement, rows)
                await self._database.execute("COMMIT")
            except sqlite3.Error as error:
                # SQLite has rolled back by itself after some errors, and then has nothing left to roll back.
                with contextlib.suppress(sqlite3.Error):
                    await self._database.execute("ROLLBACK")
                raise _explained(error, self.path) from error


def _row(record: Record) -> tuple[object, ...]:
    goal = record.goal
    return (
        bytes.fromhex(record.id),
        record.swarm,
        record.clock,
        None if goal is None else bytes.fromhex(goal),
        record.wire,
    )


def _prepare(path: Path, lock_timeout: float) -> Path | None:
    """See to it that a whole log lies at ``path``; returns where a damaged one was set aside."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise StoreError(f"the record log {path} cannot be opened: something that is no file lies there")
        is_new = not any(file.exists() for file in (path, *_companions(path)))
        aside = _move_aside(path) if not is_new and _damage(path, lock_timeout) else None
        if not path.exists():
            _create(path)
    except sqlite3.Error as error:
        raise _explained(error, path) from error
    except OSError as error:
        raise StoreError(f"the record log {path} cannot be opened: {error.strerror or error}") from error
    return aside


def _companions(path: Path) -> list[Path]:
    return [path.with_name(path.name + suffix) for suffix in _COMPANIONS]


def _damage(path: Path, lock_timeout: float) -> str | None:
    """What is wrong with the log, or None. Reads only, so that what is found damaged is set aside untouched."""
    # SQLite takes an empty file for a new database and throws its write-ahead log away. A log of ours is never empty.
    if not path.exists() or path.stat().st_size == 0:
        return "the file is empty"
    try:
        return _findings(path, lock_timeout, read_only=True)
    except sqlite3.Error as error:
        if not isinstance(_explained(error, path), StoreFullError):
            raise
        # Reading beside other processes takes a small file (-shm) for which there is no room; reading alone does not.
        return _findings(path, lock_timeout, read_only=False)


def _findings(path: Path, lock_timeout: float, *, read_only: bool) -> str | None:
    uri = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}"
    try:
        with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=lock_timeout)) as database:
            if not read_only:
                database.execute("PRAGMA locking_mode = EXCLUSIVE")
            for (finding,) in database.execute("PRAGMA integrity_check(1)").fetchall():
                if finding != "ok":
                    return str(finding)
            row = database.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
            if row is None or not str(row[0]).isdigit():
                return "it has no schema version"
            if int(row[0]) > SCHEMA_VERSION:
                raise StoreError(
                    f"the record log {path} was made by a newer version of swarm-agent (format {row[0]}, this version "
                    f"knows up to {SCHEMA_VERSION}): install the newer version again, or move the file away to start "
                    "with an empty log"
                )
            return _seal_broken(database, path.stat().st_size)
    except sqlite3.Error as error:
        if _is_damage(error):
            return str(error)
        raise


def _seal_broken(database: sqlite3.Connection, file_bytes: int) -> str | None:
    sealed = database.execute("SELECT records, clocks FROM seal").fetchall()
    counted = database.execute(f"SELECT count(*), coalesce(sum(clock % {_SEAL_MODULUS}), 0) FROM records").fetchone()
    database.execute("SELECT count(*) FROM aside").fetchone()
    (pages,), (page_bytes,) = (database.execute(f"PRAGMA page_{of}").fetchone() for of in ("count", "size"))
    # Nothing ever shrinks the file, so one that reaches beyond its last page met an older write-ahead log.
    if sealed != [counted] or file_bytes > pages * page_bytes:
        return "parts of it belong to different times"
    return None


def _is_damage(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return False
    # SQLITE_ERROR here is a table or column that is missing: the statements themselves are fixed.
    primary = code & 0xFF
    return code in _UNREADABLE or primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def put_away(path: Path, why: str) -> Path:
    """Give the closed log at ``path`` another name, with ``why`` and the date in it; returns that. StoreError."""
    try:
        return _move_aside(path, why)
    except OSError as error:
        raise StoreError(f"the record log {path} cannot be set aside: {error.strerror or error}") from error


def _move_aside(path: Path, why: str = "corrupt") -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = f"{path.name}.{why}-{stamp}"
    target, number = path.with_name(name), 2
    while any(candidate.exists() for candidate in (target, *_companions(target))):
        target, number = path.with_name(f"{name}-{number}"), number + 1
    for source, destination in zip((path, *_companions(path)), (target, *_companions(target)), strict=True):
        with contextlib.suppress(FileNotFoundError):
            source.rename(destination)
    keep_names(path.parent)
    return target


def _create(path: Path) -> None:
    """Make an empty log under another name first: at ``path`` there is a whole one or none, whenever power fails."""
    draft = path.with_name(path.name + ".new")
    for leftover in (draft, *_companions(draft)):
        leftover.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    with contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.executescript(f"BEGIN;{_SCHEMA}COMMIT;")
    draft.rename(path)
    keep_names(path.parent)


def _explained(error: sqlite3.Error, path: Path) -> StoreError:
    """The error in words that say what to do."""
    code = getattr(error, "sqlite_errorcode", 0)
    primary = code & 0xFF
    if primary == sqlite3.SQLITE_FULL or (primary == sqlite3.SQLITE_IOERR and _is_full(path)):
        return StoreFullError(
            f"the disk of {path.parent} is full: nothing new can be recorded until there is room; it goes on by itself"
        )
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreLockedError(
            f"the record log {path} is open in another process: is a swarm-agent already running with this home? "
            "Stop it first, or use another --home"
        )
    if primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreError(
            f"the record log {path} was damaged while in use ({error}): start swarm-agent again; it sets the file "
            "aside and fetches the records from its peers"
        )
    if primary in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN):
        return StoreError(
            f"the record log {path} cannot be opened for writing ({error}): check who owns it and its folder"
        )
    return StoreError(f"the record log {path} cannot be used: {error}")


def _is_full(path: Path) -> bool:
    with contextlib.suppress(OSError):
        return shutil.disk_usage(path.parent).free < _NEARLY_FULL
    return False
