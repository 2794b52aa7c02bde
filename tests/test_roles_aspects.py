"""What parts are about, told by words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles.aspects import order_of, tells_means, tells_time, topic_of


@pytest.mark.parametrize(
    "title",
    [
        "From 4 to 8 August",
        "Timetable",
        "Harmonogram tygodni 1 do 3",
        "Ablauf am Samstag",
        "Jadual lima hari",
        "Order of the day",
    ],
)
def test_titles_that_tell_time(title: str) -> None:
    assert tells_time(title)


@pytest.mark.parametrize("title", ["Budget", "Kostenplan", "Lista zakupów", "Belanjawan RM4000", "Gastos"])
def test_titles_that_tell_means(title: str) -> None:
    assert tells_means(title)


@pytest.mark.parametrize(
    "title", ["Music list", "Holiday songs", "Kosmetik", "Afterthoughts", "Router", "Terminal", "Costumes", "Feeding"]
)
def test_words_within_other_words_tell_nothing(title: str) -> None:
    assert not tells_time(title)
    assert not tells_means(title)


def test_what_is_built_on_others_comes_last() -> None:
    items = ["Inventory: shelves", "Week 1: walls", "Week 2: floor", "Budget: paint"]
    right, wrong, example = order_of(items)
    assert (right, wrong, example) == (8, 0, None)
    assert order_of(items[::-1]) == (0, 8, (0, 3))


def test_spans_out_of_order_are_found() -> None:
    assert order_of(["Days 5 to 8: Kyoto", "Days 1 to 4: Tokyo"]) == (0, 2, (0, 1))


def test_a_single_part_out_of_its_place_weighs_less_than_there_are_parts() -> None:
    _, wrong, _ = order_of(["Budget: paint", "Walls: colours", "Floor: boards", "Windows: glass", "Door: handle"])
    assert wrong == 4


def test_only_the_first_words_of_a_title_give_it_a_place() -> None:
    assert order_of(["Things to be done without any cost: airing", "Lamps: switches"]) == (0, 0, None)


def test_stages_before_the_day_have_an_order() -> None:
    stages = ["Two months before the wedding: room", "Die Woche vor der Hochzeit: Blumen", "Sehari sebelum: kek"]
    assert order_of(stages) == (6, 0, None)
    assert order_of(stages[::-1])[:2] == (0, 6)


def test_parts_of_which_nothing_is_known_have_no_order() -> None:
    assert order_of(["Music: jazz", "Flowers: roses"]) == (0, 0, None)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Budget", "Table of expenses"),
        ("Kosztorys do 20000 zł", "Zestawienie wydatków"),
        ("Speisen und Getränke", "Essen und Trinken"),
        ("Lista de invitados", "Invitación a la familia"),
        ("Rooms and journeys", "Where to stay"),
    ],
)
def test_the_same_topic_in_other_words(first: str, second: str) -> None:
    assert topic_of(first) is not None
    assert topic_of(first) == topic_of(second)


@pytest.mark.parametrize(
    "title", ["Days 1 to 4", "Shopping list with prices and costs", "Beginning", "Essential oils", "Costumes", ""]
)
def test_titles_without_a_topic_of_which_there_is_but_one(title: str) -> None:
    assert topic_of(title) is None


@given(st.lists(st.text(max_size=60), max_size=8))
def test_pairs_are_counted_once(items: list[str]) -> None:
    right, wrong, example = order_of(items)
    assert right + wrong <= len(items) * (len(items) - 1) // 2
    assert (example is None) == (wrong == 0)
