"""``swarm-agent`` on a machine whose wall clock is wrong: ``python -m lab.agent_with_clock ARGUMENTS``.

The environment's LAB_CLOCK names a file (`lab.clock.WallClock` writes it) that says by how much, and whether a time
service keeps the clock right; both may change while the agent runs. Nothing but the two clocks of ``time`` and that
one question is replaced.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from lab.clock import read

_file = Path(os.environ["LAB_CLOCK"])
_real_time_ns = time.time_ns


def time_ns() -> int:
    """``time.time_ns`` of this machine."""
    return _real_time_ns() + read(_file)[0]


def seconds() -> float:
    """``time.time`` of this machine."""
    return time_ns() / 1e9


def is_synchronised() -> bool:
    """``hardware.clock_is_synchronised`` of this machine."""
    return read(_file)[1]


def main() -> int:
    """The product, which takes its clocks from here: it is imported after they were replaced."""
    time.time_ns, time.time = time_ns, seconds
    from edge_agent import hardware

    hardware.clock_is_synchronised = is_synchronised
    from edge_agent import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
