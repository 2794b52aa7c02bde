"""The virtual network: links between machines, gossip from hop to hop, and the streams of an exchange.

Every machine is connected with every other one, or with some of them in a large swarm (``connections``). Gossip goes
to ``degree`` to 1.5 times ``degree`` connected neighbours, each passes on what is new to it. Beacons are not followed
from hop to hop: whom they reach, and over how many hops, is worked out once for each state of the network.

Where a link is cut, what is sent is lost at once, and both sides notice after a while, as pings would; a silent cut is
never noticed. A message is lost, delayed, doubled or damaged as the weather has it; jitter reorders.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from edge_agent.mesh.presence import Beacon
from edge_agent.mesh.reconcile import SyncError
from edge_agent.records import Record
from simulation.waiting import Promise

if TYPE_CHECKING:
    from simulation.machine import Machine
    from simulation.schedule import Event, Schedule

SECONDS_TO_NOTICE: Final = (6.0, 12.0)
"""How long a cut link still looks whole: pings every few seconds, two of which have to fail."""
SECONDS_TO_REDIAL: Final = (0.3, 3.0)
SECONDS_TO_NOTICE_A_CRASH: Final = 0.3
SILENT_STREAM_SECONDS: Final = 20.0
"""An exchange without a frame for so long is given up, as in the mesh."""
BEACON_BYTES: Final = 600


@dataclass
class Weather:
    """What happens to messages at the moment; shares are between 0 and 1, ``delay`` is seconds for a hop."""

    delay: float = 0.02
    loss: float = 0.0
    doubled: float = 0.0
    damaged: float = 0.0


@dataclass
class Counters:
    """What one machine sent."""

    gossip: int = 0
    gossip_bytes: int = 0
    beacons: int = 0
    frames: int = 0
    frame_bytes: int = 0
    exchanges: int = 0

    @property
    def messages(self) -> int:
        """Everything but beacons."""
        return self.gossip + self.frames


class Link:
    """The connection of two machines, as it should be and as both believe it to be."""

    def __init__(self, a: int, b: int) -> None:
        self.ends = (a, b)
        self.up = False
        self.blocked = {(a, b): 0, (b, a): 0}
        """Cuts in each direction; what is sent into one is lost."""
        self.cuts = 0
        """Cuts that pings notice."""
        self.change: Event | None = None
        self.streams: list[Stream] = []


@dataclass
class Reach:
    """Whom a machine's gossip reaches in the present state of the network, each with the number of hops."""

    version: int
    hops: list[tuple[int, int]] = field(default_factory=list)


