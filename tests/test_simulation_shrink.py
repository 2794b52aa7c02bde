"""Fewer faults that still break it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from simulation.shrink import shrink


@pytest.mark.parametrize("guilty", [set[int](), {4}, {0, 11}, {1, 5, 6}, set(range(12))])
def test_what_is_left_is_what_it_takes(guilty: set[int]) -> None:
    asked: list[Sequence[int]] = []

    def breaks(part: Sequence[int]) -> bool:
        asked.append(part)
        return guilty <= set(part)

    assert shrink(range(12), breaks) == sorted(guilty)
    assert len(asked) <= 150


def test_any_of_two_causes_is_enough() -> None:
    left = shrink(range(8), lambda part: 2 in part or 6 in part)
    assert left in ([2], [6])
