"""Limits of time that a goal states, and lines that break them: "half an hour a day", "within one weekend"."""

from __future__ import annotations

import re
from typing import Final

from edge_agent.roles import forms

_HALF: Final = r"half an hour|(?:a |one )?half hour|eine[rn]? halben? stunde|media hora|pół godziny|setengah jam"
_ONE: Final = r"an|a|one|another|eine?|una|satu|jedną|jedna"
_MINUTES: Final = r"minutes?|mins?|minuten?|minutos?|minut[yaę]?|minit"
_HOURS: Final = r"hours?|hrs?|stunden?|horas?|godzin[yaę]?|jam"
_WORDS: Final = "|".join(sorted(forms.number_words(), key=len, reverse=True))
_TIME: Final = (
    rf"(?:(?P<half>{_HALF})|(?P<number>\d{{1,3}}(?:[.,]5)?|{_WORDS}|{_ONE})[ -](?:(?P<minutes>{_MINUTES})|"
    rf"(?P<hours>{_HOURS}))|(?P<one_hour>sejam|godzinę))(?!\w)"
)
_DURATION: Final = re.compile(rf"(?<![\w.,:])(?:an? )?{_TIME}", re.IGNORECASE)
_DAILY: Final = (
    r"(?:of \w+ |exercise |training |practice )?(?:a|an|per|each|every) (?:day|evening|morning|night)|daily|am tag|"
    r"pro tag|jeden (?:tag|abend)|täglich|al día|diari[oa]s?|cada día|por día|dziennie|każdego dnia|codziennie|sehari|"
    r"setiap hari"
)
_EACH_DAY: Final = re.compile(rf"(?<![\w.,:]){_TIME} (?:{_DAILY})(?!\w)", re.IGNORECASE)
_SAID_DAILY: Final = re.compile(rf"(?<!\w)(?:{_DAILY})(?!\w)", re.IGNORECASE)
_LATER: Final = (
    (7, r"(?:next|following|second|another|coming) week(?:end)?|nächste[ns]? woche(?:nende)?|(?:próxim[ao]|siguiente) "
     r"(?:semana|fin de semana)|(?:semana|fin de semana) (?:siguiente|próxim[ao])|następn\w+ (?:tyg\w+|weekend\w*)|"
     r"przyszł\w+ (?:tyg\w+|weekend\w*)|minggu (?:depan|hadapan|berikutnya)|week [2-9]|woche [2-9]"),
    (30, r"next month|nächsten monat|próximo mes|mes siguiente|przyszłym miesiącu|bulan (?:depan|hadapan)"),
    (365, r"next year|nächstes jahr|próximo año|przyszłym roku|tahun (?:depan|hadapan)"),
)  # fmt: skip
_AFTER: Final = tuple((days, re.compile(rf"(?<!\w)(?:{words})(?!\w)")) for days, words in _LATER)


def minutes_a_day(goal: str) -> int:
    """How many minutes the goal gives for each day ("half an hour a day": 30); 0 where it says nothing of that."""
    match = _EACH_DAY.search(goal.lower())
    return _minutes(match) if match else 0


def _minutes(match: re.Match[str]) -> int:
    if match["half"]:
        return 30
    if match["one_hour"]:
        return 60
    word = match["number"].lower().replace(",", ".")
    number = float(word) if word[0].isdecimal() else forms.number_words().get(word, 1)
    return round(number * (60 if match["hours"] else 1))


def within_a_day(line: str, minutes: int) -> str:
    """The line of a day, or of several alike, with a duration beyond the minutes of a day put right.

    "2 hours of reading" is "30 minutes of reading". ``minutes`` is 0 where the goal states none.
    A line with several durations is left as it is: :func:`is_too_long`.
    """
    found = list(_DURATION.finditer(line))
    if not minutes or len(found) != 1 or _minutes(found[0]) <= minutes:
        return line
    match = found[0]
    unit = _unit(match)
    hyphen = "-" if "-" in match.group() else " "
    article = re.match(r"an? (?=\w)", match.group(), re.IGNORECASE) if hyphen == "-" else None
    told = f"{'a ' if article else ''}{minutes}{hyphen}{unit}"
    return line[: match.start()] + told + line[match.end() :]


def _unit(match: re.Match[str]) -> str:
    """The word for minutes in the language of a duration, in the number in which it stands in front of a noun."""
    if match["minutes"]:
        return match["minutes"]
    said = match.group().lower()
    if "-" in said:
        return "minute"
    for hour, minute in (("stund", "Minuten"), ("hora", "minutos"), ("godzin", "minut"), ("jam", "minit")):
        if hour in said:
            return minute
    return "minutes"


def is_too_long(line: str, minutes: int, days: int) -> bool:
    """Whether the line's durations together are more than the goal gives for the ``days`` that the line is about.

    Those that the line itself counts for each day are compared with one day.
    """
    if not minutes:
        return False
    each = [_minutes(match) for match in _DURATION.finditer(line)]
    return sum(each) > minutes * (1 if _SAID_DAILY.search(line) else days)


def days_given(goal: str) -> int:
    """How many days the goal gives; 0 where it does not say."""
    extent, weekends = forms.extent_of(goal), forms.weekends_of(goal)
    if extent is not None:
        return forms.in_days(extent).count
    return 7 * weekends - 5 if weekends else 0


def is_after_the_end(line: str, days: int) -> bool:
    """Whether the line puts something off to a time behind so many days: "next week" where there is one weekend.

    Never where ``days`` is 0.
    """
    return days > 0 and any(days <= later and pattern.search(line.lower()) for later, pattern in _AFTER)
