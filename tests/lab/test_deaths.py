"""Machines are killed, frozen and damaged in the middle of their work."""

from __future__ import annotations

from typing import Any

import pytest
from measuring import Measure
from waiting import wait_for

from lab.swarm import (
    LONG,
    NAMES,
    Lab,
    Stopwatch,
    start_all,
    tasks_of,
    wait_for_full_mesh,
    wait_for_one_digest,
    wait_for_the_end,
)

pytestmark = pytest.mark.timeout(900)

FREEZE_SECONDS = 60.0


def test_all_machines_lose_power_at_once(lab: Lab, measure: Measure) -> None:
    machines = lab.full_mesh(*NAMES[:4])
    machines[0].submit("Plan a two-week trip to Japan")

    def some_done() -> dict[str, str] | None:
        goals = machines[0].goals()
        tasks = list(tasks_of(goals[0])) if goals else []
        done = {task["id"]: task["text"]["result"] for task in tasks if task["text"]}
        return done if done and len(done) < len(tasks) - 1 else None

    done = wait_for(some_done, "a task done while others are not", LONG)
    for machine in machines:
        machine.kill()
    since_start = Stopwatch()
    start_all(machines)
    (goal,) = wait_for_the_end(machines)
    measure("tasks done before", len(done))
    measure("all ended, one digest after the restart", since_start)
    now = {task["id"]: task["text"]["result"] for task in tasks_of(goal)}
    assert done.items() <= now.items(), "what was done before was done again"


@pytest.mark.lab
def test_an_executor_is_killed_in_its_task(lab: Lab, measure: Measure) -> None:
    machines, victim = lab.at_work(*NAMES[:4])
    (work, *_) = victim.status()["working_on"] or [None]
    others = [machine for machine in machines if machine is not victim]
    wait_for(lambda: work is None or knows_claim(others[0].goals()[0], work["claim"]), "the claim to spread", LONG)
    victim.kill()
    since_kill = Stopwatch()
    (goal,) = wait_for_the_end(others)
    measure("ended without it", since_kill)
    assert any(task["attempts"] > 1 for task in tasks_of(goal)), "nobody took over the killed machine's task"
    victim.start()
    since_start = Stopwatch()
    wait_for_the_end(machines)
    measure("one digest after it came back", since_start)


@pytest.mark.lab
def test_a_closed_lid_for_a_minute_in_the_middle_of_a_task(lab: Lab, measure: Measure) -> None:
    machines, sleeper = lab.at_work(*NAMES[:4])
    others = [machine for machine in machines if machine is not sleeper]
    sleeper.freeze()
    since_freeze = Stopwatch()
    wait_for_the_end(others)
    measure("the others end the goal", since_freeze)
    others[1].submit("Plan a wedding in June", "meanwhile")
    since_freeze.sleep_until(FREEZE_SECONDS)
    sleeper.thaw()
    since_thaw = Stopwatch()
    wait_for_full_mesh(machines)
    measure("full mesh after waking", since_thaw)
    wait_for_the_end(machines, goals=2)
    measure("all ended, one digest", since_thaw)
    sleeper.submit("Plan a garden with beds and a pond", "after")
    wait_for_the_end(machines, goals=3)
    measure("a goal of its own ended", since_thaw)


@pytest.mark.lab
def test_a_damaged_database_is_rebuilt_from_the_others(lab: Lab, measure: Measure) -> None:
    machines = lab.full_mesh(*NAMES[:3])
    machines[0].submit("Plan a two-week trip to Japan", "first")
    wait_for_the_end(machines)
    victim = machines[2]
    victim.kill()
    kept = victim.database.read_bytes()
    with victim.database.open("r+b") as file:
        file.truncate(victim.database.stat().st_size // 2)
    victim.start()
    since_start = Stopwatch()
    victim.wait_until_up()
    wait_for_one_digest(machines, records=1)
    measure("rebuilt after truncation", since_start)
    assert any("set aside" in problem for problem in victim.status()["problems"])
    machines[1].submit("Plan a wedding in June", "second")
    wait_for_the_end(machines, goals=2)

    victim.kill()  # a restored backup: the older database beside the newer write-ahead log
    victim.database.write_bytes(kept)
    victim.start()
    since_start = Stopwatch()
    victim.wait_until_up()
    wait_for_the_end(machines, goals=2)
    measure("rebuilt after a restored backup", since_start)


def knows_claim(goal: Any, claim: str) -> bool:
    """Whether the goal's tree shows the claim."""
    return any(one["id"] == claim for task in tasks_of(goal) for one in task["claims"])
