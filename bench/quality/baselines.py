"""What the swarm is compared with: one call to the same model, and a plain plan-then-execute loop with it.

Both are done as well as their shape allows: prompts that ask for a concrete answer in the goal's language, the sampling
that the models' publisher recommends, and nothing thrown away.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from edge_agent.roles.prompts import generate
from edge_agent.roles.requests import Generate, Generated, ModelRefused, Prompt, Work
from edge_agent.roles.text import one_line

ANSWER_TOKENS: Final = 700
"""Of the one call."""
PLAN_TOKENS: Final = 250
STEP_TOKENS: Final = 300
"""Of each step of the loop, which is told to use at most STEP_WORDS words: so it is seldom cut off."""
STEP_WORDS: Final = 150
MOST_STEPS: Final = 6

# Of generation_config.json of Qwen2.5-Instruct and Qwen2.5-Coder-Instruct.
_TEMPERATURE: Final = 0.7
_TOP_P: Final = 0.8
_REPEAT_PENALTY: Final = 1.1

_SYSTEM: Final = "You are a helpful assistant."
_NUMBERED: Final = re.compile(r"^\s{0,2}(?:[#*]+\s*)*(?:step\s+)?(\d{1,2})\s*[.):]\s*(.+)$", re.IGNORECASE)


class Written(Struct, frozen=True, kw_only=True):
    """An answer in Markdown; ``cut``: whether a piece of it was cut off at its limit of tokens."""

    text: str
    cut: bool


def one_call(goal: str, seed: int = 1) -> Work[Written]:
    """The answer of the model when it is simply asked; it ends where the model ends it, or at ANSWER_TOKENS."""
    # Without the word "goal" the 1.5B took wishes for letters to write, or refused ("Learn basic German").
    asked = "Make a detailed plan for this goal, with concrete choices and numbers, in the language of the goal."
    reply = yield from generate(_asked(f"Goal: {goal}\n\n{asked}", ANSWER_TOKENS, seed))
    return Written(text=reply.text.strip(), cut=_is_cut(reply))


def plan_then_execute(goal: str, seed: int = 1) -> Work[Written]:
    """A numbered plan in one call, then a call for each step with the results so far, one below the other.

    That is the shape of the well-known central planners. A plan without numbered lines is one step, the goal itself.
    """
    user = (
        f"Objective: {goal}\n\nWrite a plan of 4 to {MOST_STEPS} numbered steps to answer this objective in writing. "
        "Each step is one line and names a part of the answer that can be written down, such as a schedule, a list or "
        "a budget. Together the steps cover the whole objective. Write in the language of the objective. Write only "
        "the numbered list."
    )
    planned = yield from generate(_asked(user, PLAN_TOKENS, seed))
    steps = steps_of(planned.text) or [one_line(goal, 120)]
    results: list[Generated] = []
    for number, step in enumerate(steps, start=1):
        results.append((yield from _step(goal, steps, [result.text for result in results], number, step, seed)))
    sections = [f"## {step}\n\n{result.text.strip()}" for step, result in zip(steps, results, strict=True)]
    return Written(text="\n\n".join(sections), cut=any(map(_is_cut, results)))


def steps_of(plan: str) -> list[str]:
    """The numbered lines of a plan, without number and emphasis, at most MOST_STEPS."""
    found = [match[2] for line in plan.split("\n") if (match := _NUMBERED.match(line))]
    steps = [one_line(re.sub(r"\*\*|__", "", step), 200).strip(" :") for step in found]
    return [step for step in steps if step][:MOST_STEPS]


def _step(
    goal: str, steps: Sequence[str], results: Sequence[str], number: int, step: str, seed: int
) -> Work[Generated]:
    plan = "\n".join(f"{at}. {one}" for at, one in enumerate(steps, start=1))
    done = "\n\n".join(f"Result of step {at}:\n{text.strip()}" for at, text in enumerate(results, start=1))
    task = (
        f"Carry out step {number} now: {step}\nWrite the result of this step alone, in at most {STEP_WORDS} words: "
        "concrete, with names, numbers and choices, and without what earlier steps have said. Write in the language of "
        "the objective."
    )
    # What does not change between the steps comes first: the model reads it once.
    beginning = f"Objective: {goal}\n\nPlan:\n{plan}"
    try:
        return (yield from generate(_asked("\n\n".join(filter(None, (beginning, done, task))), STEP_TOKENS, seed)))
    except ModelRefused:
        # All results do not fit: the step is done without them, as such loops do when their context is full.
        return (yield from generate(_asked(f"{beginning}\n\n{task}", STEP_TOKENS, seed)))


def _asked(user: str, tokens: int, seed: int) -> Generate:
    return Generate(
        prompt=Prompt(system=_SYSTEM, user=user),
        max_tokens=tokens,
        seed=seed,
        temperature=_TEMPERATURE,
        top_p=_TOP_P,
        repeat_penalty=_REPEAT_PENALTY,
    )


def _is_cut(reply: Generated) -> bool:
    return reply.finish == "length"
