"""Real hosts on loopback: records spread, come late, survive kills and crashes; nothing bad is passed on."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import trio
from libp2p.peer.id import ID
from libp2p.pubsub.rpc_queue import RpcQueue
from mesh_helpers import LONG, SWARM, Agent, OpenDoor, StrictDoor, gossip_works, make_record
from waiting import until

from edge_agent.mesh import host as host_module
from edge_agent.mesh import node as node_module
from edge_agent.mesh.bridge import MeshDown
from edge_agent.mesh.guards import PortInUse
from edge_agent.mesh.node import MeshNode
from edge_agent.mesh.presence import Beacon, sign_beacon
from edge_agent.records import MAX_RECORD_BYTES, Record, Signer, SwarmId, decode_record

pytestmark = pytest.mark.mesh


@asynccontextmanager
async def line_of(*agents: Agent) -> AsyncIterator[None]:
    """Start the agents, each linked to the one before it only."""
    async with AsyncExitStack() as stack:
        for before, agent in zip((None, *agents), agents, strict=False):
            await stack.enter_async_context(agent)
            if before is not None:
                agent.mesh.add_addresses(before.id, [before.address])
        yield


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def linked(*agents: Agent) -> bool:
    return all(agent.mesh.connected() for agent in agents)


async def test_two_hosts_tell_each_other_their_records() -> None:
    async with Agent(1) as first, Agent(2, [first.address]) as second:
        await until(lambda: linked(first, second), "the link")
        there, back = make_record(first.signer, 1), make_record(second.signer, 2)
        await first.say(there)
        await second.say(back)
        await until(lambda: second.has(there) and first.has(back), "both records")
        assert (second.id, True) in first.links
        await gossip_works(first, second)
        assert there.wire not in first.heard, "nobody hears itself"


async def test_five_hosts_in_a_star_all_hear_each_other() -> None:
    async with AsyncExitStack() as stack:
        hub = await stack.enter_async_context(Agent(1))
        agents = [hub] + [await stack.enter_async_context(Agent(n, [hub.address])) for n in range(2, 6)]
        for leaf in agents[1:]:
            await gossip_works(agents[1] if leaf is not agents[1] else hub, leaf, 10_000 * len(leaf.heard) + 10_000)
        records = [make_record(agent.signer, number) for number, agent in enumerate(agents)]
        for agent, record in zip(agents, records, strict=True):
            await agent.say(record)
        await until(lambda: all(agent.has(record) for agent in agents for record in records), "all records everywhere")
        assert len([one for one in threading.enumerate() if one.name == "libp2p"]) == 1


async def test_a_burst_of_500_arrives_whole() -> None:
    async with Agent(1) as first, Agent(2, [first.address]) as second:
        await gossip_works(first, second)
        records = [make_record(first.signer, number) for number in range(500)]
        for record in records:
            await first.mesh.publish(record.wire)  # its log does not hold them: no exchange can help
        await until(lambda: all(second.has(record) for record in records), "all of the burst, by gossip alone")
        assert second.mesh.dropped == 0


async def test_a_late_joiner_gets_everything_by_exchange() -> None:
    async with Agent(1) as first:
        first.log.add(*(make_record(first.signer, number) for number in range(2_000)))
        late = Agent(2, [first.address])
        late.log.add(*(make_record(late.signer, number) for number in range(3_000, 3_300)))
        async with late:
            await until(lambda: len(late.log.records) == len(first.log.records) == 2_300, "the union on both sides")


async def test_a_record_published_before_anyone_is_there_arrives() -> None:
    async with Agent(1) as first:
        early = make_record(first.signer, 1)
        await first.say(early)
        async with Agent(2, [first.address]) as second:
            during = [make_record(first.signer, 10 + number) for number in range(40)]
            for record in during:  # while the link and the gossip mesh form
                await first.say(record)
                await asyncio.sleep(0.05)
            await until(lambda: all(second.has(record) for record in [early, *during]), "all of them")


async def test_bad_bytes_are_never_passed_on() -> None:
    first, second, third = Agent(1), Agent(2), Agent(3)
    careless = Agent(4, door=OpenDoor())
    async with line_of(careless, second, third), first:
        await gossip_works(careless, third)
        good = make_record(careless.signer, 1)
        foreign = make_record(careless.signer, 2, swarm=SwarmId("cd" * 16))
        flipped = bytearray(make_record(careless.signer, 3).wire)
        flipped[-1] ^= 1
        bad = [b"unsigned", foreign.wire, bytes(flipped), bytes(MAX_RECORD_BYTES + 1), b"", good.wire[:-10]]
        for wire in bad:
            await careless.mesh.publish(wire)
        await careless.mesh.send_beacon(b"no beacon")
        await careless.mesh.send_beacon(bytes(9_000))
        await careless.mesh.publish(good.wire)
        await until(lambda: third.has(good), "the good one, across the middle")
        heard = set(second.heard + third.heard)
        assert not set(bad) & heard
        assert all(isinstance(decode_record(wire, SWARM), Record) for wire in heard), "nothing is heard in another form"
        assert second.beacons == third.beacons == []


async def test_beacons_reach_peers_of_peers() -> None:
    agents = Agent(1), Agent(2), Agent(3)
    async with line_of(*agents):
        await gossip_works(agents[0], agents[2])
        beacon = Beacon(boot="0" * 16, started=1, sequence=1, clock=1, wall_ms=1)
        wire = sign_beacon(beacon, swarm=SWARM, signer=agents[0].signer)
        await agents[0].mesh.send_beacon(wire)
        await until(lambda: wire in agents[2].beacons, "the beacon")
        assert wire not in agents[0].beacons


async def test_exchange_with_brings_what_gossip_did_not() -> None:
    async with Agent(1) as first, Agent(2, [first.address]) as second:
        await gossip_works(first, second)
        first.log.add(*(make_record(first.signer, number) for number in range(10)))
        results = await asyncio.gather(*(second.mesh.exchange_with(first.id) for _ in range(5)))
        assert len(set(results)) == 1, "calls at the same time share one exchange"
        assert set(first.log.records) <= set(second.log.records)


async def test_gossip_goes_on_during_a_long_exchange() -> None:
    async with Agent(1) as first, Agent(2, [first.address]) as second:
        await gossip_works(first, second)
        first.log.add(*(make_record(first.signer, number, text="x" * 900) for number in range(6_000)))
        exchange = asyncio.create_task(second.mesh.exchange_with(first.id))
        await until(lambda: len(second.log.records) > 300, "the begin of the exchange")
        record = make_record(first.signer, 50_000)
        await first.mesh.publish(record.wire)  # its log does not hold it: no exchange can help
        await until(lambda: second.has(record), "the record by gossip")
        assert not exchange.done(), "it did not have to wait for the end"
        await exchange
        assert set(first.log.records) <= set(second.log.records)


async def test_exchanges_in_a_row_are_spaced() -> None:
    async with Agent(1) as first, Agent(2, [first.address]) as second:
        await until(lambda: linked(first, second), "the link")
        loop = asyncio.get_running_loop()
        began = loop.time()
        for _ in range(3):
            await second.mesh.exchange_with(first.id)
        assert loop.time() - began > 2 * host_module.EXCHANGE_PAUSE * 0.9


async def test_an_exchange_with_a_stranger_is_refused() -> None:
    async with Agent(1) as first:
        with pytest.raises(ConnectionError):
            await first.mesh.exchange_with(Signer(bytes(32)).peer_id)


async def test_the_same_address_is_kept_over_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_module, "PING_EVERY", 10 * LONG)  # peers must notice without them
    async with Agent(1) as first, Agent(2, [first.address]) as second:
        await gossip_works(first, second)
        address = first.address

        async def crash(node: MeshNode) -> None:
            async def boom() -> None:
                raise RuntimeError("a fault inside libp2p")

            node._pubsub.manager.run_task(boom)

        with contextlib.suppress(MeshDown):
            await first.mesh._bridge.call(crash)
        await until(lambda: first.mesh.restarts == 1, "the crash")
        await until(lambda: bool(first.crashes), "the exception on this side")
        assert "a fault inside libp2p" in repr(first.crashes[0])
        await first.say(make_record(first.signer, 1))  # while it is down: no error
        await until(lambda: second.has(make_record(first.signer, 1)), "the record said during the restart")
        assert first.address == address
        await gossip_works(second, first, 700_000)


async def test_a_crash_of_the_whole_thread_heals_too() -> None:
    async with Agent(1) as first, Agent(2, [first.address]) as second:
        await gossip_works(first, second)

        async def crash(node: MeshNode) -> None:
            async def boom() -> None:
                raise RuntimeError("a fault in a system task")

            trio.lowlevel.spawn_system_task(boom)

        with contextlib.suppress(Exception):
            await first.mesh._bridge.call(crash)
        await until(lambda: first.mesh.restarts >= 1 and second.mesh.restarts >= 1, "both crashes")
        await gossip_works(first, second, 800_000)


async def test_a_listener_on_all_interfaces_announces_no_unspecified_or_loopback_address() -> None:
    async with Agent(1, listen_host="0.0.0.0") as first:
        told = await first.mesh._bridge.call(addresses_of)
        for address in [*told, *first.mesh.addresses]:
            assert not any(part in address for part in ("/0.0.0.0/", "/::/", "/127.0.0.1/", "/::1/"))
        async with Agent(2, [f"127.0.0.1:{first.mesh.port}/{first.id}"]) as second:
            await until(lambda: linked(first, second), "the link, since the owner named the address")
            first.mesh.add_addresses(second.id, ["/ip4/0.0.0.0/tcp/1", "/ip4/127.0.0.1/tcp/1", "nonsense"])
            assert first.mesh._book.addresses(second.id) == []


async def addresses_of(node: MeshNode) -> list[str]:
    return node.addresses()


async def test_reconnects_leave_nothing_behind() -> None:
    def open_queues() -> int:
        """Outgoing queues in use, each with its tasks: one for each end of a link."""
        return sum(isinstance(one, RpcQueue) and not one.closed for one in gc.get_objects())

    gc.collect()
    before = open_queues()
    async with Agent(1) as first, Agent(2, [first.address]) as second:
        for _ in range(14):
            await until(lambda: linked(first, second), "the link")
            cuts = len(second.links)
            await second.mesh._bridge.call(lambda node: node.disconnect(first.id))
            await until(lambda cuts=cuts: len(second.links) > cuts, "the cut")
        await gossip_works(first, second)
        await until(lambda: open_queues() <= before + 2, "the end of the queues of ended links")


@pytest.mark.parametrize("ends_at_first", [True, False])
def test_a_moved_peer_is_looked_at_until_it_is_known_which_connection_lives(
    monkeypatch: pytest.MonkeyPatch, ends_at_first: bool
) -> None:
    """The first new connection ends before it answers, and ending all fails once: neither leaves the dead one be."""
    host_of = {"dead": "10.0.0.2", "short-lived": "10.0.0.3", "new": "10.0.0.3"}
    held = ["dead", "short-lived"]
    endings: list[list[str]] = []

    async def answers(host: object, connection: str, ping: str, seconds: float) -> bool:
        if connection == "short-lived":
            held[1] = "new"
        return connection == "new"

    async def end_links(identity: str) -> None:
        endings.append(list(held))
        if ends_at_first or len(endings) == 2:
            held.clear()

    monkeypatch.setattr(node_module.guards, "answers", answers)
    monkeypatch.setattr(node_module.guards, "remote_host", host_of.__getitem__)
    monkeypatch.setattr(node_module, "LOOK_EVERY", 0.01)
    node = MeshNode.__new__(MeshNode)
    monkeypatch.setattr(node, "_host", None, raising=False)
    monkeypatch.setattr(node, "_doubted", {"peer"}, raising=False)
    monkeypatch.setattr(node, "_connections", lambda identity: list(held))
    monkeypatch.setattr(node, "_end_links", end_links)
    trio.run(node._drop_where_dead, "peer")
    assert endings == [["dead", "new"]] * (1 if ends_at_first else 2)
    assert node._doubted == set()


async def test_a_forgotten_subscription_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the stream of an earlier connection ends after the peer is back on another one."""
    monkeypatch.setattr(node_module, "GOSSIP_EVERY", 0.5)
    async with Agent(1) as first, Agent(2, [first.address]) as second:
        await gossip_works(first, second)

        async def forget(node: MeshNode) -> None:
            node._pubsub._forget_all_subscriptions(ID.from_string(second.id))

        await first.mesh._bridge.call(forget)
        await gossip_works(first, second, 800_000)


