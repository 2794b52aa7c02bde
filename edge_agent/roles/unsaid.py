"""What a goal states and none of its parts says again: said once, by code, in front of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from edge_agent.roles import forms
from edge_agent.roles.languages import base_language
from edge_agent.roles.outline_words import language_of
from edge_agent.roles.stated import Fact, stated_in
from edge_agent.roles.text import stems
from edge_agent.roles.wording import Words

_LONGEST: Final = 40
"""Characters of what is said again: longer quotes are wishes, not counts."""
_MOST: Final = 4
_COUNTED: Final = frozenset({"people", "span", "money", "size", "time"})


def unsaid(goal: str, language: str, texts: Sequence[str]) -> tuple[str, ...]:
    """The extent, people, sums and counted things that the goal states and none of the texts says, at most four.

    A text says a count where one of its lines holds both the number and a word of what is counted. None without
    outlines.
    """
    known = language_of(language)
    if known is None:
        return ()
    lines = [line.lower() for text in texts for line in text.split("\n")]
    return tuple(
        fact.text
        for fact in stated_in(goal, known, base_language(language)).facts
        if _numbers(fact.text) and len(fact.text) <= _LONGEST and _is_counted(fact) and not _is_said(fact, lines)
    )[:_MOST]


def first_line(goal: str, language: str, texts: Sequence[str], words: Words) -> str:
    """The line that says it; empty where the parts say all."""
    found = unsaid(goal, language, texts)
    return f"{words.stated}: {'; '.join(found)}." if found else ""


def _is_counted(fact: Fact) -> bool:
    return bool(fact.topics & _COUNTED) or fact.text[:1].isdigit()


def _is_said(fact: Fact, lines: Sequence[str]) -> bool:
    told, about = _numbers(fact.text), stems(fact.text)
    spans = [span for line in lines if (span := forms.span_of(line))]
    extent = forms.extent_of(fact.text)
    if "span" in fact.topics and extent and any((one.unit, one.last) == (extent.unit, extent.last) for one in spans):
        return True
    return any(told <= _numbers(line) and (not about or about & stems(line)) for line in lines)


def _numbers(text: str) -> frozenset[int]:
    """The numbers in the text, in digits or words, without articles."""
    known = forms.number_words()
    found = re.findall(r"\d+|[^\W\d_]+", re.sub(r"(?<=\d)[,.](?=\d{3}(?!\d))", "", text.lower()))
    return frozenset(number for word in found if (number := int(word) if word.isdigit() else known.get(word, 0)) > 1)
