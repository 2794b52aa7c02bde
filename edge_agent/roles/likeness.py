"""How like each other a list's parts are in sense, by the model's own vectors of their words.

The gates see a part that is said again in the same words, a list's likelihood hardly sees one in other words: what was
said before makes it likelier. Here "rooms, food, entrance fees" is like "bedrooms, meals, tickets".
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from edge_agent.roles.forms import is_span
from edge_agent.roles.languages import base_language
from edge_agent.roles.order import at_other_times
from edge_agent.roles.outline_words import language_of, names_of
from edge_agent.roles.quantities import is_time_or_number
from edge_agent.roles.requests import ModelRefused, WordSimilarities, WordSimilarity, Work
from edge_agent.roles.text import stem, words

MOST_WORDS: Final = 200
"""Lists of more different words are not compared: the answer grows with the square of their number."""
_LEAST_LETTERS: Final = 3
_NOISE: Final = 0.05
"""Words whose cosine is lower have nothing to do with each other."""
_ENOUGH: Final = 0.15
"""What a cosine can count for, above the noise: one word that stands in two parts does not make these alike."""
_RELATED: Final = 0.1
"""As the noise, where it is asked whether parts belong together rather than whether they are the same."""
_WHOLE_WORDS: Final = "en"
"""The language whose words are mostly tokens of their own. The pieces of others' words tell nothing of their sense."""


class Likeness(Struct, frozen=True, kw_only=True):
    """How like each other the parts of a list are."""

    again: float | None
    """By how much the two parts that are most alike surpass the list's median pair; None where that tells nothing."""
    alike: tuple[tuple[float, int, int], ...] = ()
    """Pairs of parts, indexes from 0: by how much each surpasses the median one, the most alike first."""
    related: float
    """How much the two neighbouring parts that have least to do with the others have to do with these."""


def likeness_of(goal: str, items: Sequence[str], language: str) -> Work[Likeness | None]:
    """One request, which costs no token; None where the list is too short or too long, or the model has no vectors."""
    parts = [_words_of(item) for item in items]
    known = list(dict.fromkeys(itertools.chain.from_iterable(parts)))
    if len(items) < 3 or not 2 <= len(known) <= MOST_WORDS:
        return None
    try:
        reply = yield WordSimilarity(words=tuple(known))
    except ModelRefused:
        return None
    if not isinstance(reply, WordSimilarities):
        raise TypeError(f"a WordSimilarity was answered with {type(reply).__name__}")
    if not _is_whole(reply, len(known)):
        return None
    titles = [item.split(":", 1)[0] for item in items]
    return likeness_from(_Cosines(known, reply), goal, titles, parts, language)


def _is_whole(reply: WordSimilarities, count: int) -> bool:
    """Whether there is a number for each pair of so many words."""
    shaped = [len(row) for row in reply.cosines] == list(range(count))
    return shaped and all(math.isfinite(value) for row in reply.cosines for value in row)


class _Cosines:
    """The cosine of any two of the words."""

    def __init__(self, known: Sequence[str], reply: WordSimilarities) -> None:
        self._at = {word: index for index, word in enumerate(known)}
        self._rows = reply.cosines
        self._stems = {word: stem(word) for word in known}

    def of(self, first: str, second: str) -> float:
        one, other = self._at[first], self._at[second]
        return 1.0 if one == other else self._rows[one][other] if one > other else self._rows[other][one]

    def is_same(self, first: str, second: str) -> bool:
        """Whether both are forms of one word."""
        return self._stems[first] == self._stems[second]


def likeness_from(
    cosines: _Cosines, goal: str, titles: Sequence[str], parts: Sequence[Sequence[str]], language: str
) -> Likeness:
    """Compare all pairs of parts, three or more, each given by its title and by its words.

    Stages are alike: parts whose titles name different times are not compared. Nor are those of a list that is code's
    own: "Where things go" and "Tools and supplies" are near, and no outline says a part twice.
    """
    related = {
        pair: _kinship(cosines, parts[pair[0]], parts[pair[1]]) for pair in itertools.combinations(range(len(parts)), 2)
    }
    least = min(
        statistics.mean(related[min(one, other), max(one, other)] for one in pair for other in rest)
        for pair in itertools.pairwise(range(len(parts)))
        if (rest := [other for other in range(len(parts)) if other not in pair])
    )
    if base_language(language) != _WHOLE_WORDS:
        return Likeness(again=None, related=least)
    goals = {stem(word) for word in _words_of(goal)}
    own = [[word for word in part if stem(word) not in goals] for part in parts]
    near = [[[_nearest(cosines, word, other) for other in own] for word in part] for part in own]
    compared = () if is_by_code(titles, language) else related
    same = {pair: _sameness(near, *pair) for pair in compared if not at_other_times(*(titles[at] for at in pair))}
    usual = statistics.median(same.values()) if same else 0.0
    alike = sorted(((value - usual, *pair) for pair, value in same.items()), key=lambda one: (-one[0], *one[1:]))
    return Likeness(again=alike[0][0] if alike else 0.0, alike=tuple(alike), related=least)


def is_by_code(titles: Sequence[str], language: str) -> bool:
    """Whether three of four titles are those of code's outlines, or a place with its days ("Kyoto, days 5 to 8")."""
    outlines = language_of(language)
    known = outlines.titles if outlines is not None else frozenset[str]()
    found = sum(not known.isdisjoint(names_of(title)) or (", " in title and is_span(title)) for title in titles)
    return 0 < 3 * len(titles) <= 4 * found


def _words_of(text: str) -> list[str]:
    """The text's words that tell what it is about, each once."""
    return [word for word in dict.fromkeys(words(text)) if len(word) >= _LEAST_LETTERS and not is_time_or_number(word)]


def _kinship(cosines: _Cosines, first: Sequence[str], second: Sequence[str]) -> float:
    """What the words of each part have, on average, to do with the nearest one of the other part: 0 to 2."""
    if not first or not second:
        return 0.0
    return sum(
        statistics.mean(max(max(cosines.of(word, other) - _RELATED, 0.0) for other in others) for word in of)
        for of, others in ((first, second), (second, first))
    )


def _sameness(near: Sequence[Sequence[Sequence[float]]], first: int, second: int) -> float:
    """How many words of each of two parts the other one has in other words, rather than all parts: 0.15 for each.

    ``near``: for each part and word of it, how near the nearest word of each part is.
    """
    return sum(
        max(row[other] - (sum(row) - row[one] - row[other]) / (len(row) - 2), 0.0)
        for one, other in ((first, second), (second, first))
        for row in near[one]
    )


def _nearest(cosines: _Cosines, word: str, part: Sequence[str]) -> float:
    return max((_like(cosines, word, other) for other in part), default=0.0)


def _like(cosines: _Cosines, word: str, other: str) -> float:
    """0 for the same word, which the gates look at: a plan's parts share some."""
    return 0.0 if cosines.is_same(word, other) else min(max(cosines.of(word, other) - _NOISE, 0.0), _ENOUGH)
