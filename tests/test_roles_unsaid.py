"""What a goal counts and no part says again is said once, in front."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import merge, unsaid
from edge_agent.roles.prompts import Brief
from edge_agent.roles.wording import words_or_english


@pytest.mark.parametrize(
    ("goal", "language", "texts", "found"),
    [
        ("A garden wedding for 40 guests in June", "en", ["Menu\n- Soup"], ("40 guests",)),
        ("A garden wedding for 40 guests in June", "en", ["Menu\n- Soup for all 40 guests"], ()),
        ("Move our server with its eight services", "en", ["Inventory\n8 services in a table"], ()),
        ("Move our server with its eight services", "en", ["Inventory\n- 8 gigabytes"], ("eight services",)),
        ("Remont kuchni w sześć tygodni", "pl", ["Tydzień 6: odbiór"], ()),
        ("Ein Fest für 80 Gäste", "de", ["Essen\n- Suppe"], ("80 Gäste",)),
        ("Percutian untuk enam orang", "ms", ["Makanan\n- Nasi"], ("enam orang",)),
        ("Una fiesta para 30 invitados", "es", ["Comida\n- Sopa"], ("30 invitados",)),
        ("Une fête pour 30 invités", "fr", ["Repas"], ()),
    ],
)
def test_what_no_part_says(goal: str, language: str, texts: list[str], found: tuple[str, ...]) -> None:
    assert unsaid.unsaid(goal, language, texts) == found


def test_an_answer_begins_with_it_and_a_part_of_it_does_not() -> None:
    goal = "A garden wedding for 40 guests in June"
    whole = merge.compose(Brief(goal=goal, title=goal), "", [("Menu", "- Soup"), ("Music", "- A band")], [])
    assert whole.startswith("From the goal: 40 guests.\n\n## Menu")
    part = Brief(goal=goal, title="Menu", path=(goal,))
    assert merge.compose(part, "", [("Starter", "- Soup"), ("Dessert", "- Cake")], []).startswith("## Starter")


@given(st.text(max_size=80), st.lists(st.text(max_size=60), max_size=3))
def test_never_raises(goal: str, texts: list[str]) -> None:
    unsaid.first_line(goal, "en", texts, words_or_english("en"))
