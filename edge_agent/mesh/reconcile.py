"""Range-based set reconciliation: which records two machines lack, for bytes in proportion to the difference.

Records are ordered by (clock, id). One side asks about a range by a fingerprint of what it holds there; the other one
says that it holds the same, splits the range into parts with a fingerprint each, or, where either holds little, lists
its ids. So the ranges that differ are found in O(log n) rounds.

The side that asks keeps all state (:class:`Comparison`), the other one answers each question by itself
(:func:`answer`): a set that changes meanwhile does no harm, and whoever is cut off begins anew at little cost.

References: A. Meyer, "Range-Based Set Reconciliation", 2023 (arXiv:2212.13567), and the Negentropy protocol
(https://github.com/hoytech/negentropy), from which the order, the bounds and the fingerprint are: the sum of the ids
modulo 2^256, hashed with their number. Such sums can be forged with effort by somebody who may sign records; a member
of the swarm is trusted not to (design, section 8).

Nothing here does I/O. SyncError tells how the other side broke the rules.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right, insort
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NewType

from msgspec import Struct

from edge_agent.records import Record, RecordId

Key = NewType("Key", bytes)
"""A record's clock, 8 bytes big-endian, and its id, 32 bytes: bytes compare as (clock, id) does."""
Bound = bytes
"""The beginning of a key, up to all of it: it lies before all keys that begin with it or come after it."""

CLOCK_BYTES: Final = 8
ID_BYTES: Final = 32
KEY_BYTES: Final = CLOCK_BYTES + ID_BYTES
FINGERPRINT_BYTES: Final = 16
BRANCHES: Final = 16
"""Parts that a range is split into."""
MOST_BRANCHES: Final = 64
"""Parts that are accepted from others."""
LIST_BELOW: Final = 32
"""Where one side holds no more records of a range, its ids are listed instead of split again."""
IDS_A_LIST: Final = 1_024
"""Ids that one answer lists, 32 KiB; the rest of the range is asked for again."""
MAX_LEVEL: Final = 24
"""Splits of splits: honest sides of 16^12 records need 14."""

_BLOCK: Final = 256
"""Keys in a block at most: a fingerprint costs a sum over the blocks and over half a block at each end."""
_MODULUS: Final = 1 << 256


class SyncError(Exception):
    """The peer broke the protocol, and how."""

    peers_fault = True
    """It counts against the peer's conduct (``conduct.py``)."""


class InVainError(SyncError):
    """Nothing comes of the exchange, which may also happen with an honest peer: one that forgets a goal meanwhile."""

    peers_fault = False


def key_of(record: Record) -> Key:
    """Where the record stands in the order of all records."""
    return Key(record.clock.to_bytes(CLOCK_BYTES, "big") + bytes.fromhex(record.id))


def id_of(key: Key) -> RecordId:
    """The record that stands there."""
    return RecordId(key[CLOCK_BYTES:].hex())


def bound_of(clock: int) -> Bound:
    """The bound before all records of this clock and later ones."""
    return clock.to_bytes(CLOCK_BYTES, "big")


class Summary(Struct, frozen=True):
    """What is held of a range: how many records, and 16 bytes that cover their ids."""

    count: int
    fingerprint: bytes


