"""The executor: claims ready phases, runs what it holds, drops what is no longer wanted, and opens what others left.

The life of a claim, as this machine sees its own::

    OpenClaim -> (holds for the settle time) -> RunClaim -> Result or Failure (published by the daemon)
        |                                          |
        |-> lost the race: never run               |-> DropRun: the task ended, or the winner is seen at work
        '-> of an earlier run of this machine, or work is no longer taken: GiveUp
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from edge_agent.records import PeerId, RecordId
from edge_agent.roles.intents import DropRun, GiveUp, OpenClaim, RunClaim
from edge_agent.roles.memory import Memory, holder_of, holders
from edge_agent.roles.rank import before, ranked, weight
from edge_agent.roles.view import Peer, View

if TYPE_CHECKING:
    from edge_agent.plan import ClaimState, GoalPlan, Plan, Step

# What a machine waits, in turns (View.turn), before it claims what has become ready.
WAIT_PER_TIER: Final = 0.5
MAX_TIERS: Final = 4
WAIT_TO_LEND_A_HAND: Final = 1.0
WAIT_PER_LOAD: Final = 1.0
WAIT_PER_RANK: Final = 1.0
MAX_RANK: Final = 5
"""Up to this rank each machine has a turn of its own; beyond it the groups of a turn double, so that in a large swarm
the last turn comes soon, and yet not all race when the first few machines are dead but not missed yet."""

CHOICES_A_MACHINE: Final = 16
"""Steps for each idle machine, in the tree's order, among which they choose: enough that few want the same, and a goal
of thousands of tasks is not ranked as a whole at every look."""

LEASES_OF_A_CLAIM: Final = 10
"""Leases after which a claim is given up by the others, whatever its holder says."""


class Opening(Struct, frozen=True, kw_only=True):
    """An attempt that may be opened, for ``age`` seconds now. ``mine``: it follows this machine's own Failure."""

    attempt: int
    age: float
    mine: bool


def dropped_runs(plan: Plan, view: View) -> Iterator[DropRun]:
    """Runs of this machine that nobody wants any more."""
    for claim_id in sorted(view.running):
        reason = why_unwanted(plan, view, claim_id)
        if reason:
            yield DropRun(claim=claim_id, reason=reason)


def why_unwanted(plan: Plan, view: View, claim_id: RecordId) -> str:
    """Why the run is no longer wanted; empty where it is."""
    record = plan.record(claim_id)
    goal = plan.goal(record.goal) if record is not None and record.goal is not None else None
    claim = goal.claim(claim_id) if goal is not None else None
    if goal is None or claim is None or goal.ended:
        return "the goal has ended"
    task = goal.task(claim.step.task)
    if task.ended or any(split.task.ended for split in task.splits_above()):
        return "the task has ended"
    if not task.live:
        return "the task is part of a split that was not accepted"
    if task.phase() != claim.step:
        return "the task is done in another way"
    if claim.failed or claim.result is not None:
        return "the claim is closed"
    winner = holder_of(goal, claim.step)
    if winner is None or winner.id == claim_id or winner.author == view.me:
        return ""
    peer = view.peers.get(winner.author)
    return "another machine won the claim" if peer is not None and winner.id in peer.claims else ""


def upkeep(goal: GoalPlan, view: View, memory: Memory) -> Iterator[RunClaim | GiveUp]:
    """Run the claims that this machine holds, and give up those that it will not run."""
    for claim in holders(goal):
        if claim.author != view.me or claim.failed or claim.id in view.running or _closes(goal, claim):
            continue
        watch = memory.claim(claim.id)
        if claim.id not in view.opened:
            yield GiveUp(goal=goal.id, claim=claim.id, reason="restarted")
        elif not view.takes_work:
            yield GiveUp(goal=goal.id, claim=claim.id, reason="takes no work at the moment")
        elif watch is not None and memory.looked_at - watch.held_since >= view.settle:
            yield RunClaim(goal=goal.id, claim=claim.id)


def claims(goals: Sequence[GoalPlan], view: View, memory: Memory, *, planning: bool) -> Iterator[OpenClaim]:
    """The one claim that this machine opens now, if any; merges first, then what it ranks highest for.

    ``goals`` are the open ones, the most important first. ``planning``: it has splits to make or to judge, which go
    first, for up to a lease.
    """
    if not view.can_execute or not view.takes_work or not view.caught_up:
        return
    held = [claim for goal in goals for claim in holders(goal) if not claim.failed and not _closes(goal, claim)]
    in_hand = {*view.running, *(claim.id for claim in held if claim.author == view.me)}
    has_hands = view.model_free and len(in_hand) < view.executors_at_once
    openings = []
    for number, goal in enumerate(goals):
        for step in goal.ready():
            opening = next_attempt(goal, step, view, memory)
            if opening is not None and (has_hands or opening.attempt > goal.policy.max_attempts):
                openings.append((number, step, opening))
    if not openings:
        return
    busy = {claim.author for claim in held}
    idle = frozenset(peer.id for peer in view.peers.values() if peer.can_execute and peer.id not in busy)
    openings.sort(key=lambda choice: (choice[0], choice[1].phase != "merge"))
    queue = Queue(view, idle)
    for number, step, opening in sorted(
        openings[: CHOICES_A_MACHINE * (1 + len(idle))], key=lambda choice: queue.preference(choice[0], choice[1])
    ):
        goal = goals[number]
        wait = queue.wait(goal, step, opening)
        if planning and opening.attempt <= goal.policy.max_attempts:
            wait = max(wait, goal.policy.lease / 1_000)
        if opening.age >= wait:
            yield OpenClaim(goal=goal.id, task=step.task, phase=step.phase, split=step.split, attempt=opening.attempt)
            return


