"""What stands at the beginning of a part's lines, by code: days, hours, stops, weekends, and the things it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from edge_agent.roles import forms, line_gates, outlines
from edge_agent.roles.kinds import Kind, Subject, kind_of
from edge_agent.roles.outline_words import language_of
from edge_agent.roles.prompts import Brief
from edge_agent.roles.text import stems
from edge_agent.roles.wording import Words, words_for

_WEEKEND: Final = re.compile(
    # A count begins with its word, or one word of 16,000 letters would be read from each of them.
    r"(?:(?<!\w)(?P<count>\w+)\s+)?(?<!\w)(?:weekends?|wochenenden?|week-ends?|fin(?:es)? de semana|fine settimana|"
    r"fi(?:m|ns) de semana|hujung minggu|weekend(?:y|ów)?)(?!\w)"
)
_TIMES: Final = re.compile(
    r"(?<!\w)(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<!\w)(?:morning|afternoon|evening|night|noon|midday|week \d|"
    r"day \d|hour \d)|(?<!\w)(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|vormittag|nachmittag)|"
    r"(?<!\w)abend|(?<!\w)(?:am morgen|mittags?|nachts?)(?!\w)|"
    r"(?<!\w)(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|matin|soir|lunes|martes|miércoles|jueves|viernes|"
    r"sábado|domingo|tarde|noche|isnin|selasa|rabu|khamis|jumaat|sabtu|ahad|pagi|petang|malam)(?!\w)|"
    r"(?<!\w)(?:poniedział|wtorek|środa|środę|czwartek|piątek|sobot|niedziel|rano|popołudni|wieczór|ranek|południe|noc(?!\w))"
)
_WEEKDAY: Final = re.compile(
    r"(?<!\w)(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|"
    r"lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|isnin|"
    r"selasa|rabu|khamis|jumaat|sabtu|ahad|poniedział|wtorek|środa|środę|czwartek|piątek|sobot|niedziel)"
)
_WEEKLY: Final = re.compile(
    r"(?<!\w)(?:weekly|wochenplan|wochenstundenplan|hebdomadaire|semanal|settimanale|wekelijks\w*|mingguan|tygodniow\w+|"
    r"(?:plan|rozkład|harmonogram) tygodnia|(?:week|woche|semaine|semana) (?:plan|timetable)|typical week|"
    r"who.{0,24}(?:which|what) day|wer (?:\w+ )?wann|quién.{0,24}qué día|kto (?:\w+ )?kiedy|"
    r"siapa.{0,24}(?:bila|hari apa))(?!\w)"
)
"""A plan for each week alike; so is who comes which day."""
_DAILY: Final = re.compile(
    r"(?<!\w)(?:daily|tagesplan|tagesablauf|täglich\w*|harian|(?:plan|rozkład|harmonogram) dnia|dzienny|diario|"
    r"quotidien\w*)(?!\w)"
)
"""A plan for each day alike: its times are those that its things name, however many days there are."""
_MOST_THINGS: Final = 8
_MOST_WEEKENDS: Final = 5
"""Weekends of one part whose days are told."""
_FULL_DAY: Final = 3
"""Of a day with so many things hours at which nothing is planned are left out."""
_LONGEST_COUNTED: Final = 24
"""Characters of what the goal counts, where a label says it."""


def things_of(brief: Brief) -> tuple[str, ...]:
    """What the part's detail names, as short things; none where it names fewer than two, or is a sentence."""
    if brief.is_root:
        return ()
    # A title may be two wishes of the goal: "What we must borrow; what could go wrong".
    named = brief.title.split("; ") if "; " in brief.title else outlines.things_of(brief.detail)
    found = [thing.strip(" .") for thing in named]
    usable = dict.fromkeys(
        thing
        for thing in found
        if 3 <= len(thing) <= 40
        and line_gates.line_fault(thing, language=brief.language_code, goal="", earlier=(), advice=False) is None
    )
    return tuple(usable)[:_MOST_THINGS] if len(usable) >= 2 else ()


