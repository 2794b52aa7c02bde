"""``invite``, ``join`` and ``rekey`` where no agent runs: on the files of the home."""

import asyncio
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from edge_agent import cli_swarm, places
from edge_agent.cli import main
from edge_agent.control import ControlServer
from edge_agent.home import Home
from edge_agent.membership import load_membership, new_membership, token_of


def token_in(home: Path, capsys: pytest.CaptureFixture[str], command: str = "invite") -> str:
    assert main([command, "--home", str(home)]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 1 and "join -" in err
    return out.strip()


def test_invite_prints_the_token_of_the_home_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    token = token_in(tmp_path / "home", capsys)
    membership = load_membership(Home(tmp_path / "home").swarm_key)
    assert membership is not None and token == token_of(membership)
    assert main(["invite", "--json", "--home", str(tmp_path / "home")]) == 0
    assert json.loads(capsys.readouterr().out) == {"token": token, "swarm": membership.swarm}


@pytest.mark.parametrize("way", ["argument", "input", "prompt"])
def test_a_home_without_an_agent_joins_by_its_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    joined = new_membership()
    given = {"argument": [token_of(joined)], "input": ["-"], "prompt": []}[way]
    typed = io.StringIO(token_of(joined) + "\n")
    monkeypatch.setattr(typed, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", typed)
    monkeypatch.setattr(cli_swarm.getpass, "getpass", lambda question: token_of(joined))
    path = Home(tmp_path).swarm_key
    assert main(["join", *given, "--home", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "belongs to the swarm now" in out and "No agent runs here" in out and joined.key not in out
    assert load_membership(path) == joined
    assert [one.name for one in path.parent.iterdir()] == ["swarm.key"], "a new home leaves no swarm behind"
    assert main(["join", *given, "--home", str(tmp_path)]) == 1


def test_the_swarm_that_was_left_can_be_joined_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    former = token_in(tmp_path, capsys)
    assert main(["join", token_of(new_membership()), "--home", str(tmp_path)]) == 0
    (kept,) = Home(tmp_path).swarm_key.parent.glob("swarm.key.former-*")
    assert kept.read_text().strip() == former
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_home_of_an_earlier_version_is_left_with_its_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "swarm.id").write_text("5a" * 16)
    joined = new_membership()
    assert main(["join", token_of(joined), "--json", "--home", str(tmp_path)]) == 0
    value = json.loads(capsys.readouterr().out)
    assert (value["former"], value["swarm"], value["running"]) == ("5a" * 16, joined.swarm, False)


@pytest.mark.parametrize("token", ["", "hello", token_of(new_membership())[:-2]])
def test_a_bad_token_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str], token: str) -> None:
    former = token_in(tmp_path, capsys)
    assert main(["join", token, "--home", str(tmp_path)]) == 1
    assert "token" in capsys.readouterr().err
    assert token_in(tmp_path, capsys) == former


def test_without_a_terminal_a_token_must_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["join", "--home", str(tmp_path)]) == 1
    assert "give - to read it" in capsys.readouterr().err


def test_a_damaged_file_is_replaced_by_joining(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Home(tmp_path).swarm_key
    path.parent.mkdir(parents=True)
    path.write_text("swarm1-damaged")
    assert main(["invite", "--home", str(tmp_path)]) == 1
    assert "join -" in capsys.readouterr().err
    joined = new_membership()
    assert main(["join", token_of(joined), "--home", str(tmp_path)]) == 0
    assert load_membership(path) == joined
    (kept,) = path.parent.glob("swarm.key.former-*")
    assert kept.read_text() == "swarm1-damaged"


def test_rekey_keeps_the_swarm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    token_in(tmp_path, capsys)
    former = load_membership(Home(tmp_path).swarm_key)
    token = token_in(tmp_path, capsys, "rekey")
    new = load_membership(Home(tmp_path).swarm_key)
    assert former is not None and new is not None and token == token_of(new)
    assert new.swarm == former.swarm and new.key != former.key
    assert not list(Home(tmp_path).swarm_key.parent.glob("*former*")), "the former key is to be worth nothing"


@pytest.fixture
def of_a_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The ~/.swarm of a user on a machine with a service."""
    service = tmp_path / "service"
    service.mkdir()
    monkeypatch.setattr(places, "SYSTEM_HOME", service)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(places, "default_home", lambda: places.USER_HOME)
    monkeypatch.setattr("edge_agent.cli.default_home", lambda: places.USER_HOME)
    return tmp_path / ".swarm"


@pytest.mark.parametrize(("user", "instead"), [(1_000, "sudo swarm-agent {}`"), (0, "sudo swarm-agent {} --home ")])
def test_where_the_service_is_meant_no_other_swarm_is_made(
    of_a_user: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, user: int, instead: str
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    for command in ("invite", "rekey"):
        assert main([command]) == 1
        out, err = capsys.readouterr()
        assert out == "" and instead.format(command) in err
    assert not of_a_user.exists()
    token = token_in(of_a_user, capsys)
    assert main(["invite"]) == 0
    out, err = capsys.readouterr()
    assert out.strip() == token and "not the service's swarm" in err and instead.format("invite") in err
    assert main(["join", token_of(new_membership())]) == 0
    assert "not the service's swarm" in capsys.readouterr().err


async def test_a_home_with_an_agent_of_its_own_is_meant(of_a_user: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def answer(request: dict[str, Any]) -> Any:
        return {}

    token_in(of_a_user, capsys)
    server = ControlServer(of_a_user, {"status": answer})
    await server.start()
    assert await asyncio.to_thread(main, ["invite"]) == 0
    await server.stop()
    assert "service" not in capsys.readouterr().err
