"""What code sets at the beginning of lines: labels, and the things that a part names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.records import Form
from edge_agent.roles import frames, timetables
from edge_agent.roles.kinds import kind_of
from edge_agent.roles.outline_words import LANGUAGES, language_of
from edge_agent.roles.outlines import skeleton_for
from edge_agent.roles.page import Page
from edge_agent.roles.prompts import Brief
from edge_agent.roles.wording import words_for


def part(
    title: str, detail: str = "", goal: str = "A small matter", form: Form = "schedule", language: str = "en"
) -> Brief:
    return Brief(goal=goal, title=title, detail=detail, form=form, path=(goal,), siblings=(title,), language=language)


def test_times_by_name_are_labels_themselves() -> None:
    weekend = part("Timetable", "Friday evening, Saturday, Sunday")
    assert timetables.labels_of(weekend) == ("Friday evening:", "Saturday:", "Sunday:")
    assert timetables.assigned(timetables.labels_of(weekend), timetables.things_of(weekend)) == ("", "", "")


@pytest.mark.parametrize(
    ("goal", "language", "first", "count"),
    [
        ("Move the server within one weekend", "en", "Saturday, morning:", 5),
        ("Clear out the garage in two weekends", "en", "Weekend 1, Saturday:", 4),
        ("Kemas stor pada hujung minggu", "ms", "Sabtu, pagi:", 5),
        ("Umzug an drei Wochenenden", "de", "Wochenende 1, Samstag:", 6),
    ],
)
def test_weekends_have_labels(goal: str, language: str, first: str, count: int) -> None:
    labels = timetables.labels_of(part("Timetable", goal=goal, language=language))
    assert (labels[0], len(labels)) == (first, count)


def test_what_each_day_holds_is_no_label_where_the_days_are_counted() -> None:
    daily = part("Timetable", "morning walk, main sight, long lunch, quiet evening; 5 days", goal="A trip of 5 days")
    labels = timetables.labels_of(daily)
    assert labels == ("Day 1:", "Day 2:", "Day 3:", "Day 4:", "Day 5:")
    assert timetables.is_pattern(labels, timetables.things_of(daily))
    assert not timetables.is_pattern(("08:00:", "12:00:"), timetables.things_of(daily))
    assert not timetables.is_pattern(labels, ("Ueno Park", "Ginza"))


def test_an_extent_counts_before_weekends() -> None:
    assert timetables.labels_of(part("Days 1 to 2", goal="A weekend of 2 days in Porto")) == ("Day 1:", "Day 2:")


def test_lists_have_no_labels_by_code() -> None:
    assert timetables.labels_of(part("Menu", goal="A party in two weekends", form="list")) == ()


@pytest.mark.parametrize(
    ("labels", "things", "begins"),
    [
        (("Day 1:", "Day 2:", "Day 3:"), ("a", "b"), ("a", "b", "")),
        (("Day 1:", "Day 2:"), ("a", "b", "c", "d"), ("a, b", "c, d")),
        (("Month 1:", "Month 2:", "Month 3:", "Month 4:"), ("a", "b"), ("a", "", "b", "")),
        (("08:00:", "10:00:", "12:00:"), ("dinner", "dance"), ("", "dinner", "dance")),
        (("Day 1:",), (), ("",)),
        (("Tokyo, days 1 to 5:", "Kyoto, day 6:"), ("Tokyo", "Kyoto"), ("", "")),
    ],
)
def test_things_are_shared_out_in_order(
    labels: tuple[str, ...], things: tuple[str, ...], begins: tuple[str, ...]
) -> None:
    assert timetables.assigned(labels, things) == begins


@given(st.integers(1, 12), st.lists(st.text(alphabet="abc ", min_size=3, max_size=8), unique=True, max_size=8))
def test_every_thing_begins_one_line(count: int, things: list[str]) -> None:
    begins = timetables.assigned([f"@{at}:" for at in range(count)], things)
    assert len(begins) == count
    assert [one for begin in begins for one in begin.split(", ") if begin] == [
        one for thing in things for one in thing.split(", ")
    ]


@pytest.mark.parametrize(
    ("detail", "things"),
    [
        ("ramen, sushi, ramen", ("ramen", "sushi")),
        ("one thing alone", ()),
        ("A long sentence that tells what the part is to hold and goes on and on, and on", ()),
        ("[x], tea, rice", ("tea", "rice")),
        ("", ()),
    ],
)
def test_things(detail: str, things: tuple[str, ...]) -> None:
    assert timetables.things_of(part("Food", detail)) == things


@pytest.mark.parametrize(
    ("title", "count"),
    [
        ("Table of the eight services", 8),
        ("Vergleich der drei Zelte", 3),
        ("Tabela sześciu usług", 6),
        ("Table of 10 songs", 10),
        ("Days 3 to 7", 0),
        ("Table of two things", 0),
        ("Table of 400 guests", 0),
        ("Table of services", 0),
    ],
)
def test_counted_titles(title: str, count: int) -> None:
    assert timetables.counted(title, 12) == count


@pytest.mark.parametrize(
    ("title", "detail", "count"),
    [
        ("Inventory", "devices, data; eight services", 8),
        ("Table of the four songs", "", 4),
        ("Rooms", "nights, kind of room; six people", 0),
        ("Penginapan", "malam, bilik; enam orang", 0),
        ("Rooms", "eight rooms, two halls", 0),
    ],
)
def test_rows_are_counted_by_title_or_by_what_the_goal_states(title: str, detail: str, count: int) -> None:
    assert timetables.rows_of(part(title, detail), 12) == count


def test_things_may_be_named_by_a_verb() -> None:
    steps = part("Steps", "preparation, copy, check", goal="Move the server within one weekend")
    assert timetables.things_of(steps) == ("preparation", "copy", "check")


def test_nights_are_counted_by_code() -> None:
    goal = "Plan a trip to Japan"
    titles = ("Tokyo, days 1 to 5", "Kyoto, days 6 to 9", "Osaka, days 10 to 14", "Rooms")
    rooms = Brief(goal=goal, title="Rooms", form="list", path=(goal,), siblings=titles)
    assert timetables.nights_of(rooms, "nights in each place") == "Tokyo 5, Kyoto 4, Osaka 4"
    assert timetables.nights_of(rooms, "kind of room") == ""
    assert timetables.nights_of(part("Rooms"), "nights") == ""


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("Sushi: Kyoto, Day 2", True),
        ("Sushi: Kyoto, Day 7", False),
        ("From Tokyo to Kyoto on day 6", False),
        ("Sushi on day 2", False),
    ],
)
def test_towns_stay_on_their_days(line: str, wrong: bool) -> None:
    titles = ("Tokyo, days 1 to 5", "Kyoto, days 6 to 9", "Food")
    food = Brief(goal="A trip to Japan", title="Food", form="list", path=("x",), siblings=titles)
    assert bool(timetables.misplaced(line, food)) is wrong


@pytest.mark.parametrize(
    ("goal", "language", "first"),
    [
        ("Look after my sister's two cats for three weeks", "en", "Early morning:"),
        ("Drei Wochen auf die Katzen meiner Schwester aufpassen", "de", "Früh am Morgen:"),
        ("Jaga kucing kakak selama tiga minggu", "ms", "Awal pagi:"),
        ("Opieka nad kotami siostry przez trzy tygodnie", "pl", "Wczesny ranek:"),
        ("Cuidar los gatos de mi hermana tres semanas", "es", "Primera hora de la mañana:"),
    ],
)
def test_a_plan_for_each_day_alike_goes_by_its_times(goal: str, language: str, first: str) -> None:
    skeleton = skeleton_for(goal, "activity", language)
    assert skeleton is not None
    part = skeleton.sections(6)[0]
    task = Brief(goal=goal, title=part.title, detail=part.detail, form=part.form, path=(goal,), language=language)
    labels = timetables.labels_of(task)
    assert labels[0] == first and len(labels) == 4


def test_no_hour_is_said_twice() -> None:
    labels = ("13:00:", "14:30:", "16:00:")
    shares = (("soup",), ("cake", "games", "photographs"), ("song", "farewell"))
    assert timetables.hours_within(labels, shares) == [
        ("13:00:",),
        ("14:30:", "15:00:", "15:30:"),
        ("16:00:", "17:00:"),
    ]
    assert timetables.hours_within(("Day 1:", "Day 2:"), (("walk", "museum"), ())) == [
        ("Day 1:", "Day 1:"),
        ("Day 2:",),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["learning", "training", "exam", "health"])
def test_the_timetable_of_a_week_has_its_weekdays(language: str, kind: str) -> None:
    """In every language, however long the goal takes: the one that the English outline calls weekly."""
    english, known, words = language_of("en"), language_of(language), words_for(language)
    assert english is not None and known is not None and words is not None
    found = 0
    for subject, angle in english.outlines:
        if subject != kind:
            continue
        for at, one in enumerate(english.outlines[(subject, angle)]):
            if one.title == "Weekly timetable":
                own = known.outlines[(subject, angle)][at]
                brief = part(own.title, ", ".join(own.things), "11 weeks", own.form, language)
                assert timetables.labels_of(brief) == tuple(f"{day}:" for day in words.weekdays.split(", "))
                found += 1
    assert found


def test_few_things_take_all_of_many_weeks() -> None:
    months = tuple(f"Month {number}:" for number in range(1, 7))
    assert timetables.spanned(months, 4) == ("Month 1:", "Month 2-3:", "Month 4:", "Month 5-6:")
    assert timetables.spanned(("Day 15-16:", "Day 17-18:"), 1) == ("Day 15-18:",)
    assert timetables.spanned(months, 6) == () == timetables.spanned(months, 0)
    assert timetables.spanned(("Saturday:", "Sunday:"), 1) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_day_of_an_exam_is_told_by_what_is_done_then(language: str) -> None:
    """Not by the weeks before it; and where the model writes nothing, its things stand there."""
    goal = {
        "en": "Pass the maths exam in 11 weeks",
        "de": "Die Matheprüfung in 11 Wochen bestehen",
        "es": "Aprobar el examen de matemáticas en 11 semanas",
        "pl": "Zdać egzamin z matematyki za 11 tygodni",
        "ms": "Lulus peperiksaan matematik dalam 11 minggu",
    }[language]
    assert kind_of(goal) == "exam"
    known = language_of(language)
    assert known is not None
    (own,) = [one for one in known.outlines[("exam", "phase")] if one.of_one_day]
    brief = part(own.title, ", ".join(own.things), goal, own.form, language)
    labels = timetables.labels_of(brief)
    assert [label.removesuffix(":").lower() for label in labels] == [thing.lower() for thing in own.things]
    page = Page(brief, (), 1)
    frames.frame(page, labels)
    assert [line.removeprefix("- ").lower() for line in page.lines] == [thing.lower() for thing in own.things]


@pytest.mark.parametrize(("title", "language"), [("Who's coming which day", "en"), ("Wer kommt wann", "de")])
def test_who_comes_which_day_goes_by_weekdays(title: str, language: str) -> None:
    labels = timetables.labels_of(part(title, "", "Six weeks at home with a new knee", language=language))
    assert len(labels) == 7 and labels[0] in ("Monday:", "Montag:")


def test_a_daily_plan_that_is_asked_for_has_the_times_of_a_day() -> None:
    daily = part("Daily timetable", "asked for in the goal", "Look after two cats for ten days")
    assert timetables.labels_of(daily) == ("Morning:", "Afternoon:", "Evening:")
