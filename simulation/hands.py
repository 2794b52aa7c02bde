"""Carries out what the roles decided: the product's performer, with a scripted model and without its event loop.

Not covered: that a scorer's votes on one task are weighed side by side, and that agents of a process share a model.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from edge_agent.briefs import results_of
from edge_agent.model_work import claim_children
from edge_agent.performer import PUBLISH_RETRY_SECONDS
from edge_agent.records import (
    Claim,
    Failure,
    Forget,
    KnownBody,
    Proposal,
    Record,
    RecordId,
    Requorum,
    Result,
    Scores,
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

if TYPE_CHECKING:
    from simulation.agent import VirtualAgent
    from simulation.schedule import Event

RETRY_SECONDS: Final = 6.0
USELESS_SECONDS: Final = 8.0
MODEL_TIMEOUT: Final = 60.0
SECONDS_A_STEP: Final = 2.0
"""A run's progress moves at least so often, well within a lease: docs/roles.md asks for it."""
LEAST_STEPS: Final = 12
SECONDS_TO_ASK_AGAIN: Final = 0.2

Subject = tuple[TaskId, int] | RecordId
Done = Callable[[Exception | None], None]


class Job:
    """Model work under way. ``stuck``: the model hangs, and only the time-out ends it."""

    __slots__ = ("began", "dropped", "ends", "event", "intent", "merged", "stuck")

    def __init__(self, intent: Propose | Judge | RunClaim, began: float, ends: float, stuck: bool) -> None:
        self.intent = intent
        self.began, self.ends = began, ends
        self.stuck = stuck
        self.dropped = False
        self.event: Event | None = None
        self.merged: tuple[RecordId, ...] = ()

    def progress(self, now: float) -> float:
        """0 to 0.99, in steps."""
        if self.stuck:
            return 0.0
        seconds = max(1e-9, self.ends - self.began)
        steps = max(LEAST_STEPS, int(seconds / SECONDS_A_STEP))
        return min(0.99, int((now - self.began) / seconds * steps) / steps)


