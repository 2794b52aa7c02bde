"""Rules 2 and 3: approvals, decisions, and which split is accepted."""

from __future__ import annotations

import pytest
from histories import make_record, scores
from plan_script import Script

from edge_agent.plan.votes import Ballots, Candidate
from edge_agent.records import Child, Clock, Vote, whole_id


def test_a_split_is_decided_by_its_last_needed_approval() -> None:
    script = Script(quorum=2)
    split = script.split()
    script.vote(split, "bert")
    assert script.candidate(split).decision is None
    last = script.vote(split, "cora")
    script.vote(split, "dora")
    assert script.candidate(split).decision == last.clock
    assert script.root.accepted is script.candidate(split)


def test_a_second_approval_of_the_same_scorer_is_none() -> None:
    script = Script(quorum=2)
    split = script.split()
    script.vote(split, "bert")
    script.vote(split, "bert")
    assert script.candidate(split).decision is None


def test_an_approval_is_never_withdrawn_and_counts_from_the_first_on() -> None:
    script = Script(quorum=1)
    split = script.split()
    script.vote(split, "bert", approve=False)
    assert script.candidate(split).rejections == {"bert"}
    first = script.vote(split, "bert")
    script.vote(split, "bert", approve=False)
    script.vote(split, "bert")
    assert script.candidate(split).rejections == frozenset()
    assert script.candidate(split).approvals == {"bert": first.clock}
    assert script.candidate(split).decision == first.clock


def test_a_vote_not_above_its_proposal_is_void() -> None:
    script = Script(quorum=1)
    split = script.split()
    script.vote(split, "bert", at=split.clock)
    assert script.candidate(split).votes == []
    script.vote(split, "bert", at=split.clock + 1)
    assert script.candidate(split).decision == split.clock + 1


def test_the_authors_own_vote_counts_only_where_self_votes_do() -> None:
    for self_votes in (False, True):
        script = Script(quorum=1, self_votes=self_votes)
        split = script.split(author="anna")
        script.vote(split, "anna")
        assert (script.candidate(split).decision is not None) == self_votes
        assert script.candidate(split).support == int(self_votes)


@pytest.mark.parametrize(("quorum", "needed"), [(1, 1), (2, 1), (3, 2)])
def test_an_author_that_scores_stands_for_one_approval_but_not_for_the_last(quorum: int, needed: int) -> None:
    script = Script(quorum=quorum)
    split = script.split(author_scores=True)
    assert script.candidate(split).support == 1
    for number in range(needed):
        assert script.candidate(split).decision is None
        script.vote(split, f"scorer-{number}")
    assert script.candidate(split).decision is not None


def test_where_self_votes_count_an_author_that_scores_has_to_vote() -> None:
    script = Script(quorum=2, self_votes=True)
    split = script.split(author="anna", author_scores=True)
    script.vote(split, "bert")
    assert script.candidate(split).decision is None
    script.vote(split, "anna")
    assert script.candidate(split).decision is not None


def test_the_whole_needs_a_full_quorum() -> None:
    script = Script(quorum=2)
    whole = whole_id(script.root.id)
    script.vote(whole, "anna")
    assert script.root.accepted is None
    script.vote(whole, "bert")
    assert script.root.accepted is script.candidate(whole)
    assert script.root.leaf
    assert script.candidate(whole).is_whole


def test_the_whole_of_a_part_counts_with_the_decision_that_made_the_part() -> None:
    script = Script(quorum=1, max_tasks=20)
    split = script.split([Child(title="Big", leaf=False)])
    part = script.child(split, 0)
    whole = whole_id(part.id)
    script.vote(whole, "bert", at=split.clock)
    assert script.candidate(whole).votes == [], "a vote not above the proposal that the whole comes from is void"
    script.vote(whole, "bert")
    assert script.candidate(whole).decision is None
    assert not script.candidate(whole).counts
    decided = script.vote(split, "bert")
    assert script.candidate(whole).decision == decided.clock


def test_a_requorum_is_enough_from_its_clock_on_and_only_lowers() -> None:
    script = Script(quorum=3)
    split = script.split()
    approval = script.vote(split, "bert")
    lowered = script.requorum(1)
    assert script.candidate(split).decision == lowered.clock
    script.requorum(2)
    script.vote(split, "cora")
    script.vote(split, "dora")
    assert script.candidate(split).decision == lowered.clock
    script.requorum(1, at=approval.clock - 1)
    assert script.candidate(split).decision == approval.clock
    assert [record.body.quorum for record in script.goal.requorums] == [1, 1, 2]


