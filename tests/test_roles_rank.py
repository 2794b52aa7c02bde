"""Rendezvous hashing: the order in which machines take their turns."""

from __future__ import annotations

from collections import Counter

from edge_agent.records import PeerId
from edge_agent.roles.rank import before, rank_of, ranked

MACHINES = [PeerId(f"machine {number}") for number in range(5)]


def test_order_does_not_depend_on_the_order_of_listing() -> None:
    assert ranked(MACHINES, "task") == ranked(reversed(MACHINES), "task")
    assert sorted(ranked(MACHINES, "task")) == sorted(MACHINES)


def test_a_machine_that_leaves_moves_nobody_else() -> None:
    order = ranked(MACHINES, "task")
    assert ranked(order[:2] + order[3:], "task") == order[:2] + order[3:]


def test_rank_is_the_place_in_the_order() -> None:
    order = ranked(MACHINES, "task")
    assert [rank_of(machine, MACHINES, "task") for machine in order] == [0, 1, 2, 3, 4]
    assert rank_of(PeerId("alone"), [], "task") == 0


def test_subjects_spread_over_machines() -> None:
    firsts = Counter(ranked(MACHINES, f"task {number}")[0] for number in range(500))
    assert all(60 < firsts[machine] < 140 for machine in MACHINES)


def test_who_comes_before_among_some() -> None:
    order = ranked(MACHINES, "task")
    assert before(order[3], order, {order[0], order[2], order[4]}) == [order[0], order[2]]
    assert before(order[0], order, set(order)) == []
