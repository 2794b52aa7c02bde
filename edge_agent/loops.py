"""Jobs that go on for ever: an error in one is said and it starts again, so that nothing dies in silence.

And errands: short work beside them that nobody waits for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from edge_agent.clock import monotonic_seconds

log = logging.getLogger(__name__)

PAUSE_SECONDS: Final = 1.0
"""Time until a job that failed starts again."""
SAY_AGAIN_SECONDS: Final = 600.0
"""The same error of the same job is said once in this time: a full disk is not made fuller by the log."""


async def keep_going(
    job: Callable[[], Coroutine[Any, Any, None]],
    *,
    who: str,
    expected: tuple[type[Exception], ...] = (),
    pause: float = PAUSE_SECONDS,
) -> None:
    """Run ``job`` until it returns. ``expected`` errors are said in one line, others with their traceback."""
    said: dict[str, float] = {}
    while True:
        try:
            await job()
            return
        except Exception as error:  # of whatever kind: this is the last place before the job would die
            what, now = repr(error), monotonic_seconds()
            if now - said.get(what, float("-inf")) >= SAY_AGAIN_SECONDS:
                said = {known: when for known, when in said.items() if now - when < SAY_AGAIN_SECONDS} | {what: now}
                if isinstance(error, expected):
                    log.error("%s: %s", who, error)
                else:
                    log.exception("%s: an error in %s; going on", who, job.__name__)
        await asyncio.sleep(pause)


class Errands:
    """Short work that nobody waits for; what goes wrong with it is said in one line."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def run(self, work: Coroutine[Any, Any, Any], *, who: str) -> None:
        """Begin with it; ``who`` begins the line."""
        task = asyncio.create_task(work, name=who)
        self._tasks.add(task)
        task.add_done_callback(self._reap)

    def _reap(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.info("%s: %s", task.get_name(), error)

    async def stop(self) -> None:
        """Cancel what is under way, and wait until it has ended."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
