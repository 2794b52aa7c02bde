"""Deterministic checks of a written split: is it fit for use, and does it name what the goal states?

They are the bench's own where the roles have gates of their own, so that a hole in a gate shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from bench.quality.goals import Goal
from bench.quality.languages import is_lost
from bench.quality.spans import days_of, holds_number, is_number, named_days, states
from bench.quality.words import is_no_language, odd_characters, placeholders
from edge_agent.records import Child
from edge_agent.roles.text import is_looping, jaccard, stems, word_set

FEWEST: Final = 3
MOST: Final = 8
_SHORT_GOAL: Final = 300
_SAME: Final = 0.5
"""Shared words of two items (Jaccard) from which they are one."""
_DEEDS: Final = word_set(
    "book buy hire reserve install order call visit go travel pay sign fetch purchase rent attend arrive fly "
    "drive pack sell donate deliver send collect apply register obtain get enjoy meet practise practice bake "
    "cook sweep wash put host invite contact confirm secure find ensure choose research select decide "
    "consider determine identify set buche buchen kaufe kaufen bestelle bestellen besuche besuchen miete "
    "mieten rufe stelle wähle prüfe hole tempah beli sewa hubungi lawat bayar hantar pilih kup kupić zamów "
    "zadzwoń wybierz znajdź sprawdź compra comprar llama alquila reserva elige busca visita"
)
_WRITINGS: Final = re.compile(
    r"(?<!\w)(?:lists?|plans?|table|schedule|guide|budget|letter|notes|rules|times?|order of)(?!\w)"
)
_GENERAL: Final = word_set(
    "thing detail arrangement logistic preparation planning phase execution final information resource result "
    "work necessary project goal task progress start finish step process overview other general important "
    "activity various need everything analysis implementation review conclusion introduction material"
)
_GENERAL_STEMS: Final = frozenset().union(*(stems(word) for word in _GENERAL))
_JUNK: Final = re.compile(r"```|[{}\[\]<>|]|\bTBD\b|_{3,}|\bas an ai\b|\bi (?:cannot|can't)\b|…$", re.IGNORECASE)


class Checked(Struct, frozen=True, kw_only=True):
    """What the checks found."""

    faults: tuple[str, ...]
    """Why the split is unfit for use; empty: it is usable."""
    wanted: tuple[str, ...]
    """What the goal states: span, people, each place and amount."""
    named: tuple[str, ...]
    """What of it the split names."""
    language_kept: bool

    @property
    def usable(self) -> bool:
        """No fault."""
        return not self.faults

    @property
    def covers(self) -> bool:
        """All that the goal states is named."""
        return len(self.named) == len(self.wanted)


def lines_of(children: Sequence[Child]) -> list[str]:
    """Each part as "title: detail"."""
    return [f"{child.title}: {child.detail}" if child.detail else child.title for child in children]


def check(goal: Goal, children: Sequence[Child]) -> Checked:
    """Check a split of the goal; never raises."""
    items = lines_of(children)
    details = " ; ".join(child.detail for child in children) or " ; ".join(items)
    kept = not is_lost(details, goal.language)
    stated = dict(stated_in(goal, items))
    return Checked(
        faults=tuple(_faults(goal, children, items, kept)),
        wanted=tuple(stated),
        named=tuple(name for name, named in stated.items() if named),
        language_kept=kept,
    )


def _faults(goal: Goal, children: Sequence[Child], items: Sequence[str], language_kept: bool) -> Iterator[str]:
    if not FEWEST <= len(items) <= MOST:
        yield f"{len(items)} parts"
    if sum(len(child.detail.split()) >= 2 for child in children) < len(children) - 1:
        yield "parts without detail"
    for (first, one), (second, other) in combinations(enumerate(items, start=1), 2):
        if jaccard(one, other) >= _SAME:
            yield f"{first} and {second} overlap"
    # A long goal names all that belongs to it: only its beginning is what a part can say again.
    said = stems(goal.text if len(goal.text) <= _SHORT_GOAL else goal.title)
    for number, item in enumerate(items, start=1):
        if is_deed(item):
            yield f"{number} is a deed"
        own = stems(item) - said
        if len(own) <= 1:
            yield f"{number} says the goal again"
        elif not own - _GENERAL_STEMS:
            yield f"{number} is vague"
        if _JUNK.search(item) or is_looping(item) or odd_characters(item) or placeholders(item, goal.language):
            yield f"{number} is junk"
        if is_no_language(item, goal.language):
            yield f"{number} has words that are none"
        if names_nothing(item):
            yield f"{number} counts or says its title instead of naming things"
    if not language_kept:
        yield "another language"


def names_nothing(item: str) -> bool:
    """Whether most things of the item's detail are bare numbers ("two, three") or its title once more."""
    title, _, detail = item.lower().partition(":")
    things = [thing.strip() for part in detail.split(";") for thing in part.split(",") if thing.strip()]
    empty = [thing for thing in things if thing == title.strip() or is_number(thing)]
    return 2 * len(empty) > len(things)


def is_deed(item: str) -> bool:
    """Whether the item's title begins as an errand or advice and names no piece of writing."""
    title = item.split(":", 1)[0].lower()
    first = re.search(r"[^\W\d_]+", title)
    return first is not None and first.group() in _DEEDS and not _WRITINGS.search(title)


def stated_in(goal: Goal, items: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """What the goal states, and whether the items (of a split, or an answer's lines) name it."""
    if goal.span is not None:
        days = days_of(goal.span)
        yield f"{goal.span[0]} {goal.span[1]}s", len(named_days(items, days)) == days or states(items, goal.span)
    if goal.people is not None:
        yield f"{goal.people} people", holds_number(items, goal.people)
    text = " ".join(items).lower()
    for place in goal.places:
        # Inflected endings: Sevilla, sevillano.
        yield place, place.lower()[:6] in text
    for amount in goal.amounts:
        yield amount, holds_number(items, int(amount))
