"""When an executor claims, runs, drops and takes over, rule by rule."""

from __future__ import annotations

from collections import Counter

import pytest
from machines import BEACON_INTERVAL, Machine, World, leaves, quiet_world, split_and_decide

from edge_agent.plan import Step
from edge_agent.records import Cancel, Child, Failure, Record, Result
from edge_agent.roles.claim import CHOICES_A_MACHINE, LEASES_OF_A_CLAIM, MAX_RANK, turn_of
from edge_agent.roles.intents import DropRun, GiveUp, OpenClaim, RunClaim

ALL = {"decomposer", "scorer", "executor"}
E, DS = {"executor"}, {"decomposer", "scorer"}
LEASE = 12


def opens(machine: Machine, **changes: object) -> list[OpenClaim]:
    return [intent for intent in machine.look(**changes) if isinstance(intent, OpenClaim)]


def only(machine: Machine, kind: type, **changes: object) -> list[object]:
    return [intent for intent in machine.look(**changes) if isinstance(intent, kind)]


def one_task(*roles: set[str], **numbers: int) -> World:
    """A goal that is a single leaf, ready to be claimed."""
    return quiet_world(*roles, max_depth=0, **numbers)  # type: ignore[arg-type]


def step_of(machine: Machine) -> Step:
    return machine.goal.ready()[0]


def parts(count: int, *roles: set[str], **numbers: int) -> World:
    """A goal that was split into so many independent leaves."""
    world = quiet_world(*roles, **numbers)  # type: ignore[arg-type]
    split_and_decide(world, leaves(count))
    return world


def hold(world: World, holder: Machine, *, attempt: int = 1) -> Record:
    """Let a machine claim the first ready step and run it without end; everyone hears and sees."""
    claim = holder.claim(step_of(holder), attempt)
    holder.run_claim(claim, seconds=10_000)
    world.wait(1)
    return claim


# Opening.


def test_turns_come_one_by_one_and_then_in_groups_that_double() -> None:
    turns = Counter(turn_of(rank) for rank in range(MAX_RANK * 2**6))
    alone = dict.fromkeys(range(MAX_RANK), 1)
    assert turns == alone | {MAX_RANK + later: MAX_RANK * 2**later for later in range(6)}


def test_among_many_idle_machines_one_claims_at_once() -> None:
    world = one_task(*[E] * 12)
    assert sum(bool(opens(machine)) for machine in world.machines) == 1
    world.wait(int(2 * BEACON_INTERVAL))
    assert 1 < sum(bool(opens(machine)) for machine in world.machines) < 6


def test_of_very_many_steps_the_first_are_chosen_from() -> None:
    world = quiet_world(ALL, max_tasks=100, max_children=50)
    split_and_decide(world, leaves(40))
    machine = world.machines[0]
    first = {step.task for step in machine.goal.ready()[:CHOICES_A_MACHINE]}
    claimed = set()
    while len(claimed) < CHOICES_A_MACHINE:
        (intent,) = opens(machine)
        assert intent.task in {step.task for step in machine.goal.ready()[: CHOICES_A_MACHINE + len(claimed)]}
        claimed.add(intent.task)
        claim = machine.claim(Step(intent.goal, intent.task, intent.phase, intent.split))
        machine.publish(Result(goal=intent.goal, claim=claim.id, text="done"))
    assert len(claimed & first) > CHOICES_A_MACHINE / 3


def test_a_lone_machine_claims_at_once() -> None:
    machine = one_task(ALL).machines[0]
    step = step_of(machine)
    assert opens(machine) == [OpenClaim(goal=machine.goal.id, task=step.task, phase="execute", split=None, attempt=1)]


@pytest.mark.parametrize(
    "changes", [{"tier": 0}, {"takes_work": False}, {"caught_up": False}, {"model_free": False}], ids=str
)
def test_who_cannot_run_does_not_claim(changes: dict[str, object]) -> None:
    assert opens(one_task(ALL).machines[0], **changes) == []


def test_one_claim_at_a_time() -> None:
    machine = parts(3, ALL).machines[0]
    assert len(opens(machine)) == 1
    claim = machine.claim(step_of(machine))
    assert opens(machine) == []
    assert len(opens(machine, executors_at_once=2)) == 1
    machine.publish(Result(goal=machine.goal.id, claim=claim.id, text="done"))
    assert len(opens(machine)) == 1


def test_planning_goes_first_for_up_to_a_lease() -> None:
    world = parts(2, ALL)
    machine = world.machines[0]
    planning = {"proposing": frozenset({(machine.goal.root.id, 0)})}
    assert opens(machine, **planning) == []
    world.wait(LEASE)
    assert len(opens(machine, **planning)) == 1


