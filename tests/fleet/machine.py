"""A real machine: Debian with a kernel of its own, emulated by qemu, where limits of memory hold.

Hosts (hosts.py) share this computer's kernel, which often lets nobody limit the memory of a control group of theirs. A
machine is slower by far: it boots in half a minute or more, and a model writes a word in a second. Its disk is its
memory: the kernel unpacks the system, with the package installed, when it boots. It has no network; what is done on it
goes through its second serial line. Needs root, to install the package.
"""

from __future__ import annotations

import base64
import contextlib
import shlex
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import IO, Any, Final

from waiting import wait_for

MEMORY_MIB: Final = 3_072
CLOCK: Final = "2001-02-03T04:05:06"
"""What its clock shows when it is switched on, as without a battery; systemd knows that it cannot be that early."""
BOOT_SECONDS: Final = 600.0
"""How long it may take to boot: generous, the computer may be busy with other things."""

_SERVE: Final = """\
#!/bin/bash
# Runs what comes in on the second serial line, a line each, and answers with what was printed and the status.
exec </dev/ttyS1 >/dev/ttyS1 2>/dev/null
stty raw -echo
echo ready
while read -r line; do
    printed=$(bash -c "$(printf %s "$line" | base64 -d)" 2>&1 </dev/null; echo "$?")
    printf '%s\\n' "$(printf %s "$printed" | base64 -w0)"
done
"""
_SERVICE: Final = """\
[Unit]
After=basic.target
[Service]
ExecStart=/usr/local/sbin/serve
[Install]
WantedBy=multi-user.target
"""
# Installs the package into a layer over the system, and packs both as what a kernel unpacks when it boots.
_PACK: Final = """
set -e
mkdir "$2/work" "$2/root"
mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" "$2/root"
chroot "$2/root" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends /package.deb
chroot "$2/root" systemctl enable serve.service
rm "$2/root/package.deb"
cd "$2/root"
find . -xdev -print0 | cpio --null --create --format newc --quiet > "$2/initrd"
"""


class Machine:
    """One machine, switched on while the context lives.

    ``folder``: a directory for it, with what is put on its disk in ``upper``; ``system``: the Debian system that it
    boots; ``kernel``: the file of its kernel.
    """

    def __init__(self, folder: Path, system: Path, kernel: Path, package: Path) -> None:
        self._folder = folder
        self._system = system
        self._kernel = kernel
        self._package = package
        self._life = contextlib.ExitStack()
        self.upper = folder / "upper"
        self.upper.mkdir(parents=True)

    def __enter__(self) -> Machine:
        with contextlib.ExitStack() as life:
            self._pack()
            self._switch_on(life)
            self._life = life.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._life.close()

    def _pack(self) -> None:
        serve, unit = self.upper / "usr/local/sbin/serve", self.upper / "etc/systemd/system/serve.service"
        for file, text in ((serve, _SERVE), (unit, _SERVICE)):
            file.parent.mkdir(parents=True)
            file.write_text(text)
        serve.chmod(0o755)
        (self.upper / "init").symlink_to("usr/lib/systemd/systemd")
        shutil.copyfile(self._package, self.upper / "package.deb")
        alone = ["unshare", "--mount", "--propagation", "private", "--"]
        done = subprocess.run(
            [*alone, "bash", "-c", _PACK, "pack", self._system, self._folder],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{done.stdout[-2_000:]}{done.stderr[-2_000:]}"

    def _switch_on(self, life: contextlib.ExitStack) -> None:
        line = self._folder / "line"
        emulator = [
            *("qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-m", str(MEMORY_MIB), "-smp", "2"),
            *("-nodefaults", "-no-reboot", "-nographic", "-net", "none", "-rtc", f"base={CLOCK}"),
            *("-kernel", str(self._kernel), "-initrd", str(self._folder / "initrd")),
            *("-append", "console=ttyS0 quiet panic=5 mitigations=off"),
            *("-serial", f"file:{self._folder / 'console.log'}", "-serial", f"unix:{line},server=on,wait=off"),
        ]
        # It ends with the thread that started it.
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "--", *emulator],
            stdin=subprocess.DEVNULL,
        )
        life.callback(process.wait)
        life.callback(process.kill)
        wait_for(lambda: line.exists() or process.poll() is not None, "the emulator")
        assert process.poll() is None, f"qemu-system-x86_64 ended with status {process.returncode}"
        connection = life.enter_context(socket.socket(socket.AF_UNIX))
        connection.connect(str(line))
        connection.settimeout(BOOT_SECONDS)
        self._line: IO[Any] = life.enter_context(connection.makefile("rwb"))
        assert self._line.readline() == b"ready\n", f"it did not boot:\n{self.console()}"

    def console(self) -> str:
        """The end of what it said on its console."""
        return (self._folder / "console.log").read_text(errors="replace")[-3_000:]

    def try_run(self, command: str) -> tuple[int, str]:
        """Run a line of shell on it, as root; its status, and what it printed."""
        self._line.write(base64.b64encode(command.encode()) + b"\n")
        self._line.flush()
        printed, _, status = base64.b64decode(self._line.readline()).decode().rstrip("\n").rpartition("\n")
        return int(status), printed

    def do(self, *command: str) -> str:
        """Run a command that must succeed, and return what it printed."""
        status, printed = self.try_run(shlex.join(command))
        assert status == 0, f"{shlex.join(command)}: {printed[-2_000:]}"
        return printed

    def service(self, name: str) -> str:
        """A property of its service, as systemd tells it."""
        return self.do("systemctl", "show", "--property", name, "--value", "swarm-agent.service").strip()

    def wait_for_status(self, part: str, seconds: float) -> str:
        """Wait until the status line has this text; the line."""
        end = time.monotonic() + seconds
        while part not in (line := self.service("StatusText")):
            assert time.monotonic() < end, f"waited {seconds:g} s in vain for {part!r}, the status line is {line!r}"
            time.sleep(1)
        return line
