"""The bridge: calls in, events out, crashes as exceptions, restarts in place, nothing left behind."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
import trio.lowlevel
from mesh_helpers import LONG
from waiting import until

from edge_agent.mesh import bridge as bridge_module
from edge_agent.mesh.bridge import Bridge, Crashed, MeshDown


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge_module, "FIRST_BACK_OFF", 0.05)


class Toy:
    """A node that does what it is told."""

    def __init__(self, crash_at_start: bool = False) -> None:
        self.crash_at_start = crash_at_start
        self.broken: BaseException | None = None
        self.breaks = trio.Event()
        self.cancelled = False
        self.thread = threading.current_thread()

    async def run(self, started: Callable[[], None]) -> None:
        if self.crash_at_start:
            raise OSError("no port")
        started()
        await self.breaks.wait()
        assert self.broken is not None
        raise self.broken

    async def crash(self, error: BaseException) -> None:
        self.broken = error
        self.breaks.set()
        await trio.sleep_forever()

    async def crash_the_thread(self) -> None:
        async def boom() -> None:
            raise RuntimeError("a system task")

        trio.lowlevel.spawn_system_task(boom)
        await trio.sleep_forever()

    async def double(self, number: int) -> int:
        await trio.lowlevel.checkpoint()
        return 2 * number

    async def wait(self) -> None:
        try:
            await trio.sleep_forever()
        finally:
            self.cancelled = True


@asynccontextmanager
async def running() -> AsyncIterator[tuple[Bridge[Toy], list[Toy]]]:
    toys: list[Toy] = []

    def make() -> Toy:
        toys.append(Toy())
        return toys[-1]

    bridge: Bridge[Toy] = Bridge(make)
    await bridge.start()
    try:
        yield bridge, toys
    finally:
        await bridge.stop()


def threads() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name == "libp2p"]


async def test_a_call_runs_in_the_other_thread_and_brings_its_result() -> None:
    async with running() as (bridge, toys):
        assert await bridge.call(lambda node: node.double(21)) == 42
        assert toys[0].thread is not threading.current_thread()


async def test_a_call_raises_what_its_function_raises() -> None:
    async def fail(node: Toy) -> None:
        raise KeyError("mine")

    async with running() as (bridge, _):
        with pytest.raises(KeyError, match="mine"):
            await bridge.call(fail)
        assert bridge.restarts == 0


async def test_cancelling_the_caller_cancels_the_call() -> None:
    async with running() as (bridge, toys):
        task = asyncio.create_task(bridge.call(lambda node: node.wait()))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: toys[0].cancelled, "the cancellation")


async def test_a_call_that_takes_too_long_times_out() -> None:
    async with running() as (bridge, toys):
        with pytest.raises(TimeoutError):
            await bridge.call(lambda node: node.wait(), timeout=0.05)
        assert toys[0].cancelled


async def test_events_come_out_in_order() -> None:
    async def emit(node: Toy) -> None:
        for number in range(100):
            bridge.emit(number)

    async with running() as (bridge, _):
        await bridge.call(emit)
        assert [await bridge.events.get() for _ in range(100)] == list(range(100))


async def test_events_that_nobody_takes_are_dropped_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge_module, "MAX_EVENTS", 10)

    async def emit(node: Toy) -> None:
        for number in range(25):
            bridge.emit(number)

    async with running() as (bridge, _):
        await bridge.call(emit)
        assert bridge.events.qsize() == 10
        assert bridge.dropped == 15


async def test_the_trio_side_can_ask_the_asyncio_side() -> None:
    async def answer() -> str:
        await asyncio.sleep(0)
        return threading.current_thread().name

    async def refuse() -> None:
        raise KeyError("no")

    async with running() as (bridge, _):
        assert await bridge.call(lambda node: bridge.ask(answer)) == threading.current_thread().name
        with pytest.raises(KeyError):
            await bridge.call(lambda node: bridge.ask(refuse))


async def test_cancelling_a_question_cancels_its_answer() -> None:
    cancelled = asyncio.Event()

    async def answer() -> None:
        try:
            await asyncio.sleep(LONG)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    async with running() as (bridge, _):
        with pytest.raises(TimeoutError):
            await bridge.call(lambda node: bridge.ask(answer), timeout=0.1)
        await asyncio.wait_for(cancelled.wait(), LONG)


@pytest.mark.parametrize("error", [RuntimeError("boom"), ExceptionGroup("many", [ValueError("boom")])])
async def test_a_crash_arrives_as_an_exception_and_the_node_starts_again(error: BaseException) -> None:
    async with running() as (bridge, toys):
        with pytest.raises(MeshDown):
            await bridge.call(lambda node: node.crash(error))
        event = await asyncio.wait_for(bridge.events.get(), LONG)
        assert isinstance(event, Crashed)
        assert "boom" in repr(event.error)
        await until(lambda: bridge.running, "the restart")
        assert await bridge.call(lambda node: node.double(4)) == 8
        assert (bridge.restarts, len(toys)) == (1, 2)


async def test_a_crash_leaves_the_other_nodes_of_the_process_alone() -> None:
    async with running() as (first, _), running() as (second, _):
        assert len(threads()) == 1, "one trio thread serves all nodes"
        with pytest.raises(MeshDown):
            await first.call(lambda node: node.crash(RuntimeError("boom")))
        assert await second.call(lambda node: node.double(4)) == 8
        assert second.restarts == 0


async def test_a_crash_of_the_whole_thread_restarts_every_node() -> None:
    async with running() as (first, _), running() as (second, _):
        with pytest.raises((MeshDown, trio.TrioInternalError)):
            await first.call(lambda node: node.crash_the_thread())
        for bridge in (first, second):
            await until(lambda bridge=bridge: bridge.restarts >= 1 and bridge.running, "the restart")
            assert await bridge.call(lambda node: node.double(4)) == 8
        assert len(threads()) == 1
    await until(lambda: not threads(), "the thread's end")


async def test_the_first_start_fails_loudly() -> None:
    bridge: Bridge[Toy] = Bridge(lambda: Toy(crash_at_start=True))
    with pytest.raises(OSError, match="no port"):
        await bridge.start()
    with pytest.raises(MeshDown):
        await bridge.call(lambda node: node.double(1))
    assert not threads()


async def test_a_later_start_that_fails_is_tried_again() -> None:
    starts: list[int] = []

    def make() -> Toy:
        starts.append(1)
        return Toy(crash_at_start=len(starts) in (2, 3))

    bridge: Bridge[Toy] = Bridge(make)
    await bridge.start()
    with pytest.raises(MeshDown):
        await bridge.call(lambda node: node.crash(RuntimeError("boom")))
    await until(lambda: len(starts) == 4 and bridge.running, "the third restart")
    await bridge.stop()


async def test_stopping_ends_calls_tasks_and_the_thread() -> None:
    before = asyncio.all_tasks()
    async with running() as (bridge, _):
        call = asyncio.create_task(bridge.call(lambda node: node.wait()))
        await asyncio.sleep(0.05)
    with pytest.raises(MeshDown):
        await call
    assert not threads()
    assert asyncio.all_tasks() == before
    await bridge.stop()


async def test_stopping_during_a_crash_loop_is_quick() -> None:
    def make() -> Any:
        return Toy(crash_at_start=bool(toys.append(1)) or len(toys) > 1)

    toys: list[int] = []
    bridge: Bridge[Toy] = Bridge(make)
    await bridge.start()
    with pytest.raises(MeshDown):
        await bridge.call(lambda node: node.crash(RuntimeError("boom")))
    await until(lambda: bridge.restarts >= 2, "the loop")
    await asyncio.wait_for(bridge.stop(), LONG)
    assert not threads()
