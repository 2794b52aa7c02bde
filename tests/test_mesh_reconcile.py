"""The ordered set with its fingerprints, and the comparison of two sets, without any frames."""

from __future__ import annotations

import hashlib
import random
from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mesh_helpers import make_record, seed_of

from edge_agent.mesh import reconcile
from edge_agent.mesh.reconcile import (
    IDS_A_LIST,
    KEY_BYTES,
    LIST_BELOW,
    MAX_LEVEL,
    Comparison,
    Disclosed,
    Key,
    Listed,
    Part,
    Question,
    RecordSet,
    Same,
    Span,
    Split,
    SyncError,
    answer,
    ask,
    bound_of,
    id_of,
    key_of,
    lacking,
    learn,
    pack,
    unpack,
)
from edge_agent.records import RecordId, Signer

END = bound_of(1 << 62)


def key(clock: int, number: int = 0) -> Key:
    """A key with an id that looks random."""
    return Key(bound_of(clock) + hashlib.blake2b(b"%d %d" % (clock, number), digest_size=32).digest())


def test_a_key_sorts_as_clock_and_id_do() -> None:
    records = [make_record(Signer(seed_of(one)), number) for one in (1, 2) for number in (3, 300, 70_000)]
    by_order = sorted(records, key=lambda record: record.order)
    assert sorted(records, key=key_of) == by_order
    assert [id_of(key_of(record)) for record in by_order] == [record.id for record in by_order]
    assert {len(key_of(record)) for record in records} == {KEY_BYTES}


_clocks = st.lists(st.tuples(st.booleans(), st.integers(0, 90)), max_size=120)
_bound = st.one_of(st.just(b""), st.just(END), st.integers(0, 91).map(bound_of), st.integers(0, 90).map(key))


@settings(deadline=None, max_examples=200)
@given(_clocks, _bound, _bound, st.integers(1, 40), st.integers(1, 20))
def test_the_set_is_what_a_sorted_list_is(
    steps: list[tuple[bool, int]], lower: bytes, upper: bytes, limit: int, parts: int
) -> None:
    records, plain = RecordSet(), set[Key]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reconcile, "_BLOCK", 8)
        for adds, clock in steps:
            one = key(clock)
            if adds:
                assert records.add(one) is (one not in plain)
                plain.add(one)
            else:
                assert records.discard(one) is (one in plain)
                plain.discard(one)
    assert list(records) == sorted(plain)
    assert len(records) == len(plain)
    assert all(one in records for one in plain) and key(1_000) not in records
    inside = [one for one in sorted(plain) if lower <= one < upper]
    assert records.between(lower, upper, limit) == inside[:limit]
    assert records.summary(lower, upper) == RecordSet(inside).summary(b"", END)
    assert records.summary(lower, upper).count == len(inside)
    if lower < upper:
        bounds = [lower, *records.split(lower, upper, parts)]
        assert bounds == sorted(set(bounds)) and bounds[-1] == upper
        sizes = [records.summary(*pair).count for pair in pairwise(bounds)]
        assert sum(sizes) == len(inside)
        assert len(sizes) <= parts and max(sizes) - min(sizes) <= 1


def test_a_fingerprint_covers_every_id_and_their_number() -> None:
    one = RecordSet(key(clock) for clock in range(500))
    seen = {one.summary(b"", END)}
    for clock in range(0, 500, 50):
        one.discard(key(clock))
        seen.add(one.summary(b"", END))
        one.add(key(clock, 1))
        seen.add(one.summary(b"", END))
    assert len(seen) == 21
    zero = Key(bound_of(1) + bytes(32))
    assert RecordSet([zero]).summary(b"", END) != RecordSet().summary(b"", END)


def test_blocks_stay_small_and_full_in_any_order() -> None:
    for order in (
        sorted,
        lambda keys: sorted(keys, reverse=True),
        lambda keys: random.Random(1).sample(keys, len(keys)),
    ):
        keys = order([key(clock) for clock in range(20_000)])
        records = RecordSet(keys)
        sizes = [len(block) for block in records._blocks]
        assert max(sizes) <= reconcile._BLOCK
        assert len(sizes) < 4 * len(keys) / reconcile._BLOCK
        for one in keys[:19_000]:
            records.discard(one)
        assert list(records) == sorted(keys[19_000:])


