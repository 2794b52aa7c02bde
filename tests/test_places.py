"""Which home is meant, who serves it, and that root leaves nothing of its own in another user's home."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from other_users import SERVICE, STRANGER, as_user, needs_root

from edge_agent import cli, places
from edge_agent.config import Config, ConfigError
from edge_agent.models.choice import models_directory
from edge_agent.places import REGISTRY, USER_HOME, USERS, Served, default_home, served


@needs_root
def test_root_means_the_service_where_it_has_no_home_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(places, "SYSTEM_HOME", tmp_path / "service")
    assert default_home() == USER_HOME
    (tmp_path / "service").mkdir()
    assert default_home() == tmp_path / "service"
    (tmp_path / ".swarm").mkdir()
    assert default_home() == USER_HOME


def make_served(folder: Path) -> Path:
    """A home of a service with one user; returns the link that the user has."""
    (folder / "service" / USERS / "anna").mkdir(parents=True)
    (folder / "service" / REGISTRY).write_text("[]")
    link = folder / "link"
    link.symlink_to(folder / "service" / USERS / "anna")
    return link


@needs_root
def test_a_served_home_is_known_by_what_root_alone_can_write(tmp_path: Path) -> None:
    link = make_served(tmp_path)
    assert served(link) == Served((tmp_path / "service").resolve(), "anna", 0)
    os.chown(tmp_path / "service", STRANGER, -1)
    found = served(link)
    assert found is not None
    assert found.owner == STRANGER
    os.chown(tmp_path / "service" / REGISTRY, STRANGER, -1)
    assert served(link) is None
    assert served(tmp_path / "nothing") is None
    assert served(tmp_path / "service") is None


@needs_root
@pytest.mark.parametrize("command", ["run", "up", "invite", "rekey"])
def test_an_agent_of_its_own_does_not_run_in_a_served_home(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([command, "--home", str(make_served(tmp_path))]) == 1
    assert "served by the system's service" in capsys.readouterr().err
    assert list((tmp_path / "service" / USERS / "anna").iterdir()) == []


@needs_root
def test_the_swarms_key_is_looked_for_in_the_home_of_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "SYSTEM_CONFIG", tmp_path / "config.toml")
    assert cli.main(["config", "show", "--home", str(make_served(tmp_path))]) == 0
    assert f"it lies in {tmp_path.resolve()}/service/state/swarm.key;" in capsys.readouterr().out


def test_the_services_models_lie_in_its_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SWARM_MODELS", "")  # so that what the command sets is taken back after the test
    monkeypatch.delenv("SWARM_MODELS")
    monkeypatch.setattr(cli, "SYSTEM_HOME", tmp_path)
    asked: list[Path] = []

    async def pull(config: Config, *_: object, **__: object) -> int:
        asked.append(models_directory(config))
        return 0

    monkeypatch.setattr("edge_agent.models.choice.pull_model", pull)
    assert cli.main(["model", "pull", "--home", str(tmp_path)]) == 0
    monkeypatch.setenv("SWARM_MODELS", "elsewhere")
    assert cli.main(["model", "pull", "--home", str(tmp_path)]) == 0
    assert asked == [tmp_path / "models", Path("elsewhere")]


@needs_root
def test_root_works_on_anothers_home_as_its_owner(machine: Path) -> None:
    home = machine / "service"
    work = (
        "import os, sys; from pathlib import Path; from edge_agent.places import act_as_owner\n"
        "home = Path(sys.argv[1]); act_as_owner(home); (home / 'file').touch(); print(os.getresuid(), os.getgroups())"
    )
    done = subprocess.run(
        [sys.executable, "-c", work, str(home)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)},
    )
    assert done.stdout == f"{(SERVICE,) * 3} []\n"
    status = (home / "file").stat()
    assert (status.st_uid, status.st_gid, status.st_mode & 0o777) == (SERVICE, SERVICE, 0o640)
    places.act_as_owner(machine / "nothing")
    assert os.geteuid() == 0


@needs_root
@pytest.mark.parametrize("command", [["doctor"], ["model", "pull"], ["run"]])
def test_the_services_settings_are_read_after_root_has_become_its_user(
    machine: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setenv("HOME", str(machine))
    for module in (cli, places):
        monkeypatch.setattr(module, "SYSTEM_HOME", machine / "service")
    monkeypatch.setattr(cli, "SYSTEM_CONFIG", machine / "config.toml")
    monkeypatch.setattr("edge_agent.doctor.examine", lambda *_: ())
    read: list[str] = []

    def load(path: Path) -> None:
        read.append(str(path))
        raise ConfigError("that is all")

    monkeypatch.setattr(cli, "load_configuration", load)
    assert as_user(0, lambda: [cli.main(command), os.geteuid(), *read]) == [1, SERVICE, str(machine / "config.toml")]
