"""The messages between the daemon and the model process."""

from __future__ import annotations

import pytest

from edge_agent.models import wire
from edge_agent.roles.requests import (
    Generate,
    Generated,
    Likelihood,
    NextToken,
    NextTokenProbabilities,
    Prompt,
    TextLikelihood,
    WordSimilarities,
    WordSimilarity,
)

PROMPT = Prompt(system="s", user="u", examples=(("a", "b"),), reply_so_far="1. ")


@pytest.mark.parametrize(
    "request_sent",
    [
        Generate(prompt=PROMPT, max_tokens=5, seed=2**31, grammar="root ::= [a]", stop=("\n",), temperature=0.0),
        Likelihood(prompt=PROMPT, text="für 日本"),
        NextToken(prompt=PROMPT, options=(("Yes", "yes"), ("No",))),
        WordSimilarity(words=("für", "日本")),
    ],
)
def test_requests_arrive_as_they_were_sent(request_sent):
    sent = wire.frame(wire.ask(7, request_sent))
    assert wire.frame_length(sent[:4]) == len(sent) - 4
    message = wire.decode_to_worker(sent[4:])
    assert isinstance(message, wire.Ask) and message.number == 7
    assert wire.request_of(message) == request_sent


@pytest.mark.parametrize(
    "reply_sent",
    [
        Generated(text="x", tokens=1, finish="stop"),
        TextLikelihood(log_probabilities=(-0.5, -1.25), offsets=(0, 3)),
        NextTokenProbabilities(probabilities=(0.25, 0.5)),
        WordSimilarities(cosines=((), (0.25,))),
    ],
)
def test_replies_arrive_as_they_were_sent(reply_sent):
    sent = wire.frame(wire.answer(8, reply_sent, wire.Usage(evaluated=3)))
    message = wire.decode_from_worker(sent[4:])
    assert isinstance(message, wire.Answer) and message.usage.evaluated == 3
    assert wire.reply_of(message) == reply_sent


def test_what_is_not_a_length_is_noticed():
    with pytest.raises(ValueError, match="something else"):
        wire.frame_length(b"load")


def test_usage_adds_up():
    total = wire.Usage(evaluated=1, reused=2, written=3) + wire.Usage(evaluated=10, written=1)
    assert total == wire.Usage(evaluated=11, reused=2, written=4)
