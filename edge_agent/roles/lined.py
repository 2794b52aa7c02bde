"""Parts whose text is lines: schedules, lists, checklists. Code sets what begins a line, the model writes the rest."""

from __future__ import annotations

import re
from typing import Final

from edge_agent.roles import blanks, grammars, timetables, trip_days
from edge_agent.roles.gates import first_word
from edge_agent.roles.outline_words import BLANK
from edge_agent.roles.page import PART_TOKENS, SENTENCE_END, Page
from edge_agent.roles.requests import Work
from edge_agent.roles.text import count_words, stems

_FEWEST_LINES: Final = 3
_MOST_LINES: Final = 8
_MANY_THINGS: Final = 4
"""A list of so many things is whole; a shorter one gets at most :data:`_MORE_LINES` that the model adds."""
_MORE_LINES: Final = 2
_MORE_TICKS: Final = 2
_LONGEST_TICK: Final = 9
"""Words of a tick that the model adds: longer ones are advice, not things to tick."""
_MOST_ALIKE: Final = 3
"""Ticks that may begin with the same word: "Sell toys", "Sell books", and so on without end."""
_PURPOSE: Final = re.compile(r" \((?:for|in case|to|für|um|zum|zur|untuk|na|do|para|por si) [^()]*\)$", re.IGNORECASE)
"""What a thing to tick is good for is known to who ticks it."""
_FULL_DAY: Final = 4
"""Of a day with so many things hours at which nothing is planned are left out."""
_LINE_TOKENS: Final = 36
_TICK_TOKENS: Final = 20


def schedule(page: Page, labels: tuple[str, ...]) -> Work[None]:
    """One line behind each label. None of them vanishes: where nothing usable comes, what code knows stands there.

    That is the thing which the part's detail names for it, else that it is free, and still open.
    """
    page.is_labelled = True
    most = min(max(28, PART_TOKENS // len(labels)), 48)
    things = timetables.things_of(page.brief)
    if len(things) >= _FULL_DAY and labels[0][:1].isdecimal():
        labels = labels[-len(things) :]
    # Days that are all to have a walk in the morning and a quiet evening are not shared out among these.
    is_patterned = timetables.is_pattern(labels, things)
    days = (page.words.day, page.words.saturday, page.words.sunday)
    if page.is_trip and not is_patterned and all(label.startswith(days) for label in labels):
        yield from trip_days.days(page, labels, things)
        return
    begins = timetables.assigned(labels, () if is_patterned else things)
    for label, thing in zip(labels, begins, strict=True):
        is_last = label == labels[-1]
        start = thing + (";" if page.is_trip else " \u2013") if thing else ""

        def check(line: str, *, label: str = label, thing: str = thing, is_last: bool = is_last) -> str | None:
            others = [one for one in begins if one and one != thing]
            if any(one.lower() in line.lower() for one in others):
                return "what another line begins with"
            if thing and thing.lower() in line.lower():
                return "says its own beginning again"
            return page.fault(line, is_last=is_last)

        line = yield from page.write(
            f"{label} {start}".strip(), grammars.plain_line(page.brief.is_latin, capital=not start), most, check
        )
        if line:
            page.add(" ".join(part for part in (label, start, line) if part), line)
        elif thing:
            page.lines.append(f"{label} {thing}")
        else:
            page.open += 1
            page.lines.append(f"{label} {page.words.free} ({page.words.left_open})")


def listed(page: Page) -> Work[None]:
    """A line for each thing that the part's detail names, then lines that the model starts and ends as it likes."""
    ticks = page.brief.form == "checklist"
    bullet, most = ("- [ ]", _TICK_TOKENS) if ticks else ("-", _LINE_TOKENS)
    latin = page.brief.is_latin
    named = timetables.things_of(page.brief)
    to_fill_in = [thing for thing in named if blanks.is_blank(page.brief, thing)]
    things = to_fill_in if ticks and page.is_capable else named
    for thing in things:
        name = thing[:1].upper() + thing[1:]
        if thing in to_fill_in:
            page.lines.append(f"{bullet} {name}: {BLANK}")
            page.bare.append(name)
            continue

        def check(line: str, *, name: str = name, thing: str = thing) -> str | None:
            if line.lower().startswith(name.lower()):
                return "says its label again"
            if any(one.lower() in line.lower() for one in things if one != thing):
                return "what another line begins with"
            return page.fault(line, label=f"{name}:")

        if nights := timetables.nights_of(page.brief, thing):
            page.lines.append(f"{bullet} {name}: {nights}")
            page.bare.append(page.lines[-1])
            continue
        line = yield from page.write(
            f"{bullet} {name}:", grammars.plain_line(latin, capital=False), most, check, bear=not ticks
        )
        if line:
            line = re.split(SENTENCE_END, line, maxsplit=1)[0].rstrip(".") if ticks else line
            page.add(f"{bullet} {name}: {line}", f"{name}: {line}")
        else:
            page.lines.append(f"{bullet} {name}")
            page.bare.append(name)
    if named and len(to_fill_in) == len(named):
        page.lines[:0] = blanks.stated_first(page.brief, page.words)
        return
    more = _MORE_TICKS if ticks else _MORE_LINES if len(things) < _MANY_THINGS else 0
    limit = _MOST_LINES if len(things) < len(named) or not named else min(_MOST_LINES, len(things) + more)
    while len(page.lines) < limit and (page.tokens < PART_TOKENS or len(page.lines) < _FEWEST_LINES):
        if len(page.lines) >= _FEWEST_LINES and (yield from page.ends()):
            break
        line = yield from page.write(
            bullet,
            grammars.plain_line(latin),
            most,
            lambda line: _unlike(page, line),
            bear=len(page.lines) < _FEWEST_LINES,
        )
        if line is None:
            break
        if ticks:
            line = re.sub(_PURPOSE, "", re.split(SENTENCE_END, line, maxsplit=1)[0].rstrip("."))
        page.add(f"{bullet} {line}", line)

    for thing in named if ticks and page.is_capable else ():
        # What the model left out of its own ticks.
        if not any(stems(thing) <= stems(one) for one in page.bare):
            page.bare.append(thing[:1].upper() + thing[1:])
            page.lines.append(f"{bullet} {page.bare[-1]}")


def _unlike(page: Page, line: str) -> str | None:
    """Besides the gates: a list of labelled items does not turn into prose."""
    if page.brief.form == "list" and len(page.bare) >= 2 and ":" not in line and all(":" in one for one in page.bare):
        return "no item like the others"
    if re.search(r"(?<!\w)(?:item|step|point) \d", line.lower()):
        return "names nothing"
    if page.brief.form == "checklist":
        if count_words(line) > _LONGEST_TICK:
            return "too long to tick"
        if sum(first_word(line) == first_word(one) for one in page.bare) >= _MOST_ALIKE:
            return "begins like most of them"
    return page.fault(line)
