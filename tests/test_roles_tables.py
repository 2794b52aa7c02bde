"""Tables, comparisons and budgets: real tables, framed and summed by code."""

from __future__ import annotations

import pytest

from edge_agent.records import Form
from edge_agent.roles import execute
from edge_agent.roles.prompts import Brief
from tests.scripted_work import Script

GOAL = "A garden party for forty guests"


def part(form: Form, title: str, detail: str = "") -> Brief:
    return Brief(
        goal=GOAL, title=title, detail=detail, form=form, path=(GOAL,), siblings=(title, "Menu"), language="en"
    )


def written(task: Brief, texts: list[str], probabilities: float = 0.0) -> list[str]:
    script = Script(texts=texts, probabilities=probabilities)
    return script.run(execute.write(task, model="any", seed=1)).splitlines()


def test_a_comparison_is_a_table_of_the_things_compared_and_a_choice() -> None:
    lines = written(
        part("comparison", "Tent or no tent", "tent, marquee, open sky"),
        [
            " dry in the rain | low roof |",
            " room for all | needs a crew |",
            " costs nothing | wet in the rain |",
            " Tent, because rain is likely in June",
        ],
    )
    assert lines == [
        "| Item | Strength | Weakness |",
        "| --- | --- | --- |",
        "| Tent | dry in the rain | low roof |",
        "| Marquee | room for all | needs a crew |",
        "| Open sky | costs nothing | wet in the rain |",
        "",
        "**Choice:** Tent, because rain is likely in June",
    ]


def test_a_choice_is_one_thing() -> None:
    texts = [
        " dry | low roof |",
        " wide | needs a crew |",
        " Tent, because marquee and tent are fine",
        " Tent, because it is dry",
    ]
    assert written(part("comparison", "Tents", "tent, marquee"), texts)[-1] == "**Choice:** Tent, because it is dry"


def test_a_thing_keeps_its_row_whatever_the_model_writes() -> None:
    texts = [" dry | low roof |", *[" dry | dry |"] * 4, " cheap | wet |", " Tent, because it is dry"]
    lines = written(part("comparison", "Tents", "tent, marquee, open sky"), texts)
    assert "| Marquee | still open | still open |" in lines
    assert "| Open sky | cheap | wet |" in lines


def test_a_comparison_tells_its_things_apart() -> None:
    texts = [
        " dry in the rain | low roof |",
        " dry in the rains | needs a crew |",
        " room for all | needs a crew |",
        " Tent, because it is dry",
    ]
    lines = written(part("comparison", "Tents", "tent, marquee"), texts)
    assert lines[3] == "| Marquee | room for all | needs a crew |"


def test_a_tables_columns_are_named_by_the_model_and_its_rows_counted_by_the_title() -> None:
    texts = [" Song | Singer |", " Yesterday | Paul |", " Hey Jude | Paul |", " Something | George |", " Help | John |"]
    lines = written(part("table", "Table of the four songs"), texts)
    assert lines[:3] == ["| Song | Singer |", "| --- | --- |", "| Yesterday | Paul |"]
    assert len(lines) == 6


def test_where_the_rows_are_counted_the_things_are_columns() -> None:
    task = part("table", "Stock", "device, service, data; three services")
    texts = [" tower | mail | letters |", " laptop | web | pages |", " box | files | photos |"]
    lines = written(task, texts)
    assert lines == [
        "| Device | Service | Data |",
        "| --- | --- | --- |",
        "| tower | mail | letters |",
        "| laptop | web | pages |",
        "| box | files | photos |",
    ]


def test_things_that_are_columns_are_no_rows() -> None:
    texts = [
        " Song | Singer | Length |",
        " Yesterday | Paul | short |",
        " Help | John | short |",
        " Girl | Ringo | long |",
    ]
    lines = written(part("table", "Table of songs", "song, singer, length"), texts, probabilities=0.9)
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["Yesterday", "Help", "Girl"]


