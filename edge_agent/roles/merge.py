"""The merge: a task's text composed of its parts' texts by code, with a short summary by the model where it is sound.

Small models cannot merge long texts: they repeat the parts until they are cut. So nothing of the parts is rewritten:
what stands in two of them is kept once, and what is open or assumed stands at the end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Protocol

from edge_agent.records import MAX_RESULT_TEXT
from edge_agent.roles import assumptions, line_gates, sections, unsaid
from edge_agent.roles.prompts import Brief, generate, language_line
from edge_agent.roles.requests import Generate, Generated, ModelRefused, Prompt, Work
from edge_agent.roles.text import clean, condense, numbers, one_line, stems
from edge_agent.roles.wording import words_or_english

_SUMMARY_TOKENS: Final = 100
_READ_TOKENS: Final = 200
"""How much of all parts the model reads for the summary."""
_MOST_BYTES: Final = 48_000
"""A record holds 64 KiB: texts in scripts of three bytes a character reach that before the character limit."""

_NO_SUMMARIES: Final = ("smollm2-135m", "qwen2.5-coder-0.5b", "qwen2.5-coder-1.5b")
"""Models whose summaries are copies or junk. Those of the larger ones are, in other languages than English."""

_SYSTEM: Final = (
    "You sum up what was decided. Answer with one sentence of at most 40 words that names the places, dates, things "
    "and amounts that matter."
)


class Part(Protocol):
    """A child's outcome: its text, or None where it failed."""

    @property
    def title(self) -> str:
        """The child's title."""

    @property
    def text(self) -> str | None:
        """The child's text."""


def merge(brief: Brief, parts: Sequence[Part], *, model: str, seed: int) -> Work[str]:
    """Compose the task's text from its parts, in order, at most 32,000 characters; one request at most.

    Each part stands under its title as a heading; headings inside a part move one level down. What is open, assumed
    or missing is named at the end. A summary that fails its gates is left out, and small models write none.
    """
    written = [(one_line(part.title, 200), clean(part.text)) for part in parts if part.text and part.text.strip()]
    missing = [part.title for part in parts if not (part.text and part.text.strip())]
    summary = ""
    if len(written) > 1 and model not in _NO_SUMMARIES and brief.language_code == "en":
        try:
            summary = yield from _summary(brief, written, seed)
        except ModelRefused:
            summary = ""
    return compose(brief, summary, written, missing)


def expected_requests() -> int:
    """How many requests a merge takes, for showing progress."""
    return 1


def compose(brief: Brief, summary: str, written: Sequence[tuple[str, str]], missing: Sequence[str]) -> str:
    """Summary, sections and open points, as Markdown. Long sections share the room equally.

    What the goal counts and no section says stands in front.
    """
    words = words_or_english(brief.language_code)
    if brief.is_root:
        told = [f"{title}\n{text}" for title, text in written]
        first = unsaid.first_line(brief.goal, brief.language_code, told, words)
        summary = "\n\n".join(one for one in (first, summary) if one)
    points = [f"{words.missing}: {one_line(title, 200)}" for title in missing]
    texts: list[str] = []
    for title, text in written:
        body, said = sections.hoisted(text, words)
        texts.append(sections.demoted(body))
        # A part that was merged itself has said what is open in it.
        is_said = any(words.left_open in point for point in said)
        points += said if is_said else [*sections.open_lines(title, body, words), *said]
    texts = sections.without_repeats(texts)
    closing = sections.closing(points, words)
    room = MAX_RESULT_TEXT - len(summary) - len(closing) - 4 - sum(len(title) + 8 for title, _ in written)
    texts = sections.fitted(texts, max(room, 0))
    bodies = [f"## {title}\n\n{text}" for (title, _), text in zip(written, texts, strict=True) if text]
    whole = "\n\n".join(text for text in (summary, *bodies, closing) if text)[:MAX_RESULT_TEXT]
    return whole.encode()[:_MOST_BYTES].decode(errors="ignore")


def _summary(brief: Brief, written: Sequence[tuple[str, str]], seed: int) -> Work[str]:
    """A sentence on the parts; empty where it does not pass the gates."""
    share = max(_READ_TOKENS // len(written), 25)
    # Neither the goal, which it would say again, nor tables, whose numbers it mixes up.
    read = "\n".join(
        f"{title}:\n{condense(assumptions.unmarked(text), share)}"
        for title, text in written
        if not text.startswith("|")
    )
    prompt = Prompt(system=_SYSTEM, user=f"{read}\n\n{language_line(brief)}\nThe sentence:")
    known = f"{brief.goal} {brief.subject} " + " ".join(f"{title} {text}" for title, text in written)
    sources = [line for _, text in written for line in text.splitlines()]
    reply = yield from generate(
        Generate(
            prompt=prompt,
            max_tokens=_SUMMARY_TOKENS,
            seed=seed,
            stop=("\n\n", "\n#", "\n-"),
            temperature=0.3,
            repeat_penalty=1.05,
        )
    )
    summary = " ".join(_sound_sentences(reply, brief, known, sources))
    names = stems(summary) & stems(known) - stems(brief.goal)
    if len(summary) < 40 or len(names) < _LEAST_NAMED:
        return ""
    # What the parts assume is no better known in front of them.
    return assumptions.marked(summary) if assumptions.is_assumed(summary, brief.goal) else summary


_LEAST_NAMED: Final = 3
"""Words of the parts, beyond the goal's, that a summary must hold: else it says the goal again."""
_NAME: Final = re.compile(r"(?<=[\w,;] )[A-Z\u00c0-\u00de][\w'’-]+")


def _sound_sentences(reply: Generated, brief: Brief, known: str, sources: Sequence[str]) -> list[str]:
    """The reply's first three whole sentences; none at all where one of them names what no part holds or is junk."""
    text = " ".join(clean(reply.text).split())
    sentences = [sentence.strip() for sentence in re.split(r"(?<=[.!?。])\s+", text) if sentence.strip()]
    if sentences and (reply.finish == "length" or sentences[-1][-1] not in ".!?。"):
        sentences.pop()
    kept: list[str] = []
    for sentence in sentences[:3]:
        fault = line_gates.line_fault(
            sentence,
            language=brief.language_code,
            goal=brief.goal,
            earlier=kept,
            inputs=sources,
            instructions=_SYSTEM,
            advice=False,
        )
        names = {name.lower() for name in _NAME.findall(sentence)}
        if fault is not None or numbers(sentence) - numbers(known) or len(sentence) > 400 or "%" in sentence:
            return []
        if any(name not in known.lower() for name in names):
            return []
        kept.append(sentence)
    return kept
