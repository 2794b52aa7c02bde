"""Links with the swarm's key: strangers cost little, members that send garbage are dropped, everyone else lives on."""

from __future__ import annotations

import asyncio
import os
import socket
import time

import pytest
from mesh_attacker import attack
from mesh_helpers import Agent, OpenDoor, gossip_works, make_record
from waiting import until

from edge_agent.clock import monotonic_seconds
from edge_agent.mesh.conduct import DROPPED_AT, TOKENS

pytestmark = pytest.mark.mesh

KEY = "6b" * 32
HANDSHAKE_SECONDS = 10
"""What the library gives a handshake."""


def lines(agent: Agent) -> list[str]:
    return agent.mesh.conduct.lines(lambda peer: f"<{peer}>", monotonic_seconds())


def speak(port: int, data: bytes, seconds: float = 15.0) -> float:
    """Connect and say something; after how many seconds the other side hung up."""
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as link:
        link.settimeout(seconds)
        try:
            link.sendall(data)
            while link.recv(65_536):
                pass
        except ConnectionError:
            pass
    return time.monotonic() - began


async def test_who_speaks_without_the_key_is_cut_off_at_the_first_byte() -> None:
    async with Agent(1, psk=KEY) as agent:
        for data in (b"GET / HTTP/1.1\r\n\r\n", b"\x13/multistream/1.0.0\n", os.urandom(5_000), b"\xff" * 5_000):
            assert await asyncio.to_thread(speak, agent.mesh.port, data) < HANDSHAKE_SECONDS, "before its time is over"
        await until(lambda: any("4 times" in line for line in lines(agent)), "all four in the status")
        (line,) = lines(agent)
        assert "without the swarm's key" in line and "127.0.0.1" in line


async def test_who_says_nothing_is_cut_off_and_is_no_stranger() -> None:
    async with Agent(1, psk=KEY) as agent:
        assert await asyncio.to_thread(speak, agent.mesh.port, b"", 30.0) < 25
        assert lines(agent) == []


async def test_strangers_in_a_row_are_refused_unread_and_members_still_come_in() -> None:
    async with Agent(1, psk=KEY) as agent:
        for _ in range(int(TOKENS) + 10):
            await asyncio.to_thread(speak, agent.mesh.port, os.urandom(200))
        assert agent.mesh.conduct.admits("127.0.0.1", monotonic_seconds()) is False
        async with Agent(2, [agent.address], psk=KEY) as member:
            await until(lambda: agent.id in member.mesh.connected(), "the member, from the same address")
            await gossip_works(agent, member)
            assert agent.mesh.restarts == 0


async def test_idle_newcomers_do_not_keep_a_member_out() -> None:
    async with Agent(1, psk=KEY) as agent:
        links = [socket.create_connection(("127.0.0.1", agent.mesh.port)) for _ in range(200)]
        try:
            async with Agent(2, [agent.address], psk=KEY) as member:
                await until(lambda: agent.id in member.mesh.connected(), "the member")
        finally:
            for link in links:
                link.close()


async def test_a_handshake_without_an_end_takes_no_memory() -> None:
    """Without a key the first message names its length: whoever announces much and sends much is cut off early."""
    async with Agent(1) as agent:

        def flood() -> int:
            sent = 0
            with socket.create_connection(("127.0.0.1", agent.mesh.port), timeout=15) as link:
                try:
                    link.sendall(b"\xff\xff\xff\xff\x7f")
                    while sent < 50_000_000:
                        link.sendall(bytes(65_536))
                        sent += 65_536
                except OSError:
                    pass
            return sent

        assert await asyncio.to_thread(flood) < 40_000_000
        async with Agent(2, [agent.address]) as member:
            await until(lambda: agent.id in member.mesh.connected(), "a member afterwards")


async def test_a_member_that_sends_garbage_is_named_then_dropped_and_the_others_live() -> None:
    async with (
        Agent(1, psk=KEY) as agent,
        Agent(2, [agent.address], psk=KEY) as friend,
        Agent(3, [agent.address], psk=KEY, door=OpenDoor()) as careless,
    ):
        await gossip_works(friend, agent)
        await gossip_works(careless, agent, 800_000)
        # What gossip brings may be here some moments before the link that it came by is told.
        await until(lambda: careless.id in agent.mesh.connected(), "its link")
        for number in range(8):
            await careless.mesh.publish(b"garbage %d" % number)
        await until(lambda: any(str(careless.id) in line for line in lines(agent)), "its name in the status")
        assert careless.id in agent.mesh.connected(), "named, not dropped yet"
        for number in range(8, DROPPED_AT + 10):
            await careless.mesh.publish(b"garbage %d" % number)
        await until(lambda: careless.id not in agent.mesh.connected(), "it was dropped")
        (line,) = lines(agent)
        assert "refused messages in a minute; dropped for" in line
        await asyncio.sleep(3)
        assert careless.id not in agent.mesh.connected(), "it is not let in again, nor dialled"
        said = make_record(friend.signer, 77)
        await friend.say(said)
        await until(lambda: agent.has(said), "the friend's record")
        assert not any(str(friend.id) in line for line in lines(agent)), "who handed nothing on is not blamed"
        assert agent.mesh.restarts == 0


async def test_bad_protobuf_counts_and_a_burst_of_good_records_does_not() -> None:
    async with Agent(1) as agent, Agent(2, [agent.address]) as friend:
        await gossip_works(friend, agent)
        for _ in range(2):
            await asyncio.to_thread(attack, "gossip: bad protobuf", agent.id, agent.mesh.port)
        await until(lambda: any("malformed message" in line for line in lines(agent)), "the attacker in the status")
        records = [make_record(friend.signer, number) for number in range(500)]
        for record in records:
            await friend.mesh.publish(record.wire)
        await until(lambda: all(agent.has(record) for record in records), "all of the burst")
        assert not any(str(friend.id) in line for line in lines(agent))


async def test_broken_exchanges_count() -> None:
    async with Agent(1) as agent:
        for _ in range(2):
            await asyncio.to_thread(attack, "exchange: junk", agent.id, agent.mesh.port)
        await until(lambda: any("broken exchange" in line for line in lines(agent)), "the attacker in the status")
