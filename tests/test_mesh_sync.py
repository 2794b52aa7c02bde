"""The exchange by ranges, between two logs in memory whose machines are honest."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mesh_exchange import RECORDS, SIGNER, A, B, channel, log_of, run
from mesh_helpers import MemoryLog, make_record

from edge_agent.mesh import reconcile, sync
from edge_agent.mesh.frames import MAX_FRAME_BYTES, id_of_wire
from edge_agent.mesh.reconcile import LIST_BELOW, MAX_LEVEL, Key, RecordSet
from edge_agent.mesh.sync import Outcome, RangeSync
from edge_agent.records import Clock, PeerId, Record


class KeptLog(MemoryLog):
    """A log that keeps what it gets without checking signatures, so that many records cost little."""

    known: ClassVar[dict[bytes, Record]] = {}

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


def test_the_levels_of_splits_are_bounded_by_honest_needs() -> None:
    assert LIST_BELOW * 16 ** (MAX_LEVEL // 2) > 10**15, "each side splits on every second level at least"
