"""Which goal an owner means: by its id, its title, or a part of that."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from msgspec import Struct

from edge_agent.control import ControlError
from edge_agent.plan.goal import GoalState

SHORTEST: Final = 4
"""Characters of an id or a title that are enough to name a goal, if only one has them."""
MOST_NAMED: Final = 10
"""Goals that a complaint names."""


class GoalName(Struct, frozen=True):
    """What a goal may be called by."""

    id: str
    title: str
    state: GoalState


def place_of(goals: Sequence[GoalName], wanted: object, *, meant: Collection[GoalState] = ()) -> int:
    """The place in ``goals`` of the one that the owner named. ControlError where none or many fit.

    A title names the goals that are still remembered first: a forgotten one beside them has to be named by its id. The
    whole comes before the beginning, and that before a part of a title. ``meant``: where several fit, one in such a
    state is meant, if there is only one.
    """
    if not isinstance(wanted, str) or not wanted:
        raise ControlError("name the goal: its id or its title, or a part of it")
    found = [goal for goal in goals if goal.id == wanted or goal.title.casefold() == wanted.casefold()]
    if not found and len(wanted) >= SHORTEST:
        found = [goal for goal in goals if goal.id.startswith(wanted.lower())]
        found = found or [goal for goal in goals if goal.title.casefold().startswith(wanted.casefold())]
        found = found or [goal for goal in goals if wanted.casefold() in goal.title.casefold()]
    found = [goal for goal in found if goal.state != "forgotten" or goal.id == wanted] or found
    if len(found) > 1:
        likely = [goal for goal in found if goal.state in meant]
        found = likely if len(likely) == 1 else found
    if len(found) == 1:
        return goals.index(found[0])
    known = ", ".join(f"{goal.id[:8]} {goal.title!r} ({goal.state})" for goal in (found or goals)[:MOST_NAMED])
    raise ControlError(f"{'several goals fit' if found else 'no goal fits'} {wanted!r}; goals: {known or 'none yet'}")
