"""The command ``python -m bench.quality.compare``: the swarm against one call and against a central planner."""

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

from bench.quality.answers import figures_of
from bench.quality.asking import CachedModel, OutOfTime, Spent
from bench.quality.baselines import Written, one_call, plan_then_execute
from bench.quality.cache import CallCache, default_cache_directory
from bench.quality.compare_report import ARMS, SWARM, Answered, Arm, report, write_answers, write_pairs
from bench.quality.goals import Goal, chosen, read_goals
from bench.quality.models import Running, open_model
from bench.quality.progress import Progress
from bench.quality.swarm_run import SwarmAnswers
from edge_agent.config import Config, GoalDefaults, with_effort
from edge_agent.control import ControlError
from edge_agent.effort import EFFORTS
from edge_agent.logs import set_up_logging
from edge_agent.models.backend import ModelError
from edge_agent.models.catalogue import Model, UnknownModel, find
from edge_agent.models.llama import NICENESS
from edge_agent.roles.requests import Work

GOALS: Final = ("japan", "wedding", "kuchnia", "langkawi", "server", "garage", "german", "shop")
MODEL: Final = "qwen2.5-coder-1.5b"
_ASKED: Final[dict[Arm, Callable[[str, int], Work[Written]]]] = {
    "one call": one_call,
    "plan and execute": plan_then_execute,
}


def parser() -> argparse.ArgumentParser:
    """The command's options."""
    made = argparse.ArgumentParser(
        prog="python -m bench.quality.compare",
        description="Has the same goals answered by one call to a model, by a plain plan-then-execute loop with it, "
        "and by a swarm of four agents that share it. Writes figures, the answers, and blind pairs to be judged. "
        "What is there already is not asked again: a run that was stopped goes on where it was.",
    )
    made.add_argument("--model", default=MODEL, metavar="NAME", help=f"default: {MODEL}")
    made.add_argument(
        "--goals",
        type=Path,
        metavar="FILE",
        help="goals of your own, written like bench/quality/goals.toml; default all",
    )
    made.add_argument("--goal", action="append", metavar="ID", help=f"again for more; default: {', '.join(GOALS)}")
    made.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="another one has everything answered anew (default 1). The seeds of a swarm follow from its machines, new "
        "ones in each run: the number only keeps its answers apart",
    )
    made.add_argument("--arm", action="append", choices=ARMS, metavar="WAY", help=f"only this way: {', '.join(ARMS)}")
    made.add_argument("--effort", choices=EFFORTS, default="normal", help="the swarm's (default normal)")
    made.add_argument("--minutes", type=float, help="begin nothing new after this time, and report what there is")
    made.add_argument("--cached", action="store_true", help="ask nothing at all: report what there is")
    made.add_argument("--threads", type=int, default=1, help="threads of the model (default 1)")
    made.add_argument("--out", type=Path, default=Path("compare"), metavar="DIRECTORY", help="default: compare")
    made.add_argument("--cache", type=Path, default=default_cache_directory(), metavar="DIRECTORY")
    made.add_argument("--backend", metavar="MODULE:FACTORY", help="use this backend instead of llama.cpp")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the comparison; 0, or 1 with a message where it cannot run."""
    options = parser().parse_args(arguments)
    set_up_logging("error")
    try:
        own = options.goals is not None
        goals = chosen(read_goals(options.goals) if own else read_goals(), options.goal or (() if own else GOALS))
        model = find(options.model)
        answers = asyncio.run(_run(options, model, goals))
        options.out.mkdir(parents=True, exist_ok=True)
        write_answers(answers, options.out)
        write_pairs(answers, goals, options.out)
        (options.out / "report.md").write_text("\n".join(report(model.name, answers, goals)), "utf-8")
        (options.out / "figures.json").write_bytes(msgspec.json.format(msgspec.json.encode(answers)) + b"\n")
    except (UnknownModel, ModelError, ControlError, ValueError, OSError, sqlite3.Error) as error:
        print(f"bench.quality.compare: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("bench.quality.compare: stopped; run it again to go on", file=sys.stderr)
        return 130
    print(f"{len(answers)} answers; figures in {options.out / 'report.md'}, blind pairs in {options.out / 'pairs'}")
    return 0


async def _run(options: argparse.Namespace, model: Model, goals: Sequence[Goal]) -> list[Answered]:
    """All answers that there is time for; after the first Ctrl-C only those that are there already."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def on_interrupt() -> None:
        print("stopping; Ctrl-C again stops at once", file=sys.stderr)
        stop.set()
        loop.remove_signal_handler(signal.SIGINT)

    loop.add_signal_handler(signal.SIGINT, on_interrupt)
    end = None if options.minutes is None else time.monotonic() + 60 * options.minutes

    def may_ask() -> bool:
        return not (options.cached or stop.is_set() or (end is not None and time.monotonic() >= end))

    arms = options.arm or ARMS
    try:
        answers: list[Answered] = []
        asked = [arm for arm in _ASKED if arm in arms]
        if asked:
            answers += await _ask_alone(options, model, goals, asked, may_ask)
        if SWARM in arms:
            answers += await _ask_swarm(options, model, goals, may_ask, stop)
        return answers
    finally:
        loop.remove_signal_handler(signal.SIGINT)


