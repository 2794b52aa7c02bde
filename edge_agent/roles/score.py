"""The scorer: is this split concrete, distinct and complete? Deterministic gates first, then likelihood.

Small models cannot mark a list when asked to. What they can do is tell how likely a list is: the mean over its tokens
of ``log P(list | goal) - log P(list | "reach a goal")`` (pointwise mutual information, in nats per token) tells lists
that belong to the goal from lists that belong to another, even with half a billion parameters. See docs/prompts.md.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from edge_agent.records import Child, Scores
from edge_agent.roles import list_gates
from edge_agent.roles.prompts import SCORED_GOAL_TOKENS, Brief, likelihood, task_lines
from edge_agent.roles.requests import ModelRefused, Prompt, TextLikelihood, Work
from edge_agent.roles.text import one_line, stems


class Judgement(Struct, frozen=True, kw_only=True):
    """What a vote is made of."""

    approve: bool
    scores: Scores
    critique: str
    """Empty where nothing is to be said; else clauses that name items by number from 1, joined by "; "."""


class Calibration(Struct, frozen=True, kw_only=True):
    """Bounds of one model's PMI, nats per token. See docs/prompts.md for how they were measured."""

    strange: float
    """A list whose mean lies below has little to do with the goal."""
    strange_item: float
    """So has an item below this."""
    fitting: float
    """A list at or above this fits fully."""


_CALIBRATIONS: Final[Mapping[str, Calibration]] = {
    "smollm2-135m": Calibration(strange=0.13, strange_item=-0.1, fitting=0.6),
    "qwen2.5-coder-0.5b": Calibration(strange=0.12, strange_item=-0.1, fitting=0.6),
    "qwen2.5-coder-1.5b": Calibration(strange=0.12, strange_item=-0.16, fitting=0.6),
}
_CALIBRATION: Final = Calibration(strange=0.15, strange_item=-0.1, fitting=0.6)

_STRANGE_SHARE: Final = 0.34
"""The share of strange items from which a list is refused, two items at least."""
_MOST_WORLDLY: Final = 0.5
"""A list with a greater share of worldly deeds (book, buy, hire) is refused: no text model can carry it out."""
_SAYINGS: Final[tuple[tuple[list_gates.FaultKind, str, str], ...]] = (
    ("echo", "only says the goal again", "only say the goal again"),
    ("vague", "is vague", "are vague"),
    ("short", "says nothing", "say nothing"),
    ("language", "is in another language", "are in another language"),
    ("loop", "repeats itself", "repeat themselves"),
    ("deed", "is a deed, not a piece of writing", "are deeds, not pieces of writing"),
)

_SYSTEM: Final = "You split a goal into sub-tasks."
_NO_GOAL: Final = "Goal: reach a goal\nList the sub-tasks."


class Fit(Struct, frozen=True, kw_only=True):
    """How well a list fits its goal: PMI in nats per token, of the list and of each item."""

    whole: float
    items: tuple[float, ...]


def judge(brief: Brief, children: Sequence[Child], *, model: str, threshold: int) -> Work[Judgement]:
    """Judge a split of the task; two requests at most.

    It is approved where no gate refuses it, it fits the goal, and the mean of its marks reaches ``threshold``
    (0 to 100). A model that cannot read the list leaves the judgement to the gates.
    """
    items = [_item(child) for child in children]
    goal = brief.goal if brief.is_root else brief.subject
    faults = [*list_gates.list_faults(goal, items, language=brief.language_code)]
    fit: Fit | None = None
    if items:
        try:
            fit = yield from fit_of(brief, items)
        except ModelRefused:
            fit = None
    calibration = _CALIBRATIONS.get(model, _CALIBRATION)
    strange = _strange_items(fit, calibration)
    marks = _marks(goal, items, faults, fit, strange, calibration)
    approve = (
        marks.mean >= threshold
        and not (faults and _refuses(items, faults))
        and not _is_strange(fit, strange, calibration)
    )
    return Judgement(approve=approve, scores=marks, critique=critique_of(faults, strange, fit, calibration))


def fit_of(brief: Brief, items: Sequence[str]) -> Work[Fit]:
    """The list's PMI with the goal: two likelihoods of the same text, with and without the goal."""
    lines = [f"{number}. {item}" for number, item in enumerate(items, start=1)]
    text = "\n".join(lines)
    told = Prompt(system=_SYSTEM, user=f"{task_lines(brief, SCORED_GOAL_TOKENS)}\nList the sub-tasks.")
    with_goal = yield from likelihood(told, text)
    without = yield from likelihood(Prompt(system=_SYSTEM, user=_NO_GOAL), text)
    return _fit(with_goal, without, lines)


def expected_requests() -> int:
    """How many requests a judgement takes, for showing progress."""
    return 2