def next_attempt(goal: GoalPlan, step: Step, view: View, memory: Memory) -> Opening | None:
    """The attempt of the phase that this machine may open, and for how long it may have been opened by anybody."""
    holder = holder_of(goal, step)
    if holder is None:
        return Opening(attempt=1, age=memory.age("ready", step) or 0.0, mine=False)
    if holder.attempt > goal.policy.max_attempts:
        return None
    if holder.failed:
        age = memory.age("failed", holder.id) or 0.0
        return Opening(attempt=holder.attempt + 1, age=age, mine=holder.author == view.me)
    overdue = _overdue(goal, holder, view, memory)
    if holder.author == view.me or overdue is None:
        return None
    return Opening(attempt=holder.attempt + 1, age=overdue, mine=False)


def _overdue(goal: GoalPlan, holder: ClaimState, view: View, memory: Memory) -> float | None:
    """For how many seconds the claim has been overdue: unnamed or without progress for a lease, or ten leases old."""
    watch = memory.claim(holder.id)
    if watch is None:
        return None
    lease = goal.policy.lease / 1_000
    watched_from = max(watch.held_since, view.awake_since)
    # Not from when it was cut off last: on a bad link a stuck holder would keep its claim for ever.
    ends = watched_from + LEASES_OF_A_CLAIM * lease
    for sign_at in (watch.named_at, watch.moved_at):
        ends = min(ends, max(sign_at, watched_from, view.heard_since) + lease)
    return memory.looked_at - ends if memory.looked_at >= ends else None


class Queue:
    """In which order the idle machines come for each step, as this machine sees it. ``idle``: the others."""

    def __init__(self, view: View, idle: frozenset[PeerId]) -> None:
        self._view = view
        self._idle = idle
        self._others = [peer for peer in view.peers.values() if peer.can_execute]
        self._machines = tuple(sorted([view.me, *(peer.id for peer in self._others)]))
        self._executors = frozenset(peer.id for peer in self._others if "executor" in peer.roles)
        self._helps = "executor" not in view.roles
        self._before: dict[Step, list[PeerId]] = {}

    def before(self, step: Step) -> list[PeerId]:
        """The idle others that come before this machine, executors and helpers."""
        if step not in self._before:
            self._before[step] = before(self._view.me, ranked(self._machines, _subject(step)), self._idle)
        return self._before[step]

    def preference(self, number: int, step: Step) -> tuple[int, bool, int, int]:
        """The order in which a machine looks at what is ready, so that few race for the same.

        First what it ranks highest for, in the order of its weights; of the others' what its first will come to last.
        """
        rivals = self.before(step) if self._helps else [p for p in self.before(step) if p in self._executors]
        if not rivals:
            return number, step.phase != "merge", 0, weight(self._view.me, _subject(step))
        return number, step.phase != "merge", len(rivals), -weight(rivals[0], _subject(step))

    def wait(self, goal: GoalPlan, step: Step, opening: Opening) -> float:
        """Seconds that this machine leaves to others before it claims: executors rank among themselves, helpers too."""
        view = self._view
        rank = sum((peer not in self._executors) == self._helps for peer in self.before(step))
        turns = WAIT_PER_RANK * turn_of(rank)
        if self._others:
            executors = [peer for peer in self._others if peer.id in self._executors]
            turns += WAIT_PER_LOAD * view.load + WAIT_PER_TIER * _tiers_below(view, executors or self._others)
        if self._helps and not self._idle.isdisjoint(self._executors):
            turns += WAIT_TO_LEND_A_HAND
        wait = turns * view.turn
        return max(wait, goal.policy.lease / 1_000) if opening.mine and self._others else wait


def turn_of(rank: int) -> int:
    """After how many others' turns a machine of this rank may claim: 0, 1, ... 5, then one turn for each doubling."""
    return rank if rank <= MAX_RANK else MAX_RANK + (rank // MAX_RANK).bit_length() - 1


def _tiers_below(view: View, others: Sequence[Peer]) -> int:
    return min(max(0, max(peer.tier for peer in others) - view.tier), MAX_TIERS)


def _closes(goal: GoalPlan, claim: ClaimState) -> bool:
    """Whether the claim only closes its phase as failed."""
    return claim.attempt > goal.policy.max_attempts


def _subject(step: Step) -> str:
    return f"{step.task} {step.phase}"
