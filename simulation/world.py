"""A world: machines, the network between them, what the models say, what goes wrong, and what has to hold.

Begin with :class:`World` for a world of your own making, or with :func:`random_world` for the one of a seed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import Any, Final

from msgspec import Struct

from edge_agent.config import GoalDefaults
from edge_agent.mesh.presence import PresenceTable
from edge_agent.records import PeerId, Policy, SwarmId, digest_of
from edge_agent.roles.assign import COVERED
from edge_agent.roles.view import Role
from simulation.checks import Checks
from simulation.faults import Fault, random_faults, role_faults
from simulation.machine import Machine
from simulation.model import Script
from simulation.network import Network, Weather
from simulation.schedule import Schedule
from simulation.trace import Trace

ALL_ROLES: Final[tuple[Role, ...]] = ("decomposer", "executor", "scorer")
FAULT_WINDOW: Final = 120.0
"""Seconds after which nothing goes wrong any more in a random world."""
LONGEST_CALM: Final = 900.0
"""Seconds of calm within which everything has to have ended: a goal without faults takes about one minute."""
MOST_RECORDS: Final = 4_000
"""Records in a random world: four goals of 30 tasks with all votes, claims and junk are about a thousand."""
QUIET_SECONDS: Final = 25.0
"""How long a settled world is watched for anything that still happens: longer than a lease and two windows."""


class MachineSpec(Struct, frozen=True, kw_only=True):
    """What a machine is like."""

    roles: tuple[Role, ...] = ALL_ROLES
    """Its own, by hardware or configuration."""
    covers: bool = True
    """Whether it takes on roles that the living lack."""
    tier: int = 2
    slowness: float = 1.0
    synchronised: bool = True
    clock_error_ms: float = 0.0


class GoalFile(Struct, frozen=True, kw_only=True):
    """A goal that an owner drops into a machine's folder. Its policy is counted from the living scorers, or given."""

    title: str
    defaults: GoalDefaults = GoalDefaults()
    quorum: str | int | None = None
    policy: Policy | None = None
    priority: int = 0


class Config(Struct, frozen=True, kw_only=True):
    """All settings of a world. Seconds are virtual."""

    machines: tuple[MachineSpec, ...] = (MachineSpec(),) * 3
    script: Script = Script()
    faults: tuple[Fault, ...] = ()
    beacon_seconds: float = 2.0
    look_seconds: float = 1.0
    """The longest time between two looks at the plan."""
    settle_seconds: float = 0.5
    retention_seconds: float = 0.0
    """After how long goals that ended are forgotten; 0: never."""
    delay: float = 0.02
    """Seconds that a message takes for a hop, on average."""
    loss: float = 0.0
    degree: int = 3
    """To how many neighbours gossip goes from a machine, at least."""
    connections: int | None = None
    """How many connections a machine has on average; None: to every other one."""
    slow_disks: bool = True
    """Whether a write takes some milliseconds; else it takes no time."""
    junk_share: float = 0.3
    """How much a buggy member says: records a second."""
    most_records: int | None = None
    """How many records may be said in all before the run is stopped, as one that goes on without end."""
    keeps_trace: bool = True
    checks: bool = True


