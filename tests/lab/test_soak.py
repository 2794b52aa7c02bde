"""Half an hour of goals, reconnects and cuts: nothing grows that should not."""

from __future__ import annotations

import random
import statistics
import time
from pathlib import Path
from typing import Final

import pytest
from measuring import Measure
from msgspec import Struct

from lab.machine import Machine
from lab.network import Network
from lab.swarm import NAMES, Lab, wait_for_full_mesh, wait_for_the_end

pytestmark = [pytest.mark.lab, pytest.mark.soak]

SAMPLE_SECONDS: Final = 10.0
GOAL_SECONDS: Final = 30.0
KEPT_GOALS: Final = 6
"""Ended goals beyond these are forgotten, so that the plan does not grow."""
FIGURES: Final = ("memory", "files", "threads", "tasks", "mesh_tasks")
SLACK: Final = {"memory": 8 << 20, "files": 8, "threads": 4, "tasks": 8, "mesh_tasks": 24}
"""What may come and go at any moment: connections being made, exchanges, a thread of the store."""
GROWTH: Final = 1.1
"""How much more the last third may have than the middle one: less than a task in each of a hundred reconnects."""


class Sample(Struct, frozen=True):
    """What one machine's process used at a moment."""

    minute: float
    machine: str
    records: int
    used: dict[str, int]


class Troubles:
    """Trouble on the network, one at a time: each begins, lasts for a while, and is over."""

    def __init__(self, network: Network, machines: list[Machine], seed: int) -> None:
        self.begun = 0
        self._network = network
        self._machines = machines
        self._random = random.Random(seed)
        self._pulled: Machine | None = None
        self._until = time.monotonic() + 20
        self._troubled = False
        self._addresses = 100

    def look(self) -> None:
        """End the trouble of now, or begin the next, where it is time."""
        if time.monotonic() < self._until:
            return
        if self._troubled:
            self.end()
            return
        self.begun += 1
        self._troubled = True
        lasts = self._random.choice((1.0, 8.0, 15.0, 35.0))
        kind = self._random.choice(("pull", "pull", "halves", "address"))
        victim = self._random.choice(self._machines)
        if kind == "pull":
            self._pulled = victim
            victim.link.down()
        elif kind == "halves":
            links = [machine.link for machine in self._random.sample(self._machines, k=len(self._machines))]
            self._network.cut(links[:3], links[3:])
        else:
            self._addresses += 1
            victim.link.use_address(self._addresses)
        self._until = time.monotonic() + lasts

    def end(self) -> None:
        """Everything is as it should be again, for a while."""
        self._troubled = False
        if self._pulled is not None:
            self._pulled.link.up()
            self._pulled = None
        self._network.heal()
        self._until = time.monotonic() + self._random.uniform(10, 25)


@pytest.mark.timeout(0)
def test_a_soak(lab: Lab, measure: Measure, pytestconfig: pytest.Config, tmp_path: Path) -> None:
    minutes = float(pytestconfig.getoption("--soak-minutes"))
    machines = lab.full_mesh(*NAMES[:5])
    troubles = Troubles(lab.network, machines, seed=1)
    samples: list[Sample] = []
    goals = 0
    began = time.monotonic()
    next_goal = next_sample = began
    while (now := time.monotonic()) < began + 60 * minutes:
        troubles.look()
        if now >= next_goal:
            next_goal += GOAL_SECONDS
            goals += 1
            machines[goals % len(machines)].submit(f"Plan the trip number {goals}", f"trip-{goals}")
            forget_old(machines[(goals + 2) % len(machines)])
        if now >= next_sample:
            next_sample += SAMPLE_SECONDS
            samples += sample(machines, (now - began) / 60)
            print(row(samples[-len(machines) :]), flush=True)
        time.sleep(0.25)
    troubles.end()
    wait_for_full_mesh(machines)
    left = wait_for_the_end(machines)
    measure("goals", f"{goals}, of which {len(left)} are remembered")
    measure("troubles", troubles.begun)
    table = tmp_path / "soak.md"
    table.write_text("\n".join(rows_of(samples)) + "\n", encoding="utf-8")
    measure("table", table)
    grown = []
    for figure in FIGURES:
        first, middle, last = thirds(samples, figure)
        measure(f"{figure}, median of each third", f"{first:,.0f} {middle:,.0f} {last:,.0f}")
        if last > GROWTH * middle + SLACK[figure]:
            grown.append(figure)
    assert not grown, f"{', '.join(grown)} grew from the middle third to the last one"
    assert {machine.name for machine in machines if not machine.runs} == set()


def forget_old(machine: Machine) -> None:
    """Let the swarm forget ended goals but for a few."""
    ended = [goal for goal in machine.goals() or [] if goal["state"] == "finished"]
    for goal in sorted(ended, key=lambda goal: goal["when"])[:-KEPT_GOALS]:
        machine.ask("forget", goal=goal["id"])


def sample(machines: list[Machine], minute: float) -> list[Sample]:
    """What each machine uses now; a busy one that does not answer is left out."""
    statuses = [(machine, machine.status()) for machine in machines]
    return [Sample(minute, machine.name, s["records"], s["resources"]) for machine, s in statuses if s]


def rows_of(samples: list[Sample]) -> list[str]:
    """The samples as a Markdown table: the mean of the machines, and the highest of them behind a slash."""
    heads = ("minute", "records", "memory MiB", *FIGURES[1:])
    lines = ["| " + " | ".join(heads) + " |", "|" + " --: |" * len(heads)]
    moments = sorted({one.minute for one in samples})
    return lines + [row([one for one in samples if one.minute == moment]) for moment in moments]


def row(samples: list[Sample]) -> str:
    """One moment."""

    def figures(name: str) -> str:
        values = [one.used[name] / (1 << 20 if name == "memory" else 1) for one in samples]
        return f"{statistics.mean(values):.1f} / {max(values):.0f}"

    records = max(one.records for one in samples)
    return f"| {samples[0].minute:.1f} | {records} | " + " | ".join(figures(name) for name in FIGURES) + " |"


def thirds(samples: list[Sample], figure: str) -> list[float]:
    """The median of a figure over all machines in each third of the time; the first holds the warm-up."""
    end = max(one.minute for one in samples) + 1e-9
    return [
        statistics.median(one.used[figure] for one in samples if part <= 3 * one.minute / end < part + 1)
        for part in range(3)
    ]
