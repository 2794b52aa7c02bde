"""What a machine knows besides the plan when it decides: who lives, what it is doing, what it has noticed when.

All times are seconds of one monotonic clock that counts sleep (``clock.monotonic_seconds``), handed in by the caller.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from edge_agent.records import PeerId, RecordId, TaskId

Role = Literal["decomposer", "scorer", "executor", "observer"]


class Peer(Struct, frozen=True, kw_only=True):
    """Another living machine, as its last beacon told."""

    id: PeerId
    name: str = ""
    roles: frozenset[Role] = frozenset()
    tier: int = 0
    """The catalogue tier of its model; 0: it has none. Higher is better."""
    load: float = 0.0
    """0 idle to 1 busy."""
    claims: Mapping[RecordId, float] = field(default_factory=dict)
    """The claims it works on, each with its progress from 0 to 1."""
    heard_at: float = 0.0


class View(Struct, frozen=True, kw_only=True):
    """One machine's situation at a moment."""

    me: PeerId
    roles: frozenset[Role]
    tier: int
    peers: Mapping[PeerId, Peer] = field(default_factory=dict)
    """The living others."""
    proposing: frozenset[tuple[TaskId, int]] = frozenset()
    """The (task, round) of splits in the making here."""
    judging: frozenset[RecordId] = frozenset()
    """The proposals being judged here."""
    running: Mapping[RecordId, float] = field(default_factory=dict)
    """This machine's claims whose work runs here, with progress from 0 to 1."""
    awake_since: float = 0.0
    """When this machine last started, woke, recovered from a stall or reconnected: silence counts from then only."""
    caught_up: bool = True
    """Whether it has exchanged records with a living peer since then (or no peer lives)."""
    takes_work: bool = True
    """False while it must not open claims (disk full, on battery, stopping)."""
    beacon_interval: float = 5.0
    """Seconds between beacons."""
    settle: float = 0.5
    """Seconds that a claim of this machine must have held before its work starts."""
    executors_at_once: int = 1
    """How many claims this machine works on at once."""
