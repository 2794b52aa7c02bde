"""What a role's work is told about its task: drawn from the plan, without I/O."""

from __future__ import annotations

from collections.abc import Sequence

from edge_agent.plan import GoalPlan, Task
from edge_agent.records import Failure, PeerId, RecordId, Result, TaskId, digest_of
from edge_agent.roles.execute import Input
from edge_agent.roles.merge import Part
from edge_agent.roles.prompts import Brief


def brief_of(goal: GoalPlan, task: Task) -> Brief:
    """The task as its role's prompts need it."""
    ancestors: list[Task] = []
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
        siblings=tuple(sibling.title for sibling in siblings_of(goal, task)),
        language=goal.goal.language,
    )


def siblings_of(goal: GoalPlan, task: Task) -> list[Task]:
    """All tasks of the split that the task is one of, in order, itself included; empty for the root."""
    if task.proposal is None:
        return []
    candidate = goal.candidate(task.proposal)
    return [] if candidate is None else [goal.task(child) for child in candidate.child_ids]


def needed_results(goal: GoalPlan, task: Task) -> list[Input]:
    """The results of the tasks that this one comes after, as far as they are finished."""
    before = map(goal.task, task.after)
    return [Input(title=one.title, text=text) for one in before if (text := text_of(one)) is not None]


def parts_of(goal: GoalPlan, child_ids: Sequence[TaskId]) -> list[Part]:
    """What became of each child of a split, in order, for a merge."""
    return [
        Part(title=child.title, text=text_of(child), reason=_last_failure(goal, child))
        for child in map(goal.task, child_ids)
    ]


def results_of(goal: GoalPlan, child_ids: Sequence[TaskId]) -> tuple[RecordId, ...]:
    """The results that a merge of these children uses, in order."""
    return tuple(child.text.id for child in map(goal.task, child_ids) if child.text is not None)


def text_of(task: Task) -> str | None:
    """The task's text: that of its earliest result; None while there is none."""
    if task.text is None or not isinstance(task.text.body, Result):
        return None
    return task.text.body.text


def _last_failure(goal: GoalPlan, task: Task) -> str:
    """Why the task's last attempt was given up; empty where that is not known."""
    step = task.phase()
    claims = [] if step is None else goal.attempts(step).claims()
    reasons = [record.body.reason for claim in claims for record in claim.failures if isinstance(record.body, Failure)]
    return reasons[-1] if reasons else ""


def seed_of(author: PeerId, *parts: str) -> int:
    """A seed of 31 bits that follows from who does what: two machines think differently, a retry differs too."""
    return int(digest_of(author.encode(), *(part.encode() for part in parts))[:8], 16) & 0x7FFF_FFFF
