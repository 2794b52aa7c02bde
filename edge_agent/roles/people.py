"""How many people a text counts: "40 guests", "vier Freunde", "enam orang"."""

from __future__ import annotations

import re
from typing import Final

from edge_agent.roles.forms import number_words

_COUNT: Final = r"\d{1,4}|" + "|".join(sorted(number_words(), key=len, reverse=True))
_PEOPLE: Final = re.compile(
    rf"(?<![\w.,])({_COUNT})\s+(?:guests|people|persons|adults|children|kids|neighbours|colleagues|friends|gästen?|"
    r"personen|leute|kindern?|nachbarn|freunden?|orang(?: tetamu)?|tetamu|osób|osoby|gości|dzieci|przyjaciół|personas|"
    r"invitados|amigos|personnes|invités)(?!\w)"
)
_MOST_CHARACTERS: Final = 2_000


def counted_people(text: str) -> tuple[tuple[int, str], ...]:
    """Each number of people in the text with the words that say it, in order; lower case."""
    known = number_words()
    found = _PEOPLE.finditer(text.lower()[:_MOST_CHARACTERS])
    return tuple((int(one[1]) if one[1].isdecimal() else known.get(one[1], 0), one.group()) for one in found)
