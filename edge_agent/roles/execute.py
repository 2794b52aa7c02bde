"""The executor: writes a task's text, line by line where its form has lines, in one piece where it has none.

What code can count (days, sums) is written by code; the model supplies the words. Every line passes gates
(:func:`edge_agent.roles.line_gates.line_fault`), so that loops, copies and advice do not reach an answer.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Final

from edge_agent.records import MAX_RESULT_TEXT, Form
from edge_agent.roles import forms, gates, grammars, line_gates, money, outlines
from edge_agent.roles.prompts import (
    GOAL_TOKENS,
    Brief,
    generate,
    goal_text,
    language_line,
    next_token,
)
from edge_agent.roles.requests import END_OF_TURN, Generate, Generated, ModelRefused, Prompt, Work
from edge_agent.roles.text import clean, condense, one_line, words
from edge_agent.roles.wording import words_for

PART_TOKENS: Final = 240
"""About how many tokens a part may cost, refused lines included: at 7 a second (1.5B, one core) 35 seconds."""
_TEXT_TOKENS: Final = 160
_NUMBERED: Final = re.compile(r"^\d{1,2}[.)]\s+(?=\S)")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z\u00c0-\u00de])")
_HEAT: Final = (0.4, 0.7, 0.9, 1.1)
_END_OF_TEXT: Final = 0.35
_FEWEST_LINES: Final = 3
_MOST_LINES: Final = 8
_INPUT_TOKENS: Final = 220
"""How much of all results that a task depends on is read together."""

_SYSTEM: Final = (
    "You write one part of a plan document. Use concrete names, places, times and amounts. Decide for the reader; "
    "never tell the reader to choose, research or check. Every line says something new. No introduction, no closing, "
    "nothing from other parts."
)
_SYSTEM_WHOLE: Final = (
    "You carry out what the user asks, in at most 8 short lines. Be concrete. Give the answer alone: no introduction, "
    "no closing. If nothing is asked for, say in one sentence that nothing is to be done."
)
_ASKED: Final[dict[Form, str]] = {
    "text": "at most 8 short lines",
    "letter": "the letter itself, at most 10 short lines",
    "list": "one item a line, each with what matters about it",
    "schedule": "one line for each time, naming what happens then, where, and what is eaten",
    "table": "one row a line, each with its name and its values",
    "budget": "one line an item: the item, and its share of all the money in percent",
    "checklist": "one item to tick a line",
    "comparison": "one line for each thing compared, with its strength and its weakness, then the choice",
}


def write(brief: Brief, inputs: Sequence[tuple[str, str]] = (), *, model: str, seed: int) -> Work[str]:
    """Write the task's text, at most 32,000 characters; empty where nothing usable came (the caller fails the claim).

    ``inputs`` are the results that it depends on, in order, each as (title, text). A model that
    cannot read the prompt is asked again without them.
    """
    for read in (inputs, ()) if inputs else ((),):
        try:
            text = yield from _Part(brief, read, seed).write()
        except ModelRefused:
            continue
        return text[:MAX_RESULT_TEXT]
    return ""


def expected_requests(brief: Brief) -> int:
    """About how many requests the text takes, for showing progress."""
    return 1 if brief.form in ("text", "letter") else len(_labels(brief)) or 2 * _MOST_LINES


def _labels(brief: Brief) -> tuple[str, ...]:
    """The labels that code sets: days, weeks, months, hours or a route's stops; empty where the model sets its own."""
    if stops := outlines.stops(brief.title, brief.detail, brief.goal, brief.language_code):
        return stops
    if brief.form != "schedule":
        return ()
    if hours := forms.clock_labels(brief.title):
        return hours
    words = words_for(brief.language_code)
    extent = forms.schedule_extent(brief.title, brief.detail, brief.goal)
    return forms.labels(extent, words) if extent and words else ()


def _things(brief: Brief) -> tuple[str, ...]:
    """What the lines of a schedule begin with: the things that the part's detail names, one each, in turn.

    Empty for other parts, and where the detail names fewer than two.
    """
    if brief.is_root or not _labels(brief) or brief.form != "schedule":
        return ()
    things = [thing.strip() for thing in brief.detail.split(",")]
    usable = tuple(
        thing
        for thing in things
        if 3 <= len(thing) <= 40
        and line_gates.line_fault(thing, language=brief.language_code, goal=brief.goal, earlier=()) is None
    )
    return usable if len(usable) >= 2 else ()


