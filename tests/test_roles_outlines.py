"""Skeletons: the parts of a goal by angle, with spans that cover it and what it states shared out among them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import forms, outlines
from edge_agent.roles.outline_facts import Section


def sections(
    goal: str, angle: str, code: str = "en", most: int = 7, towns: tuple[str, ...] = ()
) -> tuple[Section, ...]:
    skeleton = outlines.skeleton_for(goal, angle, code)
    assert skeleton is not None
    return skeleton.sections(most, towns)


def lines(*arguments: str) -> list[str]:
    return [f"{one.title}: {one.detail}" for one in sections(*arguments)]


@pytest.mark.parametrize(
    ("goal", "code"),
    [
        ("A small wedding for 30 guests", "en"),
        ("Migrate my home server", "en"),
        ("Renovierung des Bades in drei Wochen", "de"),
        ("Pindah rumah ke Ipoh", "ms"),
        ("Naucz się grać na pianinie", "pl"),
        ("Escribe una novela", "es"),
    ],
)
def test_angles_have_parts_of_their_own(goal: str, code: str) -> None:
    phase, activity, place = ({one.title for one in sections(goal, angle, code)} for angle in outlines.ORDERS)
    assert min(len(phase), len(activity), len(place)) >= 5
    assert max(len(phase & activity), len(phase & place), len(activity & place)) <= 3


@pytest.mark.parametrize(
    ("goal", "code", "titles"),
    [
        ("Learn basic German in 3 months", "en", ["month 1", "month 2", "month 3"]),
        ("Renovate the bathroom in 8 weeks", "en", ["weeks 1 to 2", "weeks 3 to 4", "weeks 5 to 6", "weeks 7 to 8"]),
        ("Baue ein Gartenhaus in vier Wochen", "de", ["Woche 1", "Woche 2", "Woche 3", "Woche 4"]),
        ("Move house in three weeks", "en", ["week 1", "week 1", "week 2", "week 3"]),
        ("Clear out the attic in two weekends", "en", ["weekend 1", "weekend 2"]),
        ("Move the server within one weekend", "en", ["Saturday", "Saturday", "Sunday", "Sunday"]),
        ("A holiday in Malta of 10 days", "en", ["days 1 to 4", "days 5 to 7", "days 8 to 10"]),
        ("Remont łazienki w cztery tygodnie", "pl", ["tydzień 1", "tydzień 2", "tydzień 3", "tydzień 4"]),
    ],
)
def test_phases_cover_the_whole_extent(goal: str, code: str, titles: list[str]) -> None:
    found = sections(goal, "phase", code)
    assert [one.title.rpartition(", ")[2] for one in found if one.in_span] == titles


def test_a_trips_days_are_shared_out_among_its_towns() -> None:
    goal = "Plan a two-week trip to Japan"
    assert outlines.titles_of(["Tokyo", "Kyoto", "Osaka"], goal, "en") == (
        "Tokyo, days 1 to 5",
        "Kyoto, days 6 to 10",
        "Osaka, days 11 to 14",
    )
    assert outlines.titles_of(["Tokyo", "Kyoto"], "A trip to Japan", "en") == ("Tokyo", "Kyoto")
    found = sections(goal, "place", "en", 7, ("Tokyo", "Kyoto", "Osaka"))
    assert [one.title for one in found[:3]] == ["Tokyo, days 1 to 5", "Kyoto, days 6 to 10", "Osaka, days 11 to 14"]
    assert len({one.things for one in found}) == len(found), "no two towns hold the same"


def test_a_short_trip_goes_by_its_days() -> None:
    found = sections("Four days in Seville, a city break for two people", "place")
    assert [one.title for one in found if one.in_span] == [
        "Arrival, days 1 to 2",
        "Middle, day 3",
        "End of the trip, day 4",
    ]


def test_a_weekend_away_has_food_too() -> None:
    found = sections("A weekend in Norfolk for four friends", "place", "en", 6)
    assert [one.title for one in found[:4]] == [
        "Arrival, Saturday",
        "End of the trip, Sunday",
        "Lodgings and getting around",
        "Food",
    ]


@pytest.mark.parametrize("angle", outlines.ORDERS)
@pytest.mark.parametrize(
    ("goal", "code", "forbidden"),
    [
        ("Plan a weekend in Lisbon for four friends", "en", "towns|each town|between them|months before"),
        ("Five days on Madeira with two children", "en", "towns|each town|between them|months before"),
        ("A three-day trip from Leeds to Whitby", "en", "towns|each town|between them|months before"),
        ("Ein Wochenende in Dresden, eine Städtetour zu zweit", "de", "Nächte je Ort|dazwischen|Monate vorher"),
        ("Percutian tiga hari di Melaka", "ms", "setiap bandar|bulan sebelum"),
        ("Wyjazd na weekend do Torunia", "pl", "między nimi|miesiące wcześniej"),
        ("Escapada de cuatro días a Bilbao", "es", "cada ciudad|entre ellas|meses antes"),
    ],
)
def test_a_stay_in_one_place_has_no_towns_and_no_long_time_before(
    angle: str, goal: str, code: str, forbidden: str
) -> None:
    text = "\n".join(lines(goal, angle, code))
    assert re.search(forbidden, text) is None, text
    skeleton = outlines.skeleton_for(goal, angle, code)
    assert skeleton is not None and not skeleton.asks_for_places and skeleton.subject == "stay"


@pytest.mark.parametrize("angle", outlines.ORDERS)
def test_a_walk_from_hut_to_hut_has_stages(angle: str) -> None:
    assert "stage" in "\n".join(lines("Four days of hiking in the Tatra mountains", angle)).lower()


def test_a_short_trip_with_several_towns_is_prepared_a_week_before() -> None:
    text = "\n".join(lines("A trip of five days to Ghent and Bruges", "phase"))
    assert "The week before" in text and "months before" not in text


def test_the_sights_of_a_stay_are_shared_out_among_its_days() -> None:
    found = outlines.with_sights(sections("A weekend in Lisbon", "place"), ("Alfama", "Belém", "Chiado", "Bica"))
    assert found[0].things == ("way to the lodgings", "Alfama", "Belém", "supper nearby")
    assert found[1].things == ("long breakfast", "Chiado", "Bica", "journey home")
    found = outlines.with_sights(sections("Three days in Lisbon", "place"), ("Alfama",))
    assert found[1].things == ("main sights", "market", "boat or day trip", "quiet evening"), "no sight is left for it"
    found = outlines.with_sights(sections("A weekend in Lisbon", "activity"), ("Alfama", "Belém"))
    assert next(one for one in found if one.title == "Sights").things == ("Alfama", "Belém")


def test_what_the_goal_states_reaches_the_parts_that_it_belongs_to() -> None:
    found = {
        one.title: one.detail
        for one in sections("A wedding in June for 40 guests without meat, 3000 euros", "activity")
    }
    assert "40 guests" in found["Menu and drinks"] and "40 guests" in found["Guest list and invitation"]
    assert "3000 euros" in found["Budget"] and "in June" in found["Day schedule"]
    assert "without meat" in found["Menu and drinks"]


@pytest.mark.parametrize("angle", outlines.ORDERS)
@pytest.mark.parametrize(
    ("goal", "code", "wanted"),
    [
        ("A wedding for 40 guests, 3000 euros", "en", ["40 guests", "3000 euros"]),
        ("Umzug von Bonn nach Kiel in drei Wochen", "de", ["Bonn", "Kiel"]),
        ("Kenduri untuk 90 orang tetamu, RM2500", "ms", ["90 orang tetamu", "RM2500"]),
        ("Remont łazienki za 15000 zł", "pl", ["15000 zł"]),
        ("Escribe un libro de 20 recetas", "es", ["20 recetas"]),
    ],
)
def test_nothing_stated_is_lost_whatever_the_angle(angle: str, goal: str, code: str, wanted: list[str]) -> None:
    text = "\n".join(lines(goal, angle, code))
    assert [one for one in wanted if one not in text] == []


def test_a_stated_sum_always_has_a_part_for_money() -> None:
    goal = "Found a book club with 200 euros"
    for angle in outlines.ORDERS:
        assert [one for one in sections(goal, angle, "en", 3) if one.form == "budget"], angle


def test_a_sum_stands_in_the_budget_where_other_parts_speak_of_money_too() -> None:
    found = {
        one.title.partition(",")[0]: one.detail for one in sections("Open a shop in 6 months with 4500 euros", "phase")
    }
    assert "4500 euros" in found["Costs and income"]


def test_the_list_ends_where_the_goal_asks_for_no_more() -> None:
    assert len(sections("A small wedding", "activity")) == 6
    assert len(sections("A wedding: the hall is swept and cleaned by ten, 9 helpers", "activity", "en", 7)) <= 7
    assert len(sections("A small wedding", "activity", "en", 3)) == 3


def test_towns_of_other_parts() -> None:
    titles = ["Tokyo, days 1 to 3", "Kyoto, days 4 to 5", "Budget", "Food, drink"]
    assert outlines.other_towns(titles[0], titles) == ("Kyoto",)
    assert outlines.other_towns("Budget", titles) == outlines.other_towns("Days 1 to 3", titles) == ()


def test_a_routes_stops() -> None:
    goal = "Plan a two-week trip to Japan"
    assert outlines.stops("Route of the trip", "Tokyo, Kyoto; two people", goal, "en") == (
        "Tokyo, days 1 to 7:",
        "Kyoto, days 8 to 14:",
    )
    assert outlines.stops("Route and journeys", "stops in order, trains", goal, "en") == (), "things are no towns"
    assert outlines.stops("Sights", "Tokyo, Kyoto", goal, "en") == ()
    assert outlines.stops("Route", "Tokyo, Kyoto", "Organise a wedding", "en") == ()


def test_the_things_of_a_detail_end_where_the_stated_begins() -> None:
    assert outlines.things_of("soup, bread; 40 guests; no meat, but fish") == ("soup", "bread")
    assert outlines.things_of("") == ()
    assert outlines.facts_of("soup, bread; 40 guests; no meat, but fish") == "40 guests; no meat, but fish"
    assert outlines.facts_of("soup, bread") == ""


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
def test_forms_of_free_parts(title: str, form: str) -> None:
    assert outlines.part_form(title) == form


def test_spans_of_languages_without_outlines() -> None:
    assert outlines.spans_of("Apprendre l'allemand en 3 mois", "fr") == ("Mois 1", "Mois 2", "Mois 3")
    assert outlines.spans_of("Apprendre l'allemand", "fr") == outlines.spans_of("3 Monate", "xx") == ()
    assert outlines.skeleton_for("Apprendre l'allemand en 3 mois", "phase", "fr") is None


@given(
    goal=st.one_of(st.text(max_size=80), st.from_regex(r"\A(trip|wedding) for [0-9]{1,3} (days|guests|weeks)\Z")),
    angle=st.sampled_from(["phase", "activity", "place", "other", ""]),
    language=st.sampled_from(["en", "de", "ms", "id", "fr", "es", "pl", "", "xx"]),
    towns=st.lists(st.text(min_size=1, max_size=20), max_size=5),
    most=st.integers(2, 7),
)
def test_never_raises(goal: str, angle: str, language: str, towns: list[str], most: int) -> None:
    skeleton = outlines.skeleton_for(goal, angle, language)
    if skeleton is not None:
        found = skeleton.sections(most, towns)
        assert 2 <= len(found) <= most and all(one.title and one.detail for one in found)
    assert len(outlines.titles_of(towns, goal, language)) == len(towns) or forms.extent_of(goal) is not None
    outlines.stops("Route", ", ".join(towns), goal, language)


@pytest.mark.parametrize(
    ("goal", "language", "ceremony"),
    [
        ("A small garden wedding for 40 guests", "en", "ceremony"),
        ("Plane unsere Hochzeit für 40 Gäste", "de", "Trauung"),
        ("Rancang majlis perkahwinan untuk 300 tetamu", "ms", "akad nikah"),
        ("Zaplanuj wesele dla 80 gości", "pl", "ślub"),
        ("Organiza una boda para 60 invitados", "es", "ceremonia"),
        ("A birthday party for 20 guests", "en", ""),
    ],
)
def test_a_wedding_has_its_ceremony(goal: str, language: str, ceremony: str) -> None:
    skeleton = outlines.skeleton_for(goal, "activity", language)
    assert skeleton is not None
    held = [thing for part in skeleton.parts for thing in part.things]
    assert (ceremony in held) if ceremony else "ceremony" not in held


def test_a_tales_wishes_stand_where_they_belong_or_nowhere() -> None:
    goal = (
        "We clear out the barn of my late uncle in three weekends, as we have promised to the new owners, and nobody "
        "has seen what is in it for years. There are 3 tractors and 40 crates of bottles. The mayor does not like us. "
        "We would like to keep the hooks on the walls. My sister wants to sing in the yard each evening."
    )
    for angle in outlines.ORDERS:
        found = sections(goal, angle)
        before = [one for one in found if one.title in ("Before", "Tools and supplies")]
        assert not any("tractors" in one.detail for one in before), "what is cleared out is no tool"
        assert any("3 tractors" in one.detail for one in found)
        assert not any("mayor" in one.detail for one in found), "no part is about that"
        hooks = next(one for one in found if "keep the hooks" in one.detail)
        assert "hooks" in hooks.things


def test_weekends_are_stated_where_no_title_tells_them() -> None:
    several = lines("Clear out the barn in three weekends", "phase")
    assert not any("three weekends" in line for line in several)
    assert any("one weekend" in line for line in lines("Clear out the barn in one weekend", "phase"))


def test_chairs_for_eighty_are_no_guests() -> None:
    goal = "A party for our choir in the hall, which has chairs for eighty, and a stage. " + "It is old and cold. " * 14
    found = lines(f"{goal} There will be 55 people.", "activity")
    assert any("55 people" in line for line in found)
    assert not any("for eighty" in line for line in found)


def test_a_garden_of_three_weekends_has_no_seasons() -> None:
    titles = [one.title for one in sections("Make a flower garden in three weekends", "phase")]
    assert titles[:3] == ["Layout and ground, weekend 1", "Soil and paths, weekend 2", "Planting and sowing, weekend 3"]
    assert not any(season in title for title in titles for season in ("Spring", "summer", "Autumn"))
    assert "Spring" in [one.title for one in sections("Plan a vegetable garden from March to October", "phase")]
