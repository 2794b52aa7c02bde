"""What a goal pays again and again, or for each person, and what follows from that: sums by code, no prices of a model.

"Savings of 4500 euros, rent for 350 a month, six months": 2100 euros of rent, 81 a week, and savings for 12 months.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from edge_agent.roles import forms, money
from edge_agent.roles.people import counted_people
from edge_agent.roles.wording import Words

Per = Literal["week", "month", "year", "person"]

_PER: Final[dict[Per, str]] = {
    "week": r"(?:a|per|each|every) week|weekly|(?:die|pro|jede) woche|wöchentlich|(?:a la|por|cada) semana|semanal\w*|"
    r"seminggu|setiap minggu|na tydzień|co tydzień|tygodniowo",
    "month": r"(?:a|per|each|every) month|monthly|(?:im|pro|jeden) monat|monatlich|(?:al|por|cada) mes|mensual\w*|"
    r"sebulan|setiap bulan|na miesiąc|co miesiąc|miesięcznie",
    "year": r"(?:a|per|each|every) year|yearly|(?:im|pro|jedes) jahr|jährlich|(?:al|por|cada) año|anual\w*|"
    r"setahun|setiap tahun|na rok|co rok|rocznie",
    "person": r"(?:a|per|each|every) (?:person|head|guest|child)|each|(?:pro|je) (?:person|kopf|gast|kind)|"
    r"(?:por|cada) (?:persona|cabeza|invitado|niño)|seorang|setiap orang|(?:na|od) (?:osobę|osoby|głowę|głowy)",
}
_BEHIND: Final = re.compile(
    r"\s*[/,]?\s*(?:" + "|".join(rf"(?P<{per}>{words})" for per, words in _PER.items()) + r")(?!\w)", re.IGNORECASE
)
_BARE: Final = re.compile(
    r"(?<!\w)(?:for|at|costs?|of|pays?|für|kostet|zahl\w+|za|płac\w+|por|cuesta|pag\w+|untuk|bayar|sewa)\s+"
    r"(?P<amount>\d{1,3}(?:[.,]\d{3})*|\d{1,6})(?=\s)",
    re.IGNORECASE,
)
"""An amount whose currency the goal names elsewhere: "for 350 a month"."""
_RENT: Final = re.compile(r"(?:rent|miete|alquiler|sewa|czynsz)(?!\w)")
_EARNED: Final = re.compile(
    r"(?<!\w)(?:earn|salary|wages?|income|pension|save |verdien|gehalt|lohn|einkommen|rente|spare|zarab|pensj|dochód|"
    r"oszczędza|gano|gana|sueldo|ingresos|ahorr|gaji|pendapatan|pencen|menabung)"
)
_WEEKS_OF_A_YEAR: Final = 52
_MONTHS_OF_A_YEAR: Final = 12
_LONGEST: Final = 60
"""Weeks, months or years that savings may last: of more nobody asks."""


class Payment(Struct, frozen=True, kw_only=True):
    """An amount that is paid for each week, month, year or person."""

    sum: money.Sum
    per: Per


def payments_of(goal: str) -> tuple[Payment, ...]:
    """What the goal says is paid again and again or for each person, at most three, in its order."""
    found: dict[int, Payment] = {}
    once = [amount for _, end, amount in money.amounts_in(goal) if not _per(goal, end)]
    for start, end, amount in money.amounts_in(goal):
        if per := _per(goal, end):
            found[start] = Payment(sum=amount, per=per)
    units = {amount.unit for amount in [*once, *(one.sum for one in found.values())]}
    for match in _BARE.finditer(goal):
        if (per := _per(goal, match.end())) and len(units) == 1:
            paid = int(re.sub(r"\D", "", match["amount"]))
            found[match.start("amount")] = Payment(sum=money.Sum(amount=paid, unit=next(iter(units))), per=per)
    return tuple(found[start] for start in sorted(found) if found[start].sum.amount > 0)[:3]


def _per(goal: str, end: int) -> Per | None:
    """For what the amount that ends there is paid; None where it is paid once."""
    match = _BEHIND.match(goal, end)
    return next((per for per in _PER if match[per]), None) if match else None


def total_of(goal: str) -> money.Sum | None:
    """All the money of the goal: the one sum that it names to be paid once, else its one payment times how often it is
    made; None where it names none, or several, or does not say how often."""
    once = {amount for _, end, amount in money.amounts_in(goal) if not _per(goal, end)}
    if once:
        return next(iter(once)) if len(once) == 1 else None
    payments = payments_of(goal)
    times = _times(payments[0], goal) if len(payments) == 1 else 0
    return money.Sum(amount=payments[0].sum.amount * times, unit=payments[0].sum.unit) if times else None


def _times(payment: Payment, goal: str) -> int:
    """How often the payment is made, as far as the goal says that; else 0."""
    if payment.per == "person":
        people = counted_people(goal)
        return people[0][0] if people else 0
    extent = forms.extent_of(goal)
    return extent.count if extent and extent.unit == payment.per else 0


def known_item(goal: str, items: Sequence[str], total: money.Sum | None) -> tuple[str, int] | None:
    """The budget's item for a rent, and what it comes to, where the goal names one payment and how often it is made.

    None where that is no item, where somebody earns or saves it, or where it is not less than the total.
    """
    payments = payments_of(goal)
    item = next((item for item in items if _RENT.match(item.lower())), None)
    if total is None or item is None or len(payments) != 1 or _EARNED.search(goal.lower()):
        return None
    amount = payments[0].sum.amount * _times(payments[0], goal)
    return (item, amount) if payments[0].per != "person" and 0 < amount < total.amount else None


def reckoned(goal: str, words: Words) -> list[str]:
    """What follows from the goal's payments, as lines of a list; none where it names no payment.

    How much each is a week or a month, how much it is in all, and how long the goal's one sum lasts for it.
    """
    once = {amount for _, end, amount in money.amounts_in(goal) if not _per(goal, end)}
    lines: list[str] = []
    for payment in payments_of(goal):
        lines += _lines(payment, _times(payment, goal), words)
        if len(once) == 1:
            lines += _lasts(next(iter(once)), payment, words)
    return list(dict.fromkeys(lines))


def _lines(payment: Payment, times: int, words: Words) -> list[str]:
    paid, unit = payment.sum.amount, payment.sum.unit
    lines: list[str] = []
    if payment.per == "month":
        a_week = round(paid * _MONTHS_OF_A_YEAR / _WEEKS_OF_A_YEAR)
        lines = [f"{words.month}: {payment.sum}", f"{words.week}: {money.Sum(amount=a_week, unit=unit)}"]
    elif payment.per == "week":
        a_month = round(paid * _WEEKS_OF_A_YEAR / _MONTHS_OF_A_YEAR)
        lines = [f"{words.week}: {payment.sum}", f"{words.month}: {money.Sum(amount=a_month, unit=unit)}"]
    elif payment.per == "year":
        lines = [f"{words.month}: {money.Sum(amount=round(paid / _MONTHS_OF_A_YEAR), unit=unit)}"]
    if times > 1:
        total = money.Sum(amount=times * paid, unit=unit)
        if payment.per == "person":
            lines.append(f"{times} × {payment.sum} = {total}")
        elif payment.per != "year":
            span = forms.span_title(forms.Extent(unit=payment.per, first=1, last=times), words)
            lines.append(f"{span}: {times} × {payment.sum} = {total}")
    return lines


def _lasts(savings: money.Sum, payment: Payment, words: Words) -> list[str]:
    """How many whole weeks or months the savings pay for."""
    times = savings.amount // payment.sum.amount
    if payment.per not in ("week", "month") or not 1 < times <= _LONGEST or savings.unit != payment.sum.unit:
        return []
    length = forms.span_length(forms.Extent(unit=payment.per, first=1, last=times), words)
    return [f"{savings} ÷ {payment.sum} = {length}"]
