"""What only who wrote the goal knows, and a model would invent: names, measures, prices, what there is already.

The outlines mark such things. Code leaves a blank to fill in for each of them; the model is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from edge_agent.roles import timetables
from edge_agent.roles.outline_words import BLANK, language_of, names_of
from edge_agent.roles.outlines import facts_of, things_of
from edge_agent.roles.prompts import Brief
from edge_agent.roles.text import stems
from edge_agent.roles.wording import Words

_BLANK: Final = re.compile(rf"(?<![\w{BLANK}]){BLANK}(?![\w{BLANK}])")

_LONGEST: Final = 30
"""Characters of a quote that stands as a label."""


def is_blank(brief: Brief, thing: str) -> bool:
    """Whether the thing of this part is one that only who wrote the goal knows. False without outlines."""
    known = language_of(brief.language_code)
    if known is None:
        return False
    return any((title, thing.lower()) in known.blanks for title in names_of(brief.title))


def is_tick(brief: Brief, thing: str) -> bool:
    """Whether the thing of this part is to be ticked off as it is. False without outlines."""
    known = language_of(brief.language_code)
    return known is not None and any((title, thing.lower()) in known.ticks for title in names_of(brief.title))


def is_left_blank(brief: Brief, thing: str) -> bool:
    """Whether the thing's line is to be filled in: code does not know it either, as it knows a trip's nights."""
    return is_blank(brief, thing) and not timetables.nights_of(brief, thing)


def label_of(brief: Brief, thing: str) -> str:
    """What stands in front of the thing's blank: the thing, or how the goal counts it ("Eight services")."""
    counted = (one for one in facts_of(brief.detail).split("; ") if len(one) <= _LONGEST and stems(thing) <= stems(one))
    label = next(counted, thing)
    return label[:1].upper() + label[1:]


def stated_first(brief: Brief, words: Words) -> list[str]:
    """What the goal states about a part that the model does not write, as the lines above it; labels say it already."""
    labels = (
        {label_of(brief, thing).lower() for thing in things_of(brief.detail)} if brief.form != "table" else set[str]()
    )
    stated = [one for one in facts_of(brief.detail).split("; ") if one and one.lower() not in labels]
    return [f"{words.stated}: {'; '.join(stated)}", ""] if stated else []


def legend(words: Words) -> str:
    """What the blanks mean."""
    return f"{BLANK} {words.to_fill_in}"


def with_legend(lines: Sequence[str], words: Words) -> list[str]:
    """The lines, and behind them, where one has a blank, what it means."""
    return [*lines, "", legend(words)] if any(map(has_blank, lines)) else list(lines)


def has_blank(line: str) -> bool:
    """Whether the line holds a blank: dots that belong to no word."""
    return _BLANK.search(line) is not None
