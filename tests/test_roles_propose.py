"""When a decomposer proposes or refines a split, and from which angle."""

from __future__ import annotations

from machines import Machine, leaves, quiet_world

from edge_agent.roles.decompose import ANGLES
from edge_agent.roles.intents import Propose
from edge_agent.roles.propose import angle_for

D, DS, S = {"decomposer"}, {"decomposer", "scorer"}, {"scorer"}
WINDOW = 8


def proposes(machine: Machine, **changes: object) -> list[Propose]:
    return [intent for intent in machine.look(**changes) if isinstance(intent, Propose)]


def test_a_lone_decomposer_proposes_at_once_and_asks_first() -> None:
    machine = quiet_world(DS).machines[0]
    root = machine.goal.root
    [split] = proposes(machine)
    assert (split.task, split.round, split.refines, split.ask_first) == (root.id, 0, None, True)
    assert split.angle in ANGLES


def test_one_proposal_a_task_and_round() -> None:
    machine = quiet_world(DS).machines[0]
    root = machine.goal.root
    assert proposes(machine, proposing=frozenset({(root.id, 0)})) == []
    machine.propose(root, leaves(2))
    assert proposes(machine) == []


def test_who_is_no_decomposer_or_has_no_model_does_not_propose() -> None:
    world = quiet_world(S)
    assert proposes(world.machines[0]) == []
    assert proposes(world.machines[0], roles=frozenset(D), tier=0) == []


def test_leaves_are_not_split() -> None:
    machine = quiet_world(DS, max_depth=0).machines[0]
    assert proposes(machine) == []


def test_of_four_decomposers_as_many_as_wanted_propose_from_different_angles() -> None:
    world = quiet_world(DS, D, D, D, min_proposals=2)
    first = [split for machine in world.machines for split in proposes(machine)]
    assert len(first) == 2
    assert len({split.angle for split in first}) == 2


def test_the_others_fall_in_a_window_later() -> None:
    world = quiet_world(DS, D, D, D, min_proposals=2)
    early = [machine for machine in world.machines if proposes(machine)]
    for machine in early:
        machine.kill()
    world.wait(WINDOW - 1)
    assert not any(proposes(machine) for machine in world.awake())
    world.wait(2)
    assert sum(len(proposes(machine)) for machine in world.awake()) == 2


def test_the_others_wait_for_a_split_in_the_making() -> None:
    world = quiet_world(DS, D, D, D, min_proposals=2)
    for machine in world.machines:
        for split in proposes(machine):
            machine._begin(split, 1_000)
    world.wait(2 * WINDOW - 2)
    assert not any(proposes(machine) for machine in world.machines)


def test_enough_is_enough() -> None:
    world = quiet_world(DS, D, D, min_proposals=1)
    [first] = [machine for machine in world.machines if proposes(machine)]
    first.propose(first.goal.root, leaves(2))
    world.wait(WINDOW)
    assert not any(proposes(machine) for machine in world.machines)


def test_a_taken_angle_is_avoided() -> None:
    world = quiet_world(DS, D)
    author, other = world.machines
    for angle in ANGLES:
        author.propose(author.goal.root, leaves(2), angle=angle)
        world.wait()
        taken = tuple(c for c in other.goal.root.candidates if c.record is not None)
        if len(taken) < len(ANGLES):
            used = {split.angle for split in [c.proposal for c in taken] if split is not None}
            assert all(angle_for(other.goal.root, taken, rank) not in used for rank in range(4))
    assert angle_for(other.goal.root, taken, 0) in ANGLES


def test_who_declined_does_not_propose_unless_the_scorers_want_a_split() -> None:
    world = quiet_world(DS, S, S)
    machine, *scorers = world.machines
    root = machine.goal.root
    assert root.whole is not None
    assert proposes(machine, declined=frozenset({root.id})) == []
    for scorer in scorers:
        scorer.vote(machine.goal.id, root.whole.id, False)
    world.wait()
    [split] = proposes(machine, declined=frozenset({root.id}))
    assert not split.ask_first


def test_another_decomposer_refines_the_best_of_the_rejected() -> None:
    world = quiet_world(DS, DS, D, S)
    author, second, third, scorer = world.machines
    poor = author.propose(author.goal.root, leaves(2))
    good = author.propose(author.goal.root, leaves(3))
    world.wait()
    for machine in (second, scorer):
        machine.vote(author.goal.id, poor.id, False, mark=10)
        machine.vote(author.goal.id, good.id, False, mark=40)
    world.wait()
    refining = {machine.id: proposes(machine) for machine in world.machines}
    assert refining[author.id] == []
    [split] = [split for splits in refining.values() for split in splits if split.round == 1]
    assert split.refines == good.id
    assert not split.ask_first
    assert refining[second.id] or refining[third.id]


def test_the_author_refines_a_window_after_the_others_could_have() -> None:
    world = quiet_world(DS, DS, max_rounds=1)
    author, other = world.machines
    author.propose(author.goal.root, leaves(2))
    world.wait(2 * WINDOW + 1)
    assert [split.round for split in proposes(other)] == [0, 1]
    assert proposes(author) == []
    world.wait(WINDOW + 1)
    assert [split.round for split in proposes(author)] == [1]


def test_a_lone_author_refines_at_once() -> None:
    world = quiet_world(DS)
    machine = world.machines[0]
    proposal = machine.propose(machine.goal.root, leaves(2))
    machine.vote(machine.goal.id, proposal.id, False)
    [split] = proposes(machine)
    assert (split.round, split.refines) == (1, proposal.id)


def test_no_more_rounds_than_the_goal_allows() -> None:
    world = quiet_world(DS, max_rounds=0)
    machine = world.machines[0]
    proposal = machine.propose(machine.goal.root, leaves(2))
    machine.vote(machine.goal.id, proposal.id, False)
    assert proposes(machine) == []
