"""What can be checked in a line without knowing the world: sums, days that do not exist, weekdays of dates."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

_EQUATION: Final = re.compile(
    r"(?<![\w.,])(?P<first>\d{1,7}(?:\.\d{1,2})?)(?P<rest>(?:\s*[-+x×*]\s*\d{1,7}(?:\.\d{1,2})?){1,9})\s*=\s*"
    r"(?P<result>\d{1,9}(?:\.\d{1,2})?)(?![\w]|[.,]\d)"
)
_STEP: Final = re.compile(r"\s*([-+x×*])\s*(\d+(?:\.\d+)?)")
MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january januar janvier enero januari stycznia",
            "february februar février febrero februari lutego",
            "march märz mars marzo mac maret marca",
            "april avril abril kwietnia",
            "may mai mayo mei maja",
            "june juni juin junio jun czerwca",
            "july juli juillet julio julai lipca",
            "august août agosto ogos agustus sierpnia",
            "september septembre septiembre września",
            "october oktober octobre octubre października",
            "november novembre noviembre listopada",
            "december dezember décembre diciembre disember desember grudnia",
        ),
        start=1,
    )
    for name in names.split()
}
_LONGEST: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
WEEKDAYS: Final = {
    name: number
    for number, names in enumerate(
        (
            "monday montag lundi lunes isnin senin poniedziałek",
            "tuesday dienstag mardi martes selasa wtorek",
            "wednesday mittwoch mercredi miércoles rabu środa",
            "thursday donnerstag jeudi jueves khamis kamis czwartek",
            "friday freitag vendredi viernes jumaat jumat piątek",
            "saturday samstag samedi sábado sabtu sobota",
            "sunday sonntag dimanche domingo ahad minggu niedziela",
        )
    )
    for name in names.split()
}
_NAME: Final = "|".join(sorted(MONTHS, key=len, reverse=True))
_WEEKDAY: Final = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
_DATE: Final = re.compile(
    rf"(?:(?P<weekday>{_WEEKDAY}),?\s+(?:the |den |le |el )?)?"
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of |de )?(?P<month>{_NAME})|"
    rf"(?P<month_first>{_NAME})\s+(?P<day_last>\d{{1,2}})(?:st|nd|rd|th)?)(?!\w|:)"
    r"(?:,?\s+(?:de )?(?P<year>(?:19|20)\d\d)(?!\d))?",
    re.IGNORECASE,
)


_LATE_HOUR: Final = re.compile(r"(?<!\d)((?:1[3-9]|2[0-3]):[0-5]\d) ?[ap]\.?m\.?(?!\w)", re.IGNORECASE)


def with_right_sums(line: str) -> str:
    """The line with the results of its sums ("8 x 12 = 96") put right, products first, and "15:00 pm" as "15:00"."""
    return _LATE_HOUR.sub(r"\1", _EQUATION.sub(_right, line))


def _right(match: re.Match[str]) -> str:
    terms = [Fraction(match["first"])]
    for sign, number in _STEP.findall(match["rest"]):
        value = Fraction(number)
        if sign in "x×*":
            terms[-1] *= value
        else:
            terms.append(value if sign == "+" else -value)
    result = sum(terms, Fraction(0))
    if result == Fraction(match["result"]):
        return match.group()
    shown = str(result.numerator) if result.denominator == 1 else f"{float(result):.2f}"
    return match.group()[: match.start("result") - match.start()] + shown


def is_no_date(line: str) -> bool:
    """Whether the line names a day that no year has (31 June), or a date whose weekday is another one."""
    for match in _DATE.finditer(line.lower()):
        day = int(match["day"] or match["day_last"])
        month = MONTHS[match["month"] or match["month_first"]]
        if not 1 <= day <= _LONGEST[month - 1]:
            return True
        if match["year"]:
            year = int(match["year"])
            if (month, day) == (2, 29) and not _is_leap(year):
                return True
            if match["weekday"] and _weekday(year, month, day) != WEEKDAYS[match["weekday"]]:
                return True
    return False


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _weekday(year: int, month: int, day: int) -> int:
    """The day of the week, 0 for Monday (Zeller's congruence; roles/ may not import datetime, which reads clocks)."""
    if month < 3:
        year, month = year - 1, month + 12
    return (day + 13 * (month + 1) // 5 + year + year // 4 - year // 100 + year // 400 + 5) % 7


# What everybody gets one of, at least.
_PER_HEAD: Final = re.compile(
    r"(?<![\w.,/])(\d{1,3})(?= (?:servings?|portions?|plates?|pieces?|slices?|cups?|glasses|chairs?|seats?|portionen|"
    r"teller|stück|gläser|stühle|plätze|porcj\w|talerz\w*|krzes\w*|porciones|platos|sillas|hidangan|pinggan|kerusi|keping)(?!\w))",
    re.IGNORECASE,
)
_EACH_ONE: Final = re.compile(
    r"(?<!\w)(?:each|per|every|apiece|a head|pro|je|jeder?|na osobę|każd\w+|por|cada|setiap|seorang)(?!\w)",
    re.IGNORECASE,
)


_SEATED: Final = re.compile(
    r"(?<![\w.,/])(?P<tables>\d{1,3})(?P<between>(?: \w+)? (?:tables?|tische?n?|meja|stoł\w+|mesas?)\b[^\d.;]{1,30}?)"
    r"(?P<seats>\d{1,2})(?= (?:chairs?|seats?|people|guests?|persons?|stühle\w*|plätze\w*|personen|gäste\w*|kerusi|"
    r"orang|krzes\w*|osób|miejsc\w*|sillas?|personas?|asientos?)(?!\w))",
    re.IGNORECASE,
)
_TABLES: Final = re.compile(
    r"(?<![\w.,/])(\d{1,3})(?=(?: \w+)? (?:tables|tischen?|meja|stołów|mesas)(?!\w))", re.IGNORECASE
)
_LARGEST_TABLE: Final = 16
_USUAL_TABLE: Final = 8
"""Seats of a table where what is written is no table's: "40 chairs each"."""
_MANY: Final = 12
"""People who do not sit at tables of one or two."""
_TOO_MANY: Final = 1.5
"""Times as many seats or plates as people are no reserve any more."""


def with_enough(line: str, people: int) -> str:
    """The line with as many servings, plates or seats as there are people, where it names fewer or far more, and as
    many tables as seat them all: "20 tables, each with 5 seats" for 40 people are 8 tables."""
    if people < 1:
        return line
    line = _SEATED.sub(lambda match: _tables(match, people), line)
    if not _SEATED.search(line):
        line = _TABLES.sub(lambda match: _enough_tables(int(match[1]), people), line)
    if _EACH_ONE.search(line) or _SEATED.search(line):
        return line
    return _PER_HEAD.sub(lambda match: match[1] if people <= int(match[1]) <= _TOO_MANY * people else str(people), line)


def _enough_tables(tables: int, people: int) -> str:
    """As many tables as seat all, where there is one for every person or two."""
    is_too_many = people >= _MANY and 2 * tables >= people
    return str(-(-people // _USUAL_TABLE) if is_too_many else tables)


def _tables(match: re.Match[str], people: int) -> str:
    seats = int(match["seats"])
    if not 2 <= seats <= _LARGEST_TABLE:
        seats = min(people, _USUAL_TABLE)
    return f"{-(-people // seats)}{match['between']}{seats}"


_NUMBERED_DAY: Final = re.compile(
    r"(?<!\w)(?:days?|tage?|jours?|días?|hari|dni|dzień|giorn[oi]|dag(?:en)?)\s+(\d{1,3})(?!\w|[:.,]\d)"
)


def is_beyond(line: str, days: int) -> bool:
    """Whether the line names a day ("day 16") behind the last one."""
    return any(int(found) > days for found in _NUMBERED_DAY.findall(line.lower()))
