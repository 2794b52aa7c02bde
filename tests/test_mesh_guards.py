"""Each guard against libp2p's faults, alone: the test fails without it."""

from __future__ import annotations

import gc
import socket
import threading
import types
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import libp2p.pubsub.pubsub as pubsub_module
import libp2p.pubsub.utils as pubsub_utils
import pytest
import trio
import trio.testing
from libp2p import new_host
from libp2p.crypto.ed25519 import create_new_key_pair
from libp2p.crypto.rsa import create_new_key_pair as create_new_rsa_key_pair
from libp2p.io.trio import TrioTCPStream
from libp2p.network.exceptions import SwarmException
from libp2p.network.stream.exceptions import StreamError
from libp2p.peer.peerinfo import PeerInfo
from libp2p.pubsub.pb import rpc_pb2
from libp2p.pubsub.pubsub import Pubsub
from libp2p.pubsub.utils import consume_envelope
from libp2p.security.insecure.transport import PLAINTEXT_PROTOCOL_ID, InsecureTransport
from libp2p.security.noise.exceptions import PeerIDMismatchesPubkey
from libp2p.stream_muxer.yamux import yamux
from libp2p.transport.exceptions import SecurityUpgradeFailure
from mesh_helpers import LONG
from multiaddr import Multiaddr

from edge_agent.mesh import guards
from edge_agent.mesh.newcomers import NewcomerWatch, watch_newcomers

pytestmark = pytest.mark.mesh

HELLO = "/test/hello/1"
KEY = "ab" * 32


@pytest.fixture(autouse=True)
def installed() -> None:
    guards.install()


def run(job: Callable[[], Awaitable[None]]) -> None:
    """Run a test in trio, and fail it where it hangs."""

    async def bounded() -> None:
        with trio.fail_after(LONG):
            await job()

    trio.run(bounded)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - libp2p has no event for it
        await trio.sleep(0.02)


def make_host(**options: Any) -> Any:
    pair = options.pop("key_pair", None) or create_new_key_pair()
    options = {"sec_opt": guards.noise_only(pair), **options}
    host = new_host(
        key_pair=pair, muxer_opt=guards.yamux_only(), connection_config=guards.connection_config(), **options
    )
    guards.dial_on_request_only(host)
    guards.contain_stream_handlers(host)
    return host


@asynccontextmanager
async def listening(host: Any, port: int = 0) -> AsyncIterator[Any]:
    """The host's PeerInfo while it listens."""
    async with host.run([Multiaddr(f"/ip4/127.0.0.1/tcp/{port}")]):
        yield PeerInfo(host.get_id(), host.get_transport_addrs())


def test_window_updates_are_not_sent_for_every_read() -> None:
    assert yamux._yamux_release_on_read() is False


def test_queues_hold_a_burst() -> None:
    queue = pubsub_module.RpcQueue()
    assert all(queue.push(rpc_pb2.RPC()) for _ in range(guards.RPC_QUEUE))
    assert queue.max_message_size < guards.MAX_INBOUND_RPC_BYTES
    assert pubsub_module.SUBSCRIPTION_CHANNEL_SIZE == guards.SUBSCRIPTION_CHANNEL


def test_tcp_links_are_watched_by_the_kernel() -> None:
    async def job() -> None:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        stream = TrioTCPStream(await trio.testing.open_stream_to_socket_listener(listener))
        assert stream.stream.socket.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert stream.stream.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 20_000
        await stream.close()
        await listener.aclose()

    run(job)


def test_the_other_end_of_an_ipv6_link_is_known() -> None:
    async def job() -> None:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        link = await trio.testing.open_stream_to_socket_listener(listener)
        link.socket.getpeername = lambda: ("fd00::7", 4711, 0, 0)
        assert TrioTCPStream(link).get_remote_address() == ("fd00::7", 4711)
        await link.aclose()
        await listener.aclose()

    run(job)


def test_an_ended_inbound_connection_gives_its_slot_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "_ENDED_GRACE_SECONDS", 0.05)

    async def job() -> None:
        server, client = make_host(), make_host()
        limiter = server.get_network()._inbound_limiter
        async with listening(server) as info, listening(client):
            for _ in range(3):
                await client.connect(info)
                await until(lambda: limiter.borrowed_tokens == 1)
                await client.disconnect(info.peer_id)
                await until(lambda: limiter.borrowed_tokens == 0)

    run(job)


