"""Serves the login users of a home: each has a goals folder, a results folder and a control socket of their own.

Root adds and removes them while this runs (:mod:`edge_agent.users`); the registry is looked at every few seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from edge_agent.agent import Agent
from edge_agent.commands import taker_of, user_handlers
from edge_agent.config import Config
from edge_agent.control import ControlError, ControlServer
from edge_agent.goal_commands import Scope
from edge_agent.goal_files import GoalFile, safe_name
from edge_agent.identity import IdentityError, load_or_make
from edge_agent.inbox import Inbox
from edge_agent.loops import keep_going
from edge_agent.markdown import inline
from edge_agent.plan import GoalPlan
from edge_agent.records import RecordId
from edge_agent.results import ResultsWriter, write_whole
from edge_agent.users import GOALS, RESULTS, Owners, Registry, User, UsersError, folder_of, read_registry

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 2.0
"""How often it is looked who was added or removed, and what is wrong with whose files."""
KEY_BYTES: Final = 32
PROBLEMS: Final = "PROBLEMS.md"

Submit = Callable[[GoalFile], Awaitable[RecordId]]


class UserService:
    """The users of one home. ``submit`` takes a goal for the home's agent; ``agents`` are those of the process."""

    def __init__(self, home: Path, config: Callable[[], Config], agents: Sequence[Agent], submit: Submit) -> None:
        self._home = home
        self._config = config
        self._agents = agents
        self._submit = submit
        self._registry = Registry()
        self._owners: Owners | None = None
        self._served: dict[User, _ServedUser] = {}
        self._problems: dict[User | None, str] = {}
        """Why a user cannot be served, and under None why nobody can."""

    @property
    def problem(self) -> str | None:
        """Why users cannot be served; None where all is well."""
        return "; ".join(self._problems.values()) or None

    @property
    def titles_are_private(self) -> bool:
        """Whether several people use this machine: then what all of them see names no tasks."""
        return sum(user.served for user in self._registry.users) > 1

    def writer(self, goal: GoalPlan, own: ResultsWriter) -> ResultsWriter | None:
        """Who writes the goal's results: its user's writer, ``own`` for a goal of no user, nobody for a former user."""
        if self._owners is None and self._registry.next > 1:
            return None  # nobody knows whose it is
        number = self.owner(goal)
        if number is None:
            return own
        return next((one.writer for user, one in self._served.items() if user.number == number), None)

    def owner(self, goal: GoalPlan) -> int | None:
        """The number of the user who handed the goal in; None for a goal of no user."""
        return None if self._owners is None else self._owners.owner(goal.goal.source_hash, self._registry)

    def load(self) -> None:
        """Read who is served. Call before anything is written of goals; a home without users costs nothing."""
        problem = None
        try:
            self._registry = read_registry(self._home)
        except UsersError as error:
            problem = str(error)
        if self._owners is None and self._registry.next > 1:
            try:
                self._owners = Owners(load_or_make(self._home / "state" / "users.key", KEY_BYTES))
            except IdentityError as error:
                problem = f"no user can be served: {error}"
        self._note(None, problem)

    async def run(self) -> None:
        """Serve until cancelled."""
        try:
            while True:
                await self.look()
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            await self._end(list(self._served))

    async def look(self) -> None:
        """Begin with those who were added, end with those who were removed, and say what is wrong with whose files."""
        self.load()
        wanted = {user for user in self._registry.users if user.served and self._owners is not None}
        await self._end([user for user in self._served if user not in wanted])
        for user in self._problems.keys() - wanted - {None}:
            self._note(user, None)
        for user in wanted - self._served.keys():
            await self._begin(user)
        for one in self._served.values():
            one.adjust(self._config())
            await asyncio.to_thread(one.tell_problems)

    async def _begin(self, user: User) -> None:
        assert self._owners is not None
        owners = self._owners

        def goals_of_user(agent: Agent) -> Sequence[GoalPlan]:
            return [goal for goal in agent.owner.goals() if self.owner(goal) == user.number]

        scope = Scope(goals=goals_of_user, mark=lambda: owners.mark(user.number))
        one = _ServedUser(user, folder_of(self._home, user), owners, self._agents, self._submit, scope)
        try:
            await one.start(self._config())
        except ControlError as error:
            self._note(user, f"{user.name} cannot be served: {error}")
            return
        self._note(user, None)
        self._served[user] = one
        log.info("goals of %s are taken now", user.name)

    def _note(self, user: User | None, problem: str | None) -> None:
        """Keep the problem until it is solved; it is looked at every few seconds, but logged once."""
        if problem is None:
            self._problems.pop(user, None)
        elif self._problems.get(user) != problem:
            log.error("%s", problem)
            self._problems[user] = problem

    async def _end(self, users: list[User]) -> None:
        for user in users:
            await self._served.pop(user).stop()
            log.info("goals of %s are no longer taken", user.name)


class _ServedUser:
    """One user: inbox, results, socket. ``scope``: the user's goals."""

    def __init__(
        self, user: User, folder: Path, owners: Owners, agents: Sequence[Agent], submit: Submit, scope: Scope
    ) -> None:
        self.user = user
        self.writer = ResultsWriter(folder / RESULTS, makes_folder=False)
        self._folder = folder
        self._owners = owners
        self._agents = agents
        self._submit = submit
        self._inbox: Inbox | None = None
        self._task: asyncio.Task[None] | None = None
        self._said: str | None = None
        handlers = user_handlers(folder, agents, self._problems, scope)
        self._control = ControlServer(folder, handlers, also=user.uid)

    async def start(self, config: Config) -> None:
        """Take goals and answer. ControlError where the folder is not as root made it."""
        await self._control.start()
        taker = taker_of(self._agents)
        inbox = self._inbox = Inbox(
            self._folder / GOALS,
            self._submit,
            (lambda source_hash: False) if taker is None else taker.owner.has_taken,
            polling=config.inbox.polling,
            settle=config.inbox.settle_seconds,
            mark=lambda of_file: self._owners.mark(self.user.number, of_file),
        )

        async def run() -> None:
            await (taker or self._agents[0]).catching_up.wait()
            await inbox.run()

        self._task = asyncio.create_task(keep_going(run, who=f"the inbox of {self.user.name}"))

    async def stop(self) -> None:
        """Take and answer no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(OSError):
            await self._control.stop()

    def adjust(self, config: Config) -> None:
        """Go on with other settings."""
        if self._inbox is not None:
            self._inbox.adjust(polling=config.inbox.polling, settle=config.inbox.settle_seconds)

    def tell_problems(self) -> None:
        """Keep PROBLEMS.md beside the results: it names what could not be taken, and is gone once nothing is left."""
        problems = self._problems()
        text = _problems_text(problems) if problems else ""
        if text == self._said:
            return
        path = self._folder / RESULTS / PROBLEMS
        try:
            if text:
                write_whole(path, text.encode(errors="replace"))
            else:
                path.unlink(missing_ok=True)
        except OSError as error:  # a full disk: it is tried again
            log.debug("%s cannot be written: %s", path, error)
        else:
            self._said = text

    def _problems(self) -> dict[str, str]:
        return {} if self._inbox is None else self._inbox.problems


def _problems_text(problems: dict[str, str]) -> str:
    lines = [
        f"- {f'**{inline(safe_name(name))}**: ' if name else ''}{inline(reason)}"
        for name, reason in sorted(problems.items())
    ]
    head = "These files in your goals folder could not be taken so far. This list is gone once nothing is wrong."
    return "\n".join(["# Problems", "", head, "", *lines, ""])
