"""Numbers that a model can only have made up, and that nobody needs: prices, measures, rates, percentages.

Other numbers are decisions ("supper at 19:00", "two helpers") or known to all who know the matter ("simmer for 20
minutes"); these stand, marked as assumed.
"""

from __future__ import annotations

import re
from typing import Final

from edge_agent.roles.currencies import UNIT, UNIT_IN_FRONT
from edge_agent.roles.kinds import Kind
from edge_agent.roles.text import numbers

_NUMBER: Final = r"(?<![\w.,])\d[\d.,]*"
_MONEY: Final = re.compile(rf"{UNIT_IN_FRONT}\s*\d[\d.,]*|{_NUMBER}\s*{UNIT}")
_JOURNEY: Final = re.compile(
    rf"{_NUMBER}\s*(?:hours?|minutes?|mins?|km|kilomet\w+|miles?|stunden?|minuten|jam|minit|heures?|horas?|"
    r"godzin\w*|minut\w*)(?!\w)"
)
_MEASURE: Final = re.compile(
    rf"{_NUMBER}\s?(?:%|percent|prozent|procent\w*|por ciento|peratus)|"
    rf"{_NUMBER}\s?[x×]\s?\d+|"
    rf"{_NUMBER}[\s-]?(?:m|m²|m2|m³|cm|mm|met(?:er|re)s?|metr(?:y|ów|a)|metros?|centym\w+|centimet\w+|zentimeter\w*|"
    r"quadratmeter\w*|square|ft|feet|foot|inch(?:es)?|yards?|sentimeter|[gt]b|gigab\w+|terab\w+|megab\w+|watts?|kwh)(?!\w)"
)
# "10 items per month", "2 per wall": how much of a thing there is of another one.
_RATE: Final = re.compile(
    rf"{_NUMBER}(?: [^\W\d_]+){{0,2}} (?:per|pro|je) "
    r"(?!(?:person|persona|guest|head|child|kopf|gast|kind|osob)\w*)[^\W\d_]+|"
    rf"{_NUMBER}(?: [^\W\d_]+){{0,2}} (?:na (?:dzień|tydzień|miesiąc|rok|sezon)|al (?:día|mes|año)|"
    r"a la semana|por (?:día|semana|mes|año)|set?iap \w+|sehari|seminggu|sebulan|setahun|miesięcznie|tygodniowo|"
    r"im (?:monat|jahr)|am tag)(?!\w)"
)
# A model knows no year but those of its texts: its dates are past.
_YEAR: Final = re.compile(r"(?<![\w.,:])(?:19|20)\d\d(?![\w:]|[.,]\d)")
_OF_THE_PAST: Final[frozenset[Kind]] = frozenset({"report", "writing", "learning", "exam"})
"""Kinds of goals that may speak of past years."""
KNOWN_MATTERS: Final[frozenset[Kind]] = frozenset(
    {"cooking", "garden", "training", "health", "learning", "exam", "games", "care"}
)
"""Kinds of goals whose measures and rates are common knowledge: "bake for 30 minutes", "10 words a day"."""
_CLAUSES: Final = re.compile(r"\s*(?:[,;]\s+|\((?=[^()]*\))|\)|\s[–-]\s)\s*")
_SHORTEST: Final = 8
"""Characters of what is left of a line without its numbers, at least."""
_DANGLING: Final = re.compile(
    r"[\s,;:(–-]+$|(?:\s(?:for|at|of|with|and|or|für|mit|und|za|po|i|por|con|y|dan|pada))+$", re.I
)


def invents_a_number(line: str, known: str, kind: Kind) -> bool:
    """Whether the line names a price, a year, a measure, a rate or a percentage, or on a trip a distance or duration,
    with a number that is not in ``known`` (the goal, and what the part builds on)."""
    patterns = [_MONEY]
    if kind not in _OF_THE_PAST:
        patterns.append(_YEAR)
    if kind == "trip":
        patterns.append(_JOURNEY)
    if kind not in KNOWN_MATTERS:
        patterns += [_MEASURE, _RATE]
    told = numbers(known)
    return any(numbers(match.group()) - told for pattern in patterns for match in pattern.finditer(line.lower()))


def without_invented(line: str, known: str, kind: Kind) -> str:
    """The line without the clauses that invent a number; empty where little is left."""
    kept = [clause for clause in _CLAUSES.split(line) if clause and not invents_a_number(clause, known, kind)]
    left = ", ".join(_DANGLING.sub("", clause) for clause in kept)
    return left if len(left) >= _SHORTEST else ""
