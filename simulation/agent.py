"""One run of the software on a virtual machine: what :class:`edge_agent.agent.Agent` does, without its event loop.

Real parts: the record log with its plan, clock and quarantine; presence, readiness, memory, decisions, the exchange.
Here only: when each of them is called, in the order and with the intervals of the agent's loops. Beacons are not
signed, and a record that came by gossip is not verified again: the network damages bytes on purpose, and those go
through the door like any other.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, cast

from edge_agent.clock import HybridClock, Quarantine, ms_of_clock, reference_ms
from edge_agent.config import policy_of
from edge_agent.mesh.clones import CloneWatch
from edge_agent.mesh.hearing import Hearing
from edge_agent.mesh.presence import Beacon, Heard
from edge_agent.mesh.readiness import LISTEN_INTERVALS, Readiness
from edge_agent.mesh.sync import RangeSync
from edge_agent.plan import Plan
from edge_agent.record_log import FLUSH_SECONDS, RecordLog, SetAside
from edge_agent.records import Goal, KnownBody, PeerId, Proposal, Record, Vote
from edge_agent.roles.assign import RoleKeeper, scorers_wanted
from edge_agent.roles.decide import decide, is_wanted
from edge_agent.roles.intents import Intent, Judge, Propose, RunClaim
from edge_agent.roles.memory import Memory
from edge_agent.roles.productive import Productivity
from edge_agent.roles.view import Peer, Role, View
from edge_agent.store import Store, StoreError
from simulation.hands import Hands
from simulation.junk import junk_of
from simulation.waiting import Driven, finish

if TYPE_CHECKING:
    from simulation.machine import Machine
    from simulation.network import Stream
    from simulation.schedule import Event
    from simulation.world import GoalFile

DEBOUNCE_SECONDS: Final = 0.05
UPKEEP_SECONDS: Final = 1.0
AFTER_AN_ERROR_SECONDS: Final = 1.0
ROOM_SECONDS: Final = 5.0
SECOND_EXCHANGE_AFTER: Final = 3.0

Said = Callable[[Record | None, Exception | None], None]


class VirtualRecordLog(RecordLog):
    """The product's record log; what it publishes is driven by the agent, one record after the other."""

    async def _publish(self, body: KnownBody, aside: SetAside | None = None) -> Record:
        """As in the product, without a task of its own: there is no event loop, and nobody is cancelled."""
        return await self._commit(body, aside)

    @property
    def has_goals_to_say_again(self) -> bool:
        """Whether goals still wait that were set aside with a wrong clock."""
        return bool(self._aside.goals)

    @property
    def has_unsaved(self) -> bool:
        """Whether foreign records wait for their batch, or forgotten ones for their end."""
        return bool(self._unsaved or self._forgotten)


