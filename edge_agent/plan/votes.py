"""Splits of a task, the votes on them, and when they are decided (rules 2 and 3)."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from edge_agent.records import (
    LATEST_CLOCK,
    Child,
    Clock,
    PeerId,
    Proposal,
    Record,
    RecordId,
    TaskId,
    Vote,
    child_task_id,
    whole_id,
)

if TYPE_CHECKING:
    from edge_agent.plan.tasks import Task

Order = tuple[Clock, RecordId]
SplitState = Literal["draft", "accepted", "rejected"]


class QuorumRule(NamedTuple):
    """So many approvals are enough, from this clock on: what the Goal says, and every Requorum."""

    clock: Clock
    quorum: int
    self_votes: bool


class Candidate:
    """A split of a task that scorers vote on: a well-formed proposal, or the task's whole (``record`` is None)."""

    __slots__ = (
        "approvals",
        "author",
        "author_scores",
        "beneath",
        "child_ids",
        "children",
        "decision",
        "failed_children",
        "id",
        "latest_votes",
        "proposal",
        "record",
        "refines",
        "round",
        "task",
        "votes",
    )

    def __init__(self, task: Task, record: Record | None, proposal: Proposal | None) -> None:
        self.task = task
        self.record = record
        self.proposal = proposal
        self.id: RecordId = whole_id(task.id) if record is None else record.id
        self.author: PeerId | None = None if record is None else record.author
        self.author_scores: bool = proposal is not None and proposal.author_scores
        self.children: tuple[Child, ...] = () if proposal is None else proposal.children
        self.child_ids: tuple[TaskId, ...] = tuple(child_task_id(self.id, index) for index in range(len(self.children)))
        self.round: int = 0 if proposal is None else proposal.round
        self.refines: RecordId | None = None if proposal is None or not proposal.refines else RecordId(proposal.refines)
        self.votes: list[Record] = []
        """All votes that are not void, earliest first."""
        self.approvals: dict[PeerId, Clock] = {}
        """Each approving scorer and the clock of its first approving vote."""
        self.latest_votes: dict[PeerId, Record] = {}
        self.decision: Clock | None = None
        """From when on it is decided; it can only be lowered (rule 3)."""
        self.beneath: Order | None = None
        """The earliest counted result that rests on it: its merge's, its whole's, or one of a task beneath it."""
        self.failed_children: int = 0

    @property
    def task_id(self) -> TaskId:
        """The task that it splits."""
        return self.task.id

    @property
    def is_whole(self) -> bool:
        """Whether it says "execute the task as it is"."""
        return self.record is None

    @property
    def since(self) -> Clock:
        """A vote on it is void unless its clock is above this one."""
        return self.task.since if self.record is None else self.record.clock

    @property
    def counts(self) -> bool:
        """Rule 1: whether its clock is above the decision that made its task; the whole counts with that decision."""
        made = self.task.made
        return made is not None and (self.record is None or self.record.clock > made)

    @property
    def rejections(self) -> frozenset[PeerId]:
        """The scorers that voted, and never for it."""
        return frozenset(self.latest_votes.keys() - self.approvals.keys())

    @property
    def mean_score(self) -> float | None:
        """The mean of all marks, 0 to 100, of each scorer's latest vote; None without votes."""
        if not self.latest_votes:
            return None
        bodies = [vote.body for vote in self.latest_votes.values()]
        marks = [body.scores for body in bodies if isinstance(body, Vote)]
        return sum(mark.concrete + mark.distinct + mark.complete for mark in marks) / (3 * len(marks))

    @property
    def support(self) -> int:
        """How many approvals it has under the easiest quorum in force, the author's own stand included."""
        _, self_votes = self.task.goal.quorum_now()
        others = len(self.approvals.keys() - {self.author})
        if self_votes:
            return len(self.approvals)
        return others + (1 if self.author_scores else 0)

    @property
    def needed(self) -> int:
        """How many it needs, counted as ``support`` is: the author's own stand is never enough alone."""
        quorum, self_votes = self.task.goal.quorum_now()
        return max(2, quorum) if self.author_scores and not self_votes else quorum

    @property
    def rejected_by_quorum(self) -> bool:
        """Whether it is undecided and so many scorers reject it as the easiest quorum in force counts."""
        quorum, self_votes = self.task.goal.quorum_now()
        against = self.rejections if self_votes else self.rejections - {self.author}
        return self.decision is None and len(against) >= quorum

    @property
    def state(self) -> SplitState:
        """Accepted; rejected by a quorum; else a draft, which includes splits that others were preferred to."""
        if self.task.accepted is self:
            return "accepted"
        return "rejected" if self.rejected_by_quorum else "draft"

    def add_vote(self, record: Record, vote: Vote) -> bool:
        """Take in a vote; whether it changes what the scorer approves (rule 2)."""
        insort(self.votes, record, key=lambda other: other.order)
        latest = self.latest_votes.get(record.author)
        if latest is None or latest.order < record.order:
            self.latest_votes[record.author] = record
        first = self.approvals.get(record.author)
        if not vote.approve or (first is not None and first <= record.clock):
            return False
        self.approvals[record.author] = record.clock
        return True

    def __repr__(self) -> str:
        return f"Candidate({self.id[:8]}, {len(self.children)} children, decision={self.decision})"


