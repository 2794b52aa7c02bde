"""What the roles ask of a model, and what they get back.

The work of a role (a split, a judgement, a text) is a generator that yields these requests and receives their replies,
so it can be driven by a real model, by a scripted one, or by a simulator, and does no I/O itself.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final, TypeVar

from msgspec import Struct

END_OF_TURN: Final = "<end of turn>"
"""Stands, among the options of :class:`NextToken`, for the model's own end-of-turn token."""


class Prompt(Struct, frozen=True, kw_only=True):
    """A conversation that the model is to go on with; the backend renders it in the model family's own template.

    ``examples`` are earlier turns (user, assistant). ``reply_so_far`` is the beginning of the assistant's reply.
    """

    system: str
    user: str
    examples: tuple[tuple[str, str], ...] = ()
    reply_so_far: str = ""


class Generate(Struct, frozen=True, kw_only=True):
    """Go on with the prompt. ``grammar`` is GBNF of ours alone: a faulty one kills llama.cpp."""

    prompt: Prompt
    max_tokens: int
    seed: int
    grammar: str | None = None
    stop: tuple[str, ...] = ()
    temperature: float = 0.5
    top_p: float = 0.95
    min_p: float = 0.05
    repeat_penalty: float = 1.0
    frequency_penalty: float = 0.0


class Generated(Struct, frozen=True, kw_only=True):
    """``finish`` is "stop" where the text ended by itself, "length" where it was cut at ``max_tokens``."""

    text: str
    tokens: int
    finish: str


class Likelihood(Struct, frozen=True, kw_only=True):
    """How likely is ``text`` as the assistant's reply to ``prompt``?"""

    prompt: Prompt
    text: str


class TextLikelihood(Struct, frozen=True, kw_only=True):
    """Natural log probability of each token, and the offset in ``text`` (in characters) where each token starts."""

    log_probabilities: tuple[float, ...]
    offsets: tuple[int, ...]


class NextToken(Struct, frozen=True, kw_only=True):
    """How likely is each option as the very next token? An option is a group of spellings (their first tokens)."""

    prompt: Prompt
    options: tuple[tuple[str, ...], ...]


class NextTokenProbabilities(Struct, frozen=True, kw_only=True):
    """Probability (0 to 1, of the whole vocabulary) of each option, in the request's order."""

    probabilities: tuple[float, ...]


class WordSimilarity(Struct, frozen=True, kw_only=True):
    """How like each other in sense are these words? By the model's own vectors of them: nothing is evaluated.

    A backend that has no such vectors refuses.
    """

    words: tuple[str, ...]


class WordSimilarities(Struct, frozen=True, kw_only=True):
    """Cosines, -1 to 1: for each word those with the words before it, in the request's order."""

    cosines: tuple[tuple[float, ...], ...]


Request = Generate | Likelihood | NextToken | WordSimilarity
Reply = Generated | TextLikelihood | NextTokenProbabilities | WordSimilarities

Outcome = TypeVar("Outcome")
Work = Generator[Request, Reply, Outcome]
"""A role's work: yields requests, receives each one's reply, returns what it came to.

The driver throws :class:`ModelRefused` into it where the model cannot serve a request at all (a prompt that does not
fit, say); the work may go on without. Crashes and time-outs of the model end the work.
"""


class ModelRefused(Exception):
    """This request cannot be served by this model; the message says why. Asking again will not help."""
