"""Memory runs out: the kernel kills the model's process, really, and the agent goes on without it.

On an emulated machine (machine.py), for its kernel must limit the memory of the service's control group.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from lab.swarm import Stopwatch
from measuring import Measure

from fleet.conftest import Yard
from fleet.hosts import Fleet
from fleet.machine import MEMORY_MIB, Machine
from fleet.swarm import MODEL, furnish

pytestmark = [pytest.mark.fleet, pytest.mark.timeout(3_600)]

PATIENCE: Final = 1_200.0
"""How long a scenario waits: the emulated processor is slow, and the computer may be busy."""
GROUP: Final = "/sys/fs/cgroup/system.slice/swarm-agent.service"
KILLED: Final = f"the model process of {MODEL} was killed"
# Another process of the service that needs more than is left; it comes next, should the model's memory come back late.
EATER: Final = """\
echo $$ > {group}/cgroup.procs
echo 500 > /proc/self/oom_score_adj
exec python3 -c 'import time; kept = bytearray({size}); time.sleep(2)'
"""
ROOM: Final = 50_000_000
"""Bytes that the service may still take before memory runs out for it."""


@pytest.fixture(scope="module")
def machine(yard: Yard) -> Iterator[Machine]:
    """A machine with the package and a model, just booted; the shared hosts, which would slow it down, are off."""
    yard.close()
    release = yard.prepared.releases(1)[0]
    with Fleet(yard.prepared.place) as fleet:
        folder = fleet.disks / "machine"
        machine = Machine(
            folder, yard.prepared.place / release, yard.prepared.place / "kernel", yard.prepared.packages[release]
        )
        furnish(machine.upper)
        with machine:
            yield machine
            print(machine.do("journalctl", "--unit", "swarm-agent", "--no-pager", "--lines", "60", "-o", "cat"))


def limit(machine: Machine, size: str) -> None:
    """Set how much memory the service may have, until the next boot."""
    machine.do("systemctl", "set-property", "--runtime", "swarm-agent.service", f"MemoryMax={size}")


def kills(machine: Machine) -> list[str]:
    """What the kernel said of the processes it killed."""
    return machine.do("sh", "-c", "dmesg | grep 'Memory cgroup out of memory: Killed process' || true").splitlines()


def model_process(machine: Machine) -> str:
    """The process id of the model's process; empty while there is none."""
    return machine.do("sh", "-c", "pgrep -f edge_agent.models.[l]lama_worker || true").strip()


def test_the_model_is_killed_for_want_of_memory_while_it_writes(machine: Machine, measure: Measure) -> None:
    """The agent lives, says so on the status line, gives the claim up in public, and takes the task up again."""
    watch = Stopwatch()
    machine.wait_for_status(MODEL, PATIENCE)
    measure("booted, until it has its model", watch)
    measure("its clock, which nobody set", machine.do("date", "-uI"))
    allowed = int(machine.do("cat", f"{GROUP}/memory.max"))
    assert 0.70 * MEMORY_MIB < allowed / 1024**2 < 0.75 * MEMORY_MIB
    measure("MemoryMax, 75% of its memory", f"{allowed / 1024**2:.0f} of {MEMORY_MIB} MiB")
    agent = machine.service("MainPID")
    machine.do("swarm-agent", "submit", "Name three fruits")
    watch = Stopwatch()
    machine.wait_for_status("task 1/1", PATIENCE)
    measure("a goal, until it is written", watch)
    model = model_process(machine)
    assert model and kills(machine) == []
    used = int(machine.do("cat", f"{GROUP}/memory.current"))
    measure("memory of the service at work", f"{used / 1024**2:.0f} MiB")
    limit(machine, str(used + ROOM))
    machine.try_run(EATER.format(group=GROUP, size=2 * ROOM))
    line = machine.wait_for_status(KILLED, PATIENCE)
    measure("status line", line)
    killed = kills(machine)
    assert f"Killed process {model} " in killed[0], killed
    measure("the kernel", killed[0].partition("] ")[2])
    assert machine.service("OOMPolicy") == "continue"
    assert (machine.service("MainPID"), machine.service("NRestarts")) == (agent, "0")
    assert KILLED in machine.do("swarm-agent", "status")
    watch = Stopwatch()
    machine.wait_for_status("task 1/1", PATIENCE)
    assert "attempt 2" in machine.do("swarm-agent", "tree")
    assert model_process(machine) not in ("", model)
    measure("killed, until it writes again", watch)


def test_a_model_that_there_is_no_memory_for(machine: Machine, measure: Measure) -> None:
    """It is killed each time it is loaded: the agent goes on without a model, until it may have more memory."""
    limit(machine, "75%")
    machine.do("systemctl", "stop", "swarm-agent")
    before = len(kills(machine))
    limit(machine, "200M")
    machine.do("systemctl", "start", "swarm-agent")
    agent = machine.service("MainPID")
    measure("status line", machine.wait_for_status(f"no model · {KILLED}", PATIENCE))
    assert len(kills(machine)) > before
    limit(machine, "75%")
    watch = Stopwatch()
    machine.wait_for_status(f"· {MODEL}", PATIENCE)
    measure("allowed more, until it has its model", watch)
    assert (machine.service("MainPID"), machine.service("NRestarts")) == (agent, "0")
