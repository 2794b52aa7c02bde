"""The decomposer: whether a task needs a split, and a split of it into parts of a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import structs

from edge_agent.records import Child
from edge_agent.roles import forms, gates, outlines
from edge_agent.roles.critiques import Verdict, verdict_on
from edge_agent.roles.frames import writes_well
from edge_agent.roles.free_lines import FreeList
from edge_agent.roles.from_outline import outlined
from edge_agent.roles.kind_fit import fits_its_kind
from edge_agent.roles.kinds import Kind
from edge_agent.roles.prompts import Brief, next_token, task_lines
from edge_agent.roles.requests import ModelRefused, Prompt, Work
from edge_agent.roles.whole import has_wishes, is_answered_whole
from edge_agent.roles.within import MOST_SPANS, is_schedule_of_weeks, weeks_within

MOST_CHILDREN: Final = 8
FEWEST_CHILDREN: Final = 2
_MOST_FREE: Final = 6
"""Parts of a split whose titles are the model's own."""

ANGLES: Final[Mapping[str, str]] = outlines.ORDERS
"""The angles from which a task is split, and how a model is told. Decomposers take turns with them."""

# P(Yes) / (P(Yes) + P(No)) above which a task is split, by model. See docs/prompts.md for how they were measured.
# The two smallest tell big from small no better than chance: they leave it to the gates and split the rest.
_SPLIT_THRESHOLDS: Final[Mapping[str, float]] = {
    "smollm2-135m": 0.0,
    "qwen2.5-coder-0.5b": 0.0,
    "qwen2.5-coder-1.5b": 0.62,
}
_SPLIT_THRESHOLD: Final = 0.5
_ALWAYS: Final = 0.0
_NEVER: Final = 1.0
# The same for a part of a split: parts are big only where the model is nearly sure.
_PART_THRESHOLDS: Final[Mapping[str, float]] = {"smollm2-135m": 1.0, "qwen2.5-coder-0.5b": 1.0}
_PART_THRESHOLD: Final = 0.95
_ROOM_FOR_WEEKS: Final = 2 * MOST_SPANS
"""Tasks that are left for each schedule of weeks that is split again: twice what it needs."""
_LEAST_ROOM_FOR_WEEKS: Final = 24
"""Tasks below which none is: only who allows many wants so many."""


def needs_split(brief: Brief, *, model: str) -> Work[bool]:
    """Whether the task is so big that it should be split; two requests at most.

    A goal that no outline fits, or that is not of the kind which examples tell, is answered whole, unless it lists what
    it wants. Goals that are plainly trivial or plainly big are settled without the model; a model that cannot read the
    task leaves it whole.
    """
    if brief.is_root and (gates.is_trivial(brief.goal) or gates.is_one_piece(brief.goal)):
        return False
    if brief.is_root and is_answered_whole(brief.goal, brief.language_code):
        return False
    if brief.is_root and not (yield from fits_its_kind(brief, model=model)):
        return has_wishes(brief.goal)
    if brief.is_root and outlines.is_plainly_big(brief.goal, brief.language_code):
        return True
    if weeks_within(brief, MOST_CHILDREN):
        return True
    threshold = _SPLIT_THRESHOLDS.get(model, _SPLIT_THRESHOLD) if brief.is_root else _part_threshold(model)
    if threshold <= _ALWAYS or threshold >= _NEVER:
        # A model whose answer says nothing is not asked.
        return threshold <= _ALWAYS
    return (yield from bigness(brief)) > threshold


def _part_threshold(model: str) -> float:
    return _PART_THRESHOLDS.get(model, _PART_THRESHOLD)


def bigness(brief: Brief) -> Work[float]:
    """The model's own P(Yes), 0 to 1, to the question whether the task must be divided; 0 where it refused."""
    prompt = Prompt(
        system="You judge the size of tasks.",
        user=f"{task_lines(brief, 200)}\n\nIs this a big task that must be divided into several smaller tasks? "
        "Answer Yes or No.",
    )
    try:
        yes, no = yield from next_token(prompt, ("Yes", "yes"), ("No", "no"))
    except ModelRefused:
        return 0.0
    return yes / (yes + no) if yes + no > 0 else 0.0


