"""The results folder: what it says, and that every file in it is whole."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from histories import make_record
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from plan_script import Script

from edge_agent import results
from edge_agent.plan import GoalPlan, Plan
from edge_agent.plan.tree import GoalView, tree
from edge_agent.records import (
    Cancel,
    Child,
    Forget,
    Goal,
    PeerId,
    Policy,
    Proposal,
    Record,
    Result,
    TaskId,
    child_task_id,
    whole_id,
)
from edge_agent.results import ResultsError, ResultsWriter, folder_name, plan_markdown, rendered, result_markdown

NAMES = {PeerId("anna"): "ash", PeerId("bert"): "birch", PeerId("cora"): "cedar", PeerId("dora"): "elm"}


class Trip:
    """A goal of three parts, written line by line."""

    def __init__(self, titles: tuple[str, ...] = ("Kyoto", "Osaka", "Costs"), **policy: Any) -> None:
        self.script = Script(quorum=2, **policy)
        children = [Child(title=title, form="list", detail=f"About {title}") for title in titles]
        self.split = self.script.accepted_split(children)
        self.tasks = [child_task_id(self.split.id, index) for index in range(len(titles))]

    @property
    def goal(self) -> GoalPlan:
        return self.script.goal

    def write(self, task: TaskId, text: str, author: str = "dora") -> Record:
        claim = self.script.claim(task, author)
        return self.say(claim, text)

    def say(self, claim: Record, text: str, merged: tuple[str, ...] = ()) -> Record:
        body = Result(
            goal=self.goal.id, claim=claim.id, text=text, merged=merged, model="smollm2", tokens=7, seconds=1.5
        )
        return self.script.say(body, claim.author)

    def merge(self, text: str, parts: list[Record]) -> Record:
        claim = self.script.claim(self.goal.id, "cora", split=self.split.id)
        return self.say(claim, text, tuple(part.id for part in parts))


def one_of(title: str, text: str = "Plan a trip.") -> GoalPlan:
    plan = Plan()
    record = make_record(Goal(title=title, text=text, policy=Policy()), 1 << 16)
    plan.apply(record)
    goal = plan.goal(record.id)
    assert goal is not None
    return goal


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def outline(text: str) -> list[str]:
    """The headings, as a Markdown parser sees them."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    return [
        f"{token.markup} {tokens[number + 1].content}"
        for number, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


# RESULT.md


def finished_trip() -> Trip:
    trip = Trip()
    parts = [trip.write(task, f"# Part\n\nText {index}.") for index, task in enumerate(trip.tasks)]
    trip.merge(
        "# A trip\n\nIntro.\n\n## Kyoto\n\nText 0.\n\n## Osaka\n\nText 1.\n\n## Costs\n\nText 2.\n\n## Part", parts
    )
    return trip


def test_the_answer_comes_first_and_no_part_is_repeated() -> None:
    text = result_markdown(finished_trip().goal, NAMES)
    assert text.startswith("# A trip\n\nIntro.\n\n## Kyoto\n\nText 0.\n")
    assert [text.count(f"Text {index}.") for index in range(3)] == [1, 1, 1]
    assert "The parts in full" not in text
    assert "What is missing" not in text
    assert outline(text)[-1] == "## How this was made"


def test_the_appendix_tells_which_machine_and_model_did_what() -> None:
    text = result_markdown(finished_trip().goal, NAMES)
    assert "| A trip (merged from 3) | cedar | smollm2 | 7 | 1.5 | 1970-01-01 00:00:00 UTC |" in text
    assert "| Kyoto | elm | smollm2 | 7 | 1.5 |" in text
    assert "> Plan a trip." in text
    assert "- taken by ash at" in text


