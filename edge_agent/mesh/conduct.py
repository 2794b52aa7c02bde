"""Who misbehaves on the network: members that send garbage or floods, strangers without the key. Pure, thread-safe.

A member is judged by what it sent itself: gossip is checked by everybody before it is passed on, so whoever hands on
garbage made it, or does not do its duty. It is named to the owner first, then dropped for a time that grows: its links
are closed, it is neither let in nor dialled. What an honest machine can send never counts: records from the future, of
a newer version, of an unknown kind, and bursts.

A stranger is an IP address from which somebody spoke without the swarm's key. Each attempt costs it a token; where none
is left, its connections are closed unread. A connection with the key gives all tokens back.
"""

from __future__ import annotations

import enum
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Final

from edge_agent.records import PeerId

WINDOW: Final = 60.0
"""Seconds that an offence counts."""
NAMED_AT: Final = 5
DROPPED_AT: Final = 20
"""Points within the window from which a peer is named to the owner, and dropped: a member's bug that garbles a beacon
each five seconds is named, one that garbles records in a row is dropped within moments."""
PENALTIES: Final = (60.0, 600.0, 3_600.0)
"""Seconds for which a peer is dropped, the first time and the next times."""
FORGIVEN_AFTER: Final = 4 * 3_600.0
"""Seconds of good conduct after which a peer is dropped as if for the first time."""
TOLD_FOR: Final = 600.0
"""Seconds for which the owner is told of strangers, and of a peer after its time is over."""
STRANGERS_FROM: Final = 3
"""Attempts within that time from which strangers are worth a word: a single one may be a port scan."""
TOKENS: Final = 30.0
TOKENS_A_SECOND: Final = 0.5
"""Attempts without the key that one address has at once, and afterwards: a machine that lost the key tries to reach
each member about twice a minute."""
MAX_PEERS: Final = 512
MAX_ADDRESSES: Final = 512


class Offence(enum.Enum):
    """What a peer did, what it is called, and how many points it counts."""

    REFUSED = ("refused message", 1)
    MALFORMED = ("malformed message", 5)
    BROKEN_EXCHANGE = ("broken exchange", 5)
    FLOOD = ("flood of messages", 20)

    @property
    def points(self) -> int:
        """What it counts towards ``DROPPED_AT``."""
        return self.value[1]

    def times(self, number: int) -> str:
        """So many of it, in words."""
        words = self.value[0]
        if number == 1:
            return f"a {words}"
        return f"{number} {words.replace('flood', 'floods', 1) if self is Offence.FLOOD else words + 's'}"


class _Peer:
    __slots__ = ("drops", "offences", "said", "until")

    def __init__(self) -> None:
        self.offences: deque[tuple[float, Offence]] = deque(maxlen=8 * DROPPED_AT)
        self.drops = 0
        self.until = float("-inf")
        self.said = ""
        """What it did before it was dropped."""


class _Address:
    __slots__ = ("attempts", "counted_at", "tokens")

    def __init__(self, now: float) -> None:
        self.tokens, self.counted_at = TOKENS, now
        self.attempts: deque[float] = deque(maxlen=1_000)

    def refill(self, now: float) -> None:
        self.tokens = min(TOKENS, self.tokens + (now - self.counted_at) * TOKENS_A_SECOND)
        self.counted_at = now


