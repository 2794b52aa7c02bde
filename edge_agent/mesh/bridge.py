"""The bridge between asyncio, on which the agent runs, and trio, on which libp2p runs.

One thread of the process runs trio (:class:`TrioThread`); all hosts of the process share it, and it ends with the last
of them. Each host lives in a :class:`Bridge`: calls go in, events come out, and a crash of libp2p arrives here as an
exception, upon which the node is made anew, with the same identity and port, after a back-off.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import logging
import random
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

import trio

log = logging.getLogger(__name__)

T = TypeVar("T")
N = TypeVar("N", bound="Node")

MAX_EVENTS: Final = 8_192
"""Events that wait for asyncio; what does not fit is dropped and counted, and the next exchange repairs it."""
FIRST_BACK_OFF: Final = 0.5
LONGEST_BACK_OFF: Final = 30.0
"""Seconds between restarts of a node: the first comes soon, a node that crashes at once does not eat the processor."""
STEADY_AFTER: Final = 60.0
"""A node that ran for so many seconds starts its back-off anew."""
STOP_SECONDS: Final = 5.0
"""How long a node may take to close its connections before its thread is left to end by itself."""


class MeshDown(Exception):
    """The node is not running now (starting, restarting after a crash, or stopped): try again later."""


class Crashed:
    """The event of a node's crash: all its earlier events came before, those of its successor come after."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


class Node(Protocol):
    """What runs in the trio thread."""

    async def run(self, started: Callable[[], None]) -> None:
        """Run until cancelled; call ``started`` once ready. Any exception is a crash."""


class _TaskCounter(trio.abc.Instrument):
    """How many tasks live in a trio loop; may be read in any thread."""

    def __init__(self) -> None:
        self.living = 0

    def task_spawned(self, task: trio.lowlevel.Task) -> None:
        self.living += 1

    def task_exited(self, task: trio.lowlevel.Task) -> None:
        self.living -= 1


