"""One agent: an identity with its records, its links to the others, and the loop that decides what to do next."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import secrets
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from edge_agent import __version__
from edge_agent.clock import HybridClock, Quarantine, monotonic_seconds, ms_of_clock, reference_ms, wall_ms
from edge_agent.config import Config, ConfigError, policy_of
from edge_agent.goal_files import GoalFile
from edge_agent.hardware import Hardware, clock_is_synchronised, default_roles, detect_hardware, load_fraction
from edge_agent.identity import load_or_make_signer
from edge_agent.mesh.host import Mesh, PortInUse
from edge_agent.mesh.presence import Beacon, BeaconRefusal, Heard, Liveness, PresenceTable, decode_beacon, sign_beacon
from edge_agent.models.service import ModelService
from edge_agent.performer import Performer
from edge_agent.plan import Plan
from edge_agent.record_log import FLUSH_SECONDS, RecordLog
from edge_agent.records import (
    RULES_VERSION,
    Cancel,
    Goal,
    PeerId,
    Record,
    RecordId,
    Refusal,
    SwarmId,
    decode_record,
)
from edge_agent.roles.decide import decide, is_wanted
from edge_agent.roles.memory import Memory
from edge_agent.roles.view import Role, View
from edge_agent.store import Store, StoreError

log = logging.getLogger(__name__)

FIRST_LISTEN_INTERVALS: Final = 3
"""Beacon intervals that an agent listens after its start before it works or takes goals as if alone."""
PEERS_KEY: Final = "peers"
"""Where the store keeps the names of the machines heard so far."""
DECIDE_SECONDS: Final = 0.5
"""The longest time between two looks at the plan."""
DEBOUNCE_SECONDS: Final = 0.05
"""How long after a change the next look waits for more changes."""
UPKEEP_SECONDS: Final = 1.0
STALL_INTERVALS: Final = 2
"""A loop that did not turn for so many beacon intervals slept or stalled: the others' silence starts anew."""
DIFFERING_SECONDS: Final = 3.0
"""How long a peer's digest must differ before an exchange is due: gossip usually is faster."""
EXCHANGE_EVERY_SECONDS: Final = 10.0
"""At most one exchange with a peer in this time for differing digests."""


class NotServingError(Exception):
    """The agent refuses this by its role or state; the message says why."""


class Settings(Struct, frozen=True, kw_only=True):
    """What one agent is started with. ``directory`` holds its key and its records."""

    config: Config
    directory: Path
    swarm: SwarmId


