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
"""Leases for which the final ballot waits for a split that somebody is making."""


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
    refine_age = _refine_age(memory, task, view, latest, window) if latest >= 0 else None
    if latest < 0:
        ballot_age = age - WINDOWS_A_ROUND * max(1, goal.policy.max_rounds) * window
    elif latest >= goal.policy.max_rounds:
        ballot_age = -1.0 if refine_age is None else refine_age
    else:
        ballot_age = -1.0 if refine_age is None else refine_age - WINDOWS_FOR_A_REFINEMENT * window
    in_hand = memory.age("in hand", task.id)
    awaited = in_hand is not None and in_hand < LEASES_IN_HAND * goal.policy.lease / 1_000
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


def _refine_age(memory: Memory, task: Task, view: View, number: int, window: float) -> float | None:
    """For how long the round has been a failure, by whichever sign came first; None where there is none."""
    rejected = memory.age("rejected", task.id, number)
    out_of_reach = memory.age("out of reach", task.id, number)
    ages = [
        -1.0 if rejected is None else rejected,
        -1.0 if out_of_reach is None else out_of_reach - INTERVALS_OUT_OF_REACH * view.beacon_interval,
        (memory.age("round", task.id, number) or 0.0) - WINDOWS_A_ROUND * window,
    ]
    return max(ages) if max(ages) >= 0 else None
