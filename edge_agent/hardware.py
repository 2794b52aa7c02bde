"""What this machine is: memory, cores, whether its clock is set; and which roles follow."""

from __future__ import annotations

import ctypes
import platform
from typing import Final

import psutil
from msgspec import Struct

from edge_agent.config import RoleName

GIB: Final = 1 << 30

OBSERVER_BELOW: Final = 1 * GIB
"""With less memory than this a machine only listens (design, section 2)."""

ALL_WORKING_ROLES: Final[tuple[RoleName, ...]] = ("decomposer", "scorer", "executor")

_TIME_ERROR: Final = 5
"""What adjtimex(2) returns while the clock is not synchronised."""


class Hardware(Struct, frozen=True, kw_only=True):
    """A summary that goes into beacons. Memory is in bytes."""

    machine: str
    cores: int
    memory: int


def detect_hardware() -> Hardware:
    """Look at this machine."""
    return Hardware(
        machine=platform.machine(), cores=psutil.cpu_count() or 1, memory=int(psutil.virtual_memory().total)
    )


def default_roles(hardware: Hardware) -> tuple[RoleName, ...]:
    """The roles that a machine serves when its owner names none.

    A machine that can work serves all working roles, so that one machine alone does the whole job.
    """
    return ("observer",) if hardware.memory < OBSERVER_BELOW else ALL_WORKING_ROLES


def load_fraction() -> float:
    """How busy this machine is, 0 (idle) to 1: the one-minute load average per core."""
    return min(1.0, float(psutil.getloadavg()[0]) / (psutil.cpu_count() or 1))


def clock_is_synchronised() -> bool:
    """Whether the kernel says that something keeps the wall clock right (adjtimex(2)).

    False too where the kernel cannot be asked: then the peers' clocks are taken as the reference.
    """
    buffer = ctypes.create_string_buffer(512)  # struct timex, whose first field "modes" stays 0: read only
    try:
        return ctypes.CDLL(None).adjtimex(buffer) not in (-1, _TIME_ERROR)
    except (OSError, AttributeError):
        return False
