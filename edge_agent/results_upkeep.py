"""The results folders of one home, kept up to date while the plan grows."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path
from typing import Final

from edge_agent import results
from edge_agent.crew import Crew
from edge_agent.plan import GoalPlan
from edge_agent.records import RecordId
from edge_agent.results import ResultsError, ResultsWriter
from edge_agent.user_service import UserService

log = logging.getLogger(__name__)

RESULTS_SECONDS: Final = 1.0
"""How often the results folder is brought up to date."""
RESULTS_SHARE: Final = 0.1
"""At most this share of the time goes into rendering results: a plan of thousands of tasks is written less often."""


class ResultsUpkeep:
    """One home's. Goals of ``users`` go into their own folders, all others into ``folder``."""

    def __init__(self, folder: Path, crew: Crew, users: UserService) -> None:
        self._crew = crew
        self._users = users
        self._own = ResultsWriter(folder)
        self._written: dict[RecordId, int] = {}
        """The goals in the results folder, each with how many of its records are shown there."""
        self._unwritten: dict[RecordId, str] = {}
        """Why the results of a goal cannot be written."""

    def folder_of(self, goal: GoalPlan) -> Path:
        """Where the goal's results are written."""
        writer = self._users.writer(goal, self._own) or self._own
        return writer.folder / results.folder_name(goal)

    def is_written(self, goal: GoalPlan) -> bool:
        """Whether the results folder shows all that is known of the goal."""
        return self._written.get(goal.id) == len(goal.records)

    def forget(self) -> None:
        """Write everything anew: the agents start anew."""
        self._written.clear()
        self._unwritten.clear()

    async def run(self) -> None:
        """Write until cancelled what is not written yet."""
        while True:
            began = time.process_time()
            for goal in self._crew.own_goals():
                if not self.is_written(goal):
                    await self._write(goal)
            spent = time.process_time() - began
            await asyncio.sleep(max(RESULTS_SECONDS, spent / RESULTS_SHARE))

    async def _write(self, goal: GoalPlan) -> None:
        """Bring one goal's folder up to date; what is wrong with one does not keep the others waiting."""
        count = len(goal.records)
        writer = self._users.writer(goal, self._own)
        if writer is None:
            return
        first = self._crew.agents[0]
        try:
            await writer.write_aside(goal, self._crew.watcher.names() | first.names())
        except ResultsError as error:
            if self._unwritten.get(goal.id) != str(error):
                log.error("%s", error)
            self._unwritten[goal.id] = str(error)
        except Exception as error:
            # Whatever it was: it is tried again when something is added to the goal.
            log.exception("the results of %r cannot be written", goal.goal.title)
            self._unwritten[goal.id] = f"the results of {goal.goal.title!r} cannot be written: {error!r}"
            self._written[goal.id] = count
        else:
            self._unwritten.pop(goal.id, None)
            self._written[goal.id] = count
        first.note_problem("results", next(iter(self._unwritten.values()), None))
