"""Pure figures: how well marks tell good from bad."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence


def area_under_curve(good: Sequence[float], bad: Sequence[float]) -> float:
    """The probability that a good one has a higher mark than a bad one, equal marks counting half; NaN without pairs.

    This is the area under the receiver operating characteristic: 0.5 is chance, 1 perfect.
    """
    if not good or not bad:
        return math.nan
    wins = sum((one > other) + 0.5 * (one == other) for one in good for other in bad)
    return wins / (len(good) * len(bad))


def bound_that_keeps(good: Sequence[float], share: float) -> float:
    """The highest bound at which at least ``share`` (0 to 1) of the good marks reach it (>=); NaN without marks."""
    if not good:
        return math.nan
    # A hair less, since 0.7 * 10 is a hair more than 7.
    needed = max(1, math.ceil(share * len(good) - 1e-9))
    return sorted(good, reverse=True)[needed - 1]


def tolerance_bound(good: Sequence[float], share: float, confidence: float) -> float:
    """The highest mark that at least ``share`` of all good ones reach, of which these are a sample, NaN without marks.

    That is so with ``confidence`` (0 to 1); with few marks the lowest one, which may say less. A one-sided tolerance
    limit without assumptions on the distribution: S. S. Wilks, Annals of Mathematical Statistics 12 (1941), 91.
    """
    ordered, total = sorted(good), 0.0
    bound = ordered[0] if ordered else math.nan
    for below, mark in enumerate(ordered):
        total += math.comb(len(ordered), below) * (1 - share) ** below * share ** (len(ordered) - below)
        if total > 1 - confidence:
            break
        bound = mark
    return bound


def share_of(flags: Sequence[bool]) -> float:
    """The share of true ones, 0 to 1; NaN without any."""
    return sum(flags) / len(flags) if flags else math.nan


def median(values: Sequence[float]) -> float:
    """The middle value, the mean of two where there are two; NaN without any."""
    return statistics.median(values) if values else math.nan
