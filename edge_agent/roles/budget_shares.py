"""What things usually cost, as shares of all that a plan of its kind costs: common knowledge that small models lack.

Asked for shares, the 1.5B gave the cables of a server a quarter of its price and of a kitchen half to tools. So code
knows them for the budgets of the outlines; where they differ too much from goal to goal it leaves a blank.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from edge_agent.roles.kinds import Subject
from edge_agent.roles.outline_words import LANGUAGES, language_of
from edge_agent.roles.prompts import Brief
from edge_agent.roles.timetables import things_of

# In percent, in the order of the outlines' things, which is the same in all languages.
_USUAL: Final[Mapping[Subject, tuple[int, ...]]] = {
    "trip": (35, 30, 20, 5, 10),  # journeys, rooms, food, tickets, reserve
    "stay": (30, 35, 20, 5, 10),  # journeys, lodgings, food, tickets, reserve
    "tour": (25, 30, 25, 10, 10),  # journeys, beds, meals, equipment, reserve
    "celebration": (40, 20, 20, 10, 10),  # food, drinks, hire, decorations, reserve
    "children": (35, 10, 15, 30, 10),  # food, drinks, decorations, prizes, reserve
    "technical": (65, 5, 20, 10),  # devices, cables, disks, reserve
    "moving": (45, 10, 25, 10, 10),  # van, boxes, deposit, repairs, reserve
    "tidying": (20, 40, 10, 30),  # boxes, shelves, hooks, disposal
    "building": (45, 10, 35, 10),  # materials, tools, trades, reserve
    "garden": (10, 40, 30, 20),  # seeds, plants, soil, tools
    "planting": (10, 40, 30, 20),
    "writing": (15, 50, 25, 10),  # paper, printing, binding, postage
    "business": (30, 30, 20, 10, 10),  # rent, equipment, material, insurance, reserve
    "cooking": (45, 25, 15, 15),  # main ingredients, vegetables, sweets, drinks
    "data": (50, 20, 20, 10),  # disk, online storage, help, reserve
    "repair": (40, 15, 35, 10),  # parts, tools, trade, reserve
    "games": (30, 45, 15, 10),  # games, food, prizes, reserve
    "club": (50, 25, 15, 10),  # room, equipment, food and drink, reserve
    "exam": (20, 40, 30, 10),  # books, course or tutor, fee, reserve
}
_OTHERWISE: Final[Mapping[tuple[Subject, str], tuple[int, ...]]] = {
    ("event", "activity"): (35, 30, 15, 10, 10),  # hire, food, material, prizes, reserve
    ("event", "phase"): (40, 35, 15, 10),  # hire, food, material, reserve
    ("moving", "place"): (60, 20, 10, 10),  # van, fuel, boxes, reserve
    ("tidying", "activity"): (20, 40, 10, 30),  # helpers' meal, shelves, hooks, disposal
    ("writing", "activity"): (20, 50, 20, 10),  # second reader, printing, paper, postage
    ("cooking", "phase"): (35, 40, 15, 10),  # vegetables, main ingredients, drinks, reserve
}


def usual_shares(brief: Brief) -> tuple[int, ...] | None:
    """The usual shares, in percent, of the things that a budget's detail names, in their order.

    Empty where nothing usual is known of these things; None where they are no outline's.
    """
    things = tuple(thing.lower() for thing in things_of(brief))
    for code in LANGUAGES:
        known = language_of(code)
        for (subject, angle), parts in known.outlines.items() if known is not None else ():
            if any(part.form == "budget" and tuple(map(str.lower, part.things)) == things for part in parts):
                return _OTHERWISE.get((subject, angle), _USUAL.get(subject, ()))
    return None
