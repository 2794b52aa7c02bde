"""What sort of journey a trip is, as far as its words tell."""

from __future__ import annotations

import pytest

from edge_agent.roles import journeys
from edge_agent.roles.outline_words import language_of
from edge_agent.roles.stated import stated_in


def found(goal: str, code: str) -> tuple[str, str, str]:
    known = language_of(code)
    assert known is not None
    stated = stated_in(goal, known, code)
    return journeys.journey_of(goal, stated), journeys.doubtful_place(goal, stated), journeys.destination(stated)


@pytest.mark.parametrize(
    ("goal", "code", "journey", "doubtful", "destination"),
    [
        ("Plan a weekend in Lisbon for four friends", "en", "stay", "", "Lisbon"),
        ("Five days on Langkawi", "en", "stay", "", "Langkawi"),
        ("A week in Rome", "en", "trip", "Rome", "Rome"),
        ("A trip to Naples", "en", "trip", "Naples", "Naples"),
        ("A holiday with the children", "en", "stay", "", ""),
        ("A holiday of three weeks by the sea", "en", "trip", "", ""),
        ("A three-day trip from Leeds to Whitby", "en", "stay", "", "Whitby"),
        ("Ten days by train from Vienna to Budapest", "en", "trip", "", "Budapest"),
        ("Four days through Tuscany", "en", "trip", "", "Tuscany"),
        ("A weekend of hiking in Wales", "en", "tour", "", "Wales"),
        ("Zehn Tage in Hamburg", "de", "trip", "Hamburg", "Hamburg"),
        ("Ein Wochenende auf Sylt", "de", "stay", "", "Sylt"),
        ("Wanderung in Etappen durch den Harz in fünf Tagen", "de", "tour", "", ""),
        ("Percutian tiga hari di Melaka", "ms", "stay", "", "Melaka"),
        ("Spływ kajakowy na weekend", "pl", "tour", "", ""),
        ("Una semana a pie en Asturias", "es", "tour", "", "Asturias"),
    ],
)
def test_the_words_tell(goal: str, code: str, journey: str, doubtful: str, destination: str) -> None:
    assert found(goal, code) == (journey, doubtful, destination)
