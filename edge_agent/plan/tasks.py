"""Tasks, and what makes a proposal well-formed (rules 1, 5, 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from edge_agent.plan.claims import Step
from edge_agent.plan.votes import Candidate
from edge_agent.records import Clock, Form, Policy, Proposal, Record, RecordId, TaskId

if TYPE_CHECKING:
    from edge_agent.plan.goal import GoalPlan

TaskState = Literal["draft", "rejected", "waiting", "ready", "claimed", "accepted", "done", "failed", "cancelled"]
"""draft: its split is not accepted (yet), or it is itself still without a decided split. rejected: its split was.
accepted: its split is accepted and the parts are at work. cancelled: nobody needs it any more."""


class Task:
    """A task of a goal: the root, or a child of a well-formed proposal. Depth and budget follow from the proposals."""

    __slots__ = (
        "accepted",
        "after",
        "budget",
        "depth",
        "detail",
        "failed",
        "fixed_leaf",
        "form",
        "goal",
        "id",
        "index",
        "maker",
        "proposals",
        "text",
        "title",
        "whole",
    )

    def __init__(self, goal: GoalPlan, maker: Candidate | None, index: int, budget: int, marked_leaf: bool) -> None:
        self.goal = goal
        self.maker = maker
        self.index = index
        self.budget = budget
        self.id: TaskId
        self.after: tuple[TaskId, ...] = ()
        self.form: Form = "text"
        if maker is None:
            self.id, self.depth = TaskId(goal.id), 0
            self.title, self.detail = goal.goal.title, goal.goal.text
        else:
            child = maker.children[index]
            self.id, self.depth = maker.child_ids[index], maker.task.depth + 1
            self.title, self.detail, self.form = child.title, child.detail, child.form
            self.after = tuple(maker.child_ids[before] for before in sorted(set(child.after)))
        self.fixed_leaf: bool = marked_leaf or self.depth >= goal.policy.max_depth or budget < 2
        """Rule 6, the part that never changes: a leaf by mark, depth or budget."""
        self.proposals: list[Candidate] = []
        """All proposals that are well-formed by their shape, in their order, also those that do not count."""
        self.whole: Candidate | None = None if self.fixed_leaf else Candidate(self, None, None)
        self.accepted: Candidate | None = None
        self.text: Record | None = None
        """The earliest result to any counted claim (rule 10)."""
        self.failed: bool = False

    @property
    def goal_id(self) -> RecordId:
        """The goal that the task belongs to."""
        return self.goal.id

    @property
    def parent(self) -> TaskId | None:
        """The task that it is a part of; None for the root."""
        return None if self.maker is None else self.maker.task.id

    @property
    def proposal(self) -> RecordId | None:
        """The proposal that it comes from; None for the root."""
        return None if self.maker is None else self.maker.id

    @property
    def since(self) -> Clock:
        """The clock of the record that names it: its proposal's, the root's Goal's."""
        return self.goal.record.clock if self.maker is None else self.maker.since

    @property
    def made(self) -> Clock | None:
        """The decision that made it: its proposal's, the root's Goal's; None while its proposal is undecided.

        Decisions only rise down a path (rule 1), so a clock above this one is above those of all ancestors.
        """
        return self.goal.record.clock if self.maker is None else self.maker.decision

    @property
    def leaf(self) -> bool:
        """Rule 6: by mark, by depth, by budget, or because its whole is accepted."""
        return self.fixed_leaf or (self.accepted is not None and self.accepted.is_whole)

    @property
    def candidates(self) -> list[Candidate]:
        """The proposals that count, in their order, and last the whole where the task is no leaf from the start."""
        counting = [candidate for candidate in self.proposals if candidate.counts]
        if self.whole is not None and self.whole.counts:
            counting.append(self.whole)
        return counting

    @property
    def all_candidates(self) -> list[Candidate]:
        """The candidates, also those that do not count."""
        return self.proposals if self.whole is None else [*self.proposals, self.whole]

    @property
    def finished(self) -> bool:
        """Whether it has its text; it never loses it (invariant I9)."""
        return self.text is not None

    @property
    def ended(self) -> bool:
        """Rule 7: finished or failed."""
        return self.text is not None or self.failed

    @property
    def live(self) -> bool:
        """Whether the splits of all its ancestors, down to it, are accepted."""
        return all(split.task.accepted is split for split in self.splits_above())

    @property
    def state(self) -> TaskState:
        """Where it stands, for people."""
        return self.goal.state_of(self)

    def splits_above(self) -> Iterator[Candidate]:
        """The splits that lead to it, its own maker first."""
        split = self.maker
        while split is not None:
            yield split
            split = split.task.maker

    def phase(self) -> Step | None:
        """What is to be done for it: execute a leaf, merge an accepted split; None while it is undecided."""
        if self.fixed_leaf:
            return Step(self.goal.id, self.id, "execute", None)
        if self.accepted is None:
            return None
        return Step(self.goal.id, self.id, "execute" if self.accepted.is_whole else "merge", self.accepted.id)

    def has_failed(self) -> bool:
        """Rule 7: its phase is closed as failed, or all its children failed; a text outweighs both."""
        step = self.phase()
        if self.text is not None or step is None:
            return False
        split = self.accepted
        if split is not None and split.children and split.failed_children == len(split.children):
            return True
        return self.goal.attempts(step).closed(self.goal.policy.max_attempts)

    def __repr__(self) -> str:
        return f"Task({self.id[:8]}, {self.title!r})"


def is_well_formed(record: Record, proposal: Proposal, task: Task, refined: Candidate | None, policy: Policy) -> bool:
    """Rule 1, by what never changes: shape, budget, refinement, and a clock above those of the records it names."""
    if task.fixed_leaf or len(proposal.children) > min(policy.max_children, task.budget):
        return False
    if any(before >= index for index, child in enumerate(proposal.children) for before in child.after):
        return False
    return record.clock > task.since and _refines_well(record, proposal, task, refined, policy)


def _refines_well(record: Record, proposal: Proposal, task: Task, refined: Candidate | None, policy: Policy) -> bool:
    if proposal.refines is None:
        return proposal.round == 0
    if refined is None or refined.is_whole or refined.task is not task:
        return False
    return proposal.round == refined.round + 1 <= policy.max_rounds and record.clock > refined.since


def budgets(proposal: Proposal, budget: int) -> list[int]:
    """Rule 5: each child's budget; what the children leave is shared equally by those that are not marked as leaves."""
    open_children = [index for index, child in enumerate(proposal.children) if not child.leaf]
    shares = [0] * len(proposal.children)
    left = budget - len(proposal.children)
    for position, index in enumerate(open_children):
        shares[index] = left // len(open_children) + (1 if position < left % len(open_children) else 0)
    return shares
