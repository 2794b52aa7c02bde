"""The hybrid logical clock, the quarantine for records from the future, and the clock that measures durations.

A clock value holds milliseconds since 1970 in its upper 48 bits and a counter in its lower 16 (Kulkarni et al.,
"Logical Physical Clocks", 2014). It never goes back: the mark is persisted with every record of this machine, so a
Raspberry Pi that starts in the past goes on from where it was.
"""

from __future__ import annotations

import heapq
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from edge_agent.records import LATEST_CLOCK, Clock, Record, RecordId

QUARANTINE_MS: Final = 10 * 60 * 1_000
"""How far ahead of the reference a record may be before it has to wait (design, section 5)."""

MAX_QUARANTINED: Final = 10_000
"""Records that wait at once; beyond it the furthest ahead is dropped, and comes again with the next exchange."""


def wall_ms() -> int:
    """The wall clock in milliseconds since 1970, right or wrong."""
    return time.time_ns() // 1_000_000


def monotonic_seconds() -> float:
    """Seconds of a clock that no one sets and that counts a laptop's sleep (CLOCK_BOOTTIME)."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def clock_of_ms(milliseconds: int) -> Clock:
    """The least clock value within this millisecond."""
    return Clock(milliseconds << 16)


def ms_of_clock(clock: int) -> int:
    """The milliseconds since 1970 that the value stands for."""
    return clock >> 16


class HybridClock:
    """One machine's clock. ``now_ms`` tells the wall clock in milliseconds."""

    def __init__(self, mark: int = 0, now_ms: Callable[[], int] = wall_ms) -> None:
        self._mark = mark
        self._now_ms = now_ms

    @property
    def mark(self) -> Clock:
        """The highest value told or counted so far; persist it with what it was told for."""
        return Clock(self._mark)

    def follow(self, now_ms: Callable[[], int]) -> None:
        """From now on take the time from ``now_ms``, which knows better than the wall clock."""
        self._now_ms = now_ms

    def tick(self) -> Clock:
        """A value above all that were told or counted. OverflowError at the end of time (2100)."""
        value = max(self._mark + 1, self._now_ms() << 16)
        if value >= LATEST_CLOCK:
            raise OverflowError("the clock of this machine stands beyond the year 2100: set it, then start again")
        self._mark = value
        return Clock(value)

    def count(self, clock: int) -> None:
        """Take a counted record's value into account, so that the next tick is above it."""
        self._mark = max(self._mark, clock)

    def restart_if_beyond(self, reference_ms: int) -> bool:
        """Start anew from now where the mark is further ahead of ``reference_ms`` than the quarantine allows.

        For a machine whose clock just became synchronised; True where the mark was moved. Its own records beyond the
        bound have then to be set aside, and its open goals published again.
        """
        if ms_of_clock(self._mark) <= reference_ms + QUARANTINE_MS:
            return False
        self._mark = reference_ms << 16
        return True


def reference_ms(own_ms: int, synchronised: bool, readings: Sequence[int], unsynchronised: Sequence[int] = ()) -> int:
    """What time it is, in milliseconds since 1970.

    Our own clock where it is synchronised, else the median of the synchronised peers' ``readings``. Where nobody's
    clock is kept right, the median of all, ours included, and the later of the middle two: else a machine that starts
    in 1970 would hold back everybody's records until its clock is set.
    """
    if synchronised:
        return own_ms
    if readings:
        return int(statistics.median(readings))
    return statistics.median_high([own_ms, *unsynchronised])


class Quarantine:
    """Records that are too far ahead wait here, outside plan, digest, relay and sync, until they are due."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, RecordId, Record]] = []
        self._ids: set[RecordId] = set()

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, record_id: RecordId) -> bool:
        return record_id in self._ids

    @staticmethod
    def must_wait(clock: int, now_ms: int) -> bool:
        """Whether a record of this clock is more than the bound ahead of the reference ``now_ms``."""
        return ms_of_clock(clock) > now_ms + QUARANTINE_MS

    def add(self, record: Record) -> None:
        """Let the record wait; once is enough."""
        if record.id in self._ids:
            return
        heapq.heappush(self._waiting, (record.clock, record.id, record))
        self._ids.add(record.id)
        if len(self._waiting) > MAX_QUARANTINED:
            furthest = max(self._waiting, key=lambda entry: entry[:2])
            self._waiting.remove(furthest)
            heapq.heapify(self._waiting)
            self._ids.discard(furthest[1])

    def due(self, now_ms: int) -> Iterable[Record]:
        """Take out, in the order of their clocks, the records that no longer have to wait."""
        while self._waiting and not self.must_wait(self._waiting[0][0], now_ms):
            _, record_id, record = heapq.heappop(self._waiting)
            self._ids.discard(record_id)
            yield record