class Pair:
    """Two sets that compare without a network; counts what they say."""

    def __init__(self, ours: RecordSet, theirs: RecordSet) -> None:
        self.ours, self.theirs = ours, theirs
        self.questions = self.parts = self.ids = 0
        self.need: set[RecordId] = set()
        self.have: set[RecordId] = set()

    def run(self, at_once: int = 64) -> Pair:
        comparison = Comparison(END)
        while not comparison.done:
            spans = comparison.take(at_once)
            left: list[Span] = []
            for span in spans:
                question = ask(self.ours, span)
                self.questions += 1
                said = answer(self.theirs, question, END)
                more, told = learn(self.ours, span, END, said)
                left += more
                self.parts += len(said.parts) if isinstance(said, Split) else 0
                if told is not None:
                    self.ids += len(told.ids)
                    self._note(told)
            comparison.reopen(left)
        return self

    def _note(self, told: Disclosed) -> None:
        held = {id_of(one) for one in self.ours}
        self.need |= told.ids.keys() - held
        rest: Disclosed | None = told
        while rest is not None:
            lacks, rest = lacking(self.ours, rest, 50)
            assert not self.have & set(lacks), "told twice"
            self.have |= set(lacks)


_members = st.sets(st.integers(0, 400), max_size=300)


@settings(deadline=None, max_examples=150)
@given(_members, _members, st.integers(1, 70), st.sampled_from([1, 4, LIST_BELOW]), st.sampled_from([3, IDS_A_LIST]))
def test_any_two_sets_find_their_difference(
    ours: set[int], theirs: set[int], at_once: int, list_below: int, ids_a_list: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reconcile, "LIST_BELOW", list_below)
        patch.setattr(reconcile, "IDS_A_LIST", ids_a_list)
        pair = Pair(RecordSet(map(key, ours)), RecordSet(map(key, theirs))).run(at_once)
    assert pair.need == {id_of(key(one)) for one in theirs - ours}
    assert pair.have == {id_of(key(one)) for one in ours - theirs}


def test_many_records_of_one_clock_are_told_apart() -> None:
    keys = [key(7, number) for number in range(3_000)]
    pair = Pair(RecordSet(keys[:-3]), RecordSet(keys[3:])).run()
    assert pair.need == {id_of(one) for one in keys[-3:]}
    assert pair.have == {id_of(one) for one in keys[:3]}
    assert pair.ids < 500


@pytest.fixture(scope="module")
def large() -> list[Key]:
    return [key(clock) for clock in range(100_000)]


def test_equal_sets_cost_one_question(large: list[Key]) -> None:
    pair = Pair(RecordSet(large), RecordSet(large)).run()
    assert (pair.questions, pair.parts, pair.ids) == (1, 0, 0)


@pytest.mark.parametrize("lost", [1, 10, 100])
def test_what_is_said_is_in_proportion_to_the_difference(large: list[Key], lost: int) -> None:
    missing = random.Random(lost).sample(large, lost)
    theirs = RecordSet(large)
    for one in missing:
        theirs.discard(one)
    pair = Pair(RecordSet(large), theirs).run()
    assert pair.have == {id_of(one) for one in missing}
    assert pair.parts + pair.questions + pair.ids <= 100 * lost + 40, "three levels of 16 parts and a list"


def test_what_lies_beyond_the_end_takes_no_part() -> None:
    ours, theirs = RecordSet(map(key, range(100))), RecordSet(map(key, range(50, 150)))
    end = bound_of(60)
    span = Span(b"", END, 0)
    said = answer(theirs, ask(ours, span), end)
    comparison = Comparison(END)
    comparison.lower_end(end)
    spans, told = learn(ours, comparison.take(1)[0], end, said)
    assert comparison.end == end and comparison.done
    assert told is not None and not spans
    assert told.upper == end
    assert {*told.ids} == {id_of(key(clock)) for clock in range(50, 60)}
    assert len(lacking(ours, told, 1_000)[0]) == 50
    assert answer(theirs, Question(bound_of(70), END, 3, bytes(16)), end) == Same()
    assert learn(ours, Span(bound_of(70), END, 1), end, Same()) == ([], None)


def test_ids_that_are_sent() -> None:
    ids = [id_of(key(one)) for one in range(3)]
    assert unpack(pack(ids)) == ids
    assert unpack(pack([*ids, *ids])) == ids
    with pytest.raises(SyncError, match="piece of an id"):
        unpack(b"x" * 31)


