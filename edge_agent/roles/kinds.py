"""What kind of matter a goal is, told by examples of goals and by the words that it uses."""

from __future__ import annotations

import functools
import re
from typing import Final, Literal, get_args

from edge_agent.roles.foundings import founded
from edge_agent.roles.kind_words import WORDS
from edge_agent.roles.likely_kinds import likely_kinds

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
_LEARNT: Final = re.compile(
    r"\W*(?:i (?:want|would like) to |help me )?(?:learn|lerne?n?|naucz\w*|aprende?r?|belajar)(?!\w)"
)
_BUILT: Final = re.compile(r"\W*(?:build|baue?n?|zbuduj\w*|construi?r?|bina)(?!\w)")
_WRITTEN: Final = re.compile(
    r"\W*(?:please )?(?:write|schreib\w*|verfass\w*|napisz\w*|escrib\w*|redact\w*|tulis\w*)(?!\w)"
)
_LED: Final[tuple[tuple[re.Pattern[str], frozenset[Kind], Kind], ...]] = (
    (_LEARNT, frozenset({"learning", "cooking", "garden", "building", "repair", "games", "technical"}), "learning"),
    (_BUILT, frozenset({"building", "garden"}), "building"),
    (_WRITTEN, frozenset({"writing"}), "writing"),
)
"""First words that tell more than what they are about: "Learn to bake", "Build a garden shed", "Write of our club"."""
_READ: Final = 2_000
_BEGINNING: Final = 160
"""Characters of a goal in which one word tells its kind; further on somebody may have "four weeks of holiday"."""
_AT_ONCE: Final = 3
"""By how much more a word counts there: long goals say first what they are about, and name much else."""
_SURE: Final = 1.5
"""How far ahead of the second, in log odds, a kind is that examples tell; the words may still name the second.

Chosen on 240 goals that are no examples and on those of the tests (docs/prompts.md): the kinds told rightly less those
told wrongly were most.
"""


@functools.lru_cache(maxsize=256)
def kind_of(goal: str) -> Kind:
    """The kind of matter that the goal is about: what examples of goals plainly tell, else what its words name.

    What is founded says its kind by itself. "other" where nothing says much: a wrong skeleton is worse than a general
    one.
    """
    if told := founded(goal) or _led_kind(goal):
        return told
    named = _named_kind(goal)
    (first, odds), (second, next_odds), *_ = likely_kinds(goal)
    if odds - next_odds < _SURE or named in (first, second):
        return named
    return next(kind for kind in KINDS if kind == first)


def is_named(goal: str) -> bool:
    """Whether the goal's words name its kind; else examples alone tell it."""
    return kind_of(goal) in (founded(goal), _led_kind(goal), _named_kind(goal))


def _led_kind(goal: str) -> Kind | None:
    """The kind that the goal's first words tell, where its others name one of those that they lead to it."""
    lower, named = goal.lower()[:_READ], _named_kind(goal)
    return next((kind for pattern, kinds, kind in _LED if named in kinds and pattern.match(lower)), None)


@functools.lru_cache(maxsize=256)
def _named_kind(goal: str) -> Kind:
    """The kind of matter that most of the goal's words name, above all those at its beginning.

    "other" where none do, or only a word in passing.

    Days that are spent at a place are a trip where no word tells another kind. A wrong skeleton is worse than a general
    one.
    """
    lower = goal.lower()[:_READ]
    named = {kind: len(set(pattern.findall(lower))) for kind, pattern in _PATTERNS.items()}
    begun = {kind: len(set(pattern.findall(lower, 0, _BEGINNING))) for kind, pattern in _PATTERNS.items()}
    best = max(named, key=lambda kind: (named[kind] + _AT_ONCE * begun[kind], -KINDS.index(kind)))
    if begun[best] or named[best] > 1:
        return best
    return "trip" if _AWAY.search(goal[:_BEGINNING]) else "other"
