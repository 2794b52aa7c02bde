"""``swarm-agent config``: shown with origins, checked, set where it holds."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from other_users import SERVICE, as_user, needs_root

from edge_agent import cli, cli_config, places
from edge_agent.config_files import load_configuration
from edge_agent.control import ControlServer


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    (home / "conf.d").mkdir(parents=True)
    return home


def run(home: Path, *arguments: str) -> int:
    return cli.main(["config", *arguments, "--home", str(home)])


def test_show_tells_where_each_setting_comes_from(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "config.toml").write_text('name = "attic"\n[goals]\nmax_tasks = 4\n')
    (home / "conf.d" / "site.toml").write_text("[goals]\nmax_tasks = 5\n")
    assert run(home, "show", "--origin") == 0
    out = capsys.readouterr().out
    assert f'name = "attic"  # {home}/config.toml, line 1\n' in out
    assert f"max_tasks = 5  # {home}/conf.d/site.toml, line 2\n" in out
    assert "threads = 0  # default\n" in out
    assert "swarm's key is not shown" in out
    assert run(home, "show", "--json", "--origin") == 0
    assert json.loads(capsys.readouterr().out)["settings"]["goals"]["max_tasks"] == 5


def test_what_is_shown_can_be_read_again(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "config.toml").write_text('name = "attic"\npeers = ["b:2"]\n')
    assert run(home, "show", "--origin") == 0
    (home / "conf.d" / "again.toml").write_text(capsys.readouterr().out)
    (home / "config.toml").write_text("")
    assert (load_configuration(home / "config.toml").config.name) == "attic"


def test_check_tells_every_fault(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(home, "check") == 0
    assert "the defaults hold" in capsys.readouterr().out
    (home / "config.toml").write_text('log_level = "loud"\nlog_leve = "info"\n')
    assert run(home, "check") == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert [line.rpartition(str(home))[2].partition(":")[0] for line in err.splitlines()] == [
        "/config.toml, line 2",
        "/config.toml, line 1",
    ]
    assert run(home, "check", "--json") == 1
    assert len(json.loads(capsys.readouterr().out)["faults"]) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('peers = ["nowhere"]\n', "expected HOST:PORT"),
        ('model = "huge"\n', "no model"),
        ('model = "huge"\n', 'Or write "auto"'),
        ('backend = "ollama"\n', "package.module:factory"),
        ('backend = "my models:make"\n', "package.module:factory"),
        ('model = "huge"\nbackend = "ollama"\n', "no model"),
    ],
)
def test_check_knows_what_the_parts_take(home: Path, text: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "conf.d" / "x.toml").write_text(text)
    assert run(home, "check") == 1
    err = capsys.readouterr().err
    assert words in err
    assert "conf.d/x.toml, line 1" in err


@pytest.mark.parametrize(
    "text",
    ['model = "auto"', 'model = "none"', 'model = "~/own.gguf"', 'model = "huge"\nbackend = "their.models:make"'],
)
def test_check_lets_models_and_backends_of_ones_own_pass(home: Path, text: str) -> None:
    (home / "config.toml").write_text(text)
    assert run(home, "check") == 0


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [("model", "smolm2", "there is no model 'smolm2'"), ("backend", "ollama", "package.module:factory")],
)
def test_set_refuses_what_the_parts_do_not_take(
    home: Path, key: str, value: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(home, "set", key, value) == 1
    assert words in capsys.readouterr().err
    assert not (home / "config.toml").exists()
    assert run(home, "set", "model", "smollm2") == 0
    (home / "config.toml").write_text('backend = "ollama"\n')
    assert run(home, "set", "model", "none") == 0, "another fault keeps nobody from setting this one"


@needs_root
@pytest.mark.parametrize("closed", ["file", "folder"])
def test_check_as_root_tells_what_the_services_user_cannot_read(
    machine: Path, monkeypatch: pytest.MonkeyPatch, closed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    etc = machine / "etc"
    file = etc / "conf.d" / "site.toml"
    file.parent.mkdir(parents=True)
    file.write_text('name = "attic"\n')
    monkeypatch.setenv("HOME", str(machine))
    for module in (cli, cli_config, places):
        monkeypatch.setattr(module, "SYSTEM_HOME", machine / "service")
    for module in (cli, cli_config):
        monkeypatch.setattr(module, "SYSTEM_CONFIG", etc / "config.toml")

    def check() -> list[Any]:
        code = cli.main(["config", "check"])
        return [code, capsys.readouterr().err]

    assert as_user(0, check) == [0, ""]
    (file if closed == "file" else etc).chmod(0o600)
    code, told = as_user(0, check)
    assert code == 1
    assert f"cannot be read by the user with the id {SERVICE}" in told
    assert (str(file) if closed == "file" else str(etc)) in told
    assert as_user(0, lambda: cli.main(["config", "check", "--config", str(etc / "conf.d" / "site.toml")])) == 0


def test_set_says_where_something_else_overrides(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "conf.d" / "site.toml").write_text("[goals]\nmax_tasks = 5\n")
    assert run(home, "set", "goals.max_tasks", "7") == 1
    assert "conf.d/site.toml, line 2 says something else" in capsys.readouterr().err
    assert run(home, "set", "name", "attic") == 0
    found = load_configuration(home / "config.toml").config
    assert (found.name, found.goals.max_tasks) == ("attic", 5)


def test_settings_of_the_service_are_set_in_a_file_of_their_own(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main = home / "config.toml"
    main.write_text("# how its owner wrote it\n")
    for module in (cli, cli_config):
        monkeypatch.setattr(module, "SYSTEM_CONFIG", main)
    assert cli.main(["config", "set", "name", "attic", "--config", str(main)]) == 0
    assert main.read_text() == "# how its owner wrote it\n"
    written = home / "conf.d" / "99-set.toml"
    assert written.stat().st_mode & 0o777 == 0o644
    assert load_configuration(main).origins["name"] == f"{written}, line 1"


def test_settings_of_the_service_are_for_root_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", "99-set.toml.new")

    for module in (cli, cli_config):
        monkeypatch.setattr(module, "SYSTEM_CONFIG", tmp_path / "config.toml")
    monkeypatch.setattr(cli_config, "write_config", refuse)
    assert cli.main(["config", "set", "name", "attic", "--config", str(tmp_path / "config.toml")]) == 1
    err = capsys.readouterr().err
    assert "put sudo before it" in err and "Errno" not in err


async def test_a_reload_says_what_needs_a_restart(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def answer(request: dict[str, Any]) -> Any:
        return {"applied": ["name"], "waiting": ["listen", "roles"]}

    server = ControlServer(home, {"reload": answer})
    await server.start()
    try:
        assert await asyncio.to_thread(run, home, "reload") == 0
    finally:
        await server.stop()
    assert capsys.readouterr().out == "Changed now: name\nOnly a restart brings: listen, roles\n"


def test_a_missing_file_is_said_but_not_where_the_service_may_have_none(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = home / "none" / "config.toml"
    assert cli.main(["config", "show", "--config", str(missing)]) == 1
    assert "does not exist" in capsys.readouterr().err
    monkeypatch.setattr(cli, "SYSTEM_CONFIG", missing)
    assert cli.main(["config", "show", "--config", str(missing)]) == 0


def test_set_says_where_the_service_is_likelier_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "service").mkdir()
    monkeypatch.setattr("edge_agent.places.SYSTEM_HOME", tmp_path / "service")
    monkeypatch.setattr("edge_agent.cli.default_home", lambda: tmp_path / "own")
    assert cli.main(["config", "set", "name", "attic"]) == 0
    assert "not the service's configuration" in capsys.readouterr().err
    assert cli.main(["config", "set", "name", "attic", "--home", str(tmp_path / "own")]) == 0
    assert capsys.readouterr().err == ""
