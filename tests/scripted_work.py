"""Runs a role's work against a script instead of a model, and makes junk replies."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from hypothesis import strategies as st

from edge_agent.roles.requests import (
    Generate,
    Generated,
    Likelihood,
    ModelRefused,
    NextToken,
    NextTokenProbabilities,
    Reply,
    Request,
    TextLikelihood,
    WordSimilarities,
    WordSimilarity,
    Work,
)

Outcome = TypeVar("Outcome")


@dataclass
class Script:
    """Answers requests: texts in turn (the last one again and again), fixed probabilities and likelihoods.

    Each word is a token; ``surprise`` tells its log probability by the prompt's user turn and its first character, and
    ``probabilities`` may tell that of an option by the user turn and the option's first spelling.
    """

    texts: list[str] = field(default_factory=lambda: [""])
    probabilities: float | Callable[[str, str], float] = 0.0
    surprise: Callable[[str, str], float] = lambda user, character: -1.0
    finish: str = "stop"
    cosine: Callable[[str, str], float] | None = None
    """How like each other two words are; None: the model refuses to tell."""
    seen: list[Request] = field(default_factory=list)

    def run(self, work: Work[Outcome], most: int = 200) -> Outcome:
        """Run the work to its end; AssertionError where it asks more than ``most`` times."""
        texts = iter(self.texts)
        last = ""
        try:
            request = next(work)
            while True:
                self.seen.append(request)
                assert len(self.seen) <= most, "the work does not end"
                reply: Reply
                match request:
                    case Generate():
                        last = next(texts, last)
                        reply = Generated(text=last, tokens=len(last) // 4, finish=self.finish)
                    case NextToken():
                        likely = self.probabilities
                        reply = NextTokenProbabilities(
                            probabilities=tuple(
                                likely(request.prompt.user, option[0]) if callable(likely) else likely
                                for option in request.options
                            )
                        )
                    case Likelihood():
                        words = list(re.finditer(r"\S+", request.text))
                        reply = TextLikelihood(
                            log_probabilities=tuple(self.surprise(request.prompt.user, word[0][0]) for word in words),
                            offsets=tuple(word.start() for word in words),
                        )
                    case WordSimilarity():
                        cosine = self.cosine
                        if cosine is None:
                            request = work.throw(ModelRefused("this model has no vectors"))
                            continue
                        reply = WordSimilarities(
                            cosines=tuple(
                                tuple(cosine(word, other) for other in request.words[:at])
                                for at, word in enumerate(request.words)
                            )
                        )
                request = work.send(reply)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome


def run_refusing(work: Work[Outcome], most: int = 50) -> Outcome:
    """Run the work on a model that refuses every request."""
    try:
        next(work)
        for _ in range(most):
            work.throw(ModelRefused("the prompt does not fit"))
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome
    raise AssertionError("the work does not end")


JUNK = st.one_of(
    st.text(max_size=300),
    st.sampled_from(
        [
            "",
            " ",
            "\n\n\n",
            "\x00\x00\x00",
            '```json\n{"children": [{"title": "Schedule"}]}\n```',
            '{"title": "Schedule of the trip", "detail": "',
            "Schedule: the same line\n" * 40,
            " Schedule of days 1 to 7: Tokyo and Kyoto, one line a day",
            " 行程安排：东京和京都",
            " Расписание: Москва и Казань",
            "<|im_end|><|im_start|>assistant\n",
            "word " * 4_000,
            "1. 2. 3. 4. 5. 6. 7.",
            ":" * 200,
            "Title: " + "x" * 5_000,
            "\ud800 lone surrogate: here it is",
        ]
    ),
)


class Junk:
    """A model that answers anything, within the shape of replies."""

    def __init__(self, texts: list[str], seed: int) -> None:
        self.texts = texts or [""]
        self.random = random.Random(seed)
        self.requests = 0

    def run(self, work: Work[Outcome], most: int) -> Outcome:
        """Run the work to its end; AssertionError where it asks more than ``most`` times."""
        try:
            request = next(work)
            while True:
                self.requests += 1
                assert self.requests <= most, "the work does not end"
                if self.random.random() < 0.05:
                    request = work.throw(ModelRefused("not this one"))
                else:
                    request = work.send(self._reply(request))
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome

    def _reply(self, request: Request) -> Reply:
        match request:
            case Generate():
                return Generated(
                    text=self.random.choice(self.texts), tokens=3, finish=self.random.choice(["stop", "length"])
                )
            case NextToken():
                count = self.random.randint(0, len(request.options))
                return NextTokenProbabilities(probabilities=tuple(self.random.random() for _ in range(count)))
            case Likelihood():
                count = self.random.randint(0, 40)
                values = [
                    self.random.choice([float("-inf"), float("nan"), -self.random.random()]) for _ in range(count)
                ]
                offsets = tuple(self.random.randint(0, 5_000) for _ in range(count))
                return TextLikelihood(log_probabilities=tuple(values), offsets=offsets)
            case WordSimilarity():
                count = self.random.choice([len(request.words), self.random.randint(0, 40)])
                return WordSimilarities(
                    cosines=tuple(
                        tuple(self.random.choice([float("nan"), 2 * self.random.random() - 1]) for _ in range(at))
                        if self.random.random() < 0.01
                        else tuple(2 * self.random.random() - 1 for _ in range(at))
                        for at in range(count)
                    )
                )
