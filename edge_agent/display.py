"""What ``swarm-agent up`` shows while it runs: a live tree on a terminal, else a line for each event."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import AsyncIterator
from typing import Final

from rich.console import Console, RenderableType
from rich.live import Live

from edge_agent.agent import Agent
from edge_agent.clock import ms_of_clock
from edge_agent.daemon import Daemon
from edge_agent.goal_times import minutes
from edge_agent.plan import GoalPlan
from edge_agent.plan.tree import GoalView, tree
from edge_agent.records import Record, RecordId
from edge_agent.show import EventLines, live_view, short
from edge_agent.status import problems_of

log = logging.getLogger(__name__)

PROGRESS_SECONDS: Final = 20.0
"""Piped: how often it is said what is at work when nothing else happened."""
MOST_GOALS: Final = 12
"""Goals in the live tree at once: more do not fit, and drawing hundreds would take the time of those who work."""


class OutputGone(Exception):
    """Nobody reads what is printed any more."""


class Display:
    """Shows a running swarm on ``console``. :meth:`look` raises OutputGone once nobody reads any more."""

    def __init__(self, daemon: Daemon, console: Console) -> None:
        self._daemon = daemon
        self._console = console
        self._live: Live | None = None
        self._events = EventLines()
        self._views: dict[RecordId, tuple[int, GoalView]] = {}
        self._gone = False
        self._started = time.monotonic()
        self._said_at = self._started
        self._watcher: Agent = daemon.crew.watcher
        self._watcher.log.on_record(self._hear)

    @contextlib.asynccontextmanager
    async def shown(self) -> AsyncIterator[None]:
        """Show it while the context lasts."""
        models = self._daemon.models
        agents = ", ".join(
            f"{agent.name} ({'+'.join(sorted(agent.roles)) or 'no role'})" for agent in self._daemon.agents
        )
        self._console.print(f"Agents: {agents}")
        problem = self._daemon.model_problem
        lacking = f"none, so goals are taken and nothing is written{'' if problem is None else f': {problem}'}"
        self._console.print(f"Model: {models.name if models else lacking}")
        self._console.print(f"Goals go into {self._daemon.home.goals}, or are handed in with `swarm-agent submit`")
        if not self._console.is_terminal:
            yield
            return
        with Live(
            console=self._console, auto_refresh=False, transient=True, vertical_overflow="ellipsis"
        ) as self._live:
            yield
            self._live.update("", refresh=True)
        self._live = None

    def look(self) -> None:
        """Bring the display up to date."""
        if self._daemon.crew.watcher is not self._watcher:  # the agents were started anew
            self._watcher = self._daemon.crew.watcher
            self._watcher.log.on_record(self._hear)
        if self._live is not None:
            self._live.update(self._picture(), refresh=True)
        elif time.monotonic() - self._said_at > PROGRESS_SECONDS and self._busy():
            self._line(f"... {self._footer()}")
        if self._gone:
            raise OutputGone

    def _picture(self) -> RenderableType:
        goals = [goal for goal in self._watcher.plan.goals() if self._is_of_interest(goal)]
        goals.sort(key=lambda goal: goal.ended)
        views = [self._view(goal) for goal in goals[:MOST_GOALS]]
        footer = f"{minutes(time.monotonic() - self._started)} {self._footer()}".replace("; ", "\n      ")
        return live_view(
            views, self._watcher.names(), self._progress(), footer, height=self._console.height, of=len(goals)
        )

    def _view(self, goal: GoalPlan) -> GoalView:
        """The goal's tree, made anew only where something was added to the goal."""
        count, view = self._views.get(goal.id, (0, None))
        if view is None or count != len(goal.records):
            view = tree(goal)
            self._views[goal.id] = len(goal.records), view
        return view

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

    def _hear(self, record: Record) -> None:
        # Called from where records come in: nothing that goes wrong with showing may go further than this.
        try:
            for line in self._events.lines(record, self._watcher.plan, self._watcher.names()):
                if self._live is None:
                    self._line(line)
        except Exception:
            log.exception("a record could not be shown")

    def _line(self, line: str) -> None:
        self._said_at = time.monotonic()
        try:
            print(f"{minutes(self._said_at - self._started)} {line}", flush=True)
        except OSError as error:
            if not self._gone:
                log.warning("what is printed is no longer read: %s", error)
            self._gone = True


def _activity(agent: Agent) -> str:
    """What an agent is at, in a few words."""
    doing = [f"writing {short(run.title, 40)!r} {run.progress:.0%}" for run in agent.performer.runs.values()]
    if agent.performer.proposing:
        doing.append("splitting")
    if agent.performer.judging:
        doing.append("judging")
    return ", ".join(doing)
