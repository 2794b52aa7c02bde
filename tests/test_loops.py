"""Jobs that go on for ever."""

import logging

import pytest

from edge_agent.loops import keep_going


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
