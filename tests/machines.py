"""Several machines in virtual time: real plans, real decisions, a virtual network and scripted model outcomes.

A :class:`World` steps a second at a time. Each machine has its own plan, memory and log; pairs that are awake, linked
and lucky exchange what the other lacks, so a partition, a late joiner and a slept laptop are one case. What a model
would have said follows from a :class:`Script`, by hashes of the seed and the subject: equal worlds run equally.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import msgspec

from edge_agent.clock import HybridClock
from edge_agent.plan import Candidate, GoalPlan, Plan, Step, Task
from edge_agent.records import (
    Child,
    Claim,
    Failure,
    Goal,
    KnownBody,
    PeerId,
    Policy,
    Proposal,
    Record,
    RecordId,
    Requorum,
    Result,
    Scores,
    Signer,
    SwarmId,
    Vote,
    sign_record,
)
from edge_agent.roles.decide import decide, is_wanted
from edge_agent.roles.intents import (
    Approve,
    DropRun,
    GiveUp,
    Intent,
    Judge,
    LowerQuorum,
    OpenClaim,
    Propose,
    RunClaim,
)
from edge_agent.roles.memory import Memory
from edge_agent.roles.view import Peer, Role, View

SWARM = SwarmId("ab" * 16)
START_MS = 1_700_000_000_000
BEACON_INTERVAL = 2.0
ALL_ROLES: frozenset[Role] = frozenset({"decomposer", "scorer", "executor"})


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
    return Policy(**(numbers | changes))  # type: ignore[arg-type]


@dataclass
class Script:
    """What the models of a world say and how long it takes them, in seconds."""

    seed: int = 0
    approves: float = 0.6
    """Share of the splits that a scorer approves."""
    fails: float = 0.0
    """Share of the runs that end in a Failure."""
    is_small: Callable[[Task], bool] = lambda task: False
    """The answer to the leaf question."""
    seconds_to_split: tuple[int, int] = (2, 5)
    seconds_to_judge: tuple[int, int] = (1, 2)
    seconds_to_run: tuple[int, int] = (2, 8)

    def chance(self, *subject: object) -> float:
        """A number in [0, 1) that depends on the seed and the subject alone."""
        digest = hashlib.blake2b(repr((self.seed, *subject)).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") / 2**64

    def between(self, bounds: tuple[int, int], *subject: object) -> int:
        """A whole number within the bounds, both included."""
        return bounds[0] + int(self.chance(*subject) * (bounds[1] - bounds[0] + 1))

    def children(self, task: Task, policy: Policy, *subject: object) -> tuple[Child, ...]:
        """Two to four children, most of them leaves, with some dependencies among them."""
        count = max(1, min(self.between((2, 4), "count", *subject), policy.max_children, task.budget))
        return tuple(
            Child(
                title=f"part {index} of {task.title}"[:200],
                leaf=self.chance("leaf", index, *subject) < 0.6,
                after=tuple(before for before in range(index) if self.chance("after", index, before, *subject) < 0.3),
            )
            for index in range(count)
        )


@dataclass
class Job:
    """Model work in the making."""

    intent: Propose | Judge | RunClaim
    began: float
    ends: float

    def progress(self, now: float) -> float:
        return min(1.0, (now - self.began) / max(1e-9, self.ends - self.began))


class Machine:
    """One machine: what survives its restarts (key, log, clock mark) and what does not."""

    def __init__(self, world: World, number: int, roles: frozenset[Role], tier: int) -> None:
        self.world = world
        self.number = number
        self.roles = roles
        self.tier = tier
        self.signer = Signer(bytes([number + 1]) * 32)
        self.clock = HybridClock(now_ms=world.now_ms)
        self.log: list[Record] = []
        self.up = True
        self.asleep = False
        self.slept_at = 0.0
        self.takes_work = True
        self.known_ms: int | None = None
        self.retention_ms = 0
        self.sent: list[Record] = []
        self.dropped: list[str] = []
        self.ran: list[RecordId] = []
        self.decided: list[Intent] = []
        self._boot()

    def _boot(self) -> None:
        self.plan = Plan()
        for record in self.log:
            self.plan.apply(record)
        self.memory = Memory()
        self.jobs: list[Job] = []
        self.opened: set[RecordId] = set()
        self.declined: set[str] = set()
        self.heard: dict[PeerId, Peer] = {}
        self.cursors: dict[PeerId, int] = {}
        self.awake_since = self.world.now
        self.caught_up = False
        self.finished: set[str] = set()

    @property
    def id(self) -> PeerId:
        return self.signer.peer_id

    @property
    def awake(self) -> bool:
        return self.up and not self.asleep

    @property
    def goal(self) -> GoalPlan:
        """The first goal that the machine knows."""
        return self.plan.goals()[0]

    def kill(self) -> None:
        """Power off: work in the making is lost, the log is not."""
        self.up = False

    def restart(self) -> None:
        """Start again from the log."""
        self.up, self.asleep = True, False
        self._boot()

    def sleep(self) -> None:
        self.asleep = True
        self.slept_at = self.world.now

    def wake(self) -> None:
        """Go on where it was; the work in the making stood still meanwhile."""
        self.asleep = False
        self.awake_since = self.world.now
        self.caught_up = False
        for job in self.jobs:
            job.began += self.world.now - self.slept_at
            job.ends += self.world.now - self.slept_at

    def publish(self, body: KnownBody) -> Record:
        record = sign_record(body, clock=self.clock.tick(), swarm=SWARM, signer=self.signer)
        self.sent.append(record)
        self.receive([record])
        return record

    def propose(
        self, task: Task, children: Iterable[Child], *, refines: Candidate | None = None, angle: str = ""
    ) -> Record:
        """Publish a split of the task."""
        return self.publish(
            Proposal(
                goal=task.goal_id,
                task=task.id,
                children=tuple(children),
                angle=angle,
                refines=None if refines is None else refines.id,
                round=0 if refines is None else refines.round + 1,
                author_scores="scorer" in self.roles,
            )
        )

    def vote(self, goal: RecordId, candidate: RecordId, approve: bool, *, mark: int = 50, critique: str = "") -> Record:
        """Publish a vote with equal marks."""
        scores = Scores(concrete=mark, distinct=mark, complete=mark)
        return self.publish(Vote(goal=goal, proposal=candidate, approve=approve, scores=scores, critique=critique))

    def claim(self, step: Step, attempt: int = 1) -> Record:
        """Publish a claim and remember that it is of this run."""
        record = self.publish(
            Claim(goal=step.goal, task=step.task, phase=step.phase, split=step.split, attempt=attempt)
        )
        self.opened.add(record.id)
        return record

    def run_claim(self, claim: Record, seconds: int = 1_000) -> None:
        """Begin the work of a claim of this machine; the beacon names it from now on."""
        assert claim.goal is not None
        self._begin(RunClaim(goal=claim.goal, claim=claim.id), seconds)

    def receive(self, records: Iterable[Record]) -> None:
        for record in records:
            if self.plan.apply(record):
                self.log.append(record)
                self.clock.count(record.clock)

    def beacon(self) -> Peer:
        works = self.view().work_in_hand
        return Peer(id=self.id, roles=self.roles, tier=self.tier, claims=works, heard_at=self.world.now)

    def view(self) -> View:
        now = self.world.now
        self.heard = {peer.id: peer for peer in self.heard.values() if now - peer.heard_at < 6 * BEACON_INTERVAL}
        intents = [job.intent for job in self.jobs]
        return View(
            me=self.id,
            roles=self.roles,
            tier=self.tier,
            peers=self.heard,
            proposing=frozenset((i.task, i.round) for i in intents if isinstance(i, Propose)),
            declined=frozenset(self.declined),  # type: ignore[arg-type]
            judging=frozenset(i.proposal for i in intents if isinstance(i, Judge)),
            opened=frozenset(self.opened),
            running={job.intent.claim: job.progress(now) for job in self.jobs if isinstance(job.intent, RunClaim)},
            awake_since=self.awake_since,
            caught_up=self.caught_up,
            takes_work=self.takes_work,
            beacon_interval=BEACON_INTERVAL,
            now_ms=self.known_ms,
            retention_ms=self.retention_ms,
        )

    def look(self, **changes: object) -> list[Intent]:
        """What it would do now, with these changes to its view; nothing is carried out."""
        view = msgspec.structs.replace(self.view(), **changes)
        self.memory.observe(self.plan, view, self.world.now)
        return decide(self.plan, view, self.memory, self.world.now)

    def act(self) -> None:
        """Finish what is due, look, decide, carry out."""
        for job in [job for job in self.jobs if job.ends <= self.world.now and self.caught_up]:
            self.jobs.remove(job)
            if is_wanted(self.plan, self.view(), job.intent):
                self._finish(job.intent)
        view = self.view()
        self.memory.observe(self.plan, view, self.world.now)
        self.decided = decide(self.plan, view, self.memory, self.world.now)
        for intent in self.decided:
            self._carry_out(intent)

    def _carry_out(self, intent: Intent) -> None:
        script = self.world.script
        match intent:
            case Propose():
                self._begin(intent, script.between(script.seconds_to_split, "split", self.number, intent.task))
            case Judge():
                self._begin(intent, script.between(script.seconds_to_judge, "judge", self.number, intent.proposal))
            case RunClaim():
                self.ran.append(intent.claim)
                self._begin(intent, script.between(script.seconds_to_run, "run", self.number, intent.claim))
            case Approve():
                self.vote(intent.goal, intent.proposal, True, critique=intent.reason)
            case OpenClaim():
                self.claim(Step(intent.goal, intent.task, intent.phase, intent.split), intent.attempt)
            case DropRun():
                self.dropped.append(intent.reason)
                self.jobs = [
                    job
                    for job in self.jobs
                    if not (isinstance(job.intent, RunClaim) and job.intent.claim == intent.claim)
                ]
            case GiveUp():
                self.publish(Failure(goal=intent.goal, claim=intent.claim, reason=intent.reason))
            case LowerQuorum():
                self.publish(Requorum(goal=intent.goal, quorum=intent.quorum, self_votes=intent.self_votes))

    def _begin(self, intent: Propose | Judge | RunClaim, seconds: int) -> None:
        self.jobs.append(Job(intent, self.world.now, self.world.now + seconds))

    def _finish(self, intent: Propose | Judge | RunClaim) -> None:
        script = self.world.script
        goal = self.plan.goal(intent.goal)
        assert goal is not None
        match intent:
            case Propose():
                task = goal.task(intent.task)
                if intent.ask_first and script.is_small(task):
                    self.declined.add(intent.task)
                    return
                children = script.children(task, goal.policy, self.number, intent.task, intent.round)
                refines = None if intent.refines is None else goal.candidate(intent.refines)
                self.propose(task, children, refines=refines, angle=intent.angle)
            case Judge():
                candidate = goal.candidate(intent.proposal)
                assert candidate is not None
                self._judge(goal, candidate)
            case RunClaim():
                if script.chance("fails", self.number, intent.claim) < script.fails:
                    self.publish(Failure(goal=intent.goal, claim=intent.claim, reason="the script says so"))
                else:
                    self.publish(Result(goal=intent.goal, claim=intent.claim, text=f"text of {intent.claim[:8]}"))

    def _judge(self, goal: GoalPlan, candidate: Candidate) -> None:
        script = self.world.script
        if candidate.record is None:
            approve = script.is_small(goal.task(candidate.task_id))
        else:
            approve = script.chance("approves", self.number, candidate.id) < script.approves
        mark = (60 if approve else 10) + script.between((0, 30), "mark", self.number, candidate.id)
        self.vote(goal.id, candidate.id, approve, mark=mark)


@dataclass
class World:
    """Machines and the network between them. ``loses`` is the share of exchanges that do not come about."""

    script: Script = field(default_factory=Script)
    loses: float = 0.1
    now: float = 1_000.0
    machines: list[Machine] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    linked: Callable[[Machine, Machine], bool] = lambda a, b: True

    def now_ms(self) -> int:
        return START_MS + int(self.now * 1_000)

    def add(self, roles: frozenset[Role] = ALL_ROLES, tier: int = 2) -> Machine:
        """A new machine; it has heard nothing yet."""
        machine = Machine(self, len(self.machines), roles, tier)
        self.machines.append(machine)
        return machine

    def submit(self, machine: Machine, policy: Policy, *, title: str = "a goal", priority: int = 0) -> Record:
        return machine.publish(Goal(title=title, text=title, policy=policy, priority=priority))

    def awake(self) -> list[Machine]:
        return [machine for machine in self.machines if machine.awake]

    def wait(self, seconds: int = 0) -> None:
        """Let so many seconds pass in which everyone hears everyone and looks, and nobody does anything."""
        for _ in range(seconds):
            self.now += 1.0
            self._hear()
            for machine in self.awake():
                machine.look()
        self._hear()

    def step(self) -> None:
        """One second: beacons, exchanges, and everyone's turn, in an order that changes."""
        self.now += 1.0
        self._hear()
        awake = self.awake()
        for machine in sorted(awake, key=lambda m: self.script.chance("turn", self.now, m.number)):
            machine.act()
            self._check(machine)

    def _hear(self) -> None:
        awake = self.awake()
        for sender in awake:
            for listener in awake:
                if sender is not listener and self.linked(sender, listener):
                    self._exchange(sender, listener)
        for machine in awake:
            alone = not any(machine is not other and self.linked(machine, other) for other in awake)
            machine.caught_up = machine.caught_up or alone

    def _exchange(self, sender: Machine, listener: Machine) -> None:
        beacons = self.now % BEACON_INTERVAL == 0 and "observer" not in sender.roles
        if self.script.chance("lost", self.now, sender.number, listener.number) < self.loses:
            return
        if beacons or (self.loses == 0 and "observer" not in sender.roles):
            listener.heard[sender.id] = sender.beacon()
        start = sender.cursors.get(listener.id, 0)
        listener.receive(sender.log[start:])
        sender.cursors[listener.id] = len(sender.log)
        listener.caught_up = True

    def _check(self, machine: Machine) -> None:
        """What must hold at every moment on every machine (invariants I4, I9)."""
        for goal in machine.plan.goals():
            finished = {task.id for task in goal.tasks.values() if task.finished}
            before = {task_id for task_id in machine.finished if task_id in goal.tasks}
            if not before <= finished:
                self.faults.append(f"{self.now}: machine {machine.number} saw a finished task un-finish")
            machine.finished |= finished
            live = goal.live_tasks()
            if len(live) > goal.policy.max_tasks:
                self.faults.append(f"{self.now}: machine {machine.number} counts {len(live)} live tasks")

    def run(self, seconds: int, chaos: Callable[[World], None] | None = None) -> int:
        """Step until every awake machine knows that all goals have ended; the seconds that it took, or ``seconds``."""
        for passed in range(seconds):
            if chaos is not None:
                chaos(self)
            self.step()
            if self.settled():
                return passed + 1
        return seconds

    def settled(self) -> bool:
        """Whether all awake machines hold the same records and every goal has ended."""
        awake = self.awake()
        return (
            all(machine.plan.goals() and all(goal.ended for goal in machine.plan.goals()) for machine in awake)
            and len({machine.plan.digest() for machine in awake}) == 1
        )


