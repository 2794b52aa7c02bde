"""Hostile peers: each attack is a function that gets a connected, authenticated host, or the bare port."""

from __future__ import annotations

import os
import socket
import struct
import time
from collections.abc import Awaitable, Callable
from typing import Any

import trio
from libp2p import new_host
from libp2p.crypto.ed25519 import create_new_key_pair
from libp2p.peer.id import ID
from libp2p.peer.peerinfo import PeerInfo
from libp2p.pubsub.pb import rpc_pb2
from libp2p.utils.varint import encode_uvarint, encode_varint_prefixed
from multiaddr import Multiaddr

from edge_agent.mesh.node import BEACONS_TOPIC, RECORDS_TOPIC
from edge_agent.mesh.sync import PROTOCOL as EXCHANGE

GOSSIP = "/meshsub/1.1.0"
PAUSE = 0.25
LOOPBACK = "127.0.0.1"


class Attacker:
    """A host with a connection to the victim."""

    def __init__(self, host: Any, victim: Any) -> None:
        self.host, self.victim = host, victim

    async def gossip(self, *rpcs: Any, raw: bytes = b"") -> Any:
        stream = await self.host.new_stream(self.victim, [GOSSIP])
        for rpc in rpcs:
            await stream.write(encode_varint_prefixed(rpc.SerializeToString()))
        if raw:
            await stream.write(raw)
        await trio.sleep(PAUSE)
        return stream

    async def send(self, protocol: str, data: bytes, ending: str = "close") -> None:
        stream = await self.host.new_stream(self.victim, [protocol])
        if data:
            await stream.write(data)
        await trio.sleep(PAUSE)
        await (stream.reset() if ending == "reset" else stream.close())
        await trio.sleep(PAUSE)

    def message(self, data: bytes = b"x" * 32, topics: tuple[str, ...] = (RECORDS_TOPIC,), **changes: Any) -> Any:
        """A message as pubsub signs it, with these fields changed afterwards."""
        message = rpc_pb2.Message(
            data=data, topicIDs=topics, from_id=self.host.get_id().to_bytes(), seqno=time.time_ns().to_bytes(8, "big")
        )
        message.signature = self.host.get_private_key().sign(b"libp2p-pubsub:" + message.SerializeToString())
        message.key = self.host.get_public_key().serialize()
        for field, value in changes.items():
            setattr(message, field, value)
        return message

    async def publish(self, message: Any) -> None:
        await self.gossip(SUBSCRIBE, rpc_pb2.RPC(publish=[message]))

    @property
    def secured(self) -> Any:
        return self.host.get_network().get_connections(self.victim)[0].muxed_conn.secured_conn


SUBSCRIBE = rpc_pb2.RPC(
    subscriptions=[rpc_pb2.RPC.SubOpts(subscribe=True, topicid=topic) for topic in (RECORDS_TOPIC, BEACONS_TOPIC)]
)
STRANGER = b"\x12\x20" + b"a" * 32


async def control_junk(a: Attacker) -> None:
    control = rpc_pb2.ControlMessage()
    control.ihave.add(topicID="nope").messageIDs.extend([b"\xff\x00", b""])
    control.iwant.add().messageIDs.extend([b"zz"])
    control.graft.add(topicID="nope")
    control.prune.add(topicID=RECORDS_TOPIC, backoff=2**63)
    control.idontwant.add().messageIDs.extend([b"a"] * 20_000)
    peer = control.prune.add(topicID=RECORDS_TOPIC, backoff=1).peers.add()
    peer.peerID, peer.signedPeerRecord = b"\x00", b"x"
    await a.gossip(SUBSCRIBE, rpc_pb2.RPC(control=control))


async def many_subscriptions(a: Attacker) -> None:
    for part in range(3):
        options = [rpc_pb2.RPC.SubOpts(subscribe=True, topicid=f"t{part}-{number}") for number in range(4_000)]
        await a.gossip(rpc_pb2.RPC(subscriptions=options))


async def stream_garbage(a: Attacker) -> None:
    stream = await a.host.get_network().new_stream(a.victim)
    await stream.write(os.urandom(400))
    await trio.sleep(PAUSE)


async def stream_reset(a: Attacker) -> None:
    stream = await a.host.get_network().new_stream(a.victim)
    await stream.write(b"\x13/multi")
    await stream.reset()
    await trio.sleep(PAUSE)


async def muxer_bytes(a: Attacker, data: bytes) -> None:
    await a.secured.write(data)
    await trio.sleep(PAUSE)


async def muxer_flood(a: Attacker) -> None:
    for number in range(1_500):
        await a.secured.write(struct.pack("!BBHII", 0, 1, 1, 1_001 + 2 * number, 0))
    await trio.sleep(PAUSE)


def tcp_socket(a: Attacker) -> Any:
    """The socket below all layers of the connection."""
    layer: Any = a.secured
    while not isinstance(layer, trio.SocketStream):
        names = ("conn", "read_writer", "read_write_closer", "stream", "_conn", "raw_conn")
        layer = next(getattr(layer, name) for name in names if hasattr(layer, name))
    return layer.socket


async def noise_garbage(a: Attacker) -> None:
    await tcp_socket(a).send(b"\x00\x50" + os.urandom(80))
    await trio.sleep(PAUSE)


async def abrupt_reset(a: Attacker) -> None:
    await a.gossip(SUBSCRIBE)
    link = tcp_socket(a)
    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    link.close()
    await trio.sleep(PAUSE)


async def unknown_protocol(a: Attacker) -> None:
    await a.host.new_stream(a.victim, ["/nope/1"])


