"""How many people a text counts: "40 guests", "vier Freunde", "enam orang", "for four"."""

from __future__ import annotations

import re
from typing import Final

from edge_agent.roles.forms import number_words

_COUNT: Final = r"\d{1,4}|" + "|".join(sorted(number_words(), key=len, reverse=True))
_PEOPLE: Final = re.compile(
    rf"(?<![\w.,])({_COUNT})\s+(?:of us|women|men|guests|people|persons|adults|children|kids|neighbours|colleagues|"
    r"friends|gästen?|personen|leute|kindern?|nachbarn|freunden?|freundinnen|frauen|männern?|orang(?: tetamu)?|tetamu|"
    r"osób|osoby|gości|dzieci|przyjaciół|przyjaciółek|koleżanek|kolegów|personas|invitados|amig[oa]s|chic[oa]s|mujeres|"
    r"hombres|personnes|invités)(?!\w)"
)
# Three digits behind "for" are as often a price: "buy a bicycle for 300".
_SHORT_COUNT: Final = r"\d{1,2}|" + "|".join(sorted(number_words(), key=len, reverse=True))
FOR_SO_MANY: Final = (
    rf"(?<!\w)(?:for|für|para|untuk|dla) (?P<so_many>{_SHORT_COUNT})"
    r"(?=\s(?:next|this|on|at|in|am|im|nächst\w*|kommend\w*|el|en|este|pada|w|we)\s|\s*[,.;!]|\s*$)"
)
"""A count behind which nothing is counted: "a coffee for four next Saturday"."""
IS_SO_MANY: Final = re.compile(FOR_SO_MANY)
_MOST_CHARACTERS: Final = 2_000


def counted_people(text: str) -> tuple[tuple[int, str], ...]:
    """Each number of people in the text with the words that say it, in order; lower case.

    Who the writers are comes last where more people are counted: "the four of us" give a party for 55.
    """
    known, lower = number_words(), text.lower()[:_MOST_CHARACTERS]
    found = [(one[1], one.group()) for one in _PEOPLE.finditer(lower)]
    found = found or [(one["so_many"], one["so_many"]) for one in IS_SO_MANY.finditer(lower)]
    people = [(int(count) if count.isdecimal() else known.get(count, 0), told) for count, told in found]
    most = max((count for count, _ in people), default=0)
    return tuple(sorted(people, key=lambda one: one[1].endswith("of us") and one[0] < most))
