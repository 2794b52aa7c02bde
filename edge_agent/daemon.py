"""One process: its agents, the model that they share, the watched folder, the results folder, the control socket.

``swarm-agent run`` is one agent for a machine; ``swarm-agent up`` is a whole local swarm for trying.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from edge_agent import results
from edge_agent.agent import Agent, Settings
from edge_agent.commands import OwnerCommands, taker_of
from edge_agent.config import Config, ConfigError, RoleName
from edge_agent.config_files import Change, change_of
from edge_agent.control import ControlError, ControlServer
from edge_agent.goal_files import GoalFile
from edge_agent.identity import identity_path, renew_signer
from edge_agent.inbox import GoalRefused, Inbox
from edge_agent.loops import keep_going
from edge_agent.membership import Membership, change_membership, load_or_make_membership
from edge_agent.mesh.addresses import parse_given
from edge_agent.models.backend import ModelError
from edge_agent.models.choice import open_models
from edge_agent.models.service import ModelService
from edge_agent.moving import Moved
from edge_agent.owners_word import NotServingError
from edge_agent.plan import GoalPlan
from edge_agent.records import PeerId, RecordId
from edge_agent.results import ResultsError, ResultsWriter
from edge_agent.service_manager import ServiceManager, credential
from edge_agent.status import status_line
from edge_agent.swarm_commands import SwarmCommands
from edge_agent.user_service import UserService

log = logging.getLogger(__name__)

RESULTS_SECONDS: Final = 1.0
"""How often the results folder is brought up to date."""
RESULTS_SHARE: Final = 0.1
"""At most this share of the time goes into rendering results: a plan of thousands of tasks is written less often."""
MODEL_SECONDS: Final = 30.0
"""How often a model is looked for where there was none."""
IDENTITY_SECONDS: Final = 1.0
"""How often it is looked whether an agent needs another identity."""
AGAIN_SECONDS: Final = 5.0
"""How often agents that did not start anew are tried again."""
STOP_SECONDS: Final = 8.0
"""How long a stop may take; systemd and the signals' deadline leave a little more."""

SWARM_KEY_CREDENTIAL: Final = "swarm-agent.key"
"""The name under which systemd may hand over the token of the swarm to begin in."""

LOCAL_SWARM: Final[tuple[tuple[str, tuple[RoleName, ...]], ...]] = (
    ("alder", ("decomposer", "scorer")),
    ("birch", ("decomposer", "scorer", "executor")),
    ("cedar", ("scorer", "executor")),
    ("owl", ("observer",)),
)
"""The agents of ``swarm-agent up``: two decomposers, three scorers, two executors, one pure observer."""


class Home(Struct, frozen=True):
    """Where everything of one owner lies."""

    path: Path

    @property
    def goals(self) -> Path:
        """The watched folder."""
        return self.path / "goals"

    @property
    def results(self) -> Path:
        """The results folder."""
        return self.path / "results"

    @property
    def config(self) -> Path:
        """The configuration file."""
        return self.path / "config.toml"

    def prepare(self) -> None:
        """Make the folders that are missing; ControlError where they cannot be made, or nothing be written in them."""
        for folder in (self.path, self.goals, self.results):
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise ControlError(f"the folder {folder} cannot be made: {error.strerror}{_hint(error)}") from error
            if not os.access(folder, os.W_OK | os.X_OK):
                read_only = bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
                why = "its file system is mounted read-only" if read_only else "it belongs to another user"
                raise ControlError(f"{folder} cannot be written: {why}")

    def state(self, agent: str) -> Path:
        """Key and records of one agent."""
        return self.path / "state" / agent

    @property
    def swarm_key(self) -> Path:
        """The file that holds the swarm's id and key."""
        return self.path / "state" / "swarm.key"

    @property
    def _swarm_id(self) -> Path:
        """The file in which versions without a swarm key kept the swarm's id."""
        return self.path / "state" / "swarm.id"

    def has_membership(self) -> bool:
        """Whether the home belongs to a swarm already."""
        return self.swarm_key.exists() or self._swarm_id.exists()

    def membership(self) -> Membership:
        """The swarm that the home's agents belong to, made at the first start or begun in as systemd was told."""
        return load_or_make_membership(self.swarm_key, former=self._swarm_id, seed=credential(SWARM_KEY_CREDENTIAL))


def local_swarm(home: Home, config: Config) -> list[Settings]:
    """The settings of the agents of ``swarm-agent up``: one machine, loopback only, quick beacons."""
    membership = home.membership()
    return [
        Settings(
            config=msgspec.structs.replace(
                config,
                name=name,
                roles=roles,
                cover=False,
                listen="127.0.0.1:0",
                peers=(),
                discovery=False,
                beacon_seconds=min(config.beacon_seconds, 1.0),
                claim_settle_seconds=min(config.claim_settle_seconds, 0.5),
            ),
            directory=home.state(name),
            membership=membership,
        )
        for name, roles in LOCAL_SWARM
    ]


