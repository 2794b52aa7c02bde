"""Whether the words of a text are words of its language: by the dictionaries of simplemma, and by its characters.

simplemma's Malay dictionary lacks a third of the words of plain texts, so Malay is told by its characters alone.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import Final

import simplemma

from bench.quality.goals import Language

_KNOWN: Final = frozenset({"en", "de", "es", "pl"})
_WORD: Final = re.compile(r"[^\W\d_]+")
_TOKEN: Final = re.compile(r"(?<![\w'’-])(?:[^\W\d_A-Z][^\W\d_]?|[B-HJ-Z])(?![\w'-])")
_ODD: Final = frozenset({"No", "So", "Sk", "Co", "Cn", "Cc"})
"""Unicode's categories of fractions, raised digits, pictures and what has no place in a plan."""
_FEWEST: Final = 2
_SHARE: Final = 1 / 3
"""An item with at least two unknown words, a third of its words, is made of no words."""
_SHORT: Final[dict[Language, frozenset[str]]] = {
    "en": frozenset("ai"),
    "de": frozenset(),
    "es": frozenset("aeouy"),
    "pl": frozenset("aiouwz"),
    "ms": frozenset({"di", "ke", "ya", "si"}),
}


@functools.cache
def is_word(word: str, language: Language) -> bool:
    """Whether the dictionary of the language has the word, whatever its case."""
    return any(simplemma.is_known(one, lang=language) for one in {word, word.lower(), word.capitalize()})


def unknown_words(text: str, language: Language) -> list[str]:
    """The words in small letters that the language does not have; names begin with a capital and are not looked at."""
    if language not in _KNOWN:
        return []
    return [word for word in _WORD.findall(text) if word.islower() and len(word) > 2 and not is_word(word, language)]


def is_no_language(text: str, language: Language) -> bool:
    """Whether a good part of the text's words are none."""
    unknown = unknown_words(text, language)
    return len(unknown) >= _FEWEST and len(unknown) >= _SHARE * len(_WORD.findall(text))


def placeholders(text: str, language: Language) -> list[str]:
    """Letters that stand for something ("x days", "UX"): one or two of them, and no word."""
    short = _TOKEN.findall(text)
    # Dictionaries hold all letters of the alphabet.
    return [
        word
        for word in short
        if word.lower() not in _SHORT[language]
        and (len(word) == 1 or language not in _KNOWN or not is_word(word, language))
    ]


def odd_characters(text: str) -> list[str]:
    """Characters that no plan needs: fractions, raised digits, pictures."""
    return [character for character in text if unicodedata.category(character) in _ODD]
