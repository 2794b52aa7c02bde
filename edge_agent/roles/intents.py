"""What a role wants done next. The daemon carries intents out; :mod:`edge_agent.roles.decide` only names them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from edge_agent.records import Phase, RecordId, Scores, TaskId

SCORE_OF_A_RULE: Final = Scores(concrete=50, distinct=50, complete=50)
"""The marks of an approval by rule, which nobody thought about."""


class Propose(Struct, frozen=True, kw_only=True):
    """Think of a split of the task and publish it (model work)."""

    goal: RecordId
    task: TaskId
    round: int
    refines: RecordId | None
    angle: str
    ask_first: bool
    """Ask first whether the task needs a split at all. Where it needs none, publish nothing and list the task in
    ``View.declined`` from then on. False where the scorers have found already that it needs one."""


class Judge(Struct, frozen=True, kw_only=True):
    """Judge the proposal and publish a vote (model work).

    For a task's whole the question is the leaf question: approve where the task needs no split.
    """

    goal: RecordId
    proposal: RecordId


class Approve(Struct, frozen=True, kw_only=True):
    """Publish an approving vote now, without thinking: a ballot by rule. ``reason`` becomes the critique."""

    goal: RecordId
    proposal: RecordId
    reason: str


class OpenClaim(Struct, frozen=True, kw_only=True):
    """Publish a claim, and list it in ``View.opened`` from then on.

    One numbered above the policy's max_attempts closes the phase and runs nothing.
    """

    goal: RecordId
    task: TaskId
    phase: Phase
    split: RecordId | None
    attempt: int


class RunClaim(Struct, frozen=True, kw_only=True):
    """Start the work of this machine's claim: it has held for the settle time (model work)."""

    goal: RecordId
    claim: RecordId


class DropRun(Struct, frozen=True, kw_only=True):
    """Stop the work of this machine's claim and publish nothing: it is no longer wanted."""

    claim: RecordId
    reason: str


class GiveUp(Struct, frozen=True, kw_only=True):
    """Publish a Failure for this machine's claim."""

    goal: RecordId
    claim: RecordId
    reason: str


class LowerQuorum(Struct, frozen=True, kw_only=True):
    """Publish a Requorum."""

    goal: RecordId
    quorum: int
    self_votes: bool


class ForgetGoal(Struct, frozen=True, kw_only=True):
    """Publish a Forget."""

    goal: RecordId


Intent = Propose | Judge | Approve | OpenClaim | RunClaim | DropRun | GiveUp | LowerQuorum | ForgetGoal
