"""How a plan looks on a terminal: a live tree, plain lines where the output is piped, and a static tree."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.text import Text
from rich.tree import Tree

from edge_agent.plan import Candidate, GoalPlan, Plan, TaskState
from edge_agent.plan.tree import DraftView, GoalView, TaskView
from edge_agent.printable import one_line, printable
from edge_agent.records import (
    Cancel,
    Claim,
    Failure,
    Goal,
    PeerId,
    Proposal,
    Record,
    RecordId,
    Requorum,
    Result,
    TaskId,
    Vote,
)
from edge_agent.vote_words import improved, is_settled, tally, verdict

MARKS: Final[Mapping[TaskState, tuple[str, str]]] = {
    "draft": ("·", "dim"),
    "rejected": ("✗", "dim"),
    "waiting": ("…", "dim"),
    "ready": ("○", "cyan"),
    "claimed": ("▶", "yellow"),
    "accepted": ("◇", "cyan"),
    "done": ("✓", "green"),
    "failed": ("✗", "red"),
    "cancelled": ("-", "dim"),
}
"""The sign and the colour of each state of a task."""

GOAL_COLOURS: Final = {"open": "yellow", "finished": "green", "cancelled": "dim", "failed": "red", "forgotten": "dim"}


def terminal_console(*, file_is_terminal: bool | None = None) -> Console:
    """A console for standard output, without colours and motion where it is piped."""
    # Titles, names and paths are shown as they are: no markup of rich's in them is obeyed.
    return Console(
        file=sys.stdout, force_terminal=file_is_terminal, soft_wrap=True, markup=False, emoji=False, highlight=False
    )


def name_of(peer: PeerId | None, names: Mapping[PeerId, str]) -> str:
    """The machine's name, else the end of its id."""
    return "nobody" if peer is None else one_line(names.get(peer, "")) or f"…{peer[-6:]}"


def short(text: str, length: int = 72) -> str:
    """The text on one line, cut at ``length``."""
    line = one_line(text)
    return line if len(line) <= length else f"{line[: length - 1].rstrip()}…"


def task_note(task: TaskView, names: Mapping[PeerId, str], progress: Mapping[str, float]) -> str:
    """What is worth saying of a task behind its title: who works on it or wrote it, or how its splits fare."""
    who = name_of(task.who, names)
    if task.text is not None:
        written = f", {task.text.tokens} tokens in {task.text.seconds:.0f} s" if task.text.tokens else ""
        return f"{who}{written}"
    if task.state == "claimed":
        holder = next((claim.id for claim in task.claims if claim.outcome == "holds"), None)
        done = "" if holder is None or holder not in progress else f" {progress[holder]:.0%}"
        attempt = f", attempt {task.attempts}" if task.attempts > 1 else ""
        return f"{who} at work{done}{attempt}"
    if task.state == "draft" and not task.leaf:
        splits = [draft for draft in task.drafts if not draft.whole]
        proposed = "1 split" if len(splits) == 1 else f"{len(splits)} splits"
        return f"{proposed} proposed, not enough votes yet" if splits else "being split"
    return task.state


def draft_line(draft: DraftView, names: Mapping[PeerId, str], *, settled: bool) -> str:
    """A split on one line: whose, from which angle, its votes. ``settled``: one of the task's splits was accepted."""
    what = (
        "write it whole, without a split"
        if draft.whole
        else f"{name_of(draft.author, names)}'s split by {short(draft.angle) or 'parts'}"
    )
    score = "" if draft.mean_score is None or draft.whole else f", mark {draft.mean_score:.0f} of 100"
    votes = tally(draft, settled=settled)
    return f"{verdict(draft, settled=settled)}: {what}{improved(draft)}{score}: {votes}"


