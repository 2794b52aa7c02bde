"""The control socket: answers, refusals, strangers and broken callers."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from edge_agent import control
from edge_agent.control import ControlError, ControlServer, NotRunningError, ask, seen_through, socket_path


async def _echo(request: dict[str, Any]) -> Any:
    return request


async def _refuse(request: dict[str, Any]) -> Any:
    raise ControlError("not today")


async def _break(request: dict[str, Any]) -> Any:
    raise RuntimeError("a bug")


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Path]:
    server = ControlServer(tmp_path, {"echo": _echo, "refuse": _refuse, "break": _break})
    await server.start()
    yield tmp_path
    await server.stop()


async def test_answers(home: Path) -> None:
    assert (await asyncio.to_thread(ask, home, "echo", text="größer\n"))["text"] == "größer\n"


@pytest.mark.parametrize(
    ("command", "words"), [("refuse", "not today"), ("break", "a bug"), ("none", "no such command")]
)
async def test_refusals_arrive_as_one_message(home: Path, command: str, words: str) -> None:
    with pytest.raises(ControlError, match=words):
        await asyncio.to_thread(ask, home, command)


@pytest.mark.parametrize(
    "line", [b"\n", b"junk\n", b"[1]\n", b'{"command": []}\n', b"\xff\xfe\n", b"[" * 100_000 + b"\n"]
)
async def test_a_broken_caller_gets_an_error_and_harms_nobody(home: Path, line: bytes) -> None:
    reader, writer = await asyncio.open_unix_connection(str(socket_path(home)))
    writer.write(line)
    assert b'"error"' in await reader.readline()
    writer.close()
    assert await asyncio.to_thread(ask, home, "echo", x=1)


async def test_the_socket_is_private_and_gone_after_the_stop(tmp_path: Path) -> None:
    server = ControlServer(tmp_path, {"echo": _echo})
    await server.start()
    assert socket_path(tmp_path).stat().st_mode & 0o777 == 0o600
    await server.stop()
    with pytest.raises(NotRunningError, match="swarm-agent up"):
        await asyncio.to_thread(ask, tmp_path, "echo")


async def test_another_user_is_refused(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "_caller", lambda connection: os.getuid() + 1)
    reader, writer = await asyncio.open_unix_connection(str(socket_path(home)))
    writer.write(b'{"command": "echo"}\n')
    assert b"only the user" in await reader.readline()
    writer.close()


async def test_a_socket_of_another_user_is_told_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "_caller", lambda connection: 4_242)
    monkeypatch.setattr(os, "getuid", lambda: 4_241)
    with pytest.raises(ControlError, match="belongs to another user"):
        await asyncio.to_thread(ask, home, "echo")


async def test_a_second_agent_is_refused_and_a_dead_socket_is_replaced(home: Path, tmp_path: Path) -> None:
    with pytest.raises(ControlError, match="another agent already runs"):
        await ControlServer(home, {}).start()
    dead = tmp_path / "dead"
    dead.mkdir()
    with socket.socket(socket.AF_UNIX) as left_behind:
        left_behind.bind(str(socket_path(dead)))
    server = ControlServer(dead, {"echo": _echo})
    await server.start()
    assert await asyncio.to_thread(ask, dead, "echo", x=2)
    await server.stop()


async def test_of_two_that_start_at_once_one_is_refused_and_harms_the_other_in_nothing(home: Path) -> None:
    """Whoever finds a dead socket removes it: without the lock it could be the new one of the other."""
    socket_path(home).unlink()
    second = ControlServer(home, {})
    with pytest.raises(ControlError, match="another agent already runs"):
        await second.start()
    await second.stop()
    assert not socket_path(home).exists()
    third = ControlServer(home, {})
    with pytest.raises(ControlError, match="another agent already runs"):
        await third.start()


async def test_a_long_home_gets_a_short_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    (tmp_path / "run").mkdir(mode=0o700)
    home = tmp_path / ("long" * 30)
    server = ControlServer(home, {"echo": _echo})
    await server.start()
    assert await asyncio.to_thread(ask, home, "echo", x=3)
    await server.stop()


async def test_a_socket_where_others_may_write_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    (tmp_path / "run").mkdir()
    (tmp_path / "run").chmod(0o777)
    with pytest.raises(ControlError, match="others may write"):
        await ControlServer(tmp_path / ("long" * 30), {}).start()


@pytest.mark.parametrize(
    ("uid_map", "seen"),
    [
        (b"         0          0 4294967295\n", 1_001),
        (b"0 0 1\n999 999 1\n", 65_534),
        (b"0 100000 65536\n1000 1001 1\n", 1_000),
    ],
)
def test_callers_are_known_by_the_ids_of_the_namespace(uid_map: bytes, seen: int) -> None:
    assert seen_through(uid_map, 1_001, 65_534) == seen