def split(
    brief: Brief,
    *,
    model: str,
    angle: str,
    budget: int,
    seed: int,
    max_children: int = MOST_CHILDREN,
    leaves: bool = True,
    refine: Sequence[Child] = (),
    critiques: Sequence[str] = (),
) -> Work[tuple[Child, ...]]:
    """Split the task into 2 to 8 parts; an empty tuple where no usable split came of it.

    ``angle`` is a key of ANGLES. ``leaves`` is True where the children stand at the depth limit. ``refine`` is a
    rejected split and ``critiques`` what scorers said of it: parts that they did not name are kept.
    """
    most = min(max_children, MOST_CHILDREN, budget)
    if most < FEWEST_CHILDREN:
        return ()
    if weeks := weeks_within(brief, most):
        return () if _says_the_same(weeks, refine) else weeks
    verdict = verdict_on(refine, critiques)
    skeleton = None
    if brief.is_root:
        kind: Kind | None = None if (yield from fits_its_kind(brief, model=model)) else "other"
        skeleton = outlines.skeleton_for(brief.goal, angle, brief.language_code, kind=kind)
    if skeleton is not None:
        room = skeleton.room(most)
        children = yield from outlined(brief, skeleton, model=model, seed=seed, most=room, verdict=verdict)
    else:
        children = yield from _free(brief, angle, seed=seed, most=most, verdict=verdict, critiques=critiques)
    if len(children) < FEWEST_CHILDREN or _says_the_same(children, refine):
        return ()
    if leaves:
        return children
    return (yield from _mark_leaves(brief, children, model=model, budget=budget - len(children)))


def expected_requests(most: int = MOST_CHILDREN) -> int:
    """About how many requests a split takes, for showing progress."""
    return 2 * most


def _says_the_same(children: Sequence[Child], others: Sequence[Child]) -> bool:
    return [(one.title, one.detail) for one in children] == [(one.title, one.detail) for one in others]


def _free(
    brief: Brief, angle: str, *, seed: int, most: int, verdict: Verdict, critiques: Sequence[str]
) -> Work[tuple[Child, ...]]:
    """A split with titles of the model's own; empty where it refuses, or nothing but titles of code came of it."""
    most = min(most, _MOST_FREE)
    draft = FreeList(brief, angle=angle, seed=seed, most=most, verdict=verdict, critiques=critiques)
    try:
        yield from draft.write(most)
    except ModelRefused:
        return ()
    return _children(draft.items) if any(detail for _, detail in draft.items) else ()


def _children(items: Sequence[tuple[str, str]]) -> tuple[Child, ...]:
    """The parts as children, with form and needs: what others are built on comes first, what is built on them last."""
    formed = [(title, detail, outlines.part_form(title, detail)) for title, detail in items]
    formed.sort(key=lambda item: forms.place_of(item[0], forms.form_of(item[0])))
    needed = forms.dependencies([(title, form) for title, _, form in formed])
    return tuple(
        Child(title=title, detail=detail, form=form, leaf=True, after=after)
        for (title, detail, form), after in zip(formed, needed, strict=True)
    )


def _mark_leaves(brief: Brief, children: tuple[Child, ...], *, model: str, budget: int) -> Work[tuple[Child, ...]]:
    """Which children are to be split again.

    Schedules of weeks are, all of them, where the budget is large and the model can tell the days of a week. Else it is
    asked which children are big themselves; as many stay open as the budget can feed with two tasks each.
    """
    long = {index for index, child in enumerate(children) if is_schedule_of_weeks(child.title, child.form)}
    room = max(_ROOM_FOR_WEEKS * len(long), _LEAST_ROOM_FOR_WEEKS)
    if long and room <= budget and writes_well(brief, model=model):
        return _opened(children, long)
    if _part_threshold(model) >= _NEVER:
        return children
    open_at: set[int] = set()
    for index, child in enumerate(children):
        if budget // 2 <= len(open_at):
            break
        inner = Brief(
            goal=brief.goal,
            title=child.title,
            detail=child.detail,
            form=child.form,
            path=(*brief.path, brief.title),
            language=brief.language,
        )
        if (yield from bigness(inner)) > _part_threshold(model):
            open_at.add(index)
    return _opened(children, open_at)


def _opened(children: tuple[Child, ...], open_at: set[int]) -> tuple[Child, ...]:
    """The children, those at these places to be split again."""
    return tuple(structs.replace(child, leaf=index not in open_at) for index, child in enumerate(children))
