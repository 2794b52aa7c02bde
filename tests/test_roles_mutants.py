"""What mutants of the roles asked for (docs/mutants.md): each of these kills one that all other tests let live."""

from __future__ import annotations

import pytest
from machines import BEACON_INTERVAL, Job, Machine, World, leaves, quiet_world, split_and_decide

from edge_agent.records import Failure, PeerId, RecordId, TaskId
from edge_agent.roles import attended, claim, stage, vote
from edge_agent.roles.angles import ANGLE_NAMES, angles_for
from edge_agent.roles.claim import why_unwanted
from edge_agent.roles.intents import Approve, Intent, Judge, LowerQuorum, OpenClaim, Propose, RunClaim
from edge_agent.roles.memory import needed_from_others, short_of_scorers
from edge_agent.roles.rank import ranked
from edge_agent.roles.stage import stage_of
from edge_agent.roles.view import Peer, Role, View

ALL: frozenset[Role] = frozenset({"decomposer", "scorer", "executor"})
D: frozenset[Role] = frozenset({"decomposer"})
S: frozenset[Role] = frozenset({"scorer"})
E: frozenset[Role] = frozenset({"executor"})
DS = D | S
WINDOW = 8


def only(machine: Machine, kind: type, **changes: object) -> list[Intent]:
    return [intent for intent in machine.look(**changes) if isinstance(intent, kind)]


def splitting(machine: Machine, number: int = 0) -> Propose:
    goal = machine.goal
    return Propose(goal=goal.id, task=goal.root.id, round=number, refines=None, angle="", ask_first=True)


def begin(world: World, machine: Machine, intent: Propose | Judge | RunClaim) -> None:
    """Work that goes on and on, seen by everybody."""
    machine.jobs.append(Job(intent, world.now, world.now + 100_000))
    world.wait(1)


def test_the_waits_are_those_that_the_docs_tell() -> None:
    assert (claim.LEASES_OF_A_CLAIM, stage.LEASES_IN_HAND) == (10, 10)
    assert (claim.WAIT_PER_TIER, claim.MAX_TIERS, claim.MAX_RANK) == (0.5, 4, 5)
    assert (claim.WAIT_PER_RANK, claim.WAIT_PER_LOAD, claim.WAIT_TO_LEND_A_HAND) == (1.0, 1.0, 1.0)
    assert (stage.WINDOWS_A_ROUND, stage.WINDOWS_FOR_A_REFINEMENT, stage.INTERVALS_OUT_OF_REACH) == (2, 2, 3)
    assert (vote.BALLOT_WINDOWS, vote.SHORT_WINDOWS, attended.MAX_INATTENTION) == (2, 2, 2.0)


def test_a_run_of_what_is_no_claim_is_unwanted() -> None:
    machine = quiet_world(ALL).machines[0]
    proposal = machine.propose(machine.goal.root, leaves(2))
    assert why_unwanted(machine.plan, machine.view(), proposal.id)


def test_nobody_takes_over_from_itself() -> None:
    """Nobody hears itself name its own claim."""
    world = quiet_world(ALL, ALL, max_depth=0)
    holder, other = world.machines
    record = holder.claim(holder.goal.ready()[0])
    holder.run_claim(record, seconds=10_000)
    other.kill()
    world.wait(30)
    assert only(holder, OpenClaim, executors_at_once=2) == []


def test_the_last_attempt_is_run_like_any_other() -> None:
    world = quiet_world(ALL, max_depth=0, max_attempts=1)
    machine = world.machines[0]
    record = machine.claim(machine.goal.ready()[0])
    world.wait(2)
    assert only(machine, RunClaim) == [RunClaim(goal=machine.goal.id, claim=record.id)]


def test_executors_do_not_wait_for_the_better_model_of_a_helper() -> None:
    world = quiet_world(E, E, DS, max_depth=0)
    *executors, helper = world.machines
    helper.tier = 5
    world.wait()
    assert sum(len(only(machine, OpenClaim)) for machine in executors) == 1


