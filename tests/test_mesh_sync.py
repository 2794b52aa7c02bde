"""The exchange by ranges, between two logs in memory and against peers that lie."""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
import tracemalloc
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mesh_helpers import MemoryLog, make_record, seed_of

from edge_agent.mesh import reconcile, sync
from edge_agent.mesh.frames import MAX_FRAME_BYTES, id_of_wire
from edge_agent.mesh.reconcile import LIST_BELOW, MAX_LEVEL, InVainError, Key, RecordSet, SyncError, bound_of
from edge_agent.mesh.sync import (
    BARREN_ROUNDS,
    Outcome,
    RangeSync,
)
from edge_agent.records import LATEST_CLOCK, Clock, PeerId, Record, Signer

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


class KeptLog(MemoryLog):
    """A log that keeps what it gets without checking signatures, so that many records cost little."""

    known: dict[bytes, Record] = {}  # noqa: RUF012

    def take(self, wire: bytes) -> bool:
        self.received += 1
        record = self.known[wire]
        if record.id in self.records:
            return False
        self.add(record)
        return True


@pytest.fixture(scope="module")
def many() -> list[Record]:
    """100,000 records that were never signed: only :class:`KeptLog` takes them."""
    records = []
    for number in range(100_000):
        wire = msgspec.msgpack.encode((b"record %d" % number, b"signature" * 30))
        record_id = id_of_wire(wire)
        assert record_id is not None
        record = msgspec.structs.replace(RECORDS[0], id=record_id, clock=Clock(number << 16), wire=wire)
        records.append(record)
        KeptLog.known[wire] = record
    return records


def kept(records: list[Record]) -> KeptLog:
    log = KeptLog()
    log.add(*records)
    return log


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(reconcile, "IDS_A_LIST", 4)
    monkeypatch.setattr(reconcile, "LIST_BELOW", 3)
    monkeypatch.setattr(sync, "QUESTIONS_A_FRAME", 4)
    monkeypatch.setattr(sync, "ANSWER_BYTES", 300)
    monkeypatch.setattr(sync, "IDS_A_QUESTION", 3)
    monkeypatch.setattr(sync, "RECORDS_A_READ", 2)
    monkeypatch.setattr(sync, "BATCH_BYTES", 700)
    yield


_subset = st.sets(st.integers(0, len(RECORDS) - 1))


@pytest.mark.usefixtures("small_pages")
@settings(deadline=None, max_examples=80)
@given(ours=_subset, theirs=_subset, refused_here=_subset, refused_there=_subset)
def test_both_end_with_the_union_but_what_they_cannot_take(
    ours: set[int], theirs: set[int], refused_here: set[int], refused_there: set[int]
) -> None:
    log_a, log_b = log_of(*(RECORDS[n] for n in ours)), log_of(*(RECORDS[n] for n in theirs))
    log_a.accepts = lambda record: record not in [RECORDS[n] for n in refused_here]
    log_b.accepts = lambda record: record not in [RECORDS[n] for n in refused_there]
    first, second = RangeSync(), RangeSync()
    outcome_a, outcome_b, _ = run(first, log_a, second, log_b)
    assert set(log_a.records) == {RECORDS[n].id for n in ours | (theirs - refused_here)}
    assert set(log_b.records) == {RECORDS[n].id for n in theirs | (ours - refused_there)}
    assert outcome_a.new == len(theirs - ours - refused_here)
    assert outcome_b.new == len(ours - theirs - refused_there)
    asked = log_a.asked_for_wires, log_b.asked_for_wires
    run(first, log_a, second, log_b, now=1.0)
    assert (log_a.asked_for_wires, log_b.asked_for_wires) == asked, "what was refused is not asked for again"


@settings(deadline=None, max_examples=30)
@given(st.data())
def test_an_exchange_that_is_cut_loses_nothing(data: st.DataObject) -> None:
    ours, theirs = data.draw(_subset), data.draw(_subset)
    log_a, log_b = log_of(*(RECORDS[n] for n in ours)), log_of(*(RECORDS[n] for n in theirs))
    union = {RECORDS[n].id for n in ours | theirs}

    async def cut(after: int) -> None:
        ends = channel(after)
        tasks = [
            asyncio.create_task(RangeSync().initiate(ends[0], log_a, B, 0.0)),
            asyncio.create_task(RangeSync().respond(ends[1], log_b, A, 0.0)),
        ]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION, timeout=60)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    for after in data.draw(st.lists(st.integers(0, 6), max_size=5)):
        before = len(log_a.records), len(log_b.records)
        asyncio.run(cut(after))
        assert (len(log_a.records), len(log_b.records)) >= before
    had = len(log_a.records) + len(log_b.records)
    outcome_a, outcome_b, _ = run(RangeSync(), log_a, RangeSync(), log_b)
    assert set(log_a.records) == set(log_b.records) == union
    assert outcome_a.new + outcome_b.new == 2 * len(union) - had, "what came before the cut does not come again"


