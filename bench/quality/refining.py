"""Measures the refiner: rejected splits are mended by their critiques; how often does that make them better?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from bench.quality.asking import Asker, OutOfTime, Spent
from bench.quality.goals import Goal
from bench.quality.labelled import HALVES, Half, Kind, Labelled
from bench.quality.metrics import median, share_of
from bench.quality.progress import Progress
from edge_agent.config import GoalDefaults
from edge_agent.models.catalogue import Model
from edge_agent.roles import refine, score
from edge_agent.roles.angles import angles_for
from edge_agent.roles.critiques import verdict_on

TRIES: Final = 3
"""Seeds with which a split is refined until it is better: a machine has time for about so many."""
BETTER_AIM: Final = 0.7


class Mended(Struct, frozen=True, kw_only=True):
    """A labelled bad split that the scorer rejects, and what the refiner made of it."""

    id: str
    kind: Kind
    half: Half
    critique: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    """The first better one, else the last; empty where nothing was written."""
    marks: tuple[float, float]
    """Mean marks before and after; NaN where nothing was written."""
    approved: bool
    """Whether what came of it is approved."""
    tries: int
    """How many were needed; of those that never became better, TRIES."""
    better: bool
    """Whether the last one scores higher: only then it is published."""
    kept: bool
    """Whether all parts that no critique names are still there."""
    spent: Spent


async def measure_refiner(
    asker: Asker, splits: Sequence[Labelled], goals: dict[str, Goal], *, model: Model, progress: Progress
) -> list[Mended]:
    """Refine every labelled bad split that the scorer rejects; those for which time was too short are left out."""
    bad = [split for split in splits if split.kind is not None]
    done: list[Mended] = []
    for split in progress.over(bad, f"{model.name} refiner", lambda one: one.id):
        try:
            mended = await _mend(asker, split, goals[split.goal], model)
        except OutOfTime:
            continue
        if mended is not None:
            done.append(mended)
    return done


async def _mend(asker: Asker, split: Labelled, goal: Goal, model: Model) -> Mended | None:
    assert split.kind is not None
    settings = GoalDefaults()
    judged, spent = await asker.drive(
        score.judge(goal.brief, split.children, sha256=model.sha256, threshold=settings.approve_threshold)
    )
    if judged.approve:
        return None
    critiques = [judged.critique] if judged.critique else []
    tries = 0
    while True:
        tries += 1
        refined, cost = await asker.drive(
            refine.refine(
                goal.brief,
                split.children,
                critiques,
                model=model.name,
                sha256=model.sha256,
                threshold=settings.approve_threshold,
                angle=angles_for(goal.text)[0],
                budget=settings.max_tasks - 1,
                seed=tries,
                max_children=settings.max_children,
                leaves=settings.max_depth <= 1,
            )
        )
        spent += cost
        if refined.better or tries == TRIES:
            break
    after = refined.after
    kept = {title for title, _ in verdict_on(split.children, critiques).kept}
    return Mended(
        id=split.id,
        kind=split.kind,
        half=split.half,
        critique=judged.critique,
        before=split.items,
        after=tuple(f"{child.title}: {child.detail}" for child in refined.children),
        marks=(judged.scores.mean, math.nan if after is None else after.scores.mean),
        approved=after is not None and after.approve,
        tries=tries,
        better=refined.better,
        kept=kept <= {child.title for child in refined.children},
        spent=spent,
    )


def refiner_report(model: str, mended: Sequence[Mended]) -> Iterator[str]:
    """The figures of one model, and the splits themselves, for a person to read."""
    if not mended:
        return
    yield f"## Refiner: {model}"
    yield ""
    yield (
        f"Labelled bad splits that the scorer rejects, refined with up to {TRIES} seeds. Only what scores higher is "
        f"published. Aim: at least {BETTER_AIM:.0%} score higher."
    )
    yield ""
    yield "| half | rejected | better at once | better in the end | and approved | the rest kept | tokens written |"
    yield "| --- |" + " --: |" * 6
    for half in (*HALVES, None):
        rows = [one for one in mended if half in (None, one.half)]
        if rows:
            yield (
                f"| {half or 'both'} | {len(rows)} | {_share([one.better and one.tries == 1 for one in rows])} "
                f"| {_share([one.better for one in rows])} | {_share([one.better and one.approved for one in rows])} "
                f"| {_share([one.kept for one in rows])} | {median([one.spent.written for one in rows]):.0f} |"
            )
    yield ""
    for one in mended:
        verdict = f"better at try {one.tries}" if one.better else "NOT better: not published"
        approved = ", approved" if one.better and one.approved else ""
        yield f"**{one.id}**, {one.marks[0]:.0f} to {one.marks[1]:.0f}: {verdict}{approved}. {one.critique}"
        yield ""
        yield from (f"{number}. {item}" for number, item in enumerate(one.after, start=1))
        yield ""


def _share(flags: Sequence[bool]) -> str:
    return f"{100 * share_of(flags):.0f} %"
