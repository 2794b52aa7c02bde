"""The numbers that texts state: spans of time, and counts of people, money and things. For comparing parts with a goal.

English, German, French, Spanish, Italian, Dutch, Portuguese, Malay and Polish. What it does not know it leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct

from edge_agent.roles.number_words import NUMBERS
from edge_agent.roles.text import condense, stem, word_set, words

Unit = Literal["day", "weekend", "week", "month"]

_DAYS: Final[dict[Unit, int]] = {"weekend": 2, "day": 1, "week": 7, "month": 30}
# Weekends first: their names begin with a week's.
_NAMES: Final[dict[Unit, str]] = {
    "weekend": r"weekends?|week-ends?|wochenenden?s?|fin(?:es)? de semana|fins? de semana|hujung minggu|akhir pekan|"
    r"weekend(?:y|ów|zie|u)?|fine settimana",
    "day": r"days?|tage?[ns]?|jours?|journées?|d[ií]as?|giorn[oi]|dag(?:en)?|hari|dni|dzień|dnia|dniach",
    "week": r"weeks?|wochen?|semaines?|semanas?|settiman[ae]|we(?:ek|ken)|minggu|pekan|tydzień|tygodni(?:e|a|u|ach)?",
    "month": r"months?|monate?[ns]?|mois|mes(?:es)?|mes[ei]|maand(?:en)?|m[eê]s(?:es)?|bulan|"
    r"miesiąc(?:a|e|u|ach)?|miesięcy",
}


def _numbered(*lines: str) -> dict[str, int]:
    """Each word of the first line with 1, of the second with 2, and so on."""
    return {word: number for number, words in enumerate(lines, start=1) for word in words.split()}


ORDINALS: Final = _numbered(
    "first erste ersten erster erstes premier première primer primera primero primo prima eerste primeiro primeira "
    "pertama pierwszy pierwsza pierwszego pierwszym",
    "second zweite zweiten zweiter zweites deuxième segundo segunda secondo seconda tweede kedua drugi druga drugiego",
    "third dritte dritten dritter drittes troisième tercer tercera terzo terza derde terceiro terceira ketiga trzeci "
    "trzecia trzeciego",
    "fourth vierte vierten vierter quatrième cuarto cuarta quarto quarta vierde keempat czwarty czwarta",
    "fifth fünfte fünften fünfter cinquième quinto quinta vijfde kelima piąty piąta",
    "sixth sechste sechsten sechster sixième sexto sexta sesto zesde keenam szósty szósta",
)
_NUMBER: Final = r"\d{1,3}|" + "|".join(sorted(NUMBERS, key=len, reverse=True))
_ORDINAL: Final = "|".join(sorted(ORDINALS, key=len, reverse=True))
_TO: Final = r"-|–|—|to|through|until|and|bis|und|à|al?|et|e|y|tot|en|até|hingga|sampai|dan|do|i|&"


def _by_unit(pattern: str) -> dict[Unit, re.Pattern[str]]:
    return {unit: re.compile(pattern.replace("UNIT", f"(?:{names})")) for unit, names in _NAMES.items()}


_NUMBERED: Final = _by_unit(rf"(?<!\w)UNIT\s+(\d{{1,3}})(?:\s*(?:{_TO})\s*(?:UNIT\s+)?(\d{{1,3}}))?(?!\w)(?!\s*[x×%])")
_ORDERED: Final = _by_unit(rf"(?<!\w)(?:({_ORDINAL})\s+UNIT|UNIT\s+({_ORDINAL}))(?!\w)")
_COUNTED: Final = _by_unit(rf"(?<!\w)({_NUMBER})[\s-]+(?:full\s+|ganze\s+)?UNIT(?!\w)")
# Malay writes "a month" as one word.
_STAGED: Final = _by_unit(
    rf"(?<!\w)(?:({_NUMBER})\s+)?(?:se)?UNIT\s+(?:before|earlier|vorher|davor|vor|avant|antes|prima|voor|vooraf|sebelum|"
    r"przed|wcześniej)(?!\w)"
)
_FORTNIGHT: Final = re.compile(r"(?<!\w)fortnight|quinzaine|quincena")
HEAD_TOKENS: Final = 100
"""How much of a goal, in estimated tokens, is searched for what it states: a ramble names much that does not matter."""


class Span(Struct, frozen=True, kw_only=True):
    """A counted span of time: "two weeks"."""

    count: int
    unit: Unit

    @property
    def days(self) -> int:
        """In days: a weekend has two, a month thirty."""
        return self.count * _DAYS[self.unit]

    @property
    def whole(self) -> str:
        """In words: "2 weeks"."""
        return f"{self.count} {self.unit}{'' if self.count == 1 else 's'}"

    def units_without(self, days: frozenset[int]) -> tuple[int, ...]:
        """The units, from 1, of which at most half the days are among these."""
        length = _DAYS[self.unit]
        return tuple(
            number
            for number in range(1, self.count + 1)
            if 2 * sum(day in days for day in range((number - 1) * length + 1, number * length + 1)) <= length
        )

    def words_for(self, units: Sequence[int]) -> str:
        """These units in words: "weeks 4 to 6", "months 1 and 3"."""
        if not units:
            return f"all of the {self.whole}"
        if len(units) == 1:
            return f"{self.unit} {units[0]}"
        if units[-1] - units[0] == len(units) - 1:
            return f"{self.unit}s {units[0]} to {units[-1]}"
        return f"{self.unit}s {', '.join(map(str, units[:-1]))} and {units[-1]}"


def stated_span(text: str) -> Span | None:
    """The longest span that the beginning of the text counts ("two weeks"); None where it counts none of two days."""
    lower = condense(text, HEAD_TOKENS).lower()
    found = [Span(count=_value(match[1]), unit=unit) for unit, match in _matches(_COUNTED, lower)]
    if _FORTNIGHT.search(lower):
        found.append(Span(count=2, unit="week"))
    return max((span for span in found if span.days > 1), key=lambda span: span.days, default=None)


def named_days(item: str, most: int) -> frozenset[int]:
    """The days, 1 to ``most``, within the spans that the item names by number ("days 3 to 5", "second week")."""
    lower, found = item.lower(), set[int]()
    for unit, match in _matches(_NUMBERED, lower):
        first, last = int(match[1]), int(match[2] or match[1])
        found.update(range((first - 1) * _DAYS[unit] + 1, min(last * _DAYS[unit], most) + 1))
    for unit, match in _matches(_ORDERED, lower):
        number = ORDINALS[match[1] or match[2]]
        found.update(range((number - 1) * _DAYS[unit] + 1, min(number * _DAYS[unit], most) + 1))
    return frozenset(day for day in found if day >= 1)


def names_unit(item: str, unit: Unit) -> bool:
    """Whether the item names a day, a weekend, a week or a month at all."""
    return re.search(rf"(?<!\w)(?:{_NAMES[unit]})(?!\w)", item.lower()) is not None


def days_before(title: str) -> int | None:
    """How many days before the main day a title's stage begins: "Two weeks before the wedding" 14; None where none."""
    lower = title.lower()
    for unit, match in _matches(_STAGED, lower):
        return max(_value(match[1] or ""), 1) * _DAYS[unit]
    return None


