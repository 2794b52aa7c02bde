"""Parts that say the same in other words, and parts that have nothing to do with the others."""

from __future__ import annotations

import math

import pytest

from edge_agent.roles.likeness import MOST_WORDS, Likeness, is_by_code, likeness_of
from edge_agent.roles.requests import WordSimilarities, WordSimilarity
from tests.scripted_work import Script, run_refusing

GOAL = "Plan a garden party"
MEANINGS = (
    {"meals", "food", "eating", "dishes", "lunch"},
    {"soup", "broth", "bread", "rolls", "cake", "pastry"},
    {"budget", "spending", "hire", "rent", "tents", "marquees"},
    {"music", "songs", "band", "dance"},
)


def cosine(word: str, other: str) -> float:
    """High for words of one meaning, a little for all that belongs to a party, none for the rest."""
    both = {word, other}
    if any(both <= meaning for meaning in MEANINGS):
        return 0.4
    return 0.12 if all(any(one in meaning for meaning in MEANINGS) for one in both) else 0.0


def likeness(items: list[str], language: str = "en") -> Likeness:
    found = Script(cosine=cosine).run(likeness_of(GOAL, items, language))
    assert found is not None
    return found


PLAIN = ["Meals: soup, bread, cake", "Budget: hire, tents", "Songs: band, dance", "Guests: aunt, uncle"]
AGAIN = [*PLAIN[:3], "Food: broth, rolls, pastry"]


def test_a_part_in_other_words_is_told_and_the_pair_named() -> None:
    plain, again = likeness(PLAIN), likeness(AGAIN)
    assert plain.again is not None and again.again is not None
    assert again.again > plain.again + 0.3
    assert again.alike[0][1:] == (0, 3)


def test_the_same_words_are_for_the_gates() -> None:
    twice = likeness([*PLAIN[:2], "Guests: aunt, uncle", "Aunt and uncle, guests"])
    assert twice.alike[0][1:] == (0, 1) and twice.again == likeness([*PLAIN[:2], "Aunt", "Uncle"]).again


def test_the_goals_words_make_no_parts_alike() -> None:
    with_goal = [f"{item} for the garden party" for item in PLAIN]
    assert likeness(with_goal).again == likeness(PLAIN).again


def test_parts_that_code_puts_side_by_side_are_not_compared() -> None:
    titles = ["Menu and drinks", "Budget", "Helpers", "Guest list and invitation"]
    by_code = [f"{title}:{item.partition(':')[2]}" for title, item in zip(titles, AGAIN, strict=True)]
    own = [f"{title} of mine:{item.partition(':')[2]}" for title, item in zip(titles, AGAIN, strict=True)]
    assert likeness(by_code).alike == ()
    assert likeness(own).alike[0][1:] == (0, 3)


@pytest.mark.parametrize(
    ("titles", "by_code"),
    [
        (["Menu and drinks", "Budget", "Helpers of mine", "Guest list and invitation"], True),
        (["Menu and drinks", "Budget", "Helpers of mine", "Guests of mine"], False),
        (["Tokyo, days 1 to 4", "Kyoto, days 5 to 8", "Rooms and journeys", "Luggage of mine"], True),
        (["Days 1 to 4", "Days 5 to 8", "Rooms and journeys", "Budget"], False),
        ([], False),
    ],
)
def test_lists_of_code_are_known_by_their_titles(titles: list[str], by_code: bool) -> None:
    assert is_by_code(titles, "en") is by_code


def test_neighbours_of_another_goal_are_unrelated() -> None:
    own = [*PLAIN[:3], "Food: lunch, rolls, pastry"]
    strange = [*PLAIN[:2], "Kernel: modules, drivers", "Firmware: flash, sectors"]
    assert likeness(strange).related < likeness(own).related


def test_in_other_languages_it_is_not_told_whether_parts_are_the_same() -> None:
    german = likeness(AGAIN, "de")
    assert german.again is None and german.alike == ()
    assert german.related == likeness(AGAIN).related


@pytest.mark.parametrize(
    "items",
    [
        [],
        PLAIN[:2],
        ["1, 2", "3", "4"],
        [" ".join(f"word{chr(97 + at % 26)}{chr(97 + at // 26)}" for at in range(300))] * 3,
    ],
)
def test_what_is_too_short_or_too_long_is_not_asked(items: list[str]) -> None:
    script = Script(cosine=cosine)
    assert script.run(likeness_of(GOAL, items, "en")) is None
    assert script.seen == []


def test_a_model_without_vectors_tells_nothing() -> None:
    assert run_refusing(likeness_of(GOAL, PLAIN, "en")) is None


@pytest.mark.parametrize("cosines", [(), ((), (0.1,), (0.2,)), ((), (math.nan,))])
def test_a_reply_that_is_not_what_was_asked_tells_nothing(cosines: tuple[tuple[float, ...], ...]) -> None:
    work = likeness_of(GOAL, ["a single", "", "word"], "en")
    request = next(work)
    assert isinstance(request, WordSimilarity) and 2 == len(request.words) <= MOST_WORDS
    with pytest.raises(StopIteration) as end:
        work.send(WordSimilarities(cosines=cosines))
    assert end.value.value is None
