"""Everything that keeps py-libp2p 0.8.1 alive and quick in a daemon, in one place.

Each guard names its symptom, the upstream issue where there is one, and the test that fails without it (in
``tests/test_mesh_guards.py`` unless another file is named). The version is pinned: when it moves, each test tells
whether its guard is still needed. :func:`install` mends what belongs to the library as a whole, once a process; the
others take the host or pubsub that they mend.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import ipaddress
import logging
import os
import socket
import time
import weakref
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from contextvars import ContextVar
from typing import Any, Final

import libp2p.pubsub.gossipsub as gossipsub_module
import libp2p.pubsub.pubsub as pubsub_module
import trio
from libp2p.crypto.x25519 import create_new_key_pair as new_noise_key_pair
from libp2p.io.trio import TrioTCPStream
from libp2p.network.config import ConnectionConfig
from libp2p.network.connection.raw_connection import RawConnection
from libp2p.network.exceptions import SwarmException
from libp2p.network.swarm import Swarm
from libp2p.protocol_muxer.multiselect_communicator import MultiselectCommunicator
from libp2p.pubsub.gossipsub import PROTOCOL_ID_V11, GossipSub
from libp2p.pubsub.pb import rpc_pb2
from libp2p.pubsub.rpc_queue import RpcQueue
from libp2p.security.noise.transport import PROTOCOL_ID as NOISE_ID
from libp2p.security.noise.transport import Transport as NoiseTransport
from libp2p.stream_muxer.yamux.yamux import PROTOCOL_ID as YAMUX_ID
from libp2p.stream_muxer.yamux.yamux import Yamux
from multiaddr import Multiaddr

from edge_agent.mesh.newcomers import KeyedConnection, expect_greetings
from edge_agent.records import PeerId, key_of_peer_id

log = logging.getLogger(__name__)

SUBSCRIPTION_CHANNEL: Final = 4_096
RPC_QUEUE: Final = 1_024
MAX_RPC_BYTES: Final = 256 * 1024
"""What one RPC to a peer may hold: the largest record four times over."""
MAX_INBOUND_RPC_BYTES: Final = 2 * MAX_RPC_BYTES
"""What one RPC from a peer may hold; above our own, so that no rounding of ours resets a link."""
MAX_CONNECTIONS: Final = 512
DIAL_SECONDS: Final = 5.0
UPGRADE_SECONDS: Final = 8.0
"""For the handshakes on a new connection: a Raspberry Pi under load passes; with another key nothing ever answers."""
_ENDED_GRACE_SECONDS: Final = 1.0

_open_streams: ContextVar[weakref.WeakSet[Any] | None] = ContextVar("open_streams", default=None)


@functools.cache
def install() -> None:
    """Mend the library, once a process and before the first host."""
    for name in ("libp2p", "libp2p.network.auto_connector"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # lines and lines for each bad packet of a stranger
    release_windows_in_bulk()
    widen_queues()
    notice_cut_links()
    know_ipv6_addresses()
    free_inbound_slots()
    verify_peer_records_once()
    expect_greetings()


def release_windows_in_bulk() -> None:
    """Yamux sends a window update for every read: twice the packets and half of the processor time of a message.

    Test: test_window_updates_are_not_sent_for_every_read.
    """
    os.environ["PY_YAMUX_RELEASE_ON_READ"] = "0"


def widen_queues() -> None:
    """A subscription holds 32 messages and a peer's queue 32 RPCs, and what does not fit is lost without a word.

    Related upstream: issues 891 and 1276. Test: test_mesh_host.py, test_a_burst_of_500_arrives_whole (17 did).
    """
    pubsub_module.SUBSCRIPTION_CHANNEL_SIZE = SUBSCRIPTION_CHANNEL
    pubsub_module.RpcQueue = functools.partial(RpcQueue, max_size=RPC_QUEUE, max_message_size=MAX_RPC_BYTES)


def notice_cut_links() -> None:
    """A cut cable is never noticed: the kernel's own checks are off. Our pings (``node.py``) are the second check.

    Test: test_tcp_links_are_watched_by_the_kernel.
    """
    original = TrioTCPStream.__init__

    def watched(self: Any, stream: trio.SocketStream) -> None:
        original(self, stream)
        open_streams = _open_streams.get()
        if open_streams is not None:
            open_streams.add(stream)
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 10)
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 5)
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3)
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 20_000)

    TrioTCPStream.__init__ = watched


def know_ipv6_addresses() -> None:
    """Whoever connects over IPv6 has no address, for the socket tells four parts of it instead of two: all strangers
    there would be one, who keeps the members out, and no peer there would ever have moved.

    Test: test_the_other_end_of_an_ipv6_link_is_known.
    """
    original = TrioTCPStream.__init__

    def known(self: Any, stream: trio.SocketStream) -> None:
        original(self, stream)
        with contextlib.suppress(OSError):  # it ended already
            self._cached_remote_address = stream.socket.getpeername()[:2]

    TrioTCPStream.__init__ = known


@contextlib.asynccontextmanager
async def closing_everything(host: Any) -> AsyncIterator[None]:
    """A crashed or stopped host leaves its sockets open, its listener accepting included: peers hang on a dead link
    until their pings fail, and new connections go to the dead listener as often as to its successor's.

    Wrap it around what runs within the host; :func:`remember_streams` must have been called before the host started.
    Test: test_mesh_host.py, test_the_same_address_is_kept_over_a_crash.
    """
    try:
        yield
    finally:
        network = host.get_network()
        with trio.CancelScope(shield=True):
            for listener in list(network.listeners.values()):
                with trio.move_on_after(1), contextlib.suppress(Exception):
                    await listener.close()
            with trio.move_on_after(2), contextlib.suppress(Exception):
                async with trio.open_nursery() as nursery:
                    for peer in list(network.connections):
                        nursery.start_soon(network.close_peer, peer)
        for stream in list(_open_streams.get() or ()):
            stream.socket.close()


def remember_streams() -> None:
    """From here on, remember the TCP streams that this task and those that it starts open, to close them all."""
    _open_streams.set(weakref.WeakSet())


async def close_streams_from_elsewhere(hosts: Collection[str]) -> None:
    """A connection from an address that this machine no longer has is noticed as dead after 20 s: end those at once.

    ``hosts``: all addresses of this machine. :func:`remember_streams` must have been called before.
    Test: test_a_connection_of_a_lost_address_ends.
    """
    for stream in list(_open_streams.get() or ()):
        with contextlib.suppress(OSError):  # it is closed already
            host = stream.socket.getsockname()[0].partition("%")[0].removeprefix("::ffff:")
            if host not in hosts and not ipaddress.ip_address(host).is_loopback:
                await stream.aclose()


def free_inbound_slots() -> None:
    """Every inbound connection keeps its slot, task and socket until the host ends: after some hundred it is deaf.

    The caller frees them when an exception comes, so wait for the connection's end, then raise one.
    Test: test_an_ended_inbound_connection_gives_its_slot_back.
    """
    original = Swarm.upgrade_inbound_raw_conn

    async def upgrade_and_wait(self: Any, raw: Any, address: Any) -> Any:
        muxed = await original(self, raw, address)
        await muxed.event_shutting_down.wait()
        await trio.sleep(_ENDED_GRACE_SECONDS)
        raise ConnectionError("the connection has ended")

    Swarm.upgrade_inbound_raw_conn = upgrade_and_wait


def verify_peer_records_once() -> None:
    """Every RPC carries the sender's signed addresses, and each is verified anew: most of a message's cost.

    Test: test_a_peer_record_is_verified_once.
    """
    original = pubsub_module.maybe_consume_signed_record
    known: weakref.WeakKeyDictionary[Any, OrderedDict[tuple[Any, bytes], None]] = weakref.WeakKeyDictionary()

    def consume(message: Any, host: Any, peer: Any) -> bool:
        if not message.HasField("senderRecord"):
            return bool(original(message, host, peer))
        verified = known.setdefault(host, OrderedDict())
        key = (peer, message.senderRecord)
        if key in verified:
            return True
        if not original(message, host, peer):
            return False
        verified[key] = None
        if len(verified) > MAX_CONNECTIONS:
            verified.popitem(last=False)
        return True

    pubsub_module.maybe_consume_signed_record = consume
    gossipsub_module.maybe_consume_signed_record = consume


def noise_only(key_pair: Any) -> dict[str, Any]:
    """Plaintext is offered and accepted by default. The security options for ``new_host``: noise, nothing else.

    Test: test_plaintext_is_not_spoken.
    """
    return {NOISE_ID: NoiseTransport(key_pair, noise_privkey=new_noise_key_pair().private_key)}


def yamux_only() -> dict[str, Any]:
    """The muxer options for ``new_host``: mplex has no flow control, so a slow reader would fill the memory."""
    return {YAMUX_ID: Yamux}


def connection_config() -> Any:
    """No floor to dial up to, and no pruning before the limit: we know our peers, and dial them ourselves."""
    return ConnectionConfig(
        max_connections=MAX_CONNECTIONS,
        min_connections=0,
        low_watermark=0,
        high_watermark=MAX_CONNECTIONS,
        max_connections_per_peer=2,
        dial_timeout=DIAL_SECONDS,
    )


def dial_on_request_only(host: Any) -> None:
    """The auto-connector dials whatever the peerstore holds, stale and hostile addresses included, up to the middle of
    the watermarks, although both of its floors are 0; and it logs two lines each time.

    Opening a stream to a peer whose connection just ended dials too: all its former addresses again and again, for up
    to a minute. Pubsub does so, and a peer that is back meanwhile from another address hears nothing until it is over.
    Tests: test_the_host_dials_nobody_of_its_own_accord; test_mesh_discovery.py,
    test_a_machine_that_lost_power_for_long_is_back_within_seconds.
    """

    async def rest() -> None:
        """We dial ourselves."""

    network = host.get_network()
    network.auto_connector.maybe_connect = rest
    open_stream = network.new_stream

    async def open_if_connected(peer: Any) -> Any:
        if not network.get_connections(peer):
            raise SwarmException(f"{peer} is not connected")
        return await open_stream(peer)

    network.new_stream = open_if_connected


def gossip_router() -> Any:
    """Gossipsub 1.1 for 2 to 30 peers, its protections off that starve a small swarm.

    The spam guard drops more than 10 messages a second of a forwarder (a burst of records is more); the eclipse guard
    wants peers in many networks; adaptive gossip slows the heartbeat to a minute, whose default is two minutes, in
    which a mesh does not form; version 1.2 sends an IDONTWANT for every message.
    Test: test_mesh_host.py, test_a_burst_of_500_arrives_whole.
    """
    return GossipSub(
        [PROTOCOL_ID_V11],
        degree=4,
        degree_low=3,
        degree_high=6,
        heartbeat_interval=1,
        gossip_window=5,
        gossip_history=10,
        prune_back_off=10,
        spam_protection_enabled=False,
        eclipse_protection_enabled=False,
        adaptive_gossip_enabled=False,
    )


def contain_stream_handlers(host: Any) -> None:
    """An exception in any stream handler kills the host: reset that stream instead.

    Related upstream: issues 417 and 586. Test: test_an_exception_in_a_stream_handler_stays_there.
    """
    original = host._swarm_stream_handler

    async def contained(stream: Any) -> None:
        try:
            await original(stream)
        except Exception as error:
            log.info("a stream was reset: %r", error)
            with trio.move_on_after(1), contextlib.suppress(Exception):
                await stream.reset()

    host.get_network().set_stream_handler(contained)


def contain_pubsub(pubsub: Any, max_bytes: int, on_refused: Callable[[Any], None]) -> None:
    """Pubsub's tasks kill the host when they raise, and a stranger's bad author or key makes them raise.

    Check the envelope first (one topic, sizes, author and sequence number), contain the rest. ``on_refused`` is
    called with the forwarder of each message whose handling ended in an exception. Related upstream: issue 1120.
    Test: test_mesh_attacks.py, test_the_victim_survives.
    """
    push = pubsub.push_msg

    async def push_contained(forwarder: Any, message: Any) -> None:
        try:
            if len(message.topicIDs) != 1:
                raise ValueError("not exactly one topic")
            if not 0 < len(message.data) <= max_bytes:
                raise ValueError("a size that no record or beacon has")
            if not 0 < len(message.from_id) <= 64 or len(message.seqno) != 8:
                raise ValueError("a malformed author or sequence number")
            await push(forwarder, message)
        except Exception as error:
            on_refused(forwarder)
            log.info("a message from %s was refused: %r", forwarder, error)

    pubsub.push_msg = push_contained
    pubsub.handle_sending_messages = _contained(pubsub.handle_sending_messages)
    pubsub.router.flush_pending_messages = _contained(pubsub.router.flush_pending_messages)


def _contained(function: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    async def contained(*arguments: Any) -> None:
        try:
            await function(*arguments)
        except Exception as error:
            log.info("a task of pubsub ended: %r", error)

    return contained


def greet_once_at_a_time(pubsub: Any) -> None:
    """Greeting a new peer twice at once opens two streams, and the first one's queue and tasks stay for ever: some
    three tasks more with each reconnect.

    Tests: test_a_peer_is_greeted_once_at_a_time; test_mesh_host.py, test_reconnects_leave_nothing_behind.
    """
    original = pubsub._handle_new_peer
    locks: dict[Any, trio.Lock] = {}

    async def greet(peer: Any) -> None:
        lock = locks.setdefault(peer, trio.Lock())
        try:
            async with lock:
                await original(peer)
        finally:
            if not lock.locked():
                locks.pop(peer, None)

    pubsub._handle_new_peer = greet


def subscribe_again(pubsub: Any, peer: Any) -> bool:
    """A stream of a peer that ends late, when the peer is long back on another connection, makes pubsub forget what
    the peer wants to hear: it hears nothing more for as long as it stays. So everybody says it again now and then.

    False where the peer has no gossip stream yet, or none any more.
    Test: test_mesh_host.py, test_a_forgotten_subscription_comes_back.
    """
    queue = pubsub.peer_queues.get(peer)
    if queue is None or peer not in pubsub.peers:
        return False
    wanted = [rpc_pb2.RPC.SubOpts(subscribe=True, topicid=topic) for topic in pubsub.topic_ids]
    queue.push(rpc_pb2.RPC(subscriptions=wanted))
    return True


def never_raises(check: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """A validator that raises kills the host: its exception means no.

    Test: test_a_validator_that_raises_refuses.
    """

    def checked(forwarder: Any, message: Any) -> bool:
        try:
            return check(forwarder, message)
        except Exception as error:
            log.error("a check of incoming messages failed, the message is refused: %r", error)
            return False

    return checked


def number_messages_from_now(pubsub: Any) -> None:
    """Sequence numbers start at the seconds since 1970, so a restart repeats those of a burst: peers drop them.

    Test: test_sequence_numbers_do_not_repeat_after_a_restart.
    """
    pubsub.counter = time.time_ns()


def end_seen_cache(pubsub: Any) -> None:
    """The cache of seen messages sweeps in a thread that outlives its host: one more with each restart.

    Test: test_mesh_host.py, test_no_thread_is_left.
    """
    pubsub.seen_messages._stop_event.set()


class DialledOurselves(Exception):
    """The address is this host's own."""