def without_spans(text: str) -> str:
    """In lower case, semicolons instead of the spans that are named by number or counted ("sixteen days")."""
    lower = text.lower()
    for patterns in (_NUMBERED, _ORDERED, _COUNTED):
        for _, match in _matches(patterns, lower):
            lower = lower[: match.start()] + ";" * len(match.group()) + lower[match.end() :]
    return lower


def counted_days(items: Iterable[str]) -> int:
    """The longest span that some item counts ("for six weeks": 42), in days; 0 where none does."""
    return max(
        (_value(match[1]) * _DAYS[unit] for item in items for unit, match in _matches(_COUNTED, item.lower())),
        default=0,
    )


def _matches(patterns: dict[Unit, re.Pattern[str]], lower: str) -> list[tuple[Unit, re.Match[str]]]:
    """All matches; what a unit has matched is no longer there for the next ones."""
    found: list[tuple[Unit, re.Match[str]]] = []
    for unit, pattern in patterns.items():
        matches = list(pattern.finditer(lower))
        found += [(unit, match) for match in matches]
        for match in matches:
            lower = lower[: match.start()] + " " * len(match.group()) + lower[match.end() :]
    return found


def _value(word: str) -> int:
    return int(word) if word.isdigit() else NUMBERS.get(word, 0)


def is_time_or_number(word: str) -> bool:
    """Whether a word in lower case is a number or names days, weeks or months."""
    return word.isdigit() or word in NUMBERS or any(re.fullmatch(names, word) for names in _NAMES.values())


def names_a_date(text: str) -> bool:
    """Whether the text names a day of a month, or a month of a year."""
    return _DATE.search(text.lower()) is not None


class Count(Struct, frozen=True, kw_only=True):
    """A number, and what stands around it: the words that tell what it counts."""

    value: int
    about: frozenset[str]


