"""The command ``python -m bench.quality``."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from bench.quality.asking import CachedModel
from bench.quality.cache import CallCache, default_cache_directory
from bench.quality.goals import Goal, chosen, read_goals
from bench.quality.labelled import Labelled, read_splits
from bench.quality.measure import measure_decomposer, measure_scorer
from bench.quality.models import Running, open_model
from bench.quality.progress import Progress
from bench.quality.refining import measure_refiner
from bench.quality.report import ModelResults, figures_of, report
from edge_agent.models.backend import ModelError
from edge_agent.models.catalogue import Model, UnknownModel, find
from edge_agent.roles.angles import ANGLE_NAMES

MODELS: Final = ("smollm2-135m", "qwen2.5-coder-0.5b", "qwen2.5-coder-1.5b")
PARTS: Final = ("scorer", "decomposer", "refiner")
USUAL_PARTS: Final = ("scorer", "decomposer")


def parser() -> argparse.ArgumentParser:
    """The command's options."""
    made = argparse.ArgumentParser(
        prog="python -m bench.quality",
        description="Measures scorer and decomposer on real models, and writes a report in Markdown. Replies are "
        "cached, so a run that was stopped goes on where it was, and a run again costs only what has changed.",
    )
    made.add_argument("--model", action="append", metavar="NAME", help=f"again for more; default: {', '.join(MODELS)}")
    made.add_argument(
        "--part", action="append", choices=PARTS, help="only this part; without it: scorer and decomposer"
    )
    made.add_argument("--goal", action="append", default=[], metavar="ID", help="only this goal; again for more")
    made.add_argument(
        "--angles", type=int, default=1, choices=range(1, len(ANGLE_NAMES) + 1), help="splits a goal (default 1)"
    )
    made.add_argument("--minutes", type=float, help="ask no model after this time, and report what there is")
    made.add_argument("--cached", action="store_true", help="ask no model at all: report what the cache holds")
    made.add_argument("--threads", type=int, default=1, help="threads of the model (default 1)")
    made.add_argument("--niceness", type=int, default=10, help="how far the model stands back (default 10)")
    made.add_argument("--report", type=Path, metavar="FILE", help="write the report there instead of to stdout")
    made.add_argument("--json", type=Path, metavar="FILE", help="also write figures and all results there")
    made.add_argument("--cache", type=Path, default=default_cache_directory(), metavar="DIRECTORY")
    made.add_argument("--backend", metavar="MODULE:FACTORY", help="use this backend instead of llama.cpp")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench; 0, or 1 with a message where it cannot run."""
    options = parser().parse_args(arguments)
    goals = read_goals()
    try:
        models = [find(name) for name in options.model or MODELS]
        picked = chosen(goals, options.goal)
        results = asyncio.run(_run(options, models, picked, goals))
    except (UnknownModel, ModelError, ValueError, OSError, sqlite3.Error) as error:
        print(f"bench.quality: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("bench.quality: stopped; run it again to go on", file=sys.stderr)
        return 130
    text = "\n".join(report(results, goals)) + "\n"
    if options.report is None:
        print(text, end="")
    else:
        options.report.write_text(text, "utf-8")
    if options.json is not None:
        figures = [figures_of(one, goals) for one in results]
        encoded = msgspec.json.encode({"figures": figures, "results": results})
        options.json.write_bytes(msgspec.json.format(encoded) + b"\n")
    return 0


async def _run(
    options: argparse.Namespace, models: Sequence[Model], picked: Sequence[Goal], goals: dict[str, Goal]
) -> list[ModelResults]:
    """All parts of all models; after the first Ctrl-C only what the cache holds."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()

    def stop() -> None:
        print("stopping after this request; Ctrl-C again stops at once", file=sys.stderr)
        stopped.set()
        loop.remove_signal_handler(signal.SIGINT)

    loop.add_signal_handler(signal.SIGINT, stop)
    end = None if options.minutes is None else time.monotonic() + 60 * options.minutes

    def may_ask() -> bool:
        return not (options.cached or stopped.is_set() or (end is not None and time.monotonic() >= end))

    ids = {goal.id for goal in picked}
    splits = [split for split in read_splits(goals) if split.goal in ids]
    cache = CallCache(options.cache)
    try:
        return [await _measure(options, model, splits, picked, goals, cache, may_ask) for model in models]
    finally:
        cache.close()
        loop.remove_signal_handler(signal.SIGINT)


async def _measure(
    options: argparse.Namespace,
    model: Model,
    splits: Sequence[Labelled],
    picked: Sequence[Goal],
    goals: dict[str, Goal],
    cache: CallCache,
    may_ask: Callable[[], bool],
) -> ModelResults:
    parts = options.part or USUAL_PARTS
    running = Running(threads=options.threads, niceness=options.niceness, backend=options.backend)
    backend, identity = open_model(model, running, cached=options.cached)
    asker = CachedModel(backend, cache, identity, may_ask)
    progress = Progress()
    try:
        scored = await measure_scorer(asker, splits, goals, model=model, progress=progress) if "scorer" in parts else []
        runs = (
            await measure_decomposer(asker, picked, model=model, angles=options.angles, progress=progress)
            if "decomposer" in parts
            else []
        )
        mended = (
            await measure_refiner(asker, splits, goals, model=model, progress=progress) if "refiner" in parts else []
        )
    finally:
        await backend.close()
    return ModelResults(
        model=model.name,
        sha256=model.sha256,
        splits=len(splits) if "scorer" in parts else 0,
        goals=len(picked) if "decomposer" in parts else 0,
        scored=tuple(scored),
        runs=tuple(runs),
        mended=tuple(mended),
        asked=asker.asked,
        found=asker.found,
    )
