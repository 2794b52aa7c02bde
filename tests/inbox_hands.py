"""What the tests of the inbox share: a stand-in for the agent, a clock turned by hand, a folder (see conftest)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from edge_agent.goal_files import GoalFile
from edge_agent.inbox import Inbox
from edge_agent.records import RecordId


class Taker:
    """Stands for the agent: remembers goals by their source hash, as its log would."""

    def __init__(self) -> None:
        self.goals: list[GoalFile] = []
        self.error: Exception | None = None

    async def submit(self, goal: GoalFile) -> RecordId:
        await asyncio.sleep(0)
        if self.error is not None:
            raise self.error
        self.goals.append(goal)
        return RecordId("ab" * 32)

    def already_taken(self, identity: str) -> bool:
        return any(goal.source_hash == identity for goal in self.goals)

    @property
    def texts(self) -> list[str]:
        return [goal.text for goal in self.goals]


class Hand:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "goals"
    path.mkdir()
    return path


@pytest.fixture
def taker() -> Taker:
    return Taker()


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def inbox(folder: Path, taker: Taker, hand: Hand) -> Inbox:
    """An inbox that looks when it is told to, by a clock that is turned by hand; a file settles in 2 s, 60 if empty."""
    return Inbox(folder, taker.submit, taker.already_taken, now=hand)


@contextlib.asynccontextmanager
async def running(inbox: Inbox) -> AsyncIterator[None]:
    task = asyncio.create_task(inbox.run())
    try:
        yield
        assert not task.done()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def settle(inbox: Inbox, hand: Hand, seconds: float = 2.5) -> None:
    """Let so much time pass that whatever does not change has settled."""
    for _ in range(2):
        await inbox.look()
        hand.now += seconds / 2
    await inbox.look()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if not path.is_dir())
