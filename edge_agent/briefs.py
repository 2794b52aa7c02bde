"""What a role's work is told about its task: drawn from the plan, without I/O."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from edge_agent.plan import GoalPlan, Task
from edge_agent.records import PeerId, RecordId, Result, TaskId, digest_of
from edge_agent.roles.prompts import Brief


class ChildOutcome(Struct, frozen=True, kw_only=True):
    """What became of a child; ``text`` is None where it failed."""

    title: str
    text: str | None


def brief_of(goal: GoalPlan, task: Task) -> Brief:
    """The task as its role's prompts need it."""
    ancestors: list[Task] = []
    siblings = siblings_of(goal, task)
    one = task
    while one.parent is not None:
        one = goal.task(one.parent)
        ancestors.insert(0, one)
    return Brief(
        goal=goal.goal.text,
        title=task.title,
        detail=task.detail,
        form=task.form,
        path=tuple(ancestor.title for ancestor in ancestors),
        siblings=tuple(sibling.title for sibling in siblings),
        coverage=tuple(sibling.detail for sibling in siblings),
        language=goal.goal.language,
    )


def siblings_of(goal: GoalPlan, task: Task) -> list[Task]:
    """All tasks of the split that the task is one of, in order, itself included; empty for the root."""
    if task.proposal is None:
        return []
    candidate = goal.candidate(task.proposal)
    return [] if candidate is None else [goal.task(child) for child in candidate.child_ids]


def needed_results(goal: GoalPlan, task: Task) -> list[tuple[str, str]]:
    """Title and text of the tasks that this one comes after, as far as they are finished."""
    return [(one.title, text) for one in map(goal.task, task.after) if (text := text_of(one)) is not None]


def outcomes_of(goal: GoalPlan, child_ids: Sequence[TaskId]) -> list[ChildOutcome]:
    """What became of each child of a split, in order, for a merge."""
    return [ChildOutcome(title=child.title, text=text_of(child)) for child in map(goal.task, child_ids)]


def results_of(goal: GoalPlan, child_ids: Sequence[TaskId]) -> tuple[RecordId, ...]:
    """The results that a merge of these children uses, in order."""
    return tuple(child.text.id for child in map(goal.task, child_ids) if child.text is not None)


def text_of(task: Task) -> str | None:
    """The task's text: that of its earliest result; None while there is none."""
    if task.text is None or not isinstance(task.text.body, Result):
        return None
    return task.text.body.text


def seed_of(author: PeerId, *parts: str) -> int:
    """A seed of 31 bits that follows from who does what: two machines think differently, a retry differs too."""
    return int(digest_of(author.encode(), *(part.encode() for part in parts))[:8], 16) & 0x7FFF_FFFF
