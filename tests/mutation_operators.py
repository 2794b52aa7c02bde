"""Mutants that cosmic-ray does not make: conditions left out, statements left out, extremes swapped.

They are what a rule loses most often by mistake: one of several conditions, a filter, a step, the earliest of several.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import parso
from cosmic_ray.operators.operator import Operator  # type: ignore[import-untyped]
from parso.tree import BaseNode, Leaf, NodeOrLeaf

Position = tuple[tuple[int, int], tuple[int, int]]

_SWAPS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


class _OwnOperator(Operator):  # type: ignore[misc]
    @classmethod
    def arguments(cls) -> tuple[Any, ...]:
        """None of them takes any."""
        return ()

    @classmethod
    def examples(cls) -> tuple[Any, ...]:
        """See the tests."""
        return ()


class DropCondition(_OwnOperator):
    """``a and b`` becomes ``a`` or ``b``; ``a or b`` likewise."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Position]:
        """One for each operand."""
        if isinstance(node, BaseNode) and node.type in ("and_test", "or_test"):
            for operand in node.children[::2]:
                yield operand.start_pos, operand.end_pos

    def mutate(self, node: BaseNode, index: int) -> BaseNode:
        """Leave out the operand, and the word beside it."""
        del node.children[2 * index : 2 * index + 2]
        if index and len(node.children) % 2 == 0:
            del node.children[-1]
        return node


class DropFilter(_OwnOperator):
    """A comprehension takes everything: ``if a`` becomes ``if True``."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Position]:
        """One for each condition of a comprehension."""
        if isinstance(node, BaseNode) and node.type == "comp_if":
            yield node.children[1].start_pos, node.children[1].end_pos

    def mutate(self, node: BaseNode, index: int) -> BaseNode:
        """Put True in the condition's place."""
        node.children[1] = _code(" True")
        return node


class DropStatement(_OwnOperator):
    """A call, a yield, a del, or an assignment to something that exists already becomes ``pass``."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Position]:
        """One for each such statement."""
        if isinstance(node, BaseNode) and node.type == "simple_stmt" and _has_effect(node.children[0]):
            yield node.children[0].start_pos, node.children[0].end_pos

    def mutate(self, node: BaseNode, index: int) -> BaseNode:
        """Put pass in the statement's place."""
        first = node.children[0].get_first_leaf()
        node.children[0] = _code(f"{first.prefix if first else ''}pass")
        return node


class SwapExtreme(_OwnOperator):
    """``min`` becomes ``max``, ``any`` becomes ``all``, and the other way round."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Position]:
        """One for each of these names."""
        if isinstance(node, Leaf) and node.type == "name" and node.value in _SWAPS:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Leaf, index: int) -> Leaf:
        """Put the other name in its place."""
        node.value = _SWAPS[node.value]
        return node


def _code(text: str) -> NodeOrLeaf:
    module: NodeOrLeaf = parso.parse(text)  # type: ignore[no-untyped-call]
    return module


def _has_effect(statement: NodeOrLeaf) -> bool:
    if not isinstance(statement, BaseNode):
        return False
    if statement.type == "expr_stmt":
        target, sign = statement.children[0], statement.children[1]
        return target.type == "atom_expr" or (isinstance(sign, Leaf) and sign.value in ("+=", "-="))
    return statement.type in ("atom_expr", "yield_expr", "del_stmt", "await")


OWN: Final[Mapping[str, _OwnOperator]] = {
    "own/DropCondition": DropCondition(),
    "own/DropFilter": DropFilter(),
    "own/DropStatement": DropStatement(),
    "own/SwapExtreme": SwapExtreme(),
}
