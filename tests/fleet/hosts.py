"""Hosts: Debian systems with their own systemd, disk and address, booted by systemd-nspawn on a private network.

Each host's disk is a layer over a system that ``scripts/lib/hosts.sh`` made, mounted where only the host sees it. The
network is a bridge in a namespace of its own. All names carry the run's, so two runs can go at once; what a killed run
left behind is removed by the next one. Needs root.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

from lab.network import ip
from runs import alive, end_processes
from waiting import wait_for

from edge_agent.control import ControlError, ask
from edge_agent.places import SYSTEM_HOME

PREFIX: Final = "swf"
LOCKS: Final = Path("/run/swarm-agent-fleet")
DISKS: Final = Path("/var/tmp/swarm-agent-fleet")
"""The hosts' disks, below the run's name. Not in /tmp, which is often in memory."""
SUBNET: Final = "10.78.0"
BRIDGE: Final = "br0"
HIERARCHIES: Final = ("/sys/fs/cgroup", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/systemd")
"""Where control groups may be, in each of which a host gets a group of its own."""

POWER_OFF: Final = signal.SIGRTMIN + 4
REBOOT: Final = signal.SIGRTMIN + 5
REBOOTED: Final = 133
"""systemd-nspawn's exit code where the host wants to be booted again."""

# Mounts the disk, joins the network, and becomes the host; nothing of it is left when the host is gone.
_BOOT: Final = """
set -e
for group in $5; do echo $$ > "$group/cgroup.procs"; done
mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" "$2/root"
export SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 SYSTEMD_NSPAWN_LOCK=0
exec nsenter --net="/run/netns/$3" systemd-nspawn --quiet --register=no --keep-unit \
    --machine="$4" --hostname="${2##*/}" -D "$2/root" --network-bridge=br0 \
    --capability=CAP_BPF --system-call-filter=bpf --resolv-conf=off --timezone=off \
    --link-journal=no --console=read-only --boot
"""


class Fleet:
    """A network with its hosts. Leaving the context ends them all and removes their disks."""

    def __init__(self, systems: Path) -> None:
        """``systems``: where the systems lie that hosts are booted from, by the name of the release."""
        self.hosts: list[Host] = []
        self.run = secrets.token_hex(2)
        self.namespace = f"{PREFIX}-{self.run}"
        self.disks = DISKS / self.run
        self._systems = systems
        self._life = contextlib.ExitStack()

    def __enter__(self) -> Fleet:
        with contextlib.ExitStack() as life:
            life.enter_context(alive(self.run, LOCKS, found=_runs, remove=_remove))
            self.disks.mkdir(mode=0o700, parents=True)
            ip("netns", "add", self.namespace)
            ip("-n", self.namespace, "link", "set", "lo", "up")
            ip("-n", self.namespace, "link", "add", BRIDGE, "type", "bridge", "mcast_snooping", "0")
            ip("-n", self.namespace, "addr", "add", f"{SUBNET}.1/24", "dev", BRIDGE)
            ip("-n", self.namespace, "link", "set", BRIDGE, "up")
            self._life = life.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        for host in self.hosts:
            host.power_cut()
        self._life.close()

    def host(self, release: str) -> Host:
        """A further host of this release ("deb12"), not booted: h1, h2, ..."""
        host = Host(self, len(self.hosts) + 1, release, self._systems / release)
        self.hosts.append(host)
        return host

    def inside(self, *command: str) -> list[str]:
        """The command, to be run on the network of the hosts."""
        # Not "ip netns exec": it hides the control groups.
        return ["nsenter", f"--net=/run/netns/{self.namespace}", "--", *command]


