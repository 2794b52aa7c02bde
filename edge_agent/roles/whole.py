"""Which goals are answered in one piece instead of being split: those of which no outline fits."""

from __future__ import annotations

import re
from typing import Final

from edge_agent.roles import forms, gates
from edge_agent.roles.foundings import begins_a_business
from edge_agent.roles.kinds import kind_of
from edge_agent.roles.outline_words import language_of
from edge_agent.roles.wanted import wanted_in

_WISHES_TO_SPLIT_BY: Final = 2
_TROUBLE: Final = re.compile(
    # What somebody does not want, know or have is no trouble of a device; what nobody can do with it is.
    r"(?<!\w)(?:keeps? \w+ing|(?:do|does|did|is|was|will)(?:n['\u2019]?t| not) "
    r"(?!(?:want|need|know|have|like|mind|own|understand|cost|exceed)(?!\w))\w+|"
    r"(?:can['\u2019]?t|cannot|can not) (?!(?:afford|spend|pay|decide|buy|wait|remember|understand)(?!\w))\w+|"
    r"won['\u2019]?t|no longer|"
    r"stopped \w+|drop(?:s|ping)? out|(?:too|so|very) slow|crash(?:e[sd]|ing)?|freez(?:es?|ing)|"
    r"geht nicht|funktioniert nicht|bricht ab|brechen ab|stürzt ab|"
    r"hängt(?! (?:an|am|auf|im|in|über|unter|von|vom)(?!\w))|(?:zu|so) langsam|"
    r"rosak|(?:tidak|tak) (?:ber|boleh(?! (?:lebih|melebihi)))\w*|asyik|(?:terlalu|sangat) (?:perlahan|lambat)|"
    r"nie działa|zrywa|zawiesza|(?:za|bardzo) woln\w+|"
    r"no funciona|no va(?! a(?!\w))|se (?:cae|corta|cuelga|desconecta)|(?:muy|demasiado) lent[oa])(?!\w)"
)
"""That something does not work as it should."""


def is_answered_whole(goal: str, language: str) -> bool:
    """Whether the goal gets one answer in one piece: of no known kind, without an extent or two wishes to split by.

    What could be made of it are parts that fit any goal ("First step", "Costs"), which say less than an answer does.
    A device that gives trouble is such a goal, too, and a business that runs: the outlines of technical matters move
    what works, those of businesses found one.
    """
    if language_of(language) is None:
        # Without outlines the model names the parts.
        return False
    kind = kind_of(goal)
    fits_none = (
        kind == "other"
        or (kind == "technical" and _TROUBLE.search(goal.lower()) is not None)
        or (kind == "business" and not begins_a_business(goal))
    )
    return fits_none and not is_bounded(goal)


def is_bounded(goal: str) -> bool:
    """Whether code has something to split the goal by, whatever its kind: an extent, or two wishes."""
    has_extent = forms.extent_of(goal) is not None or bool(forms.weekends_of(goal))
    return has_extent or len(wanted_in(goal)) >= _WISHES_TO_SPLIT_BY


def is_plan_in_one(goal: str) -> bool:
    """Whether the goal, left whole, is answered by the steps of a plan: no question, no sum, nothing to be written."""
    is_small = gates.is_trivial(goal) or gates.is_one_piece(goal)
    return not is_small and kind_of(goal) not in ("writing", "report")
