"""A swarm comes about by itself, wherever machines can hear each other, and shares the work."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from measuring import Measure
from waiting import wait_for

from edge_agent.records import key_of_peer_id
from lab.machine import Machine
from lab.swarm import (
    LONG,
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

pytestmark = pytest.mark.timeout(900)

USUAL = {key: value for key, value in QUICK.items() if key != "beacon_seconds"}
HOLDS_5353 = """
import socket, sys, time
holder = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
holder.bind(("0.0.0.0", 5353))
print("held", flush=True)
sys.stdin.read()
"""


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


@pytest.mark.lab
def test_machines_join_by_a_token_while_they_run(lab: Lab, measure: Measure) -> None:
    machines = [lab.machine(name) for name in NAMES[:3]]
    first, *others = machines
    start_all(machines)
    assert len({machine.status()["swarm"] for machine in machines}) == 3, "a fresh install makes a swarm of its own"
    assert not any(machine.status()["connected"] for machine in machines)
    pids = [machine.pid for machine in machines]
    (token,) = re.findall(r"swarm1-[a-z2-7]+", first.run("invite"))
    since_join = Stopwatch()
    for machine in others:
        machine.run("join", token)
    wait_for_full_mesh(machines)
    measure("full mesh", since_join)
    others[1].submit("Plan a two-week trip to Japan", "japan")
    wait_for_the_end(machines)
    measure("goal ended everywhere", since_join)
    (key,) = re.findall(r"swarm1-[a-z2-7]+", first.run("rekey"))
    since_rekey = Stopwatch()
    assert key != token
    wait_for(lambda: not first.status()["connected"], "the end of the links under the old key", LONG)
    for machine in others:
        machine.run("join", key)
    wait_for_full_mesh(machines)
    measure("full mesh under another key", since_rekey)
    wait_for_the_end(machines)
    assert [machine.pid for machine in machines] == pids, "a process was started anew"
    for machine in machines:
        assert token not in machine.log()
        assert key not in machine.log()


@pytest.mark.lab
@pytest.mark.model
def test_three_machines_with_a_real_model(lab: Lab, measure: Measure) -> None:
    real = {
        **{key: value for key, value in USUAL.items() if key != "backend"},
        "model": "smollm2-135m",
        "threads": 1,
        "goals": {"max_depth": 1, "max_tasks": 5, "max_children": 4},
    }
    machines = lab.full_mesh(*NAMES[:3], settings=real)
    since_goal = Stopwatch()
    machines[0].submit("# A birthday party\n\nPlan a birthday party for 12 children in the garden in July.\n")
    (goal,) = wait_for_the_end(machines)
    measure("goal ended everywhere", since_goal)
    measure("texts by", f"{len(writers_of(goal))} machines")
    home = machines[0].home
    answer = wait_for(lambda: next(home.glob("results/*/RESULT.md"), None), "the answer in the results folder")
    assert "smollm2-135m" in answer.read_text(encoding="utf-8")


@pytest.mark.lab
def test_a_late_observer_sees_all_and_says_nothing(lab: Lab, measure: Measure) -> None:
    *machines, observer = lab.swarm(*NAMES[:3], "owl")
    observer.configure(roles=["observer"])
    start_all(machines)
    machines[0].submit("Plan a two-week trip to Japan")
    wait_for_the_end(machines)
    since_start = Stopwatch()
    start_all([observer])
    wait_for_the_end([*machines, observer])
    measure("same tree on the observer", since_start)
    wait_for_full_mesh([*machines, observer])
    observer.submit("Plan a wedding in June", "refused")
    note = wait_for(lambda: next(observer.home.glob("goals/rejected/*.txt"), None), "the refusal", LONG)
    assert "observer" in note.read_text(encoding="utf-8")
    machines[1].submit("Plan a garden with beds and a pond", "second")
    wait_for_the_end([*machines, observer], goals=2)
    for machine in machines:
        assert observer.peer_id not in {peer["peer_id"] for peer in machine.status()["peers"]}, "it sent a beacon"
        assert not holds_record_of(machine, observer)
    assert not holds_record_of(observer, observer)
    assert holds_record_of(observer, machines[0]), "the look into the database finds nothing at all"


@pytest.mark.lab
def test_link_local_addresses_only(lab: Lab, measure: Measure) -> None:
    machines = lab.swarm(*NAMES[:3], link_local_only=True)
    works_by_itself(machines, measure)


@pytest.mark.lab
def test_no_default_route(lab: Lab, measure: Measure) -> None:
    machines = lab.swarm(*NAMES[:3])
    for machine in machines:
        machine.link.drop_default_route()
    works_by_itself(machines, measure)


@pytest.mark.lab
def test_a_program_that_does_not_share_the_port_of_multicast_dns(lab: Lab, measure: Measure) -> None:
    machines = lab.swarm(*NAMES[:3])
    victim, *others = machines
    with port_5353_held(victim):
        start_all(machines)
        wait_for_full_mesh(others)
        told = wait_for(lambda: [p for p in victim.status()["problems"] if "5353" in p], "the problem", LONG)
        assert len(told) == 1
        assert victim.log().count("5353") <= 2, "said again and again"
        victim.stop()
        victim.configure(peers=[f"{other.link.address}:4711" for other in others])
        victim.start()
        since_start = Stopwatch()
        victim.wait_until_up()
        wait_for_full_mesh(machines)
        measure("full mesh by `peers`", since_start)
        victim.submit("Plan a two-week trip to Japan")
        wait_for_the_end(machines)


@pytest.mark.lab
def test_records_published_while_a_machine_joins(lab: Lab, measure: Measure) -> None:
    *machines, late = lab.swarm(*NAMES[:4])
    start_all(machines)
    wait_for_full_mesh(machines)
    late.start()
    since_start = Stopwatch()
    texts = [f"Plan the {day} of the fair" for day in ("first", "second", "third", "fourth", "fifth", "sixth")]
    for number, text in enumerate(texts):  # some before, some in the moment, some after it is linked
        machines[number % 3].submit(text, f"day-{number}")
        wait_for(lambda text=text: any(goal["title"] == text for goal in machines[0].goals()), text, LONG)
    late.wait_until_up()

    def all_there() -> bool:
        return {goal["title"] for goal in late.goals() or []} >= set(texts)

    wait_for(all_there, "every goal on the machine that joined", LONG)
    measure("all goals there", since_start)
    wait_for_the_end([*machines, late], goals=len(texts))
    measure("all ended, one digest", since_start)


def works_by_itself(machines: list[Machine], measure: Measure) -> None:
    """The machines find each other without being told anything, announce nothing useless, and end a goal."""
    since_start = Stopwatch()
    start_all(machines)
    wait_for_full_mesh(machines)
    measure("full mesh", since_start)
    for machine in machines:
        addresses = machine.status()["addresses"]
        assert addresses
        assert not [a for a in addresses if a.startswith(("/ip4/127.", "/ip4/0.0.0.0/", "/ip6/::1/"))]
    machines[0].submit("Plan a two-week trip to Japan")
    wait_for_the_end(machines)
    measure("goal ended everywhere", since_start)


def holds_record_of(machine: Machine, author: Machine) -> bool:
    """Whether the author's public key is anywhere in the machine's record log."""
    key = key_of_peer_id(author.peer_id)
    files = machine.database.parent.glob(f"{machine.database.name}*")
    return any(key in file.read_bytes() for file in files)


@contextlib.contextmanager
def port_5353_held(machine: Machine) -> Iterator[None]:
    """A program on the machine has the port for itself."""
    command = machine.link.inside(sys.executable, "-c", HOLDS_5353)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline() == "held\n"
        try:
            yield
        finally:
            holder.stdin.close()
