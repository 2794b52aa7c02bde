"""Tables in Markdown, growth exponents, the aims and whether they were met, and plots."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from bench.axes import CRASHING_MACHINES, SECONDS_OF_A_LEAF, Results
from bench.measure import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WASTED_AIM: Final = 0.03
EXPONENT_AIM: Final = 0.2
EFFICIENCY_AIM: Final = 0.9
FLAT_FROM: Final = 30
EFFICIENT_UP_TO: Final = 16


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """The slope of a straight line through the points in logarithms: cost grows as size to this power."""
    points = [(x, y) for x, y in zip(sizes, costs, strict=True) if x > 0 and y > 0]
    if len(points) < 2:
        return math.nan
    logarithms = np.log(np.array(points))
    return float(np.polyfit(logarithms[:, 0], logarithms[:, 1], 1)[0])


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """A Markdown table; numbers with three significant digits."""
    yield "| " + " | ".join(heads) + " |"
    yield "|" + " --: |" * len(heads)
    for row in rows:
        yield "| " + " | ".join(_cell(value) for value in row) + " |"


def columns(runs: Sequence[Run], heads: Mapping[str, Callable[[Run], object]]) -> Iterator[str]:
    """A table with a row for each run."""
    return table(list(heads), [[value(run) for value in heads.values()] for run in runs])


def report(results: Results) -> Iterator[str]:
    """All of it, as lines of Markdown."""
    yield from _of_machines(results)
    yield from _of_votes(results)
    yield from _of_leaves(results.leaves)
    yield from _of_executors(results)
    yield from _of_crashes(results)
    yield from _aims(results)


def _of_machines(results: Results) -> Iterator[str]:
    runs = results.machines
    yield "### Machines: one goal of 64 leaves (73 tasks), quorum 3"
    yield ""
    yield from columns(
        runs,
        {
            "machines": lambda run: run.machines,
            "seconds": lambda run: run.seconds,
            "records": lambda run: run.records,
            "messages": lambda run: run.messages,
            "of them gossip": lambda run: run.gossip,
            "bytes": lambda run: run.bytes,
            "fold µs": lambda run: run.fold_microseconds,
            "wasted": lambda run: _percent(run.wasted),
            "claims a step": lambda run: run.claims,
            "votes a task": lambda run: run.votes,
            "longest wait s": lambda run: run.longest_wait,
            "beacons B/s": lambda run: run.beacon_bytes,
            "processor ms a look": _milliseconds_a_look,
        },
    )
    yield ""
    yield "Messages and bytes: sent by a machine, for a record, without beacons. Seconds: from goal to answer."
    yield ""
    large = [run for run in runs if run.machines >= FLAT_FROM]
    for name, field in (("messages a record", "messages"), ("bytes a record", "bytes"), ("records", "records")):
        yield f"- exponent of {name}, from {FLAT_FROM} machines on: {_exponent_of(large, 'machines', field)}"
    yield f"- exponent of the beacons' bytes a second: {_exponent_of(large, 'machines', 'beacon_bytes')}"
    yield f"- exponent of the claims a step: {_exponent_of(large, 'machines', 'claims')}"
    yield ""
    yield "The same under a coordinator:"
    yield ""
    yield from table(
        ["machines", "seconds", "swarm's seconds", "messages a piece of work", "of them the coordinator's own"],
        [
            [
                run.machines,
                outcome.seconds,
                run.seconds,
                outcome.messages * run.machines,
                outcome.messages_of_coordinator,
            ]
            for run, outcome in zip(runs, results.machines_coordinated, strict=True)
        ],
    )
    yield ""


def _of_votes(results: Results) -> Iterator[str]:
    yield "### Who judges: votes for a task that needed a decision"
    yield ""
    chosen = {run.machines: run for run in results.machines}
    heads = ["scorers", "quorum 3: all judge", "quorum 3: the first 4", "majority: one more than it"]
    rows = []
    for every, most in zip(results.judged_by_all, results.majority, strict=True):
        runs = (every, chosen[every.machines], most)
        rows.append([every.machines, *(f"{_cell(run.votes)} ({_cell(run.seconds)} s)" for run in runs)])
    yield from table(heads, rows)
    yield ""


def _of_leaves(runs: Sequence[Run]) -> Iterator[str]:
    yield "### Tasks: seven machines"
    yield ""
    yield from columns(
        runs,
        {
            "leaves": lambda run: run.leaves,
            "tasks": lambda run: run.tasks,
            "seconds": lambda run: run.seconds,
            "records": lambda run: run.records,
            "fold µs": lambda run: run.fold_microseconds,
            "messages": lambda run: run.messages,
            "of them gossip": lambda run: run.gossip,
            "bytes": lambda run: run.bytes,
            "wasted": lambda run: _percent(run.wasted),
            "claims a step": lambda run: run.claims,
            "longest wait s": lambda run: run.longest_wait,
            "processor ms a look": _milliseconds_a_look,
        },
    )
    yield ""
    yield f"- exponent of the fold's cost a record: {_exponent_of(runs, 'tasks', 'fold_microseconds')}"
    yield f"- exponent of messages a record: {_exponent_of(runs, 'tasks', 'messages')}"
    yield f"- exponent of bytes a record: {_exponent_of(runs, 'tasks', 'bytes')}"
    yield ""


def _of_executors(results: Results) -> Iterator[str]:
    runs, outcomes = results.executors, results.executors_coordinated
    yield "### Speed-up: 64 leaves of a minute each, from the first claim to the last leaf's text"
    yield ""
    heads = ["executors", "seconds", "speed-up", "of n", "coordinator: seconds", "speed-up", "claims a step", "wasted"]
    rows = []
    for run, outcome in zip(runs, outcomes, strict=True):
        speed_up = _speed_up(run)
        share = _percent(speed_up / run.machines)
        central = run.leaves * SECONDS_OF_A_LEAF / outcome.leaf_seconds
        swarm = [run.machines, run.leaf_seconds, speed_up, share]
        rows.append([*swarm, outcome.leaf_seconds, central, run.claims, _percent(run.wasted)])
    yield from table(heads, rows)
    yield ""
    yield "Speed-up: against one executor that does nothing but write the 64 leaves, without a pause."
    yield ""


def _of_crashes(results: Results) -> Iterator[str]:
    crashes = results.crashes
    count = len(crashes)
    yield f"### A third of {CRASHING_MACHINES} machines goes for good, each at a random moment; {count} seeds"
    yield ""
    yield from table(
        ["who goes", "goals that end, swarm", "finished", "goals that end, coordinator"],
        [
            [
                "a third",
                _percent(sum(c.swarm != "open" for c in crashes) / count),
                _percent(sum(c.swarm == "finished" for c in crashes) / count),
                _percent(sum(c.coordinator for c in crashes) / count),
            ],
            [
                "who took the goal; the coordinator",
                _percent(sum(c.origin_alone != "open" for c in crashes) / count),
                _percent(sum(c.origin_alone == "finished" for c in crashes) / count),
                _percent(sum(c.coordinator_alone for c in crashes) / count),
            ],
        ],
    )
    yield ""
    wasted = _percent(sum(c.swarm_wasted for c in crashes) / count)
    longest = _cell(max(c.swarm_seconds for c in crashes))
    yield f"With a third gone, {wasted} of all runs repeated a step; the slowest goal took {longest} s."
    yield ""


def _aims(results: Results) -> Iterator[str]:
    large = [run for run in results.machines if run.machines >= FLAT_FROM]
    calm = [*results.machines, *results.leaves, *results.executors]
    messages = exponent([r.machines for r in large], [r.messages for r in large])
    fold = exponent([r.tasks for r in results.leaves], [r.fold_microseconds for r in results.leaves])
    efficient = [r for r in results.executors if r.machines <= EFFICIENT_UP_TO]
    least = min((_speed_up(r) / r.machines for r in efficient), default=math.nan)
    wasted = max((r.wasted for r in calm), default=math.nan)
    ended = sum(c.swarm != "open" for c in results.crashes) / max(1, len(results.crashes))
    coordinator = sum(c.coordinator for c in results.crashes) / max(1, len(results.crashes))
    yield "### The aims"
    yield ""
    yield from table(
        ["aim", "measured", "met"],
        [
            [f"exponent of messages a record from {FLAT_FROM} machines on under {EXPONENT_AIM}", messages,
             _met(messages < EXPONENT_AIM)],
            [f"exponent of the fold's cost a record under {EXPONENT_AIM}", fold, _met(fold < EXPONENT_AIM)],
            [f"speed-up at least {EFFICIENCY_AIM} n up to {EFFICIENT_UP_TO} executors", f"{least:.2f} n at worst",
             _met(least >= EFFICIENCY_AIM)],
            [f"wasted without faults under {_percent(WASTED_AIM)}", f"{_percent(wasted)} at worst",
             _met(wasted < WASTED_AIM)],
            [f"all goals end with a third gone (a coordinator: {_percent(coordinator)})", _percent(ended),
             _met(ended == 1)],
        ],
    )  # fmt: skip


def plot_machines(runs: Sequence[Run], path: Path) -> None:
    """What a machine sends for a record, and how long a goal takes, against the number of machines."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.2), layout="constrained")
    sent, took = figure.subplots(1, 2)
    machines = [run.machines for run in runs]
    sent.loglog(machines, [run.messages for run in runs], "o-", label="messages a record")
    sent.loglog(machines, [run.gossip for run in runs], "s--", label="of them gossip")
    sent.loglog(machines, [run.votes for run in runs], "^:", label="votes a task")
    sent.set_ylim(0.5, 100)
    took.loglog(machines, [run.seconds for run in runs], "o-", label="goal, seconds")
    took.loglog(machines, [run.longest_wait for run in runs], "s--", label="longest wait, seconds")
    _finish(figure, [sent, took], "machines", path)


