"""``swarm-agent up``: a local swarm in the foreground, shown as it works."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.live import Live
from slugify import slugify

from edge_agent.agent import Agent
from edge_agent.clock import ms_of_clock
from edge_agent.config import Config
from edge_agent.daemon import Daemon, Home, local_swarm
from edge_agent.goal_files import BadGoalFile, goal_of_text
from edge_agent.plan import GoalPlan
from edge_agent.plan.tree import tree
from edge_agent.records import Record
from edge_agent.show import EventLines, live_view, short
from edge_agent.status import problems_of

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.5
"""How often the display and the end are looked at."""
PROGRESS_SECONDS: Final = 20.0
"""Piped: how often it is said what is at work when nothing else happened."""
ANSWER_LINES: Final = 16
"""How much of the answer is printed at the end."""


class Trial(Struct, frozen=True, kw_only=True):
    """What ``swarm-agent up`` was asked for. ``submit`` is a goal to drop into the watched folder."""

    home: Path
    config: Config
    submit: str | None = None
    until_done: bool = False


class TrialError(Exception):
    """The trial cannot begin; the message says why."""


async def run_trial(trial: Trial, console: Console) -> int:
    """Run the swarm until Ctrl-C, or until all goals have ended; the exit code."""
    home = Home(trial.home)
    daemon = Daemon(home, trial.config, local_swarm(home, trial.config))
    stop = asyncio.Event()
    interrupted = asyncio.Event()
    restore = _catch_signals(stop, interrupted)
    try:
        await daemon.start()
        if trial.until_done and daemon.model_problem is not None:
            raise TrialError(daemon.model_problem)
        display = _Display(daemon, console)
        goal_text = None if trial.submit is None else _new_goal(daemon, trial.submit, console)
        if goal_text is not None:
            _drop(home, goal_text)
        async with display.shown():
            await _until(daemon, display, stop, trial.until_done)
        if interrupted.is_set():
            console.print("Stopping; the next run of this home goes on here.")
    finally:
        await daemon.stop()
        restore()
    if interrupted.is_set():
        return 130
    return _report(daemon, console) if trial.until_done else 0


def _catch_signals(stop: asyncio.Event, interrupted: asyncio.Event) -> Callable[[], None]:
    """The first signal stops cleanly, a second one at once."""
    loop = asyncio.get_running_loop()

    def on_signal() -> None:
        if interrupted.is_set():
            os._exit(130)
        interrupted.set()
        stop.set()

    caught = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for one in caught:
        loop.add_signal_handler(one, on_signal)

    def restore() -> None:
        for one in caught:
            loop.remove_signal_handler(one)

    return restore


def _new_goal(daemon: Daemon, text: str, console: Console) -> str | None:
    """The goal's text where it has to be dropped; None where an earlier run of this home left it open."""
    goal = goal_of_text(text)
    if isinstance(goal, BadGoalFile):
        raise TrialError(f"this is no goal: {goal.reason}")
    for known in daemon.own_goals():
        if not known.ended and known.goal.text == goal.text:
            console.print(f"An earlier run left this goal open; going on with it: {short(known.goal.title)}")
            return None
    for waiting in daemon.home.goals.glob("*.md"):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            if waiting.read_text(encoding="utf-8").strip() == text.strip():
                return None
    return text


def _drop(home: Home, text: str) -> None:
    """Put the goal into the watched folder, as its owner would."""
    goal = goal_of_text(text)
    slug = "goal" if isinstance(goal, BadGoalFile) else slugify(goal.title, max_length=40) or "goal"
    path = next(
        one
        for one in (home.goals / f"{slug}{f'-{number}' if number else ''}.md" for number in range(10_000))
        if not one.exists()
    )
    temporary = path.with_name(f".{path.name}.new")
    temporary.write_text(text.rstrip() + "\n", encoding="utf-8")
    temporary.replace(path)


async def _until(daemon: Daemon, display: _Display, stop: asyncio.Event, until_done: bool) -> None:
    while not stop.is_set():
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), LOOK_SECONDS)
        display.look()
        goals = daemon.own_goals()
        waiting = any(daemon.home.goals.glob("*.md")) or any(daemon.home.goals.glob("*.txt"))
        if until_done and goals and not waiting and all(goal.ended and daemon.is_written(goal) for goal in goals):
            return


