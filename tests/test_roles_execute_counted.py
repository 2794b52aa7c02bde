"""The executor's schedules and budgets: what code counts, shares out and holds the model to."""

from __future__ import annotations

import re

from test_roles_execute import BUDGET, FESTIVAL, GOAL, SCHEDULE, brief, written

from edge_agent.roles import execute
from tests.scripted_work import Script


def test_a_schedules_days_are_counted_by_code() -> None:
    script = Script(
        texts=[" Senso-ji at nine, sushi in Tsukiji", " Hakone by train, hot spring", " Kyoto, Gion by night"]
    )
    text = written(script, SCHEDULE)
    assert text.splitlines() == [
        "- Day 1: Senso-ji at nine, sushi in Tsukiji",
        "- Day 2: Hakone by train, hot spring",
        "- Day 3: Kyoto, Gion by night",
    ]
    assert len(script.seen) == execute.expected_requests(SCHEDULE)
    assert script.seen[1].prompt.reply_so_far.endswith("sushi in Tsukiji\nDay 2:")


def test_a_budgets_shares_are_summed_by_code() -> None:
    texts = [
        " Flights: 40 percent",
        " Total: 90 percent",
        " Rooms: 300 euros",
        " Rooms: 30 percent",
        " Food: 10 percent",
    ]
    text = written(Script(texts=[*texts, ""]), BUDGET)
    assert [line.split("|")[1:3] for line in text.splitlines()[2:6]] == [
        [" Flights ", " 40 % "],
        [" Rooms ", " 35 % "],
        [" Food ", " 25 % "],
        [" **Total** ", " 100 % "],
    ]


def test_a_budgets_items_are_those_that_its_detail_names() -> None:
    goal = f"{GOAL} for 2,000 euros"
    task = brief("Budget of the trip", "budget", goal=goal, detail="flights, rooms, food")
    text = written(Script(texts=[" 50 percent", " 30 percent", " 20 percent"]), task)
    assert text.splitlines()[2:] == [
        "| Flights | 40 % | 800 euros |",
        "| Rooms | 30 % | 600 euros |",
        "| Food | 30 % | 600 euros |",
        "| **Total** | 100 % | **2000 euros** |",
    ]


def test_without_a_stated_sum_there_are_shares_alone_and_how_to_use_them() -> None:
    task = brief("Budget of the feast", "budget", detail="flights, rooms, food", goal="A feast for 30 guests")
    script = Script(texts=[" 50 percent", " 30 percent", " 20 percent"])
    text = written(script, task)
    assert "| **Total** | 100 % |" in text and len(script.seen) == 3
    assert text.endswith("Put in your sum: each amount is its share of it.")
    assert not re.search(r"\d(?! %|\d)", text)


def test_an_item_without_a_share_of_its_own_is_paid_for_all_the_same() -> None:
    task = brief("Budget of the trip", "budget", detail="flights, rooms, food", goal=f"{GOAL} for 100 euros")
    texts = [" 60 percent", *[" much"] * 4, " 30 percent"]
    text = written(Script(texts=texts), task)
    assert "| Rooms | 30 % | 30 euros |" in text


def test_a_part_of_a_day_gets_its_hours() -> None:
    texts = [
        " Breakfast for eight in the kitchen",
        " Hairdresser in the blue room",
        " Flowers on the tables",
        " Photographs of the family",
    ]
    lines = written(Script(texts=texts), brief("Morning of the wedding", "schedule")).splitlines()
    assert [line[:8] for line in lines] == ["- 08:00:", "- 09:00:", "- 10:30:", "- 12:00:"]


def test_a_schedules_lines_begin_with_what_its_detail_names_one_each() -> None:
    texts = [
        " Ueno Park, lunch",
        " fresh fish for lunch at the stalls",
        *["Again"] * 4,
        " Tea house by the pond",
    ]
    stay = brief("Stalls, days 1 to 3", "schedule", detail="Tsukiji market, Ueno Park", goal=FESTIVAL)
    script = Script(texts=texts)
    assert written(script, stay).splitlines() == [
        "- Day 1: Tsukiji market \u2013 fresh fish for lunch at the stalls",
        "- Day 2: Ueno Park",
        "- Day 3: Tea house by the pond",
    ]
    assert script.seen[0].prompt.reply_so_far == "Day 1: Tsukiji market \u2013"
    assert "Ueno" not in script.seen[0].prompt.user, "a model writes all that it is told into the first line"


def test_prices_and_journeys_are_not_invented() -> None:
    texts = [" By car to Kobe: 45 minutes", " Hotel Sakura: 90 euros", " Night train to Kobe", " Ferry to Naoshima", ""]
    lines = written(Script(texts=texts), brief("Ways to travel", "list")).splitlines()
    assert lines == ["- Night train to Kobe", "- Ferry to Naoshima"]


def test_the_last_line_of_a_schedule_may_be_the_departure() -> None:
    texts = [" Senso-ji at nine, sushi in Tsukiji", " Hakone by train, hot spring", " Departure from Tokyo"]
    assert written(Script(texts=texts), SCHEDULE).splitlines()[-1] == "- Day 3: Departure from Tokyo"


def test_a_routes_stops_are_labelled_with_their_days() -> None:
    texts = [" Senso-ji, Tsukiji and the view from the tower", " Golden pavilion, Gion, the bamboo grove"]
    route = brief("Route of the trip", "list", detail="Tokyo, Kyoto")
    assert written(Script(texts=texts), route).splitlines() == [
        "- Tokyo, days 1 to 2: Senso-ji, Tsukiji and the view from the tower",
        "- Kyoto, day 3: Golden pavilion, Gion, the bamboo grove",
    ]


