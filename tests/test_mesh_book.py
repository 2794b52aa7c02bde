"""Where peers are looked for, and when."""

from __future__ import annotations

import random

import pytest

from edge_agent.mesh.addresses import PeerAddress, Place
from edge_agent.mesh.book import FORGET_AFTER, LINKS, LONGEST_DELAY, MAX_PEERS, NEAREST, YIELD, AddressBook
from edge_agent.records import PeerId, Signer

ME = PeerId("1me")
PEER = Signer(bytes(32)).peer_id
GIVEN = PeerAddress(PEER, "10.0.0.1", 1)
OLD = PeerAddress(PEER, "10.0.0.2", 2)
NEW = PeerAddress(PEER, "10.0.0.3", 3)


def fail(book: AddressBook, times: int, now: float = 0.0) -> float:
    for _ in range(times):
        book.failed(PEER, now, 1.0)
        now += LONGEST_DELAY
    return now


def test_a_given_peer_is_dialled_at_once_and_for_ever() -> None:
    book = AddressBook(ME, [GIVEN])
    assert book.due(set(), (), 0.0) == [PEER]
    now = fail(book, 1_000)
    assert book.due(set(), (), now) == [PEER]


def test_the_owner_may_give_other_addresses_while_it_runs() -> None:
    place, other = Place("attic.local", 4711), Place("cellar.local", 4711)
    book = AddressBook(ME, [GIVEN, place])
    book.met(place, PEER, 0.0)
    book.give([place, other])
    assert book.addresses(PEER) == []
    assert book.due({PEER}, (), 100.0) == [other], "the place where the connected peer was met is not sought again"
    book.learn([NEW], 0.0)
    book.give([GIVEN])
    assert book.addresses(PEER) == [NEW, GIVEN]
    assert place not in book.due(set(), (), 1_000.0)


def test_the_delay_grows_to_its_bound_with_jitter() -> None:
    book = AddressBook(ME, [GIVEN])
    book.failed(PEER, 0.0, 1.2)
    assert book.due(set(), (), 0.59) == []
    assert book.due(set(), (), 0.61) == [PEER]
    now = fail(book, 20, 1.0)
    assert book.due(set(), (), now - 0.1) == []
    assert book.due(set(), (), now + 0.1) == [PEER]


def test_a_connected_peer_is_not_dialled_and_at_once_when_it_goes() -> None:
    book = AddressBook(ME, [GIVEN])
    fail(book, 10)
    book.connected(PEER)
    assert book.due({PEER}, (), 0.0) == []
    assert book.due(set(), (), 0.0) == [PEER]


def test_a_new_word_replaces_the_stale_address_and_is_tried_at_once() -> None:
    book = AddressBook(ME, [GIVEN])
    book.learn([OLD], 0.0)
    now = fail(book, 5)
    book.learn([NEW], 0.0)
    assert book.addresses(PEER) == [NEW, GIVEN]
    assert book.due(set(), (), now) == [PEER]


def test_the_same_word_again_does_not_shorten_the_delay() -> None:
    book = AddressBook(ME)
    book.learn([NEW], 0.0)
    fail(book, 5)
    book.learn([NEW], 0.0)
    assert book.due(set(), (), 0.1) == []


def test_a_peer_that_only_the_network_told_of_is_forgotten() -> None:
    book = AddressBook(ME)
    book.learn([NEW], 0.0)
    now = fail(book, FORGET_AFTER)
    assert book.due(set(), (), now) == []
    assert book.addresses(PEER) == []
    book.failed(PEER, now, 1.0)  # a dial that ends late finds nothing and is no error


def test_a_flood_of_strangers_is_bounded_and_makes_way() -> None:
    book = AddressBook(ME, [GIVEN])
    for number in range(2 * MAX_PEERS):
        stranger = PeerId(f"peer {number}")
        book.learn([PeerAddress(stranger, "10.0.0.1", 1)], 0.0)
        book.failed(stranger, 0.0, 1.0)
        assert book.addresses(stranger)
    known = [number for number in range(2 * MAX_PEERS) if book.addresses(PeerId(f"peer {number}"))]
    assert len(known) == MAX_PEERS - 1
    assert book.addresses(PEER) == [GIVEN]


def test_this_machine_never_dials_itself() -> None:
    book = AddressBook(PEER, [GIVEN])
    book.learn([NEW], 0.0)
    assert book.due(set(), (), 0.0) == []
    assert book.due(set(), (), 100.0) == []


def test_of_two_new_acquaintances_one_dials_first() -> None:
    low, high = sorted((Signer(bytes(32)).peer_id, Signer(b"1" * 32).peer_id))
    first, second = AddressBook(low), AddressBook(high)
    first.learn([PeerAddress(high, "10.0.0.1", 1)], 10.0)
    second.learn([PeerAddress(low, "10.0.0.1", 1)], 10.0)
    assert first.due(set(), (), 10.0) == [high]
    assert second.due(set(), (), 10.0) == []
    assert second.due(set(), (), 10.0 + YIELD) == [low]


def test_an_address_with_a_zone_outlives_the_peers_own_word() -> None:
    book = AddressBook(ME)
    zoned = PeerAddress(PEER, "fe80::1%2", 1)
    book.learn([zoned], 0.0)
    book.learn([OLD], 0.0)
    assert book.addresses(PEER) == [OLD, zoned]
    book.learn([PeerAddress(PEER, "fe80::2%2", 1)], 0.0)
    assert book.addresses(PEER) == [PeerAddress(PEER, "fe80::2%2", 1)]


