"""What a model knows of places: which are towns, and in which town a sight is.

Models name sights of other towns in their stride ("The Louvre" in Lisbon), and say Yes to nearly all that they are
asked about them. How likely they find the towns as the answer to where a sight is tells more: docs/prompts.md has the
figures.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from edge_agent.roles.prompts import next_token
from edge_agent.roles.requests import Prompt, Work

_ONE_TOWN: Final = 0.2
"""P(Yes) from which a place is one town: the 1.5B gave 14 towns and resorts 0.21 to 0.48, 14 regions 0.08 to 0.18."""
_FAMOUS: Final = ("Paris", "London", "Rome", "Barcelona", "New York", "Tokyo")
"""The towns whose sights models put everywhere."""
_ELSEWHERE: Final = 2.0
"""By how much (natural logarithm) another town must be likelier: of 30 sights of six towns the 1.5B then keeps 23, and
6 of 30 that are elsewhere."""
_MOVED: Final = 1.0
"""By how much another town of the trip must fit better than the one for which the sight was named."""
_LEAST: Final = 1e-9
"""A probability that counts as none."""


def is_one_town(place: str) -> Work[bool]:
    """Whether the model takes the place for one town or resort, rather than for a country or a region with many."""
    prompt = Prompt(system="You know geography.", user=f"Is {place} a single town, city or resort? Answer Yes or No.")
    yes, no = yield from next_token(prompt, ("Yes", "yes"), ("No", "no"))
    return yes + no > 0 and yes / (yes + no) > _ONE_TOWN


def is_elsewhere(sight: str, town: str, others: Iterable[str] = ()) -> Work[bool]:
    """Whether the model finds one of the ``others``, or a famous town, clearly likelier than ``town`` as the place of
    the sight. Not where it knows nothing of it. One request, nothing written."""
    likely = yield from _towns_of(sight, (town, *others, *_FAMOUS))
    return max(likely.values()) - likely[town] > _ELSEWHERE


def sights_by_town(named: Mapping[str, Sequence[str]]) -> Work[dict[str, tuple[str, ...]]]:
    """All sights that were named for some town: each stays with its town unless another fits clearly better; those that
    are in none of them are left out. One request for each sight. Each town's clearest ones come first.

    How well a town fits is how likely it is for the sight, less its mean over all sights: some towns are likelier
    answers to anything.
    """
    owner: dict[str, str] = {}
    for town, sights in named.items():
        for sight in sights:
            owner.setdefault(sight, town)
    answers: dict[str, dict[str, float]] = {}
    for sight in owner:
        answers[sight] = yield from _towns_of(sight, (*named, *_FAMOUS))
    means = {town: sum(row[town] for row in answers.values()) / len(answers) for town in named}
    found: dict[str, list[tuple[float, str]]] = {town: [] for town in named}
    for sight, likely in answers.items():
        if max(likely.values()) - max(likely[town] for town in named) > _ELSEWHERE:
            continue
        fits = {town: likely[town] - means[town] for town in named}
        best = max(fits, key=lambda town: fits[town])
        if fits[best] - fits[owner[sight]] <= _MOVED:
            best = owner[sight]
        found[best].append((fits[best] - max((fits[one] for one in fits if one != best), default=0.0), sight))
    return {
        town: tuple(sight for _, sight in sorted(marked, key=lambda one: -one[0])) for town, marked in found.items()
    }


def _towns_of(sight: str, towns: Iterable[str]) -> Work[dict[str, float]]:
    """How likely (natural logarithm) each town begins the model's answer to where the sight is."""
    prompt = Prompt(system="You know geography.", user=f"In which town is {sight}? Answer with its name alone.")
    asked = tuple(dict.fromkeys(towns))
    found = yield from next_token(prompt, *((town,) for town in asked))
    return {town: math.log(max(one, _LEAST)) for town, one in zip(asked, found, strict=True)}