async def _ask_alone(
    options: argparse.Namespace, model: Model, goals: Sequence[Goal], arms: Sequence[Arm], may_ask: Callable[[], bool]
) -> list[Answered]:
    """The answers of the model without a swarm, from the cache of replies where they are there."""
    # As far back as the product's own model stands: the seconds of all three are to be comparable.
    running = Running(threads=options.threads, niceness=NICENESS, backend=options.backend)
    backend, identity = open_model(model, running, cached=options.cached)
    cache = CallCache(options.cache)
    asker = CachedModel(backend, cache, identity, may_ask)
    answers: list[Answered] = []
    try:
        for arm in arms:
            for goal in Progress().over(list(goals), f"{model.name} {arm}", lambda one: one.id):
                try:
                    written, spent = await asker.drive(_ASKED[arm](goal.text.strip(), options.seed))
                except OutOfTime:
                    continue
                answers.append(_answered(goal, arm, written.text, written.cut, spent, spent.seconds))
    finally:
        cache.close()
        await backend.close()
    return answers


async def _ask_swarm(
    options: argparse.Namespace,
    model: Model,
    goals: Sequence[Goal],
    may_ask: Callable[[], bool],
    stop: asyncio.Event,
) -> list[Answered]:
    config = Config(model=model.name, threads=options.threads, goals=with_effort(GoalDefaults(), options.effort))
    if options.backend is not None:
        config = msgspec.structs.replace(config, backend=options.backend)
    kept = SwarmAnswers(
        options.cache / "compare", model=f"{model.sha256} {config.backend}", config=config, seed=options.seed
    )
    answers: list[Answered] = []
    for goal in Progress().over(list(goals), f"{model.name} {SWARM}", lambda one: one.id):
        answer = kept.get(goal)
        if answer is None and may_ask():
            answer = await kept.ask(goal, stop)
        if answer is None:
            continue
        spent = Spent(
            requests=answer.requests, evaluated=answer.evaluated, written=answer.written, seconds=answer.seconds
        )
        answers.append(_answered(goal, SWARM, answer.text, answer.cut, spent, answer.waited))
        folder = options.out / "swarm" / goal.id
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "RESULT.md").write_text(answer.result, "utf-8")
        (folder / "plan.md").write_text(answer.plan, "utf-8")
    return answers


def _answered(goal: Goal, arm: Arm, text: str, cut: bool, spent: Spent, waited: float) -> Answered:
    return Answered(
        goal=goal.id, arm=arm, text=text, cut=cut, figures=figures_of(goal, text), spent=spent, waited=waited
    )


if __name__ == "__main__":
    sys.exit(main())
