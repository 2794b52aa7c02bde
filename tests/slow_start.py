"""A backend that takes for ever to start, as a model of many GB on a memory card seems to."""

from __future__ import annotations

import asyncio

from scripted_model import ScriptedModel


class SlowStart(ScriptedModel):
    """The scripted model, once it has started."""

    async def start(self) -> None:
        """Longer than any test waits."""
        await asyncio.sleep(3_600)


def make(*_: object) -> SlowStart:
    """The factory that ``load_backend`` calls."""
    return SlowStart()
