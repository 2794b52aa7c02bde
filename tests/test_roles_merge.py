"""The merge: composed by code, in order, whole, with a summary only where it is sound."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge_agent.records import MAX_RESULT_TEXT
from edge_agent.roles import merge
from edge_agent.roles.prompts import Brief
from tests.scripted_work import JUNK, Junk, Script, run_refusing

GOAL = Brief(goal="Plan a long trip to Japan", title="Plan a long trip to Japan")
SUMMARY = "The trip spends 5 nights in Tokyo and 4 in Kyoto. It costs 3200 euros for two people."


@dataclass
class Part:
    """A child's outcome."""

    title: str
    text: str | None


PARTS = [
    Part("Route", "# Stops\nTokyo, 5 nights\nKyoto, 4 nights"),
    Part("Budget", "- Flights: 1,800 euros\n- Rooms: 1,400 euros\n- Total: 3200 euros, 100%"),
]


def merged(script: Script, parts: list[Part]) -> str:
    return script.run(merge.merge(GOAL, parts, model="any", seed=1), most=2)


def test_sections_stand_in_order_under_their_titles() -> None:
    text = merged(Script(texts=[SUMMARY]), PARTS)
    assert text == (
        f"{SUMMARY} \u2020\n\n## Route\n\n## Stops\nTokyo, 5 nights\nKyoto, 4 nights\n\n## Budget\n\n{PARTS[1].text}"
    )


@pytest.mark.parametrize(
    "summary",
    [
        "",
        "The trip costs 9999 euros and spends 5 nights in Tokyo, which is good.",
        "Tokyo, 5 nights Kyoto, 4 nights",
        "Die Reise geht nach Tokyo und Kyoto und ist für zwei Personen gedacht.",
        "```json {} ```",
        "The trip spends 5 nights in Tokyo and 100% of the money on flights.",
        "The document decides to spend 5 nights in Tokyo and 4 nights in Kyoto.",
        "The trip the trip the trip the trip the trip.",
        "One sentence of at most 40 words that names the places, dates, things and amounts that matter.",
        "As an AI I cannot travel to Japan, but here is the plan.",
        'The opening of the document is: "Tokyo for 5 nights and Kyoto for 4 nights.',
        "The opening of the document decides that the most important places are Tokyo and Kyoto, for 5 and 4 nights.",
        'The task says "Tokyo, 5 nights" and "Kyoto, 4 nights" for 3200 euros.',
        "Plan a long trip to Japan with 5 nights in Tokyo and 4 in Kyoto.",
        "The trip spends 5 nights in Tokyo, 4 in Kyoto (for 3200 euros.",
        "The trip spends 5 nights in Tokyo and goes on to Sapporo for 4 nights.",
        "It is a trip to Japan of two weeks, and it will be a very good trip.",
    ],
)
def test_an_unsound_summary_is_left_out(summary: str) -> None:
    assert merged(Script(texts=[summary]), PARTS).startswith("## Route")


def test_a_cut_summary_keeps_its_whole_sentences() -> None:
    text = merged(Script(texts=[SUMMARY + " And then"], finish="length"), PARTS)
    assert text.startswith(SUMMARY + " \u2020\n\n##")


def test_what_is_missing_is_said() -> None:
    text = merged(Script(texts=[SUMMARY]), [*PARTS, Part("Checklist", None), Part("Menu", "  ")])
    assert text.endswith("- Missing: Checklist\n- Missing: Menu")


def test_it_ends_with_what_is_open_assumed_and_missing() -> None:
    parts = [
        Part("Kyoto", "Day 1: Hotel Sakura \u2020\nDay 2: free (still open)\n\n\u2020 Assumed."),
        Part("Music", "- Songs by Elvis Costello \u2020\n\n\u2020 Assumed."),
        Part("Menu", None),
    ]
    assert merged(Script(texts=[""]), parts).endswith(
        "\n\n## Open points\n\n- Missing: Menu\n- Kyoto: Day 2 (still open)\n- \u2020 Assumed."
    )


def test_open_points_rise_through_all_merges() -> None:
    inner = merged(Script(texts=[""]), [Part("Menu", None), Part("Drinks", "- Tea"), Part("Bread", "- Rye")])
    outer = merged(Script(texts=[""]), [Part("Food", inner), PARTS[0]])
    assert outer.endswith("## Open points\n\n- Missing: Menu")
    assert outer.count("Open points") == 1


def test_what_is_open_in_a_merged_part_is_said_once() -> None:
    week = Part("Rules, week 5", "- Day 33: free (still open)\n- Day 34: Cards \u2020\n\n\u2020 Assumed.")
    inner = merged(Script(texts=[""]), [week, Part("Week 6", "- Day 36: Songs")])
    outer = merged(Script(texts=[""]), [Part("Foundations, month 2", inner), PARTS[0]])
    assert outer.endswith("## Open points\n\n- Rules, week 5: Day 33 (still open)\n- \u2020 Assumed.")


def test_a_line_of_two_parts_stands_once() -> None:
    parts = [Part("Menu", "- Cake with forty candles\n- Soup"), Part("Sweets", "- Cake with forty candles\n- Ice")]
    assert merged(Script(texts=[""]), parts).count("forty candles") == 1


def test_no_summary_in_languages_that_the_models_hardly_write() -> None:
    goal = Brief(goal="Zaplanuj remont", title="Zaplanuj remont", language="pl")
    script = Script(texts=[SUMMARY])
    assert script.run(merge.merge(goal, PARTS, model="any", seed=1), most=2).startswith("## Route")


def test_small_models_write_no_summary() -> None:
    script = Script(texts=[SUMMARY])
    text = script.run(merge.merge(GOAL, PARTS, model="qwen2.5-coder-0.5b", seed=1), most=2)
    assert text.startswith("## Route")
    assert script.seen == []


def test_a_single_part_needs_no_summary() -> None:
    script = Script(texts=[SUMMARY])
    assert merged(script, [PARTS[0], Part("Menu", None)]).startswith("## Route")
    assert script.seen == []


def test_long_parts_share_the_room_and_short_ones_stay_whole() -> None:
    parts = [Part("Short", "all of it"), Part("Long", "a " * 20_000), Part("Longer", "b " * 30_000)]
    text = merged(Script(texts=[""]), parts)
    assert len(text) <= MAX_RESULT_TEXT
    assert "all of it" in text
    assert text.count("a ") > 7_000 and text.count("b ") > 7_000


def test_texts_of_wide_scripts_fit_a_record() -> None:
    text = merged(Script(texts=[""]), [Part("日本", "東" * 20_000), Part("京都", "京" * 20_000)])
    assert len(text.encode()) <= 48_000


def test_a_model_that_refuses_costs_only_the_summary() -> None:
    assert run_refusing(merge.merge(GOAL, PARTS, model="any", seed=1)).startswith("## Route")


@settings(max_examples=60, deadline=None)
@given(
    parts=st.lists(st.builds(Part, title=st.text(max_size=250), text=st.one_of(st.none(), JUNK)), max_size=8),
    texts=st.lists(JUNK, max_size=4),
    goal=st.text(max_size=100),
    seed=st.integers(0, 1_000),
)
def test_any_junk_ends_in_a_valid_text(parts: list[Part], texts: list[str], goal: str, seed: int) -> None:
    text = Junk(texts, seed).run(merge.merge(Brief(goal=goal, title="?"), parts, model="any", seed=seed), most=2)
    assert len(text) <= MAX_RESULT_TEXT
    assert "\x00" not in text and "<|" not in text
    text.encode()