class RecordSet:
    """The keys of all records of a machine, in order, with fingerprints of any range.

    A list of sorted blocks, each with the sum of its ids. With 100,000 keys an insertion costs microseconds and a
    fingerprint some 50.
    """

    def __init__(self, keys: Iterable[Key] = ()) -> None:
        self._blocks: list[list[Key]] = []
        self._firsts: list[Key] = []
        self._sums: list[int] = []
        self._count = 0
        for key in keys:
            self.add(key)

    def __len__(self) -> int:
        return self._count

    def __contains__(self, key: Key) -> bool:
        block, offset = self._locate(key)
        return block < len(self._blocks) and offset < len(self._blocks[block]) and self._blocks[block][offset] == key

    def __iter__(self) -> Iterator[Key]:
        for block in self._blocks:
            yield from block

    def add(self, key: Key) -> bool:
        """Take a key in; False where it was there."""
        if not self._blocks:
            self._blocks, self._firsts, self._sums, self._count = [[key]], [key], [_number(key)], 1
            return True
        if key in self:
            return False
        at = max(0, bisect_right(self._firsts, key) - 1)
        block = self._blocks[at]
        insort(block, key)
        self._firsts[at] = block[0]
        self._sums[at] += _number(key)
        self._count += 1
        if len(block) > _BLOCK:
            self._halve(at)
        return True

    def discard(self, key: Key) -> bool:
        """Take a key out; False where it was not there."""
        if key not in self:
            return False
        at, offset = self._locate(key)
        block = self._blocks[at]
        del block[offset]
        self._count -= 1
        if block:
            self._firsts[at] = block[0]
            self._sums[at] -= _number(key)
        else:
            del self._blocks[at], self._firsts[at], self._sums[at]
        return True

    def summary(self, lower: Bound, upper: Bound) -> Summary:
        """What is held from ``lower`` on and before ``upper``."""
        if lower >= upper:
            return _summary(0, 0)
        first, start = self._locate(lower)
        last, end = self._locate(upper)
        count = sum(map(len, self._blocks[first:last])) + end - start
        total = sum(self._sums[first:last]) + self._head(last, end) - self._head(first, start)
        return _summary(count, total)

    def between(self, lower: Bound, upper: Bound, limit: int) -> list[Key]:
        """The first ``limit`` keys from ``lower`` on and before ``upper``, in order."""
        at, start = self._locate(lower)
        found: list[Key] = []
        while at < len(self._blocks) and len(found) < limit:
            block = self._blocks[at]
            end = len(block) if block[-1] < upper else bisect_left(block, upper)
            found += block[start : min(end, start + limit - len(found))]
            if end < len(block):
                break
            at, start = at + 1, 0
        return found

    def split(self, lower: Bound, upper: Bound, parts: int) -> list[Bound]:
        """The upper bounds of ranges that hold about as much each, the last one ``upper``; at most ``parts``."""
        count = self.summary(lower, upper).count
        first, start = self._locate(lower)
        bounds = []
        for part in range(1, min(parts, count)):
            before, key = self._neighbours(first, start + part * count // min(parts, count))
            bounds.append(_shortest_between(before, key))
        return [*bounds, upper]

    def _neighbours(self, block: int, rank: int) -> tuple[Key, Key]:
        """The key of this rank, counted from the begin of a block, and the one before it."""
        while rank > len(self._blocks[block]):
            rank -= len(self._blocks[block])
            block += 1
        keys = self._blocks[block]
        return keys[rank - 1], keys[rank] if rank < len(keys) else self._blocks[block + 1][0]

    def _locate(self, bound: Bound) -> tuple[int, int]:
        """The block and the place in it of the first key that is not before the bound."""
        at = bisect_right(self._firsts, bound) - 1
        if at < 0:
            return 0, 0
        return at, bisect_left(self._blocks[at], bound)

    def _head(self, at: int, end: int) -> int:
        """The sum of the ids of a block's first keys."""
        if end == 0:
            return 0
        block = self._blocks[at]
        if end <= len(block) // 2:
            return sum(map(_number, block[:end]))
        return self._sums[at] - sum(map(_number, block[end:]))

    def _halve(self, at: int) -> None:
        # What comes in order (a load, a machine that only hears what is new) leaves full blocks behind, not halves.
        middle = len(self._blocks[at]) * (7 if at == len(self._blocks) - 1 else 4) // 8
        rest = self._blocks[at][middle:]
        moved = sum(map(_number, rest))
        del self._blocks[at][middle:]
        self._sums[at] -= moved
        self._blocks.insert(at + 1, rest)
        self._firsts.insert(at + 1, rest[0])
        self._sums.insert(at + 1, moved)


class Question(Struct, frozen=True, array_like=True):
    """What the asking side holds from ``lower`` on and before ``upper``."""

    lower: Bound
    upper: Bound
    count: int
    fingerprint: bytes


class Same(Struct, frozen=True, array_like=True, tag=0):
    """The answering side holds the same."""


class Part(Struct, frozen=True, array_like=True):
    """What the answering side holds before ``upper``, from where the part before it ends."""

    upper: Bound
    count: int
    fingerprint: bytes


class Split(Struct, frozen=True, array_like=True, tag=1):
    """The answering side holds something else, in these parts; the last one ends where the question does."""

    parts: list[Part]


class Listed(Struct, frozen=True, array_like=True, tag=2):
    """All ids that the answering side holds from the question's lower bound on and before ``upto``."""

    upto: Bound
    ids: bytes


Answer = Same | Split | Listed


class Span(Struct, frozen=True):
    """A range that is still open, and how many splits led to it."""

    lower: Bound
    upper: Bound
    level: int


class Disclosed(Struct, frozen=True):
    """All ids that the other side holds of a range."""

    lower: Bound
    upper: Bound
    ids: dict[RecordId, None]
    """In the order in which it told them."""


def answer(records: RecordSet, question: Question, end: Bound) -> Answer:
    """Answer one question about what lies before ``end``. SyncError where it is none."""
    _check_range(question.lower, question.upper, question.fingerprint)
    lower, upper = question.lower, min(question.upper, end)
    if lower >= upper:
        return Same()
    mine = records.summary(lower, upper)
    if mine.count == question.count and mine.fingerprint == question.fingerprint:
        return Same()
    if min(mine.count, question.count) > LIST_BELOW:
        bounds = [lower, *records.split(lower, upper, BRANCHES)]
        sums = [records.summary(start, stop) for start, stop in pairwise(bounds)]
        return Split([Part(upper, one.count, one.fingerprint) for upper, one in zip(bounds[1:], sums, strict=True)])
    keys = records.between(lower, upper, IDS_A_LIST + 1)
    if len(keys) > IDS_A_LIST:
        upper = _shortest_between(keys[-2], keys[-1])
        keys.pop()
    return Listed(upper, b"".join(key[CLOCK_BYTES:] for key in keys))


class Comparison:
    """The asking side's state: the ranges that are still open, the lowest first.

    What was answered is never asked for again, and of what the other side says nothing outside the question counts:
    the open ranges only shrink, and there are never more than a frame's for each level.
    """

    def __init__(self, end: Bound) -> None:
        self.end = end
        """Nothing from here on is compared; lowered where the other side ends earlier."""
        self._open: deque[Span] = deque([Span(b"", end, 0)])

    @property
    def done(self) -> bool:
        """Whether no range is open any more."""
        return not self._open

    def take(self, count: int) -> list[Span]:
        """Take out the next ranges to ask about."""
        return [self._open.popleft() for _ in range(min(count, len(self._open)))]

    def lower_end(self, end: Bound) -> None:
        """The other side ends here. What is open beyond it is left alone."""
        if end >= self.end:
            return
        self.end = end
        kept = [Span(one.lower, min(one.upper, self.end), one.level) for one in self._open if one.lower < self.end]
        self._open = deque(kept)

    def reopen(self, spans: Sequence[Span]) -> None:
        """These come next."""
        self._open.extendleft(reversed(spans))


def ask(records: RecordSet, span: Span) -> Question:
    """The question about an open range."""
    mine = records.summary(span.lower, span.upper)
    return Question(span.lower, span.upper, mine.count, mine.fingerprint)


def learn(records: RecordSet, span: Span, end: Bound, said: Answer) -> tuple[list[Span], Disclosed | None]:
    """What the answer to the question about ``span`` leaves open, and what it discloses. SyncError where it lies.

    ``end`` is where the answering side ends.
    """
    upper = min(span.upper, end)
    if isinstance(said, Same) or span.lower >= upper:
        return [], None
    match said:
        case Split(parts=parts):
            if span.level >= MAX_LEVEL:
                raise SyncError("it splits without end")
            if not 0 < len(parts) <= MOST_BRANCHES or parts[-1].upper != upper:
                raise SyncError("it split a range into other parts than the range has")
            if len(parts) == 1 and upper == span.upper:
                raise SyncError("it answered a question with the same question")
            found = (_refine(records, span, start, part) for start, part in _ranges(span.lower, parts))
            return [one for several in found for one in several], None
        case Listed(upto=upto, ids=packed):
            ids = dict.fromkeys(unpack(packed))
            if not span.lower < upto <= upper or (upto < upper and not ids):
                raise SyncError("it listed another range than it was asked about")
            left = [Span(upto, upper, span.level)] if upto < upper else []
            return left, Disclosed(span.lower, upto, ids)


def lacking(records: RecordSet, told: Disclosed, limit: int) -> tuple[list[RecordId], Disclosed | None]:
    """Records of the range that the other side lacks, from at most ``limit`` keys, and what is left of the range."""
    keys = records.between(told.lower, told.upper, limit + 1)
    rest = Disclosed(keys.pop(), told.upper, told.ids) if len(keys) > limit else None
    return [one for one in map(id_of, keys) if one not in told.ids], rest


def pack(ids: Iterable[RecordId]) -> bytes:
    """Ids as they are sent, 32 bytes each."""
    return bytes.fromhex("".join(ids))


def unpack(packed: bytes) -> list[RecordId]:
    """The ids of :func:`pack`, each once. SyncError where the length does not fit."""
    if len(packed) % ID_BYTES:
        raise SyncError("it sent a piece of an id")
    text = packed.hex()
    step = 2 * ID_BYTES
    return list(dict.fromkeys(RecordId(text[start : start + step]) for start in range(0, len(text), step)))


def _refine(records: RecordSet, span: Span, lower: Bound, part: Part) -> list[Span]:
    mine = records.summary(lower, part.upper)
    if mine.count == part.count and mine.fingerprint == part.fingerprint:
        return []
    few = min(mine.count, part.count) <= LIST_BELOW
    bounds = [lower, part.upper] if few else [lower, *records.split(lower, part.upper, BRANCHES)]
    return [Span(start, stop, span.level + 1) for start, stop in pairwise(bounds)]


def _ranges(lower: Bound, parts: Collection[Part]) -> Iterator[tuple[Bound, Part]]:
    for part in parts:
        _check_range(lower, part.upper, part.fingerprint)
        yield lower, part
        lower = part.upper


def _check_range(lower: Bound, upper: Bound, fingerprint: bytes) -> None:
    if not lower < upper or len(lower) > KEY_BYTES or len(upper) > KEY_BYTES:
        raise SyncError("it named a range that ends before it begins")
    if len(fingerprint) != FINGERPRINT_BYTES:
        raise SyncError("it sent a fingerprint of another size")


def _number(key: Key) -> int:
    return int.from_bytes(key[CLOCK_BYTES:], "big")


def _summary(count: int, total: int) -> Summary:
    covered = (total % _MODULUS).to_bytes(ID_BYTES, "big") + count.to_bytes(8, "big")
    return Summary(count, hashlib.blake2b(covered, digest_size=FINGERPRINT_BYTES).digest())


def _shortest_between(before: Key, key: Key) -> Bound:
    """The shortest bound after one key and not after the next one."""
    for length, (one, other) in enumerate(zip(before, key, strict=True), 1):
        if one != other:
            return key[:length]
    raise ValueError("the keys are the same")