def needed_approvals(candidate: Candidate, rule: QuorumRule) -> int:
    """Rule 2: a proposal whose author scores needs one less, of others, at least one; the whole a full quorum."""
    if candidate.author_scores and not rule.self_votes:
        return max(1, rule.quorum - 1)
    return rule.quorum


def approval_clocks(candidate: Candidate, rule: QuorumRule) -> list[Clock]:
    """When the approvals that count under this rule were given, earliest first."""
    return sorted(
        clock for scorer, clock in candidate.approvals.items() if rule.self_votes or scorer != candidate.author
    )


def decided_at(candidate: Candidate, rules: Iterable[QuorumRule]) -> Clock | None:
    """Rule 3: the least, over all quorum rules, of the clock from which the rule and its last approval are there."""
    made = candidate.task.made
    if made is None or not candidate.counts:
        return None
    decisions = []
    for rule in rules:
        needed = needed_approvals(candidate, rule)
        clocks = approval_clocks(candidate, rule)
        if len(clocks) >= needed:
            decisions.append(max(rule.clock, made, clocks[needed - 1]))
    return min(decisions, default=None)


def preferred(candidates: Sequence[Candidate]) -> Candidate | None:
    """Rule 3: of the decided ones that with the earliest result beneath it, else the earliest decided."""
    decided = [candidate for candidate in candidates if candidate.decision is not None]
    return min(decided, key=_preference, default=None)


def _preference(candidate: Candidate) -> tuple[Order, int, RecordId]:
    return candidate.beneath or _NEVER, candidate.decision or 0, candidate.id


_NEVER: Order = (Clock(LATEST_CLOCK), RecordId(""))


class Ballots:
    """The candidates that have approvals, by their decision: so that a Requorum finds those that it may lower."""

    def __init__(self) -> None:
        self._entries: list[Order] = []
        self._noted: dict[RecordId, Order] = {}

    def note(self, candidate: Candidate) -> None:
        """Note the candidate's decision, or that it has none."""
        entry = (Clock(LATEST_CLOCK) if candidate.decision is None else candidate.decision), candidate.id
        before = self._noted.get(candidate.id)
        if before != entry:
            if before is not None:
                del self._entries[bisect_left(self._entries, before)]
            self._noted[candidate.id] = entry
            insort(self._entries, entry)

    def above(self, clock: Clock) -> list[RecordId]:
        """The candidates that are undecided, or decided after this clock."""
        return [candidate for _, candidate in self._entries[bisect_left(self._entries, (clock + 1, "")) :]]
