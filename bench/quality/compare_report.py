"""The comparison in Markdown: figures, where the swarm loses, and blind pairs for people to judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import mean
from typing import Final, Literal

import msgspec
from msgspec import Struct

from bench.quality.answers import AnswerFigures
from bench.quality.asking import Spent
from bench.quality.goals import Goal
from bench.quality.report import table
from edge_agent.markdown import embed
from edge_agent.roles.text import one_line

Arm = Literal["one call", "plan and execute", "swarm"]
ARMS: Final[tuple[Arm, ...]] = ("one call", "plan and execute", "swarm")
SWARM: Final[Arm] = "swarm"
_SHUFFLE_SEED: Final = 6


class Answered(Struct, frozen=True, kw_only=True):
    """One answer to one goal."""

    goal: str
    arm: Arm
    text: str
    cut: bool
    """Cut off at a limit of tokens; of the swarm: not finished, or a part failed."""
    figures: AnswerFigures
    spent: Spent
    waited: float
    """Seconds until the answer was there."""


class _Measure(Struct, frozen=True):
    """A figure that is compared; ``better`` is 1 where more is better, -1 where less is."""

    name: str
    value: Callable[[Answered], float | None]
    better: int
    show: Callable[[float], str]


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _whole(value: float) -> str:
    return f"{value:.0f}"


_MEASURES: Final = (
    _Measure("words", lambda one: float(one.figures.words), 0, _whole),
    _Measure("lines that are new", lambda one: one.figures.distinct, 1, _percent),
    _Measure("language kept", lambda one: float(one.figures.language_kept), 1, _percent),
    _Measure("stated named", lambda one: one.figures.named, 1, _percent),
    _Measure("days covered", lambda one: one.figures.days, 1, _percent),
    _Measure("advice lines", lambda one: float(one.figures.advice), -1, _whole),
    _Measure("chatter lines", lambda one: float(one.figures.chatter), -1, _whole),
    _Measure("cut off", lambda one: float(one.cut), -1, _whole),
    _Measure("tokens read", lambda one: float(one.spent.evaluated), -1, _whole),
    _Measure("tokens written", lambda one: float(one.spent.written), -1, _whole),
    _Measure("model seconds", lambda one: one.spent.seconds, -1, _whole),
    _Measure("seconds waited", lambda one: one.waited, -1, _whole),
)
_COSTS: Final = frozenset(("tokens read", "tokens written", "model seconds", "seconds waited"))


def report(model: str, answers: Sequence[Answered], goals: Sequence[Goal]) -> Iterator[str]:
    """The figures, line by line."""
    yield f"# One call, a central planner, and the swarm: {model}"
    yield ""
    yield (
        "Deterministic figures, coarse by nature: the blind pairs are for people. Tokens read are those read anew. "
        "Model seconds are those of the machine as it was then; the waiting of the swarm includes votes and mesh."
    )
    yield ""
    yield "## All goals"
    yield ""
    whole = [goal for goal in goals if len(_of(answers, goal)) == len(ARMS)]
    yield f"Means over the {len(whole)} of {len(goals)} goals that all three answered."
    yield ""
    rows = []
    for measure in _MEASURES:
        cells = []
        for arm in ARMS:
            values = [measure.value(one) for goal in whole for one in _of(answers, goal) if one.arm == arm]
            known = [value for value in values if value is not None]
            show = _percent if measure.name == "cut off" else measure.show
            cells.append(show(mean(known)) if known else "-")
        rows.append((measure.name, *cells))
    yield from table(("", *ARMS), rows)
    yield ""
    yield "## Where the swarm loses"
    yield ""
    yield from _losses(answers, whole)
    for goal in goals:
        here = _of(answers, goal)
        if not here:
            continue
        yield f"## {goal.id} ({goal.area}, {goal.language})"
        yield ""
        yield f"> {one_line(goal.text, 300)}"
        yield ""
        yield from table(
            ("", *(one.arm for one in here)),
            [(measure.name, *(_cell(measure, one) for one in here)) for measure in _MEASURES],
        )
        yield ""


def _cell(measure: _Measure, answer: Answered) -> str:
    value = measure.value(answer)
    return "-" if value is None else measure.show(value)


def _of(answers: Sequence[Answered], goal: Goal) -> list[Answered]:
    return [one for arm in ARMS for one in answers if one.goal == goal.id and one.arm == arm]


def _losses(answers: Sequence[Answered], goals: Sequence[Goal]) -> Iterator[str]:
    """For each figure, on which goals another way was better than the swarm; costs as factors."""
    for measure in _MEASURES:
        if not measure.better:
            continue
        lost: list[str] = []
        factors: list[float] = []
        for goal in goals:
            values = {one.arm: measure.value(one) for one in _of(answers, goal)}
            own = values.pop(SWARM)
            others = [value for value in values.values() if value is not None]
            if own is None or not others:
                continue
            best = max(others) if measure.better > 0 else min(others)
            if (own - best) * measure.better < 0:
                lost.append(f"{goal.id} ({measure.show(own)} against {measure.show(best)})")
            if measure.name in _COSTS and min(others) > 0:
                factors.append(own / min(others))
        if measure.name in _COSTS:
            if factors:
                yield f"- {measure.name}: {mean(factors):.1f} times those of the cheapest other way"
        elif lost:
            yield f"- {measure.name}: on {len(lost)} of {len(goals)} goals: {', '.join(lost)}"
    yield ""


class Pair(Struct, frozen=True, kw_only=True):
    """Which way wrote which answer of a blind pair: for the key file."""

    pair: int
    goal: str
    first: Arm
    second: Arm


def write_pairs(answers: Sequence[Answered], goals: Sequence[Goal], folder: Path) -> list[Pair]:
    """Write the pairs of the swarm's answer with each of the others, one file each, shuffled and without names.

    The key goes into ``key.json`` beside the folder of pairs. The order follows from a fixed seed and the pairs alone.
    """
    pairs: list[tuple[Goal, list[Answered]]] = []
    for goal in goals:
        here = _of(answers, goal)
        swarm = [one for one in here if one.arm == SWARM]
        pairs += [(goal, [*swarm, other]) for other in here if swarm and other.arm != SWARM]
    chance = Random(_SHUFFLE_SEED)
    chance.shuffle(pairs)
    target = folder / "pairs"
    target.mkdir(parents=True, exist_ok=True)
    for old in target.glob("*.md"):
        old.unlink()
    key: list[Pair] = []
    for number, (goal, both) in enumerate(pairs, start=1):
        chance.shuffle(both)
        (target / f"{number:02}.md").write_text("\n".join(_pair(number, goal, both)), "utf-8")
        key.append(Pair(pair=number, goal=goal.id, first=both[0].arm, second=both[1].arm))
    (folder / "key.json").write_bytes(msgspec.json.format(msgspec.json.encode(key)) + b"\n")
    sheet = [
        "# Which answer is better?",
        "",
        "Read a pair and write A, B or = behind its number: which answer would you rather have for the goal above it? "
        "Do not look into key.json before.",
        "",
        *(f"- {one.pair:02}:" for one in key),
    ]
    (folder / "sheet.md").write_text("\n".join(sheet) + "\n", "utf-8")
    return key


def _pair(number: int, goal: Goal, both: Sequence[Answered]) -> Iterator[str]:
    yield f"# Pair {number:02}"
    yield ""
    yield from (f"> {line}".rstrip() for line in goal.text.strip().split("\n"))
    for letter, one in zip("AB", both, strict=True):
        yield from ("", f"## Answer {letter}", "", embed(one.text, 2), "", "---")
    yield ""


def write_answers(answers: Sequence[Answered], folder: Path) -> None:
    """Each answer whole, in a file of its own: ``answers/<goal>/<way>.md``."""
    for one in answers:
        path = folder / "answers" / one.goal / f"{one.arm.replace(' ', '-')}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(one.text + "\n", "utf-8")
