"""Whether another machine speaks in this one's name: a copied disk. The rules are :mod:`edge_agent.mesh.clones`'."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from edge_agent.clock import monotonic_seconds
from edge_agent.mesh.clones import ASK_INTERVALS, CloneWatch, Runs
from edge_agent.mesh.host import Mesh
from edge_agent.mesh.presence import Beacon, BeaconRefusal, decode_beacon
from edge_agent.own_part import OwnPart
from edge_agent.records import PeerId, SwarmId

log = logging.getLogger(__name__)


class IdentityWatch:
    """One agent's; ``boot`` and ``started`` are those of its own beacons. ``problems``: what its owner is told."""

    def __init__(
        self, part: OwnPart, me: PeerId, swarm: SwarmId, problems: dict[str, str], *, boot: str, started: int
    ) -> None:
        interval = part.config.beacon_seconds
        self.must_give_up = False
        """Another machine has the same key, and this one is to take a new one (``daemon``)."""
        self._part = part
        self._me = me
        self._swarm = swarm
        self._problems = problems
        self._boot = boot
        self._interval = interval
        self._clones = CloneWatch(boot=boot, started=started, interval=interval)
        self._runs = Runs(interval)

    def hear(self, beacon: Beacon, wire: bytes, now: float, *, news: bool) -> None:
        """Take a beacon into account. ``news``: it is the newest one of another machine."""
        self._runs.hear(beacon, wire, now)
        if beacon.author == self._me and beacon.boot != self._boot:
            self._hear_clone(beacon, now)
        elif news and beacon.gave_up == self._me:
            self._problems["identity"] = (
                f"another machine ({beacon.name}) used this machine's identity: was a disk copied? It took a new "
                "one by itself; there is nothing to do"
            )

    def _hear_clone(self, beacon: Beacon, now: float) -> None:
        """Somebody speaks in this machine's name: its owner is told, and it may have to give that name up."""
        self._clones.hear(beacon, now)
        if others := self._clones.others(now):
            if "identity" not in self._problems:
                log.error("%s: its identity is in use on another machine (%s) too", self._part.name, ", ".join(others))
            self._problems["identity"] = (
                f"another machine ({', '.join(others)}) uses this machine's identity {self._me}: was its disk "
                "copied? The one that started later takes a new identity by itself"
            )
        self.must_give_up = self.must_give_up or self._clones.must_give_up(now)

    async def tell_other_run(self, wire: bytes) -> bytes:
        """A peer asks with its own beacon for another run of itself: that one's beacon, or nothing."""
        beacon = decode_beacon(wire, self._swarm)
        if isinstance(beacon, BeaconRefusal):
            return b""
        now = monotonic_seconds()
        self._runs.hear(beacon, wire, now)
        return self._runs.other_than(beacon, now)

    async def ask(self, mesh: Mesh, beacon: Callable[[], bytes], hear: Callable[[bytes, PeerId], None]) -> None:
        """Ask the peers until cancelled, now and then, whether they know of another run of this machine.

        ``beacon`` makes a new one of this machine; ``hear`` takes those that the peers know.
        """
        while True:
            await asyncio.sleep(ASK_INTERVALS * self._interval)
            mine = beacon()
            asked = (mesh.other_run(peer, mine) for peer in mesh.connected())
            for wire in await asyncio.gather(*asked, return_exceptions=True):
                if isinstance(wire, bytes) and wire:
                    hear(wire, self._me)
