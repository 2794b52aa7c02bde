"""How much of what a goal states the parts of a split cover: its extent in time, and its counts of people and money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from edge_agent.roles.aspects import tells_time
from edge_agent.roles.occasions import without_ages
from edge_agent.roles.quantities import (
    HEAD_TOKENS,
    counted_days,
    counts,
    named_days,
    names_unit,
    stated_span,
    without_spans,
)
from edge_agent.roles.text import condense, stem, word_set

_MONEY: Final = frozenset(
    map(
        stem,
        word_set(
            "€ $ £ ¥ eur usd gbp euro euros dollar dollars pound pounds pfund franken francs libras dólares "
            "zł złotych pln rm ringgit yen kr"
        ),
    )
)
ENOUGH: Final = 0.9
"""The share of the goal's extent from which on it counts as covered.

Four weeks are a month of thirty days; three of four phases are not all of a plan.
"""
LEAST_FACT: Final = 5
"""Lower counts are seldom what a plan turns on ("the four of us", "three countries")."""
LEAST_SHARES: Final = 2
"""So many parts that name days by number share them out."""
ENOUGH_FACTS: Final = 2
"""A split that says two of the things that a goal states has its measure.

Of a ramble's many numbers one is enough, and a split without any still has half of it."""


class Coverage(Struct, frozen=True, kw_only=True):
    """What the parts say of what the goal states."""

    extent: float
    """The share of the goal's days that the parts name, 0 to 1; 1 where the goal states none or no part names any."""
    uncovered: str
    """What of the extent no part names, in words ("weeks 4 to 6"); empty where :data:`ENOUGH` is covered."""
    stated: float
    """The share of the goal's extent and counts that some part says, 0 to 1; 1 where the goal states none."""
    unsaid: tuple[str, ...]
    """What no part says."""
    unfounded: tuple[tuple[int, int], ...]
    """(amount, index of the part): money of which the goal says nothing, or more than it has."""
    less: tuple[tuple[int, int, tuple[int, ...]], ...]
    """(number, the goal's number, indexes of the parts): what parts count lower than the goal does."""


def coverage_of(goal: str, items: Sequence[str], *, language: str = "") -> Coverage:
    """Compare the parts (title and detail in one line each) with the goal."""
    span = stated_span(goal)
    total = span.days if span is not None else 0
    named, counted = _told_days(items, total)
    if span is not None and span.count == 1 and any(names_unit(item, span.unit) for item in items):
        # "The week by the lake" is all of one week.
        counted = total
    share = max(len(named), counted) / total if total else 1.0
    is_short = bool(named or counted) and share < ENOUGH
    uncovered = ""
    if span is not None and is_short:
        missing = span.units_without(named or frozenset(range(1, counted + 1)))
        uncovered = span.words_for(missing)
    facts = _facts(goal, language)
    told = {count.value for item in items for count in counts(item, language)}
    said = [fact for fact in facts if fact in told]
    of_all = len(facts) + (span is not None)
    rambles = len(goal.strip()) > len(condense(goal, HEAD_TOKENS))
    enough = 1 if rambles else ENOUGH_FACTS
    is_said = len(said) + (span is not None and share >= ENOUGH)
    unsaid = [str(fact) for fact in facts if fact not in told]
    if span is not None and not (named or counted):
        unsaid.insert(0, span.whole)
    return Coverage(
        extent=share if is_short else 1.0,
        uncovered=uncovered,
        stated=min(max(is_said / min(of_all, enough), 0.5 * rambles), 1.0) if of_all else 1.0,
        unsaid=tuple(unsaid),
        unfounded=_unfounded(goal, items, language),
        less=_less(goal, items, language),
    )


def _told_days(items: Sequence[str], total: int) -> tuple[frozenset[int], int]:
    """The days, 1 to ``total``, that parts name by number, and the most that one counts; none of a ``total`` of 0.

    Where several parts share out the days by number, what another one says of nearly all of them ("rooms for all 14
    days") covers none, but for a route or a timetable of all.
    """
    if not total:
        return frozenset(), 0
    named = [named_days(item, total) for item in items]
    shares = [days for days in named if 0 < len(days) < ENOUGH * total]
    if len(shares) < LEAST_SHARES:
        return frozenset[int]().union(*named), min(counted_days(items), total)
    titles = [item.split(":", 1)[0] for item in items]
    of_all = [index for index, title in enumerate(titles) if tells_time(without_spans(title))]
    return (
        frozenset[int]().union(*shares, *(named[index] for index in of_all)),
        min(counted_days([titles[index] for index in of_all]), total),
    )


def _facts(goal: str, language: str) -> list[int]:
    head = condense(goal, HEAD_TOKENS)
    # "Aged 6 and 9" are ages together, "her 60th birthday" is one by the word behind.
    known = {one.value for one in counts(head, language)}
    found = counts(without_ages(head), language)
    return list(dict.fromkeys(one.value for one in found if one.value >= LEAST_FACT and one.value in known))


def _less(goal: str, items: Sequence[str], language: str) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Where the goal's number is nowhere, and a lower one (a quarter of it at least) counts the same kind of thing."""
    stated = counts(condense(goal, HEAD_TOKENS), language)
    told = [(index, one) for index, item in enumerate(items) for one in counts(item, language)]
    values, own = {one.value for _, one in told}, {one.value for one in stated}
    found: dict[tuple[int, int], list[int]] = {}
    for one in stated:
        for index, other in told:
            if (
                one.value >= LEAST_FACT
                and one.value not in values
                and one.value / 4 <= other.value <= ENOUGH * one.value
                and other.value not in own
                and other.about & one.about
            ):
                found.setdefault((other.value, one.value), []).append(index)
    return tuple((less, full, tuple(dict.fromkeys(at))) for (less, full), at in found.items())


def _unfounded(goal: str, items: Sequence[str], language: str) -> tuple[tuple[int, int], ...]:
    """Shares of what the goal has are founded; sums in a goal that states none are another goal's, or made up."""
    most = max((one.value for one in counts(goal, language) if one.about & _MONEY), default=0)
    return tuple(
        (one.value, index)
        for index, item in enumerate(items)
        for one in counts(item, language)
        if one.about & _MONEY and one.value > most and one.value >= LEAST_FACT
    )