class VirtualAgent:
    """Starts with :meth:`start`; after :meth:`die` nothing of it happens any more."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.world = machine.world
        self.schedule = machine.world.schedule
        self.config = machine.world.config
        now = self.schedule.now
        self.peer_id: PeerId = machine.peer_id
        self.boot = f"{machine.lots.getrandbits(64):016x}"
        clock = HybridClock(machine.disk.clock_mark, machine.wall_ms)
        self._started_clock = clock.tick()
        self._reference_seen: tuple[int, float] = (machine.wall_ms(), now)
        self.trusted = False
        """Whether its own clock or that of a living peer is kept right."""
        self._room_sought_at = now
        clock.follow(self.reference_ms)
        self.log = VirtualRecordLog(
            store=cast(Store, machine.disk),
            swarm=self.world.swarm,
            signer=machine.signer,
            clock=clock,
            reference_ms=self.reference_ms,
        )
        interval = self.config.beacon_seconds
        self.presence = self.world.make_presence(self.peer_id)
        self.readiness = Readiness(now, interval)
        self.clones = CloneWatch(boot=self.boot, started=self._started_clock, interval=interval)
        self.hearing = Hearing(now, interval)
        self.memory = Memory()
        self.keeper = RoleKeeper(machine.own, why="as configured", covers=machine.covers)
        self.productivity = Productivity()
        self._beacon_event: Event | None = None
        self.hands = Hands(self)
        self.started_at = now
        self._exchange = RangeSync()
        self._exchanging: dict[int, PeerId] = {}
        self._driven: list[Driven[Any]] = []
        self._sequence = 0
        self._synchronised = machine.synchronised
        self._seen: set[str] = set()
        self._waiting_to_say: list[tuple[Callable[[], Coroutine[Any, Any, Any]], Said]] = []
        self._speaking = False
        self._look_event: tuple[float, Event] | None = None
        self._carrying = False
        self._look_again = False
        self._flush_planned = False
        self.looks = 0

    @property
    def plan(self) -> Plan:
        """The plan as this run sees it."""
        return self.log.plan

    @property
    def roles(self) -> frozenset[Role]:
        """The roles served now."""
        return self.keeper.roles

    @property
    def outbox(self) -> int:
        """How many records wait to be published, or are being written."""
        return len(self._waiting_to_say) + self._speaking

    def start(self) -> None:
        """Load what the disk holds, and begin to work."""
        self._look_at_clocks(self.schedule.now)
        finish(self.log.load())
        self._look_at_roles(self.schedule.now)
        self.log.on_record(self._on_record)
        lots = self.machine.lots
        self.later(lots.uniform(0.0, UPKEEP_SECONDS), self._upkeep)
        if "observer" not in self.roles:
            self._beacon_event = self.later(lots.uniform(0.0, 0.2), self._beacon)
        self._plan_look(lots.uniform(0.0, self.config.look_seconds))

    def die(self) -> None:
        """The power is gone."""
        for driven in self._driven:
            driven.abandon()
        self._driven.clear()

    def later(self, seconds: float, action: Callable[[], None]) -> Event:
        """Do something after a while, if this run still goes on then."""
        machine = self.machine
        return self.schedule.after(seconds, lambda: machine.execute(self, action))

    def reference_ms(self) -> int:
        """What time it is, in milliseconds since 1970, as in the agent."""
        reference, looked_at = self._reference_seen
        return reference + round((self.schedule.now - looked_at) * 1_000)

    def _look_at_clocks(self, now: float) -> None:
        own = self.machine.wall_ms()
        others = [beacon.wall_ms for beacon in self.presence.beacons(now).values() if not beacon.synchronised]
        known = own if self._synchronised else max(own, ms_of_clock(self.log.clock.mark))
        readings = self.presence.clock_readings(now)
        self.trusted = self._synchronised or bool(readings)
        self._reference_seen = reference_ms(known, self._synchronised, readings, others), now

    # What it says.

    def say(self, body: KnownBody, said: Said) -> None:
        """Publish, after everything that waits already. ``said(record, error)`` is told what became of it."""
        self._in_turn(lambda: self.log.publish(body), said)

    def _in_turn(self, work: Callable[[], Coroutine[Any, Any, Any]], done: Said) -> None:
        self._waiting_to_say.append((work, done))
        self._say_next()

    def _say_next(self) -> None:
        while self._waiting_to_say and not self._speaking:
            self._speaking = True
            work, done = self._waiting_to_say.pop(0)
            self._drive(work(), functools.partial(self._said, done))

    def _said(self, done: Said, record: Record | None, error: Exception | None) -> None:
        if error is not None and not isinstance(error, StoreError):
            raise error
        self._speaking = False
        if self.log.has_unsaved:
            self._plan_flush()  # its goal was forgotten while it was being written
        self.machine.execute(self, lambda: done(record, error))
        self._say_next()

    def _drive(
        self, coroutine: Coroutine[Any, Any, Any], ended: Callable[[Any, Exception | None], None]
    ) -> Driven[Any]:
        self._driven = [driven for driven in self._driven if driven.running]
        driven: Driven[Any] = Driven(coroutine, ended)
        if driven.running:
            self._driven.append(driven)
        return driven

    def _on_record(self, record: Record) -> None:
        self._seen.add(record.id)
        if record.author == self.peer_id:
            if isinstance(record.body, Proposal | Vote):
                self.productivity.said(record.body, self.roles)
            self.world.network.gossip(self.machine.number, record)
        if record.author == self.peer_id and not self.world.checks.is_known(record):
            self.world.trace.said(self.machine.number, record)
            self.world.checks.said(self.machine, record)
        else:
            self.world.trace.heard(self.machine.number, record)
        self.readiness.note(self.schedule.now, self.plan.digest())
        if self.log.has_unsaved:
            self._plan_flush()
        self.world.checks.counted(self.machine, record)
        self._plan_look(DEBOUNCE_SECONDS)

    def _plan_flush(self) -> None:
        if not self._flush_planned:
            self._flush_planned = True
            self.later(FLUSH_SECONDS, self._flush)

    def _flush(self) -> None:
        self._flush_planned = False
        finish(self.log.flush())
        if self.log.has_unsaved:
            self._plan_flush()

    # What it hears.

    def hear_record(self, record: Record, sender: int) -> None:
        """A record by gossip: through the door and on to the neighbours, once."""
        if record.id in self._seen or Quarantine.must_wait(record.clock, self.reference_ms()):
            return
        self._seen.add(record.id)
        self.log.hear([record.wire], record.author, checked=True)
        self.world.network.gossip(self.machine.number, record, came_from=sender)

    def hear_bytes(self, wire: bytes, sender: int) -> None:
        """Damaged bytes by gossip: the door has to refuse them."""
        before = len(self.plan)
        self.log.hear([wire], self.peer_id)
        self.world.checks.refused(self.machine, before)

    def hear_beacon(self, beacon: Beacon) -> None:
        """Somebody's beacon."""
        heard = self.presence.hear(beacon, self.schedule.now)
        if heard is Heard.OWN and beacon.boot != self.boot:
            self.clones.hear(beacon, self.schedule.now)
            if self.clones.others(self.schedule.now):
                self.world.checks.clone_noticed(self.machine)
        elif heard is Heard.NEWS:
            self._note_sign()
            self.world.checks.named(self.machine, beacon)

    def link_changed(self, other: int, up: bool) -> None:
        """A connection came or went."""
        if not up:
            return
        self._note_sign()
        self._exchange_where_due(self.schedule.now)
        if self.peer_id > self.world.machines[other].peer_id:
            self.later(SECOND_EXCHANGE_AFTER, lambda: self._exchange_again(other))

    def _note_sign(self) -> None:
        self.world.checks.sign_of_others(self.machine)
        if self.hearing.sign(self.schedule.now):
            self.world.trace.note(self.machine.number, "hears", "others again after a silence all around")
            self.presence.forgive(self.schedule.now)

    def _exchange_again(self, other: int) -> None:
        if other in self.world.network.connected(self.machine.number):
            self.exchange_with(other)

    def exchange_with(self, other: int) -> None:
        """Begin an exchange with a connected machine, unless one runs."""
        peer = self.world.machines[other]
        responder = peer.agent
        if other in self._exchanging:
            return
        try:
            stream = self.world.network.open(self.machine.number, other)
        except ConnectionError:
            return
        self._exchanging[other] = peer.peer_id
        awake_since = self.readiness.awake_since

        def is_done(outcome: Any, error: Exception | None) -> None:
            stream.close()
            del self._exchanging[other]
            if error is not None:
                self.world.trace.note(self.machine.number, "exchange", f"with m{other} failed: {error}")
                return
            self.readiness.exchanged(awake_since)
            self._judge_readiness()
            if outcome.new or outcome.sent:
                text = f"with m{other}: {outcome.new} records new, {outcome.sent} given"
                self.world.trace.note(self.machine.number, "exchange", text)

        if responder is not None:
            peer.receive(lambda: responder.answer(stream, self.peer_id))
        self._drive(self._exchange.initiate(stream.ends[0], self.log, peer.peer_id, self.schedule.now), is_done)

    def answer(self, stream: Stream, peer: PeerId) -> None:
        """Somebody opened a stream to exchange records."""
        if stream.open:
            far = stream.ends[1]
            self._drive(self._exchange.respond(far, self.log, peer, self.schedule.now), lambda outcome, error: None)

    # Its loops.

    def _plan_look(self, seconds: float) -> None:
        time = self.schedule.now + seconds
        if self._look_event is not None:
            if self._look_event[0] <= time:
                return
            self._look_event[1].call_off()
        self._look_event = time, self.later(seconds, self._look)

    def look_soon(self) -> None:
        """Something changed: look at the plan."""
        self._plan_look(DEBOUNCE_SECONDS)

    def view(self) -> View:
        """The situation, as the agent hands it to the roles."""
        machine, hands = self.machine, self.hands
        return View(
            me=self.peer_id,
            roles=self.roles,
            tier=machine.tier,
            peers=self.presence.living(self.schedule.now),
            proposing=hands.proposing,
            declined=frozenset(hands.declined),
            judging=hands.judging,
            opened=frozenset(hands.opened),
            running=hands.running(),
            awake_since=self.readiness.awake_since,
            heard_since=self.hearing.since,
            caught_up=self.readiness.caught_up,
            takes_work=self.log.store_problem is None,
            beacon_interval=self.presence.slowest_interval(self.schedule.now),
            settle=self.config.settle_seconds,
            now_ms=self.reference_ms() if self.trusted else None,
            retention_ms=round(self.config.retention_seconds * 1_000),
        )

    def is_caught_up(self) -> bool:
        """Whether it knows what the others know; asked first after a sleep, this finds out that it does not."""
        self._turn(self.schedule.now)
        return self.readiness.caught_up

    def wants(self, work: Propose | Judge | RunClaim) -> bool:
        """Whether the outcome of the work is still wanted."""
        return is_wanted(self.plan, self.view(), work)

    def _look(self) -> None:
        self._look_event = None
        if self._carrying:
            self._look_again = True
            return
        now = self.schedule.now
        self._turn(now)
        self.looks += 1
        self._look_at_roles(now)
        view = self.view()
        self.memory.observe(self.plan, view, now)
        self.hands.drop_unwanted(functools.partial(is_wanted, self.plan, view))
        self._plan_look(self.config.look_seconds)
        if self.readiness.caught_up:
            intents = decide(self.plan, view, self.memory, now)
            self.productivity.observe(self.plan, view, intents, now)
            if intents:
                self._carrying = True
                self._carry_out(intents, None)
        self.world.checks.looked(self.machine)

    def _carry_out(self, intents: list[Intent], error: Exception | None) -> None:
        """One intent after the other, each once the one before is published or under way."""
        while intents and error is None:
            intent, *intents = intents
            if not self.hands.carry_out(intent, functools.partial(self._carry_out, intents)):
                return
        self._carrying = False
        if error is not None:
            self._plan_look(AFTER_AN_ERROR_SECONDS)
        elif self._look_again:
            self._look_again = False
            self._plan_look(DEBOUNCE_SECONDS)

    def _turn(self, now: float) -> None:
        if self.readiness.turn(now):
            self.world.trace.note(self.machine.number, "notices", "that it slept or stalled")
            self.presence.forgive(now)

    def _as_peer(self) -> Peer:
        """This machine as the others see it."""
        machine, keeper = self.machine, self.keeper
        return Peer(
            id=self.peer_id,
            roles=self.roles,
            own=keeper.own if machine.tier or "observer" in keeper.own else frozenset(),
            could=keeper.could if machine.tier else frozenset(),
            lacking=self.productivity.lacking,
            capability=machine.tier,
            tier=machine.tier,
        )

    def _look_at_roles(self, now: float) -> None:
        changed = self.keeper.look(
            self._as_peer(),
            self.presence.living(now),
            now,
            interval=self.presence.slowest_interval(now),
            scorers=scorers_wanted(self.plan.goals()),
        )
        if changed and now > self.started_at:
            why = "; ".join(f"{role}: {self.keeper.why(role)}" for role in sorted(self.roles - self.machine.own))
            self.world.trace.note(self.machine.number, "serves", f"{'+'.join(sorted(self.roles)) or 'no role'}; {why}")
            self.world.checks.roles_changed(self.machine)
            if self._beacon_event is not None:
                self._beacon_event.call_off()
                self._beacon()

    def _beacon(self) -> None:
        self._sequence += 1
        now = self.schedule.now
        interval = self.presence.promise(now)
        self._beacon_event = self.later(interval, self._beacon)
        machine, me = self.machine, self._as_peer()
        beacon = Beacon(
            boot=self.boot,
            started=self._started_clock,
            sequence=self._sequence,
            clock=self.log.clock.mark,
            wall_ms=machine.wall_ms(),
            synchronised=self._synchronised,
            name=f"m{machine.number}",
            interval=interval,
            roles=tuple(sorted(me.roles)),
            own=tuple(sorted(me.own)),
            could=tuple(sorted(me.could)),
            lacking=tuple(sorted(me.lacking)),
            capability=me.capability,
            tier=machine.tier,
            digest=self.plan.digest(),
            claims=dict(list(self.view().work_in_hand.items())[:32]),
            author=self.peer_id,
        )
        self.world.network.spread(machine.number, beacon)

    def _upkeep(self) -> None:
        self.later(UPKEEP_SECONDS, self._upkeep)
        now = self.schedule.now
        self._turn(now)
        if self.presence.tick(now):
            self._plan_look(DEBOUNCE_SECONDS)
        self._notice_synchronisation(now)
        self.log.release_due()
        if now - self._room_sought_at >= ROOM_SECONDS:
            self._room_sought_at = now
            finish(self.log.look_for_room())
        self._exchange_where_due(now)
        if self.readiness.caught_up:
            self._take_goal_files(now)
            self._obey()
        if self.machine.buggy and "observer" not in self.roles:
            self._misbehave()

    def _notice_synchronisation(self, now: float) -> None:
        self._synchronised = self.machine.synchronised
        self._look_at_clocks(now)
        is_wrong = Quarantine.must_wait(self.log.clock.mark, self.reference_ms()) or self.log.has_goals_to_say_again
        if self.trusted and is_wrong and not self.outbox:
            self.world.checks.excuse(self.machine)  # it will say its open goals again
            self._in_turn(self.log.set_clock_right, self._clock_set_right)

    def _clock_set_right(self, aside: Any, error: Exception | None) -> None:
        if aside is not None:
            self.world.trace.note(self.machine.number, "sets clock", f"{aside} records were set aside")
            self.world.checks.set_aside(self.machine)
            self.memory = Memory()

    def _judge_readiness(self) -> None:
        now = self.schedule.now
        alone = not self.world.network.connected(self.machine.number) and not self.presence.living(now)
        if self.readiness.judge(now, alone=alone):
            self._plan_look(DEBOUNCE_SECONDS)

    def _exchange_where_due(self, now: float) -> None:
        numbers = {self.world.machines[n].peer_id: n for n in self.world.network.connected(self.machine.number)}
        theirs = {peer: beacon.digest for peer, beacon in self.presence.beacons(now).items()}
        running = self._exchanging.values()
        for peer in self.readiness.due(now, mine=self.plan.digest(), theirs=theirs, connected=numbers, running=running):
            self.exchange_with(numbers[peer])
        self._judge_readiness()

    # Its owner.

    def _take_goal_files(self, now: float) -> None:
        if now - self.started_at < LISTEN_INTERVALS * self.config.beacon_seconds or self.outbox:
            return
        taken = {goal.goal.source_hash for goal in self.plan.goals() if goal.author == self.peer_id}
        for source_hash, file in list(self.machine.disk.goal_files.items()):
            if source_hash in taken:
                del self.machine.disk.goal_files[source_hash]
            else:
                self.say(self._goal_of(source_hash, cast("GoalFile", file)), lambda record, error: None)

    def _goal_of(self, source_hash: str, file: GoalFile) -> Goal:
        scorers = self.keeper.scorers(self.peer_id, self.presence.living(self.schedule.now))
        policy = file.policy or policy_of(file.defaults, scorers, quorum=file.quorum)
        return Goal(title=file.title, text=file.title, policy=policy, source_hash=source_hash, priority=file.priority)

    def _obey(self) -> None:
        if "observer" not in self.roles:
            self.machine.commands = [command for command in self.machine.commands if not command(self)]

    def _misbehave(self) -> None:
        if self.machine.lots.random() < self.config.junk_share:
            body = junk_of(self.plan, self.peer_id, self.machine.lots)
            if body is not None:
                self.say(body, lambda record, error: None)
