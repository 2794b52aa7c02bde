"""Parts put together: nothing twice, and what is open at the end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import sections
from edge_agent.roles.wording import words_or_english

ENGLISH = words_or_english("en")


def test_a_line_that_stands_in_two_parts_is_kept_once() -> None:
    texts = ["- Rice with prawns\n- Tea", "- [ ] rice with Prawns.\n- Tea\n- Lemonade for forty guests"]
    assert sections.without_repeats(texts) == [texts[0], "- Tea\n- Lemonade for forty guests"]


def test_frames_of_tables_and_their_rows_are_no_repetitions() -> None:
    table = "| Item | Share |\n| --- | ---: |\n| **Total** | 100 % |"
    assert sections.without_repeats([table, table]) == [table, table]


def test_what_a_part_says_of_its_marks_and_open_points_moves_out() -> None:
    blank = "… Only you know this: fill it in."
    text = (
        f"Day 1: Nara \u2020\n\n\u2020 Assumed: check it.\n\n{blank}\n\n## Open points\n\n"
        "- Missing: Menu\n- Day 2 (still open)"
    )
    body, points = sections.hoisted(text, ENGLISH)
    assert body == "Day 1: Nara \u2020"
    assert points == [
        "\u2020 Assumed: check it.",
        "… Only you know this: fill it in.",
        "Missing: Menu",
        "Day 2 (still open)",
    ]


def test_a_heading_ends_the_open_points() -> None:
    body, points = sections.hoisted("## Open points\n- One\n## Route\nNara", ENGLISH)
    assert (body, points) == ("## Route\nNara", ["One"])


def test_lines_that_are_open_are_named_by_part_and_label() -> None:
    text = "Day 1: Nara\nDay 2: free (still open)\n| Mail | still open | still open |"
    assert sections.open_lines("Kyoto", text, ENGLISH) == ["Kyoto: Day 2 (still open)", "Kyoto: Mail (still open)"]


def test_points_are_named_once_and_not_without_end() -> None:
    assert sections.closing(["One", "Two", "One", ""], ENGLISH) == "## Open points\n\n- One\n- Two"
    assert sections.closing([], ENGLISH) == ""
    assert sections.closing(map(str, range(100)), ENGLISH).count("\n- ") == 20


def test_what_marks_mean_stands_behind_all_other_points_however_many() -> None:
    points = ["\u2020 Assumed: check it.", *map(str, range(100)), "\u2020 Assumed: check it."]
    closing = sections.closing(points, ENGLISH)
    assert closing.endswith("- 18\n- \u2020 Assumed: check it.") and closing.count("\u2020") == 1


@given(st.lists(st.text(max_size=60), max_size=4))
def test_never_raises(texts: list[str]) -> None:
    sections.without_repeats(texts)
    for text in texts:
        sections.hoisted(text, ENGLISH)
        sections.open_lines(text, text, ENGLISH)