def test_a_peer_record_is_verified_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[bytes] = []

    def counted(envelope: bytes, domain: str) -> Any:
        calls.append(envelope)
        return consume_envelope(envelope, domain)

    monkeypatch.setattr(pubsub_utils, "consume_envelope", counted)

    async def job() -> None:
        host, peer = make_host(), make_host()
        record = peer.get_peerstore().get_local_record().marshal_envelope()
        message = rpc_pb2.RPC(senderRecord=record)
        assert all(pubsub_module.maybe_consume_signed_record(message, host, peer.get_id()) for _ in range(5))
        assert len(calls) == 1
        junk = rpc_pb2.RPC(senderRecord=b"junk")
        assert not any(pubsub_module.maybe_consume_signed_record(junk, host, peer.get_id()) for _ in range(5))
        assert not pubsub_module.maybe_consume_signed_record(message, host, make_host().get_id())
        assert pubsub_module.maybe_consume_signed_record(rpc_pb2.RPC(), host, peer.get_id())

    run(job)


def test_plaintext_is_not_spoken() -> None:
    async def job() -> None:
        pair = create_new_key_pair()
        server = make_host()
        talker = new_host(key_pair=pair, sec_opt={PLAINTEXT_PROTOCOL_ID: InsecureTransport(pair)})
        async with listening(server) as info, listening(talker):
            with pytest.raises(SwarmException):
                await talker.connect(info)
            assert not server.get_connected_peers()

    run(job)


def test_an_exception_in_a_stream_handler_stays_there() -> None:
    async def job() -> None:
        server, client = make_host(), make_host()

        async def handler(stream: Any) -> None:
            if await stream.read(1) == b"x":
                raise RuntimeError("boom")
            await stream.write(b"hello")

        server.set_stream_handler(HELLO, handler)
        async with listening(server) as info, listening(client):
            await client.connect(info)
            first = await client.new_stream(info.peer_id, [HELLO])
            await first.write(b"x")
            with pytest.raises(StreamError):
                await first.read(5)
            second = await client.new_stream(info.peer_id, [HELLO])
            await second.write(b"y")
            assert await second.read(5) == b"hello"

    run(job)


def test_a_validator_that_raises_refuses() -> None:
    def check(forwarder: Any, message: Any) -> bool:
        return bool(1 / message)

    assert guards.never_raises(check)(None, 1) is True
    assert guards.never_raises(check)(None, 0) is False


def test_sequence_numbers_do_not_repeat_after_a_restart() -> None:
    async def job() -> None:
        first, second = Pubsub(make_host(), guards.gossip_router()), Pubsub(make_host(), guards.gossip_router())
        guards.number_messages_from_now(first)
        said = {first._next_seqno() for _ in range(1_000)}
        guards.number_messages_from_now(second)
        assert second._next_seqno() not in said
        for pubsub in (first, second):
            guards.end_seen_cache(pubsub)

    run(job)


def test_the_thread_of_the_seen_cache_ends() -> None:
    before = set(threading.enumerate())

    async def job() -> None:
        guards.end_seen_cache(Pubsub(make_host(), guards.gossip_router()))
        await until(lambda: set(threading.enumerate()) <= before)

    run(job)


def test_a_peer_is_greeted_once_at_a_time() -> None:
    greeted: list[Any] = []

    async def greet(peer: Any) -> None:
        if peer not in greeted:
            await trio.sleep(0.01)  # libp2p opens its stream here
            greeted.append(peer)

    pubsub = types.SimpleNamespace(_handle_new_peer=greet)
    guards.greet_once_at_a_time(pubsub)

    async def job() -> None:
        async with trio.open_nursery() as nursery:
            for _ in range(5):
                nursery.start_soon(pubsub._handle_new_peer, "a")
            nursery.start_soon(pubsub._handle_new_peer, "b")
        assert sorted(greeted) == ["a", "b"]

    run(job)


def test_dialling_without_a_peer_id_finds_who_is_there() -> None:
    async def job() -> None:
        server, client = make_host(psk=KEY), make_host(psk=KEY)
        async with listening(server) as info, listening(client):
            port = int(info.addrs[0].value_for_protocol("tcp"))
            assert await guards.dial(client, "127.0.0.1", port) == server.get_id()
            await until(lambda: client.get_id() in server.get_connected_peers())
            assert await guards.dial(client, "127.0.0.1", port) == server.get_id()  # once more: no second link
            assert len(client.get_network().get_connections(server.get_id())) == 1

    run(job)


def test_dialling_with_a_peer_id_takes_that_peer_alone() -> None:
    async def job() -> None:
        server, client = make_host(), make_host()
        async with listening(server) as info, listening(client):
            port = int(info.addrs[0].value_for_protocol("tcp"))
            with pytest.raises(PeerIDMismatchesPubkey):
                await guards.dial(client, "127.0.0.1", port, make_host().get_id())
            assert not client.get_connected_peers()
            assert await guards.dial(client, "127.0.0.1", port, server.get_id()) == server.get_id()

    run(job)


