"""Hosts that form one swarm, people who hand in goals on them, and what must be true in the end."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest
from lab.swarm import check_finished, wait_for_one_digest
from msgspec import Struct
from waiting import wait_for

from edge_agent.membership import new_membership, token_of
from edge_agent.models.catalogue import find
from edge_agent.models.download import default_models_directory, path_of
from edge_agent.places import SYSTEM_HOME
from fleet.hosts import Fleet, Host

LONG: Final = 420.0
"""How long a scenario waits for what must come: generous, the computer may be busy with other things."""
MODEL: Final = "smollm2-135m"
USER: Final = "anna"
"""Logs in on every host, and hands in the goals."""
SETTINGS: Final = """\
threads = 1
beacon_seconds = 2.0
claim_settle_seconds = 0.5

[goals]
window_seconds = 20.0
lease_seconds = 30.0
max_depth = 1
max_tasks = 6

[inbox]
settle_seconds = 0.5
"""
"""Settings under which three hosts on two cores answer a goal in a minute. One thread: the hosts share the cores."""
GOALS: Final = (
    "Plan a picnic for four with food and games",
    "Plan a small vegetable garden",
    "Plan a birthday party for a child",
    "Plan a weekend in the mountains",
)
"""Short enough to be titles as they are, with a name at their end."""


class Prepared(Struct, frozen=True):
    """What ``scripts/lib/hosts.sh`` prepared."""

    place: Path
    """The systems that hosts are booted from, and Ansible."""
    packages: dict[str, Path]
    """The package of each release that there is one for, by the release's name."""

    def releases(self, count: int) -> list[str]:
        """Releases for so many hosts: all in turn."""
        known = sorted(self.packages)
        return [known[number % len(known)] for number in range(count)]


def prepared() -> Prepared:
    """What was prepared for this run; skips the test where nothing was."""
    place, packages = os.environ.get("SWARM_HOSTS"), os.environ.get("SWARM_PACKAGES")
    if not place or not packages:
        pytest.skip("hosts were not prepared: scripts/test does it, or says what keeps this machine from booting them")
    found = {
        release: max(Path(packages).glob(f"swarm-agent_*+{release}_amd64.deb"), default=None)
        for release in ("deb12", "deb13")
        if (Path(place) / release).is_dir()
    }
    usable = {release: package for release, package in found.items() if package is not None}
    assert usable, f"{packages} has no package for the systems in {place}"
    return Prepared(Path(place), usable)


def together(function: Callable[[Host], object], hosts: Iterable[Host]) -> None:
    """Do it on all hosts at once."""
    with ThreadPoolExecutor() as threads:
        list(threads.map(function, hosts))


class Swarm:
    """Installed hosts of one swarm."""

    def __init__(self, prepared: Prepared, count: int = 3) -> None:
        self.prepared = prepared
        self.fleet = Fleet(prepared.place)
        self._count = count

    @property
    def hosts(self) -> list[Host]:
        """All of them, booted or not."""
        return self.fleet.hosts

    def start(self) -> None:
        """Boot, install and join. The first two are given the swarm's key before their first start, the others join."""
        self.fleet.__enter__()
        token = token_of(new_membership())
        for number, release in enumerate(self.prepared.releases(self._count)):
            host = self.fleet.host(release)
            furnish(host.disk / "upper", token if number < 2 else None)
        for host in self.hosts:
            host.switch_on()
        for host in self.hosts:
            host.wait_until_booted()
        together(self.install, self.hosts)
        invited = self.hosts[0].do("swarm-agent", "invite")
        for host in self.hosts[2:]:
            host.do("swarm-agent", "join", "-", stdin=invited)
        together(add_user, self.hosts)
        wait_for_mesh(self.hosts)

    def install(self, host: Host, package: Path | None = None) -> None:
        """Install its release's package, or another one, with apt, offline."""
        file = host.put(package or self.prepared.packages[host.release], "/root/swarm-agent.deb")
        install = ("apt-get", "install", "--yes", "--no-install-recommends", file)
        host.do("env", "DEBIAN_FRONTEND=noninteractive", *install)

    def mend(self) -> None:
        """What an earlier scenario may have left: switched off hosts, pulled cables, a removed package."""
        for host in self.hosts:
            if not host.runs:
                host.boot()
            host.plug_in()
            if host.try_run("systemctl", "is-enabled", "swarm-agent").returncode:
                self.install(host)
                add_user(host)
            token = self.hosts[0].do("swarm-agent", "invite")
            if host.do("swarm-agent", "invite") != token:
                host.do("swarm-agent", "join", "-", stdin=token)
        wait_for_mesh(self.hosts)

    def close(self) -> None:
        """Switch all off and remove them; show what their services said last."""
        for host in self.hosts:
            print(f"--- {host.name} ({host.release})\n{host.log()[-5_000:]}")
        self.fleet.__exit__()


