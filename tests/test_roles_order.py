"""In which order parts belong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles.list_gates import list_faults
from edge_agent.roles.order import order_of


def test_what_is_built_on_others_comes_last() -> None:
    items = ["Comparison: shelves", "Walls: colours", "Floor: boards", "Budget: paint"]
    assert order_of(items) == (6, 0, None)
    assert order_of(items[::-1]) == (0, 6, (0, 3))


def test_what_begins_and_ends_a_plan_counts_more() -> None:
    items = ["Inventory: shelves", "Walls: colours", "Floor: boards", "Cleaning up: dust"]
    assert order_of(items) == (12, 0, None)
    assert order_of(items[::-1]) == (0, 12, (0, 3))
    assert "order" in {fault.kind for fault in list_faults("Do up the hall", [items[3], *items[:3]])}


def test_times_leave_no_doubt() -> None:
    assert order_of(["Days 5 to 8: Kyoto", "Days 1 to 4: Tokyo"]) == (0, 2, (0, 1))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Weeks 1 to 3", "Weeks 4 to 6"),
        ("From 4 to 8 August", "From 9 to 13 August"),
        ("March and April", "May to July"),
        ("November to December", "January to March"),
        ("Minggu 1 hingga 4", "Minggu 5 hingga 8"),
        ("Arbeiten im Juli", "Arbeiten im September"),
        ("Spring", "Autumn"),
        ("First leg", "Second leg"),
        ("Primera parte", "Segunda parte"),
        ("Friday evening", "Saturday"),
        ("Sobota", "Niedziela"),
        ("Tydzień przed wyjazdem", "Dzień przed wyjazdem"),
    ],
)
def test_each_kind_of_time_has_an_order(earlier: str, later: str) -> None:
    items = [f"{earlier}: walls, doors, paint", f"{later}: floor, lamps, shelves", "Music: jazz, folk, swing"]
    assert order_of(items)[:2] == (3, 0)
    turned = [items[1], items[0], items[2]]
    assert order_of(turned)[:2] == (0, 3)
    assert any(fault.kind == "order" for fault in list_faults("Do up the hall", turned))


@pytest.mark.parametrize(
    ("one", "other"), [("What may go wrong", "Works in June"), ("First aid", "Second weekend"), ("Music", "Flowers")]
)
def test_words_that_only_look_like_times_have_no_order(one: str, other: str) -> None:
    assert order_of([f"{other}: a, b", f"{one}: c, d"])[:2] == (0, 0)


def test_a_single_part_out_of_its_place_weighs_less_than_there_are_parts() -> None:
    _, wrong, _ = order_of(["Budget: paint", "Walls: colours", "Floor: boards", "Windows: glass", "Door: handle"])
    assert wrong == 4


def test_only_the_first_words_of_a_title_give_it_a_place() -> None:
    assert order_of(["Things to be done without any cost: airing", "Lamps: switches"]) == (0, 0, None)


def test_stages_before_the_day_have_an_order() -> None:
    stages = ["Two months before the wedding: room", "Die Woche vor der Hochzeit: Blumen", "Sehari sebelum: kek"]
    assert order_of(stages) == (9, 0, None)
    assert order_of(stages[::-1])[:2] == (0, 9)


@given(st.lists(st.text(max_size=60), max_size=8))
def test_pairs_are_counted_once(items: list[str]) -> None:
    right, wrong, example = order_of(items)
    assert right + wrong <= max(len(items), 4) * len(items) * (len(items) - 1) // 2
    assert (example is None) == (wrong == 0)