class Hands:
    """The work of one run of the software."""

    def __init__(self, agent: VirtualAgent) -> None:
        self._agent = agent
        self._thoughts: dict[Subject, Job] = {}
        self._runs: dict[RecordId, Job] = {}
        self._rests_until: dict[Subject, float] = {}
        self._tries: dict[Subject, int] = {}
        self.opened: set[RecordId] = set()
        self.declined: set[TaskId] = set()

    @property
    def proposing(self) -> frozenset[tuple[TaskId, int]]:
        """The splits in the making."""
        return frozenset(subject for subject in self._thoughts if isinstance(subject, tuple))

    @property
    def judging(self) -> frozenset[RecordId]:
        """The proposals being judged."""
        return frozenset(subject for subject in self._thoughts if isinstance(subject, str))

    def running(self) -> dict[RecordId, float]:
        """The claims in work, with their progress."""
        now = self._agent.schedule.now
        return {claim: job.progress(now) for claim, job in self._runs.items()}

    @property
    def jobs(self) -> int:
        """How many pieces of model work are under way."""
        return len(self._thoughts) + len(self._runs)

    def drop_unwanted(self, is_wanted: Callable[[Propose | Judge], bool]) -> None:
        """Stop the thoughts that nobody needs any more."""
        for subject, job in list(self._thoughts.items()):
            if not isinstance(job.intent, RunClaim) and not is_wanted(job.intent):
                self._stop(self._thoughts.pop(subject))

    def postpone(self, seconds: float) -> None:
        """All work stood still for so long."""
        for job in [*self._thoughts.values(), *self._runs.values()]:
            if job.event is None:
                continue  # it is over, and what came of it waits to be said
            job.began += seconds
            job.ends += seconds
            job.event.call_off()
            job.event = self._agent.later(max(0.0, job.ends - self._agent.schedule.now), self._ender(job))

    def carry_out(self, intent: Intent, done: Done) -> bool:
        """Do what was decided. False where ``done`` will be called, once it is published; True where that is all."""
        match intent:
            case Propose():
                self._think((intent.task, intent.round), intent)
            case Judge():
                self._think(intent.proposal, intent)
            case RunClaim():
                self._run(intent)
            case DropRun():
                job = self._runs.pop(intent.claim, None)
                if job is not None:
                    self._agent.world.checks.dropped(intent.claim)
                    self._note("drops", f"claim {intent.claim[:6]}: {intent.reason}")
                    self._stop(job)
            case Approve():
                vote = Vote(
                    goal=intent.goal,
                    proposal=intent.proposal,
                    approve=True,
                    scores=SCORE_OF_A_RULE,
                    critique=intent.reason,
                )
                return self._say(vote, done)
            case OpenClaim():
                claim = Claim(
                    goal=intent.goal,
                    task=intent.task,
                    phase=intent.phase,
                    split=intent.split,
                    attempt=intent.attempt,
                )
                self._agent.world.checks.opening(self._agent.machine, intent)
                return self._say(claim, done)
            case GiveUp():
                return self._say(Failure(goal=intent.goal, claim=intent.claim, reason=intent.reason), done)
            case LowerQuorum():
                body = Requorum(goal=intent.goal, quorum=intent.quorum, self_votes=intent.self_votes)
                return self._say(body, done)
            case ForgetGoal():
                return self._say(Forget(goal=intent.goal), done)
        return True

    def _say(self, body: KnownBody, done: Done) -> bool:
        def said(record: Record | None, error: Exception | None) -> None:
            if record is not None and isinstance(body, Claim):
                self.opened.add(record.id)
            done(error)

        self._agent.say(body, said)
        return False

    def _say_surely(self, body: KnownBody, job: Job) -> None:
        """Say what came of the work, which is not over until that is said; a full disk keeps it waiting.

        After a sleep the machine hears the others first; then what is no longer wanted is not said.
        """

        def said(record: Record | None, error: Exception | None) -> None:
            if error is not None:
                self._agent.later(PUBLISH_RETRY_SECONDS, lambda: self._say_surely(body, job))
            else:
                self._close(job)

        if job.dropped:
            return
        if not self._agent.is_caught_up():
            self._agent.later(SECONDS_TO_ASK_AGAIN, lambda: self._say_surely(body, job))
        elif self._agent.wants(job.intent):
            self._agent.say(body, said)
        else:
            self._close(job)

    def _close(self, job: Job) -> None:
        """The work is over."""
        match job.intent:
            case Propose(task=task, round=number):
                self._drop(self._thoughts, (task, number), job)
            case Judge(proposal=proposal):
                self._drop(self._thoughts, proposal, job)
            case RunClaim(claim=claim):
                self._drop(self._runs, claim, job)
        self._agent.look_soon()

    @staticmethod
    def _drop(jobs: dict[Any, Job], subject: Subject, job: Job) -> None:
        if jobs.get(subject) is job:
            del jobs[subject]

    def _note(self, what: str, text: str) -> None:
        self._agent.world.trace.note(self._agent.machine.number, what, text)

    def _think(self, subject: Subject, intent: Propose | Judge) -> None:
        now = self._agent.schedule.now
        if subject in self._thoughts or self._rests_until.get(subject, 0.0) > now:
            return
        self._rests_until.pop(subject, None)
        script = self._agent.world.script
        bounds = script.seconds_to_split if isinstance(intent, Propose) else script.seconds_to_judge
        self._thoughts[subject] = self._begin(intent, script.between(bounds, *self._about(subject)))

    def _about(self, subject: object) -> tuple[object, ...]:
        return self._agent.machine.number, subject

    def _run(self, intent: RunClaim) -> None:
        goal = self._agent.plan.goal(intent.goal)
        claim = None if goal is None else goal.claim(intent.claim)
        if goal is None or claim is None or intent.claim in self._runs:
            return
        script = self._agent.world.script
        job = self._begin(intent, script.between(script.seconds_to_write, *self._about(intent.claim)))
        if claim.step.phase == "merge":
            job.merged = results_of(goal, claim_children(goal, claim))
        self._runs[intent.claim] = job
        self._agent.world.checks.ran(self._agent.machine, claim)
        self._note("runs", f"claim {intent.claim[:6]}, {claim.step.phase}, attempt {claim.attempt}")

    def _begin(self, intent: Propose | Judge | RunClaim, seconds: float) -> Job:
        machine = self._agent.machine
        stuck = machine.ailment == "hangs"
        seconds = MODEL_TIMEOUT if stuck else seconds * machine.slowness
        now = self._agent.schedule.now
        job = Job(intent, now, now + seconds, stuck)
        job.event = self._agent.later(seconds, self._ender(job))
        return job

    def _ender(self, job: Job) -> Callable[[], None]:
        return lambda: self._finish(job)

    def _stop(self, job: Job) -> None:
        job.dropped = True
        if job.event is not None:
            job.event.call_off()

    def _finish(self, job: Job) -> None:
        if self._agent.schedule.now < job.ends - 1e-6:
            return  # the machine slept meanwhile: another event is planned
        job.event = None
        outcome: Proposal | Vote | Result | Failure | None
        match job.intent:
            case Propose() as intent:
                outcome = self._outcome_of_split(intent, job)
            case Judge() as intent:
                outcome = self._outcome_of_judgement(intent, job)
            case RunClaim() as intent:
                outcome = self._outcome_of_run(intent, job)
        if outcome is None:
            self._close(job)
        else:
            self._say_surely(outcome, job)

    def _fails(self, job: Job) -> bool:
        return job.stuck or self._agent.machine.ailment == "fails"

    def _outcome_of_split(self, intent: Propose, job: Job) -> Proposal | None:
        agent, script = self._agent, self._agent.world.script
        goal = agent.plan.goal(intent.goal)
        subject = (intent.task, intent.round)
        if goal is None or intent.task not in goal.tasks:
            return None
        task = goal.task(intent.task)
        if self._fails(job):
            self._rests_until[subject] = agent.schedule.now + RETRY_SECONDS
            return None
        if intent.ask_first and script.is_small(task, agent.machine.number):
            self.declined.add(intent.task)
            return None
        tries = self._tries[subject] = self._tries.get(subject, 0) + 1
        if agent.machine.ailment == "writes junk" and script.chance("junk", tries, *self._about(subject)) < 0.7:
            self._rests_until[subject] = agent.schedule.now + USELESS_SECONDS
            return None
        if task.accepted is not None or task.ended or goal.ended:
            return None
        return Proposal(
            goal=intent.goal,
            task=intent.task,
            children=script.split(task, goal.policy, tries, *self._about(subject)),
            angle=intent.angle,
            refines=intent.refines,
            round=intent.round,
            author_scores="scorer" in agent.roles,
        )

    def _outcome_of_judgement(self, intent: Judge, job: Job) -> Vote | None:
        agent, script = self._agent, self._agent.world.script
        number = agent.machine.number
        goal = agent.plan.goal(intent.goal)
        candidate = None if goal is None else goal.candidate(intent.proposal)
        if goal is None or candidate is None or goal.ended:
            return None
        if self._fails(job):
            self._rests_until[intent.proposal] = agent.schedule.now + RETRY_SECONDS
            return None
        if agent.machine.ailment == "writes junk":
            approve = script.chance("junk", number, candidate.id) < 0.5
        elif candidate.is_whole:
            approve = script.is_small(candidate.task, number)
        else:
            approve = script.approves_split(candidate.id, number)
        mark = int(script.between((50, 90) if approve else (10, 49), "mark", number, candidate.id))
        scores = Scores(concrete=mark, distinct=mark, complete=mark)
        critique = "good" if approve else "not good enough"
        return Vote(goal=intent.goal, proposal=intent.proposal, approve=approve, scores=scores, critique=critique)

    def _outcome_of_run(self, intent: RunClaim, job: Job) -> Result | Failure:
        agent, script = self._agent, self._agent.world.script
        unlucky = script.chance("fails", *self._about(intent.claim)) < script.fails
        if self._fails(job) or unlucky or agent.machine.ailment == "writes junk":
            reason = "the model hung" if job.stuck else "the model wrote nothing usable"
            return Failure(goal=intent.goal, claim=intent.claim, reason=reason)
        text = f"m{agent.machine.number} wrote this for claim {intent.claim[:8]}"
        return Result(goal=intent.goal, claim=intent.claim, text=text, merged=job.merged)
