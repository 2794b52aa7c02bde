"""Budgets by code: a model names items and their weights, code makes them sum up and turns them into amounts.

Small models know no prices: asked for a total, the 1.5B says "2,000" of a bathroom, a garage, a vegetable garden and a
half marathon alike. So amounts are parts of the sum that the goal states; where it states none there are shares alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from edge_agent.roles.currencies import UNIT, UNIT_IN_FRONT
from edge_agent.roles.outline_words import BLANK
from edge_agent.roles.wording import Words

_STATED: Final = (
    re.compile(rf"(?<![\w.,])(?P<amount>\d[\d.,]{{0,11}})\s*(?P<unit>{UNIT})", re.IGNORECASE),
    re.compile(rf"(?P<unit>{UNIT_IN_FRONT})\s*(?P<amount>\d[\d.,]{{0,11}})", re.IGNORECASE),
)
_SHARE: Final = re.compile(r"^(?:-\s*)?(?P<item>[^:|]{1,60}):\s*(?P<share>\d{1,2})\s*(?:%|percent)$")
_TOTAL: Final = re.compile(
    r"\W*(?:grand |sub-?|overall )?(?:total|sum|summe|gesamt|jumlah|somme|suma|totaal|razem|łącznie)"
    r"(?:e[ns]?)?(?!\w)|\W*remain"
)
_BEFORE: Final = ("$", "£", "¥", "RM", "USD", "GBP", "CHF")


class Sum(Struct, frozen=True, kw_only=True):
    """An amount of money, in whole units, as the goal names it."""

    amount: int
    unit: str

    def __str__(self) -> str:
        return (
            f"{self.unit}{' ' * self.unit.isalpha()}{self.amount}"
            if self.unit.upper() in _BEFORE
            else (f"{self.amount} {self.unit}")
        )


def amounts_in(goal: str) -> list[tuple[int, int, Sum]]:
    """The amounts of money that the goal names, each with where it begins and ends."""
    found = [match for pattern in _STATED for match in pattern.finditer(goal[:4_000])]
    return [
        (match.start(), match.end(), Sum(amount=int(digits), unit=match["unit"]))
        for match in sorted(found, key=lambda match: match.start())
        if (digits := _digits(match["amount"])) and int(digits)
    ]


def _digits(amount: str) -> str:
    """The whole part of an amount, without the separators of thousands."""
    amount = amount.rstrip(".,")
    cents = re.search(r"[.,]\d{1,2}$", amount)
    return re.sub(r"\D", "", amount[: cents.start()] if cents else amount)


def share_of(line: str) -> tuple[str, int] | None:
    """Item and share of a line such as "Rooms: 30 percent"; None where it is none."""
    match = _SHARE.match(line.strip())
    return (match["item"].strip(), int(match["share"])) if match and int(match["share"]) else None


def is_total(line: str) -> bool:
    """Whether the line's label says that it sums up others, which is not the model's to do."""
    return bool(_TOTAL.match(line.lower()))


def as_table(
    shares: Sequence[tuple[str, int]],
    total: Sum | None,
    words: Words,
    *,
    known: tuple[str, int] | None = None,
    are_percent: bool = False,
) -> list[str]:
    """A table in Markdown of items, shares that sum up to 100 % and, of a total, amounts that sum up to it.

    ``shares`` are at least one item with its weight, each above 0. Without a total it says how to use the shares.
    ``known``: an item and its amount, where that follows from the goal and is less than the total. ``are_percent``: the
    weights are percentages already.
    """
    percents = [weight for _, weight in shares] if are_percent else _percents(shares)
    amounts = _parts(total.amount, percents) if total else []
    at = next((index for index, (item, _) in enumerate(shares) if known and item == known[0]), None)
    if total and known and at is not None and len(shares) > 1:
        others = [percent for index, percent in enumerate(percents) if index != at]
        step = _ROUND if total.amount >= _LARGE else 1
        rest, odd = divmod(total.amount - known[1], step)
        amounts = [part * step for part in _parts(rest, others)]
        amounts[-1] += odd
        amounts.insert(at, known[1])
        percents = _parts(100, amounts)
    head = [words.item, words.share, *([words.amount] if total else [])]
    rows = [
        [item[:1].upper() + item[1:], f"{percents[at]} %"]
        + ([str(Sum(amount=amounts[at], unit=total.unit))] if total else [])
        for at, (item, _) in enumerate(shares)
    ]
    rows.append([f"**{words.total}**", "100 %", *([f"**{total}**"] if total else [])])
    lines = [f"| {' | '.join(cells)} |" for cells in (head, ["---", *["---:"] * (len(head) - 1)], *rows)]
    return lines if total else [*lines, "", words.shares_alone]


def as_form(items: Sequence[str], total: Sum | None, words: Words) -> list[str]:
    """A table in Markdown of the items with amounts to be filled in, and the total, if one is stated."""
    rows = [[item[:1].upper() + item[1:], BLANK] for item in items]
    rows.append([f"**{words.total}**", f"**{total}**" if total else BLANK])
    return [f"| {' | '.join(cells)} |" for cells in ([words.item, words.amount], ["---", "---:"], *rows)]


_ROUND: Final = 10
_LARGE: Final = 1_000
"""From such a sum on its parts are round numbers."""
_STEP: Final = 5
"""Percent: what a model guesses is no more exact than that."""


_RESERVE: Final = re.compile(r"\W*(?:réserve|reserve?n?|reserva|riserva|rezerwa|simpanan|puffer|imprevistos)(?!\w)")
_RESERVED: Final = 10
"""Percent that are kept back: what a reserve is worth to a model changes from 5 to 40."""
_MOST_IN_STEPS: Final = 10
"""Items up to which each gets a step or more."""


def _percents(shares: Sequence[tuple[str, int]]) -> list[int]:
    """The shares in percent. A reserve gets its fixed part, the others theirs of the rest, in steps of 5 percent and
    halfway between the weights and equal shares: of two or three items models give one nearly all."""
    if len(shares) > _MOST_IN_STEPS:
        return _parts(100, [weight for _, weight in shares])
    is_kept_back = [bool(_RESERVE.match(item.lower())) for item, _ in shares]
    if sum(is_kept_back) != 1 or len(shares) < 3:
        return _in_steps(100, [weight for _, weight in shares])
    rest = _in_steps(
        100 - _RESERVED, [weight for (_, weight), kept in zip(shares, is_kept_back, strict=True) if not kept]
    )
    rest.insert(is_kept_back.index(True), _RESERVED)
    return rest


def _in_steps(whole: int, weights: Sequence[int]) -> list[int]:
    everything, count = sum(weights), len(weights)
    steps = _parts(whole // _STEP - count, [weight * count + everything for weight in weights])
    return [(1 + step) * _STEP for step in steps]


def _parts(whole: int, weights: Sequence[int]) -> list[int]:
    """``whole`` divided by the weights, in whole numbers that sum up to it (largest remainders)."""
    everything = sum(weights)
    parts = [whole * weight // everything for weight in weights]
    order = sorted(range(len(weights)), key=lambda at: -(whole * weights[at] % everything))
    for at in order[: whole - sum(parts)]:
        parts[at] += 1
    return parts
