"""Parts in a language that the model writes badly: what code knows, blanks, and no word of the model."""

from __future__ import annotations

import re

import pytest

from edge_agent.records import Form
from edge_agent.roles import execute, forms, frames, outlines
from edge_agent.roles.languages import guess_language
from edge_agent.roles.prompts import Brief
from edge_agent.roles.wording import words_or_english
from tests.scripted_work import Script

KITCHEN = "Zaplanuj remont kuchni w sześć tygodni z budżetem 20000 zł"
GOALS = (
    KITCHEN,
    "Ein Sommerfest für 60 Nachbarn im Hof planen",
    "In drei Monaten Gitarre lernen, jeden Tag zwanzig Minuten",
    "Rancang majlis perkahwinan untuk 100 tetamu",
    "Aprender a tocar la guitarra en tres meses",
)
WEAK = "qwen2.5-coder-0.5b"


def part(title: str, form: Form, detail: str, goal: str = KITCHEN) -> Brief:
    return Brief(goal=goal, title=title, detail=detail, form=form, path=(goal,))


def framed(brief: Brief, model: str = WEAK) -> list[str]:
    """The lines of the part, above the blank line; no request may be made for them."""
    script = Script()
    text = script.run(execute.write(brief, model=model, seed=1))
    assert script.seen == []
    assert words_or_english(brief.language_code).too_weak in text
    return text.split("\n\n")[0].splitlines()


def test_days_are_shared_out_among_the_things_and_none_is_missing() -> None:
    brief = part("Prace grube, tygodnie 3 do 4", "schedule", "demontaż, rury lub przewody, podłoże")
    assert framed(brief) == ["- Dzień 15-18: demontaż", "- Dzień 19-22: rury lub przewody", "- Dzień 23-28: podłoże"]


def test_more_things_than_days_stand_together() -> None:
    brief = part("Prace, dni 1 do 2", "schedule", "demontaż, rury lub przewody, podłoże")
    assert framed(brief) == ["- Dzień 1: demontaż", "- Dzień 2: rury lub przewody, podłoże"]


def test_a_week_without_things_has_that_of_its_title() -> None:
    assert framed(part("Rury lub przewody, tydzień 4", "schedule", "")) == ["- Dzień 22-28: Rury lub przewody"]


def test_hours_stand_where_something_is_planned() -> None:
    brief = part("Tagesplan", "schedule", "Begrüßung, Essen, Reden, Abschied", GOALS[1])
    assert framed(brief) == ["- 14:00: Begrüßung", "- 16:00: Essen", "- 18:00: Reden", "- 20:00: Abschied"]


def test_lists_are_to_be_filled_in_and_checklists_to_be_ticked() -> None:
    assert framed(part("Menu", "list", "przystawka, deser")) == ["- Przystawka: …", "- Deser: …"]
    ticks = framed(part("Projekt i zakupy, tygodnie 1 do 2", "checklist", "wymiary, rysunek, materiały"))
    assert ticks == ["- [ ] Wymiary: …", "- [ ] Rysunek", "- [ ] Materiały"]


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("angle", ["phase", "activity"])
def test_every_outline_comes_to_a_text_that_covers_its_days(goal: str, angle: str) -> None:
    language = guess_language(goal)
    skeleton = outlines.skeleton_for(goal, angle, language)
    assert skeleton is not None
    for section in skeleton.sections(7):
        brief = part(section.title, section.form, section.detail, goal)
        if not frames.has_frame_alone(brief, model=WEAK):
            assert section.form == "budget"
            continue
        lines = framed(brief)
        assert len(lines) >= 2
        span = forms.span_of(section.title)
        if section.form == "schedule" and span is not None:
            unit = r"\D*?(\d+)(?:-(\d+))?:"
            found = [re.match(rf"- {unit}", line) for line in lines]
            told = [at for one in found if one for at in range(int(one[1]), int(one[2] or one[1]) + 1)]
            assert told == list(range(told[0], told[-1] + 1)) and len(told) >= span.count, section.title


def test_only_where_the_model_is_weak_and_code_knows_the_part() -> None:
    def is_framed(title: str, form: Form, detail: str, goal: str, model: str) -> bool:
        return frames.has_frame_alone(part(title, form, detail, goal), model=model)

    things = "przystawka, deser"
    assert is_framed("Menu", "list", things, KITCHEN, "qwen2.5-coder-1.5b")
    assert not is_framed("Menu", "list", things, KITCHEN, "a model of the owner's")
    assert not is_framed("Menu", "table", "", KITCHEN, WEAK)
    assert not is_framed("List do sąsiadów", "letter", things, KITCHEN, WEAK)
    assert not is_framed("Budżet", "budget", things, KITCHEN, WEAK)
    assert not is_framed("Menu", "list", "starter, dessert", "A small wedding for 40 guests", WEAK)
    assert not is_framed("Menu", "list", "entrante, postre", GOALS[-1], "qwen2.5-coder-1.5b")
    assert not is_framed("Repas", "list", "entrée, dessert", "Un anniversaire pour quarante personnes", WEAK)
    trip = "Rancang percutian keluarga lima hari di Langkawi untuk enam orang"
    assert not is_framed("Ketibaan, hari 1 hingga 2", "schedule", "pasar, kedai makan", trip, WEAK)
    assert is_framed("Makanan", "list", "sarapan, masakan tempatan", trip, WEAK)


def test_a_list_of_which_only_the_title_is_known_is_left_to_its_owner() -> None:
    brief = part("Pytania do hydraulika", "checklist", "wymienione w celu")
    assert framed(brief) == ["- [ ] …"] * 3
    assert framed(part("Co robić w zimie", "list", "wymienione w celu")) == ["- …"] * 3
