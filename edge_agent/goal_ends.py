"""``swarm-agent up`` says of each goal that it has ended, where its answer is, and what the time went into."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from edge_agent.clock import monotonic_seconds, wall_ms
from edge_agent.daemon import Daemon
from edge_agent.goal_times import GoalTimes, times_told
from edge_agent.plan import GoalPlan
from edge_agent.records import RecordId
from edge_agent.results import RESULT
from edge_agent.show import short


class GoalEnds:
    """The goals that end while a swarm is shown, each told once its results are written."""

    def __init__(self, daemon: Daemon, console: Console) -> None:
        self._daemon = daemon
        self._console = console
        self._times = GoalTimes(daemon.models, wall_ms(), monotonic_seconds)
        self._before = {goal.id for goal in daemon.crew.own_goals() if goal.ended}
        self._told: dict[RecordId, GoalPlan] = {}

    @property
    def told(self) -> list[GoalPlan]:
        """Those of which it was said, in that order."""
        return list(self._told.values())

    def look(self) -> None:
        """Say it of those that have ended since the last look."""
        goals = [goal for goal in self._daemon.crew.own_goals() if goal.id not in self._before]
        self._times.look(goals)
        for goal in goals:
            if goal.ended and goal.id not in self._told and self._daemon.results.is_written(goal):
                self._told[goal.id] = goal
                self.tell(goal)
                times = times_told(self._times.spent(goal), with_model=self._daemon.models is not None)
                self._console.print(f"{times}\n")

    def tell(self, goal: GoalPlan) -> Path:
        """Say how the goal ended, and return where its answer is."""
        answer = self._daemon.results.folder_of(goal) / RESULT
        what = "The answer is" if goal.state == "finished" else "What was written of it is"
        self._console.print(f"\n{short(goal.goal.title)}: {goal.state}. {what} in {answer}\n")
        return answer
