"""Wall clocks that are wrong, and are set right while the swarm works."""

from __future__ import annotations

from typing import Any

import pytest
from measuring import Measure
from waiting import wait_for

from lab.clock import DAY
from lab.machine import Machine
from lab.swarm import (
    LONG,
    NAMES,
    Lab,
    Stopwatch,
    start_all,
    tasks_of,
    wait_for_full_mesh,
    wait_for_the_end,
    wait_for_worker,
)

pytestmark = [pytest.mark.lab, pytest.mark.timeout(900)]


def test_a_clock_two_weeks_back_that_is_stepped_forward_in_a_claim(lab: Lab, measure: Measure) -> None:
    machines = lab.swarm(*NAMES[:4])
    clocks = [machine.with_clock() for machine in machines]
    pi, clock = machines[3], clocks[3]
    clock.set(-14 * DAY, right=False)
    start_all(machines)
    wait_for_full_mesh(machines)
    machines[0].submit("Plan a two-week trip to Japan", "first")
    wait_for_worker([pi])
    work = wait_for(lambda: pi.status()["working_on"], "the machine's claim", LONG)[0]
    clock.set(0.0, right=True)
    since_step = Stopwatch()
    (goal,) = wait_for_the_end(machines)
    measure("all ended, one digest", since_step)
    (outcome,) = [one for task in tasks_of(goal) for one in task["claims"] if one["id"] == work["claim"]]
    assert outcome["outcome"] == "done", f"the claim was stolen: {outcome}"
    pi.submit("Plan a wedding in June", "second")
    wait_for_the_end(machines, goals=2)
    measure("a goal of its own ended", since_step)
    none_waits(machines)


def test_a_clock_two_weeks_back_at_a_start_alone(lab: Lab, measure: Measure) -> None:
    machines = lab.swarm(*NAMES[:3])
    clocks = [machine.with_clock() for machine in machines]
    pi, clock = machines[2], clocks[2]
    clock.set(-14 * DAY, right=False)
    pi.link.down()
    start_all([pi])
    pi.submit("Plan a garden with beds and a pond", "alone")
    wait_for(lambda: pi.goals(), "its goal", LONG)
    start_all(machines[:2])
    pi.link.up()
    since_link = Stopwatch()
    wait_for_full_mesh(machines)
    measure("full mesh", since_link)
    clock.set(0.0, right=True)
    wait_for_the_end(machines)
    measure("all ended, one digest", since_link)
    none_waits(machines)


def test_a_clock_a_year_ahead(lab: Lab, measure: Measure) -> None:
    machines = lab.swarm(*NAMES[:4])
    clocks = [machine.with_clock() for machine in machines]
    ahead = machines[3]
    clocks[3].set(365 * DAY, right=False)
    start_all(machines)
    wait_for_full_mesh(machines)
    ahead.submit("Plan a two-week trip to Japan", "first")
    since_goal = Stopwatch()
    wait_for_the_end(machines)
    measure("its goal ended everywhere", since_goal)
    none_waits(machines)
    assert all(dated_now(goal, machines[0]) for goal in machines[0].goals()), "a record of next year came in"


def test_a_clock_a_year_ahead_at_a_start_alone(lab: Lab, measure: Measure) -> None:
    machines = lab.swarm(*NAMES[:3])
    clocks = [machine.with_clock() for machine in machines]
    ahead, clock = machines[2], clocks[2]
    clock.set(365 * DAY, right=False)
    ahead.environment["SCRIPTED_WRITE_SECONDS"] = "5"
    ahead.link.down()
    start_all([ahead])
    ahead.submit("Plan a garden with beds and a pond", "alone")
    wait_for(lambda: ahead.goals(), "its goal", LONG)
    start_all(machines[:2])
    machines[0].submit("Plan a wedding in June", "right")
    ahead.link.up()
    since_link = Stopwatch()
    wait_for_full_mesh(machines)
    measure("full mesh", since_link)
    clock.set(0.0, right=True)
    wait_for_the_end(machines, goals=2)
    measure("all ended, one digest", since_link)
    none_waits(machines)
    assert all(dated_now(goal, machines[0]) for goal in machines[0].goals()), "a record of next year came in"


def none_waits(machines: list[Machine]) -> None:
    """No machine keeps another's records back until their time comes."""
    assert [machine.status()["waiting_in_quarantine"] for machine in machines] == [0] * len(machines)


def dated_now(goal: Any, machine: Machine) -> bool:
    """Whether the goal is at most a day from the time at which the machine was made ready."""
    return bool(abs(goal["when"] / 1_000 - machine.home.stat().st_mtime) < DAY)
