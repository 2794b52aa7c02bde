"""Which days the parts of a plan name, in the bench's five languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bench.quality.goals import Unit

_DAYS: Final[dict[Unit, int]] = {"day": 1, "weekend": 2, "week": 7, "month": 30}
_NAMES: Final[dict[Unit, str]] = {
    "weekend": r"weekends?|wochenenden?|hujung minggu|weekend(?:y|ów)?|fin(?:es)? de semana",
    "day": r"days?|tage?n?|hari|dni|dzień|d[ií]as?",
    "week": r"weeks?|wochen?|minggu|tydzień|tygodni[ea]?u?|semanas?",
    "month": r"months?|monate?n?|bulan|miesiąc[ae]?|miesięcy|mes(?:es)?",
}


def _numbered(*lines: str) -> dict[str, int]:
    """Each word of the first line with 1, of the second with 2, and so on."""
    return {word: number for number, words in enumerate(lines, start=1) for word in words.split()}


_NUMBERS: Final = _numbered(
    "one ein eine einen satu jeden jedna uno un una",
    "two zwei dua dwa dwie dos",
    "three drei tiga trzy tres",
    "four vier empat cztery cuatro",
    "five fünf lima pięć cinco",
    "six sechs enam sześć seis",
    "seven sieben tujuh siedem siete",
    "eight acht lapan osiem ocho",
    "nine neun sembilan dziewięć nueve",
    "ten zehn sepuluh dziesięć diez",
    "eleven elf sebelas jedenaście once",
    "twelve zwölf dwanaście doce",
)
_ORDINALS: Final = _numbered(
    "first erste ersten erster erstes pertama pierwszy pierwsza primer primera",
    "second zweite zweiten zweiter kedua drugi druga segundo segunda",
    "third dritte dritten dritter ketiga trzeci trzecia tercer tercera",
    "fourth vierte vierten vierter keempat czwarty cuarto cuarta",
    "fifth fünfte fünften kelima piąty quinto quinta",
    "sixth sechste sechsten keenam szósty sexto sexta",
)
# Number words that mean something else far more often.
_ARTICLES: Final = frozenset(["one", "ein", "eine", "einen", "uno", "un", "una", "once"])
_COUNT: Final = r"\d{1,3}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True))
_PLACE: Final = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_TO: Final = r"-|–|—|to|until|bis|hingga|sampai|do|al?|and|und|dan|i|y|&"
_RANGED: Final = {
    unit: re.compile(rf"(?<!\w)(?:{names})\s+(\d{{1,3}})(?:\s*(?:{_TO})\s*(?:(?:{names})\s+)?(\d{{1,3}})(?!\w))?")
    for unit, names in _NAMES.items()
}
_NAMED: Final = {
    unit: re.compile(rf"(?<!\w)(?:({_PLACE})\s+(?:{names})|(?:{names})\s+({_PLACE}))(?!\w)")
    for unit, names in _NAMES.items()
}
_TOTAL: Final = {unit: re.compile(rf"(?<!\w)({_COUNT})[\s-]+(?:{names})(?!\w)") for unit, names in _NAMES.items()}


def days_of(span: tuple[int, Unit]) -> int:
    """A span in days, a weekend counting two, a month thirty."""
    return span[0] * _DAYS[span[1]]


def named_days(items: Sequence[str], most: int) -> frozenset[int]:
    """The days, 1 to ``most``, that lie within a span that some item names ("days 3 to 5", "second week")."""
    found: set[int] = set()
    for item in items:
        lower = item.lower()
        for unit, length in _DAYS.items():
            for match in _RANGED[unit].finditer(lower):
                first, last = int(match[1]), int(match[2] or match[1])
                found.update(range((first - 1) * length + 1, last * length + 1))
            for match in _NAMED[unit].finditer(lower):
                number = _ORDINALS[match[1] or match[2]]
                found.update(range((number - 1) * length + 1, number * length + 1))
    return frozenset(day for day in found if 1 <= day <= most)


def states(items: Sequence[str], span: tuple[int, Unit]) -> bool:
    """Whether some item states the whole span as a number of units ("14 days", "two weeks")."""
    return any(
        (int(match[1]) if match[1].isdigit() else _NUMBERS[match[1]]) * _DAYS[unit] == days_of(span)
        for item in items
        for unit in _DAYS
        for match in _TOTAL[unit].finditer(item.lower())
    )


def is_number(text: str) -> bool:
    """Whether the text is a number and nothing else, in digits or as a word."""
    return text.isdecimal() or text in _NUMBERS


def holds_number(items: Sequence[str], number: int) -> bool:
    """Whether some item holds this number, in digits or as a word up to twelve; the numbers of days do not count."""
    text = re.sub(r"(?<=\d)[.,\s](?=\d{3}(?!\d))", "", " ; ".join(items).lower())
    for pattern in (*_RANGED.values(), *_TOTAL.values()):
        text = pattern.sub(" ", text)
    words = {word for word, value in _NUMBERS.items() if value == number} - _ARTICLES
    return bool(re.search(rf"(?<!\d){number}(?!\d)", text)) or any(word in re.findall(r"\w+", text) for word in words)
