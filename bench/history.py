"""A long past of a swarm: goals that were split, decided, written and merged, as valid records."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from edge_agent.records import (
    Child,
    Claim,
    Clock,
    Goal,
    KnownBody,
    Policy,
    Proposal,
    Record,
    Result,
    Scores,
    Signer,
    SwarmId,
    Vote,
    child_task_id,
    sign_record,
)

LEAVES: Final = 6
RECORDS_A_GOAL: Final = 3 + 2 * (LEAVES + 1)
SIGNER: Final = Signer(b"a machine of the past".ljust(32))
TEXT: Final = "- At 9:00 the ferry leaves from the old harbour; breakfast on deck, bread and fruit\n" * 6


def past(count: int, swarm: SwarmId, begin_ms: int) -> list[Record]:
    """At least so many records, a millisecond apart, of goals that all have ended: nothing is left to do."""
    whole_goals = -(-count // RECORDS_A_GOAL) * RECORDS_A_GOAL
    return list(itertools.islice(_goals(swarm, begin_ms), whole_goals))


def _goals(swarm: SwarmId, ms: int) -> Iterator[Record]:
    number = 0

    def say(body: KnownBody) -> Record:
        nonlocal ms
        ms += 1
        return sign_record(body, clock=Clock(ms << 16), swarm=swarm, signer=SIGNER)

    while True:
        number += 1
        title = f"Plan the trip number {number}"
        yield (goal := say(Goal(title=title, text=title, policy=Policy(self_votes=True, max_depth=1))))
        children = tuple(Child(title=f"Schedule of day {day}", leaf=True) for day in range(1, LEAVES + 1))
        yield (split := say(Proposal(goal=goal.id, task=goal.id, children=children)))
        marks = Scores(concrete=70, distinct=80, complete=60)
        yield say(Vote(goal=goal.id, proposal=split.id, approve=True, scores=marks))
        parts = []
        for index in range(LEAVES):
            task = child_task_id(split.id, index)
            yield (claim := say(Claim(goal=goal.id, task=task, phase="execute", split=None, attempt=1)))
            yield (part := say(Result(goal=goal.id, claim=claim.id, text=TEXT, model="past")))
            parts.append(part.id)
        yield (claim := say(Claim(goal=goal.id, task=goal.id, phase="merge", split=split.id, attempt=1)))
        yield say(Result(goal=goal.id, claim=claim.id, text=TEXT, merged=tuple(parts), model="past"))
