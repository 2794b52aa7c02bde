"""Attended time: it runs only while a machine looks, so that one that slept an hour finds no window passed."""

from __future__ import annotations

import math
from typing import Final

MAX_INATTENTION: Final = 2.0
"""How many steps, of the length that the looker names, a longer time between two looks counts at most."""


class AttendedTime:
    """One looker's. ``seconds``: how long it has attended so far."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.looked_at = -math.inf
        """When it looked last, in seconds of the monotonic clock; minus infinity before the first look."""

    def look(self, now: float, step: float) -> float:
        """It looks; how much that adds, two ``step`` (in seconds) at most. The first look adds nothing."""
        passed = min(now - self.looked_at, MAX_INATTENTION * step) if self.looked_at > -math.inf else 0.0
        self.looked_at = now
        self.seconds += passed
        return passed
