"""Gates for finished lists, case by case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import list_gates

GOAL = "Plan a two-week trip to Japan"


def test_list_faults_name_the_items() -> None:
    items = ["Schedule of the first week", "List of temples", "Week one schedule, first days", "Plan a trip to Japan"]
    kinds = {(found.kind, found.items) for found in list_gates.list_faults(GOAL, items)}
    assert ("overlap", (0, 2)) in kinds
    assert ("echo", (3,)) in kinds
    assert list_gates.list_faults(GOAL, ["Schedule of seven days in Tokyo", "Packing checklist for spring"]) == ()
    assert list_gates.list_faults(GOAL, ["Schedule of seven days in Tokyo"])[0].kind == "count"


def test_the_share_of_errands() -> None:
    assert list_gates.worldly_share(["Book a hotel", "Buy tickets", "List of places"]) == pytest.approx(2 / 3)


@given(st.text(max_size=80), st.lists(st.text(max_size=40), max_size=6))
def test_gates_never_raise(goal: str, items: list[str]) -> None:
    list_gates.list_faults(goal, items)
    list_gates.worldly_share(items)
