"""The plan's digest: equal digests mean the same records and the same conclusions from them.

A digest is the hash of two sums modulo 2**256: one over the ids of all records, one over all derived facts. Sums do
not know an order, and a fact that changes costs one subtraction and one addition, however large the plan is. The sums
guard against faults, not against enemies: only members of a swarm, who are trusted, can put records into it.
"""

from __future__ import annotations

import hashlib
from typing import Final, Literal

FactName = Literal["accepted", "claim counted", "claim failed", "decision", "failed", "priority", "state", "text"]
"""The kinds of derived facts that the digest covers."""

_MODULUS: Final = 1 << 256


class Sum:
    """An order-free sum of hashed items; an item that was added twice has to be taken out twice."""

    def __init__(self) -> None:
        self.total = 0

    def add(self, item: int) -> None:
        """Count one more of this item; a negative item takes one out."""
        self.total = (self.total + item) % _MODULUS


class Facts:
    """What is derived about one goal. Each change reaches the sum of the whole plan at once."""

    def __init__(self, plan_sum: Sum) -> None:
        self._plan_sum = plan_sum
        self._items: dict[tuple[FactName, str], tuple[str, int]] = {}

    def put(self, name: FactName, about: str, value: str | int | None) -> None:
        """State the fact anew; None takes it back. ``about`` is the id of the record or task that it is about."""
        said = None if value is None else str(value)
        before = self._items.get((name, about))
        if said == (None if before is None else before[0]):
            return
        if before is not None:
            del self._items[name, about]
            self._plan_sum.add(-before[1])
        if said is not None:
            item = hash_of(name, about, said)
            self._items[name, about] = said, item
            self._plan_sum.add(item)

    def clear(self) -> None:
        """Take back all facts of the goal."""
        self._plan_sum.add(-sum(item for _, item in self._items.values()))
        self._items.clear()


def hash_of(*parts: str) -> int:
    """A 256-bit number that stands for these parts; no part may hold a NUL character."""
    return int.from_bytes(hashlib.blake2b("\0".join(parts).encode(), digest_size=32).digest(), "big")


def digest_of_sums(records: Sum, facts: Sum) -> str:
    """The digest of a plan, 64 hexadecimal digits."""
    both = records.total.to_bytes(32, "big") + facts.total.to_bytes(32, "big")
    return hashlib.blake2b(both, digest_size=32).hexdigest()
