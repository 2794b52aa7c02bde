"""Rows of an embedding matrix, read from a file that is made here and from a real model's."""

from __future__ import annotations

import ctypes
import struct
from pathlib import Path

import numpy as np
import pytest
from llama_cpp import llama_cpp as native

from edge_agent.models.engine import Engine
from edge_agent.models.word_vectors import NoVectors, WordVectors
from edge_agent.roles.requests import ModelRefused, WordSimilarity
from tests.model_fixtures import small_model

__all__ = ["small_model"]

VOCABULARY, WIDTH = 2_000, 32
F32, F16 = 0, 1


def written(path: Path, rows: np.ndarray, kind: int, name: bytes = b"token_embd.weight") -> Path:
    """A GGUF file with one matrix: header, the tensor's name, shape, type and offset, padding to 32 bytes, data."""
    head = struct.pack("<4sIqq", b"GGUF", 3, 1, 0)
    head += struct.pack("<Q", len(name)) + name + struct.pack("<IQQIQ", 2, rows.shape[1], rows.shape[0], kind, 0)
    path.write_bytes(head + bytes(-len(head) % 32) + rows.tobytes())
    return path


def matrix() -> np.ndarray:
    rows = np.random.default_rng(5).normal(size=(VOCABULARY, WIDTH)).astype(np.float32)
    rows[1_001] = rows[1_000]
    rows[1_002] = -rows[1_000]
    return rows


def vectors(path: Path, vocabulary: int = VOCABULARY) -> WordVectors:
    return WordVectors(path, native._lib, vocabulary=vocabulary, width=WIDTH)


@pytest.mark.parametrize("kind", [F32, F16])
def test_equal_rows_are_alike_and_opposite_ones_are_not(tmp_path: Path, kind: int) -> None:
    rows = matrix().astype(np.float32 if kind == F32 else np.float16)
    cosines = vectors(written(tmp_path / "m.gguf", rows, kind)).similarities([[1_000], [1_001], [1_002], [7], []])
    assert cosines[0, 1] == pytest.approx(1, abs=1e-3)
    assert cosines[0, 2] < -0.8
    assert abs(cosines[0, 3]) < 0.8
    assert not cosines[4].any()


def test_what_all_rows_have_in_common_does_not_make_them_alike(tmp_path: Path) -> None:
    rows = matrix()
    rows[:, 3] += 50
    rows[:, 4] += np.linspace(-30, 30, VOCABULARY, dtype=np.float32)
    cosines = vectors(written(tmp_path / "m.gguf", rows, F32)).similarities([[at] for at in range(10, 60)])
    assert abs(float(np.mean(cosines[np.triu_indices(50, 1)]))) < 0.2


def test_a_file_without_such_a_matrix_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoVectors, match=r"no token_embd\.weight"):
        vectors(written(tmp_path / "other.gguf", matrix(), F32, b"output.weight"))
    with pytest.raises(NoVectors, match="row for each token"):
        vectors(written(tmp_path / "m.gguf", matrix(), F32), vocabulary=VOCABULARY - 1)
    junk = tmp_path / "junk.gguf"
    junk.write_bytes(b"GGUF but nothing else")
    with pytest.raises(NoVectors, match="cannot read"):
        vectors(junk)


def test_a_build_of_llama_cpp_without_ggmls_functions_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoVectors, match="gguf_init_from_file"):
        WordVectors(written(tmp_path / "m.gguf", matrix(), F32), ctypes.CDLL(None), vocabulary=VOCABULARY, width=WIDTH)


@pytest.mark.model
def test_a_real_model_knows_words_of_one_sense_and_evaluates_nothing(
    small_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Engine(small_model, "chatml", context=256, slots=1, threads=1, cancelled=lambda: False)
    try:
        reply, usage = engine.answer(WordSimilarity(words=("food", "meals", "timber", "wood", "rent")))
        (meals,), (timber, _), (_, _, wood) = reply.cosines[1:4]
        assert min(meals, wood) > 0.3 > timber + 0.05
        assert (usage.evaluated, usage.written) == (0, 0)
    finally:
        engine.close()
    monkeypatch.setattr("edge_agent.models.word_vectors._TENSOR", b"none")
    engine = Engine(small_model, "chatml", context=256, slots=1, threads=1, cancelled=lambda: False)
    try:
        with pytest.raises(ModelRefused, match="has no none"):
            engine.answer(WordSimilarity(words=("food", "meals")))
    finally:
        engine.close()
