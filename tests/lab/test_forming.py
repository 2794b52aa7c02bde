"""A swarm comes about by itself, and shares the work."""

from __future__ import annotations

from lab.conftest import Measure
from lab.swarm import (
    NAMES,
    QUICK,
    Lab,
    Stopwatch,
    start_all,
    wait_for_full_mesh,
    wait_for_one_digest,
    wait_for_the_end,
    writers_of,
)

USUAL = {key: value for key, value in QUICK.items() if key != "beacon_seconds"}


def test_five_machines_find_each_other_and_share_the_work(lab: Lab, measure: Measure) -> None:
    machines = lab.swarm(*NAMES[:5], settings=USUAL, environment={"SCRIPTED_WRITE_SECONDS": "0.3"})
    since_start = Stopwatch()
    start_all(machines)
    measure("all answer", since_start)
    wait_for_full_mesh(machines)
    measure("full mesh", since_start)
    wait_for_one_digest(machines)
    measure("one digest", since_start)
    since_goal = Stopwatch()
    machines[0].submit("Plan a two-week trip to Japan")
    (goal,) = wait_for_the_end(machines)
    measure("goal ended everywhere", since_goal)
    writers = writers_of(goal)
    measure("texts by", f"{len(writers)} machines")
    assert len(writers) >= 3