def test_what_the_merge_left_out_follows_under_its_heading() -> None:
    trip = Trip()
    texts = [f"# {name}\n\nText of {name}.\n\n## More" for name in "abc"]
    parts = [trip.write(task, text) for task, text in zip(trip.tasks, texts, strict=True)]
    trip.merge("Only the text of a:\n\n# a\nText of a.\n\n# More", parts)
    text = result_markdown(trip.goal, NAMES)
    assert outline(text)[3:] == [
        "## The parts in full",
        "### Osaka",
        "#### b",
        "##### More",
        "### Costs",
        "#### c",
        "##### More",
        "## How this was made",
    ]
    assert text.count("Text of a.") == 1


def test_a_merge_shows_the_results_that_it_used_and_says_what_failed() -> None:
    trip = Trip()
    parts = [trip.write(task, f"Text {index}.") for index, task in enumerate(trip.tasks[:2])]
    trip.script.fail(trip.tasks[2])
    trip.merge("Summary.", parts)
    text = result_markdown(trip.goal, NAMES)
    assert "### Kyoto\n\nText 0.\n\n### Osaka\n\nText 1.\n\n## What is missing\n\n- Costs: failed (crashed)\n" in text
    assert "- Costs: attempt 1 by elm failed (crashed)" in text
    assert ">" not in text.split("What was asked")[0]


def test_a_part_that_the_merge_names_as_missing_is_not_named_a_second_time() -> None:
    trip = Trip()
    parts = [trip.write(task, f"Text {index}.") for index, task in enumerate(trip.tasks[:2])]
    trip.script.fail(trip.tasks[2])
    trip.merge("## Kyoto\n\nText 0.\n\n## Osaka\n\nText 1.\n\n## Open points\n\n- Missing: Costs", parts)
    text = result_markdown(trip.goal, NAMES)
    assert "What is missing" not in text and text.count("- Missing: Costs") == 1
    assert "- Costs: attempt 1 by elm failed (crashed)" in text


def test_parts_of_parts_that_a_merge_left_out_follow_too() -> None:
    script = Script(quorum=2, max_depth=3)
    split = script.accepted_split([Child(title="Days", leaf=False), Child(title="Costs")])
    days, costs = (child_task_id(split.id, index) for index in range(2))
    inner = script.accepted_split([Child(title="Monday"), Child(title="Tuesday")], task=days)
    write = Trip.say
    trip = Trip.__new__(Trip)
    trip.script, trip.split, trip.tasks = script, split, [days, costs]
    deep = [trip.write(child_task_id(inner.id, index), f"Day {index}.") for index in range(2)]
    middle = write(trip, script.claim(days, split=inner.id), "Day 0. And so on.", tuple(part.id for part in deep))
    cost = trip.write(costs, "500.")
    trip.merge("Day 0. And so on. 500.", [middle, cost])
    assert script.goal.state == "finished"
    text = result_markdown(script.goal, NAMES)
    assert "## The parts in full\n\n### Tuesday\n\nDay 1.\n\n---" in text
    assert text.count("Day 0.") == 1


def test_a_goal_done_whole_is_its_text() -> None:
    script = Script(quorum=1)
    whole = whole_id(TaskId(script.id))
    script.vote(whole, "bert")
    script.result(script.claim(script.id, split=whole))
    text = result_markdown(script.goal, NAMES)
    assert text.startswith("# A trip\n\nDone.\n\n---\n\n## How this was made\n")


def test_a_cancelled_goal_says_so_and_shows_what_there_is() -> None:
    trip = Trip()
    trip.write(trip.tasks[0], "Text 0.")
    trip.script.claim(trip.tasks[1])
    trip.script.say(Cancel(goal=trip.goal.id))
    text = result_markdown(trip.goal, NAMES)
    assert text.startswith("# A trip\n\n> **This goal was cancelled before it was finished: 1 of 4 tasks is done.**\n")
    assert "## What was written\n\n### Kyoto\n\nText 0.\n" in text
    assert "- Osaka: not written\n- Costs: not written\n" in text


