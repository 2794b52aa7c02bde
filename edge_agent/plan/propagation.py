"""What a change touches: each function recomputes one conclusion and goes on only where it changed.

A decision is passed on down the tree, to the splits and claims that rest on it; a result or a failure up, to the splits
that it lies beneath. Each conclusion depends on the set of records alone, so the order of the changes leaves no trace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge_agent.plan.claims import Attempts, ClaimState
from edge_agent.plan.tasks import Task
from edge_agent.plan.votes import Ballots, Candidate, decided_at, preferred
from edge_agent.records import Clock, Record

if TYPE_CHECKING:
    from edge_agent.plan.goal import GoalPlan


class Propagation:
    """Carries changes through one goal's tasks."""

    def __init__(self, goal: GoalPlan) -> None:
        self._goal = goal
        self._ballots = Ballots()

    def approved(self, candidate: Candidate) -> None:
        """The candidate has a new, or an earlier, approval."""
        self._ballots.note(candidate)
        self._decide(candidate)

    def requorum(self, clock: Clock) -> None:
        """Another quorum is enough from this clock on: it can lower only decisions above it."""
        for candidate_id in self._ballots.above(clock):
            candidate = self._goal.candidate(candidate_id)
            if candidate is not None:
                self._decide(candidate)

    def recount(self, attempts: Attempts) -> None:
        """Something that the step's claims rest on changed: more of them may count."""
        step = attempts.step
        split = None if step.split is None else self._goal.candidate(step.split)
        task = self._goal.task(step.task)
        counted = attempts.count(task.made if split is None else split.decision)
        for claim in counted:
            self._goal.facts.put("claim counted", claim.id, 1)
            if claim.failed:
                self._goal.facts.put("claim failed", claim.id, 1)
            if claim.result is not None:
                self.result(claim, claim.result)
        if counted:
            self._settle(task)

    def failure(self, claim: ClaimState) -> None:
        """The claim's author gave it up: the author may claim again, and the phase may be closed."""
        if claim.counted:
            self._goal.facts.put("claim failed", claim.id, 1)
            self.recount(claim.attempts)
            self._settle(self._goal.task(claim.step.task))

    def result(self, claim: ClaimState, record: Record) -> None:
        """Rule 10: the claim has a result. It may be its task's earliest, and the earliest beneath the splits above."""
        if not claim.counted:
            return
        task = self._goal.task(claim.step.task)
        if task.text is None or record.order < task.text.order:
            task.text = record
            self._goal.facts.put("text", task.id, record.id)
            self._settle(task)
        split = task.maker if claim.step.split is None else self._goal.candidate(claim.step.split)
        while split is not None and (split.beneath is None or record.order < split.beneath):
            split.beneath = record.order
            self._choose(split.task)
            split = split.task.maker

    def _decide(self, candidate: Candidate) -> None:
        """Rule 3, first half; then down: what rests on the decision."""
        decision = decided_at(candidate, self._goal.rules)
        if decision == candidate.decision:
            return
        candidate.decision = decision
        self._ballots.note(candidate)
        self._goal.facts.put("decision", candidate.id, decision)
        self._choose(candidate.task)
        for attempts in self._goal.attempts_on(candidate):
            self.recount(attempts)
        for child_id in candidate.child_ids:
            for split in self._goal.task(child_id).all_candidates:
                self._decide(split)

    def _choose(self, task: Task) -> None:
        """Rule 3, second half: which of the decided splits is accepted."""
        accepted = preferred(task.all_candidates)
        if accepted is task.accepted:
            return
        task.accepted = accepted
        if accepted is None:
            self._goal.unsplit[task.id] = task
        else:
            self._goal.unsplit.pop(task.id, None)
        self._goal.facts.put("accepted", task.id, None if accepted is None else accepted.id)
        self._settle(task)

    def _settle(self, task: Task) -> None:
        """Rule 7; then up: a task all of whose children failed is failed."""
        failed = task.has_failed()
        if failed == task.failed:
            return
        task.failed = failed
        self._goal.facts.put("failed", task.id, 1 if failed else None)
        if task.maker is not None:
            task.maker.failed_children += 1 if failed else -1
            self._settle(task.maker.task)
