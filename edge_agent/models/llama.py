"""The backend that runs a GGUF model with llama.cpp, in a process of its own.

Whatever llama.cpp does, the daemon lives on: a crash is named and the next request starts a new process (after a pause
that grows while it keeps failing), a request that takes too long or is no longer wanted is cancelled, and where the
process does not obey it is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import signal
import sys
import time
from collections import deque
from pathlib import Path
from typing import Final

import msgspec
import psutil

import edge_agent
from edge_agent.models import wire
from edge_agent.models.backend import ModelCrashed, ModelError, ModelTimedOut, ModelUnavailable
from edge_agent.models.catalogue import Model
from edge_agent.roles.requests import ModelRefused, Reply, Request

log = logging.getLogger(__name__)

OBEY_SECONDS: Final = 0.4
"""How long a cancelled process may go on; then it is killed. It obeys within some 15 to 80 ms."""

LOAD_SECONDS: Final = 300.0
"""Longest time for loading: 1 GB from a memory card at 10 MB/s takes 100 s."""

LEAVE_SECONDS: Final = 1.0
"""How long the process may take to go when its input ends."""

LONGEST_PAUSE_SECONDS: Final = 30.0
"""Upper bound of the pause before a process that keeps failing is started again."""

SLOTS: Final = 3
"""Prompt caches: two for the prompts of a pointwise mutual information, one for what else goes on."""

NICENESS: Final = 5
STDERR_LINES: Final = 12


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
        self._process: _Process | None = None
        self._stopping: asyncio.Task[None] | None = None
        self._failures = 0
        self._failed_at = 0.0
        self._closed = False
        self.usage = wire.Usage()
        self.starts = 0

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

    async def _stop_and_wait(self, process: _Process, number: int) -> bool:
        """Whether the process obeyed. The stop goes on where this caller is cancelled meanwhile."""
        self._stopping = asyncio.create_task(process.stop_work(number))
        await asyncio.shield(self._stopping)
        return process.alive

    async def _ready(self) -> _Process:
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

    async def _load(self) -> _Process:
        check_file(self._path)
        self._check_memory()
        process = await _Process.spawn(self.name, self._niceness)
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


class _Process:
    """A running model process and the pipes to it."""

    def __init__(self, name: str, process: asyncio.subprocess.Process) -> None:
        self._name = name
        self._process = process
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[wire.FromWorker]] = {}
        self._stderr: deque[str] = deque(maxlen=STDERR_LINES)
        self._broken: str | None = None
        self._ended = False
        self.loaded = False
        self._readers = asyncio.gather(self._read_stderr(), self._read_messages())

    @classmethod
    async def spawn(cls, name: str, niceness: int) -> _Process:
        """Start ``llama_worker`` with this interpreter and its import path."""
        home = str(Path(edge_agent.__file__).parent.parent)
        paths = [entry for entry in sys.path if entry and entry != home]
        environment = {
            **os.environ,
            # Idle OpenMP threads that spin take the cores from everything else, themselves included.
            "OMP_WAIT_POLICY": "passive",
            "PYTHONPATH": os.pathsep.join([*paths, home]),
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # never import from the working directory
            "-m",
            "edge_agent.models.llama_worker",
            str(os.getpid()),
            str(niceness),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment,
            start_new_session=True,  # Ctrl-C is the daemon's to handle
        )
        return cls(name, process)

    @property
    def id(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.returncode is None and self._broken is None and not self._ended

    def next_number(self) -> int:
        """A number for the next message."""
        return next(self._numbers)

    async def call(self, message: wire.Load | wire.Ask) -> wire.FromWorker:
        """Send, and wait for the answer. ModelCrashed where the process dies first."""
        future: asyncio.Future[wire.FromWorker] = asyncio.get_running_loop().create_future()
        self._waiting[message.number] = future
        try:
            self._write(message)
            reply = await future
            self.loaded = self.loaded or isinstance(reply, wire.Loaded)
            return reply
        finally:
            if not future.cancelled():
                del self._waiting[message.number]

    async def stop_work(self, number: int) -> None:
        """Cancel the Ask of this number; kill the process where it goes on nevertheless."""
        future: asyncio.Future[wire.FromWorker] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        self._write(wire.Cancel(number=number))
        await asyncio.wait({future}, timeout=OBEY_SECONDS)
        self._waiting.pop(number, None)
        if not future.done():
            self._broken = "did not obey a cancellation"
            self.kill()
            await self._process.wait()
        elif not future.cancelled():
            future.exception()

    async def leave(self) -> None:
        """End the process; kill it where it does not go."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._process.wait()
        except TimeoutError:
            self.kill()
            await self._process.wait()
        with contextlib.suppress(asyncio.CancelledError):
            await self._readers

    def kill(self) -> None:
        """Kill it, if it lives."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    def death(self) -> str:
        """How it died, with its last words."""
        status = self._process.returncode
        if self._broken is not None:
            how = f"{self._broken} and was killed"
        elif status is None:
            how = "closed its pipe"
        elif status < 0:
            how = f"was killed by {_signal_name(-status)}" + (" (out of memory?)" if status == -signal.SIGKILL else "")
        else:
            how = f"ended with status {status}"
        return f"the model process of {self._name} {how}{self.last_words()}"

    def last_words(self) -> str:
        """The end of what it wrote to standard error, for an error message."""
        return f"; it said last: {' / '.join(self._stderr)[-600:]}" if self._stderr else ""

    def _write(self, message: wire.ToWorker) -> None:
        if self._process.stdin is not None and not self._process.stdin.is_closing():
            with contextlib.suppress(ConnectionError):
                self._process.stdin.write(wire.frame(message))

    async def _read_messages(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        try:
            while True:
                head = await stdout.readexactly(wire.LENGTH_BYTES)
                message = wire.decode_from_worker(await stdout.readexactly(wire.frame_length(head)))
                waiting = self._waiting.get(message.number)
                if waiting is not None and not waiting.done():
                    waiting.set_result(message)
        except asyncio.IncompleteReadError:
            pass
        except (ValueError, msgspec.MsgspecError) as error:
            self._broken = f"sent something that is not a message ({error})"
            self.kill()
        await self._process.wait()
        # Give the other reader a moment for the last words.
        await asyncio.sleep(0.05)
        self._ended = True
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(ModelCrashed(self.death()))

    async def _read_stderr(self) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        while line := await stderr.read(4096):
            for text in line.decode(errors="replace").splitlines():
                if text.strip():
                    self._stderr.append(text.strip())
                    log.debug("%s: %s", self._name, text.strip())


def check_file(path: Path) -> None:
    """Raise :class:`ModelUnavailable` where the file is missing, unreadable or not a GGUF model."""
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise ModelUnavailable(
            f"the model file {path} cannot be read ({error.strerror}): get it with `swarm-agent model pull`"
        ) from error
    if magic != b"GGUF":
        raise ModelUnavailable(f"{path} is not a GGUF model: remove it and get it anew with `swarm-agent model pull`")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _mib(count: int) -> int:
    return count >> 20
