"""The machines that were ever heard, by name: for people, and to know at a start who may be missing."""

from __future__ import annotations

import logging
from typing import Final

import msgspec

from edge_agent.records import PeerId
from edge_agent.store import Store, StoreError

log = logging.getLogger(__name__)

KEY: Final = "peers"
"""Where the store keeps the names."""
MOST: Final = 4_096
"""Names that are kept; of more, those that were heard first are forgotten."""


class PeerNames:
    """Peer ids with the names that their machines gave themselves. Read from the store with :meth:`load`."""

    def __init__(self, store: Store, known: dict[PeerId, str]) -> None:
        self.former: frozenset[PeerId] = frozenset(known)
        """The machines that were heard before this start."""
        self._store = store
        self._known = known
        self._kept = dict(known)

    @classmethod
    async def load(cls, store: Store) -> PeerNames:
        """What an earlier run kept; nothing where that cannot be read."""
        try:
            known = msgspec.json.decode(await store.meta(KEY) or "{}", type=dict[PeerId, str])
        except msgspec.MsgspecError as error:
            log.warning("the names of former peers cannot be read: %s", error)
            known = {}
        return cls(store, known)

    def learn(self, peer: PeerId, name: str) -> None:
        """A beacon told the machine's name."""
        self._known[peer] = name
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    def all(self) -> dict[PeerId, str]:
        """Everybody's name."""
        return dict(self._known)

    async def keep(self) -> None:
        """Store what is new. Where the disk is full that waits for the next call: they are only names."""
        if self._known == self._kept:
            return
        names = dict(self._known)
        try:
            await self._store.set_meta(KEY, msgspec.json.encode(names).decode())
        except StoreError as error:
            log.debug("the names of peers were not stored: %s", error)
        else:
            self._kept = names
