"""What an agent tells of itself."""

from __future__ import annotations

import asyncio
import os

import trio

from edge_agent.mesh.bridge import TrioThread
from edge_agent.status import resources


async def test_what_a_process_uses_is_counted() -> None:
    before = resources()
    waiting = asyncio.create_task(asyncio.sleep(60))
    reading, writing = os.pipe()
    thread = TrioThread.join()
    begun, ended = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    async def job() -> None:
        loop.call_soon_threadsafe(begun.set)
        await trio.sleep(0.1)

    idle = 0
    try:
        idle = resources()["mesh_tasks"]
        thread.spawn(job, lambda error: loop.call_soon_threadsafe(ended.set))
        await begun.wait()
        during = resources()
        await ended.wait()
    finally:
        waiting.cancel()
        os.close(reading)
        os.close(writing)
        await thread.leave()
    assert during["tasks"] > before["tasks"]
    assert during["files"] >= before["files"] + 2
    assert during["threads"] > before["threads"]
    assert during["memory"] > 1 << 20
    assert during["mesh_tasks"] == idle + 1
    assert resources()["mesh_tasks"] == 0