SPAN = Span(bound_of(10), bound_of(20), 3)
PRINT = bytes(16)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (Split([]), "other parts"),
        (Split([Part(bound_of(19), 1, PRINT)]), "other parts"),
        (Split([Part(bound_of(15), 1, PRINT), Part(bound_of(21), 1, PRINT)]), "other parts"),
        (Split([Part(bound_of(20), 9_999, PRINT)]), "same question"),
        (
            Split([Part(bound_of(15), 1, PRINT), Part(bound_of(14), 1, PRINT), Part(bound_of(20), 1, PRINT)]),
            "before it",
        ),
        (Split([Part(bound_of(9), 1, PRINT), Part(bound_of(20), 1, PRINT)]), "before it begins"),
        (Split([Part(bound_of(15) + bytes(33), 1, PRINT), Part(bound_of(20), 1, PRINT)]), "before it begins"),
        (Split([Part(bound_of(15), 1, b"short"), Part(bound_of(20), 1, PRINT)]), "another size"),
        (
            Split([Part(bound_of(11) + bytes([one]), 1, PRINT) for one in range(64)] + [Part(bound_of(20), 1, PRINT)]),
            "parts",
        ),
        (Listed(bound_of(21), b""), "another range"),
        (Listed(bound_of(9), bytes(32)), "another range"),
        (Listed(bound_of(15), b""), "another range"),
        (Listed(bound_of(10), bytes(32)), "another range"),
        (Listed(bound_of(20), bytes(33)), "piece of an id"),
    ],
)
def test_lies_are_named(said: Split | Listed, reason: str) -> None:
    with pytest.raises(SyncError, match=reason):
        learn(RecordSet(map(key, range(30))), SPAN, END, said)


def test_splits_of_splits_come_to_an_end() -> None:
    ours = RecordSet(map(key, range(30)))
    with pytest.raises(SyncError, match="without end"):
        learn(ours, Span(b"", END, MAX_LEVEL), END, Split([Part(END, 1, PRINT)]))
    todo = deque([Span(b"", END, 0)])
    with pytest.raises(SyncError, match="without end"):
        for number in range(100_000):  # always in two, and never the same
            span = todo.popleft()
            middle = bound_of(int.from_bytes(span.upper[:8], "big") // 2)
            more, _ = learn(ours, span, END, Split([Part(middle, 99, PRINT), Part(span.upper, number, PRINT)]))
            todo.extendleft(reversed(more))


@pytest.mark.parametrize(
    "question",
    [
        Question(b"b", b"a", 1, PRINT),
        Question(b"a", b"a", 1, PRINT),
        Question(b"", b"a" * (KEY_BYTES + 1), 1, PRINT),
        Question(b"", b"a", 1, b""),
    ],
)
def test_questions_about_nothing_are_refused(question: Question) -> None:
    with pytest.raises(SyncError):
        answer(RecordSet(map(key, range(30))), question, END)


_any_bound = st.one_of(st.binary(max_size=42), st.integers(0, 40).map(bound_of))
_any_said = st.one_of(
    st.just(Same()),
    st.builds(Listed, _any_bound, st.binary(max_size=70)),
    st.builds(Split, st.lists(st.builds(Part, _any_bound, st.integers(), st.just(PRINT)), max_size=5)),
)


@settings(deadline=None, max_examples=300)
@given(_any_said, _any_bound, _any_bound, st.integers(-3, 1 << 70))
def test_whatever_is_said_is_taken_or_refused(
    said: Split | Listed | Same, lower: bytes, upper: bytes, count: int
) -> None:
    records = RecordSet(map(key, range(30)))
    try:
        left, told = learn(records, SPAN, END, said)
    except SyncError:
        pass
    else:
        inside = [(one.lower, one.upper) for one in left] + ([(told.lower, told.upper)] if told else [])
        assert all(SPAN.lower <= start < stop <= SPAN.upper for start, stop in inside)
    try:
        answered = answer(records, Question(lower, upper, count, PRINT), END)
    except SyncError:
        assert not lower < upper or max(len(lower), len(upper)) > KEY_BYTES
    else:
        assert isinstance(answered, Same | Split | Listed)