class TrioThread:
    """A trio loop in a thread. Get the process's one with :meth:`join` and give it back with :meth:`leave`."""

    _shared: ClassVar[TrioThread | None] = None
    _lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self) -> None:
        self._users = 0
        self._ended = False
        self._ready = threading.Event()
        self._endings: dict[int, Callable[[BaseException | None], None]] = {}
        self._next_job = 0
        self._counter = _TaskCounter()
        self._thread = threading.Thread(target=self._main, name="libp2p", daemon=True)
        self._thread.start()
        self._ready.wait()

    @classmethod
    def living_tasks(cls) -> int:
        """The tasks of libp2p that live in this process."""
        with cls._lock:
            return 0 if cls._shared is None else cls._shared._counter.living

    @classmethod
    def join(cls) -> TrioThread:
        """The running thread of this process, started where there is none."""
        with cls._lock:
            if cls._shared is None or cls._shared._ended:
                cls._shared = cls()
            cls._shared._users += 1
            return cls._shared

    async def leave(self) -> None:
        """Give the thread back; with its last user it ends."""
        with self._lock:
            self._users -= 1
            last = self._users == 0
            if last and TrioThread._shared is self:
                TrioThread._shared = None
        if last:
            self.call_soon(lambda: self._nursery.cancel_scope.cancel())
            await asyncio.to_thread(self._thread.join, STOP_SECONDS)

    def call_soon(self, function: Callable[[], object]) -> None:
        """Run the function in the trio loop; nothing where it ended already. From any thread."""
        with contextlib.suppress(trio.RunFinishedError):
            self._token.run_sync_soon(function)

    def spawn(self, job: Callable[[], Awaitable[None]], ended: Callable[[BaseException | None], None]) -> None:
        """Run a job; ``ended`` is called once in the trio thread, with its exception or None, whatever happens."""
        with self._lock:
            number, self._next_job = self._next_job, self._next_job + 1
            if not self._ended:
                self._endings[number] = ended
                self.call_soon(lambda: self._nursery.start_soon(self._run_job, number, job))
                return
        ended(MeshDown("the thread of libp2p has ended"))

    async def _run_job(self, number: int, job: Callable[[], Awaitable[None]]) -> None:
        error: BaseException | None = None
        try:
            await job()
        except trio.Cancelled:
            raise
        except Exception as problem:  # the job's crash must not reach the other jobs of this thread
            error = problem
        finally:
            ended = self._endings.pop(number, None)
            if ended is not None:
                ended(error)

    def _main(self) -> None:
        error: BaseException | None = None
        try:
            trio.run(self._run, instruments=[self._counter])
        except BaseException as problem:
            error = problem
            log.error("the thread of libp2p crashed: %r", problem)
            gc.collect()  # its tasks were not unwound: this closes their sockets
        with self._lock:
            self._ended = True
            endings, self._endings = self._endings, {}
        self._ready.set()
        for ended in endings.values():
            ended(error or MeshDown("the thread of libp2p has ended"))

    async def _run(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                self._ready.set()
                await trio.sleep_forever()
        finally:  # also when trio itself fails: whoever joins from here on gets a new thread
            with self._lock:
                if TrioThread._shared is self:
                    TrioThread._shared = None


class _Life(Generic[N]):
    """One run of a node, from its start to its crash or stop."""

    def __init__(self, thread: TrioThread, ended: asyncio.Future[BaseException | None]) -> None:
        self.thread = thread
        self.ended = ended
        self.node: N | None = None
        self.nursery: trio.Nursery | None = None
        self.stopped = False


class Bridge(Generic[N]):
    """Keeps one node running in the trio thread. ``make_node`` is called there, anew after each crash.

    What nodes :meth:`emit` comes out of ``events``, and each crash as a :class:`Crashed` behind it. All other methods
    but :meth:`emit` and :meth:`ask` are for the asyncio side, and belong to the loop in which :meth:`start` was called.
    """

    def __init__(self, make_node: Callable[[], N]) -> None:
        self.events: asyncio.Queue[object] = asyncio.Queue(MAX_EVENTS)
        self.dropped = 0
        """Events that found the queue full."""
        self.restarts = 0
        self._make_node = make_node
        self._life: _Life[N] | None = None
        self._supervisor: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def running(self) -> bool:
        """Whether a node is up right now."""
        return self._life is not None and self._life.node is not None and not self._life.ended.done()

    async def start(self, timeout: float = 30.0) -> None:
        """Start the node and keep it running. What stops the very first start is raised here, and ends the attempt."""
        self._loop = asyncio.get_running_loop()
        started: asyncio.Future[None] = self._loop.create_future()
        self._supervisor = asyncio.create_task(self._supervise(started), name="mesh supervisor")
        try:
            await asyncio.wait_for(asyncio.shield(started), timeout)
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """End the node, within seconds; no task is left, and no thread where no other node lives."""
        supervisor, self._supervisor = self._supervisor, None
        if supervisor is None:
            return
        supervisor.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await supervisor

    async def call(self, function: Callable[[N], Awaitable[T]], timeout: float = 30.0) -> T:
        """Run ``function(node)`` in the trio thread.

        Cancelling the caller cancels it there. MeshDown where the node is not up or goes down meanwhile, TimeoutError
        after ``timeout`` seconds, else what the function raises.
        """
        life = self._life
        if life is None or life.node is None or life.ended.done():
            raise MeshDown("the mesh of this machine is not up yet, or restarts after a crash")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        scope: list[trio.CancelScope] = []
        cancelled = False

        async def job() -> None:
            error: BaseException = MeshDown("the mesh of this machine went down during the call")
            result: list[T] = []
            try:
                with trio.CancelScope() as own:
                    scope.append(own)
                    if cancelled:
                        own.cancel()
                    assert life.node is not None
                    with trio.fail_after(timeout):
                        result.append(await function(life.node))
            except trio.TooSlowError as slow:
                error = TimeoutError(f"no answer within {timeout:.0f} s")
                error.__cause__ = slow
            except Exception as problem:
                error = problem
            finally:
                self._post(_settle, answer, error, result)

        def begin() -> None:
            if life.nursery is None or life.nursery.cancel_scope.cancel_called:
                self._post(_settle, answer, MeshDown("the mesh of this machine went down"), [])
            else:
                life.nursery.start_soon(job)

        def stop_job() -> None:
            for own in scope:
                own.cancel()

        life.thread.call_soon(begin)
        waiting: set[asyncio.Future[Any]] = {answer, life.ended}
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():  # its last word may be on its way behind the node's end
                await asyncio.sleep(0)
        except asyncio.CancelledError:
            cancelled = True
            life.thread.call_soon(stop_job)
            if answer.done() and not answer.cancelled():
                answer.exception()  # seen: it came together with the cancellation, and nobody waits for it
            answer.cancel()
            raise
        if not answer.done():
            raise MeshDown("the mesh of this machine went down during the call")
        return answer.result()

    def emit(self, event: object) -> None:
        """Hand an event to asyncio. From the trio thread; never blocks."""
        self._post(self._receive, event)

    async def ask(self, function: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run a coroutine on the asyncio side and wait for its result, in the trio thread; cancellation crosses."""
        done = trio.Event()
        token = trio.lowlevel.current_trio_token()
        task: list[asyncio.Task[T]] = []
        given_up = False

        def finished(_: asyncio.Task[T]) -> None:
            with contextlib.suppress(trio.RunFinishedError):
                token.run_sync_soon(done.set)

        def begin() -> None:
            if not given_up:
                task.append(asyncio.ensure_future(function()))
                task[0].add_done_callback(finished)

        self._post(begin)
        try:
            await done.wait()
        except trio.Cancelled:
            given_up = True
            self._post(lambda: [running.cancel() for running in task])
            raise
        try:
            return task[0].result()
        except asyncio.CancelledError as error:
            raise MeshDown("the agent is stopping") from error

    def _post(self, function: Callable[..., object], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the asyncio loop is closed: nobody is left to tell
            assert self._loop is not None
            self._loop.call_soon_threadsafe(function, *arguments)

    def _receive(self, event: object) -> None:
        try:
            self.events.put_nowait(event)
        except asyncio.QueueFull:
            self.dropped += 1

    async def _supervise(self, started: asyncio.Future[None]) -> None:
        back_off = FIRST_BACK_OFF
        while True:
            began = time.monotonic()
            thread = TrioThread.join()
            life = self._life = _Life[N](thread, asyncio.get_running_loop().create_future())
            thread.spawn(functools.partial(self._live, life, started), functools.partial(self._end, life))
            try:
                error = await asyncio.shield(life.ended)
            finally:
                await asyncio.shield(self._close(life))
            error = _innermost(error or MeshDown("the node ended by itself"))
            if not started.done():
                started.set_exception(error)
                return
            self.restarts += 1
            log.error("the mesh crashed and starts again in %.1f s: %r", back_off, error)
            await self.events.put(Crashed(error))
            back_off = FIRST_BACK_OFF if time.monotonic() - began > STEADY_AFTER else back_off
            await asyncio.sleep(back_off * random.uniform(0.8, 1.2))
            back_off = min(2 * back_off, LONGEST_BACK_OFF)

    async def _close(self, life: _Life[N]) -> None:
        """End a run, however far it came, and give its thread back."""

        def cancel() -> None:
            life.stopped = True
            if life.nursery is not None:
                life.nursery.cancel_scope.cancel()

        life.thread.call_soon(cancel)
        await asyncio.wait({life.ended}, timeout=STOP_SECONDS)
        await life.thread.leave()

    async def _live(self, life: _Life[N], started: asyncio.Future[None]) -> None:
        async with trio.open_nursery() as nursery:
            life.nursery = nursery
            if life.stopped:
                return
            node = self._make_node()

            def ready() -> None:
                life.node = node
                self._post(_settle, started, None, [None])

            await node.run(ready)
            nursery.cancel_scope.cancel()

    def _end(self, life: _Life[N], error: BaseException | None) -> None:
        self._post(_settle, life.ended, None, [error])


def _settle(future: asyncio.Future[T], error: BaseException | None, result: list[T]) -> None:
    if future.done():
        return
    if result:
        future.set_result(result[0])
    elif error is not None:
        future.set_exception(error)


def _innermost(error: BaseException) -> BaseException:
    """The one exception inside the groups that nurseries wrap around it; a group of several as it is."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error