_FOR: Final = word_set(
    "for of with für von mit pour de avec para con per di voor van met com untuk bagi seramai dla do na z"
)
_PEOPLE: Final = re.compile(
    "people|persons?|guests|visitors|adults|neighbours|neighbors|friends|participants|personen|leute|gäste|nachbarn|"
    "freunde|teilnehmer|personn?es|invités|personas|invitados|vecinos|amigos|persone|ospiti|mensen|gasten|pessoas|"
    "convidados|orang|tetamu|jiran|osoby|osób|osobom|gości|gościom|goście|sąsiadów"
)
# "28 August", "August 2027" are dates, as is "in 2027".
_MONTH: Final = (
    r"jan(?:uary|uar|vier|uari)?|enero|gennaio|janeiro|stycz(?:eń|nia)|feb(?:ruary|ruar|ruari|rero|braio)?|février|"
    r"fevereiro|lut(?:y|ego)|march|märz|mars|marzo|maart|março|mac|mar(?:zec|ca)|apr(?:il|ile)?|avril|abril|kwie\w+|"
    r"may|mai|mayo|maggio|mei|maio|maj|maja|jun[ei]?|juin|junio|giugno|juni|junho|czerw\w+|jul[iy]?|juillet|julio|"
    r"luglio|julho|julai|lip(?:iec|ca)|aug(?:ust|ustus)?|août|agosto|ogos|sierp\w+|sep(?:tember|tembre|tiembre)?|"
    r"settembre|setembro|wrze\w+|o[ck]t(?:ober|obre|ubre|obro)?|ottobre|outubro|paździer\w+|nov(?:ember|embre|embro)?|"
    r"noviembre|listopad\w*|de[czs](?:ember|embre|iembre|embro)?|décembre|dicembre|disember|grud\w+"
)
_DATE: Final = re.compile(
    rf"(?<!\w)(?:\d{{1,2}}(?:\.|st|nd|rd|th)?\s+(?:de\s+)?(?:{_MONTH})|(?:{_MONTH})\s+\d{{1,2}}(?!\d))"
    rf"(?:,?\s+(?:de\s+)?\d{{4}})?(?!\w)|(?<!\w)(?:{_MONTH})\s+\d{{4}}(?!\w)"
)
# Times of a day are no counts either.
_HOURS: Final = re.compile(
    r"(?<!\w)[\w,.]+[\s-](?:minut\w*|mins?|hours?|hrs?|stunden?|heures?|horas?|or[ae]|uren|jam|minit|godzin\w*)(?!\w)"
)
# Nor are ages.
_AGES: Final = re.compile(
    r"(?<!\w)(?:aged?|im alter von|âgés? de|de edad|berumur|w wieku)\s+\d{1,2}"
    r"(?:(?:,|\s)+(?:and |und |et |y |dan |i )?\d{1,2}(?!\d))*|"
    r"(?<!\w)\d{1,2}(?:[\s-]?years?[\s-]old|[\s-]?jährig\w*|\s+jahre? alt|\s+ans(?!\w)|-letni\w*)"
)
_OTHER_WORDS: Final = {"en": word_set("once due"), "pl": word_set("ten"), "de": word_set("sei")}
"""Words that count in another language and mean something else in this one."""
_BEFORE_YEARS: Final = word_set("in im en dans nel em tahun year jahr rok roku w since seit")
_ABOUT_NUMBER: Final = re.compile(
    rf"(?:([^\W\d_]+)\s+)?(?:([^\W\d_]{{1,3}})|[€$£¥]\s?)?(?<![\d:])(\d{{1,3}}(?:[., ]\d{{3}})+|\d{{1,7}}|"
    rf"(?<!\w)(?:{'|'.join(sorted(NUMBERS, key=len, reverse=True))})(?!\w))(?!\d|[:.,]\d|\.\s?[a-zäöü])"
    rf"\s*(€|[$£¥]|[^\W\d_]+)?"
)


def counts(text: str, language: str = "") -> tuple[Count, ...]:
    """The numbers from 2 on that count something other than days, weeks, months and years of life."""
    lower = without_spans(_AGES.sub(" ; ", text.lower()))
    other = _OTHER_WORDS.get(language, frozenset())
    found: list[Count] = []
    for match in _ABOUT_NUMBER.finditer(_HOURS.sub(" ; ", _DATE.sub(" ; ", lower))):
        before, attached, number, behind = match.groups()
        value = NUMBERS[number] if number in NUMBERS else int(re.sub(r"[., ]", "", number))
        is_year = before in _BEFORE_YEARS and 1900 <= value <= 2100
        if value > 1 and not is_year and number not in other:
            found.append(Count(value=value, about=_about(before, attached, behind)))
    return tuple(found)


def _about(before: str | None, attached: str | None, behind: str | None) -> frozenset[str]:
    """What is counted: people ("for"), else the noun or the currency, else what stands before the number."""
    if behind and _PEOPLE.fullmatch(behind):
        return frozenset({"for"})
    counted = {stem(word) for word in (attached, behind) if word and words(word)}
    if counted or not before:
        return frozenset(counted)
    return frozenset({"for" if before in _FOR else stem(before)})
