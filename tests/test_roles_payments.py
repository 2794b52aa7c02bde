"""Sums that follow from what the goal pays again and again, in five languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles import execute, money, payments
from edge_agent.roles.prompts import Brief
from edge_agent.roles.wording import words_or_english
from tests.scripted_work import Script

ENGLISH = words_or_english("en")


@pytest.mark.parametrize(
    ("goal", "amount", "unit"),
    [
        ("A party for 300 euros", 300, "euros"),
        ("A party for €1,200.50", 1200, "€"),
        ("Ein Fest für 1.500 Euro", 1500, "Euro"),
        ("Majlis dengan RM 5000", 5000, "RM"),
        ("Remont z budżetem 20000 zł", 20000, "zł"),
        ("Learn the guitar in six months for 50 euros a month", 300, "euros"),
        ("A dinner for 20 guests at £30 per person", 600, "£"),
        ("Savings of 4500 euros, a shop for 350 a month, six months", 4500, "euros"),
        ("Ahorrar 200 € al mes durante diez meses", 2000, "€"),
    ],
)
def test_all_the_money_of_a_goal(goal: str, amount: int, unit: str) -> None:
    assert payments.total_of(goal) == money.Sum(amount=amount, unit=unit)


def test_no_sum_or_several_or_a_payment_without_end_are_none() -> None:
    for goal in (
        "A wedding for 40 guests",
        "Between 300 euros and 500 euros",
        "0 euros",
        "",
        "euros",
        "Save energy: the bill is 1800 euros a year",
        "Pay 40 euros a month and 10 euros a week",
    ):
        assert payments.total_of(goal) is None


def test_what_follows_from_savings_and_a_rent() -> None:
    goal = "I have savings of 4500 euros and six months; the owner would let a shop go for 350 a month"
    assert payments.reckoned(goal, ENGLISH) == [
        "Month: 350 euros",
        "Week: 81 euros",
        "Months 1 to 6: 6 × 350 euros = 2100 euros",
        "4500 euros ÷ 350 euros = 12 months",
    ]


@pytest.mark.parametrize(
    ("goal", "language", "line"),
    [
        ("Deutsch lernen in drei Monaten für 40 € im Monat", "de", "Monate 1 bis 3: 3 × 40 € = 120 €"),
        ("Kelas memasak enam minggu dengan RM80 seminggu", "ms", "Minggu 1 hingga 6: 6 × RM 80 = RM 480"),
        ("Kurs tańca dla 12 osób, 60 zł od osoby", "pl", "12 × 60 zł = 720 zł"),
        ("Ahorrar 200 € al mes durante diez meses", "es", "Meses 1 a 10: 10 × 200 € = 2000 €"),
        ("The power bill is 1800 pounds a year", "en", "Month: 150 pounds"),
    ],
)
def test_payments_in_five_languages(goal: str, language: str, line: str) -> None:
    assert line in payments.reckoned(goal, words_or_english(language))


def test_three_runs_a_week_are_no_payment() -> None:
    for goal in ("Run 40 km a week for 300 euros", "A course for 300 euros, for 12 a week", "Train for 10 a week"):
        assert all(one.sum.amount in (12,) for one in payments.payments_of(goal)), goal
    assert payments.reckoned("A trip for 2,000 euros", ENGLISH) == []


def test_a_budget_says_what_follows_below_its_table() -> None:
    goal = "Learn the guitar in six months for 50 euros a month"
    task = Brief(goal=goal, title="Costs", detail="lessons, books, strings", form="budget", path=(goal,))
    lines = Script(texts=[" 50 percent", " 30 percent", " 20 percent"]).run(execute.write(task, model="m", seed=1))
    assert "| **Total** | 100 % | **300 euros** |" in lines
    assert lines.endswith(
        "From the goal:\n\n- Month: 50 euros\n- Week: 12 euros\n- Months 1 to 6: 6 × 50 euros = 300 euros"
    )


@given(st.text(max_size=80))
def test_never_raises(goal: str) -> None:
    payments.total_of(goal)
    payments.reckoned(goal, ENGLISH)


@pytest.mark.parametrize(
    ("goal", "items", "known"),
    [
        ("4500 euros and six months; a shop to let for 350 a month", ["equipment", "rent"], ("rent", 2100)),
        ("Mit 4500 Euro in sechs Monaten: der Laden kostet 350 im Monat", ["Miete", "Material"], ("Miete", 2100)),
        ("4500 euros and six months; a shop to let for 350 a month", ["equipment", "insurance"], None),
        ("4500 euros and six months; I earn 350 a month", ["equipment", "rent"], None),
        ("1500 euros and six months; a shop to let for 350 a month", ["equipment", "rent"], None),
        ("4500 euros; a shop to let for 350 a month", ["equipment", "rent"], None),
        ("A dinner for 20 guests at £30 per person, 900 £ in all", ["rent", "food"], None),
    ],
)
def test_what_a_rent_comes_to_is_known(goal: str, items: list[str], known: tuple[str, int] | None) -> None:
    assert payments.known_item(goal, items, payments.total_of(goal)) == known


@given(
    st.lists(st.integers(1, 99), min_size=2, max_size=8),
    st.integers(100, 99_999),
    st.integers(1, 99),
    st.integers(0, 7),
)
def test_a_known_amount_stands_and_all_sum_up(weights: list[int], whole: int, part: int, at: int) -> None:
    shares = [(f"item {index}", weight) for index, weight in enumerate(weights)]
    item, amount = shares[at % len(shares)][0], max(whole * part // 100, 1)
    rows = money.as_table(shares, money.Sum(amount=whole, unit="euros"), ENGLISH, known=(item, amount))[2:-1]
    cells = [row.strip("| ").split(" | ") for row in rows]
    assert sum(int(cell[2].split()[0]) for cell in cells) == whole
    assert sum(int(cell[1].split()[0]) for cell in cells) == 100
    assert next(int(cell[2].split()[0]) for cell in cells if cell[0].lower() == item) == amount


@pytest.mark.parametrize(
    ("goal", "total"),
    [
        ("Somos cuatro amigas con 350 euros por persona", "1400 euros"),
        ("Four of us, six days, 350 euros each", "1400 euros"),
        ("Fünf Freundinnen, 300 Euro pro Kopf", "1500 Euro"),
    ],
)
def test_friends_of_either_sex_and_we_count_as_people(goal: str, total: str) -> None:
    assert str(payments.total_of(goal)) == total
