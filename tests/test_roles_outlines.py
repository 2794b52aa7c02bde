"""Outlines: what kind a goal is, and how the titles of its parts may begin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import forms, outlines

GOALS = {
    "Plan a two-week trip to Japan": "trip",
    "Organise a small wedding for 40 guests in June": "celebration",
    "A small garden wedding": "celebration",
    "Learn basic German in 3 months": "learning",
    "Plan a 60th birthday party at home": "celebration",
    "Migrate my home server to a new machine": "technical",
    "Clean out the garage": "tidying",
    "Plane den Umzug unserer Familie von Berlin nach Hamburg": "moving",
    "Write a cookbook of my grandmother's recipes": "other",
}


@pytest.mark.parametrize(("goal", "kind"), GOALS.items())
def test_kinds(goal: str, kind: str) -> None:
    assert outlines.kind_of(goal) == kind


@pytest.mark.parametrize("goal", [goal for goal in GOALS if "Umzug" not in goal])
def test_angles_have_words_of_their_own(goal: str) -> None:
    found = [outlines.outline_for(goal, angle, "en") for angle in outlines.ORDERS]
    phase, activity, place = ({*one.openers, *one.heads} for one in found)
    assert len(activity) >= 6 and len(phase & activity) <= 3 and len(phase & place) <= 3 and len(activity & place) <= 3
    assert phase != activity != place != phase


def test_phases_of_a_goal_with_an_extent_cover_it() -> None:
    outline = outlines.outline_for("Learn basic German in 3 months", "phase", "en")
    assert outline.heads == ("Month 1", "Month 2", "Month 3", "Final test")


def test_phases_name_the_goals_own_noun() -> None:
    outline = outlines.outline_for("A small garden wedding", "phase", "en")
    assert outline.heads[0] == "Two months before the garden wedding"
    assert "Evening of the garden wedding" in outline.heads


def test_a_trips_days_are_shared_out_among_its_towns() -> None:
    goal = "Plan a two-week trip to Japan"
    assert outlines.titles_of(["Tokyo", "Kyoto", "Osaka"], goal, "en") == (
        "Tokyo, days 1 to 5",
        "Kyoto, days 6 to 10",
        "Osaka, days 11 to 14",
    )
    assert outlines.titles_of(["Tokyo"], "A trip to Japan", "en") == ("Sights in Tokyo",)
    assert outlines.titles_of(["Kitchen"], "A small wedding", "en") == ("Kitchen",)


def test_a_trips_phases_cover_it() -> None:
    outline = outlines.outline_for("Plan a two-week trip to Japan", "phase", "en")
    assert outline.heads[2:] == ("Days 1 to 7", "Days 8 to 14")
    assert outline.heads[0] == "Three months before departure" and "Budget" in outline.openers[0]


def test_cues_make_a_model_name_things() -> None:
    goal = "Plan a two-week trip to Japan"
    assert outlines.cue_for("Kyoto, days 5 to 8", goal, "en") == "Sights in Kyoto"
    assert outlines.place_of_sights("Sights in Kyoto") == "Kyoto" and outlines.place_of_sights("Kitchen") == ""
    assert outlines.cue_for("Days 5 to 8", goal, "en") == "Towns and sights of days 5 to 8"
    assert outlines.cue_for("Month 2", "Learn German in 3 months", "en") == "Words, phrases and rules of month 2"
    assert outlines.cue_for("Kyoto, Tag 5 bis 8", "Reise nach Japan", "de") == "Kyoto, Tag 5 bis 8"
    assert outlines.cue_for("Kitchen", "A small wedding", "en") == "Kitchen"


def test_towns_of_other_parts() -> None:
    titles = ["Tokyo, days 1 to 3", "Kyoto, days 4 to 5", "Budget", "Food, drink"]
    assert outlines.other_towns(titles[0], titles) == ("Kyoto",)
    assert outlines.other_towns("Budget", titles) == outlines.other_towns("Days 1 to 3", titles) == ()


def test_a_routes_stops() -> None:
    goal = "Plan a two-week trip to Japan"
    assert outlines.stops("Route of the trip", "Tokyo, Kyoto", goal, "en") == (
        "Tokyo, days 1 to 7:",
        "Kyoto, days 8 to 14:",
    )
    assert len(outlines.stops("Towns", "Tokyo, Kyoto", goal, "en")) == 2
    assert outlines.stops("Sights", "Tokyo, Kyoto", goal, "en") == ()
    assert outlines.stops("Route", "Tokyo, Kyoto", "Organise a wedding", "en") == ()


def test_openers_are_used_once() -> None:
    outline = outlines.outline_for("A small garden wedding", "activity", "en")
    left = outline.left(["Menu for the guests", "drinks", "Something else"])
    assert "Music" in left and not {"Menu", "Drinks"} & set(left)
    assert outline.opener_of("Unknown") == ""


@pytest.mark.parametrize(
    ("title", "form"),
    [
        ("Morning of the wedding", "schedule"),
        ("Tokyo, days 1 to 4", "schedule"),
        ("Two months before the wedding", "checklist"),
        ("Menu for the guests", "list"),
        ("Kitchen", "list"),
        ("Budget", "budget"),
        ("Weekly timetable", "schedule"),
    ],
)
def test_forms_of_parts(title: str, form: str) -> None:
    assert outlines.part_form(title) == form


@given(
    goal=st.text(max_size=80),
    angle=st.sampled_from(["phase", "activity", "place", "other", ""]),
    language=st.sampled_from(["en", "de", "ms", "fr", "es", "pl", "", "xx"]),
    towns=st.lists(st.text(max_size=20), max_size=5),
)
def test_never_raises(goal: str, angle: str, language: str, towns: list[str]) -> None:
    for root in (True, False):
        outline = outlines.outline_for(goal, angle, language, root=root)
        assert all(head.strip() for head in outline.heads) and len(outline.heads) <= 6
    titles = outlines.titles_of(towns, goal, language)
    assert len(titles) == len(towns) or forms.extent_of(goal) is not None
    outlines.cue_for(goal, goal, language)
    outlines.stops("Route", ", ".join(towns), goal, language)
