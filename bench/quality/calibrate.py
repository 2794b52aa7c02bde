"""The command ``python -m bench.quality.calibrate``: a model's measures for ``edge_agent/roles/calibration.py``.

From the splits of the tuning half and those of other goals, asking the model for what the bench's cache lacks.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import pstdev
from typing import Final

from msgspec import Struct, structs

from bench.quality.asking import Asker, CachedModel, OutOfTime
from bench.quality.cache import CallCache, default_cache_directory
from bench.quality.goals import Goal, read_goals
from bench.quality.labelled import Labelled, read_further_splits, read_splits, read_written_splits
from bench.quality.metrics import bound_that_keeps, median, share_of, tolerance_bound
from bench.quality.models import Running, open_model
from edge_agent.models.backend import ModelError
from edge_agent.models.catalogue import Model, UnknownModel, find
from edge_agent.roles import score
from edge_agent.roles.calibration import Calibration, Fit, Usual
from edge_agent.roles.likeness import Likeness, likeness_of
from edge_agent.roles.list_gates import list_faults
from edge_agent.roles.prompts import Brief

ITEMS_NAMED: Final = 0.05
"""The share of the items of good splits that may be named as strange."""
APPROVED: Final = 0.9
"""The share of good splits that the bound is to approve: others' are plainer than those that were in view here."""
CONFIDENCE: Final = 0.8
"""With so much confidence at least :data:`APPROVED` of good splits of any goals reach the bound."""
_DIGITS: Final = 3
_LEAST_SPREAD: Final = 0.01
_NO_SPREAD: Final = 100.0


class Measured(Struct, frozen=True, kw_only=True):
    """A labelled split: what the gates' findings cost it, and its fit."""

    goal: str
    good: bool
    """The label."""
    what: str
    """How it is bad, and where it is from."""
    new: bool = False
    """Whether its worth tells the bound: a good one that code wrote, or of a goal that is none of the bench's own."""
    usual: bool = False
    """Whether it tells what is usual."""
    costs: tuple[float, ...]
    fit: Fit
    likeness: Likeness | None = None


class _Candidate(Struct, frozen=True, kw_only=True):
    brief: Brief
    items: Sequence[str]
    good: bool
    what: str
    new: bool = False
    usual: bool = False


def _candidates(splits: Sequence[Labelled], goals: dict[str, Goal]) -> Iterator[_Candidate]:
    own = {goal.brief.goal for goal in goals.values()}
    for brief, children, kind in (
        *((goals[split.goal].brief, split.children, split.kind) for split in splits if split.half == "tuning"),
        *((split.brief, split.children, split.kind) for split in read_further_splits(goals)),
    ):
        yield _Candidate(
            brief=brief,
            items=[score.item_of(child) for child in children],
            good=kind is None,
            what=kind or "good",
            new=kind is None and brief.goal not in own,
            usual=kind is None,
        )
    for split in read_written_splits(goals):
        label = "good" if split.good else "of another kind of goal"
        yield _Candidate(
            brief=split.brief,
            items=split.items,
            good=split.good,
            what=f"{label}, by {split.by}",
            new=split.good and split.by == "code",
        )


async def measure(
    asker: Asker, splits: Sequence[Labelled], goals: dict[str, Goal], *, vectors: bool = True
) -> list[Measured]:
    """The splits of the tuning half and those of further goals, less what the cache lacks if nothing is asked.

    ``vectors``: whether the likeness of parts by the model's word vectors counts.
    """
    found: list[Measured] = []
    for one in _candidates(splits, goals):
        brief, items = one.brief, one.items
        try:
            fit, _ = await asker.drive(score.fit_of(brief, items))
            likeness = None
            if vectors:
                likeness, _ = await asker.drive(likeness_of(brief.goal, items, brief.language_code))
        except OutOfTime:
            continue
        faults = list_faults(brief.goal, items, language=brief.language_code)
        found.append(
            Measured(
                goal=brief.goal,
                good=one.good,
                what=one.what,
                new=one.new,
                usual=one.usual,
                costs=tuple(score.costs_of(faults, len(items))),
                fit=fit,
                likeness=likeness,
            )
        )
    return found


