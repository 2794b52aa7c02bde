"""How fast a record spreads by gossip, and what is lost in a burst: processes on loopback, real libp2p, no plan."""

from __future__ import annotations

import contextlib
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any, Final

from mesh_helpers import seed_of
from msgspec import Struct
from processes import free_port
from waiting import wait_for

from edge_agent.records import Signer

RECORDS: Final = 192
RECORDS_A_SECOND: Final = 5.0
"""Of all processes together: a busy swarm. All processes share one computer's cores, so more would measure these."""
BURST: Final = 500
PROBES: Final = 10
PROBE_SECONDS: Final = 0.5
QUIET_SECONDS: Final = 3.0
"""A burst is over when nothing came anywhere for so long."""


class Spread(Struct, frozen=True, kw_only=True):
    """What was measured with so many processes."""

    processes: int
    formed_seconds: float
    """From the start of the last process until a record of each reached all."""
    p50_ms: float
    p99_ms: float
    worst_ms: float
    lost: float
    """Share of the burst's deliveries that gossip did not make."""
    lost_after_sync: float


class _Process:
    """A :mod:`bench.gossiper`."""

    def __init__(self, number: int, port: int, peers: list[str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.gossiper", str(number), str(port), *peers],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def begin(self, *command: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(" ".join(map(str, command)) + "\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "a process of the bench ended"
        answer: dict[str, Any] = json.loads(line)
        return answer


def measure_spread(count: int) -> Spread:
    """With so many processes."""
    with _processes(count) as processes:
        began = time.monotonic()
        wait_for(lambda: _is_formed(processes), "a mesh of all processes", 300)
        formed = time.monotonic() - began
        _all(processes, "say", RECORDS // count, count / RECORDS_A_SECOND)
        times = sorted(_until_quiet(processes))
        before = [report["held"] for report in _all(processes, "report")]
        processes[0].begin("say", BURST, 0)
        processes[0].answer()
        _until_quiet(processes)
        lost = _lost(processes, before)
        _all(processes, "sync")
        after = _lost(processes, before)
    return Spread(
        processes=count,
        formed_seconds=formed,
        p50_ms=statistics.median(times),
        p99_ms=times[int(len(times) * 0.99)],
        worst_ms=times[-1],
        lost=lost,
        lost_after_sync=after,
    )


@contextlib.contextmanager
def _processes(count: int) -> Iterator[list[_Process]]:
    ports = [free_port() for _ in range(count)]
    ids = [Signer(seed_of(number)).peer_id for number in range(1, count + 1)]
    addresses = [f"/ip4/127.0.0.1/tcp/{port}/p2p/{peer}" for port, peer in zip(ports, ids, strict=True)]
    running: list[_Process] = []
    try:
        for number, port in enumerate(ports, start=1):
            running.append(_Process(number, port, [a for a in addresses if a != addresses[number - 1]]))
        for one in running:
            one.answer()
        yield running
    finally:
        for one in running:
            one.process.kill()
            one.process.wait()


def _all(processes: list[_Process], *command: object) -> list[dict[str, Any]]:
    """Tell all, then hear all."""
    for one in processes:
        one.begin(*command)
    return [one.answer() for one in processes]


def _is_formed(processes: list[_Process]) -> bool:
    """Whether a record of each reaches all others by gossip, as long as that may take on a busy computer."""
    _all(processes, "report")
    _all(processes, "say", 1, 0)
    came = [0] * len(processes)
    for _ in range(PROBES):
        time.sleep(PROBE_SECONDS)
        came = [had + len(report["milliseconds"]) for had, report in zip(came, _all(processes, "report"), strict=True)]
        if min(came) >= len(processes) - 1:
            return True
    return False


def _until_quiet(processes: list[_Process]) -> list[float]:
    """Wait until nothing comes any more; the times on the way of all that came."""
    times: list[float] = []
    while True:
        time.sleep(QUIET_SECONDS)
        came = [ms for report in _all(processes, "report") for ms in report["milliseconds"]]
        if not came:
            return times
        times += came


def _lost(processes: list[_Process], before: list[int]) -> float:
    """Share of the burst that the listeners lack."""
    reports = _all(processes, "report")[1:]
    held: int = sum(report["held"] - had for report, had in zip(reports, before[1:], strict=True))
    return 1 - held / (BURST * len(reports))
