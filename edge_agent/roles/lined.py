"""Parts whose text is lines: schedules, lists, checklists. Code sets what begins a line, the model writes the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from edge_agent.roles import blanks, grammars, line_gates, timetables, trip_days
from edge_agent.roles.gates import first_word
from edge_agent.roles.outline_words import BLANK
from edge_agent.roles.page import PART_TOKENS, Page
from edge_agent.roles.requests import Work
from edge_agent.roles.text import SENTENCE_END, count_words, stems

_FEWEST_LINES: Final = 3
_MOST_LINES: Final = 8
_MANY_THINGS: Final = 4
"""A list of so many things is whole; a shorter one gets at most :data:`_MORE_LINES` that the model adds."""
_MANY_SENTENCES: Final = 3
"""The same of whole sentences: what a model adds to three holds for every goal."""
_MORE_LINES: Final = 2
_MORE_TICKS: Final = 2
_MOST_OWN_TICKS: Final = 5
"""Whole sentences to tick that the model finds itself: with more it turns to what holds for every goal."""
_LONGEST_TICK: Final = 9
_LONGEST_SENTENCE_TICK: Final = 16
"""Words of a tick that the model adds: longer ones are advice, not things to tick."""
_FEWEST_WORDS: Final = 3
"""Words behind a label that the model sets itself."""
_TALKS: Final = re.compile(
    r"^(?:We|I|You|They|It|Wir|Ich|Kami|Saya|Yo|Nosotros)(?![\w/])|"
    r"(?<!\w)(?:a|an|the|or|and|of|for|on|in|to|with|are|is|be|by)$"
)
"""A label that is the beginning of a sentence: "We will choose songs that are"; "IT support" is none."""
_MOST_ALIKE: Final = 3
"""Ticks that may begin with the same word: "Sell toys", "Sell books", and so on without end."""
_PURPOSE: Final = re.compile(r" \((?:for|in case|to|für|um|zum|zur|untuk|na|do|para|por si) [^()]*\)$", re.IGNORECASE)
"""What a thing to tick is good for is known to who ticks it."""
_LINE_TOKENS: Final = 36
_SENTENCE_TOKENS: Final = 44
_TICK_TOKENS: Final = 20
_SENTENCE_TICK_TOKENS: Final = 34


def schedule(page: Page, labels: tuple[str, ...]) -> Work[None]:
    """One line behind each label. None of them vanishes: where nothing usable comes, what code knows stands there.

    That is the thing which the part's detail names for it, else that it is free, and still open.
    """
    page.is_labelled = True
    most = min(max(28, PART_TOKENS // len(labels)), 48)
    things = timetables.things_of(page.brief)
    labels = timetables.hours_of(labels, things, page.kind)
    # Days that are all to have a walk in the morning and a quiet evening are not shared out among these.
    is_patterned = timetables.is_pattern(labels, things)
    days = (page.words.day, page.words.saturday, page.words.sunday)
    if page.is_trip and not is_patterned and all(label.startswith(days) for label in labels):
        yield from trip_days.days(page, labels, things)
        return
    if page.has_sentences and not is_patterned and len(things) > 1:
        # What takes a month or two is told of all of it, or the model fills the rest with what it likes.
        labels = timetables.spanned(labels, len(things)) or labels
    begins = timetables.assigned(labels, () if is_patterned else things)
    if page.has_sentences and not is_patterned:
        labels, begins = _one_each(labels, timetables.shared_out(labels, things))
    for label, thing in zip(labels, begins, strict=True):
        is_last = label == labels[-1]
        start = _begun(page, label, thing)

        def check(line: str, *, label: str = label, thing: str = thing, is_last: bool = is_last) -> str | None:
            if _takes_over(page, line, [one for one in begins if one and one != thing]):
                return "what another line begins with"
            if thing and not page.has_sentences and thing.lower() in line.lower():
                return "says its own beginning again"
            return page.fault(line, is_last=is_last, days=page.days_of(label))

        line = yield from page.write(start, _grammar(page, is_begun=bool(thing)), most, check)
        if line:
            page.add(f"{start} {line}", line)
        elif thing:
            page.lines.append(f"{label} {thing}")
        else:
            page.open += 1
            page.lines.append(f"{label} {page.words.free} ({page.words.left_open})")


def _one_each(labels: Sequence[str], shares: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A label for each thing of its share, several times where it has several, and the thing of each.

    Hours are not said twice: what follows at an hour is some time later.
    """
    pairs = [
        (hour, thing)
        for own, share in zip(timetables.hours_within(labels, shares), shares, strict=True)
        for hour, thing in zip(own, share or ("",), strict=True)
    ]
    return tuple(label for label, _ in pairs), tuple(thing for _, thing in pairs)


def _grammar(page: Page, *, is_begun: bool = False) -> str:
    """Of a line, or of what stands behind what code has begun it with."""
    if page.has_sentences:
        return grammars.sentence_line(page.brief.is_latin)
    return grammars.plain_line(page.brief.is_latin, capital=not is_begun)


