"""What a model knows of places: which are towns, and in which town a sight is.

Models name sights of other towns in their stride ("The Louvre" in Lisbon), and say Yes to nearly all that they are
asked about them. How likely they find the towns as the answer to where a sight is tells more: docs/prompts.md has the
figures.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from edge_agent.roles.prompts import likelihood, next_token
from edge_agent.roles.requests import Prompt, Work

_ONE_TOWN: Final = 0.2
"""P(Yes) from which a place is one town: the 1.5B gave 14 towns and resorts 0.21 to 0.48, 14 regions 0.08 to 0.18."""
_FAMOUS: Final = ("Paris", "London", "Rome", "Barcelona", "New York", "Tokyo")
"""The towns whose sights models put everywhere."""
_MARGIN: Final = 1.5
"""By how much (natural logarithm) another town must be likelier: of 30 sights of six towns the 1.5B then keeps 22, and
5 of 30 that are elsewhere."""


def is_one_town(place: str) -> Work[bool]:
    """Whether the model takes the place for one town or resort, rather than for a country or a region with many."""
    prompt = Prompt(system="You know geography.", user=f"Is {place} a single town, city or resort? Answer Yes or No.")
    yes, no = yield from next_token(prompt, ("Yes", "yes"), ("No", "no"))
    return yes + no > 0 and yes / (yes + no) > _ONE_TOWN


def is_elsewhere(sight: str, town: str, others: Iterable[str] = ()) -> Work[bool]:
    """Whether the model finds one of the ``others``, or a famous town, clearly likelier than ``town`` as the place of
    the sight. Not where it knows nothing of it."""
    likely = yield from _towns_of(sight, (town, *others, *_FAMOUS))
    return max(likely.values()) - likely[town] > _MARGIN


def sights_by_town(named: Mapping[str, Sequence[str]]) -> Work[dict[str, tuple[str, ...]]]:
    """All sights that were named for some town, each with the town that fits it best; without those that are elsewhere.

    Two measures count alike, each less its mean over all sights, for some towns are likelier answers to anything: how
    likely the town is for the sight, and the sight for the town. Each town's clearest ones come first.
    """
    owner: dict[str, str] = {}
    for town, sights in named.items():
        for sight in sights:
            owner.setdefault(sight, town)
    answers: dict[str, dict[str, float]] = {}
    for sight in owner:
        answers[sight] = yield from _towns_of(sight, (*named, *_FAMOUS))
    fits = {sight: {town: answers[sight][town] for town in named} for sight in owner}
    if len(named) > 1:
        fits = _sum(_centred(fits), _centred((yield from _sights_of(named, tuple(owner)))))
    found: dict[str, list[tuple[float, str]]] = {town: [] for town in named}
    for sight, towns in fits.items():
        best = max(towns, key=lambda town: (towns[town], town == owner[sight]))
        if max(answers[sight].values()) - max(answers[sight][town] for town in named) > _MARGIN:
            continue
        margin = towns[best] - max((towns[other] for other in towns if other != best), default=0.0)
        found[best].append((margin, sight))
    return {
        town: tuple(sight for _, sight in sorted(marked, key=lambda one: -one[0])) for town, marked in found.items()
    }


def _towns_of(sight: str, towns: Iterable[str]) -> Work[dict[str, float]]:
    """How likely the model finds each town as the answer to where the sight is; alike where it tells nothing."""
    prompt = Prompt(system="You know geography.", user=f"In which town is {sight}? Answer with its name alone.")
    found: dict[str, float] = {}
    for town in dict.fromkeys(towns):
        found[town] = _total((yield from likelihood(prompt, town)).log_probabilities)
    return found


def _sights_of(named: Mapping[str, Sequence[str]], sights: Sequence[str]) -> Work[dict[str, dict[str, float]]]:
    """How likely the model finds each sight as the answer to what can be seen in each town."""
    likely: dict[str, dict[str, float]] = {sight: {} for sight in sights}
    for town in named:
        # One town after the other: what is read of the question stays in the model's cache.
        prompt = Prompt(system="You know the sights of the world.", user=f"Name a famous sight in {town}.")
        for sight in sights:
            likely[sight][town] = _total((yield from likelihood(prompt, sight)).log_probabilities)
    return likely


def _total(log_probabilities: Sequence[float]) -> float:
    total = sum(log_probabilities)
    return total if math.isfinite(total) else 0.0


def _centred(likely: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    towns = list(next(iter(likely.values()), {}))
    means = {town: sum(row[town] for row in likely.values()) / len(likely) for town in towns}
    return {sight: {town: row[town] - means[town] for town in towns} for sight, row in likely.items()}


def _sum(
    first: Mapping[str, Mapping[str, float]], second: Mapping[str, Mapping[str, float]]
) -> dict[str, dict[str, float]]:
    return {sight: {town: row[town] + second[sight][town] for town in row} for sight, row in first.items()}
