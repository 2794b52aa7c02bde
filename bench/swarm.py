"""Worlds for measuring: the simulator with beacons in aggregate, and goals whose number of leaves is given.

A swarm of a thousand machines hears half a million beacons in each interval. Here a beacon is one event: it reaches all
machines at the same moment, after the mean delay of its way. What it would have cost the network is counted all the
same. Only for worlds in which every living machine reaches every other one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from edge_agent.mesh.presence import GONE_AFTER, Beacon, PresenceTable, peer_of
from edge_agent.plan import Task
from edge_agent.records import Child, PeerId, Policy
from edge_agent.roles.view import Peer
from simulation.model import Script
from simulation.network import Network
from simulation.world import Config, MachineSpec, World

if TYPE_CHECKING:
    from simulation.schedule import Schedule

CONNECTIONS: Final = 12
"""Connections of a machine in a swarm too large for everybody to know everybody."""
DEGREE: Final = 3
SECONDS_BETWEEN_PURGES: Final = 0.5
ACQUAINTED_AFTER: Final = 4.0
"""Beacon intervals after which the machines of a new world know each other, and a goal is taken."""


class Roll:
    """The newest beacon of every living machine, as all machines know it."""

    def __init__(self, interval: float) -> None:
        self.interval = interval
        self.beacons: dict[PeerId, Beacon] = {}
        self.peers: dict[PeerId, Peer] = {}
        self.version = 0
        """Grows whenever a machine comes or goes."""
        self._purged_at = 0.0

    def put(self, beacon: Beacon, now: float) -> None:
        """A beacon reached everybody."""
        author = PeerId(beacon.author)
        self.version += author not in self.beacons
        self.beacons[author] = beacon
        self.peers[author] = peer_of(beacon, now)

    def purge(self, now: float) -> None:
        """Strike off who has been silent for too long."""
        if now - self._purged_at < SECONDS_BETWEEN_PURGES:
            return
        self._purged_at = now
        gone = [peer.id for peer in self.peers.values() if now - peer.heard_at > GONE_AFTER * self.interval]
        for author in gone:
            del self.peers[author], self.beacons[author]
        self.version += len(gone)


class Others(Mapping[PeerId, Peer]):
    """Everybody on the roll but one: what that one's presence table would hold, without a copy for each machine."""

    def __init__(self, peers: dict[PeerId, Peer], me: PeerId) -> None:
        self._peers = peers
        self._me = me

    def __getitem__(self, peer: PeerId) -> Peer:
        if peer == self._me:
            raise KeyError(peer)
        return self._peers[peer]

    def __iter__(self) -> Iterator[PeerId]:
        return (peer for peer in self._peers if peer != self._me)

    def __len__(self) -> int:
        return len(self._peers) - (self._me in self._peers)

    def values(self) -> list[Peer]:  # type: ignore[override]  # no view, but all that the roles need
        """The peers themselves, as a list: asked for many times a second."""
        me = self._me
        return [peer for peer in self._peers.values() if peer.id != me]


class AggregatePresence(PresenceTable):
    """A presence table that reads the common roll."""

    def __init__(self, roll: Roll, me: PeerId) -> None:
        super().__init__(me, interval=roll.interval)
        self._roll = roll
        self._seen_version = 0

    def tick(self, now: float) -> list[tuple[PeerId, object]]:  # type: ignore[override]  # only whether it is empty counts
        """Something, where a machine came or went since the last call."""
        self._roll.purge(now)
        changed = self._seen_version != self._roll.version
        self._seen_version = self._roll.version
        return [(self.me, None)] if changed else []

    def interval_now(self, now: float) -> float:
        """Always the same: what a swarm costs is measured at one pace."""
        return self.interval

    def slowest_interval(self, now: float) -> float:
        """Always the same."""
        return self.interval

    def beacons(self, now: float) -> Mapping[PeerId, Beacon]:
        """The newest beacon of everyone, this machine's own among them."""
        return self._roll.beacons

    def living(self, now: float) -> Mapping[PeerId, Peer]:  # type: ignore[override]  # no copy
        """The living others."""
        return Others(self._roll.peers, self.me)

    def clock_readings(self, now: float) -> list[int]:
        """None: all clocks are right in these worlds."""
        return []


