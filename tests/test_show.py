"""What people see of a plan: trees and event lines, of plans made of records."""

import io

from plan_script import Script
from rich.console import Console

from edge_agent.plan import Plan
from edge_agent.plan.tree import tree
from edge_agent.records import Cancel, Child, PeerId
from edge_agent.show import EventLines, goal_lines, live_view, name_of, short

NAMES = {PeerId(name): name.capitalize() for name in ("anna", "bert", "cora", "dora")}


def told(script: Script) -> list[str]:
    """All event lines of the script, as a listener hears them one by one."""
    events = EventLines()
    plan = Plan()
    lines = []
    for record in script.records:
        plan.apply(record)
        lines += events.lines(record, plan, NAMES)
    return lines


def rendered(script: Script, width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(live_view([tree(script.goal)], NAMES, {}, "the footer"))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def story() -> Script:
    script = Script(quorum=2)
    split = script.accepted_split([Child(title="The route"), Child(title="The budget")])
    script.done(script.child(split, 0).id)
    script.failure(script.claim(script.child(split, 1).id))
    script.claim(script.child(split, 1).id, "cora", attempt=2)
    return script


def test_every_step_is_told_once_in_words() -> None:
    lines = told(story())
    text = "\n".join(lines)
    assert lines[0].endswith("takes the goal: A trip")
    assert "1. The route" in text
    assert "claims 'The route' to write" in text
    assert "finishes 'The route'" in text
    assert "gives up 'The budget': crashed" in text
    assert "claims 'The budget' to write (attempt 2)" in text
    assert text.count("=> accepted for 'A trip'") == 1


def test_a_cancelled_goal_and_a_closed_task_are_told() -> None:
    script = Script(quorum=2, max_attempts=1)
    split = script.accepted_split(2)
    script.failure(script.claim(script.child(split, 0).id))
    script.claim(script.child(split, 1).id)
    script.claim(script.child(split, 1).id, "cora", attempt=2)
    script.say(Cancel(goal=script.id, reason="no time"))
    text = "\n".join(told(script))
    assert "closes 'Part 1': all 1 attempts failed" in text
    assert "cancels 'A trip': no time" in text


def test_the_tree_shows_states_who_and_drafts() -> None:
    script = story()
    lines = list(goal_lines(tree(script.goal), NAMES))
    assert lines[0].startswith("A trip [open]")
    assert lines[0].endswith(", 1 of 3 tasks done, effort normal")
    assert any("✓ The route (" in line for line in lines)
    assert any("▶ The budget (" in line and "attempt 2" in line for line in lines)
    assert any(
        "accepted: Anna's split by parts, mark 50 of 100: 2 votes for it, none against (2 were needed)" in line
        for line in lines
    )
    assert not any("|" in line for line in goal_lines(tree(script.goal), NAMES, drafts=False))


def test_the_live_tree_has_the_same_and_survives_a_narrow_terminal() -> None:
    script = story()
    for width in (100, 20):
        text = rendered(script, width)
        assert "✓" in text
        assert "the footer" in text


def test_a_goal_of_a_newer_version_says_so() -> None:
    lines = list(goal_lines(tree(Script(rules=9).goal), NAMES))
    assert any("newer version" in line for line in lines)


def test_names_and_cuts() -> None:
    assert name_of(PeerId("anna"), NAMES) == "Anna"
    assert name_of(PeerId("12D3KooWabcdef"), {}) == "…abcdef"
    assert name_of(None, NAMES) == "nobody"
    assert short("a\n  b", 10) == "a b"
    assert len(short("x" * 100, 10)) == 10


NASTY = "\x1b]0;owned\x07[bold]\x9b2J"


def test_nothing_that_a_terminal_obeys_is_shown() -> None:
    script = Script(quorum=2)
    split = script.accepted_split([Child(title=f"The route {NASTY}"), Child(title="The budget")])
    script.failure(script.claim(script.child(split, 0).id))
    script.say(Cancel(goal=script.id, reason=NASTY))
    names = {peer: name + NASTY for peer, name in NAMES.items()}
    events, plan, lines = EventLines(), Plan(), list(goal_lines(tree(script.goal), names))
    for record in script.records:
        plan.apply(record)
        lines += events.lines(record, plan, names)
    console = Console(file=io.StringIO(), width=100, force_terminal=False)
    console.print(live_view([tree(script.goal)], names, {}, f"footer {NASTY}"))
    assert isinstance(console.file, io.StringIO)
    text = "\n".join(lines) + console.file.getvalue()
    assert "owned" in text
    assert not {"\x1b", "\x07", "\x9b"} & set(text)


def test_a_low_terminal_shows_what_fits_and_says_what_is_left() -> None:
    script = Script(quorum=2)
    script.split(children=[Child(title=f"Part {number}") for number in range(6)])
    views = [tree(script.goal)] * 30
    for height, expected in ((1_000, 30), (24, 10)):
        console = Console(file=io.StringIO(), width=100, force_terminal=False)
        console.print(live_view(views, NAMES, {}, "the footer", height=height, of=40))
        assert isinstance(console.file, io.StringIO)
        lines = console.file.getvalue().splitlines()
        assert lines[-1] == "the footer"
        assert sum("A trip" in line for line in lines) <= expected
        assert len(lines) <= height
        assert lines[-2].startswith("and ")


def test_one_split_is_one() -> None:
    script = Script(quorum=2)
    script.split(2)
    (line,) = [line for line in goal_lines(tree(script.goal), NAMES) if "split proposed" in line]
    assert "1 split proposed, not enough votes yet" in line
