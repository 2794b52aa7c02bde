"""Asks a model for names, in one line: the towns of a trip, the sights of a town, the dishes of a meal."""

from __future__ import annotations

from typing import Final

from edge_agent.roles import gates, grammars
from edge_agent.roles.prompts import GOAL_TOKENS, Brief, generate, language_line, task_lines
from edge_agent.roles.requests import Generate, Prompt, Work

_SYSTEM: Final = "You write short lists."
_FORM: Final = "Answer with names in one line, separated by commas."
_TOKENS: Final = 48
_HEAT: Final = (0.25, 0.6)
MOST_NAMES: Final = 4
FEWEST_NAMES: Final = 2


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
