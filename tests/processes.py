"""Whole agents as processes of their own, for the end-to-end tests."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomli_w
from waiting import wait_for

from edge_agent.control import ControlError, ask
from edge_agent.home import Home
from edge_agent.identity import load_or_make_signer
from edge_agent.membership import new_membership, save_membership

TESTS = Path(__file__).parent


def product_environment() -> dict[str, str]:
    """What a process is started with: it finds this product and its tests."""
    return os.environ | {"PYTHONPATH": f"{TESTS.parent}{os.pathsep}{TESTS}"}


def free_port() -> int:
    """A TCP port of the loopback interface that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Process:
    """A ``swarm-agent`` command that runs beside the test; its output goes to a file in the home."""

    def __init__(self, home: Path, *arguments: str, closes_output: bool = False, **environment: str) -> None:
        """``closes_output``: nobody reads its standard output; the file holds standard error alone."""
        self.home = home
        self.output = home.with_suffix(".out")
        reading, writing = os.pipe()
        os.close(reading)
        with self.output.open("ab") as file, os.fdopen(writing, "wb") as closed:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "edge_agent.cli", *arguments, "--home", str(home)],
                stdout=closed if closes_output else file,
                stderr=file,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                env=product_environment() | environment,
            )

    def text(self) -> str:
        """Everything that it printed so far."""
        return self.output.read_text(encoding="utf-8", errors="replace")

    def ask(self, command: str, **arguments: Any) -> Any:
        """What it answers on its control socket; None while it does not answer."""
        with contextlib.suppress(ControlError):
            return ask(self.home, command, **arguments)
        return None

    def wait_until_up(self) -> None:
        """Wait until it answers with its agents."""
        wait_for(lambda: self._alive() and (self.ask("status") or {}).get("agents"), f"{self.home.name} to answer")

    def _alive(self) -> bool:
        assert self.process.poll() is None, f"{self.home.name} ended:\n{self.text()[-3_000:]}"
        return True

    def kill(self) -> None:
        """SIGKILL, as a power cut would."""
        self.process.kill()
        self.process.wait()

    def terminate(self) -> int:
        """SIGTERM, as systemd stops a service; the exit code."""
        self.process.terminate()
        return self.process.wait(30)

    def interrupt(self) -> int:
        """SIGINT, as Ctrl-C does; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)


def command(home: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A ``swarm-agent`` command that ends by itself, with what it said."""
    return subprocess.run(
        [sys.executable, "-m", "edge_agent.cli", *arguments, "--home", str(home)],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=180,
        env=product_environment(),
    )


@contextlib.contextmanager
def ended_at_last(processes: list[Process]) -> Iterator[None]:
    """Leave no process behind, however the test ends; show what they printed where it fails."""
    try:
        yield
    except BaseException:
        for one in processes:
            print(f"--- {one.home.name}\n{one.text()[-4_000:]}")
        raise
    finally:
        for one in processes:
            if one.process.poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(one.process.pid, signal.SIGKILL)
                one.process.wait()


def write_homes(folder: Path, roles: dict[str, list[str]], **settings: Any) -> dict[str, Path]:
    """A home for each named machine, all of one swarm, each told of the others."""
    membership = new_membership()
    homes = {name: folder / name for name in roles}
    ports = {name: free_port() for name in roles}
    signers = {name: load_or_make_signer(home / "state" / "agent" / "identity.key") for name, home in homes.items()}
    addresses = {name: f"/ip4/127.0.0.1/tcp/{ports[name]}/p2p/{signers[name].peer_id}" for name in roles}
    for name, home in homes.items():
        config = {
            "name": name,
            "roles": roles[name],
            "listen": f"127.0.0.1:{ports[name]}",
            "peers": [address for other, address in addresses.items() if other != name],
            "backend": "scripted_model:make",
            "beacon_seconds": 0.5,
            "claim_settle_seconds": 0.2,
            "inbox": {"settle_seconds": 0.3},
        } | settings
        save_membership(membership, Home(home).swarm_key)
        (home / "config.toml").write_text(tomli_w.dumps(config), encoding="utf-8")
    return homes
