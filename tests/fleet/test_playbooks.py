"""The playbooks of ansible/, over ssh, on hosts where nothing was installed before."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lab.swarm import Stopwatch
from measuring import Measure
from waiting import wait_for

from edge_agent.membership import new_membership, token_of
from edge_agent.models.catalogue import find
from edge_agent.models.download import default_models_directory, path_of
from fleet.conftest import Yard
from fleet.hosts import Fleet, Host
from fleet.swarm import (
    GOALS,
    LONG,
    MODEL,
    SETTINGS,
    USER,
    answer_of,
    hand_in,
    wait_for_mesh,
    wait_for_work,
    wait_until_answered,
)
from fleet.test_leaving import as_later_version, installed, traces

pytestmark = [pytest.mark.fleet, pytest.mark.timeout(1_800)]

PLAYBOOKS = Path(__file__).parents[2] / "ansible"
PULL = """\
#!/bin/sh
# Stands in for swarm-agent, for nothing can be fetched here: what pulls a model copies it from a file.
[ "$1 $2" = "model pull" ] || exec /usr/bin/swarm-agent "$@"
echo "$*" >> {pulls}
cp {model} "$SWARM_MODELS"
"""


class Controller:
    """Who runs the playbooks: an inventory, an ssh key, and the machines."""

    def __init__(self, fleet: Fleet, ansible: Path, folder: Path) -> None:
        self.fleet = fleet
        self.folder = folder
        self.token = token_of(new_membership())
        self.variables: dict[str, Any] = {
            "ansible_user": "root",
            "ansible_python_interpreter": "/usr/bin/python3",
            "ansible_ssh_private_key_file": str(folder / "id"),
            "ansible_ssh_common_args": "-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR",
            "swarm_agent_packages": str(folder / "packages"),
            "swarm_agent_key": self.token,
            "swarm_agent_users": [USER],
            "swarm_agent_model": MODEL,
            "swarm_agent_models": str(default_models_directory()),
            "swarm_agent_settings": tomllib.loads(SETTINGS),
            "swarm_agent_static_peers": True,
        }
        self._ansible = ansible
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / "id"], check=True)
        (folder / "packages").mkdir()

    @property
    def hosts(self) -> list[Host]:
        """The machines."""
        return self.fleet.hosts

    def admit(self, host: Host) -> None:
        """Let the controller log in; before the host is booted."""
        upper = host.disk / "upper"
        (upper / "root/.ssh").mkdir(mode=0o700, parents=True)
        shutil.copyfile(self.folder / "id.pub", upper / "root/.ssh/authorized_keys")
        (upper / "etc/ssh").mkdir()
        subprocess.run(["ssh-keygen", "-A", "-f", upper], check=True, capture_output=True)

    def play(self, playbook: str = "site.yml", *options: str) -> dict[str, dict[str, int]]:
        """Run a playbook, which must succeed; each host's recap. What it printed lies in ``output``."""
        machines = {host.name: {"ansible_host": host.address} for host in self.hosts}
        inventory = self.folder / "inventory.json"
        inventory.write_text(json.dumps({"swarm": {"hosts": machines, "vars": self.variables}}))
        done = subprocess.run(
            self.fleet.inside("ansible-playbook", "-i", str(inventory), playbook, *options),
            cwd=PLAYBOOKS,
            env=os.environ
            | {
                "PATH": f"{self._ansible / 'bin'}:{os.environ['PATH']}",
                "ANSIBLE_HOME": str(self.folder / "ansible"),
                # Its connections stay open for a while, by address: another run's hosts have the same.
                "ANSIBLE_SSH_CONTROL_PATH_DIR": str(self.folder / "ssh"),
                "LC_ALL": "C.UTF-8",
            },
            capture_output=True,
            text=True,
            timeout=1_500,
            check=False,
        )
        self.output = done.stdout + done.stderr
        assert done.returncode == 0, self.output[-6_000:]
        assert self.token not in self.output and self.token[10:40] not in self.output, "the key was printed"
        recaps = re.findall(r"(?m)^(h\d+)\s*: (.+)$", self.output.partition("PLAY RECAP")[2])
        return {name: {key: int(n) for key, n in re.findall(r"(\w+)=(\d+)", told)} for name, told in recaps}

    def recap(self) -> str:
        """The recap of the last run, as it was printed."""
        return "".join(f"\n{'':17}    {line}" for line in re.findall(r"(?m)^h\d+\s*: .+$", self.output))


