"""A celebration's preparation: as long as its day is off and its size asks for."""

from __future__ import annotations

import pytest

from edge_agent.roles import occasions
from edge_agent.roles.coverage import coverage_of
from edge_agent.roles.languages import guess_language
from edge_agent.roles.outlines import skeleton_for


def first_titles(goal: str) -> list[str]:
    skeleton = skeleton_for(goal, "phase", guess_language(goal))
    assert skeleton is not None
    return [section.title for section in skeleton.sections(7)][:2]


@pytest.mark.parametrize(
    ("goal", "titles"),
    [
        ("A birthday coffee for four people next Saturday", ["The week before", "The day before"]),
        ("Ein Sommerfest für 80 Gäste am nächsten Samstag", ["Die Woche vorher", "Der Tag vorher"]),
        ("Małe przyjęcie urodzinowe dla ośmiu osób", ["Tydzień wcześniej", "Dzień wcześniej"]),
        ("Una fiesta de cumpleaños el próximo sábado", ["La semana antes", "El día antes"]),
        ("Majlis hari jadi untuk 30 orang Sabtu depan", ["Seminggu sebelum", "Sehari sebelum"]),
        ("A party for 40 guests in May", ["Two months before", "The week before"]),
        ("A wedding for 12 people in June", ["Two months before", "The week before"]),
    ],
)
def test_nobody_prepares_for_a_small_or_near_party_two_months_ahead(goal: str, titles: list[str]) -> None:
    assert first_titles(goal) == titles


def test_events_too() -> None:
    assert occasions.is_near_or_small("A meeting of our choir in two weeks")
    assert not occasions.is_near_or_small("A conference for 150 people in October")
    assert first_titles("Organise a conference of our association tomorrow week, in two weeks")[0] == "The week before"


_OF_MANY = ("dance", "speech", "rede", "tanz", "taniec", "toast", "baile", "ucapan,")


@pytest.mark.parametrize(
    "goal",
    [
        "A birthday coffee for four next Saturday",
        "Geburtstagskaffee für sechs am Samstag",
        "Urodziny dla ośmiu osób",
        "Fiesta de cumpleaños para 6 amigos",
        "Majlis hari jadi untuk enam orang",
    ],
)
def test_few_people_have_no_speeches_and_no_dance(goal: str) -> None:
    for angle in ("activity", "phase", "place"):
        skeleton = skeleton_for(goal, angle, guess_language(goal))
        assert skeleton is not None and skeleton.kind == "celebration"
        told = " ".join(section.detail for section in skeleton.sections(7)).lower()
        assert not any(word in told for word in _OF_MANY), told


@pytest.mark.parametrize(
    "goal",
    [
        "Plan a birthday party for my daughter who turns seven, with ten children in our flat",
        "A 6th birthday party at the swimming pool",
        "Our son's birthday on Saturday",
        "A party for my six-year-old son with eight children",
        "Kindergeburtstag für acht Kinder im Garten",
        "Den fünften Geburtstag unseres Enkels feiern",
        "Urodziny mojej córki, która kończy osiem lat",
        "Impreza dla dzieci w ogrodzie",
        "La fiesta de cumpleaños de mi hijo, que cumple nueve",
        "Majlis hari jadi anak saya yang berumur 7 tahun",
    ],
)
def test_a_birthday_of_children_has_games_and_no_starter(goal: str) -> None:
    for angle in ("activity", "phase", "place"):
        skeleton = skeleton_for(goal, angle, guess_language(goal))
        assert skeleton is not None and skeleton.kind == "celebration" and skeleton.subject == "children", goal
        assert len(skeleton.sections(6)) >= 5


@pytest.mark.parametrize(
    "goal",
    [
        "A party for my son's 30th birthday",
        "My daughter turns eighteen: a birthday party with 25 friends",
        "Grandma's eightieth birthday with ten children in the garden",
        "Zum 60. Geburtstag meiner Mutter",
        "Osiemnaste urodziny syna, który kończy 18 lat",
        "La boda de mi hija",
        "Cumpleaños de mi padre, que cumple 70",
        "A wedding for 40 guests and nine children",
        "A summer party for the neighbours",
        "A party for our ten years of marriage",
        "Ein Fest zum zehnjährigen Jubiläum des Vereins",
        "Impreza na dziesięć lat małżeństwa",
        "Una fiesta por los diez años de la tienda",
    ],
)
def test_other_celebrations_do_not(goal: str) -> None:
    skeleton = skeleton_for(goal, "activity", guess_language(goal))
    assert skeleton is not None and skeleton.subject in ("celebration", "event"), goal


@pytest.mark.parametrize(
    "goal",
    [
        "A birthday party for my son who turns six",
        "My daughter's 6th birthday",
        "A party for a six-year-old",
        "Urodziny córki, która kończy osiem lat",
    ],
)
def test_an_age_is_nothing_that_a_plan_must_count(goal: str) -> None:
    items = ["Games: treasure hunt, quiet game", "Food: cake, fruit", "Budget: food, prizes"]
    assert coverage_of(goal, items, language=guess_language(goal)).unsaid == ()
    assert coverage_of(f"{goal} with 8 children", items, language="en").unsaid == ("8",)
