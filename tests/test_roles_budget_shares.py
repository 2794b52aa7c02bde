"""Usual shares: for every budget of the outlines, in all languages, or blanks where nothing is usual."""

from __future__ import annotations

import pytest

from edge_agent.roles import execute
from edge_agent.roles.budget_shares import usual_shares
from edge_agent.roles.outline_words import LANGUAGES, Part, language_of
from edge_agent.roles.prompts import Brief
from tests.scripted_work import Script


def brief(part: Part, code: str, goal: str = "A goal") -> Brief:
    return Brief(goal=goal, title=part.title, detail=", ".join(part.things), form="budget", path=(goal,), language=code)


@pytest.mark.parametrize("code", LANGUAGES)
def test_they_fit_the_things_and_sum_up(code: str) -> None:
    known = language_of(code)
    assert known is not None
    for parts in known.outlines.values():
        for part in (one for one in parts if one.form == "budget"):
            shares = usual_shares(brief(part, code))
            assert shares == () or (shares is not None and len(shares) == len(part.things) and sum(shares) == 100)


def test_other_things_have_none() -> None:
    part = Part(title="Costs", form="budget", things=("hulls", "sails", "ropes"), topics=frozenset())
    assert usual_shares(brief(part, "en")) is None


def test_no_model_is_asked_for_them() -> None:
    script = Script(texts=[" 90 percent"])
    task = Brief(
        goal="Move our mail server",
        title="Costs",
        detail="devices, cables, disks, reserve",
        form="budget",
        path=("Move",),
    )
    lines = script.run(execute.write(task, model="qwen2.5-coder-1.5b", seed=1)).splitlines()
    assert not script.seen
    assert "| Devices | 65 % |" in lines
    assert "| Cables | 5 % |" in lines


def test_where_nothing_is_usual_there_are_blanks() -> None:
    task = Brief(
        goal="Prepare our street for the winter with 900 euros",
        title="Costs",
        detail="material, services, reserve",
        form="budget",
        path=("Prepare",),
    )
    lines = Script(texts=[" 90 percent"]).run(execute.write(task, model="qwen2.5-coder-1.5b", seed=1)).splitlines()
    assert lines[:5] == [
        "| Item | Amount |",
        "| --- | ---: |",
        "| Material | … |",
        "| Services | … |",
        "| Reserve | … |",
    ]
    assert "| **Total** | **900 euros** |" in lines