async def dial(host: Any, ip: str, port: int, expected: Any = None) -> Any:
    """Connect to whoever listens there, and return its peer id; where ``expected`` is given, to that peer alone.

    The library dials only peers whose id it knows, no link-local address with a zone, and it tries addresses that a
    peer once announced, 0.0.0.0 included, before the good one; one failed dial blacks a peer out for 60 s. Whoever is
    found has proved its id by the handshake, and that it belongs to the swarm by the pre-shared key, as on every
    inbound connection. DialledOurselves, or another exception.
    Tests: test_dialling_without_a_peer_id_finds_who_is_there and those after it.
    """
    network = host.get_network()
    with trio.fail_after(DIAL_SECONDS):
        stream = await trio.open_tcp_stream(ip, port)
    raw = RawConnection(TrioTCPStream(stream), True)
    try:
        with trio.fail_after(UPGRADE_SECONDS):
            protected = raw if network.psk is None else KeyedConnection(raw, network.psk)
            secured = await network.upgrader.security_multistream.secure_outbound(protected, expected)
            peer = secured.get_remote_peer()
            if peer == host.get_id():
                raise DialledOurselves
            key_of_peer_id(PeerId(str(peer)))
            if network.get_connections(peer):  # another address of a peer that is linked already
                await raw.close()
                return peer
            muxed = await network.upgrader.upgrade_connection(secured, peer)
            await network.add_conn(muxed, direction="outbound")
            return peer
    except BaseException:
        with trio.CancelScope(shield=True), trio.move_on_after(1), contextlib.suppress(Exception):
            await raw.close()
        raise


