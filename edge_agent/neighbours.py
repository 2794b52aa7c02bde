"""The other machines as one agent hears them: who lives, what they call themselves, whether it hears anybody at all."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from edge_agent.clock import monotonic_seconds
from edge_agent.mesh.hearing import Hearing
from edge_agent.mesh.presence import Beacon, Heard, Liveness, PresenceTable
from edge_agent.own_part import OwnPart
from edge_agent.peer_names import PeerNames
from edge_agent.records import PeerId

log = logging.getLogger(__name__)

ACQUAINT_INTERVALS: Final = 3
"""Beacon intervals that an agent listens after its start before it takes goals."""


class Neighbours:
    """One agent's. ``now``: when it began to listen, in seconds of the monotonic clock."""

    def __init__(self, part: OwnPart, presence: PresenceTable, names: PeerNames, now: float) -> None:
        self.presence = presence
        self.hearing = Hearing(now, presence.interval)
        self._part = part
        self._names = names
        self._started_at = now

    def names(self) -> dict[PeerId, str]:
        """The names of the machines heard so far, for people."""
        return {**self._names.all(), self.presence.me: self._part.name}

    def name_of(self, peer: PeerId) -> str:
        """The machine's name, or its id where none was heard."""
        return self.names().get(peer) or peer

    async def keep_names(self) -> None:
        """Store the names that are new."""
        await self._names.keep()

    def hear(self, beacon: Beacon, now: float) -> bool:
        """Take a beacon into account; whether it is news of another machine."""
        if self.presence.hear(beacon, now) is not Heard.NEWS:
            return False
        self.sign(now)
        self._names.learn(PeerId(beacon.author), beacon.name)
        return True

    def sign(self, now: float) -> None:
        """Somebody is there. Where nobody was for long, this machine was cut off: the others are not to blame."""
        if self.hearing.sign(now):
            log.info("%s: hears others again; their silence counts from now", self._part.name)
            self.presence.forgive(now)

    def tick(self, now: float) -> bool:
        """Judge everybody's silence; whether that changed anything."""
        changes = self.presence.tick(now)
        for peer, liveness in changes:
            if liveness is not Liveness.SUSPECT:
                log.info("%s: %s is %s", self._part.name, self.name_of(peer), liveness.value)
        return bool(changes)

    async def wait_until_acquainted(self) -> None:
        """Wait after a start until the beacons of the living were heard.

        Three beacon intervals, or one of a large swarm's, within which everybody is heard once; up to twice that while
        machines that were here before the start are missing.
        """
        interval = self.presence.interval
        while True:
            now = monotonic_seconds()
            listened, enough = now - self._started_at, self.presence.slowest_interval(now)
            enough = max(ACQUAINT_INTERVALS * interval, enough)
            missing = self._names.former - self.presence.living(now).keys()
            if listened >= (2 * enough if missing else enough):
                return
            await asyncio.sleep(interval / 10)
