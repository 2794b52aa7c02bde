"""Whether this machine hears anybody at all: one whose own link was lost must not take the others for dead afterwards.

A machine cannot tell "my cable is out" from "all the others are". While it hears nobody it works on alone, and after a
lease it takes over what the others held. But once somebody is there again, the silence before says nothing of the
others: it starts anew (design, section 4, "Who opens attempt n+1, and when").

Pure: the present comes in as ``now``, seconds of one monotonic clock that counts sleep.
"""

from __future__ import annotations

from typing import Final

from edge_agent.mesh.presence import SUSPECT_AFTER

DEAF_AFTER: Final = SUSPECT_AFTER
"""Beacon intervals without any sign of anybody after which this machine was probably cut off itself."""


class Hearing:
    """One machine's. ``interval``: seconds between beacons."""

    def __init__(self, now: float, interval: float) -> None:
        self.since = now
        """Since when it has heard others without such a gap, or did until it became deaf."""
        self._interval = interval
        self._sign_at = now

    def sign(self, now: float) -> bool:
        """Another machine's beacon came, or a connection to one; whether there was no sign of anybody for long."""
        was_deaf = now - self._sign_at > DEAF_AFTER * self._interval
        self._sign_at = now
        if was_deaf:
            self.since = now
        return was_deaf
