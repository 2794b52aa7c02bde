"""What time it is for one agent, right or wrong as the wall clocks of the swarm may be (design, section "Clocks")."""

from __future__ import annotations

import logging

from edge_agent.clock import HybridClock, monotonic_seconds, ms_of_clock, reference_ms, wall_ms
from edge_agent.hardware import clock_is_synchronised
from edge_agent.mesh.presence import PresenceTable
from edge_agent.record_log import RecordLog

log = logging.getLogger(__name__)


class Timekeeper:
    """Knows the reference. ``reference_ms`` may be read in any thread."""

    def __init__(self, clock: HybridClock, presence: PresenceTable, now: float) -> None:
        self.synchronised = False
        """Whether a time service keeps this machine's wall clock right."""
        self._clock = clock
        self._presence = presence
        self._seen: tuple[int, float] = (wall_ms(), now)
        """The reference at the last look, and the monotonic seconds then."""
        self._set_right = False
        self.trusted = False
        """Whether a time service keeps this machine's clock or a living peer's right."""
        self.look(now)
        # What it says is dated by the reference too: a machine whose own clock is months ahead would otherwise say what
        # all others have to keep in quarantine for months.
        clock.follow(self.reference_ms)

    def reference_ms(self) -> int:
        """What time it is, in milliseconds since 1970 (``clock.reference_ms``).

        It goes on from the last look by the monotonic clock: a wall clock that was set since then, by two weeks say,
        would otherwise date what this machine says two weeks wrong until the next look.
        """
        reference, looked_at = self._seen
        return reference + round((monotonic_seconds() - looked_at) * 1_000)

    def look(self, now: float) -> None:
        """Compare the clocks anew; ``now`` in seconds of the monotonic clock."""
        self.synchronised = clock_is_synchronised()
        own = wall_ms()
        others = [beacon.wall_ms for beacon in self._presence.beacons(now).values() if not beacon.synchronised]
        known = own if self.synchronised else max(own, ms_of_clock(self._clock.mark))
        readings = self._presence.clock_readings(now)
        self.trusted = self.synchronised or bool(readings)
        self._seen = reference_ms(known, self.synchronised, readings, others), now

    async def set_right(self, records: RecordLog) -> int | None:
        """Where the time is known for sure since now, from this machine's time service or a peer's: start the mark anew
        if it is far ahead.

        The number of own records that had to be set aside for it; None where the mark is right. StoreError where
        that cannot be stored: then the next call tries again. The first call after a start counts too, since a clock is
        often set between two runs.
        """
        if not self.trusted:
            self._set_right = False
        if self._set_right or not self.trusted:
            return None
        aside = await records.set_clock_right()
        self._set_right = True
        return aside
