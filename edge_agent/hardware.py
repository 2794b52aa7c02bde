"""What this machine is: memory, cores, graphics processors, how busy it is, whether its clock is set."""

from __future__ import annotations

import contextlib
import ctypes
import math
import platform
import re
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psutil
from msgspec import Struct

GIB: Final = 1 << 30
MIB: Final = 1 << 20

LEAST_GPU_MEMORY: Final = int(1.9 * GIB)
"""Bytes of its own memory that a graphics processor needs to be of use: a small model with its context takes 2 GiB, and
a card sold with 2 GiB tells a little less. Those that share a corner of the main memory mostly tell less."""
SMI_SECONDS: Final = 10.0
"""How long nvidia-smi may take: it wakes sleeping cards first."""
LOAD_SECONDS: Final = 60.0
"""Time over which load is averaged, as the kernel's first load average is."""
SAMPLE_EVERY_SECONDS: Final = 5.0
"""How often the processor time of this program is looked up: it walks through all processes."""

_TIME_ERROR: Final = 5
"""What adjtimex(2) returns while the clock is not synchronised."""
_SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
"""Made by systemd's time service once it has set the clock, anew in each boot."""
_AMD, _INTEL = "0x1002", "0x8086"
_SMI: Final = ("usr/bin/nvidia-smi", "usr/local/bin/nvidia-smi", "usr/lib/wsl/lib/nvidia-smi")


class Gpu(Struct, frozen=True, kw_only=True):
    """A graphics processor with memory of its own. ``memory`` in bytes; 0: its driver does not tell."""

    name: str
    memory: int = 0

    @property
    def large_enough(self) -> bool:
        """Whether a model fits into it, as far as is known."""
        return self.memory == 0 or self.memory >= LEAST_GPU_MEMORY

    def __str__(self) -> str:
        return f"{self.name}, {gibibytes(self.memory)}" if self.memory else self.name


class Hardware(Struct, frozen=True, kw_only=True):
    """What this machine is. ``memory`` in bytes."""

    machine: str
    cores: int
    memory: int
    gpus: tuple[Gpu, ...] = ()

    def __str__(self) -> str:
        parts = [self.machine, f"{self.cores} core{'' if self.cores == 1 else 's'}", gibibytes(self.memory)]
        return ", ".join([*parts, *(f"{gpu.name} {gibibytes(gpu.memory)}".strip() for gpu in self.gpus)])


def gibibytes(amount: int) -> str:
    """An amount of memory for people; empty for none."""
    if amount <= 0:
        return ""
    return f"{amount / GIB:.3g} GiB" if amount >= GIB else f"{amount / MIB:.0f} MiB"


def detect_hardware(root: Path = Path("/")) -> Hardware:
    """Look at this machine; at the graphics processors in the file system that begins at ``root``. Takes a second where
    there is an NVIDIA card."""
    return Hardware(
        machine=platform.machine(),
        cores=psutil.cpu_count() or 1,
        memory=int(psutil.virtual_memory().total),
        gpus=detect_gpus(root),
    )


def memory_limit(root: Path = Path("/")) -> int | None:
    """Bytes that this process and those it starts may use together by their control groups (a unit's MemoryMax, a
    container's limit), in the file system that begins at ``root``; None where no group (version 2) has a limit."""
    found = re.search(r"^0::/(.*)$", _text(root / "proc/self/cgroup"), re.MULTILINE)
    if found is None or ".." in found[1].split("/"):
        return None
    top = root / "sys/fs/cgroup"
    group = top / found[1]
    # It is "max", no number, where there is no limit; the uppermost group has no such file.
    limits = (_number(folder / "memory.max") for folder in (group, *group.parents) if folder.is_relative_to(top))
    return min((limit for limit in limits if limit), default=None)


def detect_gpus(root: Path = Path("/")) -> tuple[Gpu, ...]:
    """The graphics processors with memory of their own that a driver serves, whatever their size.

    The display parts of a Raspberry Pi and of most processors share the main memory and are none.
    """
    return (*_nvidia(root), *_in_sysfs(root))


def _nvidia(root: Path) -> Iterator[Gpu]:
    """By the files of NVIDIA's driver; what nvidia-smi says of their memory where it is installed."""
    folders = sorted(root.glob("proc/driver/nvidia/gpus/*"))
    if not folders and not (root / "dev/nvidia0").exists() and not (root / "dev/dxg").exists():
        return
    told = _ask_nvidia_smi(root)
    if told:
        yield from told
        return
    for folder in folders:
        found = re.search(r"^Model:\s*(.+?)\s*$", _text(folder / "information"), re.MULTILINE)
        yield Gpu(name=found[1] if found else "an NVIDIA card")
    if not folders and (root / "dev/nvidia0").exists():
        yield Gpu(name="an NVIDIA card")


def _ask_nvidia_smi(root: Path) -> list[Gpu]:
    for path in _SMI:
        program = root / path
        if not program.is_file():
            continue
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            done = subprocess.run(
                [program, "--query-gpu=name,memory.total", "--format=csv,noheader,nounits"],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=SMI_SECONDS,
                check=True,
            )
            lines = (line.rpartition(",") for line in done.stdout.splitlines() if "," in line)
            return [
                Gpu(name=name.strip(), memory=int(memory) * MIB if memory.strip().isdecimal() else 0)
                for name, _, memory in lines
            ]
    return []


