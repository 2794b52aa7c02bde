"""The checks can fail: each is shown what must not be."""

from __future__ import annotations

import pytest

from edge_agent.plan import Step
from edge_agent.records import Claim, Policy, Record, RecordId, Scores, Vote, sign_record, whole_id
from edge_agent.roles.intents import OpenClaim
from simulation import Config, Machine, MachineSpec, World, policy_for
from simulation.agent import VirtualAgent


@pytest.fixture
def world() -> World:
    """Three machines, one of them an observer, and a goal at work: the first machine runs its only task."""
    one = World(5, Config(machines=(MachineSpec(), MachineSpec(), MachineSpec(roles=("observer",)))))
    one.submit(one.machines[0], policy=policy_for(2, quorum=1, max_depth=0))
    while not one.checks.runs:
        one.run(one.now + 0.5)
    assert one.failures == []
    return one


def agent_of(machine: Machine) -> VirtualAgent:
    assert machine.agent is not None
    return machine.agent


def vote(machine: Machine, goal: RecordId, approve: bool = True) -> Record:
    mark = Scores(concrete=1, distinct=1, complete=1)
    body = Vote(goal=goal, proposal=whole_id(agent_of(machine).plan.goals()[0].root.id), approve=approve, scores=mark)
    clock = agent_of(machine).log.clock.tick()
    return sign_record(body, clock=clock, swarm=machine.world.swarm, signer=machine.signer)


def the_goal(world: World) -> RecordId:
    return agent_of(world.machines[0]).plan.goals()[0].id


def only_failure(world: World) -> str:
    (failure,) = world.failures
    return failure


def test_what_was_said_and_is_not_on_the_disk_any_more(world: World) -> None:
    said = vote(world.machines[1], the_goal(world))
    world.checks.said(world.machines[1], said)
    world.machines[1].crash()
    world.machines[1].start()
    assert "I5" in only_failure(world)


def test_the_same_vote_twice(world: World) -> None:
    for _ in range(2):
        world.checks.said(world.machines[1], vote(world.machines[1], the_goal(world)))
    assert "I6" in only_failure(world)


def test_both_sides_of_a_vote_are_no_contradiction(world: World) -> None:
    for approve in (False, True):
        world.checks.said(world.machines[1], vote(world.machines[1], the_goal(world), approve))
    assert world.failures == []


def test_an_observer_that_speaks(world: World) -> None:
    world.checks.said(world.machines[2], vote(world.machines[2], the_goal(world)))
    assert "I8" in only_failure(world)


def test_damaged_bytes_that_count(world: World) -> None:
    world.checks.refused(world.machines[0], before=len(agent_of(world.machines[0]).plan) - 1)
    assert "I7" in only_failure(world)


def test_a_takeover_before_the_lease_is_over(world: World) -> None:
    step, claims = next(iter(world.checks.runs.items()))
    holder = agent_of(world.machines[0]).plan.record(claims[0])
    assert holder is not None
    other = next(m for m in world.machines if m.peer_id != holder.author and not m.observes)
    world.run(world.now + 0.5)
    world.checks.opening(other, _opening(step, 2))
    assert "before its lease was over" in only_failure(world)
    assert world.checks.takeovers == 1


def test_a_claim_that_is_run_twice(world: World) -> None:
    (claim_id,) = next(iter(world.checks.runs.values()))
    goal = agent_of(world.machines[0]).plan.goals()[0]
    claim = goal.claim(claim_id)
    assert claim is not None
    world.checks.ran(world.machines[0], claim)
    assert "twice" in only_failure(world)
    assert world.checks.unexplained_runs == 1


def test_a_finished_task_that_is_no_longer_finished(world: World) -> None:
    world.run_to_the_end()
    machine = world.machines[0]
    goal = agent_of(machine).plan.goals()[0]
    assert goal.state == "finished"
    goal.root.text = None
    world.checks._digests.clear()
    world.checks.looked(machine)
    assert any("I9" in failure and "no longer finished" in failure for failure in world.failures)
    assert any("a finished goal became" in failure for failure in world.failures)


def test_a_claim_that_counts_before_its_decision(world: World) -> None:
    machine = world.machines[0]
    goal = agent_of(machine).plan.goals()[0]
    body = Claim(goal=goal.id, task=goal.root.id, phase="execute", split=None, attempt=1)
    early = sign_record(body, clock=goal.record.clock, swarm=world.swarm, signer=machine.signer)
    claim = next(iter(goal.claims()))
    claim.record = early
    world.checks._known.clear()
    world.checks._digests.clear()
    world.checks.looked(machine)
    assert "I3" in only_failure(world)


def test_more_tasks_than_the_policy_allows() -> None:
    world = World(5, Config(machines=(MachineSpec(),)))
    world.submit(world.machines[0], policy=policy_for(1))
    world.run_to_the_end()
    goal = agent_of(world.machines[0]).plan.goals()[0]
    assert len(goal.live_tasks()) > 1
    goal.policy = Policy(max_tasks=1, max_depth=0)
    world.checks._digests.clear()
    world.checks.looked(world.machines[0])
    assert sum("I4" in failure for failure in world.failures) == 2


def test_plans_that_differ_in_the_end(world: World) -> None:
    world.run_to_the_end()
    agent = agent_of(world.machines[1])
    agent.plan.apply(vote(world.machines[1], the_goal(world)))
    world.checks.at_the_end(quiet_since=world.checks.said_so_far, calm_world=False)
    assert "2 different digests" in only_failure(world)


def test_a_goal_that_does_not_end() -> None:
    world = World(5, Config(machines=(MachineSpec(),) * 3))
    world.submit(world.machines[0])
    world.run_to_the_end(longest=12.0)
    assert any("did not end" in failure for failure in world.failures)


def test_records_without_end() -> None:
    world = World(5, Config(machines=(MachineSpec(),) * 3, most_records=3))
    world.submit(world.machines[0])
    with pytest.raises(RuntimeError, match="without end"):
        world.run_to_the_end()


def _opening(step: Step, attempt: int) -> OpenClaim:
    return OpenClaim(goal=step.goal, task=step.task, phase=step.phase, split=step.split, attempt=attempt)
