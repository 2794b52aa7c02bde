"""The scorer: is this split concrete, distinct and complete? Deterministic gates first, then likelihood.

Small models cannot mark a list when asked to. What they can do is tell how likely a list is: the mean over its tokens
of ``log P(list | goal) - log P(list | "reach a goal")`` (pointwise mutual information, in nats per token) tells lists
that belong to the goal from lists that belong to another, even with half a billion parameters. See docs/prompts.md.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from edge_agent.records import Child, Scores
from edge_agent.roles.calibration import APPROVED, MOST_GAINED, UNCALIBRATED, Calibration, Fit, calibration_of
from edge_agent.roles.critiques import numbered
from edge_agent.roles.likeness import Likeness, is_by_code, likeness_of
from edge_agent.roles.list_gates import Fault, FaultKind, list_faults
from edge_agent.roles.prompts import SCORED_GOAL_TOKENS, Brief, likelihood, task_lines
from edge_agent.roles.requests import ModelRefused, Prompt, TextLikelihood, Work
from edge_agent.roles.text import cut_to_tokens, estimated_tokens, one_line
from edge_agent.roles.within import weeks_within


class Judgement(Struct, frozen=True, kw_only=True):
    """What a vote is made of."""

    approve: bool
    scores: Scores
    critique: str
    """Empty where nothing is to be said; else clauses that name items by number from 1, joined by "; "."""


# What a fault costs. A list without any has 1 before its likelihood counts.
_COSTS: Final[Mapping[FaultKind, float]] = {
    # One item alone spoils the list.
    "overlap": 0.5,
    "less": 0.5,
    "language": 0.5,
    "loop": 0.5,
    "money": 0.3,
    "short": 0.5,
    # As much of the cost as there are items at fault.
    "echo": 1.2,
    "deed": 1.2,
    "vague": 0.8,
    "thin": 0.2,
    # The list as a whole.
    "count": 2.0,
    "repeats": 1.0,
    "extent": 1.0,
    "unsaid": 0.3,
    "order": 0.5,
    "time": 0.15,
    "means": 0.1,
}
_WHOLE_COST: Final[frozenset[FaultKind]] = frozenset({"overlap", "less", "money", "language", "loop", "short"})
_CONCRETE: Final[frozenset[FaultKind]] = frozenset({"echo", "deed", "vague", "thin", "short", "language", "loop"})
_DISTINCT: Final[frozenset[FaultKind]] = frozenset({"overlap", "repeats"})
_FALL: Final = 2.5
"""How fast marks fall below the bound: 0.1 of worth is a fifth of the mark, 0.3 is half of it."""
_SAYINGS: Final[tuple[tuple[FaultKind, str, str], ...]] = (
    ("echo", "only says the goal again", "only say the goal again"),
    ("vague", "is vague", "are vague"),
    ("thin", "names too few things", "name too few things"),
    ("short", "says nothing", "say nothing"),
    ("language", "is in another language", "are in another language"),
    ("loop", "repeats itself", "repeat themselves"),
    ("deed", "is something to do, not to write", "are things to do, not to write"),
)
_NOT_CALIBRATED: Final = "judged by rules alone: how this model judges was never measured"

MOST_TOKENS: Final = 300
"""What a judgement may read, goal and templates included, even where the model remembers nothing of its prompts."""
_TEMPLATES: Final = 61
"""What the two prompts cost besides the goal and the list, less the last token of each, which is not read."""
_MARGIN: Final = 1.15
"""How many tokens of the goal there may be for each that was estimated, and two for all."""
_SYSTEM: Final = "You split a goal into sub-tasks."
_NO_GOAL: Final = "Goal: reach a goal\nList the sub-tasks."


def judge(brief: Brief, children: Sequence[Child], *, sha256: str, threshold: int) -> Work[Judgement]:
    """Judge a split of the task; three requests at most.

    ``sha256`` is the hash of the model's file. The split is approved where the mean of its marks reaches
    ``threshold`` (0 to 100): :data:`calibration.APPROVED` approves the same share of good splits with every calibrated
    model. With another model, and where the model cannot read the list, gates alone decide; the likelihood then ranks
    among equals.
    """
    if children and tuple(children) == weeks_within(brief, len(children)):
        # Code cut the part into its weeks, and would again.
        return Judgement(approve=True, scores=Scores(concrete=100, distinct=100, complete=100), critique="")
    items = [item_of(child) for child in children]
    goal = brief.goal if brief.is_root else brief.subject
    faults = list_faults(goal, items, language=brief.language_code, whole=brief.is_root)
    fit: Fit | None = None
    if items:
        try:
            fit = yield from fit_of(brief, items)
        except ModelRefused:
            fit = None
    calibration = calibration_of(sha256)
    likeness: Likeness | None = None
    if calibration.asks_for_likeness:
        likeness = yield from likeness_of(goal, items, brief.language_code)
    strange = strange_items(fit, calibration)
    costs = costs_of(faults, len(items))
    scores = marks_of(faults, costs, fit, likeness, calibration)
    return Judgement(
        approve=scores.mean >= threshold and not any(fault.kind == "count" for fault in faults),
        scores=scores,
        critique=critique_of(faults, strange, calibration.alike(likeness), calibration),
    )


def fit_of(brief: Brief, items: Sequence[str]) -> Work[Fit]:
    """The list's PMI with the goal: two likelihoods of the same text, with and without the goal.

    Both together read :data:`MOST_TOKENS` at most: the longest lines are cut.
    """
    language = brief.language_code
    task = task_lines(brief, SCORED_GOAL_TOKENS)
    room = MOST_TOKENS - _TEMPLATES - _MARGIN * estimated_tokens(task, language) - 2
    lines = [f"{number}. {item}" for number, item in enumerate(cut_to_tokens(items, room / 2, language), start=1)]
    text = "\n".join(lines)
    told = Prompt(system=_SYSTEM, user=f"{task}\nList the sub-tasks.")
    with_goal = yield from likelihood(told, text)
    # Where the estimate was too low, what is behind the last token that may be read again is not compared.
    left = max(int(room) - len(with_goal.offsets), 1)
    if left < len(with_goal.offsets):
        text = text[: with_goal.offsets[left]] or text
    without = yield from likelihood(Prompt(system=_SYSTEM, user=_NO_GOAL), text)
    by_code = is_by_code([item.split(":", 1)[0] for item in items], language)
    return fit_from(with_goal, without, lines, by_code=by_code)


def expected_requests() -> int:
    """How many requests a judgement takes, for showing progress."""
    return 3


def item_of(child: Child) -> str:
    """A part in one line, as gates and models read it."""
    return one_line(f"{child.title}: {child.detail}" if child.detail else child.title, 160)


def fit_from(with_goal: TextLikelihood, without: TextLikelihood, lines: Sequence[str], *, by_code: bool = False) -> Fit:
    """Compare token by token; a line of which nothing was told counts as the list does."""
    starts = [0, *itertools.accumulate(len(line) + 1 for line in lines)][:-1]
    ends = [line.find(":") if ":" in line else len(line) for line in lines]
    of_lines: list[list[float]] = [[] for _ in lines]
    of_titles: list[list[float]] = [[] for _ in lines]
    rows = zip(with_goal.log_probabilities, without.log_probabilities, with_goal.offsets, strict=False)
    for told, untold, offset in rows:
        at = max(bisect_right(starts, offset) - 1, 0)
        difference = told - untold
        if math.isfinite(difference):
            of_lines[at].append(difference)
            if offset - starts[at] < ends[at]:
                of_titles[at].append(difference)
    whole = _mean([difference for line in of_lines for difference in line], 0.0)
    return Fit(
        whole=whole,
        items=tuple(_mean(line, whole) for line in of_lines),
        titles=_mean(sorted(_mean(title, whole) for title in of_titles)[:2], whole),
        telling=_mean(sorted(max(line, default=whole) for line in of_lines)[:2], whole),
        by_code=by_code,
    )


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def strange_items(fit: Fit | None, calibration: Calibration) -> tuple[int, ...]:
    """The items that the goal makes less likely than almost all items of good lists; none without calibration."""
    if fit is None or calibration is UNCALIBRATED:
        return ()
    bound = calibration.strange_below(fit)
    return tuple(index for index, value in enumerate(fit.items) if value < bound)


def costs_of(faults: Sequence[Fault], parts: int) -> list[float]:
    """What each fault takes from the worth of 1 of a list with so many parts."""
    return [
        _COSTS[fault.kind] * fault.size / (1 if not fault.items or fault.kind in _WHOLE_COST else max(parts, 1))
        for fault in faults
    ]


def worth_of(costs: Sequence[float], fit: Fit | None, likeness: Likeness | None, calibration: Calibration) -> float:
    """1 for a list without faults that fits as good lists do at the median; no lower bound."""
    return 1.0 - sum(costs) + calibration.fitness(fit, likeness) - calibration.said_again(likeness)


def _mark(worth: float, calibration: Calibration) -> float:
    """:data:`APPROVED` at the model's bound, 100 at the most that a list can be worth, falling towards 0 below."""
    if worth < calibration.bound:
        return APPROVED * math.exp(_FALL * (worth - calibration.bound))
    return APPROVED + (100 - APPROVED) * min((worth - calibration.bound) / (1 + MOST_GAINED - calibration.bound), 1.0)


