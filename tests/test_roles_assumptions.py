"""What a model can only have invented is marked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import assumptions
from edge_agent.roles.wording import words_or_english

ENGLISH = words_or_english("en")


@pytest.mark.parametrize(
    ("line", "assumed"),
    [
        ("A room for 90 euros a night", True),
        ("Flights at $850 each", True),
        ("Open from 9:30 to 17:00", True),
        ("Tickets at 9 am", True),
        ("Kyoto to Tokyo: 2.5 hours", True),
        ("The router has 192.168.1.1", True),
        ("See www.example.org for tickets", True),
        ("Disk of 500 GB", True),
        ("Founded in 1603", True),
        ("Dinner at Sushi Nakamura Restaurant", True),
        ("A night in Hotel Sakura", True),
        ("Kolacja w Restauracja Polska", True),
        ("Eight tables with 5 chairs each", True),
        ("Eight tables", False),
        ("A hotel near the station", False),
        ("The market in the old town", False),
        ("Senso-ji and the garden", False),
        ("", False),
    ],
)
def test_what_is_assumed(line: str, assumed: bool) -> None:
    assert assumptions.is_assumed(line, "Plan a trip") is assumed


def test_what_the_goal_or_another_part_says_is_known() -> None:
    known = "A party for 300 euros at 18:00 in Hotel Sakura"
    assert not assumptions.is_assumed("300 euros for Hotel Sakura at 18:00", known)
    assert assumptions.is_assumed("200 euros for Hotel Sakura", known)


def test_the_mark_is_explained_once() -> None:
    lines = ["- Hotel Sakura \u2020", "- Rice"]
    explained = assumptions.with_legend(lines, ENGLISH)
    assert explained == [*lines, "", "\u2020 Assumed by the model, not known: check it."]
    assert assumptions.with_legend(explained, ENGLISH) == explained
    assert assumptions.with_legend(["- Rice"], ENGLISH) == ["- Rice"]


def test_places_that_nobody_named_are_told_from_known_ones() -> None:
    known = "Kyoto, days 1 to 3: Fushimi Inari, Gion"
    assert assumptions.names_unknown("then up to Kiyosaki Shrine", known)
    assert not assumptions.names_unknown("Walk through Gion, up to Fushimi Inari", known)
    assert not assumptions.names_unknown("tea by the pond", known)


def test_a_model_reads_no_marks() -> None:
    assert assumptions.unmarked("- Rice, 2 kg \u2020\n- Tea\n\n\u2020 Assumed: check it.") == "- Rice, 2 kg\n- Tea"


def test_the_mark_stands_in_the_last_cell_of_a_row() -> None:
    assert assumptions.marked("| mail | 25 |") == "| mail | 25 \u2020 |"
    assert assumptions.marked("- Soup: 25 litres") == "- Soup: 25 litres \u2020"


@pytest.mark.parametrize(
    ("goal", "own"),
    [
        ("Move our home server with its eight services", True),
        ("Räume unseren Keller auf", True),
        ("Wyremontuj naszą kuchnię", True),
        ("Plan a two-week trip to Japan", False),
    ],
)
def test_own_things_are_known_to_their_owner_alone(goal: str, own: bool) -> None:
    assert assumptions.is_about_own_things(goal) is own


def test_the_mark_of_a_row_stands_before_what_is_to_be_filled_in() -> None:
    assert assumptions.marked("| Rye | 3 bags | … | … |") == f"| Rye | 3 bags {assumptions.MARK} | … | … |"
    assert assumptions.marked("| Rye | 3 bags |") == f"| Rye | 3 bags {assumptions.MARK} |"
    assert assumptions.marked("- Rye: 3 bags") == f"- Rye: 3 bags {assumptions.MARK}"


@given(st.text(max_size=80), st.text(max_size=40))
def test_never_raises(line: str, known: str) -> None:
    assumptions.is_assumed(line, known)
