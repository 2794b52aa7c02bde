"""What an agent tells its owner of itself: the status for people and programs, and the line that systemd shows."""

from __future__ import annotations

import asyncio
from typing import Any

import psutil

from edge_agent import __version__
from edge_agent.agent import Agent
from edge_agent.clock import monotonic_seconds
from edge_agent.mesh.bridge import TrioThread
from edge_agent.printable import one_line


def problems_of(agent: Agent) -> list[str]:
    """What the owner should know, and often do something about; each on one line."""
    problems = [*agent.problems.values()]
    problems += [text for text in (agent.log.store_problem, agent.performer.last_problem) if text]
    problems += agent.mesh.conduct.lines(agent.name_of, monotonic_seconds())
    return [one_line(problem) for problem in problems]


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


def status_of(agent: Agent) -> dict[str, Any]:
    """A summary, ready for JSON."""
    now = monotonic_seconds()
    goals = agent.plan.goals()
    ended = sum(goal.ended for goal in goals)
    return {
        "name": agent.name,
        "version": __version__,
        "peer_id": agent.peer_id,
        "swarm": agent.swarm,
        "roles": sorted(agent.roles),
        "model": None if agent.models is None else agent.models.name,
        "addresses": agent.mesh.addresses,
        "peers": [
            {
                "name": peer.name,
                "peer_id": peer.id,
                "roles": sorted(peer.roles),
                "heard": round(now - peer.heard_at, 1),
            }
            for peer in sorted(agent.presence.living(now).values(), key=lambda peer: (peer.name, peer.id))
        ],
        "connected": sorted(agent.mesh.connected()),
        "goals": {"open": len(goals) - ended, "ended": ended},
        "records": len(agent.plan),
        "waiting_in_quarantine": len(agent.log.quarantine),
        "digest": agent.plan.digest(),
        "working_on": [
            {"task": run.title, "claim": claim, "progress": round(run.progress, 2)}
            for claim, run in agent.performer.runs.items()
        ],
        "problems": problems_of(agent),
        "resources": resources(),
    }


def status_line(agent: Agent) -> str:
    """The status on one line, for systemd."""
    goals = agent.plan.goals()
    ended = sum(goal.ended for goal in goals)
    peers = len(agent.presence.living(monotonic_seconds()))
    work = "".join(f" · {one_line(run.title)} {run.progress:.0%}" for run in agent.performer.runs.values())
    problems = "".join(f" · {problem}" for problem in problems_of(agent)[:1])
    return (
        f"{'+'.join(sorted(agent.roles)) or 'no role'} · {peers} peers · goals {len(goals) - ended} open {ended} ended"
        f"{work} · {'no model' if agent.models is None else agent.models.name}{problems}"
    )
