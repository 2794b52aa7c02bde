"""A virtual machine: what outlives a run of the software (disk, key, clock), and its power switch."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Literal

from edge_agent.mesh.presence import Beacon
from edge_agent.mesh.readiness import STALL_ALLOWANCE, STALL_INTERVALS
from edge_agent.records import PeerId, Record, Signer, digest_of
from edge_agent.roles.view import Role
from simulation.agent import VirtualAgent
from simulation.disk import VirtualDisk
from simulation.model import Ailment

if TYPE_CHECKING:
    from simulation.world import MachineSpec, World

START_MS = 1_700_000_000_000
"""Milliseconds since 1970 at which every world begins."""

Pause = Literal["sleep", "stop"]
"""sleep: the network card is off and the model stands still. stop: what arrives waits (SIGSTOP)."""


class Machine:
    """``agent`` is the run of the software on it; None while it is off."""

    def __init__(self, world: World, number: int, spec: MachineSpec) -> None:
        self.world = world
        self.number = number
        self.own: frozenset[Role] = frozenset(spec.roles)
        """The roles that it serves whoever else lives."""
        self.covers = spec.covers
        """Whether it takes on roles that the living lack."""
        self.tier = 0 if "observer" in self.own else spec.tier
        self.slowness = spec.slowness
        """Factor on everything that its model takes."""
        self.lots = Random(f"machine {world.seed} {number}")
        self.identities = 0
        self.signer = self._new_key()
        self.disk = VirtualDisk(world.schedule, self._seconds_to_sync, lambda: self.lots.random() < 0.5)
        self.synchronised = spec.synchronised
        self.clock_error_ms = spec.clock_error_ms
        self.drift = 0.0
        """Milliseconds that the wall clock gains each second."""
        self.agent: VirtualAgent | None = None
        self.starts = 0
        self.pause: Pause | None = None
        self.paused_since = 0.0
        self.woke_at = 0.0
        """When it last went on after a pause that was long enough to be noticed."""
        self.ailment: Ailment | None = None
        self.buggy = False
        self.crash_in_write: Callable[[], None] | None = None
        """Called when the next write to the disk begins."""
        self.commands: list[Callable[[VirtualAgent], bool]] = []
        """What the owner still wants of it: tried again until it returns True."""
        self._deferred: list[Callable[[], None]] = []
        self._clock_base = 0.0

    @property
    def peer_id(self) -> PeerId:
        """Its identity."""
        return self.signer.peer_id

    @property
    def listens(self) -> bool:
        """Whether it is on and not paused."""
        return self.agent is not None and self.pause is None

    @property
    def observes(self) -> bool:
        """Whether it never says anything."""
        return "observer" in self.own

    def wall_ms(self) -> int:
        """What its wall clock shows, in milliseconds since 1970."""
        now = self.world.schedule.now
        gained = self.drift * (now - self._clock_base)
        return max(0, START_MS + int(now * 1_000 + self.clock_error_ms + gained))

    def set_clock(self, error_ms: float, *, drift: float = 0.0, synchronised: bool) -> None:
        """From now on the wall clock is wrong by so many milliseconds, and gains ``drift`` more each second."""
        self.clock_error_ms, self.drift, self.synchronised = error_ms, drift, synchronised
        self._clock_base = self.world.schedule.now

    # Power.

    def start(self) -> None:
        """Switch it on, if it is off."""
        if self.agent is not None:
            return
        self.starts += 1
        self.pause = None
        self._deferred.clear()
        self.agent = VirtualAgent(self)
        self.world.trace.note(self.number, "starts", f"{'+'.join(sorted(self.own))}, {len(self.disk.content)} records")
        self.agent.start()
        self.world.checks.started(self)
        self.world.network.power_changed(self)

    def crash(self) -> None:
        """Power off: only what is on the disk remains."""
        if self.agent is None:
            return
        self.world.trace.note(self.number, "crashes")
        self.world.checks.crashing(self)
        self.agent.die()
        self.agent = None
        self.pause = None
        self._deferred.clear()
        self.disk.lose_power()
        self.world.network.power_changed(self)

    def wipe(self, *, identity: bool) -> None:
        """Lose the disk, and the key too where ``identity``. Only while it is off."""
        self.disk.wipe()
        if identity:
            self.signer = self._new_key()
        self.world.trace.note(self.number, "is wiped", f"{'with' if identity else 'without'} its key")
        self.world.checks.wiped(self)

    def fall_asleep(self, pause: Pause) -> None:
        """Stop in the middle of everything."""
        if self.agent is not None and self.pause is None:
            self.pause = pause
            self.paused_since = self.world.schedule.now
            self.world.trace.note(self.number, "pauses", pause)
            self.world.network.power_changed(self)

    def wake(self) -> None:
        """Go on: all timers that would have rung ring now, in their order."""
        if self.pause is None:
            return
        slept = self.world.schedule.now - self.paused_since
        was, self.pause = self.pause, None
        if slept > STALL_INTERVALS * self.world.config.beacon_seconds + STALL_ALLOWANCE:
            self.woke_at = self.world.schedule.now
        self.world.trace.note(self.number, "goes on", f"after {slept:.0f} s")
        self.world.network.power_changed(self)
        if self.agent is not None and was == "sleep":
            self.agent.hands.postpone(slept)
        deferred, self._deferred = self._deferred, []
        for action in deferred:
            action()

    def execute(self, agent: VirtualAgent, action: Callable[[], None]) -> None:
        """Something that run of the software planned to do now: not if it is dead, later if it is paused."""
        if self.agent is not agent:
            return
        if self.pause is None:
            action()
        else:
            self._deferred.append(lambda: self.execute(agent, action))

    def receive(self, action: Callable[[], None]) -> None:
        """Something arrives over the network: lost while the machine is off or sleeps, kept while it is stopped."""
        agent = self.agent
        if agent is not None and self.pause != "sleep":
            self.execute(agent, action)

    # What arrives by gossip.

    def hear_record(self, record: Record, sender: int) -> None:
        """A record from a neighbour."""
        agent = self.agent
        if agent is not None and self.pause != "sleep":
            self.execute(agent, lambda: agent.hear_record(record, sender))

    def hear_bytes(self, wire: bytes, sender: int) -> None:
        """Damaged bytes from a neighbour."""
        agent = self.agent
        if agent is not None and self.pause != "sleep":
            self.execute(agent, lambda: agent.hear_bytes(wire, sender))

    def hear_beacon(self, beacon: Beacon) -> None:
        """A beacon, over however many hops."""
        agent = self.agent
        if agent is not None and self.pause != "sleep":
            self.execute(agent, lambda: agent.hear_beacon(beacon))

    def _new_key(self) -> Signer:
        self.identities += 1
        return Signer(bytes.fromhex(digest_of(f"key {self.world.seed} {self.number} {self.identities}".encode())))

    def _seconds_to_sync(self) -> float:
        seconds = self.lots.uniform(0.002, 0.02) if self.world.config.slow_disks else 0.0
        if self.crash_in_write is not None:
            crash, self.crash_in_write = self.crash_in_write, None
            seconds = 0.02
            self.world.schedule.after(0.01, crash)
        return seconds
