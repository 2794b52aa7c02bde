"""Several machines that form one swarm, and what must be true of them in the end."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from waiting import wait_for

from edge_agent.home import Home
from edge_agent.membership import Membership, load_membership, new_membership, save_membership
from lab.machine import Machine
from lab.network import Network

LONG: Final = 240.0
"""How long a scenario waits for what must come: generous, the computer may be busy with other things."""
NAMES: Final = ("ash", "beech", "cherry", "dogwood", "elm", "fir", "gorse", "hazel")

QUICK: Final[dict[str, Any]] = {
    "backend": "scripted_model:make",
    "beacon_seconds": 1.0,
    "claim_settle_seconds": 0.5,
    "inbox": {"settle_seconds": 0.3},
    "goals": {"window_seconds": 8.0, "lease_seconds": 8.0, "max_depth": 1, "max_tasks": 8},
}
"""Settings under which a goal takes half a minute instead of many."""
SLOW_WRITER: Final = {"SCRIPTED_WRITE_SECONDS": "0.5"}
"""Tasks that take seconds, so that something can happen in their middle."""


class Lab:
    """The machines of one scenario, on one network."""

    def __init__(self, network: Network, folder: Path) -> None:
        self.network = network
        self.machines: list[Machine] = []
        self._folder = folder

    def machine(
        self,
        name: str,
        *,
        settings: Mapping[str, Any] = QUICK,
        environment: Mapping[str, str] = SLOW_WRITER,
        link_local_only: bool = False,
    ) -> Machine:
        """A machine of a swarm of its own, plugged in, not started."""
        link = self.network.plug_in(name, link_local_only=link_local_only)
        machine = Machine(name, self._folder / name, link, settings, environment)
        self.machines.append(machine)
        return machine

    def swarm(self, *names: str, **options: Any) -> list[Machine]:
        """Machines of one swarm, not started; ``options`` as of :meth:`machine`."""
        machines = [self.machine(name, **options) for name in names]
        make_members(machines)
        return machines

    def full_mesh(self, *names: str, **options: Any) -> list[Machine]:
        """Machines of one swarm, each linked to every other one; ``options`` as of :meth:`machine`."""
        machines = self.swarm(*names, **options)
        start_all(machines)
        wait_for_full_mesh(machines)
        return machines

    def at_work(self, *names: str) -> tuple[list[Machine], Machine]:
        """A full mesh at work on a goal of the first one, and one of the others that is in the middle of a task."""
        machines = self.full_mesh(*names)
        machines[0].submit("Plan a two-week trip to Japan", "before")
        return machines, wait_for_worker(machines[1:])

    def close(self) -> None:
        """Show the end of what each printed, and let none live."""
        for machine in self.machines:
            print(f"--- {machine.name}: {machine.output}\n{machine.log()[-4_000:]}")
            machine.kill()


def start_all(machines: Sequence[Machine]) -> None:
    """Start them at once, and wait until each answers."""
    for machine in machines:
        machine.start()
    for machine in machines:
        machine.wait_until_up()


class Stopwatch:
    """Measures from when it was made."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def __str__(self) -> str:
        return f"{time.monotonic() - self._began:.1f} s"

    def sleep_until(self, seconds: float) -> None:
        """Sleep until it shows so many seconds."""
        time.sleep(max(0.0, self._began + seconds - time.monotonic()))


def wait_for_full_mesh(machines: Sequence[Machine]) -> None:
    """Wait until each has a connection to every other one, and hears the beacons of all that send some."""
    ids = {machine.peer_id for machine in machines}

    def meshed() -> bool:
        return all((status := m.status()) and ids - {m.peer_id} <= set(status["connected"]) for m in machines)

    wait_for(meshed, "a connection between any two machines", LONG)


def wait_for_one_digest(machines: Sequence[Machine], *, records: int = 0) -> str:
    """Wait until all have the same plan, of at least so many records; its digest."""

    def same() -> str | None:
        statuses = [machine.status() for machine in machines]
        if not all(status and status["records"] >= records for status in statuses):
            return None
        digests = {status["digest"] for status in statuses}
        return digests.pop() if len(digests) == 1 else None

    return wait_for(same, f"one digest on {', '.join(machine.name for machine in machines)}", LONG)


def wait_until_ended(machines: Sequence[Machine], *, goals: int) -> None:
    """Wait until so many goals are known to each, and all that it knows have ended."""

    def ended() -> bool:
        statuses = [machine.status() for machine in machines]
        return all(s and s["goals"]["open"] == 0 and s["goals"]["ended"] >= goals for s in statuses)

    wait_for(ended, f"the end of {goals} goals on {', '.join(machine.name for machine in machines)}", LONG)


def wait_for_the_end(machines: Sequence[Machine], *, goals: int = 1) -> list[Any]:
    """Wait until so many goals are known to all and have ended, and the plans are the same; check them, return them."""
    wait_until_ended(machines, goals=goals)
    wait_for_one_digest(machines)
    trees = [machine.goals() for machine in machines]
    assert all(tree == trees[0] for tree in trees), "one digest, and different trees"
    for goal in trees[0]:
        check_finished(goal)
    return list(trees[0])


def check_finished(goal: Any) -> None:
    """Every live task of a finished goal has one text, by one result that no other task has."""
    assert goal["state"] == "finished", f"{goal['title']!r} is {goal['state']}"
    tasks = list(tasks_of(goal))
    assert all(task["state"] == "done" for task in tasks), [(task["title"], task["state"]) for task in tasks]
    results = [task["text"]["result"] for task in tasks]
    assert len(set(results)) == len(results)


def goal_of(machine: Machine, title: str) -> Any:
    """The machine's goal whose title contains the text."""
    return next(goal for goal in machine.goals() if title in goal["title"])


def tasks_of(goal: Any) -> Iterator[Any]:
    """All live tasks of a goal's tree, the root first."""
    waiting = [goal["root"]]
    while waiting:
        task = waiting.pop()
        yield task
        waiting += task["tasks"]


def writers_of(goal: Any) -> set[str]:
    """The peer ids of those whose texts count."""
    return {task["text"]["who"] for task in tasks_of(goal) if task["text"]}


def wait_for_worker(machines: Sequence[Machine]) -> Machine:
    """Wait until one of the machines is in the middle of a task."""

    def working() -> Machine | None:
        return next((m for m in machines if m.runs and (status := m.status()) and status["working_on"]), None)

    return wait_for(working, "a machine at work", LONG)


def membership_of(machine: Machine) -> Membership:
    """What makes the machine a member of its swarm."""
    membership = load_membership(Home(machine.home).swarm_key)
    assert membership is not None
    return membership


def make_members(machines: Sequence[Machine], membership: Membership | None = None) -> None:
    """Let the machines, which never ran, be one swarm: a new one, or the one of the membership."""
    membership = membership or new_membership()
    for machine in machines:
        save_membership(membership, Home(machine.home).swarm_key)
