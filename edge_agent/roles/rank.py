"""Who goes first: rendezvous hashing over machines, so that each computes the same order without asking anybody.

Each subject (a task, a step) has an order of its own, so work spreads evenly, and a machine that comes or goes moves
only its own share (Thaler and Ravishankar, "Using name-based mappings to increase hit rates", 1998).
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable

from edge_agent.records import PeerId, digest_of


@functools.lru_cache(maxsize=65_536)
def weight(machine: PeerId, subject: str) -> int:
    """The machine's weight for the subject, 256 bits; the least goes first."""
    return int(digest_of(machine.encode(), subject.encode()), 16)


@functools.lru_cache(maxsize=1_024)
def _order(machines: tuple[PeerId, ...], subject: str) -> tuple[PeerId, ...]:
    """Sorted once for as long as the same machines live: a large swarm asks for the same order again and again."""
    return tuple(sorted(machines, key=lambda machine: weight(machine, subject)))


def ranked(machines: Iterable[PeerId], subject: str) -> list[PeerId]:
    """The machines in the subject's order."""
    return list(_order(tuple(machines), subject))


def rank_of(machine: PeerId, machines: Iterable[PeerId], subject: str) -> int:
    """How many of ``machines`` go before ``machine``, which need not be one of them."""
    own = weight(machine, subject)
    return sum(weight(other, subject) < own for other in machines if other != machine)


def before(machine: PeerId, order: Iterable[PeerId], among: Collection[PeerId]) -> list[PeerId]:
    """Who of ``among`` comes before ``machine`` in an order that :func:`ranked` made; ``machine`` is part of it."""
    found: list[PeerId] = []
    for other in order:
        if other == machine:
            break
        if other in among:
            found.append(other)
    return found
