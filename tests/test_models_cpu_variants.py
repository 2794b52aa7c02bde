"""Choosing among llama.cpp's CPU libraries."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from edge_agent.models import cpu_variants


@pytest.fixture
def scores(monkeypatch):
    known = {}
    monkeypatch.setattr(cpu_variants, "_score", lambda path: known.get(path.name, 0))
    return known


def test_an_ordinary_build_needs_nothing(tmp_path):
    (tmp_path / "libggml-cpu.so").write_bytes(b"")
    cpu_variants.load(tmp_path, None)
    assert cpu_variants.best_variant(tmp_path) is None


def test_the_library_that_fits_best_is_taken_but_never_an_unsafe_one(tmp_path, scores):
    for name, score in (("haswell", 64), ("skylakex", 128), ("alderlake", 0), ("sapphirerapids", 4096)):
        (tmp_path / f"libggml-cpu-{name}.so").write_bytes(b"")
        scores[f"libggml-cpu-{name}.so"] = score
    assert cpu_variants.best_variant(tmp_path).name == "libggml-cpu-skylakex.so"


def test_where_no_library_fits_it_is_said(tmp_path, scores):
    (tmp_path / "libggml-cpu-zen4.so").write_bytes(b"")
    with pytest.raises(RuntimeError, match="fits this machine"):
        cpu_variants.load(tmp_path, None)


def test_a_file_that_is_no_library_scores_nothing(tmp_path):
    (tmp_path / "libggml-cpu-zen4.so").write_bytes(b"not a library")
    assert cpu_variants.best_variant(tmp_path) is None


def test_the_chosen_library_is_loaded_through_llama_itself(tmp_path, scores):
    loaded = []

    def ggml_backend_load(path):
        loaded.append(path)
        return 1

    (tmp_path / "libggml-cpu-zen4.so").write_bytes(b"")
    scores["libggml-cpu-zen4.so"] = 7
    cpu_variants.load(tmp_path, SimpleNamespace(ggml_backend_load=ggml_backend_load))
    assert loaded == [str(tmp_path / "libggml-cpu-zen4.so").encode()]
