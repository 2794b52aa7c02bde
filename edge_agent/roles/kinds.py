"""What kind of matter a goal is, told by the words that it uses."""

from __future__ import annotations

import re
from typing import Final, Literal, get_args

from edge_agent.roles.foundings import founded
from edge_agent.roles.kind_words import WORDS

Kind = Literal[
    "report",
    "writing",
    "trip",
    "celebration",
    "games",
    "cooking",
    "selling",
    "buying",
    "data",
    "technical",
    "moving",
    "tidying",
    "business",
    "event",
    "club",
    "exam",
    "training",
    "health",
    "learning",
    "job",
    "saving",
    "papers",
    "garden",
    "building",
    "repair",
    "care",
    "other",
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Journey = Literal["trip", "stay", "tour"]
"""The sorts of a trip, which have outlines of their own (``journeys``)."""
Occasion = Literal["children", "planting"]
"""What has an outline of its own within its kind: a birthday party of children (``occasions``), and a garden that is
made in less than a season."""
Subject = Kind | Journey | Occasion
"""What an outline is for."""

# Of kinds that are named equally often the first in KINDS: a speech for a wedding is written, a wedding in the garden
# is a celebration, a cleaned-up server a technical matter, a laptop to be bought a purchase.
_PATTERNS: Final = {kind: re.compile(rf"(?<!\w)(?:{WORDS[kind]})") for kind in KINDS if kind in WORDS}
_AWAY: Final = re.compile(
    r"(?<!\w)(?:(?:days|nights|weeks?|weekend) (?:in|on|at)|(?:Tage|Nächte|Wochen?|Wochenende) (?:in|auf)|"
    r"(?:hari|malam|minggu) (?:di|ke)|(?:dni|tygodni\w*|weekendu?|noce) (?:w|we|na|nad)|"
    r"(?:días|noches|semanas?) (?:en|por)) (?!(?:January?i?|February?i?|March|März|Mac|April?|Ma[iy]|June?i?|July?|"
    r"Juli|Julai|August|Ogos|September|O[ck]tober|November|De[cz]ember|Disember)(?!\w))[^\W\d_a-z]"
)
"""Time that is spent somewhere: "five days on Madeira"."""
_LED: Final[tuple[tuple[re.Pattern[str], frozenset[Kind], Kind], ...]] = (
    (
        re.compile(r"\W*(?:i (?:want|would like) to |help me )?(?:learn|lerne?n?|naucz\w*|aprende?r?|belajar)(?!\w)"),
        frozenset({"cooking", "garden", "building", "repair", "games", "technical"}),
        "learning",
    ),
    (re.compile(r"\W*(?:build|baue?n?|zbuduj\w*|construi?r?|bina)(?!\w)"), frozenset({"garden"}), "building"),
)
"""First words that tell more than what they are about: "Learn to bake", "Build a garden shed"."""
_READ: Final = 2_000
_BEGINNING: Final = 160
"""Characters of a goal in which one word tells its kind; further on somebody may have "four weeks of holiday"."""
_AT_ONCE: Final = 3
"""By how much more a word counts there: long goals say first what they are about, and name much else."""


def kind_of(goal: str) -> Kind:
    """The kind of matter that most of the goal's words name, above all those at its beginning.

    What is founded says its kind by itself. "other" where none do, or only a word in passing.

    Days that are spent at a place are a trip where no word tells another kind. A wrong skeleton is worse than a general
    one.
    """
    if lasting := founded(goal):
        return lasting
    lower = goal.lower()[:_READ]
    named = {kind: len(set(pattern.findall(lower))) for kind, pattern in _PATTERNS.items()}
    begun = {kind: len(set(pattern.findall(lower, 0, _BEGINNING))) for kind, pattern in _PATTERNS.items()}
    best = max(named, key=lambda kind: (named[kind] + _AT_ONCE * begun[kind], -KINDS.index(kind)))
    for pattern, kinds, kind in _LED:
        if best in kinds and pattern.match(lower):
            return kind
    if begun[best] or named[best] > 1:
        return best
    return "trip" if _AWAY.search(goal[:_BEGINNING]) else "other"
