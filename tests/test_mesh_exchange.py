"""The plain exchange, between two logs in memory and against peers that lie."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mesh_helpers import MemoryLog, make_record, seed_of

from edge_agent.mesh import exchange
from edge_agent.mesh.exchange import (
    FIRST_DEFERRAL,
    LONGEST_DEFERRAL,
    MAX_DEFERRED,
    MAX_FRAME_BYTES,
    Deferred,
    ExchangeError,
    Outcome,
    PlainExchange,
)
from edge_agent.records import PeerId, Record, RecordId, Signer

A, B = PeerId("a"), PeerId("b")
SIGNER = Signer(seed_of(1))
RECORDS = [make_record(SIGNER, number) for number in range(24)]


class Pipe:
    """One end of a channel between two coroutines."""

    def __init__(self, inbox: asyncio.Queue[bytes], outbox: asyncio.Queue[bytes]) -> None:
        self.inbox, self.outbox = inbox, outbox
        self.sizes: list[int] = []

    async def send(self, frame: bytes) -> None:
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


def run(first: PlainExchange, log_a: MemoryLog, second: PlainExchange, log_b: MemoryLog, now: float = 0.0) -> Any:
    async def both() -> tuple[Outcome, Outcome, list[int]]:
        to_a: asyncio.Queue[bytes] = asyncio.Queue(1)
        to_b: asyncio.Queue[bytes] = asyncio.Queue(1)
        end_a, end_b = Pipe(to_a, to_b), Pipe(to_b, to_a)
        outcomes = await asyncio.wait_for(
            asyncio.gather(first.initiate(end_a, log_a, B, now), second.respond(end_b, log_b, A, now)), 60
        )
        return outcomes[0], outcomes[1], end_a.sizes + end_b.sizes

    return asyncio.run(both())


def log_of(*records: Record) -> MemoryLog:
    log = MemoryLog()
    log.add(*records)
    return log


def have(*ids: str, last: bool = True) -> dict[str, Any]:
    return {"type": "have", "ids": bytes.fromhex("".join(ids)), "last": last}


def want(*ids: str) -> dict[str, Any]:
    return {"type": "want", "ids": bytes.fromhex("".join(ids))}


def batch(*wires: bytes, last: bool = True) -> dict[str, Any]:
    return {"type": "batch", "wires": list(wires), "last": last}


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(exchange, "IDS_A_PAGE", 5)
    monkeypatch.setattr(exchange, "IDS_A_QUESTION", 3)
    monkeypatch.setattr(exchange, "RECORDS_A_READ", 2)
    monkeypatch.setattr(exchange, "_BATCH_BYTES", 700)
    yield


_subset = st.sets(st.integers(0, len(RECORDS) - 1))


@pytest.mark.usefixtures("small_pages")
@settings(deadline=None, max_examples=60)
@given(ours=_subset, theirs=_subset, refused_here=_subset, refused_there=_subset)
def test_both_end_with_the_union_but_what_they_cannot_take(
    ours: set[int], theirs: set[int], refused_here: set[int], refused_there: set[int]
) -> None:
    log_a, log_b = log_of(*(RECORDS[n] for n in ours)), log_of(*(RECORDS[n] for n in theirs))
    log_a.accepts = lambda record: record not in [RECORDS[n] for n in refused_here]
    log_b.accepts = lambda record: record not in [RECORDS[n] for n in refused_there]
    first, second = PlainExchange(), PlainExchange()
    outcome_a, outcome_b, _ = run(first, log_a, second, log_b)
    assert set(log_a.records) == {RECORDS[n].id for n in ours | (theirs - refused_here)}
    assert set(log_b.records) == {RECORDS[n].id for n in theirs | (ours - refused_there)}
    assert outcome_a.new == len(theirs - ours - refused_here)
    assert outcome_b.new == len(ours - theirs - refused_there)
    asked = log_a.asked_for_wires, log_b.asked_for_wires
    run(first, log_a, second, log_b, now=1.0)
    assert (log_a.asked_for_wires, log_b.asked_for_wires) == asked, "what was refused is not asked for again"


def test_a_large_log_goes_over_in_bounded_frames() -> None:
    many = [make_record(SIGNER, number, text="x" * 1_000) for number in range(3_000)]
    log_a, log_b = MemoryLog(), log_of(*many)
    outcome, _, sizes = run(PlainExchange(), log_a, PlainExchange(), log_b)
    assert outcome.new == 3_000
    assert max(sizes) <= MAX_FRAME_BYTES


def test_what_could_not_be_taken_is_asked_for_later_and_later() -> None:
    log_a, log_b = MemoryLog(), log_of(RECORDS[0])
    log_a.accepts = lambda record: False
    first, second = PlainExchange(), PlainExchange()
    asked_at = []
    for now in range(0, 3_000, 10):
        before = log_b.asked_for_wires
        run(first, log_a, second, log_b, float(now))
        if log_b.asked_for_wires > before:
            asked_at.append(now)
    assert asked_at == [0, 30, 90, 210, 450, 930, 1_530, 2_130, 2_730]
    log_a.accepts = lambda record: True
    assert run(first, log_a, second, log_b, 4_000.0)[0].new == 1
    assert len(first.deferred) == 0


def test_a_deferral_holds_for_the_peer_that_disappointed_only() -> None:
    deferred = Deferred()
    deferred.add(A, [RecordId("x")], 0.0)
    assert deferred.blocks(A, RecordId("x"), FIRST_DEFERRAL - 1)
    assert not deferred.blocks(A, RecordId("x"), FIRST_DEFERRAL)
    assert not deferred.blocks(B, RecordId("x"), 0.0)
    for _ in range(20):
        deferred.add(A, [RecordId("x")], 0.0)
    assert not deferred.blocks(A, RecordId("x"), LONGEST_DEFERRAL)


def test_deferrals_are_bounded() -> None:
    deferred = Deferred()
    deferred.add(A, (RecordId(str(number)) for number in range(MAX_DEFERRED + 10)), 0.0)
    assert len(deferred) == MAX_DEFERRED


GHOST = "f" * 64
ID = RECORDS[0].id
Side = Callable[[PlainExchange, Script, MemoryLog], Awaitable[Outcome]]


async def initiate(plain: PlainExchange, script: Script, log: MemoryLog) -> Outcome:
    return await plain.initiate(script, log, B, 0.0)


async def respond(plain: PlainExchange, script: Script, log: MemoryLog) -> Outcome:
    return await plain.respond(script, log, B, 0.0)


@pytest.mark.parametrize(
    ("frames", "reason"),
    [
        ([want()], "did not begin with its ids"),
        ([b"\xff\xff"], "malformed"),
        ([b""], "malformed"),
        ([{"type": "have", "ids": b"xyz", "last": True}], "piece of an id"),
        ([have(GHOST, last=False), have(GHOST, last=False)], "repeated its ids"),
        ([have(last=False)], "repeated its ids"),
        ([have(GHOST), want()], "something else than the records"),
        ([have(GHOST), batch(RECORDS[1].wire, last=False)], "was not asked for"),
        ([have(GHOST), batch(last=False)], "was not asked for"),
        ([have(), batch()], "did not ask when it was its turn"),
        ([have(), want(GHOST)], "was not offered"),
    ],
)
async def test_a_lying_peer_is_named_and_left(frames: list[Any], reason: str) -> None:
    with pytest.raises(ExchangeError, match=reason):
        await initiate(PlainExchange(), Script(*frames), MemoryLog())


async def test_a_peer_that_asks_twice_gets_a_record_once() -> None:
    log = log_of(RECORDS[0])
    with pytest.raises(ExchangeError, match="got already"):
        await respond(PlainExchange(), Script(have(), want(ID, ID), want(ID)), log)
    assert log.asked_for_wires == 1


async def test_a_peer_that_asks_for_too_much_is_left() -> None:
    script = Script(have(), want(*(f"{number:064x}" for number in range(exchange.IDS_A_QUESTION + 1))))
    with pytest.raises(ExchangeError, match="too much"):
        await respond(PlainExchange(), script, log_of(RECORDS[0]))


async def test_a_peer_with_endless_ids_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "MAX_IDS", 10)
    pages = [have(*(f"{page}{number:063x}" for number in range(4)), last=False) for page in range(9)]
    with pytest.raises(ExchangeError, match="more than 10"):
        await initiate(PlainExchange(), Script(*pages), MemoryLog())


async def test_a_peer_that_promises_and_does_not_deliver_ends_the_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "IDS_A_QUESTION", 2)
    ghosts = [f"{number:064x}" for number in range(100, 110)]
    plain = PlainExchange()
    script = Script(have(*ghosts), batch(), want())
    assert (await initiate(plain, script, MemoryLog())).new == 0
    assert [frame["type"] for frame in script.sent] == ["have", "want", "want"]
    assert plain.deferred.blocks(B, RecordId(ghosts[0]), 1.0)
    assert not plain.deferred.blocks(B, RecordId(ghosts[9]), 1.0)


async def test_what_was_not_asked_for_never_reaches_the_log() -> None:
    log = MemoryLog()
    wires = [RECORDS[1].wire, b"junk", RECORDS[0].wire, RECORDS[0].wire]
    outcome = await initiate(PlainExchange(), Script(have(ID), batch(*wires), want()), log)
    assert (outcome.new, log.received) == (1, 1)


async def test_a_forged_record_goes_through_the_door_and_stays_wanted_elsewhere() -> None:
    signed, _ = msgspec.msgpack.decode(RECORDS[0].wire, type=tuple[bytes, bytes])
    forged = msgspec.msgpack.encode((signed, bytes(64)))
    log, plain = MemoryLog(), PlainExchange()
    assert (await initiate(plain, Script(have(ID), batch(forged), want()), log)).new == 0
    assert ID not in log.records
    honest = Script(have(ID), batch(RECORDS[0].wire), want())
    assert (await plain.initiate(honest, log, A, 1.0)).new == 1


_frame = st.one_of(
    st.binary(max_size=80),
    st.builds(have, st.sampled_from([ID, GHOST]), last=st.booleans()),
    st.builds(want, st.sampled_from([ID, GHOST])),
    st.just(want()),
    st.builds(batch, st.sampled_from([RECORDS[0].wire, RECORDS[1].wire, b"junk"]), last=st.booleans()),
)


@settings(deadline=None, max_examples=200)
@given(st.lists(_frame, max_size=8), st.sampled_from([initiate, respond]))
def test_no_sequence_of_frames_does_harm(frames: list[Any], side: Side) -> None:
    log = log_of(RECORDS[2])

    async def attempt() -> None:
        with contextlib.suppress(ExchangeError, ConnectionError):
            await asyncio.wait_for(side(PlainExchange(), Script(*frames), log), 30)

    asyncio.run(attempt())
    assert set(log.records) <= {record.id for record in RECORDS[:3]}
