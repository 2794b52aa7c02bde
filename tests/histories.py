"""Histories: what a few machines of a swarm could have published, with all that goes wrong.

Every machine plans from its own copy of the records, which it exchanges with the others only now and then: so splits
compete, claims race and lose, votes and results come late. Besides honest moves there is junk that passes the door:
void clocks, names of nothing, votes for oneself, claims on the wrong split, attempts out of turn. A seed makes the
whole history, so a failing one can be told by a number.
"""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from edge_agent.plan import GoalPlan, Plan, Step
from edge_agent.records import (
    Cancel,
    Child,
    Claim,
    Clock,
    Failure,
    Forget,
    Goal,
    KnownBody,
    PeerId,
    Policy,
    Proposal,
    Record,
    RecordId,
    Reprioritise,
    Requorum,
    Result,
    Scores,
    SwarmId,
    Unknown,
    Vote,
    child_task_id,
    whole_id,
)

SWARM = SwarmId("5a" * 16)
FORMS = ("text", "list", "schedule", "table")


def make_record(body: KnownBody | Unknown, clock: int, author: str = "anna", salt: object = "") -> Record:
    """A record without bytes and signature: the plan never looks at them. The id follows from all the rest."""
    said = repr((author, clock, body, salt)).encode()
    return Record(
        id=RecordId(hashlib.blake2b(said, digest_size=32).hexdigest()),
        author=PeerId(author),
        clock=Clock(clock),
        swarm=SWARM,
        body=body,
        wire=b"",
    )


def scores(mark: int = 50) -> Scores:
    """The same mark for all three questions."""
    return Scores(concrete=mark, distinct=mark, complete=mark)


