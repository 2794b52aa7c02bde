"""What a model's own file tells of words: how like each other they are, by its input embedding matrix.

Nothing is evaluated, and only the rows of the tokens asked for are read (llama.cpp has the file mapped anyway). The
mean of many rows and their first principal components are taken away, as they tell little but how frequent a token is:
J. Mu and P. Viswanath, "All-but-the-Top: Simple and Effective Postprocessing for Word Representations", ICLR 2018.

llama.cpp offers no such rows, so ggml's C functions find them in the file and dequantise them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_TENSOR: Final = b"token_embd.weight"
_SAMPLE: Final = range(256, 20_000, 11)
"""The tokens that stand for all: a vocabulary's first ones are its most frequent; single bytes come before these."""
_COMPONENTS: Final = 8
"""How many principal components are taken away: one for each hundred dimensions, as the authors advise."""
_ITERATIONS: Final = 15
_TO_FLOATS: Final = {"f16": "ggml_fp16_to_fp32_row", "bf16": "ggml_bf16_to_fp32_row"}


class NoVectors(Exception):
    """The file has no embedding matrix that can be read here; the message says why."""


class _GgufParameters(ctypes.Structure):
    _fields_ = (("no_alloc", ctypes.c_bool), ("context", ctypes.c_void_p))


class WordVectors:
    """The rows of one model's matrix: ``vocabulary`` rows of ``width`` numbers each.

    ``library`` is libllama as it is loaded; ggml's functions are found through it. Raises :class:`NoVectors`.
    """

    def __init__(self, path: Path, library: ctypes.CDLL, *, vocabulary: int, width: int) -> None:
        self._library = library
        self._width = width
        kind, offset, size = self._place(path)
        if not vocabulary or size % vocabulary:
            raise NoVectors(f"the matrix of {path.name} does not have a row for each token")
        shape = (vocabulary, size // vocabulary)
        self._rows: NDArray[np.uint8] = np.memmap(path, dtype=np.uint8, mode="r", offset=offset, shape=shape)
        self._to_floats = self._conversion(kind)
        sample = self._floats([token for token in _SAMPLE if token < vocabulary])
        self._mean = sample.mean(axis=0)
        centred = _unit(sample - self._mean)
        self._common = _first_components(centred)

    def similarities(self, words: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """The cosine of each word with each other one, -1 to 1; a word is its tokens, and 0 to all without any."""
        vectors = np.zeros((len(words), self._width), dtype=np.float32)
        for index, tokens in enumerate(words):
            if tokens:
                rows = _unit(self._floats(tokens) - self._mean)
                vectors[index] = (rows - rows @ self._common @ self._common.T).mean(axis=0)
        unit = _unit(vectors)
        product: NDArray[np.float32] = unit @ unit.T
        return product

    def _floats(self, tokens: Sequence[int]) -> NDArray[np.float32]:
        rows = np.ascontiguousarray(self._rows[list(tokens)])
        numbers = np.empty((len(tokens), self._width), dtype=np.float32)
        self._to_floats(rows.ctypes.data, numbers.ctypes.data, numbers.size)
        return numbers

    def _place(self, path: Path) -> tuple[str, int, int]:
        """The matrix's type, by ggml's name, its offset in the file and its size in bytes."""
        file, at = ctypes.c_void_p, ctypes.c_int64
        parameters = _GgufParameters(no_alloc=True, context=None)
        opened = self._function("gguf_init_from_file", file, ctypes.c_char_p, _GgufParameters)(
            str(path).encode(), parameters
        )
        if not opened:
            raise NoVectors(f"ggml cannot read {path.name}")
        try:
            tensor = self._function("gguf_find_tensor", at, file, ctypes.c_char_p)(opened, _TENSOR)
            if tensor < 0:
                raise NoVectors(f"{path.name} has no {_TENSOR.decode()}")
            start = self._function("gguf_get_data_offset", ctypes.c_size_t, file)(opened)
            offset = self._function("gguf_get_tensor_offset", ctypes.c_size_t, file, at)(opened, tensor)
            size = self._function("gguf_get_tensor_size", ctypes.c_size_t, file, at)(opened, tensor)
            kind = self._function("gguf_get_tensor_type", ctypes.c_int, file, at)(opened, tensor)
        finally:
            self._function("gguf_free", None, file)(opened)
        name = self._function("ggml_type_name", ctypes.c_char_p, ctypes.c_int)(kind)
        return name.decode(), start + offset, size

    def _conversion(self, kind: str) -> Any:
        """ggml's function (source, target, count) that makes floats of whole rows of this type."""
        if kind == "f32":
            return lambda source, target, count: ctypes.memmove(target, source, 4 * count)
        name = _TO_FLOATS.get(kind, f"dequantize_row_{kind}")
        return self._function(name, None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)

    def _function(self, name: str, result: Any, *arguments: Any) -> Any:
        try:
            return ctypes.CFUNCTYPE(result, *arguments)((name, self._library))
        except AttributeError as error:
            raise NoVectors(f"this build of llama.cpp has no {name}") from error


def _first_components(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """The first principal components of centred rows, as columns: by orthogonal iteration, since eight are wanted of
    more than a thousand, and all of them took seconds."""
    columns = rows[:_COMPONENTS].T
    for _ in range(_ITERATIONS):
        columns = np.linalg.qr(rows.T @ (rows @ columns))[0]
    return columns


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """The rows at length 1; those of length 0 stay so."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: NDArray[np.float32] = rows / np.maximum(lengths, 1e-9)
    return scaled
