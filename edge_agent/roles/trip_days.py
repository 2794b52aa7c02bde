"""The days of a trip: a line for each, with morning, afternoon and evening. Code sets the times, the model places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from edge_agent.roles import grammars, outlines, timetables
from edge_agent.roles.page import Page
from edge_agent.roles.requests import ModelRefused, Work
from edge_agent.roles.text import one_line, stems
from edge_agent.roles.whereabouts import is_elsewhere, is_one_town

_LINE_TOKENS: Final = 48
_LONGEST: Final = 60
"""Characters of what is done at one time of a day."""
_MOST_TRIES: Final = 3
_MEALS: Final = tuple(
    re.compile(rf"(?<!\w)(?:{meal})(?!\w)")
    for meal in (
        "breakfast|frühstück\\w*|desayun\\w+|śniadani\\w+|sarapan",
        "lunch|mittagessen|almuerzo|almorzar|obiad\\w*|makan tengah hari",
        "dinner|supper|abendessen|cenar?|kolacj\\w+|makan malam",
    )
)
"""What is eaten in the morning, in the afternoon and in the evening."""
_DANGLING: Final = re.compile(r"['’]s$")
"""What is left of a name that went on: "the Peace Museum's"."""
_OPEN_END: Final = re.compile(
    r"(?:[\s,;]+(?:a|an|the|and|or|for|with|to|of|in|at|on|by|from|then|before|after|la|el|los|las|un|una|y|o|de|del|con|"
    r"para|por|en|al|und|oder|mit|der|die|das|ein|eine|zu|im|am|dan|atau|untuk|dengan|di|ke|i|oraz|lub|z|w|na|do))+$",
    re.IGNORECASE,
)
"""Words behind which something was cut off: "then walk to the beach for a"."""
# What is done at a place says nothing of which place it is.
_DOING: Final = stems(
    "visit explore walk stroll tour see enjoy discover relax dinner lunch breakfast dish district shop shopping old "
    "town city local traditional restaurant famous around through"
)


def days(page: Page, labels: Sequence[str], things: Sequence[str]) -> Work[None]:
    """Write a day behind each label, with the ``things`` that the part's detail names shared out among them."""
    for label, own in zip(labels, timetables.shared_out(labels, things), strict=True):
        yield from _day(page, label, own, things, is_last=label == labels[-1])


def _town_of(page: Page) -> Work[str]:
    """The town that all days of the page are spent in; empty where that is not known, or the model knows no places."""
    brief = page.brief
    if not page.is_capable or brief.language_code == "de":
        # German writes all nouns with a capital, not names alone.
        return ""
    own = brief.title.split(",", 1)[0].strip()
    if own in timetables.towns_of(brief):
        return own
    place = outlines.place_of_stay(brief.goal, brief.language_code)
    try:
        return place if place and (yield from is_one_town(place)) else ""
    except ModelRefused:
        return ""


def _day(page: Page, label: str, things: Sequence[str], others: Iterable[str], *, is_last: bool) -> Work[None]:
    """Write one day behind its label. ``things`` are what the part's detail names for it, from the morning on;
    ``others`` are all that it names. Only the last day may end with the way home alone.

    What names a place again, or another town's, is left out; a day of which nothing is left is free.
    """
    times = (page.words.morning, page.words.afternoon, page.words.evening)
    said = list(timetables.of_times(things, len(times)))
    barred = tuple(others)
    for attempt in range(min(_MOST_TRIES, page.tries)):
        open_times = [time for time, one in zip(times, said, strict=True) if not one]
        if not open_times or (attempt > 0 and len(open_times) < 2):
            break
        first = open_times[0]
        begin = "; ".join([*(f"{time}: {one}" for time, one in _before(times, said)), f"{first}:"])
        grammar = grammars.times_line(page.brief.is_latin, times[times.index(first) + 1 :])
        line = yield from page.reply(f"{label} {begin}", grammar, _LINE_TOKENS, attempt)
        for time, one in _parted(first, line, times).items():
            at = times.index(time)
            if (
                said[at]
                or _is_untimely(one, at)
                or not _is_sound(page, one, [*barred, *(other for other in said if other)], is_last=is_last)
            ):
                continue
            if not (yield from _is_in_another_town(page, one)):
                said[at] = one
    page.asked += 1
    parts = [f"{time}: {one}" for time, one in zip(times, said, strict=True) if one]
    if not parts:
        page.open += 1
        page.lines.append(f"{label} {page.words.free} ({page.words.left_open})")
        return
    page.add(f"{label} {'; '.join(parts)}", "; ".join(one for one in said if one))


def _before(times: tuple[str, ...], said: list[str]) -> list[tuple[str, str]]:
    """The times that are filled from the morning on."""
    filled: list[tuple[str, str]] = []
    for time, one in zip(times, said, strict=True):
        if not one:
            break
        filled.append((time, one))
    return filled


def _parted(first: str, line: str, times: tuple[str, ...]) -> dict[str, str]:
    """What the line says for each time; it begins with what is done at the first of them."""
    marks = "|".join(map(re.escape, times))
    pieces = re.split(rf";\s*({marks}):", f";{first}:{line}")[1:]
    pieces[1::2] = [without_open_end(_DANGLING.sub("", one_line(one, _LONGEST).strip(" .;,"))) for one in pieces[1::2]]
    return dict(zip(pieces[::2], pieces[1::2], strict=False))


def without_open_end(one: str) -> str:
    """The words up to their last comma where they end in the middle of a phrase; without its beginning where they have
    none."""
    if (end := _OPEN_END.search(one)) is None:
        return one
    comma = one.rfind(",", 0, end.start())
    return one[: comma if comma >= len(one) // 3 else end.start()]


def _is_untimely(one: str, at: int) -> bool:
    """Whether it names a meal that is not eaten in the morning (0), in the afternoon (1) or in the evening (2)."""
    return any(meal.search(one.lower()) for when, meal in enumerate(_MEALS) if when != at)


def _is_sound(page: Page, one: str, others: Iterable[str], *, is_last: bool) -> bool:
    if len(one) < 3 or len(one) >= _LONGEST or page.fault(one, label="-", is_last=is_last) is not None:
        return False
    earlier = [part for line in page.bare for part in line.split("; ")]
    return not any(_same_place(one, other) for other in (*earlier, *others))


_NAME: Final = re.compile(
    r"(?<!\w)[A-Z\u00c0-\u00de][\w'’-]+(?: (?:(?:of|de|da|do|dos|del|la|the) )?[A-Z\u00c0-\u00de][\w'’.-]+)*"
)


def _is_in_another_town(page: Page, one: str) -> Work[bool]:
    """Whether a place that only the model has named is, for all that it knows, in another town than this day is."""
    towns = timetables.towns_of(page.brief)
    for name in _NAME.findall(one):
        # A single word at the beginning has its capital for that alone.
        if len(name) < 4 or (one.startswith(name) and " " not in name) or name.lower() in page.known.lower():
            continue
        if page.town is None:
            page.town = yield from _town_of(page)
        if not page.town:
            return False
        try:
            if (yield from is_elsewhere(name, page.town, towns)):
                return True
        except ModelRefused:
            return False
    return False


def _same_place(one: str, other: str) -> bool:
    """Whether both name the same place: what is left without what is done there stands in the other."""
    first, second = stems(one) - _DOING, stems(other) - _DOING
    if not first or not second:
        return not (first or second)
    return first <= second or second <= first
