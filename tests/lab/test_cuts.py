"""Cables are pulled, the network is cut in halves, addresses change: the plans are one again afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from measuring import Measure
from waiting import wait_for

from lab.machine import Machine
from lab.swarm import (
    LONG,
    NAMES,
    Lab,
    Stopwatch,
    goal_of,
    tasks_of,
    wait_for_full_mesh,
    wait_for_the_end,
    wait_until_ended,
)

pytestmark = pytest.mark.timeout(900)

CUT_SECONDS = 60.0


def test_a_network_cut_in_halves_that_both_work_on(lab: Lab, measure: Measure) -> None:
    machines = lab.full_mesh(*NAMES[:5])
    left, right = machines[:3], machines[3:]
    machines[0].submit("Plan a two-week trip to Japan", "both")
    wait_for(lambda: all(split_known(machine) for machine in machines), "an accepted split on all machines", LONG)
    lab.network.cut([m.link for m in left], [m.link for m in right])
    since_cut = Stopwatch()
    left[0].submit("Plan a wedding in June", "left")
    right[0].submit("Plan a garden with beds and a pond", "right")
    for half in (left, right):
        wait_until_ended(half, goals=2)
    measure("both halves done", since_cut)
    texts = [text_of_each_task(goal_of(half[0], "Japan")) for half in (left, right)]
    twice = [task for task in texts[0] if texts[0][task] != texts[1].get(task)]
    measure("tasks done in both halves", len(twice))
    assert twice, "the halves were to run the same tasks"
    lab.network.heal()
    since_heal = Stopwatch()
    wait_for_the_end(machines, goals=3)
    measure("one digest after healing", since_heal)
    for task, text in text_of_each_task(goal_of(machines[0], "Japan")).items():
        assert text in (texts[0][task], texts[1][task])
    wait_for_full_mesh(machines)
    measure("full mesh after healing", since_heal)


@pytest.mark.lab
def test_a_cable_pulled_for_a_minute(lab: Lab, measure: Measure) -> None:
    machines, victim = lab.at_work(*NAMES[:4])
    others = [machine for machine in machines if machine is not victim]
    victim.link.down()
    since_pull = Stopwatch()
    victim.submit("Plan a wedding in June", "alone")
    wait_until_ended(others, goals=1)
    measure("the others end the goal", since_pull)
    wait_for(lambda: victim.peer_id not in others[0].status()["connected"], "the others to notice", LONG)
    measure("link counts as lost", since_pull)
    since_pull.sleep_until(CUT_SECONDS)
    victim.link.up()
    since_heal = Stopwatch()
    wait_for_full_mesh(machines)
    measure("full mesh again", since_heal)
    wait_for_the_end(machines, goals=2)
    measure("all ended, one digest", since_heal)


@pytest.mark.lab
def test_an_address_that_changes(lab: Lab, measure: Measure) -> None:
    machines, roamer = lab.at_work(*NAMES[:4])
    stale = roamer.link.address
    roamer.link.use_address(77)
    since_change = Stopwatch()
    fresh = f"/ip4/{roamer.link.address}/"
    wait_for(lambda: any(fresh in address for address in roamer.status()["addresses"]), "the new address", LONG)
    measure("announced", since_change)
    wait_for(lambda: stale not in roamer.link.connections(), "the end of the connections from the old address", LONG)
    measure("old connections gone", since_change)
    wait_for_full_mesh(machines)
    measure("full mesh without the old address", since_change)
    wait_for_the_end(machines)
    measure("all ended, one digest", since_change)


@pytest.mark.lab
def test_a_power_cut_and_back_on_another_address_and_port(lab: Lab, measure: Measure) -> None:
    machines = lab.full_mesh(*NAMES[:3])
    victim = machines[2]
    victim.kill()
    machines[0].submit("Plan a two-week trip to Japan", "meanwhile")
    victim.link.use_address(88)
    victim.configure(listen="0.0.0.0:4712")
    victim.start()
    since_start = Stopwatch()
    wait_for_full_mesh(machines)
    measure("full mesh", since_start)
    wait_for_the_end(machines)
    measure("all ended, one digest", since_start)


def split_known(machine: Machine) -> bool:
    """Whether the machine has a goal whose split is accepted."""
    goals = machine.goals()
    return bool(goals) and bool(goals[0]["root"]["tasks"])


def text_of_each_task(goal: Any) -> dict[str, str]:
    """The id of the result that counts, of each task that has one."""
    return {task["id"]: task["text"]["result"] for task in tasks_of(goal) if task["text"]}
