"""What kind of matter a goal is, in five languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.roles.kinds import KINDS, kind_of

GOALS = {
    "Three days of camping in the Lake District with two dogs": "trip",
    "Dwutygodniowa wycieczka po Sycylii": "trip",
    "Excursión de una semana por Asturias": "trip",
    "Five days on Madeira with two children": "trip",
    "Plane drei Tage in Hamburg": "trip",
    "Tres noches en Granada": "trip",
    "Sing within three weeks in March": "other",
    "Organise a small wedding for 40 guests in June": "celebration",
    "A small garden wedding": "celebration",
    "Rancang majlis hari jadi ke-60 untuk ibu saya di rumah": "celebration",
    "Przyjęcie urodzinowe dla 20 osób": "celebration",
    "Learn basic German in 3 months": "learning",
    "Aprende a tocar el piano en un año": "learning",
    "Get fit and train for a triathlon in 20 weeks": "training",
    "Get fit again in ten weeks after a knee operation": "training",
    "Wrócić do formy w trzy miesiące": "training",
    "Migrate my home server to a new machine": "technical",
    "Neues Heimnetz für die Praxis": "technical",
    "Clean out the garage": "tidying",
    "Plane den Umzug unserer Familie von Berlin nach Hamburg": "moving",
    "Przeprowadzka z Krakowa do Gdyni": "moving",
    "Write a cookbook of my grandmother's recipes": "writing",
    "Napisz broszurę o naszym klubie": "writing",
    "Renovate the bathroom in four weeks": "building",
    "Ein Gemüsebeet für den Balkon": "garden",
    "Buka kedai kecil": "business",
    "Organiza un torneo de ajedrez": "event",
    "Zebranie wspólnoty mieszkaniowej w marcu": "event",
    "Eine Chronik unseres Vereins zum Jubiläum schreiben": "writing",
    "Monta una biblioteca con 500 libros": "building",
    "Przeprowadź się z Łodzi do Krakowa": "moving",
    "Cut the water bill by half": "saving",
    "Reorganise the choir's library": "other",
    "Dinner for nine, with a vegetable lasagne": "cooking",
    "Kauf eines gebrauchten Autos: eins kaufen bis 6000 Euro": "buying",
    "Sort twenty years of photographs": "data",
    "Prezentacja dla zarządu": "report",
    "Peperiksaan SPM dalam tiga bulan": "exam",
    "Looking for a new job as a baker": "job",
    "Dejar de fumar en dos meses": "health",
    "Vender la moto de mi tío": "selling",
    "Steuererklärung für zwei Jahre": "papers",
    "Look after my sister's dog for a month": "care",
    "Zaoszczędź 300 zł miesięcznie": "saving",
    "Ein Loch im Fahrradreifen flicken": "repair",
    "Una tarde de juegos para doce niños": "games",
    "Tubuhkan kelab buku": "club",
}


@pytest.mark.parametrize(("goal", "kind"), GOALS.items())
def test_the_words_tell_the_kind(goal: str, kind: str) -> None:
    assert kind_of(goal) == kind


def test_what_is_named_most_decides() -> None:
    tale = "Mum turns seventy, and there shall be a party. My brother, who cleans offices, will help with the feast."
    assert kind_of(tale) == "celebration"


def test_a_word_in_passing_tells_no_kind() -> None:
    tale = (
        "Our yard is to be made new: sixty square metres of broken concrete, three people, and 3500 euros. My "
        "wife wants herbs in the shade, my brother-in-law wants no grass, since nobody likes mowing it, and "
        "the rain must not run under the door any more. For all of that we have four weeks of holiday in "
        "summer."
    )
    assert kind_of(tale) == "other"
    assert kind_of("Four weeks of holiday in Norway") == "trip"


@given(st.text())
def test_every_text_has_a_kind(text: str) -> None:
    assert kind_of(text) in KINDS
