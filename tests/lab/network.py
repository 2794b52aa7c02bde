"""A private network: a switch and its machines, each a network namespace of this computer.

The switch is a bridge in a namespace of its own, so nothing here touches the computer's real network. All names carry
the run's, so two runs can go at once; what a crashed run left behind is removed by the next one. Needs root.
"""

from __future__ import annotations

import contextlib
import ipaddress
import json
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import psutil
from runs import alive, end_processes

PREFIX: Final = "swarmlab-"
LOCKS: Final = Path("/run/swarm-agent-lab")
SUBNET: Final = ipaddress.ip_network("10.77.0.0/16")
GATEWAY: Final = "10.77.255.254"
INTERFACE: Final = "eth0"
MAIN: Final = "br0"


def why_not() -> str | None:
    """What is missing to make networks here; None where nothing is."""
    if os.geteuid() != 0:
        return "needs root, to make network namespaces"
    missing = [name for name in ("ip", "setpriv") if shutil.which(name) is None]
    return f"needs the Debian packages iproute2 and util-linux ({', '.join(missing)} not found)" if missing else None


class Network:
    """The switch with its cables. Leaving the context ends every process in it and removes it."""

    def __init__(self) -> None:
        self.links: list[Link] = []
        self._run = secrets.token_hex(3)
        self.switch = f"{PREFIX}{self._run}-switch"
        self._bridges: set[str] = set()
        self._life = contextlib.ExitStack()

    def __enter__(self) -> Network:
        with contextlib.ExitStack() as life:
            life.enter_context(alive(self._run, LOCKS, found=_runs, remove=_remove))
            ip("netns", "add", self.switch)
            self._add_bridge(MAIN)
            ip("-n", self.switch, "addr", "add", f"{GATEWAY}/{SUBNET.prefixlen}", "dev", MAIN)
            self._life = life.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._life.close()

    def plug_in(self, name: str, *, link_local_only: bool = False) -> Link:
        """A new machine of this name: with an address and a default route, or with link-local addresses only."""
        number = len(self.links) + 1
        link = Link(f"{PREFIX}{self._run}-{name}", self.switch, number)
        self.links.append(link)
        ip("netns", "add", link.namespace)
        ip("-n", link.namespace, "link", "set", "lo", "up")
        ip("-n", self.switch, "link", "add", link.port, "type", "veth", "peer", INTERFACE, "netns", link.namespace)
        ip("-n", self.switch, "link", "set", link.port, "master", MAIN, "up")
        ip("-n", link.namespace, "link", "set", INTERFACE, "up")
        if link_local_only:
            link.use_link_local_only()
        else:
            link.use_address(number)
        return link

    def cut(self, *groups: Iterable[Link]) -> None:
        """Cut the network between the groups. No cable is pulled: nobody's own link goes down. The first group keeps
        those that are in none."""
        for number, group in enumerate(groups):
            bridge = MAIN if number == 0 else f"br{number}"
            self._add_bridge(bridge)
            for link in group:
                ip("-n", self.switch, "link", "set", link.port, "master", bridge)

    def heal(self) -> None:
        """Undo every cut."""
        for link in self.links:
            ip("-n", self.switch, "link", "set", link.port, "master", MAIN)

    def inside(self, *command: str) -> list[str]:
        """The command, to be run in the switch, where all that is said can be heard; it ends with its parent."""
        return _inside(self.switch, command)

    def _add_bridge(self, bridge: str) -> None:
        if bridge not in self._bridges:
            ip("-n", self.switch, "link", "add", bridge, "type", "bridge", "mcast_snooping", "0")
            ip("-n", self.switch, "link", "set", bridge, "up")
            self._bridges.add(bridge)


class Link:
    """A machine's cable: its interface ``eth0`` in its namespace, and the switch's port."""

    def __init__(self, namespace: str, switch: str, number: int) -> None:
        self.namespace = namespace
        self.address: str | None = None
        """Its IPv4 address; None while it has only link-local ones."""
        self.port = f"port{number}"
        self._number = number
        self._switch = switch

    def down(self) -> None:
        """Pull the cable: the machine sees its carrier go."""
        ip("-n", self._switch, "link", "set", self.port, "down")

    def up(self) -> None:
        """Put the cable back in."""
        ip("-n", self._switch, "link", "set", self.port, "up")

    def use_address(self, number: int) -> str:
        """Take another address, as DHCP would give it after a roam: the earlier one is gone at once."""
        self.address = str(SUBNET[number])
        ip("-n", self.namespace, "-4", "addr", "flush", "dev", INTERFACE)
        own = f"{self.address}/{SUBNET.prefixlen}"
        ip("-n", self.namespace, "addr", "add", own, "broadcast", "+", "dev", INTERFACE)
        ip("-n", self.namespace, "route", "replace", "default", "via", GATEWAY)
        return self.address

    def use_link_local_only(self) -> None:
        """No DHCP answers: an IPv4 link-local address, no default route."""
        self.address = None
        ip("-n", self.namespace, "-4", "addr", "flush", "dev", INTERFACE)
        own = f"169.254.{100 + self._number // 200}.{1 + self._number % 200}/16"
        ip("-n", self.namespace, "addr", "add", own, "broadcast", "+", "scope", "link", "dev", INTERFACE)

    def drop_default_route(self) -> None:
        """An isolated network: addresses, and no way out."""
        ip("-n", self.namespace, "route", "del", "default")

    def inside(self, *command: str) -> list[str]:
        """The command, to be run in this machine's network; it ends with its parent."""
        return _inside(self.namespace, command)

    def traffic(self) -> int:
        """The bytes that went over this machine's cable so far, both ways."""
        (told,) = json.loads(ip("-n", self.namespace, "-j", "-s", "link", "show", "dev", INTERFACE))
        return int(told["stats64"]["rx"]["bytes"]) + int(told["stats64"]["tx"]["bytes"])

    def connections(self) -> set[str]:
        """The own addresses of this machine's TCP connections to others."""
        lines = subprocess.run(
            self.inside("ss", "-Htn", "state", "established"), capture_output=True, text=True, check=True
        ).stdout.splitlines()
        return {line.split()[2].rpartition(":")[0].partition("%")[0].strip("[]") for line in lines}


def _inside(namespace: str, command: Sequence[str]) -> list[str]:
    return ["ip", "netns", "exec", namespace, "setpriv", "--pdeathsig", "KILL", "--", *command]


def ip(*arguments: str) -> str:
    """Run iproute2's command; RuntimeError with what it said where it fails."""
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"ip {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def _namespaces() -> Iterator[str]:
    for line in ip("netns", "list").splitlines():
        if line.startswith(PREFIX):
            yield line.split()[0]


def _runs() -> Iterator[str]:
    return (name.removeprefix(PREFIX).partition("-")[0] for name in _namespaces())


def _remove(run: str) -> None:
    """End every process in the run's namespaces, and delete these."""
    mine = {name for name in _namespaces() if name.startswith(f"{PREFIX}{run}-")}
    end_processes(lambda: _processes(mine))
    for name in mine:
        ip("netns", "del", name)


def _processes(namespaces: set[str]) -> set[int]:
    """Those in the namespaces, and those on their way in, which would outlive the namespace's name."""
    on_their_way = {
        process.pid
        for process in psutil.process_iter(["cmdline"])
        if (line := process.info["cmdline"] or [])[:3] == ["ip", "netns", "exec"] and namespaces.intersection(line[3:4])
    }  # looked for first: who is no longer on the way then is inside
    return on_their_way | {int(pid) for name in namespaces for pid in ip("netns", "pids", name).split()}
