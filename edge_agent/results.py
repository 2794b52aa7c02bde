"""The results folder: for every goal a folder with the answer and the plan, as files for people and for programs.

``RESULT.md`` is the answer, written when the goal has ended, however it ended. ``plan.md`` is the plan as a tree and
``plan.json`` the same for programs; both are written anew as the plan grows. The renderers are pure.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from slugify import slugify

from edge_agent.effort import effort_told
from edge_agent.folders import keep_names
from edge_agent.markdown import cell, contains, embed, inline, without_title
from edge_agent.plan import GoalPlan, Task
from edge_agent.plan.tree import DraftView, GoalView, TaskView, TextView, VoteView, tree
from edge_agent.records import Failure, PeerId, Record, RecordId, Result
from edge_agent.vote_words import improved, is_settled, tally, verdict

MAX_SLUG: Final = 60
RESULT: Final = "RESULT.md"

_ENDINGS: Final = {
    "open": "This goal is still being worked on",
    "finished": "This goal is finished",
    "cancelled": "This goal was cancelled before it was finished",
    "failed": "This goal failed",
    "forgotten": "This goal is over and its records were deleted; what was written of it stays in results folders",
}


class ResultsError(Exception):
    """The results cannot be written; what was written before is whole. The message says why and where."""


class Names:
    """What to call a machine: its name, with the end of its peer id where two have the same one or none is known."""

    def __init__(self, names: Mapping[PeerId, str]) -> None:
        self._names = {peer: " ".join(name.split())[:60] for peer, name in names.items()}
        self._all = list(self._names.values())

    def __call__(self, peer: PeerId | None) -> str:
        """The name, ready for Markdown."""
        if peer is None:
            return "nobody"
        name = self._names.get(peer, "")
        if name and self._all.count(name) == 1:
            return inline(name)
        return inline(f"{name or 'machine'} (…{peer[-6:]})")


def folder_name(goal: GoalPlan) -> str:
    """``<slug>-<short id>``: letters a to z, digits and hyphens, whatever the title holds."""
    slug = slugify(goal.goal.title, max_length=MAX_SLUG, word_boundary=True, lowercase=True)
    # The whitelist is held here, not in a dependency: the title is a person's or a peer's text.
    slug = "".join(character for character in slug if character in "abcdefghijklmnopqrstuvwxyz0123456789-").strip("-")
    return f"{slug[:MAX_SLUG].strip('-') or 'goal'}-{goal.id[:8]}"


def rendered(goal: GoalPlan, names: Mapping[PeerId, str]) -> dict[str, str]:
    """The files of the goal's folder, by name; RESULT.md is among them once the goal has ended."""
    files = {"plan.json": plan_json(goal), "plan.md": plan_markdown(goal, names)}
    if goal.ended:
        files[RESULT] = result_markdown(goal, names)
    return files


def plan_json(goal: GoalPlan) -> str:
    """The read model (``plan.tree.GoalView``) as JSON."""
    return msgspec.json.format(msgspec.json.encode(tree(goal)), indent=2).decode() + "\n"


def plan_markdown(goal: GoalPlan, names: Mapping[PeerId, str]) -> str:
    """The plan as a tree: states, who, scores, drafts with their votes."""
    view, name = tree(goal), Names(names)
    lines = [f"# Plan: {inline(view.title)}", "", _standing(view), "", *_facts(view, name), ""]
    lines += _task_lines(view.root, view, name, "")
    return "\n".join(lines) + "\n"


def result_markdown(goal: GoalPlan, names: Mapping[PeerId, str]) -> str:
    """The answer for a person: title, text, parts that the text leaves out, what is missing, how it was made."""
    view, name = tree(goal), Names(names)
    title = view.title
    blocks = [f"# {inline(title)}"]
    if goal.state != "finished":
        blocks.append(f"> **{_standing(view)}**")
    answer = _text(goal.root.text)
    if answer:
        blocks.append(embed(without_title(answer, title), 1))
    parts = list(_parts(goal))
    if parts:
        blocks.append("## The parts in full" if answer else "## What was written")
        for part_title, text in parts:
            blocks += [f"### {inline(part_title)}", embed(without_title(text, part_title), 3)]
    missing = [] if goal.forgotten else _missing(goal, answer)
    if missing:
        blocks += ["## What is missing", "\n".join(missing)]
    blocks += ["---", "## How this was made", *_making(goal, view, name)]
    return "\n\n".join(block for block in blocks if block) + "\n"


