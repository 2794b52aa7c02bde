"""Results as they lie in a results folder: what can be read while no agent runs."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from edge_agent.clock import ms_of_clock
from edge_agent.control import ControlError
from edge_agent.plan.goal import GoalState
from edge_agent.records import LATEST_CLOCK
from edge_agent.results import RESULT

PLAN: Final = "plan.json"
FILES: Final = (RESULT, "plan.md", PLAN)


class KeptGoal(Struct, frozen=True, kw_only=True):
    """A goal with a results folder, as its ``plan.json`` tells. ``when`` it was taken: milliseconds since 1970."""

    id: str
    title: str
    state: GoalState
    when: Annotated[int, Meta(ge=0, le=ms_of_clock(LATEST_CLOCK))]
    folder: str = ""
    """The name of its folder."""


def kept_goals(folder: Path) -> list[KeptGoal]:
    """The goals of the results folder, the latest first; other folders in it are passed over. ControlError where it
    cannot be read; a folder that is not there holds none.
    """
    try:
        paths = [path for path in folder.iterdir() if not path.name.startswith(".")]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ControlError(f"the results in {folder} cannot be read: {error.strerror}") from error
    goals = []
    for path in paths:
        # Somebody else's file of that name may nest without an end.
        with contextlib.suppress(OSError, msgspec.DecodeError, RecursionError):
            goal = msgspec.json.decode((path / PLAN).read_bytes(), type=KeptGoal)
            goals.append(msgspec.structs.replace(goal, folder=path.name))
    return sorted(goals, key=lambda goal: (goal.when, goal.id), reverse=True)


def kept_files(folder: Path, goal: KeptGoal) -> dict[str, str]:
    """The files of the goal, by name. ControlError where they cannot be read."""
    files = {}
    try:
        for name in FILES:
            with contextlib.suppress(FileNotFoundError):
                files[name] = (folder / goal.folder / name).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise ControlError(f"the results of {goal.title!r} cannot be read: {error}") from error
    return files
