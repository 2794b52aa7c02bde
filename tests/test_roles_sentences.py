"""Lines that are whole sentences: what is cut from them, what is refused, and how they stand behind code's labels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.records import Form
from edge_agent.roles import execute, sentences
from edge_agent.roles.prompts import Brief
from tests.scripted_work import Script

LARGE, SMALL = "qwen2.5-coder-1.5b", "qwen2.5-coder-0.5b"
GOAL = "Empty and paint the old boathouse in one weekend"


def written(texts: list[str], title: str, form: Form, detail: str = "", *, model: str = LARGE, goal: str = GOAL) -> str:
    brief = Brief(goal=goal, title=title, form=form, detail=detail, path=(goal,), siblings=(title, "Costs"))
    return Script(texts=texts).run(execute.write(brief, model=model, seed=1))


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("Stack the oars along the wall to ensure easy access.", "Stack the oars along the wall."),
        ("Number the boxes, ensuring that nothing gets lost.", "Number the boxes, ensuring that nothing gets lost."),
        ("Write a number on each box, making sure nothing gets lost.", "Write a number on each box."),
        ("Hang the ropes on hooks for easy access.", "Hang the ropes on hooks."),
        ("Hang lanterns in the roof to create a warm and cosy atmosphere.", "Hang lanterns in the roof."),
        (
            "Write to the neighbours to create a list of helpers.",
            "Write to the neighbours to create a list of helpers.",
        ),
        ("Stack the oars along the wall.", "Stack the oars along the wall."),
        ("Hang lanterns in the roof and create a warm feeling.", "Hang lanterns in the roof."),
        ("Put the roses beside the door for a romantic touch.", "Put the roses beside the door."),
        ("Walk to the shop to buy paint.", "Walk to the shop to buy paint."),
    ],
)
def test_purposes_are_cut_where_a_sentence_is_left(line: str, rest: str) -> None:
    assert sentences.trimmed(line) == rest


@pytest.mark.parametrize(
    ("line", "is_fault"),
    [
        ("Ensure everything works properly.", True),
        ("Review and adjust the plan as needed.", True),
        ("Oars and ropes", True),
        ("Carry the oars to the meadow.", False),
        ("Check the planks for rot with a screwdriver.", False),
    ],
)
def test_sentences_that_say_nothing(line: str, is_fault: bool) -> None:
    assert (sentences.fault(line) is not None) is is_fault


@pytest.mark.parametrize(
    ("line", "puts_off"),
    [
        ("Choose a colour for the door.", True),
        ("Door: Choose a colour that you like.", True),
        ("Measure the door and choose a colour.", True),
        ("Ensure that the paint is dry.", True),
        ("Check the planks for rot with a screwdriver.", False),
        ("Plan the way of the boat down to the water.", False),
        ("Find the key under the third stone.", False),
    ],
)
def test_what_puts_the_work_back_on_the_reader(line: str, puts_off: bool) -> None:
    assert sentences.puts_off(line) is puts_off


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("Sand the door from top to bottom. Do it well.", "Sand the door from top to bottom."),
        ("Sand the door. If it rains, bring a big umbrella with you.", "Sand the door."),
        ("Sand the door. You can use a machine for this if there is one.", "Sand the door."),
        (
            "Sand the whole door. Wipe the dust from all its planks with a wet cloth.",
            "Sand the whole door. Wipe the dust from all its planks with a wet cloth.",
        ),
    ],
)
def test_further_sentences_say_something_of_their_own(line: str, rest: str) -> None:
    assert sentences.without_filling(line) == rest


def test_a_heading_in_front_of_a_sentence_goes() -> None:
    line = "The door. Wipe the dust from all its planks with a wet cloth."
    assert sentences.without_filling(line) == "Wipe the dust from all its planks with a wet cloth."


@given(st.text(max_size=120))
def test_any_line_passes_without_an_error(line: str) -> None:
    assert len(sentences.trimmed(line)) <= max(len(line), 1)
    sentences.without_filling(line)
    sentences.fault(line)
    sentences.puts_off(line)


def test_each_thing_of_a_time_has_its_sentence_behind_its_label() -> None:
    texts = [
        " Carry the oars and sails to the meadow.",
        " Wipe all the planks with a wet cloth.",
        " Paint the walls white from the roof downwards.",
    ]
    detail = "everything out, dust, first coat"
    assert written(texts, "Emptying and painting", "schedule", detail).splitlines()[:2] == [
        "- Saturday, morning, everything out: Carry the oars and sails to the meadow.",
        "- Saturday, afternoon, dust: Wipe all the planks with a wet cloth.",
    ]
    assert written([" Carry the oars and sails to the meadow.", *texts], "Sunday", "schedule", detail, model=SMALL)


def test_a_time_with_several_things_has_a_line_for_each() -> None:
    texts = [
        " Carry the oars and sails to the meadow.",
        " Wipe all the planks with a wet cloth.",
        " Paint the walls white from the roof downwards.",
        " Hang the ropes on hooks behind the door.",
    ]
    detail = "everything out, dust, first coat, ropes"
    assert [line.partition(":")[0] for line in written(texts, "Weekend 1", "schedule", detail).splitlines()] == [
        "- Saturday, everything out",
        "- Saturday, dust",
        "- Sunday, first coat",
        "- Sunday, ropes",
    ]


def test_ticks_are_sentences_behind_the_things_they_are_about() -> None:
    texts = [
        " Buy two rolls at the harbour shop. Ask for thick ones.",
        " Choose some",
        " Take the wide one from the cellar.",
        " Oil: Put a can of linseed oil into the boat.",
    ]
    lines = written(texts, "Tools", "checklist", "sheets, brush").splitlines()
    assert lines[:3] == [
        "- [ ] Sheets: Buy two rolls at the harbour shop",
        "- [ ] Brush: Take the wide one from the cellar",
        "- [ ] Oil: Put a can of linseed oil into the boat",
    ]


def test_numbers_that_nobody_gave_are_written_again() -> None:
    texts = [
        " Buy 12 brushes of 3 inches for the walls.",
        " Buy wide brushes for all of the walls.",
        " Hang them on hooks.",
    ]
    lines = written(texts, "Tools", "list", "brushes, ropes").splitlines()
    assert lines[:2] == ["- Brushes: Buy wide brushes for all of the walls.", "- Ropes: Hang them on hooks."]


def test_what_the_goal_has_no_time_for_is_refused() -> None:
    goal = "Learn to draw in two weeks with half an hour a day"
    texts = [
        " Draw hands from life for two hours.",
        " Copy old faces for 20 minutes and hands for 20 minutes.",
        " Copy old faces from a book.",
        " Shade three eggs under one lamp.",
        " Sketch people who wait at the station.",
        " Mix greys from blue and brown.",
        " Paint the view from the kitchen window.",
        " Show the sheets to a friend.",
    ]
    lines = written(texts, "Weekly plan", "schedule", goal=goal).splitlines()
    assert lines[:2] == [
        "- Monday: Draw hands from life for 30 minutes.",
        "- Tuesday: Copy old faces from a book.",
    ]
    late = [" Put the tools away until next week.", " Put the tools on the upper shelf."]
    assert (
        written(late, "Tools", "list", "brushes, ropes").splitlines()[0]
        == "- Brushes: Put the tools on the upper shelf."
    )


def test_the_smallest_models_still_fill_slots() -> None:
    texts = [" wide ones", " hemp, on hooks"]
    assert written(texts, "Tools", "list", "brushes, ropes", model=SMALL).splitlines()[:2] == [
        "- Brushes: wide ones",
        "- Ropes: hemp, on hooks",
    ]


def test_a_day_with_three_things_has_no_other_hours() -> None:
    texts = [" Greet all of them at the gate.", " Serve the soup from the big pot.", " Sing the old song together."]
    lines = written(texts, "Day schedule", "schedule", "welcome, meal, farewell", goal="A feast for 30 guests")
    assert [line.rpartition(",")[0] for line in lines.splitlines()] == ["- 16:00", "- 18:00", "- 20:00"]


def test_what_the_model_was_told_of_people_is_no_line() -> None:
    texts = [" All amounts are for 60 people together.", " Put the big tables under the old chestnut tree."]
    lines = written(texts, "Seats", "list", "tables and chairs, lights", goal="A summer party for 60 people")
    assert "All amounts" not in lines and "chestnut" in lines


def test_a_moving_day_begins_in_the_morning() -> None:
    texts = [" Bring rolls and coffee for all.", " Carry the heavy things first.", " Drive slowly and by the ring."]
    goal = "Move house from Leeds to York with a van"
    lines = written(texts, "Moving day", "schedule", "breakfast for helpers, loading, journey", goal=goal)
    assert [line.partition(",")[0] for line in lines.splitlines()] == ["- 08:00", "- 10:00", "- 12:00"]


def test_labels_say_how_many_the_goal_counts() -> None:
    goal = "A feast for 30 guests with six songs"
    texts = [" Write to all of them by hand.", " Practise them on two evenings.", " Borrow them from the parish hall."]
    lines = written(texts, "Before", "checklist", "guest list, songs, benches; 30 guests; six songs", goal=goal)
    assert [line.partition(":")[0] for line in lines.splitlines()] == [
        "- [ ] Guest list (30 guests)",
        "- [ ] Six songs",
        "- [ ] Benches",
    ]


def test_things_of_other_parts_are_left_to_them() -> None:
    brief = Brief(
        goal=GOAL, title="Sunday", form="list", detail="door, floor", path=(GOAL,), siblings=("Sunday", "Tools"),
        coverage=("door, floor", "wire brush, pots of paint"),
    )  # fmt: skip
    texts = [" Fetch the wire brush from its box.", " Scrape the old paint off it.", " Sweep all of it with a broom."]
    lines = Script(texts=texts).run(execute.write(brief, model=LARGE, seed=1)).splitlines()
    assert lines[:2] == ["- Door: Scrape the old paint off it.", "- Floor: Sweep all of it with a broom."]


def test_a_sentence_is_not_cut_in_the_middle() -> None:
    line = "As the nights get longer we will need to ensure that all lamps work."
    assert sentences.trimmed(line) == line


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("They can use public transport or rent a car to get around.", True),
        ("Four friends can stay in various accommodations like hotels, hostels or flats.", True),
        ("Take tram 28 from the square, with a ticket for the whole day.", False),
        ("Fill the can with water from the well behind the shed.", False),
    ],
)
def test_what_only_offers_puts_off(line: str, offers: bool) -> None:
    assert sentences.puts_off(line) is offers
