"""Carries out what the roles decided: publishes at once what needs no thought, and has the model do the rest.

Each piece of model work is a task of the event loop that ends in a record (a proposal, a vote, a result or a failure).
What is in work here shows in its properties, which go into the next view, so that a decision is never made twice. What
the model is asked is :mod:`edge_agent.model_work`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from msgspec import Struct

from edge_agent.ballot import Ballot
from edge_agent.clock import monotonic_seconds
from edge_agent.goal_files import clean_text
from edge_agent.model_work import ModelWork, expected_requests
from edge_agent.models.backend import ModelError
from edge_agent.models.service import ModelService
from edge_agent.plan import ClaimState, GoalPlan, Task
from edge_agent.record_log import RecordLog
from edge_agent.records import (
    Claim,
    Failure,
    Forget,
    KnownBody,
    Proposal,
    Record,
    RecordId,
    Requorum,
    TaskId,
    Vote,
)
from edge_agent.roles.intents import (
    SCORE_OF_A_RULE,
    Approve,
    DropRun,
    ForgetGoal,
    GiveUp,
    Intent,
    Judge,
    LowerQuorum,
    OpenClaim,
    Propose,
    RunClaim,
)
from edge_agent.roles.requests import ModelRefused, Request
from edge_agent.store import StoreError

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 15.0
"""How long a piece of thinking rests after the model failed at it."""
USELESS_SECONDS: Final = 5.0
"""How long a split rests of which no usable one came; the next try has another seed. Twice as long each time after."""
LONGEST_USELESS_SECONDS: Final = 60.0
PUBLISH_RETRY_SECONDS: Final = 5.0
"""How long a finished text waits before it is tried again to store it (a full disk)."""
FORGET_SECONDS: Final = 60.0
"""How often what is remembered of ended goals is dropped."""

Subject = tuple[TaskId, int] | RecordId
"""What a thought is about: the (task, round) of a split, or the proposal to judge."""
Thinkable = TypeVar("Thinkable", Propose, Judge)


class Run(Struct):
    """A claim in work here."""

    goal: RecordId
    title: str
    work: asyncio.Task[None]
    done: int = 0
    expected: int = 1
    """Model requests, answered and expected in all: for showing progress."""

    @property
    def progress(self) -> float:
        """0 to 1; below 1 while it runs."""
        return min(0.99, self.done / max(1, self.expected))


class Thought(Struct):
    """A split or a judgement in the making here."""

    intent: Propose | Judge
    work: asyncio.Task[None]


class Performer:
    """The hands of one agent. Without ``models`` it does only what needs no model.

    ``session`` is a name for the agent that is unique among those that share models. ``may_say`` is asked before the
    outcome of model work is published, and may take its time: it tells whether the outcome is still wanted.
    """

    def __init__(
        self,
        log_of_records: RecordLog,
        models: ModelService | None,
        *,
        session: str,
        scores: bool = False,
        changed: Callable[[], None],
        may_say: Callable[[Propose | Judge | RunClaim], Awaitable[bool]],
        model_timeout: float = 600.0,
    ) -> None:
        self._log = log_of_records
        self.scores = scores
        """Whether this agent scores, too: a proposal of its own then stands for its approval."""
        self._changed = changed
        self._may_say = may_say
        self._session, self._model_timeout = session, model_timeout
        self._work: ModelWork | None = None
        """What the model is asked; None without a model."""
        if models is not None:
            self.use_models(models)
        self._opened: dict[RecordId, RecordId] = {}
        """Claims, each with its goal."""
        self._declined: dict[TaskId, RecordId] = {}
        """Tasks, each with its goal."""
        self._runs: dict[RecordId, Run] = {}
        self.last_run_ended = float("-inf")
        """When the last run of a claim ended here, in monotonic seconds."""
        self._thoughts: dict[Subject, Thought] = {}
        self._rests_until: dict[Subject, float] = {}
        self._ballots: dict[TaskId, Ballot] = {}
        self._tries: dict[tuple[TaskId, int], int] = {}
        self._useless: dict[TaskId, int] = {}
        """Tries of which no usable split came, since the last one of which one did."""
        self._forgot_at = time.monotonic()
        self.last_problem: str | None = None
        """What the model failed at last; None once it works again."""

    def use_models(self, models: ModelService) -> None:
        """From now on there is a model to work with."""
        author = self._log.signer.peer_id
        self._work = ModelWork(models, author=author, session=self._session, timeout=self._model_timeout)

    @property
    def runs(self) -> dict[RecordId, Run]:
        """The claims in work here, by id."""
        return self._runs

    @property
    def opened(self) -> frozenset[RecordId]:
        """The claims that this agent opened since it started."""
        return frozenset(self._opened)

    @property
    def has_claims(self) -> bool:
        """Whether this agent runs a claim, or holds one that it will run."""
        return bool(self._runs) or any(self._is_held(goal, claim) for claim, goal in self._opened.items())

    def _is_held(self, goal_id: RecordId, claim_id: RecordId) -> bool:
        goal = self._log.plan.goal(goal_id)
        claim = None if goal is None or goal.ended else goal.claim(claim_id)
        if goal is None or claim is None or claim.attempt > goal.policy.max_attempts:
            return False
        return claim.result is None and claim.holds and not claim.failed and claim.step in goal.ready()

    @property
    def declined(self) -> frozenset[TaskId]:
        """The tasks that need no split, as far as was asked here."""
        return frozenset(self._declined)

    @property
    def proposing(self) -> frozenset[tuple[TaskId, int]]:
        """The splits in the making here."""
        thoughts = [thought.intent for thought in self._thoughts.values()]
        return frozenset((intent.task, intent.round) for intent in thoughts if isinstance(intent, Propose))

    @property
    def judging(self) -> frozenset[RecordId]:
        """The proposals being judged here."""
        thoughts = [thought.intent for thought in self._thoughts.values()]
        return frozenset(intent.proposal for intent in thoughts if isinstance(intent, Judge))

    def drop_unwanted(self, is_wanted: Callable[[Propose | Judge], bool]) -> None:
        """Stop the thoughts that nobody needs any more."""
        for thought in self._thoughts.values():
            if not is_wanted(thought.intent):
                thought.work.cancel()

    async def carry_out(self, intent: Intent) -> None:
        """Do what was decided; returns once it is published or under way. StoreError where nothing can be stored."""
        match intent:
            case Propose():
                self._think_about((intent.task, intent.round), intent, self._propose)
            case Judge():
                self._think_about(intent.proposal, intent, self._judge)
            case RunClaim():
                self._run(intent)
            case DropRun():
                run = self._runs.get(intent.claim)
                if run is not None:
                    log.info("stopped work on %r: %s", run.title, intent.reason)
                    run.work.cancel()
            case Approve():
                await self._publish(
                    Vote(
                        goal=intent.goal,
                        proposal=intent.proposal,
                        approve=True,
                        scores=SCORE_OF_A_RULE,
                        critique=intent.reason,
                    )
                )
            case OpenClaim():
                claim = Claim(
                    goal=intent.goal,
                    task=intent.task,
                    phase=intent.phase,
                    split=intent.split,
                    attempt=intent.attempt,
                )
                self._opened[(await self._publish(claim)).id] = intent.goal
            case GiveUp():
                await self._publish(Failure(goal=intent.goal, claim=intent.claim, reason=intent.reason))
            case LowerQuorum():
                await self._publish(Requorum(goal=intent.goal, quorum=intent.quorum, self_votes=intent.self_votes))
            case ForgetGoal():
                await self._publish(Forget(goal=intent.goal))

    async def stop(self) -> None:
        """Stop all work; nothing is published of what is unfinished."""
        works = [thought.work for thought in self._thoughts.values()] + [run.work for run in self._runs.values()]
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)

    def forget_ended(self, *, every: float = FORGET_SECONDS) -> None:
        """Drop what is remembered of ended goals and of rests that are over, once in ``every`` seconds."""
        now = time.monotonic()
        if now - self._forgot_at < every:
            return
        self._forgot_at = now
        open_goals = {goal.id: goal for goal in self._log.plan.goals() if not goal.ended}
        self._opened = {claim: goal for claim, goal in self._opened.items() if goal in open_goals}
        self._declined = {task: goal for task, goal in self._declined.items() if goal in open_goals}
        self._rests_until = {subject: until for subject, until in self._rests_until.items() if until > now}

        def is_open(task: TaskId) -> bool:
            return any(task in goal.tasks for goal in open_goals.values())

        self._tries = {key: tries for key, tries in self._tries.items() if is_open(key[0])}
        self._useless = {task: tries for task, tries in self._useless.items() if is_open(task)}
        self._ballots = {task: ballot for task, ballot in self._ballots.items() if ballot.is_open or is_open(task)}

    def _think_about(
        self, subject: Subject, intent: Thinkable, work: Callable[[Thinkable], Coroutine[Any, Any, None]]
    ) -> None:
        if subject in self._thoughts or self._rests_until.get(subject, 0.0) > time.monotonic():
            return
        self._rests_until.pop(subject, None)
        task = self._start(self._thinking(subject, work(intent)), lambda: self._thoughts.pop(subject, None))
        self._thoughts[subject] = Thought(intent, task)

    async def _thinking(self, subject: Subject, work: Coroutine[Any, Any, None]) -> None:
        """A thought that fails in a way that nobody foresaw rests too, instead of failing in a loop."""
        try:
            await work
        except Exception:
            self._rest(subject, RETRY_SECONDS)
            raise

    def _start(self, work: Coroutine[Any, Any, None], ended: Callable[[], object]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)

        def clean_up(finished: asyncio.Task[None]) -> None:
            ended()
            if not finished.cancelled() and (error := finished.exception()) is not None:
                log.error("a piece of work failed", exc_info=error)
            self._changed()

        task.add_done_callback(clean_up)
        return task

    async def _propose(self, intent: Propose) -> None:
        found = self._find(intent.goal, intent.task)
        if found is None or self._work is None:
            return
        goal, task = found
        key = (task.id, intent.round)
        try:
            if intent.ask_first and not await self._work.needs_split(goal, task):
                self._declined[task.id] = intent.goal
                return
            self._tries[key] = self._tries.get(key, 0) + 1
            children = await self._work.split(goal, task, intent, self._tries[key])
        except (ModelError, ModelRefused) as error:
            self._rest(key, RETRY_SECONDS)
            self._complain(f"the split of {task.title!r}", error)
            return
        if not children:
            useless = self._useless[task.id] = self._useless.get(task.id, 0) + 1
            level = logging.INFO if useless == 1 else logging.DEBUG
            log.log(level, "no usable split of %r came of this try; it is tried again", task.title)
            # The exponent has an end: so has the range of a float.
            seconds = min(USELESS_SECONDS * 2 ** min(useless - 1, 10), LONGEST_USELESS_SECONDS)
            self._rest(key, min(seconds, goal.policy.proposal_window / 1_000))
            return
        self._useless.pop(task.id, None)
        self.last_problem = None
        if await self._may_say(intent):
            await self._publish_surely(
                Proposal(
                    goal=intent.goal,
                    task=intent.task,
                    children=children,
                    angle=intent.angle,
                    refines=intent.refines,
                    round=intent.round,
                    author_scores=self.scores,
                )
            )

    async def _judge(self, intent: Judge) -> None:
        goal = self._log.plan.goal(intent.goal)
        candidate = None if goal is None else goal.candidate(intent.proposal)
        if goal is None or candidate is None or self._work is None:
            return
        ballot = self._ballots.setdefault(candidate.task.id, Ballot())
        problem: Exception | None = None
        with ballot.weighing():
            try:
                ballot.votes.append(await self._work.judge(goal, candidate))
            except (ModelError, ModelRefused) as error:
                problem = error
        if problem is not None:
            self._rest(intent.proposal, RETRY_SECONDS)
            self._complain(f"the judgement of a split of {candidate.task.title!r}", problem)
            return
        self.last_problem = None
        await ballot.complete.wait()
        async with ballot.casting:
            self._ballots.pop(candidate.task.id, None)
            while ballot.votes:
                vote = ballot.votes.pop(0)
                if await self._may_say(Judge(goal=goal.id, proposal=RecordId(vote.proposal))):
                    await self._publish_surely(vote)

    def _run(self, intent: RunClaim) -> None:
        goal = self._log.plan.goal(intent.goal)
        claim = None if goal is None else goal.claim(intent.claim)
        if goal is None or claim is None or intent.claim in self._runs:
            return
        task = goal.task(claim.step.task)
        work = self._start(self._execute(intent, goal, task, claim), lambda: self._end_run(intent.claim))
        expected = expected_requests(goal, task, claim)
        self._runs[intent.claim] = Run(goal=goal.id, title=task.title, work=work, expected=expected)

    async def _execute(self, intent: RunClaim, goal: GoalPlan, task: Task, claim: ClaimState) -> None:
        if self._work is None:
            return

        def count(request: Request) -> None:
            run = self._runs.get(claim.id)
            if run is not None:
                run.done += 1

        try:
            result = await self._work.write(goal, task, claim, count)
        except Exception as error:
            # Whatever it was, the claim is given up in public: else it would be run again, and fail again, at once.
            foreseen = isinstance(error, ModelError | ModelRefused)
            reason = str(error) if foreseen else f"an error of this program ({type(error).__name__}: {error})"
            # Everybody on the machine may read it, and an error that was not foreseen may quote anything.
            self.last_problem = reason if foreseen else f"an error of this program: {type(error).__name__}"
            log.warning("work on %r failed: %s", task.title, reason, exc_info=None if foreseen else error)
            if await self._may_say(intent):
                await self._publish_surely(Failure(goal=goal.id, claim=claim.id, reason=clean_text(reason)[:1_000]))
            return
        self.last_problem = None
        if await self._may_say(intent):
            await self._publish_surely(result)
        else:
            log.info("the text of %r is no longer wanted", task.title)

    def _end_run(self, claim: RecordId) -> None:
        self._runs.pop(claim, None)
        self.last_run_ended = monotonic_seconds()

    def _find(self, goal_id: RecordId, task_id: TaskId) -> tuple[GoalPlan, Task] | None:
        goal = self._log.plan.goal(goal_id)
        return None if goal is None or task_id not in goal.tasks else (goal, goal.task(task_id))

    def _rest(self, subject: Subject, seconds: float) -> None:
        """Leave the subject alone for a while, instead of trying it in a loop; the others no longer wait for it."""
        self._rests_until[subject] = time.monotonic() + seconds

    def _complain(self, what: str, error: Exception) -> None:
        self.last_problem = str(error)
        log.warning("%s failed: %s; next try in %g s", what, error, RETRY_SECONDS)

    async def _publish(self, body: KnownBody) -> Record:
        return await self._log.publish(body)

    async def _publish_surely(self, body: KnownBody) -> None:
        """Publish what took work: a full disk keeps it waiting, it is not thrown away."""
        level = logging.ERROR
        while True:
            try:
                await self._publish(body)
                return
            except StoreError as error:
                log.log(level, "a finished piece of work waits for room: %s", error)
                level = logging.DEBUG
                await asyncio.sleep(PUBLISH_RETRY_SECONDS)
