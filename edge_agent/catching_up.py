"""When this machine knows what the others know, and when it exchanges records with them.

The rules are those of :class:`edge_agent.mesh.readiness.Readiness`; here they meet the event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping

from edge_agent.clock import monotonic_seconds
from edge_agent.mesh.readiness import Readiness
from edge_agent.records import PeerId

log = logging.getLogger(__name__)


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
        self._readiness = Readiness(now, beacon_interval)
        self._done = asyncio.Event()
        self._exchange = exchange
        self._name_of = name_of
        self._changed = changed
        self._running: dict[PeerId, asyncio.Task[None]] = {}

    @property
    def awake_since(self) -> float:
        """When this machine started, woke or recovered from a stall."""
        return self._readiness.awake_since

    @property
    def done(self) -> bool:
        """Whether the records of a living peer are here, or it is clear that none can be had."""
        return self._readiness.caught_up

    async def wait(self) -> None:
        """Wait until it is done."""
        await self._done.wait()

    def turn(self, now: float) -> bool:
        """A loop of the agent turns; whether this machine slept or stalled before: then what it knows is old.

        Call it before every look at the plan and every upkeep (see :meth:`Readiness.turn`).
        """
        slept = self._readiness.turn(now)
        if slept:
            self._done.clear()
        return slept

    def wake_up(self, now: float) -> None:
        """This machine slept or stalled: what it knows is old."""
        self._readiness.wake_up(now)
        self._done.clear()

    def note(self, digest: str) -> None:
        """This machine's digest is this one now; call it after each record that is new."""
        self._readiness.note(monotonic_seconds(), digest)

    def look(self, now: float, *, mine: str, theirs: Mapping[PeerId, str], connected: Collection[PeerId]) -> None:
        """Begin the exchanges that are due. ``mine`` is this machine's digest, ``theirs`` those of the living others.

        Call it about once a second, and when a peer connects. Never waits for an exchange.
        """
        for peer in self._readiness.due(now, mine=mine, theirs=theirs, connected=connected, running=self._running):
            self._running[peer] = asyncio.create_task(self._run(peer), name=f"catching up with {peer}")
        self._judge(now, alone=not connected and not theirs)

    async def stop(self) -> None:
        """End the exchanges under way."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _run(self, peer: PeerId) -> None:
        awake_since = self.awake_since
        try:
            await self._exchange(peer)
        except Exception as error:  # whatever goes wrong, the next exchange is tried all the same
            log.info("no exchange with %s: %s", self._name_of(peer), error or type(error).__name__)
        else:
            if self._readiness.exchanged(awake_since):
                self._judge(monotonic_seconds(), alone=False)
        finally:
            self._running.pop(peer, None)

    def _judge(self, now: float, *, alone: bool) -> None:
        if not self._readiness.judge(now, alone=alone):
            return
        if self._readiness.in_vain and not alone:
            log.warning("others live, but no exchange of records with them came about: working without")
        self._done.set()
        self._changed()