def test_100_000_equal_records_cost_a_few_hundred_bytes(many: list[Record]) -> None:
    _, _, ends = run(RangeSync(), kept(many), RangeSync(), kept(many))
    assert ends.bytes < 300
    assert len(ends.sizes) == 3


@pytest.mark.parametrize("lost", [1, 10, 100, 1_000])
def test_bytes_are_in_proportion_to_the_difference(many: list[Record], lost: int) -> None:
    lots = random.Random(lost)
    missing = lots.sample(range(len(many)), 2 * lost)
    here, there = set(missing[:lost]), set(missing[lost:])
    log_a = kept([record for number, record in enumerate(many) if number not in here])
    log_b = kept([record for number, record in enumerate(many) if number not in there])
    outcome_a, outcome_b, ends = run(RangeSync(), log_a, RangeSync(), log_b)
    assert (outcome_a.new, outcome_b.new) == (lost, lost)
    records = sum(len(many[number].wire) for number in missing)
    assert ends.bytes - records < 600 + 2_500 * 2 * lost, "some three levels of sixteen ranges and a short list"


_lost = st.sets(st.integers(0, 9_999), max_size=60)


@settings(deadline=None, max_examples=25)
@given(here=_lost, there=_lost)
def test_any_difference_costs_at_most_its_size_times_the_logarithm(
    many: list[Record], here: set[int], there: set[int]
) -> None:
    log_a = kept([record for number, record in enumerate(many[:10_000]) if number not in here])
    log_b = kept([record for number, record in enumerate(many[:10_000]) if number not in there])
    _, _, ends = run(RangeSync(), log_a, RangeSync(), log_b)
    different = here ^ there
    assert set(log_a.records) == set(log_b.records)
    assert len(log_a.records) == 10_000 - len(here & there)
    records = sum(len(many[number].wire) for number in different)
    assert ends.bytes - records < 300 + 170 * len(different) * math.log2(10_000)


def test_the_newest_cost_little_more_than_themselves(many: list[Record]) -> None:
    for lost in (1, 100, 5_000):
        _, _, ends = run(RangeSync(), kept(many[:-lost]), RangeSync(), kept(many))
        records = sum(len(record.wire) for record in many[-lost:])
        assert ends.bytes - records < 4_000 + 80 * lost


@pytest.mark.parametrize("initiator_lacks", [True, False])
def test_10_000_missing_records_arrive_in_one_go(many: list[Record], initiator_lacks: bool) -> None:
    some = many[:10_000]
    logs = (kept([]), kept(some)) if initiator_lacks else (kept(some), kept([]))
    outcome_a, outcome_b, ends = run(RangeSync(), logs[0], RangeSync(), logs[1])
    assert outcome_a.new + outcome_b.new == 10_000
    assert set(logs[0].records) == set(logs[1].records)
    assert max(ends.sizes) <= MAX_FRAME_BYTES
    assert len(ends.sizes) < 200
    assert ends.bytes < 1.5 * sum(len(record.wire) for record in some)


def test_a_scattered_tenth_of_100_000_arrives(many: list[Record]) -> None:
    lots = random.Random(5)
    log_a = kept([record for record in many if lots.random() > 0.1])
    _, _, ends = run(RangeSync(), log_a, RangeSync(), kept(many))
    assert len(log_a.records) == len(many)
    assert max(ends.sizes) <= MAX_FRAME_BYTES


