"""When a scorer judges, how it casts the final ballot, and when a quorum is lowered."""

from __future__ import annotations

import pytest
from machines import Job, Machine, World, leaves, quiet_world

from edge_agent.records import RecordId
from edge_agent.roles.angles import angles_for
from edge_agent.roles.intents import Approve, Judge, LowerQuorum, Propose
from edge_agent.roles.rank import ranked

D, DS, S, E = {"decomposer"}, {"decomposer", "scorer"}, {"scorer"}, {"executor"}
WINDOW, LEASE = 8, 12


def judges(machine: Machine, **changes: object) -> list[RecordId]:
    return [intent.proposal for intent in machine.look(**changes) if isinstance(intent, Judge)]


def approves(machine: Machine) -> list[RecordId]:
    return [intent.proposal for intent in machine.look() if isinstance(intent, Approve)]


def lowers(machine: Machine) -> list[LowerQuorum]:
    return [intent for intent in machine.look() if isinstance(intent, LowerQuorum)]


def whole_of(machine: Machine) -> RecordId:
    whole = machine.goal.root.whole
    assert whole is not None
    return whole.id


def reject_whole(machine: Machine) -> None:
    machine.vote(machine.goal.id, whole_of(machine), False)


def test_the_whole_is_judged_first_and_once() -> None:
    machine = quiet_world(DS).machines[0]
    whole = whole_of(machine)
    assert judges(machine) == [whole]
    assert judges(machine, judging=frozenset({whole})) == []
    reject_whole(machine)
    assert judges(machine) == []


def test_who_is_no_scorer_or_has_no_model_does_not_judge() -> None:
    machine = quiet_world(D).machines[0]
    assert judges(machine) == []
    assert judges(machine, roles=frozenset(S), tier=0) == []


def test_splits_wait_until_enough_lie_side_by_side() -> None:
    world = quiet_world(D, D, S, S, min_proposals=2)
    first, second, scorer, _ = world.machines
    reject_whole(scorer)
    one = first.propose(first.goal.root, leaves(2))
    world.wait(1)
    assert judges(scorer) == []
    two = second.propose(second.goal.root, leaves(2))
    world.wait(1)
    assert judges(scorer) == sorted([one.id, two.id])


def test_all_scorers_judge_in_the_same_order() -> None:
    world = quiet_world(D, D, S, S, min_proposals=2)
    for decomposer in world.machines[:2]:
        decomposer.propose(decomposer.goal.root, leaves(2))
    for scorer in world.machines[2:]:
        reject_whole(scorer)
    world.wait()
    assert judges(world.machines[2]) == judges(world.machines[3]) != []


@pytest.mark.parametrize("angles", [("place", "activity"), ("activity", "place"), ("unheard of", "phase")])
def test_of_one_round_the_angle_that_fits_best_is_judged_first(angles: tuple[str, str]) -> None:
    world = quiet_world(D, D, S, S, min_proposals=2)
    scorer = world.machines[2]
    reject_whole(scorer)
    made = {
        angle: machine.propose(machine.goal.root, leaves(2), angle=angle).id
        for machine, angle in zip(world.machines, angles, strict=False)
    }
    world.wait()
    order = [angle for angle in angles_for(scorer.goal.root.title) if angle in made]
    assert judges(scorer)[0] == made[order[0]]


def test_who_made_or_approved_the_best_split_leaves_the_others_a_window() -> None:
    world = quiet_world(DS, DS, S, S, min_proposals=2)
    first, second, scorer, _ = world.machines
    for machine in world.machines:
        reject_whole(machine)
    angles = angles_for(scorer.goal.root.title)
    best = first.propose(first.goal.root, leaves(2), angle=angles[0]).id
    other = second.propose(second.goal.root, leaves(2), angle=angles[1]).id
    world.wait()
    assert judges(first) == [], "its own is the best"
    assert judges(second) == [best]
    assert judges(scorer)[0] == best
    scorer.vote(scorer.goal.id, best, True)
    world.wait()
    assert other not in judges(scorer)
    world.wait(WINDOW)
    assert judges(first) == [other]


