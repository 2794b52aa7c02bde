"""Where everything of one owner lies, and what the agents of a home are started with."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from edge_agent import places
from edge_agent.config import Config, RoleName
from edge_agent.control import ControlError, NotRunningError, ask
from edge_agent.membership import Membership, load_or_make_membership
from edge_agent.service_manager import credential

SWARM_KEY_CREDENTIAL: Final = "swarm-agent.key"
"""The name under which systemd may hand over the token of the swarm to begin in."""

LOCAL_SWARM: Final[tuple[tuple[str, tuple[RoleName, ...]], ...]] = (
    ("alder", ("decomposer", "scorer")),
    ("birch", ("decomposer", "scorer", "executor")),
    ("cedar", ("scorer", "executor")),
    ("owl", ("observer",)),
)
"""The agents of ``swarm-agent up``: two decomposers, three scorers, two executors, one pure observer."""


class Settings(Struct, frozen=True, kw_only=True):
    """What one agent is started with. ``directory`` holds its key and its records."""

    config: Config
    directory: Path
    membership: Membership


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


def mind_the_service(home: Home, command: str, what: str, *, new: bool = True) -> None:
    """Say so on standard error where the machine's service is likelier meant than ``home``, which nobody named.

    That is where the service has a home of its own, and no agent runs for this one. ``command``: what was asked for,
    such as ``invite``; ``what``: what it concerns, such as "swarm". ControlError without ``new``, where the command
    would make a swarm that no machine is in.
    """
    if home.path == places.SYSTEM_HOME or not places.SYSTEM_HOME.is_dir() or _is_running(home):
        return
    # Root comes here because of a home of its own: sudo alone would lead here again.
    at = f" --home {places.SYSTEM_HOME}" if os.geteuid() == 0 else ""
    instead = f"for the service: `sudo swarm-agent {command}{at}`"
    if not new and not home.has_membership():
        raise ControlError(
            f"there is no {what} in {home.path}, and the machine's service has one: {instead}. If you want another "
            f"one: `swarm-agent {command} --home {home.path}`"
        )
    print(
        f"Careful: this is not the service's {what} but that of {home.path}, for which no agent runs; {instead}",
        file=sys.stderr,
    )


def _is_running(home: Home) -> bool:
    try:
        ask(home.path, "status")
    except NotRunningError:
        return False
    except ControlError:
        return True
    return True


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
