"""How many people a text counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles.people import counted_people


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("A wedding for 40 guests", ((40, "40 guests"),)),
        ("Hütten für vier Freunde", ((4, "vier freunde"),)),
        ("untuk enam orang", ((6, "enam orang"),)),
        ("two people and 3 children", ((2, "two people"), (3, "3 children"))),
        ("a trip for people who walk", ()),
        ("two-week trip", ()),
    ],
)
def test_people(text: str, people: tuple[tuple[int, str], ...]) -> None:
    assert counted_people(text) == people


@given(st.text(max_size=60))
def test_never_raises(text: str) -> None:
    counted_people(text)


def test_a_count_behind_which_nothing_is_counted() -> None:
    assert counted_people("A birthday coffee for four next Saturday") == ((4, "four"),)
    assert counted_people("Abendessen für sechs am Freitag") == ((6, "sechs"),)
    assert counted_people("Makan malam untuk lapan") == ((8, "lapan"),)
    assert counted_people("Obiad dla czterech w niedzielę") == ((4, "czterech"),)
    assert counted_people("Cena para ocho el próximo viernes") == ((8, "ocho"),)
    assert counted_people("A trip for two weeks, for 300 euros") == ()
    assert counted_people("Buy a used bicycle for 300.") == (), "a price"
    assert counted_people("Supper for 12.") == ((12, "12"),)


def test_the_writers_are_not_the_guests() -> None:
    goal = "The four of us give a party for our mother. There will be 55 people, nine children among them."
    assert [count for count, _ in counted_people(goal)] == [55, 9, 4]
    assert counted_people("The four of us go to Rome, with one child")[0][0] == 4
