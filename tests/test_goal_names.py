"""Which goal an owner means."""

import re

import pytest

from edge_agent.control import ControlError
from edge_agent.goal_names import GoalName, place_of

GOALS = [
    GoalName("abcd" * 16, "Japan", "open"),
    GoalName("abce" * 16, "A garden wedding", "cancelled"),
    GoalName("1234" * 16, "A garden for bees", "open"),
    GoalName("5678" * 16, "japan", "forgotten"),
]


@pytest.mark.parametrize(
    ("wanted", "place"),
    [
        ("Japan", 0),
        ("JAPAN", 0),
        ("ABCE", 1),
        ("5678", 3),
        ("a garden w", 1),
        ("wedding", 1),
        ("FOR BEES", 2),
        ("1234" * 16, 2),
    ],
)
def test_an_id_a_title_its_beginning_or_a_part_of_it_names_a_goal(wanted: str, place: int) -> None:
    assert place_of(GOALS, wanted) == place


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("a garden", "several goals fit 'a garden'; goals: abceabce 'A garden wedding' (cancelled), 12341234"),
        ("abc", "no goal fits"),  # too short for the beginning of an id
        ("garden", "several goals fit 'garden'"),
        ("bee", "no goal fits"),  # too short for a part of a title
        ("bcda", "no goal fits"),  # an id is named by its beginning
        ("Norway", "no goal fits 'Norway'; goals: abcdabcd 'Japan' (open)"),
        ("", "name the goal"),
        (None, "name the goal"),
    ],
)
def test_none_or_many_are_refused_with_what_there_is(wanted: object, words: str) -> None:
    with pytest.raises(ControlError, match=re.escape(words)):
        place_of(GOALS, wanted)
    with pytest.raises(ControlError, match="none yet"):
        place_of([], "Japan")


def test_of_several_the_one_that_can_be_meant_is() -> None:
    assert place_of(GOALS, "garden", meant=("open",)) == 2
    assert place_of(GOALS, "japa") == 0, "the one that is still remembered"
    assert place_of(GOALS, "garden", meant=("failed", "cancelled")) == 1
    assert place_of(GOALS, "wedding", meant=("open",)) == 1, (
        "the only one that fits, though something else was expected"
    )
    with pytest.raises(ControlError, match="several goals fit"):
        place_of(GOALS, "garden", meant=("open", "cancelled"))