def name_of(brief: Brief, thing: str) -> str:
    """What a thing is called in front of its line: with how the goal counts it ("Eight services", "Guest list (40
    guests)"), where that is among what the goal states about the part."""
    label = _capital(thing)
    for quote in outlines.facts_of(brief.detail).split("; "):
        number, _, counted = quote.partition(" ")
        if (
            not (number.isdecimal() or number.lower() in forms.number_words())
            or not 0 < len(counted) <= _LONGEST_COUNTED
        ):
            continue
        if stems(thing) == stems(counted):
            return _capital(quote)
        if stems(counted) < stems(thing):
            return f"{label} ({quote})"
    return label


def labels_of(brief: Brief) -> tuple[str, ...]:
    """The labels that code sets ("Day 3:"): a route's stops, hours, days, weeks, months, weekends, or times by name.

    Empty where the model sets its own.
    """
    if stops := outlines.stops(brief.title, brief.detail, brief.goal, brief.language_code):
        return stops
    if brief.form != "schedule":
        return ()
    things = things_of(brief)
    named = tuple(f"{_capital(thing)}:" for thing in things) if are_times(things) else ()
    if named and (_DAILY.search(brief.title.lower()) or any(_WEEKDAY.search(thing.lower()) for thing in things)):
        return named
    span = forms.span_of(brief.title)
    if (span is None or span.unit == "day") and (hours := forms.clock_labels(brief.title)):
        return hours
    words = words_for(brief.language_code)
    if words is None:
        return ()
    if span is None and _DAILY.search(brief.title.lower()):
        # Asked for by name, with nothing said of its times.
        return tuple(f"{_capital(time)}:" for time in (words.morning, words.afternoon, words.evening))
    if _WEEKLY.search(brief.title.lower()):
        return tuple(f"{weekday}:" for weekday in words.weekdays.split(", "))
    is_trip = kind_of(brief.goal) == "trip"
    if halves := _halves(brief.title, words, whole_days=is_trip):
        return halves
    if weekends := _weekends(f"{brief.title} {brief.detail} {brief.goal}", words, whole_days=is_trip):
        return weekends
    if _is_of_one_day(brief):
        return tuple(f"{_capital(thing)}:" for thing in things)
    extent = forms.schedule_extent(brief.title, brief.detail, brief.goal)
    return forms.labels(extent, words) if extent else named


def _is_of_one_day(brief: Brief) -> bool:
    """Whether the part tells one day of a goal that takes longer: that of the exam, not the eleven weeks before."""
    language, kind = language_of(brief.language_code), kind_of(brief.goal)
    subjects: tuple[Subject, ...] = (kind, "children") if kind == "celebration" else (kind,)
    return language is not None and any((one, brief.title.lower()) in language.of_one_day for one in subjects)


def are_times(things: Sequence[str]) -> bool:
    """Whether half of the things or more are times of a day or of a week: "morning walk, quiet evening"."""
    return bool(things) and 2 * sum(bool(_TIMES.search(thing.lower())) for thing in things) >= len(things)


def hours_of(labels: tuple[str, ...], things: Sequence[str], kind: Kind) -> tuple[str, ...]:
    """The labels, without those hours of a full day at which nothing is planned.

    Guests come in the afternoon; who moves house begins with breakfast.
    """
    if len(things) < _FULL_DAY or not labels[0][:1].isdecimal():
        return labels
    return labels[: len(things)] if kind == "moving" else labels[-len(things) :]


_NUMBERED: Final = re.compile(r"(?P<unit>\D+ )(?P<first>\d+)(?:-(?P<last>\d+))?:")


