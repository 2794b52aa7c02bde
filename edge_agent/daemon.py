"""One process: its agents, the model that they share, the watched folder, the results folder, the control socket.

``swarm-agent run`` is one agent for a machine; ``swarm-agent up`` is a whole local swarm for trying.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import Any, Final

from edge_agent.commands import OwnerCommands
from edge_agent.config import Config, ConfigError
from edge_agent.config_files import Change
from edge_agent.control import ControlError, ControlServer
from edge_agent.crew import Crew
from edge_agent.goal_files import GoalFile
from edge_agent.home import Home, Settings
from edge_agent.inbox import GoalRefused, Inbox
from edge_agent.live_settings import LiveSettings
from edge_agent.loops import keep_going
from edge_agent.membership import Membership, change_membership
from edge_agent.models.backend import ModelError
from edge_agent.models.choice import open_models
from edge_agent.models.service import ModelService
from edge_agent.moving import Moved
from edge_agent.owners_word import NotServingError
from edge_agent.records import RecordId
from edge_agent.results_upkeep import ResultsUpkeep
from edge_agent.service_manager import ServiceManager
from edge_agent.status import status_line
from edge_agent.swarm_commands import SwarmCommands
from edge_agent.user_service import UserService

log = logging.getLogger(__name__)

MODEL_SECONDS: Final = 30.0
"""How often a model is looked for where there was none."""
AGAIN_SECONDS: Final = 5.0
"""How often agents that did not start anew are tried again."""
STOP_SECONDS: Final = 8.0
"""How long a stop may take; systemd and the signals' deadline leave a little more."""


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
        self.settings = LiveSettings(config, read_config)
        self.crew = Crew(settings)
        self.agents = self.crew.agents
        self.models: ModelService | None = None
        self.model_problem: str | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.inbox: Inbox | None = None
        """The watched folder; None while the agents are still starting, or start anew."""
        self._control: ControlServer | None = None
        self.users = UserService(home.path, lambda: self.settings.now, self.agents, self._take)
        """The login users whose goals are taken here."""
        self.results = ResultsUpkeep(home.results, self.crew, self.users)
        self._manager = ServiceManager()
        self._stopped = False
        self._anew: asyncio.Task[None] | None = None
        """Stops the agents and starts them again."""
        self._renewing: asyncio.Task[None] | None = None

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
            | SwarmCommands(lambda: self.crew.membership, self.change_membership).handlers()
            | {"reload": self._answer_reload},
        )
        await self._control.start()
        try:
            self.models = await open_models(self.settings.now)
        except ModelError as error:
            self.model_problem = str(error)
            log.error("there is no model to work with: %s", error)
        await self._start_agents()
        self._manager.ready()

    async def _start_agents(self) -> None:
        """Start the agents and what works for them; after an error none of them runs."""
        await self.crew.start(self.models)
        self.crew.tell("model", self.model_problem)
        self.crew.tell("settings", self.settings.problem)
        self.users.load()
        taker, config = self.crew.taker, self.settings.now.inbox
        self.inbox = Inbox(
            self.home.goals,
            self._take,
            (lambda source_hash: False) if taker is None else taker.owner.has_taken,
            polling=config.polling,
            settle=config.settle_seconds,
        )
        jobs = [
            *(self.results.run, self._tell_systemd, self._run_inbox, self._look_for_model),
            *(self._watch_identities, self.users.run),
        ]
        self._tasks = [asyncio.create_task(keep_going(job, who=str(self.home.path))) for job in jobs]

    async def _stop_agents(self) -> None:
        """Stop the agents and what works for them; the stopped ones can still be looked at."""
        self.inbox = None
        self.crew.take_no_more_work()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.crew.stop()

    async def change_membership(self, new: Membership) -> list[Moved]:
        """Go over into the swarm, or to the key, of ``new``, without an end of the process.

        What became of the agents' logs. IdentityError where nothing was changed; ControlError where the agents do not
        start: they are started again and again, in the new swarm.
        """
        self._refuse_while_starting()
        change_membership(self.home.swarm_key, new)
        self.crew.change_membership(new)
        log.info("the swarm's key was changed: the agents start anew in the swarm %s", new.swarm)
        await self.start_anew()
        return [agent.moved for agent in self.agents if agent.moved is not None]

    async def start_anew(self) -> None:
        """Stop the agents and start them again; the model stays. ControlError where they do not start at once."""
        self._refuse_while_starting()
        self._anew = asyncio.create_task(self._start_anew())
        try:
            await asyncio.shield(self._anew)
        except Exception as error:  # an agent may fail at anything; whatever it was, it is tried again
            log.error("the agents do not start: %s", error)
            if not self._stopped:
                self._anew = asyncio.create_task(
                    keep_going(self._start_anew, who=str(self.home.path), pause=AGAIN_SECONDS)
                )
            raise ControlError(f"the agents do not start: {error}; they are tried again and again") from error

    def reload(self) -> Change:
        """Read the settings anew and apply what can be; ConfigError, and no change, where they are wrong."""
        try:
            change = self.settings.read_anew(has_model=self.model_problem is None)
        finally:
            self.crew.tell("settings", self.settings.problem)
        self.crew.change_config(change.config)
        if self.inbox is not None:
            inbox = change.config.inbox
            self.inbox.adjust(polling=inbox.polling, settle=inbox.settle_seconds)
        return change

    def reload_if_possible(self) -> None:
        """The same for a signal: what is wrong is logged and in the status."""
        with contextlib.suppress(ConfigError):
            self.reload()

    async def _answer_reload(self, request: dict[str, Any]) -> Any:
        try:
            change = self.reload()
        except ConfigError as error:
            raise ControlError(f"the former settings hold: {error}") from error
        return {"applied": change.applied, "waiting": change.waiting}

    async def _watch_identities(self) -> None:
        """Where another machine has the key of an agent, and this one is to give it up: start anew with another key."""
        await self.crew.until_identity_is_lost()
        # Not within this job: it ends with the agents.
        self._renewing = asyncio.create_task(keep_going(self._renew_identities, who=str(self.home.path)))

    async def _renew_identities(self) -> None:
        self.crew.renew_identities()
        with contextlib.suppress(ControlError):  # that is said and tried again there: here it would be once too often
            await self.start_anew()

    def _refuse_while_starting(self) -> None:
        if self._stopped or self.inbox is None:
            raise ControlError("the agent is still starting: ask again in a few seconds")

    async def _start_anew(self) -> None:
        await self._stop_agents()
        self.results.forget()
        await self._start_agents()

    async def _look_for_model(self) -> None:
        """Where there was no model at the start (not fetched yet, too little memory free): work once there is one."""
        while self.model_problem is not None:
            await asyncio.sleep(MODEL_SECONDS)
            try:
                models = await open_models(self.settings.now)
            except ModelError as error:
                self.model_problem = str(error)
                self.crew.tell("model", self.model_problem)
                continue
            self.models, self.model_problem = models, None
            self.crew.tell("model", None)
            if models is not None:
                self.crew.use_models(models)

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

    def _inbox_problems(self) -> dict[str, str] | None:
        if self.inbox is None:
            return None
        return self.inbox.problems | ({} if self.users.problem is None else {"users": self.users.problem})

    async def _run_inbox(self) -> None:
        assert self.inbox is not None
        await (self.crew.taker or self.agents[0]).catching_up.wait()
        await self.inbox.run()

    async def _take(self, goal: GoalFile) -> RecordId:
        try:
            return await (self.crew.taker or self.agents[0]).owner.submit(goal)
        except NotServingError as error:
            raise GoalRefused(str(error)) from error

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
