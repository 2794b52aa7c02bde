"""Critiques read back: which parts stay, which are written anew, what is lacking."""

import pytest

from edge_agent.records import Child
from edge_agent.roles.critiques import MEANS, TIME, faulted_items, lacking, numbered, verdict_on

SPLIT = [Child(title=title, detail="a, b, c") for title in ("Route", "Days", "Budget", "Checklist")]


def test_faulted_items() -> None:
    assert faulted_items(["1 and 3 overlap; 2, 4 are vague"], 5) == {1, 2, 3}
    assert faulted_items(["9 is vague", "no number here", "2 days are missing"], 2) == {1}
    assert faulted_items([], 3) == frozenset()


@pytest.mark.parametrize("at", [(2,), (0, 2), (0, 1, 3)])
def test_parts_are_read_back_as_they_are_named(at: tuple[int, ...]) -> None:
    assert faulted_items([f"nothing covers food; {numbered(at)} cannot be told apart"], 4) == set(at)


def test_parts_are_named_in_words() -> None:
    assert [numbered(at) for at in [(2,), (0, 2), (0, 1, 3)]] == ["part 3", "parts 1 and 3", "parts 1, 2 and 4"]


def test_of_named_parts_that_overlap_the_first_is_kept_and_one_in_the_wrong_place_is_moved() -> None:
    assert faulted_items([f"{numbered([0, 2])} overlap"], 3) == {2}
    moved = verdict_on(SPLIT, [f"the order is wrong: {numbered([0])} belongs behind {numbered([2])}"])
    assert [title for title, _ in moved.kept] == ["Days", "Budget", "Route", "Checklist"]


def test_what_is_lacking_is_told_once() -> None:
    said = [
        "2 is vague; nothing covers the return journey",
        "Nothing covers the return journey.",
        "nothing covers food",
    ]
    assert lacking(said) == ("the return journey", "Nothing covers the return journey"[15:], "food")[::2]
    assert lacking(["everything is covered", ""]) == ()


def test_named_parts_go_the_others_stay() -> None:
    verdict = verdict_on(SPLIT, ["2 and 4 overlap"])
    assert [title for title, _ in verdict.kept] == ["Route", "Days", "Budget"]
    assert verdict.refused == ("Checklist: a, b, c",)
    assert verdict.lacking == ()


def test_where_only_something_is_lacking_all_stay() -> None:
    verdict = verdict_on(SPLIT, ["nothing covers the second week"])
    assert len(verdict.kept) == 4 and not verdict.refused
    assert verdict.lacking == ("the second week",)


def test_what_the_goal_states_is_lacking_by_its_words_and_aspects_are_no_words() -> None:
    said = "nothing covers what the goal says of 40 guests and 900 euros; nothing covers when things happen"
    verdict = verdict_on(SPLIT, [said, f"nothing covers {MEANS}"])
    assert verdict.lacking == ("40 guests", "900 euros")
    assert verdict.aspects == (TIME, MEANS)
    assert len(verdict.kept) == 4


def test_what_stands_in_the_wrong_place_is_moved() -> None:
    verdict = verdict_on(SPLIT, ["the order is wrong: 1 belongs behind 3"])
    assert [title for title, _ in verdict.kept] == ["Days", "Budget", "Route", "Checklist"]
    assert verdict_on(SPLIT, ["the order is wrong: 3 belongs behind 1", "9 belongs behind 2"]).kept == ()


def test_where_nothing_is_named_all_are_written_anew() -> None:
    assert verdict_on(SPLIT, ["the list has little to do with the goal"]).kept == ()
    assert len(verdict_on(SPLIT, ["the list has little to do with the goal"]).refused) == 4
    silent = verdict_on(SPLIT, [])
    assert (silent.kept, silent.refused) == ((), ())
