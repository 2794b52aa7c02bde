"""Votes in words for people who know nothing of quorums."""

import pytest
from plan_script import Script

from edge_agent.plan.tree import DraftView, tree
from edge_agent.records import Cancel, whole_id
from edge_agent.vote_words import improved, is_settled, tally, verdict


def drafts(script: Script) -> tuple[DraftView, ...]:
    return tree(script.goal).root.drafts


def told(script: Script) -> list[str]:
    views = drafts(script)
    settled = is_settled(tree(script.goal), views)
    return [
        f"{verdict(draft, settled=settled)}, {tally(draft, settled=settled)}"
        for draft in views
        if not draft.whole or draft.votes
    ]


def test_more_votes_than_needed_read_as_what_they_are() -> None:
    script = Script(quorum=2)
    split = script.split(2)
    assert told(script) == ["proposed, no votes for it, none against (2 are needed)"]
    for scorer in ("bert", "cora", "dora"):
        script.vote(split, scorer)
    assert told(script) == ["accepted, 3 votes for it, none against (2 were needed)"]


def test_a_split_that_lost_and_one_that_was_voted_down() -> None:
    script = Script(quorum=2)
    first, second = script.split(2), script.split(3, author="bert")
    script.vote(second, "cora", approve=False)
    script.vote(second, "dora", approve=False)
    assert told(script)[1] == "rejected, no votes for it, 2 against (2 were needed)"
    script.vote(second, "dora")  # whoever comes round is no longer against it
    assert told(script)[1] == "proposed, 1 vote for it, 1 against (2 are needed)"
    script.vote(first, "bert")
    script.vote(first, "cora")
    assert told(script)[1] == "not taken, 1 vote for it, 1 against (2 were needed)"


def test_an_author_that_votes_is_never_enough_alone() -> None:
    script = Script(quorum=1)
    split = script.split(2, author_scores=True)
    assert told(script) == ["proposed, 1 vote for it, none against (2 are needed)"]
    script.vote(split, "bert")
    assert told(script) == ["accepted, 2 votes for it, none against (2 were needed)"]
    alone = Script(quorum=1, self_votes=True)
    split = alone.split(2, author_scores=True)
    assert told(alone) == ["proposed, no votes for it, none against (1 is needed)"]


def test_nothing_is_waited_for_once_the_goal_has_ended() -> None:
    script = Script(quorum=2)
    script.split(2)
    script.say(Cancel(goal=script.id))
    assert told(script) == ["not taken, no votes for it, none against (2 were needed)"]


def test_a_refused_whole_is_no_split_into_nothing() -> None:
    script = Script(quorum=1)
    script.vote(whole_id(script.goal.root.id), "bert", approve=False)
    assert told(script) == ["rejected, no votes for it, 1 against (1 was needed)"]


@pytest.mark.parametrize(
    ("rounds", "words"), [(1, ", improved once"), (2, ", improved twice"), (3, ", improved 3 times")]
)
def test_rounds_are_counted(rounds: int, words: str) -> None:
    script = Script(quorum=2, max_rounds=3)
    split = script.split(2)
    for number in range(1, rounds + 1):
        split = script.split(2, refines=split.id, round=number, author="bert")
    assert [improved(draft) for draft in drafts(script)][rounds] == words
