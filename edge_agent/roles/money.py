"""Budgets by code: a model names items and their shares, code makes the shares sum up and turns them into amounts.

Small models know no prices: the 1.5B puts "850 euros" to a wedding, a party and a language course alike. So amounts are
written only where the goal itself states a sum, and are parts of that sum.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from edge_agent.roles.wording import Words

_CURRENCY: Final = (
    r"euros?|dollars?|pounds?|yen|franken|francs?|pesos?|reais|ringgit|rupiah|EUR|USD|GBP|CHF|JPY|MYR|RM|€|\$|£|¥"
)
_STATED: Final = (
    re.compile(rf"(?<![\w.,])(?P<amount>\d[\d.,]{{0,11}})\s*(?P<unit>{_CURRENCY})(?!\w)", re.IGNORECASE),
    re.compile(r"(?P<unit>[€$£¥]|RM|EUR|USD|GBP|CHF)\s*(?P<amount>\d[\d.,]{0,11})", re.IGNORECASE),
)
_SHARE: Final = re.compile(r"^(?:-\s*)?(?P<item>[^:]{2,60}):\s*(?P<share>\d{1,2})\s*(?:%|percent)(?P<remark>,.*)?$")
_TOTAL: Final = re.compile(r"\W*(?:grand |sub-?)?(?:total|sum|summe|gesamt|jumlah|somme|suma|totaal|remain)")


class Sum(Struct, frozen=True, kw_only=True):
    """An amount of money, in whole units, as the goal names it."""

    amount: int
    unit: str


def stated_sum(goal: str) -> Sum | None:
    """The sum of money that the goal names; None where it names none, or several."""
    found = [match for pattern in _STATED for match in pattern.finditer(goal[:4_000])]
    whole = {(int(digits), match["unit"]) for match in found if (digits := _digits(match["amount"]))}
    if len(whole) != 1:
        return None
    amount, unit = next(iter(whole))
    return Sum(amount=amount, unit=unit) if amount > 0 else None


def _digits(amount: str) -> str:
    """The whole part of an amount, without the separators of thousands."""
    amount = amount.rstrip(".,")
    cents = re.search(r"[.,]\d{1,2}$", amount)
    return re.sub(r"\D", "", amount[: cents.start()] if cents else amount)


def is_share(line: str) -> bool:
    """Whether the line names an item and its share, and is no sum, which is not the model's to make."""
    match = _SHARE.match(line.strip())
    return bool(match) and not _TOTAL.match(match["item"].lower() if match else "")


def shared_out(lines: Sequence[str], goal: str, words: Words | None) -> list[str]:
    """Lines such as "Rooms: 30 percent" with shares that sum up to 100, and amounts where the goal states a sum.

    A last line says what they sum up to. The lines as they are where fewer than two are shares.
    """
    matches = [match for line in lines if (match := _SHARE.match(line.strip()))]
    weights = [int(match["share"]) for match in matches]
    if len(matches) < 2 or not sum(weights):
        return list(lines)
    shares = _parts(100, weights)
    total = stated_sum(goal)
    amounts = _parts(total.amount, weights) if total else []
    written = [
        f"- {match['item'].strip()}: {share}%"
        + (f", {amounts[at]} {total.unit}" if total else "")
        + (match["remark"] or "").rstrip()
        for at, (match, share) in enumerate(zip(matches, shares, strict=True))
    ]
    label = words.total if words else "Total"
    return [*written, f"- {label}: 100%" + (f", {total.amount} {total.unit}" if total else "")]


def _parts(whole: int, weights: Sequence[int]) -> list[int]:
    """``whole`` divided by the weights, in whole numbers that sum up to it (largest remainders)."""
    everything = sum(weights)
    parts = [whole * weight // everything for weight in weights]
    order = sorted(range(len(weights)), key=lambda at: -(whole * weights[at] % everything))
    for at in order[: whole - sum(parts)]:
        parts[at] += 1
    return parts
