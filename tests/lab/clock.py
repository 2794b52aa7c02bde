"""The wall clock of a machine, which a scenario sets."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

DAY: Final = 86_400.0
_FORM: Final = struct.Struct("<q?")


class WallClock:
    """``file`` tells the machine's agent how wrong the clock is; it looks at each reading of the time."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.set(0.0, right=True)

    def set(self, seconds: float, *, right: bool) -> None:
        """The clock is so many seconds ahead; ``right``: a time service says that it keeps it right."""
        temporary = self.file.with_suffix(".new")
        temporary.write_bytes(_FORM.pack(round(seconds * 1e9), right))
        temporary.replace(self.file)


def read(file: Path) -> tuple[int, bool]:
    """By how many nanoseconds the clock is ahead, and whether it is kept right."""
    ahead, right = _FORM.unpack(file.read_bytes())
    return ahead, right