class World:
    """One seed and one configuration make one run.

    ``machines`` are on from the beginning. :meth:`run` goes on to a moment, :meth:`run_to_the_end` until all goals
    have ended, and checks the end. ``failures`` says what did not hold.
    """

    def __init__(self, seed: int = 0, config: Config | None = None) -> None:
        self.seed = seed
        self.config = config or Config()
        self.script = self.config.script
        self.swarm = SwarmId(digest_of(f"swarm {seed}".encode())[:32])
        self.schedule = Schedule()
        self.trace = Trace(self.schedule, keeps=self.config.keeps_trace)
        self.checks = Checks(self, enabled=self.config.checks)
        self.network = self.make_network(Random(f"network {seed}"))
        self.network.weather = self.fair_weather()
        self.machines: list[Machine] = []
        self._last_goal_file = 0.0
        self._troubled = bool(self.config.faults)
        self.gone: set[int] = set()
        """The machines that left for good."""
        self.lost: list[tuple[Fault, Machine]] = []
        """The machines that a fault switched off, each with the fault that is to switch it on again."""
        self.clones: dict[int, list[Machine]] = {}
        for spec in self.config.machines:
            self.add(spec)
        for machine in self.machines:
            machine.start()
        for number, fault in enumerate(self.config.faults):
            self._plan(number, fault)

    def make_network(self, lots: Random) -> Network:
        """The network of this world."""
        return Network(self.schedule, lots, degree=self.config.degree, connections=self.config.connections)

    def make_presence(self, me: PeerId) -> PresenceTable:
        """What a run of the software on a machine knows of the living."""
        return PresenceTable(me, interval=self.config.beacon_seconds)

    @property
    def failures(self) -> list[str]:
        """What did not hold so far."""
        return self.checks.failures

    @property
    def now(self) -> float:
        """Virtual seconds since the beginning."""
        return self.schedule.now

    def fair_weather(self) -> Weather:
        """The network as it is when nothing is wrong with it."""
        return Weather(delay=self.config.delay, loss=self.config.loss)

    def add(self, spec: MachineSpec) -> Machine:
        """A new machine; it is off."""
        machine = Machine(self, len(self.machines), spec)
        self.machines.append(machine)
        self.network.join(machine)
        return machine

    def clone(self, machine: Machine) -> Machine:
        """A machine with a copy of this one's disk and key; both say so once they hear each other."""
        spec = MachineSpec(roles=tuple(sorted(machine.own)), covers=machine.covers, tier=machine.tier)
        copy = self.add(spec)
        copy.signer = machine.signer
        copy.disk.copy_from(machine.disk)
        self.clones.setdefault(machine.number, []).append(copy)
        self.checks.excuse(machine)
        copy.start()
        return copy

    def submit(
        self,
        machine: Machine,
        title: str = "a goal",
        *,
        at: float = 0.0,
        policy: Policy | None = None,
        defaults: GoalDefaults | None = None,
        quorum: str | int | None = None,
        priority: int = 0,
    ) -> None:
        """Drop a goal into the machine's folder: it takes it once it is acquainted with the others."""
        file = GoalFile(
            title=title, policy=policy, defaults=defaults or GoalDefaults(), quorum=quorum, priority=priority
        )
        source_hash = digest_of(f"{machine.number} {title}".encode())
        self._last_goal_file = max(self._last_goal_file, at)

        def drop() -> None:
            machine.disk.goal_files[source_hash] = file
            self.trace.note(machine.number, "is given", repr(title))

        self.schedule.at(at, drop)

    def inflict(self, fault: Fault) -> None:
        """Something goes wrong now; its times mean nothing, and whoever inflicts it ends it."""
        self._troubled = True
        self.trace.note(None, "FAULT", type(fault).__name__)
        fault.begin(self)

    def run(self, until: float) -> None:
        """Go on to this moment."""
        self.schedule.run(until)

    def run_to_the_end(self, longest: float = LONGEST_CALM) -> float:
        """Go on until all faults are over and everything has settled, then check. When it settled, in virtual seconds.

        ``longest``: how many seconds after the last fault it may take.
        """
        calm_from = max((fault.until for fault in self.config.faults), default=0.0)
        self.run(max(self.now, calm_from, self._last_goal_file))
        deadline = self.now + longest
        while self.now < deadline and not self.settled():
            self.run(self.now + 2.0)
        settled_at, said = self.now, self.checks.said_so_far
        if self.settled():
            self.run(self.now + QUIET_SECONDS)
        calm = not self._troubled and not self.config.loss
        self.checks.at_the_end(quiet_since=said, calm_world=calm)
        self.trace.note(None, "the end", self.digest_of_plans())
        return settled_at

    def settled(self) -> bool:
        """Whether all machines that are here hold the same plan, in which every goal has ended, and nothing waits."""
        agents = [machine.agent for machine in self.machines if machine.listens and machine.agent is not None]
        if self.will_forget() and any(not goal.forgotten for agent in agents for goal in agent.plan.goals()):
            return False
        return (
            len({agent.plan.digest() for agent in agents}) <= 1
            and all(goal.ended for agent in agents for goal in agent.plan.goals())
            and not any(agent.outbox or agent.hands.jobs for agent in agents)
            and not any(
                machine.disk.goal_files or machine.commands
                for machine in self.machines
                if machine.listens and not machine.observes
            )
        )

    def will_forget(self) -> bool:
        """Whether goals are forgotten by themselves here: somebody who speaks knows what time it is, or soon will."""
        speakers = [machine for machine in self.machines if machine.listens and not machine.observes]
        return bool(self.config.retention_seconds) and any(
            machine.agent is not None and (machine.agent.trusted or machine.synchronised) for machine in speakers
        )

    def can_end(self) -> bool:
        """Whether the machines that are here serve, or could, what every goal needs: a decomposer and a scorer."""
        able = [machine for machine in self.machines if machine.listens and machine.tier]
        served = {role for machine in able for role in (COVERED if machine.covers else machine.own)}
        return served.issuperset(COVERED)

    def digest_of_plans(self) -> str:
        """The digests of all plans, as one."""
        digests = [machine.agent.plan.digest() if machine.agent is not None else "off" for machine in self.machines]
        return digest_of(" ".join(digests).encode())[:16]

    def figures(self) -> dict[str, Any]:
        """What the run came to, in numbers."""
        return {
            "seconds": round(self.now, 1),
            "events": self.schedule.happened,
            "records": self.checks.said_so_far,
            "runs": self.checks.all_runs,
            "extra_runs": self.checks.extra_runs,
            "unexplained_runs": self.checks.unexplained_runs,
            "takeovers": self.checks.takeovers,
            "messages": sum(counters.messages for counters in self.network.counters),
            "exchanges": sum(counters.exchanges for counters in self.network.counters),
        }

    def _plan(self, number: int, fault: Fault) -> None:
        def begin() -> None:
            self.trace.note(None, "FAULT", fault.describe())
            fault.begin(self)

        def end() -> None:
            if fault.until > fault.at:
                self.trace.note(None, "is over", f"{type(fault).__name__} of {fault.at:.1f} s")
            fault.end(self)

        self.schedule.at(fault.at, begin)
        self.schedule.at(fault.until, end)


