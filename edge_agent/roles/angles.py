"""From which angle a task is best split first: a trip by its places, a course by its phases, a party by its activities.

The words are stems in the languages for which there are worked examples (how long something takes says nothing of its
kind). A goal without any of them takes the angles in an order of its own, by hash, so that different goals differ.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from edge_agent.records import digest_of

_STEMS: Final[Mapping[str, str]] = {
    "place": (
        "trip travel journey tour visit holiday vacation itinerary route city cities country region room house flat "
        "garden plot reise urlaub rundfahrt stadt zimmer wohnung garten percutian lawatan melancong taman bilik voyage "
        "séjour visite ville jardin viaje vacacion ruta ciudad jardín"
    ),
    "phase": (
        "learn study course exam stage migrat renovat build launch project novel book thesis career lern kurs prüfung "
        "umbau projekt belajar kursus projek apprendre cours projet aprend curso proyecto"
    ),
    "activity": (
        "party wedding birthday event celebrat festival dinner meal clean tidy sort organis organiz household fitness "
        "exercise shop feier hochzeit geburtstag fest putz ordn haushalt majlis hari jadi perkahwinan kenduri bersih "
        "fête mariage anniversaire nettoy boda cumplea fiesta limpi"
    ),
}
ANGLE_NAMES: Final = tuple(_STEMS)
_PATTERNS: Final = {
    angle: re.compile(rf"\b(?:{'|'.join(map(re.escape, stems.split()))})", re.IGNORECASE)
    for angle, stems in _STEMS.items()
}


def angles_for(text: str) -> tuple[str, ...]:
    """All angles, the one that fits the text best first."""
    tie = int(digest_of(text.encode())[:8], 16)
    count = len(ANGLE_NAMES)
    by_hash = {angle: (tie + number) % count for number, angle in enumerate(ANGLE_NAMES)}
    return tuple(sorted(ANGLE_NAMES, key=lambda angle: (-len(set(_found(angle, text))), by_hash[angle])))


def _found(angle: str, text: str) -> list[str]:
    return [match.lower() for match in _PATTERNS[angle].findall(text)]
