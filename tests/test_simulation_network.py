"""The virtual network: what passes, what is lost, and when both sides notice."""

from __future__ import annotations

from simulation import Config, MachineSpec, World
from simulation.network import SECONDS_TO_NOTICE, SECONDS_TO_REDIAL

SPEC = MachineSpec(roles=("scorer",))


def world(machines: int, **changes: object) -> World:
    """A world whose links have come up."""
    one = World(1, Config(machines=(SPEC,) * machines, **changes))  # type: ignore[arg-type]
    one.run(SECONDS_TO_REDIAL[1])
    return one


def test_everyone_is_connected_with_everyone_and_gossip_reaches_all() -> None:
    one = world(9)
    for number in range(9):
        assert len(one.network.connected(number)) == 8
        assert 3 <= len(one.network.neighbours(number)) < 8
        assert {other for other, _ in one.network.reach(number)} == set(range(9)) - {number}


def test_a_large_swarm_hangs_together_by_few_connections() -> None:
    one = world(120, connections=8)
    degrees = [len(one.network.connected(number)) for number in range(120)]
    assert 7 < sum(degrees) / 120 <= 8
    assert len(one.network.reach(0)) == 119
    assert max(hops for _, hops in one.network.reach(0)) <= 8


def test_neighbours_are_the_same_from_both_sides() -> None:
    one = world(9)
    pairs = {(a, b) for a in range(9) for b in one.network.neighbours(a)}
    assert pairs == {(b, a) for a, b in pairs}


def test_a_cut_link_loses_at_once_is_noticed_later_and_comes_back() -> None:
    one = world(3)
    one.network.block(0, 1, silently=False)
    assert not one.network.passes(0, 1)
    assert one.network.passes(1, 0)
    assert 1 in one.network.connected(0)
    one.run(one.now + SECONDS_TO_NOTICE[1])
    assert 1 not in one.network.connected(0)
    assert {other for other, _ in one.network.reach(0)} == {1, 2}, "by way of the third"
    one.network.unblock(0, 1, silently=False)
    one.run(one.now + SECONDS_TO_REDIAL[1])
    assert one.network.passes(0, 1)


def test_a_silent_cut_is_never_noticed() -> None:
    one = world(2)
    one.network.block(0, 1, silently=True)
    one.run(one.now + 100.0)
    assert 1 in one.network.connected(0)
    assert not one.network.passes(0, 1)


def test_a_machine_that_crashes_is_no_longer_connected() -> None:
    one = world(3)
    one.machines[2].crash()
    assert one.network.connected(0) == [1]
    one.machines[2].start()
    one.run(one.now + SECONDS_TO_REDIAL[1])
    assert one.network.connected(0) == [1, 2]


def test_what_a_machine_sends_is_counted() -> None:
    one = world(4)
    one.submit(one.machines[0])
    one.run_to_the_end()
    counters = one.network.counters
    assert sum(each.gossip for each in counters) >= 3 * one.checks.said_so_far
    assert all(each.gossip_bytes >= 100 * each.gossip for each in counters)
    assert all(each.beacons > 0 for each in counters)
    assert sum(each.exchanges for each in counters) >= 3