def test_merges_go_first_and_name_their_split() -> None:
    world = quiet_world(ALL, max_depth=2)
    machine = world.machines[0]
    split_and_decide(world, [Child(title="big", leaf=False), *leaves(3)])
    inner = machine.goal.undecided()[0]
    proposal = machine.propose(inner, leaves(1))
    machine.vote(machine.goal.id, proposal.id, True)
    small = Step(machine.goal.id, machine.goal.candidate(proposal.id).child_ids[0], "execute", None)  # type: ignore[union-attr]
    claim = machine.claim(small)
    machine.publish(Result(goal=machine.goal.id, claim=claim.id, text="done"))
    assert len(machine.goal.ready()) == 4
    [merge] = opens(machine)
    assert (merge.task, merge.phase, merge.split) == (inner.id, "merge", proposal.id)


@pytest.mark.parametrize("number", range(8))
def test_two_executors_with_many_ready_tasks_do_not_claim_the_same(number: int) -> None:
    world = parts(5, DS, E, E, max_tasks=12 + number)
    executors = world.machines[1:]
    at_once = [claim.task for machine in executors for claim in opens(machine)]
    assert at_once
    assert len(set(at_once)) == len(at_once)
    world.wait(int(2 * BEACON_INTERVAL))
    later = [claim.task for machine in executors for claim in opens(machine)]
    assert len(set(later)) == 2


def test_a_single_task_is_claimed_by_one_at_once_and_by_the_next_an_interval_later() -> None:
    world = one_task(E, E, DS)
    executors = world.machines[:2]
    assert sum(len(opens(machine)) for machine in executors) == 1
    world.wait(int(BEACON_INTERVAL) + 1)
    assert all(opens(machine) for machine in executors)


@pytest.mark.parametrize("number", range(6))
def test_busy_rivals_are_not_waited_for(number: int) -> None:
    world = parts(2, DS, E, E, max_tasks=12 + number)
    _, first, second = world.machines
    taken = first.claim(step_of(first))
    world.wait()
    [claim] = opens(second)
    assert claim.task != taken.body.task  # type: ignore[union-attr]


def test_who_lends_a_hand_leaves_an_idle_executor_the_first_go() -> None:
    world = one_task(DS, E)
    helper, executor = world.machines
    assert opens(helper) == []
    assert len(opens(executor)) == 1
    world.wait(int(2 * BEACON_INTERVAL))
    assert len(opens(helper)) == 1


def test_without_executors_everybody_lends_a_hand() -> None:
    world = one_task(DS, DS)
    assert sum(len(opens(machine)) for machine in world.machines) == 1


def test_a_weaker_model_waits_longer() -> None:
    world = one_task(E, DS)
    weak, strong = world.machines
    strong.roles = frozenset(E)
    weak.tier, strong.tier = 1, 5
    world.wait(1)
    waited = 0
    while not opens(weak):
        world.wait(1)
        waited += 1
    assert waited >= 2 * BEACON_INTERVAL - 1
    assert waited <= (2 + MAX_RANK) * BEACON_INTERVAL


def test_a_loaded_machine_waits_longer() -> None:
    world = one_task(E, E, DS)
    [eager] = [machine for machine in world.machines[:2] if opens(machine)]
    assert opens(eager, load=1.0) == []
    world.wait(int(BEACON_INTERVAL))
    assert len(opens(eager, load=1.0)) == 1


# Running.


def test_a_claim_runs_once_it_has_held_for_the_settle_time() -> None:
    world = one_task(ALL)
    machine = world.machines[0]
    claim = machine.claim(step_of(machine))
    assert only(machine, RunClaim) == []
    world.wait(1)
    assert only(machine, RunClaim) == [RunClaim(goal=machine.goal.id, claim=claim.id)]
    assert only(machine, RunClaim, settle=5.0) == []
    assert only(machine, RunClaim, running={claim.id: 0.0}) == []


def test_a_lost_race_is_never_run() -> None:
    world = one_task(ALL, ALL)
    winner, loser = world.machines
    winner.claim(step_of(winner))
    loser.claim(step_of(loser))
    world.wait(2)
    assert len(only(winner, RunClaim)) == 1
    assert only(loser, RunClaim) == only(loser, GiveUp) == opens(loser) == []


def test_a_restart_gives_up_what_it_ran() -> None:
    world = one_task(ALL)
    machine = world.machines[0]
    claim = machine.claim(step_of(machine))
    machine.restart()
    world.wait(1)
    assert only(machine, GiveUp) == [GiveUp(goal=machine.goal.id, claim=claim.id, reason="restarted")]
    assert only(machine, RunClaim) == []
    machine.act()
    assert machine.goal.claim(claim.id).failed  # type: ignore[union-attr]
    assert only(machine, GiveUp) == []


