"""The model process: ``python -m edge_agent.models.llama_worker <parent's process id>``.

Reads messages (wire.py) from standard input and writes them to what was standard output when it started. It dies with
its parent, gives way to everything else on the machine, and is the first to go when memory runs out.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import resource
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, cast

import msgspec

from edge_agent.models import wire
from edge_agent.models.catalogue import Family
from edge_agent.roles.requests import ModelRefused

if TYPE_CHECKING:
    from edge_agent.models.engine import Engine

OUT_OF_MEMORY_SCORE: Final = 800
"""Of 1000: the kernel takes this process, not the daemon, when memory runs out."""

_PR_SET_PDEATHSIG: Final = 1


def main() -> None:
    """Serve until standard input ends."""
    parent = int(sys.argv[1])
    niceness = int(sys.argv[2])
    output = _take_standard_output()
    _settle(parent, niceness)
    Worker(sys.stdin.buffer, output).run()


class Worker:
    """Answers messages in their order; a second thread reads, so that Cancel is heard during work."""

    def __init__(self, source: BinaryIO, output: BinaryIO) -> None:
        self._source = source
        self._output = output
        self._work: queue.SimpleQueue[wire.Load | wire.Ask] = queue.SimpleQueue()
        self._cancelled: set[int] = set()
        self._current = 0
        self._engine: Engine | None = None

    def run(self) -> None:
        """Never returns: the reading thread ends the process when the pipe does."""
        threading.Thread(target=self._read, daemon=True).start()
        while True:
            message = self._work.get()
            self._current = message.number
            self._send(self._load(message) if isinstance(message, wire.Load) else self._answer(message))
            self._cancelled.discard(message.number)

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError, msgspec.MsgspecError):
            while head := self._source.read(wire.LENGTH_BYTES):
                message = wire.decode_to_worker(self._source.read(wire.frame_length(head)))
                if not isinstance(message, wire.Cancel):
                    self._work.put(message)
                elif message.number >= self._current:
                    self._cancelled.add(message.number)
        # llama.cpp may be in the middle of its work: nothing is worth waiting for.
        os._exit(0)

    def _load(self, message: wire.Load) -> wire.FromWorker:
        try:
            from edge_agent.models.engine import Engine, LoadFailed
        except (ImportError, OSError, RuntimeError) as error:
            return wire.Failed(number=message.number, reason=f"llama.cpp cannot be started here: {error}")
        try:
            self._engine = Engine(
                Path(message.path),
                cast(Family, message.family),
                context=message.context,
                slots=message.slots,
                threads=message.threads,
                cancelled=lambda: self._current in self._cancelled,
            )
        except (LoadFailed, RuntimeError, MemoryError) as error:
            return wire.Failed(number=message.number, reason=str(error) or "out of memory")
        return wire.Loaded(number=message.number, context=self._engine.context)

    def _answer(self, message: wire.Ask) -> wire.FromWorker:
        from edge_agent.models.engine import Interrupted

        if message.number in self._cancelled:
            return wire.Cancelled(number=message.number)
        try:
            if self._engine is None:
                raise RuntimeError("no model is loaded")
            reply, usage = self._engine.answer(wire.request_of(message))
            return wire.answer(message.number, reply, usage)
        except ModelRefused as error:
            return wire.Refused(number=message.number, reason=str(error))
        except Interrupted:
            return wire.Cancelled(number=message.number)
        except Exception as error:
            # Whatever it was, the daemon learns of it and the process can go on.
            return wire.Failed(number=message.number, reason=f"{type(error).__name__}: {error}")

    def _send(self, message: wire.FromWorker) -> None:
        try:
            self._output.write(wire.frame(message))
            self._output.flush()
        except OSError:
            os._exit(0)


def _take_standard_output() -> BinaryIO:
    """Keep the pipe for messages alone; what llama.cpp prints goes to standard error."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return output


def _settle(parent: int, niceness: int) -> None:
    """Take this process's place on the machine; exits at once where the parent is gone already."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(OUT_OF_MEMORY_SCORE))
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if niceness:
        with contextlib.suppress(OSError):
            os.nice(niceness)


if __name__ == "__main__":
    main()
