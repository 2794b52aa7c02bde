"""What goals ask for by name, in rows, after colons and in lines with bullets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge_agent.records import Form
from edge_agent.roles.wanted import asks_for_questions, shared, wanted_in

VILLAGE = """We are starting a choir in our village, and none of us has done it before. We would like:

- a letter to the parish council
- a list of songs for the first evening
1) rules that everybody can live with
- how we find a conductor

Thanks!"""


@pytest.mark.parametrize(
    ("goal", "wanted"),
    [
        (
            "I need a packing list, a menu and a letter to the landlord.",
            [("Packing list", "checklist"), ("Menu", "list"), ("Letter to the landlord", "letter")],
        ),
        (
            "We keep bees. Please make me a plan: what to do in winter, which hives to sell first, a price list that I "
            "can hang up, and a list of questions that I have to ask the vet before spring.",
            [
                ("What to do in winter", "list"),
                ("Which hives to sell first", "list"),
                ("Price list", "table"),
                ("Questions that I have to ask the vet before spring", "checklist"),
            ],
        ),
        (
            "Our cellar floods. What I need from you: in which order to work; what to buy; how to dry the walls, with "
            "the time it takes.",
            [
                ("In which order to work", "schedule"),
                ("What to buy", "checklist"),
                ("How to dry the walls, with the time it takes", "list"),
            ],
        ),
        (
            "I want to open a bakery and need a price list, a letter to the landlord and questions for the bank.",
            [("Price list", "table"), ("Letter to the landlord", "letter"), ("Questions for the bank", "checklist")],
        ),
        (
            "Wir wollen umziehen und brauchen eine Packliste, einen Brief an den Vermieter und gern einen Kalender.",
            [("Packliste", "checklist"), ("Brief an den Vermieter", "letter"), ("Kalender", "schedule")],
        ),
        (
            "Chcemy otworzyć kawiarnię i potrzebujemy cennika, listu do właściciela i listy zakupów.",
            [("Cennika", "table"), ("Listu do właściciela", "letter"), ("Listy zakupów", "list")],
        ),
        (
            "Queremos mudarnos y necesitamos una lista de cajas y una carta al casero.",
            [("Lista de cajas", "list"), ("Carta al casero", "letter")],
        ),
        (
            "Kami mahu buka kafe dan perlukan senarai harga dan surat kepada tuan rumah.",
            [("Senarai harga", "table"), ("Surat kepada tuan rumah", "letter")],
        ),
        (
            "I want to know how to cook rice, how to bake bread, and what to do when it burns.",
            [
                ("How to cook rice", "list"),
                ("How to bake bread", "list"),
                ("What to do when it burns", "list"),
            ],
        ),
        ("I like notes, posters and signs. Furnish my room.", []),
        (
            "Plan a birthday party for 20 people: guest list, menu and budget",
            [("Guest list", "list"), ("Menu", "list"), ("Budget", "budget")],
        ),
        (
            "We sell honey. Please make me a plan: what to buy first and what can wait, what comes once and what comes "
            "every month, and a list of questions that I have to ask before I sign anything.",
            [
                ("What to buy first and what can wait", "checklist"),
                ("What comes once and what comes every month", "list"),
                ("Questions that I have to ask before I sign anything", "checklist"),
            ],
        ),
        (
            "I walk dogs and must charge more. Help me work out how and when to tell them, with the message to send.",
            [("How and when to tell them", "list"), ("Message to send", "letter")],
        ),
        (
            "Our street closes for a day. What needs doing, and can you write the note to go through the doors?",
            [("Note to go through the doors", "letter")],
        ),
        (
            "Seis días por el norte: Bilbao, Santoña y Oviedo. ¿Nos organizas los días, dónde dormir y lo que hay que "
            "llevar?",
            [("Dónde dormir", "list"), ("Lo que hay que llevar", "checklist")],
        ),
        (
            "Rumah terbuka untuk 80 orang. Tolong susun menu, bajet dan ayat jemputan untuk WhatsApp.",
            [("Menu", "list"), ("Bajet", "budget"), ("Ayat jemputan untuk WhatsApp", "letter")],
        ),
        ("We have a stall in May. I would like a poster for it, in big letters.", [("Poster for it", "list")]),
        (
            "My knee is done soon. I want a list for the weeks before of what to do when, and then something for "
            "the fridge that says who's coming which day and what they need to do.",
            [
                ("List for the weeks before of what to do when", "list"),
                ("Who's coming which day", "schedule"),
                ("What they need to do", "list"),
            ],
        ),
        (
            VILLAGE,
            [
                ("Letter to the parish council", "letter"),
                ("List of songs for the first evening", "list"),
                ("Rules that everybody can live with", "list"),
                ("How we find a conductor", "list"),
            ],
        ),
        (
            "We camp in June. Also please make a list of what we must borrow, and one of what could go wrong.",
            [("List of what we must borrow", "checklist"), ("What could go wrong", "list")],
        ),
        (
            "Wir ziehen im Mai um. Ich brauche einen Zeitplan, eine Packliste und einen Brief an den Vermieter.",
            [("Zeitplan", "schedule"), ("Packliste", "checklist"), ("Brief an den Vermieter", "letter")],
        ),
        (
            "Kami mahu buka kedai. Saya perlukan senarai barang, surat kepada pemilik dan senarai soalan untuk bank.",
            [("Senarai barang", "list"), ("Surat kepada pemilik", "letter"), ("Soalan untuk bank", "checklist")],
        ),
        (
            "Zakładamy klub. Potrzebujemy harmonogramu, zaproszenia dla sąsiadów i pytań do biblioteki.",
            [
                ("Harmonogramu", "schedule"),
                ("Zaproszenia dla sąsiadów", "letter"),
                ("Pytań do biblioteki", "checklist"),
            ],
        ),
        (
            "Abrimos un huerto. Necesito una lista de plantas, un calendario de siembra y una carta al alcalde.",
            [("Lista de plantas", "list"), ("Calendario de siembra", "schedule"), ("Carta al alcalde", "letter")],
        ),
    ],
)
def test_each_item_is_found_with_its_form(goal: str, wanted: list[tuple[str, Form]]) -> None:
    assert [(one.title, one.form) for one in wanted_in(goal)] == wanted


@pytest.mark.parametrize(
    "goal",
    [
        "",
        "Write a letter to my landlord",
        "Please write a poem",
        "Ten days in Italy: Rome, Florence and Venice",
        "Plan a trip with two children and a dog",
        "I want to learn to bake bread and cakes",
        "Organise a garden wedding with a budget of 900 euros and a band",
        "I need a plan for my garden. It has six beds.",
        "We want to paint the house, the shed and the fence this summer. It rains a lot here.",
    ],
)
def test_other_goals_list_nothing(goal: str) -> None:
    assert wanted_in(goal) == ()


def test_words_in_common_are_of_its_matter() -> None:
    (price,) = wanted_in("We mend bikes in our yard. I need a price list. It should hang on the wall.")
    assert price.is_price_list
    assert shared(price, "Offer and prices") == 1
    assert shared(price, "A list of what you need") == 0


def test_lists_of_questions_are_known() -> None:
    assert asks_for_questions("Questions for the accountant")
    assert asks_for_questions("Fragen an den Steuerberater")
    assert not asks_for_questions("Menu")


@settings(deadline=None)
@given(st.text(max_size=300), st.sampled_from(["I need: ", "Please make me ", "- ", ""]))
def test_any_text_is_read(text: str, lead: str) -> None:
    assert all(one.title and one.said for one in wanted_in(lead + text))
