"""The mutants that are made: what the own operators change, and what is left alone."""

from __future__ import annotations

import ast

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from mutants import ROOT, all_mutants, mutated, never_run, sampled, sources
from mutation_operators import OWN


def changed(name: str, source: str) -> list[str]:
    operator = OWN[f"own/{name}"]
    places = [place for node in ast_nodes(get_ast(source)) for place in operator.mutation_positions(node)]
    return [mutate_code(source, operator, occurrence) for occurrence in range(len(places))]


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("DropCondition", "x = a and b\n", ["x = b\n", "x = a \n"]),
        ("DropCondition", "x = a or not b or c\n", ["x = not b or c\n", "x = a or c\n", "x = a or not b \n"]),
        ("DropCondition", "x = a == b\n", []),
        ("DropFilter", "x = [a for a in b if a > 1]\n", ["x = [a for a in b if True]\n"]),
        ("DropStatement", "def f():\n    a.b = 1\n    return a\n", ["def f():\n    pass\n    return a\n"]),
        ("DropStatement", "say(1)\nn += 2\nm = 3\ndel d[1]\n", None),
        ("SwapExtreme", "x = min(any(a), b)\n", ["x = max(any(a), b)\n", "x = min(all(a), b)\n"]),
    ],
)
def test_own_operators_change_one_thing_at_a_time(name: str, source: str, expected: list[str] | None) -> None:
    found = changed(name, source)
    if expected is None:
        lines = source.splitlines()
        assert found == [source.replace(lines[index], "pass") for index in (0, 1, 3)]
    else:
        assert sorted(" ".join(one.split()) for one in found) == sorted(" ".join(one.split()) for one in expected)


def test_what_is_for_types_and_people_is_left_alone() -> None:
    lines = ["Name = A | B", "def f(a: X | None = 1 + 1) -> Y | Z:", "    return a", "def __repr__(a): return 1 + 1"]
    source = "\n".join(lines)
    quiet = {lines[part.start[0] - 1][part.start[1] :][:3] for part in never_run(source)}
    assert quiet == {"Nam", "X |", "Y |", "def"}


def test_a_sample_follows_from_its_seed_and_holds_only_code_that_differs() -> None:
    mutants = all_mutants()
    sample = sampled(mutants, 7, 10)
    assert sample == sampled(mutants, 7, 10) != sampled(mutants, 8, 10)
    assert {mutant.module_path for mutant in mutants} <= set(sources())
    for mutant in sample:
        before, after = mutated(ROOT, mutant)
        ast.parse(after)
        assert before != after
