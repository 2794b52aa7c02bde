"""When this machine knows what the others know, and when it exchanges records with them.

Gossip has no memory. So after a start, and after a sleep, a machine exchanges records with a peer before it works; and
later it does so with each peer whose beacons tell another digest for longer than gossip takes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Final

from msgspec import Struct

from edge_agent.clock import monotonic_seconds
from edge_agent.records import PeerId

log = logging.getLogger(__name__)

LISTEN_INTERVALS: Final = 3
"""Beacon intervals after a start or a sleep in which nobody is heard: then there is nothing to fetch."""
PATIENCE_INTERVALS: Final = 12
"""Beacon intervals after which a machine works although no exchange came about: one peer that is heard but answers no
exchange must not stop all others. What they know then comes late, which the plan's rules allow for."""
RETRY_SECONDS: Final = 2.0
"""Time between two tries while the first exchange is still to come."""
DIFFERING_SECONDS: Final = 3.0
"""How long a peer's digest must differ before an exchange is due: gossip usually is faster."""
EXCHANGE_EVERY_SECONDS: Final = 10.0
"""At most one exchange with a peer in this time for differing digests."""
MAX_DOUBLINGS: Final = 6
"""An exchange that changed neither side's digest is tried again after twice the time, up to 10.7 minutes: a peer may
hold what this machine must not take yet (a record from the future), and each exchange sends all ids."""


class _Contact(Struct):
    """What is known of the exchanges with a connected peer. Times are seconds of the monotonic clock."""

    tried_at: float = float("-inf")
    differs_since: float | None = None
    digests: tuple[str, str] | None = None
    """Ours and theirs when the last exchange for differing digests began."""
    in_vain: int = 0
    """How many exchanges in a row left both digests as they were."""


class CatchingUp:
    """One agent's exchanges. ``exchange(peer)`` reconciles with a connected peer and raises what goes wrong.

    ``name_of`` tells a peer's name, for the log.
    """

    def __init__(
        self,
        exchange: Callable[[PeerId], Awaitable[int]],
        *,
        beacon_interval: float,
        name_of: Callable[[PeerId], str],
        changed: Callable[[], None],
        now: float,
    ) -> None:
        self.awake_since = now
        """When this machine started, woke or recovered from a stall."""
        self._done = asyncio.Event()
        self._exchange = exchange
        self._interval = beacon_interval
        self._name_of = name_of
        self._changed = changed
        self._exchanged = False
        self._contacts: dict[PeerId, _Contact] = {}
        self._running: dict[PeerId, asyncio.Task[None]] = {}

    @property
    def done(self) -> bool:
        """Whether the records of a living peer are here, or it is clear that none can be had."""
        return self._done.is_set()

    async def wait(self) -> None:
        """Wait until it is done."""
        await self._done.wait()

    def wake_up(self, now: float) -> None:
        """This machine slept or stalled: what it knows is old."""
        self.awake_since = now
        self._exchanged = False
        self._done.clear()
        self._contacts.clear()

    def look(self, now: float, *, mine: str, theirs: Mapping[PeerId, str], connected: Collection[PeerId]) -> None:
        """Begin the exchanges that are due. ``mine`` is this machine's digest, ``theirs`` those of the living others.

        Call it about once a second, and when a peer connects. Never waits for an exchange.
        """
        for peer in self._contacts.keys() - set(connected):
            del self._contacts[peer]
        for peer in connected:
            contact = self._contacts.setdefault(peer, _Contact())
            if peer not in self._running and self._is_due(contact, now, mine, theirs.get(peer)):
                contact.tried_at = now
                self._running[peer] = asyncio.create_task(self._run(peer), name=f"catching up with {peer}")
        self._judge(now, alone=not connected and not theirs)

    async def stop(self) -> None:
        """End the exchanges under way."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _is_due(self, contact: _Contact, now: float, mine: str, theirs: str | None) -> bool:
        if not self.done:
            return now - contact.tried_at >= RETRY_SECONDS
        if theirs is None or theirs == mine:
            contact.differs_since, contact.in_vain = None, 0
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

    async def _run(self, peer: PeerId) -> None:
        awake_since = self.awake_since
        try:
            await self._exchange(peer)
        except Exception as error:
            log.info("no exchange with %s: %s", self._name_of(peer), error or type(error).__name__)
        else:
            if awake_since == self.awake_since:
                self._exchanged = True
                self._judge(monotonic_seconds(), alone=False)
        finally:
            self._running.pop(peer, None)

    def _judge(self, now: float, *, alone: bool) -> None:
        if self.done:
            return
        listened = (now - self.awake_since) / self._interval
        if not self._exchanged and listened >= PATIENCE_INTERVALS and not alone:
            log.warning("others live, but no exchange of records with them came about: working without")
        elif not self._exchanged and not (alone and listened >= LISTEN_INTERVALS):
            return
        self._done.set()
        self._changed()
