"""What is found in a machine, from fake file trees, and how busy it is without its own work."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from edge_agent import hardware
from edge_agent.hardware import (
    GIB,
    MIB,
    Gpu,
    Hardware,
    LoadMeter,
    all_processor_seconds,
    clock_is_synchronised,
    detect_gpus,
    detect_hardware,
    load_fraction,
    memory_limit,
    own_processor_seconds,
)

INTEL_RESOURCE = """0x000000a000000000 0x000000a000ffffff 0x0000000000140204
0x0000000000000000 0x0000000000000000 0x0000000000000000
0x0000008000000000 {end} 0x000000000014220c
"""
SMALL_WINDOW, FULL_WINDOW = "0x000000800fffffff", "0x00000083ffffffff"


def tree(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def smi(root: Path, script: str) -> Path:
    program = tree(root, {"usr/bin/nvidia-smi": f"#!/bin/sh\n{script}\n"}) / "usr/bin/nvidia-smi"
    program.chmod(0o755)
    return root


NVIDIA = {"proc/driver/nvidia/gpus/0000:01:00.0/information": "Model: \t\t NVIDIA GeForce RTX 3060\nIRQ: 1\n"}


def test_nvidia_by_its_program(tmp_path: Path) -> None:
    root = smi(tree(tmp_path, NVIDIA), "echo 'NVIDIA GeForce RTX 3060, 12288'; echo 'NVIDIA, odd one, [N/A]'")
    found = detect_gpus(root)
    assert found == (Gpu(name="NVIDIA GeForce RTX 3060", memory=12 * GIB), Gpu(name="NVIDIA, odd one"))
    assert [str(gpu) for gpu in found] == ["NVIDIA GeForce RTX 3060, 12 GiB", "NVIDIA, odd one"]


@pytest.mark.parametrize("script", ["exit 9", "kill -9 $$", "echo 'NVIDIA-SMI has failed'; exit 0"])
def test_nvidia_by_its_driver_where_the_program_fails(tmp_path: Path, script: str) -> None:
    found = detect_gpus(smi(tree(tmp_path, NVIDIA), script))
    assert found == (Gpu(name="NVIDIA GeForce RTX 3060"),)
    assert found[0].large_enough, "its memory is not known: cards with this driver have enough"


def test_nvidia_by_its_device_alone(tmp_path: Path) -> None:
    assert detect_gpus(tree(tmp_path, {"dev/nvidia0": ""})) == (Gpu(name="an NVIDIA card"),)


def test_the_program_without_a_driver_is_not_even_asked(tmp_path: Path) -> None:
    assert detect_gpus(smi(tmp_path, "echo 'NVIDIA GeForce RTX 3060, 12288'")) == ()


def test_amd_by_its_memory(tmp_path: Path) -> None:
    files = {
        "sys/class/drm/card0/device/vendor": "0x1002\n",
        "sys/class/drm/card0/device/mem_info_vram_total": f"{8 * GIB}\n",
        "sys/class/drm/card1/device/vendor": "0x1002\n",
        "sys/class/drm/card1/device/mem_info_vram_total": f"{512 * MIB}\n",
        "sys/class/drm/card0-HDMI-A-1/device/vendor": "0x1002\n",
        "sys/class/drm/card0-HDMI-A-1/device/mem_info_vram_total": f"{8 * GIB}\n",
        "sys/class/drm/renderD128/device/mem_info_vram_total": f"{8 * GIB}\n",
    }
    found = detect_gpus(tree(tmp_path, files))
    assert [gpu.memory for gpu in found] == [8 * GIB, 512 * MIB]
    assert [gpu.large_enough for gpu in found] == [True, False], "the second one is the part inside a processor"


def intel(slot: str, **files: str) -> dict[str, str]:
    return {
        "sys/class/drm/card0/device/vendor": "0x8086\n",
        "sys/class/drm/card0/device/uevent": f"DRIVER=i915\nPCI_SLOT_NAME={slot}\n",
        **{f"sys/class/drm/card0/{name}": text for name, text in files.items()},
    }


@pytest.mark.parametrize(
    ("files", "memory"),
    [
        (intel("0000:03:00.0", **{"device/resource": INTEL_RESOURCE.format(end=FULL_WINDOW)}), 16 * GIB),
        (intel("0000:03:00.0", **{"device/resource": INTEL_RESOURCE.format(end=SMALL_WINDOW)}), 0),
        (intel("0000:03:00.0", **{"device/tile0/physical_vram_size_bytes": "0x180000000\n"}), 6 * GIB),
        (intel("0000:03:00.0", lmem_total_bytes=f"{4 * GIB}\n"), 4 * GIB),
    ],
)
def test_intel_in_a_slot_of_its_own(tmp_path: Path, files: dict[str, str], memory: int) -> None:
    assert detect_gpus(tree(tmp_path, files)) == (Gpu(name="an Intel card", memory=memory),)


def test_the_intel_part_of_a_processor_is_none(tmp_path: Path) -> None:
    files = intel("0000:00:02.0", **{"device/resource": INTEL_RESOURCE.format(end=SMALL_WINDOW)})
    assert detect_gpus(tree(tmp_path, files)) == ()


def test_the_display_part_of_a_raspberry_pi_is_none(tmp_path: Path) -> None:
    files = {
        "sys/class/drm/card0/device/uevent": "DRIVER=vc4-drm\nOF_NAME=gpu\n",
        "sys/class/drm/card1/device/uevent": "DRIVER=v3d\nOF_NAME=v3d\n",
        "sys/class/drm/version": "drm 1.1.0 20060810\n",
    }
    assert detect_gpus(tree(tmp_path, files)) == ()


def test_nothing_and_nonsense_are_no_gpu(tmp_path: Path) -> None:
    assert detect_gpus(tmp_path) == ()
    files = {
        "sys/class/drm/card0/device/vendor": "0x1002\n",
        "sys/class/drm/card0/device/mem_info_vram_total": "plenty\n",
    }
    assert detect_gpus(tree(tmp_path, files)) == ()


def test_a_card_sold_with_two_gibibytes_is_large_enough() -> None:
    assert Gpu(name="a", memory=2_002 * MIB).large_enough
    assert not Gpu(name="a", memory=GIB).large_enough


def test_the_summary_is_for_people() -> None:
    bare = Hardware(machine="aarch64", cores=4, memory=int(3.7 * GIB))
    assert str(bare) == "aarch64, 4 cores, 3.7 GiB"
    rich = Hardware(machine="x86_64", cores=1, memory=16 * GIB, gpus=(Gpu(name="RTX 3060", memory=12 * GIB),))
    assert str(rich) == "x86_64, 1 core, 16 GiB, RTX 3060 12 GiB"


def after(meter: LoadMeter, *, seconds: float, own: float, others: float = 0.0, load_average: float) -> float:
    """The reading after so many seconds in which this program kept ``own`` cores busy, and others the rest."""
    load = 0.0
    for number in range(int(seconds / 5) + 1):
        passed = 5.0 * number
        load = meter.sample(
            passed, own_seconds=passed * own, all_seconds=passed * (own + others), load_average=load_average
        )
    return load


def test_ones_own_work_is_no_load() -> None:
    assert after(LoadMeter(4), seconds=600, own=3.0, load_average=3.0) == pytest.approx(0.0, abs=0.01)


def test_ones_own_threads_that_wait_for_a_core_are_no_load() -> None:
    assert after(LoadMeter(2), seconds=600, own=2.0, load_average=4.5) == pytest.approx(0.0, abs=0.01)
    # Two others beside two of its own, on two cores: each pair gets one core, and as many wait.
    assert after(LoadMeter(2), seconds=600, own=1.0, others=1.0, load_average=4.0) == pytest.approx(1.0, abs=0.01)


def test_the_work_of_others_is() -> None:
    assert after(LoadMeter(4), seconds=600, own=0.0, others=2.0, load_average=2.0) == 0.5
    assert after(LoadMeter(4), seconds=600, own=1.0, others=2.0, load_average=3.0) == pytest.approx(0.5, abs=0.01)
    assert after(LoadMeter(4), seconds=600, own=0.0, others=4.0, load_average=40.0) == 1.0
    assert after(LoadMeter(4), seconds=600, own=0.0, load_average=2.0) == 0.5, "who waits for a disk uses no processor"


def test_ones_own_share_is_forgotten_as_the_load_average_forgets() -> None:
    meter = LoadMeter(1)
    assert after(meter, seconds=600, own=1.0, load_average=1.0) == pytest.approx(0.0, abs=0.01)
    # 1/e is left after a minute
    ended = meter.sample(660.0, own_seconds=600.0, all_seconds=600.0, load_average=0.368)
    assert ended == pytest.approx(0.0, abs=0.01)
    others = meter.sample(960.0, own_seconds=600.0, all_seconds=900.0, load_average=1.0)
    assert others == pytest.approx(1.0, abs=0.01)


def test_a_worker_that_ended_unseen_or_a_clock_that_stands_still_gives_no_nonsense() -> None:
    meter = LoadMeter(2)
    assert meter.sample(0.0, own_seconds=500.0, all_seconds=900.0, load_average=1.0) == 0.5
    assert meter.sample(0.0, own_seconds=900.0, all_seconds=900.0, load_average=1.0) == 0.5
    assert meter.sample(5.0, own_seconds=10.0, all_seconds=910.0, load_average=1.0) == 0.5
    assert 0.0 <= meter.sample(10.0, own_seconds=9_000.0, all_seconds=911.0, load_average=0.1) <= 1.0


def test_this_machine_is_described() -> None:
    found = detect_hardware()
    assert found.cores >= 1
    assert found.memory > 0
    assert found.machine
    assert 0 <= load_fraction(0.0) <= 1
    assert 0 < own_processor_seconds() < all_processor_seconds()
    assert clock_is_synchronised() in (True, False)


@pytest.mark.parametrize(
    ("answer", "told", "synchronised"), [(0, False, True), (5, True, False), (-1, True, True), (-1, False, False)]
)
def test_the_clock_where_the_kernel_may_not_be_asked(
    answer: int, told: bool, synchronised: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "synchronized"
    if told:
        mark.touch()
    monkeypatch.setattr(hardware, "_SYNCHRONISED", mark)
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(adjtimex=lambda _: answer))
    assert clock_is_synchronised() is synchronised


def test_processor_time_counts_the_processes_that_were_started() -> None:
    before = own_processor_seconds()
    burn = "import time\nwhile time.process_time() < 0.4: pass\nprint('done', flush=True)\ninput()"
    with subprocess.Popen(
        [sys.executable, "-c", burn], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "done\n"
        assert own_processor_seconds() - before >= 0.35, "while it lives"
        child.communicate("\n")
    assert own_processor_seconds() - before >= 0.35, "after it ended"


@pytest.mark.parametrize(
    ("group", "limits", "limit"),
    [
        ("/system.slice/swarm-agent.service", {"system.slice/swarm-agent.service": "3221225472\n"}, 3 * GIB),
        (
            "/system.slice/swarm-agent.service",
            {"system.slice": "1073741824\n", "system.slice/swarm-agent.service": "max\n"},
            GIB,
        ),
        ("/a/b", {"a": "3221225472\n", "a/b": "1073741824\n"}, GIB),
        ("/a/b", {"a": "max\n", "a/b": "max\n"}, None),
        ("/", {}, None),
        ("/../../etc", {}, None),
        ("/a", {"a": "nonsense\n"}, None),
    ],
)
def test_the_least_memory_limit_of_the_groups_around(
    tmp_path: Path, group: str, limits: dict[str, str], limit: int | None
) -> None:
    files = {"proc/self/cgroup": f"1:name=systemd:/x\n0::{group}\n"}
    files |= {f"sys/fs/cgroup/{folder}/memory.max": text for folder, text in limits.items()}
    assert memory_limit(tree(tmp_path, files)) == limit


def test_no_limit_where_nothing_tells(tmp_path: Path) -> None:
    assert memory_limit(tmp_path) is None
    assert memory_limit() is None or memory_limit() > 0
