"""Weeks within a part: what a schedule of several weeks is split into, so that each of its days is told.

Of a month of German told in four lines the 1.5B makes "Week 5: rules, vocabulary, grammar, dialogues"; of a week told
in seven, "Learn "Ja" (Yes), "Nein" (No), and "Danke" (Thank you)". What that costs is in docs/configuration.md.
"""

from __future__ import annotations

from typing import Final

from edge_agent.records import Child, Form
from edge_agent.roles import forms, timetables
from edge_agent.roles.kinds import Kind, kind_of
from edge_agent.roles.prompts import Brief
from edge_agent.roles.text import one_line
from edge_agent.roles.wording import words_for

MOST_SPANS: Final = 4
"""Parts of a schedule: the weeks of a month."""
_LONGEST_TITLE: Final = 120
_ALL_IN_EACH: Final[frozenset[Kind]] = frozenset({"training", "health"})
"""Kinds of goals of which each week has something of all that the part names: easy sessions, walking, stretching."""


def is_schedule_of_weeks(title: str, form: Form) -> bool:
    """Whether the part is a schedule of several weeks or months: "Foundations, month 2"."""
    span = forms.span_of(title)
    return form == "schedule" and span is not None and span.unit != "day" and _weeks(span).count > 1


def weeks_within(brief: Brief, most: int) -> tuple[Child, ...]:
    """The spans of the part that the brief is about, at most four and at most ``most``; none for other parts.

    Each is named by its share of what the part's detail names; for some kinds of goals it holds all of that. No model
    is asked, so all machines come to the same split.
    """
    span, words = forms.span_of(brief.title), words_for(brief.language_code)
    if brief.is_root or span is None or words is None or most < 2:
        return ()
    if not is_schedule_of_weeks(brief.title, brief.form):
        return ()
    spans = forms.cut(_weeks(span), min(most, MOST_SPANS))
    titles = [forms.span_title(one, words) for one in spans]
    things = timetables.things_of(brief)
    if kind_of(brief.goal) in _ALL_IN_EACH:
        named, detail = [""] * len(titles), ", ".join(things)
    else:
        named, detail = [", ".join(own) for own in timetables.shared_out(titles, things)], ""
    return tuple(
        Child(title=_titled(own, title, brief.language_code), detail=detail, form="schedule", leaf=True)
        for title, own in zip(titles, named, strict=True)
    )


def _weeks(span: forms.Extent) -> forms.Extent:
    """The span in weeks; a month is told in four."""
    if span.unit != "month":
        return span
    return forms.Extent(unit="week", first=(span.first - 1) * 4 + 1, last=span.last * 4)


def _titled(things: str, title: str, language: str) -> str:
    """What is done, then when: "Longer exercises, week 6"."""
    if not things:
        return title
    return one_line(f"{things[:1].upper()}{things[1:]}, {title if language == 'de' else title.lower()}", _LONGEST_TITLE)
