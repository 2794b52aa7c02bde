"""What systemd is told (sd_notify(3)): when the agent is useful, how it stands, that it lives, that it ends and why.

Without systemd, or under a unit of another type than notify, nothing is told and nothing changes.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import sdnotify

from edge_agent.printable import one_line

STATUS_SECONDS: Final = 5.0
"""How often the status is told."""
START_SECONDS: Final = 30.0
"""How much longer a start may take each time that it is told to go on: a model of 1 GB on a memory card takes 100 s."""
LONGEST_STATUS: Final = 400


class ServiceManager:
    """Tells systemd about this process."""

    def __init__(self) -> None:
        self._notifier = sdnotify.SystemdNotifier()

    async def starting(self) -> None:
        """Ask for more time until cancelled: the default of 90 s is short for loading a model."""
        while True:
            self._tell(f"EXTEND_TIMEOUT_USEC={START_SECONDS * 1e6:.0f}\nSTATUS=starting")
            await asyncio.sleep(START_SECONDS / 3)

    def ready(self) -> None:
        """The agent serves."""
        self._tell("READY=1")

    async def running(self, status: Callable[[], str]) -> None:
        """Tell until cancelled that the event loop turns, and how things stand."""
        while True:
            self._tell_status(status(), before="WATCHDOG=1\n")
            await asyncio.sleep(min(STATUS_SECONDS, watchdog_seconds() / 2))

    def failed(self, reason: str) -> None:
        """The agent is about to end because of an error: `systemctl status` shows the reason until the next start."""
        self._tell_status(reason)

    def _tell_status(self, text: str, before: str = "") -> None:
        self._tell(f"{before}STATUS={one_line(text)[:LONGEST_STATUS]}")

    def _tell(self, message: str) -> None:
        # The library sends Latin-1, and in silence nothing at all where a task has a title in another script: then the
        # watchdog would end an agent that is well. systemd reads UTF-8, so its bytes are what has to go out.
        self._notifier.notify(message.encode(errors="replace").decode("latin-1"))

    def stopping(self) -> None:
        """The agent ends."""
        self._tell("STOPPING=1")


def credential(name: str) -> Path | None:
    """The file with a secret that systemd hands to this process (systemd.exec(5), LoadCredential=), if it does."""
    directory = os.environ.get("CREDENTIALS_DIRECTORY")
    path = Path(directory, name) if directory else None
    return path if path is not None and path.exists() else None


def watchdog_seconds() -> float:
    """The time within which systemd wants to hear of this process; infinity where it does not care."""
    microseconds, process = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not microseconds.isdecimal() or int(microseconds) == 0 or process not in ("", str(os.getpid())):
        return float("inf")
    return int(microseconds) / 1e6
