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


@pytest.mark.parametrize(
    ("line", "known", "journeys", "invents"),
    [
        ("Kyoto to Tokyo by car: 45 minutes", "", True, True),
        ("Vocabulary for 20 minutes", "", False, False),
        ("Rooms for $90 a night", "", False, True),
        ("Flowers for 300 euros", "A wedding for 300 euros", False, False),
        ("Eight tables for 40 guests", "", True, False),
    ],
)
def test_invented_numbers(line: str, known: str, journeys: bool, invents: bool) -> None:
    assert line_gates.invents_a_number(line, known, journeys=journeys) is invents


@given(st.text(max_size=80), st.text(max_size=80), st.lists(st.text(max_size=40), max_size=6))
def test_gates_never_raise(goal: str, line: str, items: list[str]) -> None:
    line_gates.line_fault(line, language="", goal=goal, earlier=items, inputs=items)
