"""Splits labelled good or bad, of equal length, and the half of them that no constant may be tuned on."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final, Literal, get_args

import msgspec
from msgspec import Struct

from bench.quality.goals import Goal
from edge_agent.records import Child
from edge_agent.roles.prompts import Brief
from edge_agent.roles.text import count_words

SPLITS_FILE: Final = Path(__file__).with_name("splits.toml")
FURTHER_FILE: Final = Path(__file__).with_name("more_splits.json")
WRITTEN_FILE: Final = Path(__file__).with_name("written_splits.json")

Written = Literal["paraphrase", "missing", "vague", "echo", "deeds", "half"]
Kind = Literal[
    "duplicate", "paraphrase", "another goal", "half swapped", "missing", "vague", "echo", "deeds", "half", "order"
]
"""How a split is bad; the first, third, fourth and last kind are made by code from the good splits."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
MISSING: Final[Kind] = "missing"
Half = Literal["tuning", "test"]
HALVES: Final[tuple[Half, ...]] = get_args(Half)
_REPEATED: Final = 2


class Labelled(Struct, frozen=True, kw_only=True):
    """A labelled split; ``kind`` is None where it is good. ``items`` are "title: details"."""

    id: str
    goal: str
    kind: Kind | None
    items: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Whether the label is good."""
        return self.kind is None

    @property
    def half(self) -> Half:
        """To which half it belongs: all splits of a goal to the same one, since they share lines."""
        return half_of(self.goal)

    @property
    def children(self) -> tuple[Child, ...]:
        """As a proposal holds them."""
        return tuple(_child(item) for item in self.items)


def half_of(goal_id: str) -> Half:
    """By one bit of the id's hash, so that nobody picks."""
    return HALVES[blake2b(goal_id.encode()).digest()[0] & 1]


def word_count(items: Sequence[str]) -> int:
    """All words and numbers of a split."""
    return sum(count_words(item) for item in items)


def _child(item: str) -> Child:
    title, _, detail = item.partition(": ")
    return Child(title=title, detail=detail)


class FurtherSplit(Struct, frozen=True, kw_only=True):
    """A labelled split of a goal of neither half, for tuning; ``kind`` is None where it is good."""

    brief: Brief
    kind: Kind | None
    items: tuple[str, ...]

    @property
    def children(self) -> tuple[Child, ...]:
        """As a proposal holds them."""
        return tuple(_child(item) for item in self.items)


class _Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    goal: str
    """The goal's id, or its own text."""
    kind: Kind | None = None
    ordered: bool = False
    items: tuple[str, ...]