def goal_lines(goal: GoalView, names: Mapping[PeerId, str], *, drafts: bool = True) -> Iterator[str]:
    """The goal as a tree of plain text lines."""
    done = f"{goal.finished_tasks} of {goal.live_tasks} tasks done"
    effort = "" if goal.effort is None else f", effort {goal.effort}"
    yield f"{short(goal.title, 200)} [{goal.state}] {goal.id[:8]}, {done}{effort}"
    if not goal.understood:
        yield "  made by a newer version of this program: shown, but left alone"
    yield from _task_lines(goal, goal.root, names, "  ", drafts)


def _task_lines(
    goal: GoalView, task: TaskView, names: Mapping[PeerId, str], indent: str, drafts: bool
) -> Iterator[str]:
    mark, _ = MARKS[task.state]
    yield f"{indent}{mark} {short(task.title)} ({task_note(task, names, {})})"
    if drafts:
        settled = is_settled(goal, task.drafts)
        for draft in task.drafts:
            if not draft.whole or draft.votes:
                yield f"{indent}    | {draft_line(draft, names, settled=settled)}"
    for child in task.tasks:
        yield from _task_lines(goal, child, names, f"{indent}  ", drafts)


def goal_tree(
    goal: GoalView, names: Mapping[PeerId, str], progress: Mapping[str, float], *, titles: bool = True
) -> RenderableType:
    """The goal as a coloured tree, for a terminal. ``titles``: with those of the parts that drafts propose."""
    title = Text.assemble((short(goal.title), "bold"), "  ", (goal.state, GOAL_COLOURS[goal.state]))
    root = Tree(title, guide_style="dim")
    _grow(root, goal, goal.root, names, progress, titles)
    return root


def _grow(
    branch: Tree,
    goal: GoalView,
    task: TaskView,
    names: Mapping[PeerId, str],
    progress: Mapping[str, float],
    titles: bool,
) -> None:
    settled = is_settled(goal, task.drafts)
    for draft in _open_drafts(task):
        twig = branch.add(Text(draft_line(draft, names, settled=settled), style="dim"))
        for title in draft.titles if titles else ():
            twig.add(Text(short(title), style="dim"))
    for child in task.tasks:
        mark, colour = MARKS[child.state]
        label = Text.assemble(
            (f"{mark} ", colour), short(child.title, 60), (f"  {task_note(child, names, progress)}", "dim")
        )
        _grow(branch.add(label), goal, child, names, progress, titles)


def _open_drafts(task: TaskView) -> list[DraftView]:
    """The drafts that a live tree shows: those of a task that has no accepted split yet."""
    return [draft for draft in task.drafts if not draft.whole] if task.state in ("draft", "rejected") else []


def _height(task: TaskView, titles: bool) -> int:
    """The lines of the task in a tree, if none is longer than the terminal is wide."""
    drafts = sum(1 + (len(draft.titles) if titles else 0) for draft in _open_drafts(task))
    return 1 + drafts + sum(_height(child, titles) for child in task.tasks)


def live_view(
    goals: list[GoalView],
    names: Mapping[PeerId, str],
    progress: Mapping[str, float],
    footer: str,
    *,
    height: int = 1_000,
    of: int = 0,
) -> RenderableType:
    """Everything that a running swarm shows: what fits into ``height`` lines. ``of``: how many goals there are."""
    room = height - len(footer.split("\n")) - 2
    titles = sum(_height(goal.root, True) for goal in goals) <= room
    parts: list[RenderableType] = []
    for goal in goals:
        room -= _height(goal.root, titles)
        if parts and room < 0:
            break
        parts.append(goal_tree(goal, names, progress, titles=titles))
    left = max(of, len(goals)) - len(parts)
    if left:
        parts.append(Text(f"and {left} goals more", style="dim"))
    return Group(*parts, Text(printable(footer), style="dim"))


