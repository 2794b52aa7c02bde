"""What an owner meets beside goals: reloads, several people on one machine, a full disk, one that cannot be written."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator

import pytest
from lab.swarm import Stopwatch
from measuring import Measure
from waiting import wait_for

from edge_agent.places import SYSTEM_HOME
from fleet.hosts import Host
from fleet.swarm import GOALS, LONG, USER, Swarm, answer_of, goal_of, hand_in, wait_for_mesh, wait_until_answered

pytestmark = pytest.mark.fleet

OTHER = "bruno"
"""Logs in on the same host as :data:`USER`."""
CONFIG = "/etc/swarm-agent/conf.d/60-owner.toml"
FOLDER = f"{SYSTEM_HOME}/users/{USER}"
DISK_MEGABYTES = 24


def problems(host: Host) -> list[str]:
    """What the status complains of."""
    value = host.ask("status")
    return [] if value is None else [*value["problems"], *value["agents"][0]["problems"]]


def said_since(host: Host, moment: str) -> str:
    """What the service, and systemd of it, have said since then."""
    return host.do("journalctl", "--unit", "swarm-agent", "--no-pager", "--output", "cat", "--since", moment)


def now(host: Host) -> str:
    """The host's time, as its journal takes it."""
    return host.do("date", "+%F %T").strip()


def test_a_reload_applies_what_it_can_and_names_the_rest(swarm: Swarm, measure: Measure) -> None:
    """With systemctl reload: the agent runs on, and a fault changes nothing."""
    host = swarm.hosts[1]
    started = host.service("ExecMainStartTimestampMonotonic")
    usual = host.status()["name"]

    def reload(settings: str) -> None:
        host.do("sh", "-c", f"cat > {CONFIG}", stdin=settings)
        host.do("systemctl", "reload", "swarm-agent")

    try:
        reload('name = "attic"\nlisten = "0.0.0.0:4712"\n')
        wait_for(lambda: host.status()["name"] == "attic", "the new name", LONG)
        told = wait_for(lambda: [text for text in problems(host) if "listen" in text], "what needs a restart", LONG)
        measure("a setting that needs a restart", told[0])
        assert "restart" in told[0]
        reload("name = 5\n")
        told = wait_for(lambda: [text for text in problems(host) if CONFIG in text], "the fault", LONG)
        measure("a wrong setting", told[0])
        assert host.status()["name"] == "attic"
    finally:
        host.do("rm", "-f", CONFIG)
        host.do("systemctl", "reload", "swarm-agent")
    wait_for(lambda: host.status()["name"] == usual and problems(host) == [], "the former settings", LONG)
    assert host.service("ExecMainStartTimestampMonotonic") == started
    wait_for_mesh(swarm.hosts)


def test_people_on_one_machine_are_kept_apart(swarm: Swarm, measure: Measure) -> None:
    """One cannot read another's goals and results, nor plant any, nor ask for them; titles stay off the status line."""
    host = swarm.hosts[0]
    host.do("useradd", "--create-home", "--shell", "/bin/bash", OTHER)
    host.do("swarm-agent", "user", "add", OTHER)
    try:
        title = hand_in(host, GOALS[0], "private")
        wait_for(lambda: goal_of(host, title), "the goal to be taken", LONG)
        for attempt in (
            f"ls {FOLDER}",
            f"ls {FOLDER}/goals",
            f"cat {FOLDER}/results/*/RESULT.md",
            f"echo plant > {FOLDER}/goals/plant.md",
            f"echo plant > {FOLDER}/results/plant.md",
            f"swarm-agent tree --home {FOLDER}",
            f"swarm-agent status --home {SYSTEM_HOME}",
            "sudo -n true",
        ):
            done = host.try_run("sh", "-c", attempt, user=OTHER)
            assert done.returncode != 0 and title not in done.stdout + done.stderr, (attempt, done)
        own = host.do("swarm-agent", "tree", "--json", user=OTHER)
        assert json.loads(own)["goals"] == [] and title not in own
        done = host.try_run("swarm-agent", "cancel", goal_of(host, title)["id"], user=OTHER)
        measure("another's goal cannot be cancelled", done.stderr.strip())
        assert done.returncode != 0 and title not in done.stderr
        assert '"' not in host.service("StatusText")
        wait_until_answered(swarm.hosts, title)
        answer_of(host, "private")
        assert host.do("sh", "-c", "ls ~/.swarm/results", user=OTHER) == ""
        unreadable(host, measure)
    finally:
        host.do("swarm-agent", "user", "remove", "--purge", OTHER)
        # What they ran may not have ended yet.
        host.do("userdel", "--force", "--remove", OTHER)


