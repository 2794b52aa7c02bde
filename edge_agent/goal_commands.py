"""What an owner says of a goal afterwards: cancel, priority, retry, requorum, forget.

Each is a record like any other: signed, on disk before anyone hears it, and spread to every machine. So it may be said
on any machine of the swarm but an observer, whichever machine took the goal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from edge_agent.agent import Agent
from edge_agent.config import policy_of
from edge_agent.control import ControlError, Handler
from edge_agent.goal_files import RANGES, clean_text
from edge_agent.goal_names import GoalName, place_of
from edge_agent.owners_word import NotServingError
from edge_agent.plan import GoalPlan
from edge_agent.plan.goal import GoalState
from edge_agent.records import RULES_VERSION, Cancel, Forget, Goal, KnownBody, Record, Reprioritise, Requorum
from edge_agent.store import StoreError

LONGEST_REASON: Final = 1_000
"""Characters of a cancellation's reason."""


class Scope(Struct, frozen=True):
    """Whose goals are spoken of: an owner's all, or those of one login user."""

    goals: Callable[[Agent], Sequence[GoalPlan]]
    mark: Callable[[], str]
    """The source hash of a goal that is handed in by a command."""


EVERYTHING: Final = Scope(goals=lambda agent: agent.plan.goals(), mark=lambda: "")


def find_goal(goals: Sequence[GoalPlan], wanted: object, *, meant: Collection[GoalState] = ()) -> GoalPlan:
    """The goal that the owner named (:mod:`edge_agent.goal_names`). ControlError where none or many fit."""
    return goals[place_of([GoalName(goal.id, goal.goal.title, goal.state) for goal in goals], wanted, meant=meant)]


class GoalCommands:
    """The commands of one home. ``speaker`` gives the agent that says things for it, or raises ControlError."""

    def __init__(self, speaker: Callable[[dict[str, Any]], Agent], scope: Scope = EVERYTHING) -> None:
        self._speaker = speaker
        self._scope = scope

    def handlers(self) -> dict[str, Handler]:
        """What answers each command."""
        return {
            "cancel": self._cancel,
            "priority": self._priority,
            "retry": self._retry,
            "requorum": self._requorum,
            "forget": self._forget,
        }

    def _agent_and_goal(self, request: dict[str, Any], *meant: GoalState) -> tuple[Agent, GoalPlan]:
        agent = self._speaker(request)
        if "observer" in agent.roles:
            raise ControlError(f"{agent.name} is an observer: it says nothing; do this on another machine of the swarm")
        return agent, find_goal(self._scope.goals(agent), request.get("goal"), meant=meant)

    async def _cancel(self, request: dict[str, Any]) -> Any:
        agent, goal = self._agent_and_goal(request, "open")
        reason = clean_text(str(request.get("reason") or "")).strip()
        if goal.ended:
            raise ControlError(f"{goal.goal.title!r} has ended already: it is {goal.state}")
        await _say(agent, Cancel(goal=goal.id, reason=reason[:LONGEST_REASON] or "cancelled by its owner"))
        return {"goal": goal.id, "title": goal.goal.title}

    async def _priority(self, request: dict[str, Any]) -> Any:
        agent, goal = self._agent_and_goal(request, "open")
        priority = _whole_number(request.get("priority"), "priority")
        if goal.ended:
            raise ControlError(f"{goal.goal.title!r} has ended already ({goal.state}): its priority changes nothing")
        before = goal.priority
        if priority == before:
            raise ControlError(f"{goal.goal.title!r} has priority {priority} already")
        await _say(agent, Reprioritise(goal=goal.id, priority=priority))
        return {"goal": goal.id, "title": goal.goal.title, "priority": priority, "before": before}

    async def _requorum(self, request: dict[str, Any]) -> Any:
        agent, goal = self._agent_and_goal(request, "open")
        wanted = _whole_number(request.get("quorum"), "quorum")
        _refuse_newer(goal)
        if goal.ended:
            raise ControlError(f"{goal.goal.title!r} has ended already ({goal.state}): no more votes are needed")
        quorum, self_votes = goal.quorum_now()
        alone = agent.owner.living_scorers < 2
        if wanted > quorum or (wanted == quorum and (self_votes or not alone)):
            raise ControlError(
                f"the quorum of {goal.goal.title!r} is {quorum} as it is: it can only be lowered, so that nothing "
                "that was decided is undone"
            )
        # Self-votes count by the rule for new goals: only where fewer than two scorers live.
        await _say(agent, Requorum(goal=goal.id, quorum=wanted, self_votes=self_votes or alone))
        return {
            "goal": goal.id,
            "title": goal.goal.title,
            "quorum": wanted,
            "before": quorum,
            "self_votes": self_votes or alone,
        }

    async def _retry(self, request: dict[str, Any]) -> Any:
        agent, goal = self._agent_and_goal(request, "failed", "cancelled")
        _refuse_newer(goal)
        if not goal.ended:
            raise ControlError(
                f"{goal.goal.title!r} is still open: there is nothing to retry. To begin it anew, cancel it first"
            )
        if goal.state == "finished":
            raise ControlError(f"{goal.goal.title!r} is finished: for another answer, hand it in again with `submit`")
        self._refuse_twin(agent, goal)
        await agent.owner.wait_until_acquainted()
        self._refuse_twin(agent, goal)
        living = policy_of(agent.config.goals, agent.owner.living_scorers)
        policy = msgspec.structs.replace(goal.policy, quorum=living.quorum, self_votes=living.self_votes)
        record = await _say(
            agent,
            # No source hash: a file of the old goal that lies in the folder again is another wish of its owner's.
            msgspec.structs.replace(
                goal.goal,
                policy=policy,
                origin_name=agent.name,
                rules=RULES_VERSION,
                source_hash=self._scope.mark(),
                priority=goal.priority,
            ),
        )
        return {"goal": record.id, "retried": goal.id, "was": goal.state, "title": goal.goal.title}

    async def _forget(self, request: dict[str, Any]) -> Any:
        agent, goal = self._agent_and_goal(request)
        if goal.forgotten:
            raise ControlError(f"{goal.goal.title!r} is forgotten already")
        if not goal.ended:
            raise ControlError(f"{goal.goal.title!r} is still open: cancel it first, then forget it")
        await _say(agent, Forget(goal=goal.id))
        return {"goal": goal.id, "title": goal.goal.title}

    def _refuse_twin(self, agent: Agent, goal: GoalPlan) -> None:
        """The same wish twice at once is a key pressed twice."""

        def says(body: Goal) -> tuple[str, str]:
            return body.title, body.text

        known = self._scope.goals(agent)
        twin = next((one for one in known if not one.ended and says(one.goal) == says(goal.goal)), None)
        if twin is not None:
            raise ControlError(f"{goal.goal.title!r} is being worked on already, as goal {twin.id[:8]}")


async def _say(agent: Agent, body: KnownBody) -> Record:
    try:
        return await agent.owner.say(body)
    except (NotServingError, StoreError) as error:
        raise ControlError(str(error)) from error


def _whole_number(value: object, what: str) -> int:
    low, high = RANGES[what]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ControlError(f"a {what} is a whole number from {low} to {high}, not {value!r}")
    return value


def _refuse_newer(goal: GoalPlan) -> None:
    if not goal.understood:
        raise ControlError(
            f"{goal.goal.title!r} was made by a newer version of swarm-agent, whose rules this one does not know: "
            "update it"
        )