def _begun(page: Page, label: str, thing: str) -> str:
    """How a line of a schedule begins: "Saturday, morning, inventory:" before a sentence, "Saturday: inventory –"."""
    if not thing:
        return label
    if page.has_sentences:
        return f"{label.removesuffix(':')}, {thing}:"
    return f"{label} {thing}{';' if page.is_trip else ' –'}"


def _takes_over(page: Page, line: str, others: Sequence[str]) -> bool:
    """Whether the line deals with what other lines are for: in a whole sentence, things of several words, or first."""
    lower = line.lower()
    if not page.has_sentences:
        return any(one.lower() in lower for one in others)
    return any(lower.startswith(one.lower()) or (" " in one and one.lower() in lower) for one in others)


def listed(page: Page) -> Work[None]:
    """A line for each thing that the part's detail names, then lines that the model starts and ends as it likes."""
    ticks = page.brief.form == "checklist"
    bullet, most = ("- [ ]" if ticks else "-"), _tokens(page)
    things = timetables.things_of(page.brief)
    to_fill_in = [thing for thing in things if blanks.is_left_blank(page.brief, thing)]
    for thing in things:
        name = timetables.name_of(page.brief, thing)
        if thing in to_fill_in:
            page.lines.append(f"{bullet} {blanks.label_of(page.brief, thing)}: {BLANK}")
            page.bare.append(name)
            continue

        def check(line: str, *, name: str = name, thing: str = thing) -> str | None:
            if line.lower().startswith(name.lower()):
                return "says its label again"
            if _takes_over(page, line, [one for one in things if one != thing]):
                return "what another line begins with"
            return page.fault(line, label=f"{name}:")

        if ticks and blanks.is_tick(page.brief, thing):
            page.lines.append(f"{bullet} {name}")
            page.bare.append(name)
            continue
        if nights := timetables.nights_of(page.brief, thing):
            page.lines.append(f"{bullet} {name}: {nights}")
            page.bare.append(page.lines[-1])
            continue
        line = yield from page.write(f"{bullet} {name}:", _grammar(page, is_begun=True), most, check, bear=not ticks)
        if line:
            line = _as_tick(line) if ticks else line
            page.add(f"{bullet} {name}: {line}", f"{name}: {line}")
        else:
            page.lines.append(f"{bullet} {name}")
            page.bare.append(name)
    if things and len(to_fill_in) == len(things):
        page.lines[:0] = blanks.stated_first(page.brief, page.words)
        return
    is_labelled = page.has_sentences and bool(things or not ticks)
    grammar = grammars.labelled_sentence(page.brief.is_latin) if is_labelled else _grammar(page)
    if page.has_questions:
        grammar = grammars.question_line(page.brief.is_latin)
    most_own = _MOST_OWN_TICKS if page.has_sentences else _MOST_LINES
    limit = min(_MOST_LINES, len(things) + _more(page, len(things))) if things else most_own
    while len(page.lines) < limit and (page.tokens < PART_TOKENS or len(page.lines) < _FEWEST_LINES):
        if len(page.lines) >= _FEWEST_LINES and (yield from page.ends()):
            break
        line = yield from page.write(
            bullet,
            grammar,
            most,
            lambda line: _unlike(page, line, is_labelled=is_labelled),
            bear=len(page.lines) < _FEWEST_LINES,
        )
        if line is None:
            break
        line = _as_tick(line) if ticks else line
        page.add(f"{bullet} {line}", line)


def _more(page: Page, named: int) -> int:
    """How many lines the model may add to those that the detail names."""
    if page.brief.form == "checklist" and not page.has_sentences:
        return _MORE_TICKS
    return _MORE_LINES if named < (_MANY_SENTENCES if page.has_sentences else _MANY_THINGS) else 0


def _tokens(page: Page) -> int:
    """How long a line may be."""
    if page.brief.form == "checklist":
        return _SENTENCE_TICK_TOKENS if page.has_sentences else _TICK_TOKENS
    return _SENTENCE_TOKENS if page.has_sentences else _LINE_TOKENS


def _as_tick(line: str) -> str:
    return re.sub(_PURPOSE, "", re.split(SENTENCE_END, line, maxsplit=1)[0].rstrip("."))


def _unlike(page: Page, line: str, *, is_labelled: bool) -> str | None:
    """Besides the gates: a list of labelled items does not turn into prose, nor say its title behind a label."""
    if is_labelled and not page.has_questions:
        label, _, rest = line.partition(":")
        if (
            not label[:1].isupper()
            or _TALKS.search(label)
            or line_gates.is_unbalanced(label)
            or count_words(rest) < _FEWEST_WORDS
            or stems(rest) <= stems(page.brief.title)
        ):
            return "no item of its own"
    if page.brief.form == "list" and len(page.bare) >= 2 and ":" not in line and all(":" in one for one in page.bare):
        return "no item like the others"
    if re.search(r"(?<!\w)(?:item|step|point) \d", line.lower()):
        return "names nothing"
    if page.brief.form == "checklist":
        if count_words(line) > (_LONGEST_SENTENCE_TICK if page.has_sentences else _LONGEST_TICK):
            return "too long to tick"
        if sum(first_word(line) == first_word(one) for one in page.bare) >= _MOST_ALIKE:
            return "begins like most of them"
    return page.fault(line)