@pytest.mark.parametrize("number", range(5))
def test_helpers_rank_among_themselves(number: int) -> None:
    """An idle executor costs a helper one interval, wherever it comes in the order."""
    world = quiet_world(DS, E, max_depth=0, max_tasks=12 + number)
    helper = world.machines[0]
    helper.look()
    world.wait(int(BEACON_INTERVAL))
    assert len(only(helper, OpenClaim)) == 1


@pytest.mark.parametrize("number", range(5))
def test_who_has_no_model_leaves_the_choice_as_it_is(number: int) -> None:
    world = quiet_world(ALL, S, max_tasks=100 + number, max_children=50)
    machine, other = world.machines
    other.tier = 0
    world.wait()
    split_and_decide(world, leaves(40))
    [opened] = only(machine, OpenClaim)
    assert isinstance(opened, OpenClaim)
    assert opened.task in {step.task for step in machine.goal.ready()[: claim.CHOICES_A_MACHINE]}


def test_who_plans_leaves_a_lease_to_others_but_not_a_failed_phase_open() -> None:
    world = quiet_world(ALL, max_depth=0, max_attempts=1, lease=2_500)
    machine = world.machines[0]
    planning = frozenset({(machine.goal.root.id, 0)})
    machine.look()
    world.wait(2)
    assert only(machine, OpenClaim, proposing=planning) == []
    world.wait(1)
    assert len(only(machine, OpenClaim, proposing=planning)) == 1


def test_a_phase_is_closed_also_by_who_plans() -> None:
    world = quiet_world(ALL, ALL, max_depth=0, max_attempts=1, lease=6_000)
    holder, other = world.machines
    holder.claim(holder.goal.ready()[0])
    world.wait(1)
    holder.kill()
    planning = frozenset({(other.goal.root.id, 0)})
    world.wait(6 + 3 * int(BEACON_INTERVAL) - 1)
    [closing] = only(other, OpenClaim, proposing=planning)
    assert isinstance(closing, OpenClaim)
    assert closing.attempt == 2


def test_the_angle_that_more_words_ask_for_goes_first() -> None:
    for place in ("a city", "a garden", "the room", "the house"):
        assert angles_for(f"{place}: party, dinner")[0] == "activity"


def test_a_lease_is_counted_in_parts_of_a_second() -> None:
    world = quiet_world(ALL, ALL, max_depth=0, lease=2_500)
    failing = world.machines[0]
    record = failing.claim(failing.goal.ready()[0])
    failing.publish(Failure(goal=failing.goal.id, claim=record.id))
    failing.look()
    world.wait(2)
    assert only(failing, OpenClaim) == []
    world.wait(1)
    assert len(only(failing, OpenClaim)) == 1


def test_work_in_hand_is_waited_for_to_the_part_of_a_second() -> None:
    world = quiet_world(DS, DS, lease=1_050)
    author, other = world.machines
    begin(world, other, splitting(other))
    root = author.goal.root
    while (author.memory.age("being split", root.id) or 0.0) < 10.0:
        world.wait(1)
    assert stage_of(author.goal, root, author.view(), author.memory).awaited
    world.wait(1)
    assert not stage_of(author.goal, root, author.view(), author.memory).awaited


@pytest.mark.parametrize(("window", "seconds"), [(8_250, 16.5), (600_000, 1_200.0)])
def test_a_quorum_is_lowered_after_two_windows_and_no_sooner(window: int, seconds: float) -> None:
    world = quiet_world(DS, quorum=2, proposal_window=window)
    machine = world.machines[0]
    machine.look()
    while (machine.memory.age("short of scorers", machine.goal.id) or 0.0) < seconds - 3.5:
        world.now += 3.0
        machine.look()
    world.now += seconds - 0.5 - (machine.memory.age("short of scorers", machine.goal.id) or 0.0)
    assert only(machine, LowerQuorum) == []
    world.now += 0.5
    assert len(only(machine, LowerQuorum)) == 1


def test_a_short_window_is_waited_for_too() -> None:
    world = quiet_world(DS, quorum=2, proposal_window=100)
    assert only(world.machines[0], LowerQuorum) == []
    world.wait(1)
    assert len(only(world.machines[0], LowerQuorum)) == 1


