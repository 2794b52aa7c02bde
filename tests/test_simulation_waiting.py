"""Coroutines without an event loop."""

from __future__ import annotations

from typing import Any

import pytest

from simulation.waiting import Driven, Promise, finish


def test_a_coroutine_goes_on_when_the_promise_is_kept() -> None:
    promise: Promise[int] = Promise()
    outcomes: list[Any] = []

    async def wait() -> int:
        return await promise + 1

    Driven(wait(), lambda value, error: outcomes.append((value, error)))
    assert outcomes == []
    promise.keep(41)
    assert outcomes == [(42, None)]
    promise.keep(7)
    assert outcomes == [(42, None)], "the first word counts"


def test_an_error_reaches_who_waits_and_who_listens() -> None:
    promise: Promise[int] = Promise()
    outcomes: list[Any] = []

    async def wait() -> int:
        return await promise

    Driven(wait(), lambda value, error: outcomes.append(error))
    error = OSError("no")
    promise.fail(error)
    assert outcomes == [error]


def test_an_abandoned_coroutine_never_goes_on() -> None:
    promise: Promise[int] = Promise()
    outcomes: list[Any] = []

    async def wait() -> int:
        return await promise

    Driven(wait(), lambda value, error: outcomes.append(value)).abandon()
    promise.keep(1)
    assert outcomes == []


def test_finish_refuses_what_waits() -> None:
    promise: Promise[int] = Promise()

    async def wait() -> int:
        return await promise

    with pytest.raises(RuntimeError, match="waits"):
        finish(wait())
    promise.keep(3)
    assert finish(wait()) == 3