def policy_for(scorers: int, **changes: int | bool) -> Policy:
    """A goal's policy as the inbox of a swarm with so many scorers would write it, with short windows."""
    numbers: dict[str, int | bool] = {
        "quorum": scorers // 2 + 1,
        "self_votes": scorers < 2,
        "max_tasks": 12,
        "max_children": 5,
        "max_depth": 2,
        "lease": 12_000,
        "proposal_window": 8_000,
    }
    return Policy(**(numbers | changes))  # type: ignore[arg-type]  # callers name fields of their own types


ROLE_SETS: Final[tuple[tuple[tuple[Role, ...], ...], ...]] = (
    (("decomposer", "scorer"), ("scorer",), ("executor",), ALL_ROLES, ("executor",), ("decomposer",), ("scorer",)),
    (("decomposer",), ("decomposer",), ("scorer",), ("scorer",), ("executor",), ALL_ROLES, ("executor",)),
)


PRIMARY_ROLES: Final[tuple[Role, ...]] = ("decomposer", "decomposer", "scorer", "executor")
"""The roles of machines that were not configured: one each, by their hardware; all else is cover."""
OF_HARDWARE: Final = 0.35
"""Share of the random worlds whose machines have the roles of their hardware."""


def random_world(
    seed: int, machines: int = 7, *, only: Collection[int] | None = None, keeps_trace: bool = False
) -> World:
    """The world of a seed. ``only``: the numbers of the faults to keep; None: all of them."""
    lots = Random(f"world {seed} {machines}")
    titles = [f"goal {letter}" for letter in "ABCD"[: lots.choice((1, 2, 3, 4))]]
    specs = _random_specs(lots, machines)
    script = Script(
        seed=seed,
        approves=lots.choice((0.3, 0.5, 0.7, 1.0)),
        fails=lots.choice((0.0, 0.0, 0.1, 0.4)),
        small=lots.choice((0.0, 0.0, 0.1, 0.5)),
        leaves=lots.choice((0.4, 0.7, 1.0)),
        seconds_to_split=(2.0, lots.choice((5.0, 15.0))),
        seconds_to_write=lots.choice(((2.0, 8.0), (4.0, 15.0), (10.0, 30.0))),
    )
    submissions = [_random_submission(lots, title, number, machines) for number, title in enumerate(titles)]
    faults = random_faults(lots, machines, titles, window=FAULT_WINDOW)
    if all(len(spec.roles) == 1 for spec in specs):
        more = role_faults(Random(f"roles {seed} {machines}"), machines, window=FAULT_WINDOW)
        faults = sorted([*faults, *more], key=lambda fault: fault.at)
    kept = faults if only is None else [fault for number, fault in enumerate(faults) if number in only]
    config = Config(
        machines=tuple(specs),
        script=script,
        faults=tuple(kept),
        delay=lots.choice((0.005, 0.02, 0.08)),
        loss=lots.choice((0.0, 0.0, 0.05)),
        retention_seconds=Random(f"retention {seed}").choice((0.0, 0.0, 0.0, 30.0, 100.0)),
        most_records=MOST_RECORDS,
        keeps_trace=keeps_trace,
    )
    world = World(seed, config)
    for number, submission in submissions:
        world.submit(world.machines[number], **submission)
    return world


