"""What goes wrong, and when. Each fault begins at ``at`` and is over at ``until``, in seconds of virtual time.

A seed makes a list of faults (:func:`random_faults`); each is independent of the others, so any part of the list can be
tried alone. Machines are known by their number.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from edge_agent.records import Cancel, Forget, KnownBody, Record, RecordId, Reprioritise, Requorum
from edge_agent.roles.view import Role
from simulation.machine import Machine, Pause
from simulation.model import Ailment
from simulation.network import Weather

if TYPE_CHECKING:
    from simulation.agent import VirtualAgent
    from simulation.world import World

DAY_MS: Final = 86_400_000.0


class Fault(Struct, frozen=True, kw_only=True):
    """Something that goes wrong."""

    at: float
    until: float

    def begin(self, world: World) -> None:
        """It happens."""
        raise NotImplementedError

    def end(self, world: World) -> None:
        """It is over."""

    def describe(self) -> str:
        """For people: on one line."""
        fields = ", ".join(
            f"{name} {getattr(self, name)!r}" for name in self.__struct_fields__ if name not in ("at", "until")
        )
        return f"{type(self).__name__} from {self.at:.1f} to {self.until:.1f} s: {fields}"


class OfMachine(Fault, frozen=True, kw_only=True):
    """Something that goes wrong with one machine."""

    machine: int

    def of(self, world: World) -> Machine:
        """The machine."""
        return world.machines[self.machine]


class Late(OfMachine, frozen=True, kw_only=True):
    """The machine joins only now."""

    def begin(self, world: World) -> None:
        self.of(world).crash()

    def end(self, world: World) -> None:
        self.of(world).start()


class Crash(OfMachine, frozen=True, kw_only=True):
    """The power goes, and comes back; ``in_write``: while the machine writes something of its own."""

    in_write: bool = False

    def begin(self, world: World) -> None:
        machine = self.of(world)
        if self.in_write:
            machine.crash_in_write = machine.crash
        else:
            machine.crash()

    def end(self, world: World) -> None:
        machine = self.of(world)
        machine.crash_in_write = None
        machine.start()


class Leave(OfMachine, frozen=True, kw_only=True):
    """The machine goes for good."""

    def begin(self, world: World) -> None:
        self.of(world).crash()
        world.gone.add(self.machine)


class Wipe(OfMachine, frozen=True, kw_only=True):
    """The disk breaks; a new one comes, with the old key or without."""

    identity: bool

    def begin(self, world: World) -> None:
        machine = self.of(world)
        machine.crash()
        machine.wipe(identity=self.identity)

    def end(self, world: World) -> None:
        self.of(world).start()


class Asleep(OfMachine, frozen=True, kw_only=True):
    """The machine sleeps, or is stopped."""

    how: Pause

    def begin(self, world: World) -> None:
        self.of(world).fall_asleep(self.how)

    def end(self, world: World) -> None:
        self.of(world).wake()


class Cut(Fault, frozen=True, kw_only=True):
    """Machines of different ``sides`` (one number a machine) do not hear each other.

    ``one_way``: only what goes to a higher side is lost. ``silent``: no ping ever notices.
    """

    sides: tuple[int, ...]
    one_way: bool = False
    silent: bool = False

    def begin(self, world: World) -> None:
        for a, b in self._pairs():
            world.network.block(a, b, silently=self.silent)

    def end(self, world: World) -> None:
        for a, b in self._pairs():
            world.network.unblock(a, b, silently=self.silent)

    def _pairs(self) -> list[tuple[int, int]]:
        numbers = range(len(self.sides))
        return [
            (a, b)
            for a in numbers
            for b in numbers
            if (self.sides[a] < self.sides[b] if self.one_way else self.sides[a] != self.sides[b])
        ]


class BadWeather(Fault, frozen=True, kw_only=True):
    """Messages come late, twice, damaged or not at all."""

    delay: float
    loss: float
    doubled: float
    damaged: float

    def begin(self, world: World) -> None:
        world.network.weather = Weather(self.delay, self.loss, self.doubled, self.damaged)

    def end(self, world: World) -> None:
        world.network.weather = world.fair_weather()


class WrongClock(OfMachine, frozen=True, kw_only=True):
    """The wall clock is wrong and nobody keeps it right; in the end a time service does."""

    error_ms: float
    drift: float

    def begin(self, world: World) -> None:
        self.of(world).set_clock(self.error_ms, drift=self.drift, synchronised=False)

    def end(self, world: World) -> None:
        self.of(world).set_clock(0.0, synchronised=True)


class Slow(OfMachine, frozen=True, kw_only=True):
    """The model takes so many times as long."""

    factor: float

    def begin(self, world: World) -> None:
        self.of(world).slowness *= self.factor

    def end(self, world: World) -> None:
        self.of(world).slowness /= self.factor


class SickModel(OfMachine, frozen=True, kw_only=True):
    """The model fails, hangs or writes junk."""

    ailment: Ailment

    def begin(self, world: World) -> None:
        self.of(world).ailment = self.ailment

    def end(self, world: World) -> None:
        self.of(world).ailment = None


class LoseRole(Fault, frozen=True, kw_only=True):
    """The power of all who serve a role goes, but for the first ``keep`` of them, as far as the others are left.

    It comes back in the end. Who serves it is seen when it happens: cover included.
    """

    role: Role
    keep: int = 0

    def begin(self, world: World) -> None:
        serving = [m for m in world.machines if m.agent is not None and self.role in m.agent.roles]
        for machine in serving[self.keep :]:
            if any(other.listens and other.tier and other is not machine for other in world.machines):
                world.lost.append((self, machine))
                machine.crash()

    def end(self, world: World) -> None:
        for _, machine in [entry for entry in world.lost if entry[0] is self]:
            if machine.number not in world.gone:
                machine.start()


class FullDisk(OfMachine, frozen=True, kw_only=True):
    """Nothing can be stored."""

    def begin(self, world: World) -> None:
        self.of(world).disk.full = True

    def end(self, world: World) -> None:
        self.of(world).disk.full = False


class Buggy(OfMachine, frozen=True, kw_only=True):
    """The machine, which holds the key, also says what nobody should say."""

    def begin(self, world: World) -> None:
        machine = self.of(world)
        world.checks.excuse(machine)
        machine.buggy = True

    def end(self, world: World) -> None:
        self.of(world).buggy = False


class Clone(OfMachine, frozen=True, kw_only=True):
    """The machine's disk was copied: another machine uses its key for a while."""

    def begin(self, world: World) -> None:
        world.clone(self.of(world))

    def end(self, world: World) -> None:
        for machine in world.clones.pop(self.machine, []):
            machine.crash()
            world.gone.add(machine.number)


