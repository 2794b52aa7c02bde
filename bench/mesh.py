"""What the mesh costs and how fast it is: ``sudo scripts/lab --bench``; see docs/bench-mesh.md.

Real processes, real libp2p. Ratios and counts hold anywhere; times depend on the computer and on what else it does.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from bench.machines import measure_catch_up, measure_idle, measure_takeover
from bench.report import table
from bench.spread import BURST, measure_spread

PROCESSES: Final = (3, 8, 16)
CATCH_UP: Final = 10_000

SPREAD_AIM_MS: Final = 1_000.0
SPREAD_AIM_AT: Final = 8
CATCH_UP_AIM: Final = 5.0
CPU_AIM: Final = 0.03
MEMORY_AIM: Final = 120 << 20
TAKEOVER_AIM: Final = 1.5


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print Markdown: tables, and the aims with what came of them."""
    parser = argparse.ArgumentParser(prog="scripts/lab --bench", description="Measures the mesh.")
    parser.add_argument("--part", choices=[*PARTS], action="append", help="only this part; may be given again")
    options = parser.parse_args(arguments)
    cores, load = os.cpu_count(), os.getloadavg()[0]
    print(f"{cores} cores; load before: {load:.1f}\n", flush=True)
    for name in options.part or PARTS:
        began = time.monotonic()
        print("\n".join(PARTS[name]()), flush=True)
        print(f"\n({name}: {time.monotonic() - began:.0f} s)\n", flush=True)
    return 0


def _spread() -> Iterator[str]:
    runs = [measure_spread(count) for count in PROCESSES]
    yield "### Spread of a record, and loss"
    yield ""
    yield from table(
        ("processes", "mesh after s", "p50 ms", "p99 ms", "worst ms", f"lost of {BURST}", "lost after sync"),
        [
            (r.processes, r.formed_seconds, r.p50_ms, r.p99_ms, r.worst_ms, f"{r.lost:.2%}", f"{r.lost_after_sync:.2%}")
            for r in runs
        ],
    )
    yield ""
    aimed = next(run for run in runs if run.processes == SPREAD_AIM_AT)
    yield _aim(
        f"p99 with {SPREAD_AIM_AT} processes", f"{aimed.p99_ms:.0f} ms", aimed.p99_ms < SPREAD_AIM_MS, "under 1 s"
    )
    lost = max(run.lost_after_sync for run in runs)
    yield _aim("lost after sync", f"{lost:.2%}", lost == 0, "nothing")


def _idle() -> Iterator[str]:
    idle = measure_idle()
    yield f"### Idle, {idle.machines} machines, usual settings, without a model"
    yield ""
    yield from table(
        ("", "mean", "highest"),
        [
            ("core", f"{idle.cpu:.1%}", f"{idle.worst_cpu:.1%}"),
            ("memory MiB", idle.memory / (1 << 20), idle.worst_memory / (1 << 20)),
            ("bytes a second, in and out", idle.bytes_a_second, ""),
        ],
    )
    yield ""
    yield _aim("core", f"{idle.cpu:.1%}", idle.cpu < CPU_AIM, "under 3 %")
    yield _aim("memory", f"{idle.worst_memory / (1 << 20):.0f} MiB", idle.worst_memory < MEMORY_AIM, "under 120 MiB")


def _catch_up() -> Iterator[str]:
    run = measure_catch_up(CATCH_UP)
    yield "### Catching up"
    yield ""
    yield from table(
        ("records", "seconds", "records a second", "bytes on the wire to bytes of records"),
        [(run.records, run.seconds, run.records / run.seconds, run.bytes / run.wire)],
    )
    yield ""
    yield _aim(f"{run.records:,} records", f"{run.seconds:.1f} s", run.seconds < CATCH_UP_AIM, "under 5 s")


def _takeover() -> Iterator[str]:
    run = measure_takeover()
    yield "### From a killed machine to the next attempt at its task"
    yield ""
    yield "In leases: " + ", ".join(f"{one:.2f}" for one in run.leases)
    yield ""
    yield _aim("the longest", f"{max(run.leases):.2f} leases", max(run.leases) < TAKEOVER_AIM, "under 1.5 leases")


def _aim(what: str, found: str, met: bool, aim: str) -> str:
    return f"- {what}: {found}; aim: {aim}: {'met' if met else 'NOT MET'}"


PARTS: Final[dict[str, Callable[[], Iterator[str]]]] = {
    "spread": _spread,
    "idle": _idle,
    "catch-up": _catch_up,
    "takeover": _takeover,
}

if __name__ == "__main__":
    raise SystemExit(main())
