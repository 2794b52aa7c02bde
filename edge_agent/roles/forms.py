"""The forms that a task's text can take, how far it extends, and the labels that code can set instead of the model.

Small models copy numbers from line to line ("every stop: 14 nights"). So whatever can be counted is counted here: a
schedule of 14 days gets its 14 labels, a budget its sum.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from edge_agent.records import Form
from edge_agent.roles.number_words import NUMBERS, ONE_OR_ARTICLE
from edge_agent.roles.wording import Words

Unit = Literal["day", "week", "month"]
MAX_LABELS: Final = 10
"""More lines than this are too long for one part; longer extents get ranges ("Days 1-2")."""

# Word beginnings (lower case) that name a form, in the order in which they are tried.
_FORM_WORDS: Final[tuple[tuple[Form, str], ...]] = (
    (
        "budget",
        r"budget|costs?(?!\w)|expense|prices|kosten|ausgaben|coût|dépense|presupuest|gasto|bilancio|costi|spese|begroting|"
        r"orçament|custos?(?!\w)|belanjawan|bajet|anggaran|biaya|kos(?!\w)|budżet|koszt|wydatk|cennik",
    ),
    (
        "checklist",
        r"checklist|check list|packing|to-do|packliste|checkliste|senarai semak|liste de contrôle|lista de control|"
        r"paklijst|todo|lista kontrolna|listy kontrolne|lista do spakowania|lista rzeczy do",
    ),
    (
        "comparison",
        r"compar|versus|vergleich|perbandingan|bandingkan|confront|vergelijk|porówn|zestawienie|pros and cons",
    ),
    (
        "letter",
        r"letter|email|e-mail|invitation|speech|brief(?!\w)|einladung|surat|jemputan|undangan|lettre|carta|lettera|"
        r"uitnodiging|convite|ucapan|zaprosz|przemówieni|pismo(?!\w)",
    ),
    (
        "schedule",
        r"schedul|timeline|ablaufplan|timetable|itinerar|day-by-day|day by day|week-by-week|week by week|calendar|"
        r"agenda|days|weeks|zeitplan|ablauf|terminplan|wochenplan|tagesplan|kalender|jadual|jadwal|aturcara|programme|"
        r"calendrier|cronogram|calendari|horario|planning|hour by hour|harmonogram|kalendarz|rozkład|plan dnia",
    ),
    ("table", "table|tabelle|matrix|jadual perbandingan|tableau|tabla|tabella|tabela|tabelka"),
    (
        "list",
        r"lists?(?!\w)|menu|ingredients|recommend|overview|inventory|listen?(?!\w)|menü|speise|senarai|daftar|"
        r"lista|elenco|lijst|spis(?!\w)|wykaz|jadłospis",
    ),
)
# Words that make a list likely, but do not by themselves name a piece of writing.
_LISTED: Final = re.compile(r"(?<!\w)(?:route|places|options|rules|words|vocabulary|phrases|exercises|steps|questions)")
_FORMS: Final = tuple((form, re.compile(rf"(?<!\w)(?:{words})")) for form, words in _FORM_WORDS)
_HEAD_ENDS: Final = re.compile(
    r"\s(?:of|for|to|with|from|by|on|in|von|für|zu|mit|de|du|des|pour|para|del|untuk|bagi|dla|do|na|przed|od)\s"
)
# Checklists whose name is several words, with a list or a preposition inside.
_CHECKLIST: Final = re.compile(
    r"senarai semak|liste de contrôle|lista de (?:control|verifica)|lista di controllo|lista kontrolna"
)
# What other parts are built on, and what is built on other parts.
_GROUND: Final = re.compile(
    r"(?<!\w)(?:route|itinerar|reiseroute|laluan|rute|requirement|overview|inventory|features|places|towns|"
    r"cities|stops|orte|tempat|trasa|miejsca|miasta)"
)
_BUILT_ON_OTHERS: Final[frozenset[Form]] = frozenset({"budget", "checklist"})
_LATE: Final = re.compile(
    r"(?<!\w)(?:checklist|packing|summary|risks|backup plan|packliste|zusammenfassung|ringkasan|senarai semak|"
    r"lista kontrolna|podsumowanie)"
)

_UNITS: Final[dict[Unit, str]] = {
    "day": r"days?|nights?|tage?n?|jours?|d[ií]as?|giorn[oi]|dag(?:en)?|dias?|hari|dni|dzień|dnia",
    "week": r"weeks?|wochen?|semaines?|semanas?|settiman[ae]|we(?:ek|ken)|minggu|tydzień|tygodni(?:e|u|a)?",
    "month": r"months?|monate?n?|mois|mes(?:es)?|mes[ei]|maand(?:en)?|m[eê]s(?:es)?|bulan|miesiąc(?:e|a)?|miesięcy",
}
_NUMBER_WORDS: Final[Mapping[str, int]] = {**NUMBERS, **dict.fromkeys(ONE_OR_ARTICLE, 1), "fortnight": 14}
_NUMBER: Final = r"\d{1,3}|" + "|".join(sorted(_NUMBER_WORDS, key=len, reverse=True))
# German joins number and unit to one adjective: "fünftägig", "zweiwöchig".
_JOINED: Final[dict[Unit, str]] = {"day": "tägig", "week": "wöchig", "month": "monatig"}
_COUNTED: Final = {
    unit: re.compile(rf"(?<!\w)({_NUMBER})(?:[\s-]+(?:{names})(?!\w)|{_JOINED[unit]})")
    for unit, names in _UNITS.items()
}
# "A week in Rome", but not "three runs a week".
_SINGLY: Final[tuple[tuple[Unit, re.Pattern[str]], ...]] = (
    ("week", re.compile(r"(?:^|(?<!\w)(?:plan|spend|for|within|in|during) )(a week)(?!\w)")),
    ("month", re.compile(r"(?:^|(?<!\w)(?:plan|spend|for|within|in|during) )(a month)(?!\w)")),
    ("week", re.compile(r"(?<!\w)(?:przez|na|w) (tydzień)(?!\w)|(?<!\w)(?:selama|dalam) (seminggu)(?!\w)")),
    ("month", re.compile(r"(?<!\w)(?:przez|na|w) (miesiąc)(?!\w)|(?<!\w)(?:selama|dalam) (sebulan)(?!\w)")),
)
_RANGED: Final = {
    unit: re.compile(
        rf"(?<!\w)(?:{names})\s+(\d{{1,3}})\s*(?:-|–|—|to|through|until|and|bis|und|à|al?|tot|até|hingga|sampai|do)\s*"
        rf"(?:(?:{names})\s+)?(\d{{1,3}})(?!\w)"
    )
    for unit, names in _UNITS.items()
}
_SINGLE: Final = {
    unit: re.compile(rf"(?<!\w)(?:{names})\s+(\d{{1,3}})(?!\w|\s*(?:-|–|—)|[.,]\d)") for unit, names in _UNITS.items()
}
_EACH: Final[dict[Unit, re.Pattern[str]]] = {
    "day": re.compile(
        r"(?<!\w)(?:dai?ly|day[\s-]by[\s-]day|each day|every day|täglich|tag für tag|harian|setiap hari|"
        r"codzienn|dzień po dniu)"
    ),
    "week": re.compile(
        r"(?<!\w)(?:weekly|week[\s-]by[\s-]week|each week|every week|wöchentlich|mingguan|setiap minggu|"
        r"tydzień po tygodniu|tygodniowy|co tydzień)"
    ),
    "month": re.compile(
        r"(?<!\w)(?:monthly|month[\s-]by[\s-]month|each month|every month|monatlich|bulanan|miesięczny|co miesiąc)"
    ),
}
_WEEKENDS: Final = re.compile(
    rf"(?<!\w)({_NUMBER})[\s-](?:long )?(?:weekends?|wochenenden?|hujung minggu|weekend\w*|fin(?:es)? de semana)(?!\w)"
)
_ONE_WEEKEND: Final = re.compile(
    r"(?<!\w)(?<!every )(?<!each )(?<!jedes )(?<!setiap )(?<!każdy )"
    r"(?:weekend|wochenende|hujung minggu|fin de semana)(?!\w)"
)
# What makes an extent one that comes again: "four days a week".
_AGAIN: Final = re.compile(
    r"\s(?:a|an|per|each|every|pro|in der|jede|setiap|na|w|a la|por|al)\s(?:day|week|month|tag|woche|monat|hari|"
    r"minggu|bulan|dzień|tydzień|tygodniu|miesiąc|d[ií]a|semana|mes)"
)
_MOST_DAYS: Final = 28
_DAYS: Final[dict[Unit, int]] = {"day": 1, "week": 7, "month": 30}


class Extent(Struct, frozen=True, kw_only=True):
    """Units ``first`` to ``last``, both included, counted from 1."""

    unit: Unit
    first: int
    last: int

    @property
    def count(self) -> int:
        """How many units."""
        return self.last - self.first + 1


def form_of(title: str, detail: str = "") -> Form:
    """The form that the title's words name; else "list" where title or detail speak of things listed, else "text".

    The head of a title decides: a "List of letters" is a list, a "Wedding invitation list" too.
    """
    title = title.lower()
    if _CHECKLIST.match(title):
        return "checklist"
    for text in (_HEAD_ENDS.split(title, maxsplit=1)[0], title):
        found = [(match.end(), form) for form, pattern in _FORMS for match in pattern.finditer(text)]
        if found:
            last = max(end for end, _ in found)
            return next(form for end, form in found if end == last)
    return "list" if _LISTED.search(f"{title} {detail.lower()}") else "text"


def names_a_form(title: str) -> bool:
    """Whether the title names a piece of writing."""
    return any(pattern.search(title.lower()) for _, pattern in _FORMS)


def dependencies(titles: list[tuple[str, Form]]) -> list[tuple[int, ...]]:
    """For each part the indexes of the earlier parts whose text it needs.

    Only what titles make plain: a budget or checklist needs the parts before it that set out what is done (schedules,
    lists, tables); a schedule needs an earlier route.
    """
    found: list[tuple[int, ...]] = []
    for index, (_, form) in enumerate(titles):
        earlier = list(enumerate(titles[:index]))
        if form in _BUILT_ON_OTHERS:
            needed = [at for at, (_, other) in earlier if other in ("schedule", "list", "table", "comparison")]
        elif form == "schedule":
            needed = [at for at, (title, other) in earlier if other != form and _GROUND.search(title.lower())]
        else:
            needed = []
        found.append(tuple(needed[:3]))
    return found


def place_of(title: str, form: Form) -> int:
    """Where the part belongs: 0 before the others, which are built on it, 2 behind them, else 1."""
    if form in _BUILT_ON_OTHERS or _LATE.search(title.lower()):
        return 2
    return 0 if form != "schedule" and _GROUND.search(title.lower()) else 1


def number_words() -> Mapping[str, int]:
    """The numbers that are known by name, in all languages known here, lower case."""
    return _NUMBER_WORDS


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBER_WORDS.get(word, 0)


def extent_of(*texts: str) -> Extent | None:
    """The extent that the first text names which names one: a range ("days 3 to 7"), else the longest ("two weeks")."""
    for text in (text.lower() for text in texts):
        for unit, pattern in _RANGED.items():
            if (match := pattern.search(text)) and 1 <= int(match[1]) < int(match[2]):
                return Extent(unit=unit, first=int(match[1]), last=int(match[2]))
        if longest := _longest(text):
            return longest[0]
        if "fortnight" in text:
            return Extent(unit="day", first=1, last=14)
    return None


def _longest(text: str) -> tuple[Extent, str] | None:
    """The longest extent that the text counts, and its words; "4 days a week" is none."""
    found = [
        (Extent(unit=unit, first=1, last=count), match.group())
        for unit, pattern in _COUNTED.items()
        for match in pattern.finditer(text.lower())
        if (count := _number(match[1])) > (unit == "day") and not _AGAIN.match(text.lower(), match.end())
    ]
    found += [
        (Extent(unit=unit, first=1, last=1), match[match.lastindex or 0])
        for unit, pattern in _SINGLY
        if (match := pattern.search(text.lower()))
    ]
    return max(found, key=lambda one: one[0].count * _DAYS[one[0].unit], default=None)


def weekends_of(text: str) -> int:
    """How many weekends the text counts; 0 where it counts none, or an extent besides."""
    if _longest(text) is not None:
        return 0
    match = _WEEKENDS.search(text.lower())
    return _number(match[1]) if match else int(bool(_ONE_WEEKEND.search(text.lower())))


def extent_quote(text: str) -> str:
    """The words with which the text counts its longest extent, lower case; empty where it counts none."""
    longest = _longest(text)
    return longest[1] if longest else ""


def span_length(extent: Extent, words: Words) -> str:
    """How long the extent is: "14 days", "3 Wochen"."""
    unit = _unit(extent.unit, words) if extent.count == 1 else _units(extent.unit, words)
    # German nouns keep their capital, which the words of the other languages have as beginnings of titles alone.
    return f"{extent.count} {unit if words.day == 'Tag' else unit.lower()}"


def _in_unit(extent: Extent, unit: Unit) -> Extent:
    days_before = (extent.first - 1) * _DAYS[extent.unit]
    days = extent.count * _DAYS[extent.unit]
    first = days_before // _DAYS[unit] + 1
    return Extent(unit=unit, first=first, last=first + max(1, round(days / _DAYS[unit])) - 1)


def in_days(extent: Extent) -> Extent:
    """The extent counted in days."""
    return _in_unit(extent, "day")


def cut(extent: Extent, most: int) -> tuple[Extent, ...]:
    """The extent in at most ``most`` consecutive spans that together cover it, the longer ones first."""
    count = max(min(most, extent.count), 1)
    length, longer = divmod(extent.count, count)
    spans: list[Extent] = []
    first = extent.first
    for at in range(count):
        last = first + length + (at < longer) - 1
        spans.append(Extent(unit=extent.unit, first=first, last=last))
        first = last + 1
    return tuple(spans)


def _unit(unit: Unit, words: Words) -> str:
    return {"day": words.day, "week": words.week, "month": words.month}[unit]


def _units(unit: Unit, words: Words) -> str:
    return {"day": words.days, "week": words.weeks, "month": words.months}[unit]


def span_title(extent: Extent, words: Words) -> str:
    """The extent as a title: "Days 3 to 7", "Month 2"."""
    if extent.count == 1:
        return f"{_unit(extent.unit, words)} {extent.first}"
    return f"{_units(extent.unit, words)} {extent.first} {words.to} {extent.last}"


def is_span(title: str) -> bool:
    """Whether the title names a numbered span: "Days 3 to 7", "Tokyo, day 2"."""
    return span_of(title) is not None


def span_of(title: str) -> Extent | None:
    """The numbered span that the title names, a single day, week or month included."""
    lower = title.lower()
    for unit, pattern in _RANGED.items():
        if (match := pattern.search(lower)) and 1 <= int(match[1]) < int(match[2]):
            return Extent(unit=unit, first=int(match[1]), last=int(match[2]))
    for unit, pattern in _SINGLE.items():
        if (match := pattern.search(lower)) and int(match[1]) >= 1:
            return Extent(unit=unit, first=int(match[1]), last=int(match[1]))
    return None


def schedule_extent(title: str, detail: str, goal: str) -> Extent | None:
    """What a schedule covers: its own extent, else the goal's, in the unit its words ask for.

    Two weeks and less are told in days, one month and more than 28 days in weeks.
    """
    span = span_of(title)
    # A month's "daily habit" is one thing of it, and tells nothing of how it is told.
    subject = (title if span else f"{title} {detail}").lower()
    extent = _parts_of(span) or extent_of(title, detail) or extent_of(goal)
    if extent is None:
        return None
    for unit, pattern in _EACH.items():
        if pattern.search(subject) and _DAYS[unit] <= _DAYS[extent.unit]:
            return _in_unit(extent, unit)
    if extent.unit == "week" and extent.count <= 2:
        return _in_unit(extent, "day")
    if (extent.unit == "day" and extent.count > _MOST_DAYS) or (extent.unit == "month" and extent.count == 1):
        return _in_unit(extent, "week")
    return extent


def _parts_of(span: Extent | None) -> Extent | None:
    """A span as it is told: a single month in four weeks, a single week in seven days."""
    if span is None or span.count > 1 or span.unit == "day":
        return span
    unit: Unit = "week" if span.unit == "month" else "day"
    each = 4 if span.unit == "month" else 7
    return Extent(unit=unit, first=(span.first - 1) * each + 1, last=span.first * each)


def labels(extent: Extent, words: Words) -> tuple[str, ...]:
    """One label a line ("Day 3:"), at most MAX_LABELS: longer extents are cut into equal ranges ("Day 1-2:")."""
    step = -(-extent.count // MAX_LABELS)
    name = _unit(extent.unit, words)
    return tuple(
        f"{name} {first}:" if (last := min(first + step - 1, extent.last)) == first else f"{name} {first}-{last}:"
        for first in range(extent.first, extent.last + 1, step)
    )[:MAX_LABELS]


# Beginnings of titles that name a time of day, and its hours.
_CLOCKS: Final = tuple(
    (re.compile(rf"(?:the )?(?:{words})(?!\w)"), tuple(hours.split()))
    for words, hours in (
        ("morning|vormittag|pagi|matin|mañana|rano|poranek|przedpołudnie", "08:00 09:00 10:30 12:00"),
        ("afternoon|nachmittag|petang|après-midi|tarde|popołudnie|po południu", "13:00 14:30 16:00 17:30"),
        ("evening|abend|malam|soir|noche|wieczór|wieczorem", "18:30 19:30 21:00 22:30"),
        (
            "day schedule|moving day|opening day|tagesplan|umzugstag|plan dnia|dzień przeprowadzki|aturcara|"
            "hari pindah|horario de la fiesta|día de la mudanza",
            "08:00 10:00 12:00 14:00 16:00 18:00 20:00",
        ),
    )
)


def clock_labels(title: str) -> tuple[str, ...]:
    """The hours ("13:00:") of the part of a day that the title begins with; none where it begins with none."""
    lower = title.lower()
    return next((tuple(f"{hour}:" for hour in hours) for pattern, hours in _CLOCKS if pattern.match(lower)), ())