class Machine:
    """One machine: its copy of the records, its plan, its clock."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.plan = Plan()
        self.known: list[Record] = []
        self.clock = 1_000

    def hear(self, record: Record) -> None:
        if self.plan.apply(record):
            self.known.append(record)
        self.clock = max(self.clock, record.clock)


class History:
    """Makes records, move by move. ``records`` holds them in the order in which they were published."""

    def __init__(self, seed: int, moves: int = 160, machines: int | None = None, forgets: bool = False) -> None:
        self.random = random.Random(seed)
        count = machines or self.random.randint(1, 5)
        self.machines = [Machine(f"machine-{number}") for number in range(count)]
        self.records: list[Record] = []
        self.talkative = self.random.choice((0.05, 0.2, 0.6))
        self.junk = self.random.choice((0.0, 0.05, 0.2))
        self.forgets = forgets
        for _ in range(self.random.choice((1, 1, 2))):
            self.publish(self.machines[0], self.new_goal())
        for _ in range(moves):
            self.step()

    # What is published.

    def publish(self, machine: Machine, body: KnownBody | Unknown, clock: int | None = None) -> Record:
        if clock is None:
            clock = machine.clock + self.random.choice((1, 1, 1, 2, 5, 40))
        record = make_record(body, clock, machine.name, len(self.records))
        self.records.append(record)
        machine.hear(record)
        return record

    def new_goal(self) -> Goal:
        rng = self.random
        policy = Policy(
            quorum=rng.choice((1, 1, 1, 2, 2, 3)),
            self_votes=rng.random() < (0.4 if len(self.machines) > 1 else 0.9),
            max_rounds=rng.randint(0, 2),
            max_depth=rng.choice((0, 1, 2, 2, 3, 3, 3, 3, 4, 4)),
            max_children=rng.randint(2, 5),
            max_tasks=rng.choice((1, 4, 9, 15, 15, 25, 25, 40, 40, 40)),
            max_attempts=rng.randint(1, 3),
        )
        rules = 2 if rng.random() < 0.03 else 1
        return Goal(title=f"Goal {rng.random()}", text="Something to write.", policy=policy, rules=rules)

    def step(self) -> None:
        machine = self.random.choice(self.machines)
        for other in self.machines:
            if other is not machine and self.random.random() < self.talkative:
                heard = [record for record in other.known if record.id not in machine.plan]
                for record in self.random.sample(heard, self.random.randint(0, len(heard))):
                    machine.hear(record)
        goals = machine.plan.goals()
        if self.random.random() < 0.9:
            goals = [goal for goal in goals if not goal.ended] or goals
        if not goals:
            return
        moves = _JUNK if self.random.random() < self.junk else _MOVES
        names = [move for move, _ in moves]
        weights = [weight for _, weight in moves]
        self.random.choices(names, weights)[0](self, machine, self.random.choice(goals))

    # Honest moves.

    def propose(self, machine: Machine, goal: GoalPlan) -> None:
        undecided = [task for task in goal.undecided() if len(task.proposals) < 3]
        task = self.random.choice(undecided if undecided else list(goal.tasks.values()))
        refined = self.random.choice([None, *task.proposals])
        most = max(1, min(goal.policy.max_children, task.budget))
        body = self.split(goal, task.id, self.random.randint(1, most), refined and refined.id)
        if refined is not None:
            body = Proposal(**{**_fields(body), "round": refined.round + 1})
        self.publish(machine, body)

    def split(self, goal: GoalPlan, task: str, count: int, refines: str | None = None) -> Proposal:
        rng = self.random
        children = tuple(
            Child(
                title=f"Part {index}",
                leaf=rng.random() < 0.5,
                form=rng.choice(FORMS),
                after=tuple(before for before in range(index) if rng.random() < 0.25),
            )
            for index in range(count)
        )
        scoring = rng.random() < 0.5
        return Proposal(goal=goal.id, task=task, children=children, refines=refines, author_scores=scoring)

    def vote(self, machine: Machine, goal: GoalPlan) -> None:
        wholes = self.random.random() < 0.04
        wanted = [split for task in goal.undecided() for split in task.candidates if wholes or not split.is_whole]
        anything = [
            split for task in goal.tasks.values() for split in task.all_candidates if wholes or not split.is_whole
        ]
        if wanted or anything:
            candidate = self.random.choice(wanted if wanted and self.random.random() < 0.9 else anything)
            self.publish(machine, self.ballot(goal, candidate.id))

    def ballot(self, goal: GoalPlan, split: str) -> Vote:
        rng = self.random
        return Vote(goal=goal.id, proposal=split, approve=rng.random() < 0.7, scores=scores(rng.randint(0, 100)))

    def claim(self, machine: Machine, goal: GoalPlan) -> None:
        steps = goal.ready()
        if steps:
            step = self.random.choice(steps)
            self.publish(machine, claim_of(step, self.next_attempt(goal, step)))

    def next_attempt(self, goal: GoalPlan, step: Step) -> int:
        highest = goal.attempts(step).highest
        return highest + 1 if self.random.random() < 0.5 else max(1, highest)

    def finish(self, machine: Machine, goal: GoalPlan) -> None:
        own = [claim for claim in goal.claims() if claim.author == machine.name]
        unfinished = [claim for claim in own if claim.result is None and claim.counted]
        if own:
            claim = self.random.choice(unfinished if unfinished and self.random.random() < 0.9 else own)
            texts = [task.text.id for task in goal.tasks.values() if task.parent == claim.step.task and task.text]
            merged = tuple(sorted(texts)) if claim.step.phase == "merge" else ()
            self.publish(machine, Result(goal=goal.id, claim=claim.id, text="text", merged=merged))

    def give_up(self, machine: Machine, goal: GoalPlan) -> None:
        own = [claim for claim in goal.claims() if claim.author == machine.name]
        if own:
            self.publish(machine, Failure(goal=goal.id, claim=self.random.choice(own).id, reason="the model crashed"))

    def restart(self, machine: Machine, goal: GoalPlan) -> None:
        """A machine that starts gives up all its open claims."""
        for claim in list(goal.claims()):
            if claim.author == machine.name and claim.result is None and not claim.failed:
                self.publish(machine, Failure(goal=goal.id, claim=claim.id, reason="restarted"))

    def close(self, machine: Machine, goal: GoalPlan) -> None:
        """One machine's doing, up to the closing claim: attempts and failures in a row."""
        steps = goal.ready()
        if steps:
            step = self.random.choice(steps)
            while (number := goal.attempts(step).highest + 1) <= goal.policy.max_attempts + 1:
                claim = self.publish(machine, claim_of(step, number))
                if claim.id not in {counted.id for counted in goal.attempts(step).counted(number)}:
                    return
                if self.random.random() < 0.8:
                    self.publish(machine, Failure(goal=goal.id, claim=claim.id))

    def requorum(self, machine: Machine, goal: GoalPlan) -> None:
        alone = self.random.random() < 0.3
        self.publish(machine, Requorum(goal=goal.id, quorum=self.random.randint(1, 3), self_votes=alone))

    def command(self, machine: Machine, goal: GoalPlan) -> None:
        body: KnownBody = Reprioritise(goal=goal.id, priority=self.random.randint(-5, 5))
        if self.random.random() < 0.15:
            body = Cancel(goal=goal.id)
        elif self.forgets and self.random.random() < 0.4:
            body = Forget(goal=goal.id)
        self.publish(machine, body)

    # Junk that passes the door.

    def late(self, machine: Machine, goal: GoalPlan) -> None:
        """A sound record whose clock lies somewhere in the past: void, or an earlier winner than was known."""
        sound = [record for record in self.records if record.goal == goal.id and not isinstance(record.body, Goal)]
        if sound:
            body: Any = self.random.choice(sound).body
            self.publish(machine, body, self.random.randint(995, machine.clock))

    def wild_claim(self, machine: Machine, goal: GoalPlan) -> None:
        rng = self.random
        task = rng.choice(list(goal.tasks.values()))
        splits = [candidate.id for any_task in goal.tasks.values() for candidate in any_task.all_candidates]
        own = [candidate.id for candidate in task.all_candidates]
        split = rng.choice([None, "ab" * 32, *own, *own, *splits])
        body = Claim(
            goal=goal.id, task=task.id, phase=rng.choice(("execute", "merge")), split=split, attempt=rng.randint(1, 5)
        )
        self.publish(machine, body)

    def wild_split(self, machine: Machine, goal: GoalPlan) -> None:
        """Too many children, forward references, wrong rounds, the wrong task's split refined."""
        rng = self.random
        tasks = list(goal.tasks.values())
        splits = [candidate.id for task in tasks for candidate in task.all_candidates]
        body = self.split(goal, rng.choice(tasks).id, rng.randint(1, 7), rng.choice([None, "cd" * 32, *splits]))
        wild = Child(title="Wild", after=(rng.randint(0, 6),))
        children = (*body.children[:-1], wild) if rng.random() < 0.5 else body.children
        self.publish(machine, Proposal(**{**_fields(body), "children": children, "round": rng.randint(0, 3)}))

    def wild_result(self, machine: Machine, goal: GoalPlan) -> None:
        """Somebody else's claim, no claim at all, or a merge of what does not exist (yet)."""
        claims = [record.id for record in self.records if isinstance(record.body, Claim)]
        anything = [record.id for record in self.records]
        claim = self.random.choice(["ef" * 32, *claims])
        merged = tuple(self.random.sample(anything, min(2, len(anything)))) if self.random.random() < 0.5 else ()
        body = Result(goal=goal.id, claim=claim, text="text", merged=merged)
        self.publish(machine, Failure(goal=goal.id, claim=claim) if self.random.random() < 0.3 else body)

    def early(self, machine: Machine, goal: GoalPlan) -> None:
        """A machine that is ahead: a split with votes for it, claims and results beneath, all before it is decided."""
        rng = self.random
        task = rng.choice(list(goal.tasks.values()))
        split = self.publish(machine, self.split(goal, task.id, rng.randint(1, 3)))
        child = child_task_id(split.id, 0)
        nested = self.publish(machine, self.split(goal, child, 1))
        self.publish(machine, self.ballot(goal, rng.choice((split.id, nested.id, whole_id(child)))))
        claim = self.publish(
            machine, Claim(goal=goal.id, task=child, phase="execute", split=None, attempt=1), machine.clock + 30
        )
        self.publish(machine, Result(goal=goal.id, claim=claim.id, text="text"))

    def unknown(self, machine: Machine, goal: GoalPlan) -> None:
        body: KnownBody | Unknown = Unknown(kind="applause")
        if self.random.random() < 0.5:
            body = Cancel(goal="12" * 32)
        self.publish(machine, body)


