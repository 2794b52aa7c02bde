"""The door: what may come in, and what an honest machine may have sent although it may not."""

import msgspec
import pytest

from edge_agent.clock import QUARANTINE_MS, clock_of_ms
from edge_agent.door import SwarmDoor
from edge_agent.mesh import presence
from edge_agent.mesh.presence import Beacon, sign_beacon
from edge_agent.records import Cancel, Clock, Signer, SwarmId, sign_record

SWARM, OTHER = SwarmId("ab" * 16), SwarmId("cd" * 16)
SIGNER = Signer(b"\x01" * 32)
NOW_MS = 1_800_000_000_000
DOOR = SwarmDoor(SWARM, lambda: NOW_MS)


def record(ahead_ms: int = 0, swarm: SwarmId = SWARM) -> bytes:
    clock = Clock(clock_of_ms(NOW_MS + ahead_ms))
    return sign_record(Cancel(goal="00" * 32), clock=clock, swarm=swarm, signer=SIGNER).wire


def beacon(swarm: SwarmId = SWARM) -> bytes:
    said = Beacon(boot="0" * 16, started=1, sequence=1, clock=1, wall_ms=1)
    return sign_beacon(said, swarm=swarm, signer=SIGNER)


def of_a_newer_version() -> bytes:
    """A beacon of a format that does not exist yet: signed by hand, for nothing here would send it."""
    public, tag = SIGNER.public_key, presence.DOMAIN_TAG
    signed = tag + msgspec.msgpack.encode((presence.BEACON_VERSION + 1, bytes.fromhex(SWARM), public, {}))
    return msgspec.msgpack.encode((signed, SIGNER.sign(signed)))


def test_what_is_good_comes_in() -> None:
    assert DOOR.check_record(record()) and DOOR.check_beacon(beacon())


def test_a_record_from_the_future_waits_outside_and_nobody_is_blamed() -> None:
    early = record(ahead_ms=QUARANTINE_MS + 60_000)
    assert not DOOR.check_record(early)
    assert DOOR.excuses(early)


def test_a_newer_version_is_not_blamed() -> None:
    newer = of_a_newer_version()
    assert not DOOR.check_beacon(newer)
    assert DOOR.excuses(newer)


@pytest.mark.parametrize("wire", [b"", b"garbage", record()[:-1], record(swarm=OTHER), beacon(OTHER), bytes(100_000)])
def test_garbage_and_what_is_of_another_swarm_is_refused_and_blamed(wire: bytes) -> None:
    assert not DOOR.check_record(wire) and not DOOR.check_beacon(wire)
    assert not DOOR.excuses(wire)