class EventLines:
    """Turns the records that an agent hears into lines for people; remembers which decisions it has told."""

    def __init__(self) -> None:
        self._told: set[RecordId] = set()

    def lines(self, record: Record, plan: Plan, names: Mapping[PeerId, str]) -> list[str]:
        """What this record means, the plan having taken it in; nothing for what is of no interest."""
        goal = None if record.goal is None else plan.goal(record.goal)
        if goal is None:
            return []
        who = name_of(record.author, names)
        lines = self._of_record(record, goal, who, names)
        return [*lines, *self._decisions(goal, names)]

    def _of_record(self, record: Record, goal: GoalPlan, who: str, names: Mapping[PeerId, str]) -> list[str]:
        match record.body:
            case Goal(title=title):
                return [f"{who} takes the goal: {short(title)}"]
            case Proposal(children=children, angle=angle, round=number):
                again = f" (round {number})" if number else ""
                head = (
                    f"{who} proposes a split by {short(angle) or 'parts'}{again} of {_title(goal, record.body.task)}:"
                )
                return [head, *(f"    {at}. {short(child.title)}" for at, child in enumerate(children, start=1))]
            case Vote() as vote:
                return _vote_lines(goal, vote, who, names)
            case Claim() as claim if claim.attempt > goal.policy.max_attempts:
                return [f"{who} closes {_title(goal, claim.task)}: all {goal.policy.max_attempts} attempts failed"]
            case Claim() as claim:
                again = f" (attempt {claim.attempt})" if claim.attempt > 1 else ""
                what = "to merge" if claim.phase == "merge" else "to write"
                return [f"{who} claims {_title(goal, claim.task)} {what}{again}"]
            case Result() as result:
                held = goal.claim(RecordId(result.claim))
                title = "a task" if held is None else _title(goal, held.step.task)
                return [f"{who} finishes {title}: {result.tokens} tokens in {result.seconds:.0f} s"]
            case Failure() as failure:
                held = goal.claim(RecordId(failure.claim))
                title = "a task" if held is None else _title(goal, held.step.task)
                return [f"{who} gives up {title}: {short(failure.reason, 200)}"]
            case Requorum(quorum=quorum):
                votes = "1 vote is" if quorum == 1 else f"{quorum} votes are"
                return [f"{who} says that {votes} enough from now on for {short(goal.goal.title)!r}"]
            case Cancel(reason=reason):
                return [f"{who} cancels {short(goal.goal.title)!r}: {short(reason, 200)}"]
            case _:
                return []

    def _decisions(self, goal: GoalPlan, names: Mapping[PeerId, str]) -> list[str]:
        lines = []
        for task in goal.live_tasks():
            accepted = task.accepted
            if accepted is not None and accepted.id not in self._told:
                self._told.add(accepted.id)
                lines.append(f"  => accepted for {short(task.title, 50)!r}: {_candidate(accepted, names)}")
        return lines


def _title(goal: GoalPlan, task_id: str) -> str:
    task = goal.tasks.get(TaskId(task_id))
    return repr(short(task.title, 60)) if task is not None else "a task"


def _candidate(candidate: Candidate, names: Mapping[PeerId, str]) -> str:
    if candidate.is_whole:
        return "to write it whole, without a split"
    angle = candidate.proposal.angle if candidate.proposal is not None else ""
    return f"the split by {short(angle) or 'parts'} of {name_of(candidate.author, names)}"


def _vote_lines(goal: GoalPlan, vote: Vote, who: str, names: Mapping[PeerId, str]) -> list[str]:
    candidate = goal.candidate(RecordId(vote.proposal))
    if candidate is None:
        return []
    verb = "approves" if vote.approve else "rejects"
    critique = f": {short(vote.critique, 100)}" if vote.critique else ""
    if candidate.is_whole:
        title = _title(goal, candidate.task.id)
        would = f"would write {title} as a whole" if vote.approve else f"would split {title}"
        return [f"{who} {would}{critique}"]
    marks = f"concrete {vote.scores.concrete}, distinct {vote.scores.distinct}, complete {vote.scores.complete}"
    return [f"{who} {verb} {_candidate(candidate, names)} ({marks}){critique}"]
