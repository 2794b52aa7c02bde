"""The goal's extent, cut among an outline's phases: shared, or with middle ones left out."""

from __future__ import annotations

from edge_agent.roles.outline_spans import span_titles, spanned
from edge_agent.roles.outline_words import Part
from edge_agent.roles.wording import words_or_english

WORDS = words_or_english("en")
PARTS = tuple(
    Part(title=title, form="schedule", things=("one", "two"), topics=frozenset(), in_span=title != "Budget")
    for title in ("Packing", "Loading", "Driving", "Unpacking", "Budget")
)


def titles(goal: str, *, most: int, shared: int) -> list[str]:
    return [part.title for part in spanned(PARTS, goal, "en", WORDS, most=most, shared=shared)]


def test_phases_share_units_or_middle_ones_go() -> None:
    goal = "A move in three weeks"
    assert titles(goal, most=6, shared=4) == [
        "Packing, week 1",
        "Loading, week 1",
        "Driving, week 2",
        "Unpacking, week 3",
        "Budget",
    ]
    assert titles(goal, most=6, shared=2) == ["Packing, week 1", "Loading, week 2", "Unpacking, week 3", "Budget"]
    assert titles("A move", most=6, shared=2) == [part.title for part in PARTS]


def test_one_or_two_weeks_are_cut_by_their_days() -> None:
    assert span_titles("A fortnight: two weeks", WORDS, 2) == ("Days 1 to 7", "Days 8 to 14")
    assert span_titles("No extent", WORDS, 2) == ()