async def test_a_late_joiner_gets_each_record_from_one_of_its_peers(many: list[Record]) -> None:
    class Slow(KeptLog):
        async def wires(self, ids: Any) -> list[bytes]:
            await asyncio.sleep(0)
            return await super().wires(ids)

    late, one = kept([]), RangeSync()
    logs = [Slow() for _ in range(3)]
    for log in logs:
        log.add(*many[:5_000])

    async def catch_up(log: KeptLog) -> Outcome:
        ends = channel()
        outcome, _ = await asyncio.gather(
            one.initiate(ends[0], late, B, 0.0), RangeSync().respond(ends[1], log, A, 0.0)
        )
        assert len(late.records) == 5_000, "an exchange that ended leaves nothing out"
        return outcome

    outcomes = await asyncio.gather(*map(catch_up, logs))
    assert sum(outcome.new for outcome in outcomes) == 5_000
    assert late.received < 1.3 * 5_000
    assert all(log.asked_for_wires > 1_000 for log in logs), "they share the work"
    assert not one.under_way


async def test_what_another_peer_was_asked_for_and_never_gives_is_fetched_in_the_end() -> None:
    log, one = MemoryLog(), RangeSync()
    first = Liar(lambda heard: answers(listed(ID)))

    async def never(frame: Any = None) -> bytes:
        if first.heard[-1][0] == "want":
            await asyncio.Event().wait()
        return await Liar.receive(first)

    first.receive = never  # type: ignore[method-assign]
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


def test_large_records_go_over_in_bounded_frames() -> None:
    large = [make_record(SIGNER, number, text="x" * 1_000) for number in range(1_000)]
    log_a, log_b = MemoryLog(), log_of(*large)
    outcome, _, ends = run(RangeSync(), log_a, RangeSync(), log_b)
    assert outcome.new == 1_000
    assert max(ends.sizes) <= MAX_FRAME_BYTES


def test_the_log_is_never_asked_for_long(many: list[Record], monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps of the log run on the agent's event loop: between two of them it does other things."""
    touched = longest = 0
    number = reconcile._number

    def counted(key: Key) -> int:
        nonlocal touched
        touched += 1
        return number(key)

    class Watched(KeptLog):
        async def read(self, question: Callable[[RecordSet], Any]) -> Any:
            nonlocal touched, longest
            touched = 0
            found = question(self.order)
            longest = max(longest, touched)
            return found

        async def receive(self, wires: Any, source: PeerId) -> int:
            assert len(wires) <= sync.RECORDS_A_STEP
            return await super().receive(wires, source)

    lots = random.Random(6)
    log_a, log_b = Watched(), Watched()
    log_a.add(*(record for record in many if lots.random() > 0.02))
    log_b.add(*many)
    monkeypatch.setattr(reconcile, "_number", counted)
    run(RangeSync(), log_a, RangeSync(), log_b)
    assert 0 < longest < 40_000, "additions, each a tenth of a microsecond or half of one"


def test_both_end_where_the_earlier_horizon_lies() -> None:
    for ends in ((50, 80), (80, 50)):
        log_a, log_b = log_of(*RECORDS[:100:2]), log_of(*RECORDS[1:100:2])
        log_a.end, log_b.end = (Clock(1 + one) for one in ends)
        run(RangeSync(), log_a, RangeSync(), log_b)
        for log in (log_a, log_b):
            assert {record.id for record in RECORDS[:50]} <= set(log.records)
            assert len(log.records) == 75, "of what lies beyond it nothing was moved"


def test_records_that_come_and_go_during_an_exchange_do_no_harm() -> None:
    log_a, log_b = log_of(*RECORDS[:60]), log_of(*RECORDS[40:100])
    lots = random.Random(7)
    late = list(RECORDS[100:])

    def unrest(log: MemoryLog) -> Callable[[Record], bool]:
        def accepts(record: Record) -> bool:
            if late and lots.random() < 0.3:
                log.add(late.pop())
            return True

        return accepts

    log_a.accepts, log_b.accepts = unrest(log_b), unrest(log_a)
    run(RangeSync(), log_a, RangeSync(), log_b)
    run(RangeSync(), log_a, RangeSync(), log_b)
    assert set(log_a.records) == set(log_b.records) >= {record.id for record in RECORDS[:100]}


def test_what_could_not_be_taken_is_asked_for_later_and_later() -> None:
    log_a, log_b = MemoryLog(), log_of(RECORDS[0])
    log_a.accepts = lambda record: False
    first, second = RangeSync(), RangeSync()
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


def test_the_levels_of_splits_are_bounded_by_honest_needs() -> None:
    assert LIST_BELOW * 16 ** (MAX_LEVEL // 2) > 10**15, "each side splits on every second level at least"


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