def _in_sysfs(root: Path) -> Iterator[Gpu]:
    """AMD's by the memory that their driver tells, Intel's where they sit in a slot of their own."""
    for card in sorted(root.glob("sys/class/drm/card*")):
        if not re.fullmatch(r"card\d+", card.name):
            continue  # a connector
        device = card / "device"
        vendor = _text(device / "vendor").strip()
        if vendor == _AMD:
            memory = _number(device / "mem_info_vram_total")
            if memory:
                yield Gpu(name=_text(device / "product_name").strip() or "an AMD card", memory=memory)
        elif vendor == _INTEL and _is_discrete(card):
            yield Gpu(name="an Intel card", memory=_intel_memory(card))


def _is_discrete(card: Path) -> bool:
    """Whether an Intel card has local memory. The part inside a processor sits on the first bus, always."""
    if _local_memory(card):
        return True
    slot = re.search(r"^PCI_SLOT_NAME=[0-9a-f]+:([0-9a-f]+):", _text(card / "device/uevent"), re.MULTILINE)
    return slot is not None and int(slot[1], 16) != 0


def _intel_memory(card: Path) -> int:
    """What its driver tells, else the largest window of the card into the memory map; 0 where that is the small one."""
    told = _local_memory(card)
    if told:
        return told
    sizes = [0]
    for line in _text(card / "device/resource").splitlines():
        with contextlib.suppress(ValueError):
            start, end, _ = (int(number, 16) for number in line.split())
            sizes.append(end - start + 1 if end > start else 0)
    return max(sizes) if max(sizes) >= GIB else 0


def _local_memory(card: Path) -> int:
    """Bytes of local memory, as the drivers xe and i915 tell it; 0 where they do not."""
    tiles = sum(_number(path) for path in sorted(card.glob("device/tile*/physical_vram_size_bytes")))
    return tiles or _number(card / "lmem_total_bytes")


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def _number(path: Path) -> int:
    text = _text(path).strip()
    with contextlib.suppress(ValueError):
        return max(0, int(text, 0))
    return 0


class LoadMeter:
    """How busy a machine is with what is not this program: its part of the kernel's load average.

    The load average counts all that run or wait for a processor. It is shared out as the processor time is, for where
    this program has more threads than there are cores, its own wait too. Both times are averaged as the kernel does
    it, with the same forgetting, so that all tell of the same minute.
    """

    def __init__(self, cores: int) -> None:
        self._cores = max(1, cores)
        self._own = 0.0
        """Processors that this program kept busy, on average."""
        self._all = 0.0
        """Processors that were busy, on average."""
        self._sampled: tuple[float, float, float] | None = None

    def sample(self, now: float, *, own_seconds: float, all_seconds: float, load_average: float) -> float:
        """0 (idle) to 1 (as many others want to run as there are cores).

        ``own_seconds`` is the processor time that this program and its processes have used so far, ``all_seconds`` that
        of everything on the machine, ``now`` seconds of any steady clock, ``load_average`` that of the last minute.
        """
        if self._sampled is not None and now > self._sampled[0]:
            then, own_before, all_before = self._sampled
            passed = now - then
            keeps = math.exp(-passed / LOAD_SECONDS)
            own = min(max(0.0, own_seconds - own_before) / passed, float(self._cores))
            busy = min(max(0.0, all_seconds - all_before) / passed, float(self._cores))
            self._own = self._own * keeps + own * (1.0 - keeps)
            self._all = self._all * keeps + max(own, busy) * (1.0 - keeps)
        self._sampled = now, own_seconds, all_seconds
        share = 1.0 - self._own / self._all if self._all > 0 else 1.0
        return min(1.0, max(0.0, load_average) * share / self._cores)


def all_processor_seconds() -> float:
    """Processor time of everything on this machine since it started, in seconds."""
    times = psutil.cpu_times()  # what guests of a hypervisor used is in ``user``
    kernel = times.system + getattr(times, "irq", 0.0) + getattr(times, "softirq", 0.0)
    return float(times.user + getattr(times, "nice", 0.0) + kernel)


def own_processor_seconds() -> float:
    """Processor time of this process and all that it started, in seconds."""
    me = psutil.Process()
    times = me.cpu_times()
    total = times.user + times.system + times.children_user + times.children_system
    for child in me.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            spent = child.cpu_times()
            total += spent.user + spent.system
    return float(total)


class _OwnLoad:
    """This process's meter, read at most every few seconds: all agents of the process ask it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._meter = LoadMeter(psutil.cpu_count() or 1)
        self._read_at = -math.inf
        self._load = 0.0

    def read(self, now: float) -> float:
        with self._lock:
            if now - self._read_at >= SAMPLE_EVERY_SECONDS:
                self._read_at = now
                average = float(psutil.getloadavg()[0])
                self._load = self._meter.sample(
                    now,
                    own_seconds=own_processor_seconds(),
                    all_seconds=all_processor_seconds(),
                    load_average=average,
                )
            return self._load


_own_load: Final = _OwnLoad()


def load_fraction(now: float) -> float:
    """How busy this machine is with other things than this program, 0 (idle) to 1. ``now``: monotonic seconds."""
    return _own_load.read(now)


def clock_is_synchronised() -> bool:
    """Whether something keeps the wall clock right: what the kernel says (adjtimex(2)), else systemd's time service.

    Under the hardened unit the kernel cannot be asked. False too where nobody knows: then the peers' clocks are taken
    as the reference.
    """
    buffer = ctypes.create_string_buffer(512)  # struct timex, whose first field "modes" stays 0: read only
    try:
        state = ctypes.CDLL(None).adjtimex(buffer)
    except (OSError, AttributeError):
        state = -1
    return _SYNCHRONISED.exists() if state == -1 else state != _TIME_ERROR