class ResultsWriter:
    """Keeps the results folder; every file is whole at every moment, and written only when it changes."""

    def __init__(self, folder: Path, *, makes_folder: bool = True) -> None:
        """``makes_folder``: where the results folder itself is missing it is made; else that is an error."""
        self.folder = folder
        self._makes_folder = makes_folder

    def write(self, goal: GoalPlan, names: Mapping[PeerId, str]) -> Path:
        """Bring the goal's folder up to date; returns it. ResultsError where that cannot be done: call again later.

        What a forgotten goal came to stays as it was written.
        """
        target = self.folder / folder_name(goal)
        if goal.state != "forgotten":
            _write_files(target, rendered(goal, names), goal.goal.title, with_parents=self._makes_folder)
        return target

    async def write_aside(self, goal: GoalPlan, names: Mapping[PeerId, str]) -> Path:
        """The same for an event loop: rendered at once, for the plan is the loop's; a thread waits for the disk."""
        target = self.folder / folder_name(goal)
        if goal.state != "forgotten":
            files = rendered(goal, names)
            await asyncio.to_thread(_write_files, target, files, goal.goal.title, with_parents=self._makes_folder)
        return target

    def export(self, goal: GoalPlan, names: Mapping[PeerId, str], folder: Path) -> Path:
        """Write the same files into a folder of their own in ``folder``; returns it. ResultsError as for ``write``."""
        target = folder / folder_name(goal)
        _write_files(target, rendered(goal, names), goal.goal.title)
        return target


def _write_files(target: Path, files: Mapping[str, str], title: str, *, with_parents: bool = True) -> None:
    is_new = not target.exists()
    try:
        target.mkdir(parents=with_parents, exist_ok=True)
        for file, content in files.items():
            write_whole(target / file, content.encode(errors="replace"))
    except OSError as error:
        if is_new:
            # Where something was written already the folder stays.
            with contextlib.suppress(OSError):
                target.rmdir()
        raise ResultsError(
            f"the results of {title!r} cannot be written to {target}: {error.strerror or error}. Make room there, or "
            "check who owns the folder; it is tried again"
        ) from error


def write_whole(path: Path, content: bytes) -> None:
    """Write the file so that it is whole at every moment; one with this content is left alone. OSError."""
    with contextlib.suppress(FileNotFoundError):
        if path.read_bytes() == content:
            return
    draft = path.with_name(f".{path.name}.new")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    keep_names(path.parent)


# RESULT.md


def _text(record: Record | None) -> str:
    return record.body.text.strip() if record is not None and isinstance(record.body, Result) else ""


def _parts(goal: GoalPlan) -> Iterator[tuple[str, str]]:
    """Title and text of what was written and does not stand in what is shown before it, in the plan's order."""
    shown = [_text(goal.root.text)]
    pending = [(goal.root, goal.root.text)]
    while pending:
        task, record = pending.pop()
        text = _text(record)
        if text and not any(contains(before, text) for before in shown):
            shown.append(text)
            yield task.title, text
        pending += reversed(_used(goal, record) if text else _beneath(goal, task))


def _used(goal: GoalPlan, record: Record | None) -> list[tuple[Task, Record | None]]:
    """The tasks and results that a merge names: they are its parts, even where another split was accepted since."""
    used: list[tuple[Task, Record | None]] = []
    for merged in record.body.merged if record is not None and isinstance(record.body, Result) else ():
        part = goal.records.get(RecordId(merged))
        claim = goal.claim(RecordId(part.body.claim)) if part is not None and isinstance(part.body, Result) else None
        if claim is not None:
            used.append((goal.task(claim.step.task), part))
    return used


def _beneath(goal: GoalPlan, task: Task) -> list[tuple[Task, Record | None]]:
    if task.accepted is None:
        return []
    return [(child, child.text) for child in map(goal.task, task.accepted.child_ids)]


def _missing(goal: GoalPlan, answer: str) -> list[str]:
    """The tasks without a text that nothing above them makes up for, less those that the answer's open points name."""
    named = [line.rstrip() for line in answer.split("\n") if line.startswith("- ")]
    lines = []
    for task in goal.live_tasks():
        if any(line.endswith(f": {task.title}") for line in named):
            continue
        if task.finished or (task.accepted is not None and task.accepted.child_ids):
            continue
        if task.failed:
            reason = _last_reason(goal, task)
            lines.append(f"- {inline(task.title)}: failed{f' ({reason})' if reason else ''}")
        elif goal.state != "finished":
            lines.append(f"- {inline(task.title)}: not written")
    return lines


def _last_reason(goal: GoalPlan, task: Task) -> str:
    step = task.phase()
    claims = [] if step is None else goal.attempts(step).claims()
    said = [claim.failures[0].body for claim in claims if claim.failed]
    return next((inline(body.reason) for body in reversed(said) if isinstance(body, Failure)), "")