async def exchange_flood(a: Attacker) -> None:
    async with trio.open_nursery() as nursery:
        for _ in range(40):
            nursery.start_soon(contained, a.send, EXCHANGE, b"\x00\x00\x00\x01")


async def contained(job: Callable[..., Awaitable[None]], *arguments: Any) -> None:
    try:
        await job(*arguments)
    except Exception:
        return


ATTACKS: dict[str, Callable[[Attacker], Awaitable[Any]]] = {
    "gossip: bad protobuf": lambda a: a.gossip(raw=encode_varint_prefixed(b"\xff\xff\xff\xff garbage \x00\x01" * 10)),
    "gossip: topic is no text": lambda a: a.gossip(raw=encode_varint_prefixed(b"\x0a\x06\x08\x01\x12\x02\xff\xfe")),
    "gossip: oversized": lambda a: a.gossip(raw=encode_uvarint(200 * 1024 * 1024) + b"a" * 1_000),
    "gossip: endless length": lambda a: a.gossip(raw=b"\xff" * 20),
    "gossip: unsigned": lambda a: a.publish(a.message(signature=b"")),
    "gossip: bad signature": lambda a: a.publish(a.message(signature=b"z" * 64)),
    "gossip: short signature": lambda a: a.publish(a.message(signature=b"z")),
    "gossip: garbage key": lambda a: a.publish(a.message(from_id=STRANGER, key=b"\xff\xfe\xfd")),
    "gossip: no author": lambda a: a.publish(a.message(from_id=b"", key=b"\xff")),
    "gossip: short key": lambda a: a.publish(a.message(from_id=STRANGER, key=b"\x08\x01\x12\x02ab")),
    "gossip: the victim's name": lambda a: a.publish(a.message(from_id=a.victim.to_bytes())),
    "gossip: empty message": lambda a: a.publish(rpc_pb2.Message(topicIDs=[RECORDS_TOPIC])),
    "gossip: empty data": lambda a: a.publish(a.message(data=b"")),
    "gossip: no record": lambda a: a.publish(a.message()),
    "gossip: no beacon": lambda a: a.publish(a.message(topics=(BEACONS_TOPIC,))),
    "gossip: two topics": lambda a: a.publish(a.message(topics=(RECORDS_TOPIC, BEACONS_TOPIC))),
    "gossip: a large record": lambda a: a.publish(a.message(data=bytes(100_000))),
    "gossip: the door raises": lambda a: a.publish(a.message(data=b"BOOM")),
    "gossip: junk as addresses": lambda a: a.gossip(
        rpc_pb2.RPC(subscriptions=SUBSCRIBE.subscriptions, senderRecord=b"junk")
    ),
    "gossip: junk as control": control_junk,
    "gossip: many subscriptions": many_subscriptions,
    "exchange: junk": lambda a: a.send(EXCHANGE, b"\x00\x00\x00\x09{not json"),
    "exchange: oversized": lambda a: a.send(EXCHANGE, b"\xff\xff\xff\xff" + b"a" * 1_000),
    "exchange: reset midway": lambda a: a.send(EXCHANGE, b"\x00\x00", "reset"),
    "exchange: closed at once": lambda a: a.send(EXCHANGE, b""),
    "exchange: flood": exchange_flood,
    "stream: garbage": stream_garbage,
    "stream: reset": stream_reset,
    "stream: unknown protocol": unknown_protocol,
    "identify push: garbage": lambda a: a.send("/ipfs/id/push/1.0.0", encode_varint_prefixed(b"\xff\xff\xff junk")),
    "identify push: oversized": lambda a: a.send("/ipfs/id/push/1.0.0", encode_uvarint(2**40)),
    "ping: cut short": lambda a: a.send("/ipfs/ping/1.0.0", b"abc", "reset"),
    "muxer: garbage": lambda a: muxer_bytes(a, os.urandom(1_200)),
    "muxer: endless frame": lambda a: muxer_bytes(a, struct.pack("!BBHII", 0, 0, 0, 1, 0xFFFFFFFF)),
    "muxer: flood of streams": muxer_flood,
    "noise: garbage": noise_garbage,
    "tcp: reset": abrupt_reset,
}


def attack(name: str, victim: str, port: int, host: str = LOOPBACK, psk: str | None = None) -> None:
    """Connect as a peer and attack; what the attacker itself suffers is its own affair.

    OSError, or another exception of libp2p, where no connection comes about within 20 s.
    """

    async def job() -> None:
        pair = create_new_key_pair()
        attacker = new_host(key_pair=pair, psk=psk)
        async with attacker.run([Multiaddr(f"/ip4/{LOOPBACK}/tcp/0")]):
            identity = ID.from_string(victim)
            with trio.fail_after(20):
                await attacker.connect(PeerInfo(identity, [Multiaddr(f"/ip4/{host}/tcp/{port}")]))
            with trio.move_on_after(20):
                await contained(ATTACKS[name], Attacker(attacker, identity))

    trio.run(job)


def tcp_garbage(port: int, host: str = LOOPBACK) -> None:
    for _ in range(20):
        with socket.create_connection((host, port)) as link:
            link.sendall(os.urandom(3_000))


def tcp_junk_after_the_greeting(port: int, host: str = LOOPBACK) -> None:
    with socket.create_connection((host, port)) as link:
        link.sendall(b"\x13/multistream/1.0.0\n\x07/noise\n" + os.urandom(500))
        time.sleep(PAUSE)


def tcp_endless_length(port: int, host: str = LOOPBACK) -> None:
    with socket.create_connection((host, port)) as link:
        link.sendall(b"\xff" * 64)
        time.sleep(PAUSE)


TCP_ATTACKS = [tcp_garbage, tcp_junk_after_the_greeting, tcp_endless_length]
