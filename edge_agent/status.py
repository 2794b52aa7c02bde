"""What an agent tells its owner of itself: the status for people and programs, and the line that systemd shows."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import psutil

from edge_agent import __version__
from edge_agent.agent import Agent
from edge_agent.clock import monotonic_seconds
from edge_agent.effort import effort_of
from edge_agent.hardware import load_fraction
from edge_agent.mesh.bridge import TrioThread
from edge_agent.performer import Run
from edge_agent.plan import GoalPlan
from edge_agent.printable import one_line

_PUBLIC: Final = ("model", "store", "clock", "identity", "discovery")
"""The problems that concern everybody who uses the machine, by subject."""
MOST_TOLD: Final = 100
"""Open goals of which the status tells how far they are and what they lack."""
LONGEST_TITLE: Final = 60
"""Characters of a task's title on the status line."""


def problems_of(agent: Agent) -> list[str]:
    """What the owner should know, and often do something about; each on one line."""
    # A full disk first: it is what keeps this machine from working, and the line for systemd has room for one.
    problems = [agent.log.store_problem, *agent.problems.values(), agent.performer.last_problem]
    problems += agent.mesh.conduct.lines(agent.name_of, monotonic_seconds())
    return [one_line(problem) for problem in problems if problem]


def public_problems(agent: Agent) -> list[str]:
    """Those of them that name nobody's goals."""
    problems = [
        agent.log.store_problem,
        *(agent.problems.get(subject) for subject in _PUBLIC),
        agent.performer.last_problem,
    ]
    return [one_line(problem) for problem in problems if problem]


def resources() -> dict[str, int]:
    """What this process uses: memory in bytes, and counts that should not grow. Call it in the asyncio loop."""
    process = psutil.Process()
    return {
        "memory": process.memory_info().rss,
        "files": process.num_fds(),
        "threads": process.num_threads(),
        "tasks": len(asyncio.all_tasks()),
        "mesh_tasks": TrioThread.living_tasks(),
    }


def status_of(agent: Agent, *, only: Sequence[GoalPlan] | None = None) -> dict[str, Any]:
    """A summary, ready for JSON. ``only``: of goals only these are spoken of, for a user who may know no others."""
    now = monotonic_seconds()
    goals = agent.plan.goals() if only is None else only
    shown = {goal.id for goal in goals}
    forgotten = sum(goal.forgotten for goal in goals)
    ended = sum(goal.ended for goal in goals) - forgotten
    opened = [goal for goal in goals if not goal.ended]
    return {
        "name": agent.name,
        "version": __version__,
        "peer_id": agent.peer_id,
        "swarm": agent.swarm,
        "roles": sorted(agent.roles),
        "why": {role: agent.part.keeper.why(role) for role in sorted(agent.roles)},
        "hardware": str(agent.part.hardware),
        "load": round(load_fraction(now), 2),
        "beacon_interval": round(agent.presence.interval_now(now), 1),
        "model": None if agent.models is None else agent.models.name,
        "addresses": agent.mesh.addresses,
        "peers": _peers_of(agent, now),
        "connected": sorted(agent.mesh.connected()),
        "goals": {"open": len(opened), "ended": ended, "forgotten": forgotten},
        "open": [_open_goal(goal) for goal in opened[:MOST_TOLD]],
        "short": [
            {"goal": goal.id, "title": goal.goal.title, "lacks": lacks}
            for goal in opened[:MOST_TOLD]
            if (lacks := agent.outlook.shortages(goal))
        ],
        "records": len(agent.plan),
        "waiting_in_quarantine": len(agent.log.quarantine),
        "digest": agent.plan.digest(),
        "working_on": [
            {"task": run.title, "claim": claim, "progress": round(run.progress, 2)}
            for claim, run in agent.performer.runs.items()
            if run.goal in shown
        ],
        "problems": problems_of(agent) if only is None else public_problems(agent),
        "resources": resources(),
    }


def _open_goal(goal: GoalPlan) -> dict[str, Any]:
    """How far an open goal is."""
    tasks = goal.live_tasks()
    return {
        "goal": goal.id,
        "title": goal.goal.title,
        "tasks": len(tasks),
        "finished": sum(task.finished for task in tasks),
        "effort": effort_of(goal.policy),
    }


def _peers_of(agent: Agent, now: float) -> list[dict[str, Any]]:
    """The machines that are not gone, by name: what their last beacons told."""
    beacons = agent.presence.beacons(now)
    peers = sorted(agent.presence.living(now).values(), key=lambda peer: (peer.name, peer.id))
    return [
        {
            "name": peer.name,
            "peer_id": peer.id,
            "roles": sorted(peer.roles),
            "cover": sorted(peer.roles - peer.own),
            "lacking": sorted(peer.lacking & peer.roles),
            "liveness": agent.presence.liveness(peer.id, now).value,
            "heard": round(now - peer.heard_at, 1),
            "interval": round(beacons[peer.id].interval, 1),
            "hardware": beacons[peer.id].hardware,
            "tier": peer.tier,
            "load": round(peer.load, 2),
            "version": beacons[peer.id].version,
            "working_on": len(peer.claims),
        }
        for peer in peers
        if peer.id in beacons
    ]


def status_line(agent: Agent, *, titles: bool = True) -> str:
    """The status on one line, for systemd, such as ``executor · 4 peers · goals 1 open 7 done · task 3/11 "The route"
    12 tok/s · qwen2.5-coder-1.5b``.

    ``titles``: with those of tasks and goals; every user of a machine can read what systemd shows.
    """
    goals = agent.plan.goals()
    opened = sum(not goal.ended for goal in goals)
    ended = sum(goal.ended and not goal.forgotten for goal in goals)
    peers = len(agent.presence.living(monotonic_seconds()))
    parts = [
        "+".join(sorted(agent.roles)) or "no role",
        f"{peers} peers",
        f"goals {opened} open {ended} done",
        *(_task_part(agent, run, titles) for run in agent.performer.runs.values()),
        "no model" if agent.models is None else agent.models.name,
        *(problems_of(agent) if titles else public_problems(agent))[:1],
    ]
    return " · ".join(parts)


def _task_part(agent: Agent, run: Run, titles: bool) -> str:
    """The task in work: how far its goal is, its title, how fast the model wrote lately."""
    goal = agent.plan.goal(run.goal)
    tasks = [] if goal is None else goal.live_tasks()
    number = min(len(tasks), 1 + sum(task.finished for task in tasks))
    title = f' "{one_line(run.title)[:LONGEST_TITLE]}"' if titles else ""
    speed = None if agent.models is None else agent.models.speed
    return f"task {number}/{len(tasks)}{title}{'' if speed is None else f' {speed:.0f} tok/s'}"
