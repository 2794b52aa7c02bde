"""``swarm-agent doctor``: what was found on this machine, which role follows and why, what is wrong and what to do.

Works with and without a running agent, and changes nothing.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal

import psutil
from msgspec import Struct

from edge_agent.clock import wall_ms
from edge_agent.config import Config
from edge_agent.control import ABOUT_SERVICE, ControlError, NotRunningError, ask
from edge_agent.hardware import MIB, Hardware, clock_is_synchronised, detect_hardware, gibibytes
from edge_agent.home import Home
from edge_agent.mesh.discovery import PORT_TAKEN
from edge_agent.mesh.interfaces import Interface, interfaces
from edge_agent.mesh.probe import multicast_problem, port_problem, shares_mdns_port
from edge_agent.models.backend import ModelError
from edge_agent.models.choice import find_model
from edge_agent.models.offload import llama_build
from edge_agent.own_roles import make_keeper, usable_gpu
from edge_agent.places import SYSTEM_HOME
from edge_agent.roles.assign import COVERED

State = Literal["ok", "warn", "broken"]

LEAST_ROOM: Final = 64 * MIB
"""Free bytes on the disk with less than which nothing can be stored for long."""
LITTLE_ROOM: Final = 512 * MIB
PLAUSIBLE_FROM_MS: Final = 1_735_689_600_000
"""2025-01-01: a clock before this version was written is wrong, whatever says that it is kept right."""
ASK_SECONDS: Final = 10.0
HIDDEN_FROM_SERVICE: Final = (Path("/home"), Path("/root"), Path("/run/user"))
"""What the system's service does not see (systemd.exec(5), ProtectHome=)."""


class Finding(Struct, frozen=True):
    """One line: what was looked at, how it is, and one plain sentence with what to do."""

    subject: str
    state: State
    text: str


def examine(home: Home, config: Config, *, hardware: Hardware | None = None) -> Iterator[Finding]:
    """Everything, in the order in which it should be read and mended. Takes some seconds."""
    found = detect_hardware() if hardware is None else hardware
    running, complaint = _status_of(home)
    yield _agent(home, running, complaint)
    yield Finding("machine", "ok", f"{found.machine}, {found.cores} cores, {gibibytes(found.memory)} of memory")
    yield from _graphics(config, found)
    yield from _model(home, config, found, running)
    yield from _roles(config, found, running)
    yield from _folders(home)
    yield _room(home.path)
    yield from _keys(home)
    yield _clock()
    yield _port(config, running)
    yield from _multicast(config)
    yield from _others(home, running)


def is_broken(findings: list[Finding]) -> bool:
    """Whether something keeps this machine from its work."""
    return any(finding.state == "broken" for finding in findings)


def _status_of(home: Home) -> tuple[dict[str, Any] | None, str]:
    """What the running agent tells; None and why not."""
    try:
        status: dict[str, Any] = ask(home.path, "status", timeout=ASK_SECONDS)
    except NotRunningError:
        return None, ""
    except ControlError as error:
        return None, str(error)
    return status, ""


def _agent(home: Home, running: dict[str, Any] | None, complaint: str) -> Finding:
    if complaint:
        return Finding("agent", "warn", f"it cannot be asked: {complaint}")
    if running is None and home.path == SYSTEM_HOME:
        return Finding("agent", "warn", f"the service does not answer: {ABOUT_SERVICE}")
    if running is None:
        return Finding(
            "agent", "ok", "none runs now: start the service, or one in the foreground with `swarm-agent run`"
        )
    agents = running["agents"]
    if not agents:
        return Finding("agent", "ok", "it is starting")
    names = ", ".join(f"{agent['name']} (version {agent['version']})" for agent in agents)
    return Finding("agent", "ok", f"running: {names}")


