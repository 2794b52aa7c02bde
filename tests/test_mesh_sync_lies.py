"""The exchange by ranges with peers that lie, break the rules or never answer: it ends, and the log takes no harm."""

from __future__ import annotations

import asyncio
import contextlib
import random
import tracemalloc
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mesh_exchange import RECORDS, A, B, Liar, Script, channel, log_of
from mesh_helpers import MemoryLog

from edge_agent.mesh import sync
from edge_agent.mesh.frames import MAX_FRAME_BYTES
from edge_agent.mesh.reconcile import InVainError, SyncError, bound_of
from edge_agent.mesh.sync import BARREN_ROUNDS, Outcome, RangeSync
from edge_agent.records import LATEST_CLOCK

GHOST = "f" * 64
ID = RECORDS[0].id
END = bound_of(LATEST_CLOCK)
PRINT = bytes(16)
Side = Callable[[RangeSync, Any, MemoryLog], Awaitable[Outcome]]


async def initiate(one: RangeSync, channel: Any, log: MemoryLog) -> Outcome:
    return await one.initiate(channel, log, B, 0.0)


async def respond(one: RangeSync, channel: Any, log: MemoryLog) -> Outcome:
    return await one.respond(channel, log, B, 0.0)


def answers(*said: Any, end: int = LATEST_CLOCK) -> list[Any]:
    return ["answers", end, list(said)]


def compare(*questions: Any, end: int = LATEST_CLOCK) -> list[Any]:
    return ["compare", end, list(questions)]


def listed(*ids: str, upto: bytes = END) -> list[Any]:
    return [2, upto, bytes.fromhex("".join(ids))]


def question(lower: bytes = b"", upper: bytes = END, count: int = 0, fingerprint: bytes = PRINT) -> list[Any]:
    return [lower, upper, count, fingerprint]


def want(*ids: str) -> list[Any]:
    return ["want", bytes.fromhex("".join(ids))]


def offer(*ids: str) -> list[Any]:
    return ["offer", bytes.fromhex("".join(ids))]


def batch(*wires: bytes, last: bool = True) -> list[Any]:
    return ["batch", list(wires), last]


FINISH = ["end"]


@pytest.mark.parametrize(
    ("frames", "reason"),
    [
        ([FINISH], "did not answer what it was asked"),
        ([answers()], "did not answer what it was asked"),
        ([answers([0], [0])], "did not answer what it was asked"),
        ([answers([0], end=-1)], "did not answer what it was asked"),
        ([b"\xff\xff"], "malformed"),
        ([b""], "malformed"),
        ([b"\x93" * 5_000], "malformed"),
        ([bytes(MAX_FRAME_BYTES + 1)], "a frame of"),
        ([answers([1, []])], "other parts"),
        ([answers([1, [[END, 7, PRINT]]])], "the same question"),
        ([answers([1, [[b"\x02", 7, PRINT], [b"\x01", 7, PRINT], [END, 7, PRINT]]])], "ends before it begins"),
        ([answers([1, [[b"\x02", 7, PRINT], [b"\x02", 7, PRINT], [END, 7, PRINT]]])], "ends before it begins"),
        ([answers([1, [[bytes(41), 7, PRINT], [END, 7, PRINT]]])], "ends before it begins"),
        ([answers([1, [[b"\x00\x01", 7, b"short"], [END, 7, PRINT]]])], "fingerprint"),
        ([answers([2, END, b"xyz"])], "piece of an id"),
        ([answers(listed(upto=b"\x00"))], "another range"),
        ([answers(listed(GHOST)), want()], "something else than the records"),
        ([answers(listed(GHOST)), batch()], "does not give"),
        ([answers(listed(GHOST)), batch(RECORDS[1].wire, last=False)], "was not asked for"),
        ([answers(listed(GHOST)), batch(last=False)], "was not asked for"),
        ([answers(listed()), batch()], "did not say what it wants"),
        ([answers(listed()), want(GHOST)], "was not offered"),
    ],
)
async def test_a_lying_answerer_is_named_and_left(frames: list[Any], reason: str) -> None:
    with pytest.raises(SyncError, match=reason):
        await initiate(RangeSync(), Script(*frames), log_of(RECORDS[5]))