def test_an_address_that_failed_where_another_answered_is_forgotten() -> None:
    book = AddressBook(ME, [GIVEN])
    book.learn([OLD, NEW], 0.0)
    book.drop([OLD, GIVEN])
    assert book.addresses(PEER) == [NEW, GIVEN]


def test_a_place_is_dialled_until_its_machine_is_connected() -> None:
    place = Place("attic.local", 4711)
    book = AddressBook(ME, [place])
    assert book.due(set(), (), 0.0) == [place]
    assert book.due(set(), {place}, 0.0) == []
    assert book.failed(place, 0.0, 1.0) == 1
    assert book.due(set(), (), 0.4) == []
    assert book.due(set(), (), 0.6) == [place]
    book.met(place, PEER, 1.0)
    assert book.due({PEER}, (), 100.0) == []
    assert book.due(set(), (), 100.0) == [place]  # whoever is there now


def test_a_place_that_is_this_machine_is_not_dialled_again_until_it_moves() -> None:
    place = Place("192.168.1.7", 4711)
    book = AddressBook(ME, [place])
    book.met(place, ME, 0.0)
    assert book.due(set(), (), 1e6) == []
    book.moved()
    assert book.due(set(), (), 0.0) == [place]


def test_a_peer_that_was_dropped_is_not_dialled_and_is_no_link() -> None:
    place = Place("192.168.1.7", 4711)
    book = AddressBook(ME, [GIVEN, place])
    book.met(place, PEER, 0.0)
    assert book.due(set(), (), 10.0) == [place, PEER]
    assert book.due(set(), (), 10.0, except_for={PEER}) == []


def test_on_another_network_everybody_is_tried_at_once() -> None:
    place = Place("192.168.1.7", 4711)
    book = AddressBook(ME, [GIVEN, place])
    fail(book, 10)
    book.failed(place, 0.0, 1.0)
    assert book.due(set(), (), 0.0) == []
    book.moved()
    assert book.due(set(), (), 0.0) == [place, PEER]


class Network:
    """Machines that know each other and link as their books say. ``outbound``: the links that each dialled."""

    def __init__(self, count: int, seed: int) -> None:
        self.lots = random.Random(seed)
        self.alive = [PeerId(f"{seed} machine {number}") for number in range(count)]
        self.books = {one: AddressBook(one) for one in self.alive}
        self.outbound: dict[PeerId, set[PeerId]] = {one: set() for one in self.alive}
        self.now = 0.0

    def links(self, one: PeerId) -> set[PeerId]:
        return self.outbound[one] | {other for other in self.alive if one in self.outbound[other]}

    def introduce(self, some: list[PeerId], to: list[PeerId]) -> None:
        for one in some:
            self.books[one].learn([PeerAddress(other, "10.0.0.1", 1) for other in to if other != one], self.now)

    def settle(self, rounds: int = 12) -> None:
        for _ in range(rounds):
            self.now += 2.0
            for one in self.lots.sample(self.alive, len(self.alive)):
                for target in self.books[one].due(self.links(one), (), self.now)[:4]:
                    assert not isinstance(target, Place)
                    if target in self.alive:
                        self.outbound[one].add(target)
                    else:
                        self.books[one].failed(target, self.now, 1.0)

    def kill(self, some: list[PeerId]) -> None:
        self.alive = [one for one in self.alive if one not in some]
        for one in self.alive:
            self.outbound[one] -= set(some)

    def is_one(self) -> bool:
        seen, edge = {self.alive[0]}, [self.alive[0]]
        while edge:
            new = self.links(edge.pop()) - seen
            seen |= new
            edge += new
        return seen == set(self.alive)

    def most_dialled(self) -> int:
        return max(len(self.outbound[one]) for one in self.alive)


@pytest.mark.parametrize("count", [2, 5, 10])
def test_a_small_swarm_is_a_full_mesh(count: int) -> None:
    network = Network(count, 1)
    network.introduce(network.alive, network.alive)
    network.settle()
    assert all(len(network.links(one)) == count - 1 for one in network.alive)


@pytest.mark.parametrize("count", [11, 20, 50, 100, 200])
def test_a_large_swarm_is_one_graph_of_few_links(count: int) -> None:
    for seed in range(10 if count < 100 else 3):
        network = Network(count, seed)
        network.introduce(network.alive, network.alive)
        network.settle()
        assert network.is_one()
        assert network.most_dialled() <= LINKS + NEAREST
        assert all(len(network.links(one)) >= LINKS for one in network.alive)
        assert sum(len(one) for one in network.outbound.values()) <= count * LINKS


def test_two_swarms_that_have_links_enough_still_become_one() -> None:
    for seed in range(5):
        network = Network(40, seed)
        halves = network.alive[:20], network.alive[20:]
        for half in halves:
            network.introduce(half, half)
        network.settle()
        assert not network.is_one()
        network.introduce(network.alive, network.alive)
        network.settle()
        assert network.is_one()
        assert network.most_dialled() <= 2 * (LINKS + NEAREST)


def test_lost_links_are_replaced() -> None:
    for seed in range(5):
        network = Network(60, seed)
        network.introduce(network.alive, network.alive)
        network.settle()
        network.kill(network.alive[::2])
        network.settle(30)
        assert network.is_one()
        assert all(len(network.links(one)) >= LINKS for one in network.alive)
        assert network.most_dialled() <= 2 * (LINKS + NEAREST)
