"""What an exchange needs in the trio thread: frames over a libp2p stream, and the record log on the other side."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

import trio

from edge_agent.mesh.exchange import MAX_FRAME_BYTES, RecordLog
from edge_agent.records import PeerId, RecordId

FRAME_TIMEOUT: Final = 20.0
"""Seconds until a frame must have been taken, or must have come."""


class StreamChannel:
    """Frames over a libp2p stream: four bytes of length, big-endian, then the frame."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    async def send(self, frame: bytes) -> None:
        """Send a frame. trio.TooSlowError where the peer does not take it."""
        with trio.fail_after(FRAME_TIMEOUT):
            await self._stream.write(len(frame).to_bytes(4, "big") + frame)

    async def receive(self) -> bytes:
        """The next frame. ValueError where it is too large, trio.TooSlowError where it does not come."""
        with trio.fail_after(FRAME_TIMEOUT):
            size = int.from_bytes(await self._read(4), "big")
            if size > MAX_FRAME_BYTES:
                raise ValueError(f"a frame of {size} bytes is too large")
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

    async def ids(self) -> list[RecordId]:
        found: list[RecordId] = await self._ask(lambda: self._log.ids())
        return found

    async def wires(self, ids: Sequence[RecordId]) -> list[bytes]:
        found: list[bytes] = await self._ask(lambda: self._log.wires(ids))
        return found

    async def receive(self, wires: Sequence[bytes], source: PeerId) -> int:
        new: int = await self._ask(lambda: self._log.receive(wires, source))
        return new
