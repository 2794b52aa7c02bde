"""Forms, extents, labels and sums: what code counts so that no model has to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import forms
from edge_agent.roles.examples import EXAMPLES

ENGLISH = forms.words_for("en")
assert ENGLISH is not None


@pytest.mark.parametrize(
    ("title", "form"),
    [
        ("Schedule for days 1 to 7", "schedule"),
        ("Wedding invitation list", "list"),
        ("List of letters to send", "list"),
        ("Budget for hotels", "budget"),
        ("Packing checklist", "checklist"),
        ("Comparison of five cities", "comparison"),
        ("Letter to the guests", "letter"),
        ("Customer profile", "text"),
        ("Kostenplan für den Umzug", "budget"),
        ("Checkliste für die Helfer", "checklist"),
        ("Jadual hari pertama", "schedule"),
        ("Senarai semak pembantu", "checklist"),
        ("Lista de control de ayudantes", "checklist"),
        ("A word about the host", "text"),
    ],
)
def test_form_of(title: str, form: str) -> None:
    assert forms.form_of(title) == form


def test_a_detail_names_things_but_no_form() -> None:
    assert forms.form_of("Rules for the guests", "invitations and seats") == "list"
    assert forms.form_of("The host", "letters and costs") == "text"


@pytest.mark.parametrize(
    ("title", "goal", "labels"),
    [
        ("Schedule for days 3 to 5", "Plan a two-week trip", ("Day 3:", "Day 4:", "Day 5:")),
        ("Schedule", "Plan a three-day trip", ("Day 1:", "Day 2:", "Day 3:")),
        ("Timetable", "Learn German in 3 months", ("Month 1:", "Month 2:", "Month 3:")),
        ("Day-by-day schedule", "Plan a two-week trip", tuple(f"Day {at}-{at + 1}:" for at in range(1, 15, 2))),
        ("Schedule of the day", "Organise a wedding for 40 guests", ()),
        ("Schedule of the first of 1 week", "", tuple(f"Day {at}:" for at in range(1, 8))),
        ("Schedule", "Get fit in one month", tuple(f"Week {at}:" for at in range(1, 5))),
        ("Schedule for days 1 to 60", "", tuple(f"Week {at}:" for at in range(1, 10))),
    ],
)
def test_labels_of_schedules(title: str, goal: str, labels: tuple[str, ...]) -> None:
    extent = forms.schedule_extent(title, "", goal)
    assert (forms.labels(extent, ENGLISH) if extent else ()) == labels


def test_months_are_told_in_weeks_where_asked() -> None:
    extent = forms.schedule_extent("Weekly timetable", "", "Learn German in 2 months")
    assert extent is not None and extent.unit == "week" and 8 <= extent.count <= 9


def test_extents_in_other_languages() -> None:
    assert forms.extent_of("Zeitplan für Tag 1 bis 3") == forms.Extent(unit="day", first=1, last=3)
    assert forms.extent_of("Jadual hari 2 hingga 4") == forms.Extent(unit="day", first=2, last=4)
    assert forms.extent_of("in zwei Wochen") == forms.Extent(unit="week", first=1, last=2)
    assert forms.extent_of("40 guests in June") is None


def test_an_only_schedule_covers_the_whole_goal() -> None:
    goal = "Plan a two-week trip to Japan"
    assert forms.widened("Schedule for days 1 to 2", goal) == "Schedule for days 1 to 14"
    assert forms.widened("Schedule for weeks 1 to 9", goal) == "Schedule for weeks 1 to 2"
    assert forms.widened("Schedule for days 8 to 9", goal) == "Schedule for days 8 to 9"
    assert forms.widened("Schedule of the trip", goal) == "Schedule of the trip"
    assert forms.widened("Schedule for days 1 to 2", "Organise a wedding") == "Schedule for days 1 to 2"


def test_dependencies_point_backwards_only() -> None:
    titles = [("Route of the trip", "list"), ("Schedule of days 1 to 7", "schedule"), ("Budget", "budget")]
    assert forms.dependencies(titles) == [(), (0,), (0, 1)]  # type: ignore[arg-type]
    assert forms.dependencies([("Budget", "budget"), ("List of hotels", "list")]) == [(), ()]


def test_totals_only_where_every_line_has_the_same_unit() -> None:
    assert (
        forms.total_line(["- Hotel: 900 euros", "- Food: 300 Euros, two meals a day"], ENGLISH) == "Total: 1200 euros"
    )
    assert forms.total_line(["- Hotel: 900 euros", "- Food: 300 dollars"], ENGLISH) is None
    assert forms.total_line(["- Hotel: 900 euros", "- Food: unknown"], ENGLISH) is None
    assert forms.total_line(["- Hotel: 900 euros"], ENGLISH) is None
    assert forms.total_line(["- Hotel: 900 euros", "- Food: 300 euros"], None) is None


def test_the_goals_currency_is_used() -> None:
    assert forms.currencies("en", "a party for £300") == ("pounds",)
    assert forms.currencies("en", "a party for 300 dollars") == ("dollars",)
    assert forms.currencies("de-AT", "ein Fest") == ("Euro", "Franken")
    assert forms.currencies("xx", "") == ("EUR", "USD")


@pytest.mark.parametrize("language", EXAMPLES)
def test_examples_begin_with_openers_that_name_a_form(language: str) -> None:
    example = EXAMPLES[language]
    assert all(line.startswith(example.openers) for line in example.lines)
    assert len({forms.form_of(opener) for opener in example.openers}) >= 5


def test_openers_run_out() -> None:
    example = EXAMPLES["ms"]
    left = example.openers_left(["Senarai semak tetamu", "Senarai makanan", "Jadual majlis"])
    assert "Senarai semak" not in left and "Senarai" in left and "Jadual" in left
    assert "Senarai" not in example.openers_left(["Senarai makanan", "Senarai tetamu"])


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_never_raises_and_labels_are_bounded(title: str, detail: str, goal: str) -> None:
    forms.form_of(title, detail)
    forms.widened(title, goal)
    extent = forms.schedule_extent(title, detail, goal)
    if extent is not None:
        assert 1 <= len(forms.labels(extent, ENGLISH)) <= forms.MAX_LABELS


@given(st.integers(1, 999), st.integers(1, 999))
def test_labels_cover_any_range(first: int, count: int) -> None:
    extent = forms.Extent(unit="day", first=first, last=first + count - 1)
    labels = forms.labels(extent, ENGLISH)
    assert 1 <= len(labels) <= forms.MAX_LABELS
    assert str(first) in labels[0] and str(first + count - 1) in labels[-1]