def marks_of(
    faults: Sequence[Fault],
    costs: Sequence[float],
    fit: Fit | None,
    likeness: Likeness | None,
    calibration: Calibration,
) -> Scores:
    """Three marks whose mean is the list's, shared out by what spoils which.

    A mean of three independent marks would approve a perfectly distinct and complete list of errands.
    """
    mark = _mark(worth_of(costs, fit, likeness, calibration), calibration)
    lost = {"concrete": 0.0, "distinct": calibration.said_again(likeness), "complete": 0.0}
    for fault, cost in zip(faults, costs, strict=True):
        kind = "concrete" if fault.kind in _CONCRETE else "distinct" if fault.kind in _DISTINCT else "complete"
        lost[kind] += cost
    lost["complete"] -= min(calibration.fitness(fit, likeness), 0.0)
    shares = {name: math.exp(-value) for name, value in lost.items()}
    mean = sum(shares.values()) / len(shares)
    concrete, distinct, complete = (min(round(mark * share / mean), 100) for share in shares.values())
    return Scores(concrete=concrete, distinct=distinct, complete=complete)


def critique_of(
    faults: Sequence[Fault], strange: Sequence[int], alike: Sequence[tuple[int, int]], calibration: Calibration
) -> str:
    """The clauses that name what is wrong, items numbered from 1 (``critiques.verdict_on`` reads them).

    ``alike``: pairs of items that say the same in other words.
    """
    overlapping = [(fault.items[0], fault.items[1]) for fault in faults if fault.kind == "overlap"]
    clauses = [f"{numbered(pair)} overlap" for pair in dict.fromkeys([*overlapping, *alike])]
    for kind, one, many in _SAYINGS:
        named = [fault.items[-1] for fault in faults if fault.kind == kind]
        if named:
            clauses.append(f"{numbered(named)} {one if len(named) == 1 else many}")
    if strange:
        verb = "has" if len(strange) == 1 else "have"
        clauses.append(f"{numbered(strange)} {verb} little to do with the goal")
    clauses += [fault.said for fault in faults if fault.said]
    if calibration is UNCALIBRATED:
        clauses.append(_NOT_CALIBRATED)
    return one_line("; ".join(clauses), 2_000)
