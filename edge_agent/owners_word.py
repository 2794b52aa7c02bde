"""What an owner has one machine say to the swarm: goals, and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from edge_agent.catching_up import CatchingUp
from edge_agent.clock import monotonic_seconds, ms_of_clock
from edge_agent.config import policy_of
from edge_agent.goal_files import GoalFile
from edge_agent.moving import is_on_the_way
from edge_agent.neighbours import Neighbours
from edge_agent.own_part import OwnPart
from edge_agent.plan import GoalPlan
from edge_agent.record_log import RecordLog
from edge_agent.records import RULES_VERSION, Goal, KnownBody, PeerId, Record, RecordId


class NotServingError(Exception):
    """The agent refuses this by its role or state; the message says why."""


class OwnersWord:
    """One agent's. ``former_ids``: identities that it gave up, with the wall clock then (milliseconds since 1970).

    ``directory`` holds what it is started with, goals that move from another swarm as well.
    """

    def __init__(
        self,
        part: OwnPart,
        neighbours: Neighbours,
        records: RecordLog,
        catching_up: CatchingUp,
        former_ids: Mapping[PeerId, int],
        directory: Path,
    ) -> None:
        self._part = part
        self._neighbours = neighbours
        self._records = records
        self._catching_up = catching_up
        self._former_ids = former_ids
        self._directory = directory

    async def wait_until_acquainted(self) -> None:
        """Wait after a start until the living were heard, so that a goal's quorum is counted from them."""
        await self._catching_up.wait()
        await self._neighbours.wait_until_acquainted()

    async def submit(self, goal: GoalFile) -> RecordId:
        """Publish the goal; it is on disk when this returns. NotServingError on an observer, StoreError when full."""
        self._refuse("it takes no goals; give them to another machine")
        await self.wait_until_acquainted()
        options = goal.options
        record = await self._records.publish(
            Goal(
                title=goal.title,
                text=goal.text,
                origin_name=self._part.name,
                language=options.language,
                rules=RULES_VERSION,
                source_hash=goal.source_hash,
                source_name=goal.source_name,
                priority=options.priority,
                policy=policy_of(
                    self._part.config.goals,
                    self.living_scorers,
                    quorum=options.quorum,
                    effort=options.effort,
                    max_depth=options.max_depth,
                    max_tasks=options.max_tasks,
                ),
            )
        )
        return record.id

    async def say(self, body: KnownBody) -> Record:
        """Publish what the owner says. NotServingError on an observer, StoreError where nothing can be stored."""
        self._refuse("it says nothing; do this on another machine")
        return await self._records.publish(body)

    def _refuse(self, as_observer: str) -> None:
        if self._part.observes:
            raise NotServingError(f"{self._part.name} is an observer: {as_observer}")
        if self._part.stopped:
            raise NotServingError(f"{self._part.name} is starting anew: ask again in a few seconds")

    def has_taken(self, source_hash: str) -> bool:
        """Whether this machine published a goal from this file before."""
        return any(goal.goal.source_hash == source_hash for goal in self.goals()) or is_on_the_way(
            self._directory, source_hash
        )

    def goals(self) -> list[GoalPlan]:
        """The goals that this machine took, under an identity that it gave up as well."""
        me = self._neighbours.presence.me
        return [
            goal
            for goal in self._records.plan.goals()
            if goal.author == me or ms_of_clock(goal.record.clock) <= self._former_ids.get(goal.author, -1)
        ]

    @property
    def living_scorers(self) -> int:
        """How many machines score or are about to, as cover, this one included where it is one of them."""
        return self._part.scorers(self._neighbours.presence, monotonic_seconds())
