"""Whether the llama.cpp that is installed here can use a graphics processor at all."""

from __future__ import annotations

import contextlib
import functools
import subprocess
import sys
from typing import Final

ASK_SECONDS: Final = 60.0
"""How long the question may take: on a slow machine the library takes a while to load."""

_QUESTION: Final = "import llama_cpp; print('offload' if llama_cpp.llama_supports_gpu_offload() else 'processor only')"


@functools.cache
def can_offload() -> bool:
    """Asked once, in a process of its own: a driver that fails must not take this one along. Blocks meanwhile."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(
            [sys.executable, "-I", "-c", _QUESTION], capture_output=True, text=True, timeout=ASK_SECONDS, check=False
        )
        return done.returncode == 0 and done.stdout.split() == ["offload"]
    return False