def read_further_splits(goals: dict[str, Goal], path: Path = FURTHER_FILE) -> list[FurtherSplit]:
    """Splits of goals that have no other labelled ones, as written in the file; behind them those made by code.

    These are the reverse of each good one that is ordered, and of each goal's first good one the first parts with the
    last ones of another goal in the same language. msgspec's ValueError where the file is not well formed.
    """
    rows = msgspec.json.decode(path.read_bytes(), type=list[_Row])
    briefs = {row.goal: _brief_of(row.goal, goals) for row in rows}

    def further(row: _Row, kind: Kind | None, items: tuple[str, ...]) -> FurtherSplit:
        return FurtherSplit(brief=briefs[row.goal], kind=kind, items=items)

    written = [further(row, row.kind, row.items) for row in rows]
    turned = [further(row, "order", row.items[::-1]) for row in rows if row.ordered]
    first = list({row.goal: row for row in reversed(rows) if row.kind is None}.values())[::-1]
    language = {row.goal: briefs[row.goal].language_code for row in first}
    swapped = [
        further(row, "half swapped", (*row.items[:kept], *donor.items[kept:]))
        for row in first
        if (donor := _nearest(row, [other for other in first if language[other.goal] == language[row.goal]]))
        for kept in [len(row.items) // 2 + 1]
    ]
    return [*written, *turned, *swapped]


def _nearest(row: _Row, others: Sequence[_Row]) -> _Row | None:
    """The other goal's split of as many parts that is nearest in words."""
    fitting = [other for other in others if other is not row and len(other.items) == len(row.items)]
    words = word_count(row.items)
    return min(fitting, key=lambda other: (abs(word_count(other.items) - words), other.goal), default=None)


class WrittenSplit(Struct, frozen=True, kw_only=True):
    """A split of a goal of neither half, by code's outlines or by a person's hand, read and labelled.

    Code's bad ones are of another kind of goal than theirs. No gate was written with those by hand in view.
    """

    brief: Brief
    by: Literal["code", "hand"]
    good: bool
    items: tuple[str, ...]


class _Written(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    goal: str
    """The goal's id, or its own text."""
    by: Literal["code", "hand"]
    good: bool
    items: tuple[str, ...]


def read_written_splits(goals: dict[str, Goal], path: Path = WRITTEN_FILE) -> list[WrittenSplit]:
    """All of the file, in its order. msgspec's ValueError where it is not well formed."""
    return [
        WrittenSplit(brief=_brief_of(row.goal, goals), by=row.by, good=row.good, items=row.items)
        for row in msgspec.json.decode(path.read_bytes(), type=list[_Written])
    ]


def _brief_of(goal: str, goals: dict[str, Goal]) -> Brief:
    return goals[goal].brief if goal in goals else Brief(goal=goal, title=goal)


class _Family(Struct, kw_only=True, forbid_unknown_fields=True):
    goal: str
    ordered: bool
    good: tuple[str, ...]
    also_good: tuple[str, ...]
    bad: dict[Written, tuple[str, ...]]


class _File(Struct, forbid_unknown_fields=True):
    families: list[_Family]


def read_splits(goals: dict[str, Goal], path: Path = SPLITS_FILE) -> list[Labelled]:
    """All labelled splits, families in the file's order. ValueError (msgspec's too) where it is not well formed."""
    families = msgspec.convert(tomllib.loads(path.read_text("utf-8")), _File).families
    unknown = [family.goal for family in families if family.goal not in goals]
    if unknown:
        raise ValueError(f"{path.name}: there is no goal {', '.join(unknown)}")
    return [split for family in families for split in _splits_of(family, families, goals)]


def _splits_of(family: _Family, families: Sequence[_Family], goals: dict[str, Goal]) -> Iterator[Labelled]:
    def labelled(name: str, kind: Kind | None, items: tuple[str, ...]) -> Labelled:
        return Labelled(id=f"{family.goal}/{name}", goal=family.goal, kind=kind, items=items)

    yield labelled("good", None, family.good)
    yield labelled("also good", None, family.also_good)
    for kind, items in family.bad.items():
        yield labelled(kind, kind, items)
    # The last lines give way to the first ones, word for word.
    yield labelled("duplicate", "duplicate", (*family.good[:-_REPEATED], *family.good[:_REPEATED]))
    if family.ordered:
        yield labelled("order", "order", family.good[::-1])
    donor = _donor(family, families, goals)
    if donor is not None:
        kept = len(family.good) // 2 + 1
        yield labelled("another goal", "another goal", donor.good)
        yield labelled("half swapped", "half swapped", (*family.good[:kept], *donor.good[kept:]))


def _donor(family: _Family, families: Sequence[_Family], goals: dict[str, Goal]) -> _Family | None:
    """The family of the same language and half, with as many items, whose good split is nearest in words."""
    fitting = [
        other
        for other in families
        if other is not family
        and goals[other.goal].language == goals[family.goal].language
        and half_of(other.goal) == half_of(family.goal)
        and len(other.good) == len(family.good)
    ]
    words = word_count(family.good)
    return min(fitting, key=lambda other: (abs(word_count(other.good) - words), other.goal), default=None)
