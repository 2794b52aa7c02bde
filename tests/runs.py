"""Runs that make things outside of their own folder: each is locked while it lives, so that a later one can tell what
a killed one left behind, and removes it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path


@contextlib.contextmanager
def alive(
    run: str, locks: Path, *, found: Callable[[], Iterable[str]], remove: Callable[[str], None]
) -> Iterator[None]:
    """The run lives within the context, which removes first what runs that no longer live left, and in the end its own.

    ``locks``: one locked file for each run that lives; the kernel unlocks it however the run ends. ``found``: the runs
    of which there is something.
    """
    locks.mkdir(mode=0o700, exist_ok=True)
    for other in set(found()):
        with contextlib.suppress(BlockingIOError), _locked(locks / other):
            remove(other)
    with _locked(locks / run):
        try:
            yield
        finally:
            remove(run)


@contextlib.contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Raises BlockingIOError where the run's process lives."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        try:
            yield
        finally:
            file.unlink(missing_ok=True)
    finally:
        os.close(handle)


def end_processes(found: Callable[[], Iterable[int]]) -> None:
    """Kill until none is found any more; gives up after some seconds."""
    for _ in range(100):
        pids = set(found())
        if not pids:
            return
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.05)
