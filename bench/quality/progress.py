"""Tells on stderr how far a run is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TextIO, TypeVar

One = TypeVar("One")


class Progress:
    """Lines such as "qwen2.5-coder-0.5b scorer 12/157 japan/vague, 95 s"; one that overwrites itself on a terminal."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._began = time.monotonic()

    def over(self, items: Sequence[One], what: str, name: Callable[[One], str]) -> Iterator[One]:
        """The items, each told before it is worked on."""
        for number, item in enumerate(items, start=1):
            self._tell(f"{what} {number}/{len(items)} {name(item)}, {time.monotonic() - self._began:.0f} s")
            yield item
        if self._stream.isatty():
            self._stream.write("\n")

    def _tell(self, line: str) -> None:
        self._stream.write(f"\r\x1b[K{line}" if self._stream.isatty() else f"{line}\n")
        self._stream.flush()