def calibration_from(measured: Sequence[Measured], *, outlines: bool = True) -> Calibration:
    """The measures of the model with which these splits were measured.

    The bound is what at least :data:`APPROVED` of good splits of new goals reach, each judged by what is usual among
    the good ones of other goals: those that were in view when gates and measures were made seem better than others are.
    ``outlines``: whether it counts how far good lists of code lie from others; their worth tells the bound then, too.
    """
    known = [one for one in measured if one.usual]
    new = [one for one in measured if one.new and (outlines or not one.fit.by_code)]
    usual = usual_among(known)
    by_code = [usual.standing(one.fit, one.likeness) for one in new if one.fit.by_code]
    lower = round(median(by_code), _DIGITS) if by_code else 0.0
    worth = []
    for goal in {one.goal: None for one in new}:
        others = structs.replace(usual_among([one for one in known if one.goal != goal]), by_code=lower)
        worth += [worth_of(one, others) for one in new if one.goal == goal]
    return structs.replace(usual, by_code=lower, bound=round(tolerance_bound(worth, APPROVED, CONFIDENCE), _DIGITS))


def rejected(measured: Sequence[Measured], calibration: Calibration) -> Iterator[str]:
    """For choosing rules: a line for each kind of split with the share that lies below the bound."""
    for what in dict.fromkeys(one.what for one in measured):
        below = [worth_of(one, calibration) < calibration.bound for one in measured if one.what == what]
        yield f"{what}: {share_of(below):.0%} of {len(below)} rejected"


def worth_of(one: Measured, calibration: Calibration) -> float:
    """The split's worth to a scorer with this calibration."""
    return score.worth_of(one.costs, one.fit, one.likeness, calibration)


def usual_among(good: Sequence[Measured]) -> Calibration:
    """What is usual among these good splits, with a bound of 0, and code's lists as others."""
    fits = [one.fit for one in good]
    items = [value for fit in fits for value in fit.items]
    likenesses = [one.likeness for one in good if one.likeness is not None]
    return Calibration(
        whole=_usual([fit.whole for fit in fits]),
        titles=_usual([fit.titles for fit in fits]),
        telling=_usual([fit.telling for fit in fits]),
        neighbours=_usual([fit.neighbours for fit in fits]),
        related=_usual([likeness.related for likeness in likenesses]) if likenesses else None,
        again=_usual([likeness.again for likeness in likenesses if likeness.again is not None]) if likenesses else None,
        by_code=0.0,
        strange_item=round(bound_that_keeps(items, 1 - ITEMS_NAMED), _DIGITS),
        bound=0.0,
    )


def _usual(values: Sequence[float]) -> Usual:
    """Without any values, a spread in which nothing counts."""
    if not values:
        return Usual(median=0.0, spread=_NO_SPREAD)
    return Usual(median=round(median(values), _DIGITS), spread=max(round(pstdev(values), _DIGITS), _LEAST_SPREAD))


def parser() -> argparse.ArgumentParser:
    """The command's options."""
    made = argparse.ArgumentParser(
        prog="python -m bench.quality.calibrate",
        description="Prints what a scorer must know of a model, from labelled splits that are not of the test half.",
    )
    made.add_argument("--model", action="append", metavar="NAME", required=True, help="again for more")
    made.add_argument("--without-vectors", action="store_true", help="the model's word vectors do not count")
    made.add_argument("--without-outlines", action="store_true", help="code's lists are judged as others are")
    made.add_argument("--threads", type=int, default=1, help="threads of the model (default 1)")
    made.add_argument("--cached", action="store_true", help="ask no model: use what the cache holds")
    made.add_argument("--backend", metavar="MODULE:FACTORY", help="use this backend instead of llama.cpp")
    made.add_argument("--cache", type=Path, default=default_cache_directory(), metavar="DIRECTORY")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the measures of each model; 0, or 1 with a message where that cannot be done."""
    options = parser().parse_args(arguments)
    goals = read_goals()
    try:
        for model in [find(name) for name in options.model]:
            measured = asyncio.run(_measured(options, model, goals))
            good = sum(one.good for one in measured)
            if not any(one.new for one in measured):
                raise ValueError(f"the cache lacks splits for {model.name}: run it without --cached")
            print(f"{model.name} {model.sha256}, {good} good and {len(measured) - good} bad splits")
            calibration = calibration_from(measured, outlines=not options.without_outlines)
            print(calibration)
            print("\n".join(rejected(measured, calibration)))
    except (UnknownModel, ModelError, ValueError, OSError, sqlite3.Error) as error:
        print(f"bench.quality.calibrate: {error}", file=sys.stderr)
        return 1
    return 0


async def _measured(options: argparse.Namespace, model: Model, goals: dict[str, Goal]) -> list[Measured]:
    backend, identity = open_model(
        model, Running(threads=options.threads, backend=options.backend), cached=options.cached
    )
    cache = CallCache(options.cache)
    try:
        asker = CachedModel(backend, cache, identity, lambda: not options.cached)
        return await measure(asker, read_splits(goals), goals, vectors=not options.without_vectors)
    finally:
        cache.close()
        await backend.close()


if __name__ == "__main__":
    raise SystemExit(main())