class Network:
    """Carries what machines tell each other. Machines are known by their number."""

    def __init__(self, schedule: Schedule, lots: Random, *, degree: int = 3, connections: int | None = None) -> None:
        self.weather = Weather()
        self.counters: list[Counters] = []
        self.version = 0
        """Grows whenever who reaches whom may have changed."""
        self.machines: list[Machine] = []
        self._schedule = schedule
        self._lots = lots
        self._degree = degree
        self._connections = connections
        self._links: dict[tuple[int, int], Link] = {}
        self._links_of: list[list[Link]] = []
        self._neighbours: dict[int, tuple[int, list[int]]] = {}
        self._reach: dict[int, Reach] = {}
        self._preference: dict[tuple[int, int], float] = {}

    def join(self, machine: Machine) -> None:
        """A new machine; its links come up once it has power."""
        number = len(self.machines)
        self.machines.append(machine)
        self.counters.append(Counters())
        self._links_of.append([])
        others = list(range(number))
        if self._connections is not None and len(others) > self._connections:
            # Each newcomer links to half as many as a machine has on average: a random graph that hangs together.
            others = sorted(self._lots.sample(others, max(1, self._connections // 2)))
        for other in others:
            link = Link(other, number)
            self._links[other, number] = self._links[number, other] = link
            self._links_of[other].append(link)
            self._links_of[number].append(link)
            self._preference[other, number] = self._preference[number, other] = self._lots.random()

    # Who hears whom.

    def connected(self, number: int) -> list[int]:
        """The machines with which this one has a connection, as it believes."""
        return [_other(link, number) for link in self._links_of[number] if link.up]

    def passes(self, a: int, b: int) -> bool:
        """Whether what ``a`` sends reaches ``b`` now."""
        link = self._links.get((a, b))
        return link is not None and link.up and not link.blocked[a, b]

    def neighbours(self, number: int) -> list[int]:
        """To whom the machine passes gossip on: those that it prefers, and those that prefer it."""
        known = self._neighbours.get(number)
        if known is None or known[0] != self.version:
            chosen = [
                other
                for other in self.connected(number)
                if other in self._preferred(number) or number in self._preferred(other)
            ]
            known = self._neighbours[number] = self.version, chosen
        return known[1]

    def _preferred(self, number: int) -> list[int]:
        others = self.connected(number)
        if len(others) <= self._degree:
            return others
        return sorted(others, key=lambda other: self._preference[number, other])[: self._degree]

    def reach(self, number: int) -> list[tuple[int, int]]:
        """Whom the machine's gossip reaches: number and hops."""
        known = self._reach.get(number)
        if known is None or known.version != self.version:
            known = self._reach[number] = Reach(self.version)
            seen = {number}
            todo = deque([(number, 0)])
            while todo:
                at, hops = todo.popleft()
                for other in self.neighbours(at):
                    if other not in seen and self.passes(at, other) and self.machines[other].listens:
                        seen.add(other)
                        known.hops.append((other, hops + 1))
                        todo.append((other, hops + 1))
        return known.hops

    def block(self, a: int, b: int, *, silently: bool) -> None:
        """Nothing passes from ``a`` to ``b`` any more; ``silently``: neither of them ever notices."""
        link = self._links.get((a, b))
        if link is not None:
            link.blocked[a, b] += 1
            link.cuts += not silently
            self._reconsider(link)

    def unblock(self, a: int, b: int, *, silently: bool) -> None:
        """Take back one :meth:`block`."""
        link = self._links.get((a, b))
        if link is not None:
            link.blocked[a, b] -= 1
            link.cuts -= not silently
            self._reconsider(link)

    def power_changed(self, machine: Machine) -> None:
        """The machine went on or off, fell asleep or woke."""
        for link in self._links_of[machine.number]:
            if machine.agent is None and link.up:
                self._set(link, False)
            self._reconsider(link)

    def _reconsider(self, link: Link) -> None:
        """A link that should be up but is not, or the other way round, changes after a while."""
        self.version += 1
        wanted = not link.cuts and all(self.machines[end].listens for end in link.ends)
        if link.change is not None:
            link.change.call_off()
            link.change = None
        if wanted != link.up:
            bounds = SECONDS_TO_REDIAL if wanted else SECONDS_TO_NOTICE
            link.change = self._schedule.after(self._lots.uniform(*bounds), lambda: self._change(link, wanted))

    def _change(self, link: Link, up: bool) -> None:
        link.change = None
        self._set(link, up)

    def _set(self, link: Link, up: bool) -> None:
        self.version += 1
        link.up = up
        if not up:
            for stream in list(link.streams):
                stream.give_up("the connection is gone")
        for end in link.ends:
            self._tell(self.machines[end], _other(link, end), up)

    def _tell(self, machine: Machine, other: int, up: bool) -> None:
        agent = machine.agent
        if agent is not None:
            seconds = 0.0 if up else SECONDS_TO_NOTICE_A_CRASH
            self._schedule.after(seconds, lambda: machine.execute(agent, lambda: agent.link_changed(other, up)))

    # What is sent.

    def gossip(self, sender: int, record: Record, came_from: int | None = None) -> None:
        """The machine passes a record on to its neighbours."""
        for other in self.neighbours(sender):
            if other != came_from:
                self._send_record(sender, other, record)

    def _send_record(self, sender: int, receiver: int, record: Record) -> None:
        counters = self.counters[sender]
        counters.gossip += 1
        counters.gossip_bytes += len(record.wire)
        weather, lots = self.weather, self._lots
        machine = self.machines[receiver]
        copies = 2 if weather.doubled and lots.random() < weather.doubled else 1
        for _ in range(copies):
            if not self.passes(sender, receiver) or (weather.loss and lots.random() < weather.loss):
                continue
            delay = weather.delay * (0.5 + lots.random())
            if weather.damaged and lots.random() < weather.damaged:
                wire = _damaged(record.wire, lots)
                self._schedule.after(delay, partial(machine.hear_bytes, wire, sender))
            else:
                self._schedule.after(delay, lambda: machine.hear_record(record, sender))

    def spread(self, sender: int, beacon: Beacon) -> None:
        """The machine's beacon, to all whom its gossip reaches."""
        weather, lots = self.weather, self._lots
        self.counters[sender].beacons += len(self.neighbours(sender))
        for other, hops in self.reach(sender):
            self.counters[other].beacons += max(0, len(self.neighbours(other)) - 1)
            if weather.loss and lots.random() < weather.loss:
                continue
            delay = weather.delay * hops * (0.5 + lots.random())
            self._schedule.after(delay, partial(self.machines[other].hear_beacon, beacon))

    def open(self, a: int, b: int) -> Stream:
        """A stream between two connected machines. ConnectionError where they are not connected."""
        link = self._links.get((a, b))
        if link is None or not link.up:
            raise ConnectionError(f"machines {a} and {b} are not connected")
        self.counters[a].exchanges += 1
        stream = Stream(self, link, a, b)
        link.streams.append(stream)
        return stream

    def carry(self, sender: int, receiver: int, frame: bytes, not_before: float, deliver: Callable[[], None]) -> float:
        """Carry a frame of a stream; when it arrives. Frames of a direction arrive in turn or not at all."""
        counters = self.counters[sender]
        counters.frames += 1
        counters.frame_bytes += len(frame)
        arrival = max(not_before, self._schedule.now + self.weather.delay * (0.5 + self._lots.random()))
        if self.passes(sender, receiver):
            self._schedule.at(arrival, lambda: self.machines[receiver].receive(deliver))
        return arrival

    @property
    def schedule(self) -> Schedule:
        """Virtual time."""
        return self._schedule


class Stream:
    """A stream of frames between two machines, with an end for each."""

    def __init__(self, network: Network, link: Link, a: int, b: int) -> None:
        self.ends = (StreamEnd(self, a, b), StreamEnd(self, b, a))
        self.network = network
        self.open = True
        self._link = link
        self._moved_at = network.schedule.now
        self._watch()

    def moved(self) -> None:
        """A frame arrived."""
        self._moved_at = self.network.schedule.now

    def close(self) -> None:
        """It served its purpose."""
        if self.open:
            self.open = False
            self._link.streams.remove(self)

    def give_up(self, reason: str) -> None:
        """Both sides get an error, as far as they wait for something."""
        if self.open:
            self.close()
            for end in self.ends:
                end.fail(reason)

    def _watch(self) -> None:
        if not self.open:
            return
        left = self._moved_at + SILENT_STREAM_SECONDS - self.network.schedule.now
        if left <= 1e-6:
            self.give_up("no frame came for too long")
        else:
            self.network.schedule.after(left, self._watch)


class StreamEnd:
    """One machine's end of a stream: the ``Channel`` of an exchange."""

    def __init__(self, stream: Stream, own: int, other: int) -> None:
        self._stream = stream
        self._own, self._other = own, other
        self._arrived: deque[bytes] = deque()
        self._waiting: Promise[bytes] | None = None
        self._last_arrival = 0.0

    async def send(self, frame: bytes) -> None:
        """As in the mesh; what is sent into a closed stream is lost."""
        stream = self._stream
        if stream.open:
            far = stream.ends[1] if stream.ends[0] is self else stream.ends[0]
            network = stream.network
            self._last_arrival = network.carry(
                self._own, self._other, frame, self._last_arrival, lambda: far._arrive(frame)
            )

    async def receive(self) -> bytes:
        """As in the mesh. SyncError once the stream is given up."""
        if self._arrived:
            return self._arrived.popleft()
        if not self._stream.open:
            raise SyncError("the stream is closed")
        self._waiting = Promise()
        return await self._waiting

    def fail(self, reason: str) -> None:
        """Whoever waits here gets an error."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.fail(SyncError(reason))

    def _arrive(self, frame: bytes) -> None:
        self._stream.moved()
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            self._arrived.append(frame)
        else:
            waiting.keep(frame)


def _other(link: Link, number: int) -> int:
    return link.ends[1] if link.ends[0] == number else link.ends[0]


def _damaged(wire: bytes, lots: Random) -> bytes:
    """The bytes with one of them changed, or cut short."""
    at = lots.randrange(len(wire))
    if lots.random() < 0.3:
        return wire[:at]
    return wire[:at] + bytes([wire[at] ^ (1 << lots.randrange(8))]) + wire[at + 1 :]