def claim_of(step: Step, attempt: int) -> Claim:
    """A claim on this step."""
    return Claim(goal=step.goal, task=step.task, phase=step.phase, split=step.split, attempt=attempt)


def _fields(body: Proposal) -> dict[str, Any]:
    return {name: getattr(body, name) for name in body.__struct_fields__}


_Move = Callable[[History, Machine, GoalPlan], None]
_MOVES: list[tuple[_Move, int]] = [
    (History.propose, 14),
    (History.vote, 34),
    (History.claim, 24),
    (History.finish, 16),
    (History.give_up, 6),
    (History.restart, 2),
    (History.close, 2),
    (History.requorum, 2),
    (History.command, 1),
]
_JUNK: list[tuple[_Move, int]] = [
    (History.late, 8),
    (History.wild_claim, 6),
    (History.wild_split, 4),
    (History.wild_result, 4),
    (History.early, 3),
    (History.unknown, 1),
]


FAST_TIER = bool(os.environ.get("SWARM_AGENT_FAST_TESTS"))
"""Whether the tests should be content with fewer seeds, always the same: scripts/mutate runs them hundreds of times."""


def properties(examples: int) -> settings:
    """How a property is tried on this many seeds. Seeds are not shrunk: a smaller one makes no simpler history."""
    phases = (Phase.explicit, Phase.reuse, Phase.generate)
    slow = [HealthCheck.too_slow]
    if FAST_TIER:
        few = max(10, examples // 8)
        return settings(
            max_examples=few,
            deadline=None,
            phases=phases[::2],
            suppress_health_check=slow,
            derandomize=True,
            database=None,
        )
    return settings(max_examples=examples, deadline=None, phases=phases, suppress_health_check=slow)


seeds = st.integers(min_value=0, max_value=2**32)


def shuffled(records: list[Record], seed: int, duplicates: float = 0.2) -> list[Record]:
    """The records in another order, some of them twice."""
    rng = random.Random(seed)
    again = [record for record in records if rng.random() < duplicates]
    mixed = [*records, *again]
    rng.shuffle(mixed)
    return mixed
