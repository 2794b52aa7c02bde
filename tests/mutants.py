"""Mutation testing of the rules: breaks them in one small way at a time, and tells which breaks no test notices.

    scripts/mutate                      # the sample of seed 1: 300 mutants, two at a time
    scripts/mutate --seed 2 --count 50
    scripts/mutate --retry              # once more, those that survived, against today's tests
    scripts/mutate --list               # what survived, without running anything

The mutants are cosmic-ray's, and those of :data:`OWN`; they are made in copies of the tree, never in the tree itself,
of all of edge_agent/plan and the rule files of edge_agent/roles. The sample follows from the seed and the sources. A
run that was stopped goes on where it was; one on changed sources starts anew. The tests are the fast tier:
:data:`TESTS` in their order, with few seeds.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast  # type: ignore[import-untyped]
from cosmic_ray.mutating import mutate_code  # type: ignore[import-untyped]
from cosmic_ray.plugins import get_operator, operator_names  # type: ignore[import-untyped]
from cosmic_ray.work_db import WorkDB, use_db  # type: ignore[import-untyped]
from cosmic_ray.work_item import (  # type: ignore[import-untyped]
    MutationSpec,
    TestOutcome,
    WorkerOutcome,
    WorkItem,
    WorkResult,
)
from mutation_operators import OWN

ROOT: Final = Path(__file__).resolve().parent.parent
RULES: Final = ("angles", "claim", "decide", "intents", "memory", "propose", "rank", "stage", "view", "vote")
"""The files of edge_agent/roles that hold rules; the others hold prompts, gates and model work."""
TESTS: Final = (
    *("plan_claims", "plan_facts", "plan_mutants", "roles_mutants", "plan_goal", "plan_plan", "plan_reading"),
    *("plan_tasks", "plan_tree", "plan_votes", "plan_waiting", "roles_angles", "roles_claim", "roles_decide"),
    *("roles_memory", "roles_propose", "roles_rank", "roles_stage", "roles_vote", "plan_propagation"),
    "roles_decide_swarm",
)
"""The fast tier, single rules first: most mutants fail one of their tests within a second."""
LEFT_OUT: Final = ("hold_what_they_are_meant", "every_kind_of_fact_occurs", "costs_about_the_same")
"""Tests of the tests themselves, and one that measures time."""
COPIED: Final = ("edge_agent", "simulation", "tests", "pyproject.toml")

SENSELESS: Final = re.compile(
    "RemoveDecorator|_BitOr|BinaryOperator_.*_(Pow|[LR]Shift|Bit...?|Mod)$"
    "|Comparison.*_Is(Not)?_(?!Is)|Comparison.*(?<!_Is)(?<!_IsNot)_Is(Not)?$"
)
"""Mutants that say little of the tests: what is no property any more, no union of types, or compares None by size,
crashes whoever reads it; one wrong kind of arithmetic is as good as another; which equal numbers are one thing is the
interpreter's matter."""
PATIENCE: Final = 6
"""A mutant may take this many times as long as the tests take without it; then it counts as killed."""


class Place(NamedTuple):
    """Where a mutant differs: lines from 1, columns from 0, the end not included."""

    start: tuple[int, int]
    end: tuple[int, int]


def sources() -> list[Path]:
    """The files that are mutated, relative to the tree's root."""
    plan = sorted(path.relative_to(ROOT) for path in (ROOT / "edge_agent/plan").glob("*.py"))
    return [*plan, *(Path(f"edge_agent/roles/{name}.py") for name in RULES)]


def never_run(source: str) -> list[Place]:
    """The parts of a file that nothing runs or that are for people: annotations, aliases, reprs, imports for types."""
    places = []
    for node in ast.walk(ast.parse(source)):
        quiet: list[ast.AST | None] = []
        match node:
            case ast.FunctionDef(name="__repr__") | ast.If(test=ast.Name(id="TYPE_CHECKING")):
                quiet = [node]
            case ast.FunctionDef():
                quiet = [node.returns]
            case ast.arg() | ast.AnnAssign():
                quiet = [node.annotation]
            case ast.Assign(value=ast.Subscript() | ast.BinOp(op=ast.BitOr())):
                quiet = [node] if node.col_offset == 0 else []
        places += [
            Place((one.lineno, one.col_offset), (one.end_lineno or one.lineno, one.end_col_offset or 0))
            for one in quiet
            if isinstance(one, ast.stmt | ast.expr)
        ]
    return places