class Agent:
    """One machine of the swarm. ``models`` may be shared with other agents of the process; None: it has no model."""

    def __init__(self, settings: Settings, models: ModelService | None) -> None:
        self.config = settings.config
        self.name = settings.config.name
        self.swarm = settings.swarm
        self.hardware: Hardware = detect_hardware()
        self.roles: frozenset[Role] = frozenset(settings.config.roles or default_roles(self.hardware))
        self.models = None if "observer" in self.roles else models
        if models is None and "observer" not in self.roles:
            self.roles = frozenset()  # no working role can be served without a model; goals are taken and relayed
        self.shares_model_with: list[Agent] = []
        """The other agents of the process that use the same model."""
        self.takes_work = True
        """Set to False while no new claims are wanted (stopping)."""
        self._directory = settings.directory
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = contextlib.AsyncExitStack()
        """Closes what was opened, the last first: mesh, work, unsaved records, store."""
        self._spawned: set[asyncio.Task[Any]] = set()
        self._changed = asyncio.Event()
        self._memory = Memory()
        self._names: dict[PeerId, str] = {}
        self._names_kept: dict[PeerId, str] = {}
        self._former_peers: frozenset[PeerId] = frozenset()
        self._boot = secrets.token_hex(8)
        self._sequence = 0
        self._synchronised = clock_is_synchronised()
        self._reference_offset_ms = 0
        self._started_at = monotonic_seconds()
        self._awake_since = self._started_at
        self._exchanged_since_awake = False
        self._differs_since: dict[PeerId, float] = {}
        self._exchanged_at: dict[PeerId, float] = {}
        self._caught_up = asyncio.Event()
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
        self.signer = load_or_make_signer(self._directory / "identity.key")
        await self._open_log()
        self.performer = Performer(
            self.log,
            self.models,
            session=self.signer.peer_id,
            scores="scorer" in self.roles,
            changed=self._changed.set,
        )
        self._closing.push_async_callback(self.performer.stop)
        self.log.on_record(lambda record: self._changed.set())
        self.mesh = self._make_mesh()
        self._closing.push_async_callback(self.mesh.stop)
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
        loops = [self._decide_loop, self._beacon_loop, self._upkeep_loop, self._flush_loop]
        self._tasks = [asyncio.create_task(self._keep_going(loop), name=loop.__name__) for loop in loops]

    async def _open_log(self) -> None:
        """The store, the clock that goes on from its mark, the plan, and what is known of former peers."""
        self._store = await Store.open(self._directory / "records.sqlite")
        self._closing.push_async_callback(self._store.close)
        if self._store.set_aside is not None:
            self.problems["store"] = f"the record log was damaged; it was set aside as {self._store.set_aside}"
            log.error("%s: %s", self.name, self.problems["store"])
        clock = HybridClock(await self._store.mark())
        self._started_clock = clock.tick()
        self.log = RecordLog(
            store=self._store, swarm=self.swarm, signer=self.signer, clock=clock, reference_ms=self.reference_ms
        )
        self._closing.push_async_callback(self.log.flush)
        self.presence = PresenceTable(
            self.signer.peer_id,
            boot=self._boot,
            started=self._started_clock,
            interval=self.config.beacon_seconds,
        )
        self._look_at_clocks(self._started_at)
        await self.log.load()
        self._names = msgspec.json.decode(await self._store.meta(PEERS_KEY) or "{}", type=dict[PeerId, str])
        self._names_kept = dict(self._names)
        self._former_peers = frozenset(self._names)

    def _make_mesh(self) -> Mesh:
        try:
            return Mesh(
                seed=self.signer.seed,
                swarm=self.swarm,
                listen_host=self.config.listen_host,
                listen_port=self.config.listen_port,
                peers=self.config.peers,
                door=_Door(self.swarm, self.reference_ms),
                log=self.log,
                on_record=self._hear_record,
                on_beacon=self._hear_beacon,
                on_peer=self._note_peer,
                on_crash=self._note_crash,
            )
        except ValueError as error:
            raise ConfigError(f"peers: {error}") from error

    async def stop(self) -> None:
        """Stop working, leave the mesh, commit what waits, close the store. May be called twice."""
        self.takes_work = False
        tasks = [*self._tasks, *self._spawned]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._closing.aclose()

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
        return {**self._names, self.peer_id: self.name}

    def reference_ms(self) -> int:
        """What time it is, in milliseconds since 1970 (``clock.reference_ms``)."""
        return wall_ms() + self._reference_offset_ms

    def _look_at_clocks(self, now: float) -> None:
        """Find out how far our wall clock is from the reference; the door reads the offset from its own thread."""
        own = wall_ms()
        others = [beacon.wall_ms for beacon in self.presence.beacons(now).values() if not beacon.synchronised]
        known = own if self._synchronised else max(own, ms_of_clock(self.log.clock.mark))
        reference = reference_ms(known, self._synchronised, self.presence.clock_readings(now), others)
        self._reference_offset_ms = reference - own

    async def wait_until_caught_up(self) -> None:
        """Wait until the records of a living peer are here, or it is clear that no peer lives."""
        await self._caught_up.wait()

    async def wait_until_acquainted(self) -> None:
        """Wait after a start until the beacons of the living were heard, so that a goal's quorum is counted from them.

        Three beacon intervals; up to twice that while machines that were here before the start are missing.
        """
        await self._caught_up.wait()
        interval = self.config.beacon_seconds
        while (listened := monotonic_seconds() - self._started_at) < 2 * FIRST_LISTEN_INTERVALS * interval:
            missing = self._former_peers - self.presence.living(monotonic_seconds()).keys()
            if listened >= FIRST_LISTEN_INTERVALS * interval and not missing:
                return
            await asyncio.sleep(interval / 10)

    async def submit(self, goal: GoalFile) -> RecordId:
        """Publish the goal; it is on disk when this returns. NotServingError on an observer, StoreError when full."""
        if "observer" in self.roles:
            raise NotServingError(f"{self.name} is an observer: it takes no goals; give them to another machine")
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
                    len(self._view(monotonic_seconds()).living("scorer")),
                    quorum=options.quorum,
                    max_depth=options.max_depth,
                    max_tasks=options.max_tasks,
                ),
            )
        )
        return record.id

    def has_taken(self, source_hash: str) -> bool:
        """Whether this machine published a goal from this file before."""
        return any(goal.goal.source_hash == source_hash and goal.author == self.peer_id for goal in self.plan.goals())

    async def cancel(self, goal: RecordId, reason: str) -> None:
        """Publish that the goal is no longer wanted."""
        if "observer" in self.roles:
            raise NotServingError(f"{self.name} is an observer: it says nothing; cancel on another machine")
        await self.log.publish(Cancel(goal=goal, reason=reason))

    def status(self) -> dict[str, Any]:
        """A summary for the owner, ready for JSON."""
        now = monotonic_seconds()
        goals = self.plan.goals()
        ended = sum(goal.ended for goal in goals)
        problems = [*self.problems.values()]
        problems += [
            text for text in (self.presence.clone, self.log.store_problem, self.performer.last_problem) if text
        ]
        return {
            "name": self.name,
            "version": __version__,
            "peer_id": self.peer_id,
            "swarm": self.swarm,
            "roles": sorted(self.roles),
            "model": None if self.models is None else self.models.name,
            "addresses": self.mesh.addresses,
            "peers": [
                {
                    "name": peer.name,
                    "peer_id": peer.id,
                    "roles": sorted(peer.roles),
                    "heard": round(now - peer.heard_at, 1),
                }
                for peer in sorted(self.presence.living(now).values(), key=lambda peer: (peer.name, peer.id))
            ],
            "goals": {"open": len(goals) - ended, "ended": ended},
            "records": len(self.plan),
            "waiting_in_quarantine": len(self.log.quarantine),
            "digest": self.plan.digest(),
            "working_on": [
                {"task": run.title, "claim": claim, "progress": round(run.progress, 2)}
                for claim, run in self.performer.runs.items()
            ],
            "problems": problems,
        }

    def status_line(self) -> str:
        """The status on one line, for systemd."""
        status = self.status()
        work = "".join(f" · {one['task']!r} {one['progress']:.0%}" for one in status["working_on"])
        problems = "".join(f" · {problem}" for problem in status["problems"][:1])
        goals = status["goals"]
        return (
            f"{'+'.join(status['roles']) or 'no role'} · {len(status['peers'])} peers · goals {goals['open']} open "
            f"{goals['ended']} ended{work} · {status['model'] or 'no model'}{problems}"
        )

    def _view(self, now: float) -> View:
        return View(
            me=self.peer_id,
            roles=self.roles,
            tier=0 if self.models is None else self.models.tier,
            load=load_fraction(),
            peers=self.presence.living(now),
            proposing=self.performer.proposing,
            declined=self.performer.declined,
            judging=self.performer.judging,
            opened=self.performer.opened,
            running={claim: run.progress for claim, run in self.performer.runs.items()},
            awake_since=self._awake_since,
            caught_up=self._caught_up.is_set(),
            takes_work=self.takes_work and self.log.store_problem is None,
            model_free=not any(other.performer.runs for other in self.shares_model_with),
            beacon_interval=self.config.beacon_seconds,
            settle=self.config.claim_settle_seconds,
        )

    async def _decide_loop(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), DECIDE_SECONDS)
                await asyncio.sleep(DEBOUNCE_SECONDS)
            self._changed.clear()
            now = monotonic_seconds()
            view = self._view(now)
            self._memory.observe(self.plan, view, now)
            self.performer.drop_unwanted(functools.partial(is_wanted, self.plan, view))
            if not self._caught_up.is_set():
                continue
            for intent in decide(self.plan, view, self._memory, now):
                await self.performer.carry_out(intent)

    async def _beacon_loop(self) -> None:
        if "observer" in self.roles:
            return
        while True:
            self._sequence += 1
            beacon = Beacon(
                boot=self._boot,
                started=self._started_clock,
                sequence=self._sequence,
                clock=self.log.clock.mark,
                wall_ms=wall_ms(),
                synchronised=self._synchronised,
                name=self.name,
                version=__version__,
                roles=tuple(sorted(self.roles)),
                tier=0 if self.models is None else self.models.tier,
                load=load_fraction(),
                hardware=f"{self.hardware.machine}, {self.hardware.cores} cores, {self.hardware.memory >> 20} MiB",
                digest=self.plan.digest(),
                claims=dict(list(self._view(monotonic_seconds()).work_in_hand.items())[:32]),
                addresses=tuple(self.mesh.addresses[:8]),
            )
            await self.mesh.send_beacon(sign_beacon(beacon, swarm=self.swarm, signer=self.signer))
            await asyncio.sleep(self.config.beacon_seconds)

    async def _upkeep_loop(self) -> None:
        turned_at = monotonic_seconds()
        while True:
            await asyncio.sleep(UPKEEP_SECONDS)
            now = monotonic_seconds()
            if now - turned_at > STALL_INTERVALS * self.config.beacon_seconds + UPKEEP_SECONDS:
                self._wake_up(now)
            turned_at = now
            for peer, liveness in self.presence.tick(now):
                if liveness is not Liveness.SUSPECT:
                    log.info("%s: %s is %s", self.name, self.names().get(peer, peer), liveness.value)
                self._changed.set()
            await self._notice_synchronisation(now)
            self.log.release_due()
            self._judge_whether_caught_up(now)
            await self._remember_peers()
            await self._exchange_where_digests_differ(now)

    async def _flush_loop(self) -> None:
        while True:
            await asyncio.sleep(FLUSH_SECONDS)
            await self.log.flush()

    async def _remember_peers(self) -> None:
        """Keep the names of the machines heard, for the results and for the next start."""
        if self._names != self._names_kept:
            self._names_kept = dict(self._names)
            await self._store.set_meta(PEERS_KEY, msgspec.json.encode(self._names_kept).decode())

    def _wake_up(self, now: float) -> None:
        log.info("%s: awake again; the others' silence counts from now", self.name)
        self._awake_since = now
        self._exchanged_since_awake = False
        self._caught_up.clear()
        self.presence.forgive(now)

    def _judge_whether_caught_up(self, now: float) -> None:
        listened = now - self._awake_since >= FIRST_LISTEN_INTERVALS * self.config.beacon_seconds
        alone = not self.presence.living(now) and not self.mesh.connected()
        if not self._caught_up.is_set() and (self._exchanged_since_awake or (listened and alone)):
            self._caught_up.set()
            self._changed.set()

    async def _notice_synchronisation(self, now: float) -> None:
        was, self._synchronised = self._synchronised, clock_is_synchronised()
        self._look_at_clocks(now)
        if not self._synchronised or was:
            return
        aside = await self.log.set_clock_right()
        if aside is not None:
            self.problems["clock"] = (
                f"this machine's clock was far ahead; now it is right, {aside} records were set aside"
            )
            log.error("%s: %s", self.name, self.problems["clock"])

    async def _exchange_where_digests_differ(self, now: float) -> None:
        mine = self.plan.digest()
        beacons = self.presence.beacons(now)
        for peer in self.mesh.connected():
            if peer not in beacons or beacons[peer].digest == mine:
                self._differs_since.pop(peer, None)
                continue
            since = self._differs_since.setdefault(peer, now)
            recently = now - self._exchanged_at.get(peer, float("-inf")) < EXCHANGE_EVERY_SECONDS
            if now - since < DIFFERING_SECONDS or recently:
                continue
            self._exchanged_at[peer] = now
            try:
                await self.mesh.exchange_with(peer)
            except Exception as error:
                log.info("%s: no exchange with %s: %s", self.name, self.names().get(peer, peer), error)

    def _hear_record(self, wire: bytes, source: PeerId) -> None:
        self.log.hear([wire], source, checked=True)

    def _hear_beacon(self, wire: bytes, source: PeerId) -> None:
        beacon = decode_beacon(wire, self.swarm)
        if isinstance(beacon, BeaconRefusal):
            return
        heard = self.presence.hear(beacon, monotonic_seconds())
        if heard is Heard.CLONE:
            log.error("%s: %s", self.name, self.presence.clone)
        elif heard is Heard.NEWS:
            author = PeerId(beacon.author)
            self._names[author] = beacon.name
            self.mesh.add_addresses(author, beacon.addresses)
        self._changed.set()

    def _note_crash(self, error: BaseException) -> None:
        log.error("%s: the network layer crashed and starts again: %r", self.name, error)

    def _note_peer(self, peer: PeerId, up: bool) -> None:
        log.info("%s: %s %s", self.name, self.names().get(peer, peer), "connected" if up else "is no longer connected")
        if up:
            self._spawn(self._catch_up_with(peer))

    async def _catch_up_with(self, peer: PeerId) -> None:
        """Exchange records with a peer; the first that works makes this agent ready to work."""
        await self.mesh.exchange_with(peer)
        self._exchanged_since_awake = True
        self._judge_whether_caught_up(monotonic_seconds())

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

    async def _keep_going(self, loop: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run one of the agent's loops for ever: an error in it is said, and it starts again."""
        while True:
            try:
                await loop()
                return
            except StoreError as error:
                log.error("%s: %s", self.name, error)
            except Exception:
                log.exception("%s: an error in %s; going on", self.name, loop.__name__)
            await asyncio.sleep(UPKEEP_SECONDS)


class _Door:
    """What the mesh asks, in its own thread, before it relays anything: functions of the bytes and the time alone."""

    def __init__(self, swarm: SwarmId, reference: Callable[[], int]) -> None:
        self._swarm = swarm
        self._reference = reference

    def check_record(self, wire: bytes) -> bool:
        """Whether to take and relay it; one from the future is not relayed, an exchange brings it when it is due."""
        record = decode_record(wire, self._swarm)
        return not isinstance(record, Refusal) and not Quarantine.must_wait(record.clock, self._reference())

    def check_beacon(self, wire: bytes) -> bool:
        """Whether to take and relay it."""
        return not isinstance(decode_beacon(wire, self._swarm), BeaconRefusal)