class _Part:
    """One part under way."""

    def __init__(self, brief: Brief, inputs: Sequence[tuple[str, str]], seed: int) -> None:
        self.brief = brief
        self.seed = seed
        self.inputs = [line for _, text in inputs for line in clean(text).splitlines() if len(line) > 12]
        self.lines: list[str] = []
        self.is_last = False
        """Whether the last of a schedule's lines is being written: that one may well be "Departure from Kyoto"."""
        self.rests: list[str] = []
        """What the model wrote of labelled lines."""
        self.tokens = 0
        # Shared text first: the parts of one split then share most of what the model reads.
        shared = [f"Goal: {goal_text(brief, GOAL_TOKENS)}"]
        if brief.siblings:
            shared.append("Parts of the document: " + "; ".join(one_line(title, 80) for title in brief.siblings))
        if note := language_line(brief):
            shared.append(note)
        for title, text in inputs:
            shared.append(
                f"Already written, {one_line(title, 80)}:\n{condense(text, max(_INPUT_TOKENS // len(inputs), 60))}"
            )
        self.things = _things(brief)
        if not brief.is_root:
            # What code shares out among the lines is not told: a model writes it all into the first.
            subject = brief.title if self.things else brief.subject
            shared.append(f"\nWrite this part: {one_line(subject, 300)}\nForm: {_ASKED[brief.form]}")
        self.system = _SYSTEM_WHOLE if brief.is_root else _SYSTEM
        self.user = "\n".join(shared)

    def write(self) -> Work[str]:
        """The part's text; empty where all was refused."""
        if self.brief.is_root or self.brief.form in ("text", "letter"):
            return (yield from self._in_one_piece())
        labels = _labels(self.brief)
        yield from self._labelled(labels) if labels else self._listed()
        if not self.lines:
            return (yield from self._in_one_piece())
        if self.brief.form == "budget":
            self.lines = money.shared_out(self.lines, self.brief.goal, words_for(self.brief.language_code))
        return "\n".join(self.lines)

    def _prompt(self, so_far: str) -> Prompt:
        return Prompt(system=self.system, user=self.user, reply_so_far=so_far)

    def _fault(self, line: str) -> str | None:
        if self.brief.form == "budget" and not money.is_share(line):
            return "no share of its own"
        if self.brief.form == "schedule" and not self.is_last and line_gates.is_empty_step(line):
            return "nothing happens"
        if not any(character.isalpha() for word in words(line) for character in word):
            return "names nothing"
        label = line.partition(":")[0].lower() if ":" in line else ""
        if label and not _labels(self.brief) and any(_bare(one).lower().startswith(f"{label}:") for one in self.lines):
            return "the same item again"
        if label in (title.lower() for title in self.brief.siblings if title != self.brief.title):
            return "another part"
        known = f"{self.brief.goal} {self.brief.subject}"
        if line_gates.invents_a_number(line, known, journeys=outlines.kind_of(self.brief.goal) == "trip"):
            return "a number of its own"
        if any(town.lower() in line.lower() for town in outlines.other_towns(self.brief.title, self.brief.siblings)):
            return "another town"
        if any(thing.lower() in line.lower() for thing in self.things):
            return "what another line begins with"
        earlier = [*(_bare(earlier) for earlier in self.lines), *self.rests]
        if self.brief.form == "list" and len(earlier) >= 2 and ":" not in line and all(":" in one for one in earlier):
            return "no item like the others"
        if self.brief.form == "budget":
            # Shares look alike: what counts is the item.
            line, *earlier = (text.partition(":")[0] for text in (line, *earlier))
        return line_gates.line_fault(
            line,
            language=self.brief.language_code,
            goal=self.brief.goal,
            earlier=[*earlier, self.brief.title, *self.brief.siblings],
            inputs=self.inputs,
            instructions=self.system,
        )

    def _line(self, label: str, grammar: str, max_tokens: int) -> Work[str | None]:
        """One line behind its label, or None where every try was refused. Advice is better than a gap or no list."""
        advice: str | None = None
        number = len(self.lines)
        so_far = "".join(f"{line}\n" for line in self.lines) + label
        for attempt, heat in enumerate(_HEAT):
            reply = yield from generate(
                Generate(
                    prompt=self._prompt(so_far),
                    max_tokens=max_tokens,
                    seed=self.seed * 1_000 + number * 10 + attempt,
                    grammar=grammar,
                    stop=("\n",),
                    temperature=heat,
                    repeat_penalty=1.05,
                    frequency_penalty=0.4 * attempt,
                )
            )
            self.tokens += reply.tokens
            line = self._new_sentences(_whole_part(reply))
            fault = None if line is None else self._fault(line)
            if line is not None and fault is None:
                return line
            if fault == line_gates.ADVICE:
                advice = advice or line
        return advice if label != "-" or number < _FEWEST_LINES else None

    def _new_sentences(self, line: str | None) -> str | None:
        """The line without the sentences behind its first that earlier lines have: models add one to each."""
        if line is None:
            return None
        first, *others = re.split(_SENTENCE_END, line)
        said = [one for earlier in self.lines for one in re.split(_SENTENCE_END, earlier)[1:]]
        new = [
            one
            for one in others
            if not any(line_gates.is_swap(one, other) or gates.is_same_item(one, other) for other in said)
        ]
        return " ".join([first, *new])

    def _labelled(self, labels: Sequence[str]) -> Work[None]:
        """One line behind each label; a label whose tries all failed is left out, two in a row end the part."""
        most = min(max(28, PART_TOKENS // len(labels)), 48)
        failed = 0
        told = words_for(self.brief.language_code)
        for label, thing in itertools.zip_longest(labels, self.things[: len(labels)], fillvalue=""):
            self.is_last = label == labels[-1]
            start = f"{thing}; {told.then}" if thing and told else thing
            line = yield from self._line(
                f"{label} {start}".strip(), grammars.plain_line(self.brief.is_latin, capital=not start), most
            )
            failed = 0 if line or thing else failed + 1
            if line:
                self.rests.append(line)
                self.lines.append(" ".join(part for part in (label, start, line) if part))
            elif thing:
                self.lines.append(f"{label} {thing}")
            elif failed == 2:
                return

    def _listed(self) -> Work[None]:
        """Lines that the model starts and ends as it likes, within bounds of lines and of tokens."""
        grammar = (grammars.share_line if self.brief.form == "budget" else grammars.plain_line)(self.brief.is_latin)
        while len(self.lines) < _MOST_LINES and (self.tokens < PART_TOKENS or len(self.lines) < _FEWEST_LINES):
            so_far = "".join(f"{line}\n" for line in self.lines)
            if len(self.lines) >= _FEWEST_LINES:
                (end,) = yield from next_token(self._prompt(so_far), (END_OF_TURN,))
                if end > _END_OF_TEXT:
                    return
            line = yield from self._line("-", grammar, 36)
            if line is None:
                return
            self.lines.append(f"- {re.sub(_NUMBERED, '', line)}")

    def _in_one_piece(self) -> Work[str]:
        """The text as the model writes it, without the lines that the gates refuse; a second try where few remain."""
        best: list[str] = []
        for attempt, heat in enumerate(_HEAT[:2]):
            reply = yield from generate(
                Generate(
                    prompt=self._prompt(""),
                    max_tokens=_TEXT_TOKENS,
                    seed=self.seed * 1_000 + 900 + attempt,
                    temperature=heat,
                    repeat_penalty=1.08,
                    frequency_penalty=0.25,
                )
            )
            lines = self._usable_lines(reply)
            if len(" ".join(lines)) > len(" ".join(best)):
                best = lines
            if len(" ".join(best)) >= 80:
                break
        return "\n".join(best)

    def _usable_lines(self, reply: Generated) -> list[str]:
        kept: list[str] = []
        lines = [line.rstrip() for line in clean(reply.text).splitlines() if line.strip()]
        if reply.finish == "length" and lines:
            lines[-1] = _whole_sentences(lines[-1])
        for line in lines:
            bare = _bare(line)
            fault = line_gates.line_fault(
                bare,
                language=self.brief.language_code,
                goal=self.brief.goal,
                earlier=[*(_bare(earlier) for earlier in kept), self.brief.title, *self.brief.siblings],
                inputs=self.inputs,
                instructions=self.system,
                advice=self.brief.form == "text",
            )
            if fault is None:
                kept.append(one_line(line, 600))
        return kept


def _bare(line: str) -> str:
    """The line without its bullet, number, heading or label marks."""
    return re.sub(r"^\s*(?:[-*•]|\d{1,2}[.)]|#+)\s*", "", line).replace("**", "").strip()


def _whole_part(reply: Generated) -> str | None:
    """What can be used of a line: all of it, or, where it was cut, its whole sentences or clauses."""
    line = one_line(clean(reply.text).split("\n", 1)[0], 400)
    line = _bare(line) if line.startswith(("-", "*", "•")) else line
    if reply.finish == "length" or len(line) >= 155:
        line = _whole_sentences(line)
    line = " ".join(one for one in re.split(_SENTENCE_END, line) if not line_gates.is_chatter(one)).strip(" ,;-")
    return line if len(line) >= 6 else None


def _whole_sentences(line: str) -> str:
    """The line up to its last sentence end, else its last comma; empty where it has neither in its second half."""
    for marks in (".!?。", ";,"):
        end = max(line.rfind(mark) for mark in marks)
        if end >= len(line) // 2:
            return line[: end + 1].rstrip(";,")
    return ""
