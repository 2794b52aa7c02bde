"""How much of what a goal states the parts cover."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles.coverage import coverage_of

TRIP = "Plan a two-week trip through Portugal for 6 people"


def test_both_weeks_named_cover_the_extent() -> None:
    covered = coverage_of(TRIP, ["Days 1 to 7: Porto", "Days 8 to 14: Lisbon", "Budget for 6: trains, rooms"])
    assert (covered.extent, covered.uncovered, covered.stated, covered.less) == (1.0, "", 1.0, ())


def test_half_of_the_extent_is_told_with_what_lacks() -> None:
    covered = coverage_of(TRIP, ["Days 1 to 3: Porto", "Days 4 to 7: Coimbra"])
    assert covered.extent == 0.5
    assert covered.uncovered == "week 2"
    short = coverage_of("Aprende italiano en 6 semanas", ["Calendario de tres semanas: lunes, martes"])
    assert short.uncovered == "weeks 4 to 6"


@pytest.mark.parametrize("said", ["rooms for all 14 days", "rooms, days 1 to 14", "rooms for two weeks"])
def test_what_one_part_says_of_all_days_covers_none_that_the_others_leave_out(said: str) -> None:
    days = ["Days 1 to 3: Porto, the bridge", "Days 4 to 7: Coimbra, the library"]
    covered = coverage_of(TRIP, [*days, f"Where to sleep: {said}"])
    assert (covered.extent, covered.uncovered) == (0.5, "week 2")
    assert coverage_of(TRIP, [*days, "Days 8 to 14: Lisbon", f"Where to sleep: {said}"]).extent == 1.0


@pytest.mark.parametrize("route", ["Route of two weeks: Porto, Lisbon", "Timetable: days 1 to 14, trains"])
def test_a_route_or_a_timetable_of_all_days_covers_them(route: str) -> None:
    assert coverage_of(TRIP, ["Days 1 to 3: Porto", "Days 4 to 7: Coimbra", route]).extent == 1.0


def test_an_extent_in_a_detail_covers_it_where_no_parts_share_it_out() -> None:
    assert coverage_of(TRIP, ["Towns: Porto, Lisbon, 14 days", "Arrival: day 1 without plans"]).extent == 1.0


def test_parts_that_name_no_time_are_not_short_of_it_but_do_not_say_it() -> None:
    covered = coverage_of(TRIP, ["Menu: cod, soup", "Music: fado"])
    assert (covered.extent, covered.uncovered) == (1.0, "")
    assert (covered.stated, covered.unsaid) == (0.0, ("2 weeks", "6"))


def test_a_lower_count_of_the_same_kind_is_named() -> None:
    covered = coverage_of("Grillfest für 60 Nachbarn", ["Einladung für 30 Nachbarn", "Würste für 30", "Musik: Jazz"])
    assert covered.less == ((30, 60, (0, 1)),)
    assert coverage_of("Party for 60", ["Cakes for 60", "Games for 30"]).less == ()
    assert coverage_of("Party for 60", ["Table with 30 pounds in coins"]).less == ()


def test_a_ramble_need_not_be_said_number_by_number() -> None:
    ramble = "Party for 55 in a hall with 80 chairs, 14 singers and 20 tables. " + "Mother likes dahlias. " * 40
    assert coverage_of(ramble, ["Food for 55: soup, cake"]).stated == 1.0
    assert coverage_of(ramble, ["Food: soup, cake"]).stated == 0.5
    assert coverage_of("Party for 55 in a hall with 80 chairs", ["Food for 55: soup, cake"]).stated == 0.5
    assert coverage_of("Party for 55 in a hall with 80 chairs", ["Food: soup, cake"]).stated == 0.0


def test_a_single_unit_is_said_where_it_is_named_at_all() -> None:
    goal = "A first camping holiday with the baby, one week by a lake"
    assert coverage_of(goal, ["Week by the lake: swimming, market", "Meals: milk, porridge"]).unsaid == ()
    assert coverage_of(goal, ["Gear: tent, cot", "Meals: milk, porridge"]).unsaid == ("1 week",)


def test_money_that_the_goal_does_not_have_is_unfounded() -> None:
    items = ["Budget up to 6000 pounds: lodge, meals", "Boxes: labels, 20 hooks"]
    assert coverage_of("Clear out the garage", items).unfounded == ((6000, 0),)
    assert coverage_of("Clear out the garage with 300 pounds", items).unfounded == ((6000, 0),)
    assert coverage_of("A retreat for 6000 pounds", items).unfounded == ()
    assert coverage_of("A retreat for 9000 pounds", items).unfounded == ()


@pytest.mark.parametrize("goal", ["A treehouse for our children aged 6 and 9", "Party for my mother's 60th birthday"])
def test_ages_need_not_be_said(goal: str) -> None:
    assert coverage_of(goal, ["Boxes: toys"]).unsaid == ()


def test_a_goal_that_states_nothing_is_covered() -> None:
    assert coverage_of("Tidy up", ["Boxes: toys"]).stated == 1.0


@given(st.text(max_size=100), st.lists(st.text(max_size=60), max_size=5))
def test_shares_are_shares(goal: str, items: list[str]) -> None:
    covered = coverage_of(goal, items)
    assert 0 <= covered.extent <= 1
    assert 0 <= covered.stated <= 1


def test_one_of_four_phases_that_is_missing_is_seen() -> None:
    parts = ["Beginning, weeks 1 to 3: habits", "Main work, weeks 7 to 9: steps", "Rounding off, weeks 10 to 12: check"]
    assert coverage_of("Trace our family tree within 12 weeks", parts).uncovered == "weeks 4 to 6"
    assert (
        coverage_of("Learn to juggle in one month", [f"Week {number}: balls" for number in range(1, 5)]).uncovered == ""
    )
