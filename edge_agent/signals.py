"""How the process is asked to end: once politely, and then it does end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Final

PATIENCE_SECONDS: Final = 9.0
"""How long a polite end may take. What this machine said is on the disk already, and the model's process ends with this
one: nothing is lost by an end at once, and whoever sent SIGTERM does not wait for ever."""


class Signals:
    """SIGINT, SIGTERM and SIGHUP, from :meth:`catch` on: the first one sets ``stop``.

    A second one, or :data:`PATIENCE_SECONDS` after the first, ends the process at once. A SIGHUP that the process was
    told to ignore (nohup) stays ignored. With ``reload`` a SIGHUP calls that instead, as services have it, unless it
    tells that the terminal was closed.
    """

    def __init__(self) -> None:
        self.stop = asyncio.Event()
        self._caught: list[int] = []

    def catch(self, reload: Callable[[], object] | None = None) -> None:
        """Catch them from now on, on the running loop."""
        loop = asyncio.get_running_loop()
        for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if one is signal.SIGHUP and signal.getsignal(one) is signal.SIG_IGN:
                continue
            if one is signal.SIGHUP and reload is not None and not _has_terminal():
                loop.add_signal_handler(one, reload)
            else:
                loop.add_signal_handler(one, self._on_signal, one)
            self._caught.append(one)

    def restore(self) -> None:
        """Leave them to the system's defaults again; a process that was asked to end ends nevertheless."""
        for one in self._caught:
            asyncio.get_running_loop().remove_signal_handler(one)
        self._caught.clear()

    def _on_signal(self, number: int) -> None:
        status = 128 + number
        if self.stop.is_set():
            os._exit(status)
        self.stop.set()
        deadline = threading.Timer(PATIENCE_SECONDS, os._exit, (status,))
        deadline.daemon = True
        deadline.start()


def _has_terminal() -> bool:
    try:
        return os.isatty(sys.stdin.fileno())
    except (AttributeError, OSError, ValueError):  # closed, or replaced by something that is no file
        return False