def spanned(labels: Sequence[str], count: int) -> tuple[str, ...]:
    """``count`` labels that cover the same days, weeks or months: "Day 15-16:" and "Day 17-18:" are "Day 15-18:".

    None where these are no more, or no numbers.
    """
    numbered = [match for label in labels if (match := _NUMBERED.fullmatch(label))]
    if not 0 < count < len(labels) or len(numbered) < len(labels):
        return ()
    shares = [numbered[at * len(labels) // count : (at + 1) * len(labels) // count] for at in range(count)]
    ends = [(share[0], share[-1]["last"] or share[-1]["first"]) for share in shares]
    return tuple(
        f"{first['unit']}{first['first']}:" if first["first"] == last else f"{first['unit']}{first['first']}-{last}:"
        for first, last in ends
    )


_HOUR: Final = re.compile(r"(\d{1,2}):([0-5]\d):")
_LAST_HOUR: Final = 120
"""Minutes that what is done at the last hour of a day takes."""
_QUARTER: Final = 15


def hours_within(labels: Sequence[str], shares: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """For each label one for each thing of its share: the label again, or, of an hour, times up to the next hour."""
    hours = [_HOUR.fullmatch(label) for label in labels]
    minutes = [60 * int(match[1]) + int(match[2]) if match else 0 for match in hours]
    made: list[tuple[str, ...]] = []
    for at, (label, share) in enumerate(zip(labels, shares, strict=True)):
        count = max(len(share), 1)
        if hours[at] is None or count == 1:
            made.append((label,) * count)
            continue
        room = minutes[at + 1] - minutes[at] if at + 1 < len(labels) else _LAST_HOUR
        step = max(room // count // _QUARTER, 1) * _QUARTER
        times = [minutes[at] + step * more for more in range(count)]
        made.append(tuple(f"{time // 60 % 24:02}:{time % 60:02}:" for time in times))
    return made


def is_pattern(labels: Sequence[str], things: Sequence[str]) -> bool:
    """Whether the things are what each of the labelled days, weeks or months holds, as times of a day are."""
    return are_times(things) and not any(re.match(r"\d", label) or _WEEKDAY.search(label.lower()) for label in labels)


def _halves(title: str, words: Words, *, whole_days: bool) -> tuple[str, ...]:
    """The days of the one weekend, or the times of the one day of a weekend, that the title ends with; else none.

    ``whole_days``: a single day is one label.
    """
    end = title.rpartition(", ")[2].lower()
    if match := re.fullmatch(rf"{words.weekend.lower()} (\d+)(?: {words.to} (\d+))?", end):
        if match[2] is None:
            return (f"{words.saturday}:", f"{words.sunday}:")
        numbers = range(int(match[1]), min(int(match[2]), int(match[1]) + _MOST_WEEKENDS - 1) + 1)
        return tuple(f"{words.weekend} {at}, {day}:" for at in numbers for day in (words.saturday, words.sunday))
    for day in (words.saturday, words.sunday):
        if end == day.lower():
            if whole_days:
                return (f"{day}:",)
            return tuple(f"{day}, {time}:" for time in (words.morning, words.afternoon, words.evening))
    return ()


def _weekends(text: str, words: Words, *, whole_days: bool) -> tuple[str, ...]:
    """The halves of the days of one weekend, the days of several; none where none is spoken of."""
    match = _WEEKEND.search(text.lower())
    if match is None or forms.extent_of(text) is not None:
        return ()
    count = min(forms.number_words().get(match["count"] or "", 0) or _digits(match["count"]), _MOST_WEEKENDS)
    if count <= 1 and whole_days:
        return (f"{words.saturday}:", f"{words.sunday}:")
    if count <= 1:
        return (
            f"{words.saturday}, {words.morning}:",
            f"{words.saturday}, {words.afternoon}:",
            f"{words.saturday}, {words.evening}:",
            f"{words.sunday}, {words.morning}:",
            f"{words.sunday}, {words.afternoon}:",
        )
    return tuple(
        f"{words.weekend} {at}, {day}:" for at in range(1, count + 1) for day in (words.saturday, words.sunday)
    )


def _digits(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 3 else 1


def assigned(labels: Sequence[str], things: Sequence[str]) -> tuple[str, ...]:
    """For each label what its line begins with, empty where the model begins it.

    Things that are labels themselves begin no line. The others come in their order, each once: together where there
    are more than labels, at the end of a day of hours (its beginning is preparation), spread out where there are less
    than half as many, else one each from the first.
    """
    return tuple(", ".join(own) for own in shared_out(labels, things))


def of_times(things: Sequence[str], times: int) -> tuple[str, ...]:
    """What is done at each of the times of a day, empty where that is open: the first thing, then the others, the last
    one at the end. All that are left where there are more than times."""
    if len(things) > times:
        return (*things[: times - 1], ", ".join(things[times - 1 :]))
    if len(things) < 2:
        return (*things, *[""] * (times - len(things)))
    return (*things[:-1], *[""] * (times - len(things)), things[-1])


def shared_out(labels: Sequence[str], things: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """As :func:`assigned`, with the things of each label apart."""
    told = {re.split("[,:]", label)[0].lower() for label in labels}
    things = [thing for thing in things if thing.lower() not in told]
    count, given = len(labels), len(things)
    if given > count:
        return tuple(tuple(things[at * given // count : (at + 1) * given // count]) for at in range(count))
    begins: list[tuple[str, ...]] = [()] * count
    for at, thing in enumerate(things):
        if re.match(r"\d", labels[0]):
            begins[count - given + at] = (thing,)
        elif count >= 2 * given:
            begins[at * count // given] = (thing,)
        else:
            begins[at] = (thing,)
    return tuple(begins)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_COUNTED: Final = re.compile(r"(?<!\w)(\d{1,2}|[^\W\d_]{2,12})\s+(?=[^\W\d_]{3})")


_OF_PEOPLE: Final = re.compile(
    r"(?<!\w)(?:people|persons?|guests|adults|children|gäste|personen|leute|kinder|orang|tetamu|osób|osoby|gości|personas|"
    r"invitados|niños)(?!\w)"
)


def rows_of(brief: Brief, most: int) -> int:
    """How many rows a table has, 3 to ``most``, as its title or the goal's words in its detail count them; else 0."""
    quoted = brief.detail.partition(";")[2]
    return counted(brief.title, most) or (0 if _OF_PEOPLE.search(quoted.lower()) else counted(quoted, most))


def counted(title: str, most: int) -> int:
    """How many things the title counts ("Table of the eight services": 8), 3 to ``most``; 0 where it counts none."""
    if forms.span_of(title) or forms.extent_of(title):
        return 0
    for match in _COUNTED.finditer(title.lower()):
        number = forms.number_words().get(match[1], 0) or (int(match[1]) if match[1].isdecimal() else 0)
        if 3 <= number <= most:
            return number
    return 0


_NIGHTS: Final = re.compile(r"(?<!\w)(?:nights?|nächte|malam|noce|nocy|noches|nuits|notti|nachten|noites)(?!\w)")


def nights_of(brief: Brief, thing: str) -> str:
    """How long each town is stayed in ("Tokyo 5, Kyoto 4"), where the thing asks for nights and parts are towns' days.

    The last day of a trip has no night.
    """
    if not _NIGHTS.search(thing.lower()):
        return ""
    stays = _stays(brief)
    if len(stays) < 2:
        return ""
    counts = [span.count for _, span in stays]
    counts[-1] -= 1
    return ", ".join(f"{town} {nights}" for (town, _), nights in zip(stays, counts, strict=True) if nights)


def towns_of(brief: Brief) -> tuple[str, ...]:
    """The towns of a trip whose days are parts of their own, in order; none of other goals."""
    return tuple(town for town, _ in _stays(brief)) if kind_of(brief.goal) == "trip" else ()


def _stays(brief: Brief) -> list[tuple[str, forms.Extent]]:
    """The towns among the parts' titles, with their days."""
    return [
        (title.split(",", 1)[0].strip(), span)
        for title in brief.siblings
        if "," in title and (span := forms.span_of(title)) is not None and span.unit == "day"
    ]


_DAY: Final = re.compile(r"(?<!\w)(?:day|tag|jour|día|giorno|dag|dia|hari|dzień)\s+(\d{1,3})(?!\w)")


def misplaced(line: str, brief: Brief) -> str | None:
    """Whether the line, which names one of the towns alone, puts it on a day on which another one is stayed in."""
    lower = line.lower()
    named = [span for town, span in _stays(brief) if town.lower() in lower]
    days = [int(day) for day in _DAY.findall(lower)]
    if len(named) == 1 and any(not named[0].first <= day <= named[0].last for day in days):
        return "a town on another's day"
    return None
