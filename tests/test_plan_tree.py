"""The read model: deterministic, complete, JSON-able."""

from __future__ import annotations

import random

import msgspec
from histories import History, shuffled
from plan_script import Script

from edge_agent.plan import Plan
from edge_agent.plan.tree import GoalView, outcome, tree
from edge_agent.records import Child, whole_id


def grown() -> tuple[Script, GoalView]:
    """A goal with a rival split, a lost race, a Failure and one part done."""
    script = Script(quorum=2, max_tasks=20, priority=3)
    rival = script.split(3, author="emil", angle="by place")
    script.vote(rival, "bert", approve=False, mark=20)
    split = script.split([Child(title="Days", leaf=True), Child(title="Costs", after=(0,))], angle="by phase")
    for scorer, mark in (("bert", 80), ("cora", 60)):
        script.vote(split, scorer, mark=mark)
    first = script.child(split, 0).id
    script.failure(script.claim(first, "dora"))
    script.claim(first, "dora", attempt=2)
    script.result(script.claim(first, "finn", attempt=2), model="small", tokens=12, seconds=1.5)
    script.claim(script.child(split, 1).id, "dora")
    script.claim(script.child(split, 1).id, "finn", attempt=2, at=script.goal_record.clock + 1)
    return script, tree(script.goal)


def test_the_goal_and_its_counts() -> None:
    script, view = grown()
    assert (view.id, view.title, view.state, view.priority) == (script.id, "A trip", "open", 3)
    assert (view.quorum, view.self_votes, view.understood) == (2, False, True)
    assert (view.live_tasks, view.finished_tasks, view.failed_tasks) == (3, 1, 0)


def test_who_works_on_what_and_since_when() -> None:
    _, view = grown()
    done, claimed = view.root.tasks
    assert (view.root.state, view.root.who, view.root.angle, view.root.mean_score) == ("accepted", None, "by phase", 70)
    assert (done.title, done.state, done.who, done.attempts) == ("Days", "done", "finn", 2)
    assert (done.text.model, done.text.tokens, done.text.seconds, done.text.who) == ("small", 12, 1.5, "finn")
    assert (claimed.state, claimed.who, claimed.text, claimed.after) == ("claimed", "dora", None, (done.id,))


def test_rival_drafts_are_shown_with_their_votes() -> None:
    _, view = grown()
    rival, accepted, whole = view.root.drafts
    assert (rival.state, rival.author, rival.angle, len(rival.titles)) == ("draft", "emil", "by place", 3)
    assert [(vote.scorer, vote.approve, vote.concrete) for vote in rival.votes] == [("bert", False, 20)]
    assert (accepted.state, accepted.support, accepted.titles) == ("accepted", 2, ("Days", "Costs"))
    assert (whole.whole, whole.author, whole.when) == (True, None, None)


def test_claims_tell_how_they_went() -> None:
    _, view = grown()
    done, claimed = view.root.tasks
    assert [(claim.who, claim.attempt, claim.outcome) for claim in done.claims] == [
        ("dora", 1, "failed"),
        ("dora", 2, "holds"),
        ("finn", 2, "done"),
    ]
    assert done.claims[0].reason == "crashed"
    assert [claim.outcome for claim in claimed.claims] == ["holds", "void"]


def test_a_lost_claim_is_told_as_lost() -> None:
    script = Script(max_tasks=1)
    winner, loser = script.claim(script.id, "dora"), script.claim(script.id, "finn")
    assert [outcome(script.goal.claim(claim.id)) for claim in (winner, loser)] == ["holds", "lost"]


def test_times_are_milliseconds() -> None:
    script = Script(max_tasks=1)
    claim = script.claim(script.id, at=1_700_000_000_123 << 16)
    assert claim.clock == 1_700_000_000_123 << 16
    assert tree(script.goal).root.when == 1_700_000_000_123


def test_an_accepted_whole_is_a_leaf_in_the_tree() -> None:
    script = Script(quorum=1)
    script.vote(whole_id(script.root.id), "bert")
    root = tree(script.goal).root
    assert (root.leaf, root.state, root.angle, root.tasks) == (True, "ready", "", ())


def test_the_tree_is_the_same_in_any_order_and_survives_json() -> None:
    for seed in range(25):
        records = History(seed, moves=100).records
        one, other = Plan(), Plan()
        for record in records:
            one.apply(record)
        for record in shuffled(records, random.Random(seed).randint(0, 99)):
            other.apply(record)
        for goal in one.goals():
            encoded = msgspec.json.encode(tree(goal))
            assert encoded == msgspec.json.encode(tree(other.goal(goal.id)))
            assert msgspec.json.decode(encoded, type=GoalView) == tree(goal)
