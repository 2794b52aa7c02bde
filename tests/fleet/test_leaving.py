"""Upgrades in the middle of work; and what stays of a package that is removed or purged."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from lab.swarm import Stopwatch
from measuring import Measure
from waiting import wait_for

from fleet.conftest import Yard
from fleet.hosts import Host
from fleet.swarm import GOALS, LONG, USER, Swarm, answer_of, hand_in, wait_for_mesh, wait_for_work, wait_until_answered

pytestmark = pytest.mark.fleet

CREDENTIAL = "/etc/credstore/swarm-agent.key"
"""Its owner put it there, not the package."""
POLICY = (
    "/var/lib/dpkg/info/swarm-agent.",
    "/var/lib/systemd/deb-systemd-",
    "/etc/systemd/system/multi-user.target.wants/swarm-agent.service",
)
"""What Debian keeps of every removed package: its scripts for a purge, and whether its service was enabled."""
TRACES = r"""
find / -xdev \( -path /proc -o -path /sys -o -path /run -o -path /var/log/journal -o -path /root \) -prune -o \
    \( -iname '*swarm*' -o -user swarm -o -group swarm \) -print 2>/dev/null | sort
"""
"""What a host's disk has of the package: by name, by owner."""


def as_later_version(package: Path, folder: Path) -> Path:
    """The same package as version 9.0, made anew."""
    tree = folder / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    control = tree / "DEBIAN" / "control"
    control.write_text(re.sub(r"(?m)^Version: [^+]+", "Version: 9.0", control.read_text()))
    later = folder / re.sub(r"_[^+]+\+", "_9.0+", package.name)
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", tree, later], check=True)
    return later


def installed(host: Host) -> str:
    """The state and the version of the package."""
    return host.try_run("dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", "swarm-agent").stdout


def traces(host: Host) -> list[str]:
    """What the disk has of the package."""
    return host.do("sh", "-c", TRACES).split("\n")[:-1]


def test_an_upgrade_under_load(swarm: Swarm, measure: Measure, tmp_path: Path) -> None:
    """Every host takes the next version in the middle of a goal; none is lost or done twice."""
    first = swarm.hosts[0]
    titles = []
    whole = Stopwatch()
    for number, host in enumerate(swarm.hosts):
        titles.append(hand_in(first, GOALS[number], f"upgrade{number}"))
        wait_for_work(swarm.hosts)
        identity = host.status()["peer_id"]
        later = as_later_version(swarm.prepared.packages[host.release], tmp_path)
        watch = Stopwatch()
        swarm.install(host, later)
        assert installed(host).startswith("installed 9.0+")
        status = wait_for(host.status, f"the agent of {host.name}", LONG)
        assert status["peer_id"] == identity
        measure(f"{host.name} ({host.release}) upgraded, until its agent answers", watch)
    for title in titles:
        wait_until_answered(swarm.hosts, title)
    for number in range(len(titles)):
        answer_of(first, f"upgrade{number}")
    measure("all three goals answered", whole)


def test_remove_and_install_again(swarm: Swarm, measure: Measure) -> None:
    """Removed, the program is gone and everything it knew stays; installed again, it is the same machine."""
    host = swarm.hosts[2]
    before = host.status()
    watch = Stopwatch()
    host.do("apt-get", "remove", "--yes", "swarm-agent")
    measure("removed", watch)
    left = traces(host)
    kept = ("/var/lib/swarm-agent", "/etc/swarm-agent", f"/home/{USER}/.swarm")
    assert [path for path in left if not path.startswith((*kept, CREDENTIAL, *POLICY))] == []
    assert any(path.startswith(kept[0] + "/models") for path in left)
    swarm.install(host)
    status = wait_for(host.status, "its agent", LONG)
    assert (status["peer_id"], status["swarm"]) == (before["peer_id"], before["swarm"])
    wait_for_mesh(swarm.hosts)


def test_purge_leaves_nothing_but_what_policy_says(yard: Yard, swarm: Swarm, measure: Measure) -> None:
    """Of a purged package stay the system user, and what is not the package's: a credential, links in homes."""
    host = swarm.hosts[2]
    try:
        watch = Stopwatch()
        host.do("apt-get", "purge", "--yes", "swarm-agent")
        measure("purged", watch)
        assert [path for path in traces(host) if path not in (CREDENTIAL, f"/home/{USER}/.swarm")] == []
        assert host.try_run("getent", "passwd", "swarm").returncode == 0
        assert host.try_run("systemctl", "list-unit-files", "--no-legend", "swarm-agent*").stdout == ""
    finally:
        # The model went with the package: what comes next gets new hosts.
        yard.close()
