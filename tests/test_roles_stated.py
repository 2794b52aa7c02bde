"""What goals state is found, in their own words: spans, people, sums, places, dates, counts, wishes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles.outline_words import LANGUAGES, language_of
from edge_agent.roles.stated import Stated, stated_in


def stated(goal: str, code: str = "en") -> Stated:
    language = language_of(code)
    assert language is not None
    return stated_in(goal, language, code)


def texts(goal: str, code: str = "en") -> list[str]:
    return [fact.text for fact in stated(goal, code).facts]


@pytest.mark.parametrize(
    ("goal", "code", "wanted"),
    [
        ("A five-day visit to Rome for three people, 1200 euros", "en", ["5 days", "three people", "1200 euros"]),
        ("Ein viertägiger Ausflug nach Wien für acht Kollegen", "de", ["4 Tage", "acht Kollegen"]),
        ("Lawatan tiga hari ke Melaka untuk sepuluh orang, RM900", "ms", ["3 hari", "sepuluh orang", "RM900"]),
        ("Remont łazienki w cztery tygodnie za 15000 zł", "pl", ["cztery tygodnie", "15000 zł"]),
        ("Fiesta para 30 personas el 5 de mayo", "es", ["30 personas", "el 5 de mayo"]),
        ("Sort 400 books on 12 shelves before 3 August", "en", ["400 books", "12 shelves", "3 August"]),
        ("Repaint the shed within two weekends", "en", ["two weekends"]),
        ("A picnic with a toddler", "en", ["with a toddler"]),
        ("A weekend in Norfolk, vegetarian, 400 pounds", "en", ["vegetarian", "400 pounds"]),
        ("Heat our four-person house for less", "en", ["four-person house"]),
        ("Naucz się gotować, 30 minut dziennie", "pl", ["30 minut dziennie"]),
        ("Buy a car", "en", []),
    ],
)
def test_it_is_quoted(goal: str, code: str, wanted: list[str]) -> None:
    found = texts(goal, code)
    assert [one for one in wanted if one in found] == wanted
    assert bool(found) == bool(wanted)


def test_places_come_with_the_word_in_front_of_them() -> None:
    found = stated("Move from a flat in Leeds to a house in York")
    assert found.places == ("Leeds", "York")
    assert "in Leeds, in York" in [fact.text for fact in found.facts]
    assert stated("Umzug von Berlin nach Hamburg", "de").places == ("Berlin", "Hamburg")


@pytest.mark.parametrize(
    ("goal", "code", "places"),
    [
        ("Ten days in Italy: Rome, Florence and Venice", "en", ("Rome", "Florence", "Venice")),
        ("A trip to Rome with Anna and Tom", "en", ("Rome",)),
        ("Zwei Wochen durch Wien, Prag und Budapest", "de", ("Wien", "Prag", "Budapest")),
        ("Un viaje a Sevilla y Granada", "es", ("Sevilla", "Granada")),
        ("We want to see Oslo, then go to Bergen", "en", ("Oslo", "Bergen")),
    ],
)
def test_places_in_a_row_are_meant(goal: str, code: str, places: tuple[str, ...]) -> None:
    assert stated(goal, code).places == places


def test_months_days_and_languages_are_no_places() -> None:
    assert stated("A party in June, on a Saturday, with songs in Polish").places == ()


TALE = (
    "So we thought that it was time for a proper party. There will be about 70 people, among them three "
    "cousins and four friends of mine. Last year we had a caterer, which nobody liked. Two guests cannot "
    "eat nuts, and my aunt must not climb stairs, as the doctor said. We have 900 euros, and the hall "
    "must be empty by eleven. It may rain. The weather in these parts is what it is, as everybody knows "
    "who has ever spent a summer here with a tent and no umbrella."
)


def test_of_a_tale_the_wishes_are_quoted_and_the_largest_number_of_people() -> None:
    found = texts(TALE)
    assert "70 people" in found and "900 euros" in found
    assert any(one.startswith("Two guests cannot eat nuts") for one in found)
    assert not any("caterer" in one for one in found), "what was last year is no part of a plan"
    assert "may" not in found and "three cousins" not in found


def test_what_follows_from_the_past_counts_and_needs_are_wishes() -> None:
    tale = (
        "Moja córka kończy osiemnaście lat i chcemy zrobić jej przyjęcie w ogrodzie u dziadków, tak jak o tym "
        "od dawna marzy. Będzie około 35 osób, w tym dwanaście koleżanek z klasy, babcia na wózku i trzy "
        "wegetarianki. W zeszłym roku padało, więc trzeba mieć plan na deszcz. W zeszłym roku nikt nie "
        "tańczył. Nie chcemy plastikowych naczyń. Będzie miło."
    )
    found = " / ".join(texts(tale, "pl"))
    assert "35 osób" in found and "trzy wegetarianki" in found
    assert "trzeba mieć plan na deszcz" in found and "tańczył" not in found
    assert "Nie chcemy plastikowych naczyń" in found


def test_nothing_is_said_twice() -> None:
    found = texts("A dinner for 12 guests, 12 guests at one table, with 12 guests")
    assert sum("12 guests" in one for one in found) == 1


@given(st.text(max_size=400), st.sampled_from(LANGUAGES))
def test_no_goal_makes_it_raise(goal: str, code: str) -> None:
    for fact in stated(goal, code).facts:
        assert fact.text.strip()


def test_of_the_longest_goals_the_beginning_is_read() -> None:
    assert texts("word " * 1_000 + "for 40 guests") == [] and texts("12.34 Paris " * 1_300) != []


def test_what_there_is_none_of_is_to_be_got_and_a_spanish_no_is_no_lack() -> None:
    goal = (
        "Vamos a celebrar los setenta años de mi madre en la casa del pueblo, donde hace mucho calor y viven mis tíos. "
        "No queremos ruido después de las once de la noche porque los vecinos se quejan. Necesitamos que los niños "
        "duerman en algún sitio tranquilo, y no hay sillas para que todos los invitados puedan sentarse en el patio. "
        "Mi hermana se encarga de las flores."
    )
    to_buy = {fact.text for fact in stated(goal, "es").facts if "buy" in fact.topics}
    assert to_buy == {"no hay sillas para que todos los invitados puedan sentarse en el patio"}
