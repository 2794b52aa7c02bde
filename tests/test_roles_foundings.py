"""What lasting thing a goal founds."""

from __future__ import annotations

import pytest

from edge_agent.roles.foundings import Founded, begins_a_business, founded
from edge_agent.roles.kinds import kind_of
from edge_agent.roles.languages import guess_language
from edge_agent.roles.outlines import skeleton_for


@pytest.mark.parametrize(
    ("goal", "kind"),
    [
        ("Start a choir", "club"),
        ("Open a repair cafe in our village", "club"),
        ("Help me set up a food bank at our church", "club"),
        ("Found a small bakery", "business"),
        ("Open a second-hand bookshop with my sister", "business"),
        ("Open a bar in the old mill", "business"),
        ("Open a bar on the beach", "business"),
        ("Start a school for circus arts", "business"),
        ("Gründe einen Gartenverein", "club"),
        ("Wir wollen einen Lesekreis gründen", "club"),
        ("Eröffne eine kleine Bäckerei", "business"),
        ("Baue einen Chor im Dorf auf", "club"),
        ("Ruf einen Verein ins Leben", "club"),
        ("Wir möchten ein kleines Repair-Café im Pfarrheim aufmachen", "club"),
        ("Tubuhkan kelab buku", "club"),
        ("Buka kedai roti kecil", "business"),
        ("Założyć chór we wsi", "club"),
        ("Otworzyć małą piekarnię", "business"),
        ("Crear una biblioteca vecinal", "club"),
        ("Abrir una panadería pequeña", "business"),
    ],
)
def test_a_lasting_thing_is_founded(goal: str, kind: Founded) -> None:
    assert founded(goal) == kind
    assert kind_of(goal) == kind


@pytest.mark.parametrize(
    "goal",
    [
        "",
        "do nothing",
        "add 2 and 3",
        "Write a birthday card",
        "Open a bank account",
        "Open a restaurant menu",
        "Open the shop door",
        "Start a letter to the club",
        "Start a fire",
        "Set up a meeting",
        "Set up a wifi network for our shop",
        "Create a company logo",
        "We found a studio in Berlin that we can rent",
        "I have found a farm with rooms",
        "Plan an open day at our school",
        "Start a garden on the farm",
        "Set up a bar for the wedding",
        "Help my daughter start school in September",
        "Starting secondary school this year",
        "Gründlich meinen Laden putzen",
        "Gründonnerstag im Café",
        "In der Schule einen Garten aufbauen",
        "Im Laden ein Regal aufbauen",
        "Crear un huerto en la escuela",
        "Załóż ogródek przy bar",
        "Mulakan kebun kecil pada kelab",
        "Schreibe einen Brief an den Verein",
        "Kup chleb w piekarni",
        "Plan a trip with the choir",
    ],
)
def test_other_goals_found_nothing(goal: str) -> None:
    assert founded(goal) is None


@pytest.mark.parametrize(
    ("goal", "begins"),
    [
        ("I groom dogs and have to raise my prices from April. How do I tell people?", False),
        ("Our guest house has fewer bookings every year", False),
        ("Mein Friseursalon macht montags Verlust", False),
        ("New opening hours for our shop, and a sign for the door", False),
        ("Die Kunden unseres Ladens lesen die Preise nicht", False),
        ("Kedai saya perlu mohon lesen perniagaan", True),
        ("Found a small bakery", True),
        ("Go freelance as a translator", True),
        ("Turn the old butcher's into a tea room", True),
        ("Chcę otworzyć małą piekarnię", True),
    ],
)
def test_a_business_that_runs_is_not_founded(goal: str, begins: bool) -> None:
    assert begins_a_business(goal) is begins
    skeleton = skeleton_for(goal, "activity", guess_language(goal), kind="business")
    assert skeleton is not None and (skeleton.kind == "business") is begins
