"""The executor's texts: labels by code, lines through gates, valid whatever the model says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge_agent.records import MAX_RESULT_TEXT, Form
from edge_agent.roles import execute
from edge_agent.roles.prompts import Brief
from edge_agent.roles.requests import Generate, ModelRefused
from tests.scripted_work import JUNK, Junk, Script, run_refusing

GOAL = "Plan a three-day trip to Japan"


def brief(title: str, form: Form, **changes: object) -> Brief:
    arguments: dict[str, object] = {
        "goal": GOAL,
        "title": title,
        "form": form,
        "path": (GOAL,),
        "siblings": ("Schedule of the trip", "Budget of the trip"),
    }
    return Brief(**(arguments | changes))  # type: ignore[arg-type]


FESTIVAL = "Plan a three-day festival of Japan"
SCHEDULE = brief("Schedule", "schedule", goal=FESTIVAL)
BUDGET = brief("Budget of the trip", "budget")


SMALL = "qwen2.5-coder-0.5b"


def written(script: Script, task: Brief, inputs: list[tuple[str, str]] | None = None, *, model: str = SMALL) -> str:
    return script.run(execute.write(task, inputs or [], model=model, seed=1))


@pytest.mark.parametrize(
    "line",
    [
        " This schedule helps in planning the trip by naming the days",
        " Note: the table may change with the weather and the season",
        " Please bring your passport and a good mood to the airport",
        " I hope you like the journey through the old country",
        " Always check the official website of the railway company",
        " Arrival in Tokyo",
        " Departure from Kyoto",
        " Senso-ji at ten, sushi in Tsukiji",
    ],
)
def test_lines_that_say_nothing_are_written_again(line: str) -> None:
    texts = [" Senso-ji at nine, sushi in Tsukiji", line, " Hakone by train, hot spring", " Kyoto, Gion by night"]
    assert written(Script(texts=texts), SCHEDULE).splitlines()[1] == "- Day 2: Hakone by train, hot spring"


def test_a_sentence_that_every_line_ends_with_is_kept_once() -> None:
    texts = [
        " Sushi: Raw fish on rice. It can be enjoyed at any time of day.",
        " Ramen: Noodles in broth. It can be enjoyed at any time of night.",
        "",
    ]
    assert written(Script(texts=texts), brief("Food for the trip", "list")).splitlines() == [
        "- Sushi: Raw fish on rice. It can be enjoyed at any time of day.",
        "- Ramen: Noodles in broth.",
    ]


def test_a_list_of_questions_holds_questions_alone() -> None:
    texts = [
        " Which of the papers must be signed by both of us?",
        " The fee is paid in spring.",
        " How long does the office keep the deposit?",
        " What does a second key for the hall cost us?",
    ]
    task = brief("Questions that I have to ask the landlord", "checklist")
    script = Script(texts=texts)
    assert written(script, task, model="qwen2.5-coder-1.5b").splitlines()[:3] == [
        "- [ ] Which of the papers must be signed by both of us?",
        "- [ ] How long does the office keep the deposit?",
        "- [ ] What does a second key for the hall cost us?",
    ]
    assert written(Script(texts=texts), brief("Music", "list")) == "- The fee is paid in spring."


def test_a_letter_holds_no_list_of_the_plans_parts() -> None:
    reply = (
        "Dear neighbours,\nOn 5 May we sing in the yard of the old mill, and all of you are welcome.\n"
        "1. **Members**: they sign up through a form.\nYours, the choir"
    )
    text = written(Script(texts=[reply]), brief("Letter to the neighbours", "letter"))
    assert "Members" not in text and "old mill" in text


def test_an_item_is_listed_once() -> None:
    texts = [" Band: five fiddlers from the village", " Choir: songs at the door", " Band: a trumpet and two drums", ""]
    lines = written(Script(texts=texts), brief("Music", "list")).splitlines()
    assert lines == ["- Band: five fiddlers from the village", "- Choir: songs at the door"]


def test_lines_of_other_parts_do_not_join() -> None:
    texts = [" Soup: tomato with basil", " Music: a waltz", " Fish: trout with almonds", ""]
    lines = written(Script(texts=texts), brief("Menu", "list", siblings=("Menu", "Music"))).splitlines()
    assert lines == ["- Soup: tomato with basil", "- Fish: trout with almonds"]


def test_chatter_behind_a_sentence_is_cut() -> None:
    texts = [" Coats for the harbour. Make sure to pack them early.", *["..."] * 4]
    assert written(Script(texts=texts), brief("Packing list", "list")) == "- Coats for the harbour."


def test_a_list_of_labelled_items_does_not_turn_into_prose() -> None:
    texts = [" Nara: park with deer", " Osaka: castle tower", " The towns will be shown to all the guests", " Uji: tea"]
    lines = written(Script(texts=[*texts, ""]), brief("List of sights", "list")).splitlines()
    assert lines == ["- Nara: park with deer", "- Osaka: castle tower", "- Uji: tea"]


def test_a_list_ends_where_only_advice_is_left() -> None:
    texts = [" Nara park with deer", " Osaka castle tower", " Uji tea houses", " Choose a hotel by the river"]
    lines = written(Script(texts=texts), brief("List of sights", "list")).splitlines()
    assert len(lines) == 3 and "Choose" not in lines[-1]


def test_the_model_ends_a_list() -> None:
    script = Script(
        texts=[" 1. Nara park with deer", " Osaka castle tower", " Uji tea houses", " Kobe harbour"], probabilities=0.9
    )
    lines = written(script, brief("List of sights", "list")).splitlines()
    assert len(lines) == 3
    assert lines[0] == "- Nara park with deer"


@pytest.mark.parametrize(
    "line",
    [
        " Choose a good restaurant near the hotel",
        " Senso-ji at nine, sushi in Tsukiji",
        "```",
        " [Name of the hotel] in the centre",
        " Wir fahren mit dem Zug und essen in der Altstadt",
        " 东京塔和寿司",
        " train train train train",
        " 10:00 - 11:00",
        "",
    ],
)
def test_junk_lines_are_written_again(line: str) -> None:
    texts = [" Senso-ji at nine, sushi in Tsukiji", line, " Hakone by train, hot spring", " Kyoto, Gion by night"]
    text = written(Script(texts=texts), SCHEDULE)
    assert text.splitlines()[1] == "- Day 2: Hakone by train, hot spring"


def test_what_is_mostly_open_is_written_once_more_with_another_seed_and_then_fails() -> None:
    good = [" Senso-ji at nine, sushi in Tsukiji", " Hakone by train, hot spring", " Kyoto, Gion by night"]
    script = Script(texts=[*["..."] * 12, *good])
    assert "free" not in written(script, SCHEDULE)
    first, second = script.seen[0], script.seen[12]
    assert isinstance(first, Generate) and isinstance(second, Generate)
    assert first.prompt == second.prompt and first.seed != second.seed
    assert written(Script(texts=["..."]), SCHEDULE) == ""


@pytest.mark.parametrize(
    "reply",
    ["", "I cannot help with that.", GOAL, "As an AI I can't travel", "Story of the trip", "so so so so so so so so"],
)
def test_texts_that_are_empty_refused_or_an_echo_are_tried_again_and_then_fail(reply: str) -> None:
    good = "The trip starts in Tokyo on a Monday and goes on by train to the lake at Hakone, for two nights."
    task = brief("Story of the trip", "text")
    assert written(Script(texts=[reply, reply, good]), task) == good
    assert written(Script(texts=[reply]), task) == ""


def test_advice_is_better_than_a_gap() -> None:
    advice = [
        "Choose a good restaurant near the hotel",
        "Research the temples of the town",
        "Check the opening times",
        "Consider a boat to the island",
    ]
    texts = [" Senso-ji at nine, sushi in Tsukiji", *advice, " Kyoto, Gion by night"]
    assert written(Script(texts=texts), SCHEDULE).splitlines()[1] == f"- Day 2: {advice[0]}"


def test_lines_do_not_copy_what_the_task_builds_on() -> None:
    inputs = [("Route", "Stop 1: Hakone by train, hot spring")]
    texts = [" Stop 1: Hakone by train, hot spring", " Senso-ji at nine", " Kyoto, Gion by night", " Nara park"]
    script = Script(texts=texts)
    text = written(script, SCHEDULE, inputs)
    assert "Stop 1" not in text
    assert "Stop 1: Hakone" in script.seen[0].prompt.user


def test_siblings_share_the_beginning_of_their_prompts() -> None:
    prompts = []
    for task in (brief("Schedule of the trip", "schedule"), BUDGET):
        script = Script(texts=[""])
        written(script, task)
        prompts.append(script.seen[0].prompt.user)
    shared = next(at for at, (one, other) in enumerate(zip(*prompts, strict=False)) if one != other)
    assert shared > len(GOAL) + len("; ".join(SCHEDULE.siblings))


def test_a_text_is_written_in_one_piece_and_cleaned() -> None:
    reply = (
        "```markdown\nThe trip starts in Tokyo on a Monday.\nThe trip starts in Tokyo on a Monday.\n"
        "Choose a hotel.\nTwo nights follow in Hakone at a hot spring inn, by the lake.\n```"
    )
    text = written(Script(texts=[reply]), brief("Story of the trip", "text"))
    assert text.split("\n\n") == [
        "The trip starts in Tokyo on a Monday.",
        "Two nights follow in Hakone at a hot spring inn, by the lake.",
    ]


def test_a_cut_text_ends_with_a_whole_sentence() -> None:
    reply = "The trip starts in Tokyo on a Monday and goes on by train to the lake at Hakone. After that it goes to"
    text = written(Script(texts=[reply], finish="length"), brief("Story of the trip", "text"))
    assert text.endswith("the lake at Hakone.")


@pytest.mark.parametrize(
    ("goal", "language", "answer"),
    [
        ("add 2 and 3", "en", "2 + 3 = 5"),
        ("do nothing", "en", "There is nothing to do."),
        ("Tu nichts", "de", "Es ist nichts zu tun."),
        ("nie rób nic", "pl", "Nie ma nic do zrobienia."),
    ],
)
def test_sums_and_nothing_need_no_model(goal: str, language: str, answer: str) -> None:
    script = Script(texts=["7"])
    assert written(script, Brief(goal=goal, title=goal, language=language)) == answer
    assert script.seen == []


def test_a_goal_that_was_not_split_is_answered_as_a_whole() -> None:
    goal = "What is the capital of Australia?"
    script = Script(texts=["The capital of Australia is Canberra."])
    assert written(script, Brief(goal=goal, title=goal)) == "The capital of Australia is Canberra."
    assert "part of" not in script.seen[0].prompt.user


def test_nothing_usable_is_an_empty_text() -> None:
    assert written(Script(texts=["```"]), SCHEDULE) == ""


def test_a_prompt_that_does_not_fit_is_asked_again_without_the_inputs() -> None:
    work = execute.write(SCHEDULE, [("Route", "Stop 1: Hakone by train")], model="any", seed=1)
    first = next(work)
    assert "Hakone" in first.prompt.user
    second = work.throw(ModelRefused("too long"))
    assert isinstance(second, Generate) and "Hakone" not in second.prompt.user
    assert run_refusing(execute.write(SCHEDULE, [("Route", "Hakone")], model="any", seed=1)) == ""


def test_a_list_begins_with_what_its_detail_names_and_ends_by_itself() -> None:
    task = brief("Food", "list", detail="ramen, sushi, tempura, soba")
    script = Script(
        texts=[" pork broth in Shinjuku", " nigiri at the market", " prawns in Asakusa", " cold, in Nagano"]
    )
    assert written(script, task).splitlines() == [
        "- Ramen: pork broth in Shinjuku",
        "- Sushi: nigiri at the market",
        "- Tempura: prawns in Asakusa",
        "- Soba: cold, in Nagano",
    ]
    assert len(script.seen) == 4


def test_what_a_list_names_stands_there_even_where_the_model_has_nothing_to_say() -> None:
    task = brief("Food", "list", detail="ramen, sushi, tempura, soba")
    texts = [" pork broth in Shinjuku", *["..."] * 4, " prawns in Asakusa", " cold, in Nagano"]
    assert written(Script(texts=texts), task).splitlines()[1] == "- Sushi"


def test_a_checklist_has_boxes_to_tick() -> None:
    task = brief("Packing list", "checklist", detail="passport, adapters, shoes")
    texts = [" valid until the return", *[" (Choose a good one)"] * 4, " for rain and temples", " Umbrella", "..."]
    assert written(Script(texts=texts), task, model=SMALL).splitlines() == [
        "- [ ] Passport: valid until the return",
        "- [ ] Adapters",
        "- [ ] Shoes: for rain and temples",
        "- [ ] Umbrella",
    ]


def test_a_line_ends_where_the_next_label_begins() -> None:
    texts = [" Senso-ji at nine. Day 2: Hakone by train, hot", " Hakone by train, hot spring", " Gion by night"]
    assert written(Script(texts=texts), SCHEDULE).splitlines()[0] == "- Day 1: Senso-ji at nine."


def test_a_good_first_sentence_saves_a_line() -> None:
    texts = [
        " Senso-ji at nine. Choose a hotel by the river, and check it.",
        " Hakone by train, hot spring",
        " Gion by night",
    ]
    script = Script(texts=texts)
    assert written(script, SCHEDULE).splitlines()[0] == "- Day 1: Senso-ji at nine."
    assert len(script.seen) == 3


def test_what_code_shares_out_is_not_told() -> None:
    titles = ("Tokyo, days 1 to 2", "Kyoto, day 3", "Food")
    task = brief(
        "Tokyo, days 1 to 2", "schedule", detail="Ueno Park, Ginza", siblings=titles,
        coverage=("Ueno Park, Ginza", "Gion", "ramen, sushi"),
    )  # fmt: skip
    script = Script(texts=[" tea by the pond"])
    written(script, task)
    assert "Ueno" not in script.seen[0].prompt.user and "Gion" not in script.seen[0].prompt.user
    assert "Food (ramen, sushi)" in script.seen[0].prompt.user


def test_ticks_that_the_model_adds_are_short() -> None:
    task = brief("Packing list", "checklist", detail="passport, adapters, shoes")
    long = " All of the things that were bought in the shop on the day before departure"
    texts = [" valid until autumn", " for both lamps", " for rain", long, long, long, long]
    assert len(written(Script(texts=texts), task, model=SMALL).splitlines()) == 3


def test_a_line_does_not_tell_what_another_thing_of_its_list_is_for() -> None:
    task = brief("Test list", "checklist", detail="each service, restart, access from outside")
    texts = [" can restart", " all answer", " the box comes back by itself", " by telephone, without wireless", "..."]
    assert written(Script(texts=texts), task, model=SMALL).splitlines()[0] == "- [ ] Each service: all answer"


def test_a_cut_line_loses_the_word_that_began_what_was_cut() -> None:
    texts = [" The old box takes over from the new one; otherwise, the new o", " Soup for all", " Ice for all", ""]
    text = written(Script(texts=texts, finish="length"), brief("Way back", "list"))
    assert text.splitlines()[0] == "- The old box takes over from the new one"


def test_a_line_has_two_sentences_at_most() -> None:
    texts = [
        " Senso-ji at nine. Then tea in Ginza. Then a walk home by night. Room: a good one here.",
        " Hakone by train",
    ]
    assert written(Script(texts=[*texts, " Gion by night"]), SCHEDULE).splitlines()[0] == (
        "- Day 1: Senso-ji at nine. Then tea in Ginza."
    )


@pytest.mark.parametrize(
    "line", [" Which kind of room?", " Six people: that is the number which was given", " Room: what for?"]
)
def test_questions_and_what_the_goal_says_are_no_items(line: str) -> None:
    task = brief("Rooms", "list", goal="A trip to Langkawi for six people", detail="rooms; six people")
    texts = [" Beach house: two floors", line, " Garden: for breakfast", " Kitchen: small", "..."]
    assert written(Script(texts=texts), task).splitlines() == [
        "- Beach house: two floors",
        "- Garden: for breakfast",
        "- Kitchen: small",
    ]


def test_servings_are_for_all_guests() -> None:
    task = brief("Menu", "list", goal="A garden party for 40 guests", detail="starter, main course")
    texts = [" melon, 6 pieces", " trout, one for each", "..."]
    assert written(Script(texts=texts), task).splitlines()[0] == "- Starter: melon, 40 pieces"


def test_marks_of_what_a_part_builds_on_are_not_read() -> None:
    script = Script(texts=[" Senso-ji at nine, sushi in Tsukiji"])
    written(script, SCHEDULE, [("Route", "- Hakone by train \u2020\n\n\u2020 Assumed by the model.")])
    user = script.seen[0].prompt.user
    assert "Hakone by train" in user and "\u2020" not in user and "Assumed" not in user


@pytest.mark.parametrize(
    "line",
    [
        " Guest list and invitation, who comes",
        " Long tables for 30 guests",
        " Network, names, users, permissions",
        " Seats and tables (chairs, flowers): eighteen",
        " A garden party for guests",
    ],
)
def test_echoes_of_the_task_and_copies_of_other_parts_are_refused(line: str) -> None:
    task = brief(
        "Guest list and invitation", "list", goal="A garden party for 40 guests", detail="who comes; 40 guests",
        siblings=("Guest list and invitation", "Settings", "Seats and tables"),
        coverage=("who comes", "network, names, users, permissions", ""),
    )  # fmt: skip
    texts = [" Anna and Karl from the mill", line, " The choir of the village", " Both grandmothers", "..."]
    lines = written(Script(texts=texts), task).splitlines()
    assert lines == ["- Anna and Karl from the mill", "- The choir of the village", "- Both grandmothers"]


def test_a_letter_is_no_echo_of_its_task() -> None:
    task = brief(
        "Guest list and invitation", "letter", goal="A garden party for 40 guests",
        detail="who comes, date and place, answer by when; 40 guests",
    )  # fmt: skip
    echo = "Guest list and invitation (who comes, date and place, answer by when; 40 guests)"
    assert written(Script(texts=[echo]), task) == ""


def test_pictures_are_dropped() -> None:
    texts = [" Soup for all \U0001f680", " Ice \u2728 with lemon", " Fish from the lake", ""]
    assert written(Script(texts=texts), brief("Menu", "list")).splitlines()[:2] == [
        "- Soup for all",
        "- Ice with lemon",
    ]


def test_two_things_are_not_told_the_same() -> None:
    task = brief("Backup", "list", detail="databases, photos, keys, films")
    texts = [" to the external drive", " to the external drive.", " into the cloud", " in the safe", " onto two disks"]
    assert written(Script(texts=texts), task).splitlines()[1] == "- Photos: into the cloud"


def test_what_is_left_of_a_cut_sentence_is_dropped() -> None:
    texts = [" Kept in the safe. If possible", " Soup for all", " Ice for all", ""]
    assert written(Script(texts=texts), brief("Menu", "list")).splitlines()[0] == "- Kept in the safe."


def test_what_siblings_cover_is_told_and_refused() -> None:
    task = brief(
        "Menu", "list", detail="starters, main course", siblings=("Menu", "Drinks"),
        coverage=("starters, main course", "wine, coffee"),
    )  # fmt: skip
    texts = [" melon and ham", " trout with almonds", " Wine: ten bottles", " Dessert: lemon ice", *["..."] * 4]
    script = Script(texts=texts)
    assert written(script, task).splitlines() == [
        "- Starters: melon and ham",
        "- Main course: trout with almonds",
        "- Dessert: lemon ice",
    ]
    assert "Drinks (wine, coffee)" in script.seen[0].prompt.user


def test_labels_made_of_what_was_asked_are_refused() -> None:
    texts = [
        " Soup: tomato",
        " Which one: the red one",
        " Amount: a lot of it",
        " Fish: trout",
        " Ice: lemon",
        "",
    ]
    lines = written(Script(texts=texts), brief("Menu", "list")).splitlines()
    assert lines == ["- Soup: tomato", "- Fish: trout", "- Ice: lemon"]


def test_a_deeper_part_knows_the_way_from_the_goal() -> None:
    script = Script(texts=[" Senso-ji at nine, sushi in Tsukiji"])
    written(script, brief("Schedule", "schedule", path=(GOAL, "First half of the trip")))
    assert "First half of the trip" in script.seen[0].prompt.user


def test_numbers_that_nobody_told_are_marked_and_explained() -> None:
    texts = [" Soup: tomato, 12 litres", " Fish: trout", " Ice: lemon", ""]
    assert written(Script(texts=texts), brief("Menu", "list")).splitlines() == [
        "- Soup: tomato, 12 litres \u2020",
        "- Fish: trout",
        "- Ice: lemon",
        "",
        "\u2020 Assumed by the model, not known: check it.",
    ]


def test_the_number_of_people_is_told() -> None:
    script = Script(texts=[" Soup: tomato"])
    written(script, brief("Menu", "list", goal="A garden party for 40 guests"))
    assert "All amounts are for 40 guests together." in script.seen[0].prompt.user


def test_a_letter_loses_its_faulty_sentences_and_keeps_blanks_to_fill_in() -> None:
    reply = (
        "Dear [Guest's Name],\n\nI hope this letter finds you well. We marry in the garden behind the mill, "
        "and you are with us. Please let us know by May."
    )
    text = written(Script(texts=[reply]), brief("Invitation", "letter", goal="A wedding"))
    assert text.split("\n\n") == [
        "Dear …,",
        "We marry in the garden behind the mill, and you are with us. Please let us know by May.",
        "… Only you know this: fill it in.",
    ]


def test_the_token_budget_of_a_part() -> None:
    for form in ("schedule", "list", "budget", "table", "checklist", "comparison"):
        script = Script(texts=["x"])
        written(script, brief("Part of it all", form))
        assert all(
            request.max_tokens <= 60 for request in script.seen if isinstance(request, Generate) and request.grammar
        )


@settings(max_examples=60, deadline=None)
@given(
    goal=st.one_of(st.text(max_size=100), st.just(GOAL)),
    form=st.sampled_from(["text", "list", "schedule", "table", "budget", "checklist", "comparison", "letter"]),
    texts=st.lists(JUNK, max_size=5),
    inputs=st.lists(st.tuples(st.text(max_size=30), JUNK), max_size=3),
    seed=st.integers(0, 1_000),
    root=st.booleans(),
)
def test_any_junk_ends_in_a_valid_text(
    goal: str, form: Form, texts: list[str], inputs: list[tuple[str, str]], seed: int, root: bool
) -> None:
    task = Brief(goal=goal, title=goal or "?", form=form, path=() if root else (goal,))
    text = Junk(texts, seed).run(execute.write(task, inputs, model="any", seed=seed), most=80)
    assert len(text) <= MAX_RESULT_TEXT
    assert "\x00" not in text and "<|" not in text
    text.encode()


@pytest.mark.parametrize("form", ["list", "schedule", "budget", "table", "checklist"])
def test_what_the_goal_states_about_a_part_is_told_to_its_writer(form: Form) -> None:
    script = Script(texts=["Nothing"])
    written(script, brief("Menu", form, detail="soup, bread; 40 guests; no meat, but fish"))
    asked = [request.prompt.user for request in script.seen]
    assert asked and all("The goal says for it: 40 guests; no meat, but fish" in one for one in asked)


def test_a_goal_of_no_known_kind_gets_steps_that_are_counted_anew() -> None:
    goal = "Trace our family tree"
    reply = "1. Ask the eldest aunt: write down whom she knows.\n2. [name]\n3. Copy the church books of both villages."
    script = Script(texts=[reply])
    text = script.run(execute.write(Brief(goal=goal, title=goal), model="qwen2.5-coder-1.5b", seed=1))
    assert text.splitlines() == [
        "1. Ask the eldest aunt: write down whom she knows.",
        "2. Copy the church books of both villages.",
    ]
    assert "numbered steps" in script.seen[0].prompt.user


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Make a detailed plan"),
        ("de", "auf Deutsch"),
        ("es", "en español"),
        ("pl", "po polsku"),
        ("ms", "Melayu"),
    ],
)
def test_a_plan_in_one_piece_is_asked_for_in_the_goals_language(language: str, words: str) -> None:
    script = Script(texts=["1. x"])
    goal = "Xyzzy plugh frotz gnusto"
    script.run(execute.write(Brief(goal=goal, title=goal, language=language), model="qwen2.5-coder-1.5b", seed=1))
    assert words in script.seen[0].prompt.user


def test_a_letter_keeps_its_sentences_and_speaks_to_its_receiver() -> None:
    goal = "I need a polite letter to my old landlord, Mr Okafor, who is keeping 640 euros of my deposit"
    said = "Dear Mr. Okafor,\n\nI am writing about the deposit that Mr. Okafor senior took. Please send it by May."
    script = Script(texts=[said])
    text = script.run(execute.write(Brief(goal=goal, title=goal), model="qwen2.5-coder-1.5b", seed=1))
    assert text.splitlines() == said.splitlines()
    assert "speaks to its receiver" in script.seen[0].prompt.user


def test_a_letters_date_is_no_step_and_its_requests_pass_the_gates() -> None:
    goal = "Ich brauche einen Brief an die Hausverwaltung: Die Heizung ist kalt"
    said = "14. Oktober\n\nBitte senden Sie einen Handwerker.\n\nBitte senden Sie einen Handwerker."
    script = Script(texts=[said])
    text = script.run(execute.write(Brief(goal=goal, title=goal), model="qwen2.5-coder-1.5b", seed=1))
    assert text.splitlines() == ["14. Oktober", "", "Bitte senden Sie einen Handwerker."]
