"""Virtual time: events happen in the order of their time, equal ones in the order in which they were planned."""

from __future__ import annotations

import heapq
from collections.abc import Callable

Action = Callable[[], None]


class Event:
    """Something that will happen; it may be called off until then."""

    __slots__ = ("action",)

    def __init__(self, action: Action) -> None:
        self.action: Action | None = action

    def call_off(self) -> None:
        """It will not happen."""
        self.action = None


class Schedule:
    """``now`` is virtual seconds since the world began."""

    def __init__(self) -> None:
        self.now = 0.0
        self.happened = 0
        """How many events have happened."""
        self._events: list[tuple[float, int, Event]] = []
        self._planned = 0

    def __len__(self) -> int:
        return len(self._events)

    def at(self, time: float, action: Action) -> Event:
        """Let it happen at this time, which must not lie in the past."""
        event = Event(action)
        self._planned += 1
        heapq.heappush(self._events, (max(time, self.now), self._planned, event))
        return event

    def after(self, seconds: float, action: Action) -> Event:
        """Let it happen after so many seconds."""
        return self.at(self.now + seconds, action)

    def run(self, until: float) -> None:
        """Let happen what is planned up to this time."""
        events = self._events
        while events and events[0][0] <= until:
            time, _, event = heapq.heappop(events)
            action = event.action
            if action is not None:
                self.now = time
                self.happened += 1
                action()
        self.now = max(self.now, until)
