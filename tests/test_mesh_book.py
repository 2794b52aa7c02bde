"""Where peers are looked for, and when."""

from __future__ import annotations

from edge_agent.mesh.addresses import PeerAddress
from edge_agent.mesh.book import FORGET_AFTER, LONGEST_DELAY, MAX_PEERS, AddressBook
from edge_agent.records import PeerId, Signer

ME = PeerId("me")
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
    assert book.due(set(), 0.0) == [PEER]
    now = fail(book, 1_000)
    assert book.due(set(), now) == [PEER]


def test_the_delay_grows_to_its_bound_with_jitter() -> None:
    book = AddressBook(ME, [GIVEN])
    book.failed(PEER, 0.0, 1.2)
    assert book.due(set(), 0.59) == []
    assert book.due(set(), 0.61) == [PEER]
    now = fail(book, 20, 1.0)
    assert book.due(set(), now - 0.1) == []
    assert book.due(set(), now + 0.1) == [PEER]


def test_a_connected_peer_is_not_dialled_and_at_once_when_it_goes() -> None:
    book = AddressBook(ME, [GIVEN])
    fail(book, 10)
    book.connected(PEER)
    assert book.due({PEER}, 0.0) == []
    assert book.due(set(), 0.0) == [PEER]


def test_a_new_word_replaces_the_stale_address_and_is_tried_at_once() -> None:
    book = AddressBook(ME, [GIVEN])
    book.learn([OLD])
    now = fail(book, 5)
    book.learn([NEW])
    assert book.addresses(PEER) == [NEW, GIVEN]
    assert book.due(set(), now) == [PEER]


def test_the_same_word_again_does_not_shorten_the_delay() -> None:
    book = AddressBook(ME)
    book.learn([NEW])
    fail(book, 5)
    book.learn([NEW])
    assert book.due(set(), 0.1) == []


def test_a_peer_that_only_the_network_told_of_is_forgotten() -> None:
    book = AddressBook(ME)
    book.learn([NEW])
    now = fail(book, FORGET_AFTER)
    assert book.due(set(), now) == []
    assert book.addresses(PEER) == []
    book.failed(PEER, now, 1.0)  # a dial that ends late finds nothing and is no error


def test_a_flood_of_strangers_is_bounded() -> None:
    book = AddressBook(ME)
    for number in range(2 * MAX_PEERS):
        book.learn([PeerAddress(PeerId(f"peer {number}"), "10.0.0.1", 1)])
    assert len(book.due(set(), 0.0)) == MAX_PEERS


def test_this_machine_never_dials_itself() -> None:
    book = AddressBook(PEER, [GIVEN])
    book.learn([NEW])
    assert book.due(set(), 0.0) == []
