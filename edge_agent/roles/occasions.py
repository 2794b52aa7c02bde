"""What the outline of a celebration or an event takes from its goal: whose it is, how soon and how large."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from edge_agent.roles import forms
from edge_agent.roles.outline_words import Language, Part
from edge_agent.roles.people import counted_people
from edge_agent.roles.quantities import ORDINALS

_WEDDING: Final = re.compile(r"(?<!\w)(?:wedding|hochzeit|kahwin|perkahwinan|pernikahan|ślub|wesel|boda)")
_CEREMONY: Final = {"en": "ceremony", "de": "Trauung", "ms": "akad nikah", "pl": "ślub", "es": "ceremonia"}
_DAY: Final = (
    r"(?:\w{1,9}day|weekend|week|\w{1,9}tag|mittwoch|wochenende|woche|poniedział\w+|wtor\w+|środ\w+|czwart\w+|piąt\w+|"
    r"sobot\w+|niedziel\w+|tydzień|tygodni\w*|lunes|martes|miércoles|jueves|viernes|sábado|domingo|"
    r"semana|fin de semana)"
)
_FEW: Final = r"(?:a|one|two|three|einer|zwei|drei|dwa|trzy|una|dos|tres|satu|dua|tiga|[1-3])"
_SOON: Final = re.compile(
    rf"(?<!\w)(?:(?:next|this|coming) {_DAY}|tomorrow|tonight|in {_FEW} weeks?|in (?:\w+|\d+) days|"
    rf"(?:nächste[nrs]?|kommende[nrs]?|diese[nrsm]?) {_DAY}|übermorgen|in {_FEW} wochen?|in (?:\w+|\d+) tagen|"
    rf"(?:przyszł\w+|najbliższ\w+|tę|ten|t[ąe]) {_DAY}|jutro|pojutrze|za (?:tydzień|{_FEW} tygodni\w*)|"
    rf"za (?:\w+|\d+) dni|"
    rf"(?:próxim[oa]|este|esta) {_DAY}|{_DAY} que viene|pasado mañana|dentro de {_FEW} semanas?|"
    r"(?:isnin|selasa|rabu|khamis|jumaat|sabtu|ahad|minggu|hujung minggu) (?:ini|depan|hadapan)|esok|lusa|"
    rf"dalam (?:seminggu|{_FEW} minggu))(?!\w)"
)
_FEW_PEOPLE: Final = 12
"""People for whom nobody prepares two months ahead."""

_OLDEST_CHILD: Final = 13
_BIRTHDAY: Final = r"birthday|geburtstag|urodzin\w*|cumpleaños|hari jadi"
_AGES: Final = (
    re.compile(rf"(?<!\w)(\w+?)(?:st|nd|rd|th)?\.? (?:{_BIRTHDAY})"),
    re.compile(r"(?<!\w)(?:turns?|turning|aged?|wird|kończ\w+|skończ\w+|cumple|genap|berumur|berusia) (\w+)"),
    re.compile(r"(?<!\w)(\w+)(?:-| )?(?:year-old|years old|jährig\w*|jahre alt|latk\w+)(?!\w)"),
    re.compile(rf"(?<!\w)(?:{_BIRTHDAY})(?: yang)? (?:ke-?)?(\w+)"),
)
_OF_CHILDREN: Final = re.compile(
    r"(?<!\w)(?:(?:kids?|child(?:ren)?)(?:'?s'?)? (?:birthday|party)|kindergeburtstag|kinderfest|kinderparty|"
    r"kinderbal\w*|(?:przyjęcie|impreza|urodziny) (?:dla )?dziec\w+|(?:cumpleaños|fiesta) infantil|"
    r"(?:pesta|majlis) kanak-kanak)(?!\w)"
)
_CHILD: Final = re.compile(
    r"(?<!\w)(?:daughter|son|grandson|granddaughter|niece|nephew|little (?:boy|girl|one)|twins|tochter|sohne?s?|"
    r"enkel\w*|nichte|neffen?|zwillinge?|córk\w+|córeczk\w+|syn(?:a|ka)?|wnu(?:k|cz)\w*|bliźnia\w+|hij[oa]s?|niet[oa]s?|"
    r"sobrin[oa]s?|gemel[oa]s|anak|cucu)(?!\w)"
)


def is_for_children(goal: str) -> bool:
    """Whether a celebration is a party of children: by the age that the goal states, 13 years at most, of a birthday or
    of a child that it names; where it states none, by whose birthday it is."""
    lower = goal.lower()
    if _OF_CHILDREN.search(lower):
        return True
    if _WEDDING.search(lower):
        return False
    told = (match[1] for pattern in _AGES for match in pattern.finditer(lower))
    ages = [age for age in map(_age, told) if age]
    is_birthday, names_child = bool(re.search(_BIRTHDAY, lower)), bool(_CHILD.search(lower))
    if not ages:
        return is_birthday and names_child
    # Clubs and marriages have an age, too.
    return max(ages) <= _OLDEST_CHILD and (is_birthday or names_child)


def without_ages(text: str) -> str:
    """The text, lower case, without the numbers that are ages: "who turns six" counts nothing."""
    lower = text.lower()
    for pattern in _AGES:
        lower = pattern.sub(lambda match: " " if _age(match[1]) else match[0], lower)
    return lower


def _age(word: str) -> int:
    """The number that the word tells, an ordinal too; 0 where it tells none."""
    word = word.removeprefix("ke-")
    return int(word) if word.isdecimal() else ORDINALS.get(word, 0) or forms.number_words().get(word, 0)


def with_ceremony(parts: tuple[Part, ...], known: Language, goal: str, code: str) -> tuple[Part, ...]:
    """The parts, with the ceremony behind the welcome where the celebration is a wedding."""
    if not _WEDDING.search(goal.lower()):
        return parts
    welcome = next(part.things[0] for part in known.outlines[("celebration", "activity")] if "time" in part.topics)
    return tuple(
        msgspec.structs.replace(part, things=(welcome, _CEREMONY[code], *part.things[1:]))
        if part.things[0] == welcome
        else part
        for part in parts
    )


def is_near_or_small(goal: str) -> bool:
    """Whether the goal's day is at most three weeks off, or it is for few people."""
    return bool(_SOON.search(goal.lower())) or is_small(goal)


def is_small(goal: str) -> bool:
    """Whether the goal is for a dozen people at most, and no wedding."""
    people = counted_people(goal)
    return bool(people) and people[0][0] <= _FEW_PEOPLE and not _WEDDING.search(goal.lower())


def for_few(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts of a celebration for few people, without the part for music and without speeches and a dance."""
    made: list[Part] = []
    for part in parts:
        if "music" not in part.topics and not ("time" in part.topics and part.form == "schedule"):
            made.append(part)
        elif part.form == "schedule":
            # An evening's supper and music; a day's welcome, meal and farewell.
            things = part.things[::2][:2] if "music" in part.topics else (*part.things[:2], part.things[-1])
            made.append(msgspec.structs.replace(part, things=things))
    return tuple(made)


def prepared_at_once(parts: tuple[Part, ...], known: Language) -> tuple[Part, ...]:
    """The phases, of which the first two, months and a week before, are a week and a day before.

    The first holds the beginnings of both, the second the end of the other.
    """
    early, week_before, *rest = parts
    day_before = known.outlines[("games", "phase")][1].title
    first = msgspec.structs.replace(
        early,
        title=week_before.title,
        things=(*early.things[:2], week_before.things[0]),
        topics=early.topics | week_before.topics,
    )
    return (first, msgspec.structs.replace(week_before, title=day_before, things=week_before.things[-2:]), *rest)
