"""Limits of time that a goal states: what a line may take a day, and what comes too late."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import limits


@pytest.mark.parametrize(
    ("goal", "minutes"),
    [
        ("Learn to draw in two months with half an hour a day", 30),
        ("Get fit in eight weeks with 45 minutes of training a day", 45),
        ("Read all of Proust, one hour every evening", 60),
        ("Practise the piano for 20 minutes daily", 20),
        ("Zwei Stunden am Tag für die Prüfung lernen", 120),
        ("Italienisch lernen, täglich", 0),
        ("Naucz się podstaw gry na gitarze, 30 minut dziennie", 30),
        ("Aprende a cocinar con media hora al día", 30),
        ("Belajar melukis, setengah jam sehari", 30),
        ("Train for a race, three runs a week", 0),
        ("A party of four hours", 0),
    ],
)
def test_minutes_a_day(goal: str, minutes: int) -> None:
    assert limits.minutes_a_day(goal) == minutes


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("2 hours of reading aloud", "30 minutes of reading aloud"),
        ("Draw hands for an hour.", "Draw hands for 30 minutes."),
        ("Spend another hour each day on hands.", "Spend 30 minutes each day on hands."),
        ("Take a 1-hour lesson with a friend.", "Take a 30-minute lesson with a friend."),
        ("Zwei Stunden lesen", "30 Minuten lesen"),
        ("Read for 20 minutes.", "Read for 20 minutes."),
        ("Read for 20 minutes and write for 20 minutes.", "Read for 20 minutes and write for 20 minutes."),
        ("Start at 8:30 with hands.", "Start at 8:30 with hands."),
    ],
)
def test_a_day_has_no_more_time_than_the_goal_gives(line: str, right: str) -> None:
    assert limits.within_a_day(line, 30) == right
    assert limits.within_a_day(line, 0) == line


@pytest.mark.parametrize(
    ("line", "days", "too_long"),
    [
        ("Read for 20 minutes and write for 20 minutes.", 1, True),
        ("Read for 10 minutes and write for 20 minutes.", 1, False),
        ("Spend two hours on grammar.", 7, False),
        ("Spend one hour a day on grammar.", 7, True),
        ("Spend ten hours on grammar.", 7, True),
        ("Read the letters aloud.", 1, False),
    ],
)
def test_durations_together(line: str, days: int, too_long: bool) -> None:
    assert limits.is_too_long(line, 30, days) is too_long
    assert not limits.is_too_long(line, 0, days)


@pytest.mark.parametrize(
    ("line", "goal", "late"),
    [
        ("Prepare the shelves for next week.", "Paint the shed in one weekend", True),
        ("Finish the roof next weekend.", "Paint the shed in two weekends", False),
        ("Finish the roof next month.", "Paint the shed in two weekends", True),
        ("Prepare the words for next week.", "Learn to draw in two months", False),
        ("Set a new aim for next month.", "Learn to draw in one month", True),
        ("Nächste Woche geht es weiter.", "Den Schuppen an einem Wochenende streichen", True),
        ("Prepare for next week.", "Found a small bakery", False),
    ],
)
def test_what_is_put_off_beyond_the_end(line: str, goal: str, late: bool) -> None:
    assert limits.is_after_the_end(line, limits.days_given(goal)) is late


@given(st.text(max_size=80), st.integers(0, 300))
def test_any_text_passes_without_an_error(text: str, minutes: int) -> None:
    assert limits.within_a_day(limits.within_a_day(text, minutes), minutes) == limits.within_a_day(text, minutes)
    assert limits.minutes_a_day(text) >= 0
    limits.is_too_long(text, minutes, 7)
    limits.is_after_the_end(text, limits.days_given(text))
