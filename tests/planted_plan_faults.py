"""Planted faults in the rules of the plan: see :mod:`planted_faults`."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any
from unittest.mock import patch
from weakref import WeakSet

from edge_agent.plan import Candidate, ClaimState, GoalPlan, Plan, Task, claims, goal, propagation, votes
from edge_agent.plan.claims import Attempts
from edge_agent.plan.facts import Facts
from edge_agent.plan.propagation import Propagation
from edge_agent.plan.tasks import budgets as budgets_of
from edge_agent.plan.votes import Ballots, QuorumRule
from edge_agent.records import LATEST_CLOCK, Clock, Failure, Proposal, Record, RecordId, Vote
from edge_agent.roles import vote as vote_rules


def claims_in_order_of_arrival() -> AbstractContextManager[Any]:
    """The claim that was heard first holds, not the earliest."""
    return patch.object(claims, "insort", lambda found, claim, key: found.append(claim))


@contextmanager
def splits_in_order_of_arrival() -> Iterator[None]:
    """Of two splits decided at the same moment the one heard first is accepted."""
    arrivals: dict[Candidate, int] = {}
    make = Candidate.__init__

    def init(self: Candidate, *arguments: Any) -> None:
        make(self, *arguments)
        arrivals[self] = len(arrivals)

    def preference(candidate: Candidate) -> tuple[Any, int, int]:
        return candidate.beneath or (LATEST_CLOCK, ""), candidate.decision or 0, arrivals[candidate]

    with patch.object(Candidate, "__init__", init), patch.object(votes, "_preference", preference):
        yield


def texts_in_order_of_arrival() -> AbstractContextManager[Any]:
    """Of two results to a task the one heard first is its text."""
    original = Propagation.result

    def result(self: Any, claim: ClaimState, record: Record) -> None:
        task = self._goal.task(claim.step.task)
        before = task.text
        original(self, claim, record)
        if before is not None:
            task.text = before
            self._goal.facts.put("text", task.id, before.id)

    return patch.object(Propagation, "result", result)


def every_vote_counts() -> AbstractContextManager[Any]:
    """A scorer that approves twice, as after a restart, counts as two."""

    def approval_clocks(candidate: Candidate, rule: QuorumRule) -> list[Clock]:
        return [
            vote.clock
            for vote in candidate.votes
            if isinstance(vote.body, Vote)
            and vote.body.approve
            and (rule.self_votes or vote.author != candidate.author)
        ]

    return patch.object(votes, "approval_clocks", approval_clocks)


def last_heard_vote_counts() -> AbstractContextManager[Any]:
    """An approval counts from the vote that was heard last, not from the earliest one."""
    original = Candidate.add_vote

    def add_vote(self: Candidate, record: Record, vote: Vote) -> bool:
        changed = original(self, record, vote)
        if vote.approve and not changed:
            self.approvals[record.author] = record.clock
            return True
        return changed

    return patch.object(Candidate, "add_vote", add_vote)


def self_votes() -> AbstractContextManager[Any]:
    """An author's vote on its own split counts, and it casts one."""
    stack = ExitStack()
    stack.enter_context(
        patch.object(votes, "approval_clocks", lambda candidate, rule: sorted(candidate.approvals.values()))
    )
    stack.enter_context(patch.object(vote_rules, "self_votes_count", lambda goal: True))
    return stack


def claim_before_decision() -> AbstractContextManager[Any]:
    """A claim counts once its split is decided, also where it lies before that decision."""
    original = Attempts.count

    def counted(self: Attempts, floor: Clock | None) -> list[ClaimState]:
        return original(self, None if floor is None else Clock(0))

    return patch.object(Attempts, "count", counted)


def attempts_need_no_order() -> AbstractContextManager[Any]:
    """Any earlier attempt will do for the next one to count."""

    def enabled(self: Attempts, claim: ClaimState) -> bool:
        return claim.attempt == 1 or self.highest > 0

    return patch.object(Attempts, "_enabled", enabled)


def strangers_failure() -> AbstractContextManager[Any]:
    """Anybody can give up anybody's claim."""

    def take_failure(self: Any, record: Record, failure: Failure) -> None:
        claim = self._claims.get(RecordId(failure.claim))
        if claim is None:
            self._waiting.wait(record, failure.claim)
        elif claim.record.clock < record.clock:
            insort(claim.failures, record, key=lambda other: other.order)
            self._propagation.failure(claim)

    return patch.object(GoalPlan, "_take_failure", take_failure)


