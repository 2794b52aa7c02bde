"""How the status looks."""

from __future__ import annotations

from typing import Any

from edge_agent.status_lines import status_lines

PEER = {
    "name": "oak", "peer_id": "12D3oak", "roles": ["decomposer", "scorer"], "cover": ["scorer"], "lacking": ["scorer"],
    "liveness": "suspect", "heard": 17.3, "interval": 5.0, "hardware": "aarch64, 4 cores, 3.7 GiB", "tier": 2,
    "load": 0.25, "version": "0.2.0", "working_on": 1,
}  # fmt: skip


def agent(**changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "name": "attic", "peer_id": "12D3me", "roles": ["executor", "scorer"],
        "why": {"executor": "as configured", "scorer": "cover: 3 scorers are wanted, 2 live without it"},
        "version": "0.2.0", "model": None, "records": 7, "hardware": "x86_64, 2 cores, 8 GiB", "load": 0.5,
        "goals": {"open": 1, "ended": 2}, "open": [], "short": [], "peers": [PEER], "addresses": [],
        "working_on": [], "problems": ["too hot"],
    }  # fmt: skip
    return values | changes


def test_roles_come_with_their_reason_and_peers_with_how_they_are() -> None:
    lines = list(status_lines({"agents": [agent()], "problems": ["bad.md: empty"]}))
    assert "  serves as scorer (cover: 3 scorers are wanted, 2 live without it)" in lines
    assert (
        "    oak  decomposer+scorer (scorer as cover)  suspect, heard 17 s ago, aarch64, 4 cores, 3.7 GiB, busy with "
        "other programs: 25%, version 0.2.0, brings nothing about as scorer"
    ) in lines
    assert lines[-2:] == ["  PROBLEM: too hot", "PROBLEM: bad.md: empty"]


def test_what_others_say_of_themselves_stays_on_its_line() -> None:
    odd = PEER | {"name": "oak\nPROBLEM: pay now", "hardware": "a\nb", "version": "1\n2", "lacking": [], "cover": []}
    lines = list(status_lines({"agents": [agent(peers=[odd], roles=[], why={})], "problems": []}))
    assert not [line for line in lines if "\n" in line or line.startswith("PROBLEM: pay")]
    assert "attic  no role  12D3me" in lines


def test_nobody_else() -> None:
    assert "  peers: none" in list(status_lines({"agents": [agent(peers=[])], "problems": []}))


def test_a_goal_that_does_not_go_on_says_why() -> None:
    short = [{"goal": "ab" * 32, "title": "Japan\x1b[2J", "lacks": ["waits for a scorer: none lives"]}]
    text = list(status_lines({"agents": [agent(short=short)], "problems": []}))
    assert "  goal abababab Japan\\x1b[2J: waits for a scorer: none lives" in text


def test_open_goals_come_with_how_far_they_are_and_their_effort() -> None:
    one = {"goal": "ab" * 32, "title": "Japan\x1b[2J", "tasks": 7, "finished": 2, "effort": "quick"}
    text = list(status_lines({"agents": [agent(open=[one, one | {"effort": None}])], "problems": []}))
    assert "    abababab Japan\\x1b[2J: 2 of 7 tasks done, effort quick" in text
    assert "    abababab Japan\\x1b[2J: 2 of 7 tasks done" in text


def test_agents_of_one_process_say_what_they_share_once() -> None:
    one = {"goal": "ab" * 32, "title": "Japan", "tasks": 7, "finished": 2, "effort": "quick"}
    birch = PEER | {"name": "birch", "peer_id": "12D3birch"}
    agents = [
        agent(name="alder", peer_id="12D3alder", open=[one], peers=[PEER, birch]),
        agent(name="birch", peer_id="12D3birch", open=[one], peers=[PEER | {"name": "alder", "peer_id": "12D3alder"}]),
    ]
    lines = list(status_lines({"agents": agents, "problems": []}))
    for told in ("  goals: 1 open", "    abababab Japan", "  x86_64, 2 cores", "    oak  "):
        assert sum(line.startswith(told) for line in lines) == 1, told
    assert lines.count("  peers: 1") == 1
    assert "  hears birch" in lines
    assert "  hears alder" in lines

    behind = agent(peer_id="12D3birch", open=[one | {"finished": 1}], peers=[])
    lines = list(status_lines({"agents": [agents[0], behind], "problems": []}))
    assert sum(line.startswith("    abababab Japan") for line in lines) == 2, "one that sees it otherwise says so"
