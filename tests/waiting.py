"""Waiting for what has no event: looking again and again, with a loud failure after a long time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


async def until(look: Callable[[], Found | None], what: str = "what should come", seconds: float = 60.0) -> Found:
    """Let the event loop go on until there is something; what there is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := look():
            return found
        await asyncio.sleep(0.02)
    raise AssertionError(f"waited {seconds:g} s in vain for {what}")


def wait_for(look: Callable[[], Found | None], what: str, seconds: float = 120.0) -> Found:
    """The same without an event loop, for what other processes do."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.1)
    raise AssertionError(f"waited {seconds:g} s in vain for {what}")
