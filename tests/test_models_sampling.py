"""The sampler on a vocabulary of the real small model, with logits made up for the purpose."""

from __future__ import annotations

import numpy as np
import pytest
from llama_cpp import llama_cpp as native

from edge_agent.models.sampling import Sampler
from edge_agent.roles.requests import Generate, ModelRefused
from tests.model_fixtures import PACKING, small_model

pytestmark = pytest.mark.model
__all__ = ["small_model"]


@pytest.fixture(scope="module")
def vocabulary(small_model):
    parameters = native.llama_model_default_params()
    parameters.vocab_only = True
    model = native.llama_model_load_from_file(str(small_model).encode(), parameters)
    yield native.llama_model_get_vocab(model)
    native.llama_model_free(model)


def sampler(vocabulary, **values):
    request = Generate(prompt=PACKING, max_tokens=5, **({"seed": 1} | values))
    return Sampler(native, vocabulary, native.llama_vocab_n_tokens(vocabulary), request)


def logits(vocabulary, **favoured):
    values = np.full(native.llama_vocab_n_tokens(vocabulary), -20.0, dtype=np.float32)
    for text, value in favoured.items():
        buffer = (native.llama_token * 4)()
        assert native.llama_tokenize(vocabulary, text.encode(), len(text), buffer, 4, False, False) == 1
        values[buffer[0]] = value
    return values


def token(vocabulary, text):
    return int(np.argmax(logits(vocabulary, **{text: 1.0})))


def test_draws_follow_the_seed(vocabulary):
    values = logits(vocabulary, a=1.0, b=1.0, c=1.0, d=1.0)

    def draw(seed):
        one = sampler(vocabulary, seed=seed, temperature=1.0, min_p=0.0)
        return [one.choose(values) for _ in range(20)]

    assert draw(5) == draw(5)
    assert draw(5) != draw(6)
    assert len(set(draw(5))) > 1


def test_a_forbidden_favourite_gives_way_to_what_the_grammar_allows(vocabulary):
    values = logits(vocabulary, a=10.0, b=2.0)
    assert sampler(vocabulary).choose(values) == token(vocabulary, "a")
    assert sampler(vocabulary, grammar='root ::= "b"').choose(values) == token(vocabulary, "b")


def test_after_the_grammars_end_only_the_end_of_the_turn_is_left(vocabulary):
    one = sampler(vocabulary, grammar='root ::= "b"')
    values = logits(vocabulary, a=10.0, b=2.0)
    one.choose(values)
    assert native.llama_vocab_is_eog(vocabulary, one.choose(values))


def test_penalties_look_at_the_reply_alone(vocabulary):
    values = logits(vocabulary, a=2.0, b=1.9)
    plain = sampler(vocabulary, temperature=0.0, frequency_penalty=1.0)
    assert plain.choose(values) == token(vocabulary, "a")
    assert plain.choose(values) == token(vocabulary, "b")
    begun = sampler(vocabulary, temperature=0.0, frequency_penalty=1.0)
    begun.has_written([token(vocabulary, "a")])
    assert begun.choose(values) == token(vocabulary, "b")


@pytest.mark.parametrize("values", [{"top_p": 0.0}, {"min_p": 1.0}, {"repeat_penalty": 0.0}, {"temperature": -0.1}])
def test_values_out_of_range_are_refused(vocabulary, values):
    with pytest.raises(ModelRefused):
        sampler(vocabulary, **values)