class Command(OfMachine, frozen=True, kw_only=True):
    """An owner says something about a goal, known by its title."""

    what: Literal["cancel", "requorum", "reprioritise", "forget"]
    goal: str

    def begin(self, world: World) -> None:
        self.of(world).commands.append(self._obey)

    def _obey(self, agent: VirtualAgent) -> bool:
        goal = next((goal for goal in agent.plan.goals() if goal.goal.title == self.goal), None)
        if goal is None:
            return False
        agent.say(self._body(goal.id), _ignore)
        return True

    def _body(self, goal: RecordId) -> KnownBody:
        match self.what:
            case "cancel":
                return Cancel(goal=goal, reason="no longer wanted")
            case "requorum":
                return Requorum(goal=goal, quorum=1 + self.machine % 2)
            case "reprioritise":
                return Reprioritise(goal=goal, priority=self.machine)
            case "forget":
                return Forget(goal=goal)


def _ignore(record: Record | None, error: Exception | None) -> None:
    """Nobody waits for it."""


def random_faults(
    lots: Random, machines: int, titles: list[str], *, most: int = 14, window: float = 120.0
) -> list[Fault]:
    """Up to ``most`` faults, all over after ``window`` seconds; sometimes none."""
    count = lots.choice((0, 1, 2, 3, *range(3, most + 1)))
    kinds = lots.choices([kind for kind, _ in _KINDS], [weight for _, weight in _KINDS], k=count)
    return sorted((kind(lots, machines, titles, window) for kind in kinds), key=lambda fault: fault.at)


def role_faults(lots: Random, machines: int, *, window: float = 120.0) -> list[Fault]:
    """One to three faults that take a role away: its holders die, or list it and bring nothing about."""
    faults: list[Fault] = []
    for _ in range(lots.randint(1, 3)):
        at, until = _times(lots, window)
        role: Role = lots.choice(("decomposer", "scorer", "scorer", "executor"))
        if lots.random() < 0.7:
            faults.append(LoseRole(at=at, until=until, role=role, keep=lots.choice((0, 0, 1))))
        else:
            ailment: Ailment = lots.choice(("hangs", "fails"))
            faults.append(SickModel(at=at, until=window, machine=lots.randrange(machines), ailment=ailment))
    return faults


