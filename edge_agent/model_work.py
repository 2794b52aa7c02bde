"""What an agent has its model think of: splits, judgements, texts. Each ends in what a record needs, and says nothing.

The work itself (the prompts, the gates) is that of ``roles``; here it meets a goal of the plan and a running model.
Every method may raise ModelError or ModelRefused.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from edge_agent.briefs import brief_of, needed_results, outcomes_of, results_of, seed_of
from edge_agent.goal_files import clean_text
from edge_agent.models.backend import ModelError
from edge_agent.models.service import ModelService
from edge_agent.plan import Candidate, ClaimState, GoalPlan, Task
from edge_agent.records import (
    MAX_RECORD_BYTES,
    MAX_RESULT_TEXT,
    Child,
    PeerId,
    Record,
    RecordId,
    Result,
    Scores,
    TaskId,
    Vote,
)
from edge_agent.roles import decompose, execute, merge, refine, score
from edge_agent.roles.intents import Propose
from edge_agent.roles.requests import Outcome, Request, Work

MAX_RESULT_BYTES: Final = MAX_RECORD_BYTES - 8 * 1024
"""UTF-8 bytes of a result's text: the rest of its record is for the results it merged, the ids and the signature."""


class ModelWork:
    """The thinking of one agent. ``session`` is unique among the agents that share ``models``."""

    def __init__(self, models: ModelService, *, author: PeerId, session: str, timeout: float) -> None:
        self._models = models
        self._author = author
        self._session = session
        self._timeout = timeout

    async def needs_split(self, goal: GoalPlan, task: Task) -> bool:
        """Whether the task is too big for one piece of writing."""
        session = self._session_of(goal.id, "split", task.id)
        return await self._think(decompose.needs_split(brief_of(goal, task), model=self._models.name), goal, session)

    async def split(self, goal: GoalPlan, task: Task, intent: Propose, tries: int) -> tuple[Child, ...]:
        """The parts of the task, none where no usable split came of it; another one with each number of ``tries``.

        A refinement is none where it scores no higher here than what it refines.
        """
        former = None if intent.refines is None else goal.candidate(intent.refines)
        brief, session = brief_of(goal, task), self._session_of(goal.id, "split", task.id)
        seed = seed_of(self._author, task.id, str(intent.round), str(tries))
        most, leaves = goal.policy.max_children, task.depth + 1 >= goal.policy.max_depth
        if former is None:
            split = decompose.split(
                brief,
                model=self._models.name,
                angle=intent.angle,
                budget=task.budget,
                seed=seed,
                max_children=most,
                leaves=leaves,
            )
            return await self._think(split, goal, session)
        refinement = refine.refine(
            brief,
            former.children,
            critiques_of(former.votes),
            model=self._models.name,
            sha256=self._models.sha256,
            threshold=goal.policy.approve_threshold,
            angle=intent.angle,
            budget=task.budget,
            seed=seed,
            max_children=most,
            leaves=leaves,
        )
        refined = await self._think(refinement, goal, session)
        return refined.children if refined.better else ()

    async def judge(self, goal: GoalPlan, candidate: Candidate) -> Vote:
        """The vote on a split, or on a task as it is: whether that is small enough for one piece of writing."""
        brief = brief_of(goal, candidate.task)
        session = self._session_of(goal.id, "judge", candidate.id)
        if candidate.is_whole:
            small = not await self._think(decompose.needs_split(brief, model=self._models.name), goal, session)
            mark = 100 if small else 0
            judgement = score.Judgement(
                approve=small,
                scores=Scores(concrete=mark, distinct=mark, complete=mark),
                critique="small enough to be done as it is" if small else "too big for one piece of writing",
            )
        else:
            work = score.judge(
                brief, candidate.children, sha256=self._models.sha256, threshold=goal.policy.approve_threshold
            )
            judgement = await self._think(work, goal, session)
        return Vote(
            goal=goal.id,
            proposal=candidate.id,
            approve=judgement.approve,
            scores=judgement.scores,
            critique=judgement.critique,
        )

    async def write(
        self, goal: GoalPlan, task: Task, claim: ClaimState, on_request: Callable[[Request], None]
    ) -> Result:
        """The text of a claim, with what it cost. ``on_request`` is called before each request."""
        started = time.monotonic()
        session = self._session_of(goal.id, "write", claim.id)
        brief, model = brief_of(goal, task), self._models.name
        seed = seed_of(self._author, task.id, claim.id)
        merged: tuple[RecordId, ...] = ()
        tokens_before = self._models.account(session).tokens_written
        if claim.step.phase == "merge":
            children = claim_children(goal, claim)
            merged = results_of(goal, children)
            work = merge.merge(brief, outcomes_of(goal, children), model=model, seed=seed)
        else:
            work = execute.write(brief, inputs=needed_results(goal, task), model=model, seed=seed)
        text = await self._think(work, goal, session, on_request)
        if not text:
            raise ModelError(f"{model} wrote nothing usable")
        return Result(
            goal=goal.id,
            claim=claim.id,
            text=cut(text, MAX_RESULT_TEXT, MAX_RESULT_BYTES),
            merged=merged,
            model=model,
            tokens=self._models.account(session).tokens_written - tokens_before,
            seconds=round(time.monotonic() - started, 3),
        )

    async def _think(
        self,
        work: Work[Outcome],
        goal: GoalPlan,
        session: str,
        on_request: Callable[[Request], None] | None = None,
    ) -> Outcome:
        return await self._models.drive(
            work, session=session, priority=goal.priority, timeout=self._timeout, on_request=on_request
        )

    def _session_of(self, goal: RecordId, what: str, about: str) -> str:
        return f"{goal}/{self._session}/{what}/{about}"


def expected_requests(goal: GoalPlan, task: Task, claim: ClaimState) -> int:
    """How many requests the text of a claim will take, about: for showing progress."""
    merges = claim.step.phase == "merge"
    return merge.expected_requests() if merges else execute.expected_requests(brief_of(goal, task))


def cut(text: str, characters: int, size: int) -> str:
    """As much of the text as a record holds: at most so many characters, and so many bytes in UTF-8."""
    return clean_text(text)[:characters].encode()[:size].decode(errors="ignore")


def critiques_of(votes: list[Record]) -> list[str]:
    """What the votes said, without repetitions, in their order."""
    return list(
        dict.fromkeys(vote.body.critique for vote in votes if isinstance(vote.body, Vote) and vote.body.critique)
    )


def claim_children(goal: GoalPlan, claim: ClaimState) -> tuple[TaskId, ...]:
    """The children that a merge claim is to merge; empty for an execution."""
    split = None if claim.step.split is None else goal.candidate(claim.step.split)
    return () if split is None or claim.step.phase != "merge" else tuple(split.child_ids)
