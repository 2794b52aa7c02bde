"""The code's own words, by language."""

from __future__ import annotations

import msgspec
import pytest

from edge_agent.roles.wording import words_for, words_or_english

LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt", "ms", "pl")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word(language: str) -> None:
    words = words_for(language)
    assert words is not None
    assert all(msgspec.structs.astuple(words))


def test_languages_do_not_share_their_sentences() -> None:
    for name in ("assumed", "shares_alone", "to_fill_in", "stated", "nothing", "open_points"):
        assert len({getattr(words_or_english(language), name) for language in LANGUAGES}) == len(LANGUAGES)


def test_regions_and_neighbours() -> None:
    assert words_for("de-AT") == words_for("de")
    assert words_for("id") == words_for("ms")
    assert words_for("xx") is None
    assert words_or_english("xx") == words_for("en")
