"""What an open goal lacks, in words for its owner: who has to live for it to go on, and whether its quorum was lowered.

Nothing is said of a goal that goes on as it should.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge_agent.roles.memory import holder_of, short_of_scorers
from edge_agent.roles.view import View

if TYPE_CHECKING:
    from edge_agent.plan import GoalPlan


def shortages(goal: GoalPlan, view: View) -> list[str]:
    """A line for each thing that an open goal lacks; none for a goal that has ended."""
    if goal.ended:
        return []
    if not goal.understood:
        return ["made by a newer version of swarm-agent, whose rules this one does not know: update it"]
    return [*_of_the_quorum(goal, view), *_of_machines(goal, view)]


def _of_the_quorum(goal: GoalPlan, view: View) -> Iterator[str]:
    quorum, self_votes = goal.quorum_now()
    at_first, living = goal.policy.quorum, len(view.living("scorer"))
    # With fewer than two, nobody but the proposer could vote.
    why = f": only {_number_of_scorers(living)}" if living < max(at_first, 2) else ""
    if quorum < at_first:
        yield f"{_votes_are(quorum)} enough now, not {at_first}{why}"
    elif self_votes and not goal.policy.self_votes:
        yield f"a proposer's own vote counts now{why}"


def _of_machines(goal: GoalPlan, view: View) -> Iterator[str]:
    undecided = goal.undecided()
    if undecided:
        if not view.living("decomposer"):
            yield "waits for a decomposer: none lives"
        living = len(view.living("scorer"))
        if not living:
            yield "waits for a scorer: none lives"
        elif short_of_scorers(goal, view):
            quorum, _ = goal.quorum_now()
            most = max((candidate.support for task in undecided for candidate in task.candidates), default=0)
            yield (
                f"waits for a scorer: {_votes_are(quorum)} needed, the best split has {most or 'none'}, "
                f"{_number_of_scorers(living)}; if none comes, fewer votes will do"
            )
    can_execute = view.can_execute or any(peer.can_execute for peer in view.peers.values())
    if not can_execute and any(holder_of(goal, step) is None for step in goal.ready()):
        yield "waits for an executor: no machine with a model lives"


def _votes_are(quorum: int) -> str:
    return "1 vote is" if quorum == 1 else f"{quorum} votes are"


def _number_of_scorers(count: int) -> str:
    return f"{count} scorer lives" if count == 1 else f"{count} scorers live"
