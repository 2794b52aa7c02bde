"""One machine of the lab: a home, a cable, and the real ``swarm-agent run`` of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w
from processes import product_environment
from waiting import wait_for

from edge_agent.control import ControlError, ask
from edge_agent.identity import load_or_make_signer
from edge_agent.records import PeerId
from lab.clock import WallClock
from lab.network import Link

STOP_SECONDS = 30.0


class Machine:
    """``settings``: what its config.toml says. ``environment``: what its processes are started with."""

    def __init__(
        self, name: str, home: Path, link: Link, settings: Mapping[str, Any], environment: Mapping[str, str]
    ) -> None:
        self.name = name
        self.home = home
        self.link = link
        self.environment = dict(environment)
        self.output = home.with_suffix(".log")
        self.module = "edge_agent.cli"
        """What runs as ``swarm-agent``."""
        self._process: subprocess.Popen[bytes] | None = None
        self._settings: dict[str, Any] = {"name": name, **settings}
        self.configure()

    def configure(self, **changes: Any) -> None:
        """Change settings in config.toml, in force from the next start on."""
        self._settings |= changes
        self.home.mkdir(mode=0o700, exist_ok=True)
        (self.home / "config.toml").write_text(tomli_w.dumps(self._settings), encoding="utf-8")

    def with_clock(self) -> WallClock:
        """From the next start on its wall clock is this one, right until it is set."""
        clock = WallClock(self.home.with_suffix(".clock"))
        self.module = "lab.agent_with_clock"
        self.environment["LAB_CLOCK"] = str(clock.file)
        return clock

    @property
    def peer_id(self) -> PeerId:
        """Its identity, made here where it never ran."""
        return load_or_make_signer(self.home / "state" / "agent" / "identity.key").peer_id

    @property
    def database(self) -> Path:
        """Its record log."""
        return self.home / "state" / "agent" / "records.sqlite"

    def start(self) -> None:
        """Start the agent; it is not up yet when this returns."""
        assert self._process is None or self._process.poll() is not None, f"{self.name} runs already"
        with self.output.open("ab") as file:
            self._process = subprocess.Popen(
                self.link.inside(*self._command(), "run", "--home", str(self.home)),
                stdout=file,
                stderr=file,
                stdin=subprocess.DEVNULL,
                env=self._environment(),
            )

    def run(self, *arguments: str) -> str:
        """Run another command of ``swarm-agent`` on this machine, and return what it printed; it must succeed."""
        done = subprocess.run(
            self.link.inside(*self._command(), *arguments, "--home", str(self.home)),
            capture_output=True,
            text=True,
            env=self._environment(),
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, f"{self.name}: swarm-agent {' '.join(arguments)}: {done.stdout}{done.stderr}"
        return done.stdout

    def _command(self) -> list[str]:
        return [sys.executable, "-m", self.module]

    def _environment(self) -> dict[str, str]:
        return product_environment() | self.environment

    @property
    def pid(self) -> int:
        """The process that was started last."""
        assert self._process is not None, f"{self.name} was never started"
        return self._process.pid

    @property
    def runs(self) -> bool:
        """Whether its agent's process lives."""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """SIGKILL, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> int:
        """SIGTERM, as systemd stops a service; the exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(STOP_SECONDS)

    def freeze(self) -> None:
        """SIGSTOP: the lid is closed."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """SIGCONT: the lid is opened."""
        os.kill(self.pid, signal.SIGCONT)

    def ask(self, command: str, *, timeout: float = 30.0, **arguments: Any) -> Any:
        """What it answers on its control socket (a file: it crosses network namespaces); None while it does not."""
        with contextlib.suppress(ControlError):
            return ask(self.home, command, timeout=timeout, **arguments)
        return None

    def status(self) -> Any:
        """The status of its agent; None while it does not answer."""
        assert self.runs, f"{self.name} ended:\n{self.log()[-3_000:]}"
        value = self.ask("status")
        return value["agents"][0] if value and value["agents"] else None

    def goals(self) -> Any:
        """Its plan: every goal as a tree (``plan.tree.GoalView``); None while it does not answer."""
        value = self.ask("tree")
        return value["goals"] if value else None

    def submit(self, text: str, name: str = "goal") -> None:
        """Drop a goal into its watched folder."""
        (self.home / "goals" / f"{name}.md").write_text(text, encoding="utf-8")

    def log(self) -> str:
        """Everything that it printed so far."""
        return self.output.read_text(encoding="utf-8", errors="replace") if self.output.exists() else ""

    def wait_until_up(self) -> None:
        """Wait until it answers with its agent."""
        wait_for(self.status, f"{self.name} to answer")
