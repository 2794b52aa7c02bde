"""The figures drawn from what was measured."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bench.quality.asking import Spent
from bench.quality.goals import Goal
from bench.quality.labelled import HALVES, KINDS, MISSING, Half, Kind
from bench.quality.measure import Attempt, GoalRun, Scored
from bench.quality.metrics import area_under_curve, bound_that_keeps, median, share_of

KEPT: Final = 0.85
"""The share of good splits that are to be approved where kinds of bad are compared."""
JUDGING: Final = "judging a labelled split"


class KindFigures(Struct, frozen=True, kw_only=True):
    """How one kind of bad split fares, shares from 0 to 1."""

    kind: Kind
    count: int
    rejected: float
    """At the shipped thresholds."""
    rejected_at_kept: float
    """At the bound that approves KEPT of the good splits of the same half."""
    curve: float
    """Area under the curve against all good splits of the same half."""


class ScorerFigures(Struct, frozen=True, kw_only=True):
    """How a scorer tells good from bad within a half, or in both (``half`` None)."""

    half: Half | None
    good: int
    bad: int
    good_approved: float
    bad_rejected: float
    curve: float
    curve_without_missing: float
    curve_missing: float
    kept: float
    """The share of good splits approved at the bound; at least KEPT."""
    kinds: tuple[KindFigures, ...]


class DecomposerFigures(Struct, frozen=True, kw_only=True):
    """How the decomposer does: counts as (these, of so many); costs as medians."""

    goals: int
    big_right: tuple[int, int]
    small_right: tuple[int, int]
    written: tuple[int, int]
    usable: tuple[int, int]
    covering: tuple[int, int]
    """Usable, and all that the goal states is named; of the goals that state something."""
    language_kept: tuple[int, int]
    """Of the goals that are not in English and for which something was written."""
    approved_usable: tuple[int, int]
    approved_unusable: tuple[int, int]
    open_parts: tuple[int, int]
    """Parts marked to be split again."""


class CostFigures(Struct, frozen=True, kw_only=True):
    """Medians of one kind of work, and the seconds of all of it."""

    what: str
    count: int
    requests: float
    evaluated: float
    most_evaluated: int
    written: float
    seconds: float
    all_seconds: float


def scorer_figures(scored: Sequence[Scored], half: Half | None) -> ScorerFigures:
    """The figures of one half, or of all."""
    rows = [one for one in scored if half in (None, one.half)]
    good = [one.mark for one in rows if one.kind is None]
    bad = [one for one in rows if one.kind is not None]
    bound = bound_that_keeps(good, KEPT)
    return ScorerFigures(
        half=half,
        good=len(good),
        bad=len(bad),
        good_approved=share_of([one.approved for one in rows if one.kind is None]),
        bad_rejected=share_of([not one.approved for one in bad]),
        curve=area_under_curve(good, [one.mark for one in bad]),
        curve_without_missing=area_under_curve(good, [one.mark for one in bad if one.kind != MISSING]),
        curve_missing=area_under_curve(good, [one.mark for one in bad if one.kind == MISSING]),
        kept=share_of([mark >= bound for mark in good]),
        kinds=tuple(_kind_figures(kind, good, [one for one in bad if one.kind == kind], bound) for kind in KINDS),
    )


def _kind_figures(kind: Kind, good: Sequence[float], bad: Sequence[Scored], bound: float) -> KindFigures:
    return KindFigures(
        kind=kind,
        count=len(bad),
        rejected=share_of([not one.approved for one in bad]),
        rejected_at_kept=math.nan if math.isnan(bound) else share_of([one.mark < bound for one in bad]),
        curve=area_under_curve(good, [one.mark for one in bad]),
    )


def all_scorer_figures(scored: Sequence[Scored]) -> tuple[ScorerFigures, ...]:
    """Both halves, then all."""
    return tuple(scorer_figures(scored, half) for half in (*HALVES, None))


def decomposer_figures(runs: Sequence[GoalRun], goals: dict[str, Goal]) -> DecomposerFigures:
    """The figures of the goals that were run."""
    # A split of a small goal is a wrong decision already; how good it is says nothing.
    tries = [(goals[run.goal], attempt) for run in runs if run.big for attempt in run.attempts]
    wrote = [(goal, attempt) for goal, attempt in tries if attempt.children]
    stating = [attempt for _, attempt in tries if attempt.checked.wanted]
    foreign = [attempt for goal, attempt in wrote if goal.language != "en"]
    usable = [attempt for _, attempt in wrote if attempt.checked.usable]
    unusable = [attempt for _, attempt in wrote if not attempt.checked.usable]
    parts = [child for _, attempt in wrote for child in attempt.children]
    return DecomposerFigures(
        goals=len(runs),
        big_right=_count([run.to_split for run in runs if run.big]),
        small_right=_count([not run.to_split for run in runs if not run.big]),
        written=(len(wrote), len(tries)),
        usable=(len(usable), len(tries)),
        covering=_count([attempt.checked.usable and attempt.checked.covers for attempt in stating]),
        language_kept=_count([attempt.checked.language_kept for attempt in foreign]),
        approved_usable=_count([attempt.approved for attempt in usable]),
        approved_unusable=_count([attempt.approved for attempt in unusable]),
        open_parts=_count([not child.leaf for child in parts]),
    )


def _count(flags: Sequence[bool]) -> tuple[int, int]:
    return sum(flags), len(flags)


def costs(scored: Sequence[Scored], runs: Sequence[GoalRun]) -> tuple[CostFigures, ...]:
    """What judgements of labelled splits, leaf decisions, splits and judgements of these cost."""
    attempts: list[Attempt] = [attempt for run in runs for attempt in run.attempts]
    return tuple(
        _cost(what, spent)
        for what, spent in (
            (JUDGING, [one.spent for one in scored]),
            ("leaf decision", [run.leaf_spent for run in runs]),
            ("split", [attempt.split_spent for attempt in attempts]),
            ("judging this split", [attempt.judge_spent for attempt in attempts if attempt.children]),
            ("goal, all three", [_of_goal(run) for run in runs if run.attempts]),
        )
        if spent
    )


def _of_goal(run: GoalRun) -> Spent:
    total = run.leaf_spent
    for attempt in run.attempts:
        total += attempt.split_spent + attempt.judge_spent
    return total


def _cost(what: str, spent: Sequence[Spent]) -> CostFigures:
    return CostFigures(
        what=what,
        count=len(spent),
        requests=median([one.requests for one in spent]),
        evaluated=median([one.evaluated for one in spent]),
        most_evaluated=max(one.evaluated for one in spent),
        written=median([one.written for one in spent]),
        seconds=median([one.seconds for one in spent]),
        all_seconds=sum(one.seconds for one in spent),
    )