def test_a_failed_goal_says_so_and_why() -> None:
    trip = Trip()
    for task in trip.tasks:
        trip.script.fail(task)
    assert trip.goal.state == "failed"
    text = result_markdown(trip.goal, NAMES)
    assert "> **This goal failed: 0 of 4 tasks are done, 4 failed.**" in text
    assert "- Kyoto: failed (crashed)\n" in text
    assert "## What was written" not in text


def test_a_goal_of_unknown_rules_is_shown() -> None:
    script = Script(rules=99)
    assert "update it to see more" in plan_markdown(script.goal, NAMES)
    assert rendered(script.goal, NAMES).keys() == {"plan.json", "plan.md"}


# plan.md and plan.json


def test_the_plan_shows_states_who_scores_drafts_and_votes() -> None:
    script = Script(quorum=2)
    split = script.split([Child(title="Kyoto", form="schedule"), Child(title="Costs")], angle="place")
    script.vote(split, "bert", mark=80)
    script.vote(split, "cora", mark=60)
    draft = script.split([Child(title="Food"), Child(title="Temples")], author="dora", angle="activity")
    script.vote(draft, "bert", approve=False, mark=10)
    first, second = (child_task_id(split.id, index) for index in range(2))
    script.failure(script.claim(first, "dora"))
    script.claim(first, "bert", attempt=2)
    script.result(script.claim(second, "cora"), model="qwen", tokens=300, seconds=12.25)
    lines = plan_markdown(script.goal, NAMES).split("\n")
    assert lines[:3] == ["# Plan: A trip", "", "This goal is still being worked on: 1 of 3 tasks is done."]
    body = "\n".join(lines)
    for line in (
        "\n- **A trip** · accepted · text",
        "\n  - accepted: ash's split by place, mark 70 of 100: 2 votes for it, none against (2 were needed). Parts: "
        "Kyoto; Costs\n",
        "\n    - birch approves (of 100: concrete 80, distinct 80, complete 80)",
        "\n  - not taken: elm's split by activity, mark 10 of 100: no votes for it, 1 against (2 were needed). "
        "Parts: Food; Temples\n",
        "\n    - birch rejects (of 100: concrete 10, distinct 10, complete 10)",
        "\n  - **Kyoto** · claimed · schedule · birch, attempt 2, since 1970-01-01 00:00:00 UTC\n",
        "\n    - attempt 1 by elm failed: crashed\n",
        "\n  - **Costs** · done · text · by cedar with qwen, 300 tokens in 12.2 s\n",
    ):
        assert line in body, line


@pytest.mark.parametrize(
    ("rounds", "proposals", "words"),
    [
        (0, 1, "- effort: quick (`normal` weighs two splits"),
        (1, 2, "- effort: normal (`thorough` weighs three splits"),
        (2, 3, "- effort: thorough\n"),
        (5, 1, "- effort: numbers of its own\n"),
    ],
)
def test_the_effort_is_told_with_what_a_higher_one_might_bring(rounds: int, proposals: int, words: str) -> None:
    goal = Script(max_rounds=rounds, min_proposals=proposals).goal
    assert words in plan_markdown(goal, NAMES)
    assert words in result_markdown(goal, NAMES)


def test_votes_on_the_whole_are_told_without_marks_and_what_an_author_counts_for() -> None:
    script = Script(quorum=2)
    script.vote(whole_id(script.goal.root.id), "bert", approve=False)
    script.vote(whole_id(script.goal.root.id), "cora")
    text = plan_markdown(script.goal, NAMES)
    assert "    - birch would split it\n" in text
    assert "    - cedar would write it whole\n" in text
    assert "of 100" not in text
    assert "- a split into parts needs 2 votes for it; its author, where it votes too, counts as one\n" in text
    assert "; its author's own vote counts\n" in plan_markdown(Script(quorum=1, self_votes=True).goal, NAMES)


def test_the_json_is_the_read_model() -> None:
    goal = finished_trip().goal
    view = msgspec.json.decode(rendered(goal, NAMES)["plan.json"], type=GoalView)
    assert view == tree(goal)


