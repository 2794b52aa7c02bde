"""When a machine may begin to say things: it is awake, and it knows what the living others know.

Everything here is pure: the present comes in as ``now``, seconds of one monotonic clock that counts sleep.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from edge_agent.records import PeerId

FIRST_LISTEN_INTERVALS: Final = 3
"""Beacon intervals that a machine listens after a start or a sleep before it works or takes goals as if alone."""
STALL_INTERVALS: Final = 2
"""A machine whose loops did not turn for so many beacon intervals slept or stalled: silence starts anew."""
STALL_ALLOWANCE: Final = 1.0
"""Seconds beyond that, for a busy machine whose loops turn late."""
DIFFERING_SECONDS: Final = 3.0
"""How long a peer's digest must differ before an exchange is due: gossip usually is faster."""
EXCHANGE_EVERY_SECONDS: Final = 10.0
"""At most one exchange with a peer in this time for differing digests, or for catching up."""


class Readiness:
    """Whether one machine is caught up, since when it is awake, and with whom an exchange is due.

    ``interval``: seconds between beacons. Call :meth:`turn` before every look at the plan and every round of upkeep:
    whichever loop turns first after a sleep must notice it, else it would act on what it knew before.
    """

    def __init__(self, now: float, interval: float) -> None:
        self.interval = interval
        self.awake_since = now
        """When the machine last started or woke."""
        self.caught_up = False
        """Whether it has exchanged records with a peer since then, or found that no peer lives."""
        self._turned_at = now
        self._exchanged = False
        self._differs_since: dict[PeerId, float] = {}
        self._exchanged_at: dict[PeerId, float] = {}

    def turn(self, now: float) -> bool:
        """A loop turns. True where the machine slept or stalled: then it has to catch up again."""
        slept = now - self._turned_at > STALL_INTERVALS * self.interval + STALL_ALLOWANCE
        self._turned_at = now
        if slept:
            self.awake_since = now
            self.caught_up = self._exchanged = False
            self._exchanged_at.clear()
        return slept

    def exchanged(self) -> None:
        """An exchange that this machine began came to its end."""
        self._exchanged = True

    def judge(self, now: float, *, alone: bool) -> bool:
        """Find out whether it is caught up. True where it just became so. ``alone``: no peer lives or is connected."""
        listened = now - self.awake_since >= FIRST_LISTEN_INTERVALS * self.interval
        if self.caught_up or not (self._exchanged or (listened and alone)):
            return False
        self.caught_up = True
        return True

    def due_exchanges(
        self, now: float, mine: str, digests: Mapping[PeerId, str], connected: Collection[PeerId]
    ) -> list[PeerId]:
        """The connected peers with which an exchange is due; they count as begun.

        That is so where the peer's digest has differed from ``mine`` for a few seconds; and, while this machine is not
        caught up, for one connected peer after the other, whatever its digest.
        """
        due: list[PeerId] = []
        for peer in sorted(connected):
            if digests.get(peer, mine) == mine:
                self._differs_since.pop(peer, None)
                differs = False
            else:
                differs = now - self._differs_since.setdefault(peer, now) >= DIFFERING_SECONDS
            wanted = differs or (not self.caught_up and not due)
            if wanted and now - self._exchanged_at.get(peer, float("-inf")) >= EXCHANGE_EVERY_SECONDS:
                self._exchanged_at[peer] = now
                due.append(peer)
        for gone in self._differs_since.keys() - set(connected):
            del self._differs_since[gone]
        for gone in self._exchanged_at.keys() - set(connected):
            del self._exchanged_at[gone]
        return due
