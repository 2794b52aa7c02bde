"""Builds of llama.cpp that carry one library for each kind of CPU: choosing and loading the one that fits.

An ordinary build has its CPU code linked in, and nothing is to be done. A build with variants loads one by itself only
from the program's or the working directory; the latter anyone may write to, so the path is given here.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Final

UNSAFE_VARIANTS: Final = frozenset({"libggml-cpu-sapphirerapids.so"})
"""Crash on the CPUs they are made for: compilers before gcc 13 drop stores that AMX needs."""


def variants(directory: Path) -> list[Path]:
    """The CPU libraries in the directory that may be loaded; none in an ordinary build."""
    return sorted(path for path in directory.glob("libggml-cpu-*.so") if path.name not in UNSAFE_VARIANTS)


def best_variant(directory: Path) -> Path | None:
    """The library that says of itself that it fits this CPU best; None where there is none to choose from."""
    scored = [(score, path) for path in variants(directory) if (score := _score(path)) > 0]
    return max(scored)[1] if scored else None


def load(directory: Path, llama: ctypes.CDLL) -> None:
    """Make the CPU backend known to llama.cpp before a model is loaded. RuntimeError where no variant fits.

    ``llama`` is libllama as it is loaded: asked through it, the ggml library that it uses does the loading. A wheel
    holds copies of libggml under several names, and each would keep a list of backends of its own.
    """
    if not variants(directory):
        return
    best = best_variant(directory)
    if best is None:
        raise RuntimeError(f"none of llama.cpp's CPU libraries in {directory} fits this machine's CPU")
    load_one = llama.ggml_backend_load
    load_one.argtypes = [ctypes.c_char_p]
    load_one.restype = ctypes.c_void_p
    if not load_one(str(best).encode()):
        raise RuntimeError(f"llama.cpp cannot load {best}")


def _score(library: Path) -> int:
    """What the library thinks of this CPU: 0 where it cannot run here (ggml's own rule)."""
    try:
        score = ctypes.CDLL(str(library)).ggml_backend_score
    except (OSError, AttributeError):
        return 0
    score.restype = ctypes.c_int
    return int(score())
