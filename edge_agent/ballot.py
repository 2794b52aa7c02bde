"""A scorer's votes on the splits of one task, weighed side by side."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

from edge_agent.records import Vote


class Ballot:
    """The votes on one task that a scorer weighs side by side and then casts together, the best split first.

    The earliest decided split is accepted, so the order of the votes is what tells which of several good ones it is.
    """

    def __init__(self) -> None:
        self.votes: list[Vote] = []
        self.complete = asyncio.Event()
        self.casting = asyncio.Lock()
        self._open = 0

    @property
    def is_open(self) -> bool:
        """Whether judgements for it are under way."""
        return self._open > 0

    @contextlib.contextmanager
    def weighing(self) -> Iterator[None]:
        """One judgement under way; when none is left the votes are put in order."""
        self._open += 1
        self.complete.clear()
        try:
            yield
        finally:
            self._open -= 1
            if self._open == 0:
                self.votes.sort(key=lambda vote: (-vote.scores.mean, vote.proposal))
                self.complete.set()
