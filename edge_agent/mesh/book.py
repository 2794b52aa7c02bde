"""The address book: where each peer may be found, and whom to dial next. Pure: the time comes in as ``now``.

In a small swarm everybody dials everybody. In a large one each machine dials the peers that are nearest to it by a hash
of both ids, and more only until it has links enough: so the links form one graph, whoever comes and goes, and their
number stays the same however many machines there are.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Collection, Iterable
from typing import Final

from edge_agent.mesh.addresses import PeerAddress, Place
from edge_agent.records import PeerId

FIRST_DELAY: Final = 0.5
LONGEST_DELAY: Final = 15.0
"""Seconds between dials of a peer that does not answer: it is back within seconds, and a dead one costs little."""
YIELD: Final = 1.0
"""Seconds that the machine with the higher id leaves a new acquaintance to the other: both would dial at once."""
MAX_PEERS: Final = 256
ADDRESSES_A_PEER: Final = 12
FORGET_AFTER: Final = 40
"""Failed dials after which a peer that only the network told of is forgotten (about nine minutes)."""
LINKS: Final = 9
"""Up to so many links a machine dials whomever it knows: gossip uses up to 6 of them, the others stand by."""
NEAREST: Final = 4
"""The nearest peers are dialled however many links there are; or two groups that had enough would never meet."""


class _Times:
    """When to dial next."""

    __slots__ = ("delay", "failures", "next_at")

    def __init__(self, next_at: float = 0.0) -> None:
        self.again(next_at)

    def again(self, next_at: float = 0.0) -> None:
        self.delay, self.next_at, self.failures = FIRST_DELAY, next_at, 0

    def fail(self, now: float, jitter: float) -> None:
        self.failures += 1
        self.next_at = now + self.delay * jitter
        self.delay = min(2 * self.delay, LONGEST_DELAY)


class _Page(_Times):
    __slots__ = ("distance", "given", "learned")

    def __init__(self, distance: int, next_at: float) -> None:
        super().__init__(next_at)
        self.distance = distance
        self.given: list[PeerAddress] = []
        self.learned: list[PeerAddress] = []


class _Visit(_Times):
    """A place without a name: who was last found there. This machine itself, where ``peer`` is the book's owner."""

    __slots__ = ("peer",)

    def __init__(self) -> None:
        super().__init__()
        self.peer: PeerId | None = None


def distance(one: PeerId, other: PeerId) -> int:
    """How near two machines are, by chance; the same for both, so that they agree on their link."""
    pair = "/".join(sorted((one, other)))
    return int.from_bytes(hashlib.blake2b(pair.encode(), digest_size=8).digest(), "big")


