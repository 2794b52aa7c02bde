"""Runs a role's work on a real model inside this process: for tests of the roles and for trying out prompts.

The product's own way is the worker process of ``edge_agent.models``. This driver is its plain counterpart: one thread,
small batches, the longest common prefix with the last prompt is kept.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from edge_agent.models.word_vectors import WordVectors
from edge_agent.roles.requests import (
    END_OF_TURN,
    Generate,
    Generated,
    Likelihood,
    ModelRefused,
    NextToken,
    NextTokenProbabilities,
    Prompt,
    Reply,
    Request,
    TextLikelihood,
    WordSimilarities,
    WordSimilarity,
    Work,
)

Outcome = TypeVar("Outcome")


@dataclass
class Spent:
    """What a run cost: requests asked, tokens read (those not reused) and tokens written."""

    requests: int = 0
    read: int = 0
    written: int = 0


def chat_ml(prompt: Prompt) -> str:
    """The conversation in ChatML, which Qwen2.5 and SmolLM2 share."""
    turns = [("system", prompt.system)]
    for user, assistant in prompt.examples:
        turns += [("user", user), ("assistant", assistant)]
    turns.append(("user", prompt.user))
    text = "".join(f"<|im_start|>{role}\n{content}<|im_end|>\n" for role, content in turns)
    return f"{text}<|im_start|>assistant\n{prompt.reply_so_far}"


class InProcessModel:
    """One GGUF model, answering the roles' requests."""

    def __init__(self, path: Path, context: int = 4096) -> None:
        self.model = llama_cpp.Llama(
            str(path), n_ctx=context, n_batch=64, n_threads=1, n_threads_batch=1, verbose=False, seed=1
        )
        self.vocabulary = self.model.n_vocab()
        self.vectors = WordVectors(
            path, llama_cpp.llama_cpp._lib, vocabulary=self.vocabulary, width=self.model.n_embd()
        )
        self.spent = Spent()

    def drive(self, work: Work[Outcome]) -> Outcome:
        """Run the work to its end."""
        try:
            request = next(work)
            while True:
                self.spent.requests += 1
                try:
                    reply = self.answer(request)
                except ModelRefused as refusal:
                    request = work.throw(refusal)
                else:
                    request = work.send(reply)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome

    def answer(self, request: Request) -> Reply:
        """One request's reply; ModelRefused where the prompt does not fit."""
        match request:
            case Generate():
                return self._generate(request)
            case Likelihood():
                return self._likelihood(request)
            case NextToken():
                return self._next_token(request)
            case WordSimilarity():
                return self._word_similarity(request)

    def _word_similarity(self, request: WordSimilarity) -> WordSimilarities:
        cosines = self.vectors.similarities([self._tokens(f" {word}", special=False) for word in request.words])
        return WordSimilarities(cosines=tuple(tuple(map(float, row[:at])) for at, row in enumerate(cosines)))

    def _tokens(self, text: str, special: bool) -> list[int]:
        tokens: list[int] = self.model.tokenize(text.encode(), add_bos=False, special=special)
        return tokens

    def _prompt_tokens(self, prompt: Prompt, room: int) -> list[int]:
        tokens = self._tokens(chat_ml(prompt), special=True)
        if len(tokens) + room + 4 > self.model.n_ctx():
            raise ModelRefused(f"a prompt of {len(tokens)} tokens does not fit a context of {self.model.n_ctx()}")
        return tokens

    def _reused(self, tokens: list[int]) -> int:
        count = 0
        for have, want in zip(self.model._input_ids, tokens, strict=False):
            if have != want:
                break
            count += 1
        return count

    def _evaluate(self, tokens: list[int]) -> None:
        keep = min(self._reused(tokens), len(tokens) - 1, self.model.n_tokens)
        self.model.n_tokens = keep
        self.model.eval(tokens[keep:])
        self.spent.read += len(tokens) - keep

    def _logits(self, index: int) -> NDArray[np.float64]:
        pointer = llama_cpp.llama_get_logits_ith(self.model.ctx, index)
        return np.ctypeslib.as_array(pointer, shape=(self.vocabulary,)).astype(np.float64)

    def _generate(self, request: Generate) -> Generated:
        tokens = self._prompt_tokens(request.prompt, request.max_tokens)
        self.spent.read += len(tokens) - min(self._reused(tokens), len(tokens) - 1)
        grammar = llama_cpp.LlamaGrammar.from_string(request.grammar, verbose=False) if request.grammar else None
        answer: Any = self.model.create_completion(
            tokens,
            max_tokens=request.max_tokens,
            temperature=request.temperature,
            top_p=request.top_p,
            min_p=request.min_p,
            repeat_penalty=request.repeat_penalty,
            frequency_penalty=request.frequency_penalty,
            stop=list(request.stop),
            seed=request.seed,
            grammar=grammar,
        )
        written = int(answer["usage"]["completion_tokens"])
        self.spent.written += written
        choice = answer["choices"][0]
        return Generated(text=choice["text"], tokens=written, finish=choice["finish_reason"] or "stop")

    def _likelihood(self, request: Likelihood) -> TextLikelihood:
        text = self._tokens(request.text, special=False)
        tokens = self._prompt_tokens(request.prompt, len(text))
        self._evaluate(tokens)
        logits = [self._logits(-1)]
        # One batch with logits at each token; the last token's successor is of no interest.
        batch = text[:-1]
        for start in range(0, len(batch), 64):
            part = batch[start : start + 64]
            self.model._batch.set_batch(batch=part, n_past=self.model.n_tokens, logits_all=True)
            self.model._ctx.decode(self.model._batch)
            self.model.input_ids[self.model.n_tokens : self.model.n_tokens + len(part)] = part
            self.model.n_tokens += len(part)
            logits += [self._logits(index) for index in range(len(part))]
        self.spent.read += len(batch)
        values = [float(row[token] - np.logaddexp.reduce(row)) for token, row in zip(text, logits, strict=True)]
        offsets = []
        so_far = b""
        for token in text:
            offsets.append(len(so_far.decode(errors="ignore")))
            so_far += self.model.detokenize([token])
        return TextLikelihood(log_probabilities=tuple(values), offsets=tuple(offsets))

    def _next_token(self, request: NextToken) -> NextTokenProbabilities:
        self._evaluate(self._prompt_tokens(request.prompt, 1))
        row = self._logits(-1)
        row -= np.logaddexp.reduce(row)
        sums = []
        for spellings in request.options:
            firsts = {
                self.model.token_eos() if spelling == END_OF_TURN else self._tokens(spelling, special=False)[0]
                for spelling in spellings
            }
            sums.append(float(np.exp(row[list(firsts)]).sum()))
        return NextTokenProbabilities(probabilities=tuple(sums))
