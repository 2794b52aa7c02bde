"""What whoever writes a part reads: how to write, the goal and its parts, the part itself and its form.

Models below 1.5 billion parameters fill short slots; larger ones write whole sentences, which is what they do best.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from edge_agent.records import Form
from edge_agent.roles import forms, gates, outlines, timetables, wanted
from edge_agent.roles.kinds import Kind, kind_of
from edge_agent.roles.languages import base_language
from edge_agent.roles.people import counted_people
from edge_agent.roles.prompts import GOAL_TOKENS, Brief, goal_text, language_line
from edge_agent.roles.text import condense, one_line
from edge_agent.roles.whole import is_plan_in_one

WRITING: Final = "You write one part of a plan, as an expert would for a friend."
"""How the system turn of whoever writes a part begins."""
_SLOTS: Final = (
    f"{WRITING} Name exact things, places, times and amounts. "
    "Decide everything; never tell the reader to choose, research or check, and never explain what a thing is. Nobody "
    "has done anything yet. Every line says something new, in at most 20 words. No introduction, no closing, nothing "
    "from other parts."
)
_SENTENCES: Final = (
    f"{WRITING} You have done it often: say plainly what to do, how, and with what or where. Decide; never tell the "
    "reader to choose or research. Use the goal's numbers and invent none. Every line says something new and useful. "
    "No introduction, no closing, nothing from other parts."
)
_WHOLE: Final = (
    "You carry out what the user asks, in at most 8 short lines. Be concrete. Give the answer alone: no introduction, "
    "no closing. If nothing is asked for, say in one sentence that nothing is to be done."
)
_PLANNED: Final = "You are a helpful assistant. You answer with the plan alone: no introduction, no closing."
_PLAN_ASKED_FOR: Final = {
    "en": "Make a detailed plan for this goal in numbered steps, one a line, with concrete choices. Each step says in "
    "two full sentences what to do and how.",
    "de": "Mache auf Deutsch einen genauen Plan für dieses Ziel, in nummerierten Schritten, einen je Zeile, mit "
    "konkreten Entscheidungen. Jeder Schritt sagt in zwei ganzen Sätzen, was zu tun ist und wie.",
    "es": "Haz en español un plan detallado para este objetivo, en pasos numerados, uno por línea, con decisiones "
    "concretas. Cada paso dice en dos frases completas qué hay que hacer y cómo.",
    "pl": "Ułóż po polsku szczegółowy plan dla tego celu, w numerowanych krokach, po jednym w wierszu, z konkretnymi "
    "decyzjami. Każdy krok mówi w dwóch pełnych zdaniach, co zrobić i jak.",
    "ms": "Buat dalam bahasa Melayu satu rancangan terperinci untuk matlamat ini, dalam langkah bernombor, satu pada "
    "setiap baris, dengan pilihan yang jelas. Setiap langkah menyatakan dalam dua ayat penuh apa yang perlu dibuat dan "
    "caranya.",
}
"""Of a goal of no known kind, which is answered in one piece. Without these plain words the 1.5B tells tales of its own
or carries out what the goal's words name ("Trace our family tree": a book about trees)."""
_LETTER: Final = (
    "Write the letter that is asked for here, ready to send: I am its writer, and it speaks to its receiver. Say in 5 "
    "to 8 full sentences what has happened, with the facts above, what I ask for, and by when. What is unknown is left "
    "out."
)
_ASKED: Final[dict[Form, str]] = {
    "text": "at most 8 short lines",
    "letter": "the letter itself, ready to send, at most 10 short lines; what is unknown is left out",
    "list": "one decision a line: which one exactly, and how",
    "schedule": "one line for each time: what is done then, and where",
    "table": "a table, two to five words in each cell",
    "budget": "one line an item: the item, and its share of all the money in percent",
    "checklist": "things to tick in their order, one a line, each at most 12 words",
    "comparison": "a table: each thing, its strength, its weakness, two to five words in each cell; then the choice",
}
_LISTED: Final[dict[Kind, str]] = {
    "trip": "one decision a line: which one exactly, and where",
    "celebration": "one decision a line: which one exactly, and how much of it",
}
_INPUT_TOKENS: Final = 220
"""How much of all results that a task depends on is read together."""
_STATED: Final = 200
"""Characters of what the goal states about the part."""
_COVERAGE: Final = 70
"""Characters of what each sibling holds."""
_HOW: Final = "how, and with what or where"
_OWN: Final = (
    "one answer a line: two or three words that name it, a colon, and one full sentence of 10 to 20 words that says "
    f"what exactly, {_HOW}"
)
"""A list of which only the title is known."""
_QUESTIONS: Final = "questions to ask there, one a line, each a full question of 8 to 20 words about this goal"
_ASKED_FOR_SENTENCES: Final[dict[Form, str]] = {
    "list": f"behind each thing one full sentence of 12 to 24 words that says what to do about it, {_HOW}",
    "schedule": f"behind each time and thing one full sentence of 12 to 24 words that says what to do about it, {_HOW}",
    "checklist": f"things to do, in their order, one a line: a sentence of 8 to 16 words that says what to do, {_HOW}",
}


