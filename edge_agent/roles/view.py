"""What a machine knows besides the plan when it decides: who lives, what it is doing, what it has noticed when.

All times are seconds of one monotonic clock that counts sleep (``clock.monotonic_seconds``), handed in by the caller.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct, field

from edge_agent.records import PeerId, RecordId, TaskId

Role = Literal["decomposer", "scorer", "executor", "observer"]

LONGEST_TURN: Final = 5.0
"""Seconds: see :attr:`View.turn`."""


class Peer(Struct, frozen=True, kw_only=True):
    """Another living machine, as its last beacon told."""

    id: PeerId
    name: str = ""
    roles: frozenset[Role] = frozenset()
    own: frozenset[Role] = frozenset()
    """Of these the ones that it serves by its hardware or configuration; the others it took on as cover."""
    could: frozenset[Role] = frozenset()
    """The roles that it could take on as cover."""
    lacking: frozenset[Role] = frozenset()
    """The roles for which it has had work without bringing anything about."""
    capability: int = 0
    """Orders those that could take on a role: the highest goes first."""
    tier: int = 0
    """The catalogue tier of its model; 0: it has none. Higher is better."""
    load: float = 0.0
    """0 idle to 1 busy."""
    claims: Mapping[str, float] = field(default_factory=dict)
    """The work in its hands, each with its progress from 0 to 1: see ``View.work_in_hand``."""
    heard_at: float = 0.0

    @property
    def can_execute(self) -> bool:
        """Whether it could take a claim: any machine with a model but an observer lends a hand."""
        return self.tier > 0 and "observer" not in self.roles


class View(Struct, frozen=True, kw_only=True, dict=True):
    """One machine's situation at a moment."""

    me: PeerId
    roles: frozenset[Role]
    tier: int
    load: float = 0.0
    """Of this machine, 0 idle to 1 busy, its own claims not counted."""
    peers: Mapping[PeerId, Peer] = field(default_factory=dict)
    """The living others."""
    proposing: frozenset[tuple[TaskId, int]] = frozenset()
    """The (task, round) of splits in the making here."""
    declined: frozenset[TaskId] = frozenset()
    """The tasks of which this machine was to propose a split, and found that they need none."""
    judging: frozenset[RecordId] = frozenset()
    """The proposals being judged here."""
    opened: frozenset[RecordId] = frozenset()
    """The claims that this machine opened since it started; others of its own are from an earlier run."""
    running: Mapping[RecordId, float] = field(default_factory=dict)
    """This machine's claims whose work runs here, with progress from 0 to 1."""
    awake_since: float = 0.0
    """When this machine last started, woke or recovered from a stall: silence counts from then only."""
    heard_since: float = 0.0
    """When it last heard somebody after a silence all around, as after its own link was lost: the others' silence
    counts from then only."""
    caught_up: bool = True
    """Whether it has exchanged records with a living peer since then (or no peer lives)."""
    takes_work: bool = True
    """False while it must not open claims (disk full, on battery, stopping)."""
    model_free: bool = True
    """False while other agents of the process run or hold claims on the model that they share with this one: a claim
    would wait for them, and look dead meanwhile."""
    beacon_interval: float = 5.0
    """Seconds within which every living machine is heard: it grows with the swarm."""
    settle: float = 0.5
    """Seconds that a claim of this machine must have held before its work starts."""
    now_ms: int | None = None
    """What time it is, in milliseconds since 1970; None where no time service keeps this machine's clock or a living
    peer's right."""
    retention_ms: int = 0
    """How long this machine keeps goals that have ended; 0: for ever."""
    executors_at_once: int = 1
    """How many claims this machine works on at once."""

    @property
    def work_in_hand(self) -> dict[str, float]:
        """What this machine's beacon names as its work: its running claims with their progress, and (at 0) the tasks
        of which it is making a split and the proposals that it is judging, so that the others wait for them."""
        planning = [*(task for task, _ in self.proposing), *self.judging]
        return dict.fromkeys(planning, 0.0) | dict(self.running)

    @property
    def turn(self) -> float:
        """Seconds that a machine leaves to each one that comes before it. A claim spreads at once, unlike the news of
        somebody's end: so turns do not grow with the interval of a large swarm."""
        return min(self.beacon_interval, LONGEST_TURN)

    @property
    def can_execute(self) -> bool:
        """Whether this machine could take a claim at all."""
        return self.tier > 0 and "observer" not in self.roles

    def living(self, role: Role) -> list[PeerId]:
        """The living machines that serve the role, this one included, in the order of their ids.

        Who lists it and brings nothing about counts only where nobody else serves it.
        """
        living = self._living.get(role)
        if living is None:
            serving = [peer for peer in self.peers.values() if role in peer.roles]
            others = [peer.id for peer in serving if role not in peer.lacking]
            if not others and role not in self.roles:
                others = [peer.id for peer in serving]
            living = self._living[role] = sorted([*others, self.me] if role in self.roles else others)
        return list(living)

    @functools.cached_property
    def _living(self) -> dict[str, list[PeerId]]:
        """What :meth:`living` found already: asked for many times in a look, and a large swarm takes a while."""
        return {}
