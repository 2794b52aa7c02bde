"""One goal's part of the plan: takes its records in any order and keeps what follows from them.

Every record is taken once: a record that names something unknown waits for it. What a record changes is recomputed at
once and passed on along the path it is on, never further (:class:`edge_agent.plan.propagation.Propagation`).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

from edge_agent.plan import reading
from edge_agent.plan.claims import Attempts, ClaimState, Step
from edge_agent.plan.facts import Facts, Sum
from edge_agent.plan.propagation import Propagation
from edge_agent.plan.tasks import Task, TaskState, budgets, is_well_formed
from edge_agent.plan.votes import Candidate, QuorumRule
from edge_agent.plan.waiting import WaitingRoom
from edge_agent.records import (
    RULES_VERSION,
    Cancel,
    Claim,
    Failure,
    Forget,
    Goal,
    PeerId,
    Policy,
    Proposal,
    Record,
    RecordId,
    Reprioritise,
    Requorum,
    Result,
    TaskId,
    Vote,
)

GoalState = Literal["open", "finished", "cancelled", "failed", "forgotten"]


class GoalPlan:
    """What the records say about one goal. Only :class:`edge_agent.plan.Plan` changes it; others read."""

    def __init__(self, record: Record, goal: Goal, plan_sum: Sum) -> None:
        self.id: RecordId = record.id
        self.record: Record = record
        self.goal: Goal = goal
        self.policy: Policy = goal.policy
        self.author: PeerId = record.author
        self.facts = Facts(plan_sum)
        self.forgotten = False
        self._begin()

    def _begin(self) -> None:
        """The goal as its Goal record alone makes it."""
        self.records: dict[RecordId, Record] = {self.id: self.record}
        self.cancel: Record | None = None
        """The earliest Cancel."""
        self.reprioritise: Record | None = None
        """The latest Reprioritise: it says the priority."""
        self.requorums: list[Record] = []
        """All Requorums, earliest first."""
        self.rules: list[QuorumRule] = [QuorumRule(self.record.clock, self.policy.quorum, self.policy.self_votes)]
        self.unsplit: dict[TaskId, Task] = {}
        """The tasks, drafts included, that are no leaf from the start and have no accepted split."""
        self._tasks: dict[TaskId, Task] = {}
        self._candidates: dict[RecordId, Candidate] = {}
        self._claims: dict[RecordId, ClaimState] = {}
        self._attempts: dict[Step, Attempts] = {}
        self._waiting = WaitingRoom()
        self._live: list[Task] | None = None
        self._undecided: list[Task] | None = None
        self._ready: list[Step] | None = None
        self._propagation = Propagation(self)
        self.root: Task = self._add_task(None, 0, self.policy.max_tasks - 1, marked_leaf=False)
        self._conclude()

    # What others read.

    @property
    def understood(self) -> bool:
        """Whether this code knows the rules that the goal is to be judged by; if not it is shown and left alone."""
        return self.goal.rules == RULES_VERSION

    @property
    def priority(self) -> int:
        """-100 to 100, higher goes first: what the latest Reprioritise says, else the Goal."""
        body = self.goal if self.reprioritise is None else self.reprioritise.body
        return body.priority if isinstance(body, Goal | Reprioritise) else 0

    @property
    def state(self) -> GoalState:
        """Rule 11: finished beats cancelled beats failed; a late result still finishes."""
        if self.forgotten:
            return "forgotten"
        if self.root.finished:
            return "finished"
        if self.cancel is not None:
            return "cancelled"
        return "failed" if self.root.failed else "open"

    @property
    def ended(self) -> bool:
        """Whether nothing is to be done for it any more."""
        return self.state != "open"

    @property
    def tasks(self) -> Mapping[TaskId, Task]:
        """All tasks that exist by well-formed proposals, also those of drafts."""
        return MappingProxyType(self._tasks)

    def task(self, task_id: TaskId) -> Task:
        """The task of this id; KeyError where there is none."""
        return self._tasks[task_id]

    def candidate(self, candidate_id: RecordId) -> Candidate | None:
        """The well-formed proposal or the whole of this id."""
        return self._candidates.get(candidate_id)

    def claim(self, claim_id: RecordId) -> ClaimState | None:
        """The claim of this id, once its task and its split are known and fit."""
        return self._claims.get(claim_id)

    def claims(self) -> Iterator[ClaimState]:
        """All claims whose task and split are known and fit, in no particular order."""
        return iter(self._claims.values())

    def attempts(self, step: Step) -> Attempts:
        """The claims of this step; empty where nobody claimed it."""
        return self._attempts.get(step) or Attempts(step)

    def attempts_on(self, split: Candidate) -> list[Attempts]:
        """The claims that rest on this split's decision: on itself, and on nothing for its parts that are leaves."""
        steps = [Step(self.id, split.task.id, "execute" if split.is_whole else "merge", split.id)]
        steps += [Step(self.id, child, "execute", None) for child in split.child_ids]
        return [self._attempts[step] for step in steps if step in self._attempts]

    def quorum_now(self) -> tuple[int, bool]:
        """The easiest quorum in force, and whether self-votes count under it."""
        easiest = min(self.rules, key=lambda rule: (rule.quorum, not rule.self_votes))
        return easiest.quorum, easiest.self_votes

    def live_tasks(self) -> list[Task]:
        """The root and all tasks whose ancestors' splits are accepted, in the tree's order."""
        if self._live is None:
            self._live = reading.live_tasks(self)
        return list(self._live)

    def undecided(self) -> list[Task]:
        """The live tasks that still need a split or a decision to be executed whole."""
        if self._undecided is None:
            self._undecided = reading.undecided(self)
        return list(self._undecided)

    def ready(self) -> list[Step]:
        """Rule 8: the phases that may be claimed now, in the tree's order."""
        if self._ready is None:
            self._ready = reading.ready(self)
        return list(self._ready)

    def state_of(self, task: Task) -> TaskState:
        """Where the task stands, for people."""
        return reading.state_of(self, task)

    # What the plan calls.

    def apply(self, record: Record) -> None:
        """Take in a record of this goal that was not taken before."""
        self.records[record.id] = record
        self._waiting.put(record)
        self._waiting.arrived(record.id)
        while (due := self._waiting.next_due()) is not None:
            if due.clock > self.record.clock:
                self._take(due)
        self._conclude()

    def forget(self) -> list[RecordId]:
        """Rule 12: drop all but the Goal and the Forgets; returns what was dropped."""
        kept = {record.id: record for record in self.records.values() if isinstance(record.body, Goal | Forget)}
        dropped = [record_id for record_id in self.records if record_id not in kept]
        self.facts.clear()
        self._begin()
        self.records = kept
        return dropped

    # One function a kind of record.

    def _take(self, record: Record) -> None:
        match record.body:
            case Cancel():
                self.cancel = min(self.cancel or record, record, key=_order)
            case Reprioritise():
                self.reprioritise = max(self.reprioritise or record, record, key=_order)
            case Forget():
                self.forgotten = True
            case _ if not self.understood:
                return
            case Proposal() as proposal:
                self._take_proposal(record, proposal)
            case Vote() as vote:
                self._take_vote(record, vote)
            case Requorum() as requorum:
                self._take_requorum(record, requorum)
            case Claim() as claim:
                self._take_claim(record, claim)
            case Result() as result:
                self._take_result(record, result)
            case Failure() as failure:
                self._take_failure(record, failure)

    def _take_proposal(self, record: Record, proposal: Proposal) -> None:
        task = self._tasks.get(TaskId(proposal.task))
        if task is None:
            return self._waiting.wait(record, proposal.task)
        refined = None
        if proposal.refines is not None:
            refined = self._candidates.get(RecordId(proposal.refines))
            if refined is None:
                return self._waiting.wait(record, proposal.refines)
        if not is_well_formed(record, proposal, task, refined, self.policy):
            return None
        candidate = Candidate(task, record, proposal)
        insort(task.proposals, candidate, key=lambda other: other.record.order if other.record else (0, ""))
        shares = budgets(proposal, task.budget)
        for index, child in enumerate(proposal.children):
            self._add_task(candidate, index, shares[index], marked_leaf=child.leaf)
        return self._add_candidate(candidate)

    def _take_vote(self, record: Record, vote: Vote) -> None:
        candidate = self._candidates.get(RecordId(vote.proposal))
        if candidate is None:
            return self._waiting.wait(record, vote.proposal)
        if record.clock <= candidate.since:
            return None
        if candidate.add_vote(record, vote):
            self._propagation.approved(candidate)
        return None

    def _take_requorum(self, record: Record, requorum: Requorum) -> None:
        insort(self.requorums, record, key=_order)
        self.rules.append(QuorumRule(record.clock, requorum.quorum, requorum.self_votes))
        self._propagation.requorum(record.clock)

    def _take_claim(self, record: Record, claim: Claim) -> None:
        task = self._tasks.get(TaskId(claim.task))
        if task is None:
            return self._waiting.wait(record, claim.task)
        if claim.split is not None and RecordId(claim.split) not in self._candidates:
            return self._waiting.wait(record, claim.split)
        if not self._is_step(task, claim) or claim.attempt > self.policy.max_attempts + 1:
            return None
        split = None if claim.split is None else RecordId(claim.split)
        step = Step(self.id, task.id, claim.phase, split)
        attempts = self._attempts.setdefault(step, Attempts(step))
        state = self._claims[record.id] = ClaimState(record, claim, attempts)
        attempts.add(state)
        self._waiting.arrived(record.id)
        return self._propagation.recount(attempts)

    def _take_result(self, record: Record, result: Result) -> None:
        claim = self._claims.get(RecordId(result.claim))
        if claim is None:
            return self._waiting.wait(record, result.claim)
        for merged in result.merged:
            used = self.records.get(RecordId(merged))
            if used is None:
                return self._waiting.wait(record, merged)
            if used.clock >= record.clock:
                return None
        if claim.author == record.author and claim.record.clock < record.clock:
            insort(claim.results, record, key=_order)
            self._propagation.result(claim, record)
        return None

    def _take_failure(self, record: Record, failure: Failure) -> None:
        claim = self._claims.get(RecordId(failure.claim))
        if claim is None:
            return self._waiting.wait(record, failure.claim)
        if claim.author == record.author and claim.record.clock < record.clock:
            insort(claim.failures, record, key=_order)
            self._propagation.failure(claim)
        return None

    # What they share.

    def _add_task(self, maker: Candidate | None, index: int, budget: int, *, marked_leaf: bool) -> Task:
        task = Task(self, maker, index, budget, marked_leaf)
        self._tasks[task.id] = task
        if task.whole is not None:
            self.unsplit[task.id] = task
            self._add_candidate(task.whole)
        self._waiting.arrived(task.id)
        return task

    def _add_candidate(self, candidate: Candidate) -> None:
        self._candidates[candidate.id] = candidate
        self._waiting.arrived(candidate.id)

    def _is_step(self, task: Task, claim: Claim) -> bool:
        """Rule 9: a merge rests on a proposal, an execution on the whole, or on nothing where the task is a leaf."""
        if claim.split is None:
            return task.fixed_leaf and claim.phase == "execute"
        split = self._candidates[RecordId(claim.split)]
        return split.task is task and claim.phase == ("execute" if split.is_whole else "merge")

    def _conclude(self) -> None:
        """State what the goal as a whole has come to; what others read is worked out anew when they ask."""
        self._live = self._undecided = self._ready = None
        self.facts.put("state", self.id, self.state)
        self.facts.put("priority", self.id, self.priority)


def _order(record: Record) -> tuple[int, str]:
    return record.order
