"""The angle from which a task is split first follows from what it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles.angles import angles_for
from edge_agent.roles.decompose import ANGLES


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Plan a two-week trip to Japan", "place"),
        ("Organise a small wedding for 40 guests in June", "activity"),
        ("Learn basic German in 3 months", "phase"),
        ("Migrate my home server to new hardware", "phase"),
        ("Rancang majlis hari jadi ke-60 untuk ibu saya di rumah", "activity"),
        ("Eine Reise durch drei Städte in Polen", "place"),
        ("LEARN SPANISH", "phase"),
        ("Clean the cellar", "place"),
        ("Clean the cellar in two weekends", "phase"),
        ("Trace our family tree in 5 weeks", "phase"),
        ("Trace our family tree", "activity"),
    ],
)
def test_the_goal_chooses(text: str, first: str) -> None:
    assert angles_for(text)[0] == first


@given(st.text())
def test_every_text_has_all_angles_in_a_fixed_order(text: str) -> None:
    assert sorted(angles_for(text)) == sorted(ANGLES)
    assert angles_for(text) == angles_for(text)
