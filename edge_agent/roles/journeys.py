"""What sort of journey a trip is: a stay in one place, a tour from stage to stage, or a trip from town to town.

A stay needs no trains between towns, and a walk from hut to hut no museum for rainy days.
"""

from __future__ import annotations

import re
from typing import Final

from edge_agent.roles import forms
from edge_agent.roles.kinds import Journey
from edge_agent.roles.stated import Stated

_SHORT: Final = 6
"""Days up to which a journey has one place, unless it says otherwise."""
_TOUR: Final = re.compile(
    r"(?<!\w)(?:hik(?:e|es|ing)(?!\w)|trek|walking (?:tour|holiday|trip)|cycl(?:e|ing)(?!\w)|bikepacking|kayak|canoe|"
    r"(?:bike|bicycle) (?:tour|trip)|pilgrim|\w*wander(?:ung|n|tour)|\w*radtour|radreise|\w*kanu|hüttentour|bergtour|"
    r"mendaki|pendakian|berbasikal|kayuhan|wędrówk|rowerow|spływ|kajak|pielgrzym|senderismo|a pie(?!\w)|en bici|"
    r"cicloturis|caminata|peregrina)"
)
_ROUND: Final = re.compile(
    r"(?<!\w)(?:towns|cities|islands|countries|round trip|road trip|tour (?:of|through)|island.hopping|interrail|"
    r"through|across|\w*städte(?!\w)|inseln|länder|rundreise|durch(?!\w)|bandar-bandar|pulau-pulau|keliling|merata|"
    r"miast(?!\w)|wysp(?!\w)|objazd|dookoła|ciudades|islas|países|recorr|ruta por)"
)


def journey_of(goal: str, stated: Stated) -> Journey:
    """The sort of journey, as far as the goal's words tell: where they leave it open, a trip from town to town.

    Only ``doubtful_place`` tells whether they do.
    """
    lower = goal.lower()
    if _TOUR.search(lower):
        return "tour"
    if _has_stops(goal, stated) or _ROUND.search(lower):
        return "trip"
    return "stay" if is_short(goal) or not (stated.places or forms.extent_of(goal)) else "trip"


def doubtful_place(goal: str, stated: Stated) -> str:
    """The one place to which a longer trip goes, if it does: it may be a town or a country. Else empty."""
    if journey_of(goal, stated) != "trip" or _has_stops(goal, stated) or _ROUND.search(goal.lower()):
        return ""
    return destination(stated)


def destination(stated: Stated) -> str:
    """The first place that the goal names, but for where the journey begins; empty where it names none."""
    return next((place for place in stated.places if place not in stated.starts), "")


def is_short(goal: str) -> bool:
    """Whether the goal's extent is a weekend or a few days."""
    extent = forms.extent_of(goal)
    return bool(forms.weekends_of(goal)) or (extent is not None and forms.in_days(extent).count <= _SHORT)


def _has_stops(goal: str, stated: Stated) -> bool:
    """Whether the goal names several places to stay in; of a few days none is spent where the journey begins."""
    counted = [place for place in stated.places if place not in stated.starts] if is_short(goal) else stated.places
    return len(counted) > 1
