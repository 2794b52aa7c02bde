"""What a goal lists as wanted has a part: one of its outline, or a new one."""

from __future__ import annotations

from edge_agent.roles import outlines
from edge_agent.roles.outline_facts import Section

BEES = (
    "I have kept bees behind our house for nine years, and now neighbours ask for honey so often that I would like to "
    "make a small business of it from spring on, beside my job. I have 2000 euros and four months. Please make me a "
    "plan: what has to be registered, what to do in the winter months, a price list, and a list of questions that "
    "I have to ask the food inspector."
)


def sections(goal: str, angle: str, most: int = 8) -> tuple[Section, ...]:
    skeleton = outlines.skeleton_for(goal, angle, "en")
    assert skeleton is not None
    return skeleton.sections(skeleton.room(most))


def test_what_no_part_answers_is_a_part_of_its_own() -> None:
    for angle in outlines.ORDERS:
        found = {one.title: one for one in sections(BEES, angle)}
        assert found["What to do in the winter months"].form == "list"
        assert found["Questions that I have to ask the food inspector"].form == "checklist"


def test_what_a_long_title_leaves_out_is_said_in_its_detail() -> None:
    goal = (
        "I need a list of all the very particular and extraordinarily uncommon ingredients from our northern garden "
        "market, and a letter to the landlord."
    )
    details = {one.title: one.detail for one in sections(goal, "activity")}
    long = "List of all the very particular and extraordinarily uncommon…"
    assert details[long].startswith("ingredients from our northern garden market")


def test_what_a_part_answers_gets_none() -> None:
    for title in ("Offer and prices", "Permits and insurance", "Costs and income"):
        assert [one.title for one in sections(BEES, "activity")].count(title) == 1
    assert not any("registered" in one.title or "Price list" in one.title for one in sections(BEES, "activity"))


def test_with_a_list_of_wishes_one_timetable_tells_the_whole_extent() -> None:
    found = sections(BEES, "phase")
    assert [one.title for one in found if one.form == "schedule"] == ["Timetable"]
    assert "4 months" in next(one.detail for one in found if one.form == "schedule")


def test_what_is_asked_for_has_room_beside_a_stated_sum() -> None:
    goal = BEES.replace("a price list", "how to label the jars, a price list")
    titles = [one.title for one in sections(goal, "activity")]
    assert "Questions that I have to ask the food inspector" in titles and "How to label the jars" in titles
    assert "Costs and income" in titles


def test_a_word_in_common_is_no_answer() -> None:
    goal = (
        "We want to start a choir in our village, some 25 people. The hall is free on Tuesday evenings. I need a list "
        "of songs for the first evenings, a letter to the priest, and what to do when half of them stay away in summer."
    )
    titles = [one.title for one in sections(goal, "activity")]
    assert "List of songs for the first evenings" in titles
    assert "What to do when half of them stay away in summer" in titles
    details = " ".join(one.detail for one in sections(goal, "activity"))
    assert "need a list" not in details and "start a choir" not in details, "the goal again is no fact"


def test_none_of_many_wishes_is_lost() -> None:
    wishes = [f"how to make the {one}" for one in ("hull", "keel", "mast", "sails", "rudder", "cabin", "galley")]
    goal = f"We build a boat. We need: {', '.join(wishes)} and a letter to the harbour master."
    found = sections(goal, "activity", 6)
    assert len(found) <= 6
    said = " ".join(f"{one.title} {one.detail}" for one in found).lower()
    assert [
        one for one in ("hull", "keel", "mast", "sails", "rudder", "cabin", "galley", "harbour") if one not in said
    ] == []


def test_goals_without_wishes_have_the_usual_number_of_parts() -> None:
    skeleton = outlines.skeleton_for("Found a small bakery", "activity", "en")
    assert skeleton is not None
    assert skeleton.room(8) == 6


def test_a_wish_that_is_a_part_is_not_stated_in_another() -> None:
    others = [one.detail for one in sections(BEES, "activity") if "question" not in one.title.lower()]
    assert not any("inspector" in detail for detail in others)


def test_what_the_goal_counts_is_stated_though_it_asks_for_the_same() -> None:
    goal = "There are 4000 photographs in our attic. I need: which photographs to keep, how to name them, what to buy."
    assert any("4000 photographs" in one.detail for one in sections(goal, "activity"))


def test_of_no_known_kind_the_wishes_alone_are_the_outline() -> None:
    goal = "I hand over my work to Ida, who is here on Mondays. Give me a handover schedule and a list of what to tell."
    for angle in outlines.ORDERS:
        skeleton = outlines.skeleton_for(goal, angle, "en", kind="other")
        assert skeleton is not None and skeleton.kind == "other"
        titles = [section.title for section in skeleton.sections(8)]
        assert len(titles) == 2 and titles[1] == "List of what to tell"


def test_areas_that_the_model_names_replace_nothing_that_was_asked_for() -> None:
    goal = "Bring order into the choir's music. I would like a letter to the members."
    skeleton = outlines.skeleton_for(goal, "activity", "en", kind="other")
    assert skeleton is not None and skeleton.area_question
    titles = [part.title for part in skeleton.with_areas(("Shelves", "Copies")).parts]
    assert titles[:2] == ["Shelves", "Copies"] and "Letter to the members" in titles
