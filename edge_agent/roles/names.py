"""Asks a model for names, in one line: the towns of a trip, the sights of a town, the dishes of a meal."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from edge_agent.roles import gates, grammars
from edge_agent.roles.prompts import GOAL_TOKENS, Brief, generate, language_line, likelihood, next_token, task_lines
from edge_agent.roles.requests import Generate, Prompt, Work

_SYSTEM: Final = "You write short lists."
_FORM: Final = "Answer with names in one line, separated by commas."
_TOKENS: Final = 48
_HEAT: Final = (0.25, 0.6)
MOST_NAMES: Final = 4
FEWEST_NAMES: Final = 2
_ONE_TOWN: Final = 0.2
"""P(Yes) from which a place is one town: the 1.5B gave 14 towns and resorts 0.21 to 0.48, 14 regions 0.08 to 0.18."""


def ask_for_names(brief: Brief, question: str, *, seed: int, most: int = MOST_NAMES) -> Work[tuple[str, ...]]:
    """Two to ``most`` names that answer the question; empty where neither of two tries gives as many."""
    lines = (task_lines(brief, GOAL_TOKENS), f"{question} {_FORM}", language_line(brief))
    prompt = Prompt(system=_SYSTEM, user="\n".join(line for line in lines if line))
    for attempt, heat in enumerate(_HEAT):
        reply = yield from generate(
            Generate(
                prompt=prompt,
                max_tokens=_TOKENS,
                seed=seed * 100 + attempt,
                grammar=grammars.names_line(brief.is_latin),
                stop=("\n",),
                temperature=heat,
            )
        )
        names = gates.usable_names(reply.text, goal=brief.goal, language=brief.language_code, most=most)
        if len(names) >= FEWEST_NAMES:
            return names
    return ()


def is_one_town(place: str) -> Work[bool]:
    """Whether the model takes the place for one town or resort, rather than for a country or a region with many."""
    prompt = Prompt(system="You know geography.", user=f"Is {place} a single town, city or resort? Answer Yes or No.")
    yes, no = yield from next_token(prompt, ("Yes", "yes"), ("No", "no"))
    return yes + no > 0 and yes / (yes + no) > _ONE_TOWN


def sights_by_town(named: Mapping[str, Sequence[str]]) -> Work[dict[str, tuple[str, ...]]]:
    """All sights that were named for some town, each with the town for which the model finds it likeliest.

    A model names sights of other towns in its stride. Each town's clearest ones come first.
    """
    owner: dict[str, str] = {}
    for town, sights in named.items():
        for sight in sights:
            owner.setdefault(sight, town)
    likely: dict[str, dict[str, float]] = {sight: {} for sight in owner}
    for town in named:
        # One town after the other: what is read of the question stays in the model's cache.
        prompt = Prompt(system="You know the sights of the world.", user=f"Name a famous sight in {town}.")
        for sight in owner:
            reply = yield from likelihood(prompt, sight)
            total = sum(reply.log_probabilities)
            likely[sight][town] = total if math.isfinite(total) else -math.inf
    found: dict[str, list[tuple[float, str]]] = {town: [] for town in named}
    for sight, towns in likely.items():
        best = max(towns, key=lambda town: (towns[town], town == owner[sight]))
        margin = towns[best] - max((towns[other] for other in towns if other != best), default=0.0)
        found[best].append((margin if math.isfinite(margin) else 0.0, sight))
    return {
        town: tuple(sight for _, sight in sorted(marked, key=lambda one: -one[0])) for town, marked in found.items()
    }
