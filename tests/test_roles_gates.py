"""Deterministic gates, case by case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import gates

GOAL = "Plan a two-week trip to Japan"


@pytest.mark.parametrize(
    "goal",
    [
        "do nothing",
        "Do nothing.",
        "add 2 and 3",
        "what is 2 + 2?",
        "2+3",
        "",
        "hello",
        "nichts",
        "  ",
        "wait",
        "Nie rób nic",
        "dodaj 2 i 3",
    ],
)
def test_trivial_goals(goal: str) -> None:
    assert gates.is_trivial(goal)


@pytest.mark.parametrize(
    "goal",
    [
        "Traduce «buenos días» al inglés",
        "Kiedy jest Wielkanoc?",
        "Write a eulogy for my grandfather",
        "Napisz krótki wiersz o deszczu",
        "Schreibe eine kurze Rede zum Geburtstag meiner Schwester",
    ],
)
def test_pieces_of_a_few_lines_are_left_whole_in_any_language(goal: str) -> None:
    assert gates.is_one_piece(goal)


@pytest.mark.parametrize(
    "goal", ["Write a letter-writing course", "Schreibe ein Buch", "Napisz listę gości i plan wesela"]
)
def test_greater_pieces_are_none(goal: str) -> None:
    assert not gates.is_one_piece(goal)


@pytest.mark.parametrize(
    "goal", [GOAL, "Clean out the garage", "Learn basic German", "Add a room to the house", "Stop smoking in 3 months"]
)
def test_real_goals_are_not_trivial(goal: str) -> None:
    assert not gates.is_trivial(goal)
    assert not gates.is_one_piece(goal)


@pytest.mark.parametrize(
    "goal",
    [
        "Write a haiku about rain",
        "What is the capital of France?",
        'Translate "good morning" into Spanish',
        "Name three fruits",
    ],
)
def test_one_piece(goal: str) -> None:
    assert gates.is_one_piece(goal)


def test_long_questions_may_need_a_plan() -> None:
    assert not gates.is_one_piece(
        "What is the best way to " + "move house with two cats, three children and a piano " * 2
    )


def test_deeds() -> None:
    assert gates.is_deed("Book flights to Tokyo")
    assert gates.is_deed("Research places")
    assert not gates.is_deed("List of flights to book")
    assert not gates.is_deed("Order of events, schedule hour by hour")


def fault(title: str, detail: str = "", **changes: object) -> str | None:
    arguments: dict[str, object] = {"goal": GOAL, "language": "en", "earlier": [], "refused": []}
    return gates.title_fault(title, detail, **(arguments | changes))  # type: ignore[arg-type]


def test_a_good_title_passes() -> None:
    assert fault("Schedule for days 1 to 7", "Tokyo, Hakone and Kyoto, one line a day") is None


@pytest.mark.parametrize(
    ("title", "detail", "reason"),
    [
        ("```json", "the list of parts to come", "markup or a placeholder"),
        ('{"title"', '"Schedule of the trip"}', "markup or a placeholder"),
        ("Schedule for [city]", "what to see there each day", "markup or a placeholder"),
        ("Budget", "", "too short"),
        ("Schedule schedule schedule", "days and nights", "repeats itself"),
        ("Zeitplan für die Reise", "was wir an jedem der Tage sehen und essen", "another language"),
        ("Book flights", "Tokyo return flights in March", "a deed, not a piece of writing"),
        ("Two-week trip plan", "Japan, two weeks", "says the goal again"),
        ("Details and results", "all necessary information", "names nothing"),
    ],
)
def test_refused_titles(title: str, detail: str, reason: str) -> None:
    assert fault(title, detail) == reason


def test_overlaps_and_copies_are_refused() -> None:
    earlier = [("Budget for hotels and food", "one line for each of the 14 nights")]
    assert fault("Budget for food and hotels", "price of each night", earlier=earlier) == "overlaps an earlier part"
    assert (
        fault("Costs of the trip", "one line for each of the 14 nights", earlier=earlier) == "overlaps an earlier part"
    )
    assert (
        fault("Table of 12 chess boards", "place and number", refused=["Table of 12 chess boards: places"]) == "copied"
    )


@given(st.text(max_size=80), st.text(max_size=80), st.lists(st.text(max_size=40), max_size=6))
def test_gates_never_raise(goal: str, line: str, items: list[str]) -> None:
    gates.is_trivial(goal)
    gates.is_one_piece(goal)
    gates.title_fault(line, goal, goal=goal, language="", earlier=[(item, item) for item in items], refused=items)


@pytest.mark.parametrize(
    ("detail", "names"),
    [
        ("Visit Senso-ji, explore Shibuya, and the fish market", "Senso-ji, Shibuya, the fish market"),
        ("Tables, chairs, tables, including lamps", "Tables, chairs, lamps"),
        ("Research and plan, how to get there", ""),
        ("one thing alone", "one thing alone"),
        ("boxes, the things that were cut by the g, -tools", "boxes, tools"),
        ("a caterer, flowers and music for, a list of songs to", "caterer, flowers and music, songs"),
        ("", ""),
    ],
)
def test_details_name_things(detail: str, names: str) -> None:
    assert gates.named(detail) == names


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Porto, Coimbra, Lisbon, Aveiro or Beja for two", ("Porto", "Coimbra", "Lisbon", "Aveiro")),
        ("Kyoto, Kyoto station, Japan, Osaka", ("Kyoto", "Osaka")),
        ("Corner A, Shelf B, [room], Book flights", ()),
        ("Tokyo, Kyoto, Nara, Osaka, Kobe", ("Tokyo", "Kyoto", "Nara", "Osaka")),
        ("", ()),
    ],
)
def test_names(line: str, names: tuple[str, ...]) -> None:
    assert gates.usable_names(line, goal=GOAL, language="en", most=4) == names


def test_a_part_may_not_hold_what_earlier_parts_hold() -> None:
    earlier = [("Osaka, days 1 to 4", "Castle tower, Dotonbori"), ("Kyoto, days 5 to 8", "Gion, Golden Pavilion")]
    assert fault("Packing list", "Castle tower, Gion, socks", earlier=earlier) == "names what earlier parts hold"
    assert fault("Packing list", "Socks, adapters, Gion", earlier=earlier) is None


def test_things_are_named_once() -> None:
    assert gates.without("Mother, cake, wine", ["Mother, chairs", "plates"]) == "cake, wine"
    assert gates.without("Mother, cake", ["Mother, chairs"]) == "Mother, cake"


@pytest.mark.parametrize("detail", ["doors, which are wide, walls", 'hinges, " as a separator', "remove any t, u or v"])
def test_prose_is_no_detail(detail: str) -> None:
    assert fault("Door and entrance", detail) == "talks about the part instead of naming what it holds"


@pytest.mark.parametrize(
    ("goal", "is_letter"),
    [
        ("I need a firm but polite letter to my old landlord, who is keeping 640 euros of my deposit.", True),
        ("Ich brauche einen Brief an die Hausverwaltung: Die Heizung ist seit drei Wochen kalt.", True),
        ("Necesito una carta para el ayuntamiento", True),
        ("Potrzebuję pisma do spółdzielni", True),
        ("Saya perlukan surat kepada guru besar", True),
        ("I need a packing list, a menu and a letter to the landlord", False),
        ("I need a new letter box", False),
        ("I need a shopping list for ten people", False),
        ("I need a brief for the architect", False),
    ],
)
def test_a_goal_that_asks_for_a_letter_is_that_letter(goal: str, is_letter: bool) -> None:
    assert gates.is_letter(goal) is is_letter
    assert not is_letter or gates.is_one_piece(goal)
