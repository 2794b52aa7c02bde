"""Votes on one task are cast together, the best first."""

from edge_agent.ballot import Ballot
from edge_agent.records import Scores, Vote


async def test_votes_weighed_side_by_side_are_cast_the_best_first() -> None:
    def vote(proposal: str, mark: int) -> Vote:
        scores = Scores(concrete=mark, distinct=mark, complete=mark)
        return Vote(goal="0" * 64, proposal=proposal * 64, approve=True, scores=scores)

    ballot = Ballot()
    with ballot.weighing():
        with ballot.weighing():
            ballot.votes.append(vote("a", 40))
        assert not ballot.complete.is_set()
        ballot.votes.append(vote("b", 90))
    assert ballot.complete.is_set()
    assert [one.proposal[0] for one in ballot.votes] == ["b", "a"]