async def answers(host: Any, connection: Any, ping: str, seconds: float) -> bool:
    """Whether this one connection to a peer works; a stream opened by the host takes any that the peer has.

    Test: test_one_connection_is_asked_alone.
    """
    try:
        with trio.fail_after(seconds):
            stream = await connection.new_stream()
            try:
                await host.multiselect_client.select_one_of([ping], MultiselectCommunicator(stream), seconds)
                await stream.write(bytes(32))
                return len(await stream.read(32)) > 0
            finally:
                with trio.CancelScope(shield=True), trio.move_on_after(1), contextlib.suppress(Exception):
                    await stream.reset()
    except Exception:  # a connection that does not work shows in many ways, and each of them is the answer
        return False


def remote_host(connection: Any) -> str | None:
    """The IP address of the other end of a connection, where it is known."""
    address = connection.muxed_conn.get_remote_address()
    return None if address is None else str(address[0]).removeprefix("::ffff:")


def announce(hosts: Callable[[], Sequence[str]], port: int) -> Callable[[Iterable[Any]], list[Any]]:
    """The listener's own address is announced, 0.0.0.0 included. An ``addrs_factory`` that tells real ones.

    ``hosts`` is asked at most every 5 s, for libp2p asks with every message. Related upstream: pull request 1284.
    Test: test_an_unspecified_address_is_never_announced.
    """
    kept: list[Any] = []
    asked_at = float("-inf")

    def addresses(_: Iterable[Any]) -> list[Any]:
        nonlocal kept, asked_at
        if time.monotonic() - asked_at > 5:
            asked_at = time.monotonic()
            kept = [Multiaddr(f"/ip{ipaddress.ip_address(host).version}/{host}/tcp/{port}") for host in hosts()]
        return list(kept)

    return addresses


