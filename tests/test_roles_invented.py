"""Numbers that follow from nothing: refused, cut out of a line, and known ones let through, in five languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import execute, invented
from edge_agent.roles.kinds import KINDS
from edge_agent.roles.prompts import Brief
from tests.scripted_work import Script


@pytest.mark.parametrize(
    "line",
    [
        "Things of every month: 10 items per month",
        "Shelves: 4x6ft, 2 per wall",
        "Wymiary: 3 metry długości, 2 metra szerokości",
        "Późna dostawa: 10% z opłaty",
        "Data: 8 gigabytes",
        "Rooms for $90 a night",
        "Kurs: 750 zł",
        "Miete: 400 € im Monat",
        "Größe: 12 Quadratmeter",
        "Tamaño: 4 metros de largo",
        "Harga: RM 45",
        "Saiz: 3 meter",
        "Ventas: 20 bicicletas al mes",
        "Tarikh: 20 April 2023, pukul 14:00",
    ],
)
def test_prices_measures_and_rates_that_nothing_says_are_invented(line: str) -> None:
    assert invented.invents_a_number(line, "A goal for 40 guests", "tidying")


@pytest.mark.parametrize(
    ("line", "known", "kind"),
    [
        ("Flowers for 300 euros", "A wedding for 300 euros", "celebration"),
        ("Eight tables for 40 guests", "", "celebration"),
        ("Supper at 19:00, 2 helpers in the kitchen", "", "celebration"),
        ("Sow 2 cm deep, 30 cm apart", "", "garden"),
        ("10 words per day, 20 minutes", "", "learning"),
        ("Bake with 200 g of flour for 40 minutes", "", "cooking"),
        ("2 glasses per person", "", "celebration"),
        ("Waterloo, 18 June 1915", "", "exam"),
        ("Doors open on 5 June 2027", "A fair on 5 June 2027", "event"),
        ("Window in a room of 34 m²", "A shop of 34 square metres", "business"),
        ("Vocabulary for 20 minutes", "", "other"),
    ],
)
def test_decisions_known_numbers_and_common_knowledge_stand(line: str, known: str, kind: str) -> None:
    assert not invented.invents_a_number(line, known, next(one for one in KINDS if one == kind))


def test_on_trips_distances_and_durations_are_invented_too() -> None:
    line = "Kyoto to Tokyo by car: 45 minutes"
    assert invented.invents_a_number(line, "", "trip") and not invented.invents_a_number(line, "", "other")


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("€20, for a bicycle that needs repair", "for a bicycle that needs repair"),
        ("wooden shelves (4x6ft), 2 per wall, hooks by the door", "wooden shelves, hooks by the door"),
        ("3 metry długości, 2 metra szerokości", ""),
        ("oak table for 300 euros", ""),
        ("a quiet corner for 2 chairs", "a quiet corner for 2 chairs"),
    ],
)
def test_what_is_left_of_a_line_without_its_invented_numbers(line: str, left: str) -> None:
    assert invented.without_invented(line, "", "tidying") == left


def written(form: str, texts: list[str], detail: str = "shelves, hooks") -> list[str]:
    goal = "Clear out the garage"
    task = Brief(goal=goal, title="Where things go", detail=detail, form="list", path=(goal,), language="en")
    if form == "table":
        task = Brief(goal=goal, title="Where", detail=detail, form="table", path=(goal,), language="en")
    return Script(texts=texts, probabilities=1.0).run(execute.write(task, model="any", seed=1)).splitlines()


def test_a_line_says_no_number_that_follows_from_nothing_even_where_nothing_else_comes() -> None:
    lines = written(
        "list", [" 4x6ft, along the left wall", *[" 3 per shelf, 20 cm apart"] * 4, " Floor: free for the car"]
    )
    assert lines == ["- Shelves: along the left wall", "- Hooks", "- Floor: free for the car"]


def test_cells_of_tables_hold_none_either() -> None:
    texts = [" Thing | Place |", *[" 3 metres | left wall |"] * 4, *[" Box | 4x6ft |"] * 4]
    assert not any("metres" in line or "4x6" in line for line in written("table", [*texts, " by the door"]))


@given(st.text(max_size=80), st.text(max_size=40), st.sampled_from(KINDS))
def test_never_raises(line: str, known: str, kind: str) -> None:
    one = next(found for found in KINDS if found == kind)
    invented.invents_a_number(line, known, one)
    assert not invented.invents_a_number(invented.without_invented(line, known, one), known, one)
