"""A peer that sends garbage is dropped; the daemon and all other links live."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
import pytest_asyncio
from mesh_attacker import ATTACKS, TCP_ATTACKS, attack
from mesh_helpers import Agent, gossip_works, make_record
from waiting import until

pytestmark = [pytest.mark.mesh, pytest.mark.asyncio(loop_scope="module")]

_numbers: Iterator[int] = iter(range(1, 1_000_000))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pair() -> AsyncIterator[tuple[Agent, Agent]]:
    """A victim, and a friend that is linked to it."""
    async with Agent(1) as victim, Agent(2, [victim.address]) as friend:
        await gossip_works(friend, victim)
        await gossip_works(victim, friend, 800_000)
        yield victim, friend


async def still_well(victim: Agent, friend: Agent, before: int) -> None:
    """The link between the two was not lost, gossip goes both ways, nothing crashed since ``before`` restarts."""
    there, back = make_record(friend.signer, next(_numbers)), make_record(victim.signer, next(_numbers))
    await friend.mesh.publish(there.wire)
    await victim.mesh.publish(back.wire)
    await until(lambda: victim.has(there) and friend.has(back), "a record each way after the attack")
    assert victim.mesh.restarts + friend.mesh.restarts == before
    assert (friend.id, False) not in victim.links[-20:] or before


@pytest.mark.parametrize("name", ATTACKS)
async def test_the_victim_survives(name: str, pair: tuple[Agent, Agent]) -> None:
    victim, friend = pair
    before = victim.mesh.restarts + friend.mesh.restarts
    heard = len(victim.heard), len(victim.beacons)
    await asyncio.to_thread(attack, name, victim.id, victim.mesh.port)
    assert (len(victim.heard), len(victim.beacons)) == heard, "nothing hostile came through"
    await still_well(victim, friend, before)


@pytest.mark.parametrize("assault", TCP_ATTACKS)
async def test_the_victim_survives_on_the_bare_port(assault: Callable[[int], None], pair: tuple[Agent, Agent]) -> None:
    victim, friend = pair
    before = victim.mesh.restarts + friend.mesh.restarts
    await asyncio.to_thread(assault, victim.mesh.port)
    await still_well(victim, friend, before)


async def test_a_hundred_idle_connections_do_not_deafen_it(pair: tuple[Agent, Agent]) -> None:
    victim, friend = pair
    before = victim.mesh.restarts + friend.mesh.restarts
    links = [socket.create_connection(("127.0.0.1", victim.mesh.port)) for _ in range(100)]
    try:
        await still_well(victim, friend, before)
        async with Agent(3, [victim.address]) as newcomer:
            await until(lambda: victim.id in newcomer.mesh.connected(), "a newcomer's link")
    finally:
        for link in links:
            link.close()
