"""How the status of a home looks: lines for people, from what :mod:`edge_agent.status` tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from edge_agent.printable import one_line


def status_lines(value: Any) -> Iterator[str]:
    """The answer to the command "status", in lines. What others told of themselves is on one line, as printed text.

    Agents of one process share a machine and mostly see the same goals: what was said of one is not said again.
    """
    here = {agent["peer_id"]: one_line(agent["name"]) for agent in value["agents"]}
    said: set[str] = set()
    for agent in value["agents"]:
        yield f"{one_line(agent['name'])}  {'+'.join(agent['roles']) or 'no role'}  {agent['peer_id']}"
        for role in agent["roles"]:
            yield f"  serves as {role} ({one_line(agent['why'][role])})"
        yield f"  version {agent['version']}, model {agent['model'] or 'none'}, {agent['records']} records"
        for line in (_machine_line(agent), *_goal_lines(agent)):
            if line not in said:
                said.add(line)
                yield line
        yield from _peer_lines(agent, here)
        yield f"  listens on {', '.join(agent['addresses']) or 'nothing'}"
        for work in agent["working_on"]:
            yield f"  works on {one_line(work['task'])}: {work['progress']:.0%}"
        for problem in agent["problems"]:
            yield f"  PROBLEM: {problem}"
    for problem in value["problems"]:
        yield f"PROBLEM: {problem}"


def _machine_line(agent: Any) -> str:
    return f"  {one_line(agent['hardware'])}, busy with other programs: {agent['load']:.0%}"


def _goal_lines(agent: Any) -> Iterator[str]:
    yield f"  goals: {agent['goals']['open']} open, {agent['goals']['ended']} ended"
    for goal in agent.get("open", ()):  # an agent that runs since before an upgrade tells none
        effort = f", effort {goal['effort']}" if goal["effort"] else ""
        done = f"{goal['finished']} of {goal['tasks']} tasks done"
        yield f"    {goal['goal'][:8]} {one_line(goal['title'])}: {done}{effort}"
    for goal in agent["short"]:
        for lack in goal["lacks"]:
            yield f"  goal {goal['goal'][:8]} {one_line(goal['title'])}: {lack}"


def _peer_lines(agent: Any, here: Mapping[str, str]) -> Iterator[str]:
    """``here``: the agents of this process, by their ids; each is told of by itself."""
    near = [here[peer["peer_id"]] for peer in agent["peers"] if peer["peer_id"] in here]
    far = [peer for peer in agent["peers"] if peer["peer_id"] not in here]
    if near:
        yield f"  hears {', '.join(near)}"
    if far or not near:
        yield f"  peers: {len(far) or 'none'}"
    for peer in far:
        yield f"    {_peer_line(peer)}"


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