class PortInUse(Exception):
    """Another program, or another agent, has the port."""


class HeldPort:
    """Listening with SO_REUSEPORT lets two daemons share one port without an error, each getting half of the peers.

    Holds the port for this process until :meth:`close`: an abstract Unix socket of its name is the lock between
    agents (the kernel frees it with the process), a first bind without sharing finds any other program.
    ``port`` 0 takes a free one. PortInUse where it is taken.
    Test: test_two_hosts_cannot_share_a_port.
    """

    def __init__(self, host: str, port: int) -> None:
        family = socket.AF_INET6 if ipaddress.ip_address(host).version == 6 else socket.AF_INET
        taken = f"port {port} of {host} is in use: is another agent running? Stop it, or choose another port"
        try:
            with socket.socket(family, socket.SOCK_STREAM) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((host, port))
                self.port: int = probe.getsockname()[1]
            self._lock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._holder = socket.socket(family, socket.SOCK_STREAM)
            try:
                self._lock.bind(f"\0swarm-agent/port/{self.port}")
                self._holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                self._holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
                self._holder.bind((host, self.port))
            except BaseException:
                self.close()
                raise
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise PortInUse(taken) from error
            raise

    def close(self) -> None:
        """Give the port back."""
        self._lock.close()
        self._holder.close()
