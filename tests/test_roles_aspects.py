"""What parts are about, told by words."""

from __future__ import annotations

import pytest

from edge_agent.roles.aspects import tells_means, tells_time, topic_of


@pytest.mark.parametrize(
    "title",
    [
        "From 4 to 8 August",
        "Timetable",
        "Harmonogram tygodni 1 do 3",
        "Ablauf am Samstag",
        "Jadual lima hari",
        "Order of the day",
        "Arbeiten im Juli",
        "Tagesablauf",
    ],
)
def test_titles_that_tell_time(title: str) -> None:
    assert tells_time(title)


@pytest.mark.parametrize(
    "title",
    ["Budget", "Kostenplan", "Lista zakupów", "Belanjawan RM4000", "Gastos", "Letter to sponsors"],
)
def test_titles_that_tell_means(title: str) -> None:
    assert tells_means(title)


@pytest.mark.parametrize(
    "title",
    [
        "Music list",
        "Holiday songs",
        "Kosmetik",
        "Afterthoughts",
        "Router",
        "Terminal",
        "Costumes",
        "Feeding",
        "What may go wrong",
    ],
)
def test_words_within_other_words_tell_nothing(title: str) -> None:
    assert not tells_time(title)
    assert not tells_means(title)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Budget", "Table of expenses"),
        ("Kosztorys do 20000 zł", "Zestawienie wydatków"),
        ("Speisen und Getränke", "Essen und Trinken"),
        ("Lista de invitados", "Invitación a la familia"),
        ("Rooms and journeys", "Where to stay"),
        ("Inventory of the shed", "What we have"),
        ("Grundriss", "Skizze des Zimmers"),
        ("Publicity", "Advertising in town"),
        ("Ruta", "Itinerario"),
    ],
)
def test_the_same_topic_in_other_words(first: str, second: str) -> None:
    assert topic_of(first) is not None
    assert topic_of(first) == topic_of(second)


@pytest.mark.parametrize(
    "title",
    [
        "Days 1 to 4",
        "Shopping list with prices and costs",
        "Beginning",
        "Present costs",
        "Gastos actuales",
        "Essential oils",
        "Costumes",
        "",
    ],
)
def test_titles_without_a_topic_of_which_there_is_but_one(title: str) -> None:
    assert topic_of(title) is None
