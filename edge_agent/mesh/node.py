"""The libp2p host of one agent, as it runs in the trio thread: gossip, exchange streams, ping watch.

Nothing here is called from asyncio directly: ``host.py`` does it through the bridge.
"""

from __future__ import annotations

import contextlib
import logging
import random
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any, Final, Protocol, TypeVar

import trio
from google.protobuf.message import DecodeError
from libp2p import new_host
from libp2p.crypto.ed25519 import create_new_key_pair
from libp2p.exceptions import ParseError
from libp2p.io.exceptions import MessageTooLarge
from libp2p.peer.id import ID
from libp2p.peer.peerstore import PeerStoreError
from libp2p.pubsub.pubsub import Pubsub
from libp2p.tools.anyio_service import background_trio_service
from msgspec import Struct
from multiaddr import Multiaddr

from edge_agent.clock import monotonic_seconds
from edge_agent.mesh import guards
from edge_agent.mesh.addresses import (
    choose_announced,
    dialable_of,
    interface_hosts,
    listen_multiaddrs,
)
from edge_agent.mesh.book import AddressBook
from edge_agent.mesh.conduct import Conduct, Offence
from edge_agent.mesh.dialling import Dialler
from edge_agent.mesh.newcomers import NewcomerWatch, watch_newcomers
from edge_agent.mesh.presence import MAX_BEACON_BYTES
from edge_agent.mesh.reconcile import SyncError
from edge_agent.mesh.streams import LogAcross, SlowedStream, StreamChannel
from edge_agent.mesh.sync import Outcome, Reconciliation, RecordLog
from edge_agent.records import MAX_RECORD_BYTES, PeerId

log = logging.getLogger(__name__)

T = TypeVar("T")

RECORDS_TOPIC: Final = "/swarm-agent/records/1"
BEACONS_TOPIC: Final = "/swarm-agent/beacons/1"
IDENTITY_PROTOCOL: Final = "/swarm-agent/identity/1"
PING_PROTOCOL: Final = "/ipfs/ping/1.0.0"

PING_EVERY: Final = 10.0
PING_TIMEOUT: Final = 5.0
MOVED_TIMEOUT: Final = 3.0
"""Seconds for the answer on the earlier connection of a peer that connected once more, from another address."""
PING_FAILURES: Final = 2
"""A frozen peer or a cut link is noticed in 20 to 30 s: before its beacons make it gone, and not on a short stall."""
LOOK_EVERY: Final = 0.25
"""How often the connections are compared and due dials made, in seconds."""
EXCHANGE_TIMEOUT: Final = 180.0
"""Seconds for a whole exchange: a Raspberry Pi's slow card passes, a peer that trickles does not."""
EXCHANGES_AT_ONCE: Final = 4
"""Exchanges that peers may have with us at the same time."""
EXCHANGE_EVERY: Final = 0.5
"""Seconds between two exchanges that one peer may begin."""
GOSSIP_EVERY: Final = 3.0
"""Seconds between two looks at the gossip streams."""


class Door(Protocol):
    """Judges bytes of peers by themselves alone. Called in the trio thread: pure, thread-safe, quick."""

    def check_record(self, wire: bytes) -> bool:
        """Whether these bytes are a record of this swarm that may be counted and relayed now."""

    def check_beacon(self, wire: bytes) -> bool:
        """Whether these bytes are a beacon of this swarm."""

    def excuses(self, wire: bytes) -> bool:
        """Whether an honest machine may have sent these bytes, although they were refused."""


class Gossip(Struct, frozen=True):
    """A record or beacon that passed the door. ``source`` is the peer that published it, not its author."""

    topic: str
    wire: bytes
    source: PeerId


class Link(Struct, frozen=True):
    """A peer connected (or reconnected), or its last connection ended."""

    peer: PeerId
    up: bool