class _Display:
    """Shows a running swarm: a live tree on a terminal, else a line for each event."""

    def __init__(self, daemon: Daemon, console: Console) -> None:
        self._daemon = daemon
        self._console = console
        self._live: Live | None = None
        self._events = EventLines()
        self._started = time.monotonic()
        self._said_at = self._started
        self._watcher: Agent = daemon.watcher
        self._watcher.log.on_record(self._hear)

    @contextlib.asynccontextmanager
    async def shown(self) -> AsyncIterator[None]:
        """Show it while the context lasts."""
        models = self._daemon.models
        agents = ", ".join(f"{agent.name} ({'+'.join(sorted(agent.roles))})" for agent in self._daemon.agents)
        self._console.print(f"Agents: {agents}", highlight=False)
        self._console.print(f"Model: {models.name if models else 'none'}", highlight=False)
        self._console.print(f"Goals go into {self._daemon.home.goals}", highlight=False)
        if not self._console.is_terminal:
            yield
            return
        with Live(console=self._console, auto_refresh=False, transient=True, vertical_overflow="visible") as self._live:
            yield
            self._live.update("", refresh=True)
        self._live = None

    def look(self) -> None:
        """Bring the display up to date."""
        if self._live is not None:
            goals = [tree(goal) for goal in self._watcher.plan.goals() if self._is_of_interest(goal)]
            self._live.update(
                live_view(goals, self._watcher.names(), self._progress(), self._time_and_footer()), refresh=True
            )
        elif time.monotonic() - self._said_at > PROGRESS_SECONDS and self._busy():
            self._line(f"... {self._footer()}")

    def _is_of_interest(self, goal: GoalPlan) -> bool:
        return not goal.ended or ms_of_clock(goal.record.clock) / 1_000 > time.time() - (
            time.monotonic() - self._started
        )

    def _progress(self) -> dict[str, float]:
        return {claim: run.progress for agent in self._daemon.agents for claim, run in agent.performer.runs.items()}

    def _busy(self) -> bool:
        return any(not goal.ended for goal in self._watcher.plan.goals())

    def _footer(self) -> str:
        doing = [f"{agent.name}: {what}" for agent in self._daemon.agents if (what := _activity(agent))] or [
            "listening" if self._busy() else "no open goal"
        ]
        problems = sorted({problem for agent in self._daemon.agents for problem in problems_of(agent)})
        return "; ".join([*doing, *problems])

    def _time_and_footer(self) -> str:
        return f"{_minutes(time.monotonic() - self._started)} {self._footer()}".replace("; ", "\n      ")

    def _hear(self, record: Record) -> None:
        for line in self._events.lines(record, self._watcher.plan, self._watcher.names()):
            if self._live is None:
                self._line(line)

    def _line(self, line: str) -> None:
        self._said_at = time.monotonic()
        print(f"{_minutes(self._said_at - self._started)} {line}", flush=True)


def _activity(agent: Agent) -> str:
    """What an agent is at, in a few words."""
    doing = [f"writing {short(run.title, 40)!r} {run.progress:.0%}" for run in agent.performer.runs.values()]
    if agent.performer.proposing:
        doing.append("splitting")
    if agent.performer.judging:
        doing.append("judging")
    return ", ".join(doing)


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60:02}:{int(seconds) % 60:02}"


def _report(daemon: Daemon, console: Console) -> int:
    """What came of it: where the answer is, its first lines, what the time went into."""
    latest = max(daemon.own_goals(), key=lambda goal: goal.record.order)
    answer = daemon.result_folder(latest) / "RESULT.md"
    console.print(f"\n{latest.goal.title}: {latest.state}. The answer is in {answer}\n", highlight=False, markup=False)
    try:
        lines = answer.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        console.print(f"It cannot be read: {error.strerror}", highlight=False)
        return 1
    for line in lines[:ANSWER_LINES]:
        print(f"    {line}")
    if len(lines) > ANSWER_LINES:
        print(f"    ... and {len(lines) - ANSWER_LINES} lines more")
    console.print(_times(daemon, latest), highlight=False, markup=False)
    return 0 if latest.state == "finished" else 1


def _times(daemon: Daemon, goal: GoalPlan) -> str:
    """How long the goal took, and how much of it the model worked."""
    end = goal.root.text.clock if goal.root.text is not None else goal.record.clock
    wall = (ms_of_clock(end) - ms_of_clock(goal.record.clock)) / 1_000
    if daemon.models is None:
        return f"\nTook {_minutes(wall)}."
    model = daemon.models.seconds_of(f"{goal.id}/")
    rest = max(0.0, wall - model)
    share = f" ({rest / wall:.0%})" if wall > 0 else ""
    return f"\nTook {_minutes(wall)}: {model:.1f} s of model time, {rest:.1f} s{share} of coordination."


def terminal_console(*, file_is_terminal: bool | None = None) -> Console:
    """A console for standard output, without colours and motion where it is piped."""
    return Console(file=sys.stdout, force_terminal=file_is_terminal, soft_wrap=True)


def with_overrides(
    config: Config, *, model: str | None = None, max_tasks: int | None = None, max_depth: int | None = None
) -> Config:
    """The configuration with what the command line says."""
    goals = msgspec.structs.replace(
        config.goals,
        max_tasks=config.goals.max_tasks if max_tasks is None else max_tasks,
        max_depth=config.goals.max_depth if max_depth is None else max_depth,
    )
    return msgspec.structs.replace(config, model=config.model if model is None else model, goals=goals)
