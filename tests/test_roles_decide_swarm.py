"""Whole goals decided by several machines in virtual time, with deaths, sleep, cuts, restarts and failing runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from histories import FAST_TIER
from machines import ALL_ROLES, Machine, Script, World, policy_for, world_of

from edge_agent.records import Failure, Policy, Requorum, Vote
from edge_agent.roles.view import Role

Chaos = Callable[[World], None]

LONGEST = 1_500
"""Virtual seconds within which every goal has to end; an undisturbed one takes about a minute."""
CALM_FROM = 1_400.0
"""The virtual time from which the network and the machines are whole again."""
SEEDS = range(4 if FAST_TIER else 16)


def kill(at: int, *numbers: int) -> Chaos:
    def chaos(world: World) -> None:
        if world.now == 1_000 + at:
            for number in numbers:
                world.machines[number].kill()

    return chaos


def sleepers(world: World) -> None:
    for machine in world.machines[1:]:
        if world.now >= CALM_FROM:
            if machine.asleep:
                machine.wake()
        elif world.script.chance("nap", world.now, machine.number) < 0.04:
            if machine.asleep:
                machine.wake()
            else:
                machine.sleep()


def partitions(world: World) -> None:
    if world.now >= CALM_FROM:
        world.linked = lambda a, b: True
    elif world.now % 40 == 0:
        sides = [world.script.chance("side", world.now, machine.number) < 0.5 for machine in world.machines]
        world.linked = lambda a, b: sides[a.number] == sides[b.number]


def restarts(world: World) -> None:
    for machine in world.machines:
        if world.now < CALM_FROM and world.script.chance("restart", world.now, machine.number) < 0.02:
            machine.restart()


def storm(world: World) -> None:
    for chaos in (sleepers, partitions, restarts):
        chaos(world)


def run_all(count: int, *, chaos: Chaos | None = None, policy: Policy | None = None, **script: object) -> list[World]:
    """One world a seed, each run to the end of its goal, with what must hold in all of them."""
    worlds = []
    for seed in SEEDS:
        world = world_of(count, seed, **script)
        world.submit(world.machines[0], policy or policy_for(count))
        world.run(LONGEST, chaos)
        assert world.faults == [], f"seed {seed}"
        assert world.settled(), f"seed {seed}: the goal did not end, or the digests differ"
        worlds.append(world)
    return worlds


def state_of(world: World) -> str:
    return world.awake()[0].goal.state


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_healthy_machines_finish_every_goal_and_do_nothing_twice(count: int) -> None:
    worlds = run_all(count)
    assert all(state_of(world) == "finished" for world in worlds)
    runs = sum(len(machine.ran) for world in worlds for machine in world.machines)
    tasks = sum(len(world.machines[0].goal.live_tasks()) for world in worlds)
    assert tasks <= runs <= 1.02 * tasks
    assert tasks > 4 * len(worlds)


def test_more_machines_finish_sooner() -> None:
    seconds = []
    for count in (1, 4):
        total = 0
        for seed in SEEDS:
            world = world_of(count, seed, approves=1.0)
            world.submit(world.machines[0], policy_for(count))
            total += world.run(LONGEST)
        seconds.append(total)
    assert seconds[1] < seconds[0]


@pytest.mark.parametrize(("count", "dies"), [(3, 2), (5, 4), (3, 0)], ids=["of three", "of five", "the origin"])
def test_one_machine_dies(count: int, dies: int) -> None:
    worlds = run_all(count, chaos=kill(12, dies))
    assert all(state_of(world) == "finished" for world in worlds)


@pytest.mark.parametrize("dead", [(2, 3, 4), (0, 1, 2)], ids=["with the origin", "without the origin"])
def test_a_minority_goes_on(dead: tuple[int, ...]) -> None:
    worlds = run_all(5, chaos=kill(5, *dead))
    assert all(state_of(world) == "finished" for world in worlds)
    lowered = [r for world in worlds for r in world.awake()[0].log if isinstance(r.body, Requorum)]
    assert lowered
    assert {(r.body.quorum, r.body.self_votes) for r in lowered if isinstance(r.body, Requorum)} == {(2, False)}


def test_the_last_machine_goes_on_alone() -> None:
    worlds = run_all(3, chaos=kill(5, 1, 2))
    assert all(state_of(world) == "finished" for world in worlds)


def test_failing_runs_are_tried_again_elsewhere() -> None:
    worlds = run_all(4, fails=0.4)
    states = [state_of(world) for world in worlds]
    assert set(states) <= {"finished", "failed"}
    assert states.count("finished") > len(states) / 2


def test_sleepers() -> None:
    assert all(state_of(world) == "finished" for world in run_all(5, chaos=sleepers))


def test_partitions_with_failing_runs() -> None:
    run_all(5, chaos=partitions, fails=0.1)


def test_restarts_give_up_what_they_ran() -> None:
    worlds = run_all(4, chaos=restarts, fails=0.1)
    reasons = {r.body.reason for world in worlds for r in world.machines[0].log if isinstance(r.body, Failure)}
    assert "restarted" in reasons


def test_everything_at_once() -> None:
    run_all(5, chaos=storm, fails=0.2)


def test_a_lossy_network_lets_races_be_lost() -> None:
    dropped: list[str] = []
    for seed in SEEDS:
        world = world_of(4, seed)
        world.loses = 0.6
        world.submit(world.machines[0], policy_for(4))
        world.run(LONGEST)
        assert world.settled(), f"seed {seed}"
        assert world.faults == [], f"seed {seed}"
        dropped += [reason for machine in world.machines for reason in machine.dropped]
    assert "another machine won the claim" in dropped


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("approves", [0.0, 1.0])
def test_stubborn_and_easy_scorers(count: int, approves: float) -> None:
    assert all(state_of(world) == "finished" for world in run_all(count, approves=approves))


@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_trivial_goal_stays_one_task_and_ends_soon(count: int) -> None:
    for seed in SEEDS:
        world = world_of(count, seed, is_small=lambda task: True)
        world.submit(world.machines[0], policy_for(count))
        policy = policy_for(count)
        seconds = world.run(LONGEST)
        assert len(world.machines[0].goal.live_tasks()) == 1
        assert world.machines[0].goal.root.candidates == [world.machines[0].goal.root.whole]
        assert seconds < 3 * policy.proposal_window / 1_000


def test_models_that_disagree_about_the_size_still_decide() -> None:
    script = Script()
    worlds = run_all(3, is_small=partial(_by_chance, script))
    assert all(state_of(world) == "finished" for world in worlds)


def _by_chance(script: Script, task: object) -> bool:
    return script.chance("small", getattr(task, "id", "")) < 0.5


ROLE_SETS: dict[str, list[set[Role]]] = {
    "one of each": [{"decomposer"}, {"scorer"}, {"executor"}, {"observer"}],
    "laptops and a gpu": [
        {"decomposer", "scorer"},
        {"decomposer", "scorer"},
        {"scorer"},
        {"executor"},
        {"observer"},
    ],
    "nobody is an executor": [{"decomposer", "scorer"}, {"decomposer", "scorer"}],
    "many decomposers": [{"decomposer"}, {"decomposer"}, {"decomposer"}, {"decomposer"}, {"scorer"}, {"scorer"}],
}


@pytest.mark.parametrize("name", ROLE_SETS)
def test_roles_apart(name: str) -> None:
    for seed in SEEDS:
        world = World(script=Script(seed=seed))
        for roles in ROLE_SETS[name]:
            world.add(frozenset(roles))
        world.submit(world.machines[0], policy_for(sum("scorer" in roles for roles in ROLE_SETS[name])))
        world.run(LONGEST)
        assert world.faults == [], f"seed {seed}"
        assert world.settled(), f"seed {seed}"
        assert state_of(world) == "finished", f"seed {seed}"
        for machine in world.machines:
            assert machine.sent == [] or "observer" not in machine.roles


def test_a_late_joiner_takes_part_and_agrees() -> None:
    joined = 0
    for seed in SEEDS:
        world = world_of(2, seed)
        world.submit(world.machines[0], policy_for(2))
        for _ in range(15):
            world.step()
        late = world.add(ALL_ROLES)
        world.run(LONGEST)
        assert world.settled(), f"seed {seed}"
        assert len(late.log) == len(world.machines[0].log)
        joined += bool(late.ran)
    assert joined > len(SEEDS) / 2


def test_honest_machines_say_everything_once() -> None:
    """One proposal a task and round, one rejection and one approval a candidate, through restarts and sleep."""
    for world in run_all(4, chaos=restarts, fails=0.1):
        for machine in world.machines:
            assert _repeated(machine) == []


def _repeated(machine: Machine) -> list[object]:
    said: list[object] = []
    for record in machine.log:
        body = record.body
        if record.author == machine.id and isinstance(body, Vote):
            said.append(("vote", body.proposal, body.approve))
    goal = machine.goal
    for task in goal.tasks.values():
        said += [("proposal", task.id, c.round) for c in task.candidates if c.author == machine.id]
    return [entry for entry in said if said.count(entry) > 1]


def test_equal_worlds_run_equally() -> None:
    digests = set()
    for _ in range(2):
        world = world_of(3, 7, fails=0.2)
        world.submit(world.machines[0], policy_for(3))
        world.run(LONGEST, partitions)
        digests.add(world.machines[0].plan.digest())
    assert len(digests) == 1


def test_several_goals_end_and_the_important_one_sooner() -> None:
    seconds = {"minor": 0.0, "major": 0.0}
    for seed in SEEDS:
        world = world_of(2, seed, approves=1.0)
        world.submit(world.machines[0], policy_for(2), title="minor", priority=0)
        world.submit(world.machines[0], policy_for(2), title="major", priority=5)
        began, ended = world.now, dict[str, float]()
        while len(ended) < 2 and world.now < began + LONGEST:
            world.step()
            for goal in world.machines[0].plan.goals():
                if goal.ended:
                    ended.setdefault(goal.goal.title, world.now - began)
        assert set(ended) == {"minor", "major"}
        for title in seconds:
            seconds[title] += ended[title]
    assert seconds["major"] < seconds["minor"]
