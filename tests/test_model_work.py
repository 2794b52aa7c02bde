"""What of the model's work becomes part of a record."""

from __future__ import annotations

import pytest
from histories import scores
from plan_script import Script

from edge_agent.clock import HybridClock
from edge_agent.model_work import MAX_RESULT_BYTES, claim_children, critiques_of, cut, expected_requests
from edge_agent.plan import ClaimState
from edge_agent.records import MAX_RESULT_TEXT, Record, Result, Signer, SwarmId, Vote, sign_record


def claim_of(script: Script, record: Record) -> ClaimState:
    claim = script.goal.claim(record.id)
    assert claim is not None
    return claim


@pytest.mark.parametrize("character", ["a", "日", "👩"])
def test_a_text_in_any_script_fits_its_record(character: str) -> None:
    text = cut(character * 40_000, MAX_RESULT_TEXT, MAX_RESULT_BYTES)
    assert set(text) == {character}
    merged = tuple(f"{number:064x}" for number in range(50))
    body = Result(goal="a" * 64, claim="b" * 64, text=text, merged=merged, model="日" * 200)
    sign_record(body, clock=HybridClock().tick(), swarm=SwarmId("ef" * 16), signer=Signer(b"\x05" * 32))


def test_critiques_are_told_once_in_their_order() -> None:
    script = Script(quorum=3)
    split = script.split()
    votes = [
        script.say(Vote(goal=script.id, proposal=split.id, approve=False, scores=scores(10), critique=critique), author)
        for author, critique in (("bert", "vague"), ("cora", ""), ("dora", "too long"), ("edda", "vague"))
    ]
    assert critiques_of(votes) == ["vague", "too long"]


def test_a_merge_is_of_the_children_of_its_split() -> None:
    script = Script(quorum=2, max_depth=1)
    split = script.accepted_split(2)
    candidate = script.candidate(split)
    leaf = claim_of(script, script.claim(candidate.child_ids[0]))
    assert claim_children(script.goal, leaf) == ()
    for child in candidate.child_ids:
        script.done(child)
    merge = claim_of(script, script.claim(script.root.id, split=split.id))
    assert claim_children(script.goal, merge) == tuple(candidate.child_ids)
    assert expected_requests(script.goal, script.root, merge) >= 1
