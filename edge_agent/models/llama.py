"""The backend that runs a GGUF model with llama.cpp, in a process of its own.

Whatever llama.cpp does, the daemon lives on: a crash is named and the next request starts a new process (after a pause
that grows while it keeps failing), a request that takes too long or is no longer wanted is cancelled, and where the
process does not obey it is killed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from pathlib import Path
from typing import Final

import psutil

from edge_agent.models import wire
from edge_agent.models.backend import ModelError, ModelTimedOut, ModelUnavailable
from edge_agent.models.catalogue import Model
from edge_agent.models.download import pull_command
from edge_agent.models.llama_process import ModelProcess
from edge_agent.roles.requests import ModelRefused, Reply, Request

log = logging.getLogger(__name__)

LOAD_SECONDS: Final = 300.0
"""Longest time for loading: 1 GB from a memory card at 10 MB/s takes 100 s."""

LONGEST_PAUSE_SECONDS: Final = 30.0
"""Upper bound of the pause before a process that keeps failing is started again."""

SLOTS: Final = 3
"""Prompt caches: two for the prompts of a pointwise mutual information, one for what else goes on."""

NICENESS: Final = 5


def default_threads() -> int:
    """All cores that this process may use but one: with all of them anything else that runs stalls llama.cpp."""
    return max(1, len(os.sched_getaffinity(0)) - 1)


def pause_after(failures: int) -> float:
    """Seconds until the next attempt: none at first, 0.5 after one failure, twice as long after each further one."""
    return min(LONGEST_PAUSE_SECONDS, 0.25 * 2.0 ** min(failures, 10)) if failures else 0.0


def free_memory() -> int | None:
    """Bytes that a new process can have without swapping; None where the system does not tell (/proc hidden)."""
    try:
        return int(psutil.virtual_memory().available)
    except (OSError, KeyError, ValueError):
        return None


class LlamaBackend:
    """One model in one process, for one request at a time (further callers wait their turn).

    ``path`` is the model file, verified by download.path_of; ``context`` and ``slots`` bound memory; ``niceness`` 0
    leaves the priority as it is (for a service whose unit sets it). Safe to make without a running event loop.
    """

    def __init__(
        self,
        path: Path,
        model: Model,
        *,
        context: int | None = None,
        slots: int = SLOTS,
        threads: int | None = None,
        niceness: int = NICENESS,
    ) -> None:
        self._path = path
        self._model = model
        self._context = context or model.context
        self._slots = slots
        self._threads = threads or default_threads()
        self._niceness = niceness
        self._turn = asyncio.Lock()
        self._process: ModelProcess | None = None
        self._stopping: asyncio.Task[None] | None = None
        self._failures = 0
        self._failed_at = 0.0
        self._closed = False
        self.usage = wire.Usage()
        self.starts = 0

    @property
    def sha256(self) -> str:
        """The SHA-256 of the model's file, which the download has verified."""
        return self._model.sha256

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    @property
    def tier(self) -> int:
        """The model's rank."""
        return self._model.tier

    @property
    def process_id(self) -> int | None:
        """Of the model process, while there is one."""
        return self._process.id if self._process is not None and self._process.alive else None

    async def start(self) -> None:
        """Load the model now rather than with the first request."""
        async with self._turn:
            await self._ready()

    async def ask(self, request: Request, *, timeout: float) -> Reply:
        """See :class:`edge_agent.models.backend.Backend`. The time of loading is not counted against ``timeout``."""
        async with self._turn:
            process = await self._ready()
            number = process.next_number()
            try:
                async with asyncio.timeout(timeout):
                    message = await process.call(wire.ask(number, request))
            except asyncio.CancelledError:
                self._stopping = asyncio.create_task(process.stop_work(number))
                raise
            except TimeoutError:
                obeyed = await self._stop_and_wait(process, number)
                self._count_failure(counts=not obeyed)
                how = (
                    "it was cancelled" if obeyed else "it did not obey and was killed; the next request starts it anew"
                )
                raise ModelTimedOut(f"{self.name} did not answer within {timeout:g} s: {how}") from None
            except ModelError:
                self._count_failure()
                raise
            return self._accept(message)

    async def close(self) -> None:
        """End the process and wait until it is gone."""
        self._closed = True
        if self._stopping is not None:
            await asyncio.wait({self._stopping})
        if self._process is not None:
            await self._process.leave()

    def _accept(self, message: wire.FromWorker) -> Reply:
        match message:
            case wire.Answer():
                self._failures = 0
                self.usage += message.usage
                return wire.reply_of(message)
            case wire.Refused():
                raise ModelRefused(message.reason)
            case wire.Failed():
                raise ModelError(f"{self.name} failed: {message.reason}")
            case _:
                raise ModelError(f"{self.name} answered with a {type(message).__name__} message")

    async def _stop_and_wait(self, process: ModelProcess, number: int) -> bool:
        """Whether the process obeyed. The stop goes on where this caller is cancelled meanwhile."""
        self._stopping = asyncio.create_task(process.stop_work(number))
        await asyncio.shield(self._stopping)
        return process.alive

    async def _ready(self) -> ModelProcess:
        if self._closed:
            raise ModelUnavailable(f"{self.name} was closed")
        if self._stopping is not None:
            await asyncio.shield(self._stopping)
            self._stopping = None
        if self._process is not None:
            if self._process.alive:
                return self._process
            log.warning("%s; starting it again", self._process.death())
            self._process = None
        await self._pause()
        try:
            return await self._load()
        except ModelError:
            self._count_failure()
            raise

    async def _pause(self) -> None:
        left = self._failed_at + pause_after(self._failures) - time.monotonic()
        if left > 0:
            await asyncio.sleep(left)

    def _count_failure(self, *, counts: bool = True) -> None:
        if counts:
            self._failures += 1
            self._failed_at = time.monotonic()

    async def _load(self) -> ModelProcess:
        check_file(self._path)
        self._check_memory()
        process = await ModelProcess.spawn(self.name, self._niceness)
        self.starts += 1
        load = wire.Load(
            number=process.next_number(),
            path=str(self._path.resolve()),
            family=self._model.family,
            context=self._context,
            slots=self._slots,
            threads=self._threads,
        )
        try:
            async with asyncio.timeout(LOAD_SECONDS):
                message = await process.call(load)
            if not isinstance(message, wire.Loaded):
                reason = message.reason if isinstance(message, wire.Failed) else f"unexpected {message!r}"
                raise ModelUnavailable(f"{self.name} cannot be loaded: {reason}{process.last_words()}")
        except TimeoutError:
            raise ModelUnavailable(f"{self.name} was not loaded within {LOAD_SECONDS:g} s") from None
        finally:
            # Kept only where it is loaded; a failed or cancelled load leaves nothing behind.
            if process.loaded:
                self._process = process
            else:
                process.kill()
                self._stopping = asyncio.create_task(process.leave())
        return process

    def _check_memory(self) -> None:
        free = free_memory()
        if free is not None and free < self._model.ram_needed:
            raise ModelUnavailable(
                f"{self.name} needs {_mib(self._model.ram_needed)} MiB of memory, {_mib(free)} MiB are free: "
                "end other programs, or choose a smaller model (swarm-agent model list)"
            )


def check_file(path: Path) -> None:
    """Raise :class:`ModelUnavailable` where the file is missing, unreadable or not a GGUF model."""
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise ModelUnavailable(
            f"the model file {path} cannot be read ({error.strerror}): get it with `{pull_command(path.parent)}`"
        ) from error
    if magic != b"GGUF":
        raise ModelUnavailable(
            f"{path} is not a GGUF model: remove it and get it anew with `{pull_command(path.parent)}`"
        )


def _mib(count: int) -> int:
    return count >> 20
