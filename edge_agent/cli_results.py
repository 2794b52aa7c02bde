"""``swarm-agent results``: the goals that have results, and the results of one; with and without a running agent."""

from __future__ import annotations

import argparse
import contextlib
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from edge_agent.cli_goal import AddCommand, HomeOf
from edge_agent.clock import ms_of_clock
from edge_agent.control import ControlError, NoAnswerError, NotRunningError, ask
from edge_agent.goal_names import GoalName, place_of
from edge_agent.home import Home
from edge_agent.kept_log import kept_plan
from edge_agent.kept_results import KeptGoal, kept_files, kept_goals
from edge_agent.membership import MembershipError
from edge_agent.plan import Plan
from edge_agent.printable import one_line, print_json, printable
from edge_agent.records import PeerId
from edge_agent.results import folder_name, rendered


def register(commands: Any, add: AddCommand, home: HomeOf) -> None:
    """Add the command."""
    results = add(
        commands, "results", lambda options: _results(options, home(options)),
        "the answer to a goal; without GOAL a list of all goals that have results",
    )  # fmt: skip
    results.add_argument("goal", metavar="GOAL", nargs="?", help="a goal's id or title, or a part of it")
    results.add_argument("--export", metavar="DIR", type=Path, help="write the results folder into DIR")
    results.add_argument("--agent", help="as this agent sees it (name or peer id)")


def _results(options: argparse.Namespace, home: Home) -> int:
    if options.goal is None and options.export is not None:
        raise ControlError("name the goal whose results you want to export: `swarm-agent results GOAL --export DIR`")
    try:
        value = ask(home.path, "results", goal=options.goal, agent=options.agent)
    except NotRunningError as error:
        if options.agent is not None:
            raise
        value = _kept(home, options.goal, error)
    except NoAnswerError:
        raise
    except ControlError as error:
        if options.goal is None or options.agent is not None:
            raise
        value = _written_alone(home, options.goal, error)
    else:
        if options.goal is None and options.agent is None:
            value = value | {"goals": _latest_first([*value["goals"], *map(_of_kept, _unknown(home, value))])}
    if value.get("state") == "forgotten":
        value = _remembered(home, value)
    if options.goal is None:
        return _list(options, home, value)
    if options.export is not None:
        return _export(options, value)
    if options.json:
        print_json(value)
    elif "RESULT.md" in value["files"]:
        print(printable(value["files"]["RESULT.md"]))
    else:
        print(printable(value["files"].get("plan.md", "")))
        print("There is no answer yet: this is the plan so far.", file=sys.stderr)
    return 0


def _kept(home: Home, wanted: str | None, why: NotRunningError) -> Any:
    """The agent's answer as far as the results folder and the logs tell it; NotRunningError where they hold nothing."""
    written = {goal.id: goal for goal in kept_goals(home.results)}
    plan, names = Plan(), dict[PeerId, str]()
    with contextlib.suppress(MembershipError, OSError):  # a damaged key hides no answer that was written
        if home.swarm_key.exists():  # none is made here
            plan, names = kept_plan(home.path / "state", home.membership().swarm)
    heard = [goal for goal in plan.goals() if goal.id not in written]
    told = list(map(_of_kept, written.values()))
    told += [
        _told(goal.id, goal.goal.title, goal.state, ms_of_clock(goal.record.clock), folder_name(goal)) for goal in heard
    ]
    told = _latest_first(told)
    if not told:
        raise NotRunningError(f"{why}. No goal was ever taken or heard of here") from why
    print(f"No agent runs for {home.path}: this is how things stood when the last one ended.", file=sys.stderr)
    if wanted is None:
        return {"goals": told}
    one = _meant(told, wanted)
    if one["goal"] in written:
        files = kept_files(home.results, written[one["goal"]])
    else:
        files = next(rendered(goal, names) for goal in heard if goal.id == one["goal"])
    return {"goal": one["goal"], "state": one["state"], "folder": one["folder"], "files": files}


def _written_alone(home: Home, wanted: str, why: ControlError) -> Any:
    """The files of a goal of which the agent knows nothing: its log may have been lost, and its answer is here."""
    known = ask(home.path, "results", goal=None, agent=None)
    unknown = _unknown(home, known)
    if not unknown:
        raise why
    one = _meant([*known["goals"], *map(_of_kept, unknown)], wanted)
    goal = next((goal for goal in unknown if goal.id == one["goal"]), None)
    if goal is None:
        raise why
    print(f"The agent has no records of this goal: this is what lies in {home.results}.", file=sys.stderr)
    return {"goal": goal.id, "state": goal.state, "folder": goal.folder, "files": kept_files(home.results, goal)}


def _unknown(home: Home, value: Any) -> list[KeptGoal]:
    """The goals with a results folder that the agent's list lacks; none where the folder is another user's."""
    known = {one["goal"] for one in value["goals"]}
    with contextlib.suppress(ControlError):
        return [goal for goal in kept_goals(home.results) if goal.id not in known]
    return []


def _of_kept(goal: KeptGoal) -> dict[str, Any]:
    return _told(goal.id, goal.title, goal.state, goal.when, goal.folder)


def _meant(told: list[dict[str, Any]], wanted: str) -> dict[str, Any]:
    """The goal that the owner named. ControlError where none or many fit."""
    return told[place_of([GoalName(one["goal"], one["title"], one["state"]) for one in told], wanted)]


def _latest_first(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(told, key=lambda one: (one["when"], one["goal"]), reverse=True)


def _remembered(home: Home, value: Any) -> Any:
    """Of a goal whose records were deleted: what was written before, where it was written here."""
    goal = None
    with contextlib.suppress(ControlError):  # another user's folder: the agent's answer is all there is
        goal = next((one for one in kept_goals(home.results) if one.id == value["goal"]), None)
    if goal is None:
        return value
    print(f"The records of this goal were deleted: this is what was written into {home.results}.", file=sys.stderr)
    return value | {"folder": goal.folder, "files": kept_files(home.results, goal)}


def _told(goal: str, title: str, state: str, when: int, folder: str) -> dict[str, Any]:
    return {"goal": goal, "title": title, "state": state, "when": when, "folder": folder}


def _list(options: argparse.Namespace, home: Home, value: Any) -> int:
    if options.json:
        print_json(value)
        return 0
    for goal in value["goals"]:
        taken = datetime.fromtimestamp(goal["when"] / 1_000).astimezone().strftime("%Y-%m-%d %H:%M")
        print(f"{goal['goal'][:8]}  {taken}  {goal['state']:9}  {one_line(goal['title'])}")
    if value["goals"] and sys.stdout.isatty():
        print(f"`swarm-agent results GOAL` prints one of them. All that were taken here lie in {home.results}")
    if not value["goals"]:
        print('no goals yet: `swarm-agent submit "Plan a picnic"` hands one in')
    return 0


def _export(options: argparse.Namespace, value: Any) -> int:
    folder = options.export / value["folder"]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in value["files"].items():
            (folder / name).write_text(content, encoding="utf-8", errors="replace")
    except OSError as error:
        raise ControlError(f"the results cannot be written to {folder}: {error.strerror}") from error
    if options.json:
        print_json({"goal": value["goal"], "state": value["state"], "folder": str(folder)})
    else:
        print(folder)
    return 0