def _graphics(config: Config, hardware: Hardware) -> Iterator[Finding]:
    if not hardware.gpus:
        yield Finding("graphics", "ok", "no graphics processor with memory of its own: models run on the processor")
    used = usable_gpu(config, hardware)
    for gpu in hardware.gpus:
        if gpu is used:
            yield Finding("graphics", "ok", f"{gpu}: models run on it")
        elif not gpu.large_enough:
            yield Finding("graphics", "ok", f"{gpu}: seen; too small for a model, which needs 2 GiB")
        elif used is not None:
            yield Finding("graphics", "ok", f"{gpu}: seen; the larger one counts")
        else:
            yield Finding(
                "graphics", "warn",
                f"{gpu}: seen; this build of llama.cpp runs on the processor only. Install llama-cpp-python with "
                "Vulkan or the maker's own support to use it",
            )  # fmt: skip


def _model(home: Home, config: Config, hardware: Hardware, running: dict[str, Any] | None) -> Iterator[Finding]:
    if "observer" in config.roles:
        yield Finding("model", "ok", "an observer needs none")
        return
    if config.model == "none":
        yield Finding("model", "warn", 'switched off (model = "none"): this machine does no work')
        return
    if config.backend != "llama":
        yield Finding("model", "ok", f"run by {config.backend}, which is not examined")
        return
    if llama_build() is None:
        yield Finding("llama.cpp", "broken", "it cannot be loaded: install llama-cpp-python anew")
    try:
        model, path = find_model(config)
    except ModelError as error:
        yield Finding("model", "broken", str(error))
        return
    if home.path == SYSTEM_HOME and any(path.is_relative_to(top) for top in HIDDEN_FROM_SERVICE):
        text = f"{path} is there, but the service sees no home directories: put it into {SYSTEM_HOME / 'models'}"
        yield Finding("model", "broken", f"{text}, and set model to its path there")
        return
    checked = "verified" if model.sha256 else "not in the catalogue, taken on trust"
    need, free = model.ram_needed, int(psutil.virtual_memory().available)
    text = f"{model.name} (tier {model.tier}) in {path}, {checked}"
    if need > hardware.memory:
        text += (
            f"; it needs {gibibytes(need)} of memory, more than there is. Choose a smaller one: swarm-agent model list"
        )
        yield Finding("model", "broken", text)
    elif running is None and need > free:
        text += f"; it needs {gibibytes(need)} of memory, {gibibytes(free)} are free now. End other programs first"
        yield Finding("model", "warn", text)
    else:
        yield Finding("model", "ok", text)


def _roles(config: Config, hardware: Hardware, running: dict[str, Any] | None) -> Iterator[Finding]:
    for agent in running["agents"] if running is not None else ():
        for role in agent["roles"]:
            yield Finding("role", "ok", f"{agent['name']} serves as {role} ({agent['why'][role]})")
        if not agent["roles"]:
            yield Finding("role", "warn", f"{agent['name']} serves no role, because it has no model")
    if running is None:
        keeper = make_keeper(config, hardware)
        yield from (Finding("role", "ok", f"{role} ({keeper.why(role)})") for role in sorted(keeper.own))
        more = [role for role in COVERED if role in keeper.could]
        if more:
            yield Finding("role", "ok", f"takes on {' and '.join(more)} as well where the living machines lack them")
    if config.roles != ("observer",) and config.model != "none":
        yield Finding("role", "ok", "writes tasks too while its own work is idle, as every machine with a model does")


def _folders(home: Home) -> Iterator[Finding]:
    if not home.path.exists():
        place = _existing(home.path)
        if os.access(place, os.W_OK | os.X_OK):
            yield Finding("folders", "ok", f"{home.path} is made at the first start")
        else:
            yield Finding("folders", "broken", f"{home.path} cannot be made: {place} belongs to another user")
        return
    paths = [home.path, home.goals, home.results, home.path / "state"]
    closed = [path for path in paths if path.exists() and not os.access(path, os.R_OK | os.W_OK | os.X_OK)]
    for path in closed:
        yield Finding("folders", "broken", f"{path} cannot be written by this user: `sudo chown -R $USER {home.path}`")
    if not closed:
        yield Finding("folders", "ok", f"{home.path} can be written")


def _room(path: Path) -> Finding:
    free = shutil.disk_usage(_existing(path)).free
    text = f"{gibibytes(free) or 'nothing'} free where {path} lies"
    if free < LEAST_ROOM:
        return Finding("disk", "broken", f"{text}: no goals and no work are taken until there is room")
    if free < LITTLE_ROOM:
        return Finding("disk", "warn", f"{text}: make room before it is full")
    return Finding("disk", "ok", text)


