"""Sums in words and signs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles.arithmetic import computed


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("add 2 and 3", "2 + 3 = 5"),
        ("Add two and three.", "2 + 3 = 5"),
        ("please add 2, 3 and 4", "2 + 3 + 4 = 9"),
        ("What is 2 + 2?", "2 + 2 = 4"),
        ("2+3*4", "2 + 3 × 4 = 14"),
        ("(2+3)*4 =", "(2 + 3) × 4 = 20"),
        ("what is 12 times 4", "12 × 4 = 48"),
        ("subtract 2 from 5", "5 - 2 = 3"),
        ("7 divided by 2", "7 ÷ 2 = 3.5"),
        ("divide 1 by 3", "1 ÷ 3 = 0.333333"),
        ("multiply 1.5 by -2", "1.5 × - 2 = -3"),
        ("tambah 7 dan 5", "7 + 5 = 12"),
        ("dodaj 2 i 3", "2 + 3 = 5"),
        ("Wie viel ist 6 mal 7?", "6 × 7 = 42"),
        ("cuánto es 4 más 5", "4 + 5 = 9"),
        ("3 x 4", "3 × 4 = 12"),
    ],
)
def test_sums(text: str, answer: str) -> None:
    assert computed(text) == answer


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "do nothing",
        "add 2 chapters to the book",
        "add flour and sugar",
        "a trip for 2 and 3 days",
        "1 / 0",
        "2 +",
        "(2 + 3",
        "2 3",
        "call 555-0199 now",
    ],
)
def test_anything_else_is_no_sum(text: str) -> None:
    assert computed(text) is None


@given(st.one_of(st.text(max_size=60), st.text(alphabet="0123456789+-*/(). xand,", max_size=40)))
def test_never_raises(text: str) -> None:
    computed(text)
