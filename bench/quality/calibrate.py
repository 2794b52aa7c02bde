"""The command ``python -m bench.quality.calibrate``: a model's measures for ``edge_agent/roles/calibration.py``.

From the good splits of the tuning half alone, asking the model for what the bench's cache lacks.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from bench.quality.asking import Asker, CachedModel, OutOfTime
from bench.quality.cache import CallCache, default_cache_directory
from bench.quality.figures import KEPT
from bench.quality.goals import Goal, read_goals
from bench.quality.labelled import Labelled, read_splits
from bench.quality.metrics import bound_that_keeps, median
from bench.quality.models import Running, open_model
from edge_agent.models.backend import ModelError
from edge_agent.models.catalogue import Model, UnknownModel, find
from edge_agent.roles import score
from edge_agent.roles.calibration import Calibration
from edge_agent.roles.list_gates import Fault, list_faults
from edge_agent.roles.score import Fit

ITEMS_NAMED: Final = 0.05
"""The share of the items of good splits that may be named as strange."""


class Measured(Struct, frozen=True, kw_only=True):
    """A good split: what the gates found, and its PMI."""

    faults: tuple[Fault, ...]
    fit: Fit
    parts: int


async def measure(asker: Asker, splits: Sequence[Labelled], goals: dict[str, Goal]) -> list[Measured]:
    """The good splits of the tuning half."""
    found: list[Measured] = []
    for split in splits:
        if split.good and split.half == "tuning":
            brief = goals[split.goal].brief
            items = [score.item_of(child) for child in split.children]
            fit, _ = await asker.drive(score.fit_of(brief, items))
            faults = list_faults(brief.goal, items, language=brief.language_code)
            found.append(Measured(faults=faults, fit=fit, parts=len(items)))
    return found


def calibration_from(measured: Sequence[Measured]) -> Calibration:
    """The measures of the model with which these splits were measured."""
    items = sorted((value for one in measured for value in one.fit.items), reverse=True)
    calibration = Calibration(
        usual=round(median([one.fit.measure for one in measured]), 3),
        strange_item=round(bound_that_keeps(items, 1 - ITEMS_NAMED), 3),
        bound=0.0,
    )
    worth = [score.worth_of(score.costs_of(one.faults, one.parts), one.fit, calibration) for one in measured]
    # Rounded down, so that the last of those to be kept is kept.
    bound = int(1_000 * bound_that_keeps(worth, KEPT)) / 1_000
    return Calibration(usual=calibration.usual, strange_item=calibration.strange_item, bound=bound)


def parser() -> argparse.ArgumentParser:
    """The command's options."""
    made = argparse.ArgumentParser(
        prog="python -m bench.quality.calibrate",
        description="Prints what a scorer must know of a model, from the good splits of the tuning half.",
    )
    made.add_argument("--model", action="append", metavar="NAME", required=True, help="again for more")
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
            print(f"{model.name} {model.sha256}\n{asyncio.run(_calibrate(options, model, goals))}")
    except OutOfTime:
        print("bench.quality.calibrate: the cache lacks good splits; run it without --cached", file=sys.stderr)
        return 1
    except (UnknownModel, ModelError, ValueError, OSError, sqlite3.Error) as error:
        print(f"bench.quality.calibrate: {error}", file=sys.stderr)
        return 1
    return 0


async def _calibrate(options: argparse.Namespace, model: Model, goals: dict[str, Goal]) -> Calibration:
    backend, identity = open_model(
        model, Running(threads=options.threads, backend=options.backend), cached=options.cached
    )
    cache = CallCache(options.cache)
    try:
        asker = CachedModel(backend, cache, identity, lambda: not options.cached)
        return calibration_from(await measure(asker, read_splits(goals), goals))
    finally:
        cache.close()
        await backend.close()


if __name__ == "__main__":
    raise SystemExit(main())
