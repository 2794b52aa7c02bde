"""Who serves a role, as a view tells it."""

from __future__ import annotations

from edge_agent.records import PeerId
from edge_agent.roles.view import LONGEST_TURN, Peer, Role, View

SCORER: frozenset[Role] = frozenset({"scorer"})


def peer(name: str, *, lacking: bool = False) -> Peer:
    return Peer(id=PeerId(name), roles=SCORER, lacking=SCORER if lacking else frozenset())


def view(*peers: Peer, roles: frozenset[Role] = frozenset(), interval: float = 5.0) -> View:
    known = {one.id: one for one in peers}
    return View(me=PeerId("me"), roles=roles, tier=1, peers=known, beacon_interval=interval)


def test_who_brings_nothing_about_counts_only_where_nobody_else_does() -> None:
    assert view(peer("a"), peer("z", lacking=True), roles=SCORER).living("scorer") == ["a", "me"]
    assert view(peer("a", lacking=True), roles=SCORER).living("scorer") == ["me"]
    assert view(peer("a", lacking=True), peer("b", lacking=True)).living("scorer") == ["a", "b"]
    assert view(peer("a")).living("decomposer") == []


def test_turns_do_not_grow_with_the_interval_of_a_large_swarm() -> None:
    assert view(interval=1.0).turn == 1.0
    assert view(interval=30.0).turn == LONGEST_TURN