@pytest.fixture(scope="module")
def controller(yard: Yard, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Controller]:
    """Three booted hosts that nothing was done to."""
    yard.close()
    with Fleet(yard.prepared.place) as fleet:
        controller = Controller(fleet, yard.prepared.place / "ansible", tmp_path_factory.mktemp("controller"))
        for package in yard.prepared.packages.values():
            shutil.copy(package, controller.folder / "packages")
        for release in yard.prepared.releases(3):
            controller.admit(fleet.host(release))
        for host in fleet.hosts:
            host.switch_on()
        for host in fleet.hosts:
            host.wait_until_booted()
            host.do("useradd", "--create-home", "--shell", "/bin/bash", USER)
        yield controller
        for host in fleet.hosts:
            print(f"--- {host.name} ({host.release})\n{host.log()[-3_000:]}")


def test_the_playbook_twice(controller: Controller, measure: Measure) -> None:
    """A dry run changes nothing; the first run sets all up; the second has nothing to do."""
    dry = controller.play("site.yml", "--check", "--diff")
    assert all(host["changed"] > 0 for host in dry.values())
    assert all(installed(host) == "" for host in controller.hosts)
    watch = Stopwatch()
    controller.play("site.yml", "--diff")
    measure(f"first run, {watch}", controller.recap())
    wait_for_mesh(controller.hosts)
    assert {host.status()["model"] for host in controller.hosts} == {MODEL}
    for host in controller.hosts:
        assert host.do("swarm-agent", "invite").strip() == controller.token
        assert host.do("stat", "-c", "%U %a", "/etc/credstore/swarm-agent.key").split() == ["root", "600"]
    watch = Stopwatch()
    again = controller.play("site.yml", "--diff")
    measure(f"second run, {watch}", controller.recap())
    assert {host["changed"] for host in again.values()} == {0}
    dry = controller.play("site.yml", "--check", "--diff")
    assert {host["changed"] for host in dry.values()} == {0}


@pytest.mark.parametrize("who", ["the controller", "a machine"])
def test_one_pulls_a_model_for_all(controller: Controller, measure: Measure, tmp_path: Path, who: str) -> None:
    """Where the controller has no model: it pulls it, or where it cannot, the first machine of the tier does."""
    controller.play()
    model = path_of(find(MODEL), default_models_directory())
    assert model is not None
    pulls, here = tmp_path / "pulls", who == "the controller"
    for host in controller.hosts:
        host.do("sh", "-c", "rm /var/lib/swarm-agent/models/*")
        if not here:
            host.put(model, f"/root/{model.name}")
            stand_in(host.path("/usr/local/bin/swarm-agent"), "/root/pulls", f"/root/{model.name}")
    stand_in(tmp_path / "swarm-agent", pulls, model)
    (tmp_path / "models").mkdir()
    usual = dict(controller.variables)
    controller.variables |= {
        "swarm_agent_models": str(tmp_path / "models"),
        "swarm_agent_controller_command": str(tmp_path / "swarm-agent") if here else "no-such-command",
    }
    watch = Stopwatch()
    try:
        controller.play()
        measure(f"{who} pulled, three machines have it, {watch}", controller.recap())
        told = [host.try_run("cat", "/root/pulls").stdout for host in controller.hosts]
        if here:
            assert pulls.read_text().count(MODEL) == 1
        assert [text.count(MODEL) for text in told] == ([0, 0, 0] if here else [1, 0, 0])
        for host in controller.hosts:
            assert (
                host.do("sh", "-c", "cat /var/lib/swarm-agent/models/*.gguf | sha256sum").split()[0]
                == find(MODEL).sha256
            )
            assert host.do("sh", "-c", "ls -d /var/tmp/swarm-agent-* || true", user=USER) == ""
        assert {recap["changed"] for recap in controller.play().values()} == {0}
    finally:
        controller.variables = usual
        for host in controller.hosts:
            host.do("sh", "-c", "rm -f /usr/local/bin/swarm-agent /root/pulls /root/*.gguf")