def test_machines_of_one_name_are_told_apart_and_unknown_ones_named() -> None:
    names = {PeerId("anna"): "pi", PeerId("bert"): "pi", PeerId("cora"): " ", PeerId("dora"): "x" * 100}
    goal = finished_trip().goal
    text = plan_markdown(goal, names)
    for name in ("taken by pi (…anna)", "pi (…bert) approves", "machine (…cora) approves", "by " + "x" * 60 + " with"):
        assert name in text, name


@given(st.text(min_size=1, max_size=120), st.text(max_size=200), st.text(max_size=40))
def test_no_text_of_a_model_or_a_peer_breaks_the_documents(title: str, text: str, name: str) -> None:
    trip = Trip(titles=(title, "Osaka"))
    part = trip.write(trip.tasks[0], text)
    trip.write(trip.tasks[1], "```\n<!--")
    trip.merge(text, [part])
    names = dict.fromkeys(NAMES, name)
    documents = rendered(trip.goal, names)
    assert outline(documents["RESULT.md"])[-1] == "## How this was made"
    assert outline(documents["plan.md"]) == ["# Plan: A trip"]
    for content in documents.values():
        assert not [letter for letter in content if ord(letter) < 32 and letter not in "\n\t"]
    assert documents["RESULT.md"].endswith("The whole plan, with the drafts and the votes, is in plan.md.\n")


def test_the_same_plan_gives_the_same_files() -> None:
    assert rendered(finished_trip().goal, NAMES) == rendered(finished_trip().goal, NAMES)


# Folder names


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Two weeks in Japan", "two-weeks-in-japan"),
        ("Fête d'été à Orléans", "fete-d-ete-a-orleans"),
        ("日本への旅行", "ri-ben-henolu-xing"),
        ("Поездка", "poezdka"),
        ("🎉🎉🎉", "goal"),
        ("../../etc/passwd", "etc-passwd"),
        ("$(reboot); rm -rf /\x00\n", "reboot-rm-rf"),
        ("x" * 200, "x" * 60),
        ("---", "goal"),
    ],
)
def test_folder_names(title: str, slug: str) -> None:
    goal = one_of(title)
    assert folder_name(goal) == f"{slug}-{goal.id[:8]}"


@given(st.text(min_size=1, max_size=200))
def test_any_title_gives_a_safe_folder_name(title: str) -> None:
    name = folder_name(one_of(title))
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert name[0].isalnum()
    assert 10 <= len(name) <= 70


# The writer


def test_the_result_is_written_when_the_goal_has_ended(tmp_path: Path) -> None:
    writer, trip = ResultsWriter(tmp_path / "results"), Trip()
    folder = writer.write(trip.goal, NAMES)
    assert folder == tmp_path / "results" / folder_name(trip.goal)
    assert files(folder) == ["plan.json", "plan.md"]
    parts = [trip.write(task, "Text.") for task in trip.tasks]
    trip.merge("All.", parts)
    assert writer.write(trip.goal, NAMES) == folder
    assert files(folder) == ["RESULT.md", "plan.json", "plan.md"]
    for name, content in rendered(trip.goal, NAMES).items():
        assert (folder / name).read_text(encoding="utf-8") == content


def test_a_late_result_replaces_what_a_failure_left(tmp_path: Path) -> None:
    writer, trip = ResultsWriter(tmp_path), Trip(max_attempts=1)
    claims = [trip.script.claim(task) for task in trip.tasks]
    for claim in claims:
        trip.script.failure(claim)
    folder = writer.write(trip.goal, NAMES)
    assert "This goal failed" in (folder / "RESULT.md").read_text()
    late = trip.say(claims[0], "Late.")
    trip.merge("All the same.", [late])
    writer.write(trip.goal, NAMES)
    assert (folder / "RESULT.md").read_text().startswith("# A trip\n\nAll the same.\n")