def _making(goal: GoalPlan, view: GoalView, name: Names) -> list[str]:
    """The appendix: what was asked, which machine and model did what, what failed on the way."""
    blocks = ["\n".join(_facts(view, name))]
    asked = goal.goal.text.strip()
    if asked and asked != view.title:
        blocks += ["What was asked:", "\n".join(f"> {line}".rstrip() for line in embed(asked, 2).split("\n"))]
    tasks = list(_flat(view.root))
    rows = [_row(task, task.text, name) for task in tasks if task.text is not None]
    if rows:
        head = ["| part | written by | model | tokens | seconds | at |", "| --- | --- | --- | ---: | ---: | --- |"]
        blocks.append("\n".join(head + rows))
    failures = [
        f"- {inline(task.title)}: attempt {claim.attempt} by {name(claim.who)} failed"
        f"{f' ({inline(claim.reason)})' if claim.reason else ''}"
        for task in tasks
        for claim in task.claims
        if claim.outcome == "failed"
    ]
    if failures:
        blocks += ["What failed on the way:", "\n".join(failures)]
    blocks.append("The whole plan, with the drafts and the votes, is in plan.md.")
    return blocks


def _row(task: TaskView, text: TextView, name: Names) -> str:
    merged = f" (merged from {len(text.merged)})" if text.merged else ""
    who = name(text.who).replace("|", "\\|")
    return (
        f"| {cell(task.title)}{merged} | {who} | {cell(text.model) or '-'} | {text.tokens} | {text.seconds:.1f} "
        f"| {_moment(text.when)} |"
    )


def _flat(task: TaskView) -> Iterator[TaskView]:
    yield task
    for child in task.tasks:
        yield from _flat(child)


# plan.md


def _standing(view: GoalView) -> str:
    tasks = f"{view.finished_tasks} of {view.live_tasks} tasks {'is' if view.finished_tasks == 1 else 'are'} done"
    failed = f", {view.failed_tasks} failed" if view.failed_tasks else ""
    if view.state == "forgotten":
        return f"{_ENDINGS[view.state]}."
    if not view.understood:
        return "This goal follows rules that this version of swarm-agent does not know: update it to see more."
    return f"{_ENDINGS[view.state]}: {tasks}{failed}."


def _facts(view: GoalView, name: Names) -> list[str]:
    votes = "vote" if view.quorum == 1 else "votes"
    lowered = f" (lowered from {view.quorum_at_first})" if view.quorum < view.quorum_at_first else ""
    own = "; its author's own vote counts" if view.self_votes else "; its author, where it votes too, counts as one"
    return [
        f"- taken by {name(view.author)} at {_moment(view.when)}",
        f"- goal {view.id[:8]}, priority {view.priority}",
        f"- effort: {effort_told(view.effort)}",
        f"- a split into parts needs {view.quorum} {votes} for it{lowered}{own}",
    ]


def _task_lines(task: TaskView, view: GoalView, name: Names, indent: str) -> list[str]:
    facts: list[str] = [task.state, task.form]
    if task.text is not None:
        text = task.text
        model = f" with {inline(text.model)}" if text.model else ""
        facts.append(f"by {name(text.who)}{model}, {text.tokens} tokens in {text.seconds:.1f} s")
    elif task.who is not None and task.when is not None:
        facts.append(f"{name(task.who)}, attempt {task.attempts}, since {_moment(task.when)}")
    lines = [f"{indent}- **{inline(task.title)}** · {' · '.join(facts)}"]
    deeper = indent + "  "
    if task.detail and task.depth:
        lines.append(f"{deeper}- {inline(task.detail)}")
    for claim in task.claims:
        if claim.outcome == "failed":
            reason = f": {inline(claim.reason)}" if claim.reason else ""
            lines.append(f"{deeper}- attempt {claim.attempt} by {name(claim.who)} failed{reason}")
    settled = is_settled(view, task.drafts)
    for draft in task.drafts:
        if draft.whole and not draft.votes and draft.state != "accepted":
            continue
        lines.append(f"{deeper}- {_draft(draft, name, settled)}")
        lines += [f"{deeper}  - {_vote(vote, name, whole=draft.whole)}" for vote in draft.votes]
    for child in task.tasks:
        lines += _task_lines(child, view, name, deeper)
    return lines


def _draft(draft: DraftView, name: Names, settled: bool) -> str:
    word, votes = verdict(draft, settled=settled), tally(draft, settled=settled)
    if draft.whole:
        return f"{word}: to write it whole, without a split: {votes}"
    angle = inline(draft.angle) or "parts"
    mark = "" if draft.mean_score is None else f", mark {draft.mean_score:.0f} of 100"
    parts = "; ".join(inline(title) for title in draft.titles)
    return f"{word}: {name(draft.author)}'s split by {angle}{improved(draft)}{mark}: {votes}. Parts: {parts}"


def _vote(vote: VoteView, name: Names, *, whole: bool) -> str:
    critique = f": {inline(vote.critique)}" if vote.critique else ""
    if whole:
        return f"{name(vote.scorer)} would {'write it whole' if vote.approve else 'split it'}{critique}"
    marks = f"of 100: concrete {vote.concrete}, distinct {vote.distinct}, complete {vote.complete}"
    return f"{name(vote.scorer)} {'approves' if vote.approve else 'rejects'} ({marks}){critique}"


def _moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1_000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
