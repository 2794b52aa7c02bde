"""Whether the kind that examples guess of a goal fits it: asked of the models that can tell.

A wrong kind is worse than none: as a trip, twelve weeks of training for a run became six towns with rooms and sights.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from edge_agent.roles.kinds import Kind, is_named, kind_of
from edge_agent.roles.prompts import SCORED_GOAL_TOKENS, Brief, goal_text, next_token
from edge_agent.roles.requests import ModelRefused, Prompt, Work

# P(Yes) / (P(Yes) + P(No)) below which a kind does not fit, by model. Of 91 goals the 1.5B refuses 8 of 19 wrong kinds
# at this bound and 5 of 72 right ones (area under the curve 0.80); the smaller models were not asked.
_BOUNDS: Final[Mapping[str, float]] = {"qwen2.5-coder-1.5b": 0.35}
_MATTERS: Final[Mapping[Kind, str]] = {
    "report": "a report, talk or study of a question",
    "writing": "writing a text, speech or book",
    "trip": "a journey, holiday or day trip",
    "celebration": "a wedding, birthday or other private party",
    "games": "an evening of games, a quiz or a treasure hunt",
    "cooking": "cooking, meals and menus",
    "selling": "selling something",
    "buying": "choosing and buying something",
    "data": "photos, files, passwords and backups",
    "technical": "computers, networks, software and devices",
    "moving": "moving to another house or office",
    "tidying": "cleaning, clearing out and tidying",
    "business": "a small business, its customers and prices",
    "event": "a public event: street party, concert, meeting, fundraiser",
    "club": "a club, association, choir or group",
    "exam": "preparing for an exam or test",
    "training": "sport, running and fitness",
    "health": "health, illness, sleep and habits",
    "learning": "learning a skill, a language or an instrument",
    "job": "finding a job, work and colleagues",
    "saving": "saving money, debts and bills",
    "papers": "taxes, forms, insurance and letters to authorities",
    "garden": "garden, plants and vegetables",
    "building": "building, renovating or making things",
    "repair": "repairing something broken",
    "care": "caring for a person, child or pet",
}


def fits_its_kind(brief: Brief, *, model: str) -> Work[bool]:
    """Whether the goal is of its kind, in one request at most.

    Nothing is asked where the goal's words name the kind, and of models that were not measured: then it fits.
    """
    kind = kind_of(brief.goal)
    bound = _BOUNDS.get(model)
    if bound is None or kind not in _MATTERS or is_named(brief.goal):
        return True
    prompt = Prompt(
        system="You judge whether a description fits a wish.",
        user=f"Wish: {goal_text(brief, SCORED_GOAL_TOKENS)}\n\nIs this wish about {_MATTERS[kind]}? Answer Yes or No.",
    )
    try:
        yes, no = yield from next_token(prompt, ("Yes", "yes"), ("No", "no"))
    except ModelRefused:
        return True
    return yes + no <= 0 or yes / (yes + no) >= bound