@pytest.mark.parametrize(
    ("frames", "reason"),
    [
        ([batch()], "nothing was asked"),
        ([answers([0])], "nothing was asked"),
        ([b"{}"], "malformed"),
        ([compare()], "asked nothing"),
        ([compare(*[question()] * (sync.QUESTIONS_A_FRAME + 1))], "too much at once"),
        ([compare(question(), end=-5)], "asked nothing"),
        ([compare(question(END, b""))], "ends before it begins"),
        ([compare(question(b"", bytes(41)))], "ends before it begins"),
        ([compare(question(fingerprint=b""))], "fingerprint"),
        ([want(*(f"{number:064x}" for number in range(sync.IDS_A_QUESTION + 1)))], "too much at once"),
        ([offer(*(f"{number:064x}" for number in range(sync.IDS_A_QUESTION + 1)))], "too much at once"),
        ([["want", b"xyz"]], "piece of an id"),
        ([offer(GHOST), batch()], "does not give"),
        ([offer(GHOST), batch(RECORDS[0].wire, last=False)], "was not asked for"),
        ([offer(GHOST), FINISH], "something else than the records"),
    ],
)
async def test_a_lying_asker_is_named_and_left(frames: list[Any], reason: str) -> None:
    with pytest.raises(SyncError, match=reason):
        await respond(RangeSync(), Script(*frames), log_of(RECORDS[5]))


async def test_what_an_honest_peer_may_do_is_not_held_against_it() -> None:
    """It may forget a goal between naming its records and being asked for them."""
    with pytest.raises(InVainError, match="does not give") as forgot:
        await initiate(RangeSync(), Script(answers(listed(GHOST)), batch()), log_of(RECORDS[5]))
    assert not forgot.value.peers_fault
    with pytest.raises(SyncError) as lied:
        await initiate(RangeSync(), Script(answers(listed(GHOST)), want()), log_of(RECORDS[5]))
    assert lied.value.peers_fault


async def test_a_peer_that_asks_twice_gets_a_record_once() -> None:
    log = log_of(RECORDS[0])
    with pytest.raises(SyncError, match="got already"):
        await respond(RangeSync(), Script(want(ID, ID), want(ID)), log)
    assert log.asked_for_wires == 1


async def test_what_was_not_asked_for_never_reaches_the_log() -> None:
    log = MemoryLog()
    wires = [RECORDS[1].wire, b"junk", RECORDS[0].wire, RECORDS[0].wire]
    outcome = await initiate(RangeSync(), Script(answers(listed(ID)), batch(*wires)), log)
    assert (outcome.new, log.received) == (1, 1)


async def test_a_forged_record_goes_through_the_door_and_stays_wanted_elsewhere() -> None:
    signed, _ = msgspec.msgpack.decode(RECORDS[0].wire, type=tuple[bytes, bytes])
    forged = msgspec.msgpack.encode((signed, bytes(64)))
    log, one = MemoryLog(), RangeSync()
    assert (await initiate(one, Script(answers(listed(ID)), batch(forged)), log)).new == 0
    assert ID not in log.records
    honest = Script(answers(listed(ID)), batch(RECORDS[0].wire))
    assert (await one.initiate(honest, log, A, 1.0)).new == 1


async def test_what_another_peer_was_asked_for_and_never_gives_is_fetched_in_the_end() -> None:
    log, one = MemoryLog(), RangeSync()

    class Hanging(Liar):
        async def receive(self) -> bytes:
            if self.heard[-1][0] == "want":
                await asyncio.Event().wait()
            return await super().receive()

    first = Hanging(lambda heard: answers(listed(ID)))
    hanging = asyncio.create_task(one.initiate(first, log, A, 0.0))
    await asyncio.sleep(0.01)
    assert one.under_way == {ID}
    ends = channel()
    outcome, _ = await asyncio.gather(
        one.initiate(ends[0], log, B, 0.0), RangeSync().respond(ends[1], log_of(RECORDS[0]), A, 0.0)
    )
    assert outcome.new == 1
    hanging.cancel()
    await asyncio.gather(hanging, return_exceptions=True)
    assert not one.under_way