def test_without_a_scorer_or_without_anything_to_decide_nobody_lowers_a_quorum() -> None:
    machine = quiet_world(D, quorum=2, self_votes=False).machines[0]
    assert not short_of_scorers(machine.goal, machine.view())
    world = quiet_world(DS, quorum=2, max_depth=0)
    world.wait(3 * WINDOW)
    assert only(world.machines[0], LowerQuorum) == []


def test_once_a_round_was_refined_nobody_begins_anew() -> None:
    world = quiet_world(DS, DS, D, min_proposals=4)
    author, second, third = world.machines
    proposal = author.propose(author.goal.root, leaves(2))
    world.wait(1)
    assert [split.round for split in only(third, Propose)] == [0]  # type: ignore[union-attr]
    second.propose(second.goal.root, leaves(3), refines=second.goal.candidate(proposal.id))
    world.wait(1)
    assert only(third, Propose) == []


@pytest.mark.parametrize(("self_votes", "needed"), [(False, 1), (True, 2)])
def test_an_author_that_scores_stands_for_its_split_only_where_it_has_no_vote(self_votes: bool, needed: int) -> None:
    machine = quiet_world(DS, DS, DS, quorum=2, self_votes=self_votes).machines[0]
    proposal = machine.propose(machine.goal.root, leaves(2))
    candidate = machine.goal.candidate(proposal.id)
    assert candidate is not None
    assert candidate.author_scores
    assert needed_from_others(machine.goal, candidate) == needed


def test_a_round_is_being_judged_while_one_of_its_splits_is() -> None:
    world = quiet_world(DS, D, S)
    one, two, scorer = world.machines
    first = one.propose(one.goal.root, leaves(2))
    two.propose(two.goal.root, leaves(3))
    world.wait(1)
    begin(world, scorer, Judge(goal=one.goal.id, proposal=first.id))
    assert one.memory.age("being judged", one.goal.root.id) is not None


def test_more_splits_than_wanted_are_judged_at_once_too() -> None:
    world = quiet_world(D, D, S, min_proposals=1)
    one, two, scorer = world.machines
    splits = {machine.propose(machine.goal.root, leaves(2 + machine.number)).id for machine in (one, two)}
    world.wait(1)
    whole = scorer.goal.root.whole
    assert whole is not None
    scorer.vote(scorer.goal.id, whole.id, False)
    assert {judge.proposal for judge in only(scorer, Judge) if isinstance(judge, Judge)} == splits


def judges(scorer: Machine, proposal: RecordId) -> bool:
    return Judge(goal=scorer.goal.id, proposal=proposal) in only(scorer, Judge)


def reject_whole(scorer: Machine) -> None:
    whole = scorer.goal.root.whole
    assert whole is not None
    scorer.vote(scorer.goal.id, whole.id, False)


def in_order(world: World) -> list[Machine]:
    """The scorers in the order in which they judge the root."""
    scorers = {machine.id: machine for machine in world.machines if "scorer" in machine.roles}
    return [scorers[peer] for peer in ranked(sorted(scorers), world.machines[0].goal.root.id)]


@pytest.mark.parametrize(
    ("roles", "votes"),
    [([DS] * 9, [None, True]), ([D, *[S] * 9], [True, False, False])],
    ids=["only approving is left", "only rejecting is left"],
)
def test_the_next_group_waits_while_the_first_can_still_bring_about_a_quorum(
    roles: list[frozenset[Role]], votes: list[bool | None]
) -> None:
    world = quiet_world(*roles, quorum=3, min_proposals=1)
    order = in_order(world)
    author = order[0] if roles[0] == DS else world.machines[0]
    proposal = author.propose(author.goal.root, leaves(2))
    world.wait()
    for scorer in order[4:7]:
        reject_whole(scorer)
    for scorer, approve in zip(order, votes, strict=False):
        if approve is not None:
            scorer.vote(author.goal.id, proposal.id, approve)
    world.wait(1)
    assert not judges(order[4], proposal.id)


