"""Frames over a stream, the slowing of floods, the log on the other side."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import trio
import trio.testing

from edge_agent.mesh.frames import MAX_FRAME_BYTES
from edge_agent.mesh.reconcile import RecordSet, SyncError
from edge_agent.mesh.streams import GOSSIP_BURST, GOSSIP_RATE, MESSAGE_COST, LogAcross, SlowedStream, StreamChannel
from edge_agent.records import Clock, PeerId, RecordId


class Bytes:
    """A stream that has these bytes to read, in pieces, and keeps what is written."""

    def __init__(self, data: bytes = b"", piece: int = 7, hang: bool = False) -> None:
        self.data, self.piece, self.hang = data, piece, hang
        self.written = b""

    async def read(self, n: int) -> bytes:
        if not self.data and self.hang:
            await trio.sleep_forever()
        part, self.data = self.data[: min(n, self.piece)], self.data[min(n, self.piece) :]
        return part

    async def write(self, data: bytes) -> None:
        if self.hang:
            await trio.sleep_forever()
        self.written += data


class Endless:
    """A stream of messages without end: a byte of length, then as much as is wanted."""

    protocol = "gossip"

    async def read(self, n: int) -> bytes:
        await trio.lowlevel.checkpoint()
        return bytes(n)


def in_virtual_time(job: Callable[[], Awaitable[None]]) -> None:
    trio.run(job, clock=trio.testing.MockClock(autojump_threshold=0))


def test_frames_come_back_whole_from_any_pieces() -> None:
    async def job() -> None:
        sent = Bytes()
        channel = StreamChannel(sent)
        for frame in (b"", b"x", bytes(1_000)):
            await channel.send(frame)
        received = StreamChannel(Bytes(sent.written))
        assert [await received.receive() for _ in range(3)] == [b"", b"x", bytes(1_000)]

    in_virtual_time(job)


def test_a_frame_that_is_too_large_is_not_read() -> None:
    async def job() -> None:
        stream = Bytes((MAX_FRAME_BYTES + 1).to_bytes(4, "big") + bytes(100))
        with pytest.raises(SyncError, match="too large"):
            await StreamChannel(stream).receive()
        assert len(stream.data) == 100

    in_virtual_time(job)


def test_a_stream_that_ends_within_a_frame_is_an_error() -> None:
    async def job() -> None:
        with pytest.raises(ConnectionError, match="within a frame"):
            await StreamChannel(Bytes(b"\0\0\0\x09abc")).receive()

    in_virtual_time(job)


def test_a_peer_that_falls_silent_times_out() -> None:
    async def job() -> None:
        with pytest.raises(trio.TooSlowError):
            await StreamChannel(Bytes(b"\0\0", hang=True)).receive()
        with pytest.raises(trio.TooSlowError):
            await StreamChannel(Bytes(hang=True)).send(b"x")

    in_virtual_time(job)


async def _messages(stream: Any, seconds: float, size: int) -> int:
    count = 0
    with trio.move_on_after(seconds):
        while True:
            await stream.read(1)
            await stream.read(size)
            count += 1
    return count


@pytest.mark.parametrize("size", [200, 60_000])
def test_a_flood_is_slowed_to_the_rate_after_its_burst(size: int) -> None:
    async def job() -> None:
        seconds = 100
        count = await _messages(SlowedStream(Endless()), seconds, size)
        allowed = (GOSSIP_BURST + seconds * GOSSIP_RATE) / (size + MESSAGE_COST)
        assert 0.95 * allowed < count < 1.05 * allowed

    in_virtual_time(job)


def test_a_burst_of_records_passes_at_once_and_again_after_a_rest() -> None:
    async def job() -> None:
        stream = SlowedStream(Endless())
        for _ in range(3):
            began = trio.current_time()
            for _ in range(600):
                await stream.read(1)
                await stream.read(400)
            assert trio.current_time() == began
            await trio.sleep(30)
        assert stream.protocol == "gossip"

    in_virtual_time(job)


def test_the_log_is_asked_on_the_other_side() -> None:
    class Log:
        async def horizon(self) -> Clock:
            return Clock(7)

        async def read(self, question: Callable[[RecordSet], Any]) -> Any:
            return question(RecordSet())

        async def missing(self, ids: Any) -> list[RecordId]:
            return list(ids)

        async def wires(self, ids: Any) -> list[bytes]:
            return [one.encode() for one in ids]

        async def receive(self, wires: Any, source: PeerId) -> int:
            return len(wires) if source == "peer" else 0

    asked: list[int] = []

    async def ask(question: Callable[[], Awaitable[Any]]) -> Any:
        asked.append(1)
        return await question()

    async def job() -> None:
        log = LogAcross(Log(), ask)
        assert await log.horizon() == 7
        assert await log.read(len) == 0
        assert await log.missing([RecordId("a")]) == ["a"]
        assert await log.wires([RecordId("b")]) == [b"b"]
        assert await log.receive([b"c", b"d"], PeerId("peer")) == 2
        assert len(asked) == 5

    in_virtual_time(job)


@pytest.mark.parametrize(("seconds", "expected"), [(20, 0), (120, 3)])
def test_a_flood_is_told_and_a_burst_is_not(seconds: int, expected: int) -> None:
    async def job() -> None:
        floods: list[float] = []
        await _messages(SlowedStream(Endless(), lambda: floods.append(trio.current_time())), seconds, 1_000)
        assert len(floods) == expected

    in_virtual_time(job)


def test_bursts_with_rests_between_are_no_flood() -> None:
    async def job() -> None:
        floods: list[float] = []
        stream = SlowedStream(Endless(), lambda: floods.append(1))
        for _ in range(30):
            for _ in range(500):
                await stream.read(1)
                await stream.read(1_000)
            await trio.sleep(4)
        assert not floods

    in_virtual_time(job)