def test_no_label_vanishes() -> None:
    texts = [" Senso-ji at nine, sushi in Tsukiji", *["..."] * 4, " Kyoto, Gion by night"]
    assert written(Script(texts=texts), SCHEDULE).splitlines() == [
        "- Day 1: Senso-ji at nine, sushi in Tsukiji",
        "- Day 2: free (still open)",
        "- Day 3: Kyoto, Gion by night",
    ]


def test_a_table_of_nights_is_a_list() -> None:
    titles = ("Tokyo, days 1 to 5", "Kyoto, days 6 to 9", "Rooms")
    task = brief("Rooms", "table", detail="nights in each town, kind of room", siblings=titles)
    assert written(Script(texts=[" an inn by the river", "..."]), task).startswith(
        "- Nights in each town: Tokyo 5, Kyoto 3"
    )


def test_nights_are_no_matter_for_the_model() -> None:
    titles = ("Tokyo, days 1 to 5", "Kyoto, days 6 to 9", "Rooms")
    task = brief("Rooms", "list", detail="nights in each town, kind of room", siblings=titles)
    texts = [" an inn by the river", "..."]
    assert written(Script(texts=texts), task).splitlines() == [
        "- Nights in each town: Tokyo 5, Kyoto 3",
        "- Kind of room: an inn by the river",
    ]


def test_a_budget_reads_nothing_but_the_goal_and_the_parts() -> None:
    script = Script(texts=[" 50 percent"])
    written(script, brief("Budget", "budget", detail="flights, rooms, food"), [("Route", "Hakone by train at noon")])
    assert "Hakone" not in script.seen[0].prompt.user


def test_what_each_day_holds_is_told_and_begins_no_line() -> None:
    task = brief("Timetable", "schedule", detail="morning walk, long lunch, quiet evening")
    script = Script(texts=[" Senso-ji at nine, sushi in Tsukiji", " Hakone by train, hot spring", " Gion by night"])
    assert written(script, task).splitlines()[0] == "- Day 1: Senso-ji at nine, sushi in Tsukiji"
    assert "quiet evening" in script.seen[0].prompt.user


def test_days_behind_the_end_of_the_trip_are_refused() -> None:
    texts = [
        " Senso-ji, and back on day 9",
        " Hakone by train, hot spring",
        " Kyoto, Gion by night",
        " Nara, the deer park",
    ]
    assert "day 9" not in written(Script(texts=texts), brief("Schedule of the trip", "schedule"))


def test_a_plan_for_each_week_has_its_seven_days() -> None:
    task = brief("Weekly timetable", "schedule", goal="Learn German in three months", detail="short lesson, free day")
    texts = [f" {word} in the {place}" for word, place in zip(WORDS, PLACES, strict=True)]
    lines = written(Script(texts=texts), task).splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "- Monday",
        "- Tuesday",
        "- Wednesday",
        "- Thursday",
        "- Friday",
        "- Saturday",
        "- Sunday",
    ]


def test_hours_of_a_full_day_at_which_nothing_is_planned_are_left_out() -> None:
    task = brief("Day schedule", "schedule", goal="A feast in one day", detail="welcome, vows, meal, speeches, dance")
    texts = [f" {word} in the {place}" for word, place in zip(WORDS, PLACES, strict=True)]
    lines = written(Script(texts=texts), task).splitlines()
    assert [line[9:].partition(" \u2013")[0] for line in lines] == ["welcome", "vows", "meal", "speeches", "dance"]


WORDS = ("Reading", "Singing", "Grammar", "Listening", "Letters", "Games", "Cinema")
PLACES = ("kitchen", "garden", "library", "bath", "office", "attic", "town")


def test_nights_that_nobody_counts_are_left_to_fill_in() -> None:
    task = brief("Rooms", "list", detail="nights in each town, kind of room", siblings=("Rooms", "Budget"))
    lines = written(Script(texts=[" an inn by the river", "..."]), task).splitlines()
    assert lines[:2] == ["- Nights in each town: …", "- Kind of room: an inn by the river"]


def test_a_price_list_is_no_item_of_itself() -> None:
    rows = [
        " | Price list | all on one page |",
        " | Used boats | mended and painted |",
        " | Course | knots on a Sunday |",
    ]
    task = brief(
        "Offer and prices", "table", detail="product or service, contents, price", siblings=("Offer and prices",)
    )
    text = written(Script(texts=[*rows, "..."]), task, model="qwen2.5-coder-1.5b")
    assert "Price list" not in text
    assert "| Used boats | mended and painted | … |" in text


def test_what_the_model_lists_by_itself_has_labels_that_it_fills() -> None:
    texts = [
        " depending on the season.",
        " Ask for payment: In the winter months.",
        " Rock and Roll (The Sto: a song with four chords for the end of the course).",
        " We will use a mix of popular or: Traditional courses that are easy to teach in the dark.",
        " Candles: Cast the wax of the summer into candles for the Christmas fair in the town.",
        " Hives: Mend the frames in the shed and paint the boxes before the frost is gone.",
        " Courses: Teach the neighbours on Saturdays how a swarm is caught with a basket.",
        " IT evening: Show the members how the new website takes orders of honey.",
        " It takes: Two evenings with a glass of mead beside the stove in January.",
        "...",
    ]
    task = brief("What to do in the winter months", "list", detail="asked for in the goal", siblings=("Budget",))
    lines = written(Script(texts=texts), task, model="qwen2.5-coder-1.5b").splitlines()
    assert [line.split(":")[0] for line in lines] == ["- Candles", "- Hives", "- Courses", "- IT evening"]
