"""Claims: who runs a phase of a task, and which attempt holds (rule 9).

Whether a claim counts depends only on what is there, never on what is missing: a late record can make more claims
count, and none fewer (invariant I9).
"""

from __future__ import annotations

from bisect import insort

from msgspec import Struct

from edge_agent.records import Claim, Clock, PeerId, Phase, Record, RecordId, TaskId


class Step(Struct, frozen=True, order=True):
    """A phase of a task, and the split that it rests on; attempts are counted for each of these triples."""

    goal: RecordId
    task: TaskId
    phase: Phase
    split: RecordId | None
    """The proposal that a merge merges, the whole of a task that is executed as it is, None for a leaf."""


class ClaimState:
    """A claim whose task and split are known, and what came of it. ``counted`` may still be False."""

    __slots__ = ("attempt", "attempts", "author", "counted", "failures", "id", "record", "results")

    def __init__(self, record: Record, body: Claim, attempts: Attempts) -> None:
        self.id: RecordId = record.id
        self.record: Record = record
        self.author: PeerId = record.author
        self.attempt: int = body.attempt
        self.attempts: Attempts = attempts
        self.counted: bool = False
        self.results: list[Record] = []
        """The author's results, earliest first."""
        self.failures: list[Record] = []
        """The author's failures, earliest first."""

    @property
    def step(self) -> Step:
        """What is claimed."""
        return self.attempts.step

    @property
    def order(self) -> tuple[Clock, RecordId]:
        """The key by which the earliest claim of an attempt is found."""
        return self.record.order

    @property
    def holds(self) -> bool:
        """Whether it is the earliest claim of the highest counted attempt."""
        return self.counted and self.attempts.holder() is self

    @property
    def failed(self) -> bool:
        """Whether it counts and its author gave it up."""
        return self.counted and bool(self.failures)

    @property
    def result(self) -> Record | None:
        """Its earliest result, where it counts."""
        return self.results[0] if self.counted and self.results else None

    def __repr__(self) -> str:
        return f"ClaimState({self.id[:8]}, attempt {self.attempt}, counted={self.counted})"


class Attempts:
    """All claims of one step, by the number of their attempt."""

    __slots__ = ("_counted", "_pending", "step")

    def __init__(self, step: Step) -> None:
        self.step = step
        self._counted: dict[int, list[ClaimState]] = {}
        self._pending: dict[int, list[ClaimState]] = {}

    @property
    def highest(self) -> int:
        """The highest attempt that has a counted claim; 0 where none has."""
        return len(self._counted)

    def holder(self, number: int | None = None) -> ClaimState | None:
        """The earliest counted claim of this attempt (by default: of the highest one)."""
        counted = self._counted.get(self.highest if number is None else number)
        return counted[0] if counted else None

    def counted(self, number: int | None = None) -> list[ClaimState]:
        """The counted claims of this attempt, or of all attempts, earliest first within an attempt."""
        if number is not None:
            return list(self._counted.get(number, ()))
        return [claim for attempt in sorted(self._counted) for claim in self._counted[attempt]]

    def claims(self) -> list[ClaimState]:
        """All claims, by attempt, then by clock; also those that do not count."""
        pending = [claim for claims in self._pending.values() for claim in claims]
        return sorted([*self.counted(), *pending], key=lambda claim: (claim.attempt, claim.order))

    def failed(self, claim: ClaimState) -> bool:
        """Whether this claim counts and was given up by its author."""
        return claim.failed

    def closed(self, max_attempts: int) -> bool:
        """Rule 7: closed as failed, by a claim above the last attempt or by a Failure of the last one's holder."""
        last = self.holder(max_attempts)
        return self.holder(max_attempts + 1) is not None or (last is not None and last.failed)

    def add(self, claim: ClaimState) -> None:
        """Take in a claim of this step; :meth:`count` tells whether it counts."""
        self._pending.setdefault(claim.attempt, []).append(claim)

    def count(self, floor: Clock | None) -> list[ClaimState]:
        """Mark and return every claim that counts from now on. ``floor`` is the decision that the step rests on."""
        counted: list[ClaimState] = []
        if floor is None:
            return counted
        for number in sorted(self._pending):
            waiting = self._pending.pop(number)
            rest = []
            for claim in waiting:
                if claim.record.clock > floor and self._enabled(claim):
                    counted.append(claim)
                    claim.counted = True
                    insort(self._counted.setdefault(number, []), claim, key=lambda other: other.order)
                else:
                    rest.append(claim)
            if rest:
                self._pending[number] = rest
        return counted

    def _enabled(self, claim: ClaimState) -> bool:
        """Attempt n+1 follows a claim of attempt n: somebody else's, or the author's own after its Failure."""
        if claim.attempt == 1:
            return True
        return any(_may_follow(claim, before) for before in self._counted.get(claim.attempt - 1, ()))


def _may_follow(claim: ClaimState, before: ClaimState) -> bool:
    if before.author == claim.author:
        return bool(before.failures) and before.failures[0].clock < claim.record.clock
    return before.record.clock < claim.record.clock
