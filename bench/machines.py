"""Whole agents on the lab's network: the cost of an idle one, catching up, taking over a dead one's task."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import psutil
from lab.machine import Machine
from lab.network import Network
from lab.swarm import NAMES, QUICK, Lab, membership_of, start_all, tasks_of, wait_for_worker
from msgspec import Struct
from waiting import wait_for

from bench.history import past
from edge_agent.clock import wall_ms
from edge_agent.records import Record
from edge_agent.store import Store

IDLE_MACHINES: Final = 8
SETTLE_SECONDS: Final = 30.0
IDLE_SECONDS: Final = 60.0
DAY_MS: Final = 86_400_000
LEASE_SECONDS: Final = 20.0
"""Several times the beacons' interval, as the usual 120 s are of 5 s."""
TAKEOVER_ROUNDS: Final = 3

USUAL: Final[dict[str, Any]] = {"backend": "scripted_model:make"}
"""All settings as an owner has them, but without a model's memory and work."""


class Idle(Struct, frozen=True, kw_only=True):
    """What an agent costs that has nothing to do: the mean of all machines, and the highest."""

    machines: int
    cpu: float
    """Share of a core."""
    worst_cpu: float
    memory: float
    """Bytes."""
    worst_memory: float
    bytes_a_second: float
    """On its interface, in and out together."""


class CatchUp(Struct, frozen=True, kw_only=True):
    """How long an empty machine takes to get all records of another."""

    records: int
    seconds: float
    """From the link to the last record in its plan."""
    bytes: int
    """On its interface, in and out together."""
    wire: int
    """Of the records themselves."""


class Takeover(Struct, frozen=True, kw_only=True):
    """How long the task of a killed machine lay idle."""

    leases: tuple[float, ...]
    """From the kill to the next attempt's claim, in leases; one for each round."""


@contextmanager
def _lab() -> Iterator[Lab]:
    with tempfile.TemporaryDirectory(prefix="swarm-agent-bench-") as folder, Network() as network:
        lab = Lab(network, Path(folder))
        try:
            yield lab
        finally:
            for machine in lab.machines:
                machine.kill()


def measure_idle() -> Idle:
    """Of eight machines with the usual settings."""
    with _lab() as lab:
        machines = lab.full_mesh(*NAMES[:IDLE_MACHINES], settings=USUAL, environment={})
        time.sleep(SETTLE_SECONDS)
        processes = [psutil.Process(machine.pid) for machine in machines]
        busy, heard, began = [_seconds(p) for p in processes], [m.link.traffic() for m in machines], time.monotonic()
        time.sleep(IDLE_SECONDS)
        passed = time.monotonic() - began
        cpu = [(_seconds(p) - before) / passed for p, before in zip(processes, busy, strict=True)]
        memory = [float(p.memory_info().rss) for p in processes]
        rates = [(m.link.traffic() - before) / passed for m, before in zip(machines, heard, strict=True)]
    return Idle(
        machines=len(machines),
        cpu=statistics.mean(cpu),
        worst_cpu=max(cpu),
        memory=statistics.mean(memory),
        worst_memory=max(memory),
        bytes_a_second=statistics.mean(rates),
    )


def measure_catch_up(count: int) -> CatchUp:
    """Of a machine that comes to one with so many records or a few more, on the usual settings."""
    with _lab() as lab:
        old, new = lab.swarm(*NAMES[:2], settings=USUAL, environment={})
        records = past(count, membership_of(old).swarm, wall_ms() - DAY_MS)
        asyncio.run(_remember(old, records))
        start_all([old])
        assert old.status()["records"] == len(records)
        new.start()
        wait_for(lambda: _linked(new, old), "a link", 120)
        linked_at, before = time.monotonic(), new.link.traffic()
        wait_for(lambda: (new.status() or {}).get("records") == len(records), "all records", 300)
        return CatchUp(
            records=len(records),
            seconds=time.monotonic() - linked_at,
            bytes=new.link.traffic() - before,
            wire=sum(len(record.wire) for record in records),
        )


def measure_takeover() -> Takeover:
    """Of three machines, one of which is killed in its task, several times over."""
    goals = {**QUICK["goals"], "lease_seconds": LEASE_SECONDS}
    return Takeover(leases=tuple(_killed_in_its_task({**QUICK, "goals": goals}) for _ in range(TAKEOVER_ROUNDS)))


def _killed_in_its_task(settings: dict[str, Any]) -> float:
    with _lab() as lab:
        machines = lab.full_mesh(*NAMES[:3], settings=settings, environment={"SCRIPTED_WRITE_SECONDS": "1.5"})
        machines[0].submit("Plan a two-week trip to Japan")
        victim = wait_for_worker(machines[1:])
        claim = wait_for(lambda: victim.status()["working_on"], "a claim", 60)[0]["claim"]
        task = wait_for(lambda: _task_of(machines[0], claim), "the claim to spread", 60)
        victim.kill()
        killed_at = wall_ms()
        wait_for(lambda: _next_claim(machines[0], task), "the next attempt", 10 * LEASE_SECONDS)
        return (_next_claim(machines[0], task) - killed_at) / 1_000 / LEASE_SECONDS


def _linked(machine: Machine, other: Machine) -> bool:
    """Whether the machine has a link to the other one."""
    status = machine.status()
    return bool(status) and other.peer_id in status["connected"]


async def _remember(machine: Machine, records: list[Record]) -> None:
    machine.database.parent.mkdir(parents=True, exist_ok=True)
    store = await Store.open(machine.database)
    await store.add_foreign(records)
    await store.close()


def _task_of(machine: Machine, claim: str) -> str | None:
    """The task of a claim that the machine knows."""
    tasks = [task for goal in machine.goals() for task in tasks_of(goal)]
    return next((task["id"] for task in tasks for one in task["claims"] if one["id"] == claim), None)


def _next_claim(machine: Machine, task_id: str) -> int:
    """When the task's second attempt was claimed, in milliseconds since 1970; 0 where it was not."""
    tasks = [task for goal in machine.goals() for task in tasks_of(goal) if task["id"] == task_id]
    return min((one["when"] for task in tasks for one in task["claims"] if one["attempt"] == 2), default=0)


def _seconds(process: psutil.Process) -> float:
    used = process.cpu_times()
    return float(used.user + used.system)
