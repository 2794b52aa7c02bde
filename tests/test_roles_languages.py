"""Which language a text is in: of goals, of short lines, and of lists of names, which have none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import languages


@pytest.mark.parametrize(
    ("sample", "code"),
    [
        ("Plan a trip to Japan for the two of us", "en"),
        ("Plane den Umzug unserer Familie von Berlin nach Hamburg", "de"),
        ("Rancang majlis hari jadi untuk ibu saya di rumah", "ms"),
        ("Organiser un anniversaire pour ma mère avec des amis", "fr"),
        ("Planificar un viaje de dos semanas a Japón para mi familia", "es"),
        ("Спланируй поездку", "ru"),
        ("Zaplanuj remont kuchni w sześć tygodni z budżetem 20000 zł", "pl"),
        ("Nie rób nic", "pl"),
        ("Holiday in Gdańsk", "en"),
        ("Map a route from Łódź to Kraków", "en"),
        ("Repaint the porch", "en"),
        ("Camping weekend", "en"),
        ("Christmas dinner", "en"),
        ("Kitchen renovation", "en"),
        ("Mudanza a Bilbao", "es"),
        ("Baiki bilik air", "ms"),
        ("Urodziny babci", "pl"),
        ("Voyage à Rome", "fr"),
        ("Lär dig spela gitarr", "sv"),
        ("add 2 and 3", "en"),
        ("Learn basic German in 3 months with half an hour a day", "en"),
        ("Jedź z nami w góry na tydzień: rodzina, pies, rowery", "pl"),
        ("42", ""),
    ],
)
def test_guess_language(sample: str, code: str) -> None:
    assert languages.guess_language(sample) == code


def test_another_language_is_told_and_doubt_is_not() -> None:
    german = "Plane den Umzug unserer Familie von Berlin nach Hamburg"
    assert languages.is_other_language("Budget for the move and a list of the rooms", "de", german)
    assert languages.is_other_language("行程安排", "en")
    assert languages.is_other_language("List of places, including 京都", "en")
    assert not languages.is_other_language("Kostenplan: Transporter, Kartons", "de", german)
    assert not languages.is_other_language("Tokyo, Kyoto, Osaka", "de", german)
    assert not languages.is_other_language("Jadual hari pertama untuk tetamu", "id")
    assert not languages.is_other_language("東京と京都", "ja", "日本への旅行を計画する")
    polish = "Zaplanuj remont kuchni w sześć tygodni"
    assert languages.is_other_language("Checklist: tiles, paint and the new cupboards", "pl", polish)
    assert not languages.is_other_language("Materiały: płytki, farba, nowe szafki", "pl", polish)
    assert not languages.is_other_language("Trattoria", "pl", polish), "a name alone has no language"


def test_regions_and_neighbours_share_a_code() -> None:
    assert languages.base_language("de-AT") == "de" and languages.base_language("id_ID") == "ms"


def test_probabilities_are_those_of_the_known_languages() -> None:
    found = languages.probabilities("Senarai tetamu untuk majlis")
    assert abs(sum(found.values()) - 1) < 0.01 and "id" not in found
    assert all(code in languages.NAMES for code in found)


@given(st.text(), st.text(), st.sampled_from(["", "en", "pl", "id", "ja", "xx"]))
def test_no_text_makes_it_raise(first: str, second: str, language: str) -> None:
    languages.is_other_language(first, language, second)
    assert languages.guess_language(first) in ("", *languages.NAMES)
