"""Spans of an outline cover the goal's whole extent, each unit once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge_agent.roles import outlines, timetables
from edge_agent.roles.angles import angles_for
from edge_agent.roles.prompts import Brief
from edge_agent.roles.quantities import named_days

GOALS = (
    ("Learn to play the ukulele in {} months", "en", 28),
    ("Build a garden shed in {} weeks", "en", 7),
    ("Tidy the garage in {} weekends", "en", 2),
    ("In {} Monaten Ukulele lernen", "de", 28),
    ("Die Garage in {} Wochenenden aufräumen", "de", 2),
    ("Aprender a tocar el ukelele en {} meses", "es", 28),
    ("Remont kuchni w {} tygodni", "pl", 7),
)
"""With the language, and how many days a unit has at least: weeks of a month have 28."""
LONGEST = 1_000


def titles(goal: str, language: str) -> list[str]:
    skeleton = outlines.skeleton_for(goal, "phase", language)
    assert skeleton is not None
    return [section.title for section in skeleton.sections(6) if section.in_span]


@settings(deadline=None)
@given(st.sampled_from(GOALS), st.integers(2, 12))
def test_each_unit_of_the_extent_stands_in_one_part(goal: tuple[str, str, int], count: int) -> None:
    text, language, length = goal
    found = titles(text.format(count), language)
    days = [named_days(title, LONGEST) for title in found]
    assert found and all(days), found
    assert len(frozenset[int]().union(*days)) == sum(map(len, days)), "no day is planned twice"
    assert max(map(max, days)) >= count * length, "the last one has its part"


def test_few_months_are_told_in_weeks() -> None:
    assert titles("Learn to play the ukulele in two months", "en") == [
        "First steps, weeks 1 to 2",
        "Foundations, weeks 3 to 4",
        "Real use, weeks 5 to 6",
        "Final test, weeks 7 to 8",
    ]


def test_more_weekends_than_parts_share_these() -> None:
    goal = "Tidy the garage in three weekends"
    assert titles(goal, "en") == ["Emptying and sorting, weekend 1 to 2", "Putting back, weekend 3"]
    labels = [
        timetables.labels_of(Brief(goal=goal, title=title, form="schedule", path=(goal,)))
        for title in titles(goal, "en")
    ]
    assert labels[0] == (
        "Weekend 1, Saturday:",
        "Weekend 1, Sunday:",
        "Weekend 2, Saturday:",
        "Weekend 2, Sunday:",
    )
    assert labels[1] == ("Saturday:", "Sunday:")


@pytest.mark.parametrize(
    ("goal", "kind"),
    [
        ("Learn to bake sourdough bread within two months", "learning"),
        ("Naucz się gotować po tajsku", "learning"),
        ("Build a garden shed in five weekends", "building"),
        ("Baue ein Hochbeet im Garten", "building"),
        ("Grow vegetables in the garden", "garden"),
        ("Bake a cake with what I learned", "cooking"),
    ],
)
def test_first_words_tell_more_than_what_they_are_about(goal: str, kind: str) -> None:
    skeleton = outlines.skeleton_for(goal, angles_for(goal)[0], "en")
    assert skeleton is not None and skeleton.kind == kind
