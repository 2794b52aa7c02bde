"""What systemd hears, on a socket as it gives one."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import Process, ended_at_last, write_homes
from waiting import wait_for

from edge_agent.service_manager import LONGEST_STATUS, ServiceManager, credential, watchdog_seconds


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind(str(tmp_path / "notify"))
    listener.settimeout(60)
    yield listener
    listener.close()


def test_a_secret_from_systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    assert credential("key") is None
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert credential("key") is None
    (tmp_path / "key").touch()
    assert credential("key") == tmp_path / "key"


@pytest.mark.parametrize(
    ("microseconds", "process", "seconds"),
    [
        ("2000000", "", 2.0),
        ("2000000", str(os.getpid()), 2.0),
        ("2000000", "1", float("inf")),
        ("", "", float("inf")),
        ("0", "", float("inf")),
        ("soon", "", float("inf")),
    ],
)
def test_the_watchdogs_time(microseconds: str, process: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", microseconds)
    monkeypatch.setenv("WATCHDOG_PID", process)
    assert watchdog_seconds() == seconds


async def test_a_status_is_one_line_in_any_script_whatever_it_holds(
    systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", systemd.getsockname())
    telling = asyncio.create_task(ServiceManager().running(lambda: "旅\nREADY=1\x1b " + "x" * 9_999))
    message = (await asyncio.to_thread(systemd.recv, 65_536)).decode()
    telling.cancel()
    watchdog, status = message.split("\n")
    assert watchdog == "WATCHDOG=1"
    assert status.startswith("STATUS=旅 READY=1\\x1b x")
    assert len(status) <= LONGEST_STATUS + len("STATUS=")


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ('log_level = "loud"', "config.toml, line 1: log_level: Invalid enum value"),
        ('listen = "203.0.113.7:4711"', "203.0.113.7"),
    ],
)
def test_a_start_that_fails_says_why(tmp_path: Path, systemd: socket.socket, settings: str, reason: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text(f'{settings}\nmodel = "none"\ndiscovery = false\n')
    process = Process(home, "run", NOTIFY_SOCKET=systemd.getsockname())
    with ended_at_last([process]):
        assert process.process.wait(60) == 1
    systemd.setblocking(False)
    told: list[str] = []
    with contextlib.suppress(BlockingIOError):
        while True:
            told.append(systemd.recv(65_536).decode())
    assert told[-1].startswith("STATUS=")
    assert reason in told[-1]
    assert "\n" not in told[-1]


@pytest.mark.end_to_end
@pytest.mark.mesh
def test_a_service_says_when_it_is_useful_that_it_lives_and_that_it_ends(
    tmp_path: Path, systemd: socket.socket
) -> None:
    home = write_homes(tmp_path, {"ash": ["scorer"]})["ash"]
    process = Process(home, "run", NOTIFY_SOCKET=systemd.getsockname(), WATCHDOG_USEC="400000")
    heard: list[str] = []

    def hear() -> str:
        heard.extend(systemd.recv(65_536).decode().splitlines())
        return heard[-1]

    with ended_at_last([process]):
        wait_for(lambda: hear() and "READY=1" in heard, "READY")
        assert heard[0].startswith("EXTEND_TIMEOUT_USEC=")
        assert not any(line.startswith("WATCHDOG") for line in heard[: heard.index("READY=1")])
        assert process.ask("status")["agents"][0]["name"] == "ash"
        wait_for(lambda: hear() and heard.count("WATCHDOG=1") >= 3, "the third sign of life")
        assert "STATUS=scorer" in heard[-1]
        assert process.terminate() == 0
        wait_for(lambda: hear() == "STOPPING=1", "STOPPING")


@pytest.mark.end_to_end
@pytest.mark.parametrize("command", ["run", "up"])
def test_a_start_can_be_stopped(tmp_path: Path, command: str) -> None:
    home = write_homes(tmp_path, {"ash": []}, backend="slow_start:make")["ash"]
    process = Process(home, command)
    with ended_at_last([process]):
        status = wait_for(lambda: process.ask("status"), "the control socket")
        assert status["agents"] == []
        assert "still starting" in status["problems"][0]
        assert process.terminate() == (0 if command == "run" else 130)
        assert "Traceback" not in process.text()