def world_of(count: int, seed: int = 0, *, tiers: Sequence[int] = (), **script: object) -> World:
    """So many machines that serve all roles."""
    world = World(script=Script(seed=seed, **script))  # type: ignore[arg-type]
    for number in range(count):
        world.add(tier=tiers[number] if tiers else 2)
    return world


def quiet_world(*roles: Iterable[Role], **numbers: int | bool) -> World:
    """Machines of these roles in a network that loses nothing, all of which know one undecided goal of the first.

    ``numbers`` change the goal's policy. Nothing happens but what the test does.
    """
    world = World(loses=0.0)
    for each in roles:
        world.add(frozenset(each))
    scorers = sum("scorer" in machine.roles for machine in world.machines)
    world.submit(world.machines[0], policy_for(scorers, **numbers))
    world.wait()
    return world


def leaves(count: int) -> tuple[Child, ...]:
    """So many independent leaves."""
    return tuple(Child(title=f"part {index}") for index in range(count))


def split_and_decide(world: World, children: Iterable[Child], author: int = 0) -> None:
    """Let a machine split the first goal's root, and all scorers approve it; everyone hears."""
    machine = world.machines[author]
    proposal = machine.propose(machine.goal.root, children)
    world.wait()
    for scorer in world.machines:
        if "scorer" in scorer.roles:
            scorer.vote(machine.goal.id, proposal.id, True)
    world.wait()
