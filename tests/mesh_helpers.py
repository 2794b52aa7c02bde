"""Helpers of the mesh tests: agents with a log in memory, on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

from edge_agent.mesh.host import Mesh
from edge_agent.mesh.presence import BeaconRefusal, decode_beacon
from edge_agent.mesh.reconcile import RecordSet, key_of
from edge_agent.records import (
    LATEST_CLOCK,
    Cancel,
    Clock,
    PeerId,
    Record,
    RecordId,
    Refusal,
    Signer,
    SwarmId,
    decode_record,
    sign_record,
)

SWARM = SwarmId("ab" * 16)
Value = TypeVar("Value")
LONG = 45.0
"""How long a test waits for what must come: generous, the machine may be busy."""


def make_record(signer: Signer, number: int, swarm: SwarmId = SWARM, text: str = "") -> Record:
    """A small record; another one for each number."""
    body = Cancel(goal=f"{number:064x}", reason=text)
    return sign_record(body, clock=Clock(1 + number), swarm=swarm, signer=signer)


def seed_of(number: int) -> bytes:
    """A key's seed; another one for each number."""
    return number.to_bytes(32, "big")


class MemoryLog:
    """A record log in memory. What ``accepts`` says no to is not kept, as if it were in quarantine."""

    def __init__(self, swarm: SwarmId = SWARM) -> None:
        self.swarm = swarm
        self.records: dict[RecordId, Record] = {}
        self.order = RecordSet()
        self.end = Clock(LATEST_CLOCK)
        self.accepts: Callable[[Record], bool] = lambda record: True
        self.received = 0
        self.asked_for_wires = 0

    async def horizon(self) -> Clock:
        return self.end

    async def read(self, question: Callable[[RecordSet], Value]) -> Value:
        return question(self.order)

    async def missing(self, ids: Sequence[RecordId]) -> list[RecordId]:
        return [one for one in ids if one not in self.records]

    async def wires(self, ids: Sequence[RecordId]) -> list[bytes]:
        self.asked_for_wires += len(ids)
        return [self.records[one].wire for one in ids if one in self.records]

    async def receive(self, wires: Sequence[bytes], source: PeerId) -> int:
        return sum(self.take(wire) for wire in wires)

    def take(self, wire: bytes) -> bool:
        self.received += 1
        record = decode_record(wire, self.swarm)
        if isinstance(record, Refusal) or not self.accepts(record) or record.id in self.records:
            return False
        self.add(record)
        return True

    def add(self, *records: Record) -> None:
        for record in records:
            self.records[record.id] = record
            self.order.add(key_of(record))


class StrictDoor:
    """The door as an agent has it."""

    def __init__(self, swarm: SwarmId = SWARM) -> None:
        self.swarm = swarm

    def check_record(self, wire: bytes) -> bool:
        if b"BOOM" in wire:
            raise RuntimeError("a fault in the door itself")
        return not isinstance(decode_record(wire, self.swarm), Refusal)

    def check_beacon(self, wire: bytes) -> bool:
        return not isinstance(decode_beacon(wire, self.swarm), BeaconRefusal)

    def excuses(self, wire: bytes) -> bool:
        return False


class OpenDoor:
    """Lets everything in: a machine that does not do its duty."""

    def check_record(self, wire: bytes) -> bool:
        return True

    def check_beacon(self, wire: bytes) -> bool:
        return True

    def excuses(self, wire: bytes) -> bool:
        return True


class Agent:
    """A mesh with a log in memory, which keeps what it heard."""

    def __init__(self, number: int, peers: Sequence[str] = (), *, door: Any = None, **options: Any) -> None:
        self.signer = Signer(seed_of(number))
        self.log = MemoryLog()
        self.heard: list[bytes] = []
        self.beacons: list[bytes] = []
        self.links: list[tuple[PeerId, bool]] = []
        self.crashes: list[BaseException] = []
        self.mesh = Mesh(
            seed=self.signer.seed,
            swarm=SWARM,
            listen_port=options.pop("port", 0),
            listen_host=options.pop("listen_host", "127.0.0.1"),
            peers=list(peers),
            door=door or StrictDoor(),
            log=self.log,
            on_record=self._on_record,
            on_beacon=lambda wire, source: self.beacons.append(wire),
            on_peer=lambda peer, up: self.links.append((peer, up)),
            on_crash=self.crashes.append,
            **options,
        )

    def _on_record(self, wire: bytes, source: PeerId) -> None:
        self.heard.append(wire)
        self.log.take(wire)

    @property
    def address(self) -> str:
        return self.mesh.addresses[0]

    @property
    def id(self) -> PeerId:
        return self.mesh.peer_id

    async def say(self, record: Record) -> None:
        self.log.add(record)
        await self.mesh.publish(record.wire)

    def has(self, record: Record) -> bool:
        return record.id in self.log.records

    async def __aenter__(self) -> Self:
        await self.mesh.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.mesh.stop()


async def gossip_works(sender: Agent, receiver: Agent, number: int = 900_000) -> None:
    """Wait until records that one publishes reach the other by gossip: the mesh has formed."""
    for attempt in range(200):
        record = make_record(sender.signer, number + attempt)
        await sender.mesh.publish(record.wire)
        for _ in range(10):
            if receiver.has(record):
                return
            await asyncio.sleep(0.05)
    raise AssertionError("no gossip mesh came about")
