"""The digest covers every record and every derived fact."""

from __future__ import annotations

from typing import get_args

import pytest
from histories import History, make_record, properties, seeds, shuffled
from hypothesis import given
from plan_script import Script
from reference_fold import ReferencePlan

from edge_agent.plan import Plan
from edge_agent.plan.facts import FactName, Facts, Sum, digest_of_sums, hash_of
from edge_agent.records import Cancel, Reprioritise, Unknown


def digest_of_reference(reference: ReferencePlan) -> str:
    """What the digest has to be, worked out from the reference fold's conclusions."""
    records, facts = Sum(), Sum()
    for record_id in reference.records:
        records.add(hash_of(record_id))
    for goal in reference.goals.values():
        for fact in goal.facts():
            facts.add(hash_of(*fact))
    return digest_of_sums(records, facts)


@properties(150)
@given(seeds, seeds)
def test_digest_is_that_of_all_records_and_conclusions_of_the_reference_fold(seed: int, order: int) -> None:
    records = History(seed, forgets=seed % 4 == 0).records
    plan = Plan()
    for record in shuffled(records, order):
        plan.apply(record)
    assert plan.digest() == digest_of_reference(ReferencePlan(records))


def test_every_kind_of_fact_occurs_in_the_compared_histories() -> None:
    """Else the digest could miss one of them and the comparison above would not notice."""
    seen = set()
    for seed in range(40):
        for goal in ReferencePlan(History(seed).records).goals.values():
            seen |= {name for name, _, _ in goal.facts()}
    assert seen == set(get_args(FactName))


def test_digest_of_an_empty_plan_is_64_hexadecimal_digits() -> None:
    digest = Plan().digest()
    assert len(digest) == 64
    assert set(digest) <= set("0123456789abcdef")


def test_inert_records_change_the_digest_too() -> None:
    plan = Plan()
    digests = {plan.digest()}
    for body in (Unknown(kind="applause"), Unknown(kind="laughter"), Cancel(goal="ab" * 32)):
        plan.apply(make_record(body, 5))
        digests.add(plan.digest())
    assert len(digests) == 4


@pytest.mark.parametrize("name", get_args(FactName))
def test_each_fact_changes_the_digest_and_taking_it_back_restores_it(name: FactName) -> None:
    total = Sum()
    facts = Facts(total)
    facts.put("state", "goal", "open")
    before = total.total
    facts.put(name, "it", "one")
    one = total.total
    facts.put(name, "it", "two")
    assert len({before, one, total.total}) == 3
    facts.put(name, "it", None)
    assert total.total == before
    facts.clear()
    assert total.total == 0


def test_facts_of_two_goals_stay_apart_when_one_is_cleared() -> None:
    total = Sum()
    one, other = Facts(total), Facts(total)
    other.put("text", "task", "result")
    alone = total.total
    one.put("text", "task", "result")
    one.put("failed", "task", 1)
    one.clear()
    assert total.total == alone


def test_a_priority_that_is_said_twice_shows_in_the_digest_only_by_its_record() -> None:
    one, other = Script(priority=3), Script(priority=3)
    assert one.plan.digest() == other.plan.digest()
    one.say(Reprioritise(goal=one.id, priority=3))
    other.say(Reprioritise(goal=other.id, priority=4))
    assert one.plan.digest() != other.plan.digest()


def test_parts_of_a_hash_are_told_apart() -> None:
    assert hash_of("ab", "c") != hash_of("a", "bc")
    assert hash_of("a", "b") != hash_of("b", "a")
