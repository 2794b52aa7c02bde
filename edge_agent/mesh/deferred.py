"""Records that a peer named and did not give, or that could not be taken: not asked for again for a while."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from edge_agent.records import PeerId, RecordId

FIRST_DEFERRAL: Final = 30.0
LONGEST_DEFERRAL: Final = 600.0
"""Seconds until an id that came to nothing is asked for again; the longest is how long a quarantine can last."""
MAX_DEFERRED: Final = 50_000


class Deferred:
    """Ids that came to nothing with a peer, each with the time before which it is not asked for again."""

    def __init__(self) -> None:
        self._until: OrderedDict[tuple[PeerId, RecordId], tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._until)

    def blocks(self, peer: PeerId, record_id: RecordId, now: float) -> bool:
        """Whether the id must not be asked of the peer now."""
        until = self._until.get((peer, record_id))
        return until is not None and now < until[0]

    def add(self, peer: PeerId, ids: Iterable[RecordId], now: float) -> None:
        """These came to nothing (again): the delay doubles each time."""
        for record_id in ids:
            _, delay = self._until.pop((peer, record_id), (0.0, FIRST_DEFERRAL / 2))
            delay = min(2 * delay, LONGEST_DEFERRAL)
            self._until[peer, record_id] = (now + delay, delay)
        while len(self._until) > MAX_DEFERRED:
            self._until.popitem(last=False)

    def clear(self, peer: PeerId, ids: Iterable[RecordId]) -> None:
        """These are here now."""
        for record_id in ids:
            self._until.pop((peer, record_id), None)
