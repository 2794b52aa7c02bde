"""Measures of text: they must hold in several languages and survive anything."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import text


def test_words_leave_out_function_words_and_split_unspaced_scripts() -> None:
    assert text.words("The budget for 40 guests") == ["budget", "40", "guests"]
    assert text.words("Der Plan für die Gäste") == ["plan", "gäste"]
    assert text.words("京都") == ["京", "都"]


def test_inflections_share_a_stem() -> None:
    assert text.stem("booking") == text.stem("books") == text.stem("booked") == "book"
    assert text.stem("bus") == "bus"


def test_jaccard_and_containment() -> None:
    assert text.jaccard("Book the hotel", "Booking hotels") == 1.0
    assert text.jaccard("Book the hotel", "") == 0.0
    assert text.containment("Sweep the floor", "Sweep and wash the garage floor") == 1.0
    assert text.containment("Sweep", "Sweep the floor") == 0.0


def test_clean_removes_controls_and_template_markers() -> None:
    assert text.clean("a\x00b\r\nc<|im_end|>\u202e") == "ab\nc< |im_end| >"
    assert "<|" not in text.clean("<\x00|im_start|\x00>")


def test_one_line_is_cut_at_a_word() -> None:
    assert text.one_line("one two\nthree", 40) == "one two three"
    cut = text.one_line("word " * 50, 40)
    assert len(cut) <= 40 and cut.endswith("word…")


def test_condense_counts_foreign_letters_higher() -> None:
    assert text.condense("short", 100) == "short"
    assert len(text.condense("word " * 400, 100)) <= 402
    assert len(text.condense("京都" * 400, 100)) <= 102


def test_looping_is_told_from_lists() -> None:
    assert text.is_looping("pack pack pack")
    assert text.is_looping("visit the temple and visit the temple and visit the temple and visit the temple")
    assert not text.is_looping("Tokyo, Kyoto, Osaka, Nara, Hakone, Nikko, Kobe, Himeji, Hiroshima, Uji")


def test_most_repeated_counts_stems() -> None:
    assert text.most_repeated("flowers, flower cutting, the flowers served") == 3
    assert text.most_repeated("1 1 1 1 of the the the") == 0


def test_numbers_ignore_separators_of_thousands() -> None:
    assert text.numbers("1,200 euros for 14 days, 3.5 %") == {"1200", "14", "3", "5"}


@given(st.text(), st.text())
def test_measures_never_raise_and_stay_in_bounds(first: str, second: str) -> None:
    assert 0.0 <= text.jaccard(first, second) <= 1.0
    assert 0.0 <= text.containment(first, second) <= 1.0
    assert 0.0 <= text.ratio(first, second) <= 1.0
    assert len(text.one_line(first, 20)) <= 20
    assert "\n" not in text.one_line(first, 20)
    assert text.clean(text.clean(first)) == text.clean(first)
    text.is_looping(first)
