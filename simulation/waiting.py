"""Drives coroutines of the product without an event loop: they wait for virtual disks and streams, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


class Promise(Generic[Value]):
    """A value to come, for which one coroutine may wait."""

    def __init__(self) -> None:
        self._settled = False
        self._value: Value | None = None
        self._error: BaseException | None = None
        self.then: Callable[[], None] | None = None

    @property
    def settled(self) -> bool:
        """Whether the value is there, or the error."""
        return self._settled

    def keep(self, value: Value) -> None:
        """Here is the value; who waits goes on. The first word counts."""
        self._settle(value, None)

    def fail(self, error: BaseException) -> None:
        """There will be none; who waits gets the error."""
        self._settle(None, error)

    def _settle(self, value: Value | None, error: BaseException | None) -> None:
        if self._settled:
            return
        self._settled, self._value, self._error = True, value, error
        if self.then is not None:
            self.then()

    def __await__(self) -> Generator[Promise[Value], None, Value]:
        if not self._settled:
            yield self
        if self._error is not None:
            raise self._error
        return self._value  # type: ignore[return-value]  # settled without an error: it is there


class Driven(Generic[Value]):
    """A coroutine under way. ``ended(value, error)`` is called once, when it ends."""

    def __init__(
        self, coroutine: Coroutine[Any, Any, Value], ended: Callable[[Value | None, Exception | None], None]
    ) -> None:
        self._coroutine = coroutine
        self._ended = ended
        self.running = True
        self._go_on()

    def abandon(self) -> None:
        """Never go on: the machine crashed."""
        if self.running:
            self.running = False
            self._coroutine.close()

    def _go_on(self) -> None:
        while self.running:
            try:
                promise = self._coroutine.send(None)
            except StopIteration as stop:
                self.running = False
                self._ended(stop.value, None)
                return
            except Exception as error:  # whatever it is: whoever waits gets it
                self.running = False
                self._ended(None, error)
                return
            if not promise.settled:
                promise.then = self._go_on
                return


def finish(coroutine: Coroutine[Any, Any, Value]) -> Value:
    """The outcome of a coroutine that waits for nothing."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        value: Value = stop.value
        return value
    coroutine.close()
    raise RuntimeError(f"{coroutine!r} waits for something")
