"""Forms, extents, labels and sums: what code counts so that no model has to."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import forms
from edge_agent.roles.wording import LANGUAGES, words_for

_WORDS = words_for("en")
assert _WORDS is not None
ENGLISH = _WORDS


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
        ("Harmonogram remontu", "schedule"),
        ("Lista kontrolna przed wyjazdem", "checklist"),
        ("Porównanie blatów", "comparison"),
        ("Budżet wyjazdu", "budget"),
        ("Zaproszenie dla gości", "letter"),
        ("Lista gości", "list"),
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
        ("Zeitplan", "Plane eine zweiwöchige Reise", tuple(f"Day {at}-{at + 1}:" for at in range(1, 15, 2))),
        ("Zeitplan", "Plane eine dreitägige Wanderung", ("Day 1:", "Day 2:", "Day 3:")),
        ("Harmonogram", "Remont kuchni w trzy tygodnie", ("Week 1:", "Week 2:", "Week 3:")),
        ("Plan", "Wyjazd na trzy dni", ("Day 1:", "Day 2:", "Day 3:")),
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


@pytest.mark.parametrize(
    ("title", "first", "last"),
    [("Tokyo, days 1 to 4", 1, 4), ("Days 5 to 5", 5, 5), ("Month 2", 2, 2), ("Hari 3 hingga 4", 3, 4)],
)
def test_spans_in_titles(title: str, first: int, last: int) -> None:
    span = forms.span_of(title)
    assert span is not None and (span.first, span.last) == (first, last)


def test_titles_without_a_numbered_span() -> None:
    for title in ("Two weeks in June", "Schedule of the day", "Budget for 3 days", "", "Day 0"):
        assert not forms.is_span(title)


@pytest.mark.parametrize(
    ("title", "labels"),
    [
        ("Month 2", ("Week 5:", "Week 6:", "Week 7:", "Week 8:")),
        ("Week 2", tuple(f"Day {at}:" for at in range(8, 15))),
        ("Tokyo, days 9 to 11", ("Day 9:", "Day 10:", "Day 11:")),
    ],
)
def test_a_part_covers_its_own_span(title: str, labels: tuple[str, ...]) -> None:
    extent = forms.schedule_extent(title, "", "Plan 3 months abroad")
    assert extent is not None and forms.labels(extent, ENGLISH) == labels


def test_a_months_daily_habit_does_not_have_it_told_by_days() -> None:
    extent = forms.schedule_extent("First steps, month 1", "basics, first words, daily habit", "Learn to sing")
    assert extent is not None and forms.labels(extent, ENGLISH) == ("Week 1:", "Week 2:", "Week 3:", "Week 4:")
    daily = forms.schedule_extent("Diary", "daily entries", "Plan 10 days by the sea")
    assert daily is not None and daily.unit == "day"


def test_hours_of_a_part_of_the_day() -> None:
    assert forms.clock_labels("Morning of the wedding")[0] == "08:00:"
    assert forms.clock_labels("Abend")[-1] == "22:30:"
    assert forms.clock_labels("Mornings") == forms.clock_labels("Budget for the evening") == ()


def test_dependencies_point_backwards_only() -> None:
    titles = [("Route of the trip", "list"), ("Schedule of days 1 to 7", "schedule"), ("Budget", "budget")]
    assert forms.dependencies(titles) == [(), (0,), (0, 1)]  # type: ignore[arg-type]
    assert forms.dependencies([("Budget", "budget"), ("List of hotels", "list")]) == [(), ()]


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_never_raises_and_labels_are_bounded(title: str, detail: str, goal: str) -> None:
    forms.form_of(title, detail)
    forms.clock_labels(title)
    forms.span_of(title)
    extent = forms.schedule_extent(title, detail, goal)
    if extent is not None:
        assert 1 <= len(forms.labels(extent, ENGLISH)) <= forms.MAX_LABELS


@given(st.integers(1, 999), st.integers(1, 999))
def test_labels_cover_any_range(first: int, count: int) -> None:
    extent = forms.Extent(unit="day", first=first, last=first + count - 1)
    labels = forms.labels(extent, ENGLISH)
    assert 1 <= len(labels) <= forms.MAX_LABELS
    assert str(first) in labels[0] and str(first + count - 1) in labels[-1]


@given(st.integers(1, 400), st.integers(1, 8))
def test_an_extent_is_cut_into_spans_that_cover_it(count: int, most: int) -> None:
    spans = forms.cut(forms.Extent(unit="day", first=3, last=count + 2), most)
    assert len(spans) <= most and sum(span.count for span in spans) == count
    assert (spans[0].first, spans[-1].last) == (3, count + 2)
    assert all(after.first == before.last + 1 for before, after in itertools.pairwise(spans))
    assert max(span.count for span in spans) - min(span.count for span in spans) <= 1


@pytest.mark.parametrize("language", LANGUAGES)
@given(unit=st.sampled_from(("day", "week", "month")), first=st.integers(1, 400), count=st.integers(1, 8))
def test_titles_of_spans_are_read_back_in_each_language(
    language: str, unit: forms.Unit, first: int, count: int
) -> None:
    words = words_for(language)
    assert words is not None
    span = forms.Extent(unit=unit, first=first, last=first + count - 1)
    title = forms.span_title(span, words)
    assert forms.span_of(title) == span
    assert forms.span_of(f"Kyoto, {title.lower()}") == span


@pytest.mark.parametrize(
    ("goal", "length"),
    [
        ("A week in Rome", "1 week"),
        ("Plan a week of cheap meals", "1 week"),
        ("Look after my sister's dog for a month", "1 month"),
        ("Jaga kucing selama seminggu", "1 week"),
        ("Opieka nad kotem przez miesiąc", "1 month"),
        ("Three runs a week", ""),
        ("Half an hour a day and twice a month", ""),
    ],
)
def test_one_week_or_month_without_a_number(goal: str, length: str) -> None:
    extent = forms.extent_of(goal)
    words = words_for("en")
    assert words is not None
    assert (forms.span_length(extent, words) if extent else "") == length
