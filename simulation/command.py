"""scripts/simulate: many seeds, each a world of its own; a seed that breaks is shrunk, told and can be replayed."""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import sys
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from simulation.shrink import shrink
from simulation.world import World, faults_of, random_world

TRACE_LINES = 400
"""How many of a trace's last lines are shown."""


class Verdict(Struct, frozen=True, kw_only=True):
    """What became of one seed."""

    seed: int
    failures: list[str]
    faults: int
    figures: dict[str, float]
    digest: str
    cpu: float


def run_seed(seed: int, machines: int, only: Sequence[int] | None = None, *, keeps_trace: bool = False) -> World:
    """The seed's world, run to its end. An exception in it counts as a failure."""
    world = random_world(seed, machines, only=only, keeps_trace=keeps_trace)
    try:
        world.run_to_the_end()
    except Exception as error:  # an error of the code is a finding as well, told with its seed
        where = traceback.extract_tb(error.__traceback__)[-1]
        world.checks.fail(None, f"{type(error).__name__}: {error} ({where.filename.rpartition('/')[2]}:{where.lineno})")
    return world


def judge(task: tuple[int, int]) -> Verdict:
    """Run one seed, in whatever process."""
    logging.disable(logging.CRITICAL)
    seed, machines = task
    began = time.process_time()
    world = run_seed(seed, machines)
    return Verdict(
        seed=seed,
        failures=world.failures,
        faults=len(world.config.faults),
        figures=world.figures(),
        digest=world.trace.digest(),
        cpu=time.process_time() - began,
    )


def verdicts(seeds: Iterable[int], machines: int, jobs: int) -> Iterator[Verdict]:
    """The verdicts on all seeds, in their order."""
    tasks = [(seed, machines) for seed in seeds]
    if jobs <= 1:
        yield from map(judge, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(judge, tasks, chunksize=4)


def explain(seed: int, machines: int, only: Sequence[int] | None = None) -> list[str]:
    """Which few of the seed's faults break it, how to replay that, and the story."""
    numbers = list(range(len(faults_of(seed, machines)))) if only is None else list(only)
    kind = _kind(run_seed(seed, machines, numbers).failures)
    kept = shrink(numbers, lambda part: kind in {_kind([one]) for one in run_seed(seed, machines, part).failures})
    return [
        f"Of its {len(numbers)} faults {len(kept)} are enough. Replay it with:",
        f"    scripts/simulate --seed {seed} --machines {machines} --faults {','.join(map(str, kept)) or 'none'}",
        *tell(seed, machines, kept),
    ]


def tell(seed: int, machines: int, only: Sequence[int] | None) -> list[str]:
    """The story of a seed."""
    world = run_seed(seed, machines, only, keeps_trace=True)
    story = list(world.trace.lines())
    left_out = len(story) - TRACE_LINES
    lines = ["Faults:"] + [f"    {fault.describe()}" for fault in world.config.faults]
    lines += ["Time in seconds, machine, what happened [a record: who heard it how many seconds later]:"]
    lines += [f"... {left_out} lines earlier ..."] if left_out > 0 else []
    lines += story[-TRACE_LINES:]
    lines += ["", *([f"BROKEN {failure}" for failure in world.failures] or ["All held."])]
    return lines


def _kind(failures: Sequence[str]) -> str:
    """What kind of failure came first: its text without times, machines and numbers."""
    text = failures[0].partition(" s: ")[2] if failures else ""
    return "".join(letter for letter in text if not letter.isdigit()).split("(")[0][:40]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. 0: all held; 1: something broke; 2: wrong arguments."""
    options = _parser().parse_args(arguments)
    logging.disable(logging.CRITICAL)
    if options.seed is not None and options.seeds is None:
        only = _numbers(options.faults)
        lines = tell(options.seed, options.machines, only)
        print("\n".join(lines))
        return 1 if any(line.startswith("BROKEN") for line in lines) else 0
    first = options.seed or 0
    return _many(range(first, first + (options.seeds or 100)), options.machines, options.jobs, options.shown)


def _many(seeds: range, machines: int, jobs: int, shown: int) -> int:
    began = time.monotonic()
    broken: list[Verdict] = []
    totals: dict[str, float] = {}
    count = cpu = 0.0
    for verdict in verdicts(seeds, machines, jobs):
        count += 1
        cpu += verdict.cpu
        for name, value in verdict.figures.items():
            totals[name] = totals.get(name, 0.0) + value
        if verdict.failures:
            broken.append(verdict)
            print(f"\nSeed {verdict.seed} breaks: {verdict.failures[0]}")
        if sys.stderr.isatty() or count % 50 == 0:
            text = f"{count:.0f} of {len(seeds)} seeds, {len(broken)} broken, {time.monotonic() - began:.0f} s"
            print(f"\r{text}", end="\n" if count % 50 == 0 else "", file=sys.stderr, flush=True)
    seconds = time.monotonic() - began
    print(f"\n{count:.0f} seeds of {machines} machines in {seconds:.0f} s ({cpu / count:.2f} s of CPU each)")
    print(", ".join(f"{name.replace('_', ' ')} {value:.0f}" for name, value in totals.items()))
    for verdict in broken[:shown]:
        print(f"\n=== Seed {verdict.seed}: {verdict.failures[0]}")
        print("\n".join(explain(verdict.seed, machines)))
    if len(broken) > shown:
        print(f"\nNot shown: seeds {', '.join(str(verdict.seed) for verdict in broken[shown:])}")
    print(f"\n{len(broken)} of {count:.0f} seeds broke." if broken else "All held.")
    return 1 if broken else 0


def _numbers(text: str | None) -> list[int] | None:
    if text is None:
        return None
    return [] if text == "none" else [int(number) for number in text.split(",")]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/simulate",
        description="Breaks a swarm in virtual time, and checks the invariants of the design. Each seed is a world with"
        " machines, goals and up to fourteen faults of its own. A seed that breaks is shrunk to few faults and told.",
        epilog="Exit code: 0 all held, 1 something broke, 2 wrong arguments.",
    )
    parser.add_argument("--seeds", type=_positive, metavar="N", help="how many seeds to try (100)")
    parser.add_argument("--machines", type=_positive, default=7, metavar="M", help="machines in each world (7)")
    parser.add_argument("--seed", type=int, metavar="S", help="the first seed; without --seeds: tell this one's story")
    parser.add_argument("--faults", metavar="LIST", help="with --seed: only these of its faults, as 0,3,4, or none")
    parser.add_argument("--jobs", type=_positive, default=2, metavar="J", help="processes at once (2)")
    parser.add_argument("--shown", type=int, default=3, metavar="K", help="how many broken seeds to tell about (3)")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
