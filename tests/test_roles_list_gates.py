"""Gates for finished lists, case by case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.quality.goals import read_goals
from bench.quality.labelled import FurtherSplit, read_further_splits
from edge_agent.roles import list_gates
from edge_agent.roles.list_gates import Fault
from edge_agent.roles.score import costs_of

GOAL = "Plan a two-week trip to Japan"
GOOD = ["Days 1 to 7: Tokyo, Nikko, Hakone", "Days 8 to 14: Kyoto, Nara, Osaka", "Budget: trains, rooms, meals"]


def kinds(items: list[str], goal: str = GOAL) -> set[tuple[str, tuple[int, ...]]]:
    return {(found.kind, found.items) for found in list_gates.list_faults(goal, items, language="en")}


def test_a_good_list_has_no_faults() -> None:
    assert list_gates.list_faults(GOAL, GOOD) == ()


@pytest.mark.parametrize(
    ("items", "fault"),
    [
        ([*GOOD, "Budget: meals, rooms, trains"], ("overlap", (2, 3))),
        ([*GOOD, "Table of expenses: fares, lodging, restaurants"], ("overlap", (2, 3))),
        ([*GOOD, "Plan a trip to Japan"], ("echo", (3,))),
        ([*GOOD, "Other details and final arrangements"], ("vague", (3,))),
        ([*GOOD, "Music: drums"], ("thin", (3,))),
        ([*GOOD, "Book the rooms, the trains and the flights"], ("deed", (3,))),
        ([*GOOD, "..."], ("short", (3,))),
        ([*GOOD, "Rain rain rain: rain, rain rain"], ("loop", (3,))),
        ([*GOOD, "Die Liste der Museen: wir sind mit dem Zug in der Stadt"], ("language", (3,))),
        (GOOD[:1], ("count", ())),
        ([GOOD[0], GOOD[2]], ("extent", ())),
        (GOOD[::-1], ("order", ())),
        (["Food: soup, rice, fish", "Gardens: moss, ponds, stones"], ("unsaid", ())),
        (["Food: soup, rice, fish", "Budget: trains, rooms, meals"], ("time", ())),
        (GOOD[:2], ("means", ())),
    ],
)
def test_faults_name_the_items(items: list[str], fault: tuple[str, tuple[int, ...]]) -> None:
    assert fault in kinds(items)


def test_what_goes_round_in_circles_is_found_without_any_two_items_that_are_the_same() -> None:
    items = [
        "Trip weeks: Japan, trip, people, hotel",
        "Japan hotel: weeks, kimono, people, garden, mountain",
        "People trip: garden, kimono, Japan, coast, island",
        "Mountain coast: island, weeks, garden, people, river",
    ]
    assert "repeats" in {kind for kind, _ in kinds(items)}
    assert "repeats" not in {kind for kind, _ in kinds(GOOD)}


def test_schedules_may_share_days_and_numbers() -> None:
    assert list_gates.repeated_share(["Days 1 to 4: castle", "Days 5 to 8: harbour", "Days 9 to 12: forest"]) == 0
    assert list_gates.repeated_share([]) == 0


def test_lower_counts_name_all_items_that_state_them() -> None:
    items = ["Cakes for 20: apple, plum, nut", "Games: chess, darts, cards", "Chairs for 20: hall, school, club"]
    (less,) = [one for one in list_gates.list_faults("Party for 40", items) if one.kind == "less"]
    assert (less.items, less.said) == ((0, 2), "parts 1 and 3 say 20 where the goal says 40")


def test_a_ramble_that_names_all_things_makes_no_item_an_echo() -> None:
    ramble = "My mother turns sixty and we want a party. " + (
        "There is the parish hall with a kitchen, the choir wants to sing, she likes dahlias, soups and Abba, "
        "there are photographs to be shown, tables to be decorated, children to be kept busy and cakes to be baked. "
    )
    assert "echo" not in {kind for kind, _ in kinds(["Hall with kitchen: choir, photographs, tables"], ramble)}
    assert ("echo", (0,)) in kinds(["Party: mother turns sixty"], ramble)


def test_below_the_root_a_part_need_not_cover_time_and_means() -> None:
    items = ["Soups: beetroot, leek, fish", "Cakes: plum, nut, apple"]
    part = {one.kind for one in list_gates.list_faults("Menu: soups and cakes", items, whole=False)}
    assert not part & {"time", "means"}


GOOD_SPLITS = [split for split in read_further_splits(read_goals()) if split.kind is None]


def faults_of(split: FurtherSplit) -> tuple[list_gates.Fault, ...]:
    return list_gates.list_faults(split.brief.goal, split.items, language=split.brief.language_code)


@pytest.mark.parametrize("split", GOOD_SPLITS, ids=lambda split: str(split.brief.title))
def test_good_splits_have_no_grave_fault(split: FurtherSplit) -> None:
    """Five languages, spans, stages, subjects; what a gate refuses here is right."""
    faults = faults_of(split)
    assert {fault.kind for fault in faults} <= {"means", "time", "unsaid", "thin"}
    assert sum(costs_of(faults, len(split.items))) <= 0.4


def test_most_good_splits_have_no_fault_at_all() -> None:
    faultless = [split for split in GOOD_SPLITS if not faults_of(split)]
    assert len(faultless) > 0.65 * len(GOOD_SPLITS)


@pytest.mark.parametrize(
    ("item", "things"),
    [
        ("Menu: soup, bread and cake", 3),
        ("Menu: soup", 1),
        ("Suppe, Brot und Kuchen", 3),
        ("Menu:", 1),
        ("", 0),
        ("...", 0),
    ],
)
def test_things_named(item: str, things: int) -> None:
    assert list_gates.things_named(item) == things


@given(st.text(max_size=80), st.lists(st.text(max_size=40), max_size=6), st.sampled_from(["", "en", "pl"]))
def test_gates_never_raise(goal: str, items: list[str], language: str) -> None:
    for found in list_gates.list_faults(goal, items, language=language):
        assert isinstance(found, Fault)
        assert 0 <= found.size <= 1