def halves(lower: bytes, upper: bytes) -> list[Any]:
    """Two parts that both differ from whatever anyone holds."""
    start, stop = (int.from_bytes(one.ljust(40, b"\0"), "big") for one in (lower, upper))
    middle = ((start + stop) // 2).to_bytes(40, "big")
    return [1, [[middle, 9_999, PRINT], [upper, 9_999, PRINT]]]


def split_for_ever(frame: Any) -> Any:
    return answers(*(halves(lower, upper) for lower, upper, *_ in frame[2])) if frame[0] == "compare" else want()


def one_answer_at_a_time(frame: Any) -> Any:
    return answers(halves(*frame[2][0][:2])) if frame[0] == "compare" else want()


def ghosts_for_ever(frame: Any) -> Any:
    if frame[0] == "compare":
        lots = random.Random(str(frame[2]))
        return answers(*([2, upper, lots.randbytes(32 * 4)] for _, upper, *_ in frame[2]))
    return batch() if frame[0] == "want" else want()


def a_byte_further(frame: Any) -> Any:
    """Lists what the asker holds anyway, of as little as can be named."""
    if frame[0] == "compare":
        lower, upper = frame[2][0][:2]
        further = (int.from_bytes(lower.ljust(40, b"\0"), "big") + 1).to_bytes(40, "big")
        return answers([2, min(further, upper), bytes.fromhex(ID)])
    return want()


def a_lower_end_each_time(frame: Any) -> Any:
    return answers(*([0] for _ in frame[2][:1]), end=frame[1] - 1) if frame[0] == "compare" else want()


def wants_all_again(frame: Any) -> Any:
    if frame[0] == "compare":
        return answers(*([2, upper, b""] for _, upper, *_ in frame[2]))
    return ["want", frame[1]] if frame[0] == "offer" else want(ID)


@pytest.mark.parametrize(
    "lie",
    [split_for_ever, one_answer_at_a_time, ghosts_for_ever, a_byte_further, a_lower_end_each_time, wants_all_again],
)
def test_no_liar_can_keep_the_asker_busy(lie: Callable[[Any], Any]) -> None:
    log = log_of(*RECORDS)
    liar = Liar(lie)
    tracemalloc.start()
    with contextlib.suppress(SyncError):
        asyncio.run(asyncio.wait_for(initiate(RangeSync(), liar, log), 60))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(liar.heard) <= 2 * BARREN_ROUNDS
    assert liar.received < 20_000_000
    assert peak < 2 * (liar.received + liar.said) + 20_000_000, "no more than what the test itself keeps"
    assert set(log.records) == {record.id for record in RECORDS}


@pytest.mark.parametrize(
    "next_frame",
    [
        lambda n: compare(*([question(count=9_999)] * sync.QUESTIONS_A_FRAME)),
        lambda n: compare(question(count=n)),
        lambda n: want(*(f"{n * 1_000 + one:064x}" for one in range(sync.IDS_A_QUESTION))),
        lambda n: want(),
        lambda n: offer(ID),
        lambda n: offer(),
        lambda n: want(*(record.id for record in RECORDS[n : n + 1])) if n < len(RECORDS) else want(GHOST),
    ],
)
def test_no_liar_can_keep_the_answerer_busy(next_frame: Callable[[int], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "BARREN_ROUNDS", 40)
    numbers = iter(range(10_000))
    liar = Liar(lambda heard: next_frame(next(numbers)))
    with pytest.raises(SyncError):
        asyncio.run(asyncio.wait_for(respond(RangeSync(), liar, log_of(*RECORDS)), 60))
    assert next(numbers) <= 40 + 2 * len(RECORDS)
    assert liar.received < (40 + len(RECORDS)) * (sync.ANSWER_BYTES + 40_000)


_frame = st.one_of(
    st.binary(max_size=80),
    st.builds(answers, st.just([0])),
    st.builds(answers, st.builds(listed, st.sampled_from([ID, GHOST]))),
    st.builds(answers, st.just(halves(b"", END))),
    st.builds(compare, st.builds(question, count=st.integers(0, 3))),
    st.builds(want, st.sampled_from([ID, GHOST, RECORDS[2].id])),
    st.builds(offer, st.sampled_from([ID, GHOST])),
    st.just(want()),
    st.just(FINISH),
    st.builds(batch, st.sampled_from([RECORDS[0].wire, RECORDS[1].wire, b"junk"]), last=st.booleans()),
)


@settings(deadline=None, max_examples=200)
@given(st.lists(_frame, max_size=8), st.sampled_from([initiate, respond]))
def test_no_sequence_of_frames_does_harm(frames: list[Any], side: Side) -> None:
    log = log_of(RECORDS[2])

    async def attempt() -> None:
        with contextlib.suppress(SyncError, ConnectionError):
            await asyncio.wait_for(side(RangeSync(), Script(*frames), log), 30)

    asyncio.run(attempt())
    assert set(log.records) <= {record.id for record in RECORDS[:3]}