def test_a_judgement_in_hand_is_waited_for_to_the_part_of_a_second() -> None:
    world = quiet_world(D, *[S] * 7, quorum=2, min_proposals=1, lease=1_050)
    author = world.machines[0]
    order = in_order(world)
    proposal = author.propose(author.goal.root, leaves(2))
    world.wait()
    for scorer in order[:2]:
        reject_whole(scorer)
    begin(world, order[0], Judge(goal=author.goal.id, proposal=proposal.id))
    late = order[3]
    while (late.memory.age("in hand", proposal.id) or 0.0) < 10.0:
        world.wait(1)
    assert not judges(late, proposal.id)
    world.wait(1)
    assert judges(late, proposal.id)


def test_the_whole_is_approved_at_any_time_after_the_ballot() -> None:
    world = quiet_world(DS, DS, DS, max_rounds=0)
    author, other, _ = world.machines
    author.propose(author.goal.root, leaves(2))
    world.wait(4 * WINDOW + 5)
    whole = other.goal.root.whole
    assert whole is not None
    assert whole.id in {ballot.proposal for ballot in only(other, Approve) if isinstance(ballot, Approve)}


def test_the_first_in_order_refines_whatever_others_are_splitting() -> None:
    world = quiet_world(DS, DS, DS, S)
    author, second, third, scorer = world.machines
    proposal = author.propose(author.goal.root, leaves(2))
    world.wait()
    for machine in (second, third, scorer):
        machine.vote(author.goal.id, proposal.id, False)
    world.wait()
    rounds = {machine.number: [p.round for p in only(machine, Propose)] for machine in (second, third)}  # type: ignore[union-attr]
    [first] = [machine for machine in (second, third) if 1 in rounds[machine.number]]
    begin(world, author, splitting(author, 1))
    assert 1 in [p.round for p in only(first, Propose)]  # type: ignore[union-attr]


def test_after_the_last_round_the_ballot_waits_for_no_split() -> None:
    world = quiet_world(DS, DS, max_rounds=0)
    author, other = world.machines
    author.propose(author.goal.root, leaves(2))
    world.wait(1)
    begin(world, other, splitting(other))
    world.wait(2 * WINDOW + 1)
    seen = stage_of(author.goal, author.goal.root, author.view(), author.memory)
    assert seen.awaited
    assert seen.ballot_age is not None


def test_planned_work_is_named_without_progress() -> None:
    task, split, run = TaskId("a" * 64), RecordId("b" * 64), RecordId("c" * 64)
    me = PeerId("me")
    view = View(
        me=me,
        roles=frozenset(),
        tier=1,
        proposing=frozenset({(task, 0)}),
        judging=frozenset({split}),
        running={run: 0.5},
    )
    assert view.work_in_hand == {task: 0.0, split: 0.0, run: 0.5}


def test_what_is_not_told_of_a_machine_is_the_usual() -> None:
    me = PeerId("me")
    peer, view = Peer(id=me), View(me=me, roles=frozenset(), tier=1)
    assert (peer.tier, peer.load, peer.heard_at, peer.can_execute) == (0, 0.0, 0.0, False)
    assert (view.caught_up, view.takes_work, view.model_free, view.executors_at_once) == (True, True, True, 1)
    assert (view.load, view.awake_since, view.beacon_interval, view.settle) == (0.0, 0.0, 5.0, 0.5)


@pytest.mark.parametrize("angle", ["place", "phase", "activity", ""])
def test_a_refinement_keeps_the_angle_of_what_it_refines(angle: str) -> None:
    machine = quiet_world(DS).machines[0]
    proposal = machine.propose(machine.goal.root, leaves(2), angle=angle)
    machine.vote(machine.goal.id, proposal.id, False)
    [split] = only(machine, Propose)
    assert isinstance(split, Propose)
    assert split.angle == angle or (not angle and split.angle in ANGLE_NAMES)


def test_a_round_has_two_whole_windows() -> None:
    world = quiet_world(DS, DS, proposal_window=600_250)
    author = world.machines[0]
    root = author.goal.root
    author.propose(root, leaves(2))
    author.look()
    while (age := author.memory.age("round", root.id, 0) or 0.0) < 1_200.0:
        world.now += min(3.0, 1_200.0 - age)
        author.look()
    seen = stage_of(author.goal, root, author.view(), author.memory)
    assert (seen.window, seen.refine_age) == (600.25, None)
    world.now += 0.5
    author.look()
    assert stage_of(author.goal, root, author.view(), author.memory).refine_age == 0.0
