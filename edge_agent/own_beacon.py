"""What one machine says of itself: its beacons, as often as it promises, and at once where something changed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping

from edge_agent import __version__
from edge_agent.clock import monotonic_seconds, wall_ms
from edge_agent.hardware import load_fraction
from edge_agent.mesh.host import Mesh
from edge_agent.mesh.presence import Beacon, PresenceTable, sign_beacon
from edge_agent.own_part import OwnPart
from edge_agent.record_log import RecordLog
from edge_agent.records import PeerId
from edge_agent.timekeeper import Timekeeper


class OwnBeacon:
    """One agent's. ``boot`` and ``started`` tell this start from others; ``work_in_hand``: claims and how far they are.

    ``gave_up``: the identity that was given up for this start.
    """

    def __init__(
        self,
        part: OwnPart,
        presence: PresenceTable,
        records: RecordLog,
        time: Timekeeper,
        mesh: Mesh,
        work_in_hand: Callable[[float], Mapping[str, float]],
        *,
        boot: str,
        started: int,
        gave_up: PeerId | None,
    ) -> None:
        self._part = part
        self._presence = presence
        self._records = records
        self._time = time
        self._mesh = mesh
        self._work_in_hand = work_in_hand
        self._boot, self._started = boot, started
        self._gave_up = gave_up
        self._sequence = 0
        self._due = asyncio.Event()

    def hurry(self) -> None:
        """The next one is due at once."""
        self._due.set()

    async def send(self) -> None:
        """Send beacons until cancelled."""
        while True:
            self._due.clear()
            beacon = self._next()
            await self._mesh.send_beacon(self._sign(beacon))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(beacon.interval):
                    await self._due.wait()

    def wire(self) -> bytes:
        """The next one, signed."""
        return self._sign(self._next())

    def _sign(self, beacon: Beacon) -> bytes:
        return sign_beacon(beacon, swarm=self._records.swarm, signer=self._records.signer)

    def _next(self) -> Beacon:
        self._sequence += 1
        now = monotonic_seconds()
        me = self._part.as_peer(self._presence.me)
        return Beacon(
            boot=self._boot,
            started=self._started,
            sequence=self._sequence,
            clock=self._records.clock.mark,
            wall_ms=wall_ms(),
            synchronised=self._time.synchronised,
            name=me.name,
            version=__version__,
            interval=self._presence.promise(now),
            roles=tuple(sorted(me.roles)),
            own=tuple(sorted(me.own)),
            could=tuple(sorted(me.could)),
            lacking=tuple(sorted(me.lacking)),
            capability=me.capability,
            tier=me.tier,
            load=load_fraction(now),
            hardware=str(self._part.hardware)[:200],
            digest=self._records.plan.digest(),
            claims=dict(list(self._work_in_hand(now).items())[:32]),
            addresses=tuple(self._mesh.addresses[:8]),
            gave_up=self._gave_up or "",
        )
