"""Spans of time and counts in texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles.quantities import Span, counted_days, counts, days_before, named_days, stated_span


@pytest.mark.parametrize(
    ("text", "count", "unit"),
    [
        ("Plan a two-week trip to Japan", 2, "week"),
        ("Reise durch Polen, 10 Tage", 10, "day"),
        ("Zaplanuj remont kuchni w sześć tygodni", 6, "week"),
        ("Percutian lima hari di Langkawi", 5, "day"),
        ("Aprender italiano en tres meses", 3, "month"),
        ("Deux semaines en Bretagne", 2, "week"),
        ("Clear the attic in two weekends", 2, "weekend"),
        ("A fortnight on a canal boat", 2, "week"),
    ],
)
def test_a_goals_span_is_read_in_many_languages(text: str, count: int, unit: str) -> None:
    span = stated_span(text)
    assert span is not None
    assert (span.count, span.unit) == (count, unit)


@pytest.mark.parametrize("text", ["Learn to sing with half an hour a day", "One day", "Bake 40 cakes", "", "Week plan"])
def test_what_is_no_span_of_two_days_is_none(text: str) -> None:
    assert stated_span(text) is None


def test_the_longest_span_at_the_beginning_counts() -> None:
    assert stated_span("Three days in Rome, part of two weeks in Italy") == Span(count=2, unit="week")
    assert stated_span("Rome. " + "I like to travel by train. " * 30 + "Three weeks ago I was ill.") is None


@pytest.mark.parametrize(
    ("item", "days"),
    [
        ("Days 3 to 5: Kyoto", {3, 4, 5}),
        ("Hari 1 dan 2: pantai", {1, 2}),
        ("Second week: temples", set(range(8, 15))),
        ("Tydzień 2: malowanie", set(range(8, 15))),
        ("Erste Woche: Ankunft", set(range(1, 8))),
        ("First weekend: sorting", {1, 2}),
        ("Menu for 12 days", set()),
    ],
)
def test_numbered_spans_are_days(item: str, days: set[int]) -> None:
    assert named_days(item, 14) == days


def test_no_day_lies_beyond_the_goals_last() -> None:
    assert named_days("Weeks 2 to 900", 10) == {8, 9, 10}
    assert named_days("Day 0", 10) == frozenset()


def test_counted_spans_are_lengths() -> None:
    assert counted_days(["Calendar of twelve weeks", "2 days in Rome"]) == 84
    assert counted_days(["Menu"]) == 0


@pytest.mark.parametrize(
    ("title", "days"),
    [
        ("Two weeks before the party", 14),
        ("The day before", 1),
        ("Un mes antes", 30),
        ("Tydzień przed wyjazdem", 7),
        ("Sebulan sebelum majlis", 30),
        ("Before the party", None),
    ],
)
def test_stages_before_the_day(title: str, days: int | None) -> None:
    assert days_before(title) == days


def test_uncovered_units_in_words() -> None:
    weeks = Span(count=6, unit="week")
    assert weeks.words_for(weeks.units_without(frozenset(range(1, 22)))) == "weeks 4 to 6"
    months = Span(count=3, unit="month")
    assert months.words_for(months.units_without(frozenset(range(31, 61)))) == "months 1 and 3"
    assert months.words_for((2,)) == "month 2"
    assert months.words_for(()) == "all of the 3 months"
    assert Span(count=1, unit="week").whole == "1 week"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("A party for 25 people", {25}),
        ("Budget of 6,000 pounds for fifteen", {6000, 15}),
        ("Bajet RM4000 untuk enam orang", {4000, 6}),
        ("20000 zł", {20000}),
        ("On 28 August 2027 in 2 weeks", set()),
        ("Since 2019 at 18:30 on day 3", set()),
        ("30 minut dziennie, half an hour, 12 Stunden", set()),
        ("Menu for 60: soup", {60}),
    ],
)
def test_counts_leave_out_days_dates_and_times(text: str, values: set[int]) -> None:
    assert {count.value for count in counts(text)} == values


@pytest.mark.parametrize(
    "text",
    [
        "A treehouse for children aged 6, 9 and 11",
        "our 8-year-old",
        "die zehnte Klasse, 15-jährige",
        "Geburtstag, 60 Jahre alt",
    ],
)
def test_ages_count_nothing(text: str) -> None:
    assert counts(text) == ()


def test_a_word_that_counts_in_another_language_does_not_in_this_one() -> None:
    assert counts("once a month", "en") == counts("na ten sezon", "pl") == ()
    assert {count.value for count in counts("once vecinos", "es")} == {11}
    assert {count.value for count in counts("ten guests", "en")} == {10}


def test_a_count_tells_what_it_counts() -> None:
    (people,), (money,) = counts("for 30 neighbours"), counts("30 pounds")
    assert people.about == counts("Einladung für 60 Nachbarn")[0].about
    assert not people.about & money.about


@given(st.text(max_size=200), st.integers(0, 400))
def test_nothing_raises(text: str, most: int) -> None:
    counts(text)
    stated_span(text)
    counted_days([text])
    assert all(1 <= day <= most for day in named_days(text, most))
