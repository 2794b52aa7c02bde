"""The scorer: votes on a task's whole and on its splits, casts the final ballot, and lowers a quorum out of reach.

**Who judges.** One scorer more than the quorum, the first in the task's order: with the same quorum, a task causes as
many votes in a swarm of a thousand as in one of ten. The next group of that size falls in a window later, and so on; at
once where those before it can no longer bring about a quorum, for or against. The dead leave the order.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from edge_agent.records import PeerId
from edge_agent.roles.angles import angles_for
from edge_agent.roles.intents import Approve, Judge, LowerQuorum
from edge_agent.roles.memory import Memory, needed_from_others, short_of_scorers
from edge_agent.roles.rank import ranked
from edge_agent.roles.stage import LEASES_IN_HAND, Stage, stage_of
from edge_agent.roles.view import View

if TYPE_CHECKING:
    from edge_agent.plan import Candidate, GoalPlan, Task

BALLOT_WINDOWS: Final = 2
"""Windows of the final ballot after which every scorer approves the whole."""
WINDOWS_FOR_A_SPLIT_IN_THE_MAKING: Final = 2
"""Windows in which a competing split that somebody is making is waited for: the one that names most takes longest.
A round has as many, from its first split on, to find a quorum."""
SHORT_WINDOWS: Final = 2
"""Windows for which scorers must have been too few before the quorum is lowered."""
SPARE_SCORERS: Final = 1
"""Scorers beyond the quorum that judge from the beginning: one may differ, or be slow, without costing a window."""


def votes(goal: GoalPlan, view: View, memory: Memory) -> Iterator[Judge | Approve]:
    """What this machine should judge or approve now."""
    if "scorer" not in view.roles:
        return
    for task in goal.undecided():
        stage = stage_of(goal, task, view, memory)
        if view.tier:
            for candidate in (*_whole_first(stage, view), *_splits(goal, task, stage, view, memory)):
                if is_turn(goal, stage, candidate, view, memory):
                    yield Judge(goal=goal.id, proposal=candidate.id)
        if stage.ballot_age is not None:
            yield from _final_ballot(goal, stage, view)


def _whole_first(stage: Stage, view: View) -> Iterator[Candidate]:
    """Ask first whether the task needs a split at all."""
    if stage.whole is not None and not _voted(stage.whole, view.me) and stage.whole.id not in view.judging:
        yield stage.whole


def _splits(goal: GoalPlan, task: Task, stage: Stage, view: View, memory: Memory) -> Iterator[Candidate]:
    """Judge every split, once enough lie side by side; all scorers in the same order, so that a quorum comes soon.

    The first to find its quorum is taken: so of one round that of the angle which fits the task best comes first, and
    who made or approved it judges no other split of the round for a window.
    Who found that the task needs no split leaves the others a window to agree, or until too many differ.
    """
    enough = min(goal.policy.min_proposals, max(1, len(view.living("decomposer"))))
    in_time = stage.age < stage.window
    in_the_making = stage.awaited and stage.age < WINDOWS_FOR_A_SPLIT_IN_THE_MAKING * stage.window
    if stage.round == 0 and len(stage.proposals) < enough and (in_time or in_the_making):
        return
    if stage.whole is not None and in_time and not stage.needs_split and view.me not in stage.whole.rejections:
        return
    self_votes = self_votes_count(goal)
    order = angles_for(f"{task.title}\n{task.detail}")
    is_new = (memory.age("round", task.id, stage.round) or 0.0) < stage.window
    for candidate in sorted(stage.proposals, key=lambda one: (-one.round, _place_of(one, order), one.id)):
        own = candidate.author == view.me and not self_votes
        if not own and not _voted(candidate, view.me) and candidate.id not in view.judging:
            yield candidate
        mine = candidate.author == view.me or view.me in candidate.approvals
        if is_new and mine and candidate.round == stage.round and not candidate.rejected_by_quorum:
            return


def _place_of(candidate: Candidate, angles: Sequence[str]) -> int:
    """The place of the split's angle among these; behind them where it has none of them."""
    angle = candidate.proposal.angle if candidate.proposal is not None else ""
    return angles.index(angle) if angle in angles else len(angles)


