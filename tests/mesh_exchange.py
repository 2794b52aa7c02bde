"""An exchange without a network: two ends of a channel, and peers that say what a test wants."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from mesh_helpers import MemoryLog, make_record, seed_of

from edge_agent.mesh.sync import Outcome, RangeSync
from edge_agent.records import PeerId, Record, Signer

A, B = PeerId("a"), PeerId("b")
SIGNER = Signer(seed_of(1))
RECORDS = [make_record(SIGNER, number) for number in range(120)]


class Pipe:
    """One end of a channel between two coroutines; ``cut_after``: so many frames, then the line is dead."""

    def __init__(self, inbox: asyncio.Queue[bytes], outbox: asyncio.Queue[bytes], cut_after: int | None = None) -> None:
        self.inbox, self.outbox = inbox, outbox
        self.sizes: list[int] = []
        self.cut_after = cut_after

    async def send(self, frame: bytes) -> None:
        if self.cut_after is not None and len(self.sizes) >= self.cut_after:
            raise ConnectionError("cut")
        self.sizes.append(len(frame))
        await self.outbox.put(frame)

    async def receive(self) -> bytes:
        return await self.inbox.get()


class Script:
    """A peer that sends these frames, whatever it hears, and then closes."""

    def __init__(self, *frames: Any) -> None:
        self.frames = [frame if isinstance(frame, bytes) else msgspec.msgpack.encode(frame) for frame in frames]
        self.sent: list[Any] = []

    async def send(self, frame: bytes) -> None:
        self.sent.append(msgspec.msgpack.decode(frame))

    async def receive(self) -> bytes:
        if not self.frames:
            raise ConnectionError("closed")
        return self.frames.pop(0)


class Liar:
    """A peer that answers each frame with whatever ``lie`` makes of it."""

    def __init__(self, lie: Callable[[Any], Any]) -> None:
        self.lie = lie
        self.heard: list[Any] = []
        self.received = self.said = 0

    async def send(self, frame: bytes) -> None:
        self.received += len(frame)
        self.heard.append(msgspec.msgpack.decode(frame))

    async def receive(self) -> bytes:
        frame: bytes = msgspec.msgpack.encode(self.lie(self.heard[-1] if self.heard else None))
        self.said += len(frame)
        return frame


class Ends(tuple[Pipe, Pipe]):
    """Both ends of a channel, and what went through it."""

    @property
    def sizes(self) -> list[int]:
        return self[0].sizes + self[1].sizes

    @property
    def bytes(self) -> int:
        return sum(self.sizes)


def run(
    first: RangeSync, log_a: MemoryLog, second: RangeSync, log_b: MemoryLog, now: float = 0.0
) -> tuple[Outcome, Outcome, Ends]:
    async def both() -> tuple[Outcome, Outcome, Ends]:
        ends = channel()
        outcomes = await asyncio.wait_for(
            asyncio.gather(first.initiate(ends[0], log_a, B, now), second.respond(ends[1], log_b, A, now)), 120
        )
        return outcomes[0], outcomes[1], ends

    return asyncio.run(both())


def channel(cut_after: int | None = None) -> Ends:
    to_a: asyncio.Queue[bytes] = asyncio.Queue(1)
    to_b: asyncio.Queue[bytes] = asyncio.Queue(1)
    return Ends((Pipe(to_a, to_b, cut_after), Pipe(to_b, to_a)))


def log_of(*records: Record) -> MemoryLog:
    log = MemoryLog()
    log.add(*records)
    return log
