"""The daemon's side of the model process: starting it, the pipes to it, stopping it, and how it died."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import signal
import sys
from collections import deque
from pathlib import Path
from typing import Final

import msgspec

import edge_agent
from edge_agent.models import wire
from edge_agent.models.backend import ModelCrashed

log = logging.getLogger(__name__)

OBEY_SECONDS: Final = 0.4
"""How long a cancelled process may go on; then it is killed. It obeys within some 15 to 80 ms."""

LEAVE_SECONDS: Final = 1.0
"""How long the process may take to go when its input ends."""

STDERR_LINES: Final = 12


class ModelProcess:
    """A running model process and the pipes to it; make it with :meth:`spawn`."""

    def __init__(self, name: str, process: asyncio.subprocess.Process) -> None:
        self._name = name
        self._process = process
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[wire.FromWorker]] = {}
        self._unanswered: set[int] = set()
        self._stderr: deque[str] = deque(maxlen=STDERR_LINES)
        self._broken: str | None = None
        self._ended = False
        self.loaded = False
        self._readers = {
            asyncio.create_task(self._read_stderr()),
            asyncio.create_task(self._read_messages()),
        }

    @classmethod
    async def spawn(cls, name: str, niceness: int) -> ModelProcess:
        """Start ``llama_worker`` with this interpreter and its import path."""
        home = str(Path(edge_agent.__file__).parent.parent)
        # In the same order: modules that lie beside this one go before the system's, or after them, there as here.
        paths = [entry for entry in sys.path if entry]
        environment = {
            **os.environ,
            # Idle OpenMP threads that spin take the cores from everything else, themselves included.
            "OMP_WAIT_POLICY": "passive",
            "PYTHONPATH": os.pathsep.join(paths if home in paths else [*paths, home]),
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
        """The process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it can be given work."""
        return self._process.returncode is None and self._broken is None and not self._ended

    def next_number(self) -> int:
        """A number for the next message."""
        return next(self._numbers)

    async def call(self, message: wire.Load | wire.Ask) -> wire.FromWorker:
        """Send, and wait for the answer. ModelCrashed where the process dies first."""
        future: asyncio.Future[wire.FromWorker] = asyncio.get_running_loop().create_future()
        self._waiting[message.number] = future
        self._unanswered.add(message.number)
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
        if number not in self._unanswered:
            return  # its reply came in the very moment in which the asker gave up
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
        await asyncio.wait(self._readers)

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
            how = f"was killed by {_signal_name(-status)}"
            if status == -signal.SIGKILL:
                how += ", probably for want of memory (swarm-agent model list says what each model needs)"
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
                self._unanswered.discard(message.number)
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


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
