"""What a machine has noticed since when. Only :meth:`Memory.observe` changes it; the rules read it.

Two kinds of time are told apart. *Attended* time runs only while the machine looks: a laptop that slept an hour does
not find on waking that every window has passed. The silence of a claim's holder is measured in plain time, but only
from ``View.awake_since`` on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from edge_agent.records import PeerId, RecordId
from edge_agent.roles.attended import AttendedTime
from edge_agent.roles.forget import is_due
from edge_agent.roles.view import View

if TYPE_CHECKING:
    from edge_agent.plan import Candidate, ClaimState, GoalPlan, Plan, Step, Task


class ClaimWatch(Struct):
    """What was noticed of a claim that holds: times in seconds of the monotonic clock."""

    held_since: float
    """When this machine first saw it hold."""
    named_at: float
    """When a beacon of its author last named it; ``held_since`` where none did."""
    progress: float
    moved_at: float
    """When the progress that the beacons tell last grew; ``held_since`` where it never did."""


class Memory:
    """One machine's memory; it starts empty with the process."""

    def __init__(self) -> None:
        self._attended = AttendedTime()
        self._since: dict[Hashable, float] = {}
        self._claims: dict[RecordId, ClaimWatch] = {}

    def observe(self, plan: Plan, view: View, now: float) -> None:
        """Look at the plan and the view. Call it before each ``decide``; ``now`` in seconds, never less than before."""
        self._attended.look(now, view.turn)
        everything = plan.goals()
        goals = [goal for goal in everything if goal.understood and not goal.ended]
        hold: dict[Hashable, float] = {}
        for goal in everything:
            if is_due(goal, view):
                due = "due to be forgotten", goal.id
                hold[due] = self._since.get(due, self._attended.seconds)
        for goal in goals:
            for noticed in _noticed(goal, view):
                hold[noticed] = self._since.get(noticed, self._attended.seconds)
        self._since = hold
        self._claims = {
            claim.id: self._watch(claim, view, now) for goal in goals for claim in holders(goal) if not claim.failed
        }

    @property
    def looked_at(self) -> float:
        """When it last observed, in seconds of the monotonic clock; minus infinity before the first look."""
        return self._attended.looked_at

    def _watch(self, claim: ClaimState, view: View, now: float) -> ClaimWatch:
        watch = self._claims.get(claim.id)
        if watch is None:
            watch = ClaimWatch(held_since=now, named_at=now, progress=0.0, moved_at=now)
        peer = view.peers.get(claim.author)
        if peer is not None and claim.id in peer.claims:
            watch.named_at = max(watch.named_at, peer.heard_at)
            if peer.claims[claim.id] > watch.progress:
                watch.progress = peer.claims[claim.id]
                watch.moved_at = now
        return watch

    def age(self, *noticed: Hashable) -> float | None:
        """For how many attended seconds this has been so; None where it is not so."""
        since = self._since.get(noticed)
        return None if since is None else self._attended.seconds - since

    def claim(self, claim_id: RecordId) -> ClaimWatch | None:
        """What was noticed of the claim, where it holds a ready phase of an open goal."""
        return self._claims.get(claim_id)


def holders(goal: GoalPlan) -> Iterator[ClaimState]:
    """The claims that hold the goal's ready phases."""
    for step in goal.ready():
        holder = holder_of(goal, step)
        if holder is not None:
            yield holder


def holder_of(goal: GoalPlan, step: Step) -> ClaimState | None:
    """The claim that holds the phase; None where it was never claimed."""
    attempts = goal.attempts(step)
    return attempts.holder(attempts.highest) if attempts.highest else None


def highest_round(task: Task) -> int:
    """The highest round of the task's proposals; -1 where there is none."""
    return max((candidate.round for candidate in task.candidates if candidate.record is not None), default=-1)


def work_in_hands(view: View) -> frozenset[str]:
    """All work in the hands of this machine and of the living others: claims, tasks being split, proposals judged."""
    return frozenset(view.work_in_hand).union(*[peer.claims for peer in view.peers.values() if peer.claims])


def needed_from_others(goal: GoalPlan, candidate: Candidate) -> int:
    """How many approvals it takes under the easiest quorum, the stand of an author that scores taken off."""
    quorum, self_votes = goal.quorum_now()
    return max(1, quorum - (1 if candidate.author_scores and not self_votes else 0))


def is_out_of_reach(goal: GoalPlan, candidate: Candidate, view: View) -> bool:
    """Whether rejections keep it from its quorum, even if all living scorers that have not voted approved it."""
    _, self_votes = goal.quorum_now()
    without = frozenset[PeerId | None]() if self_votes else frozenset({candidate.author})
    for_it = candidate.approvals.keys() - without
    could = set(view.living("scorer")) - without - for_it
    needed = needed_from_others(goal, candidate)
    return len(for_it) + len(could - candidate.rejections) < needed <= len(for_it) + len(could)


def short_of_scorers(goal: GoalPlan, view: View) -> bool:
    """Whether fewer scorers live than the quorum needs. A lone scorer cannot approve what it proposed itself."""
    quorum, self_votes = goal.quorum_now()
    living = len(view.living("scorer"))
    return 0 < living < quorum or (living == 1 and not self_votes)


def _noticed(goal: GoalPlan, view: View) -> Iterator[tuple[Hashable, ...]]:
    """All that is so now and whose age a rule asks for."""
    undecided = goal.undecided()
    if undecided and short_of_scorers(goal, view):
        yield "short of scorers", goal.id
    in_hand = work_in_hands(view) if undecided else frozenset[str]()
    for task in undecided:
        highest = highest_round(task)
        yield "undecided", task.id
        yield "round", task.id, highest
        latest = [c for c in task.candidates if c.record is not None and c.round == highest]
        if latest and all(candidate.rejected_by_quorum for candidate in latest):
            yield "rejected", task.id, highest
        if latest and all(is_out_of_reach(goal, candidate, view) for candidate in latest):
            yield "out of reach", task.id, highest
        if task.id in in_hand:
            yield "being split", task.id
        if any(candidate.id in in_hand for candidate in latest):
            yield "being judged", task.id
        for candidate in task.candidates:
            if candidate.id in in_hand:
                yield "in hand", candidate.id
    for step in goal.ready():
        yield "ready", step
        holder = holder_of(goal, step)
        if holder is not None and holder.failed:
            yield "failed", holder.id
