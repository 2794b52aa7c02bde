"""Whole agents do the whole job: goal file in, finished answer out."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from processes import TESTS, Process, ended_at_last, write_homes
from waiting import wait_for

pytestmark = [pytest.mark.end_to_end, pytest.mark.mesh]

SWARM_AGENT = [sys.executable, "-m", "edge_agent.cli"]
QUICK_GOALS = {"window_seconds": 6.0, "lease_seconds": 4.0, "max_depth": 1, "max_tasks": 8}
SLOW_WRITER = {"SCRIPTED_WRITE_SECONDS": "0.4"}


def tasks_of(view: dict[str, Any]) -> list[dict[str, Any]]:
    """All live tasks of a goal's tree."""
    found: list[dict[str, Any]] = []
    stack = [view["root"]]
    while stack:
        task = stack.pop()
        found.append(task)
        stack += task["tasks"]
    return found


def tree_of(process: Process, agent: str | None = None) -> Any:
    return process.ask("tree", agent=agent)


def first_goal(process: Process) -> Any:
    tree = tree_of(process)
    return tree["goals"][0] if tree and tree["goals"] else None


def test_four_machines_three_splits_one_killed_its_disk_spoilt_one_late(tmp_path: Path) -> None:
    homes = write_homes(
        tmp_path,
        {
            "ash": ["decomposer", "scorer"],
            "beech": ["decomposer", "scorer", "executor"],
            "cherry": ["decomposer", "scorer", "executor"],
            "dogwood": ["scorer", "executor"],
        },
        goals=QUICK_GOALS | {"min_proposals": 3},
    )
    early = ("ash", "beech", "cherry")
    processes: list[Process] = []
    with ended_at_last(processes):
        running = {name: Process(homes[name], "run", **SLOW_WRITER) for name in early}
        processes += running.values()
        for one in running.values():
            one.wait_until_up()
        (homes["ash"] / "goals" / "japan.md").write_text("Plan a two-week trip to Japan\n", encoding="utf-8")

        def held() -> str | None:
            """The name of an executor that is in the middle of a task."""
            for name in ("beech", "cherry"):
                status = running[name].ask("status")
                if status and status["agents"][0]["working_on"]:
                    return name
            return None

        victim = wait_for(held, "an executor at work")
        running[victim].kill()
        goal = wait_for(lambda: first_goal(running["ash"]), "the goal in the plan")
        splits = [draft for draft in goal["root"]["drafts"] if not draft["whole"]]
        assert len({draft["author"] for draft in splits}) == 3, "three machines were to propose a split each"

        late = running["dogwood"] = Process(homes["dogwood"], "run", **SLOW_WRITER)
        processes.append(late)
        late.wait_until_up()
        answer = wait_for(lambda: next(homes["ash"].glob("results/*/RESULT.md"), None), "the answer")
        assert "Japan" in answer.read_text(encoding="utf-8")

        database = homes[victim] / "state" / "agent" / "records.sqlite"
        with database.open("r+b") as file:
            file.truncate(database.stat().st_size // 2)
        back = running[victim] = Process(homes[victim], "run", **SLOW_WRITER)
        processes.append(back)
        back.wait_until_up()

        def same_digest() -> Any:
            digests = {tree["digest"] for one in running.values() if (tree := tree_of(one))}
            return digests if len(digests) == 1 else None

        wait_for(same_digest, "one digest on all four machines")
        assert any("set aside" in problem for problem in back.ask("status")["agents"][0]["problems"])
        assert list(database.parent.glob("records.sqlite.corrupt-*"))
        for one in running.values():
            goal = first_goal(one)
            assert goal["state"] == "finished"
            assert all(task["state"] == "done" for task in tasks_of(goal))
        assert any(task["attempts"] > 1 for task in tasks_of(goal)), "nobody took over the killed machine's task"
        for one in running.values():
            assert one.terminate() == 0


def test_a_killed_swarm_goes_on_and_does_nothing_twice(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text(
        'backend = "scripted_model:make"\n[goals]\nwindow_seconds = 6.0\nlease_seconds = 4.0\nmax_depth = 1\n'
        "[inbox]\nsettle_seconds = 0.3\n",
        encoding="utf-8",
    )
    processes: list[Process] = []
    with ended_at_last(processes):
        first = Process(home, "up", "--submit", "Plan a two-week trip to Japan", **SLOW_WRITER)
        processes.append(first)

        def some_done() -> Any:
            goal = first_goal(first)
            tasks = tasks_of(goal) if goal else []
            done = {task["id"]: task["text"]["result"] for task in tasks if task["state"] == "done"}
            return done if done and len(done) < len(tasks) - 1 else None

        done = wait_for(some_done, "a task done while others are not")
        first.kill()
        second = Process(
            home, "up", "--submit", "Plan a two-week trip to Japan", "--until-done", SCRIPTED_WRITE_SECONDS="0.05"
        )
        processes.append(second)
        assert second.process.wait(120) == 0, second.text()
        assert "going on with it" in second.text()
        plans = list(home.glob("results/*/plan.json"))
        assert len(plans) == 1, "the goal was taken a second time"
        goal = json.loads(plans[0].read_text(encoding="utf-8"))
        finished = {task["id"]: task for task in tasks_of(goal)}
        assert all(task["state"] == "done" for task in finished.values())
        for task_id, result in done.items():
            assert finished[task_id]["text"]["result"] == result
            assert finished[task_id]["attempts"] == 1, "a finished task was done again"


def test_ctrl_c_stops_cleanly_and_leaves_no_process(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text('backend = "scripted_model:make"\n', encoding="utf-8")
    processes: list[Process] = []
    with ended_at_last(processes):
        process = Process(home, "up", "--submit", "Plan a party", **SLOW_WRITER)
        processes.append(process)
        wait_for(lambda: first_goal(process), "the goal in the plan")
        assert process.interrupt() == 130
        assert "goes on here" in process.text()
        assert "Traceback" not in process.text()
        left = subprocess.run(["pgrep", "-s", str(process.process.pid)], capture_output=True, text=True, check=False)
        assert left.stdout == ""


@pytest.mark.model
@pytest.mark.timeout(900)
def test_four_agents_in_one_process_with_a_real_model(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text("[goals]\nmax_depth = 1\nmax_tasks = 4\nmax_children = 3\n", encoding="utf-8")
    processes: list[Process] = []
    with ended_at_last(processes):
        process = Process(home, "up", "--model", "smollm2-135m")
        processes.append(process)
        process.wait_until_up()
        (home / "goals" / "party.md").write_text(
            "# A birthday party\n\nPlan a birthday party for 12 children in the garden in July.\n", encoding="utf-8"
        )
        answer = wait_for(lambda: next(home.glob("results/*/RESULT.md"), None), "the answer", 600)
        text = answer.read_text(encoding="utf-8")
        assert text.startswith("# A birthday party")
        assert "smollm2-135m" in text
        assert (home / "goals" / "taken" / "party.md").exists()

        names = ("alder", "birch", "cedar", "owl")

        def same_digest() -> Any:
            trees = [tree_of(process, name) for name in names]
            return trees if len({tree["digest"] for tree in trees}) == 1 else None

        trees = wait_for(same_digest, "one digest on all four agents")
        assert all(tree["goals"] == trees[0]["goals"] for tree in trees)
        goal = trees[0]["goals"][0]
        assert goal["state"] == "finished"
        authors = {vote["scorer"] for task in tasks_of(goal) for draft in task["drafts"] for vote in draft["votes"]}
        owl = process.ask("status", agent="owl")["agents"][0]["peer_id"]
        assert authors and owl not in authors, "the observer said something"
        writers = {task["text"]["who"] for task in tasks_of(goal)}
        assert len(writers) >= 2, "one agent wrote everything: those that share a model are to take turns"
        exported = tmp_path / "export"
        export = subprocess.run(
            [*SWARM_AGENT, "results", "A birthday party", "--agent=owl", f"--home={home}", f"--export={exported}"],
            capture_output=True,
            text=True,
            check=True,
            cwd=TESTS.parent,
        )
        assert (Path(export.stdout.strip()) / "RESULT.md").read_text(encoding="utf-8").startswith("# A birthday party")
        assert process.terminate() == 130
