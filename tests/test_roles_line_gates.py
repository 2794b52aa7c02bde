"""Gates for single lines, case by case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import line_gates

GOAL = "Plan a two-week trip to Japan"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("...", "empty"),
        ("```python", "markup or a placeholder"),
        ("Dear [Name], welcome to the party", "markup or a placeholder"),
        ("Choose a local caterer for the meal", "advice instead of a decision"),
        ("Tokyo: visit Senso-ji in the morning, sushi for dinner", "says an earlier line with a word changed"),
        ("Kyoto, three nights at the river", "copies its input"),
        ("Use concrete names and amounts", "copies its instructions"),
        ("Wir fahren mit dem Zug nach Kyoto und essen in der Altstadt", "another language"),
    ],
)
def test_line_faults(line: str, reason: str) -> None:
    found = line_gates.line_fault(
        line,
        language="en",
        goal=GOAL,
        earlier=["Tokyo: Senso-ji temple in the morning, sushi dinner"],
        inputs=["Kyoto, three nights at the river"],
        instructions="You write a plan. Use concrete names, places and amounts.",
    )
    assert found == reason


def test_a_good_line_passes() -> None:
    assert (
        line_gates.line_fault("Nara Park and Todai-ji, ramen", language="en", goal=GOAL, earlier=["Osaka castle"])
        is None
    )


@pytest.mark.parametrize(
    "line",
    [
        "This table helps in planning the trip by naming hotels",
        "Note: The table may change",
        "Please bring a coat",
        "Importance: Every dish counts",
        "Budget: Each item should be budgeted for",
        "I hope this helps",
        "Always check the opening hours",
        "The budget covers everything that is planned",
        "Trains, depending on availability",
        "Hinweis: Der Plan kann sich ändern",
    ],
)
def test_chatter(line: str) -> None:
    assert line_gates.is_chatter(line)
    assert line_gates.line_fault(line, language="", goal="", earlier=()) is not None


def test_plain_lines_are_no_chatter() -> None:
    for line in ("Table of eight under the lime tree", "Notebook, pens", "Trout with almonds", "Part two of the walk"):
        assert not line_gates.is_chatter(line)


@pytest.mark.parametrize(
    ("line", "empty"),
    [
        ("Arrival in Tokyo", True),
        ("Departure from Kyoto", True),
        ("Flight to Osaka", True),
        ("Return home", True),
        ("Rest day", True),
        ("The castle once more, then the museum", True),
        ("Arrival in Tokyo, sushi at Tsukiji market", False),
        ("Cake and coffee", False),
        ("Senso-ji, Nakamise street", False),
    ],
)
def test_empty_steps(line: str, empty: bool) -> None:
    assert line_gates.is_empty_step(line) is empty


@pytest.mark.parametrize(
    ("line", "other", "swap"),
    [
        ("Temples and gardens in Kyoto", "Temples and gardens in Nara", True),
        (
            "Breakfast, a walk to the harbour, lunch, a museum",
            "Breakfast, a walk to the castle, dinner, a museum",
            True,
        ),
        ("Golden Pavilion, tea in Gion", "Castle tower, tea on the river", False),
        ("Cake", "Soup", False),
    ],
)
def test_swaps(line: str, other: str, swap: bool) -> None:
    assert line_gates.is_swap(line, other) is swap
    if swap:
        assert line_gates.line_fault(line, language="en", goal="", earlier=[other]) is not None


@given(st.text(max_size=80), st.text(max_size=80), st.lists(st.text(max_size=40), max_size=6))
def test_gates_never_raise(goal: str, line: str, items: list[str]) -> None:
    line_gates.line_fault(line, language="", goal=goal, earlier=items, inputs=items)


@pytest.mark.parametrize(
    "line",
    [
        'The opening of the document is: "Plan a weekend in Porto',
        "The document decides that Tokyo comes first",
        "This document lists the rooms",
        "According to the task, lunch is at noon",
        "The goal is a trip of two weeks",
        "The user asks for a plan with seven days",
        "As the prompt says, forty guests come",
        "In dem Dokument stehen die Tage",
        "Die Aufgabe ist ein Umzug",
        "Le document décrit le voyage",
        "Este documento resume el viaje",
        "Dokumen ini menerangkan perjalanan",
        "Ten dokument opisuje remont",
        "It's important to have a second copy",
        "This step is crucial for the data",
        "Es ist wichtig, dass alle kommen",
    ],
)
def test_lines_about_the_text_or_what_was_asked_are_chatter(line: str) -> None:
    assert line_gates.is_chatter(line)


@pytest.mark.parametrize(
    "line",
    ["Travel documents, passports", "Goalkeeper gloves", "Opening of the buffet at six", "Tasks for the helpers"],
)
def test_documents_and_openings_of_the_world_are_none(line: str) -> None:
    assert not line_gates.is_chatter(line)


@pytest.mark.parametrize(
    ("line", "source", "found"),
    [
        ("We plan a two-week trip to Japan for you", GOAL, True),
        ("The two-week trip to Japan starts in Tokyo", GOAL, False),
        ("A trip to Japan", GOAL, False),
        ("Learn German", "Learn German", False),
        (
            "Organise a small garden wedding for 40 guests in June",
            "Organise a small garden wedding for 40 guests",
            True,
        ),
        ("", "", False),
    ],
)
def test_quotes_of_what_was_asked(line: str, source: str, found: bool) -> None:
    assert line_gates.quotes(line, source) is found


@pytest.mark.parametrize(
    ("line", "unbalanced"),
    [
        ('He said: "Plan a weekend', True),
        ("Tents (white, for forty guests", True),
        ("Tents) for forty", True),
        ("\u201cOde to joy at noon", True),
        ("\u201eLoblied\u201c am Morgen", False),
        ("\u201eLoblied am Morgen", True),
        ("\u201cOde to joy\u201d at noon", False),
        ('Song "Yesterday", 12" record', False),
        ("Tents (white)", False),
        ("The guests' table, it's round", False),
    ],
)
def test_unbalanced_quotes_and_brackets(line: str, unbalanced: bool) -> None:
    assert line_gates.is_unbalanced(line) is unbalanced
    if unbalanced:
        assert line_gates.line_fault(line, language="en", goal="", earlier=()) == "not whole"


@pytest.mark.parametrize(
    ("line", "hollow"),
    [
        ("Wine: a classic choice", True),
        ("Cake: a delicious option for everyone", True),
        ("Ramen: a popular and traditional dish of ramen", False),
        ("Wine: 20 bottles of the classic kind", False),
        ("Wine: Riesling", False),
        ("Wine: dry, from the Mosel", False),
        ("Wein: eine klassische Auswahl", True),
        ("Various popular options", True),
        ("Full copy: To ensure data integrity and prevent loss", True),
        ("Lampen: um sicherzustellen, dass alle sehen", True),
        ("Full copy: to the disk in the cellar", False),
        ("Cake and coffee", False),
    ],
)
def test_praise_is_no_decision(line: str, hollow: bool) -> None:
    assert line_gates.is_hollow(line) is hollow


@pytest.mark.parametrize(
    ("line", "decided"),
    [
        (
            "Main Courses: A variety of meat dishes like steak, chicken, and fish",
            "Main Courses: steak, chicken, and fish",
        ),
        ("Appetizers: Light bites like a salad", "Appetizers: a salad"),
        ("Snacks: A selection of chips and nuts", "Snacks: chips and nuts"),
        ("a wide range of songs such as Yesterday", "Yesterday"),
        ("Cake: vanilla, chocolate, to choose from", "Cake: vanilla, chocolate"),
        ("Wine: Riesling, Pinot", "Wine: Riesling, Pinot"),
        ("Carry the water in a can or a hose if available.", "Carry the water in a can or a hose."),
        ("A house like a castle", "A house like a castle"),
    ],
)
def test_what_is_only_offered_is_taken(line: str, decided: str) -> None:
    assert line_gates.decided(line) == decided


def test_advice_behind_a_label_is_advice() -> None:
    for line in (
        "Shoes: choose a comfortable pair",
        "Shoes: (Choose a comfortable pair)",
        "Cash: Check the rate",
        "Tempura in Kyoto and choose a shop",
    ):
        assert line_gates.line_fault(line, language="en", goal=GOAL, earlier=()) == line_gates.ADVICE


def test_a_label_alone_is_not_whole() -> None:
    assert line_gates.line_fault("Cost estimation:", language="en", goal=GOAL, earlier=()) == "not whole"


@given(st.text(max_size=80), st.text(max_size=80))
def test_the_single_gates_never_raise(line: str, other: str) -> None:
    line_gates.is_hollow(line)
    line_gates.is_unbalanced(line)
    line_gates.quotes(line, other)
    line_gates.decided(line)


@pytest.mark.parametrize("line", ["visit Nijo Castle", "tea at Kiyosaki Shrine in Gion", "sushi at Sukiyabashi Jiro"])
def test_names_are_of_no_language(line: str) -> None:
    assert line_gates.line_fault(line, language="en", goal=GOAL, earlier=()) is None


@pytest.mark.parametrize(
    ("line", "twice"),
    [
        ("Paint: 100 litres, 50 litres, 50 litres", True),
        ("red, green, Red", True),
        ("Paint: 100 litres, 50 litres", False),
        ("rain, rain", False),
        ("tea, rice, bread", False),
    ],
)
def test_lists_that_repeat_themselves(line: str, twice: bool) -> None:
    assert line_gates.lists_twice(line) is twice
