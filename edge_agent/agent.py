"""One agent: an identity with its records, its links to the others, and the loop that decides what to do next."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import secrets
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from edge_agent import __version__
from edge_agent.catching_up import CatchingUp
from edge_agent.clock import HybridClock, monotonic_seconds, ms_of_clock, wall_ms
from edge_agent.config import Config, ConfigError, policy_of
from edge_agent.door import SwarmDoor
from edge_agent.goal_files import GoalFile
from edge_agent.hardware import detect_hardware, load_fraction
from edge_agent.identity import former_identities, load_or_make_signer
from edge_agent.loops import keep_going
from edge_agent.membership import Membership, fingerprint
from edge_agent.mesh.clones import ASK_INTERVALS, CloneWatch, Runs
from edge_agent.mesh.discovery import Discovery
from edge_agent.mesh.hearing import Hearing
from edge_agent.mesh.host import Mesh, PortInUse
from edge_agent.mesh.presence import Beacon, BeaconRefusal, Heard, Liveness, PresenceTable, decode_beacon, sign_beacon
from edge_agent.models.service import ModelService
from edge_agent.moving import Moved, is_on_the_way, open_log, publish_moved_goals
from edge_agent.own_roles import make_keeper
from edge_agent.peer_names import PeerNames
from edge_agent.performer import Performer
from edge_agent.plan import GoalPlan, Plan
from edge_agent.record_log import FLUSH_SECONDS, RecordLog
from edge_agent.records import (
    RULES_VERSION,
    Goal,
    KnownBody,
    PeerId,
    Proposal,
    Record,
    RecordId,
    Vote,
)
from edge_agent.roles.assign import capability, scorers_wanted
from edge_agent.roles.decide import decide, is_wanted
from edge_agent.roles.intents import Judge, Propose, RunClaim
from edge_agent.roles.memory import Memory
from edge_agent.roles.productive import Productivity
from edge_agent.roles.shortage import shortages
from edge_agent.roles.view import Peer, Role, View
from edge_agent.store import StoreError
from edge_agent.timekeeper import Timekeeper

log = logging.getLogger(__name__)

ACQUAINT_INTERVALS: Final = 3
"""Beacon intervals that an agent listens after its start before it takes goals."""
DECIDE_SECONDS: Final = 0.5
"""The longest time between two looks at the plan."""
DEBOUNCE_SECONDS: Final = 0.05
"""How long after a change the next look waits for more changes."""
TURN_SECONDS: Final = 0.3
"""How long an agent that ended a run leaves the shared model to the other agents of the process."""
UPKEEP_SECONDS: Final = 1.0
LOOKS_PER_INTERVAL: Final = 3
"""Upkeep comes at least so often in a beacon interval: what comes less often cannot tell a silence from a stall."""
ROOM_SECONDS: Final = 5.0
"""How often a store that took nothing is tried again."""


class NotServingError(Exception):
    """The agent refuses this by its role or state; the message says why."""


class Settings(Struct, frozen=True, kw_only=True):
    """What one agent is started with. ``directory`` holds its key and its records."""

    config: Config
    directory: Path
    membership: Membership


def identity_path(directory: Path) -> Path:
    """The file with the key of the agent whose state is in ``directory``."""
    return directory / "identity.key"


class Agent:
    """One machine of the swarm. ``models`` may be shared with other agents of the process; None: it has no model."""

    def __init__(self, settings: Settings, models: ModelService | None) -> None:
        self.config = settings.config
        self.name = settings.config.name
        self.membership = settings.membership
        self.swarm = settings.membership.swarm
        self.hardware = detect_hardware()
        self.keeper = make_keeper(settings.config, self.hardware)
        """Which roles it serves, and why."""
        self.models = None if "observer" in self.keeper.own else models
        self.shares_model_with: list[Agent] = []
        """The other agents of the process that use the same model."""
        self.takes_work = True
        """Set to False while no new claims are wanted (stopping)."""
        self.stopped = False
        self.must_give_up_identity = False
        """Another machine has the same key (a copied disk), and this one is to take a new one (``daemon``)."""
        self.gave_up: PeerId | None = None
        """The identity that was given up for this start."""
        self._runs = Runs(self.config.beacon_seconds)
        self.moved: Moved | None = None
        """What this start did with the log of a former swarm."""
        self._former_ids: dict[PeerId, int] = {}
        self._directory = settings.directory
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = contextlib.AsyncExitStack()
        """Closes what was opened, the last first: work, mesh, unsaved records, store."""
        self._spawned: set[asyncio.Task[Any]] = set()
        self._changed = asyncio.Event()
        self._memory = Memory()
        self._productivity = Productivity()
        self._beacon_due = asyncio.Event()
        self._boot = secrets.token_hex(8)
        self._sequence = 0
        self._started_at = monotonic_seconds()
        self.problems: dict[str, str] = {}
        """What the owner should know, by subject; shown in the status."""

    async def start(self) -> None:
        """Open the store, load the plan, join the mesh, begin to work. After an error nothing is left open."""
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise

    async def _start(self) -> None:
        key = identity_path(self._directory)
        self.signer = load_or_make_signer(key)
        self._former_ids = former_identities(key)
        await self._open_log()
        self.performer = Performer(
            self.log,
            self.models,
            session=self.signer.peer_id,
            changed=self._changed.set,
            may_say=self._may_say,
        )
        self.log.on_record(self._note_record)
        self._look_at_roles(self._started_at)
        self.mesh = self._make_mesh()
        self.catching_up = CatchingUp(
            self.mesh.exchange_with,
            beacon_interval=self.config.beacon_seconds,
            name_of=self.name_of,
            changed=self._changed.set,
            now=self._started_at,
        )
        self.log.on_record(lambda record: self.catching_up.note(self.plan.digest()))
        self._closing.push_async_callback(self.mesh.stop)
        self._closing.push_async_callback(self.catching_up.stop)
        self._closing.push_async_callback(self.performer.stop)
        try:
            await self.mesh.start()
        except PortInUse:
            raise
        except OSError as error:
            raise ConfigError(f"cannot listen on {self.config.listen}: {error.strerror or error}") from error
        self.log.on_record(self._gossip)
        log.info(
            "%s: %s, roles %s, %d records, listening on %s",
            self.name,
            self.signer.peer_id,
            "+".join(sorted(self.roles)) or "none",
            len(self.plan),
            ", ".join(self.mesh.addresses),
        )
        loops = [self._decide_loop, self._beacon_loop, self._upkeep_loop, self._flush_loop, self._publish_moved_goals]
        loops.append(self._identity_loop)
        if self.config.discovery:
            loops.append(self._discovery_loop)
        self._tasks = [
            asyncio.create_task(keep_going(loop, who=self.name, expected=(StoreError,)), name=loop.__name__)
            for loop in loops
        ]

    async def _open_log(self) -> None:
        """The store, the clock that goes on from its mark, the plan, and what is known of former peers."""
        authors = {self.peer_id, *self._former_ids}
        self._store, self.moved = await open_log(self._directory, self.swarm, authors)
        self._closing.push_async_callback(self._store.close)
        if self._store.set_aside is not None:
            self.problems["store"] = f"the record log was damaged; it was set aside as {self._store.set_aside}"
            log.error("%s: %s", self.name, self.problems["store"])
        clock = HybridClock(await self._store.mark())
        self._started_clock = clock.tick()
        self.presence = PresenceTable(
            self.signer.peer_id,
            boot=self._boot,
            started=self._started_clock,
            interval=self.config.beacon_seconds,
        )
        self.clones = CloneWatch(boot=self._boot, started=self._started_clock, interval=self.config.beacon_seconds)
        self.hearing = Hearing(self._started_at, self.config.beacon_seconds)
        self.time = Timekeeper(clock, self.presence, self._started_at)
        self.log = RecordLog(
            store=self._store,
            swarm=self.swarm,
            signer=self.signer,
            clock=clock,
            reference_ms=self.time.reference_ms,
        )
        self._closing.push_async_callback(self.log.close)
        await self.log.load()
        self._peer_names = await PeerNames.load(self._store)
        self._closing.push_async_callback(self._peer_names.keep)

    def _make_mesh(self) -> Mesh:
        try:
            return Mesh(
                seed=self.signer.seed,
                swarm=self.swarm,
                psk=self.membership.key,
                listen_host=self.config.listen_host,
                listen_port=self.config.listen_port,
                peers=self.config.peers,
                door=SwarmDoor(self.swarm, self.time.reference_ms),
                log=self.log,
                on_record=self._hear_record,
                on_beacon=self._hear_beacon,
                on_peer=self._note_peer,
                on_crash=self._note_crash,
                other_run_of=self._tell_other_run,
            )
        except ValueError as error:
            raise ConfigError(f"peers: {error}") from error

    async def _publish_moved_goals(self) -> None:
        """Once after a start: what an owner wanted in the former swarm is wanted in this one."""
        try:
            await publish_moved_goals(self._directory, self.swarm, lambda: self.plan, self.peer_id, self.submit)
        except NotServingError as error:
            self.problems["moved goals"] = f"goals of the former swarm wait in {self._directory}: {error}"

    async def stop(self) -> None:
        """Stop working, leave the mesh, commit what waits, close the store. May be called twice."""
        self.takes_work = False
        self.stopped = True
        tasks = [*self._tasks, *self._spawned]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._closing.aclose()

    @property
    def roles(self) -> frozenset[Role]:
        """The roles served now: its own, and cover where the living lack some.

        Without a model only an observer's; goals are taken and relayed all the same.
        """
        return self.keeper.roles

    def change_config(self, config: Config) -> None:
        """Go on with other settings, as far as ``config_files.LIVE`` goes. Their peers must be readable."""
        if config.peers != self.config.peers:
            self.mesh.set_peers(config.peers)
        self.config, self.name = config, config.name
        self._beacon_due.set()
        self._changed.set()

    def use_models(self, models: ModelService) -> None:
        """A model came to be here after the start: serve the roles that wait for one."""
        if "observer" in self.keeper.own:
            return
        self.models = models
        self.performer.use_models(models)
        self._productivity.forget()
        self._look_at_roles(monotonic_seconds())
        log.info("%s: has the model %s now, roles %s", self.name, models.name, "+".join(sorted(self.roles)))
        self._changed.set()

    @property
    def peer_id(self) -> PeerId:
        """This agent's identity."""
        return self.signer.peer_id

    @property
    def plan(self) -> Plan:
        """The plan as this agent sees it."""
        return self.log.plan

    def names(self) -> dict[PeerId, str]:
        """The names of the machines heard so far, for people."""
        return {**self._peer_names.all(), self.peer_id: self.name}

    def name_of(self, peer: PeerId) -> str:
        """The machine's name, or its id where none was heard."""
        return self.names().get(peer) or peer

    async def wait_until_caught_up(self) -> None:
        """Wait until the records of a living peer are here, or it is clear that none can be had."""
        await self.catching_up.wait()

    async def wait_until_acquainted(self) -> None:
        """Wait after a start until the beacons of the living were heard, so that a goal's quorum is counted from them.

        Three beacon intervals, or one of a large swarm's, within which everybody is heard once; up to twice that while
        machines that were here before the start are missing.
        """
        await self.catching_up.wait()
        interval = self.config.beacon_seconds
        while True:
            now = monotonic_seconds()
            listened, enough = now - self._started_at, self.presence.slowest_interval(now)
            enough = max(ACQUAINT_INTERVALS * interval, enough)
            missing = self._peer_names.former - self.presence.living(now).keys()
            if listened >= (2 * enough if missing else enough):
                return
            await asyncio.sleep(interval / 10)

    async def submit(self, goal: GoalFile) -> RecordId:
        """Publish the goal; it is on disk when this returns. NotServingError on an observer, StoreError when full."""
        if "observer" in self.roles:
            raise NotServingError(f"{self.name} is an observer: it takes no goals; give them to another machine")
        self._refuse_when_stopped()
        await self.wait_until_acquainted()
        options = goal.options
        record = await self.log.publish(
            Goal(
                title=goal.title,
                text=goal.text,
                origin_name=self.name,
                language=options.language,
                rules=RULES_VERSION,
                source_hash=goal.source_hash,
                source_name=goal.source_name,
                priority=options.priority,
                policy=policy_of(
                    self.config.goals,
                    self.living_scorers,
                    quorum=options.quorum,
                    max_depth=options.max_depth,
                    max_tasks=options.max_tasks,
                ),
            )
        )
        return record.id

    def has_taken(self, source_hash: str) -> bool:
        """Whether this machine published a goal from this file before."""
        return any(goal.goal.source_hash == source_hash for goal in self.own_goals()) or is_on_the_way(
            self._directory, source_hash
        )

    def own_goals(self) -> list[GoalPlan]:
        """The goals that this machine took, under an identity that it gave up as well."""
        return [
            goal
            for goal in self.plan.goals()
            if goal.author == self.peer_id or ms_of_clock(goal.record.clock) <= self._former_ids.get(goal.author, -1)
        ]

    async def say(self, body: KnownBody) -> Record:
        """Publish what the owner says. NotServingError on an observer, StoreError where nothing can be stored."""
        if "observer" in self.roles:
            raise NotServingError(f"{self.name} is an observer: it says nothing; do this on another machine")
        self._refuse_when_stopped()
        return await self.log.publish(body)

    def _refuse_when_stopped(self) -> None:
        if self.stopped:
            raise NotServingError(f"{self.name} is starting anew: ask again in a few seconds")

    def shortages(self, goal: GoalPlan) -> list[str]:
        """What the goal lacks, as far as this agent knows, in words for its owner."""
        return shortages(goal, self._view(monotonic_seconds()))

    @property
    def living_scorers(self) -> int:
        """How many machines score or are about to, as cover, this one included where it is one of them."""
        return self.keeper.scorers(self.peer_id, self.presence.living(monotonic_seconds()))

    def _view(self, now: float) -> View:
        return View(
            me=self.peer_id,
            roles=self.roles,
            tier=0 if self.models is None else self.models.tier,
            load=load_fraction(now),
            peers=self.presence.living(now),
            proposing=self.performer.proposing,
            declined=self.performer.declined,
            judging=self.performer.judging,
            opened=self.performer.opened,
            running={claim: run.progress for claim, run in self.performer.runs.items()},
            awake_since=self.catching_up.awake_since,
            heard_since=self.hearing.since,
            caught_up=self.catching_up.done,
            takes_work=self.takes_work and self.log.store_problem is None,
            model_free=self._has_turn_on_the_model(now),
            beacon_interval=self.presence.slowest_interval(now),
            settle=self.config.claim_settle_seconds,
            now_ms=self.time.reference_ms() if self.time.trusted else None,
            retention_ms=self.config.goals.retention_ms,
        )

    def _as_peer(self) -> Peer:
        """This machine as the others see it: what its beacon tells, and its choice of roles rests on."""
        tier = 0 if self.models is None else self.models.tier
        serves = tier > 0 or "observer" in self.keeper.own
        return Peer(
            id=self.peer_id,
            name=self.name,
            roles=self.roles,
            own=self.keeper.own if serves else frozenset(),
            could=self.keeper.could if serves else frozenset(),
            lacking=self._productivity.lacking,
            capability=capability(tier=tier, memory=self.hardware.memory),
            tier=tier,
        )

    def _look_at_roles(self, now: float) -> None:
        """Serve what has to be served, as far as the living are known; the others hear of a change at once."""
        changed = self.keeper.look(
            self._as_peer(),
            self.presence.living(now),
            now,
            interval=self.presence.slowest_interval(now),
            scorers=scorers_wanted(self.plan.goals()),
        )
        self.performer.scores = "scorer" in self.roles
        if changed:
            reasons = "; ".join(f"{role} ({self.keeper.why(role)})" for role in sorted(self.roles))
            log.info("%s: serves %s", self.name, reasons or "no role")
            self._beacon_due.set()
            self._changed.set()

    def _note_record(self, record: Record) -> None:
        if record.author == self.peer_id and isinstance(record.body, Proposal | Vote):
            self._productivity.said(record.body, self.roles)
        self._changed.set()

    async def _may_say(self, work: Propose | Judge | RunClaim) -> bool:
        """Whether the outcome of model work is to be published; after a sleep that shows once the others were heard."""
        self._turn(monotonic_seconds())
        await self.catching_up.wait()
        return is_wanted(self.plan, self._view(monotonic_seconds()), work)

    def _has_turn_on_the_model(self, now: float) -> bool:
        """Whether a claim of this agent would run at once: agents that share a model take turns.

        The one that just ended a run hears of it first; it leaves the next turn to the others for a moment.
        """
        if any(other.performer.has_claims for other in self.shares_model_with):
            return False
        return not self.shares_model_with or now - self.performer.last_run_ended >= TURN_SECONDS

    async def _decide_loop(self) -> None:
        while True:
            # Not wait_for: before Python 3.12 it loses a cancellation that meets the event, and the loop never ends.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(DECIDE_SECONDS):
                    await self._changed.wait()
            if self._changed.is_set():
                await asyncio.sleep(DEBOUNCE_SECONDS)
            self._changed.clear()
            now = monotonic_seconds()
            self._turn(now)
            self._look_at_roles(now)
            view = self._view(now)
            self._memory.observe(self.plan, view, now)
            self.performer.drop_unwanted(functools.partial(is_wanted, self.plan, view))
            if not self.catching_up.done:
                continue
            intents = decide(self.plan, view, self._memory, now)
            self._productivity.observe(self.plan, view, intents, now)
            for intent in intents:
                await self.performer.carry_out(intent)

    async def _beacon_loop(self) -> None:
        if "observer" in self.roles:
            return
        while True:
            self._beacon_due.clear()
            beacon = self._beacon()
            await self.mesh.send_beacon(sign_beacon(beacon, swarm=self.swarm, signer=self.signer))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(beacon.interval):
                    await self._beacon_due.wait()

    def _beacon(self) -> Beacon:
        """What this machine says of itself now."""
        self._sequence += 1
        now = monotonic_seconds()
        me = self._as_peer()
        return Beacon(
            boot=self._boot,
            started=self._started_clock,
            sequence=self._sequence,
            clock=self.log.clock.mark,
            wall_ms=wall_ms(),
            synchronised=self.time.synchronised,
            name=self.name,
            version=__version__,
            interval=self.presence.promise(now),
            roles=tuple(sorted(me.roles)),
            own=tuple(sorted(me.own)),
            could=tuple(sorted(me.could)),
            lacking=tuple(sorted(me.lacking)),
            capability=me.capability,
            tier=me.tier,
            load=load_fraction(now),
            hardware=str(self.hardware)[:200],
            digest=self.plan.digest(),
            claims=dict(list(self._view(now).work_in_hand.items())[:32]),
            addresses=tuple(self.mesh.addresses[:8]),
            gave_up=self.gave_up or "",
        )

    async def _upkeep_loop(self) -> None:
        period = min(UPKEEP_SECONDS, self.config.beacon_seconds / LOOKS_PER_INTERVAL)
        room_sought_at = monotonic_seconds()
        while True:
            await asyncio.sleep(period)
            now = monotonic_seconds()
            self._turn(now)
            for peer, liveness in self.presence.tick(now):
                if liveness is not Liveness.SUSPECT:
                    log.info("%s: %s is %s", self.name, self.name_of(peer), liveness.value)
                self._changed.set()
            self.time.look(now)
            self.log.release_due()
            self._look_for_exchanges(now)
            self.performer.forget_ended()
            if now - room_sought_at >= ROOM_SECONDS:
                room_sought_at = now
                await self.log.look_for_room()
            await self._set_clock_right()
            await self._peer_names.keep()

    def _turn(self, now: float) -> None:
        """A loop turns: the first one to turn after a sleep notices it, before anything is decided on old knowledge."""
        if self.catching_up.turn(now):
            log.info("%s: awake again; the others' silence counts from now", self.name)
            self.presence.forgive(now)

    async def _flush_loop(self) -> None:
        while True:
            await asyncio.sleep(FLUSH_SECONDS)
            await self.log.flush()

    async def _discovery_loop(self) -> None:
        await Discovery(
            peer_id=self.peer_id,
            port=self.mesh.port,
            version=__version__,
            fingerprint=fingerprint(self.membership),
            on_peer=functools.partial(self.mesh.add_addresses, zoned=True),
            on_problem=functools.partial(self._note_problem, "discovery"),
            listen_host=self.config.listen_host,
        ).run()

    def _note_problem(self, subject: str, problem: str | None) -> None:
        if problem is None:
            self.problems.pop(subject, None)
        else:
            self.problems[subject] = problem

    async def _set_clock_right(self) -> None:
        aside = await self.time.set_right(self.log)
        if aside is not None:
            self.problems["clock"] = (
                f"this machine's clock was far ahead; now it is right, {aside} records were set aside"
            )
            log.error("%s: %s", self.name, self.problems["clock"])

    def _look_for_exchanges(self, now: float) -> None:
        theirs = {peer: beacon.digest for peer, beacon in self.presence.beacons(now).items()}
        self.catching_up.look(now, mine=self.plan.digest(), theirs=theirs, connected=self.mesh.connected())

    def _hear_record(self, wire: bytes, source: PeerId) -> None:
        self.log.hear([wire], source, checked=True)

    def _hear_beacon(self, wire: bytes, source: PeerId) -> None:
        beacon = decode_beacon(wire, self.swarm)
        if isinstance(beacon, BeaconRefusal):
            return
        now = monotonic_seconds()
        heard = self.presence.hear(beacon, now)
        self._runs.hear(beacon, wire, now)
        if beacon.author == self.peer_id and beacon.boot != self._boot:
            self._hear_clone(beacon)
        elif heard is Heard.NEWS:
            self._note_sign(now)
            author = PeerId(beacon.author)
            self._peer_names.learn(author, beacon.name)
            if beacon.gave_up == self.peer_id:
                self.problems["identity"] = (
                    f"another machine ({beacon.name}) used this machine's identity: was a disk copied? It took a new "
                    "one by itself; there is nothing to do"
                )
            self.mesh.add_addresses(author, beacon.addresses)
        self._changed.set()

    async def _identity_loop(self) -> None:
        """Ask the peers now and then whether they know of another run of this machine: of a copy of its disk."""
        if "observer" in self.roles:
            return
        while True:
            await asyncio.sleep(ASK_INTERVALS * self.config.beacon_seconds)
            mine = sign_beacon(self._beacon(), swarm=self.swarm, signer=self.signer)
            asked = (self.mesh.other_run(peer, mine) for peer in self.mesh.connected())
            for wire in await asyncio.gather(*asked, return_exceptions=True):
                if isinstance(wire, bytes) and wire:
                    self._hear_beacon(wire, self.peer_id)

    async def _tell_other_run(self, wire: bytes) -> bytes:
        """A peer asks for another run of itself: its beacon, or nothing."""
        beacon = decode_beacon(wire, self.swarm)
        if isinstance(beacon, BeaconRefusal):
            return b""
        now = monotonic_seconds()
        self._runs.hear(beacon, wire, now)
        return self._runs.other_than(beacon, now)

    def _hear_clone(self, beacon: Beacon) -> None:
        """Somebody speaks in this machine's name: its owner is told, and it may have to give that name up."""
        now = monotonic_seconds()
        self.clones.hear(beacon, now)
        if others := self.clones.others(now):
            if "identity" not in self.problems:
                log.error("%s: its identity is in use on another machine (%s) too", self.name, ", ".join(others))
            self.problems["identity"] = (
                f"another machine ({', '.join(others)}) uses this machine's identity {self.peer_id}: was its disk "
                "copied? The one that started later takes a new identity by itself"
            )
        self.must_give_up_identity = self.must_give_up_identity or self.clones.must_give_up(now)

    def _note_crash(self, error: BaseException) -> None:
        log.error("%s: the network layer crashed and starts again: %r", self.name, error)

    def _note_peer(self, peer: PeerId, up: bool) -> None:
        log.info("%s: %s %s", self.name, self.name_of(peer), "connected" if up else "is no longer connected")
        now = monotonic_seconds()
        if up:
            self._note_sign(now)
        self._look_for_exchanges(now)

    def _note_sign(self, now: float) -> None:
        """Somebody is there. Where nobody was for long, this machine was cut off: the others are not to blame."""
        if self.hearing.sign(now):
            log.info("%s: hears others again; their silence counts from now", self.name)
            self.presence.forgive(now)

    def _gossip(self, record: Record) -> None:
        if record.author == self.peer_id:
            self._spawn(self.mesh.publish(record.wire))

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._spawned.add(task)
        task.add_done_callback(self._reap)

    def _reap(self, task: asyncio.Task[Any]) -> None:
        self._spawned.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.info("%s: %s", self.name, error)