def test_what_has_not_changed_is_not_written_again(tmp_path: Path) -> None:
    writer, trip = ResultsWriter(tmp_path), finished_trip()
    folder = writer.write(trip.goal, NAMES)
    before = {path.name: path.stat().st_ino for path in folder.iterdir()}
    ResultsWriter(tmp_path).write(trip.goal, NAMES)
    assert {path.name: path.stat().st_ino for path in folder.iterdir()} == before
    (folder / "plan.md").write_text("spoilt")
    writer.write(trip.goal, NAMES)
    assert (folder / "plan.md").read_text() == plan_markdown(trip.goal, NAMES)


def test_a_forgotten_goals_results_stay(tmp_path: Path) -> None:
    writer, trip = ResultsWriter(tmp_path), finished_trip()
    folder = writer.write(trip.goal, NAMES)
    before = (folder / "RESULT.md").read_text()
    trip.script.say(Forget(goal=trip.goal.id))
    assert trip.goal.state == "forgotten"
    assert writer.write(trip.goal, NAMES) == folder
    assert (folder / "RESULT.md").read_text() == before
    assert "its records were deleted; what was written of it stays" in rendered(trip.goal, NAMES)["RESULT.md"]


def test_export_writes_the_same_files_elsewhere(tmp_path: Path) -> None:
    trip = finished_trip()
    folder = ResultsWriter(tmp_path / "a").export(trip.goal, NAMES, tmp_path / "b" / "c")
    assert folder == tmp_path / "b" / "c" / folder_name(trip.goal)
    assert {path.name: path.read_text() for path in folder.iterdir()} == rendered(trip.goal, NAMES)


@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_a_full_disk_is_said_and_leaves_whole_files_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    writer, trip = ResultsWriter(tmp_path), Trip()
    with monkeypatch.context() as patched:
        patched.setattr(os if broken == "fsync" else Path, broken, full)
        with pytest.raises(ResultsError, match=r"'A trip' cannot be written .* No space left on device"):
            writer.write(trip.goal, NAMES)
    assert list(tmp_path.iterdir()) == []
    folder = writer.write(trip.goal, NAMES)
    before = {path.name: path.read_text() for path in folder.iterdir()}
    trip.write(trip.tasks[0], "Text.")
    with monkeypatch.context() as patched:
        patched.setattr(os if broken == "fsync" else Path, broken, full)
        with pytest.raises(ResultsError):
            writer.write(trip.goal, NAMES)
    assert {path.name: path.read_text() for path in folder.iterdir()} == before
    writer.write(trip.goal, NAMES)
    assert {path.name: path.read_text() for path in folder.iterdir()} == rendered(trip.goal, NAMES)


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("in the way")
    with pytest.raises(ResultsError, match="cannot be written"):
        ResultsWriter(tmp_path / "results").write(Trip().goal, NAMES)


def test_a_draft_of_a_crash_is_replaced(tmp_path: Path) -> None:
    writer, trip = ResultsWriter(tmp_path), Trip()
    folder = tmp_path / folder_name(trip.goal)
    folder.mkdir()
    (folder / ".plan.md.new").write_text("half")
    writer.write(trip.goal, NAMES)
    assert files(folder) == ["plan.json", "plan.md"]


def test_a_deep_plan_is_rendered() -> None:
    script = Script(quorum=2, max_depth=8, max_tasks=200)
    task: str = script.id
    for depth in range(8):
        split = script.accepted_split([Child(title=f"Level {depth}", leaf=False), Child(title="Leaf")], task=task)
        task = child_task_id(split.id, 0)
    text = plan_markdown(script.goal, NAMES)
    assert "\n" + "  " * 8 + "- **Level 7** · " in text
    assert isinstance(split.body, Proposal)


def test_names_are_ready_for_markdown() -> None:
    name = results.Names({PeerId("anna"): "*pi* `1`\n"})
    assert name(PeerId("anna")) == "\\*pi\\* \\`1\\`"
    assert name(None) == "nobody"
