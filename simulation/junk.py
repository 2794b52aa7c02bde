"""What a buggy member says, that holds the key and passes the door: repeats, old attempts, votes for anything."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from edge_agent.plan import GoalPlan, Plan
from edge_agent.records import (
    Child,
    Claim,
    Failure,
    KnownBody,
    PeerId,
    Proposal,
    Result,
    Scores,
    Vote,
)


def junk_of(plan: Plan, me: PeerId, lots: Random) -> KnownBody | None:
    """A body that nobody should have published, about some open goal; None where there is nothing to spoil."""
    goals = [goal for goal in plan.goals() if not goal.ended]
    if not goals:
        return None
    goal = lots.choice(goals)
    kind: Callable[[GoalPlan, PeerId, Random], KnownBody | None] = lots.choice(_KINDS)
    return kind(goal, me, lots)


def _repeat(goal: GoalPlan, me: PeerId, lots: Random) -> KnownBody | None:
    """Something of its own that it said already, as if new."""
    own = [record.body for record in goal.records.values() if record.author == me]
    bodies = [body for body in own if isinstance(body, Proposal | Vote | Claim | Result | Failure)]
    return lots.choice(bodies) if bodies else None


def _vote(goal: GoalPlan, me: PeerId, lots: Random) -> KnownBody | None:
    """A vote on any split at all, its own included."""
    splits = [split.id for task in goal.tasks.values() for split in task.all_candidates]
    if not splits:
        return None
    mark = lots.randint(0, 100)
    scores = Scores(concrete=mark, distinct=100 - mark, complete=mark)
    return Vote(goal=goal.id, proposal=lots.choice(splits), approve=lots.random() < 0.5, scores=scores, critique="junk")


def _claim(goal: GoalPlan, me: PeerId, lots: Random) -> KnownBody | None:
    """A claim on any task, on any split, at any attempt but the closing one."""
    task = lots.choice(list(goal.tasks.values()))
    splits = [None, *(split.id for split in task.all_candidates)]
    return Claim(
        goal=goal.id,
        task=task.id,
        phase=lots.choice(("execute", "merge")),
        split=lots.choice(splits),
        attempt=lots.randint(1, goal.policy.max_attempts),
    )


def _result(goal: GoalPlan, me: PeerId, lots: Random) -> KnownBody | None:
    """A result or a failure of somebody else's claim, which is not its to say."""
    claims = [claim.id for claim in goal.claims() if claim.author != me]
    if not claims:
        return None
    claim = lots.choice(claims)
    if lots.random() < 0.5:
        return Failure(goal=goal.id, claim=claim, reason="junk")
    return Result(goal=goal.id, claim=claim, text="junk")


def _split(goal: GoalPlan, me: PeerId, lots: Random) -> KnownBody | None:
    """A split of any task, with too many children, forward references and wrong rounds among them."""
    task = lots.choice(list(goal.tasks.values()))
    count = lots.randint(1, goal.policy.max_children + 2)
    children = tuple(
        Child(title=f"junk {index}", leaf=lots.random() < 0.5, after=(lots.randrange(count),) if count > 1 else ())
        for index in range(count)
    )
    refined = lots.choice([None, *(split.id for split in task.all_candidates)])
    return Proposal(goal=goal.id, task=task.id, children=children, refines=refined, round=lots.randint(0, 2))


_KINDS = (_repeat, _vote, _vote, _claim, _claim, _result, _split)
