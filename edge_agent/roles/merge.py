"""The merge: a task's text composed of its parts' texts by code, with a short summary by the model where it is sound.

Small models cannot merge long texts: they repeat the parts until they are cut. So nothing of the parts is rewritten.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Protocol

from edge_agent.records import MAX_RESULT_TEXT
from edge_agent.roles import line_gates
from edge_agent.roles.prompts import Brief, generate, goal_text, language_line
from edge_agent.roles.requests import Generate, Generated, ModelRefused, Prompt, Work
from edge_agent.roles.text import clean, condense, numbers, one_line
from edge_agent.roles.wording import words_or_english

_SUMMARY_TOKENS: Final = 90
_READ_TOKENS: Final = 350
"""How much of all parts the model reads for the summary."""
_MOST_BYTES: Final = 48_000
"""A record holds 64 KiB: texts in scripts of three bytes a character reach that before the character limit."""

_SYSTEM: Final = (
    "You write the opening of a document that is already written. In 2 or 3 short sentences, say what it decides: the "
    "most important places, dates, amounts. Use only what the document says, and name the things themselves, never "
    "the document."
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
    """Compose the task's text from its parts, in order, at most 32,000 characters; one or two requests.

    Each part stands under its title as a heading; headings inside a part move one level down. Parts without text are
    named at the end. A summary that fails its gates is left out.
    """
    written = [(one_line(part.title, 200), clean(part.text)) for part in parts if part.text and part.text.strip()]
    missing = [part.title for part in parts if not (part.text and part.text.strip())]
    summary = ""
    if len(written) > 1:
        try:
            summary = yield from _summary(brief, written, seed)
        except ModelRefused:
            summary = ""
    return compose(brief, summary, written, missing)


def expected_requests() -> int:
    """How many requests a merge takes, for showing progress."""
    return 1


def compose(brief: Brief, summary: str, written: Sequence[tuple[str, str]], missing: Sequence[str]) -> str:
    """Summary, sections and what is missing, as Markdown. Long sections share the room equally."""
    words = words_or_english(brief.language_code)
    label = words.missing
    absent = [f"- {label}: {one_line(title, 200)}" for title in missing]
    frame = [summary, "\n".join(absent)]
    room = MAX_RESULT_TEXT - sum(len(text) + 2 for text in frame) - sum(len(title) + 8 for title, _ in written)
    texts = _fitted([_demoted(text) for _, text in written], max(room, 0))
    sections = [f"## {title}\n\n{text}" for (title, _), text in zip(written, texts, strict=True)]
    whole = "\n\n".join(text for text in (frame[0], *sections, frame[1]) if text)[:MAX_RESULT_TEXT]
    return whole.encode()[:_MOST_BYTES].decode(errors="ignore")


def _demoted(text: str) -> str:
    """The text with its headings one level down, six at most."""
    return re.sub(r"^(#{1,5})(?=\s)", r"#\1", text, flags=re.MULTILINE)


def _fitted(texts: Sequence[str], room: int) -> list[str]:
    """The texts cut so that they fit together: short ones whole, the long ones to one equal length."""
    if sum(map(len, texts)) <= room:
        return list(texts)
    left, limit = room, 0
    for rank, length in enumerate(sorted(map(len, texts))):
        limit = left // (len(texts) - rank)
        if length > limit:
            break
        left -= length
    return [text if len(text) <= limit else text[: max(limit - 2, 0)].rstrip() + " …" for text in texts]


def _summary(brief: Brief, written: Sequence[tuple[str, str]], seed: int) -> Work[str]:
    """Two or three sentences on the parts; empty where neither try passes the gates."""
    share = max(_READ_TOKENS // len(written), 30)
    document = "\n".join(f"{title}:\n{condense(text, share)}" for title, text in written)
    task = f"Goal: {goal_text(brief, 120)}" if brief.is_root else f"Goal: {one_line(brief.subject, 300)}"
    prompt = Prompt(
        system=_SYSTEM,
        user="\n\n".join(text for text in (task, document, f"Write the opening. {language_line(brief)}".strip())),
    )
    known = numbers(f"{brief.goal} {brief.subject} " + " ".join(f"{title} {text}" for title, text in written))
    sources = [line for _, text in written for line in text.splitlines()]
    for attempt, heat in enumerate((0.3, 0.7)):
        reply = yield from generate(
            Generate(
                prompt=prompt,
                max_tokens=_SUMMARY_TOKENS,
                seed=seed * 1_000 + attempt,
                stop=("\n\n", "\n#", "\n-"),
                temperature=heat,
                repeat_penalty=1.05,
            )
        )
        sentences = _sound_sentences(reply, brief, known, sources)
        if len(sentences) >= 1 and len(" ".join(sentences)) >= 40:
            return " ".join(sentences)
    return ""


def _sound_sentences(reply: Generated, brief: Brief, known: frozenset[str], sources: Sequence[str]) -> list[str]:
    """The reply's first three whole sentences; none at all where one of them names a number of its own or is junk."""
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
        if fault is not None or numbers(sentence) - known or len(sentence) > 400 or "%" in sentence:
            return []
        kept.append(sentence)
    return kept