def _item(child: Child) -> str:
    return one_line(f"{child.title}: {child.detail}" if child.detail else child.title, 160)


def _fit(with_goal: TextLikelihood, without: TextLikelihood, lines: Sequence[str]) -> Fit:
    """Mean differences over all tokens and over each line's; 0 where nothing was told of a line."""
    starts: list[int] = []
    at = 0
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    sums = [0.0] * len(lines)
    counts = [0] * len(lines)
    rows = zip(with_goal.log_probabilities, without.log_probabilities, with_goal.offsets, strict=False)
    for told, untold, offset in rows:
        line_at = max(bisect_right(starts, offset) - 1, 0)
        difference = told - untold
        if math.isfinite(difference):
            sums[line_at] += difference
            counts[line_at] += 1
    total = sum(counts)
    return Fit(
        whole=sum(sums) / total if total else 0.0,
        items=tuple(value / count if count else 0.0 for value, count in zip(sums, counts, strict=True)),
    )


def _strange_items(fit: Fit | None, calibration: Calibration) -> tuple[int, ...]:
    """The items to name: those that the goal lowers much; in a list refused as a whole, all that it lowers."""
    if fit is None:
        return ()
    bound = calibration.strange_item if fit.whole >= calibration.strange else 0.0
    return tuple(index for index, value in enumerate(fit.items) if value < bound)


def _is_strange(fit: Fit | None, strange: Sequence[int], calibration: Calibration) -> bool:
    """Whether the list belongs to another goal, in whole or in a good part."""
    if fit is None:
        return False
    return fit.whole < calibration.strange or len(strange) >= max(2, round(len(fit.items) * _STRANGE_SHARE))


def _refuses(items: Sequence[str], faults: Sequence[list_gates.Fault]) -> bool:
    """Whether these faults alone refuse the list: repeats, echoes and the like in any item, or mostly worldly deeds."""
    blurred = sum(fault.kind in ("vague", "short") for fault in faults)
    return (
        any(fault.kind in ("overlap", "echo", "count", "language", "loop") for fault in faults)
        or 2 * blurred >= len(items)
        or list_gates.worldly_share(items) > _MOST_WORLDLY
    )


def _marks(
    goal: str,
    items: Sequence[str],
    faults: Sequence[list_gates.Fault],
    fit: Fit | None,
    strange: Sequence[int],
    calibration: Calibration,
) -> Scores:
    """Marks in plain steps: what a fault costs depends on how much of the list it spoils."""
    count = max(len(items), 1)

    def share(*kinds: list_gates.FaultKind) -> float:
        return len({fault.items[-1] for fault in faults if fault.kind in kinds and fault.items}) / count

    own_words = sum(len(stems(item) - stems(goal)) for item in items) / count
    concrete = (
        min(own_words / 4, 1.0) - share("vague", "short", "echo") - 0.3 * share("deed") - share("language", "loop")
    )
    distinct = 1.0 - 2.5 * share("overlap") - share("echo")
    if fit is None:
        fitting = 0.6
    else:
        span = max(calibration.fitting - calibration.strange, 0.01)
        fitting = 0.4 + 0.6 * (fit.whole - calibration.strange) / span
    complete = min(fitting, 1.0) - len(strange) / count - (0.3 if len(items) < 3 else 0.0)
    if not items or (fit is not None and _is_strange(fit, strange, calibration)):
        # Whatever else can be said for it: a list for another goal is worth little.
        concrete, distinct, complete = min(concrete, 0.4), min(distinct, 0.4), 0.0
    return Scores(concrete=_mark(concrete), distinct=_mark(distinct), complete=_mark(complete))


def _mark(value: float) -> int:
    return round(100 * min(max(value, 0.0), 1.0))


def critique_of(
    faults: Sequence[list_gates.Fault], strange: Sequence[int], fit: Fit | None, calibration: Calibration
) -> str:
    """The clauses that name what is wrong, items numbered from 1 (``critiques.verdict_on`` reads them)."""
    clauses = [f"{a + 1} and {b + 1} overlap" for a, b in (f.items for f in faults if f.kind == "overlap")]
    for kind, one, many in _SAYINGS:
        numbers = [fault.items[-1] + 1 for fault in faults if fault.kind == kind and fault.items]
        if numbers:
            clauses.append(f"{', '.join(map(str, numbers))} {one if len(numbers) == 1 else many}")
    if strange:
        verb = "has" if len(strange) == 1 else "have"
        clauses.append(f"{', '.join(str(index + 1) for index in strange)} {verb} little to do with the goal")
    elif fit is not None and fit.whole < calibration.strange:
        clauses.append("the list has little to do with the goal")
    if any(fault.kind == "count" for fault in faults):
        clauses.append("a split needs two parts or more, and not too many")
    return one_line("; ".join(clauses), 2_000)
