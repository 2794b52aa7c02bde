"""What kind of matter a text is likely about, told by some 4,900 examples of goals: ``kind_examples``.

A naive Bayes classifier over pieces of words, so that forms and compounds of a word which an example has count as well.
Whoever misses a way to say something adds a line to the examples of its language.
"""

from __future__ import annotations

import functools
import importlib.resources
import math
import re
import zlib
from array import array
from collections.abc import Iterator, Sequence
from typing import Final

from edge_agent.roles.outline_texts import OUTLINE_TEXTS

LANGUAGES: Final = tuple(OUTLINE_TEXTS)
"""The same for which outlines are written."""
_SHORTEST: Final = 4
_LONGEST: Final = 6
"""Letters of the pieces, with a mark for the beginning and the end of a word."""
_ROWS: Final = 1 << 17
"""Rows of the table of counts, which takes 7 MB; half of them cost 3 % of the right answers."""
_UNSEEN: Final = 0.3
"""Counted beside what the examples hold: what none of them has is rare, not impossible."""
_READ: Final = 2_000
"""Characters of a text that count."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_OF_ANY: Final = re.compile(
    r"plans?|planning|organi[sz]e|arrange|prepare|plane?n?|organisiere?n?|vorbereiten|planifica\w*|organiza\w*|prepara[r]?|"
    r"zaplanuj\w*|planować|zorganizuj\w*|przygotuj\w*|rancang\w*|susun\w*|atur|sediakan|"
    r"(?:week|month|day|year|hour|minute)s?|(?:woche|monat|tag|jahr|stunde|minute)e?n?|"
    r"(?:seman|d[ií]|añ|hor|minut)[ao]s?|mes(?:es)?|tygod\w+|dni|dnia|dzień|miesi\w+|rok\w*|lat|godzin\w*|minut\w*|"
    r"hari|minggu|bulan|tahun|jam|minit"
)
"""Words of goals of any kind: that something is planned, and how long it takes."""
_HEAD: Final = re.compile(r"\[(\w+)\]")


@functools.lru_cache(maxsize=256)
def likely_kinds(text: str) -> tuple[tuple[str, float], ...]:
    """All kinds that examples have, the likeliest first, with their log odds.

    The odds are against all other kinds and divided by the root of the number of known pieces: those of short and
    long texts can be compared.
    """
    table = _table()
    known = [row for row in _pieces(text[:_READ]) if table.of_all[row]]
    weight = 1 / math.sqrt(max(len(known), 1))
    odds = [(kind, weight * table.log_odds(index, known)) for index, kind in enumerate(table.kinds)]
    return tuple(sorted(odds, key=lambda one: -one[1]))


def examples(language: str) -> Iterator[tuple[str, str]]:
    """(kind, text) of all examples of one of LANGUAGES. The package's own data, as constant as its code."""
    text = importlib.resources.files(__package__).joinpath("kind_examples", f"{language}.txt").read_text("utf-8")
    kind = ""
    for line in text.splitlines():
        if head := _HEAD.fullmatch(line):
            kind = head[1]
        elif line:
            yield kind, line


class _Table:
    """In how many examples, of each kind and in all, each row's pieces occur."""

    def __init__(self, told: Sequence[tuple[str, str]]) -> None:
        self.kinds = tuple(dict.fromkeys(kind for kind, _ in told))
        self.of_all = array("H", bytes(2 * _ROWS))
        self._of_kind = [array("H", bytes(2 * _ROWS)) for _ in self.kinds]
        self._examples = [0] * len(self.kinds)
        for kind, text in told:
            index = self.kinds.index(kind)
            self._examples[index] += 1
            for row in _pieces(text):
                self.of_all[row] += 1
                self._of_kind[index][row] += 1

    def log_odds(self, index: int, rows: Sequence[int]) -> float:
        """How much more the pieces of these rows speak for the kind than against it."""
        counts, own = self._of_kind[index], self._examples[index]
        prior = math.log((sum(self._examples) - own + 2 * _UNSEEN) / (own + 2 * _UNSEEN))
        return sum(
            prior + math.log((counts[row] + _UNSEEN) / (self.of_all[row] - counts[row] + _UNSEEN)) for row in rows
        )


@functools.cache
def _table() -> _Table:
    return _Table([one for language in LANGUAGES for one in examples(language)])


def _pieces(text: str) -> set[int]:
    """The rows of the text's pieces."""
    found: set[int] = set()
    for word in set(_WORD.findall(text.lower())):
        if _OF_ANY.fullmatch(word):
            continue
        marked = f"^{word}$"
        for length in range(_SHORTEST, _LONGEST + 1):
            for at in range(len(marked) - length + 1):
                found.add(zlib.crc32(marked[at : at + length].encode()) % _ROWS)
    return found
