"""When a machine may begin to say things, and with whom it has to exchange records: awake, and no longer behind.

Gossip has no memory. So after a start, and after a sleep, a machine exchanges records with a peer before it works; and
later it does so with each peer whose beacons tell another digest for longer than gossip takes, and every few minutes
with one peer without any cause.

While records flow, the digest of a beacon is an old one soon: one that was this machine's own a moment ago says only
that the peer was where this machine was. If the peer lacks what came since, it sees digests that it never had, and
begins the exchange itself.

Everything here is pure: the present comes in as ``now``, seconds of one monotonic clock that counts sleep. The agent
runs it in real time (``catching_up``), the simulator in virtual time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping
from typing import Final

from msgspec import Struct

from edge_agent.records import PeerId

LISTEN_INTERVALS: Final = 3
"""Beacon intervals after a start or a sleep in which nobody is heard: then there is nothing to fetch."""
PATIENCE_INTERVALS: Final = 12
"""Beacon intervals after which a machine works although no exchange came about: one peer that is heard but answers no
exchange must not stop all others. What they know then comes late, which the plan's rules allow for."""
STALL_INTERVALS: Final = 2
"""A machine whose loops did not turn for so many beacon intervals slept or stalled: the others' silence starts anew."""
STALL_ALLOWANCE: Final = 1.0
"""Seconds beyond that, for loops that turn late on a busy machine."""
RETRY_SECONDS: Final = 2.0
"""Time between two tries while the first exchange is still to come."""
DIFFERING_SECONDS: Final = 3.0
"""How long a peer's digest must differ before an exchange is due: gossip usually is faster."""
EXCHANGE_EVERY_SECONDS: Final = 10.0
"""At most one exchange with a peer in this time for differing digests."""
MAX_DOUBLINGS: Final = 6
"""An exchange that changed neither side's digest is tried again after twice the time, up to 10.7 minutes: a peer may
hold what this machine must not take yet (a record from the future)."""
RECENT_SECONDS: Final = 30.0
"""How long a digest that was this machine's own says nothing when a peer tells it: longer than beacons take."""
MAX_RECENT: Final = 4_096
ROUTINE_SECONDS: Final = 300.0
"""An exchange without a cause comes so often: with the peer of the longest pause that differs in nothing."""


class _Contact(Struct):
    """What is known of the exchanges with a connected peer. Times are seconds of the monotonic clock."""

    tried_at: float = float("-inf")
    differs_since: float | None = None
    digests: tuple[str, str] | None = None
    """Ours and theirs when the last exchange for differing digests began."""
    in_vain: int = 0
    """How many exchanges in a row left both digests as they were."""


class Readiness:
    """One machine's. ``interval``: seconds between beacons."""

    def __init__(self, now: float, interval: float) -> None:
        self.awake_since = now
        """When this machine started, woke or recovered from a stall."""
        self.caught_up = False
        """Whether the records of a living peer are here, or it is clear that none can be had."""
        self._interval = interval
        self._turned_at = now
        self._exchanged = False
        self._contacts: dict[PeerId, _Contact] = {}
        self._digest = ""
        self._recent: OrderedDict[str, float] = OrderedDict()
        """This machine's former digests, each with the time until which it was so."""
        self._routine_at = now

    def turn(self, now: float) -> bool:
        """A loop of the agent turns; whether the machine slept or stalled before: then it is behind.

        Call it before every look at the plan and every upkeep. Whichever loop turns first after a sleep has to notice
        it: else a decision is made on what was known before, such as that a holder has been silent for hours.
        """
        slept = now - self._turned_at > STALL_INTERVALS * self._interval + STALL_ALLOWANCE
        self._turned_at = now
        if slept:
            self.wake_up(now)
        return slept

    def wake_up(self, now: float) -> None:
        """This machine slept or stalled: what it knows is old."""
        self.awake_since = now
        self.caught_up = self._exchanged = False
        self._contacts.clear()

    def note(self, now: float, digest: str) -> None:
        """This machine's digest is this one now. Call it after each record that is new."""
        if digest != self._digest:
            self._recent.pop(self._digest, None)
            self._recent[self._digest] = now
            self._digest = digest
        while self._recent and (
            len(self._recent) > MAX_RECENT or now - next(iter(self._recent.values())) > RECENT_SECONDS
        ):
            self._recent.popitem(last=False)

    def due(
        self,
        now: float,
        *,
        mine: str,
        theirs: Mapping[PeerId, str],
        connected: Collection[PeerId],
        running: Collection[PeerId],
    ) -> list[PeerId]:
        """The connected peers with which an exchange is to begin now; they count as tried.

        ``mine`` is this machine's digest, ``theirs`` those of the living others; ``running``: exchanges under way.
        """
        self.note(now, mine)
        for peer in self._contacts.keys() - set(connected):
            del self._contacts[peer]
        due: list[PeerId] = []
        for peer in sorted(connected):
            contact = self._contacts.setdefault(peer, _Contact())
            if peer not in running and self._is_due(contact, now, mine, theirs.get(peer)):
                contact.tried_at = now
                due.append(peer)
        if self.caught_up and now - self._routine_at >= ROUTINE_SECONDS:
            self._routine_at = now
            quiet = {
                peer: contact
                for peer, contact in self._contacts.items()
                if peer not in due and peer not in running and contact.differs_since is None
            }
            if quiet:
                peer = min(quiet, key=lambda one: (quiet[one].tried_at, one))
                quiet[peer].tried_at = now
                due.append(peer)
        return due

    def exchanged(self, awake_since: float) -> bool:
        """An exchange that was begun when the machine had been awake since then came to its end; whether it counts."""
        counts = awake_since == self.awake_since
        self._exchanged = self._exchanged or counts
        return counts

    def judge(self, now: float, *, alone: bool) -> bool:
        """Whether it is caught up as of now, and was not before. ``alone``: nobody is heard or connected."""
        if self.caught_up:
            return False
        listened = (now - self.awake_since) / self._interval
        needed = LISTEN_INTERVALS if alone else PATIENCE_INTERVALS
        self.caught_up = self._exchanged or listened >= needed
        return self.caught_up

    @property
    def in_vain(self) -> bool:
        """Whether it counts as caught up without any exchange."""
        return self.caught_up and not self._exchanged

    def _is_due(self, contact: _Contact, now: float, mine: str, theirs: str | None) -> bool:
        if not self.caught_up:
            return now - contact.tried_at >= RETRY_SECONDS
        if theirs is None or theirs == mine:
            contact.differs_since, contact.in_vain = None, 0
            return False
        if theirs in self._recent:
            contact.differs_since = None
            return False
        if contact.differs_since is None:
            contact.differs_since = now
        if contact.digests != (mine, theirs):
            contact.in_vain = 0
        pause = EXCHANGE_EVERY_SECONDS * 2.0**contact.in_vain
        if now - contact.differs_since < DIFFERING_SECONDS or now - contact.tried_at < pause:
            return False
        contact.in_vain = min(contact.in_vain + 1, MAX_DOUBLINGS) if contact.digests == (mine, theirs) else 0
        contact.digests = mine, theirs
        return True
