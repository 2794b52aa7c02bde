"""The report in Markdown: figures on top, then the splits themselves, for a person to read through."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from bench.quality.checks import lines_of
from bench.quality.figures import (
    JUDGING,
    KEPT,
    CostFigures,
    DecomposerFigures,
    KindFigures,
    ScorerFigures,
    all_scorer_figures,
    costs,
    decomposer_figures,
)
from bench.quality.goals import Goal
from bench.quality.labelled import KINDS
from bench.quality.measure import REFUSED, Attempt, GoalRun, Scored
from bench.quality.refining import Mended, refiner_report
from edge_agent.roles.text import one_line

CURVE_AIM: Final = 0.92
"""AUC without the missing kind, on the test half."""
MISSING_AIM: Final = 0.75
"""AUC of the missing kind alone, on the test half."""
REJECTED_AIM: Final = 0.8
"""The share of bad splits of each kind rejected where KEPT of the good ones are approved, on the test half."""
JUDGE_TOKENS_AIM: Final = 300
"""Tokens evaluated for a judgement, at most; none written."""


class ModelResults(Struct, frozen=True, kw_only=True):
    """What was measured of one model; ``splits`` and ``goals`` are how many there were to measure."""

    model: str
    sha256: str
    splits: int
    goals: int
    scored: tuple[Scored, ...]
    runs: tuple[GoalRun, ...]
    mended: tuple[Mended, ...] = ()
    asked: int
    found: int


class ModelFigures(Struct, frozen=True, kw_only=True):
    """The figures of one model, for ``--json``."""

    model: str
    scorer: tuple[ScorerFigures, ...]
    decomposer: DecomposerFigures
    costs: tuple[CostFigures, ...]


def figures_of(results: ModelResults, goals: dict[str, Goal]) -> ModelFigures:
    """All figures of a model."""
    return ModelFigures(
        model=results.model,
        scorer=all_scorer_figures(results.scored),
        decomposer=decomposer_figures(results.runs, goals),
        costs=costs(results.scored, results.runs),
    )


def report(all_results: Sequence[ModelResults], goals: dict[str, Goal]) -> Iterator[str]:
    """The whole report, line by line."""
    figures = [figures_of(results, goals) for results in all_results]
    yield "# Quality bench"
    yield ""
    yield from _covered(all_results)
    if any(results.scored for results in all_results):
        yield from _scorer_tables(figures)
    if any(results.runs for results in all_results):
        yield from _decomposer_table(figures)
    yield from _cost_tables(figures)
    for one in figures:
        yield from aims(one)
    for results in all_results:
        yield from refiner_report(results.model, results.mended)
        yield from _splits_to_read(results, goals)
        yield from _mistakes(results)


def aims(figures: ModelFigures) -> Iterator[str]:
    """What is aimed at on the test half, and whether it is met; nothing where that half was not measured."""
    half = next(one for one in figures.scorer if one.half == "test")
    if not half.good or not half.bad:
        return
    yield f"## Aims: {figures.model}, test half"
    yield ""
    yield _aim(
        "AUC without the missing kind", decimal(half.curve_without_missing), half.curve_without_missing, CURVE_AIM
    )
    yield _aim("AUC of the missing kind alone", decimal(half.curve_missing), half.curve_missing, MISSING_AIM)
    for kind in half.kinds:
        if kind.count:
            what = f"{kind.kind}, rejected where {KEPT:.0%} of good ones are approved"
            yield _aim(what, percent(kind.rejected_at_kept), kind.rejected_at_kept, REJECTED_AIM)
    judged = next(cost for cost in figures.costs if cost.what == JUDGING)
    met = judged.most_evaluated <= JUDGE_TOKENS_AIM and judged.written == 0
    yield (
        f"- tokens evaluated for a judgement: {judged.most_evaluated} at most; aim: {JUDGE_TOKENS_AIM} at most, none "
        f"written: {'met' if met else 'NOT MET'}"
    )
    yield ""


def _aim(what: str, found: str, value: float, aim: float) -> str:
    return f"- {what}: {found}; aim: at least {aim:g}: {'met' if value >= aim else 'NOT MET'}"


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """A Markdown table, the first column to the left, the others to the right."""
    yield "| " + " | ".join(heads) + " |"
    yield "| --- |" + " --: |" * (len(heads) - 1)
    for row in rows:
        yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |"


def percent(share: float) -> str:
    """A share in percent; a dash where it is none."""
    return "-" if math.isnan(share) else f"{100 * share:.0f} %"


def decimal(value: float) -> str:
    """Two decimals; a dash where it is none."""
    return "-" if math.isnan(value) else f"{value:.2f}"


def _covered(all_results: Sequence[ModelResults]) -> Iterator[str]:
    yield from table(
        ("model", "labelled splits judged", "goals run", "requests asked now", "from the cache", "file's SHA-256"),
        [
            (
                one.model,
                f"{len(one.scored)} of {one.splits}",
                f"{len(one.runs)} of {one.goals}",
                one.asked,
                one.found,
                one.sha256[:16],
            )
            for one in all_results
        ],
    )
    yield ""


def _scorer_tables(figures: Sequence[ModelFigures]) -> Iterator[str]:
    rows = [(one.model, figure) for one in figures for figure in one.scorer if figure.good]
    yield "## Scorer"
    yield ""
    yield from table(
        (
            "model, half",
            "good",
            "bad",
            "good approved",
            "bad rejected",
            "AUC",
            "AUC without missing",
            "AUC missing alone",
        ),
        [
            (
                f"{model}, {figure.half or 'both'}",
                figure.good,
                figure.bad,
                percent(figure.good_approved),
                percent(figure.bad_rejected),
                decimal(figure.curve),
                decimal(figure.curve_without_missing),
                decimal(figure.curve_missing),
            )
            for model, figure in rows
        ],
    )
    yield ""
    for title, cell in (
        ("Rejected at the shipped thresholds, of so many", _shipped),
        (f"Rejected where {KEPT:.0%} of the good ones of that half are approved", _kept),
        ("AUC", _curve),
    ):
        yield f"### By kind: {title}"
        yield ""
        yield from table(
            ("kind", *(f"{model}, {figure.half or 'both'}" for model, figure in rows)),
            [(kind, *(cell(figure.kinds[at]) for _, figure in rows)) for at, kind in enumerate(KINDS)],
        )
        yield ""


def _shipped(kind: KindFigures) -> str:
    return f"{percent(kind.rejected)} of {kind.count}"


def _kept(kind: KindFigures) -> str:
    return percent(kind.rejected_at_kept)


def _curve(kind: KindFigures) -> str:
    return decimal(kind.curve)


def _decomposer_table(figures: Sequence[ModelFigures]) -> Iterator[str]:
    yield "## Decomposer"
    yield ""

    def row(what: str, name: str) -> tuple[str, ...]:
        return (what, *(" of ".join(map(str, getattr(one.decomposer, name))) for one in figures))

    yield from table(
        ("", *(one.model for one in figures)),
        [
            row("big goals that it would split", "big_right"),
            row("small goals that it leaves whole", "small_right"),
            row("splits written", "written"),
            row("usable splits", "usable"),
            row("usable, and all that the goal states is named", "covering"),
            row("language kept (goals not in English)", "language_kept"),
            row("usable splits that the scorer approves", "approved_usable"),
            row("unusable splits that the scorer approves", "approved_unusable"),
            row("parts marked to be split again", "open_parts"),
        ],
    )
    yield ""


def _cost_tables(figures: Sequence[ModelFigures]) -> Iterator[str]:
    yield "## Cost"
    yield ""
    yield "Medians; tokens evaluated are those read anew, seconds those of the run that first asked."
    yield ""
    yield from table(
        ("model, work", "times", "requests", "evaluated", "most", "written", "seconds", "seconds in all"),
        [
            (
                f"{one.model}, {cost.what}",
                cost.count,
                f"{cost.requests:g}",
                f"{cost.evaluated:g}",
                cost.most_evaluated,
                f"{cost.written:g}",
                f"{cost.seconds:.1f}",
                f"{cost.all_seconds:.0f}",
            )
            for one in figures
            for cost in one.costs
        ],
    )
    yield ""


def _splits_to_read(results: ModelResults, goals: dict[str, Goal]) -> Iterator[str]:
    if not results.runs:
        return
    yield f"## Splits by {results.model}"
    yield ""
    for run in results.runs:
        goal = goals[run.goal]
        yield f"### {goal.id} ({goal.area}, {goal.language})"
        yield ""
        yield f"> {one_line(goal.text, 300)}"
        yield ""
        if run.big != run.to_split:
            yield f"**Wrong decision: {'would be split' if run.to_split else 'would be left whole'}.**"
            yield ""
        elif not run.big:
            yield "Left whole, which is right."
            yield ""
        for attempt in run.attempts:
            yield from _attempt(attempt)


def _attempt(attempt: Attempt) -> Iterator[str]:
    checked = attempt.checked
    verdict = "usable" if checked.usable else "NOT USABLE: " + ", ".join(checked.faults)
    opinion = "approves" if attempt.approved else "rejects"
    marks = attempt.scores
    yield f"By {attempt.angle}: **{verdict}**. The scorer {opinion} " + (
        f"({marks.concrete} concrete, {marks.distinct} distinct, {marks.complete} complete"
        + (f"; {attempt.critique})" if attempt.critique else ")")
        + "."
    )
    if checked.wanted:
        missing = [one for one in checked.wanted if one not in checked.named]
        yield f"Names {len(checked.named)} of {len(checked.wanted)}" + (
            f"; not: {', '.join(missing)}." if missing else "."
        )
    yield ""
    for number, (line, child) in enumerate(zip(lines_of(attempt.children), attempt.children, strict=True), start=1):
        after = f", after {', '.join(str(one + 1) for one in child.after)}" if child.after else ""
        yield f"{number}. {line} *({child.form}{after}{'' if child.leaf else ', to be split'})*"
    yield ""


def _mistakes(results: ModelResults) -> Iterator[str]:
    wrong = [one for one in results.scored if one.approved == (one.kind is not None)]
    if not wrong:
        return
    yield f"## Labelled splits that {results.model} judges wrongly"
    yield ""
    for one in sorted(wrong, key=lambda each: (each.kind is not None, each.kind or "", each.id)):
        mark = one.mark if one.mark >= 0 else one.mark + REFUSED
        label = f"bad ({one.kind}), approved" if one.kind else "good, rejected"
        said = f": {one.critique}" if one.critique else ""
        yield f"**{one.id}**, {label}, {one.half} half, mark {mark:.0f}{said}"
        yield ""
        for number, item in enumerate(one.items, start=1):
            yield f"{number}. {item}"
        yield ""
