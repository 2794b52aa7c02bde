"""Drives the roles' work on a model whose replies are cached, and counts what it costs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from msgspec import Struct

from bench.quality.cache import Call, CallCache
from edge_agent.models.backend import Backend
from edge_agent.models.wire import Usage
from edge_agent.roles.requests import Generated, ModelRefused, Reply, Request, TextLikelihood, Work

Outcome = TypeVar("Outcome")
REQUEST_SECONDS: Final = 600.0


class OutOfTime(Exception):
    """The run's time is over (or it may ask no model), and the next request is not in the cache."""


class Spent(Struct, frozen=True, kw_only=True):
    """What work cost when its requests were first made: requests, tokens read anew, tokens written, model seconds."""

    requests: int = 0
    evaluated: int = 0
    written: int = 0
    seconds: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            requests=self.requests + other.requests,
            evaluated=self.evaluated + other.evaluated,
            written=self.written + other.written,
            seconds=self.seconds + other.seconds,
        )


class Asker(Protocol):
    """Runs a role's work to its end."""

    async def drive(self, work: Work[Outcome]) -> tuple[Outcome, Spent]:
        """The work's outcome and what it cost. Raises OutOfTime or a ModelError."""
        ...


class CachedModel:
    """A backend behind the cache. ``identity`` is a hash of all that replies depend on besides the request.

    ``may_ask`` tells, before each request that is not in the cache, whether the model may be asked.
    """

    def __init__(self, backend: Backend, cache: CallCache, identity: str, may_ask: Callable[[], bool]) -> None:
        self._backend = backend
        self._cache = cache
        self._identity = identity
        self._may_ask = may_ask
        self.asked = 0
        """Requests that the model served."""
        self.found = 0
        """Requests that the cache served."""

    async def drive(self, work: Work[Outcome]) -> tuple[Outcome, Spent]:
        """See :class:`Asker`."""
        spent = Spent()
        try:
            request = next(work)
            while True:
                call = await self._call(request)
                spent += Spent(
                    requests=1, evaluated=call.usage.evaluated, written=call.usage.written, seconds=call.seconds
                )
                if isinstance(call.outcome, str):
                    request = work.throw(ModelRefused(call.outcome))
                else:
                    request = work.send(call.outcome)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome, spent
        finally:
            work.close()

    async def _call(self, request: Request) -> Call:
        known = self._cache.get(self._identity, request)
        if known is not None:
            self.found += 1
            return known
        if not self._may_ask():
            raise OutOfTime
        # Loading is no request's cost; once it is loaded this does nothing.
        await self._backend.start()
        before, began = self._usage(), time.monotonic()
        outcome: Reply | str
        try:
            outcome = await self._backend.ask(request, timeout=REQUEST_SECONDS)
        except ModelRefused as refusal:
            outcome = str(refusal)
        seconds = time.monotonic() - began
        self.asked += 1
        call = Call(outcome=outcome, usage=_difference(before, self._usage(), outcome), seconds=seconds)
        self._cache.put(self._identity, request, call)
        return call

    def _usage(self) -> Usage | None:
        usage = getattr(self._backend, "usage", None)
        return usage if isinstance(usage, Usage) else None


def _difference(before: Usage | None, after: Usage | None, outcome: Reply | str) -> Usage:
    """What the backend counted; where it counts nothing, what the reply tells."""
    if before is not None and after is not None:
        return Usage(
            evaluated=after.evaluated - before.evaluated,
            reused=after.reused - before.reused,
            written=after.written - before.written,
        )
    if isinstance(outcome, Generated):
        return Usage(written=outcome.tokens)
    return Usage(evaluated=len(outcome.log_probabilities)) if isinstance(outcome, TextLikelihood) else Usage()
