"""Reads the outlines that are written down for each language (``outlines_en``, ``everyday_en`` and the like).

A line ``KIND ANGLE`` begins an outline; each line below it is one part: ``title | form | things | topics``. ``@`` in
front of a title: the part is one span of the goal's extent, ``~``: it tells a single day; the title ``=``: one part for
each place. ``!`` behind the form: the things are to be ticked off as they are. ``?`` in front of the things: the
model may know better ones. ``…`` behind a thing: only who wrote the goal knows it (in a table these are its last
columns). Topics are keys of the language's topic words: what a part is about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct

from edge_agent.records import Form
from edge_agent.roles.kinds import Subject
from edge_agent.roles.languages import base_language
from edge_agent.roles.outline_texts import OUTLINE_TEXTS, OutlineTexts
from edge_agent.roles.text import word_set

ONE_DAY: Final = "~"
"""In front of a title: the part tells a single day."""
PLACE_TITLE: Final = "="
TICKS: Final = "!"
WHOLE: Final = r"\."
"""The full stop, as ``re`` escapes it, behind a topic word that begins no others: "son.", as songs are no children."""
_WORD_END: Final = r"(?!\w)"
BLANK: Final = "…"
"""What is left for who wrote the goal to fill in."""


class Part(Struct, frozen=True, kw_only=True):
    """One part of an outline."""

    title: str
    """Empty: one part for each place."""
    form: Form
    things: tuple[str, ...]
    """What the part holds, as far as it can be said of any goal of the kind."""
    topics: frozenset[str]
    blanks: frozenset[str] = frozenset()
    """Those of the things that only who wrote the goal knows."""
    only_ticks: bool = False
    """Whether its things are to be ticked off as they are: who packs shoes needs no sentence about them."""
    in_span: bool = False
    """Whether it is a span of the goal's extent."""
    open: bool = False
    """Whether the model may name better things."""
    of_one_day: bool = False
    """Whether it tells a single day, however long the goal takes."""
    asked: tuple[str, ...] = ()
    """What the goal asks for and this part answers, in the goal's words."""
    is_new: bool = False
    """Whether the part stands in no outline, and was made for what the goal asks for."""


class Language(Struct, frozen=True, kw_only=True):
    """The outlines of one language, and the words with which goals in it say what they want."""

    outlines: Mapping[tuple[Subject, str], tuple[Part, ...]]
    titles: frozenset[str]
    """Those of all parts that have one, lower case."""
    blanks: frozenset[tuple[str, str]]
    """Titles of parts, each with a thing in it that only who wrote the goal knows; lower case."""
    of_one_day: frozenset[tuple[Subject, str]]
    """Subjects and titles, lower case, of the parts that tell a single day."""
    ticks: frozenset[tuple[str, str]]
    """Titles of parts, each with a thing in it that is to be ticked off as it is; lower case."""
    topics: Mapping[str, re.Pattern[str]]
    """By topic: the beginnings of its words."""
    wishes: frozenset[str]
    """Words that mark a wish or a limit."""
    past: re.Pattern[str]
    """Words that mark what was: no part of a plan."""
    leads: re.Pattern[str]
    """Words that begin a limit within a sentence: "with a toddler"."""


def names_of(title: str) -> tuple[str, str]:
    """A part's title as outlines have it, lower case: as it is, and without the days or weeks behind that of a span."""
    lower = title.lower()
    return lower, lower.rpartition(", ")[0]


def _part(line: str) -> Part:
    title, form, told, topics = (field.strip() for field in line.split("|"))
    things = tuple(thing.strip() for thing in told.removeprefix("?").split(","))
    return Part(
        title=title.removeprefix(ONE_DAY).removeprefix("@").removeprefix(PLACE_TITLE),
        form=msgspec.convert(form.removesuffix(TICKS), Form),
        things=tuple(thing.removesuffix(BLANK) for thing in things),
        topics=word_set(topics),
        blanks=frozenset(thing.removesuffix(BLANK) for thing in things if thing.endswith(BLANK)),
        in_span=title.startswith("@"),
        only_ticks=form.endswith(TICKS),
        open=told.startswith("?"),
        of_one_day=title.startswith(ONE_DAY),
    )


def _outlines(text: str) -> dict[tuple[Subject, str], tuple[Part, ...]]:
    found: dict[tuple[Subject, str], tuple[Part, ...]] = {}
    for block in re.split(r"\n(?=\w+ \w+\n)", text.strip()):
        head, *lines = block.splitlines()
        kind, angle = head.split()
        found[(msgspec.convert(kind, Subject), angle)] = tuple(_part(line) for line in lines)
    return found


def _topics(text: str) -> dict[str, re.Pattern[str]]:
    found: dict[str, list[str]] = {}
    for line in text.strip().splitlines():
        name, words = line.split("|")
        found.setdefault(name.strip(), []).extend(words.split())
    return {
        name: re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(word).replace(WHOLE, _WORD_END) for word in words)})")
        for name, words in found.items()
    }


def _language(texts: OutlineTexts) -> Language:
    outlines = _outlines(texts.outlines)
    return Language(
        outlines=outlines,
        titles=frozenset(part.title.lower() for parts in outlines.values() for part in parts if part.title),
        of_one_day=frozenset(
            (subject, part.title.lower())
            for (subject, _), parts in outlines.items()
            for part in parts
            if part.of_one_day
        ),
        blanks=frozenset(
            (part.title.lower(), thing.lower())
            for parts in outlines.values()
            for part in parts
            for thing in part.blanks
        ),
        ticks=frozenset(
            (part.title.lower(), thing.lower())
            for parts in outlines.values()
            for part in parts
            for thing in (part.things if part.only_ticks else ())
        ),
        topics=_topics(texts.topics),
        wishes=word_set(texts.wishes),
        past=re.compile(texts.past),
        leads=re.compile(rf"(?<!\w)(?:{texts.leads})\s"),
    )


_LANGUAGES: Final = {code: _language(texts) for code, texts in OUTLINE_TEXTS.items()}
LANGUAGES: Final = tuple(_LANGUAGES)


def language_of(code: str) -> Language | None:
    """What is known of the language; None for languages without outlines."""
    return _LANGUAGES.get(base_language(code))
