"""Choosing the next token with llama.cpp's samplers: penalties, top-k, top-p, min-p, temperature, a seeded draw."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from edge_agent.roles.requests import Generate, ModelRefused

TOP_K: Final = 40
"""Candidates that are looked at; the rest of a vocabulary of 150,000 never matters and is slow to sort."""

PENALISED_TOKENS: Final = 256
"""The last tokens of the reply (what was given of it included, the prompt not) that the penalties look at."""

_CANDIDATE: Final = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])


class Sampler:
    """Chooses the tokens of one reply. A draw that the grammar forbids is made again among what it allows.

    Asking the grammar about one token instead of the whole vocabulary saves a third of the time of a small model.
    Raises ModelRefused for sampling values out of range and for a grammar that llama.cpp sees to be faulty.
    """

    def __init__(self, native: Any, vocabulary: Any, vocabulary_size: int, request: Generate) -> None:
        if request.temperature < 0 or not 0 < request.top_p <= 1 or not 0 <= request.min_p < 1:
            raise ModelRefused("temperature, top_p or min_p is out of range")
        if request.repeat_penalty <= 0:
            raise ModelRefused("repeat_penalty must be above 0")
        self._native = native
        self._candidates = np.zeros(vocabulary_size, dtype=_CANDIDATE)
        self._ids = np.arange(vocabulary_size, dtype=np.int32)
        self._grammar: Any = None
        if request.grammar is not None:
            self._grammar = native.llama_sampler_init_grammar(vocabulary, request.grammar.encode(), b"root")
            if not self._grammar:
                raise ModelRefused("llama.cpp does not take the grammar")
        chain: Any = native.llama_sampler_chain_init(native.llama_sampler_chain_default_params())
        self._chain = chain
        self._penalising = request.repeat_penalty != 1.0 or request.frequency_penalty != 0.0
        if self._penalising:
            add = native.llama_sampler_init_penalties(
                vocabulary_size, PENALISED_TOKENS, request.repeat_penalty, request.frequency_penalty, 0.0
            )
            native.llama_sampler_chain_add(chain, add)
        if request.temperature == 0:
            native.llama_sampler_chain_add(chain, native.llama_sampler_init_greedy())
            return
        native.llama_sampler_chain_add(chain, native.llama_sampler_init_top_k(TOP_K))
        native.llama_sampler_chain_add(chain, native.llama_sampler_init_top_p(request.top_p, 1))
        native.llama_sampler_chain_add(chain, native.llama_sampler_init_min_p(request.min_p, 1))
        native.llama_sampler_chain_add(chain, native.llama_sampler_init_temp(request.temperature))
        native.llama_sampler_chain_add(chain, native.llama_sampler_init_dist(request.seed & 0xFFFF_FFFF))

    def has_written(self, tokens: Iterable[int]) -> None:
        """Tell the penalties, not the grammar, what the reply begins with."""
        if self._penalising:
            for token in tokens:
                self._native.llama_sampler_accept(self._chain, token)

    def choose(self, logits: NDArray[np.float32]) -> int:
        """The next token; it counts as written."""
        token = self._draw(logits, masked=False)
        if self._grammar is not None and not self._allows(token):
            token = self._draw(logits, masked=True)
        if self._grammar is not None:
            self._native.llama_sampler_accept(self._grammar, token)
        self._native.llama_sampler_accept(self._chain, token)
        return token

    def close(self) -> None:
        """Give llama.cpp's memory back."""
        self._native.llama_sampler_free(self._chain)
        if self._grammar is not None:
            self._native.llama_sampler_free(self._grammar)

    def _draw(self, logits: NDArray[np.float32], *, masked: bool) -> int:
        self._candidates["id"] = self._ids
        self._candidates["logit"] = logits
        array = self._array(self._candidates)
        if masked:
            self._native.llama_sampler_apply(self._grammar, ctypes.byref(array))
        self._native.llama_sampler_apply(self._chain, ctypes.byref(array))
        return int(self._candidates["id"][array.selected])

    def _allows(self, token: int) -> bool:
        one = np.array([(token, 1.0, 0.0)], dtype=_CANDIDATE)
        array = self._array(one)
        self._native.llama_sampler_apply(self._grammar, ctypes.byref(array))
        return bool(np.isfinite(one["logit"][0]))

    def _array(self, candidates: NDArray[Any]) -> Any:
        pointer = candidates.ctypes.data_as(ctypes.POINTER(self._native.llama_token_data))
        return self._native.llama_token_data_array(data=pointer, size=len(candidates), selected=-1, sorted=False)
