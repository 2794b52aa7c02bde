"""Which goals are answered in one piece instead of being split: those of which no outline fits."""

from __future__ import annotations

from edge_agent.roles import gates
from edge_agent.roles.kinds import kind_of
from edge_agent.roles.outline_fit import outline_fits
from edge_agent.roles.outline_words import language_of
from edge_agent.roles.wanted import ENOUGH_TO_SPLIT_BY, wanted_in


def is_answered_whole(goal: str, language: str) -> bool:
    """Whether the goal gets one answer in one piece: no outline fits it, and it has no two wishes to split by.

    What could be made of it are parts that fit any goal ("First step", "Beginning, weeks 1 to 3"), which say less.
    """
    # Without outlines in its language the model names the parts.
    return language_of(language) is not None and not outline_fits(kind_of(goal), goal) and not has_wishes(goal)


def has_wishes(goal: str) -> bool:
    """Whether the goal asks for two things or more, which are parts whatever its kind."""
    return len(wanted_in(goal)) >= ENOUGH_TO_SPLIT_BY


def is_plan_in_one(goal: str) -> bool:
    """Whether the goal, left whole, is answered by the steps of a plan: no question, no sum, nothing to be written."""
    is_small = gates.is_trivial(goal) or gates.is_one_piece(goal)
    return not is_small and kind_of(goal) not in ("writing", "report")