def test_who_takes_no_work_gives_up_what_it_has_not_begun() -> None:
    world = one_task(ALL)
    machine = world.machines[0]
    claim = machine.claim(step_of(machine))
    [given_up] = only(machine, GiveUp, takes_work=False)
    assert isinstance(given_up, GiveUp)
    assert given_up.claim == claim.id
    assert only(machine, GiveUp, takes_work=False, running={claim.id: 0.5}) == []


# Dropping.


def test_a_loser_drops_its_run_only_while_the_winner_is_seen_at_work() -> None:
    world = one_task(ALL, ALL)
    winner, loser = world.machines
    won = winner.claim(step_of(winner))
    lost = loser.claim(step_of(loser))
    loser.run_claim(lost)
    world.wait(1)
    assert only(loser, DropRun) == []
    winner.run_claim(won)
    world.wait(1)
    assert [drop.claim for drop in only(loser, DropRun)] == [lost.id]  # type: ignore[attr-defined]
    assert only(winner, DropRun) == []


def test_runs_of_ended_goals_and_tasks_are_dropped() -> None:
    for end in ("cancelled", "done"):
        world = parts(2, ALL, ALL)
        machine, other = world.machines
        claim = machine.claim(step_of(machine))
        machine.run_claim(claim)
        world.wait()
        if end == "cancelled":
            other.publish(Cancel(goal=machine.goal.id))
        else:
            theirs = other.claim(step_of(other))
            other.publish(Result(goal=machine.goal.id, claim=theirs.id, text="done"))
        assert only(machine, DropRun) == []
        world.wait()
        assert [drop.claim for drop in only(machine, DropRun)] == [claim.id]  # type: ignore[attr-defined]


def test_runs_of_a_split_that_was_not_accepted_in_the_end_are_dropped() -> None:
    world = quiet_world(ALL, ALL, DS, quorum=2)
    machine, other, scorer = world.machines
    hidden = machine.propose(machine.goal.root, leaves(2))
    world.wait()
    scorer.vote(machine.goal.id, hidden.id, True)
    other.receive(scorer.log)
    world.linked = lambda a, b: False
    other.propose(other.goal.root, leaves(3))
    world.linked = lambda a, b: True
    world.wait()
    claim = machine.claim(step_of(machine))
    machine.run_claim(claim)
    world.wait(1)
    assert only(machine, DropRun) == []
    rival = next(c for c in other.goal.root.candidates if c.author == other.id)
    scorer.vote(machine.goal.id, rival.id, True)
    leaf = Step(other.goal.id, rival.child_ids[0], "execute", None)
    world.wait()
    done = other.claim(leaf)
    other.publish(Result(goal=other.goal.id, claim=done.id, text="done"))
    world.wait()
    [drop] = only(machine, DropRun)
    assert isinstance(drop, DropRun)
    assert "not accepted" in drop.reason


def test_runs_beneath_a_task_that_ended_are_dropped() -> None:
    world = quiet_world(ALL, ALL)
    machine, other = world.machines
    split_and_decide(world, [Child(title="big", leaf=False), *leaves(1)])
    inner = machine.goal.undecided()[0]
    proposal = machine.propose(inner, leaves(2))
    world.wait()
    other.vote(machine.goal.id, proposal.id, True)
    world.wait()
    candidate = machine.goal.candidate(proposal.id)
    assert candidate is not None
    claim = machine.claim(Step(machine.goal.id, candidate.child_ids[0], "execute", None))
    machine.run_claim(claim)
    assert only(machine, DropRun) == []
    merge = other.claim(Step(machine.goal.id, inner.id, "merge", proposal.id))
    other.publish(Result(goal=machine.goal.id, claim=merge.id, text="merged all the same"))
    world.wait()
    assert [drop.claim for drop in only(machine, DropRun)] == [claim.id]  # type: ignore[attr-defined]


# Taking over.


def test_a_failure_is_followed_by_another_machine() -> None:
    world = one_task(ALL, ALL)
    failing, other = world.machines
    claim = failing.claim(step_of(failing))
    failing.publish(Failure(goal=failing.goal.id, claim=claim.id))
    world.wait(int(BEACON_INTERVAL) + 1)
    assert [claim.attempt for claim in opens(other)] == [2]
    assert opens(failing) == []


