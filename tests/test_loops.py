"""Jobs that go on for ever."""

import asyncio
import logging

import pytest

from edge_agent.loops import Errands, keep_going


async def test_a_job_that_fails_starts_again_and_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    runs = 0

    async def job() -> None:
        nonlocal runs
        runs += 1
        if runs <= 3:
            raise OSError("the disk is full")
        if runs == 4:
            raise RuntimeError("a bug")

    with caplog.at_level(logging.ERROR):
        await keep_going(job, who="ash", expected=(OSError,), pause=0)
    assert runs == 5
    assert [record.getMessage() for record in caplog.records] == [
        "ash: the disk is full",
        "ash: an error in job; going on",
    ]
    assert caplog.records[0].exc_info is None
    assert caplog.records[1].exc_info is not None


async def test_an_errand_that_fails_is_told_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise OSError("nobody is there")

    errands, cancelled = Errands(), asyncio.Event()

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    with caplog.at_level(logging.INFO):
        errands.run(fail(), who="ash")
        errands.run(wait(), who="ash")
        await asyncio.sleep(0.01)
    await errands.stop()
    assert cancelled.is_set()
    assert [record.getMessage() for record in caplog.records] == ["ash: nobody is there"]
