"""Deeds and nouns that look like them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles.deeds import is_deed


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Pay the deposit for the hall", "en"),
        ("Order three cakes at the baker's", "en"),
        ("Call all neighbours and ask for chairs", "en"),
        ("Buy bread: white, brown and rye", "en"),
        ("Book flights to Tokyo", "en"),
        ("Buy rail passes for 14 days", "en"),
        ("Kaufe Farbe und Pinsel im Baumarkt", "de"),
        ("Stelle die Tische im Garten auf", "de"),
        ("Hotel in Krakau buchen", "de"),
        ("Achetez du pain et du fromage", "fr"),
        ("Téléphonez au traiteur", "fr"),
        ("Alquila sillas y mesas", "es"),
        ("Prenota un albergo", "it"),
        ("Bestel de taart", "nl"),
        ("Tempah bilik hotel", "ms"),
        ("Zadzwoń do elektryka", "pl"),
        ("Wydrukuj bilety i mapy", "pl"),
    ],
)
def test_deeds(line: str, language: str) -> None:
    assert is_deed(line, language)


@pytest.mark.parametrize(
    "line",
    [
        "Order of the services: mail, files, web",
        "Book list: novels, poems",
        "Return journey: trains, times",
        "Test run: boot, login, restore",
        "Open questions: who, what, when",
        "Water and drinks: still, sparkling",
        "Invitation and guest list for 40",
        "Call list for the choir",
        "Buch der Rezepte: Suppen, Salate",
        "Fragen zum Ablauf: wer, was, wann",
        "Cocina: muebles, azulejos",
        "Lista de invitados: familia, vecinos",
        "Pakowanie: ubrania, leki",
        "Buy",
        "",
    ],
)
def test_nouns(line: str) -> None:
    assert not is_deed(line, "pl")


@given(st.text(max_size=120), st.sampled_from(["", "en", "de", "pl", "fr", "xx"]))
def test_nothing_raises(line: str, language: str) -> None:
    is_deed(line, language)
