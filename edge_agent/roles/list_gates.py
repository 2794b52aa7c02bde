"""Gates for a finished list of items: what is wrong with it, deterministically, item by item; none ever raises."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from edge_agent.roles import deeds, gates
from edge_agent.roles.aspects import tells_means, tells_time, topic_of
from edge_agent.roles.coverage import ENOUGH, Coverage, coverage_of
from edge_agent.roles.critiques import MEANS, TIME, numbered
from edge_agent.roles.languages import base_language, is_other_language
from edge_agent.roles.order import order_of
from edge_agent.roles.quantities import is_time_or_number
from edge_agent.roles.text import condense, is_looping, stem, words

FaultKind = Literal[
    "overlap", "echo", "vague", "deed", "short", "language", "loop", "thin", "less", "money",  # of items
    "count", "repeats", "extent", "unsaid", "order", "time", "means",  # of the list as a whole
]  # fmt: skip

HEAD_TOKENS: Final = 60
"""The most that a goal's head holds, in estimated tokens."""
_SENTENCE: Final = re.compile(r".{30,}?(?:[.!?](?=\s)|\n)|.*", re.DOTALL)
FEW_THINGS: Final = 3
"""A part that names fewer things than this, separated by commas or an "and", says little."""
SAME_TOPIC: Final = 0.8
"""How bad two parts about money, food and the like are, compared with two that say the same: they may share it out."""
IN_DETAIL: Final = 0.5
"""How bad it is that only a part's detail, no title, speaks of time or of means, compared with none."""
MANY_REPEATS: Final = 0.2
"""A list of which more words than this share are repeats goes round in circles."""
_THINGS: Final = re.compile(
    r"[,;:/]|\s(?:and|or|with|und|oder|mit|et|ou|avec|y|e|o|con|en|of|dan|atau|serta|i|oraz|lub|z)\s"
)


class Fault(Struct, frozen=True, kw_only=True):
    """What is wrong with a list: ``items`` are indexes from 0, the one at fault last; empty: the list as a whole.

    ``size`` is how bad it is, from 0 to 1; ``said`` what a critique says of it, where the kind alone does not tell.
    """

    kind: FaultKind
    items: tuple[int, ...] = ()
    size: float = 1.0
    said: str = ""


def list_faults(
    goal: str, items: Sequence[str], *, language: str = "", whole: bool = True, limit: int = 50
) -> tuple[Fault, ...]:
    """Every deterministic fault of a finished list of items (title and detail in one line each).

    ``whole``: the list is to cover all of a person's goal, not a part of it.
    """
    faults: list[Fault] = []
    if not 2 <= len(items) <= limit:
        faults.append(Fault(kind="count", said="a split needs two parts or more, and not too many"))
    head = head_of(goal)
    for index in range(len(items)):
        faults += _item_faults(head, items, index, language)
    faults += _list_faults(items)
    if items:
        faults += _gaps(coverage_of(goal, items, language=base_language(language)))
    if whole and items:
        faults += _aspects(items)
    return tuple(faults)


def head_of(goal: str) -> str:
    """The goal's first sentence: what an item may not merely say again.

    The whole of a ramble names all that a plan for it could hold.
    """
    match = _SENTENCE.match(goal.strip())
    return condense(match.group() if match else goal, HEAD_TOKENS)


def _item_faults(goal: str, items: Sequence[str], index: int, language: str) -> Iterator[Fault]:
    item = items[index]
    overlap = next((at for at in range(index) if gates.is_same_item(items[at], item)), None)
    same = None if overlap is not None else _same_topic(items, index)
    if overlap is not None:
        yield Fault(kind="overlap", items=(overlap, index))
    elif same is not None:
        yield Fault(kind="overlap", items=(same, index), size=SAME_TOPIC)
    if gates.is_echo(item, goal):
        yield Fault(kind="echo", items=(index,))
    elif gates.is_vague(item, goal):
        yield Fault(kind="vague", items=(index,))
    elif things_named(item) < FEW_THINGS:
        yield Fault(kind="thin", items=(index,))
    if is_other_language(item, language, goal):
        yield Fault(kind="language", items=(index,))
    if is_looping(item):
        yield Fault(kind="loop", items=(index,))
    if not words(item):
        yield Fault(kind="short", items=(index,))
    if deeds.is_deed(item, base_language(language)):
        yield Fault(kind="deed", items=(index,))


def _same_topic(items: Sequence[str], index: int) -> int | None:
    """The earlier item that is about the same as this one, however differently it is put; None without one."""
    topic = topic_of(items[index].split(":", 1)[0])
    earlier = (at for at in range(index) if topic_of(items[at].split(":", 1)[0]) == topic)
    return None if topic is None else next(earlier, None)


def things_named(item: str) -> int:
    """How many things the item's detail (its title, where it has none) names."""
    title, _, detail = item.partition(":")
    return sum(bool(words(thing)) for thing in _THINGS.split(detail or title))


def repeated_share(items: Sequence[str]) -> float:
    """The share of the items' words, by stems, that an item has in common with another one before it, 0 to 1.

    Numbers, days and weeks do not count: schedules share them.
    """
    found = [stem(word) for item in items for word in dict.fromkeys(words(item)) if not is_time_or_number(word)]
    return 1 - len(set(found)) / len(found) if found else 0.0


def _list_faults(items: Sequence[str]) -> Iterator[Fault]:
    repeated = repeated_share(items)
    if repeated > MANY_REPEATS:
        yield Fault(
            kind="repeats",
            size=min(2 * (repeated - MANY_REPEATS), 1.0),
            said="the parts say the same words again and again",
        )
    right, wrong, example = order_of(items)
    if wrong > max(right, len(items) - 1) and example is not None:
        first, second = example
        yield Fault(
            kind="order",
            size=wrong / (right + wrong),
            said=f"the order is wrong: {numbered([first])} belongs behind {numbered([second])}",
        )


def _gaps(coverage: Coverage) -> Iterator[Fault]:
    if coverage.uncovered:
        yield Fault(kind="extent", size=1 - coverage.extent, said=f"nothing covers {coverage.uncovered}")
    for less, full, at in coverage.less:
        verb = "says" if len(at) == 1 else "say"
        yield Fault(
            kind="less", items=at, size=1 - less / full, said=f"{numbered(at)} {verb} {less} where the goal says {full}"
        )
    for amount, index in coverage.unfounded:
        yield Fault(
            kind="money", items=(index,), said=f"{numbered([index])} says {amount}, which the goal does not have"
        )
    if coverage.stated < ENOUGH and coverage.unsaid:
        yield Fault(
            kind="unsaid",
            size=1 - coverage.stated,
            said=f"nothing covers what the goal says of {' and '.join(coverage.unsaid[:3])}",
        )


def _aspects(items: Sequence[str]) -> Iterator[Fault]:
    """What no title promises; half as bad where a detail does."""
    parts = [item.split(":", 1) for item in items]
    aspects: tuple[tuple[FaultKind, str, Callable[[str], bool]], ...] = (
        ("time", TIME, tells_time),
        ("means", MEANS, tells_means),
    )
    for kind, name, tells in aspects:
        if not any(tells(part[0]) for part in parts):
            size = IN_DETAIL if any(tells(part[-1]) for part in parts) else 1.0
            yield Fault(kind=kind, size=size, said=f"nothing covers {name}")