async def test_two_agents_cannot_share_a_port() -> None:
    async with Agent(1) as first:
        second = Agent(2, port=first.mesh.port)
        with pytest.raises(PortInUse, match="another agent"):
            await second.mesh.start()
        await second.mesh.stop()


async def test_a_swarm_key_keeps_others_out() -> None:
    key, other = "11" * 32, "22" * 32
    async with Agent(1, psk=key) as first, Agent(2, [first.address], psk=key) as second:
        await gossip_works(first, second)
        async with Agent(3, [first.address], psk=other) as stranger, Agent(4, [first.address]) as open_one:
            await asyncio.sleep(2)
            assert not stranger.mesh.connected()
            assert not open_one.mesh.connected()
            await gossip_works(first, second, 800_000)


async def test_peers_are_found_by_address_alone() -> None:
    """By IP address and by name, itself among them; and again when another machine is there."""
    key = "11" * 32
    port = free_port()
    peers = [f"127.0.0.1:{port}", f"localhost:{port}"]
    async with Agent(2, peers, psk=key) as second:
        own = f"127.0.0.1:{second.mesh.port}"
        async with Agent(1, [*peers, own], port=port, psk=key) as first:
            await until(lambda: linked(first, second), "the link")
            await gossip_works(first, second)
            assert first.mesh.connected() == {second.id}
            assert second.mesh.connected() == {first.id}
        async with Agent(3, port=port, psk=key) as third:
            await until(lambda: second.mesh.connected() == {third.id}, "the link to who is there now")
        async with Agent(4, port=port, psk="22" * 32) as stranger:
            await until(lambda: not second.mesh.connected(), "the end of the link")
            await asyncio.sleep(2)
            assert not second.mesh.connected() | stranger.mesh.connected()


