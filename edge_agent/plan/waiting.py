"""Records that came before what they name."""

from __future__ import annotations

from collections import deque

from edge_agent.records import Record


class WaitingRoom:
    """Holds records until the thing of the id that they wait for has arrived; then they are due, in turn."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Record]] = {}
        self._due: deque[Record] = deque()

    def put(self, record: Record) -> None:
        """The record is due now."""
        self._due.append(record)

    def wait(self, record: Record, name: str) -> None:
        """Let the record wait for the record, task or split of this id."""
        self._waiting.setdefault(name, []).append(record)

    def arrived(self, name: str) -> None:
        """Whatever waited for this id is due."""
        self._due.extend(self._waiting.pop(name, ()))

    def next_due(self) -> Record | None:
        """Take out the next record that is due."""
        return self._due.popleft() if self._due else None
