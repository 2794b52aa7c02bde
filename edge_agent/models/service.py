"""One model for all agents of a process: who is served next, what need not be asked twice, what it has cost.

* The request of the highest priority goes first; among equals the one that waited longest.
* But the session that was just served goes on: if its next request arrives within :data:`LINGER_SECONDS` it is taken,
  because its prompt begins like the last one and the model has that beginning in its cache. After
  :data:`LONGEST_STREAK_SECONDS` of model time in a row the others get their turn.
* Equal measurements (Likelihood, NextToken) are made once: while one is under way others wait for it, and the last
  :data:`REMEMBERED_REPLIES` replies are kept. Texts are always written anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, TypeVar

from msgspec import Struct

from edge_agent.models.backend import Backend, ModelUnavailable
from edge_agent.models.wire import Usage
from edge_agent.roles.requests import (
    Generate,
    Generated,
    ModelRefused,
    NextTokenProbabilities,
    Reply,
    Request,
    TextLikelihood,
    Work,
)

Outcome = TypeVar("Outcome")

LINGER_SECONDS: Final = 0.02
LONGEST_STREAK_SECONDS: Final = 20.0
REMEMBERED_REPLIES: Final = 512
REMEMBERED_SESSIONS: Final = 1024

DEFAULT_TIMEOUT_SECONDS: Final = 600.0
"""For one request: the longest ones (some 700 tokens on a slow machine) take a few minutes."""


class Account(Struct, kw_only=True):
    """What was used: seconds of model time, requests that the model served, tokens written, tokens measured."""

    seconds: float = 0.0
    requests: int = 0
    tokens_written: int = 0
    tokens_measured: int = 0


class _Job:
    """A request that waits or is under way; several askers may share it."""

    def __init__(self, request: Request, session: str, priority: int, timeout: float, arrival: int) -> None:
        self.request = request
        self.session = session
        self.priority = priority
        self.timeout = timeout
        self.arrival = arrival
        self.askers = 0
        self.reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()


class ModelService:
    """Shares a backend. Start it within a running event loop; close it to end the model.

    ``on_busy``, where given, is called with True and False as the model begins and ends to work.
    """

    def __init__(
        self,
        backend: Backend,
        *,
        linger: float = LINGER_SECONDS,
        on_busy: Callable[[bool], None] | None = None,
    ) -> None:
        self._backend = backend
        self._linger = linger
        self._on_busy = on_busy
        self._queue: list[_Job] = []
        self._shared: dict[Request, _Job] = {}
        self._remembered: OrderedDict[Request, Reply] = OrderedDict()
        self._sessions: OrderedDict[str, Account] = OrderedDict()
        self._arrivals = itertools.count()
        self._arrived = asyncio.Event()
        self._running: tuple[_Job, asyncio.Task[Reply]] | None = None
        self._runner: asyncio.Task[None] | None = None
        self._last_session: str | None = None
        self._streak = 0.0
        self._closed = False
        self.total = Account()
        self.speed: float | None = None
        """Tokens a second that the model wrote at last, prompts included; None until it wrote something."""

    @property
    def name(self) -> str:
        """The model's name."""
        return self._backend.name

    @property
    def sha256(self) -> str:
        """The SHA-256 of the model's file; empty where the backend has none."""
        return str(getattr(self._backend, "sha256", ""))

    @property
    def tier(self) -> int:
        """The model's rank."""
        return self._backend.tier

    @property
    def busy_seconds(self) -> float:
        """Seconds of model time so far."""
        return self.total.seconds

    @property
    def usage(self) -> Usage:
        """Tokens read anew, read from a cache and written so far, as the backend counts them; 0 where it does not."""
        usage = getattr(self._backend, "usage", None)
        return usage if isinstance(usage, Usage) else Usage()

    @property
    def waiting(self) -> int:
        """Requests that wait, without the one under way."""
        return len(self._queue)

    def account(self, session: str) -> Account:
        """What this session has used; the least recently used of very many sessions are forgotten."""
        return self._sessions.get(session, Account())

    def seconds_of(self, prefix: str) -> float:
        """Seconds of model time that all sessions whose names begin so have used."""
        return sum(account.seconds for session, account in self._sessions.items() if session.startswith(prefix))

    async def start(self) -> None:
        """Load the model now; without this the first request does."""
        await self._backend.start()

    async def close(self) -> None:
        """End the model. Those who wait get ModelUnavailable."""
        self._closed = True
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.wait({self._runner})
        for job in self._queue:
            if not job.reply.done():
                job.reply.set_exception(ModelUnavailable(f"{self.name} was closed"))
        self._queue.clear()
        await self._backend.close()

    async def ask(
        self, request: Request, *, session: str, priority: int = 0, timeout: float = DEFAULT_TIMEOUT_SECONDS
    ) -> Reply:
        """The model's reply. ``priority``: the higher, the sooner. ``timeout``: seconds of the model's own time.

        ``session`` names requests that share the beginning of their prompts, such as the work on one task. Raises
        ModelRefused or a ModelError. Cancelling stops the model, unless others wait for the same reply.
        """
        if self._closed:
            raise ModelUnavailable(f"{self.name} was closed")
        known = self._remembered.get(request)
        if known is not None:
            self._remembered.move_to_end(request)
            return known
        job = self._shared.get(request)
        if job is None or job.reply.done():
            job = self._enqueue(request, session, priority, timeout)
        job.priority = max(job.priority, priority)
        job.askers += 1
        try:
            return await asyncio.shield(job.reply)
        finally:
            job.askers -= 1
            if job.askers == 0 and not job.reply.done():
                self._drop(job)

    async def drive(
        self,
        work: Work[Outcome],
        *,
        session: str,
        priority: int = 0,
        timeout: float = DEFAULT_TIMEOUT_SECONDS,
        on_request: Callable[[Request], None] | None = None,
    ) -> Outcome:
        """Run a role's work to its end and return what it came to.

        ModelRefused is thrown into the work, which may go on without that reply; what it does not catch, and every
        ModelError, is raised here. ``on_request`` is called before each request (progress).
        """
        try:
            request = next(work)
            while True:
                if on_request is not None:
                    on_request(request)
                try:
                    reply = await self.ask(request, session=session, priority=priority, timeout=timeout)
                except ModelRefused as refusal:
                    request = work.throw(refusal)
                else:
                    request = work.send(reply)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome
        finally:
            work.close()

    # The queue

    def _enqueue(self, request: Request, session: str, priority: int, timeout: float) -> _Job:
        job = _Job(request, session, priority, timeout, next(self._arrivals))
        # An asker that was cancelled never looks at the outcome; that is no fault.
        job.reply.add_done_callback(lambda reply: reply.cancelled() or reply.exception())
        if not isinstance(request, Generate):
            self._shared[request] = job
        self._queue.append(job)
        self._arrived.set()
        if self._runner is None:
            self._runner = asyncio.create_task(self._run())
        return job

    def _drop(self, job: _Job) -> None:
        """Nobody waits for this job any more."""
        if job in self._queue:
            self._queue.remove(job)
        elif self._running is not None and self._running[0] is job:
            self._running[1].cancel()
        self._forget_shared(job)
        job.reply.cancel()

    def _forget_shared(self, job: _Job) -> None:
        if self._shared.get(job.request) is job:
            del self._shared[job.request]

    async def _next_job(self) -> _Job:
        """Wait for a job and take it out of the queue."""
        deadline: float | None = None
        while True:
            self._arrived.clear()
            if not self._queue:
                await self._arrived.wait()
                continue
            job = min(self._queue, key=self._rank)
            now = time.monotonic()
            deadline = now + self._linger if deadline is None else deadline
            may_linger = self._last_session is not None and self._streak < LONGEST_STREAK_SECONDS and now < deadline
            if job.session == self._last_session or not may_linger:
                self._queue.remove(job)
                return job
            # Not wait_for: before Python 3.12 it loses a cancellation that meets the event, and close() waits for ever.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(deadline - now):
                    await self._arrived.wait()

    def _rank(self, job: _Job) -> tuple[int, bool, int]:
        goes_on = job.session == self._last_session and self._streak < LONGEST_STREAK_SECONDS
        return (-job.priority, not goes_on, job.arrival)

    async def _run(self) -> None:
        while True:
            job = await self._next_job()
            if job.session != self._last_session:
                self._last_session = job.session
                self._streak = 0.0
            task = asyncio.ensure_future(self._backend.ask(job.request, timeout=job.timeout))
            self._running = (job, task)
            begin = time.monotonic()
            if self._on_busy is not None:
                self._on_busy(True)
            try:
                await asyncio.wait({task})
            except asyncio.CancelledError:
                task.cancel()
                await asyncio.wait({task})
                if not job.reply.done():
                    job.reply.set_exception(ModelUnavailable(f"{self.name} was closed"))
                raise
            finally:
                self._running = None
                if self._on_busy is not None:
                    self._on_busy(False)
                self._charge(job, task, time.monotonic() - begin)
            self._settle(job, task)

    def _settle(self, job: _Job, task: asyncio.Task[Reply]) -> None:
        """Tell the askers how it went, and remember what may be asked again."""
        self._forget_shared(job)
        if job.reply.done():
            return
        if task.cancelled():
            job.reply.cancel()
        elif (error := task.exception()) is not None:
            job.reply.set_exception(error)
        else:
            job.reply.set_result(task.result())
            if not isinstance(job.request, Generate):
                self._remembered[job.request] = task.result()
                if len(self._remembered) > REMEMBERED_REPLIES:
                    self._remembered.popitem(last=False)

    def _charge(self, job: _Job, task: asyncio.Task[Reply], seconds: float) -> None:
        self._streak += seconds
        account = self._sessions.setdefault(job.session, Account())
        self._sessions.move_to_end(job.session)
        if len(self._sessions) > REMEMBERED_SESSIONS:
            self._sessions.popitem(last=False)
        reply = None
        if task.done() and not task.cancelled() and task.exception() is None:
            reply = task.result()
        if isinstance(reply, Generated) and reply.tokens and seconds:
            now = reply.tokens / seconds
            self.speed = now if self.speed is None else (self.speed + now) / 2
        for each in (account, self.total):
            each.seconds += seconds
            each.requests += 1
            if isinstance(reply, Generated):
                each.tokens_written += reply.tokens
            elif isinstance(reply, TextLikelihood):
                each.tokens_measured += len(reply.log_probabilities)
            elif isinstance(reply, NextTokenProbabilities):
                each.tokens_measured += 1
