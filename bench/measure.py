"""One run of a swarm, in numbers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec import Struct

from bench.swarm import ACQUAINTED_AFTER, Shape, SwarmWorld, world_for
from edge_agent.clock import ms_of_clock
from edge_agent.plan import GoalPlan, Plan, Task
from edge_agent.records import Policy, Record, RecordId, Vote
from simulation.machine import START_MS
from simulation.model import Script
from simulation.network import BEACON_BYTES

SECONDS_A_LOOK: Final = 2.0
LONGEST: Final = 200_000.0
FOLDS: Final = 3
"""How often a history is folded to time it; the quickest counts."""


class Run(Struct, frozen=True, kw_only=True):
    """What a goal cost. Seconds are virtual, but for the times of the processor."""

    machines: int
    leaves: int
    tasks: int
    state: str
    seconds: float
    """From the goal's record to its text; nan where it did not finish."""
    leaf_seconds: float
    """From the first claim to the last leaf's text."""
    records: int
    messages: float
    """Sent by a machine for a record, on average: gossip and frames of exchanges, without beacons."""
    bytes: float
    """The same in bytes."""
    gossip: float
    """The gossip among these messages."""
    beacon_bytes: float
    """Beacons that a machine sends and passes on, in bytes a second."""
    fold_microseconds: float
    """Of the processor, to apply one record to the plan; the digest after each record included."""
    wasted: float
    """Share of all runs that repeated a step."""
    claims: float
    """Published for a step."""
    votes: float
    """Cast for a task that needed a decision."""
    longest_wait: float
    """The longest time from when a step was ready to the claim that led to its text."""
    looks: int
    processor_seconds: float
    """That the whole simulation took."""


def run_swarm(
    shape: Shape,
    script: Script,
    machines: int,
    policy: Policy,
    *,
    seed: int = 1,
    beacon_seconds: float = 2.0,
    crashes: Sequence[tuple[int, float]] = (),
    longest: float = LONGEST,
) -> Run:
    """Let a swarm answer one goal. ``crashes``: which machine goes for good, and how long after the goal is given."""
    began = time.process_time()
    world = world_for(script, machines, seed, beacon_seconds=beacon_seconds)
    given_at = ACQUAINTED_AFTER * beacon_seconds
    world.run(given_at)
    before = [(counters.messages, counters.gossip_bytes + counters.frame_bytes) for counters in world.network.counters]
    gossip_before = sum(counters.gossip for counters in world.network.counters)
    beacons_before = world.network.beacon_copies
    world.submit(world.machines[0], shape.title(), at=given_at, policy=policy)
    for number, after in crashes:
        world.schedule.at(given_at + after, world.machines[number].crash)
    deadline = given_at + max((after for _, after in crashes), default=0.0) + longest
    world.run(given_at + max((after for _, after in crashes), default=SECONDS_A_LOOK))
    while world.now < deadline and not _is_over(world):
        world.run(world.now + SECONDS_A_LOOK)
    processor = time.process_time() - began
    plan = next(machine.agent.plan for machine in world.machines if machine.agent is not None)
    goal = plan.goals()[0]
    history = sorted(goal.records.values(), key=lambda record: record.order)
    records = len(history)
    messages = sum(c.messages - before[n][0] for n, c in enumerate(world.network.counters))
    sent = sum(c.gossip_bytes + c.frame_bytes - before[n][1] for n, c in enumerate(world.network.counters))
    gossip = sum(c.gossip for c in world.network.counters) - gossip_before
    decided = sum(1 for task in goal.live_tasks() if not task.fixed_leaf)
    runs = world.checks.all_runs
    first_claim = min((ms_of_clock(claim.record.clock) for claim in goal.claims()), default=0)
    return Run(
        machines=machines,
        leaves=shape.leaves,
        tasks=shape.tasks,
        state=goal.state,
        seconds=(_finished_ms(goal.root) - ms_of_clock(goal.record.clock)) / 1_000,
        leaf_seconds=max((_finished_ms(t) - first_claim for t in goal.live_tasks() if t.fixed_leaf), default=0) / 1_000,
        records=records,
        messages=messages / machines / records,
        bytes=sent / machines / records,
        gossip=gossip / machines / records,
        beacon_bytes=(world.network.beacon_copies - beacons_before) * BEACON_BYTES / machines / (world.now - given_at),
        fold_microseconds=fold_microseconds(history),
        wasted=world.checks.extra_runs / max(1, runs),
        claims=sum(1 for _ in goal.claims()) / max(1, len(world.checks.runs)),
        votes=sum(isinstance(record.body, Vote) for record in history) / max(1, decided),
        longest_wait=longest_wait(goal),
        looks=sum(machine.agent.looks for machine in world.machines if machine.agent is not None),
        processor_seconds=processor,
    )


def _is_over(world: SwarmWorld) -> bool:
    return world.settled() and any(m.agent is not None and m.agent.plan.goals() for m in world.machines)


def fold_microseconds(history: Sequence[Record]) -> float:
    """How long the plan takes for a record of this history, in the order in which it was said."""
    quickest = float("inf")
    for _ in range(FOLDS):
        plan = Plan()
        began = time.process_time()
        for record in history:
            plan.apply(record)
            plan.digest()
        quickest = min(quickest, time.process_time() - began)
    return 1e6 * quickest / max(1, len(history))


def longest_wait(goal: GoalPlan) -> float:
    """The longest time between a step's being ready and the claim that led to its text, in seconds."""
    longest = 0.0
    for task in goal.live_tasks():
        if task.text is None:
            continue
        claim = goal.claim(RecordId(getattr(task.text.body, "claim", "")))
        if claim is not None:
            longest = max(longest, (ms_of_clock(claim.record.clock) - _ready_ms(goal, task)) / 1_000)
    return longest


def _ready_ms(goal: GoalPlan, task: Task) -> float:
    """When all that the task's phase waits for was there."""
    line = [task, *(split.task for split in task.splits_above())]
    earlier = [goal.task(before) for one in line for before in one.after]
    parts = [] if task.accepted is None else [goal.task(child) for child in task.accepted.child_ids]
    made = [START_MS if task.made is None else ms_of_clock(task.made)]
    return max([*made, *(_finished_ms(one) for one in (*earlier, *parts))])


def _finished_ms(task: Task) -> float:
    return float("nan") if task.text is None else ms_of_clock(task.text.clock)


def random_crashes(machines: int, share: float, within: float, lots: Random) -> list[tuple[int, float]]:
    """A share of the machines goes for good, each at a random moment within so many seconds."""
    gone = lots.sample(range(machines), int(machines * share))
    return [(number, lots.uniform(0.0, within)) for number in gone]