class AggregateNetwork(Network):
    """A network in which a beacon reaches everybody at once, after the mean delay of its way."""

    def __init__(self, schedule: Schedule, lots: Random, roll: Roll, connections: int | None) -> None:
        super().__init__(schedule, lots, degree=DEGREE, connections=connections)
        self.roll = roll
        self.beacon_copies = 0
        """How many beacons all machines sent in all, passed-on ones included."""
        self._edges: tuple[int, int] = (-1, 0)

    def spread(self, sender: int, beacon: Beacon) -> None:
        """One event; what the flood from neighbour to neighbour costs is counted."""
        count = len(self.machines)
        self.beacon_copies += max(0, self._directed_edges() - (count - 1))
        hops = max(1.0, math.log(count) / math.log(DEGREE)) if count > 1 else 0.0
        self.schedule.after(self.weather.delay * hops, lambda: self.roll.put(beacon, self.schedule.now))

    def _directed_edges(self) -> int:
        version, edges = self._edges
        if version != self.version:
            edges = sum(len(self.neighbours(number)) for number in range(len(self.machines)))
            self._edges = self.version, edges
        return edges


class SwarmWorld(World):
    """A world without faults but crashes, as large as wanted."""

    network: AggregateNetwork

    def __init__(self, seed: int, config: Config) -> None:
        self.roll = Roll(config.beacon_seconds)
        super().__init__(seed, config)

    def make_network(self, lots: Random) -> Network:
        """With beacons in aggregate."""
        return AggregateNetwork(self.schedule, lots, self.roll, self.config.connections)

    def make_presence(self, me: PeerId) -> PresenceTable:
        """Of the common roll."""
        return AggregatePresence(self.roll, me)


class Shape:
    """A goal as a tree with exactly so many leaves, all as deep, and as few parts a task as ``fan_out`` allows.

    ``in_turn``: each part but a leaf comes after the one before it, as chapters may: so few leaves are ready at once.
    """

    def __init__(self, leaves: int, *, fan_out: int = 8, in_turn: bool = False) -> None:
        self.leaves = leaves
        self.fan_out = fan_out
        self.in_turn = in_turn
        self.inner = self._inner_tasks(leaves)

    @property
    def tasks(self) -> int:
        """All tasks, the root included."""
        return self.leaves + self.inner

    def split(self, task: Task) -> tuple[Child, ...]:
        """The children of a task; its title ends in how many leaves it has."""
        leaves = int(task.title.rsplit(" ", 1)[1])
        shares = self.shares(leaves)
        return tuple(
            Child(
                title=f"part {index}: {share}",
                leaf=share == 1,
                after=(index - 1,) if self.in_turn and share > 1 and index else (),
            )
            for index, share in enumerate(shares)
        )

    def title(self) -> str:
        """The goal's title, from which its split follows."""
        return f"a goal with leaves: {self.leaves}"

    def policy(self, scorers: int, *, quorum: int, lease: float, window: float, proposals: int = 2) -> Policy:
        """A policy under which the tree fits. ``quorum``: where a majority of the scorers is not less."""
        return Policy(
            quorum=min(quorum, scorers // 2 + 1),
            self_votes=scorers < 2,
            max_tasks=min(10_000, 2 * self.tasks + self.fan_out),
            max_children=self.fan_out,
            max_depth=8,
            min_proposals=proposals,
            lease=int(lease * 1_000),
            proposal_window=int(window * 1_000),
        )

    def shares(self, leaves: int) -> list[int]:
        """How many leaves each part of a task with so many leaves has."""
        within = 1
        while within * self.fan_out < leaves:
            within *= self.fan_out
        parts = -(-leaves // within)
        return [leaves // parts + (index < leaves % parts) for index in range(parts)]

    def _inner_tasks(self, leaves: int) -> int:
        return 0 if leaves == 1 else 1 + sum(self._inner_tasks(share) for share in self.shares(leaves))


def script_for(shape: Shape, seed: int, *, split: float, judge: float, write: float, spread: float = 0.0) -> Script:
    """A model that splits as the shape says, finds every split good, and takes so long, give or take a share."""

    def around(seconds: float) -> tuple[float, float]:
        return seconds * (1 - spread), seconds * (1 + spread)

    return Script(
        seed=seed,
        approves=1.0,
        small=0.0,
        agrees=1.0,
        split_by=shape.split,
        seconds_to_split=around(split),
        seconds_to_judge=around(judge),
        seconds_to_write=around(write),
    )


def world_for(script: Script, machines: int, seed: int, *, beacon_seconds: float = 2.0) -> SwarmWorld:
    """So many equal machines that serve all roles, each connected with all others or, in a large swarm, with some."""
    config = Config(
        machines=(MachineSpec(covers=False),) * machines,
        script=script,
        connections=CONNECTIONS if machines > CONNECTIONS + 1 else None,
        degree=DEGREE,
        beacon_seconds=beacon_seconds,
        keeps_trace=False,
        checks=False,
    )
    return SwarmWorld(seed, config)
