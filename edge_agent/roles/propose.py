"""The decomposer: proposes splits of undecided tasks, and refines what the scorers rejected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge_agent.records import PeerId
from edge_agent.roles.angles import angles_for
from edge_agent.roles.intents import Propose
from edge_agent.roles.memory import Memory
from edge_agent.roles.rank import ranked
from edge_agent.roles.stage import Stage, stage_of
from edge_agent.roles.view import View

if TYPE_CHECKING:
    from edge_agent.plan import Candidate, GoalPlan, Task


def proposals(goal: GoalPlan, view: View, memory: Memory) -> Iterator[Propose]:
    """The splits that this machine should make now, in the order of the tree."""
    if "decomposer" not in view.roles or not view.tier:
        return
    for task in goal.undecided():
        stage = stage_of(goal, task, view, memory)
        for rule in (_first_split, _refinement):
            wanted = rule(goal, task, stage, view)
            if wanted is not None and (task.id, wanted.round) not in view.proposing:
                yield wanted


def _first_split(goal: GoalPlan, task: Task, stage: Stage, view: View) -> Propose | None:
    """Propose where the task wants more proposals: as many machines as it wants at once, others a window later each."""
    wanted = goal.policy.min_proposals
    if stage.round > 0 or len(stage.proposals) >= wanted or _has_own(stage, view.me, 0) or stage.ballot_age is not None:
        return None
    if task.id in view.declined and not stage.needs_split:
        return None
    rank = ranked(view.living("decomposer"), task.id).index(view.me)
    turn = rank // wanted
    if stage.age < stage.window * turn or (turn and stage.awaited):
        return None
    return Propose(
        goal=goal.id,
        task=task.id,
        round=0,
        refines=None,
        angle=angle_for(task, stage.proposals, rank),
        ask_first=not stage.needs_split,
    )


def _refinement(goal: GoalPlan, task: Task, stage: Stage, view: View) -> Propose | None:
    """Refine the best-scored proposal of a round that failed: its author a window after the first of the others.

    The last round that the goal allows leads straight to the final ballot instead.
    """
    number = stage.round + 1
    if stage.refine_age is None or stage.ballot_age is not None:
        return None
    if _has_own(stage, view.me, number):
        return None
    best = min(stage.latest, key=lambda candidate: (-(candidate.mean_score or 0.0), candidate.id))
    others = ranked((peer for peer in view.living("decomposer") if peer != best.author), f"{task.id} {number}")
    turn = others.index(view.me) if view.me in others else min(1, len(others))
    if stage.refine_age < stage.window * turn or (turn and stage.awaited):
        return None
    return Propose(
        goal=goal.id,
        task=task.id,
        round=number,
        refines=best.id,
        angle=_angle_of(best) or angle_for(task, (), turn),
        ask_first=False,
    )


def angle_for(task: Task, proposed: tuple[Candidate, ...], rank: int) -> str:
    """The angle that fits the task best of those that nobody took; machines of different rank take different ones."""
    taken = {_angle_of(candidate) for candidate in proposed}
    order = angles_for(f"{task.title}\n{task.detail}")
    free = [angle for angle in order if angle not in taken] or list(order)
    return free[rank % len(free)]


def _angle_of(candidate: Candidate) -> str:
    return getattr(candidate.record.body, "angle", "") if candidate.record is not None else ""


def _has_own(stage: Stage, me: PeerId, number: int) -> bool:
    return any(candidate.author == me and candidate.round == number for candidate in stage.proposals)
