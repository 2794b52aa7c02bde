"""The goals of the bench, with what a deterministic check can look for in a plan of each."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from edge_agent.roles.prompts import Brief
from edge_agent.roles.text import one_line

GOALS_FILE: Final = Path(__file__).with_name("goals.toml")
TITLE_CHARACTERS: Final = 100

Language = Literal["en", "de", "ms", "pl", "es"]
Unit = Literal["day", "weekend", "week", "month"]
Area = Literal["travel", "household", "events", "learning", "writing", "home IT", "hobbies", "work", "trivial"]


class Goal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A goal as a person would put it, and what it states. ``big``: it calls for a plan of several parts."""

    id: str
    area: Area
    language: Language
    text: str
    big: bool = True
    span: tuple[int, Unit] | None = None
    """How long what is planned lasts: a count and its unit."""
    people: int | None = None
    places: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    """Further numbers that matter (money, recipes, devices), as digits without separators."""

    @property
    def title(self) -> str:
        """The first line, shortened."""
        return one_line(self.text.strip().split("\n", 1)[0], TITLE_CHARACTERS)

    @property
    def brief(self) -> Brief:
        """What the roles are told. The language is left for them to find out, as with a goal from the inbox."""
        return Brief(goal=self.text.strip(), title=self.title)


class _File(Struct, forbid_unknown_fields=True):
    goals: list[Goal]


def read_goals(path: Path = GOALS_FILE) -> dict[str, Goal]:
    """All goals by id, in the file's order. ValueError (msgspec's too) where the file is not well formed."""
    found = msgspec.convert(tomllib.loads(path.read_text("utf-8")), _File).goals
    by_id = {goal.id: goal for goal in found}
    if len(by_id) < len(found):
        raise ValueError(f"{path.name}: a goal's id occurs twice")
    return by_id


def chosen(goals: dict[str, Goal], ids: Sequence[str]) -> list[Goal]:
    """The goals of these ids, all where there are none; ValueError with the ids there are for an unknown one."""
    unknown = [one for one in ids if one not in goals]
    if unknown:
        raise ValueError(f"there is no goal {', '.join(unknown)}. There are: {', '.join(goals)}.")
    return [goal for goal in goals.values() if not ids or goal.id in ids]