def test_a_window_is_long_enough_to_wait_for_more() -> None:
    world = quiet_world(D, D, S, S, min_proposals=2)
    decomposer, _, scorer, _ = world.machines
    reject_whole(scorer)
    proposal = decomposer.propose(decomposer.goal.root, leaves(2))
    world.wait(WINDOW)
    assert judges(scorer) == []
    world.wait(1)
    assert judges(scorer) == [proposal.id]


def test_a_split_in_the_making_is_waited_for_a_window_longer() -> None:
    world = quiet_world(D, D, S, S, min_proposals=2)
    first, second, scorer, _ = world.machines
    reject_whole(scorer)
    proposal = first.propose(first.goal.root, leaves(2))
    split = Propose(goal=scorer.goal.id, task=scorer.goal.root.id, round=0, refines=None, angle="place", ask_first=True)
    second.jobs.append(Job(split, world.now, world.now + 1_000))
    world.wait(2 * WINDOW - 1)
    assert judges(scorer) == []
    world.wait(2)
    assert judges(scorer) == [proposal.id]


def test_more_proposals_than_decomposers_are_not_waited_for() -> None:
    world = quiet_world(D, S, S, min_proposals=3)
    decomposer, scorer, _ = world.machines
    reject_whole(scorer)
    proposal = decomposer.propose(decomposer.goal.root, leaves(2))
    world.wait()
    assert judges(scorer) == [proposal.id]


def test_who_found_the_task_small_leaves_the_others_a_window() -> None:
    world = quiet_world(D, S, S, S)
    decomposer, scorer, _, _ = world.machines
    proposal = decomposer.propose(decomposer.goal.root, leaves(2))
    scorer.vote(scorer.goal.id, whole_of(scorer), True)
    world.wait(WINDOW)
    assert judges(scorer) == []
    world.wait(1)
    assert judges(scorer) == [proposal.id]


def test_who_found_the_task_small_gives_in_when_too_many_differ() -> None:
    world = quiet_world(D, S, S, S)
    decomposer, scorer, second, third = world.machines
    proposal = decomposer.propose(decomposer.goal.root, leaves(2))
    scorer.vote(scorer.goal.id, whole_of(scorer), True)
    reject_whole(second)
    world.wait()
    assert judges(scorer) == []
    reject_whole(third)
    world.wait()
    assert judges(scorer) == [proposal.id]


def test_own_splits_are_judged_only_where_self_votes_count() -> None:
    for self_votes in (False, True):
        machine = quiet_world(DS, self_votes=self_votes).machines[0]
        reject_whole(machine)
        proposal = machine.propose(machine.goal.root, leaves(2))
        assert judges(machine) == ([proposal.id] if self_votes else [])


def test_a_split_is_judged_once() -> None:
    world = quiet_world(D, S, S)
    decomposer, scorer, _ = world.machines
    reject_whole(scorer)
    proposal = decomposer.propose(decomposer.goal.root, leaves(2))
    world.wait()
    assert judges(scorer, judging=frozenset({proposal.id})) == []
    scorer.vote(scorer.goal.id, proposal.id, False)
    assert judges(scorer) == []


# Who judges, where more scorers live than it takes.


def in_order(world: World) -> list[Machine]:
    """The scorers in the order of the goal's root."""
    scorers = {machine.id: machine for machine in world.machines if "scorer" in machine.roles}
    return [scorers[peer] for peer in ranked(scorers, world.machines[0].goal.root.id)]


def proposed(world: World) -> tuple[RecordId, list[Machine]]:
    """A split of the root by the first machine, which everyone has heard; the whole was rejected."""
    author = world.machines[0]
    proposal = author.propose(author.goal.root, leaves(2))
    order = in_order(world)
    for scorer in order[:QUORUM]:
        reject_whole(scorer)
    world.wait()
    return proposal.id, order


QUORUM = 2


def test_one_scorer_more_than_the_quorum_judges() -> None:
    world = quiet_world(D, *[S] * 7, quorum=QUORUM)
    whole = whole_of(world.machines[0])
    order = in_order(world)
    assert [judges(scorer) for scorer in order] == [[whole]] * 3 + [[]] * 4
    proposal, order = proposed(world)
    assert [judges(scorer)[-1:] for scorer in order] == [[proposal]] * 3 + [[]] * 4


