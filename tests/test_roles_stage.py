"""How far the decision about a task has come."""

from __future__ import annotations

import pytest
from machines import Job, Machine, World, leaves, quiet_world

from edge_agent.records import RecordId
from edge_agent.roles.intents import Judge, Propose
from edge_agent.roles.stage import Stage, stage_of

DS = {"decomposer", "scorer"}
WINDOW = 8
"""Seconds of a proposal window in these worlds."""


def stage(machine: Machine) -> Stage:
    machine.look()
    return stage_of(machine.goal, machine.goal.root, machine.view(), machine.memory)


def reject_by_all(world: World, proposal: RecordId) -> None:
    for machine in world.machines[1:]:
        machine.vote(machine.goal.id, proposal, False)
    world.wait()


def test_without_any_proposal_the_ballot_begins_after_two_windows_a_round() -> None:
    world = quiet_world(DS, DS, max_rounds=2)
    machine = world.machines[0]
    world.wait(4 * WINDOW)
    assert stage(machine).ballot_age is None
    world.wait(2)
    assert stage(machine).ballot_age is not None
    assert stage(machine).refine_age is None
    assert stage(machine).round == -1


def test_a_round_fails_by_rejections_at_once() -> None:
    world = quiet_world(DS, DS, DS, max_rounds=1)
    machine = world.machines[0]
    proposal = machine.propose(machine.goal.root, leaves(2))
    world.wait(1)
    assert stage(machine).refine_age is None
    reject_by_all(world, proposal.id)
    assert stage(machine).refine_age == 0.0
    assert stage(machine).ballot_age is None


def test_a_round_fails_when_too_few_are_left_to_approve() -> None:
    world = quiet_world(DS, DS, quorum=2)
    author, other = world.machines
    proposal = author.propose(author.goal.root, leaves(2))
    other.receive([proposal])
    other.vote(author.goal.id, proposal.id, False)
    world.wait(1)
    assert not author.goal.root.candidates[0].rejected_by_quorum
    assert stage(author).refine_age is None
    world.wait(7)
    assert stage(author).refine_age is not None


def test_a_round_fails_after_two_windows_but_not_while_it_is_judged() -> None:
    world = quiet_world(DS, DS)
    author, other = world.machines
    proposal = author.propose(author.goal.root, leaves(2))
    world.wait(1)
    other.jobs.append(Job(Judge(goal=author.goal.id, proposal=proposal.id), world.now, world.now + 100))
    world.wait(3 * WINDOW)
    assert stage(author).refine_age is None
    other.jobs.clear()
    world.wait(1)
    assert stage(author).refine_age == pytest.approx(WINDOW, abs=2)


def test_a_judgement_is_not_waited_for_for_ever() -> None:
    world = quiet_world(DS, DS, lease=1_000)
    author, other = world.machines
    proposal = author.propose(author.goal.root, leaves(2))
    other.receive([proposal])
    other.jobs.append(Job(Judge(goal=author.goal.id, proposal=proposal.id), world.now, world.now + 1_000))
    world.wait(2 * WINDOW + 2)
    assert stage(author).refine_age is not None


def test_the_last_round_leads_to_the_ballot() -> None:
    world = quiet_world(DS, DS, DS, max_rounds=1)
    author, second, _ = world.machines
    first = author.propose(author.goal.root, leaves(2))
    world.wait()
    second.propose(second.goal.root, leaves(3), refines=second.goal.candidate(first.id))
    world.wait(1)
    assert stage(author).round == 1
    assert stage(author).latest == tuple(c for c in author.goal.root.candidates if c.round == 1)
    assert stage(author).ballot_age is None
    world.wait(2 * WINDOW)
    assert stage(author).ballot_age is not None


def test_a_refinement_that_never_comes_leads_to_the_ballot() -> None:
    world = quiet_world(DS, DS, DS, max_rounds=3)
    author = world.machines[0]
    proposal = author.propose(author.goal.root, leaves(2))
    world.wait()
    reject_by_all(world, proposal.id)
    stage(author)
    world.wait(2 * WINDOW - 1)
    assert stage(author).ballot_age is None
    world.wait(2)
    assert stage(author).ballot_age is not None


def test_the_ballot_waits_for_a_split_in_the_making() -> None:
    world = quiet_world(DS, DS)
    author, other = world.machines
    world.wait(1)
    split = Propose(
        goal=other.goal.id,
        task=other.goal.root.id,
        round=0,
        refines=None,
        angle="",
        ask_first=True,
    )
    other.jobs.append(Job(split, world.now, world.now + 1_000))
    world.wait(3 * WINDOW)
    assert stage(author).awaited
    assert stage(author).ballot_age is None
    other.jobs.clear()
    world.wait(1)
    assert stage(author).ballot_age is not None


def test_the_scorers_find_that_a_task_needs_a_split() -> None:
    world = quiet_world(DS, DS, DS)
    author, second, third = world.machines
    whole = author.goal.root.whole
    assert whole is not None
    assert stage(author).whole is whole
    second.vote(author.goal.id, whole.id, False)
    world.wait()
    assert not stage(author).needs_split
    third.vote(author.goal.id, whole.id, False)
    world.wait()
    assert stage(author).needs_split
