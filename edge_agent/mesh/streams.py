"""What an exchange needs in the trio thread: frames over a libp2p stream, and the record log on the other side."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

import trio

from edge_agent.mesh.frames import MAX_FRAME_BYTES
from edge_agent.mesh.reconcile import RecordSet, SyncError
from edge_agent.mesh.sync import RecordLog
from edge_agent.records import Clock, PeerId, RecordId

Value = TypeVar("Value")

GOSSIP_RATE: Final = 1_000_000.0
MESSAGE_COST: Final = 4_096
GOSSIP_BURST: Final = 4_000_000.0
"""Bytes a second that one peer's gossip may take, what a message costs above its size (its signature check is the
dearest part), and how much may come at once: some 800 small records, then 200 a second."""
FLOOD_SECONDS: Final = 30.0
"""Seconds for which a stream waits for its budget over and over until it is called a flood: no burst takes so long."""
FRAME_TIMEOUT: Final = 20.0
"""Seconds until a frame must have been taken, or must have come."""


class SlowedStream:
    """An inbound gossip stream that is read no faster than a budget allows: a flood waits at its sender.

    Each read of more than a byte (a message; its length is read byte by byte) costs its size and ``MESSAGE_COST``.
    """

    def __init__(self, stream: Any, on_flood: Callable[[], None] = lambda: None) -> None:
        """``on_flood`` is called each ``FLOOD_SECONDS`` of a flood."""
        self._stream = stream
        self._budget = GOSSIP_BURST
        self._counted_at = trio.current_time()
        self._on_flood = on_flood
        self._flooded_since: float | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    async def read(self, n: int | None = None) -> bytes:
        """Up to ``n`` bytes, once the budget is above zero."""
        now = trio.current_time()
        self._budget = min(GOSSIP_BURST, self._budget + (now - self._counted_at) * GOSSIP_RATE)
        self._counted_at = now
        if self._budget > GOSSIP_BURST / 2:
            self._flooded_since = None
        if self._budget < 0:
            self._flooded_since = self._flooded_since or now
            if now - self._flooded_since > FLOOD_SECONDS:
                self._flooded_since = now
                self._on_flood()
            await trio.sleep(-self._budget / GOSSIP_RATE)
        data: bytes = await self._stream.read(n)
        if n != 1:
            self._budget -= len(data) + MESSAGE_COST
        return data


class StreamChannel:
    """Frames over a libp2p stream: four bytes of length, big-endian, then the frame."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    async def send(self, frame: bytes) -> None:
        """Send a frame. trio.TooSlowError where the peer does not take it."""
        with trio.fail_after(FRAME_TIMEOUT):
            await self._stream.write(len(frame).to_bytes(4, "big") + frame)

    async def receive(self) -> bytes:
        """The next frame. SyncError where it is too large, trio.TooSlowError where it does not come."""
        with trio.fail_after(FRAME_TIMEOUT):
            size = int.from_bytes(await self._read(4), "big")
            if size > MAX_FRAME_BYTES:
                raise SyncError(f"a frame of {size} bytes is too large")
            return await self._read(size)

    async def _read(self, size: int) -> bytes:
        buffer = bytearray()
        while len(buffer) < size:
            part = await self._stream.read(size - len(buffer))
            if not part:
                raise ConnectionError("the stream ended within a frame")
            buffer += part
        return bytes(buffer)


class LogAcross:
    """The record log, which lives on the asyncio side, as the exchange sees it from the trio thread."""

    def __init__(self, record_log: RecordLog, ask: Callable[[Callable[[], Coroutine[Any, Any, Any]]], Any]) -> None:
        self._log = record_log
        self._ask = ask

    async def horizon(self) -> Clock:
        end: Clock = await self._ask(lambda: self._log.horizon())
        return end

    async def read(self, question: Callable[[RecordSet], Value]) -> Value:
        found: Value = await self._ask(lambda: self._log.read(question))
        return found

    async def missing(self, ids: Sequence[RecordId]) -> list[RecordId]:
        found: list[RecordId] = await self._ask(lambda: self._log.missing(ids))
        return found

    async def wires(self, ids: Sequence[RecordId]) -> list[bytes]:
        found: list[bytes] = await self._ask(lambda: self._log.wires(ids))
        return found

    async def receive(self, wires: Sequence[bytes], source: PeerId) -> int:
        new: int = await self._ask(lambda: self._log.receive(wires, source))
        return new
