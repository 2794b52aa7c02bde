"""Quorums and machines that come and go: a goal needs what the living can give, and never more than before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from machines import World as SmallWorld
from machines import quiet_world
from test_agent import Farm, bodies, goal_of
from waiting import until

from edge_agent import timekeeper
from edge_agent.config import GoalDefaults
from edge_agent.goal_files import GoalFile, GoalOptions
from edge_agent.plan import GoalPlan
from edge_agent.records import Cancel, Forget, Goal, Policy, Reprioritise, Requorum
from edge_agent.roles.intents import LowerQuorum
from edge_agent.status import status_of
from simulation import Config, MachineSpec, World
from simulation.faults import Crash
from simulation.model import Script

DEFAULTS = GoalDefaults(window_seconds=8.0, lease_seconds=12.0, max_depth=1, max_tasks=6)


def world_of(machines: int, seed: int) -> World:
    return World(seed, Config(machines=(MachineSpec(),) * machines, script=Script(seed=seed, approves=0.8)))


def requorums(world: World) -> list[Requorum]:
    agent = world.machines[0].agent
    assert agent is not None
    return [
        record.body
        for goal in agent.plan.goals()
        for record in sorted(goal.records.values(), key=lambda record: record.order)
        if isinstance(record.body, Requorum)
    ]


@pytest.mark.parametrize("rule", ["majority", "two-thirds", "all", 2])
def test_a_quorum_that_the_living_can_reach_is_never_lowered(rule: str | int) -> None:
    world = world_of(3, 1)
    world.submit(world.machines[0], defaults=DEFAULTS, quorum=rule)
    world.run_to_the_end()
    assert world.failures == []
    assert requorums(world) == []


@pytest.mark.parametrize("seed", range(4))
def test_a_number_above_the_living_is_lowered_to_their_majority(seed: int) -> None:
    world = world_of(3, seed)
    world.submit(world.machines[0], defaults=DEFAULTS, quorum=7)
    world.run_to_the_end()
    assert world.failures == []
    (lowered,) = requorums(world)
    assert (lowered.quorum, lowered.self_votes) == (2, False)
    agent = world.machines[1].agent
    assert agent is not None
    assert [goal.state for goal in agent.plan.goals()] == ["finished"]


@pytest.mark.parametrize("seed", range(4))
def test_machines_that_come_back_break_nothing(seed: int) -> None:
    world = world_of(5, seed)
    world.submit(world.machines[0], "first", defaults=DEFAULTS, quorum="all")
    world.run(7.0)
    crashes = [Crash(at=0.0, until=0.0, machine=number) for number in (1, 2, 3, 4)]
    for crash in crashes:
        world.inflict(crash)
    world.run(world.now + 60.0)
    agent = world.machines[0].agent
    assert agent is not None
    (first,) = agent.plan.goals()
    assert first.policy.quorum == 5
    assert first.quorum_now() == (1, True)
    for crash in crashes:
        crash.end(world)
    world.run(world.now + 10.0)
    world.submit(world.machines[0], "second", at=world.now, defaults=DEFAULTS)
    world.run_to_the_end()
    assert world.failures == []
    second = next(goal for goal in agent.plan.goals() if goal.goal.title == "second")
    assert (second.policy.quorum, second.quorum_now()) == (3, (3, False)), "counted from all that are back"
    assert {first.state, second.state} == {"finished"}


@pytest.mark.parametrize("quorum", range(1, 8))
def test_a_requorum_never_raises(quorum: int) -> None:
    for living in range(1, 7):
        world: SmallWorld = quiet_world(*[{"decomposer", "scorer"}] * living, quorum=quorum)
        machine = world.machines[0]
        for _ in range(8):
            said = [intent for intent in machine.look() if isinstance(intent, LowerQuorum)]
            world.wait(8)
            for intent in said:
                now, self_votes = machine.goal.quorum_now()
                assert intent.quorum <= now
                assert intent.quorum < now or (intent.self_votes and not self_votes)
                machine.publish(Requorum(goal=intent.goal, quorum=intent.quorum, self_votes=intent.self_votes))
        assert machine.goal.quorum_now()[0] <= min(quorum, living)


@pytest.fixture
async def farm(tmp_path: Path) -> AsyncIterator[Farm]:
    farm = Farm(tmp_path)
    yield farm
    await farm.stop()


@pytest.mark.mesh
async def test_an_owner_is_told_what_a_goal_waits_for(farm: Farm) -> None:
    ash = await farm.start("ash")
    options = GoalOptions(quorum=5)
    goal = await ash.owner.submit(GoalFile(title="Oslo", text="Plan a long weekend in Oslo", options=options))

    def lacks() -> str:
        return " ".join(lack for one in status_of(ash)["short"] for lack in one["lacks"])

    await until(lambda: "5 votes are needed" in lacks(), "the shortage to be told")
    await until(lambda: bodies(ash, Requorum), "the quorum to be lowered")
    plan = goal_of(ash, goal)
    assert plan.quorum_now() == (1, True)
    assert plan.ended or lacks() == "1 vote is enough now, not 5: only 1 scorer lives"
    await until(lambda: plan.ended, "the end")
    assert status_of(ash)["short"] == []


@pytest.mark.mesh
async def test_what_an_owner_says_on_one_machine_holds_on_all_and_after_a_restart(farm: Farm) -> None:
    ash = await farm.start("ash")
    beech = await farm.start("beech", peers=[ash])
    owl = await farm.start("owl", "observer", peers=[ash, beech])
    goal = await ash.log.publish(Goal(title="Oslo", text="Plan a weekend", policy=Policy(quorum=9)))
    everybody = [ash, beech, owl]

    async def until_all(look: Callable[[GoalPlan], bool], what: str) -> None:
        await until(lambda: all((plan := one.plan.goal(goal.id)) is not None and look(plan) for one in everybody), what)

    await until_all(lambda plan: True, "the goal on all")
    await beech.owner.say(Reprioritise(goal=goal.id, priority=7))
    await until_all(lambda plan: plan.priority == 7, "the priority")
    await beech.owner.say(Requorum(goal=goal.id, quorum=8))
    await until_all(lambda plan: plan.quorum_now() == (8, False), "the quorum")
    await beech.owner.say(Cancel(goal=goal.id))
    await until_all(lambda plan: plan.state == "cancelled", "the end")
    await beech.owner.say(Forget(goal=goal.id))
    await until_all(lambda plan: plan.forgotten and len(plan.records) == 2, "it to be forgotten")
    await until(lambda: len({one.plan.digest() for one in everybody}) == 1, "one digest")
    farm.agents.remove(ash)
    await ash.stop()
    again = await farm.start("ash", peers=[beech])
    await until(lambda: again.catching_up.done, "it to have caught up")
    plan = goal_of(again, goal.id)
    assert plan.forgotten
    assert len(plan.records) == 2


@pytest.mark.mesh
async def test_a_goal_is_forgotten_by_itself_where_the_time_is_known(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_right = False
    monkeypatch.setattr(timekeeper, "clock_is_synchronised", lambda: kept_right)
    one_second = 1 / 86_400
    ash = await farm.start("ash", goals=GoalDefaults(max_depth=0, retention_days=one_second))
    plan = goal_of(ash, await ash.owner.submit(GoalFile(title="Oslo", text="Plan a weekend in Oslo")))
    await until(lambda: plan.ended, "the end")
    await asyncio.sleep(2.0)
    assert not plan.forgotten, "nobody knows what time it is"
    kept_right = True
    await until(lambda: plan.forgotten, "it to be forgotten")
    assert len(bodies(ash, Forget)) == 1
