"""Fewer faults that still break a world: delta debugging over the list of faults (Zeller and Hildebrandt, 2002)."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def shrink(faults: Sequence[int], breaks: Callable[[Sequence[int]], bool]) -> list[int]:
    """A part of ``faults`` that still breaks it, and of which no single fault can be left out.

    ``faults`` breaks it. ``breaks`` tries a part of the list; it is asked at most about n * n times.
    """
    kept = list(faults)
    if kept and breaks([]):
        return []
    pieces = 2
    while len(kept) >= 2:
        size = -(-len(kept) // pieces)
        for start in range(0, len(kept), size):
            rest = kept[:start] + kept[start + size :]
            if breaks(rest):
                kept = rest
                pieces = max(2, pieces - 1)
                break
        else:
            if size == 1:
                break
            pieces = min(len(kept), 2 * pieces)
    return kept
