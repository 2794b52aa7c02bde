"""The read model: one goal as a tree, for people and for programs. Deterministic, and JSON-able by msgspec.

Times are milliseconds since 1970, as the clocks of the records tell them.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from edge_agent.clock import ms_of_clock
from edge_agent.effort import Effort, effort_of
from edge_agent.plan.claims import Attempts, ClaimState
from edge_agent.plan.goal import GoalPlan, GoalState
from edge_agent.plan.tasks import Task, TaskState
from edge_agent.plan.votes import Candidate, SplitState
from edge_agent.records import Failure, Form, PeerId, Record, RecordId, Result, TaskId, Vote

ClaimOutcome = Literal["void", "lost", "holds", "failed", "done"]


class VoteView(Struct, frozen=True, kw_only=True):
    """One vote. The marks are 0 to 100."""

    scorer: PeerId
    approve: bool
    concrete: int
    distinct: int
    complete: int
    critique: str
    when: int


class DraftView(Struct, frozen=True, kw_only=True):
    """One split of a task, whether it was accepted or not. ``author`` and ``when`` are None for the whole."""

    id: RecordId
    whole: bool
    state: SplitState
    author: PeerId | None
    when: int | None
    angle: str
    round: int
    refines: RecordId | None
    titles: tuple[str, ...]
    mean_score: float | None
    support: int
    """The approvals under the easiest quorum in force, the author's stand included."""
    needed: int
    """How many approvals are enough, counted so."""
    decided: int | None
    votes: tuple[VoteView, ...]


class ClaimView(Struct, frozen=True, kw_only=True):
    """One claim on the phase that the task is in."""

    id: RecordId
    who: PeerId
    attempt: int
    when: int
    outcome: ClaimOutcome
    reason: str
    """Why its author gave it up."""


class TextView(Struct, frozen=True, kw_only=True):
    """The text that a task came to, without the text itself; ``seconds`` is the time that the model took."""

    result: RecordId
    who: PeerId
    model: str
    tokens: int
    seconds: float
    when: int
    merged: tuple[RecordId, ...]


class TaskView(Struct, frozen=True, kw_only=True):
    """A task with what lies beneath its accepted split. ``who`` works on it or wrote its text; ``when``: since when."""

    id: TaskId
    title: str
    detail: str
    form: Form
    state: TaskState
    leaf: bool
    depth: int
    budget: int
    after: tuple[TaskId, ...]
    who: PeerId | None
    when: int | None
    angle: str
    mean_score: float | None
    attempts: int
    text: TextView | None
    drafts: tuple[DraftView, ...]
    """All its splits that count, the accepted one included, proposals in their order, the whole last."""
    claims: tuple[ClaimView, ...]
    tasks: tuple[TaskView, ...]


class GoalView(Struct, frozen=True, kw_only=True):
    """A goal, and its root task with everything beneath."""

    id: RecordId
    title: str
    state: GoalState
    understood: bool
    author: PeerId
    origin: str
    priority: int
    quorum: int
    quorum_at_first: int
    """What the goal's policy asks for; higher than ``quorum`` where a Requorum lowered it."""
    self_votes: bool
    effort: Effort | None = None
    """How much pains it is done with, as one word; None where its policy has numbers of its own."""
    when: int
    live_tasks: int
    finished_tasks: int
    failed_tasks: int
    root: TaskView


def tree(goal: GoalPlan) -> GoalView:
    """The goal as it stands."""
    live = goal.live_tasks()
    quorum, self_votes = goal.quorum_now()
    return GoalView(
        id=goal.id,
        title=goal.goal.title,
        state=goal.state,
        understood=goal.understood,
        author=goal.author,
        origin=goal.goal.origin_name,
        priority=goal.priority,
        quorum=quorum,
        quorum_at_first=goal.policy.quorum,
        self_votes=self_votes,
        effort=effort_of(goal.policy),
        when=ms_of_clock(goal.record.clock),
        live_tasks=len(live),
        finished_tasks=sum(task.finished for task in live),
        failed_tasks=sum(task.failed for task in live),
        root=task_view(goal, goal.root),
    )


def task_view(goal: GoalPlan, task: Task) -> TaskView:
    """The task and everything beneath its accepted split."""
    accepted = task.accepted
    step = task.phase()
    attempts = None if step is None else goal.attempts(step)
    who, when = _who_and_when(task, attempts)
    return TaskView(
        id=task.id,
        title=task.title,
        detail=task.detail,
        form=task.form,
        state=task.state,
        leaf=task.leaf,
        depth=task.depth,
        budget=task.budget,
        after=task.after,
        who=who,
        when=when,
        angle=_angle(accepted),
        mean_score=None if accepted is None else accepted.mean_score,
        attempts=0 if attempts is None else min(attempts.highest, goal.policy.max_attempts),
        text=_text_view(task.text),
        drafts=tuple(_draft_view(candidate) for candidate in task.candidates),
        claims=() if attempts is None else tuple(_claim_view(claim) for claim in attempts.claims()),
        tasks=() if accepted is None else tuple(task_view(goal, goal.task(child)) for child in accepted.child_ids),
    )


def _who_and_when(task: Task, attempts: Attempts | None) -> tuple[PeerId | None, int | None]:
    if task.text is not None:
        return task.text.author, ms_of_clock(task.text.clock)
    holder = None if attempts is None else attempts.holder()
    if holder is not None:
        return holder.author, ms_of_clock(holder.record.clock)
    return None, None


def _angle(candidate: Candidate | None) -> str:
    return "" if candidate is None or candidate.proposal is None else candidate.proposal.angle


def _draft_view(candidate: Candidate) -> DraftView:
    return DraftView(
        id=candidate.id,
        whole=candidate.is_whole,
        state=candidate.state,
        author=candidate.author,
        when=None if candidate.record is None else ms_of_clock(candidate.record.clock),
        angle=_angle(candidate),
        round=candidate.round,
        refines=candidate.refines,
        titles=tuple(child.title for child in candidate.children),
        mean_score=candidate.mean_score,
        support=candidate.support,
        needed=candidate.needed,
        decided=None if candidate.decision is None else ms_of_clock(candidate.decision),
        votes=tuple(_vote_view(record, record.body) for record in candidate.votes if isinstance(record.body, Vote)),
    )


def _vote_view(record: Record, vote: Vote) -> VoteView:
    return VoteView(
        scorer=record.author,
        approve=vote.approve,
        concrete=vote.scores.concrete,
        distinct=vote.scores.distinct,
        complete=vote.scores.complete,
        critique=vote.critique,
        when=ms_of_clock(record.clock),
    )


def _claim_view(claim: ClaimState) -> ClaimView:
    failure = claim.failures[0].body if claim.failed else None
    return ClaimView(
        id=claim.id,
        who=claim.author,
        attempt=claim.attempt,
        when=ms_of_clock(claim.record.clock),
        outcome=outcome(claim),
        reason=failure.reason if isinstance(failure, Failure) else "",
    )


def outcome(claim: ClaimState) -> ClaimOutcome:
    """What became of the claim: a result outweighs all, a Failure the race."""
    if not claim.counted:
        return "void"
    if claim.result is not None:
        return "done"
    if claim.failed:
        return "failed"
    return "holds" if claim.holds else "lost"


def _text_view(record: Record | None) -> TextView | None:
    if record is None or not isinstance(record.body, Result):
        return None
    return TextView(
        result=record.id,
        who=record.author,
        model=record.body.model,
        tokens=record.body.tokens,
        seconds=record.body.seconds,
        when=ms_of_clock(record.clock),
        merged=tuple(RecordId(merged) for merged in record.body.merged),
    )