def _existing(path: Path) -> Path:
    """The path, or the nearest folder above it that exists."""
    return next(one for one in (path, *path.parents) if one.exists())


def _keys(home: Home) -> Iterator[Finding]:
    keys = sorted((home.path / "state").glob("**/*.key"))
    open_to_others = [path for path in keys if path.stat().st_mode & 0o077]
    for path in open_to_others:
        yield Finding("keys", "broken", f"other users of this machine can read {path}: `chmod 600 {path}`")
    if not open_to_others:
        text = f"{len(keys)} key files, readable by this user alone" if keys else "made at the first start"
        yield Finding("keys", "ok", text)


def _clock() -> Finding:
    if wall_ms() < PLAUSIBLE_FROM_MS:
        return Finding("clock", "broken", "it shows a year long gone: `sudo timedatectl set-ntp true` sets it right")
    if not clock_is_synchronised():
        text = "nothing keeps it right: `sudo timedatectl set-ntp true`; until then the others' clocks count"
        return Finding("clock", "warn", text)
    return Finding("clock", "ok", "kept right by a time service")


def _port(config: Config, running: dict[str, Any] | None) -> Finding:
    port = config.listen_port
    held = [address for agent in (running or {"agents": []})["agents"] for address in agent["addresses"]]
    if held and (port == 0 or any(f"/tcp/{port}/" in f"{address}/" for address in held)):
        return Finding("port", "ok", f"the agent listens on {', '.join(held)}")
    problem = port_problem(config.listen_host, port)
    if problem is None:
        return Finding("port", "ok", f"TCP port {port} is free" if port else "any free TCP port is taken")
    other = f"`swarm-agent config set listen 0.0.0.0:{port % 65_535 + 1}`"
    text = f"cannot listen on {config.listen} ({problem}): `sudo ss -ltnp 'sport = {port}'` names who does"
    return Finding("port", "broken", f"{text}; stop it, or choose another port with {other}")


def _multicast(
    config: Config,
    *,
    find: Callable[[], list[Interface]] = interfaces,
    echo: Callable[[Interface], str | None] = multicast_problem,
    shared: Callable[[], bool] = shares_mdns_port,
) -> Iterator[Finding]:
    if not config.discovery:
        yield Finding("multicast", "ok", "not used (discovery = false): machines are named in `peers`")
        return
    if shared():
        yield Finding("multicast", "ok", "UDP port 5353 is free or shared")
    else:
        yield Finding("multicast", "warn", PORT_TAKEN)
    usable = [one for one in find() if one.multicast and not all(_is_loopback(host) for host in one.hosts)]
    if not usable:
        yield Finding("multicast", "warn", "no network: this machine works alone until a cable or radio link is up")
    for one in usable:
        problem = echo(one)
        where = f"{one.name} ({', '.join(one.hosts)})"
        if problem is None:
            yield Finding("multicast", "ok", f"works on {where}, as far as this machine can tell")
        else:
            text = f"fails on {where}: {problem}. Let UDP port 5353 pass, or name the other machines in `peers`"
            yield Finding("multicast", "warn", text)


def _is_loopback(host: str) -> bool:
    return host.startswith("127.") or host == "::1"


def _others(home: Home, running: dict[str, Any] | None) -> Iterator[Finding]:
    for agent in running["agents"] if running is not None else ():
        peers = agent["peers"]
        if peers:
            yield Finding("swarm", "ok", f"{agent['name']} hears {', '.join(peer['name'] for peer in peers)}")
        else:
            how = "`swarm-agent invite` on one and `swarm-agent join` on the other make them one swarm"
            yield Finding("swarm", "ok", f"{agent['name']} hears no other machine. {how}")
        yield from (Finding("problem", "warn", problem) for problem in agent["problems"])
    if running is not None:
        yield from (Finding("problem", "warn", problem) for problem in running["problems"])
    elif not home.has_membership():
        yield Finding("swarm", "ok", "a swarm of its own is made at the first start; `swarm-agent join` enters another")