def _times(lots: Random, window: float, longest: float = 60.0) -> tuple[float, float]:
    at = round(lots.uniform(0.0, 0.8 * window), 2)
    return at, round(
        min(window, at + lots.choice((2.0, lots.uniform(5.0, 20.0), lots.uniform(5.0, longest), longest))), 2
    )


def _late(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    return Late(at=0.0, until=round(lots.uniform(5.0, window), 2), machine=lots.randrange(machines))


def _crash(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    at, until = _times(lots, window)
    return Crash(at=at, until=until, machine=lots.randrange(machines), in_write=lots.random() < 0.4)


def _leave(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    at, _ = _times(lots, window)
    return Leave(at=at, until=at, machine=lots.randrange(machines))


def _wipe(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    at, until = _times(lots, window)
    return Wipe(at=at, until=until, machine=lots.randrange(machines), identity=lots.random() < 0.5)


def _asleep(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    at, until = _times(lots, window)
    return Asleep(at=at, until=until, machine=lots.randrange(machines), how=lots.choice(("sleep", "stop")))


def _cut(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    at, until = _times(lots, window)
    kind = lots.choice(("halves", "islands", "away"))
    if kind == "away":
        alone = lots.randrange(machines)
        sides = tuple(int(number == alone) for number in range(machines))
    else:
        count = 2 if kind == "halves" else lots.randint(2, max(2, machines))
        sides = tuple(lots.randrange(count) for _ in range(machines))
    return Cut(at=at, until=until, sides=sides, one_way=lots.random() < 0.3, silent=lots.random() < 0.4)


def _weather(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    at, until = _times(lots, window)
    return BadWeather(
        at=at,
        until=until,
        delay=round(lots.choice((0.05, 0.5, 2.0)), 3),
        loss=round(lots.choice((0.0, 0.2, 0.6)), 3),
        doubled=lots.choice((0.0, 0.3)),
        damaged=lots.choice((0.0, 0.1)),
    )


def _clock(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    at, until = _times(lots, window)
    error = lots.choice((-9_000 * DAY_MS, -3 * DAY_MS, -60_000.0, 60_000.0, 500_000.0, 2 * DAY_MS, 100 * DAY_MS))
    drift = lots.choice((0.0, 0.0, -50.0, 50.0))
    if lots.random() < 0.5:
        at = 0.0
    return WrongClock(at=at, until=until, machine=lots.randrange(machines), error_ms=error, drift=drift)


def _slow(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    at, until = _times(lots, window)
    return Slow(at=at, until=until, machine=lots.randrange(machines), factor=lots.choice((3.0, 8.0, 20.0)))


def _sick(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    at, until = _times(lots, window)
    ailment: Ailment = lots.choice(("fails", "hangs", "writes junk"))
    return SickModel(at=at, until=until, machine=lots.randrange(machines), ailment=ailment)


def _full(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    at, until = _times(lots, window)
    return FullDisk(at=at, until=until, machine=lots.randrange(machines))


def _buggy(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    at, until = _times(lots, window)
    return Buggy(at=at, until=until, machine=lots.randrange(machines))


def _clone(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    at, until = _times(lots, window)
    return Clone(at=at, until=until, machine=lots.randrange(machines))


def _command(lots: Random, machines: int, titles: list[str], window: float) -> Fault:
    at, _ = _times(lots, window)
    what: Literal["cancel", "requorum", "reprioritise", "forget"] = lots.choice(
        ("cancel", "requorum", "requorum", "reprioritise", "forget")
    )
    return Command(at=at, until=at, machine=lots.randrange(machines), what=what, goal=lots.choice(titles))


_Maker = Callable[[Random, int, list[str], float], Fault]
_KINDS: tuple[tuple[_Maker, int], ...] = (
    (_crash, 6),
    (_asleep, 5),
    (_cut, 6),
    (_weather, 4),
    (_clock, 4),
    (_late, 2),
    (_leave, 2),
    (_wipe, 2),
    (_slow, 2),
    (_sick, 3),
    (_full, 1),
    (_buggy, 2),
    (_clone, 1),
    (_command, 3),
)
