"""Where an undecided task stands between its first proposal and the final ballot (design, rule 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from edge_agent.roles.memory import Memory, highest_round, is_out_of_reach
from edge_agent.roles.view import View

if TYPE_CHECKING:
    from edge_agent.plan import Candidate, GoalPlan, Task

WINDOWS_A_ROUND: Final = 2
"""Windows that the proposals of a round have to find a quorum."""
WINDOWS_FOR_A_REFINEMENT: Final = 2
"""Further windows in which a refinement has to come: one for the others, one for the author."""
INTERVALS_OUT_OF_REACH: Final = 3
"""Beacon intervals for which the living scorers must have been too few to approve: some may only be unheard yet."""
LEASES_IN_HAND: Final = 10
"""Leases for which a split that somebody is making, or a judgement, is waited for."""


class Stage(Struct, frozen=True, kw_only=True):
    """An undecided task as one machine sees it now. All ages are attended seconds."""

    window: float
    """The goal's proposal window."""
    age: float
    """Since the task was first seen undecided."""
    round: int
    """The highest round proposed; -1 where nothing is."""
    proposals: tuple[Candidate, ...]
    """All proposed splits."""
    refine_age: float | None
    """Since the latest round failed (rejected by a quorum, or two windows without a decision); None: it has not."""
    ballot_age: float | None
    """Since the final ballot began; None: it has not."""
    whole: Candidate | None
    """The task's whole, where it may be accepted."""
    awaited: bool
    """Whether somebody is making a split of it, and has not been for all too long."""
    needs_split: bool
    """Whether the scorers have found that the task is not small: its whole cannot find a quorum any more."""

    @property
    def latest(self) -> tuple[Candidate, ...]:
        """The proposals of the highest round."""
        return tuple(candidate for candidate in self.proposals if candidate.round == self.round)


def stage_of(goal: GoalPlan, task: Task, view: View, memory: Memory) -> Stage:
    """How far the task's decision has come."""
    window = goal.policy.proposal_window / 1_000
    proposals = tuple(candidate for candidate in task.candidates if candidate.record is not None)
    latest = highest_round(task)
    age = memory.age("undecided", task.id) or 0.0
    refine_age = _refine_age(goal, task, view, memory, latest) if latest >= 0 else None
    if latest < 0:
        ballot_age = age - WINDOWS_A_ROUND * max(1, goal.policy.max_rounds) * window
    elif latest >= goal.policy.max_rounds:
        ballot_age = -1.0 if refine_age is None else refine_age
    else:
        ballot_age = -1.0 if refine_age is None else refine_age - WINDOWS_FOR_A_REFINEMENT * window
    awaited = _is_awaited(memory.age("being split", task.id), goal)
    if awaited and latest < goal.policy.max_rounds:
        ballot_age = -1.0
    whole = next((candidate for candidate in task.candidates if candidate.record is None), None)
    return Stage(
        window=window,
        age=age,
        round=latest,
        proposals=proposals,
        refine_age=refine_age,
        ballot_age=ballot_age if ballot_age >= 0 else None,
        whole=whole,
        awaited=awaited,
        needs_split=whole is None or whole.rejected_by_quorum or is_out_of_reach(goal, whole, view),
    )


def _is_awaited(in_hand: float | None, goal: GoalPlan) -> bool:
    """Whether work that has been in somebody's hands for so long is still waited for."""
    return in_hand is not None and in_hand < LEASES_IN_HAND * goal.policy.lease / 1_000


def _refine_age(goal: GoalPlan, task: Task, view: View, memory: Memory, number: int) -> float | None:
    """For how long the round has been a failure, by whichever sign came first; None where there is none."""
    rejected = memory.age("rejected", task.id, number)
    out_of_reach = memory.age("out of reach", task.id, number)
    overdue = memory.age("round", task.id, number)
    ages = [-1.0 if rejected is None else rejected]
    if out_of_reach is not None:
        ages.append(out_of_reach - INTERVALS_OUT_OF_REACH * view.beacon_interval)
    if overdue is not None and not _is_awaited(memory.age("being judged", task.id), goal):
        ages.append(overdue - WINDOWS_A_ROUND * goal.policy.proposal_window / 1_000)
    return max(ages) if max(ages) >= 0 else None
