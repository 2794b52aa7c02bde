"""The plan's rules as one plain recomputation from a set of records: slow, short, and the oracle of the real fold.

It shares no code with ``edge_agent.plan``: each rule is written down a second time, in the order of the design, without
any care for cost. Everything is worked out anew from the whole set, so it cannot depend on an order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from edge_agent.records import (
    RULES_VERSION,
    Cancel,
    Claim,
    Failure,
    Forget,
    Goal,
    Proposal,
    Record,
    Reprioritise,
    Requorum,
    Result,
    Vote,
    child_task_id,
    whole_id,
)

StepKey = tuple[str, str, str | None]


@dataclass
class ReferenceTask:
    id: str
    proposal: str | None
    parent: str | None
    depth: int
    budget: int
    fixed_leaf: bool
    after: tuple[str, ...]


@dataclass
class ReferenceGoal:
    """What follows from the records of one goal. ``conclude`` fills in everything."""

    record: Record
    records: list[Record]
    tasks: dict[str, ReferenceTask] = field(default_factory=dict)
    proposals: dict[str, Record] = field(default_factory=dict)
    wholes: dict[str, str] = field(default_factory=dict)
    decisions: dict[str, int] = field(default_factory=dict)
    counted: dict[str, Record] = field(default_factory=dict)
    holders: dict[StepKey, dict[int, Record]] = field(default_factory=dict)
    failed_claims: set[str] = field(default_factory=set)
    results: dict[str, Record] = field(default_factory=dict)
    texts: dict[str, Record] = field(default_factory=dict)
    beneath: dict[str, tuple[int, str]] = field(default_factory=dict)
    accepted: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.goal = self.record.body
        self.forgotten = any(isinstance(record.body, Forget) for record in self._alive(self.records))
        if self.forgotten:
            self.records = [record for record in self.records if isinstance(record.body, Forget)]
        self.by_kind: dict[type, list[Record]] = defaultdict(list)
        for record in sorted(self._alive(self.records), key=lambda record: record.order):
            self.by_kind[type(record.body)].append(record)
        self.understood = self.goal.rules == RULES_VERSION
        if not self.understood:
            for kind in (Proposal, Vote, Claim, Result, Failure, Requorum):
                self.by_kind[kind] = []
        self.find_tasks()
        self.decide()
        self.count_claims()
        self.find_results()
        self.accept()

    def _alive(self, records: Iterable[Record]) -> list[Record]:
        return [record for record in records if record.clock > self.record.clock]

    # Rules 1, 5 and 6: which tasks and splits there are.

    def find_tasks(self) -> None:
        policy = self.goal.policy
        self.add_task(self.record.id, None, None, 0, policy.max_tasks - 1, False, ())
        waiting = list(self.by_kind[Proposal])
        found = True
        while found:
            found = False
            for record in list(waiting):
                if record.body.task in self.tasks and self.refinement_known(record):
                    waiting.remove(record)
                    found = True
                    if self.well_formed(record):
                        self.add_proposal(record)

    def refinement_known(self, record: Record) -> bool:
        return record.body.refines is None or record.body.refines in self.proposals

    def well_formed(self, record: Record) -> bool:
        body, task, policy = record.body, self.tasks[record.body.task], self.goal.policy
        if task.fixed_leaf or len(body.children) > policy.max_children or len(body.children) > task.budget:
            return False
        if any(not before < index for index, child in enumerate(body.children) for before in child.after):
            return False
        if task.proposal is not None and record.clock <= self.proposals[task.proposal].clock:
            return False
        if body.refines is None:
            return body.round == 0
        refined = self.proposals[body.refines]
        right_round = body.round == refined.body.round + 1 and body.round <= policy.max_rounds
        return refined.body.task == body.task and right_round and record.clock > refined.clock

    def add_proposal(self, record: Record) -> None:
        body, task = record.body, self.tasks[record.body.task]
        self.proposals[record.id] = record
        takers = [index for index, child in enumerate(body.children) if not child.leaf]
        budgets = dict.fromkeys(range(len(body.children)), 0)
        for unit in range(task.budget - len(body.children)):
            if takers:
                budgets[takers[unit % len(takers)]] += 1
        for index, child in enumerate(body.children):
            after = tuple(child_task_id(record.id, before) for before in child.after)
            child_id = child_task_id(record.id, index)
            self.add_task(child_id, record.id, task.id, task.depth + 1, budgets[index], child.leaf, after)

    def add_task(
        self,
        task_id: str,
        proposal: str | None,
        parent: str | None,
        depth: int,
        budget: int,
        leaf: bool,
        after: tuple[str, ...],
    ) -> None:
        fixed = leaf or depth >= self.goal.policy.max_depth or budget < 2
        self.tasks[task_id] = ReferenceTask(task_id, proposal, parent, depth, budget, fixed, after)
        if not fixed:
            self.wholes[whole_id(task_id)] = task_id

    def splits_of(self, task_id: str) -> list[str]:
        proposals = [split for split, record in self.proposals.items() if record.body.task == task_id]
        return proposals + [whole for whole, of_task in self.wholes.items() if of_task == task_id]

    def task_of(self, split: str) -> str:
        return self.wholes[split] if split in self.wholes else self.proposals[split].body.task

    # Rules 2 and 3: approvals and decisions.

    def decide(self) -> None:
        """Parents before children, since a split counts above the decision that made its task."""
        for task in sorted(self.tasks.values(), key=lambda task: task.depth):
            made = self.made(task.id)
            for split in self.splits_of(task.id):
                record = self.proposals.get(split)
                if made is None or (record is not None and record.clock <= made):
                    continue
                options = [self.decided_under(split, made, *rule) for rule in self.quorum_rules()]
                if any(option is not None for option in options):
                    self.decisions[split] = min(option for option in options if option is not None)

    def quorum_rules(self) -> list[tuple[int, int, bool]]:
        policy = self.goal.policy
        said = [(record.clock, record.body.quorum, record.body.self_votes) for record in self.by_kind[Requorum]]
        return [(self.record.clock, policy.quorum, policy.self_votes), *said]

    def decided_under(self, split: str, made: int, clock: int, quorum: int, self_votes: bool) -> int | None:
        record = self.proposals.get(split)
        approvals: dict[str, int] = {}
        for vote in self.by_kind[Vote]:
            if vote.body.proposal == split and vote.body.approve and vote.clock > self.named_clock(split):
                approvals.setdefault(vote.author, vote.clock)
        if record is not None and not self_votes:
            approvals.pop(record.author, None)
            if record.body.author_scores:
                quorum = max(1, quorum - 1)
        given = sorted(approvals.values())
        return max(clock, made, given[quorum - 1]) if len(given) >= quorum else None

    def named_clock(self, split: str) -> int:
        """The clock of the record that the split's id comes from."""
        if split in self.proposals:
            return self.proposals[split].clock
        proposal = self.tasks[self.wholes[split]].proposal
        return self.record.clock if proposal is None else self.proposals[proposal].clock

    def made(self, task_id: str) -> int | None:
        """The latest decision on the path to the task; None where one is missing."""
        latest = self.record.clock
        while (proposal := self.tasks[task_id].proposal) is not None:
            if proposal not in self.decisions:
                return None
            latest = max(latest, self.decisions[proposal])
            task_id = self.tasks[task_id].parent
        return latest

    # Rule 9: claims.

    def count_claims(self) -> None:
        grouped: dict[StepKey, list[Record]] = defaultdict(list)
        for record in self.by_kind[Claim]:
            if self.rests_well(record):
                grouped[self.step(record)].append(record)
        for step, claims in grouped.items():
            before: list[Record] = []
            for attempt in range(1, self.goal.policy.max_attempts + 2):
                now = [claim for claim in claims if claim.body.attempt == attempt and self.follows(claim, before)]
                if not now:
                    break
                self.holders.setdefault(step, {})[attempt] = min(now, key=lambda claim: claim.order)
                self.counted.update((claim.id, claim) for claim in now)
                before = now
        self.failed_claims = {
            claim.id for claim in self.counted.values() if any(self.said_of(claim, Failure, self.by_kind[Failure]))
        }

    def step(self, record: Record) -> StepKey:
        return record.body.task, record.body.phase, record.body.split

    def rests_well(self, record: Record) -> bool:
        body = record.body
        task = self.tasks.get(body.task)
        if task is None:
            return False
        floors = [self.made(body.task)]
        if body.split is None:
            if not task.fixed_leaf or body.phase != "execute":
                return False
        else:
            known = body.split in self.proposals or body.split in self.wholes
            if not known or self.task_of(body.split) != body.task:
                return False
            if (body.phase == "merge") != (body.split in self.proposals):
                return False
            floors.append(self.decisions.get(body.split))
        return all(floor is not None and record.clock > floor for floor in floors)

    def follows(self, claim: Record, before: list[Record]) -> bool:
        if claim.body.attempt == 1:
            return True
        for earlier in before:
            if earlier.author != claim.author and earlier.clock < claim.clock:
                return True
            failures = self.said_of(earlier, Failure, self.by_kind[Failure])
            if earlier.author == claim.author and any(failure.clock < claim.clock for failure in failures):
                return True
        return False

    def said_of(self, claim: Record, kind: type, records: list[Record]) -> list[Record]:
        return [
            record
            for record in records
            if record.body.claim == claim.id and record.author == claim.author and record.clock > claim.clock
        ]

    # Rule 10: results. Rule 3, second half: what is accepted.

    def find_results(self) -> None:
        known = {record.id: record for record in [self.record, *self.records]}
        usable = [
            record
            for record in self.by_kind[Result]
            if all(used in known and known[used].clock < record.clock for used in record.body.merged)
        ]
        for claim in self.counted.values():
            for record in self.said_of(claim, Result, usable):
                self.note_result(claim, record)

    def note_result(self, claim: Record, record: Record) -> None:
        task_id, split = claim.body.task, claim.body.split
        if claim.id not in self.results or record.order < self.results[claim.id].order:
            self.results[claim.id] = record
        if task_id not in self.texts or record.order < self.texts[task_id].order:
            self.texts[task_id] = record
        splits = [] if split is None else [split]
        while (proposal := self.tasks[task_id].proposal) is not None:
            splits.append(proposal)
            task_id = self.tasks[task_id].parent
        for above in splits:
            self.beneath[above] = min(self.beneath.get(above, record.order), record.order)

    def accept(self) -> None:
        for task_id in self.tasks:
            decided = [split for split in self.splits_of(task_id) if split in self.decisions]
            if decided:
                never = (1 << 64, "")
                self.accepted[task_id] = min(
                    decided, key=lambda split: (self.beneath.get(split, never), self.decisions[split], split)
                )

    # Rules 7, 8 and 11, worked out when asked.

    def phase(self, task_id: str) -> StepKey | None:
        if self.tasks[task_id].fixed_leaf:
            return task_id, "execute", None
        split = self.accepted.get(task_id)
        if split is None:
            return None
        return task_id, "execute" if split in self.wholes else "merge", split

    def children(self, task_id: str) -> list[str]:
        split = self.accepted.get(task_id)
        record = self.proposals.get(split) if split else None
        return [] if record is None else [child_task_id(record.id, i) for i in range(len(record.body.children))]

    def failed(self, task_id: str) -> bool:
        step = self.phase(task_id)
        if task_id in self.texts or step is None:
            return False
        holders, last = self.holders.get(step, {}), self.goal.policy.max_attempts
        if last + 1 in holders or (last in holders and holders[last].id in self.failed_claims):
            return True
        children = self.children(task_id)
        return bool(children) and all(self.failed(child) for child in children)

    def ended(self, task_id: str) -> bool:
        return task_id in self.texts or self.failed(task_id)

    def line(self, task_id: str) -> list[str]:
        """The task and its ancestors."""
        line = [task_id]
        while (parent := self.tasks[line[-1]].parent) is not None:
            line.append(parent)
        return line

    def live(self, task_id: str) -> bool:
        return all(
            self.accepted.get(self.tasks[one].parent) == self.tasks[one].proposal for one in self.line(task_id)[:-1]
        )

    def wanted(self, task_id: str) -> bool:
        """Live, neither it nor an ancestor ended, and the goal open."""
        return self.state == "open" and self.live(task_id) and not any(self.ended(one) for one in self.line(task_id))

    def ready(self) -> set[StepKey]:
        found = set()
        for task_id in self.tasks:
            step = self.phase(task_id)
            unblocked = all(self.ended(before) for one in self.line(task_id) for before in self.tasks[one].after)
            merged = all(self.ended(child) for child in self.children(task_id))
            if step and unblocked and merged and self.understood and self.wanted(task_id):
                found.add(step)
        return found

    def undecided(self) -> set[str]:
        return {
            task_id
            for task_id in self.tasks
            if self.understood and self.phase(task_id) is None and self.wanted(task_id)
        }

    @property
    def state(self) -> str:
        if self.forgotten:
            return "forgotten"
        if self.record.id in self.texts:
            return "finished"
        if self.by_kind[Cancel]:
            return "cancelled"
        return "failed" if self.failed(self.record.id) else "open"

    @property
    def priority(self) -> int:
        said = self.by_kind[Reprioritise]
        return said[-1].body.priority if said else self.goal.priority

    def facts(self) -> set[tuple[str, str, str]]:
        """All that the plan's digest covers of this goal."""
        found = {("state", self.record.id, self.state), ("priority", self.record.id, str(self.priority))}
        found |= {("decision", split, str(clock)) for split, clock in self.decisions.items()}
        found |= {("accepted", task, split) for task, split in self.accepted.items()}
        found |= {("claim counted", claim, "1") for claim in self.counted}
        found |= {("claim failed", claim, "1") for claim in self.failed_claims}
        found |= {("text", task, record.id) for task, record in self.texts.items()}
        found |= {("failed", task, "1") for task in self.tasks if self.failed(task)}
        return found


class ReferencePlan:
    """All goals of a set of records, and the records that are kept."""

    def __init__(self, records: Iterable[Record]) -> None:
        unique = {record.id: record for record in records}
        self.goals: dict[str, ReferenceGoal] = {}
        kept = dict(unique)
        for goal in [record for record in unique.values() if isinstance(record.body, Goal)]:
            of_goal = [record for record in unique.values() if record.goal == goal.id and record.id != goal.id]
            reference = self.goals[goal.id] = ReferenceGoal(goal, of_goal)
            if reference.forgotten:
                for record in of_goal:
                    if not isinstance(record.body, Forget):
                        del kept[record.id]
        self.records = kept
