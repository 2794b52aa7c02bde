"""What a model can only have invented: numbers, addresses, names of houses. Such lines get a mark, and a legend.

A model of this size knows no price, no opening hour, no telephone number, and not how much forty guests drink. What
the goal, the task and the parts before it say is known, and what code has counted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from edge_agent.roles.blanks import has_blank
from edge_agent.roles.outline_words import BLANK
from edge_agent.roles.text import numbers
from edge_agent.roles.wording import Words

MARK: Final = "\u2020"
"""Behind a line: something in it is assumed."""
_ROW: Final = re.compile(rf"(?P<said>\| .*?)(?P<blanks>(?: \| {BLANK})* \|)")

_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S+|\S+@\S+\.\w+|\S+\.(?:com|org|net|local|lan)(?!\w)", re.IGNORECASE)
# A house with a name of its own. Case tells names from kinds: "Hotel Sakura", not "hotel near the station".
_HOUSE: Final = (
    r"Hotel|Hostel|Inn|Ryokan|Resort|Guesthouse|Restaurant|Café|Cafe|Bistro|Bakery|Ramen House|Bar|Pub|Company|Ltd|"
    r"GmbH|Shop|Store|Market|Clinic|Academy|Pension|Gasthof|Gasthaus|Restoran|Kedai|Restauracja|Sklep|Hôtel|Restaurante"
)
_CAPITAL: Final = "[A-Z\u00c0-\u00de]"
_NAMED_HOUSE: Final = re.compile(
    rf"(?<!\w)(?:(?:{_HOUSE}) (?:of |de |am |zum |zur |pod )?{_CAPITAL}\w+|{_CAPITAL}[\w'’-]+ (?:{_HOUSE})(?!\w))"
)


def is_assumed(line: str, known: str) -> bool:
    """Whether the line holds a number, an address or a house's name that does not stand in ``known``."""
    if numbers(line) - numbers(known):
        return True
    found = [*_ADDRESS.finditer(line), *_NAMED_HOUSE.finditer(line)]
    return any(match.group().lower() not in known.lower() for match in found)


_NAME: Final = re.compile(rf"(?<=[\w,;] ){_CAPITAL}[\w'’-]+")


def names_unknown(line: str, known: str) -> bool:
    """Whether the line names something by a proper name, within it, that does not stand in ``known``.

    For journeys, whose places a model mixes up, and for languages that write only names with a capital.
    """
    told = known.lower()
    return any(match.group().lower() not in told for match in _NAME.finditer(line))


_OWN: Final = re.compile(
    r"(?<!\w)(?:our|my|unser\w{0,2}|mein\w{0,2}|notre|nos|mon|ma|mes|nuestr[oa]s?|mis?|nostr[oaie]|mi[oae]|onze?|mijn|nosso?s?|"
    r"nossas?|meus?|minhas?|kami|kita|saya|nasz\w{0,3}|mój|moje\w{0,2}|moja|moją)(?!\w)"
)


def is_about_own_things(goal: str) -> bool:
    """Whether the goal speaks of things that its author owns: what they are like nobody told the model."""
    return bool(_OWN.search(goal.lower()[:2_000]))


def marked(line: str) -> str:
    """The line with the mark at its end; in a table's row, at the end of its last cell that is not to be filled in."""
    row = _ROW.fullmatch(line)
    return f"{row['said']} {MARK}{row['blanks']}" if row else f"{line} {MARK}"


def unmarked(text: str) -> str:
    """The text without marks, without the lines that explain them, and without those that are to be filled in, as a
    model is to read it."""
    lines = [line for line in text.split("\n") if not (line.startswith(f"{MARK} ") or has_blank(line))]
    return "\n".join(lines).replace(f" {MARK}", "").strip()


def legend(words: Words) -> str:
    """What the mark means."""
    return f"{MARK} {words.assumed}"


def with_legend(lines: Sequence[str], words: Words) -> list[str]:
    """The lines, and behind them, where one has the mark and none explains it, what it means."""
    if not any(MARK in line for line in lines) or any(line.startswith(MARK) for line in lines):
        return list(lines)
    return [*lines, "", legend(words)]