def operators() -> Iterator[tuple[str, Any]]:
    """All operators, by name, that need no arguments and make sense."""
    for name in sorted(operator_names()):
        operator = get_operator(name)
        if not operator.arguments() and not SENSELESS.search(name):
            yield name, operator()
    yield from OWN.items()


def all_mutants() -> list[MutationSpec]:
    """Every mutant that could be sampled, in a fixed order."""
    found = []
    for path in sources():
        source = (ROOT / path).read_text(encoding="utf-8")
        quiet, nodes = never_run(source), list(ast_nodes(get_ast(source)))
        for name, operator in operators():
            places = [Place(*place) for node in nodes for place in operator.mutation_positions(node)]
            found += [
                MutationSpec(path, name, occurrence, place.start, place.end)
                for occurrence, place in enumerate(places)
                if not any(part.start <= place.start and place.end <= part.end for part in quiet)
            ]
    return found


def sampled(mutants: list[MutationSpec], seed: int, count: int) -> list[MutationSpec]:
    """So many of the mutants by lot, those that are no Python left out."""
    mixed = random.Random(seed).sample(mutants, len(mutants))
    return list(islice((mutant for mutant in mixed if _is_python(mutated(ROOT, mutant)[1])), count))


def _is_python(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def mutated(tree: Path, mutant: MutationSpec) -> tuple[str, str]:
    """The mutant's file in this tree as it is, and as the mutant has it."""
    source = (tree / mutant.module_path).read_text(encoding="utf-8")
    operator = dict(operators())[mutant.operator_name]
    changed = mutate_code(source, operator, mutant.occurrence)
    if changed is None:
        raise ValueError(f"{mutant.module_path} has no place {mutant.occurrence} for {mutant.operator_name}")
    return source, changed


def diff_of(mutant: MutationSpec, before: str, after: str) -> str:
    """What the mutant changes, with a line around it."""
    name = str(mutant.module_path)
    return "\n".join(unified_diff(before.splitlines(), after.splitlines(), name, name, n=1, lineterm=""))


def run_tests(tree: Path, seconds: float) -> tuple[bool, str]:
    """Whether the fast tier passes in this tree within so many seconds, and how its output ends."""
    files = [f"tests/test_{name}.py" for name in TESTS]
    options = ["-x", "-q", "--tb=line", "--no-header", "-p", "no:cacheprovider", "-k", f"not ({' or '.join(LEFT_OUT)})"]
    environment = os.environ | {"SWARM_AGENT_FAST_TESTS": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, *files],
        cwd=tree,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return False, "timeout"
    return process.returncode == 0, output[-2_000:]


def try_out(tree: Path, mutant: MutationSpec, seconds: float) -> WorkResult:
    """Run the tests against this mutant, made in a copy of the tree, and put the copy right again."""
    before, after = mutated(tree, mutant)
    path = tree / mutant.module_path
    path.write_text(after, encoding="utf-8")
    try:
        survived, output = run_tests(tree, seconds)
    finally:
        path.write_text(before, encoding="utf-8")
    outcome = TestOutcome.SURVIVED if survived else TestOutcome.KILLED
    return WorkResult(WorkerOutcome.NORMAL, output, outcome, diff_of(mutant, before, after))


def copies(folder: Path, count: int) -> list[Path]:
    """So many fresh copies of what the tests need."""
    trees = [folder / f"tree-{number}" for number in range(count)]
    for tree in trees:
        shutil.rmtree(tree, ignore_errors=True)
        tree.mkdir(parents=True)
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif (ROOT / name).exists():
                shutil.copy(ROOT / name, tree / name)
    return trees


def pending(database: WorkDB, retry: bool) -> list[WorkItem]:
    """The mutants of the sample that are to be run, in the order of their files."""
    items = list(database.pending_work_items)
    if retry:
        done = database.completed_work_items
        items += [item for item, result in done if result.test_outcome == TestOutcome.SURVIVED]
    return sorted(items, key=lambda item: _place(item.mutations[0]))


def run(database: WorkDB, folder: Path, jobs: int, retry: bool) -> None:
    """Try out all that is pending, ``jobs`` at a time, and note each result as it comes."""
    items = pending(database, retry)
    if not items:
        return
    trees = copies(folder, jobs)
    began = time.monotonic()
    passed, output = run_tests(trees[0], 600)
    if not passed:
        raise SystemExit(f"The tests do not pass even without a mutant; mend that first:\n{output}")
    seconds = PATIENCE * (time.monotonic() - began) + 10
    print(f"{len(items)} mutants; the tests take {time.monotonic() - began:.0f} s without any", flush=True)
    free: SimpleQueue[Path] = SimpleQueue()
    for tree in trees:
        free.put(tree)

    def one(item: WorkItem) -> WorkResult:
        tree = free.get()
        try:
            return try_out(tree, item.mutations[0], seconds)
        finally:
            free.put(tree)

    with ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(one, item): item for item in items}
        try:
            for number, future in enumerate(as_completed(futures), start=1):
                item = futures[future]
                database.set_result(item.job_id, future.result())
                outcome = future.result().test_outcome.value
                print(f"{number}/{len(items)} {outcome:8} {_title(item.mutations[0])}", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise SystemExit("Stopped. The same command goes on from here.") from None


def report(database: WorkDB) -> str:
    """The survivors with their diffs, and the counts by kind of file and of mutant."""
    done = sorted(database.completed_work_items, key=lambda pair: _place(pair[0].mutations[0]))
    lines = []
    counts: Counter[tuple[str, str]] = Counter()
    for item, result in done:
        mutant, outcome = item.mutations[0], result.test_outcome.value
        counts[mutant.module_path.parent.name, outcome] += 1
        counts["all", outcome] += 1
        if result.test_outcome == TestOutcome.SURVIVED:
            lines += [f"\nsurvivor {_title(mutant)}", result.diff]
    lines.append("")
    for part in ("plan", "roles", "all"):
        killed, survived = counts[part, "killed"], counts[part, "survived"]
        lines.append(f"{part:6} {killed + survived:4} mutants, {killed:4} killed, {survived:4} survived")
    timed_out = sum(result.output == "timeout" for _, result in done)
    lines.append(f"{timed_out} of the killed ran out of time; {len(database.pending_work_items)} were not run yet")
    return "\n".join(lines)


def _place(mutant: MutationSpec) -> tuple[str, tuple[int, int], str, int]:
    return str(mutant.module_path), mutant.start_pos, mutant.operator_name, mutant.occurrence


def _title(mutant: MutationSpec) -> str:
    name = mutant.operator_name.removeprefix("core/")
    return f"{mutant.module_path}:{mutant.start_pos[0]} {name}"


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="how many mutants (default: 300)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (default: 2)")
    parser.add_argument("--retry", action="store_true", help="run the survivors again")
    parser.add_argument("--list", action="store_true", help="only tell what is known")
    parser.add_argument("--folder", type=Path, default=ROOT / ".mutants", help="where copies and results lie")
    asked = parser.parse_args()
    folder: Path = asked.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    texts = b"".join((ROOT / path).read_bytes() for path in sources())
    name = f"seed-{asked.seed}-of-{asked.count}-{hashlib.sha256(texts).hexdigest()[:8]}.sqlite"
    with use_db(str(folder / name)) as database:
        if not database.num_work_items:
            mutants = all_mutants()
            sample = sampled(mutants, asked.seed, asked.count)
            database.add_work_items(WorkItem.single(str(number), mutant) for number, mutant in enumerate(sample))
            print(f"{len(sample)} of {len(mutants)} mutants of {len(sources())} files")
        if not asked.list:
            run(database, folder, asked.jobs, asked.retry)
        print(report(database))


if __name__ == "__main__":
    main()