class NodeSettings(Struct, frozen=True, kw_only=True):
    """What a host needs to know. ``psk``: the swarm's key, 64 hexadecimal digits; without it links are open."""

    seed: bytes
    listen_host: str
    port: int
    psk: str | None = None

    def __repr__(self) -> str:
        """Without the keys: this may be logged."""
        return f"NodeSettings({self.listen_host}:{self.port})"

    @property
    def loopback(self) -> bool:
        """Whether it listens on loopback, and so do its peers."""
        return self.listen_host in ("127.0.0.1", "::1")


class MeshNode:
    """One run of a host, from its start to its crash or stop."""

    def __init__(
        self,
        settings: NodeSettings,
        *,
        door: Door,
        record_log: RecordLog,
        reconciliation: Reconciliation,
        book: AddressBook,
        conduct: Conduct,
        other_run_of: Callable[[bytes], Coroutine[Any, Any, bytes]],
        emit: Callable[[object], None],
        ask: Callable[[Callable[[], Coroutine[Any, Any, Any]]], Any],
    ) -> None:
        guards.install()
        self._settings = settings
        self._door = door
        self._log = LogAcross(record_log, ask)
        self._reconciliation = reconciliation
        self._emit = emit
        self._book = book
        self._conduct = conduct
        self._other_run_of, self._ask = other_run_of, ask
        self._failures: dict[Any, int] = {}
        self._exchanging: dict[Any, float] = {}
        self._doubted: set[Any] = set()
        """The peers whose earlier connections are being asked whether they live."""
        self._inbound_exchanges = 0
        key_pair = create_new_key_pair(settings.seed)
        self._host = new_host(
            key_pair=key_pair,
            psk=settings.psk,
            sec_opt=guards.noise_only(key_pair),
            muxer_opt=guards.yamux_only(),
            negotiate_timeout=10,
            addrs_factory=guards.announce(self._announced_hosts, settings.port),
            disable_identify_address_discovery=True,
            connection_config=guards.connection_config(),
        )
        self._me = self._host.get_id()
        self._dialler = Dialler(
            self._host,
            book,
            loopback=settings.loopback,
            is_connected=lambda identity: bool(self._connections(identity)),
        )
        self._pubsub = Pubsub(
            self._host,
            guards.gossip_router(),
            strict_signing=True,
            seen_ttl=300,
            max_inbound_rpc_size=guards.MAX_INBOUND_RPC_BYTES,
            max_subscriptions_per_rpc=32,
            max_subscriptions_per_peer=8,
            allowed_topics={RECORDS_TOPIC, BEACONS_TOPIC},
        )
        guards.dial_on_request_only(self._host)
        watch_newcomers(
            self._host,
            NewcomerWatch(
                admits=lambda address: conduct.admits(address, monotonic_seconds()),
                refuses=lambda peer: conduct.is_dropped(PeerId(str(peer)), monotonic_seconds()),
                stranger=lambda address: conduct.stranger(address, monotonic_seconds()),
                welcome=conduct.welcome,
            ),
        )
        guards.contain_stream_handlers(self._host)
        guards.contain_pubsub(self._pubsub, MAX_RECORD_BYTES, lambda forwarder: self._offend(forwarder))
        guards.greet_once_at_a_time(self._pubsub)
        guards.number_messages_from_now(self._pubsub)
        self._pubsub.set_topic_validator(RECORDS_TOPIC, guards.never_raises(self._check_record), False)
        self._pubsub.set_topic_validator(BEACONS_TOPIC, guards.never_raises(self._check_beacon), False)
        self._host.set_stream_handler(reconciliation.protocol, self._on_exchange)
        self._host.set_stream_handler(IDENTITY_PROTOCOL, self._on_identity)
        for protocol in self._pubsub.protocols:
            self._host.set_stream_handler(protocol, self._on_gossip)

    async def run(self, started: Callable[[], None]) -> None:
        """Listen and serve until cancelled; call ``started`` once peers can connect. Any exception is a crash."""
        listen = [Multiaddr(text) for text in listen_multiaddrs(self._settings.listen_host, self._settings.port)]
        guards.remember_streams()
        try:
            async with (
                self._host.run(listen),
                background_trio_service(self._pubsub),
                background_trio_service(self._pubsub.router),
                guards.closing_everything(self._host),
                trio.open_nursery() as nursery,
            ):
                if not self._host.get_network().listeners:
                    raise OSError(f"cannot listen on port {self._settings.port} of {self._settings.listen_host}")
                await self._pubsub.wait_until_ready()
                for topic in (RECORDS_TOPIC, BEACONS_TOPIC):
                    nursery.start_soon(self._deliver, topic, await self._pubsub.subscribe(topic))
                nursery.start_soon(self._watch_pings)
                nursery.start_soon(self._dialler.watch_addresses)
                nursery.start_soon(self._watch_gossip)
                nursery.start_soon(self._watch_connections, nursery)
                started()
                await trio.sleep_forever()
        finally:
            guards.end_seen_cache(self._pubsub)

    def addresses(self) -> list[str]:
        """The multiaddrs that this host announces, with its peer id."""
        return [str(address) for address in self._host.get_addrs()]

    async def publish(self, topic: str, wire: bytes) -> None:
        """Gossip bytes; without a peer they go nowhere, which is no error."""
        await self._pubsub.publish(topic, wire)

    async def exchange(self, peer: PeerId) -> Outcome:
        """Reconcile the records with a connected peer. ConnectionError where it is not connected."""
        identity = ID.from_string(peer)
        with trio.fail_after(EXCHANGE_TIMEOUT), self._blaming(identity):
            return await self._with_stream(
                identity,
                self._reconciliation.protocol,
                lambda stream: self._reconciliation.initiate(
                    StreamChannel(stream), self._log, peer, monotonic_seconds()
                ),
            )

    async def other_run(self, peer: PeerId, wire: bytes) -> bytes:
        """Ask a connected peer for the beacon of another run of this machine. ConnectionError where it is not."""

        async def ask(stream: Any) -> bytes:
            channel = StreamChannel(stream)
            await channel.send(wire)
            return await channel.receive()

        return await self._with_stream(ID.from_string(peer), IDENTITY_PROTOCOL, ask)

    async def _on_identity(self, stream: Any) -> None:
        """A peer asks for the beacon of another run of itself, and shows its own."""
        channel = StreamChannel(stream)
        wire = await channel.receive()
        known: bytes = b""
        if len(wire) <= MAX_BEACON_BYTES and self._door.check_beacon(wire):
            known = await self._ask(lambda: self._other_run_of(wire))
        elif not self._door.excuses(wire):
            self._offend(stream.muxed_conn.peer_id)
        await channel.send(known)
        await stream.close()

    async def disconnect(self, peer: PeerId) -> None:
        """End all connections to the peer."""
        await self._host.disconnect(ID.from_string(peer))

    def _announced_hosts(self) -> list[str]:
        return choose_announced(self._settings.listen_host, interface_hosts())

    def _offend(self, peer: Any, offence: Offence = Offence.REFUSED) -> None:
        said = self._conduct.offend(PeerId(str(peer)), offence, monotonic_seconds())
        if said is not None:
            log.warning("%s %s", peer, said)

    def _check_record(self, forwarder: Any, message: Any) -> bool:
        if forwarder == self._me:
            return True  # signed and checked before it came here
        return self._door.check_record(message.data) or self._refuse(forwarder, message)

    def _check_beacon(self, forwarder: Any, message: Any) -> bool:
        if forwarder == self._me:
            return True
        if len(message.data) > MAX_BEACON_BYTES or not self._door.check_beacon(message.data):
            return self._refuse(forwarder, message)
        if ID(message.from_id) == self._me:
            # Pubsub drops what others say in our name; presence wants to know of it: a copied disk.
            self._emit(Gossip(BEACONS_TOPIC, bytes(message.data), PeerId(str(forwarder))))
        return True

    def _refuse(self, forwarder: Any, message: Any) -> bool:
        """False. Whoever is honest checks before it hands on, so the forwarder is at fault, whoever the author is."""
        if not self._door.excuses(message.data):
            self._offend(forwarder)
        return False

    async def _deliver(self, topic: str, subscription: Any) -> None:
        async for message in subscription:
            author = ID(message.from_id)
            if author != self._me:
                self._emit(Gossip(topic, bytes(message.data), PeerId(str(author))))

    def _connections(self, identity: Any) -> list[Any]:
        """The connections to a peer that are not closed or closing."""
        return [
            connection
            for connection in self._host.get_network().get_connections(identity)
            if not connection.is_closed and not connection.muxed_conn.event_shutting_down.is_set()
        ]

    def _linked(self) -> dict[Any, list[Any]]:
        """The connected peers, each with such connections."""
        found = {identity: self._connections(identity) for identity in self._host.get_connected_peers()}
        return {identity: connections for identity, connections in found.items() if connections}

    async def _with_stream(self, identity: Any, protocol: str, use: Callable[[Any], Awaitable[T]]) -> T:
        if not self._connections(identity):
            raise ConnectionError(f"{identity} is not connected")
        stream = await self._host.new_stream(identity, [protocol])
        try:
            result = await use(stream)
            await stream.close()
            return result
        except BaseException:
            with trio.CancelScope(shield=True), trio.move_on_after(1), contextlib.suppress(Exception):
                await stream.reset()
            raise

    async def _on_gossip(self, stream: Any) -> None:
        peer = stream.muxed_conn.peer_id
        slowed = SlowedStream(stream, lambda: self._offend(peer, Offence.FLOOD))
        try:
            await self._pubsub.stream_handler(slowed)
        except (DecodeError, MessageTooLarge, ParseError):
            self._offend(peer, Offence.MALFORMED)
            raise

    async def _on_exchange(self, stream: Any) -> None:
        """A peer began an exchange. What goes wrong resets the stream (``guards.contain_stream_handlers``)."""
        identity = stream.muxed_conn.peer_id
        now = trio.current_time()
        if now < self._exchanging.get(identity, 0.0) or self._inbound_exchanges >= EXCHANGES_AT_ONCE:
            raise ConnectionError("too many exchanges, try again")
        self._exchanging[identity] = float("inf")
        self._inbound_exchanges += 1
        try:
            with trio.fail_after(EXCHANGE_TIMEOUT), self._blaming(identity):
                await self._reconciliation.respond(
                    StreamChannel(stream), self._log, PeerId(str(identity)), monotonic_seconds()
                )
                await stream.close()
        finally:
            self._inbound_exchanges -= 1
            self._exchanging[identity] = trio.current_time() + EXCHANGE_EVERY
            for known in [one for one, until in self._exchanging.items() if until < now]:
                del self._exchanging[known]

    @contextlib.contextmanager
    def _blaming(self, peer: Any) -> Iterator[None]:
        """Where the protocol is broken, it is the peer's fault, mostly; a link that breaks is nobody's."""
        try:
            yield
        except SyncError as error:
            if error.peers_fault:
                self._offend(peer, Offence.BROKEN_EXCHANGE)
            raise

    async def _watch_pings(self) -> None:
        while True:
            await trio.sleep(PING_EVERY * random.uniform(0.8, 1.2))
            connected = self._linked()
            self._failures = {one: self._failures[one] for one in connected if one in self._failures}
            async with trio.open_nursery() as nursery:
                for identity in connected:
                    nursery.start_soon(self._ping, identity)

    async def _ping(self, identity: Any) -> None:
        async def echo(stream: Any) -> None:
            await stream.write(b"\7" * 32)
            await stream.read(32)

        try:
            with trio.fail_after(PING_TIMEOUT):
                await self._with_stream(identity, PING_PROTOCOL, echo)
            self._failures.pop(identity, None)
        except Exception:  # however a ping fails, it failed
            self._failures[identity] = self._failures.get(identity, 0) + 1
            if self._failures[identity] >= PING_FAILURES:
                log.info("%s does not answer pings: the connection is dropped", identity)
                del self._failures[identity]
                await self._end_links(identity)

    async def _watch_gossip(self) -> None:
        """See that each connected peer has its gossip stream, and knows what this machine wants to hear."""
        while True:
            await trio.sleep(GOSSIP_EVERY)
            async with trio.open_nursery() as nursery:
                for identity in self._linked():
                    if not guards.subscribe_again(self._pubsub, identity):
                        nursery.start_soon(self._open_gossip, identity, GOSSIP_EVERY)

    async def _open_gossip(self, identity: Any, seconds: float) -> None:
        with contextlib.suppress(Exception):  # it is tried again at the next look
            await self._pubsub.ensure_peer_stream(identity, timeout=seconds)

    async def _watch_connections(self, nursery: trio.Nursery) -> None:
        """Tell which peers come and go, see that each has its gossip stream, and dial those that are missing."""
        seen: dict[Any, list[Any]] = {}
        while True:
            current = self._linked()
            for identity, before in seen.items():
                if identity not in current or not any(one in current[identity] for one in before):
                    self._emit(Link(PeerId(str(identity)), up=False))
            for identity, connections in current.items():
                before = [one for one in seen.get(identity, []) if one in connections]
                if before and len(before) < len(connections) and identity not in self._doubted:
                    self._doubted.add(identity)
                    nursery.start_soon(self._drop_where_dead, identity)
                if not before:
                    self._emit(Link(PeerId(str(identity)), up=True))
                    self._book.connected(PeerId(str(identity)))
                    nursery.start_soon(self._greet, identity)
            seen = current
            connected = {PeerId(str(one)) for one in current}
            now = monotonic_seconds()
            dropped = self._conduct.dropped(now)
            for identity in [one for one in current if PeerId(str(one)) in dropped]:
                nursery.start_soon(self._end_links, identity)
            self._dialler.dial_due(nursery, connected, dropped, now)
            await trio.sleep(LOOK_EVERY)

    async def _end_links(self, identity: Any) -> None:
        with trio.move_on_after(PING_TIMEOUT), contextlib.suppress(Exception):  # what breaks is ended as well
            await self._host.disconnect(identity)

    async def _drop_where_dead(self, identity: Any) -> None:
        """A connected peer connected once more, from another address: it moved, its earlier connections may be dead.

        Then all end: libp2p would go on using a dead one beside a good one, and the peer is dialled again at once. It
        is looked at until it is known which of them live; at one address the peer's kernel ends what it does not know.
        """
        try:
            while len(connections := self._connections(identity)) > 1:
                *earlier, new = connections
                elsewhere = [one for one in earlier if guards.remote_host(one) != guards.remote_host(new)]
                if not elsewhere:
                    return
                if not await guards.answers(self._host, new, PING_PROTOCOL, PING_TIMEOUT):
                    await trio.sleep(LOOK_EVERY)  # it ended again, or the machine is slow, which proves nothing
                elif not await self._all_answer(elsewhere):
                    log.info("%s moved; its earlier connection is dead", identity)
                    await self._end_links(identity)
                elif self._connections(identity) == connections:
                    return
        finally:
            self._doubted.discard(identity)

    async def _all_answer(self, connections: list[Any]) -> bool:
        for connection in connections:
            if not await guards.answers(self._host, connection, PING_PROTOCOL, MOVED_TIMEOUT):
                return False
        return True

    async def _greet(self, identity: Any) -> None:
        await self._open_gossip(identity, 15.0)
        # What the peer announced (libp2p's identify asked it by now) is where to find it when this link breaks.
        with contextlib.suppress(PeerStoreError):  # it announced none
            announced = map(str, self._host.get_peerstore().addrs(identity))
            peer = PeerId(str(identity))
            self._book.learn(dialable_of(peer, announced, loopback=self._settings.loopback), monotonic_seconds())
