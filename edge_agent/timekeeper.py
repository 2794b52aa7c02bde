"""What time it is for one agent, right or wrong as the wall clocks of the swarm may be (design, section "Clocks")."""

from __future__ import annotations

import logging

from edge_agent.clock import HybridClock, ms_of_clock, reference_ms, wall_ms
from edge_agent.hardware import clock_is_synchronised
from edge_agent.mesh.presence import PresenceTable
from edge_agent.record_log import RecordLog

log = logging.getLogger(__name__)


class Timekeeper:
    """Finds out how far this machine's wall clock is from the reference. ``reference_ms`` may be read in any thread."""

    def __init__(self, clock: HybridClock, presence: PresenceTable, now: float) -> None:
        self.synchronised = clock_is_synchronised()
        """Whether a time service keeps this machine's wall clock right."""
        self._clock = clock
        self._presence = presence
        self._offset_ms = 0
        self._set_right = False
        self._trusted = False
        self.look(now)
        # What it says is dated by the reference too: a machine whose own clock is months ahead would otherwise say what
        # all others have to keep in quarantine for months.
        clock.follow(self.reference_ms)

    def reference_ms(self) -> int:
        """What time it is, in milliseconds since 1970 (``clock.reference_ms``)."""
        return wall_ms() + self._offset_ms

    def look(self, now: float) -> None:
        """Compare the clocks anew; ``now`` in seconds of the monotonic clock."""
        self.synchronised = clock_is_synchronised()
        own = wall_ms()
        others = [beacon.wall_ms for beacon in self._presence.beacons(now).values() if not beacon.synchronised]
        known = own if self.synchronised else max(own, ms_of_clock(self._clock.mark))
        readings = self._presence.clock_readings(now)
        self._trusted = self.synchronised or bool(readings)
        reference = reference_ms(known, self.synchronised, readings, others)
        self._offset_ms = reference - own

    async def set_right(self, records: RecordLog) -> int | None:
        """Where the time is known for sure since now, from this machine's time service or a peer's: start the mark anew
        if it is far ahead.

        The number of own records that had to be set aside for it; None where the mark is right. StoreError where
        that cannot be stored: then the next call tries again. The first call after a start counts too, since a clock is
        often set between two runs.
        """
        if not self._trusted:
            self._set_right = False
        if self._set_right or not self._trusted:
            return None
        aside = await records.set_clock_right()
        self._set_right = True
        return aside
