"""The address book: where each peer may be found, and when to dial it next. Pure: the time comes in as ``now``."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable
from typing import Final

from edge_agent.mesh.addresses import PeerAddress
from edge_agent.records import PeerId

FIRST_DELAY: Final = 0.5
LONGEST_DELAY: Final = 30.0
"""Seconds between dials of a peer that does not answer: it is back within seconds, and a dead one costs little."""
MAX_PEERS: Final = 256
ADDRESSES_A_PEER: Final = 8
FORGET_AFTER: Final = 20
"""Failed dials after which a peer that only the network told of is forgotten (about nine minutes)."""


class _Page:
    __slots__ = ("delay", "failures", "given", "learned", "next_at")

    def __init__(self) -> None:
        self.given: list[PeerAddress] = []
        self.learned: list[PeerAddress] = []
        self.delay = FIRST_DELAY
        self.next_at = 0.0
        self.failures = 0


class AddressBook:
    """Addresses given by the owner stay for ever; learned ones are replaced by what is heard last. Thread-safe."""

    def __init__(self, me: PeerId, given: Iterable[PeerAddress] = ()) -> None:
        self._me = me
        self._pages: dict[PeerId, _Page] = {}
        self._lock = threading.Lock()
        for address in given:
            if address.peer != me:
                self._pages.setdefault(address.peer, _Page()).given.append(address)

    def learn(self, addresses: Collection[PeerAddress]) -> None:
        """These are the peers' addresses now: earlier learned ones are stale. A new one is dialled at once."""
        with self._lock:
            for peer in {one.peer for one in addresses} - {self._me}:
                if peer not in self._pages and len(self._pages) >= MAX_PEERS:
                    continue
                page = self._pages.setdefault(peer, _Page())
                found = [one for one in addresses if one.peer == peer][:ADDRESSES_A_PEER]
                if set(found) - set(page.learned):
                    page.delay, page.next_at, page.failures = FIRST_DELAY, 0.0, 0
                page.learned = found

    def addresses(self, peer: PeerId) -> list[PeerAddress]:
        """Where to look for the peer, the newest word first."""
        with self._lock:
            page = self._pages.get(peer)
            return [] if page is None else list(dict.fromkeys(page.learned + page.given))

    def due(self, except_for: Collection[PeerId], now: float) -> list[PeerId]:
        """The peers that should be dialled now."""
        with self._lock:
            return [peer for peer, page in self._pages.items() if peer not in except_for and page.next_at <= now]

    def connected(self, peer: PeerId) -> None:
        """The peer is there: when it goes, it is dialled at once."""
        with self._lock:
            page = self._pages.get(peer)
            if page is not None:
                page.delay, page.next_at, page.failures = FIRST_DELAY, 0.0, 0

    def failed(self, peer: PeerId, now: float, jitter: float) -> None:
        """None of the peer's addresses answered: wait longer, ``jitter`` times the delay, around 1."""
        with self._lock:
            page = self._pages.get(peer)
            if page is None:
                return
            page.failures += 1
            page.next_at = now + page.delay * jitter
            page.delay = min(2 * page.delay, LONGEST_DELAY)
            if not page.given and page.failures >= FORGET_AFTER:
                del self._pages[peer]
