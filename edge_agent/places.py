"""Where things lie: the home of the system's service, its settings, and which homes that service serves.

A login user who was added (``swarm-agent user add``) has no home of their own: their ``~/.swarm`` is a link into the
service's state directory, and the service answers for it.
"""

from __future__ import annotations

import contextlib
import os
import pwd
from pathlib import Path
from typing import Final

from msgspec import Struct

SYSTEM_HOME: Final = Path("/var/lib/swarm-agent")
"""The home of the system's service (``systemd/swarm-agent.service``)."""
SYSTEM_CONFIG: Final = Path("/etc/swarm-agent/config.toml")
"""The settings of the system's service; ``conf.d`` lies beside them."""
USER_HOME: Final = Path("~/.swarm")
USERS: Final = "users"
"""The folder in a home that holds those of its users."""
REGISTRY: Final = "users.json"
"""The file in a home that names its users; root writes it."""


class Served(Struct, frozen=True):
    """A home that a service serves for a login user."""

    service: Path
    """The service's own home."""
    user: str
    owner: int
    """The user id that the service runs as."""


def default_home() -> Path:
    """``~/.swarm``; for root the home of the system's service, where there is one and root has none of its own."""
    with contextlib.suppress(OSError, RuntimeError):
        own = USER_HOME.expanduser()
        if os.geteuid() == 0 and SYSTEM_HOME.is_dir() and not own.exists():
            return SYSTEM_HOME
    return USER_HOME


def served(home: Path) -> Served | None:
    """Whose home this is, where a service serves it; None for a home that its owner runs an agent for.

    Root made the registry, and nobody else can have: who is named in it may trust the service.
    """
    try:
        folder = home.resolve(strict=True)
        service = folder.parent.parent
        registry = (service / REGISTRY).lstat()
        if folder.parent.name != USERS or registry.st_uid != 0:
            return None
        return Served(service, folder.name, service.stat().st_uid)
    except OSError:
        return None


def act_as_owner(home: Path) -> None:
    """Where root works on the home of another user, go on as that user: what is written there stays theirs.

    It also follows no link there with root's rights. OSError where that is not possible.
    """
    owner = home.stat() if home.exists() else None
    if os.geteuid() != 0 or owner is None or owner.st_uid == 0:
        return
    os.setgroups([])
    os.setgid(owner.st_gid)
    os.setuid(owner.st_uid)
    with contextlib.suppress(KeyError):
        os.environ["HOME"] = pwd.getpwuid(owner.st_uid).pw_dir
    os.umask(0o027)
