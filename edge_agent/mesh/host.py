"""The mesh as the agent sees it: one object on the asyncio side, all of libp2p behind it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Final

import msgspec

from edge_agent.clock import monotonic_seconds
from edge_agent.mesh.addresses import (
    choose_announced,
    dialable_of,
    interface_hosts,
    multiaddr_of,
    parse_given,
)
from edge_agent.mesh.book import AddressBook
from edge_agent.mesh.bridge import Bridge, Crashed, MeshDown
from edge_agent.mesh.conduct import Conduct
from edge_agent.mesh.guards import HeldPort, PortInUse
from edge_agent.mesh.node import (
    BEACONS_TOPIC,
    EXCHANGE_TIMEOUT,
    RECORDS_TOPIC,
    Door,
    Gossip,
    Link,
    MeshNode,
    NodeSettings,
)
from edge_agent.mesh.sync import RangeSync, Reconciliation, RecordLog
from edge_agent.records import PeerId, Signer, SwarmId

__all__ = ["Door", "Mesh", "MeshDown", "PortInUse", "RecordLog"]

log = logging.getLogger(__name__)

SECOND_EXCHANGE_AFTER: Final = 3.0
"""Seconds after a connect until the peer with the higher id begins an exchange of its own: by then the gossip mesh has
formed, so what was published between the first exchange and that moment is fetched, not lost."""
EXCHANGE_TRIES: Final = 4
EXCHANGE_PAUSE: Final = 1.0
"""Seconds between two exchanges that this machine begins with one peer."""
PUBLISH_TIMEOUT: Final = 10.0


def _ignore_peer(peer: PeerId, up: bool) -> None:
    """Nobody wants to know."""


def _ignore_crash(error: BaseException) -> None:
    """Nobody wants to know."""


async def _know_no_runs(wire: bytes) -> bytes:
    """Nobody keeps the runs of others."""
    return b""


class Mesh:
    """This machine in the swarm's network. All callbacks run on the asyncio loop and must not block.

    ``seed``: the 32 bytes of the Ed25519 key (``Signer.seed``). ``peers``: as :func:`addresses.parse_given` reads them;
    ValueError where one cannot be read. ``listen_port`` 0 takes a free port and keeps it over restarts in place.
    ``door`` is called in the trio thread. ``on_record(wire, source)`` and ``on_beacon(wire, source)`` get what passed
    the door; ``source`` is the peer that published it first. ``on_peer(peer, up)``: a peer came or went.
    ``on_crash(error)``: libp2p crashed, and restarts. ``other_run_of(beacon)`` is asked for the beacon of another run
    of the same author (``clones.py``). ``psk``: the swarm's key, 64 hexadecimal digits.
    """

    def __init__(
        self,
        *,
        seed: bytes,
        swarm: SwarmId,
        listen_port: int,
        listen_host: str,
        peers: Sequence[str],
        door: Door,
        log: RecordLog,
        on_record: Callable[[bytes, PeerId], None],
        on_beacon: Callable[[bytes, PeerId], None],
        on_peer: Callable[[PeerId, bool], None] = _ignore_peer,
        on_crash: Callable[[BaseException], None] = _ignore_crash,
        other_run_of: Callable[[bytes], Coroutine[Any, Any, bytes]] = _know_no_runs,
        psk: str | None = None,
        reconciliation: Reconciliation | None = None,
    ) -> None:
        self.peer_id = Signer(seed).peer_id
        self.swarm = swarm
        self._settings = NodeSettings(
            seed=seed,
            listen_host=listen_host,
            port=listen_port,
            psk=psk,
        )
        self._book = AddressBook(self.peer_id, [parse_given(text) for text in peers])
        self.conduct = Conduct()
        """How the peers behave; for the owner, and kept over restarts in place."""
        self._door = door
        self._log = log
        self._on_record, self._on_beacon, self._on_peer = on_record, on_beacon, on_peer
        self._tell_crash = on_crash
        self._other_run_of = other_run_of
        self._reconciliation = reconciliation or RangeSync()
        self._bridge: Bridge[MeshNode] = Bridge(self._make_node)
        self._held: HeldPort | None = None
        self._port = listen_port
        self._connected: dict[PeerId, int] = {}
        self._links = 0
        self._exchanges: dict[PeerId, asyncio.Task[int]] = {}
        self._exchanged_at: dict[PeerId, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen, and dial the peers from now on. PortInUse, or OSError, with what to do where that is not possible."""
        self._held = HeldPort(self._settings.listen_host, self._settings.port)
        self._port = self._held.port
        try:
            await self._bridge.start()
        except BaseException:
            self._held.close()
            self._held = None
            raise
        self._spawn(self._dispatch())

    async def stop(self) -> None:
        """Close all connections and end, within seconds. May be called more than once."""
        tasks = [*self._tasks, *self._exchanges.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._bridge.stop()
        self._connected.clear()
        if self._held is not None:
            self._held.close()
            self._held = None

    @property
    def port(self) -> int:
        """The TCP port, once started."""
        return self._port

    @property
    def addresses(self) -> list[str]:
        """The multiaddrs under which this machine can be reached, its peer id included; never an unspecified one."""
        hosts = choose_announced(self._settings.listen_host, interface_hosts())
        return [f"{multiaddr_of(host, self._port)}/p2p/{self.peer_id}" for host in hosts]

    @property
    def restarts(self) -> int:
        """How often libp2p crashed and was started again in place."""
        return self._bridge.restarts

    @property
    def dropped(self) -> int:
        """Events that the agent was too slow for; exchanges bring their records later."""
        return self._bridge.dropped

    def set_peers(self, peers: Sequence[str]) -> None:
        """The owner names other machines than at the start; ValueError, and no change, where one cannot be read."""
        self._book.give([parse_given(text) for text in peers])

    def connected(self) -> set[PeerId]:
        """The peers with a connection right now."""
        return set(self._connected)

    def add_addresses(self, peer: PeerId, addresses: Iterable[str], *, zoned: bool = False) -> None:
        """A discovery or a beacon told where the peer listens now (multiaddrs): earlier words are forgotten.

        Addresses that cannot be read or dialled from here are left out.
        ``zoned``: link-local IPv6 addresses come with the zone by which they were found from here.
        """
        found = dialable_of(peer, addresses, loopback=self._settings.loopback, zoned=zoned)
        if found:
            self._book.learn(found, monotonic_seconds())

    async def publish(self, wire: bytes) -> None:
        """Gossip a record. Where nobody hears it (no peer yet, libp2p restarting) the next exchange brings it."""
        await self._gossip(RECORDS_TOPIC, wire)

    async def send_beacon(self, wire: bytes) -> None:
        """Gossip a beacon; where nobody hears it, it is lost: the next one follows in seconds."""
        await self._gossip(BEACONS_TOPIC, wire)

    async def other_run(self, peer: PeerId, wire: bytes) -> bytes:
        """Ask a connected peer whether it knows another run of this machine, whose beacon ``wire`` is: that run's.

        Empty where it knows none; ConnectionError, MeshDown, TimeoutError or another exception without an answer.
        """
        return await self._bridge.call(lambda node: node.other_run(peer, wire), timeout=PUBLISH_TIMEOUT)

    async def exchange_with(self, peer: PeerId) -> int:
        """Reconcile records with a connected peer; how many were new here.

        A second call while one runs waits for the same result; calls in a row are spaced by a second. ConnectionError
        where the peer is not connected, MeshDown, TimeoutError or another exception where the exchange fails.
        """
        running = self._exchanges.get(peer)
        if running is None:
            running = self._exchanges[peer] = asyncio.create_task(self._exchange(peer), name=f"exchange with {peer}")
            running.add_done_callback(lambda task: self._end_exchange(peer, task))
        return await asyncio.shield(running)

    def _end_exchange(self, peer: PeerId, task: asyncio.Task[int]) -> None:
        self._exchanges.pop(peer, None)
        self._exchanged_at[peer] = time.monotonic()
        if not task.cancelled():
            task.exception()  # seen, also where every caller gave up waiting

    async def _exchange(self, peer: PeerId) -> int:
        pause = self._exchanged_at.get(peer, float("-inf")) + EXCHANGE_PAUSE - time.monotonic()
        if pause > 0:
            await asyncio.sleep(pause)
        outcome = await self._bridge.call(lambda node: node.exchange(peer), timeout=EXCHANGE_TIMEOUT + 10)
        if outcome.new or outcome.sent:
            log.info("exchange with %s: %d records new here, %d sent", peer, outcome.new, outcome.sent)
        return outcome.new

    async def _gossip(self, topic: str, wire: bytes) -> None:
        try:
            await self._bridge.call(lambda node: node.publish(topic, wire), timeout=PUBLISH_TIMEOUT)
        except (MeshDown, TimeoutError) as error:
            log.debug("not gossiped: %s", error)

    def _make_node(self) -> MeshNode:
        return MeshNode(
            msgspec.structs.replace(self._settings, port=self._port),
            door=self._door,
            record_log=self._log,
            reconciliation=self._reconciliation,
            book=self._book,
            conduct=self.conduct,
            other_run_of=self._other_run_of,
            emit=self._bridge.emit,
            ask=self._bridge.ask,
        )

    def _on_crash(self, error: BaseException) -> None:
        for peer in list(self._connected):
            self._link(Link(peer, up=False))
        self._tell_crash(error)

    async def _dispatch(self) -> None:
        while True:
            event = await self._bridge.events.get()
            try:
                match event:
                    case Gossip(topic=topic, wire=wire, source=source) if topic == RECORDS_TOPIC:
                        self._on_record(wire, source)
                    case Gossip(wire=wire, source=source):
                        self._on_beacon(wire, source)
                    case Link():
                        self._link(event)
                    case Crashed():
                        self._on_crash(event.error)
            except Exception:
                log.exception("the agent failed on %s", type(event).__name__)

    def _link(self, link: Link) -> None:
        if link.up:
            self._links += 1
            self._connected[link.peer] = self._links
            self._spawn(self._exchange_on_connect(link.peer, self._links))
            self._on_peer(link.peer, True)
        elif self._connected.pop(link.peer, None) is not None:
            self._on_peer(link.peer, False)

    async def _exchange_on_connect(self, peer: PeerId, link: int) -> None:
        """The peer with the lower id begins at once, the other a little later; both go on until it worked once."""
        if self.peer_id > peer:
            await asyncio.sleep(SECOND_EXCHANGE_AFTER)
        for attempt in range(EXCHANGE_TRIES):
            if self._connected.get(peer) != link:
                return
            try:
                await self.exchange_with(peer)
                return
            except Exception as error:
                log.info("exchange with %s failed: %r", peer, error)
                await asyncio.sleep(2.0**attempt)

    def _spawn(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