def furnish(disk: Path, token: str | None = None) -> None:
    """Put the settings and the model on a host's disk before it is booted, and a swarm's token where there is one."""
    directory = Path(os.environ.get("SWARM_MODELS_FOR_TESTS") or default_models_directory())
    model = path_of(find(MODEL), directory)
    assert model is not None, f"{MODEL} is not in {directory}: scripts/test fetches it"
    settings = disk / "etc/swarm-agent/conf.d/50-fleet.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'model = "{MODEL}"\n{SETTINGS}')
    models = disk / str(SYSTEM_HOME).lstrip("/") / "models"
    models.mkdir(parents=True)
    # The service's user owns it from the first start on: systemd gives it its state directory.
    shutil.copyfile(model, models / model.name)
    if token is not None:
        credentials = disk / "etc/credstore"
        credentials.mkdir(mode=0o700, parents=True)
        (credentials / "swarm-agent.key").write_text(token)
        (credentials / "swarm-agent.key").chmod(0o600)


def add_user(host: Host) -> None:
    """A login user, whom the service serves."""
    if host.try_run("id", USER).returncode:
        host.do("useradd", "--create-home", "--shell", "/bin/bash", USER)
    host.do("swarm-agent", "user", "add", USER)


def wait_for_mesh(hosts: Sequence[Host]) -> None:
    """Wait until each has its model, and sees all others alive."""

    def meshed() -> bool:
        for host in hosts:
            status = host.status()
            alive = [peer for peer in status["peers"] if peer["liveness"] == "alive"] if status else []
            if not status or status["model"] is None or len(alive) < len(hosts) - 1:
                return False
        return True

    wait_for(meshed, f"{', '.join(host.name for host in hosts)} to see each other", LONG)


def hand_in(host: Host, text: str, name: str) -> str:
    """The user drops a goal into their folder. How its title ends, by which it is known everywhere."""
    host.do("sh", "-c", f"cat > ~/.swarm/goals/{name}.md", user=USER, stdin=f"{text} ({name})\n")
    return f"({name})"


def goal_of(host: Host, title: str) -> Any:
    """The host's goal whose title contains the text; None where it has not heard of it."""
    return next((goal for goal in host.goals() or () if title in goal["title"]), None)


def wait_until_answered(hosts: Sequence[Host], title: str) -> Any:
    """Wait until the goal has ended on all; check that they agree and that every task has one text. The goal."""

    def ended() -> bool:
        goals = [goal_of(host, title) for host in hosts]
        return all(goal and goal["state"] in ("finished", "failed", "cancelled") for goal in goals)

    wait_for(ended, f"the end of {title}", LONG)
    wait_for_one_digest(hosts)
    goals = [goal_of(host, title) for host in hosts]
    assert all(goal == goals[0] for goal in goals)
    check_finished(goals[0])
    return goals[0]


def answer_of(host: Host, name: str) -> str:
    """What the user reads in their results folder, once it is there."""
    find_it = f"cat ~/.swarm/results/*{name}*/RESULT.md"

    def there() -> subprocess.CompletedProcess[str] | None:
        done = host.try_run("sh", "-c", find_it, user=USER)
        return None if done.returncode else done

    return wait_for(there, f"{USER}'s answer on {host.name}", LONG).stdout


def wait_for_work(hosts: Sequence[Host]) -> Host:
    """Wait until one of the hosts is in the middle of a task."""

    def working() -> Host | None:
        return next((host for host in hosts if (status := host.status()) and status["working_on"]), None)

    return wait_for(working, "a host at work", LONG)