def test_the_author_of_a_failure_follows_it_where_no_other_executor_lives() -> None:
    machine = one_task(ALL).machines[0]
    claim = machine.claim(step_of(machine))
    machine.publish(Failure(goal=machine.goal.id, claim=claim.id))
    assert [claim.attempt for claim in opens(machine)] == [2]


def test_the_author_of_a_failure_follows_it_where_nobody_else_did_for_a_lease() -> None:
    world = one_task(ALL, ALL)
    failing = world.machines[0]
    claim = failing.claim(step_of(failing))
    failing.publish(Failure(goal=failing.goal.id, claim=claim.id))
    world.wait(LEASE - 1)
    assert opens(failing) == []
    world.wait(2)
    assert [claim.attempt for claim in opens(failing)] == [2]


def test_a_holder_at_work_is_left_in_peace() -> None:
    world = one_task(ALL, ALL)
    holder, other = world.machines
    hold(world, holder)
    world.wait(3 * LEASE)
    assert opens(other) == []


def test_silence_for_a_lease_opens_the_next_attempt() -> None:
    world = one_task(ALL, ALL)
    holder, other = world.machines
    hold(world, holder)
    holder.kill()
    world.wait(LEASE - 1)
    assert opens(other) == []
    world.wait(2)
    assert [claim.attempt for claim in opens(other)] == [2]


def test_a_claim_that_is_no_longer_named_is_taken_over() -> None:
    world = one_task(ALL, ALL)
    holder, other = world.machines
    hold(world, holder)
    holder.jobs.clear()
    world.wait(LEASE - 1)
    assert opens(other) == []
    world.wait(1 + 2 * int(BEACON_INTERVAL))
    assert [claim.attempt for claim in opens(other)] == [2]


def test_progress_that_stands_still_for_a_lease_is_taken_over() -> None:
    world = one_task(ALL, ALL)
    holder, other = world.machines
    hold(world, holder)
    holder.jobs[0].ends = float("inf")
    world.wait(LEASE - 1)
    assert opens(other) == []
    world.wait(1 + 2 * int(BEACON_INTERVAL))
    assert [claim.attempt for claim in opens(other)] == [2]


def test_a_claim_of_ten_leases_is_taken_over_whatever_its_holder_says() -> None:
    world = one_task(ALL, ALL)
    holder, other = world.machines
    hold(world, holder)
    world.wait(LEASES_OF_A_CLAIM * LEASE - 2)
    assert opens(other) == []
    world.wait(2 + 2 * int(BEACON_INTERVAL))
    assert [claim.attempt for claim in opens(other)] == [2]


def test_silence_counts_only_from_when_the_listener_woke() -> None:
    world = one_task(ALL, ALL)
    holder, other = world.machines
    hold(world, holder)
    holder.kill()
    world.wait(LEASE - 2)
    other.sleep()
    world.now += 3_600
    other.wake()
    world.wait(LEASE - 1)
    assert opens(other) == []
    world.wait(2)
    assert [claim.attempt for claim in opens(other)] == [2]


def test_silence_counts_only_from_when_the_listener_heard_others_again() -> None:
    world = one_task(ALL, ALL)
    holder, other = world.machines
    hold(world, holder)
    holder.kill()
    world.wait(3 * LEASE)
    assert [claim.attempt for claim in opens(other)] == [2], "alone it works on"
    back = world.now
    assert opens(other, heard_since=back) == []
    world.wait(LEASE - 1)
    assert opens(other, heard_since=back) == []
    world.wait(2)
    assert [claim.attempt for claim in opens(other, heard_since=back)] == [2]


def test_a_bad_link_keeps_no_claim_for_ever() -> None:
    world = one_task(ALL, ALL)
    holder, other = world.machines
    hold(world, holder)
    holder.kill()
    world.wait(LEASES_OF_A_CLAIM * LEASE)
    assert [claim.attempt for claim in opens(other, heard_since=world.now)] == [2]


def test_a_phase_is_closed_when_the_last_attempt_falls_silent() -> None:
    world = one_task(ALL, ALL, max_attempts=1)
    holder, other = world.machines
    hold(world, holder)
    holder.kill()
    world.wait(LEASE + int(BEACON_INTERVAL) + 1)
    [closing] = opens(other, running={"f" * 64: 0.5})
    assert closing.attempt == 2
    other.act()
    assert other.goal.state == "failed"
    world.wait(2)
    assert other.look() == []


def test_the_important_goal_is_claimed_first() -> None:
    world = one_task(ALL)
    machine = world.machines[0]
    goal = machine.goal.goal
    urgent = machine.publish(type(goal)(title="urgent", text="urgent", policy=goal.policy, priority=9))
    assert [claim.goal for claim in opens(machine)] == [urgent.id]
