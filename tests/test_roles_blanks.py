"""What only who wrote the goal knows is left to fill in, in all languages, and no model is asked for it."""

from __future__ import annotations

import pytest

from edge_agent.roles import assumptions, blanks, execute
from edge_agent.roles.outline_words import BLANK, LANGUAGES, Language, Part, language_of
from edge_agent.roles.prompts import Brief
from edge_agent.roles.text import word_set
from edge_agent.roles.wording import words_or_english
from tests.scripted_work import Script

ENGLISH = words_or_english("en")


def known(code: str) -> Language:
    found = language_of(code)
    assert found is not None
    return found


def parts_of(code: str) -> list[Part]:
    return [part for parts in known(code).outlines.values() for part in parts]


def brief_of(part: Part, code: str, goal: str = "A goal") -> Brief:
    return Brief(
        goal=goal,
        title=part.title,
        detail=", ".join(part.things),
        form=part.form,
        path=(goal,),
        siblings=(part.title,),
        language=code,
    )


# Words of what nobody but the owner can say, in the things of lists, tables and checklists.
OWNERS = {
    "en": word_set("account price income measurement meter treasurer adviser author carer"),
    "de": word_set("konten preis einnahmen maße zählerst kasse verfasser vertretung"),
    "es": word_set("cuenta precio ingresos medidas contador tesorer autor cuidador"),
    "ms": word_set("akaun harga pendapatan ukuran meter bendahari penulis penjaga"),
    "pl": word_set("konta konto cena przychody wymiary liczniki skarbnik autor opiekun"),
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_only_the_owner_knows_is_left_to_him_in_every_outline(code: str) -> None:
    asked = [
        (part.title, thing)
        for part in parts_of(code)
        if part.form in ("list", "table")
        for thing in part.things
        if set(thing.lower().split()) & OWNERS[code] and thing not in part.blanks
    ]
    assert asked == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_same_things_are_left_to_the_owner_in_all_languages(code: str) -> None:
    def shape(of: str) -> list[list[bool]]:
        return [[thing in part.blanks for thing in part.things] for part in parts_of(of) if part.blanks]

    assert shape(code) == shape("en") and len(shape(code)) > 40


@pytest.mark.parametrize("code", LANGUAGES)
def test_forms_show_blanks_and_tables_have_them_last(code: str) -> None:
    for part in parts_of(code):
        if part.blanks:
            assert part.form in ("list", "table", "checklist"), part.title
            left = [thing in part.blanks for thing in part.things]
            assert part.form != "table" or left == sorted(left), part.title


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_part_that_only_the_owner_can_write_is_a_frame_without_asking_a_model(code: str) -> None:
    words = words_or_english(code)
    frames = [part for part in parts_of(code) if len(part.blanks) == len(part.things)]
    assert len(frames) > 10
    for part in frames:
        script = Script(texts=["junk"])
        text = script.run(execute.write(brief_of(part, code), model="any", seed=1))
        assert not script.seen, part.title
        assert all(thing[1:] in text for thing in part.things) and text.endswith(blanks.legend(words)), part.title


def test_a_frame_has_as_many_rows_as_the_goal_counts_and_says_what_it_states() -> None:
    task = Brief(
        goal="Move our home server with its five services",
        title="Inventory",
        detail="service, device, place of its data, account; five services",
        form="table",
        path=("Move",),
    )
    lines = Script().run(execute.write(task, model="any", seed=1)).splitlines()
    assert lines[0] == "From the goal: five services"
    assert lines[2:6] == [
        "| Service | Device | Place of its data | Account |",
        "| --- | --- | --- | --- |",
        "| 1. … | … | … | … |",
        "| 2. … | … | … | … |",
    ]
    assert sum(line.startswith("| ") for line in lines) == 2 + 5


def test_the_columns_that_a_model_knows_are_its_own_and_the_others_stay_blank() -> None:
    task = Brief(
        goal="Open our bakery in six months",
        title="Offer and prices",
        detail="product or service, contents, price",
        form="table",
        path=("Open",),
    )
    texts = [" Rye bread | flour and water |", " Rolls | ten in a bag |", " Cake | apples and butter |"]
    lines = Script(texts=texts, probabilities=1.0).run(execute.write(task, model="any", seed=1)).splitlines()
    assert lines[0] == "| Product or service | Contents | Price |"
    assert lines[2] == f"| Rye bread | flour and water | {BLANK} |"
    assert not any("€" in line or "$" in line for line in lines)


def test_a_span_and_a_checklist_keep_their_blanks() -> None:
    task = Brief(
        goal="Build a shed in four weeks",
        title="Drawing and shopping, weeks 1 to 2",
        detail="measurements, drawing, materials, dates",
        form="checklist",
        path=("Build",),
    )
    text = Script(texts=[" Sketch of the shed", " Boards and screws", " Day of delivery"], probabilities=1.0).run(
        execute.write(task, model="any", seed=1)
    )
    assert text.splitlines()[0] == f"- [ ] Measurements: {BLANK}"


def test_a_blank_says_how_many_the_goal_counts() -> None:
    task = Brief(
        goal="Move our server with its eight services",
        title="Inventory and backup, Saturday",
        detail="devices, services, disk for the backup, trial restore; eight services; one weekend",
        form="checklist",
        path=("Move",),
    )
    lines = Script(texts=[" Second disk"], probabilities=1.0).run(execute.write(task, model="any", seed=1)).splitlines()
    assert lines[:2] == ["- [ ] Devices: …", "- [ ] Eight services: …"]


def test_what_is_a_label_is_not_said_in_front_as_well() -> None:
    task = Brief(
        goal="Sort the photos on our three computers in May",
        title="Data on each device",
        detail="phone, computer, old disks; three computers; in May",
        form="list",
        path=("Sort",),
    )
    lines = Script().run(execute.write(task, model="any", seed=1)).splitlines()
    assert lines[:5] == ["From the goal: in May", "", "- Phone: …", "- Three computers: …", "- Old disks: …"]


def test_models_do_not_read_what_is_to_be_filled_in() -> None:
    text = f"- Chair: {BLANK}\n- Room: the old school\n\n{blanks.legend(ENGLISH)}"
    assert assumptions.unmarked(text) == "- Room: the old school"
    assert not blanks.has_blank("Tea, coffee and so on…") and blanks.has_blank(f"| Tea | {BLANK} |")


def test_other_languages_have_no_blanks() -> None:
    task = Brief(goal="Un but", title="Inventory", detail="service, device", form="table", path=("But",), language="fr")
    assert not blanks.is_blank(task, "service")


def test_the_model_does_not_read_blanks_and_leaves_none() -> None:
    task = Brief(
        goal="Build a shed in four weeks",
        title="What it will be like",
        detail="size, layout, materials, colours",
        form="list",
        path=("Build",),
    )
    texts = [f" {BLANK} (one room)", " one room with a window", " larch on oak posts", " dark green", " a gutter: oak"]
    script = Script(texts=texts)
    lines = script.run(execute.write(task, model="any", seed=1)).splitlines()
    assert lines[:2] == [f"- Size: {BLANK}", "- Layout: One room with a window"]
    assert not any(BLANK in (request.prompt.reply_so_far or "") for request in script.seen)


@pytest.mark.parametrize("code", ["en", "es"])
def test_what_is_packed_is_ticked_off_without_a_word_of_the_model(code: str) -> None:
    part = known(code).outlines[("stay", "activity")][-1]
    script = Script(texts=[" Rent them at a shop in the town."])
    text = script.run(execute.write(brief_of(part, code), model="qwen2.5-coder-1.5b", seed=1))
    assert text.splitlines() == [f"- [ ] {thing[:1].upper()}{thing[1:]}" for thing in part.things]
    assert not script.seen