async def test_no_thread_is_left() -> None:
    before = set(threading.enumerate())
    tasks = asyncio.all_tasks()
    for _ in range(3):
        async with Agent(1) as first, Agent(2, [first.address]) as second:
            await until(lambda first=first, second=second: linked(first, second), "the link")
        await first.mesh.stop()
    pool = "asyncio_"  # the loop's own pool, which lives as long as the loop
    await until(
        lambda: not [one for one in set(threading.enumerate()) - before if not one.name.startswith(pool)],
        "the end of all threads",
    )
    await until(lambda: asyncio.all_tasks() == tasks, "the end of all tasks")


class Child:
    """An agent in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self.process, self.address = process, address
        self.has: set[str] = set()
        self.reader = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, number: int, *peers: str) -> Child:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(Path(__file__).with_name("mesh_agent.py")),
            str(number),
            "0",
            *peers,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=Path(__file__).parent.parent,
            env={"PYTHONPATH": str(Path(__file__).parent.parent)},
        )
        assert process.stdout is not None
        address = await asyncio.wait_for(process.stdout.readline(), LONG)
        return cls(process, address.decode().strip())

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.has.add(line.decode().split()[-1])

    async def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        self.reader.cancel()


async def test_killed_and_back_on_another_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_module, "PING_EVERY", 1.0)
    monkeypatch.setattr(node_module, "PING_TIMEOUT", 1.0)
    async with Agent(1) as survivor:
        child = await Child.start(2)
        peer = child.address.rsplit("/", 1)[1]
        survivor.mesh.add_addresses(peer, [child.address])
        await until(lambda: peer in survivor.mesh.connected(), "the link")
        await child.kill()
        await until(lambda: peer not in survivor.mesh.connected(), "the end of the link")
        missed = make_record(survivor.signer, 1)
        await survivor.say(missed)
        again = await Child.start(2, survivor.address)
        assert again.address != child.address
        await until(lambda: missed.id in again.has, "the record that it missed")
        await again.kill()
        await until(lambda: peer not in survivor.mesh.connected(), "the end of the link")
        third = await Child.start(2)
        survivor.mesh.add_addresses(peer, [third.address])  # as a discovery would tell
        await until(lambda: peer in survivor.mesh.connected(), "the link at the new address")
        third.process.send_signal(signal.SIGSTOP)
        await until(lambda: peer not in survivor.mesh.connected(), "the pings to notice the freeze")
        third.process.send_signal(signal.SIGCONT)
        await until(lambda: peer in survivor.mesh.connected(), "the link after the freeze")
        await third.kill()


async def test_without_the_swarms_key_there_is_no_link_and_nothing_is_heard(caplog: pytest.LogCaptureFixture) -> None:
    key, number = "6b" * 32, 70_000
    async with Agent(1, psk=key) as first, Agent(2, [first.address], psk=key) as member:
        secret = make_record(first.signer, 1, text="a surprise for Anna")
        await first.say(secret)
        await until(lambda: member.has(secret), "the record at the member")
        for other in (None, "6c" * 32):
            async with Agent(3, [first.address, member.address], psk=other) as outsider:
                first.mesh.add_addresses(outsider.id, [outsider.address])
                said = make_record(outsider.signer, number)
                await outsider.say(said)
                await asyncio.sleep(2)
                await gossip_works(first, member, number := number + 1_000)
                assert not outsider.mesh.connected(), "nobody lets it in, and its own door stays shut"
                assert not outsider.log.records.keys() - {said.id} and not outsider.heard
                assert outsider.id not in first.mesh.connected() | member.mesh.connected()
                assert not first.has(said) and not member.has(said)
        assert first.mesh.restarts + member.mesh.restarts == 0
    assert key not in caplog.text


async def test_another_swarm_with_the_same_key_is_refused_at_the_door() -> None:
    """Its records and beacons name their swarm: none is taken, passed on or asked for."""
    key, other = "6b" * 32, SwarmId("cd" * 16)
    async with Agent(1, psk=key) as first, Agent(2, [first.address], psk=key, door=StrictDoor(other)) as foreigner:
        foreigner.log.swarm = other
        await until(lambda: linked(first, foreigner), "the link")
        ours, theirs = make_record(first.signer, 1), make_record(foreigner.signer, 2, swarm=other)
        await first.say(ours)
        await foreigner.say(theirs)
        for agent, peer in ((first, foreigner), (foreigner, first)):
            with contextlib.suppress(Exception):
                await agent.mesh.exchange_with(peer.id)
        await asyncio.sleep(1)
        assert not foreigner.has(ours) and not first.has(theirs)
        assert not first.heard and not foreigner.heard


async def test_a_peer_is_asked_for_another_run_of_this_machine() -> None:
    async def other_run_of(wire: bytes) -> bytes:
        return b"another run of " + wire[:3]

    beacon = Beacon(boot="0" * 16, started=1, sequence=1, clock=1, wall_ms=1)
    async with Agent(1, other_run_of=other_run_of) as first, Agent(2, [first.address]) as second:
        await until(lambda: linked(first, second), "the link")
        wire = sign_beacon(beacon, swarm=SWARM, signer=second.signer)
        assert await second.mesh.other_run(first.id, wire) == b"another run of " + wire[:3]
        assert await first.mesh.other_run(second.id, wire) == b"", "it keeps none"
        assert await second.mesh.other_run(first.id, b"no beacon") == b""
        with pytest.raises(ConnectionError):
            await second.mesh.other_run(Signer(bytes(32)).peer_id, wire)
