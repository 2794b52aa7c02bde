"""The spans of an outline: the goal's extent, cut among the parts that are its phases or days."""

from __future__ import annotations

from typing import Final

import msgspec

from edge_agent.roles import forms
from edge_agent.roles.outline_words import Part
from edge_agent.roles.wording import Words

_SEASON: Final = 60
"""Days from which on a garden has seasons to tell of."""


def is_within_a_season(goal: str) -> bool:
    """Whether the goal gives weekends, or less than two months."""
    extent = forms.extent_of(goal)
    return forms.weekends_of(goal) > 0 or (extent is not None and forms.in_days(extent).count < _SEASON)


def spanned(parts: tuple[Part, ...], goal: str, code: str, words: Words, *, most: int, shared: int) -> tuple[Part, ...]:
    """The parts, with at most ``most`` spans that cover the goal's extent, in the titles of those that are spans.

    Where the extent has fewer units than there are parts, these share up to ``shared`` units, but for several weekends;
    on more, middle ones go.
    """
    phases = [part for part in parts if part.in_span]
    names = _span_names(goal, code, words, min(len(phases), most), shared)
    if not phases or not names:
        return parts
    if forms.weekends_of(goal) > 1:
        shared = 0
    if len(names) < len(phases) and (len(names) > shared or len(phases) > most):
        phases = [*phases[: len(names) - 1], phases[-1]]
    titles = {part.title: f"{part.title}, {names[at * len(names) // len(phases)]}" for at, part in enumerate(phases)}
    return tuple(
        msgspec.structs.replace(part, title=titles[part.title]) if part.title in titles else part
        for part in parts
        if part.title in titles or not part.in_span
    )


def _span_names(goal: str, code: str, words: Words, most: int, shared: int) -> tuple[str, ...]:
    """The names of spans that cover the goal's extent: "weeks 1 to 2"; of one weekend its days.

    Months that parts would share are told in weeks.
    """
    if weekends := forms.weekends_of(goal):
        if weekends == 1:
            return (words.saturday, words.sunday)
        name = words.weekend if code == "de" else words.weekend.lower()
        spans = forms.cut(forms.Extent(unit="week", first=1, last=weekends), most)
        return tuple(
            f"{name} {span.first}" if span.count == 1 else f"{name} {span.first} {words.to} {span.last}"
            for span in spans
        )
    extent = forms.extent_of(goal)
    if extent is not None and extent.unit == "month" and extent.count <= shared and extent.count < most:
        weeks = forms.cut(forms.Extent(unit="week", first=1, last=4 * extent.count), most)
        titles = tuple(forms.span_title(span, words) for span in weeks)
    else:
        titles = span_titles(goal, words, most)
    return titles if code == "de" else tuple(title.lower() for title in titles)


def span_titles(goal: str, words: Words, most: int) -> tuple[str, ...]:
    """Titles of at most ``most`` spans that cover the goal's extent; none without one."""
    extent = forms.extent_of(goal)
    if extent is None:
        return ()
    if extent.count <= 2 and extent.unit == "week":
        extent = forms.in_days(extent)
    return tuple(forms.span_title(span, words) for span in forms.cut(extent, most))
