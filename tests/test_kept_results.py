"""What a results folder tells of its goals while no agent runs."""

from pathlib import Path

import pytest
from plan_script import Script

from edge_agent.control import ControlError
from edge_agent.kept_results import kept_files, kept_goals
from edge_agent.records import Child
from edge_agent.results import ResultsWriter


def goal_in(folder: Path, title: str) -> str:
    """The results of an open goal, as an agent writes them; the goal's id."""
    script = Script(title=title)
    script.accepted_split([Child(title="The route"), Child(title="The budget")])
    ResultsWriter(folder).write(script.goal, {})
    return str(script.goal.id)


def test_what_an_agent_wrote_is_found(tmp_path: Path) -> None:
    japan, garden = goal_in(tmp_path, "Japan"), goal_in(tmp_path, "A garden")
    assert {(goal.id, goal.title, goal.state) for goal in kept_goals(tmp_path)} == {
        (japan, "Japan", "open"),
        (garden, "A garden", "open"),
    }
    (goal,) = [goal for goal in kept_goals(tmp_path) if goal.id == japan]
    assert goal.folder == f"japan-{japan[:8]}"
    files = kept_files(tmp_path, goal)
    assert set(files) == {"plan.md", "plan.json"}
    assert "# Plan: Japan" in files["plan.md"]
    plan = tmp_path / goal.folder / "plan.md"
    plan.unlink()
    plan.mkdir()
    with pytest.raises(ControlError, match="the results of 'Japan' cannot be read"):
        kept_files(tmp_path, goal)


def test_other_folders_and_damaged_plans_are_passed_over(tmp_path: Path) -> None:
    goal_in(tmp_path, "Japan")
    (tmp_path / "notes").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "plan.json").write_text('{"id": "abcd", "title":')
    for name, text in {
        "deep": '{"x":' + "[" * 100_000,
        "late": '{"id": "abcd", "title": "Late", "state": "open", "when": 99999999999999999}',
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "plan.json").write_text(text)
    (tmp_path / "PROBLEMS.md").write_text("# Problems")
    assert [goal.title for goal in kept_goals(tmp_path)] == ["Japan"]
    assert kept_goals(tmp_path / "none") == []
    with pytest.raises(ControlError, match="cannot be read"):
        kept_goals(tmp_path / "PROBLEMS.md")
