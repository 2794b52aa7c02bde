"""Parts in a language that the model writes badly: what code knows of them, and blanks, with no word of the model.

Of six weeks in a kitchen the 1.5B wrote in Polish "Przygotuj zamek i skup się na stworzeniu nowego przestrzędnego
skóru" (no such words), translated no better from English, and readers preferred the bare frame. See docs/prompts.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from edge_agent.roles import blanks, timetables
from edge_agent.roles.kinds import kind_of
from edge_agent.roles.languages import base_language
from edge_agent.roles.outline_words import BLANK, language_of
from edge_agent.roles.page import Page
from edge_agent.roles.prompts import Brief

_FLUENT: Final[Mapping[str, frozenset[str]]] = {
    "smollm2-135m": frozenset({"en"}),
    "qwen2.5-coder-0.5b": frozenset({"en"}),
    "qwen2.5-coder-1.5b": frozenset({"en", "es"}),
}
"""The languages in which most lines that a model wrote made sense; for all other models every language."""
_LISTED: Final = ("list", "checklist")
_BLANK_LINES: Final = 3
"""Lines to fill in of a list of which only the title is known."""
_FRAMED: Final = frozenset({"schedule", "list", "checklist", "table", "comparison"})


def has_frame_alone(brief: Brief, *, model: str) -> bool:
    """Whether the part is written without the model, which does not know its language well enough.

    Not the days of a trip, which are names of places, and not tables and schedules of which code knows nothing either;
    lists of which it knows nothing are blanks.
    """
    if writes_well(brief, model=model) or language_of(brief.language_code) is None or brief.form not in _FRAMED:
        return False
    is_trip_day = brief.form == "schedule" and kind_of(brief.goal) == "trip"
    return not (brief.is_root or is_trip_day) and (brief.form in _LISTED or bool(_things(brief)))


def writes_well(brief: Brief, *, model: str) -> bool:
    """Whether most lines that the model writes in the goal's language make sense."""
    code = base_language(brief.language_code)
    return code in _FLUENT.get(model, frozenset({code}))


def _things(brief: Brief) -> tuple[str, ...]:
    """What the part's detail names, else what stands before the time in the title of a schedule: "Rules, week 5"."""
    named = brief.title.rpartition(", ")[0] if brief.form == "schedule" else ""
    return timetables.things_of(brief) or ((named,) if named else ())


def frame(page: Page, labels: Sequence[str]) -> None:
    """Write the part: its things behind the labels, in a list with blanks, or to tick."""
    things = _things(page.brief)
    page.note = page.words.too_weak
    if labels and [label.removesuffix(":").lower() for label in labels] == [thing.lower() for thing in things]:
        page.lines += [f"- {label.removesuffix(':')}" for label in labels]
        page.bare += things
        return
    if labels:
        page.is_labelled = True
        page.lines += _timed(timetables.hours_of(tuple(labels), things, page.kind), things)
        page.bare += things
        return
    if not things:
        page.lines += [f"{'- [ ]' if page.brief.form == 'checklist' else '-'} {BLANK}"] * _BLANK_LINES
        page.bare += [BLANK] * _BLANK_LINES
    for thing in things:
        name = timetables.name_of(page.brief, thing)
        counted = timetables.nights_of(page.brief, thing)
        if page.brief.form == "checklist" and not blanks.is_blank(page.brief, thing):
            page.lines.append(f"- [ ] {name}")
        else:
            bullet = "- [ ]" if page.brief.form == "checklist" else "-"
            page.lines.append(f"{bullet} {name}: {counted or BLANK}")
        page.bare.append(name)


def _timed(labels: Sequence[str], things: Sequence[str]) -> list[str]:
    """The things, each with its share of the labels: "Day 15-18: old things out". No numbered day is left out."""
    if spanned := timetables.spanned(labels, len(things)):
        return [f"{label} {thing}" for label, thing in zip(spanned, things, strict=True)]
    shared = timetables.shared_out(labels, things)
    return [f"{label} {', '.join(own)}" for label, own in zip(labels, shared, strict=True) if own]
