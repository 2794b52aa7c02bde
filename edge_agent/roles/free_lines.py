"""A split whose titles are the model's own: for languages without outlines, and for parts of parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from edge_agent.roles import forms, gates, grammars, outlines
from edge_agent.roles.critiques import Verdict
from edge_agent.roles.names import ask_for_names
from edge_agent.roles.prompts import GOAL_TOKENS, Brief, generate, language_line, next_token, task_lines
from edge_agent.roles.requests import END_OF_TURN, Generate, Prompt, Work
from edge_agent.roles.text import clean, one_line

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
_THINGS: Final = "Name 4 different places, people or objects that a plan for this goal must deal with one by one."

_SYSTEM: Final = (
    "A helper will write a document that answers the user's goal, section by section. List its 4 to 6 sections.\n"
    "Each line gives a section's title, a colon, and by name what the section holds: three to five places, "
    "people or things that belong to this goal and to no other section, separated by commas. Names only: no verbs, "
    "no advice, no sentences."
)


class FreeList:
    """A split under way: the lines so far, as (title, detail)."""

    def __init__(
        self,
        brief: Brief,
        *,
        angle: str,
        seed: int,
        most: int,
        verdict: Verdict,
        critiques: Sequence[str],
    ) -> None:
        self.brief = brief
        self.seed = seed
        # What is lacking needs a place or two.
        lacking = (*verdict.lacking, *verdict.aspects)
        self.items = list(verdict.kept[: most - min(len(lacking), 2)])
        self.failures = 0
        self.refused = verdict.refused
        self.angle = angle
        order = outlines.ORDERS.get(angle, outlines.ORDERS["activity"])
        notes = [f"Order the sections {order}; each holds places, people, things and amounts by name."]
        if lacking:
            notes.append("The list must also cover: " + "; ".join(lacking[:3]) + ".")
        if verdict.refused:
            lines = "; ".join(one_line(line, 80) for line in verdict.refused[:4])
            notes.append(f"Do not write these again: {lines}.")
        elif critiques and not lacking:
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
                item = yield from self._next_line(head)
                # A gap in a row of days is worse than a title without a detail.
                self.items += [item] if item else [(head, "")] * forms.is_span(head)
        while len(self.items) < most:
            if len(self.items) >= _LINES_BEFORE_THE_END and (yield from self._model_ends()):
                return
            item = yield from self._next_line()
            if item is not None:
                self.items.append(item)
                continue
            self.failures += 1
            if self.failures > _MOST_FAILURES or len(self.items) >= _LINES_BEFORE_THE_END:
                return

    def _heads(self) -> Work[tuple[str, ...]]:
        """The titles that code sets, where it can tell the goal's spans, and those that the model is asked for."""
        if self.angle == "phase" and self.brief.is_root:
            return outlines.spans_of(self.brief.goal, self.brief.language_code)
        if self.angle == "place":
            return (yield from ask_for_names(self.brief, _THINGS, seed=self.seed))
        return ()

    def _asked(self, suffix: str) -> Prompt:
        so_far = "".join(f"{at}. {title}: {detail}\n" for at, (title, detail) in enumerate(self.items, start=1))
        return Prompt(system=self.prompt.system, user=self.prompt.user, reply_so_far=so_far + suffix)

    def _model_ends(self) -> Work[bool]:
        (end,) = yield from next_token(self._asked(""), (END_OF_TURN,))
        return end > _END_OF_LIST

    def _next_line(self, head: str = "") -> Work[tuple[str, str] | None]:
        """The next line, with ``head`` as its title where one is given; None where all tries were refused."""
        number = len(self.items) + 1
        latin = self.brief.is_latin
        for attempt, heat in enumerate(_HEAT):
            reply = yield from generate(
                Generate(
                    prompt=self._asked(f"{number}."),
                    max_tokens=_LINE_TOKENS,
                    seed=(self.seed + self.failures) * 100 + number * 10 + attempt,
                    grammar=grammars.headed_line(latin, head) if head else grammars.titled_line(latin),
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
                # Titles that code sets differ, however much alike they look.
                earlier=[("" if head else title, detail) for title, detail in self.items],
                refused=self.refused,
            )
            if fault is None and reply.finish != "length":
                return item
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
