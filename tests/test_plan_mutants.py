"""What mutants of the plan asked for (docs/mutants.md): each of these kills one that all other tests let live."""

from __future__ import annotations

import inspect

import pytest
from msgspec import Struct
from plan_script import Script

from edge_agent.plan import tree
from edge_agent.plan.facts import Sum, digest_of_sums, hash_of
from edge_agent.records import Child
from edge_agent.roles import claim, intents, stage, view


def test_the_digest_is_the_same_in_every_version() -> None:
    """Machines of different versions compare digests: hashes and sums must not change with the code."""
    records, facts = Sum(), Sum()
    records.add(hash_of("a record"))
    facts.add(hash_of("text", "a task", "a result"))
    assert digest_of_sums(records, facts) == "7a37f0e804771dc781295e71623efa1bb4f65389d9813750f293dfa66071d002"
    assert max(hash_of(str(number)) for number in range(64)) < 2**256
    records.add(2**255 - records.total)
    assert records.total == 2**255


def test_a_part_that_fails_a_second_time_fails_what_it_is_part_of() -> None:
    """Both parts fail, one is open again by an earlier claim that is heard late, and fails again."""
    script = Script(quorum=1, max_attempts=1)
    split = script.accepted_split(2)
    one, other = script.child(split, 0), script.child(split, 1)
    script.fail(one.id)
    claim = script.claim(other.id)
    script.failure(claim)
    assert script.root.failed
    earlier = script.claim(other.id, author="edda", at=claim.clock - 5)
    assert (other.failed, script.root.failed) == (False, False)
    script.failure(earlier)
    assert (other.failed, script.root.failed) == (True, True)


def test_undecided_tasks_come_in_the_order_of_the_tree() -> None:
    script = Script(quorum=1, max_tasks=60, max_depth=4)
    part = Child(title="Open", leaf=False)
    top = script.accepted_split([part] * 3)
    nested = script.accepted_split([part] * 2, task=script.child(top, 0).id)
    wanted = [script.child(nested, 0), script.child(nested, 1), script.child(top, 1), script.child(top, 2)]
    assert script.goal.undecided() == wanted


def test_the_mean_score_keeps_its_fraction() -> None:
    script = Script(quorum=3)
    split = script.split()
    script.vote(split, "bert", mark=50)
    script.vote(split, "cora", mark=51)
    assert script.candidate(split).mean_score == 50.5


@pytest.mark.parametrize(
    "kind",
    [
        kind
        for module in (tree, intents, view, claim, stage)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Struct) and kind.__module__ == module.__name__
    ],
)
def test_what_is_handed_out_cannot_be_changed_and_is_made_by_name(kind: type[Struct]) -> None:
    assert kind.__struct_config__.frozen
    with pytest.raises(TypeError, match="positional"):
        kind(*[None] * len(kind.__struct_fields__))
