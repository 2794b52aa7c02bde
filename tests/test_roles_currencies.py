"""Currencies are known alike to whoever reads goals or lines."""

from __future__ import annotations

import pytest

from edge_agent.roles import invented, money
from edge_agent.roles.outline_words import language_of
from edge_agent.roles.stated import stated_in

AMOUNTS = ("450 euros", "€450", "450 £", "RM450", "450 złotych", "450 zł", "450 CHF", "USD 450", "450 ringgit", "¥450")


@pytest.mark.parametrize("amount", AMOUNTS)
def test_an_amount_is_known_everywhere(amount: str) -> None:
    english = language_of("en")
    assert english is not None
    goal = f"Paint the fence, {amount} in all"
    assert [one.amount for _, _, one in money.amounts_in(goal)] == [450]
    assert any("money" in fact.topics for fact in stated_in(goal, english, "en").facts)
    assert invented.invents_a_number(f"The paint costs {amount}", "Paint the fence", "other")


@pytest.mark.parametrize("text", ["450 errands", "450 rms", "4 poundings", "450 eurythmics", "450 guests"])
def test_other_words_are_no_currencies(text: str) -> None:
    assert money.amounts_in(text) == []