class Host:
    """One machine. ``release``: such as "deb12"."""

    def __init__(self, fleet: Fleet, number: int, release: str, system: Path) -> None:
        self.name = f"h{number}"
        self.release = release
        self.address = f"{SUBNET}.{10 + number}"
        self.disk = fleet.disks / self.name
        self._fleet = fleet
        self._machine = f"{PREFIX}{fleet.run}-{self.name}"
        self._system = system
        self._process: subprocess.Popen[bytes] | None = None
        for part in ("upper", "work", "root"):
            (self.disk / part).mkdir(parents=True)
        self._furnish(self.disk / "upper" / "etc")

    def _furnish(self, etc: Path) -> None:
        """What tells this host from its siblings."""
        network = etc / "systemd" / "network" / "10-host0.network"
        network.parent.mkdir(parents=True)
        network.write_text(f"[Match]\nName=host0\n[Network]\nAddress={self.address}/24\nLLMNR=no\n")
        (etc / "hostname").write_text(f"{self.name}\n")
        (etc / "hosts").write_text(f"127.0.0.1 localhost\n127.0.1.1 {self.name}\n")

    def boot(self) -> None:
        """Switch it on, and wait until it is up."""
        self.switch_on()
        self.wait_until_booted()

    def switch_on(self) -> None:
        """Start to boot it. From the main thread: it ends with the thread that started it."""
        assert not self.runs, f"{self.name} runs already"
        groups = []
        for place in map(Path, HIERARCHIES):
            if (place / "cgroup.procs").exists():
                group = place / self._fleet.namespace / self.name
                group.mkdir(parents=True, exist_ok=True)
                groups.append(str(group))
        arguments = [str(self._system), str(self.disk), self._fleet.namespace, self._machine, " ".join(groups)]
        alone = ["setpriv", "--pdeathsig", "KILL", "--", "unshare", "--mount", "--propagation", "private", "--"]
        with self.console("ab") as console:
            self._process = subprocess.Popen(
                [*alone, "bash", "-c", _BOOT, "boot", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
            )

    def wait_until_booted(self) -> None:
        """Wait until its systemd has started everything."""

        def up() -> bool:
            assert self.runs, f"{self.name} ended:\n{self.console().read()[-3_000:].decode(errors='replace')}"
            return self.leader is not None and self.try_run("systemctl", "is-system-running").stdout.strip() in (
                "running",
                "degraded",
            )

        wait_for(up, f"{self.name} to boot")

    def console(self, mode: str = "rb") -> IO[Any]:
        """What it said on its console."""
        return (self.disk / "console.log").open(mode)

    @property
    def runs(self) -> bool:
        """Whether it is switched on."""
        return self._process is not None and self._process.poll() is None

    @property
    def leader(self) -> int | None:
        """The process that is its systemd; None while there is none."""
        if self._process is None:
            return None
        pid = self._process.pid
        with contextlib.suppress(OSError, ValueError):
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            return int(children[0]) if children else None
        return None

    def path(self, path: str | Path) -> Path:
        """A file of the running host, as this computer reaches it."""
        return Path(f"/proc/{self.leader}/root") / str(path).lstrip("/")

    # --- What happens to it -------------------------------------------------------------------------------------------

    def power_cut(self) -> None:
        """All its processes are gone at once. What was written, but not synced, stays: it is this computer's memory."""
        leader = self.leader
        if leader is not None:
            os.kill(leader, signal.SIGKILL)
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(20)
            self._process.kill()
            self._process.wait()

    def reboot(self) -> None:
        """As ``reboot`` does, services being stopped; returns when it is up again."""
        assert self.leader is not None
        os.kill(self.leader, REBOOT)
        assert self._process is not None
        assert self._process.wait(180) == REBOOTED, f"{self.name} did not reboot"
        self.boot()

    def pull_cable(self) -> None:
        """Its carrier goes."""
        ip("-n", self._fleet.namespace, "link", "set", self._port, "down")

    def plug_in(self) -> None:
        """The cable is back."""
        ip("-n", self._fleet.namespace, "link", "set", self._port, "up")

    @property
    def _port(self) -> str:
        return f"vb-{self._machine}"

    # --- What is done on it -------------------------------------------------------------------------------------------

    def try_run(
        self, *command: str, user: str | None = None, stdin: str = "", seconds: float = 600.0
    ) -> subprocess.CompletedProcess[str]:
        """Run a command on it, as root or as ``user``, and return what came of it."""
        if user is not None:
            command = ("runuser", "--login", user, "-c", shlex.join(command))
        place = ["nsenter", "--target", str(self.leader), "--all", "--wd=/", "--"]
        clean = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8", "TERM=dumb"]
        return subprocess.run(
            [*place, *clean, *command], input=stdin, capture_output=True, text=True, timeout=seconds, check=False
        )

    def do(self, *command: str, **options: Any) -> str:
        """Run a command that must succeed, and return what it printed; options as of :meth:`try_run`."""
        done = self.try_run(*command, **options)
        assert done.returncode == 0, f"{self.name}: {shlex.join(command)}: {done.stdout[-2_000:]}{done.stderr[-2_000:]}"
        return done.stdout

    def put(self, source: Path, path: str) -> str:
        """Copy a file of this computer to it; the path there."""
        shutil.copyfile(source, self.path(path))
        return path

    # --- Its agent ----------------------------------------------------------------------------------------------------

    def ask(self, command: str, **arguments: Any) -> Any:
        """What its service answers on its control socket; None while it does not."""
        if self.leader is not None:
            with contextlib.suppress(ControlError):
                return ask(self.path(SYSTEM_HOME), command, **arguments)
        return None

    def status(self) -> Any:
        """The status of its agent; None while it does not answer."""
        value = self.ask("status")
        return value["agents"][0] if value and value["agents"] else None

    def goals(self) -> Any:
        """Its plan: every goal as a tree; None while it does not answer."""
        value = self.ask("tree")
        return value["goals"] if value else None

    def service(self, name: str) -> str:
        """A property of its service, as systemd tells it."""
        return self.do("systemctl", "show", "--property", name, "--value", "swarm-agent.service").strip()

    def log(self) -> str:
        """The end of what its service has said since it was booted."""
        if self.leader is None:
            return "(off)"
        return self.try_run("journalctl", "--unit", "swarm-agent", "--no-pager", "--lines", "60", "-o", "cat").stdout


def _runs() -> Iterator[str]:
    yield from (name.removeprefix(f"{PREFIX}-") for name in _namespaces())
    if DISKS.is_dir():
        yield from (folder.name for folder in DISKS.iterdir())


def _namespaces() -> Iterator[str]:
    return (line.split()[0] for line in ip("netns", "list").splitlines() if line.startswith(f"{PREFIX}-"))


def _remove(run: str) -> None:
    """End every process in the run's control groups; remove these, the network and the disks."""
    name = f"{PREFIX}-{run}"
    groups = [Path(place) / name for place in HIERARCHIES]

    def processes() -> set[int]:
        files = [file for group in groups for file in group.rglob("cgroup.procs")]
        return {int(pid) for file in files for pid in file.read_text().split()} - {0}

    end_processes(processes)
    for group in groups:
        for folder in sorted(group.rglob("*/"), reverse=True) if group.is_dir() else ():
            with contextlib.suppress(OSError):
                folder.rmdir()
        with contextlib.suppress(OSError):
            group.rmdir()
    if name in _namespaces():
        ip("netns", "del", name)
    shutil.rmtree(DISKS / run, ignore_errors=True)
