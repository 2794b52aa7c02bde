"""One agent: an identity with its records, its links to the others, and the loop that decides what to do next."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import secrets
from typing import Final

from edge_agent import __version__
from edge_agent.catching_up import CatchingUp
from edge_agent.clock import HybridClock, monotonic_seconds
from edge_agent.config import Config, ConfigError
from edge_agent.door import SwarmDoor
from edge_agent.hardware import detect_hardware
from edge_agent.home import Settings
from edge_agent.identity import former_identities, identity_path, load_or_make_signer
from edge_agent.identity_watch import IdentityWatch
from edge_agent.loops import Errands, keep_going
from edge_agent.membership import fingerprint
from edge_agent.mesh.discovery import Discovery
from edge_agent.mesh.host import Mesh, PortInUse
from edge_agent.mesh.presence import BeaconRefusal, PresenceTable, decode_beacon
from edge_agent.models.service import ModelService
from edge_agent.moving import Moved, open_log, publish_moved_goals
from edge_agent.neighbours import Neighbours
from edge_agent.outlook import Outlook
from edge_agent.own_beacon import OwnBeacon
from edge_agent.own_part import OwnPart
from edge_agent.own_roles import make_keeper
from edge_agent.owners_word import NotServingError, OwnersWord
from edge_agent.peer_names import PeerNames
from edge_agent.performer import Performer
from edge_agent.plan import Plan
from edge_agent.record_log import RecordLog
from edge_agent.records import PeerId, Proposal, Record, Vote
from edge_agent.roles.view import Role
from edge_agent.store import StoreError
from edge_agent.timekeeper import Timekeeper

log = logging.getLogger(__name__)

DECIDE_SECONDS: Final = 0.5
"""The longest time between two looks at the plan."""
DEBOUNCE_SECONDS: Final = 0.05
"""How long after a change the next look waits for more changes."""
UPKEEP_SECONDS: Final = 1.0
LOOKS_PER_INTERVAL: Final = 3
"""Upkeep comes at least so often in a beacon interval: what comes less often cannot tell a silence from a stall."""
ROOM_SECONDS: Final = 5.0
"""How often a store that took nothing is tried again."""


class Agent:
    """One machine of the swarm. ``models`` may be shared with other agents of the process; None: it has no model."""

    def __init__(self, settings: Settings, models: ModelService | None) -> None:
        self.membership = settings.membership
        self.swarm = settings.membership.swarm
        hardware = detect_hardware()
        self.part = OwnPart(settings.config, hardware, make_keeper(settings.config, hardware), models)
        """What it is in the swarm: its settings, its model, its roles."""
        self.gave_up: PeerId | None = None
        """The identity that was given up for this start."""
        self.moved: Moved | None = None
        """What this start did with the log of a former swarm."""
        self.problems: dict[str, str] = {}
        """What the owner should know, by subject; shown in the status."""
        self._directory = settings.directory
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = contextlib.AsyncExitStack()
        """Closes what was opened, the last first: work, mesh, unsaved records, store."""
        self._errands = Errands()
        self._changed = asyncio.Event()
        self._started_at = monotonic_seconds()

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
        former_ids = former_identities(key)
        boot = secrets.token_hex(8)
        started = await self._open_log({self.peer_id, *former_ids}, boot)
        self.performer = Performer(
            self.log,
            self.models,
            session=self.peer_id,
            changed=self._changed.set,
            may_say=lambda work: self.outlook.may_say(work),
        )
        self.log.on_record(self._note_record)
        self.mesh = self._make_mesh()
        self.catching_up = CatchingUp(
            self.mesh.exchange_with,
            beacon_interval=self.config.beacon_seconds,
            name_of=self.name_of,
            changed=self._changed.set,
            now=self._started_at,
        )
        self.log.on_record(lambda record: self.catching_up.note(self.plan.digest()))
        self.outlook = Outlook(self.part, self.neighbours, self.log, self.performer, self.catching_up, self.time)
        self.owner = OwnersWord(self.part, self.neighbours, self.log, self.catching_up, former_ids, self._directory)
        self.beacon = OwnBeacon(
            self.part,
            self.presence,
            self.log,
            self.time,
            self.mesh,
            lambda now: self.outlook.view(now).work_in_hand,
            boot=boot,
            started=started,
            gave_up=self.gave_up,
        )
        self._look_at_roles(self._started_at)
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
        loops = [self._decide_loop, self._beacon_loop, self._identity_loop, self._upkeep_loop]
        loops += [self.log.keep_flushing, self._publish_moved_goals]
        if self.config.discovery:
            loops.append(self._discovery_loop)
        self._tasks = [
            asyncio.create_task(keep_going(loop, who=self.name, expected=(StoreError,)), name=loop.__name__)
            for loop in loops
        ]

    async def _open_log(self, authors: set[PeerId], boot: str) -> int:
        """The store, the clock that goes on from its mark, the plan, and what is known of former peers.

        ``authors``: this machine's identities. The clock of this start.
        """
        self._store, self.moved = await open_log(self._directory, self.swarm, authors)
        self._closing.push_async_callback(self._store.close)
        if self._store.set_aside is not None:
            self.problems["store"] = f"the record log was damaged; it was set aside as {self._store.set_aside}"
            log.error("%s: %s", self.name, self.problems["store"])
        clock = HybridClock(await self._store.mark())
        started = clock.tick()
        presence = PresenceTable(self.peer_id, interval=self.config.beacon_seconds)
        self.identity = IdentityWatch(self.part, self.peer_id, self.swarm, self.problems, boot=boot, started=started)
        self.time = Timekeeper(clock, presence, self._started_at)
        self.log = RecordLog(
            store=self._store,
            swarm=self.swarm,
            signer=self.signer,
            clock=clock,
            reference_ms=self.time.reference_ms,
        )
        self._closing.push_async_callback(self.log.close)
        await self.log.load()
        self.neighbours = Neighbours(self.part, presence, await PeerNames.load(self._store), self._started_at)
        self._closing.push_async_callback(self.neighbours.keep_names)
        return started

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
                other_run_of=self.identity.tell_other_run,
            )
        except ValueError as error:
            raise ConfigError(f"peers: {error}") from error

    async def _publish_moved_goals(self) -> None:
        """Once after a start: what an owner wanted in the former swarm is wanted in this one."""
        try:
            await publish_moved_goals(self._directory, self.swarm, lambda: self.plan, self.peer_id, self.owner.submit)
        except NotServingError as error:
            self.problems["moved goals"] = f"goals of the former swarm wait in {self._directory}: {error}"

    async def stop(self) -> None:
        """Stop working, leave the mesh, commit what waits, close the store. May be called twice."""
        self.part.takes_work = False
        self.part.stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, self._errands.stop(), return_exceptions=True)
        await self._closing.aclose()

    @property
    def config(self) -> Config:
        """The settings as they are now."""
        return self.part.config

    @property
    def name(self) -> str:
        """What the machine calls itself."""
        return self.part.name

    @property
    def models(self) -> ModelService | None:
        """Its model, maybe shared with other agents of the process; None: it has none, or observes."""
        return self.part.models

    @property
    def roles(self) -> frozenset[Role]:
        """The roles served now: its own, and cover where the living lack some."""
        return self.part.roles

    def change_config(self, config: Config) -> None:
        """Go on with other settings, as far as ``config_files.LIVE`` goes. Their peers must be readable."""
        if config.peers != self.config.peers:
            self.mesh.set_peers(config.peers)
        self.part.config = config
        self.beacon.hurry()
        self._changed.set()

    def use_models(self, models: ModelService) -> None:
        """A model came to be here after the start: serve the roles that wait for one."""
        if not self.part.use_models(models):
            return
        self.performer.use_models(models)
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

    @property
    def presence(self) -> PresenceTable:
        """Who lives."""
        return self.neighbours.presence

    def names(self) -> dict[PeerId, str]:
        """The names of the machines heard so far, for people."""
        return self.neighbours.names()

    def name_of(self, peer: PeerId) -> str:
        """The machine's name, or its id where none was heard."""
        return self.neighbours.name_of(peer)

    def _look_at_roles(self, now: float) -> None:
        """Serve what has to be served, as far as the living are known; the others hear of a change at once."""
        changed = self.part.look(self.presence, self.plan.goals(), now)
        self.performer.scores = "scorer" in self.roles
        if changed:
            reasons = "; ".join(f"{role} ({self.part.keeper.why(role)})" for role in sorted(self.roles))
            log.info("%s: serves %s", self.name, reasons or "no role")
            self.beacon.hurry()
            self._changed.set()

    def _note_record(self, record: Record) -> None:
        if record.author == self.peer_id and isinstance(record.body, Proposal | Vote):
            self.part.productivity.said(record.body, self.roles)
        self._changed.set()

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
            self.outlook.turn(now)
            self._look_at_roles(now)
            for intent in self.outlook.decide(now):
                await self.performer.carry_out(intent)

    async def _beacon_loop(self) -> None:
        if not self.part.observes:
            await self.beacon.send()

    async def _identity_loop(self) -> None:
        if not self.part.observes:
            await self.identity.ask(self.mesh, self.beacon.wire, self._hear_beacon)

    async def _upkeep_loop(self) -> None:
        period = min(UPKEEP_SECONDS, self.config.beacon_seconds / LOOKS_PER_INTERVAL)
        room_sought_at = monotonic_seconds()
        while True:
            await asyncio.sleep(period)
            now = monotonic_seconds()
            self.outlook.turn(now)
            if self.neighbours.tick(now):
                self._changed.set()
            self.time.look(now)
            self.log.release_due()
            self._look_for_exchanges(now)
            self.performer.forget_ended()
            if now - room_sought_at >= ROOM_SECONDS:
                room_sought_at = now
                await self.log.look_for_room()
            await self._set_clock_right()
            await self.neighbours.keep_names()

    async def _discovery_loop(self) -> None:
        await Discovery(
            peer_id=self.peer_id,
            port=self.mesh.port,
            version=__version__,
            fingerprint=fingerprint(self.membership),
            on_peer=functools.partial(self.mesh.add_addresses, zoned=True),
            on_problem=functools.partial(self.note_problem, "discovery"),
            listen_host=self.config.listen_host,
        ).run()

    def note_problem(self, subject: str, problem: str | None) -> None:
        """What the owner should know; None: all is well."""
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
        news = self.neighbours.hear(beacon, now)
        self.identity.hear(beacon, wire, now, news=news)
        if news:
            self.mesh.add_addresses(PeerId(beacon.author), beacon.addresses)
        self._changed.set()

    def _note_crash(self, error: BaseException) -> None:
        log.error("%s: the network layer crashed and starts again: %r", self.name, error)

    def _note_peer(self, peer: PeerId, up: bool) -> None:
        log.info("%s: %s %s", self.name, self.name_of(peer), "connected" if up else "is no longer connected")
        now = monotonic_seconds()
        if up:
            self.neighbours.sign(now)
        self._look_for_exchanges(now)

    def _gossip(self, record: Record) -> None:
        if record.author == self.peer_id:
            self._errands.run(self.mesh.publish(record.wire), who=self.name)
