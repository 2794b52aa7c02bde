"""What a machine notices, and since when."""

from __future__ import annotations

import pytest
from machines import BEACON_INTERVAL, leaves, policy_for, quiet_world, split_and_decide

from edge_agent.records import Cancel, Failure, Policy, Requorum
from edge_agent.roles.memory import Memory, is_out_of_reach, short_of_scorers, work_in_hands

DS = {"decomposer", "scorer"}


def test_ages_grow_while_it_is_so_and_end_with_it() -> None:
    world = quiet_world(DS)
    machine = world.machines[0]
    root = machine.goal.root
    assert machine.memory.age("undecided", root.id) is None
    machine.look()
    assert machine.memory.age("undecided", root.id) == 0.0
    world.wait(3)
    assert machine.memory.age("undecided", root.id) == 3.0
    assert machine.memory.age("round", root.id, -1) == 3.0
    machine.propose(root, leaves(2))
    world.wait(2)
    assert machine.memory.age("round", root.id, -1) is None
    assert machine.memory.age("round", root.id, 0) == 1.0
    machine.publish(Cancel(goal=machine.goal.id))
    world.wait(1)
    assert machine.memory.age("undecided", root.id) is None


def test_a_long_sleep_counts_as_two_beacon_intervals() -> None:
    world = quiet_world(DS)
    machine = world.machines[0]
    machine.look()
    world.now += 3_600
    machine.look()
    assert machine.memory.age("undecided", machine.goal.root.id) == 2 * BEACON_INTERVAL


def test_a_claim_is_watched_from_when_it_was_first_seen() -> None:
    world = quiet_world(DS, DS, max_depth=0)
    holder, other = world.machines
    claim = holder.claim(holder.goal.ready()[0])
    world.wait(1)
    seen = world.now
    watch = other.memory.claim(claim.id)
    assert watch is not None
    assert (watch.held_since, watch.named_at, watch.moved_at) == (seen, seen, seen)
    world.wait(2)
    assert (watch.named_at, watch.moved_at) == (seen, seen)
    holder.run_claim(claim, seconds=10)
    world.wait(2)
    assert watch.named_at == world.now
    assert watch.progress == pytest.approx(0.2)
    assert watch.moved_at == world.now
    holder.jobs[0].began = world.now
    world.wait(1)
    assert watch.named_at == watch.moved_at + 1 == world.now
    holder.publish(Failure(goal=holder.goal.id, claim=claim.id))
    world.wait(1)
    assert other.memory.claim(claim.id) is None
    assert other.memory.age("failed", claim.id) == 0.0


def test_a_fresh_memory_has_looked_at_nothing() -> None:
    assert Memory().looked_at == float("-inf")


@pytest.mark.parametrize(
    ("scorers", "quorum", "self_votes", "short"),
    [(3, 2, False, False), (2, 2, False, False), (2, 3, False, True), (1, 1, False, True), (1, 1, True, False)],
)
def test_short_of_scorers(scorers: int, quorum: int, self_votes: bool, short: bool) -> None:
    world = quiet_world(*[DS] * scorers, quorum=quorum, self_votes=self_votes)
    machine = world.machines[0]
    assert short_of_scorers(machine.goal, machine.view()) is short


def test_without_any_scorer_nobody_can_be_counted() -> None:
    world = quiet_world({"decomposer"}, quorum=2)
    machine = world.machines[0]
    assert not short_of_scorers(machine.goal, machine.view())


def test_a_requorum_mends_the_shortage() -> None:
    world = quiet_world(DS, quorum=3)
    machine = world.machines[0]
    assert short_of_scorers(machine.goal, machine.view())
    machine.publish(Requorum(goal=machine.goal.id, quorum=1, self_votes=True))
    assert not short_of_scorers(machine.goal, machine.view())


def test_out_of_reach_only_by_rejections_of_the_living() -> None:
    world = quiet_world(DS, DS, DS)
    author, second, third = world.machines
    proposal = author.propose(author.goal.root, leaves(2))
    world.wait()
    candidate = author.goal.candidate(proposal.id)
    assert candidate is not None
    second.vote(author.goal.id, proposal.id, False)
    world.wait()
    assert not is_out_of_reach(author.goal, candidate, author.view())
    third.vote(author.goal.id, proposal.id, False)
    world.wait()
    assert is_out_of_reach(author.goal, candidate, author.view())
    second.kill()
    third.kill()
    world.wait(13)
    assert not is_out_of_reach(author.goal, candidate, author.view()), "too few live to tell"


def test_work_in_hand_here_and_elsewhere() -> None:
    world = quiet_world(DS, DS)
    here, there = world.machines
    split_and_decide(world, leaves(2))
    record = there.claim(there.goal.ready()[0])
    assert record.id not in work_in_hands(there.view())
    there.run_claim(record)
    world.wait(1)
    assert record.id in work_in_hands(here.view())
    assert record.id in work_in_hands(there.view())


def test_goals_of_unknown_rules_are_not_noticed() -> None:
    world = quiet_world(DS)
    machine = world.machines[0]
    policy: Policy = policy_for(1)
    known = machine.goal.goal
    foreign = machine.publish(type(known)(title="from the future", text="?", policy=policy, rules=99))
    machine.look()
    assert machine.memory.age("undecided", foreign.id) is None
