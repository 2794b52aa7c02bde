"""A plan told line by line, for tests of single rules: each line is a record, applied as it is said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from histories import make_record, scores

from edge_agent.plan import Candidate, GoalPlan, Plan, Task
from edge_agent.records import (
    Child,
    Claim,
    Failure,
    Goal,
    KnownBody,
    Policy,
    Proposal,
    Record,
    RecordId,
    Requorum,
    Result,
    TaskId,
    Vote,
    whole_id,
)


class Script:
    """One goal of anna's. Every line's clock is 10 above the last one's, unless ``at`` says otherwise."""

    def __init__(self, *, title: str = "A trip", rules: int = 1, priority: int = 0, **policy: Any) -> None:
        self.plan = Plan()
        self.records: list[Record] = []
        self.clock = 1_000
        goal = Goal(title=title, text="Plan a trip.", policy=Policy(**policy), rules=rules, priority=priority)
        self.goal_record = self.say(goal)
        self.id = self.goal_record.id

    def say(self, body: KnownBody, author: str = "anna", at: int | None = None) -> Record:
        if at is None:
            self.clock += 10
        record = make_record(body, self.clock if at is None else at, author, len(self.records))
        self.records.append(record)
        self.plan.apply(record)
        return record

    @property
    def goal(self) -> GoalPlan:
        goal = self.plan.goal(self.id)
        assert goal is not None
        return goal

    @property
    def root(self) -> Task:
        return self.goal.root

    def split(
        self,
        children: int | Iterable[Child] = 2,
        task: str | None = None,
        author: str = "anna",
        at: int | None = None,
        **fields: Any,
    ) -> Record:
        if isinstance(children, int):
            children = [Child(title=f"Part {index}") for index in range(children)]
        body = Proposal(goal=self.id, task=task or self.id, children=tuple(children), **fields)
        return self.say(body, author, at)

    def vote(
        self, split: Record | str, author: str, approve: bool = True, at: int | None = None, mark: int = 50
    ) -> Record:
        split_id = split if isinstance(split, str) else split.id
        return self.say(Vote(goal=self.id, proposal=split_id, approve=approve, scores=scores(mark)), author, at)

    def accepted_split(self, children: int | Iterable[Child] = 2, task: str | None = None) -> Record:
        """A split by anna that bert's and cora's votes decide (quorums up to 2)."""
        split = self.split(children, task)
        self.vote(split, "bert")
        self.vote(split, "cora")
        return split

    def requorum(self, quorum: int, self_votes: bool = False, at: int | None = None) -> Record:
        return self.say(Requorum(goal=self.id, quorum=quorum, self_votes=self_votes), at=at)

    def claim(
        self,
        task: str,
        author: str = "dora",
        attempt: int = 1,
        split: str | None = None,
        phase: str | None = None,
        at: int | None = None,
    ) -> Record:
        if phase is None:
            phase = "execute" if split is None or split == whole_id(TaskId(task)) else "merge"
        body = Claim(goal=self.id, task=task, phase=phase, split=split, attempt=attempt)
        return self.say(body, author, at)

    def result(self, claim: Record, at: int | None = None, merged: tuple[str, ...] = (), **fields: Any) -> Record:
        return self.say(Result(goal=self.id, claim=claim.id, text="Done.", merged=merged, **fields), claim.author, at)

    def failure(self, claim: Record, at: int | None = None, author: str | None = None) -> Record:
        return self.say(Failure(goal=self.id, claim=claim.id, reason="crashed"), author or claim.author, at)

    def done(self, task: str, author: str = "dora") -> Record:
        """A claim on a leaf, and its result."""
        return self.result(self.claim(task, author))

    def fail(self, task: str) -> None:
        """A claim on a leaf and its failure, as often as it takes."""
        for attempt in range(1, self.goal.policy.max_attempts + 1):
            self.failure(self.claim(task, attempt=attempt))

    def candidate(self, split: Record | str) -> Candidate:
        candidate = self.goal.candidate(RecordId(split if isinstance(split, str) else split.id))
        assert candidate is not None
        return candidate

    def child(self, split: Record, index: int) -> Task:
        return self.goal.task(self.candidate(split).child_ids[index])

    def counted(self, claim: Record) -> bool:
        state = self.goal.claim(claim.id)
        return state is not None and state.counted

    def again(self, order: Iterable[Record]) -> Plan:
        """Another plan of the same records."""
        plan = Plan()
        for record in order:
            plan.apply(record)
        return plan
