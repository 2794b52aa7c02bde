"""What the owner asks of a running agent on its control socket: see :mod:`edge_agent.control` for how."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from edge_agent import results
from edge_agent.agent import Agent
from edge_agent.clock import ms_of_clock
from edge_agent.control import ControlError, Handler
from edge_agent.effort import EFFORTS
from edge_agent.goal_commands import EVERYTHING, GoalCommands, Scope, find_goal
from edge_agent.goal_files import BadGoalFile, goal_of_text
from edge_agent.owners_word import NotServingError
from edge_agent.plan import GoalPlan
from edge_agent.plan.tree import tree
from edge_agent.printable import one_line
from edge_agent.status import status_of
from edge_agent.store import StoreError


def taker_of(agents: Sequence[Agent]) -> Agent | None:
    """The agent that takes the goals of a home: the first that is no observer."""
    return next((agent for agent in agents if "observer" not in agent.roles), None)


class OwnerCommands:
    """The commands of one home. ``agents`` may still grow; ``inbox_problems`` is None until all have started.

    ``scope``: of which goals is spoken.
    """

    def __init__(
        self,
        home: Path,
        agents: Sequence[Agent],
        inbox_problems: Callable[[], Mapping[str, str] | None],
        scope: Scope = EVERYTHING,
    ) -> None:
        self._home = home
        self._agents = agents
        self._inbox_problems = inbox_problems
        self._scope = scope

    def handlers(self) -> dict[str, Handler]:
        """What answers each command."""
        return {
            "status": self._answer_status,
            "tree": self._answer_tree,
            "submit": self._answer_submit,
            "results": self._answer_results,
            **GoalCommands(self._speaker, self._scope).handlers(),
        }

    def _agent_of(self, request: dict[str, Any]) -> Agent:
        if not self._agents:
            raise ControlError("the agent is still starting: ask again in a few seconds")
        name = request.get("agent")
        if name is None:
            return self._agents[0]
        for agent in self._agents:
            if name in (agent.name, agent.peer_id):
                return agent
        raise ControlError(f"no agent {name!r} here; there are: {', '.join(agent.name for agent in self._agents)}")

    def _speaker(self, request: dict[str, Any]) -> Agent:
        """The agent that says for the home what its owner wants said."""
        return self._agent_of(request) if request.get("agent") else (taker_of(self._agents) or self._agent_of(request))

    async def _answer_status(self, request: dict[str, Any]) -> Any:
        agents = [self._agent_of(request)] if request.get("agent") else self._agents
        inbox = self._inbox_problems()
        problems = [one_line(f"{name or 'goals folder'}: {reason}") for name, reason in (inbox or {}).items()]
        if inbox is None:
            problems.append("still starting: the model is being loaded, or the agents join the others")
        return {"home": str(self._home), "agents": [self._status(agent) for agent in agents], "problems": problems}

    def _status(self, agent: Agent) -> Any:
        return status_of(agent) if self._scope is EVERYTHING else status_of(agent, only=self._scope.goals(agent))

    async def _answer_tree(self, request: dict[str, Any]) -> Any:
        agent = self._agent_of(request)
        wanted = request.get("goal")
        known = self._scope.goals(agent)
        goals = [find_goal(known, wanted)] if wanted else [goal for goal in known if not goal.forgotten]
        return {
            "agent": agent.name,
            "digest": agent.plan.digest(),
            "names": agent.names(),
            "goals": [msgspec.to_builtins(tree(goal)) for goal in goals],
            "lacks": {goal.id: lacks for goal in goals if (lacks := agent.outlook.shortages(goal))},
        }

    async def _answer_submit(self, request: dict[str, Any]) -> Any:
        agent = self._speaker(request)
        name = str(request.get("name", ""))
        goal = goal_of_text(str(request.get("text", "")), name=name, source_hash=self._scope.mark())
        if isinstance(goal, BadGoalFile):
            raise ControlError(f"{one_line(name) or 'this'} is no goal: {goal.reason}")
        if (effort := request.get("effort")) is not None:
            if effort not in EFFORTS:
                raise ControlError(f"the effort is one of {', '.join(EFFORTS)}, not {effort!r}")
            goal = msgspec.structs.replace(goal, options=msgspec.structs.replace(goal.options, effort=effort))
        try:
            goal_id = await agent.owner.submit(goal)
        except (NotServingError, StoreError) as error:
            raise ControlError(str(error)) from error
        return {"goal": goal_id, "title": goal.title}

    async def _answer_results(self, request: dict[str, Any]) -> Any:
        agent = self._agent_of(request)
        known = self._scope.goals(agent)
        if request.get("goal") is None:
            latest_first = sorted(known, key=lambda goal: goal.record.order, reverse=True)
            return {"goals": [_listed(goal) for goal in latest_first]}
        goal = find_goal(known, request["goal"])
        names = agent.names()
        return {
            "goal": goal.id,
            "state": goal.state,
            "folder": results.folder_name(goal),
            "files": results.rendered(goal, names),
        }


def _listed(goal: GoalPlan) -> dict[str, Any]:
    """A goal in the list of those that have results; ``when`` it was taken: milliseconds since 1970."""
    return {
        "goal": goal.id,
        "title": goal.goal.title,
        "state": goal.state,
        "when": ms_of_clock(goal.record.clock),
        "folder": results.folder_name(goal),
    }


USER_COMMANDS: Final = ("status", "tree", "submit", "results", "cancel", "retry")
"""What a login user of the system's service may ask, of their own goals alone."""


def user_handlers(
    folder: Path, agents: Sequence[Agent], inbox_problems: Callable[[], Mapping[str, str] | None], scope: Scope
) -> dict[str, Handler]:
    """What answers a login user; the other commands are root's."""

    async def refuse(request: dict[str, Any]) -> Any:
        raise ControlError("this is for root to do: it concerns the whole machine, or goals of others too")

    handlers = OwnerCommands(folder, agents, inbox_problems, scope).handlers()
    roots = dict.fromkeys((*handlers, "join", "rekey", "reload"), refuse)
    return roots | {name: handlers[name] for name in USER_COMMANDS}
