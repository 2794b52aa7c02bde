"""What every role tells a model, and how it asks: the brief, the common beginning of prompts, typed requests."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from edge_agent.records import Form
from edge_agent.roles import languages
from edge_agent.roles.requests import (
    Generate,
    Generated,
    Likelihood,
    NextToken,
    NextTokenProbabilities,
    Prompt,
    TextLikelihood,
    Work,
)
from edge_agent.roles.text import condense, one_line

GOAL_TOKENS: Final = 400
"""How much of a long goal a model reads when it splits or writes; estimated tokens."""
SCORED_GOAL_TOKENS: Final = 60
"""How much of it is read for a likelihood, which reads the goal for every proposal."""


class Brief(Struct, frozen=True, kw_only=True):
    """The task that a role works on, and the goal it belongs to.

    For a goal's own task (the root) ``path`` is empty and ``title`` is the goal's title.
    """

    goal: str
    """The goal's text (its title is put in front where the text does not begin with it)."""
    title: str
    """The task's title."""
    detail: str = ""
    form: Form = "text"
    path: tuple[str, ...] = ()
    """Titles of the tasks from the goal's own task down to this task's parent; empty for the goal's own task."""
    siblings: tuple[str, ...] = ()
    """Titles of all parts of the split that this task is one of, in order, with its own."""
    coverage: tuple[str, ...] = ()
    """What each of these parts holds (its detail), in the same order; empty where that is not known."""
    language: str = ""
    """ISO 639-1 code; empty: guessed from the goal's words."""

    @property
    def is_root(self) -> bool:
        """Whether this is the goal's own task."""
        return not self.path

    @property
    def language_code(self) -> str:
        """The given language, else the guessed one, else empty."""
        return self.language or languages.guess_language(self.goal)

    @property
    def is_latin(self) -> bool:
        """Whether the goal is written in Latin letters (or holds no letters)."""
        return languages.main_script(self.goal) in ("latin", "")

    @property
    def subject(self) -> str:
        """The task in one line: title and detail."""
        return f"{self.title}: {self.detail}" if self.detail else self.title


def goal_text(brief: Brief, tokens: int) -> str:
    """The goal as models read it, condensed."""
    return condense(brief.goal or brief.title, tokens) or "(empty)"


def task_lines(brief: Brief, tokens: int) -> str:
    """The goal and, below the root, which part of it is meant."""
    lines = f"Goal: {goal_text(brief, tokens)}"
    if brief.is_root:
        return lines
    return f"{lines}\nPart of it: {one_line(brief.subject, 300)}"


def language_line(brief: Brief) -> str:
    """Tells the model which language to write; empty for English goals, which need no telling."""
    code = brief.language_code
    if code == "en":
        return ""
    name = languages.NAMES.get(code)
    return f"Write in {name}." if name else "Write in the language of the goal."


def generate(request: Generate) -> Work[Generated]:
    """Ask for text."""
    reply = yield request
    if not isinstance(reply, Generated):
        raise TypeError(f"a Generate was answered with {type(reply).__name__}")
    return reply


def likelihood(prompt: Prompt, text: str) -> Work[TextLikelihood]:
    """Ask how likely the text is."""
    reply = yield Likelihood(prompt=prompt, text=text)
    if not isinstance(reply, TextLikelihood):
        raise TypeError(f"a Likelihood was answered with {type(reply).__name__}")
    return reply


def next_token(prompt: Prompt, *options: tuple[str, ...]) -> Work[tuple[float, ...]]:
    """Ask for the probabilities of the options as the next token; padded with 0 where the reply is short."""
    reply = yield NextToken(prompt=prompt, options=options)
    if not isinstance(reply, NextTokenProbabilities):
        raise TypeError(f"a NextToken was answered with {type(reply).__name__}")
    return (*reply.probabilities, *(0.0 for _ in options))[: len(options)]
