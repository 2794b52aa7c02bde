"""What the doctor finds, with and without a running agent."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from edge_agent import cli_doctor, control, doctor
from edge_agent.cli import main
from edge_agent.config import Config
from edge_agent.doctor import Finding, examine, is_broken
from edge_agent.hardware import GIB, MIB, Gpu, Hardware
from edge_agent.home import Home
from edge_agent.mesh.interfaces import Interface
from edge_agent.models.offload import Build

PI = Hardware(machine="aarch64", cores=4, memory=int(3.7 * GIB))
PLAIN = Config(backend="scripted_model:make", listen="127.0.0.1:0", discovery=False)
GPU = Gpu(name="RTX 3060", memory=12 * GIB)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    def set_to(build: Build | None) -> None:
        monkeypatch.setattr("edge_agent.models.offload.llama_build", lambda: build)
        monkeypatch.setattr(doctor, "llama_build", lambda: build)

    return set_to


def found(home: Home, config: Config = PLAIN, hardware: Hardware = PI) -> list[Finding]:
    return list(examine(home, config, hardware=hardware))


def of(subject: str, findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.state, finding.text) for finding in findings if finding.subject == subject]


def with_(hardware: Hardware, *gpus: Gpu) -> Hardware:
    return Hardware(machine=hardware.machine, cores=hardware.cores, memory=hardware.memory, gpus=gpus)


def test_a_healthy_machine_without_an_agent(home: Home) -> None:
    findings = found(home)
    assert not is_broken(findings)
    assert of("agent", findings)[0][1].startswith("none runs now")
    roles = [text for _, text in of("role", findings)]
    assert roles[0] == "decomposer (its hardware: 3.7 GiB of memory, no usable graphics processor)"
    assert roles[1].startswith("takes on scorer as well")
    assert roles[2].startswith("writes tasks too")
    assert not home.path.exists(), "it changes nothing"


def test_a_service_that_does_not_answer_is_looked_into_with_systemd(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (doctor, control):
        monkeypatch.setattr(module, "SYSTEM_HOME", home.path)
    state, text = of("agent", found(home))[0]
    assert state == "warn"
    with pytest.raises(control.NotRunningError) as error:
        control.ask(home.path, "status")
    for told in (text, str(error.value)):
        assert "systemctl status swarm-agent" in told
        assert "journalctl -u swarm-agent" in told
        assert "swarm-agent config check" in told
        assert "swarm-agent up" not in told


def test_roles_by_configuration(home: Home) -> None:
    observer = found(home, Config(roles=("observer",), listen="127.0.0.1:0", discovery=False))
    assert of("role", observer) == [("ok", "observer (as configured)")]
    assert of("model", observer) == [("ok", "an observer needs none")]
    idle = found(home, Config(model="none", listen="127.0.0.1:0", discovery=False))
    assert of("model", idle)[0][0] == "warn"


def test_a_gpu_that_the_build_cannot_use_is_told_and_counts_for_nothing(home: Home, build: Any) -> None:
    build("processor only")
    llama = Config(listen="127.0.0.1:0", discovery=False)
    findings = found(home, llama, with_(PI, GPU))
    assert of("graphics", findings)[0][0] == "warn"
    assert of("graphics", findings)[0][1].startswith(
        "RTX 3060, 12 GiB: seen; this build of llama.cpp runs on the processor only"
    )
    assert of("role", findings)[0][1].startswith("decomposer")
    build("offload")
    findings = found(home, llama, with_(PI, GPU, Gpu(name="small", memory=512 * MIB), Gpu(name="B", memory=4 * GIB)))
    assert of("graphics", findings) == [
        ("ok", "RTX 3060, 12 GiB: models run on it"),
        ("ok", "small, 512 MiB: seen; too small for a model, which needs 2 GiB"),
        ("ok", "B, 4 GiB: seen; the larger one counts"),
    ]
    assert of("role", findings)[0] == ("ok", "executor (its hardware: 3.7 GiB of memory, RTX 3060, 12 GiB)")


def test_a_missing_model_is_broken_and_says_how_to_fetch_it(home: Home, build: Any, tmp_path: Path) -> None:
    build("processor only")
    config = Config(listen="127.0.0.1:0", discovery=False, models_directory=str(tmp_path / "none"))
    findings = found(home, config)
    assert is_broken(findings)
    assert "swarm-agent model pull" in of("model", findings)[0][1]
    build(None)
    assert of("llama.cpp", found(home, config))[0][0] == "broken"


def test_a_model_that_does_not_fit_into_the_memory_is_broken(home: Home, build: Any, tmp_path: Path) -> None:
    build("processor only")
    own = tmp_path / "own.gguf"
    own.write_bytes(b"GGUF")
    config = Config(model=str(own), listen="127.0.0.1:0", discovery=False)
    assert of("model", found(home, config))[0][0] in ("ok", "warn")
    tiny = Hardware(machine="armv7l", cores=1, memory=256 * MIB)
    state, text = of("model", found(home, config, tiny))[0]
    assert (state, "more than there is" in text) == ("broken", True)


def test_a_model_that_the_service_does_not_see_is_broken(
    home: Home, build: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build("processor only")
    (tmp_path / "own.gguf").write_bytes(b"GGUF")
    config = Config(model=str(tmp_path / "own.gguf"), listen="127.0.0.1:0", discovery=False)
    monkeypatch.setattr(doctor, "HIDDEN_FROM_SERVICE", (tmp_path,))
    assert of("model", found(home, config))[0][0] in ("ok", "warn"), "an agent of one's own sees it"
    monkeypatch.setattr(doctor, "SYSTEM_HOME", home.path)
    state, text = of("model", found(home, config))[0]
    assert (state, f"put it into {home.path}/models" in text) == ("broken", True)


def test_keys_that_others_can_read_are_broken(home: Home) -> None:
    home.state("agent").mkdir(parents=True)
    key = home.state("agent") / "identity.key"
    key.touch(mode=0o600)
    home.swarm_key.touch(mode=0o600)
    assert of("keys", found(home)) == [("ok", "2 key files, readable by this user alone")]
    key.chmod(0o640)
    findings = found(home)
    assert is_broken(findings)
    assert f"chmod 600 {key}" in of("keys", findings)[0][1]


def test_a_folder_that_cannot_be_written_is_broken(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.path.mkdir()
    home.goals.mkdir()
    assert of("folders", found(home)) == [("ok", f"{home.path} can be written")]
    monkeypatch.setattr("edge_agent.doctor.os.access", lambda path, mode: path != home.goals)
    findings = found(home)
    assert of("folders", findings)[0][0] == "broken"
    assert str(home.goals) in of("folders", findings)[0][1]


@pytest.mark.parametrize(("free", "state"), [(MIB, "broken"), (100 * MIB, "warn"), (GIB, "ok")])
def test_room_on_the_disk(home: Home, monkeypatch: pytest.MonkeyPatch, free: int, state: str) -> None:
    usage = type("Usage", (), {"free": free})
    monkeypatch.setattr("edge_agent.doctor.shutil.disk_usage", lambda path: usage)
    assert of("disk", found(home))[0][0] == state


def test_the_clock(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "clock_is_synchronised", lambda: True)
    assert of("clock", found(home))[0][0] == "ok"
    monkeypatch.setattr(doctor, "clock_is_synchronised", lambda: False)
    assert of("clock", found(home))[0][0] == "warn"
    monkeypatch.setattr(doctor, "wall_ms", lambda: 1_000)
    assert of("clock", found(home))[0][0] == "broken"


def test_a_port_that_another_program_holds_is_broken(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        config = Config(backend="a:b", listen=f"127.0.0.1:{port}", discovery=False)
        findings = found(home, config)
        assert is_broken(findings)
        assert f"sport = {port}" in of("port", findings)[0][1]
    assert of("port", found(home, config)) == [("ok", f"TCP port {port} is free")]


def test_multicast_is_tried_on_every_usable_interface() -> None:
    card = Interface("eth0", 2, ("192.168.7.4/24",))
    others = [
        Interface("lo", 1, ("127.0.0.1/8", "::1/128")),
        Interface("tun0", 4, ("10.9.0.2/32",), multicast=False),
        Interface("wlan0", 3, ("fe80::1/64",)),
    ]
    tried: list[str] = []

    def echo(one: Interface) -> str | None:
        tried.append(one.name)
        return "a firewall drops multicast" if one.name == "wlan0" else None

    findings = list(doctor._multicast(Config(), find=lambda: [card, *others], echo=echo, shared=lambda: True))
    assert tried == ["eth0", "wlan0"]
    assert [finding.state for finding in findings] == ["ok", "ok", "warn"]
    findings = list(doctor._multicast(Config(), find=lambda: others[:2], echo=echo, shared=lambda: False))
    assert [finding.state for finding in findings] == ["warn", "warn"]
    assert "5353" in findings[0].text
    assert "no network" in findings[1].text


def test_what_a_running_agent_tells(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = {
        "name": "attic", "version": "0.2", "roles": ["scorer"],
        "why": {"scorer": "cover: 3 scorers are wanted, 2 live without it"},
        "addresses": ["/ip4/192.168.7.4/tcp/4711/p2p/12D3"], "peers": [{"name": "cellar"}], "problems": ["it is odd"],
    }  # fmt: skip
    status = {"agents": [agent], "problems": ["a bad goal file"]}
    monkeypatch.setattr(doctor, "ask", lambda *arguments, **named: status)
    findings = found(home, Config(backend="a:b", discovery=False))
    assert of("agent", findings) == [("ok", "running: attic (version 0.2)")]
    assert of("role", findings)[0] == ("ok", "attic serves as scorer (cover: 3 scorers are wanted, 2 live without it)")
    assert of("port", findings)[0] == ("ok", "the agent listens on /ip4/192.168.7.4/tcp/4711/p2p/12D3")
    assert of("swarm", findings) == [("ok", "attic hears cellar")]
    assert of("problem", findings) == [("warn", "it is odd"), ("warn", "a bad goal file")]
    agent["roles"], agent["peers"] = [], []
    findings = found(home, Config(backend="a:b", discovery=False))
    assert ("warn", "attic serves no role, because it has no model") in of("role", findings)
    assert "hears no other machine" in of("swarm", findings)[0][1]


@pytest.mark.parametrize(("setting", "coloured"), [("", True), ("1", False)])
def test_colours_are_left_out_where_they_are_not_wanted(
    setting: str, coloured: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NO_COLOR", setting)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    cli_doctor._print(Finding("disk", "ok", "51 GiB free"), show=True)
    assert ("\x1b[" in capsys.readouterr().out) is coloured


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "home"
    home.mkdir()
    config = home / "config.toml"
    config.write_text('roles = ["observer"]\nlisten = "127.0.0.1:0"\ndiscovery = false\n')
    assert main(["doctor", "--home", str(home)]) == 0
    out = capsys.readouterr().out
    assert "ok      role       observer (as configured)" in out
    assert "\x1b" not in out
    config.write_text('rolls = ["observer"]\n')
    assert main(["doctor", "--home", str(home), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["broken"] is True
    assert told["findings"][0]["state"] == "broken"
    assert "there is no setting 'rolls'" in told["findings"][0]["text"]
