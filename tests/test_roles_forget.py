"""When a machine says that a goal is to be forgotten."""

from __future__ import annotations

import msgspec
from machines import BEACON_INTERVAL, START_MS, SWARM, Machine, World, quiet_world

from edge_agent.clock import clock_of_ms, ms_of_clock
from edge_agent.plan import GoalPlan, Plan
from edge_agent.records import (
    RULES_VERSION,
    Cancel,
    Claim,
    Failure,
    Forget,
    Goal,
    KnownBody,
    Policy,
    Record,
    Result,
    sign_record,
)
from edge_agent.roles import forget
from edge_agent.roles.forget import INTERVALS_A_TURN, MOST_AT_ONCE, ended_ms, is_due
from edge_agent.roles.intents import ForgetGoal
from edge_agent.roles.view import Peer

DAY_MS = 86_400_000
RETENTION_MS = 90 * DAY_MS
ALL = {"decomposer", "scorer", "executor"}


def ended_world(count: int) -> tuple[World, int]:
    """Machines with a goal of the first one's, which was cancelled; when that was, in milliseconds."""
    world = quiet_world(*[ALL] * count)
    origin = world.machines[0]
    record = origin.publish(Cancel(goal=origin.goal.id))
    world.wait(2)
    return world, ms_of_clock(record.clock)


def says(machine: Machine, now_ms: int | None, **changes: object) -> list[ForgetGoal]:
    intents = machine.look(now_ms=now_ms, **({"retention_ms": RETENTION_MS} | changes))
    return [intent for intent in intents if isinstance(intent, ForgetGoal)]


def test_the_origin_says_it_after_the_retention_time() -> None:
    world, ended = ended_world(3)
    origin, other, _ = world.machines
    assert says(origin, ended + RETENTION_MS - 1) == []
    assert says(origin, ended + RETENTION_MS) == [ForgetGoal(goal=origin.goal.id)]
    assert says(other, ended + RETENTION_MS) == []
    assert says(other, ended + 2 * RETENTION_MS - 1) == []


def test_after_twice_the_time_the_others_say_it_one_after_the_other() -> None:
    world, ended = ended_world(4)
    others = world.machines[1:]
    for machine in world.machines:
        machine.known_ms, machine.retention_ms = ended + 2 * RETENTION_MS, RETENTION_MS
    first: dict[int, int] = {}
    turn = INTERVALS_A_TURN * int(BEACON_INTERVAL)
    for second in range(4 * turn):
        for machine in others:
            if says(machine, machine.known_ms):
                first.setdefault(machine.number, second)
        world.wait(1)
    assert len(first) == 3
    assert len(set(first.values())) == 3
    assert {second % turn for second in first.values()} == {0}


def test_who_says_it_first_leaves_the_others_nothing_to_say() -> None:
    world, ended = ended_world(3)
    origin, other, _ = world.machines
    origin.publish(Forget(goal=origin.goal.id))
    world.wait(2)
    assert says(other, ended + 10 * RETENTION_MS) == []
    assert says(origin, ended + 10 * RETENTION_MS) == []


def test_a_machine_that_keeps_goals_for_ever_says_nothing() -> None:
    world, ended = ended_world(1)
    assert says(world.machines[0], ended + 10 * RETENTION_MS, retention_ms=0) == []


def test_without_a_time_that_is_known_for_sure_nothing_is_forgotten() -> None:
    world, _ = ended_world(1)
    assert says(world.machines[0], None) == []


def test_open_goals_are_kept_however_old() -> None:
    world = quiet_world(ALL)
    machine = world.machines[0]
    assert says(machine, START_MS + 100 * RETENTION_MS) == []


def test_observers_say_nothing_and_have_no_turn() -> None:
    world, ended = ended_world(2)
    other = world.machines[1]
    owls = {
        f"owl {number}": Peer(id=f"owl {number}", roles=frozenset({"observer"}))  # type: ignore[arg-type]
        for number in range(20)
    }
    assert says(other, ended + 2 * RETENTION_MS, peers=owls) == [ForgetGoal(goal=other.goal.id)]
    assert says(other, ended + 2 * RETENTION_MS, roles=frozenset({"observer"})) == []


def test_after_a_holiday_it_is_said_of_few_goals_at_once() -> None:
    world = quiet_world(ALL)
    machine = world.machines[0]
    for number in range(2 * MOST_AT_ONCE):
        goal = machine.publish(Goal(title=f"goal {number}", text="text", policy=Policy()))
        machine.publish(Cancel(goal=goal.id))
    said = says(machine, START_MS + 100 * RETENTION_MS)
    assert len(set(said)) == MOST_AT_ONCE


class Story:
    """A goal of one machine's, told record by record; each lies a day after the one before."""

    def __init__(self, machine: Machine, *, rules: int = RULES_VERSION) -> None:
        self.machine = machine
        self.plan = Plan()
        self.days = 0
        policy = Policy(max_depth=0, max_attempts=1)
        self.id = self.say(Goal(title="a goal", text="text", policy=policy, rules=rules)).id

    def say(self, body: KnownBody) -> Record:
        clock = clock_of_ms(START_MS + self.days * DAY_MS)
        self.days += 1
        record = sign_record(body, clock=clock, swarm=SWARM, signer=self.machine.signer)
        self.plan.apply(record)
        return record

    def claim(self, attempt: int) -> Record:
        return self.say(Claim(goal=self.id, task=self.id, phase="execute", split=None, attempt=attempt))

    @property
    def goal(self) -> GoalPlan:
        goal = self.plan.goal(self.id)
        assert goal is not None
        return goal


def test_a_goal_is_as_old_as_its_end() -> None:
    machine = quiet_world(ALL).machines[0]
    finished = Story(machine)
    claim = finished.claim(1)
    finished.say(Result(goal=finished.id, claim=claim.id, text="done"))
    finished.say(Cancel(goal=finished.id))
    assert finished.goal.state == "finished"
    assert ended_ms(finished.goal) == START_MS + 2 * DAY_MS
    failed = Story(machine)
    failed.say(Failure(goal=failed.id, claim=failed.claim(1).id))
    assert failed.goal.state == "failed"
    assert ended_ms(failed.goal) == START_MS + 2 * DAY_MS
    cancelled = Story(machine)
    cancelled.say(Cancel(goal=cancelled.id))
    cancelled.say(Cancel(goal=cancelled.id))
    assert ended_ms(cancelled.goal) == START_MS + DAY_MS


def test_goals_of_unknown_rules_are_left_alone() -> None:
    machine = quiet_world(ALL).machines[0]
    view = msgspec.structs.replace(machine.view(), now_ms=START_MS + 100 * RETENTION_MS, retention_ms=RETENTION_MS)
    for rules, due in ((RULES_VERSION, True), (RULES_VERSION + 1, False)):
        story = Story(machine, rules=rules)
        story.say(Cancel(goal=story.id))
        assert is_due(story.goal, view) == due


def test_the_numbers_are_those_that_the_docs_tell() -> None:
    assert (forget.PATIENCE_WITH_THE_ORIGIN, forget.INTERVALS_A_TURN, forget.MOST_AT_ONCE) == (2, 6, 8)
