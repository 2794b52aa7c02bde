"""What is live, undecided and ready in a goal, read from the plan as it stands (rule 8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge_agent.plan.claims import Step
from edge_agent.plan.tasks import Task, TaskState

if TYPE_CHECKING:
    from edge_agent.plan.goal import GoalPlan


def live_tasks(goal: GoalPlan) -> list[Task]:
    """The root and all tasks whose ancestors' splits are accepted: each before its parts, parts by their index."""
    found = []
    stack = [goal.root]
    while stack:
        task = stack.pop()
        found.append(task)
        stack.extend(reversed(parts(goal, task)))
    return found


def parts(goal: GoalPlan, task: Task) -> list[Task]:
    """The children of the task's accepted split."""
    return [] if task.accepted is None else [goal.task(child) for child in task.accepted.child_ids]


def undecided(goal: GoalPlan) -> list[Task]:
    """Live, no leaf, without an accepted split, neither it nor an ancestor ended, the goal open; in the tree's order.

    Found among the tasks without a split, not by walking the tree: in a large plan most tasks are decided.
    """
    if goal.ended or not goal.understood:
        return []
    found = [task for task in goal.unsplit.values() if not task.ended and _leads_to(task)]
    return sorted(found, key=_place)


def _leads_to(task: Task) -> bool:
    """Whether all splits above the task are accepted, and none of the tasks above has ended."""
    return all(split.task.accepted is split and not split.task.ended for split in task.splits_above())


def _place(task: Task) -> list[int]:
    """Where the task lies in the tree: the indexes that lead to it."""
    return [task.index, *(split.task.index for split in task.splits_above())][::-1]


def ready(goal: GoalPlan) -> list[Step]:
    """Rule 8, for all live tasks, in the tree's order."""
    found = []
    for task in _open_tasks(goal):
        step = task.phase()
        if step is not None and parts_ended(goal, task):
            found.append(step)
    return found


def _open_tasks(goal: GoalPlan) -> Iterator[Task]:
    """The live tasks that have not ended, nor an ancestor, and of which none waits for a sibling."""
    stack = [] if goal.ended or not goal.understood else [goal.root]
    while stack:
        task = stack.pop()
        if task.ended or not unblocked(goal, task):
            continue
        yield task
        stack.extend(reversed(parts(goal, task)))


def unblocked(goal: GoalPlan, task: Task) -> bool:
    """Whether all siblings that the task itself comes after have ended."""
    return all(goal.task(before).ended for before in task.after)


def parts_ended(goal: GoalPlan, task: Task) -> bool:
    """Whether the task could be merged: all parts of its accepted split have ended."""
    return all(part.ended for part in parts(goal, task))


def is_ready(goal: GoalPlan, task: Task) -> bool:
    """Rule 8, for one task."""
    if goal.ended or not goal.understood or task.ended or not task.live or task.phase() is None:
        return False
    line = [task, *(split.task for split in task.splits_above())]
    return (
        all(unblocked(goal, one) for one in line)
        and not any(above.ended for above in line[1:])
        and parts_ended(goal, task)
    )


def state_of(goal: GoalPlan, task: Task) -> TaskState:
    """Where the task stands, for people; see :data:`edge_agent.plan.tasks.TaskState`."""
    if not task.live:
        return "rejected" if any(split.state == "rejected" for split in task.splits_above()) else "draft"
    if task.finished:
        return "done"
    if task.failed:
        return "failed"
    if goal.ended or any(split.task.ended for split in task.splits_above()):
        return "cancelled"
    step = task.phase()
    if step is None:
        return "draft"
    if not is_ready(goal, task):
        return "accepted" if step.phase == "merge" else "waiting"
    holder = goal.attempts(step).holder()
    return "ready" if holder is None or holder.failed else "claimed"