def faults_of(seed: int, machines: int = 7) -> Sequence[Fault]:
    """The faults of the seed's world, in the order of their numbers."""
    return random_world(seed, machines).config.faults


def _random_specs(lots: Random, machines: int) -> list[MachineSpec]:
    kind = lots.random()
    chosen = ROLE_SETS[lots.randrange(len(ROLE_SETS))]
    kept_right = lots.random() < 0.8
    specs = []
    hardware = Random(f"hardware {lots.random() if kind < OF_HARDWARE else 0}")
    for number in range(machines):
        roles: tuple[Role, ...] = ALL_ROLES if kind < 0.7 or machines < 4 else chosen[number % len(chosen)]
        if number == machines - 1 and machines > 1 and 0.4 < kind < 0.8:
            roles = ("observer",)
        if kind < OF_HARDWARE:
            roles = (hardware.choice(PRIMARY_ROLES),)
        specs.append(
            MachineSpec(
                roles=roles,
                tier=lots.choice((1, 2, 2, 3)),
                slowness=lots.choice((1.0, 1.0, 2.0, 3.0)),
                synchronised=kept_right and lots.random() < 0.9,
                clock_error_ms=round(lots.uniform(-200.0, 200.0)),
            )
        )
    return specs


def _random_submission(lots: Random, title: str, number: int, machines: int) -> tuple[int, dict[str, Any]]:
    defaults = GoalDefaults(
        max_rounds=lots.choice((0, 1, 1, 2)),
        max_depth=lots.choice((1, 2, 2, 3)),
        max_children=lots.randint(2, 5),
        max_tasks=lots.choice((1, 6, 12, 20, 30)),
        max_attempts=lots.choice((1, 2, 3, 3)),
        lease_seconds=lots.choice((8.0, 12.0)),
        window_seconds=lots.choice((4.0, 8.0)),
        min_proposals=lots.choice((1, 2, 2, 3)),
    )
    at = 0.0 if number == 0 else round(lots.uniform(0.0, 80.0), 2)
    return lots.randrange(max(1, machines - 1)), {
        "title": title,
        "at": at,
        "defaults": defaults,
        "quorum": lots.choice(("majority", "majority", "two-thirds", "all", 2)),
        "priority": lots.choice((0, 0, 5)),
    }