@pytest.mark.parametrize(
    "row",
    [
        " Yesterday | Paul |",
        " Help |",
        " Help | Help |",
        " Total | 3 |",
        " Help | [singer] |",
        " Help | " + "x" * 70 + " |",
        " Yesterday | Ringo |",
        " Help | starter, soup, and the main course |",
        " Help | 30 guests |",
    ],
)
def test_rows_that_are_refused(row: str) -> None:
    texts = [" Song | Singer |", " Yesterday | Paul |", row, " Hey Jude | John |", " Something | George |"]
    goal = "A garden party for 40 guests"
    task = Brief(
        goal=goal, title="Table of songs", form="table", path=(goal,), siblings=("Table of songs", "Menu"),
        coverage=("", "soup, main course, starter"), language="en",
    )  # fmt: skip
    lines = written(task, texts, probabilities=0.9)
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["Yesterday", "Hey Jude", "Something"]


def test_a_table_that_stays_empty_is_a_list() -> None:
    sung = [" A waltz by the band.", " Slow ones from the records.", " The hymn of the village."]
    texts = [" Song | Singer |", *["..."] * 12, *sung]
    lines = written(part("table", "Songs for all", "first dance, late dances, the last one"), texts)
    assert lines == [
        "- First dance: A waltz by the band.",
        "- Late dances: Slow ones from the records.",
        "- The last one: The hymn of the village.",
    ]


def test_rows_that_only_count_are_the_same() -> None:
    texts = [
        " Device | Service | Data |",
        " Box 1 | network, names | the whole disk |",
        " Box 2 | network, names | the whole disk |",
    ]
    lines = written(part("table", "Table of boxes"), [*texts, " Tower | mail | letters |", "..."])
    assert [line.split("|")[1].strip() for line in lines[2:4]] == ["Box 1", "Tower"]


def test_a_table_without_rows_fails() -> None:
    assert written(part("table", "Table of songs"), ["..."]) == []


def test_rows_of_what_the_owner_has_are_assumed() -> None:
    goal = "Sort our records"
    task = Brief(goal=goal, title="Table of songs", form="table", path=(goal,), siblings=("Table of songs",))
    lines = written(
        task, [" Song | Singer |", " Help | John |", " Yesterday | Paul |", " Girl | Ringo |"], probabilities=0.9
    )
    assert all(line.endswith(" \u2020 |") for line in lines[2:5])


def test_marks_are_not_shown_to_the_model_which_would_write_them() -> None:
    script = Script(
        texts=[" Service | Port |", " mail | 25 |", " web | 80 \u2020 |", " files | 9 \u2021 \u2020 |"],
        probabilities=0.9,
    )
    lines = script.run(execute.write(part("table", "Table of services"), model="any", seed=1)).splitlines()
    assert lines[2:5] == ["| mail | 25 \u2020 |", "| web | 80 \u2020 |", "| files | 9 \u2020 |"]
    assert all("\u2020" not in request.prompt.reply_so_far for request in script.seen)


def test_numbers_in_rows_are_marked_as_assumed() -> None:
    texts = [" Service | Port |", " mail | 25 |", " web | eighty |", " files | none |"]
    lines = written(part("table", "Table of services"), texts, probabilities=0.9)
    assert lines[2] == "| mail | 25 \u2020 |"
    assert lines[3] == "| web | eighty |"
    assert lines[-1].startswith("\u2020 Assumed")


def test_rows_are_not_what_other_parts_hold_and_columns_do_not_say_the_same_all_the_way() -> None:
    task = Brief(
        goal="Open our bakery in six months",
        title="Offer and prices",
        detail="product or service, contents, price",
        form="table",
        path=("Open",),
        siblings=("Offer and prices", "Costs"),
        coverage=("product or service, contents, price", "rent, insurance, reserve"),
    )
    texts = [" Rye bread | flour |", *[" Insurance | basic |"] * 4]
    lines = Script(texts=texts).run(execute.write(task, model="any", seed=1)).splitlines()
    assert lines[2:6] == ["| Rye bread | flour | … |", "| 2. … | … | … |", "| 3. … | … | … |", "| 4. … | … | … |"]

    goes = part("table", "Things", "thing, sort; eight things")
    rows = [f" {name} | Furniture |" for name in ("Chair", "Shelf", "Table")]
    written_rows = written(goes, [*rows, *[rows[2]] * 3, " Lamp | Light |"])
    assert sum("Furniture" in line for line in written_rows) == 2
