"""The bench tells words from what only looks like them, in the languages whose dictionary is good enough."""

from __future__ import annotations

import pytest

from bench.quality.goals import Language
from bench.quality.words import is_no_language, odd_characters, placeholders, unknown_words


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Sights in Nikko: Toshogu, cedar avenue, waterfall", "en"),
        ("Materiały i narzędzia: płytki, farba, pędzle", "pl"),
        ("Kostenplan: Lohn der Fliesenleger, Silikon, Reserve", "de"),
        ("Presupuesto: camión, cajas, fianza", "es"),
    ],
)
def test_plain_lines_hold_words_alone(text: str, language: Language) -> None:
    assert not is_no_language(text, language)


def test_made_up_words_are_told_and_names_are_not_looked_at() -> None:
    assert unknown_words("the castlu of Shrinova", "en") == ["castlu"]
    assert is_no_language("Sights: castlu, shrinova, gardes", "en")
    assert not is_no_language("Senarai: kerusi, meja", "ms"), "that dictionary is too small"


def test_placeholders_are_letters_that_are_no_words() -> None:
    assert placeholders("x days in Porto", "en") == ["x"]
    assert placeholders("zu vier Freunde, ux und Hütten", "de") == ["ux"]
    assert placeholders("a walk, I think, RM4000, DNS, it's, Kiyomizu-ji", "en") == []
    assert placeholders("di rumah, x hari", "ms") == ["x"]


def test_odd_characters() -> None:
    assert odd_characters("½ house on the ₂ August 🍶") == ["½", "₂", "🍶"]
    assert odd_characters("żółw, größer, 20 € – “ja”") == []
