"""What one agent decides on: its view of the swarm and of its own work, right after a sleep too."""

from __future__ import annotations

import functools
import logging
from collections.abc import Collection, Sequence
from typing import Final

from edge_agent.catching_up import CatchingUp
from edge_agent.clock import monotonic_seconds
from edge_agent.hardware import load_fraction
from edge_agent.neighbours import Neighbours
from edge_agent.own_part import OwnPart
from edge_agent.performer import Performer
from edge_agent.plan import GoalPlan
from edge_agent.record_log import RecordLog
from edge_agent.roles.decide import decide, is_wanted
from edge_agent.roles.intents import Intent, Judge, Propose, RunClaim
from edge_agent.roles.memory import Memory
from edge_agent.roles.shortage import shortages
from edge_agent.roles.view import View
from edge_agent.timekeeper import Timekeeper

log = logging.getLogger(__name__)

TURN_SECONDS: Final = 0.3
"""How long an agent that ended a run leaves the shared model to the other agents of the process."""


class Outlook:
    """One agent's."""

    def __init__(
        self,
        part: OwnPart,
        neighbours: Neighbours,
        records: RecordLog,
        performer: Performer,
        catching_up: CatchingUp,
        time: Timekeeper,
    ) -> None:
        self.shares_model_with: Collection[Performer] = ()
        """Those of the other agents of the process that use the same model."""
        self._part = part
        self._neighbours = neighbours
        self._records = records
        self._performer = performer
        self._catching_up = catching_up
        self._time = time
        self._memory = Memory()

    def view(self, now: float) -> View:
        """What the roles decide on; ``now`` in seconds of the monotonic clock."""
        presence, config = self._neighbours.presence, self._part.config
        return View(
            me=presence.me,
            roles=self._part.roles,
            tier=self._part.tier,
            load=load_fraction(now),
            peers=presence.living(now),
            proposing=self._performer.proposing,
            declined=self._performer.declined,
            judging=self._performer.judging,
            opened=self._performer.opened,
            running={claim: run.progress for claim, run in self._performer.runs.items()},
            awake_since=self._catching_up.awake_since,
            heard_since=self._neighbours.hearing.since,
            caught_up=self._catching_up.done,
            takes_work=self._part.takes_work and self._records.store_problem is None,
            model_free=self._has_turn_on_the_model(now),
            beacon_interval=presence.slowest_interval(now),
            settle=config.claim_settle_seconds,
            now_ms=self._time.reference_ms() if self._time.trusted else None,
            retention_ms=config.goals.retention_ms,
        )

    def turn(self, now: float) -> None:
        """A loop turns: the first one to turn after a sleep notices it, before anything is decided on old knowledge."""
        if self._catching_up.turn(now):
            log.info("%s: awake again; the others' silence counts from now", self._part.name)
            self._neighbours.presence.forgive(now)

    def decide(self, now: float) -> Sequence[Intent]:
        """What to do now; thoughts that nobody needs any more are dropped."""
        plan, view = self._records.plan, self.view(now)
        self._memory.observe(plan, view, now)
        self._performer.drop_unwanted(functools.partial(is_wanted, plan, view))
        if not self._catching_up.done:
            return ()
        intents = decide(plan, view, self._memory, now)
        self._part.productivity.observe(plan, view, intents, now)
        return intents

    def shortages(self, goal: GoalPlan) -> list[str]:
        """What the goal lacks, as far as this agent knows, in words for its owner."""
        return shortages(goal, self.view(monotonic_seconds()))

    async def may_say(self, work: Propose | Judge | RunClaim) -> bool:
        """Whether the outcome of model work is to be published; after a sleep that shows once the others were heard."""
        self.turn(monotonic_seconds())
        await self._catching_up.wait()
        return is_wanted(self._records.plan, self.view(monotonic_seconds()), work)

    def _has_turn_on_the_model(self, now: float) -> bool:
        """Whether a claim of this agent would run at once: agents that share a model take turns.

        The one that just ended a run hears of it first; it leaves the next turn to the others for a moment.
        """
        if any(other.has_claims for other in self.shares_model_with):
            return False
        return not self.shares_model_with or now - self._performer.last_run_ended >= TURN_SECONDS
