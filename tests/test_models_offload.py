"""What the installed llama.cpp can do, asked in a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from edge_agent.models.offload import can_offload, llama_build


@pytest.fixture(autouse=True)
def asked_anew() -> Iterator[None]:
    llama_build.cache_clear()
    yield
    llama_build.cache_clear()


@pytest.mark.parametrize(
    ("module", "build"),
    [
        ("print('noise')\ndef llama_supports_gpu_offload(): return True", "offload"),
        ("def llama_supports_gpu_offload(): return False", "processor only"),
        ("raise OSError('no such library')", None),
        ("import os; os.abort()", None),
    ],
)
def test_the_library_is_asked_where_this_process_finds_it(
    module: str, build: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "llama_cpp.py").write_text(module)
    monkeypatch.syspath_prepend(tmp_path)
    assert llama_build() == build
    assert can_offload() is (build == "offload")


def test_the_working_directory_is_not_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "llama_cpp.py").write_text("def llama_supports_gpu_offload(): return True")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *(entry for entry in sys.path if "site-packages" not in entry)])
    assert llama_build() is None