def test_up_to_one_more_than_the_quorum_all_judge() -> None:
    world = quiet_world(D, S, S, S)
    assert all(judges(scorer) for scorer in world.machines[1:])


def test_another_group_falls_in_after_each_window() -> None:
    world = quiet_world(D, *[S] * 8, quorum=QUORUM)
    proposal, order = proposed(world)
    world.wait(WINDOW - 1)
    assert judges(order[3]) == []
    world.wait(2)
    assert [proposal in judges(scorer) for scorer in order] == [True] * 6 + [False] * 2
    world.wait(WINDOW)
    assert all(proposal in judges(scorer) for scorer in order)


def test_who_falls_in_waits_for_a_judgement_in_the_making() -> None:
    world = quiet_world(D, *[S] * 7, quorum=QUORUM)
    proposal, order = proposed(world)
    order[0].jobs.append(Job(Judge(goal=world.machines[0].goal.id, proposal=proposal), world.now, world.now + 1_000))
    world.wait(2 * WINDOW)
    assert judges(order[3]) == []
    world.wait(10 * LEASE)
    assert judges(order[3]) == [proposal]


def test_divided_scorers_ask_the_next_group_at_once() -> None:
    world = quiet_world(D, *[S] * 7, quorum=QUORUM)
    proposal, order = proposed(world)
    goal = world.machines[0].goal.id
    order[0].vote(goal, proposal, True)
    order[1].vote(goal, proposal, False)
    world.wait()
    assert judges(order[3]) == [], "the third may still decide"
    order[2].kill()
    world.wait(13)
    order = [machine for machine in order if machine.up]
    assert proposal in judges(order[2]), "who takes the place of the dead"


def test_a_quorum_that_the_group_cannot_bring_about_asks_the_next_at_once() -> None:
    world = quiet_world(D, *[S] * 9, quorum=3)
    proposal, order = proposed(world)
    goal = world.machines[0].goal.id
    for number, scorer in enumerate(order[:4]):
        if number >= QUORUM:
            reject_whole(scorer)
        scorer.vote(goal, proposal, number < 2)
    world.wait()
    assert [proposal in judges(scorer) for scorer in order[4:]] == [True] * 4 + [False]


def test_what_a_quorum_rejects_is_judged_no_further() -> None:
    world = quiet_world(D, *[S] * 7, quorum=QUORUM)
    proposal, order = proposed(world)
    for scorer in order[:QUORUM]:
        scorer.vote(world.machines[0].goal.id, proposal, False)
    world.wait(1)
    assert judges(order[3]) == []
    world.wait(WINDOW)
    assert proposal not in judges(order[3])


def test_an_author_that_scores_is_no_judge_and_its_group_suffices() -> None:
    world = quiet_world(*[DS] * 7, quorum=QUORUM)
    author = in_order(world)[0]
    proposal = author.propose(author.goal.root, leaves(2))
    order = in_order(world)
    for scorer in order[:3]:
        reject_whole(scorer)
    world.wait(WINDOW - 1)
    judging = [scorer for scorer in order if proposal.id in judges(scorer)]
    assert judging == [], "two proposals are wanted within the window"
    world.wait(2)
    assert [proposal.id in judges(scorer) for scorer in order[:3]] == [False, True, True]
    order[1].vote(author.goal.id, proposal.id, True)
    world.wait()
    assert author.goal.root.accepted is not None


def test_the_final_ballot_is_open_to_all() -> None:
    world = quiet_world(D, *[S] * 7, quorum=QUORUM, max_rounds=0)
    author = world.machines[0]
    proposal = author.propose(author.goal.root, leaves(2))
    world.wait(2 * WINDOW + 1)
    favourite = min(proposal.id, whole_of(author))
    assert [approves(scorer) for scorer in world.machines[1:]] == [[favourite]] * 7


