"""Which goal an owner means: by its id, its title, or the beginning of either."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from edge_agent.control import ControlError

SHORTEST_ID: Final = 4
"""Digits of an id that are enough to name a goal, if only one begins with them."""
MOST_NAMED: Final = 10
"""Goals that a complaint names."""


class GoalName(Struct, frozen=True):
    """What a goal may be called by. ``forgotten``: its records were deleted."""

    id: str
    title: str
    forgotten: bool = False


def place_of(goals: Sequence[GoalName], wanted: object) -> int:
    """The place in ``goals`` of the one that the owner named. ControlError where none or many fit.

    A title names the goals that are still remembered first: a forgotten one beside them has to be named by its id.
    """
    if not isinstance(wanted, str) or not wanted:
        raise ControlError("name the goal: its id or its title, or the beginning of either")
    found = [goal for goal in goals if goal.id == wanted or goal.title.casefold() == wanted.casefold()]
    found = [goal for goal in found if not goal.forgotten or goal.id == wanted] or found
    if not found and len(wanted) >= SHORTEST_ID:
        found = [goal for goal in goals if goal.id.startswith(wanted.lower())]
        found = found or [goal for goal in goals if goal.title.casefold().startswith(wanted.casefold())]
    if len(found) == 1:
        return goals.index(found[0])
    known = ", ".join(f"{goal.id[:8]} {goal.title!r}" for goal in (found or goals)[:MOST_NAMED]) or "none yet"
    raise ControlError(f"{'several goals fit' if found else 'no goal fits'} {wanted!r}; goals: {known}")
