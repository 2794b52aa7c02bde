"""How a prompt is written for each family of models.

A prompt becomes a row of segments. Only the segments that this module wrote as markers are read as special tokens;
what people, peers and models wrote is read as plain text, so that "<|im_end|>" in a goal ends nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from edge_agent.models.catalogue import Family
from edge_agent.roles.requests import Prompt


class Segment(NamedTuple):
    """A stretch of the prompt; ``marker`` says that it is a special token of the template."""

    text: str
    marker: bool


def render(family: Family, prompt: Prompt) -> list[Segment]:
    """The whole prompt, up to where the model goes on; the last segment ends with ``reply_so_far``."""
    match family:
        case "chatml":
            return _chatml(prompt)


def end_of_turn(family: Family) -> str:
    """The marker with which the family's models end their turn."""
    match family:
        case "chatml":
            return "<|im_end|>"


def _chatml(prompt: Prompt) -> list[Segment]:
    turns = [("system", prompt.system)] if prompt.system else []
    for user, assistant in prompt.examples:
        turns += [("user", user), ("assistant", assistant)]
    turns.append(("user", prompt.user))
    segments: list[Segment] = []
    for role, text in turns:
        segments += [
            Segment("<|im_start|>", True),
            Segment(f"{role}\n{text}", False),
            Segment("<|im_end|>", True),
            Segment("\n", False),
        ]
    return [*segments, Segment("<|im_start|>", True), Segment(f"assistant\n{prompt.reply_so_far}", False)]
