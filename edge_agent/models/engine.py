"""llama.cpp, held by its C functions: reads prompts with reuse of what it read before, samples, measures likelihoods.

Runs in the model process alone (llama_worker.py): a fault in here can kill the process.

**Same request, same reply.** llama.cpp's arithmetic depends in the last bits on how tokens are grouped into batches, so
a reply could depend on what happened to be cached. Therefore only whole blocks of :data:`BLOCK` tokens, counted from
the prompt's start, are ever reused; what follows is read again in the same grouping. Flash attention is off for the
same reason: it computes long batches differently from short ones. A reply is then a function of the request, the model
file, the machine's kind of CPU and the number of threads.

**Slots.** There are a few caches ("slots", llama.cpp's sequences), so that two agents, or the two prompts of a
pointwise mutual information, do not push each other's prefix out.
"""

from __future__ import annotations

import ctypes
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import llama_cpp
import numpy as np
from llama_cpp import llama_cpp as native
from numpy.typing import NDArray

from edge_agent.models import cpu_variants, templates
from edge_agent.models.catalogue import Family
from edge_agent.models.sampling import Sampler
from edge_agent.models.wire import Usage
from edge_agent.models.word_vectors import NoVectors, WordVectors
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
)

BLOCK: Final = 16
"""Tokens that are reused or read again together; smaller ones read slower, larger ones reuse less."""

BATCH: Final = 64
"""Most tokens in one call of llama.cpp: as fast as larger ones on a CPU, and soon interrupted."""

LEAST_ROOM: Final = 16
"""Tokens that must fit behind a prompt for writing to make sense."""


class Interrupted(Exception):
    """The work was cancelled."""


class LoadFailed(Exception):
    """llama.cpp does not take this file, or has no memory for it."""


class _Slot:
    """One prompt cache: the tokens of its whole blocks, and when it was last used."""

    def __init__(self, sequence: int) -> None:
        self.sequence = sequence
        self.blocks: list[int] = []
        self.used = 0