def is_turn(goal: GoalPlan, stage: Stage, candidate: Candidate, view: View, memory: Memory) -> bool:
    """Whether this scorer is one of those that should judge the candidate by now."""
    quorum, self_votes = goal.quorum_now()
    order = ranked(view.living("scorer"), candidate.task_id)
    size = quorum + SPARE_SCORERS
    turn = order.index(view.me) // size
    if turn == 0:
        return True
    if candidate.rejected_by_quorum:
        return False
    excluded = frozenset[PeerId | None]() if self_votes else frozenset({candidate.author})
    approvals, rejections = candidate.approvals.keys() - excluded, candidate.rejections - excluded
    heard = excluded | approvals | rejections
    silent = (peer for peer in order[: turn * size] if peer not in heard)
    pending = list(itertools.islice(silent, quorum))
    can_approve = len(approvals) + len(pending) >= needed_from_others(goal, candidate)
    can_reject = len(rejections) + len(pending) >= quorum
    if not (can_approve or can_reject):
        return True
    since = stage.age if candidate.is_whole else memory.age("round", candidate.task_id, stage.round) or 0.0
    if since < turn * stage.window:
        return False
    in_hand = any(candidate.id in view.peers[peer].claims for peer in [*pending, *silent])
    age = memory.age("in hand", candidate.id) or 0.0
    return not in_hand or age >= LEASES_IN_HAND * goal.policy.lease / 1_000


def _final_ballot(goal: GoalPlan, stage: Stage, view: View) -> Iterator[Approve]:
    """Approve the candidate with most approvals, then the lower id; two windows later the whole."""
    candidates = [*stage.proposals, *([stage.whole] if stage.whole is not None else [])]
    if not candidates or stage.ballot_age is None:
        return
    favourite = min(candidates, key=lambda candidate: (-candidate.support, candidate.id))
    yield from _approve(goal, favourite, view.me, "no split had enough approvals in time: this one had most")
    if stage.whole is not None and stage.whole is not favourite and stage.ballot_age >= BALLOT_WINDOWS * stage.window:
        yield from _approve(goal, stage.whole, view.me, "no split had enough approvals in time: done as it is")


def _approve(goal: GoalPlan, candidate: Candidate, me: PeerId, reason: str) -> Iterator[Approve]:
    own = candidate.author == me and not self_votes_count(goal)
    if not own and me not in candidate.approvals:
        yield Approve(goal=goal.id, proposal=candidate.id, reason=reason)


def lowered_quorum(goal: GoalPlan, view: View, memory: Memory) -> LowerQuorum | None:
    """Lower a quorum that the living cannot reach: the goal's origin first, then a scorer by rank each two windows."""
    if not short_of_scorers(goal, view):
        return None
    scorers = view.living("scorer")
    age = memory.age("short of scorers", goal.id) or 0.0
    origin_lives = goal.author == view.me or goal.author in view.peers
    turns = [*([goal.author] if origin_lives else []), *ranked((s for s in scorers if s != goal.author), goal.id)]
    if view.me not in turns:
        return None
    wait = SHORT_WINDOWS * goal.policy.proposal_window / 1_000
    if age < wait * (1 + turns.index(view.me)):
        return None
    return LowerQuorum(goal=goal.id, quorum=len(scorers) // 2 + 1, self_votes=len(scorers) == 1)


def self_votes_count(goal: GoalPlan) -> bool:
    """Whether an author's vote on its own proposal counts, by the goal's policy or a Requorum."""
    return goal.policy.self_votes or goal.quorum_now()[1]


def _voted(candidate: Candidate, me: PeerId) -> bool:
    return me in candidate.approvals or me in candidate.rejections
