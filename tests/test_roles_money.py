"""Budgets: shares that sum up, amounts only of a sum that the goal states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import money
from edge_agent.roles.wording import words_or_english

ENGLISH = words_or_english("en")


def test_amounts_are_found_with_their_places() -> None:
    goal = "A party for €1,200.50 and a band for 300 euros"
    found = money.amounts_in(goal)
    assert [str(one) for _, _, one in found] == ["1200 €", "300 euros"]
    assert [goal[start:end] for start, end, _ in found] == ["€1,200.50", "300 euros"]
    assert money.amounts_in("0 euros, euros, 40 guests") == []


SHARES = [("flights", 40), ("Rooms", 30), ("Food", 20)]


def test_shares_sum_up_to_a_hundred() -> None:
    assert money.as_table(SHARES, None, ENGLISH) == [
        "| Item | Share |",
        "| --- | ---: |",
        "| Flights | 35 % |",
        "| Rooms | 35 % |",
        "| Food | 30 % |",
        "| **Total** | 100 % |",
        "",
        "Put in your sum: each amount is its share of it.",
    ]


def test_amounts_are_parts_of_the_stated_sum() -> None:
    total = money.Sum(amount=1000, unit="euros")
    assert money.as_table(SHARES[:2], total, ENGLISH)[2:] == [
        "| Flights | 55 % | 550 euros |",
        "| Rooms | 45 % | 450 euros |",
        "| **Total** | 100 % | **1000 euros** |",
    ]


@pytest.mark.parametrize("reserve", ["reserve", "Rezerwa", "Simpanan", "Reserva", "Reserve für alles"])
def test_a_reserve_is_a_tenth(reserve: str) -> None:
    table = money.as_table([*SHARES, (reserve, 90)], None, ENGLISH)
    assert table[-4] == f"| {reserve[:1].upper()}{reserve[1:]} | 10 % |"
    assert [row.split("|")[2].strip() for row in table[2:5]] == ["35 %", "30 %", "25 %"]


@given(st.lists(st.integers(min_value=1, max_value=99), min_size=1, max_size=14), st.booleans())
def test_whatever_the_weights_the_shares_sum_up(weights: list[int], reserve: bool) -> None:
    names = [f"Item {chr(97 + at)}" for at in range(len(weights))]
    shares = [*zip(names, weights, strict=True), *([("reserve", 5)] if reserve else [])]
    total = money.Sum(amount=997, unit="$")
    rows = money.as_table(shares, total, ENGLISH)[2:-1]
    assert sum(int(row.split("|")[2].strip(" %")) for row in rows) == 100
    assert sum(int(row.split("|")[3].strip(" $")) for row in rows) == 997


@pytest.mark.parametrize(("unit", "shown"), [("€", "5 €"), ("RM", "RM 5"), ("£", "£5"), ("zł", "5 zł")])
def test_the_currency_stands_where_its_people_put_it(unit: str, shown: str) -> None:
    assert str(money.Sum(amount=5, unit=unit)) == shown


def test_shares_are_an_item_and_a_number() -> None:
    assert money.share_of("- Rooms: 30 percent") == ("Rooms", 30)
    for line in ("Rooms: 300 euros", "Rooms", "", "Rooms: 0 percent"):
        assert money.share_of(line) is None


def test_sums_are_not_the_models_to_make() -> None:
    for line in ("Total: 30 percent", "Remaining funds: 90 percent", "Summe: 3", "Jumlah: RM 40", "Łącznie: 3"):
        assert money.is_total(line)
    for line in ("Summer clothes: 30 percent", "Totally new shoes", "Rooms: 3"):
        assert not money.is_total(line)


@given(st.lists(st.integers(1, 99), min_size=2, max_size=8), st.integers(1, 10**6))
def test_parts_sum_up_whatever_the_model_says(weights: list[int], whole: int) -> None:
    shares = [(f"item {at}", weight) for at, weight in enumerate(weights)]
    lines = money.as_table(shares, money.Sum(amount=whole, unit="euros"), ENGLISH)[2:]
    percents = [int(line.split("|")[2].split()[0]) for line in lines]
    amounts = [int(line.split("|")[3].strip(" *").split()[0]) for line in lines]
    assert sum(amounts[:-1]) == amounts[-1] == whole
    assert sum(percents[:-1]) == percents[-1] == 100


@given(st.text(max_size=40), st.text(max_size=60))
def test_never_raises(line: str, goal: str) -> None:
    money.share_of(line)
    money.is_total(line)
    money.amounts_in(goal)


def test_parts_of_a_large_sum_are_round() -> None:
    shares = [("rent", 30), ("ovens", 30), ("flour", 20), ("insurance", 10), ("reserve", 10)]
    total = money.Sum(amount=4500, unit="euros")
    lines = money.as_table(shares, total, words_or_english("en"), known=("rent", 2100), are_percent=True)
    amounts = [int(line.split("|")[3].split()[0].strip("*")) for line in lines[2:-1]]
    assert amounts[0] == 2100 and sum(amounts) == 4500
    assert all(amount % 10 == 0 for amount in amounts)