def plot_tasks(runs: Sequence[Run], speed: Sequence[Run], path: Path) -> None:
    """The fold's cost against the number of tasks, and the speed-up against the number of executors."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.2), layout="constrained")
    fold, up = figure.subplots(1, 2)
    fold.semilogx([run.tasks for run in runs], [run.fold_microseconds for run in runs], "o-", label="fold, µs a record")
    fold.set_ylim(bottom=0)
    executors = [run.machines for run in speed]
    up.loglog(executors, [_speed_up(run) for run in speed], "o-", label="speed-up", base=2)
    up.loglog(executors, executors, ":", color="grey", label="n", base=2)
    _finish(figure, [fold, up], "tasks", path)
    up.set_xlabel("executors")
    figure.savefig(path, dpi=110)


def _finish(figure: Figure, axes: Sequence[Axes], label: str, path: Path) -> None:
    for one in axes:
        one.set_xlabel(label)
        one.grid(visible=True, which="major", alpha=0.3)
        one.legend()
    figure.savefig(path, dpi=110)


def _speed_up(run: Run) -> float:
    """Against one executor that does nothing but the leaves' work, without a pause."""
    return run.leaves * SECONDS_OF_A_LEAF / run.leaf_seconds


def _exponent_of(runs: Sequence[Run], size: str, cost: str) -> str:
    return f"{exponent([getattr(run, size) for run in runs], [getattr(run, cost) for run in runs]):.2f}"


def _milliseconds_a_look(run: Run) -> float:
    return 1_000 * run.processor_seconds / max(1, run.looks)


def _met(is_met: bool) -> str:
    return "yes" if is_met else "**no**"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _cell(value: object) -> str:
    if isinstance(value, float):
        if math.isnan(value):
            return ""
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
