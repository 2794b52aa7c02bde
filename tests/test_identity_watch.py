"""What an owner is told of a copied disk, and what a peer that asks is told."""

from __future__ import annotations

import msgspec
from mesh_helpers import SWARM

from edge_agent.config import Config
from edge_agent.hardware import GIB, Hardware
from edge_agent.identity_watch import IdentityWatch
from edge_agent.mesh.presence import Beacon, sign_beacon
from edge_agent.own_part import OwnPart
from edge_agent.own_roles import make_keeper
from edge_agent.records import PeerId, Signer

ME = Signer(bytes(32))
OURS, THEIRS = "0" * 16, "f" * 16
COPY = Beacon(boot=THEIRS, started=99, sequence=1, clock=1, wall_ms=1, name="copy", author=ME.peer_id)
HARDWARE = Hardware(machine="x86_64", cores=4, memory=8 * GIB)


def watch(problems: dict[str, str]) -> IdentityWatch:
    config = Config(name="ash")
    part = OwnPart(config, HARDWARE, make_keeper(config, HARDWARE), None)
    return IdentityWatch(part, ME.peer_id, SWARM, problems, boot=OURS, started=100)


def hear_often(one: IdentityWatch, beacon: Beacon) -> None:
    for number in range(1, 13):
        one.hear(msgspec.structs.replace(beacon, sequence=number), b"", 5.0 * number, news=False)


def test_the_owner_is_told_and_the_later_start_gives_up() -> None:
    problems: dict[str, str] = {}
    one = watch(problems)
    hear_often(one, msgspec.structs.replace(COPY, boot=OURS))
    assert (problems, one.must_give_up) == ({}, False), "those are our own"
    hear_often(one, COPY)
    assert "(copy) uses this machine's identity" in problems["identity"]
    assert one.must_give_up


def test_a_machine_that_gave_this_identity_up_says_so_itself() -> None:
    problems: dict[str, str] = {}
    one = watch(problems)
    other = msgspec.structs.replace(COPY, author=PeerId("bert"), gave_up=ME.peer_id)
    one.hear(other, b"", 1.0, news=False)
    assert not problems, "an old beacon tells nothing"
    one.hear(other, b"", 1.0, news=True)
    assert "there is nothing to do" in problems["identity"]


async def test_a_peer_that_asks_is_told_of_its_other_run() -> None:
    one = watch({})
    first, second = (
        sign_beacon(msgspec.structs.replace(COPY, boot=boot), swarm=SWARM, signer=ME) for boot in (OURS, THEIRS)
    )
    assert await one.tell_other_run(first) == b""
    assert await one.tell_other_run(second) == first
    assert await one.tell_other_run(b"junk") == b""