class Engine:
    """One loaded model. ``cancelled`` is asked all the time during work, from the thread that works."""

    def __init__(
        self,
        path: Path,
        family: Family,
        *,
        context: int,
        slots: int,
        threads: int,
        cancelled: Callable[[], bool],
    ) -> None:
        self._family = family
        self._path = path
        self._vectors: WordVectors | None = None
        self._cancelled = cancelled
        native.llama_log_set(_LOG, ctypes.c_void_p(0))
        cpu_variants.load(Path(llama_cpp.__file__).parent / "lib", native._lib)
        native.llama_backend_init()
        self._model: Any = native.llama_model_load_from_file(str(path).encode(), native.llama_model_default_params())
        if not self._model:
            raise LoadFailed(f"llama.cpp cannot read {path}: the file is damaged, or not a model it knows")
        self.context = min(context, native.llama_model_n_ctx_train(self._model))
        parameters = native.llama_context_default_params()
        parameters.n_ctx = self.context * slots
        parameters.n_seq_max = slots
        parameters.n_batch = parameters.n_ubatch = BATCH
        parameters.n_threads = parameters.n_threads_batch = threads
        parameters.kv_unified = False
        parameters.flash_attn_type = native.LLAMA_FLASH_ATTN_TYPE_DISABLED
        self._context: Any = native.llama_init_from_model(self._model, parameters)
        if not self._context:
            raise LoadFailed(f"there is not enough memory for {slots} caches of {self.context} tokens")
        self._abort = native.ggml_abort_callback(lambda _: self._cancelled())
        native.llama_set_abort_callback(self._context, self._abort, None)
        self._memory: Any = native.llama_get_memory(self._context)
        self._vocabulary: Any = native.llama_model_get_vocab(self._model)
        self._vocabulary_size: int = native.llama_vocab_n_tokens(self._vocabulary)
        self._batch: Any = native.llama_batch_init(BATCH, 0, 1)
        self._slots = [_Slot(sequence) for sequence in range(slots)]
        self._clock = 0
        self._usage = Usage()

    def answer(self, request: Request) -> tuple[Reply, Usage]:
        """Serve the request. Raises ModelRefused, or :class:`Interrupted` once ``cancelled`` says so."""
        self._usage = Usage()
        reply: Reply
        match request:
            case Generate():
                reply = self._generate(request)
            case Likelihood():
                reply = self._likelihood(request)
            case NextToken():
                reply = self._next_token(request)
            case WordSimilarity():
                reply = self._word_similarity(request)
        return reply, self._usage

    def close(self) -> None:
        """Give the memory back, where the process goes on; nothing else may be called afterwards."""
        native.llama_batch_free(self._batch)
        native.llama_free(self._context)
        native.llama_model_free(self._model)

    def tokens_of(self, text: str, *, marker: bool = False) -> list[int]:
        """The tokens of a text; of a marker its special token."""
        data = text.encode()
        room = len(data) + 2
        buffer = (native.llama_token * room)()
        count = native.llama_tokenize(self._vocabulary, data, len(data), buffer, room, False, marker)
        if count < 0:
            raise ModelRefused("this text cannot be turned into tokens")
        return list(buffer[:count])

    def prompt_tokens(self, prompt: Prompt) -> list[int]:
        """The rendered prompt's tokens. ModelRefused where the prompt says nothing."""
        if not (prompt.system.strip() or prompt.user.strip()):
            raise ModelRefused("the prompt is empty")
        return [
            token
            for segment in templates.render(self._family, prompt)
            for token in self.tokens_of(segment.text, marker=segment.marker)
        ]

    # Reading

    def _slot_for(self, tokens: Sequence[int], most: int) -> tuple[_Slot, int]:
        """The slot to read these tokens into, and how many of them (whole blocks, at most ``most``) it holds.

        The longest common prefix wins, unless it is short and would cost a slot its own longer prefix: then the slot
        that was not used for longest is taken.
        """
        self._clock += 1
        common = {
            slot.sequence: min(_common_blocks(slot.blocks, tokens), most // BLOCK * BLOCK) for slot in self._slots
        }
        slot = max(self._slots, key=lambda candidate: (common[candidate.sequence], -len(candidate.blocks)))
        kept = common[slot.sequence]
        if 2 * kept < len(tokens) and 2 * kept < len(slot.blocks):
            slot = min(self._slots, key=lambda candidate: candidate.used)
            kept = common[slot.sequence]
        slot.used = self._clock
        return slot, kept

    def _read(
        self, tokens: Sequence[int], first_output: int, receive: Callable[[int, NDArray[np.float32]], None]
    ) -> _Slot:
        """Read the tokens; ``receive(position, logits)`` is called for each position from ``first_output`` on."""
        slot, start = self._slot_for(tokens, first_output)
        native.llama_memory_seq_rm(self._memory, slot.sequence, start, -1)
        del slot.blocks[start:]
        self._usage += Usage(reused=start)
        boundary = first_output // BLOCK * BLOCK
        while start < len(tokens):
            # Blocks with outputs are read alone, so that their grouping never depends on what was reused.
            width = min(BATCH, boundary - start) if start < boundary else BLOCK
            piece = tokens[start : start + width]
            self._decode(piece, start, slot, max(0, first_output - start))
            if start >= boundary:
                for index in range(max(0, first_output - start), len(piece)):
                    receive(start + index, self._logits(index))
            whole = len(piece) // BLOCK * BLOCK
            slot.blocks += piece[:whole]
            start += len(piece)
        return slot

    def _decode(self, tokens: Sequence[int], position: int, slot: _Slot, first_output: int) -> None:
        batch = self._batch
        batch.n_tokens = len(tokens)
        for index, token in enumerate(tokens):
            batch.token[index] = token
            batch.pos[index] = position + index
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = slot.sequence
            batch.logits[index] = index >= first_output
        status = native.llama_decode(self._context, batch)
        if self._cancelled():
            raise Interrupted
        if status != 0:
            raise RuntimeError(f"llama_decode returned {status}")
        self._usage += Usage(evaluated=len(tokens))

    def _logits(self, index: int) -> NDArray[np.float32]:
        """A view of llama.cpp's own buffer: valid until the next decode."""
        pointer = native.llama_get_logits_ith(self._context, index)
        return np.ctypeslib.as_array(pointer, shape=(self._vocabulary_size,))

    # The requests

    def _generate(self, request: Generate) -> Generated:
        if request.max_tokens < 1:
            raise ModelRefused(f"max_tokens is {request.max_tokens}, it must be at least 1")
        tokens = self.prompt_tokens(request.prompt)
        room = self.context - len(tokens)
        if room < min(request.max_tokens, LEAST_ROOM):
            raise ModelRefused(
                f"the prompt has {len(tokens)} tokens, so nothing can be written behind it: "
                f"this model takes {self.context} together"
            )
        limit = min(request.max_tokens, room)
        sampler = Sampler(native, self._vocabulary, self._vocabulary_size, request)
        try:
            sampler.has_written(self.tokens_of(request.prompt.reply_so_far) if request.prompt.reply_so_far else [])
            return self._write(tokens, request, sampler, limit)
        finally:
            sampler.close()

    def _write(self, tokens: list[int], request: Generate, sampler: Sampler, limit: int) -> Generated:
        chosen: list[int] = []
        slot = self._read(tokens, len(tokens) - 1, lambda _, logits: chosen.append(sampler.choose(logits)))
        stops = [stop.encode() for stop in request.stop if stop]
        longest = max(map(len, stops), default=0)
        written = bytearray()
        count = 0
        finish = "length"
        while True:
            token = chosen.pop()
            if native.llama_vocab_is_eog(self._vocabulary, token) or native.llama_vocab_is_control(
                self._vocabulary, token
            ):
                finish = "stop"
                break
            piece = self._piece(token)
            searched = max(0, len(written) - longest)
            written += piece
            count += 1
            found = [place for stop in stops if (place := written.find(stop, searched)) >= 0]
            if found:
                del written[min(found) :]
                finish = "stop"
                break
            if count >= limit:
                break
            self._decode([token], len(tokens) + count - 1, slot, 0)
            chosen.append(sampler.choose(self._logits(0)))
        self._usage += Usage(written=count)
        return Generated(text=_text_of(bytes(written)), tokens=count, finish=finish)

    def _likelihood(self, request: Likelihood) -> TextLikelihood:
        if not request.text:
            raise ModelRefused("the likelihood of an empty text was asked for")
        prompt = self.prompt_tokens(request.prompt)
        text = self.tokens_of(request.text)
        tokens = prompt + text
        if len(tokens) > self.context:
            raise ModelRefused(f"prompt and text have {len(tokens)} tokens together, this model takes {self.context}")
        results: list[float] = []

        def receive(position: int, logits: NDArray[np.float32]) -> None:
            results.append(float(_log_softmax(logits)[tokens[position + 1]]))

        self._read(tokens[:-1], len(prompt) - 1, receive)
        return TextLikelihood(log_probabilities=tuple(results), offsets=self._offsets(request.text, text))

    def _next_token(self, request: NextToken) -> NextTokenProbabilities:
        tokens = self.prompt_tokens(request.prompt)
        if len(tokens) > self.context:
            raise ModelRefused(f"the prompt has {len(tokens)} tokens, this model takes {self.context}")
        groups = [{self._first_token(spelling) for spelling in option} for option in request.options]
        results: list[float] = []

        def receive(_: int, logits: NDArray[np.float32]) -> None:
            values = _log_softmax(logits)
            results.extend(math.fsum(math.exp(values[token]) for token in group) for group in groups)

        self._read(tokens, len(tokens) - 1, receive)
        return NextTokenProbabilities(probabilities=tuple(results))

    def _word_similarity(self, request: WordSimilarity) -> WordSimilarities:
        if self._vectors is None:
            width = native.llama_model_n_embd(self._model)
            try:
                self._vectors = WordVectors(self._path, native._lib, vocabulary=self._vocabulary_size, width=width)
            except NoVectors as error:
                raise ModelRefused(str(error)) from error
        # Within a text a word's first token has the space before it.
        cosines = self._vectors.similarities([self.tokens_of(f" {word}") for word in request.words])
        return WordSimilarities(
            cosines=tuple(tuple(round(float(value), 3) for value in row[:at]) for at, row in enumerate(cosines))
        )

    def _first_token(self, spelling: str) -> int:
        if spelling == END_OF_TURN:
            return self.tokens_of(templates.end_of_turn(self._family), marker=True)[0]
        if not spelling:
            raise ModelRefused("an option of the next token is empty")
        return self.tokens_of(spelling)[0]

    def _piece(self, token: int) -> bytes:
        buffer = ctypes.create_string_buffer(256)
        length = native.llama_token_to_piece(self._vocabulary, token, buffer, len(buffer), 0, False)
        return buffer.raw[:length] if length > 0 else b""

    def _offsets(self, text: str, tokens: Sequence[int]) -> tuple[int, ...]:
        """Where each token starts, in characters; a token that starts within a character's bytes counts to it."""
        starts = [index for index, character in enumerate(text) for _ in character.encode()]
        offsets = []
        place = 0
        for token in tokens:
            offsets.append(starts[min(place, len(starts) - 1)])
            place += len(self._piece(token))
        return tuple(offsets)


def _common_blocks(blocks: Sequence[int], tokens: Sequence[int]) -> int:
    """How many tokens, in whole blocks, both begin with."""
    common = 0
    while common + BLOCK <= len(blocks) and blocks[common : common + BLOCK] == tokens[common : common + BLOCK]:
        common += BLOCK
    return common


def _log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    shifted = logits.astype(np.float64)
    shifted -= shifted.max()
    return shifted - math.log(float(np.exp(shifted).sum()))


def _text_of(written: bytes) -> str:
    """The text; a character that the cut left without its last bytes is dropped."""
    for missing in range(min(4, len(written)) + 1):
        try:
            return written[: len(written) - missing].decode()
        except UnicodeDecodeError:
            continue
    return written.decode(errors="replace")


def _log_warnings(level: int, text: bytes, _: object) -> None:
    """llama.cpp's warnings and errors go to standard error; its hundreds of lines of information do not."""
    if level in (3, 4):
        print(text.decode(errors="replace").rstrip(), file=sys.stderr, flush=True)


_LOG: Final = native.llama_log_callback(_log_warnings)
"""Kept for ever: llama.cpp calls it as long as the process lives, whatever became of the engine that set it."""
