"""Which language a text is in: by its script, and among those written in Latin letters by py3langid.

py3langid (langid.py's multinomial naive Bayes over byte n-grams, Lui and Baldwin 2012) is told to choose among the
languages below: it knows 97, and short lines look like many of them. See docs/prompts.md for how it was chosen.
"""

from __future__ import annotations

import functools
import math
import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from py3langid.langid import MODEL_FILE, LanguageIdentifier

from edge_agent.roles.outline_texts import OUTLINE_TEXTS
from edge_agent.roles.text import count_words, is_eastern, word_set

NAMES: Final = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "nl": "Dutch",
    "pt": "Portuguese",
    "ms": "Malay",
    "id": "Indonesian",
    "pl": "Polish",
    "cs": "Czech",
    "sv": "Swedish",
    "da": "Danish",
    "no": "Norwegian",
    "fi": "Finnish",
    "tr": "Turkish",
    "ru": "Russian",
    "uk": "Ukrainian",
    "el": "Greek",
    "ar": "Arabic",
    "he": "Hebrew",
    "hi": "Hindi",
    "th": "Thai",
    "ja": "Japanese",
    "ko": "Korean",
    "zh": "Chinese",
    "vi": "Vietnamese",
}
"""The names by which a model is told its language (ISO 639-1 codes)."""

_LATIN: Final = word_set("en de fr es it nl pt ms id pl cs sv da no fi tr vi")
# Scripts of one language that is told by name; a Cyrillic text is most often Russian.
_BY_SCRIPT: Final = {"cyrillic": "ru", "greek": "el", "arabic": "ar", "hebrew": "he", "devanagari": "hi"}
# Malay and Indonesian share almost all their words.
_SAME: Final = {"id": "ms", "zsm": "ms", "may": "ms"}
_SURE: Final = 0.8
"""Probability of the likeliest language from which it may be another than the wanted one."""
_IMPOSSIBLE: Final = 0.0001
"""Probability of the wanted language below which a line is in another: of 1,800 lines of outlines 2 are, wrongly."""
_FEWEST_WORDS: Final = 3
_WORD: Final = re.compile(r"[^\W\d_]+")
_ENOUGH_WORDS: Final = 10
"""Words from which on the library alone decides."""
_FLOOR: Final = -4.0
"""No text of few words is so strange to a language that known words could not speak for it."""
_KNOWN_WORD: Final = 3.0
_PRIOR: Final[Mapping[str, float]] = {"en": 1.5, "de": 0.5, "es": 0.5, "ms": 0.5, "pl": 0.5}


def base_language(code: str) -> str:
    """The code without region, and one code for Malay and Indonesian."""
    code = code.lower().replace("_", "-").split("-", 1)[0]
    return _SAME.get(code, code)


def main_script(text: str) -> str:
    """The script that most of the text's letters are written in; empty where there are none."""
    counts: dict[str, int] = {}
    for character in text:
        if character.isalpha():
            script = _script(character)
            counts[script] = counts.get(script, 0) + 1
    return max(counts, key=lambda script: (counts[script], script)) if counts else ""


def _script(character: str) -> str:
    """The script of a letter, as coarse as is needed to tell languages apart."""
    code = ord(character)
    if code < 0x250 or 0x1E00 <= code < 0x1F00:
        return "latin"
    if is_eastern(character):
        return "eastern"
    return unicodedata.name(character, "unknown").split(" ", 1)[0].lower()


@functools.cache
def _identifier() -> LanguageIdentifier:
    """The library with its own bundled model: 12 MB of memory, 0.1 s to load."""
    identifier = LanguageIdentifier.from_pickled_model(MODEL_FILE, norm_probs=True)
    identifier.set_languages(sorted(_LATIN))
    return identifier


@functools.lru_cache(maxsize=1_024)
def probabilities(text: str) -> dict[str, float]:
    """How likely each of the languages in Latin letters is, Malay and Indonesian together as "ms"; they add up to 1."""
    found = {str(code): float(value) for code, value in _identifier().rank(" ".join(text.split()))}
    found["ms"] += found.pop("id")
    return found


def guess_language(text: str) -> str:
    """The ISO 639-1 code of the likely language; empty where letters are missing or in a script that does not tell."""
    script = main_script(text)
    if script != "latin":
        return _BY_SCRIPT.get(script, "")
    found = probabilities(text)
    said = _WORD.findall(text.lower())
    if len(said) >= _ENOUGH_WORDS:
        return max(found, key=lambda code: (found[code], code))
    return max(found, key=lambda code: (_likelihood_of_short(said, found[code], code), code))


def _likelihood_of_short(said: list[str], probability: float, code: str) -> float:
    """A logarithm of how likely a text of few words is in the language.

    Of so little the library knows little (to it "Holiday in Gdańsk" is Polish), so known words count more.
    """
    known = sum(word in words_of(code) for word in said)
    prior = _PRIOR.get(code, 0.0)
    return max(math.log(max(probability, 1e-30)), _FLOOR) + _KNOWN_WORD * known + prior


@functools.cache
def words_of(code: str) -> frozenset[str]:
    """The words that the language's outlines hold, and those that goals are full of; none for other languages."""
    texts = OUTLINE_TEXTS.get(code)
    if texts is None:
        return frozenset()
    fields = [line.split("|") for line in texts.outlines.splitlines() if line.count("|") == 3]
    text = " ".join(f"{title} {things}" for title, _, things, _ in fields)
    return frozenset(_WORD.findall(f"{text} {texts.common} {texts.wishes}".lower()))


def is_other_language(text: str, language: str, sample: str = "") -> bool:
    """Whether the text is clearly not in ``language`` (or, where that is empty, not in the language of ``sample``).

    In doubt it is not: names and numbers look alike everywhere.
    """
    language = base_language(language) or guess_language(sample)
    script = main_script(text)
    wanted_script = "latin" if language in _LATIN else main_script(sample)
    if script and wanted_script and script != wanted_script:
        return True
    if wanted_script == "latin" and any(character.isalpha() and _script(character) == "eastern" for character in text):
        return True
    if script != "latin" or language not in _LATIN or count_words(text) < _FEWEST_WORDS:
        return False
    found = probabilities(text)
    return found[language] < _IMPOSSIBLE and max(found.values()) > _SURE
