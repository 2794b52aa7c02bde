"""A virtual disk: what :class:`edge_agent.store.Store` is to the record log, with a crash that loses what it must."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable
from typing import TYPE_CHECKING

from edge_agent.records import Clock, Record, RecordId, SwarmId
from edge_agent.store import StoreError
from simulation.waiting import Promise

if TYPE_CHECKING:
    from simulation.schedule import Schedule

Write = Callable[[], None]


class VirtualDisk:
    """Holds records, the clock's mark and the goal files of one machine.

    ``seconds_to_sync`` tells how long the next write takes. A write that is under way when the power goes either
    reached the disk or did not: ``survives`` tells.
    """

    def __init__(self, schedule: Schedule, seconds_to_sync: Callable[[], float], survives: Callable[[], bool]) -> None:
        self.content: dict[RecordId, Record] = {}
        self.clock_mark = 0
        self.facts: dict[str, str] = {}
        self.goal_files: dict[str, object] = {}
        """Goal files in the watched folder, by the hash of their source."""
        self.full = False
        self._schedule = schedule
        self._seconds_to_sync = seconds_to_sync
        self._survives = survives
        self._under_way: tuple[Write, Promise[None]] | None = None

    def copy_from(self, other: VirtualDisk) -> None:
        """Become a copy of another machine's disk."""
        self.content = dict(other.content)
        self.clock_mark = other.clock_mark
        self.facts = dict(other.facts)

    def wipe(self) -> None:
        """Lose everything."""
        self.content.clear()
        self.goal_files.clear()
        self.clock_mark = 0
        self.facts.clear()

    def lose_power(self) -> None:
        """What was under way reached the disk, or it did not."""
        if self._under_way is not None:
            write, _ = self._under_way
            self._under_way = None
            if self._survives():
                write()

    # What the record log calls.

    async def add_own(self, record: Record, mark: Clock, facts: Collection[tuple[str, str]] = ()) -> None:
        """As in the store: durable on return."""

        def write() -> None:
            self.content[record.id] = record
            self.clock_mark = mark
            self.facts.update(facts)

        if self.full:
            raise StoreError("no space left on the virtual disk")
        done: Promise[None] = Promise()
        self._under_way = write, done

        def reach_the_disk() -> None:
            if self._under_way is not None and self._under_way[1] is done:
                self._under_way = None
                write()
                done.keep(None)

        seconds = self._seconds_to_sync()
        if seconds <= 0:
            reach_the_disk()
        else:
            self._schedule.after(seconds, reach_the_disk)
        await done

    async def add_foreign(self, records: Iterable[Record]) -> None:
        """As in the store; takes no time, since nobody waits for it."""
        if self.full:
            raise StoreError("no space left on the virtual disk")
        for record in records:
            self.content.setdefault(record.id, record)

    async def records(self, swarm: SwarmId) -> AsyncIterator[Record]:
        """As in the store: all records in the order of clock and id."""
        for record in sorted(self.content.values(), key=lambda record: record.order):
            yield record

    async def meta(self, key: str) -> str | None:
        """As in the store."""
        return self.facts.get(key)

    async def set_meta(self, key: str, value: str) -> None:
        """As in the store; what is kept is nobody's matter here, only whether there is room."""
        if self.full:
            raise StoreError("no space left on the virtual disk")

    async def delete_goal(self, goal: RecordId, keep: Collection[RecordId]) -> None:
        """As in the store."""
        kept = set(keep)
        self._drop(record.id for record in self.content.values() if record.goal == goal and record.id not in kept)

    async def put_aside(self, ids: Collection[RecordId], mark: Clock, facts: Collection[tuple[str, str]] = ()) -> None:
        """As in the store: these no longer count; the mark is set, back too."""
        self._drop(ids)
        self.clock_mark = mark
        self.facts.update(facts)

    def _drop(self, ids: Iterable[RecordId]) -> None:
        for record_id in list(ids):
            self.content.pop(record_id, None)