def has_sentences(brief: Brief, *, is_capable: bool) -> bool:
    """Whether the part's lines are whole sentences. A trip's days are places at times of the day."""
    is_trip_day = brief.form == "schedule" and kind_of(brief.goal) == "trip"
    return is_capable and not brief.is_root and brief.form in _ASKED_FOR_SENTENCES and not is_trip_day


def system_turn(brief: Brief, *, is_capable: bool) -> str:
    """How to write: the same for all parts of a split, so that it is read once."""
    if brief.is_root:
        return _PLANNED if is_plan_in_one(brief.goal) else _WHOLE
    return _SENTENCES if is_capable and kind_of(brief.goal) != "trip" else _SLOTS


def _plan_asked_for(language: str) -> str:
    """What a plan in one piece is asked for with, in the goal's language: asked in English, the 1.5B answers so."""
    return _PLAN_ASKED_FOR.get(base_language(language), _PLAN_ASKED_FOR["en"])


def user_turn(brief: Brief, inputs: Sequence[tuple[str, str]], *, is_capable: bool) -> str:
    """The goal with all its parts, the results that this part builds on, the part itself and its form."""
    return "\n".join(_shared(brief, inputs) + _own(brief, is_capable=is_capable))


def _shared(brief: Brief, inputs: Sequence[tuple[str, str]]) -> list[str]:
    """What all parts of a split read alike comes first, so that it is read once; then what the part builds on."""
    shared = [f"Goal: {goal_text(brief, GOAL_TOKENS)}"]
    if len(brief.path) > 1:
        shared.append("The plan is about: " + " > ".join(one_line(title, 80) for title in brief.path[1:]))
    if brief.siblings:
        shared.append("All parts of the plan:")
        held = [*brief.coverage, *("" for _ in brief.siblings)]
        for title, detail in zip(brief.siblings, held, strict=False):
            line = one_line(title, 80)
            # What code shares out among lines is not told: a model writes all of it into the first.
            told = detail and not forms.is_span(title) and outlines.part_form(title) != "schedule"
            shared.append(f"- {line} ({one_line(detail, _COVERAGE)})" if told else f"- {line}")
    if people := people_line(brief):
        shared.append(people)
    if note := language_line(brief):
        shared.append(note)
    for title, text in inputs:
        share = max(_INPUT_TOKENS // len(inputs), 60)
        shared.append(f"Already written, {one_line(title, 80)}:\n{condense(text, share)}")
    return shared


def _own(brief: Brief, *, is_capable: bool) -> list[str]:
    if brief.is_root:
        if gates.is_letter(brief.goal):
            return [f"\n{_LETTER}"]
        return [f"\n{_plan_asked_for(brief.language_code)}"] if is_plan_in_one(brief.goal) else []
    stated = outlines.facts_of(brief.detail)
    told = f"\nThe goal says for it: {one_line(stated, _STATED)}" if stated else ""
    things = timetables.things_of(brief)
    labels = timetables.labels_of(brief)
    each = f" (each with {', '.join(things)})" if labels and timetables.is_pattern(labels, things) else ""
    form = asked(brief, is_capable=is_capable)
    return [f"\nWrite this part alone: {one_line(brief.title, 300)}{each}{told}\nForm: {form}"]


def people_line(brief: Brief) -> str:
    """For how many people all amounts are; empty where the goal counts none."""
    people = counted_people(brief.goal)
    return f"All amounts are for {people[0][1]} together." if people else ""


def asked(brief: Brief, *, is_capable: bool) -> str:
    """How the model is told the part's form."""
    if wanted.asks_for_questions(brief.title) and brief.form in ("list", "checklist"):
        return _QUESTIONS
    if has_sentences(brief, is_capable=is_capable):
        if brief.form == "list" and not timetables.things_of(brief):
            return _OWN
        return _ASKED_FOR_SENTENCES[brief.form]
    asked = _ASKED[brief.form]
    return _LISTED.get(kind_of(brief.goal), asked) if brief.form == "list" else asked