@pytest.mark.parametrize("key", [None, "cd" * 32])
def test_dialling_without_a_peer_id_takes_only_who_has_the_key(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setattr(guards, "UPGRADE_SECONDS", 1.0)

    async def job() -> None:
        server, client = make_host(psk=KEY), make_host(psk=key)
        async with listening(server) as info, listening(client):
            port = int(info.addrs[0].value_for_protocol("tcp"))
            with pytest.raises(Exception):  # noqa: B017 - whatever the garbage is taken for, or silence
                await guards.dial(client, "127.0.0.1", port)
            assert not client.get_connected_peers()
            assert not server.get_connected_peers()

    run(job)


@pytest.mark.parametrize("by_id", [True, False])
def test_dialling_refuses_a_peer_that_was_dropped(by_id: bool) -> None:
    async def job() -> None:
        server, client = make_host(psk=KEY), make_host(psk=KEY)
        dropped = {server.get_id()}
        watch_newcomers(
            client,
            NewcomerWatch(admits=lambda address: True, refuses=dropped.__contains__, stranger=str, welcome=str),
        )
        async with listening(server) as info, listening(client):
            port = int(info.addrs[0].value_for_protocol("tcp"))
            expected = server.get_id() if by_id else None
            with pytest.raises(SecurityUpgradeFailure, match="dropped"):
                await guards.dial(client, "127.0.0.1", port, expected)
            assert not client.get_connected_peers()
            dropped.clear()
            assert await guards.dial(client, "127.0.0.1", port, expected) == server.get_id()

    run(job)


def test_dialling_ourselves_is_noticed() -> None:
    async def job() -> None:
        host = make_host()
        async with listening(host) as info:
            with pytest.raises(guards.DialledOurselves):
                await guards.dial(host, "127.0.0.1", int(info.addrs[0].value_for_protocol("tcp")))
            assert not host.get_connected_peers()

    run(job)


def test_dialling_takes_ed25519_keys_only() -> None:
    async def job() -> None:
        server, client = make_host(key_pair=create_new_rsa_key_pair(2_048)), make_host()
        async with listening(server) as info, listening(client):
            with pytest.raises(ValueError, match="peer id"):
                await guards.dial(client, "127.0.0.1", int(info.addrs[0].value_for_protocol("tcp")))
            assert not client.get_connected_peers()

    run(job)


def test_a_failed_dial_does_not_black_the_peer_out() -> None:
    async def job() -> None:
        held = guards.HeldPort("127.0.0.1", 0)
        server, client = make_host(), make_host()
        async with listening(client):
            for _ in range(3):
                with pytest.raises(OSError, match="connect"):
                    await guards.dial(client, "127.0.0.1", held.port, server.get_id())
            client.get_peerstore().add_addrs(server.get_id(), [Multiaddr("/ip4/0.0.0.0/tcp/1")], 7_200)
            async with listening(server, held.port):
                await guards.dial(client, "127.0.0.1", held.port, server.get_id())
                assert server.get_id() in client.get_connected_peers()
        held.close()

    run(job)


def test_one_connection_is_asked_alone() -> None:
    async def job() -> None:
        server, client = make_host(), make_host()
        async with listening(server) as info, listening(client):
            await client.connect(info)
            (first,) = client.get_network().get_connections(info.peer_id)
            await client.get_network().dial_addr(info.addrs[0], info.peer_id)
            second = next(one for one in client.get_network().get_connections(info.peer_id) if one is not first)
            for connection in (first, second):
                assert await guards.answers(client, connection, "/ipfs/ping/1.0.0", 5.0)
            silence(first)
            assert not await guards.answers(client, first, "/ipfs/ping/1.0.0", 0.5)
            assert await guards.answers(client, second, "/ipfs/ping/1.0.0", 5.0)

    run(job)


def silence(connection: Any) -> None:
    """Nothing that is written arrives any more, as on a cut cable."""

    async def lose(data: bytes) -> None:
        """Lost."""

    connection.muxed_conn.secured_conn.write = lose


def test_a_connection_of_a_lost_address_ends() -> None:
    async def job() -> None:
        guards.remember_streams()
        kept = await trio.open_tcp_listeners(0, host="127.0.0.1")
        lost = await trio.open_tcp_listeners(0, host="127.0.0.1")
        streams = [TrioTCPStream(await trio.testing.open_stream_to_socket_listener(one)) for one in (*kept, *lost)]
        monkeypatch_address(streams[1], "192.0.2.7")
        await guards.close_streams_from_elsewhere({"127.0.0.1", "192.0.2.8"})
        assert streams[0].stream.socket.fileno() >= 0
        assert streams[1].stream.socket.fileno() < 0
        for one in (*kept, *lost):
            await one.aclose()

    run(job)


def monkeypatch_address(stream: TrioTCPStream, host: str) -> None:
    """Let the stream's own end have another address."""
    stream.stream.socket.getsockname = lambda: (host, 1)


def test_the_host_dials_nobody_of_its_own_accord() -> None:
    async def job() -> None:
        server, client = make_host(), make_host()
        async with listening(server) as info, listening(client):
            client.get_peerstore().add_addrs(info.peer_id, info.addrs, 7_200)
            await client.get_network().auto_connector.maybe_connect()
            await trio.sleep(0.3)
            assert not client.get_connected_peers()
            with pytest.raises(SwarmException):
                await client.new_stream(info.peer_id, ["/ipfs/ping/1.0.0"])
            assert not client.get_connected_peers()

    run(job)


def test_an_unspecified_address_is_never_announced() -> None:
    async def job() -> None:
        asked: list[int] = []

        def hosts() -> list[str]:
            asked.append(1)
            return ["192.168.1.7", "fd00::7"]

        host = make_host(addrs_factory=guards.announce(hosts, 4711))
        async with host.run([Multiaddr("/ip4/0.0.0.0/tcp/0")]):
            suffix = f"/tcp/4711/p2p/{host.get_id()}"
            for _ in range(5):
                told = [str(one) for one in host.get_addrs()]
                assert told == [f"/ip4/192.168.1.7{suffix}", f"/ip6/fd00::7{suffix}"]
        assert len(asked) == 1

    run(job)


def test_a_stopped_host_leaves_no_socket_open() -> None:
    async def job() -> None:
        server, client = make_host(), make_host()

        async def serve(task_status: Any) -> None:
            guards.remember_streams()
            async with server.run([Multiaddr("/ip4/127.0.0.1/tcp/0")]), guards.closing_everything(server):
                task_status.started(PeerInfo(server.get_id(), server.get_transport_addrs()))
                await trio.sleep_forever()

        async with listening(client), trio.open_nursery() as nursery:
            info = await nursery.start(serve)
            await client.connect(info)
            await until(lambda: bool(server.get_connected_peers()))
            nursery.cancel_scope.cancel()
        with pytest.raises(OSError, match="failed"):
            port = int(info.addrs[0].value_for_protocol("tcp"))
            await trio.open_tcp_stream("127.0.0.1", port)

    run(job)
    gc.collect()


def test_two_hosts_cannot_share_a_port() -> None:
    held = guards.HeldPort("127.0.0.1", 0)
    with pytest.raises(guards.PortInUse, match="another agent"):
        guards.HeldPort("127.0.0.1", held.port)
    port = held.port
    held.close()
    guards.HeldPort("127.0.0.1", port).close()


def test_another_programs_port_is_found() -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(guards.PortInUse):
            guards.HeldPort("127.0.0.1", other.getsockname()[1])


def test_a_malformed_envelope_never_reaches_pubsub() -> None:
    reached: list[Any] = []
    refused: list[int] = []

    async def push(forwarder: Any, message: Any) -> None:
        reached.append(message)
        raise ValueError("a fault of pubsub")

    async def nothing(*_: Any) -> None:
        raise ValueError("a fault of pubsub")

    pubsub = types.SimpleNamespace(
        push_msg=push,
        handle_sending_messages=nothing,
        router=types.SimpleNamespace(flush_pending_messages=nothing),
    )
    guards.contain_pubsub(pubsub, 100, lambda forwarder: refused.append(1))
    good = {"data": b"x", "topicIDs": ["t"], "from_id": b"author", "seqno": b"12345678"}
    bad = [
        {"data": b""},
        {"data": b"x" * 101},
        {"topicIDs": []},
        {"topicIDs": ["t", "u"]},
        {"from_id": b""},
        {"from_id": b"x" * 65},
        {"seqno": b"1"},
    ]

    async def job() -> None:
        for change in bad:
            await pubsub.push_msg(None, rpc_pb2.Message(**{**good, **change}))
        assert not reached
        await pubsub.push_msg(None, rpc_pb2.Message(**good))
        assert len(reached) == 1
        assert len(refused) == len(bad) + 1
        await pubsub.handle_sending_messages(1, 2, 3)
        await pubsub.router.flush_pending_messages(1)

    run(job)
