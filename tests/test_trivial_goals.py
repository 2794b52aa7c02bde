"""Goals that need no plan end at once, with a real model: nobody splits "do nothing"."""

import json
from pathlib import Path

import pytest
from processes import Process, ended_at_last

pytestmark = [pytest.mark.end_to_end, pytest.mark.mesh, pytest.mark.model]


@pytest.mark.parametrize("goal", ["do nothing", "add 2 and 3"])
@pytest.mark.timeout(600)
def test_a_trivial_goal_ends_with_one_or_two_tasks(tmp_path: Path, goal: str) -> None:
    home = tmp_path / "home"
    processes: list[Process] = []
    with ended_at_last(processes):
        process = Process(home, "up", "--model", "smollm2-135m", "--submit", goal, "--until-done")
        processes.append(process)
        assert process.process.wait(500) == 0, process.text()
        (plan,) = home.glob("results/*/plan.json")
        view = json.loads(plan.read_text(encoding="utf-8"))
        assert view["state"] == "finished"
        assert view["live_tasks"] <= 2
        assert list(home.glob("results/*/RESULT.md"))