class Conduct:
    """The record of everybody's conduct. ``now``: seconds of one monotonic clock."""

    def __init__(self) -> None:
        self._peers: OrderedDict[PeerId, _Peer] = OrderedDict()
        self._addresses: OrderedDict[str, _Address] = OrderedDict()
        self._lock = threading.Lock()

    def offend(self, peer: PeerId, offence: Offence, now: float) -> str | None:
        """The peer did this. Where it is dropped for it: why and for how long."""
        with self._lock:
            known = self._peers.pop(peer, None) or _Peer()
            self._peers[peer] = known
            if len(self._peers) > MAX_PEERS:
                self._peers.popitem(last=False)
            if now < known.until:
                return None  # what was on its way when its links were closed
            known.offences.append((now, offence))
            if sum(one.points for _, one in self._recent(known, now)) < DROPPED_AT:
                return None
            if now - known.until > FORGIVEN_AFTER:
                known.drops = 0
            seconds = PENALTIES[min(known.drops, len(PENALTIES) - 1)]
            known.drops += 1
            known.until = now + seconds
            known.said = self._said(known, now)
            known.offences.clear()
            return f"{known.said}; dropped for {_duration(seconds)}"

    def is_dropped(self, peer: PeerId, now: float) -> bool:
        """Whether the peer is to have no links with this machine now."""
        with self._lock:
            known = self._peers.get(peer)
            return known is not None and now < known.until

    def dropped(self, now: float) -> set[PeerId]:
        """All peers that are dropped now."""
        with self._lock:
            return {peer for peer, known in self._peers.items() if now < known.until}

    def stranger(self, address: str, now: float) -> None:
        """Somebody without the key spoke from this IP address."""
        with self._lock:
            known = self._address(address, now)
            known.attempts.append(now)
            known.tokens -= 1

    def admits(self, address: str, now: float) -> bool:
        """Whether a connection from this IP address is listened to."""
        with self._lock:
            known = self._addresses.get(address)
            if known is None:
                return True
            known.refill(now)
            return known.tokens >= 1

    def welcome(self, address: str) -> None:
        """A machine with the key connected from this IP address."""
        with self._lock:
            known = self._addresses.get(address)
            if known is not None:
                known.tokens = TOKENS

    def lines(self, name_of: Callable[[PeerId], str], now: float) -> list[str]:
        """What the owner should know, a line each."""
        with self._lock:
            told = [self._line(name_of(peer), known, now) for peer, known in self._peers.items()]
            attempts = Counter(
                {
                    address: sum(now - at < TOLD_FOR for at in known.attempts)
                    for address, known in self._addresses.items()
                }
            )
        lines = [line for line in told if line]
        number = attempts.total()
        if number >= STRANGERS_FROM:
            seen = [address for address, count in attempts.most_common(3) if count]
            more = sum(count > 0 for count in attempts.values()) - len(seen)
            lines.append(
                f"somebody without the swarm's key tried to connect: {number} times in {_duration(TOLD_FOR)}, from "
                f"{', '.join(seen)}{f' and {more} other addresses' if more else ''}. Nothing was let in. If it is a "
                "machine of yours, run `swarm-agent join -` on it with the token of `swarm-agent invite`"
            )
        return lines

    def _address(self, address: str, now: float) -> _Address:
        known = self._addresses.pop(address, None) or _Address(now)
        self._addresses[address] = known
        if len(self._addresses) > MAX_ADDRESSES:
            self._addresses.popitem(last=False)
        known.refill(now)
        return known

    @staticmethod
    def _recent(known: _Peer, now: float) -> list[tuple[float, Offence]]:
        return [(at, one) for at, one in known.offences if now - at < WINDOW]

    def _said(self, known: _Peer, now: float) -> str:
        counts = Counter(one for _, one in self._recent(known, now))
        what = ", ".join(one.times(counts[one]) for one in Offence if counts[one])
        return f"sends garbage: {what} in a minute" if set(counts) != {Offence.FLOOD} else "floods this machine"

    def _line(self, name: str, known: _Peer, now: float) -> str | None:
        if now < known.until:
            return f"{name} {known.said}; dropped for {_duration(known.until - now)} more. Restart or update it"
        if sum(one.points for _, one in self._recent(known, now)) >= NAMED_AT:
            return f"{name} {self._said(known, now)}"
        if known.said and now - known.until < TOLD_FOR:
            return f"{name} was dropped for a time: it {known.said}"
        return None


def _duration(seconds: float) -> str:
    minutes = max(1, round(seconds / 60))
    return "a minute" if minutes == 1 else f"{minutes} minutes"
