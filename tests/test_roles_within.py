"""Schedules of weeks are split into their weeks by code, where the owner allows many tasks."""

from __future__ import annotations

import pytest

from edge_agent.effort import PAINS, Effort
from edge_agent.records import Child, Form
from edge_agent.roles import decompose, forms, outlines, score, timetables
from edge_agent.roles.prompts import Brief
from edge_agent.roles.within import is_schedule_of_weeks, weeks_within
from tests.scripted_work import Script

GOALS = {
    "en": (
        "Learn to play the guitar in three months",
        "Train for a half marathon in 12 weeks",
        "Write a novel in ten months",
    ),
    "de": ("In drei Monaten Gitarre lernen", "In zwölf Wochen für einen Halbmarathon trainieren"),
    "es": ("Aprender a tocar la guitarra en tres meses", "Renovar la cocina en seis semanas"),
    "ms": ("Belajar bermain gitar dalam tiga bulan", "Ubah suai dapur dalam enam minggu"),
    "pl": ("Nauczyć się grać na gitarze w trzy miesiące", "Zaplanuj remont kuchni w sześć tygodni"),
}


def schedules(goal: str, language: str) -> list[Brief]:
    """The schedules of weeks in the goal's own splits."""
    found: dict[str, Brief] = {}
    for angle in decompose.ANGLES:
        skeleton = outlines.skeleton_for(goal, angle, language)
        for part in skeleton.sections(7) if skeleton else ():
            if is_schedule_of_weeks(part.title, part.form):
                found[part.title] = Brief(
                    goal=goal, title=part.title, detail=part.detail, form=part.form, path=(goal,), language=language
                )
    return list(found.values())


@pytest.mark.parametrize("goal, language", [(goal, language) for language, goals in GOALS.items() for goal in goals])
def test_the_weeks_of_a_schedule_are_all_of_its_weeks(goal: str, language: str) -> None:
    found = schedules(goal, language)
    assert found
    for brief in found:
        span = forms.span_of(brief.title)
        assert span is not None
        each = 4 if span.unit == "month" else 1
        weeks = weeks_within(brief, decompose.MOST_CHILDREN)
        spans = [forms.span_of(week.title) for week in weeks]
        covered = [week for one in spans if one for week in range(one.first, one.last + 1)]
        assert covered == list(range((span.first - 1) * each + 1, span.last * each + 1)), brief.title
        assert len({week.title for week in weeks}) == len(weeks)
        assert all(not is_schedule_of_weeks(week.title, "text") and week.leaf for week in weeks)
        for week, one in zip(weeks, spans, strict=True):
            inner = Brief(goal=goal, title=week.title, form="schedule", path=(goal, brief.title), language=language)
            if one and one.count == 1:
                assert len(timetables.labels_of(inner)) == 7, "each day of a week is told"


@pytest.mark.parametrize("goal, language", [(goals[0], language) for language, goals in GOALS.items()])
def test_no_model_is_asked_and_every_machine_approves(goal: str, language: str) -> None:
    brief, script = schedules(goal, language)[0], Script()
    assert script.run(decompose.needs_split(brief, model="any"))
    weeks = script.run(decompose.split(brief, model="any", angle="place", budget=7, seed=1))
    assert len(weeks) == 4
    judgement = script.run(score.judge(brief, weeks, sha256="", threshold=50))
    assert judgement.approve and not judgement.critique
    assert script.seen == []
    script.run(score.judge(brief, (*weeks[1:], weeks[0]), sha256="", threshold=50))
    assert script.seen, "any other list is judged"


@pytest.mark.parametrize("effort, again", [("quick", 0), ("normal", 0), ("thorough", 3)])
@pytest.mark.parametrize("model", ["smollm2-135m", "qwen2.5-coder-1.5b"])
def test_how_deep_it_goes_is_a_matter_of_effort(effort: Effort, again: int, model: str) -> None:
    assert split_again(GOALS["en"][0], effort, model) == again


def test_a_single_schedule_of_weeks_is_not_split_again_for_a_normal_effort() -> None:
    goal = "Renovate the kitchen in six weeks"
    assert split_again(goal, "normal", "any") == 0 and split_again(goal, "thorough", "any") == 1


def test_where_the_model_cannot_write_the_language_the_days_are_not_told() -> None:
    assert split_again(GOALS["pl"][0], "thorough", "qwen2.5-coder-1.5b") == 0
    assert split_again(GOALS["pl"][0], "thorough", "any") == 3


def split_again(goal: str, effort: Effort, model: str) -> int:
    """How many parts of the goal's split stay open; all of them schedules of weeks."""
    pains = PAINS[effort]
    root = Brief(goal=goal, title=goal)
    children = Script(probabilities=0.0).run(
        decompose.split(
            root, model=model, angle="phase", budget=pains.max_tasks - 1, seed=1, leaves=pains.max_depth <= 1
        )
    )
    assert all(is_schedule_of_weeks(child.title, child.form) for child in children if not child.leaf)
    return sum(not child.leaf for child in children)


def test_a_week_has_days_whatever_it_is_called() -> None:
    week = Brief(goal="Open a shop in six months", title="Opening day, week 22", form="schedule", path=("Open a shop",))
    assert timetables.labels_of(week)[0] == "Day 148:"
    day = Brief(goal="Open a shop in six months", title="Opening day", form="schedule", path=("Open a shop",))
    assert timetables.labels_of(day)[0] == "08:00:"


def test_other_parts_have_no_weeks() -> None:
    def weeks(title: str, form: Form = "schedule", path: tuple[str, ...] = ("Learn",)) -> tuple[Child, ...]:
        return weeks_within(Brief(goal="Learn to sing", title=title, form=form, path=path), 7)

    assert weeks("Foundations, month 2")
    assert not weeks("Foundations, month 2", path=()), "a goal is split by its outline"
    assert not weeks("Foundations, month 2", form="checklist")
    assert not weeks("Rules, week 5") and not weeks("Tokyo, days 1 to 4") and not weeks("Timetable")
