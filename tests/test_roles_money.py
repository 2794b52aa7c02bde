"""Budgets: shares that sum up, amounts only of a sum that the goal states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import money
from edge_agent.roles.wording import words_for

ENGLISH = words_for("en")
LINES = ["Flights: 40 percent", "- Rooms: 30 percent", "Food: 20 percent, two meals a day"]


@pytest.mark.parametrize(
    ("goal", "amount", "unit"),
    [
        ("A party for 300 euros", 300, "euros"),
        ("A party for €1,200.50", 1200, "€"),
        ("Ein Fest für 1.500 Euro", 1500, "Euro"),
        ("Majlis dengan RM 5000", 5000, "RM"),
    ],
)
def test_the_goals_sum(goal: str, amount: int, unit: str) -> None:
    assert money.stated_sum(goal) == money.Sum(amount=amount, unit=unit)


def test_no_sum_or_several_are_none() -> None:
    for goal in ("A wedding for 40 guests", "Between 300 euros and 500 euros", "0 euros", "", "euros"):
        assert money.stated_sum(goal) is None


def test_shares_sum_up_to_a_hundred() -> None:
    assert money.shared_out(LINES, "A trip", ENGLISH) == [
        "- Flights: 45%",
        "- Rooms: 33%",
        "- Food: 22%, two meals a day",
        "- Total: 100%",
    ]


def test_amounts_are_parts_of_the_stated_sum() -> None:
    assert money.shared_out(LINES[:2], "A trip for 1000 euros", ENGLISH) == [
        "- Flights: 57%, 571 euros",
        "- Rooms: 43%, 429 euros",
        "- Total: 100%, 1000 euros",
    ]


def test_sums_are_not_the_models_to_make() -> None:
    assert money.is_share("Rooms: 30 percent")
    for line in ("Total: 30 percent", "Remaining funds: 90 percent", "Rooms: 300 euros", "Rooms", ""):
        assert not money.is_share(line)


@given(st.lists(st.integers(1, 99), min_size=2, max_size=8), st.integers(1, 10**6))
def test_parts_sum_up_whatever_the_model_says(weights: list[int], whole: int) -> None:
    lines = [f"Item {chr(65 + at)}: {weight} percent" for at, weight in enumerate(weights)]
    written = money.shared_out(lines, f"for {whole} euros", ENGLISH)
    amounts = [line.split(", ")[1].split()[0] for line in written]
    shares = [line.split(": ")[1].split("%")[0] for line in written]
    assert sum(map(int, amounts[:-1])) == int(amounts[-1]) == whole
    assert sum(map(int, shares[:-1])) == int(shares[-1]) == 100


@given(st.lists(st.text(max_size=40), max_size=5), st.text(max_size=60))
def test_never_raises(lines: list[str], goal: str) -> None:
    money.shared_out(lines, goal, None)
    money.stated_sum(goal)