class AddressBook:
    """What the owner gave stays for ever; learned addresses are replaced by what is heard last. Thread-safe."""

    def __init__(self, me: PeerId, given: Iterable[PeerAddress | Place] = ()) -> None:
        self._me = me
        self._pages: dict[PeerId, _Page] = {}
        self._visits: dict[Place, _Visit] = {}
        self._lock = threading.Lock()
        self.give(given)

    def give(self, given: Iterable[PeerAddress | Place]) -> None:
        """These are what the owner gives, from now on; what was given before and is not among them is no longer."""
        with self._lock:
            former, self._visits = self._visits, {}
            for page in self._pages.values():
                page.given = []
            for one in given:
                if isinstance(one, Place):
                    self._visits[one] = former.get(one) or _Visit()
                elif one.peer != self._me:
                    self._pages.setdefault(one.peer, _Page(distance(self._me, one.peer), 0.0)).given.append(one)
            self._pages = {peer: page for peer, page in self._pages.items() if page.given or page.learned}

    def learn(self, addresses: Collection[PeerAddress], now: float) -> None:
        """These are the peers' addresses now: earlier learned ones are stale. A new one is dialled at once."""
        with self._lock:
            for peer in dict.fromkeys(one.peer for one in addresses if one.peer != self._me):
                page = self._pages.get(peer)
                if page is None:
                    if len(self._pages) >= MAX_PEERS and not self._make_room():
                        continue
                    page = self._pages[peer] = _Page(
                        distance(self._me, peer), now + (YIELD if self._me > peer else 0.0)
                    )
                found = [one for one in addresses if one.peer == peer][:ADDRESSES_A_PEER]
                if page.learned and set(found) - set(page.learned):
                    page.again()
                # Only what was found from here has zones: the peer's own word of its addresses cannot replace them.
                zoned = (
                    [] if any("%" in one.host for one in found) else [one for one in page.learned if "%" in one.host]
                )
                page.learned = found + zoned

    def addresses(self, peer: PeerId) -> list[PeerAddress]:
        """Where to look for the peer, the newest word first."""
        with self._lock:
            page = self._pages.get(peer)
            return [] if page is None else list(dict.fromkeys(page.learned + page.given))

    def due(
        self,
        connected: Collection[PeerId],
        dialling: Collection[PeerId | Place],
        now: float,
        except_for: Collection[PeerId] = (),
    ) -> list[PeerId | Place]:
        """Whom to dial now: what the owner gave, then the nearest and as many others as links are missing."""
        with self._lock:
            visits = [
                place
                for place, visit in self._visits.items()
                if visit.next_at <= now
                and place not in dialling
                and visit.peer != self._me
                and visit.peer not in connected
                and visit.peer not in except_for
            ]
            given, learned = [], []
            near = 0
            links = len(set(connected) | {one for one in dialling if not isinstance(one, Place)})
            for peer, page in sorted(self._pages.items(), key=lambda item: item[1].distance):
                if peer in connected or peer in dialling:
                    near += 1
                elif peer in except_for:
                    continue
                elif page.given:
                    given += [peer] if page.next_at <= now else []
                elif near < NEAREST or links < LINKS:
                    learned += [peer] if page.next_at <= now else []
                    if page.failures == 0:  # it will probably answer
                        near += 1
                        links += 1
            return [*visits, *given, *learned]

    def connected(self, peer: PeerId) -> None:
        """The peer is there: when it goes, it is dialled at once."""
        with self._lock:
            page = self._pages.get(peer)
            if page is not None:
                page.again()

    def failed(self, target: PeerId | Place, now: float, jitter: float) -> int:
        """Nobody answered: wait longer, ``jitter`` times the delay, around 1. The number of failures in a row."""
        with self._lock:
            times = self._visits.get(target) if isinstance(target, Place) else self._pages.get(target)
            if times is None:
                return 0
            times.fail(now, jitter)
            if isinstance(times, _Page) and not times.given and times.failures >= FORGET_AFTER:
                del self._pages[PeerId(str(target))]
            return times.failures

    def met(self, place: Place, peer: PeerId, now: float) -> None:
        """Who was found at a place that the owner gave without a peer id; this machine itself is not sought again."""
        with self._lock:
            visit = self._visits.get(place)
            if visit is not None:
                visit.peer = peer
                visit.again(now + FIRST_DELAY)

    def drop(self, addresses: Iterable[PeerAddress]) -> None:
        """These learned addresses did not answer, while another one of the peer did: they are stale."""
        with self._lock:
            for one in addresses:
                page = self._pages.get(one.peer)
                if page is not None and one in page.learned:
                    page.learned.remove(one)

    def moved(self) -> None:
        """This machine has other addresses now: everything is tried anew, what was this machine itself included."""
        with self._lock:
            for page in self._pages.values():
                page.again()
            for visit in self._visits.values():
                visit.again()
                visit.peer = None if visit.peer == self._me else visit.peer

    def _make_room(self) -> bool:
        """Forget the learned peer that failed most often, of several the one that is farthest away."""
        learned = [(page.failures, page.distance, peer) for peer, page in self._pages.items() if not page.given]
        if learned:
            del self._pages[max(learned)[2]]
        return bool(learned)
