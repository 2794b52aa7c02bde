"""Runs the roles on the bench's goals and labelled splits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from bench.quality.asking import Asker, OutOfTime, Spent
from bench.quality.checks import Checked, check
from bench.quality.goals import Goal
from bench.quality.labelled import Half, Kind, Labelled
from bench.quality.progress import Progress
from edge_agent.config import GoalDefaults
from edge_agent.models.catalogue import Model
from edge_agent.records import Child, Scores
from edge_agent.roles import decompose, score
from edge_agent.roles.angles import angles_for
from edge_agent.roles.prompts import Brief
from edge_agent.roles.score import Judgement

SEED: Final = 1
REFUSED: Final = 1_000.0
"""Put below the marks of a split that a scorer refuses whatever the threshold."""


class Scored(Struct, frozen=True, kw_only=True):
    """A labelled split and the scorer's judgement of it."""

    id: str
    goal: str
    kind: Kind | None
    half: Half
    items: tuple[str, ...]
    approved: bool
    """At the shipped threshold."""
    mark: float
    """Mean mark, 0 to 100, less :data:`REFUSED` where it is refused whatever the threshold. For ranks."""
    critique: str
    spent: Spent


class Attempt(Struct, frozen=True, kw_only=True):
    """A split that the decomposer wrote: empty where nothing usable came of it. And the scorer's view of it."""

    angle: str
    children: tuple[Child, ...]
    checked: Checked
    approved: bool
    scores: Scores
    critique: str
    split_spent: Spent
    judge_spent: Spent


class GoalRun(Struct, frozen=True, kw_only=True):
    """What became of one goal."""

    goal: str
    big: bool
    """The label."""
    to_split: bool
    """The decision."""
    attempts: tuple[Attempt, ...]
    leaf_spent: Spent


async def measure_scorer(
    asker: Asker,
    splits: Sequence[Labelled],
    goals: dict[str, Goal],
    *,
    model: Model,
    progress: Progress,
) -> list[Scored]:
    """Judge every labelled split; those for which time was too short are left out."""
    threshold = GoalDefaults().approve_threshold
    done: list[Scored] = []
    for split in progress.over(splits, f"{model.name} scorer", lambda one: one.id):
        brief = goals[split.goal].brief
        try:
            # Without a threshold, it approves all that it does not refuse whatever the marks.
            judged, spent = await asker.drive(score.judge(brief, split.children, sha256=model.sha256, threshold=0))
        except OutOfTime:
            continue
        done.append(
            Scored(
                id=split.id,
                goal=split.goal,
                kind=split.kind,
                half=split.half,
                items=split.items,
                approved=judged.approve and judged.scores.mean >= threshold,
                mark=judged.scores.mean - (0.0 if judged.approve else REFUSED),
                critique=judged.critique,
                spent=spent,
            )
        )
    return done


async def measure_decomposer(
    asker: Asker, goals: Iterable[Goal], *, model: Model, angles: int, progress: Progress
) -> list[GoalRun]:
    """Decide on every goal whether to split it, split all big ones, from as many angles, and judge what came of it.

    Goals for which time was too short are left out. Small goals are split where the decision is to split them.
    """
    done: list[GoalRun] = []
    for goal in progress.over(list(goals), f"{model.name} decomposer", lambda one: one.id):
        try:
            to_split, leaf_spent = await asker.drive(decompose.needs_split(goal.brief, model=model.name))
            attempts = [
                await _attempt(asker, goal, model=model, angle=angle)
                for angle in angles_for(goal.text)[:angles]
                if goal.big or to_split
            ]
        except OutOfTime:
            continue
        done.append(
            GoalRun(goal=goal.id, big=goal.big, to_split=to_split, attempts=tuple(attempts), leaf_spent=leaf_spent)
        )
    return done


async def _attempt(asker: Asker, goal: Goal, *, model: Model, angle: str) -> Attempt:
    """One split as a machine with the usual settings writes and judges it."""
    settings = GoalDefaults()
    brief = goal.brief
    children, split_spent = await asker.drive(
        decompose.split(
            brief,
            model=model.name,
            angle=angle,
            budget=settings.max_tasks - 1,
            seed=SEED,
            max_children=settings.max_children,
            leaves=settings.max_depth <= 1,
        )
    )
    judged, judge_spent = await _judge(asker, brief, children, model=model, threshold=settings.approve_threshold)
    return Attempt(
        angle=angle,
        children=children,
        checked=check(goal, children),
        approved=judged.approve,
        scores=judged.scores,
        critique=judged.critique,
        split_spent=split_spent,
        judge_spent=judge_spent,
    )


async def _judge(
    asker: Asker, brief: Brief, children: Sequence[Child], *, model: Model, threshold: int
) -> tuple[Judgement, Spent]:
    if not children:
        nothing = Scores(concrete=0, distinct=0, complete=0)
        return Judgement(approve=False, scores=nothing, critique="nothing was written"), Spent()
    return await asker.drive(score.judge(brief, children, sha256=model.sha256, threshold=threshold))
