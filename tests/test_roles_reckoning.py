"""Sums and dates that can be checked without knowing the world."""

from __future__ import annotations

import calendar
import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import reckoning


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("8 tables x 5 chairs", "8 tables x 5 chairs"),
        ("Chairs: 8 x 5 = 45 in the garden", "Chairs: 8 x 5 = 40 in the garden"),
        ("12 + 8 + 20 = 40 guests", "12 + 8 + 20 = 40 guests"),
        ("2 + 3 * 4 = 20", "2 + 3 * 4 = 14"),
        ("1.5 + 1 = 3", "1.5 + 1 = 2.50"),
        ("version 2 = 3", "version 2 = 3"),
        ("Guests come at 15:00 PM or 3:00 PM", "Guests come at 15:00 or 3:00 PM"),
    ],
)
def test_sums_are_put_right(line: str, right: str) -> None:
    assert reckoning.with_right_sums(line) == right


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("Ceremony on 31 June in the garden", True),
        ("Abreise am 30. Februar", True),
        ("June 31st, the big day", True),
        ("Saturday, 28 August 2026", True),
        ("Friday, 28 August 2026", False),
        ("29 February 2027", True),
        ("29 February 2028", False),
        ("Ceremony on 30 June", False),
        ("Marsz 40 km", False),
        ("May 12:00", False),
    ],
)
def test_days_that_do_not_exist(line: str, wrong: bool) -> None:
    assert reckoning.is_no_date(line) is wrong


@given(st.dates(min_value=datetime.date(1900, 1, 1), max_value=datetime.date(2099, 12, 31)), st.integers(0, 6))
def test_weekdays_are_those_of_the_calendar(date: datetime.date, weekday: int) -> None:
    line = f"{calendar.day_name[weekday]}, {date.day} {calendar.month_name[date.month]} {date.year}"
    assert reckoning.is_no_date(line) is (date.weekday() != weekday)


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("Salmon (2 servings)", "Salmon (40 servings)"),
        ("Salmon (2 servings each)", "Salmon (2 servings each)"),
        ("10 tables, each with 4 seats", "10 tables, each with 4 seats"),
        ("60 chairs from the hall", "60 chairs from the hall"),
        ("Set up 40 tables on the lawn, each with a cloth", "Set up 5 tables on the lawn, each with a cloth"),
        ("Set up 6 round tables on the lawn", "Set up 6 round tables on the lawn"),
        ("Kuchen, 6 Stück", "Kuchen, 40 Stück"),
        ("4 bottles of wine", "4 bottles of wine"),
    ],
)
def test_what_everybody_gets_is_enough_for_all(line: str, right: str) -> None:
    assert reckoning.with_enough(line, 40) == right
    assert reckoning.with_enough(line, 0) == line


def test_days_behind_the_end_of_a_journey() -> None:
    assert reckoning.is_beyond("the night train on day 15", 14)
    assert reckoning.is_beyond("Hari 6: pulang", 5)
    assert not reckoning.is_beyond("day 14, then 20 days at home", 14)


@given(st.text(max_size=80))
def test_never_raises(line: str) -> None:
    reckoning.with_right_sums(line)
    reckoning.is_no_date(line)
    reckoning.is_beyond(line, 3)
