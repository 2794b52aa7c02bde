"""The decomposer: whether a task needs a split, and a split of it into parts of a document, written line by line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from edge_agent.records import Child
from edge_agent.roles import forms, gates, grammars, outlines
from edge_agent.roles.critiques import Verdict, verdict_on
from edge_agent.roles.prompts import GOAL_TOKENS, Brief, generate, language_line, next_token, task_lines
from edge_agent.roles.requests import END_OF_TURN, Generate, ModelRefused, Prompt, Work
from edge_agent.roles.text import clean, one_line

MOST_CHILDREN: Final = 6
FEWEST_CHILDREN: Final = 2

ANGLES: Final[Mapping[str, str]] = outlines.ORDERS
"""The angles from which a task is split, and how a model is told. Decomposers take turns with them."""

# Temperatures of the tries for one line.
_HEAT: Final = (0.25, 0.6, 0.9, 1.1)
_LINE_TOKENS: Final = 48
_LINES_BEFORE_THE_END: Final = 4
_MOST_FAILURES: Final = 2
"""Lines that may fail all their tries before a short list is given up."""
_LONGEST_DETAIL: Final = 98
"""A detail this long was probably ended by the grammar (``grammars.titled_line``), not by the model."""
_END_OF_LIST: Final = 0.4
"""P(end of turn) after a line above which the model means the list to end."""

_SYSTEM: Final = (
    "A helper will write a document that answers the user's goal, section by section. List its 4 to 6 sections.\n"
    "Each line gives a section's title, a colon, and by name what the section holds: three to five places, "
    "people or things that belong to this goal and to no other section, separated by commas. Names only: no verbs, "
    "no advice, no sentences."
)
_NAMES_SYSTEM: Final = "You are a careful planner. Answer with one line: names separated by commas, nothing else."
_NAMES_TOKENS: Final = 40
_MOST_HEADS: Final = 4
_MOST_THINGS: Final = 5
_BELIEVED: Final = 0.6
"""P(Yes) from which a sight is believed: of 18 sights, the 1.5B kept all 9 true ones and 5 of 9 false ones."""
# Models whose Yes to such questions says nothing.
_CREDULOUS: Final = frozenset({"smollm2-135m", "qwen2.5-coder-0.5b"})

# P(Yes) / (P(Yes) + P(No)) above which a task is split, by model. See docs/prompts.md for how they were measured.
# The two smallest tell big from small no better than chance: they leave it to the gates and split the rest.
_SPLIT_THRESHOLDS: Final[Mapping[str, float]] = {
    "smollm2-135m": 0.0,
    "qwen2.5-coder-0.5b": 0.0,
    "qwen2.5-coder-1.5b": 0.62,
}
_SPLIT_THRESHOLD: Final = 0.5
# The same for a part of a split: parts are big only where the model is nearly sure.
_PART_THRESHOLDS: Final[Mapping[str, float]] = {"smollm2-135m": 1.0, "qwen2.5-coder-0.5b": 1.0}
_PART_THRESHOLD: Final = 0.95


def needs_split(brief: Brief, *, model: str) -> Work[bool]:
    """Whether the task is so big that it should be split; one request at most.

    Goals that are plainly trivial are settled without the model; a model that cannot read the task leaves it whole.
    """
    if brief.is_root and (gates.is_trivial(brief.goal) or gates.is_one_piece(brief.goal)):
        return False
    threshold = _SPLIT_THRESHOLDS.get(model, _SPLIT_THRESHOLD) if brief.is_root else _part_threshold(model)
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
    """Split the task into 2 to 6 parts; an empty tuple where no usable split came of it.

    ``angle`` is a key of ANGLES. ``leaves`` is True where the children stand at the depth limit. ``refine`` is a
    rejected split and ``critiques`` what scorers said of it: parts that they did not name are kept.
    """
    most = min(max_children, MOST_CHILDREN, budget)
    if most < FEWEST_CHILDREN:
        return ()
    verdict = verdict_on(refine, critiques)
    draft = _Draft(brief, model=model, angle=angle, seed=seed, most=most, verdict=verdict, critiques=critiques)
    try:
        yield from draft.write(most)
    except ModelRefused:
        return ()
    if len(draft.items) < FEWEST_CHILDREN or not any(detail for _, detail in draft.items):
        return ()
    children = _children(draft.items)
    if [(child.title, child.detail) for child in children] == [(child.title, child.detail) for child in refine]:
        return ()
    if leaves:
        return children
    return (yield from _mark_leaves(brief, children, model=model, budget=budget - len(children)))


def expected_requests(most: int = MOST_CHILDREN) -> int:
    """About how many requests a split takes, for showing progress."""
    return 2 * most


class _Draft:
    """A split under way: the lines so far, as (title, detail)."""

    def __init__(
        self,
        brief: Brief,
        *,
        model: str,
        angle: str,
        seed: int,
        most: int,
        verdict: Verdict,
        critiques: Sequence[str],
    ) -> None:
        self.brief = brief
        self.seed = seed
        self.model = model
        # What is lacking needs a place or two.
        self.items = list(verdict.kept[: most - min(len(verdict.lacking), 2)])
        self.failures = 0
        self.refused = verdict.refused
        self.angle = angle
        self.outline = outlines.outline_for(brief.goal, angle, brief.language_code, root=brief.is_root)
        notes = [f"Order the sections {self.outline.order}."]
        if verdict.lacking:
            notes.append("The list must also cover: " + "; ".join(verdict.lacking[:3]) + ".")
        if verdict.refused:
            lines = "; ".join(one_line(line, 80) for line in verdict.refused[:4])
            notes.append(f"Do not write these again: {lines}.")
        elif critiques and not verdict.lacking:
            notes.append("An earlier list was refused: " + one_line(" ".join(critiques), 200))
        notes.append(language_line(brief))
        self.prompt = Prompt(
            system=_SYSTEM, user="\n".join([task_lines(brief, GOAL_TOKENS), *(note for note in notes if note)])
        )
        # Below the root the goal as a whole is no echo, but the task's own title is.
        self.echo = brief.goal if brief.is_root else brief.subject

    def write(self, most: int) -> Work[None]:
        """Add lines until the model ends the list, ``most`` is reached, or a line fails all its tries."""
        for head in (yield from self._heads()):
            if len(self.items) >= most:
                return
            if not any(title.startswith(head) for title, _ in self.items):
                item = yield from self._headed(head)
                # A gap in a row of days is worse than a title without a detail.
                in_row = forms.is_span(head) or bool(forms.clock_labels(head))
                self.items += [item] if item else [(head, "")] * in_row
        while len(self.items) < most:
            openers = self.outline.left([title for title, _ in self.items])
            if not openers and (self.outline.openers or self.outline.heads):
                return
            if len(self.items) >= _LINES_BEFORE_THE_END and (yield from self._model_ends()):
                return
            item = yield from self._next_line(openers)
            if item is not None:
                self.items.append(item)
                continue
            self.failures += 1
            if self.failures > _MOST_FAILURES or len(self.items) >= _LINES_BEFORE_THE_END or not openers:
                return

    def _heads(self) -> Work[tuple[str, ...]]:
        """The titles that code sets, and those that the outline asks the model for."""
        if not self.outline.question:
            return self.outline.heads
        names = yield from self._names(self.outline.question)
        if not self.brief.is_root:
            return names
        return outlines.titles_of(names, self.brief.goal, self.brief.language_code)

    def _names(self, question: str) -> Work[tuple[str, ...]]:
        """Two to four names that answer the question; empty where neither try gives as many."""
        user = "\n".join(line for line in (task_lines(self.brief, GOAL_TOKENS), question) if line)
        note = language_line(self.brief)
        for attempt, heat in enumerate(_HEAT[:2]):
            reply = yield from generate(
                Generate(
                    prompt=Prompt(system=_NAMES_SYSTEM, user=f"{user}\n{note}".strip()),
                    max_tokens=_NAMES_TOKENS,
                    seed=self.seed * 100 + attempt,
                    grammar=grammars.names_line(self.brief.is_latin),
                    stop=("\n",),
                    temperature=heat,
                )
            )
            names = gates.usable_names(
                reply.text, goal=self.brief.goal, language=self.brief.language_code, most=_MOST_HEADS
            )
            if len(names) >= FEWEST_CHILDREN:
                return names
        return ()

    def _headed(self, head: str) -> Work[tuple[str, str] | None]:
        """A line whose title is given: the model reads it as words that make it name things."""
        cue = outlines.cue_for(head, self.brief.goal, self.brief.language_code) if self.brief.is_root else head
        item = yield from self._next_line((cue,), fixed=True)
        if item is None or item[0] != cue:
            return item
        place = outlines.place_of_sights(cue)
        return head, (yield from self._true_sights(item[1], place)) if place else item[1]

    def _true_sights(self, detail: str, place: str) -> Work[str]:
        """The sights of a detail that the model, asked for each alone, believes to be in that place.

        It names sights of other towns in its stride, but knows better when asked. All of them where it believes none.
        """
        if self.model in _CREDULOUS:
            return detail
        prompt = "Is {} a famous sight in {}? Answer Yes or No."
        things = [thing.strip() for thing in detail.split(",")]
        believed: list[str] = []
        for thing in things[:_MOST_THINGS]:
            question = Prompt(system="You know the sights of the world.", user=prompt.format(thing, place))
            yes, no = yield from next_token(question, ("Yes", "yes"), ("No", "no"))
            if yes > 0 and yes / (yes + no) >= _BELIEVED:
                believed.append(thing)
        return ", ".join(believed or things)

    def _asked(self, suffix: str) -> Prompt:
        so_far = "".join(f"{at}. {title}: {detail}\n" for at, (title, detail) in enumerate(self.items, start=1))
        return Prompt(system=self.prompt.system, user=self.prompt.user, reply_so_far=so_far + suffix)

    def _model_ends(self) -> Work[bool]:
        (end,) = yield from next_token(self._asked(""), (END_OF_TURN,))
        return end > _END_OF_LIST

    def _next_line(self, openers: tuple[str, ...], *, fixed: bool = False) -> Work[tuple[str, str] | None]:
        """The next line, which begins with one of ``openers`` (``fixed``: whose title is the only one of them)."""
        number = len(self.items) + 1
        for attempt, heat in enumerate(_HEAT):
            latin = self.brief.is_latin
            reply = yield from generate(
                Generate(
                    prompt=self._asked(f"{number}."),
                    max_tokens=_LINE_TOKENS,
                    seed=(self.seed + self.failures) * 100 + number * 10 + attempt,
                    grammar=grammars.headed_line(latin, openers[0])
                    if fixed
                    else grammars.titled_line(latin, openers, self.outline.links),
                    stop=("\n",),
                    temperature=heat,
                    repeat_penalty=1.03,
                    frequency_penalty=0.2 * attempt,
                )
            )
            item = _parse(reply.text)
            if item is None:
                continue
            item = (item[0], gates.without(item[1], [detail for _, detail in self.items]))
            fault = gates.title_fault(
                *item,
                goal=self.echo,
                language=self.brief.language_code,
                # Titles whose beginnings code sets differ, however much alike they look.
                earlier=[("" if fixed or openers else title, detail) for title, detail in self.items],
                refused=self.refused,
            )
            if fault is None and reply.finish != "length":
                return item
            # A model insists on a refused line: the next try must begin with another word.
            if len(openers) > 1:
                refused = self.outline.opener_of(item[0])
                openers = tuple(one for one in openers if one != refused)
        return None


def _parse(text: str) -> tuple[str, str] | None:
    """Title and detail of a written line; None where it holds no usable title."""
    line = clean(text).split("\n", 1)[0].strip(" .-*")
    line = re.sub(r"^\d{1,2}[.)]\s+", "", line)
    title, _, detail = line.partition(":")
    if len(detail) >= _LONGEST_DETAIL:
        # The grammar ended it in the middle: keep what is whole.
        detail = detail[: max(detail.rfind(","), detail.rfind(";"), detail.rfind(". "), 0)]
    # One sentence names the extent; a second one talks about the section.
    detail = re.split(r"[.!?]\s", detail, maxsplit=1)[0]
    title, detail = one_line(title, 120).strip(" .,;-"), one_line(detail, 200).strip(" .,;-")
    return (title, gates.named(detail)) if title else None


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
    """Ask which children are big themselves; as many stay open as the budget can feed with two tasks each."""
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
    return tuple(
        Child(title=child.title, detail=child.detail, form=child.form, leaf=index not in open_at, after=child.after)
        for index, child in enumerate(children)
    )