def test_a_requorum_before_the_goal_is_void() -> None:
    script = Script(quorum=2)
    script.requorum(1, at=script.goal_record.clock)
    assert script.goal.requorums == []
    assert script.goal.quorum_now() == (2, False)


def test_a_requorum_with_self_votes_lets_a_lone_machine_decide() -> None:
    script = Script(quorum=2)
    split = script.split(author="anna")
    script.vote(split, "anna")
    script.requorum(1)
    assert script.candidate(split).decision is None
    alone = script.requorum(1, self_votes=True)
    assert script.candidate(split).decision == alone.clock
    assert script.goal.quorum_now() == (1, True)


def test_of_two_decided_splits_the_earliest_decided_is_accepted_whenever_it_is_heard() -> None:
    script = Script(quorum=1)
    one, other = script.split(), script.split()
    script.vote(other, "bert")
    assert script.root.accepted is script.candidate(other)
    script.vote(one, "cora", at=script.clock - 1)
    assert script.root.accepted is script.candidate(one)
    assert script.candidate(other).state == "draft"


def test_a_result_beneath_outweighs_an_earlier_decision() -> None:
    script = Script(quorum=1)
    one, other = script.split(), script.split()
    script.vote(other, "bert")
    script.done(script.child(other, 0).id)
    script.vote(one, "cora", at=other.clock + 1)
    assert script.candidate(one).decision < script.candidate(other).decision
    assert script.root.accepted is script.candidate(other)


def test_the_wholes_own_result_outweighs_an_earlier_decision_too() -> None:
    script = Script(quorum=1)
    split = script.split()
    whole = whole_id(script.root.id)
    script.vote(whole, "bert")
    script.result(script.claim(script.id, split=whole))
    script.vote(split, "cora", at=split.clock + 1)
    assert script.candidate(split).decision < script.candidate(whole).decision
    assert script.root.accepted is script.candidate(whole)


def test_rejected_by_a_quorum() -> None:
    script = Script(quorum=2)
    split = script.split(author="anna", author_scores=True)
    script.vote(split, "anna", approve=False)
    script.vote(split, "bert", approve=False)
    assert script.candidate(split).state == "draft", "the author's own vote does not count"
    script.vote(split, "cora", approve=False)
    assert script.candidate(split).state == "rejected"
    script.vote(split, "dora")
    assert script.candidate(split).state == "accepted"


def test_mean_score_is_of_each_scorers_latest_vote() -> None:
    script = Script(quorum=5)
    split = script.split()
    assert script.candidate(split).mean_score is None
    script.vote(split, "bert", mark=10)
    script.vote(split, "bert", mark=60)
    script.vote(split, "bert", mark=0, at=script.clock - 1)
    script.vote(split, "cora", mark=90)
    assert script.candidate(split).mean_score == 75
    assert "2 children" in repr(script.candidate(split))


def test_only_votes_that_change_an_approval_are_told() -> None:
    script = Script()
    candidate = script.candidate(script.split())

    def vote(clock: int, approve: bool = True) -> bool:
        body = Vote(goal=script.id, proposal=candidate.id, approve=approve, scores=scores())
        return candidate.add_vote(make_record(body, clock, "bert"), body)

    assert [vote(100, approve=False), vote(90), vote(95), vote(80)] == [False, True, False, True]


def test_ballots_find_what_a_requorum_may_lower() -> None:
    script = Script()
    first, second, third = (script.candidate(script.split()) for _ in range(3))
    ballots = Ballots()

    def note(candidate: Candidate, decision: int | None) -> None:
        candidate.decision = None if decision is None else Clock(decision)
        ballots.note(candidate)

    note(first, None)
    note(second, 20)
    note(third, 30)
    assert ballots.above(Clock(20)) == [third.id, first.id]
    note(first, 10)
    note(third, 25)
    note(third, 25)
    assert ballots.above(Clock(20)) == [third.id]
    assert ballots.above(Clock(9)) == [first.id, second.id, third.id]