def stand_in(place: Path, pulls: Path | str, model: Path | str) -> None:
    """Put a program there that pulls this model and writes down each call."""
    place.write_text(PULL.format(pulls=pulls, model=model))
    place.chmod(0o755)


def test_the_playbook_changes_what_changed(controller: Controller, measure: Measure) -> None:
    """A setting is taken up while it runs, another by a restart; who left comes back; a fault goes nowhere."""
    controller.play()
    host = controller.hosts[0]
    started = host.service("ExecMainStartTimestampMonotonic")
    controller.variables["swarm_agent_settings"]["goals"]["max_tasks"] = 5
    assert {recap["changed"] for recap in controller.play().values()} == {2}
    assert host.service("ExecMainStartTimestampMonotonic") == started
    assert json.loads(host.do("swarm-agent", "config", "show", "--json"))["goals"]["max_tasks"] == 5
    controller.variables["swarm_agent_settings"]["beacon_seconds"] = 3.0
    controller.play()
    assert host.service("ExecMainStartTimestampMonotonic") != started
    wait_for_mesh(controller.hosts)
    controller.hosts[2].do("swarm-agent", "join", "-", stdin=token_of(new_membership()))
    watch = Stopwatch()
    controller.play()
    measure("a machine of another swarm brought back", watch)
    wait_for_mesh(controller.hosts)
    before = host.do("cat", "/etc/swarm-agent/conf.d/50-ansible.toml")
    controller.variables["swarm_agent_settings"]["beacon_secs"] = 3.0
    with pytest.raises(AssertionError, match="beacon_secs"):
        controller.play()
    del controller.variables["swarm_agent_settings"]["beacon_secs"]
    assert host.do("cat", "/etc/swarm-agent/conf.d/50-ansible.toml") == before


def test_the_playbook_upgrades_one_machine_after_the_other(controller: Controller, measure: Measure) -> None:
    """With goals open; none is lost."""
    controller.play()
    first = controller.hosts[0]
    for package in list((controller.folder / "packages").iterdir()):
        as_later_version(package, controller.folder).replace(controller.folder / "packages" / "later.deb")
        later = controller.folder / "packages" / re.sub(r"_[^+]+\+", "_9.0+", package.name)
        (controller.folder / "packages" / "later.deb").replace(later)
    titles = [hand_in(first, text, f"playbook{number}") for number, text in enumerate(GOALS[:2])]
    wait_for_work(controller.hosts)
    watch = Stopwatch()
    controller.variables["swarm_agent_version"] = "9.0"
    controller.play()
    measure(f"three machines, {watch}", controller.recap())
    assert all(installed(host).startswith("installed 9.0+") for host in controller.hosts)
    for number, title in enumerate(titles):
        wait_until_answered(controller.hosts, title)
        answer_of(first, f"playbook{number}")
    assert {recap["changed"] for recap in controller.play().values()} == {0}


def test_the_playbook_removes_all(controller: Controller, measure: Measure) -> None:
    """What it knows stays, unless it is to be purged."""
    controller.play()
    controller.play("uninstall.yml")
    assert all("config-files" in installed(host) for host in controller.hosts)
    assert all("/var/lib/swarm-agent/models" in traces(host) for host in controller.hosts)
    controller.play("site.yml")
    wait_for(lambda: all(host.status() for host in controller.hosts), "the agents", LONG)
    watch = Stopwatch()
    controller.play("uninstall.yml", "-e", "swarm_agent_purge=true")
    measure("purged", watch)
    assert {host.name: traces(host) for host in controller.hosts} == {host.name: [] for host in controller.hosts}
    assert {
        recap["changed"] for recap in controller.play("uninstall.yml", "-e", "swarm_agent_purge=true").values()
    } == {0}