def single_agent(home: Home, config: Config) -> list[Settings]:
    """The settings of the agent of ``swarm-agent run``."""
    return [Settings(config=config, directory=home.state("agent"), membership=home.membership())]


def _hint(error: OSError) -> str:
    return " (the disk is full: make room)" if error.errno == errno.ENOSPC else ""


class Daemon:
    """All that runs in one process for one home."""

    def __init__(
        self,
        home: Home,
        config: Config,
        settings: Sequence[Settings],
        *,
        read_config: Callable[[], Config] | None = None,
    ) -> None:
        """``read_config`` reads the settings anew for a reload; without it there is none."""
        self.home = home
        self.config = config
        self._read_config = read_config
        self.agents: list[Agent] = []
        self.models: ModelService | None = None
        self.model_problem: str | None = None
        self._settings = settings
        self._config_problem: str | None = None
        """What became of changed settings, where it is not all that was wanted."""
        self._written: dict[RecordId, int] = {}
        """The goals in the results folder, each with how many of its records are shown there."""
        self._unwritten: dict[RecordId, str] = {}
        """Why the results of a goal cannot be written."""
        self._tasks: list[asyncio.Task[None]] = []
        self.inbox: Inbox | None = None
        """The watched folder; None while the agents are still starting, or start anew."""
        self._control: ControlServer | None = None
        self._writer = ResultsWriter(home.results)
        self.users = UserService(home.path, lambda: self.config, self.agents, self._take)
        """The login users whose goals are taken here."""
        self._manager = ServiceManager()
        self._stopped = False
        self._anew: asyncio.Task[None] | None = None
        """Stops the agents and starts them again."""
        self._renewing: asyncio.Task[None] | None = None
        self._gave_up: dict[int, tuple[PeerId, str]] = {}
        """The identities that agents gave up in this run, by the agent's number, with what its owner is told."""

    async def start(self) -> None:
        """Start everything. The errors of the parts are for the owner to read; nothing is left running after one."""
        waiting = asyncio.create_task(self._manager.starting())
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise
        finally:
            waiting.cancel()

    async def _start(self) -> None:
        self.home.prepare()
        self._control = ControlServer(
            self.home.path,
            OwnerCommands(self.home.path, self.agents, self._inbox_problems).handlers()
            | SwarmCommands(lambda: self.membership, self.change_membership).handlers()
            | {"reload": self._answer_reload},
        )
        await self._control.start()
        try:
            self.models = await open_models(self.config)
        except ModelError as error:
            self.model_problem = str(error)
            log.error("there is no model to work with: %s", error)
        await self._start_agents()
        self._manager.ready()

    async def _start_agents(self) -> None:
        """Start the agents and what works for them; after an error none of them runs."""
        agents: list[Agent] = []
        try:
            for number, settings in enumerate(self._settings):
                # In a thread: it looks at the hardware, which may take a minute where there is a graphics processor.
                agent = await asyncio.to_thread(Agent, settings, self.models)
                if number in self._gave_up:
                    agent.gave_up, agent.problems["new identity"] = self._gave_up[number]
                if self.model_problem is not None:
                    agent.problems["model"] = self.model_problem
                await agent.start()
                for other in agents:
                    agent.mesh.add_addresses(other.peer_id, other.mesh.addresses)
                    other.mesh.add_addresses(agent.peer_id, agent.mesh.addresses)
                agents.append(agent)
        except BaseException:
            await asyncio.gather(*(agent.stop() for agent in agents), return_exceptions=True)
            raise
        self.agents[:] = agents
        self._tell_config_problem()
        self._share_models()
        self.users.load()
        taker = self.taker
        self.inbox = Inbox(
            self.home.goals,
            self._take,
            (lambda source_hash: False) if taker is None else taker.owner.has_taken,
            polling=self.config.inbox.polling,
            settle=self.config.inbox.settle_seconds,
        )
        jobs = [
            *(self._write_results, self._tell_systemd, self._run_inbox, self._look_for_model),
            *(self._watch_identities, self.users.run),
        ]
        self._tasks = [asyncio.create_task(keep_going(job, who=str(self.home.path))) for job in jobs]

    async def _stop_agents(self) -> None:
        """Stop the agents and what works for them; the stopped ones can still be looked at."""
        self.inbox = None
        for agent in self.agents:
            agent.part.takes_work = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(agent.stop() for agent in self.agents), return_exceptions=True)

    @property
    def membership(self) -> Membership:
        """The swarm that the agents belong to."""
        return self._settings[0].membership

    async def change_membership(self, new: Membership) -> list[Moved]:
        """Go over into the swarm, or to the key, of ``new``, without an end of the process.

        What became of the agents' logs. IdentityError where nothing was changed; ControlError where the agents do not
        start: they are started again and again, in the new swarm.
        """
        self._refuse_while_starting()
        change_membership(self.home.swarm_key, new)
        self._settings = [msgspec.structs.replace(one, membership=new) for one in self._settings]
        log.info("the swarm's key was changed: the agents start anew in the swarm %s", new.swarm)
        await self.start_anew()
        return [agent.moved for agent in self.agents if agent.moved is not None]

    async def start_anew(self) -> None:
        """Stop the agents and start them again; the model stays. ControlError where they do not start at once."""
        self._refuse_while_starting()
        self._anew = asyncio.create_task(self._start_anew())
        try:
            await asyncio.shield(self._anew)
        except Exception as error:
            log.error("the agents do not start: %s", error)
            if not self._stopped:
                self._anew = asyncio.create_task(
                    keep_going(self._start_anew, who=str(self.home.path), pause=AGAIN_SECONDS)
                )
            raise ControlError(f"the agents do not start: {error}; they are tried again and again") from error

    def reload(self) -> Change:
        """Read the settings anew and apply what can be; ConfigError, and no change, where they are wrong."""
        if self._read_config is None:
            raise ConfigError("this agent was started with settings of its own: they cannot be read anew")
        try:
            change = change_of(self.config, self._read_config(), has_model=self.model_problem is None)
            self._refuse_bad_peers(change.config)
        except ConfigError as error:
            log.error("the settings were not read anew: %s", error)
            self._config_problem = f"the former settings hold, because the new ones are wrong: {error}"
            self._tell_config_problem()
            raise
        self.config = change.config
        self._settings = [msgspec.structs.replace(one, config=self.config) for one in self._settings]
        logging.getLogger().setLevel(self.config.log_level.upper())
        for agent in self.agents:
            agent.change_config(self.config)
        if self.inbox is not None:
            self.inbox.adjust(polling=self.config.inbox.polling, settle=self.config.inbox.settle_seconds)
        self._config_problem = None
        log.info("the settings were read anew; changed now: %s", ", ".join(change.applied) or "nothing")
        if change.waiting:
            self._config_problem = f"changed in the settings, but only a restart brings it: {', '.join(change.waiting)}"
            log.warning("%s", self._config_problem)
        self._tell_config_problem()
        return change

    def reload_if_possible(self) -> None:
        """The same for a signal: what is wrong is logged and in the status."""
        with contextlib.suppress(ConfigError):
            self.reload()

    @staticmethod
    def _refuse_bad_peers(config: Config) -> None:
        try:
            for text in config.peers:
                parse_given(text)
        except ValueError as error:
            raise ConfigError(f"peers: {error}") from error

    def _tell_config_problem(self) -> None:
        for agent in self.agents:
            agent.problems.pop("settings", None)
            if self._config_problem is not None:
                agent.problems["settings"] = self._config_problem

    async def _answer_reload(self, request: dict[str, Any]) -> Any:
        try:
            change = self.reload()
        except ConfigError as error:
            raise ControlError(f"the former settings hold: {error}") from error
        return {"applied": change.applied, "waiting": change.waiting}

    async def _watch_identities(self) -> None:
        """Where another machine has the key of an agent, and this one is to give it up: start anew with another key."""
        while not any(agent.identity.must_give_up for agent in self.agents):  # noqa: ASYNC110
            await asyncio.sleep(IDENTITY_SECONDS)
        # Not within this job: it ends with the agents.
        self._renewing = asyncio.create_task(keep_going(self._renew_identities, who=str(self.home.path)))

    async def _renew_identities(self) -> None:
        for number, (agent, settings) in enumerate(zip(self.agents, self._settings, strict=True)):
            if agent.identity.must_give_up:
                aside = renew_signer(identity_path(settings.directory))
                agent.identity.must_give_up = False
                said = (
                    f"another machine uses the identity that was this machine's ({agent.peer_id}): was a disk copied? "
                    f"This machine took a new one; the former key lies in {aside}. Where other machines name the "
                    "former identity in `peers`, they mean the other machine from now on"
                )
                self._gave_up[number] = (agent.peer_id, said)
                log.error("%s: %s", agent.name, said)
        await self.start_anew()

    def _refuse_while_starting(self) -> None:
        if self._stopped or self.inbox is None:
            raise ControlError("the agent is still starting: ask again in a few seconds")

    async def _start_anew(self) -> None:
        await self._stop_agents()
        self._written.clear()
        self._unwritten.clear()
        await self._start_agents()

    def _share_models(self) -> None:
        """Let the agents know which others use the same model."""
        for agent in self.agents:
            agent.outlook.shares_model_with = [
                other.performer
                for other in self.agents
                if other is not agent and agent.models is not None and other.models is agent.models
            ]

    async def _look_for_model(self) -> None:
        """Where there was no model at the start (not fetched yet, too little memory free): work once there is one."""
        while self.model_problem is not None:
            await asyncio.sleep(MODEL_SECONDS)
            try:
                models = await open_models(self.config)
            except ModelError as error:
                self.model_problem = str(error)
                for agent in self.agents:
                    agent.problems["model"] = self.model_problem
                continue
            self.models, self.model_problem = models, None
            for agent in self.agents:
                agent.problems.pop("model", None)
                if models is not None:
                    agent.use_models(models)
            self._share_models()

    async def stop(self) -> None:
        """Stop everything, within seconds; may be called twice."""
        if self._stopped:
            return
        self._stopped = True
        self._manager.stopping()
        for task in (self._renewing, self._anew):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self._stop_agents()
        if self.models is not None:
            await self.models.close()
        if self._control is not None:
            await self._control.stop()

    @property
    def taker(self) -> Agent | None:
        """The agent that takes the goals of this home: the first that is no observer."""
        return taker_of(self.agents)

    @property
    def watcher(self) -> Agent:
        """The agent whose plan is shown: an observer where there is one."""
        return next((agent for agent in self.agents if "observer" in agent.roles), self.agents[0])

    def own_goals(self) -> list[GoalPlan]:
        """The goals that were taken in this home."""
        taker = self.taker
        return [] if taker is None else taker.owner.goals()

    def result_folder(self, goal: GoalPlan) -> Path:
        """Where the goal's results are written."""
        writer = self.users.writer(goal, self._writer) or self._writer
        return writer.folder / results.folder_name(goal)

    def is_written(self, goal: GoalPlan) -> bool:
        """Whether the results folder shows all that is known of the goal."""
        return self._written.get(goal.id) == len(goal.records)

    def _inbox_problems(self) -> dict[str, str] | None:
        if self.inbox is None:
            return None
        return self.inbox.problems | ({} if self.users.problem is None else {"users": self.users.problem})

    async def _run_inbox(self) -> None:
        assert self.inbox is not None
        await (self.taker or self.agents[0]).catching_up.wait()
        await self.inbox.run()

    async def _take(self, goal: GoalFile) -> RecordId:
        try:
            return await (self.taker or self.agents[0]).owner.submit(goal)
        except NotServingError as error:
            raise GoalRefused(str(error)) from error

    async def _write_results(self) -> None:
        while True:
            began = time.process_time()
            for goal in self.own_goals():
                if not self.is_written(goal):
                    await self._write_result(goal)
            spent = time.process_time() - began
            await asyncio.sleep(max(RESULTS_SECONDS, spent / RESULTS_SHARE))

    async def _write_result(self, goal: GoalPlan) -> None:
        """Bring one goal's folder up to date; what is wrong with one does not keep the others waiting."""
        count = len(goal.records)
        writer = self.users.writer(goal, self._writer)
        if writer is None:
            return
        try:
            await writer.write_aside(goal, self.watcher.names() | self.agents[0].names())
        except ResultsError as error:
            if self._unwritten.get(goal.id) != str(error):
                log.error("%s", error)
            self._unwritten[goal.id] = str(error)
        except Exception as error:
            # Whatever it was: it is tried again when something is added to the goal.
            log.exception("the results of %r cannot be written", goal.goal.title)
            self._unwritten[goal.id] = f"the results of {goal.goal.title!r} cannot be written: {error!r}"
            self._written[goal.id] = count
        else:
            self._unwritten.pop(goal.id, None)
            self._written[goal.id] = count
        self.agents[0].problems.pop("results", None)
        for problem in list(self._unwritten.values())[:1]:
            self.agents[0].problems["results"] = problem

    async def _tell_systemd(self) -> None:
        await self._manager.running(lambda: status_line(self.agents[0], titles=not self.users.titles_are_private))


async def started(daemon: Daemon, stop: asyncio.Event) -> bool:
    """Start the daemon; False where ``stop`` was set before that was done: loading a model takes long."""
    starting, stopping = asyncio.create_task(daemon.start()), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({starting, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not starting.done():
            log.info("asked to stop while starting")
            starting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await starting
            return False
        await starting
        return not stop.is_set()
    finally:
        starting.cancel()
        stopping.cancel()


async def stopped(daemon: Daemon) -> None:
    """Stop the daemon; what does not end in time ends with the process."""
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await daemon.stop()
    except TimeoutError:
        log.warning("not everything ended within %g s", STOP_SECONDS)


async def serve(daemon: Daemon, stop: asyncio.Event) -> None:
    """Start the daemon, run it until ``stop`` is set, and stop it."""
    try:
        if await started(daemon, stop):
            await stop.wait()
    finally:
        await stopped(daemon)