def test_the_final_ballot_goes_to_most_approvals() -> None:
    world = quiet_world(D, D, S, S, S, quorum=3, max_rounds=0)
    decomposer, other, *scorers = world.machines
    one = other.propose(other.goal.root, leaves(2))
    two = decomposer.propose(decomposer.goal.root, leaves(2))
    liked = max(one.id, two.id)
    world.wait()
    scorers[0].vote(decomposer.goal.id, liked, True)
    scorers[1].vote(decomposer.goal.id, liked, False)
    world.wait(2 * WINDOW - 1)
    assert [approves(scorer) for scorer in scorers] == [[], [], []]
    world.wait(2)
    assert [approves(scorer) for scorer in scorers] == [[], [liked], [liked]]


def test_the_final_ballot_breaks_ties_by_the_lower_id() -> None:
    world = quiet_world(D, D, S, S, S, max_rounds=0)
    decomposer, other, *scorers = world.machines
    one = decomposer.propose(decomposer.goal.root, leaves(2))
    two = other.propose(other.goal.root, leaves(2))
    world.wait(2 * WINDOW + 2)
    favourite = min(one.id, two.id, whole_of(decomposer))
    assert [approves(scorer) for scorer in scorers] == [[favourite]] * 3


def test_two_windows_into_the_ballot_the_whole() -> None:
    world = quiet_world(D, S, S, S, quorum=3, max_rounds=0)
    decomposer, scorer, *_ = world.machines
    proposal = decomposer.propose(decomposer.goal.root, leaves(2))
    world.wait()
    scorer.vote(scorer.goal.id, proposal.id, True)
    reject_whole(scorer)
    world.wait(4 * WINDOW - 1)
    assert approves(scorer) == []
    world.wait(2)
    assert approves(scorer) == [whole_of(scorer)]


def test_the_whole_when_nobody_proposes() -> None:
    world = quiet_world(S, S)
    scorer = world.machines[0]
    reject_whole(scorer)
    world.wait(2 * WINDOW - 1)
    assert approves(scorer) == []
    world.wait(2)
    assert approves(scorer) == [whole_of(scorer)]


def test_the_whole_waits_for_a_split_that_is_being_made() -> None:
    world = quiet_world(D, S, S)
    decomposer, scorer, _ = world.machines
    split = Propose(goal=scorer.goal.id, task=scorer.goal.root.id, round=0, refines=None, angle="place", ask_first=True)
    decomposer.jobs.append(Job(split, world.now, world.now + 1_000))
    world.wait(4 * WINDOW)
    assert approves(scorer) == []


def test_the_origin_lowers_a_quorum_after_two_windows() -> None:
    world = quiet_world(S, S, S, S)
    origin, other, *dead = world.machines
    world.wait(1)
    for machine in dead:
        machine.kill()
    while len(origin.view().peers) > 1:
        world.wait(1)
    world.wait(2 * WINDOW - 1)
    assert lowers(origin) == []
    world.wait(2)
    assert lowers(origin) == [LowerQuorum(goal=origin.goal.id, quorum=2, self_votes=False)]
    assert lowers(other) == []


def test_without_the_origin_one_scorer_after_the_other_lowers_it() -> None:
    world = quiet_world(E, S, S, S, S, S)
    origin, *scorers = world.machines
    world.wait(1)
    for machine in (origin, *scorers[:3]):
        machine.kill()
    while len(scorers[3].view().peers) > 1:
        world.wait(1)
    world.wait(2 * WINDOW + 1)
    acting = [scorer for scorer in scorers[3:] if lowers(scorer)]
    assert len(acting) == 1
    world.wait(2 * WINDOW)
    assert all(lowers(scorer) for scorer in scorers[3:])


def test_the_last_scorer_lets_self_votes_count() -> None:
    world = quiet_world(DS, S)
    last, dead = world.machines
    dead.kill()
    world.wait(12 + 2 * WINDOW + 2)
    assert lowers(last) == [LowerQuorum(goal=last.goal.id, quorum=1, self_votes=True)]
    last.act()
    assert lowers(last) == []


def test_a_quorum_within_reach_is_left_alone() -> None:
    world = quiet_world(S, S, S)
    world.wait(5 * WINDOW)
    assert [lowers(machine) for machine in world.machines] == [[], [], []]
