"""What the llama.cpp that is installed here can do. Asked in a process of its own: a driver may fail in it."""

from __future__ import annotations

import contextlib
import functools
import subprocess
import sys
from typing import Final, Literal

ASK_SECONDS: Final = 60.0
"""How long the question may take: on a slow machine the library takes a while to load."""

Build = Literal["offload", "processor only"]

_QUESTION: Final = """
import sys
sys.path[:] = sys.argv[1:]
import llama_cpp
print('offload' if llama_cpp.llama_supports_gpu_offload() else 'processor only')
"""


@functools.cache
def llama_build() -> Build | None:
    """Whether it can use a graphics processor; None where it cannot be loaded at all. Asked once; blocks meanwhile."""
    paths = [entry for entry in sys.path if entry]  # a package keeps its modules where only its launcher looks
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(
            [sys.executable, "-I", "-c", _QUESTION, *paths],
            capture_output=True,
            text=True,
            timeout=ASK_SECONDS,
            check=False,
        )
        # The library prints whatever it likes on the same output.
        last = done.stdout.strip().rpartition("\n")[2]
        if done.returncode == 0 and last in ("offload", "processor only"):
            return "offload" if last == "offload" else "processor only"
    return None


def can_offload() -> bool:
    """Whether models may run on a graphics processor."""
    return llama_build() == "offload"
