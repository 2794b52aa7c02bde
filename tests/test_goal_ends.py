"""What is said of a goal that has ended (tests/test_trial.py has it within a whole run)."""

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from plan_script import Script

from edge_agent.goal_ends import GoalEnds
from edge_agent.records import Cancel
from edge_agent.show import terminal_console


@pytest.mark.parametrize(
    ("cancelled", "words"),
    [
        (True, "cancelled. What was written of it is in /results/a/RESULT.md"),
        (False, "finished. The answer is in /results"),
    ],
)
def test_a_goal_is_told_once_and_only_a_finished_one_has_an_answer(cancelled: bool, words: str) -> None:
    script = Script(max_depth=0)
    written: list[bool] = []
    daemon: Any = SimpleNamespace(
        models=None,
        crew=SimpleNamespace(own_goals=lambda: [script.goal]),
        results=SimpleNamespace(is_written=lambda goal: bool(written), folder_of=lambda goal: Path("/results/a")),
    )
    console = terminal_console()
    console.file = io.StringIO()
    ends = GoalEnds(daemon, console)
    ends.look()
    if cancelled:
        script.say(Cancel(goal=script.id))
    else:
        script.done(script.id)
    ends.look()
    assert console.file.getvalue() == "", "not before its results are written"
    written.append(True)
    ends.look()
    ends.look()
    assert console.file.getvalue().count(f"A trip: {words}") == 1
    assert ends.told == [script.goal]
    assert GoalEnds(daemon, console).told == []
