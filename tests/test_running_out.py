"""A full disk, one that cannot be written, and one that is not there: on a small file system of its own."""

import asyncio
import contextlib
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_daemon import running, until_ended
from waiting import until

from edge_agent import cli
from edge_agent.control import ControlError, ask
from edge_agent.daemon import Daemon
from edge_agent.status import status_line

pytestmark = pytest.mark.mesh

DISK_MEGABYTES = 12


def run(*command: str | Path) -> bool:
    return subprocess.run([str(word) for word in command], capture_output=True, check=False).returncode == 0


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small ext4 file system in a file; where that cannot be, one in memory."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount")
    image, place = tmp_path / "image", tmp_path / "disk"
    place.mkdir()
    image.write_bytes(bytes(DISK_MEGABYTES << 20))
    made = run("mkfs.ext4", "-q", "-m", "0", image) and run("mount", "-o", "loop", image, place)
    if not made and not run("mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m", "none", place):
        pytest.skip("nothing can be mounted here")
    yield place
    assert run("umount", "-l", place)


def fill(disk: Path) -> Path:
    """Use up all that is free; the file that does."""
    ballast = disk / "ballast"
    with ballast.open("ab", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1 << 9, 1):
            with contextlib.suppress(OSError):
                while file.write(bytes(size)) == size:
                    pass
    return ballast


async def call(daemon: Daemon, command: str, **arguments: Any) -> Any:
    return await asyncio.to_thread(ask, daemon.home.path, command, **arguments)


async def test_a_full_disk_stops_new_work_and_reading_goes_on(disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(disk / "home") as daemon:
        first = (await call(daemon, "submit", text="Plan a picnic at the lake"))["goal"]
        await until_ended(daemon)
        monkeypatch.setenv("SCRIPTED_WRITE_SECONDS", "2")
        second = (await call(daemon, "submit", text="Plan a trip to Japan for two"))["goal"]
        agent = daemon.agents[0]
        await until(lambda: agent.performer.runs, "work")
        (daemon.home.goals / "waits.md").write_text("Plan a garden wedding")
        ballast = fill(disk)
        monkeypatch.setenv("SCRIPTED_WRITE_SECONDS", "0.01")

        await until(lambda: agent.log.store_problem is not None, "the full disk to be noticed")
        for _ in range(3):
            with pytest.raises(ControlError, match=r"the disk of .* is full"):
                await call(daemon, "submit", text="Plan a party")
        assert not agent.outlook.view(0.0).takes_work
        assert "is full: nothing new can be recorded until there is room" in status_line(agent)
        status = await call(daemon, "status")
        assert any("is full" in problem for problem in status["agents"][0]["problems"])
        assert (await call(daemon, "results", goal=first))["state"] == "finished"
        records = len(agent.plan)
        await asyncio.sleep(1.5)
        assert len(agent.plan) == records, "no claim, no vote, no result while nothing can be stored"
        assert (daemon.home.goals / "waits.md").exists()

        ballast.unlink()
        await until(lambda: len(daemon.crew.own_goals()) == 3, "the file that waited to be taken")
        await until_ended(daemon)
        assert all(goal.state == "finished" for goal in daemon.crew.own_goals())
        assert (daemon.home.goals / "taken" / "waits.md").exists()
        assert "is full" not in status_line(agent)
        assert (await call(daemon, "status"))["agents"][0]["problems"] == []
        assert (await call(daemon, "results", goal=second))["state"] == "finished"
    async with running(disk / "home") as again:
        assert len(again.crew.own_goals()) == 3


async def test_a_start_on_a_full_disk_reads_and_says_so(disk: Path) -> None:
    async with running(disk / "home") as daemon:
        await call(daemon, "submit", text="Plan a picnic at the lake")
        await until_ended(daemon)
    ballast = fill(disk)
    async with running(disk / "home") as daemon:
        assert [goal.state for goal in daemon.crew.own_goals()] == ["finished"]
        with pytest.raises(ControlError, match="is full"):
            await call(daemon, "submit", text="Plan a party")
        assert "is full" in status_line(daemon.agents[0])
        ballast.unlink()
        await until(lambda: "is full" not in status_line(daemon.agents[0]), "the room to be noticed")
        await call(daemon, "submit", text="Plan a party")
        await until_ended(daemon)


def complaint(home: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that `swarm-agent run` ends with."""
    assert cli.main(["run", "--home", str(home), "--model", "none"]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err.removeprefix("swarm-agent: ").rstrip()


def test_a_full_disk_without_a_home_gets_one_clear_error(disk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(disk)
    assert re.search(r"disk (of .* )?is full|No space left", complaint(disk / "home", capsys))


def test_a_disk_that_cannot_be_written_gets_one_clear_error(disk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (disk / "home").mkdir()
    assert run("mount", "-o", "remount,ro", disk)
    found = complaint(disk / "home", capsys)
    assert found == f"{disk}/home cannot be written: its file system is mounted read-only"
    assert complaint(disk / "other", capsys) == f"the folder {disk}/other cannot be made: Read-only file system"


def test_a_home_that_cannot_be_gets_one_clear_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    found = complaint(tmp_path / "file" / "home", capsys)
    assert found == f"the folder {tmp_path}/file/home cannot be made: Not a directory"
