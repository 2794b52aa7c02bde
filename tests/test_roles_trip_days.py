"""The days of a trip: times by code, places by the model, none twice."""

from __future__ import annotations

import pytest
from test_roles_execute import brief, written

from edge_agent.roles import execute, trip_days
from edge_agent.roles.requests import Generate
from tests.scripted_work import Script

STAY = brief("Tokyo, days 1 to 3", "schedule", detail="Tsukiji market, Ueno Park, Ginza")


def lines(*texts: str, **changes: object) -> list[str]:
    task = brief("Tokyo, days 1 to 3", "schedule", **({"detail": "Tsukiji market, Ueno Park, Ginza"} | changes))
    return [line.removeprefix("- ") for line in written(Script(texts=list(texts)), task).splitlines()[:3]]


def test_each_day_has_its_times_and_begins_with_what_the_detail_names() -> None:
    script = Script(
        texts=[
            " sushi at the stalls; evening: Kabuki theatre",
            " tea by the pond; evening: noodles in Yanaka",
            " the river by boat; evening: lights of Odaiba",
        ]
    )
    assert [line.rstrip(" \u2020") for line in written(script, STAY).splitlines()[:3]] == [
        "- Day 1: morning: Tsukiji market; afternoon: sushi at the stalls; evening: Kabuki theatre",
        "- Day 2: morning: Ueno Park; afternoon: tea by the pond; evening: noodles in Yanaka",
        "- Day 3: morning: Ginza; afternoon: the river by boat; evening: lights of Odaiba",
    ]
    assert script.seen[0].prompt.reply_so_far == "Day 1: morning: Tsukiji market; afternoon:"
    assert sum(isinstance(request, Generate) for request in script.seen) == 3


def test_what_is_elsewhere_is_left_out() -> None:
    task = brief("Arrival, Saturday", "schedule", goal="Plan a weekend in Lisbon", detail="way to the lodgings")
    texts = [" tram to Alfama; afternoon: tour of The Louvre; evening: Alfama"]

    def likely(user: str, option: str) -> float:
        return 0.9 if option in ("Yes", "Paris" if "Louvre" in user else "Lisbon") else 0.01

    script = Script(texts=texts, probabilities=likely)
    text = written(script, task, model="any")
    assert text.splitlines()[0].rstrip(" \u2020") == "- Saturday: morning: tram to Alfama"
    assert len(script.seen) <= 4 * execute.expected_requests(task), "progress does not end long before the work"


def test_places_that_only_the_model_named_are_marked() -> None:
    found = lines(" sushi at the stalls", " tea by the Kiyosaki Shrine; evening: noodles", " lights by night")
    assert [line.endswith("\u2020") for line in found] == [False, True, False]


def test_no_place_comes_twice() -> None:
    found = lines(
        " visit the Senso-ji temple; evening: dinner in Yanaka",
        " tea by the pond; evening: walk to Senso-ji temple",
        " Ueno Park; evening: a bath",
    )
    assert [line.rstrip(" \u2020") for line in found[1:]] == [
        "Day 2: morning: Ueno Park; afternoon: tea by the pond",
        "Day 3: morning: Ginza; evening: a bath",
    ]


def test_junk_at_one_time_leaves_the_others() -> None:
    found = lines(
        " [Name of the hotel]; evening: Kabuki theatre",
        " Choose a good restaurant; evening: noodles",
        " harbour by boat",
    )
    assert found[0].rstrip(" \u2020") == "Day 1: morning: Tsukiji market; evening: Kabuki theatre"
    assert "Choose" not in found[1]


def test_a_towns_days_stay_in_the_town() -> None:
    titles = ("Tokyo, days 1 to 3", "Kyoto, days 4 to 5")
    found = lines(" Kyoto station; evening: noodles in Yanaka", " tea by the pond", " lights by night", siblings=titles)
    assert found[0].startswith("Day 1: morning: Tsukiji market; evening: noodles in Yanaka")


def test_many_things_are_shared_out_among_the_times() -> None:
    task = brief("Way home, day 3", "schedule", detail="favourite place, presents, packed bags, way home")
    assert written(Script(texts=["..."]), task) == (
        "- Day 3: morning: favourite place; afternoon: presents; evening: packed bags, way home"
    )


def test_a_day_without_anything_is_free() -> None:
    found = lines("...", detail="")
    assert found == []
    texts = [" harbour by boat; afternoon: fish soup; evening: a bath", *["..."] * 3, " tea house; afternoon: drums"]
    assert lines(*texts, detail="")[1] == "Day 2: free (still open)"


def test_the_last_day_may_end_with_the_way_home() -> None:
    found = lines(" fish soup; evening: a bath", " departure; evening: drums", " departure; evening: noodles")
    assert "departure" not in found[1]
    assert "afternoon: departure" in found[2]


def test_meals_are_eaten_at_their_times() -> None:
    texts = [" breakfast in Yanaka; afternoon: dinner by the river; evening: ramen in Shibuya"]
    assert lines(*texts, detail="")[0].startswith("Day 1: morning: breakfast in Yanaka; evening: ramen in Shibuya")


def test_what_is_left_of_a_name_that_went_on_is_mended() -> None:
    texts = [" walk through the Peace Museum's; afternoon: boat to Odaiba; evening: ramen in Shibuya"]
    assert "morning: walk through the Peace Museum; afternoon: boat to Odaiba" in lines(*texts, detail="")[0]


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ("dinner at a restaurant nearby, then walk to the beach for a", "dinner at a restaurant nearby"),
        ("stroll along the river before returning home, enjoying the", "stroll along the river before returning home"),
        ("tea in the park with the", "tea in the park"),
        ("Ueno Park", "Ueno Park"),
        ("cena en el puerto y", "cena en el puerto"),
    ],
)
def test_what_was_cut_in_a_phrase_ends_before_it(said: str, whole: str) -> None:
    assert trip_days.without_open_end(said) == whole