def failure_heard_late() -> AbstractContextManager[Any]:
    """A Failure that comes after the claim that follows it does not wake that claim."""

    def failure(self: Any, claim: ClaimState) -> None:
        if claim.counted:
            self._goal.facts.put("claim failed", claim.id, 1)
            self._settle(self._goal.task(claim.step.task))

    return patch.object(Propagation, "failure", failure)


def flip_unfinishes() -> AbstractContextManager[Any]:
    """A task is finished only as long as its split is the accepted one."""
    return patch.object(Task, "finished", property(lambda self: self.text is not None and self.live))


def results_keep_no_split() -> AbstractContextManager[Any]:
    """An earlier decision that is heard late replaces a split, whatever work was done beneath it."""
    return patch.object(votes, "_preference", lambda candidate: (candidate.decision or 0, candidate.id))


def loser_unfinishes() -> AbstractContextManager[Any]:
    """A second result to a task, from the claim that lost the race, takes the text back."""
    original = Propagation.result

    def result(self: Any, claim: ClaimState, record: Record) -> None:
        task = self._goal.task(claim.step.task)
        before = task.text
        original(self, claim, record)
        if claim.counted and before is not None and before.author != record.author and not claim.holds:
            task.text = None

    return patch.object(Propagation, "result", result)


@contextmanager
def budget_by_arrival() -> Iterator[None]:
    """What rival splits took, as far as they were heard before, is missing from a split's budget."""
    heard = [0]
    take = GoalPlan._take_proposal

    def take_proposal(self: Any, record: Record, proposal: Proposal) -> None:
        task = self._tasks.get(proposal.task)
        heard[0] = 0 if task is None else sum(len(split.children) for split in task.proposals)
        take(self, record, proposal)

    def budgets(proposal: Proposal, budget: int) -> list[int]:
        return budgets_of(proposal, max(len(proposal.children), budget - heard[0]))

    with patch.object(GoalPlan, "_take_proposal", take_proposal), patch.object(goal, "budgets", budgets):
        yield


def digest_without_texts() -> AbstractContextManager[Any]:
    """The digest does not cover which text a task came to."""
    original = Facts.put

    def put(self: Facts, name: Any, about: str, value: str | int | None) -> None:
        if name != "text":
            original(self, name, about, value)

    return patch.object(Facts, "put", put)


def whole_before_its_task() -> AbstractContextManager[Any]:
    """A task's whole can be decided before the split that the task comes from."""
    original = votes.decided_at

    def decided_at(candidate: Candidate, rules: list[QuorumRule]) -> Clock | None:
        decided = original(candidate, rules)
        if decided is None or not candidate.is_whole:
            return decided
        clocks = [votes.approval_clocks(candidate, rule) for rule in rules]
        return min(
            max(rule.clock, approvals[votes.needed_approvals(candidate, rule) - 1])
            for rule, approvals in zip(rules, clocks, strict=True)
            if len(approvals) >= votes.needed_approvals(candidate, rule)
        )

    return patch.object(propagation, "decided_at", decided_at)


def one_early_record() -> AbstractContextManager[Any]:
    """Of the records that come before their goal only the last one is kept for it."""
    original = Plan.apply

    def apply(self: Any, record: Record) -> bool:
        new = original(self, record)
        for goal_id, early in self._early.items():
            self._early[goal_id] = early[-1:]
        return new

    return patch.object(Plan, "apply", apply)


def forgotten_comes_back() -> AbstractContextManager[Any]:
    """A Forget drops what is there; what others say of the goal later is taken in again."""
    original = GoalPlan.forget
    forgotten: WeakSet[GoalPlan] = WeakSet()

    def forget(self: GoalPlan) -> list[RecordId]:
        if self in forgotten:
            return []
        forgotten.add(self)
        return original(self)

    stack = ExitStack()
    stack.enter_context(patch.object(GoalPlan, "forget", forget))
    stack.enter_context(patch.object(Plan, "refuses", lambda self, record: False))
    return stack


def requorum_only_forward() -> AbstractContextManager[Any]:
    """A Requorum that is heard late decides what is undecided, but lowers no decision."""
    original = Ballots.above

    def above(self: Any, clock: Clock) -> list[RecordId]:
        undecided = {name for decision, name in self._entries if decision == LATEST_CLOCK}
        return [name for name in original(self, clock) if name in undecided]

    return patch.object(Ballots, "above", above)


def cancel_beats_finished() -> AbstractContextManager[Any]:
    """A Cancel that comes after the end turns a finished goal into a cancelled one."""
    original = GoalPlan.__dict__["state"].fget

    def state(self: GoalPlan) -> Any:
        return "cancelled" if self.cancel is not None and not self.forgotten else original(self)

    return patch.object(GoalPlan, "state", property(state))
