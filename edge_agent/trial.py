"""``swarm-agent up``: a local swarm in the foreground, shown as it works."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Final

from msgspec import Struct
from rich.console import Console
from slugify import slugify

from edge_agent.config import Config
from edge_agent.daemon import Daemon, started, stopped
from edge_agent.display import Display, OutputGone
from edge_agent.goal_ends import GoalEnds
from edge_agent.goal_files import BadGoalFile, GoalFile, clean_text, goal_of_text
from edge_agent.home import Home, local_swarm
from edge_agent.inbox import is_goal_name
from edge_agent.printable import printable
from edge_agent.results import RESULT
from edge_agent.show import short
from edge_agent.signals import Signals

LOOK_SECONDS: Final = 0.5
"""How often the display and the end are looked at."""
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
    signals = Signals()
    signals.catch()
    ends: GoalEnds | None = None
    try:
        if await started(daemon, signals.stop):
            ends = GoalEnds(daemon, console)
            await _show(daemon, ends, trial, console, signals.stop)
        if signals.stop.is_set():
            console.print("Stopping; the next run of this home goes on here.")
    except OutputGone:
        return 1
    finally:
        await stopped(daemon)
        signals.restore()
    if signals.stop.is_set():
        return 130
    return _report(daemon, ends, trial, console) if trial.until_done and ends is not None else 0


async def _show(daemon: Daemon, ends: GoalEnds, trial: Trial, console: Console, stop: asyncio.Event) -> None:
    """Hand the goal in and show the swarm at work, until it is asked to stop or all is done."""
    if trial.until_done and daemon.models is None:
        raise TrialError(
            daemon.model_problem or 'the model is switched off (model = "none"): nothing would ever be done'
        )
    display = Display(daemon, console)
    goal_text = None if trial.submit is None else _new_goal(daemon, trial.submit, console)
    if goal_text is not None:
        _drop(daemon.home, goal_text)
    async with display.shown():
        await _until(daemon, ends, display, stop, trial.until_done)


def _new_goal(daemon: Daemon, text: str, console: Console) -> str | None:
    """The goal's text where it has to be dropped; None where an earlier run of this home left it open."""
    goal = goal_of_text(text)
    if isinstance(goal, BadGoalFile):
        raise TrialError(f"this is no goal: {goal.reason}")
    for known in daemon.crew.own_goals():
        if not known.ended and known.goal.text == goal.text:
            console.print(f"An earlier run left this goal open; going on with it: {short(known.goal.title)}")
            return None
    for waiting in _waiting(daemon.home):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            if waiting.read_text(encoding="utf-8").strip() == clean_text(text).strip():
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
    temporary.write_text(clean_text(text).rstrip() + "\n", encoding="utf-8")
    temporary.replace(path)


def _waiting(home: Home) -> list[Path]:
    """The goal files that are not taken yet."""
    return [path for path in home.goals.iterdir() if is_goal_name(path.name) and path.is_file()]


async def _until(daemon: Daemon, ends: GoalEnds, display: Display, stop: asyncio.Event, until_done: bool) -> None:
    while not stop.is_set():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK_SECONDS):
                await stop.wait()
        display.look()
        ends.look()
        if not until_done:
            continue
        goals = daemon.crew.own_goals()
        done = goals and all(goal.ended and daemon.results.is_written(goal) for goal in goals)
        if done and not _waiting(daemon.home):
            return


def _report(daemon: Daemon, ends: GoalEnds, trial: Trial, console: Console) -> int:
    """The first lines of the answer that was asked for; the exit code: 1 where a goal of this run was not finished."""
    wanted = None if trial.submit is None else goal_of_text(trial.submit)
    asked = [goal for goal in ends.told if isinstance(wanted, GoalFile) and goal.goal.text == wanted.text]
    if ends.told:
        shown = asked[-1] if asked else ends.told[-1]
        answer = daemon.results.folder_of(shown) / RESULT
    else:  # nothing was left to do: the last of what there is
        shown = max(daemon.crew.own_goals(), key=lambda goal: goal.record.order)
        answer = ends.tell(shown)
    try:
        lines = answer.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        console.print(f"It cannot be read: {error.strerror}")
        return 1
    for line in lines[:ANSWER_LINES]:
        print(f"    {printable(line)}")
    if len(lines) > ANSWER_LINES:
        print(f"    ... and {len(lines) - ANSWER_LINES} lines more")
    return 0 if all(goal.state == "finished" for goal in ends.told or [shown]) else 1
