"""``swarm-agent results``: with a running agent, and from the results folder while none runs."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from plan_script import Script
from test_cli import GOAL, NASTY, Agent, agent
from test_kept_results import goal_in

from edge_agent import cli
from edge_agent.control import ControlError, ControlServer
from edge_agent.records import Cancel
from edge_agent.results import ResultsWriter

__all__ = ["agent"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home for which no agent runs, with the results of two goals."""
    goal_in(tmp_path / "results", "Japan")
    script = Script(title="A garden")
    script.say(Cancel(goal=script.goal.id, reason="no time"))
    ResultsWriter(tmp_path / "results").write(script.goal, {})
    return tmp_path


def test_answers_are_read_while_no_agent_runs(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["results", "A garden", "--home", str(home)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("# A garden\n")
    assert err == f"No agent runs for {home}: this is how things stood when the last one ended.\n"
    assert cli.main(["results", "Japan", "--home", str(home), "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert (value["state"], set(value["files"])) == ("open", {"plan.md", "plan.json"})
    assert cli.main(["results", "Japan", "--home", str(home), "--export", str(home / "out")]) == 0
    assert Path(capsys.readouterr().out.strip()).joinpath("plan.md").is_file()
    (home / "file").touch()
    assert cli.main(["results", "Japan", "--home", str(home), "--export", str(home / "file")]) == 1
    assert f"the results cannot be written to {home / 'file'}" in capsys.readouterr().err
    assert cli.main(["results", "Norway", "--home", str(home)]) == 1
    assert "no goal fits 'Norway'" in capsys.readouterr().err


def test_a_damaged_key_hides_no_answer(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "state").mkdir()
    (home / "state" / "swarm.key").write_text("damaged")
    assert cli.main(["results", "A garden", "--home", str(home)]) == 0
    assert capsys.readouterr().out.startswith("# A garden\n")


def test_without_a_goal_all_are_listed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["results", "--home", str(home)]) == 0
    out, err = capsys.readouterr()
    assert {tuple(line.split()[3:]) for line in out.splitlines()} == {("open", "Japan"), ("cancelled", "A", "garden")}
    assert "No agent runs for" in err
    assert cli.main(["results", "--home", str(home), "--json"]) == 0
    goals = json.loads(capsys.readouterr().out)["goals"]
    assert all((home / "results" / goal["folder"]).is_dir() for goal in goals)
    assert cli.main(["results", "--home", str(home), "--export", "x"]) == 1
    assert "name the goal" in capsys.readouterr().err


def test_where_nothing_was_written_it_is_said_that_no_agent_runs(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["results", "Japan", "--home", str(tmp_path / "other")]) == 1
    err = capsys.readouterr().err
    assert "no agent runs for" in err
    assert "No goal was ever taken or heard of here" in err
    # What one agent of several sees, only a running one can tell.
    assert cli.main(["results", "Japan", "--agent", "owl", "--home", str(home)]) == 1
    assert "no agent runs for" in capsys.readouterr().err


async def test_a_running_agent_lists_its_goals(
    agent: Agent, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one = {"goal": GOAL, "title": f"Japan {NASTY}", "state": "finished", "when": 1_000, "folder": "japan-abababab"}
    agent.answers["results"] = {"goals": [one]}
    assert await agent.run("results") == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{GOAL[:8]}  19")
    assert "finished   Japan \\x1b" in out
    assert err == ""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert await agent.run("results") == 0
    assert f"All that were taken here lie in {agent.home / 'results'}" in capsys.readouterr().out
    agent.answers["results"] = {"goals": []}
    assert await agent.run("results") == 0
    assert "no goals yet" in capsys.readouterr().out


async def test_of_a_forgotten_goal_what_was_written_before_is_shown(
    agent: Agent, capsys: pytest.CaptureFixture[str]
) -> None:
    goal = goal_in(agent.home / "results", "Japan")
    files = {"RESULT.md": "# Japan\n\nIts records were deleted.\n"}
    agent.answers["results"] = {"goal": goal, "state": "forgotten", "folder": "japan", "files": files}
    assert await agent.run("results", "Japan") == 0
    out, err = capsys.readouterr()
    assert out.startswith("# Plan: Japan\n")
    assert "The records of this goal were deleted" in err
    agent.answers["results"]["goal"] = GOAL  # of another machine: nothing was written here
    assert await agent.run("results", "Japan") == 0
    assert capsys.readouterr() == (f"{files['RESULT.md']}\n", "")


async def test_what_was_written_is_shown_though_the_agent_lost_its_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    goal = goal_in(tmp_path / "results", "Japan")
    goals = [{"goal": GOAL, "title": "A garden", "state": "open", "when": 1_000, "folder": "a-garden-abababab"}]

    async def answer(request: dict[str, Any]) -> Any:
        if request["goal"] is None:
            return {"goals": goals}
        raise ControlError("no goal fits")

    async def run(*arguments: str) -> int:
        return await asyncio.to_thread(cli.main, ["results", *arguments, "--home", str(tmp_path)])

    server = ControlServer(tmp_path, {"results": answer})
    await server.start()
    try:
        assert await run() == 0
        out = capsys.readouterr().out
        assert goal[:8] in out and GOAL[:8] in out
        assert await run("Japan") == 0
        out, err = capsys.readouterr()
        assert out.startswith("# Plan: Japan\n")
        assert "The agent has no records of this goal" in err
        assert await run("Norway") == 1
        assert "no goal fits" in capsys.readouterr().err
        assert await run("A garden") == 1, "the agent knows it, and said why not"
        assert "no goal fits" in capsys.readouterr().err
        assert await run("Japan", "--agent", "owl") == 1
        assert "no goal fits" in capsys.readouterr().err
        goals.append(goals[0] | {"goal": goal, "title": "Japan"})
        assert await run("Japan") == 1, "what the agent knows is for it to tell"
        capsys.readouterr()
        assert await run() == 0
        assert capsys.readouterr().out.count("Japan") == 1
    finally:
        await server.stop()


async def test_an_agents_answer_is_shown_where_the_results_cannot_be_read(
    agent: Agent, capsys: pytest.CaptureFixture[str]
) -> None:
    (agent.home / "results").write_text("no folder")
    files = {"RESULT.md": "# Japan\n\nIts records were deleted.\n"}
    agent.answers["results"] = {"goal": GOAL, "state": "forgotten", "folder": "japan", "files": files}
    assert await agent.run("results", "Japan") == 0
    assert capsys.readouterr().out.startswith("# Japan")
    agent.answers["results"] = {"goals": []}
    assert await agent.run("results") == 0
    assert "no goals yet" in capsys.readouterr().out
