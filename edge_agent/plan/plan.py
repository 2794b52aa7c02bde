"""The plan: a pure function of the set of records, kept up to date record by record."""

from __future__ import annotations

from edge_agent.plan.facts import Sum, digest_of_sums, hash_of
from edge_agent.plan.goal import GoalPlan
from edge_agent.records import Forget, Goal, Record, RecordId


class Plan:
    """All goals of a swarm. The order in which records are applied leaves no trace, nor does applying one twice."""

    def __init__(self) -> None:
        self._records: dict[RecordId, Record] = {}
        self._goals: dict[RecordId, GoalPlan] = {}
        self._early: dict[RecordId, list[Record]] = {}
        """Records of goals whose Goal is not known yet, by the goal that they name."""
        self._dropped: list[Record] = []
        self._record_sum = Sum()
        self._fact_sum = Sum()

    def apply(self, record: Record) -> bool:
        """Take in a record; False where it was known already or its goal is forgotten."""
        if record.id in self._records or self.refuses(record):
            return False
        self._records[record.id] = record
        self._record_sum.add(hash_of(record.id))
        goal_id = record.goal
        if isinstance(record.body, Goal):
            self._open(record, record.body)
        elif goal_id is not None and goal_id in self._goals:
            self._apply_to(self._goals[goal_id], [record])
        elif goal_id is not None:
            self._early.setdefault(goal_id, []).append(record)
        return True

    def take_dropped(self) -> list[Record]:
        """The records that were dropped since the last call, because their goal came to be forgotten."""
        dropped, self._dropped = self._dropped, []
        return dropped

    def digest(self) -> str:
        """64 hexadecimal digits that cover the ids of all records and everything that was derived from them."""
        return digest_of_sums(self._record_sum, self._fact_sum)

    def __contains__(self, record_id: RecordId) -> bool:
        return record_id in self._records

    def __len__(self) -> int:
        return len(self._records)

    def record(self, record_id: RecordId) -> Record | None:
        """The record of this id, where it was applied and not dropped since."""
        return self._records.get(record_id)

    def goal(self, goal_id: RecordId) -> GoalPlan | None:
        """The goal of this id, where its Goal record is known."""
        return self._goals.get(goal_id)

    def goals(self) -> list[GoalPlan]:
        """The goals whose Goal record is known: highest priority first, then the earliest."""
        return sorted(self._goals.values(), key=lambda goal: (-goal.priority, goal.record.order))

    def forgets(self, goal_id: RecordId) -> bool:
        """Rule 12: whether all records of this goal but Goal and Forget are to be refused and deleted."""
        goal = self._goals.get(goal_id)
        return goal is not None and goal.forgotten

    def refuses(self, record: Record) -> bool:
        """Whether this record belongs to a forgotten goal, and is not what is kept of it."""
        goal_id = record.goal
        return goal_id is not None and not isinstance(record.body, Goal | Forget) and self.forgets(goal_id)

    def _open(self, record: Record, body: Goal) -> None:
        goal = self._goals[record.id] = GoalPlan(record, body, self._fact_sum)
        self._apply_to(goal, self._early.pop(record.id, []))

    def _apply_to(self, goal: GoalPlan, records: list[Record]) -> None:
        for record in records:
            goal.apply(record)
        if goal.forgotten:
            for record_id in goal.forget():
                self._dropped.append(self._records.pop(record_id))
                self._record_sum.add(-hash_of(record_id))
