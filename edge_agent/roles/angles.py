"""From which angle a task is split first: a trip by its places, a course by its phases, a party by its activities."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final

from edge_agent.roles import forms
from edge_agent.roles.kinds import Kind, kind_of
from edge_agent.roles.outlines import ORDERS

ANGLE_NAMES: Final = tuple(ORDERS)

_PHASES: Final = ("phase", "activity", "place")
_BY_KIND: Final[Mapping[Kind, tuple[str, str, str]]] = {
    "trip": ("place", "activity", "phase"),
    "celebration": ("activity", "phase", "place"),
    "event": ("activity", "phase", "place"),
    "writing": ("activity", "phase", "place"),
    "tidying": ("place", "activity", "phase"),
    "games": ("activity", "phase", "place"),
    "cooking": ("activity", "place", "phase"),
    "selling": ("activity", "phase", "place"),
    "buying": ("activity", "phase", "place"),
    "data": ("activity", "phase", "place"),
    "report": ("activity", "phase", "place"),
    "job": ("activity", "phase", "place"),
    "health": ("activity", "phase", "place"),
    "care": ("activity", "phase", "place"),
    "saving": ("activity", "phase", "place"),
    "papers": ("activity", "phase", "place"),
    "repair": ("activity", "phase", "place"),
    "club": ("activity", "phase", "place"),
    "other": ("activity", "phase", "place"),
}


@functools.lru_cache(maxsize=256)
def angles_for(text: str) -> tuple[str, ...]:
    """All angles, the one that fits the text best first.

    What has an extent goes by phases first, which cover all of it; a trip's towns and days do so as well, and a
    celebration is over in a day.
    """
    kind = kind_of(text)
    if kind not in ("trip", "celebration", "event") and (forms.extent_of(text) is not None or forms.weekends_of(text)):
        return _PHASES
    return _BY_KIND.get(kind, _PHASES)
