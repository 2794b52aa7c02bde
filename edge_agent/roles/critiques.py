"""What the scorers' critiques say, read back: which parts of a split are at fault, and what it lacks. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from edge_agent.records import Child
from edge_agent.roles.text import one_line

_NAMED: Final = re.compile(r"(?:^|;|\.|\n)\s*(?:parts?\s+)?(\d{1,2}(?:(?:\s*,\s*|\s+and\s+)\d{1,2})*)\s+(\w+)")
_ORDER: Final = re.compile(r"(\d{1,2}) belongs behind (?:part )?(\d{1,2})")
_LACKING: Final = re.compile(r"(?:^|;|\n)\s*nothing covers ([^;\n]{2,100})", re.IGNORECASE)


TIME: Final = "when things happen"
MEANS: Final = "the costs or what is needed"
_STATED: Final = "what the goal says of "


def numbered(parts: Sequence[int]) -> str:
    """Parts, by indexes from 0, as critiques name them: "part 3", "parts 1, 2 and 4"."""
    *others, last = [str(index + 1) for index in parts]
    return f"parts {', '.join(others)} and {last}" if others else f"part {last}"


class Verdict(Struct, frozen=True, kw_only=True):
    """What becomes of a rejected split's parts."""

    kept: tuple[tuple[str, str], ...] = ()
    """Title and detail of the parts to keep, in order."""
    refused: tuple[str, ...] = ()
    """The parts not to write again, each as "title: detail"."""
    lacking: tuple[str, ...] = ()
    """What of the goal no part covers: "days 8 to 14", "40 guests"."""
    aspects: tuple[str, ...] = ()
    """TIME or MEANS or both, where no part is about it. They name a kind of part, not its words."""


def verdict_on(split: Sequence[Child], critiques: Sequence[str]) -> Verdict:
    """Keep the parts that no critique names. Where critiques neither name a part nor a lack, all are written anew."""
    named, missing = faulted_items(critiques, len(split)), lacking(critiques)
    order = _in_order(len(split), critiques)
    if not named and not missing and order == list(range(len(split))):
        return Verdict(refused=tuple(map(_line, split)) if critiques else ())
    aspects = tuple(one for one in missing if one in (TIME, MEANS))
    return Verdict(
        kept=tuple((split[at].title, split[at].detail) for at in order if at not in named),
        refused=tuple(_line(child) for at, child in enumerate(split) if at in named),
        lacking=tuple(one for one in missing if one not in aspects),
        aspects=aspects,
    )


def faulted_items(critiques: Sequence[str], count: int) -> frozenset[int]:
    """The indexes (from 0, below ``count``) of the items that critiques name, as ``score.critique_of`` words them.

    Of items that overlap, the first is kept.
    """
    named: set[int] = set()
    for critique in critiques:
        for match in _NAMED.finditer(critique):
            numbers = sorted(int(number) - 1 for number in re.findall(r"\d+", match[1]))
            named.update(numbers[1:] if match[2].startswith("overlap") else numbers)
    return frozenset(at for at in named if 0 <= at < count)


def lacking(critiques: Sequence[str]) -> tuple[str, ...]:
    """What critiques say that nothing covers, each thing once."""
    found: list[str] = []
    for match in (match for critique in critiques for match in _LACKING.findall(critique)):
        said = one_line(match, 100).strip(" .,")
        found += said.removeprefix(_STATED).split(" and ") if said.startswith(_STATED) else [said]
    return tuple(dict.fromkeys(found))


def _in_order(count: int, critiques: Sequence[str]) -> list[int]:
    """The indexes of the items, those that belong behind others moved there."""
    order = list(range(count))
    for first, second in (pair for critique in critiques for pair in _ORDER.findall(critique)):
        item, other = int(first) - 1, int(second) - 1
        if item in order and other in order and order.index(item) < order.index(other):
            order.remove(item)
            order.insert(order.index(other) + 1, item)
    return order


def _line(child: Child) -> str:
    return f"{child.title}: {child.detail}"
