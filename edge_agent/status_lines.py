"""How the status of a home looks: lines for people, from what :mod:`edge_agent.status` tells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from edge_agent.printable import one_line


def status_lines(value: Any) -> Iterator[str]:
    """The answer to the command "status", in lines. What others told of themselves is on one line, as printed text."""
    for agent in value["agents"]:
        yield f"{one_line(agent['name'])}  {'+'.join(agent['roles']) or 'no role'}  {agent['peer_id']}"
        for role in agent["roles"]:
            yield f"  serves as {role} ({one_line(agent['why'][role])})"
        yield f"  version {agent['version']}, model {agent['model'] or 'none'}, {agent['records']} records"
        yield f"  {one_line(agent['hardware'])}, busy with other programs: {agent['load']:.0%}"
        yield f"  goals: {agent['goals']['open']} open, {agent['goals']['ended']} ended"
        for goal in agent.get("open", ()):  # an agent that runs since before an upgrade tells none
            effort = f", effort {goal['effort']}" if goal["effort"] else ""
            done = f"{goal['finished']} of {goal['tasks']} tasks done"
            yield f"    {goal['goal'][:8]} {one_line(goal['title'])}: {done}{effort}"
        yield "  peers: none" if not agent["peers"] else f"  peers: {len(agent['peers'])}"
        for peer in agent["peers"]:
            yield f"    {_peer_line(peer)}"
        yield f"  listens on {', '.join(agent['addresses']) or 'nothing'}"
        for goal in agent["short"]:
            for lack in goal["lacks"]:
                yield f"  goal {goal['goal'][:8]} {one_line(goal['title'])}: {lack}"
        for work in agent["working_on"]:
            yield f"  works on {one_line(work['task'])}: {work['progress']:.0%}"
        for problem in agent["problems"]:
            yield f"  PROBLEM: {problem}"
    for problem in value["problems"]:
        yield f"PROBLEM: {problem}"


def _peer_line(peer: Any) -> str:
    """Such as ``oak  decomposer+scorer (scorer as cover)  alive, heard 2 s ago, 4 cores, busy with ...: 9%``."""
    roles = "+".join(peer["roles"]) or "no role"
    if peer["cover"] and peer["cover"] != peer["roles"]:
        roles += f" ({'+'.join(peer['cover'])} as cover)"
    parts = [peer["liveness"], f"heard {peer['heard']:.0f} s ago"]
    parts += [one_line(peer["hardware"])] if peer["hardware"] else []
    parts += [f"busy with other programs: {peer['load']:.0%}"]
    parts += [f"version {one_line(peer['version'])}"] if peer["version"] else []
    parts += [f"brings nothing about as {' and '.join(peer['lacking'])}"] if peer["lacking"] else []
    return f"{one_line(peer['name']) or peer['peer_id']}  {roles}  {', '.join(parts)}"