def unreadable(host: Host, measure: Measure) -> None:
    """A file that the service may not read is named to its owner, until they let it."""
    file = "~/.swarm/goals/closed.md"
    host.do("sh", "-c", f"umask 077; echo 'Plan a walk' > ~/closed.md; mv ~/closed.md {file}", user=OTHER)
    read = ("sh", "-c", "cat ~/.swarm/results/PROBLEMS.md")
    told = wait_for(lambda: host.try_run(*read, user=OTHER).stdout, "PROBLEMS.md", LONG)
    measure("PROBLEMS.md", " ".join(told.split()))
    assert "closed.md" in told and "chmod a+r" in told
    host.do("sh", "-c", f"chmod a+r {file}", user=OTHER)
    wait_for(lambda: goal_of(host, "Plan a walk"), "the file to be taken", LONG)
    wait_for(lambda: host.try_run(*read, user=OTHER).returncode, "PROBLEMS.md to go", LONG)


@contextlib.contextmanager
def state_on(host: Host, options: str) -> Iterator[None]:
    """The service, stopped, with its state on a file system of its own; afterwards it runs with its former one."""
    host.do("systemctl", "stop", "swarm-agent")
    host.do("mount", "-t", "tmpfs", "-o", options, "none", str(SYSTEM_HOME))
    try:
        yield
    finally:
        host.do("systemctl", "stop", "swarm-agent")
        host.do("umount", str(SYSTEM_HOME))
        host.do("systemctl", "reset-failed", "swarm-agent")
        host.do("systemctl", "start", "swarm-agent")
        wait_for(host.status, "its agent", LONG)


def test_a_full_disk(swarm: Swarm, measure: Measure) -> None:
    """No goal is taken and the status line says so, until there is room."""
    host = swarm.hosts[2]
    with state_on(host, f"size={DISK_MEGABYTES}m,mode=711"):
        host.do("systemctl", "start", "swarm-agent")
        wait_for(host.status, "its agent", LONG)
        host.try_run("sh", "-c", f"cat /dev/zero > {SYSTEM_HOME}/ballast")
        done = host.try_run("swarm-agent", "submit", "Plan a picnic")
        measure("submit", done.stderr.strip())
        assert done.returncode != 0 and "is full" in done.stderr
        wait_for(lambda: "is full" in host.service("StatusText"), "the full disk", LONG)
        measure("status line", host.service("StatusText"))
        host.do("rm", f"{SYSTEM_HOME}/ballast")
        watch = Stopwatch()
        wait_for(lambda: "is full" not in host.service("StatusText"), "the room to be noticed", LONG)
        measure("room again, until it works on", watch)
        host.do("swarm-agent", "submit", "Plan a picnic")
    wait_for_mesh(swarm.hosts)


@pytest.mark.parametrize("number", [0, 1], ids=["deb12", "deb13"])
def test_the_service_writes_nowhere_else(swarm: Swarm, number: int) -> None:
    """As its process sees the machine, all of the disk is read-only but its state directory, also for root."""
    host = swarm.hosts[number]
    inside = ("nsenter", "--target", host.service("MainPID"), "--mount", "--")
    for place in ("/", "/etc", "/usr/lib", "/var/lib", "/var/log", "/opt", "/root", f"/home/{USER}"):
        done = host.try_run(*inside, "touch", f"{place}/probe")
        assert done.returncode != 0 and re.search("Read-only|Permission|No such", done.stderr), (place, done.stderr)
    host.do(*inside, "touch", f"{SYSTEM_HOME}/probe")
    host.do("rm", f"{SYSTEM_HOME}/probe")


def test_a_state_directory_that_cannot_be_written(swarm: Swarm, measure: Measure) -> None:
    """One line in the log says it, and the service comes up by itself once that is mended."""
    host = swarm.hosts[2]
    with state_on(host, f"size={DISK_MEGABYTES}m,mode=711"):
        host.do("chown", "swarm:", str(SYSTEM_HOME))
        host.do("mount", "-o", "remount,ro", str(SYSTEM_HOME))
        moment = now(host)
        host.try_run("systemctl", "start", "swarm-agent")
        told = wait_for(
            lambda: [text for text in said_since(host, moment).splitlines() if "read-only" in text], "it", LONG
        )
        measure("read-only", told[0])
        host.do("mount", "-o", "remount,rw", str(SYSTEM_HOME))
        watch = Stopwatch()
        wait_for(host.status, "its agent", LONG)
        measure("writable again, until the agent answers", watch)
    wait_for_mesh(swarm.hosts)
