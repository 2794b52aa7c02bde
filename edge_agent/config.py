"""The configuration: ``config.toml`` read with tomllib, checked against the types below, written with tomli-w.

Every key has a default; a file holds only what differs. A wrong key or value is reported with its line and with what
is allowed.
"""

from __future__ import annotations

import difflib
import os
import re
import socket
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
import tomli_w
from msgspec import Meta, Struct, field

from edge_agent.effort import PAINS, Effort, Pains
from edge_agent.records import MAX_CHILDREN, Policy

RoleName = Literal["decomposer", "scorer", "executor", "observer"]
Quorum = Literal["majority", "two-thirds", "all"]

Seconds = Annotated[float, Meta(gt=0, le=86_400)]
_NORMAL: Final[Pains] = PAINS["normal"]


class ConfigError(Exception):
    """The configuration cannot be used; the message names the file, the line and what is allowed."""


class GoalDefaults(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a goal's policy says where its file does not say otherwise (``[goals]``)."""

    effort: Effort = "normal"
    """How much pains to take: quick, normal or thorough. It stands for several of the numbers below; those that are
    set here beside it win."""
    quorum: Quorum | Annotated[int, Meta(ge=1, le=1_000)] = "majority"
    """How many scorers must approve a split: a share of those that live, or a number."""
    max_rounds: Annotated[int, Meta(ge=0, le=10)] = _NORMAL.max_rounds
    """How often the splits of a task are refined before a last ballot decides."""
    max_depth: Annotated[int, Meta(ge=0, le=8)] = _NORMAL.max_depth
    """How often tasks are split, one within another."""
    max_children: Annotated[int, Meta(ge=1, le=MAX_CHILDREN)] = 8
    """Parts that one split may have. More than six only where the goal asks for them by name."""
    max_tasks: Annotated[int, Meta(ge=1, le=10_000)] = _NORMAL.max_tasks
    """Tasks that a goal may have, itself included."""
    max_attempts: Annotated[int, Meta(ge=1, le=20)] = 3
    """How often a task is tried before it has failed."""
    lease_seconds: Seconds = 120.0
    """How long a machine that took a task may be silent before another one takes it over."""
    window_seconds: Seconds = _NORMAL.window_seconds
    """How long competing splits of a task are waited for, and then votes on them."""
    min_proposals: Annotated[int, Meta(ge=1, le=20)] = _NORMAL.min_proposals
    """How many competing splits the scorers would like to see before they vote."""
    approve_threshold: Annotated[int, Meta(ge=0, le=100)] = 50
    """The mark out of 100 from which a scorer approves a split."""
    retention_days: Annotated[float, Meta(ge=0, le=36_500)] = 90
    """Days after which the records of a goal that ended are deleted on every machine, results folders not; 0: never.
    No part of a goal's policy: this machine says it of its own goals, and after twice the time of others'."""

    @property
    def retention_ms(self) -> int:
        """The same in milliseconds."""
        return round(self.retention_days * 86_400_000)


class Inbox(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The watched folder (``[inbox]``)."""

    polling: bool = False
    """Look into the folder instead of waiting for events: for network mounts."""
    settle_seconds: Seconds = 2.0
    """How long a file must not change before it is taken."""


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of one agent."""

    name: Annotated[str, Meta(min_length=1, max_length=60)] = field(default_factory=lambda: socket.gethostname()[:60])
    """This machine's name, for people."""
    roles: Annotated[tuple[RoleName, ...], Meta(max_length=4)] = ()
    """Roles to serve; empty: chosen from the hardware."""
    cover: bool = True
    """Whether this machine takes on roles that the living machines lack. An observer never does."""
    model: Annotated[str, Meta(min_length=1)] = "auto"
    """A model of the catalogue, the path of a .gguf file, "auto" (by this machine's memory) or "none"."""
    backend: Annotated[str, Meta(min_length=1)] = "llama"
    """What runs the model: "llama", or ``package.module:factory`` of another backend."""
    models_directory: str = ""
    """Where model files are kept; empty: the user's cache directory."""
    threads: Annotated[int, Meta(ge=0, le=1_024)] = 0
    """Threads of the model; 0: all cores but one."""
    listen: Annotated[str, Meta(pattern=r"^[^\s]+:\d{1,5}\Z")] = "0.0.0.0:4711"
    """Address and TCP port to listen on; port 0: any free one."""
    peers: Annotated[tuple[str, ...], Meta(max_length=1_000)] = ()
    """Machines on other networks: ``192.168.7.4:4711``, ``attic.local:4711`` or ``[fd00::7]:4711``. With a peer id only
    that machine is let in there: ``attic.local:4711/12D3KooW...``, ``/ip4/192.168.7.4/tcp/4711/p2p/12D3KooW...``."""
    discovery: bool = True
    """Find the other machines of the swarm on the local network, and be found (multicast DNS)."""
    beacon_seconds: Seconds = 5.0
    """Time between two beacons while up to eight machines live; with more it grows."""
    claim_settle_seconds: Annotated[float, Meta(ge=0, le=60)] = 1.0
    """How long a claim must have held before its work starts."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """How much is written to the log."""
    goals: GoalDefaults = GoalDefaults()
    inbox: Inbox = Inbox()

    @property
    def listen_host(self) -> str:
        """The address part of ``listen``."""
        return self.listen.rpartition(":")[0].strip("[]")

    @property
    def listen_port(self) -> int:
        """The port part of ``listen``."""
        return int(self.listen.rpartition(":")[2])


def load_config(path: Path | None) -> Config:
    """Read the file; the defaults where ``path`` is None or does not exist. ConfigError for anything wrong in it."""
    if path is None:
        return Config()
    try:
        text = path.read_text(encoding="utf-8-sig")  # editors of other systems put a mark before the text
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error
    return parse_config(text, str(path))


def parse_config(text: str, name: str = "config.toml") -> Config:
    """The settings in ``text``; ConfigError names ``name`` and the line of the first fault."""
    data, faults = check_settings(text, name)
    if faults:
        raise ConfigError(faults[0])
    return config_of(data)


def config_of(settings: dict[str, Any]) -> Config:
    """The settings, which were checked, with the numbers of their effort where they name none."""
    goals = settings.get("goals", {})
    pains = msgspec.to_builtins(PAINS[goals.get("effort", "normal")])
    return msgspec.convert(settings | {"goals": pains | goals}, Config, strict=True)


def with_effort(goals: GoalDefaults, effort: Effort) -> GoalDefaults:
    """The defaults with all the numbers of an effort."""
    return msgspec.structs.replace(goals, effort=effort, **msgspec.structs.asdict(PAINS[effort]))


def check_settings(text: str, name: str) -> tuple[dict[str, Any], list[str]]:
    """The settings that stand in the text, and all that is wrong with them, each with ``name`` and line."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return {}, [f"{name} is not valid TOML: {error}"]
    faults = list(_unknown_keys(data, text, name))
    if faults:
        data = _known_part(data)
    for one in _one_by_one(data):
        try:
            config = msgspec.convert(one, Config, strict=True)
        except msgspec.ValidationError as error:
            faults.append(_explain(str(error), text, name))
            continue
        if config.listen_port > 65_535:
            faults.append(f"{name}, line {line_of(text, ['listen'])}: a port is at most 65535")
        if "observer" in config.roles and len(config.roles) > 1:
            faults.append(f"{name}, line {line_of(text, ['roles'])}: an observer has no other role: it only listens")
    return data, faults


def write_config(config: Config, path: Path, *, mode: int = 0o600) -> None:
    """Write what differs from the defaults, by write-then-rename; readable by this user alone unless ``mode`` says."""
    temporary = path.with_suffix(path.suffix + ".new")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(config_text(config, all_settings=False).encode())
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def config_text(config: Config, *, all_settings: bool = True) -> str:
    """The settings as TOML: all of them, or only those that differ from the defaults."""
    values = msgspec.to_builtins(config)
    # What follows from the effort need not be said, and what its owner set beside it must.
    defaults = Config(goals=with_effort(GoalDefaults(), config.goals.effort))
    differences = _differences(values, msgspec.to_builtins(defaults))
    if config.goals.effort != "normal":
        differences["goals"] = {"effort": config.goals.effort} | differences.get("goals", {})
    return tomli_w.dumps(values if all_settings else differences)


def with_setting(config: Config, key: str, value: str) -> Config:
    """The configuration with one setting changed: ``key`` such as ``goals.max_tasks``, ``value`` in TOML or plain text.

    ConfigError where there is no such setting, or where it does not take this value.
    """
    table, _, name = key.rpartition(".")
    text = config_text(config, all_settings=False)
    data = tomllib.loads(text)
    owner = data.setdefault(table, {}) if table else data
    try:
        owner[name] = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        owner[name] = value
    name = f"the setting {key}"
    try:
        return parse_config(tomli_w.dumps(data), name)
    except ConfigError as error:  # its line is that of a text that nobody has seen
        raise ConfigError(
            re.sub(rf"^{re.escape(name)}, line \d+: (?:{re.escape(key)}: )?", f"{name}: ", str(error))
        ) from error


def with_overrides(
    config: Config,
    *,
    model: str | None = None,
    effort: Effort | None = None,
    max_tasks: int | None = None,
    max_depth: int | None = None,
) -> Config:
    """The configuration with what the command line says."""
    goals = config.goals if effort is None else with_effort(config.goals, effort)
    goals = msgspec.structs.replace(
        goals,
        max_tasks=goals.max_tasks if max_tasks is None else max_tasks,
        max_depth=goals.max_depth if max_depth is None else max_depth,
    )
    return msgspec.structs.replace(config, model=config.model if model is None else model, goals=goals)


def policy_of(
    goals: GoalDefaults,
    scorers: int,
    *,
    quorum: str | int | None = None,
    effort: Effort | None = None,
    max_depth: int | None = None,
    max_tasks: int | None = None,
) -> Policy:
    """A goal's policy: the defaults, what its file overrides, and a quorum counted from the living ``scorers``.

    What a file says is nearer than the settings: its effort replaces their numbers, and its own numbers replace both.

    Self-votes count only where fewer than two scorers live (design, section 3). A number is taken as it is.
    """
    goals = goals if effort is None else with_effort(goals, effort)
    rule = goals.quorum if quorum is None else quorum
    living = max(1, scorers)
    match rule:
        case "majority":
            number = living // 2 + 1
        case "two-thirds":
            number = -(-2 * living // 3)
        case "all":
            number = living
        case _:
            number = int(rule)
    return Policy(
        quorum=number,
        self_votes=scorers < 2,
        max_rounds=goals.max_rounds,
        max_depth=goals.max_depth if max_depth is None else max_depth,
        max_children=goals.max_children,
        max_tasks=goals.max_tasks if max_tasks is None else max_tasks,
        max_attempts=goals.max_attempts,
        lease=round(goals.lease_seconds * 1_000),
        proposal_window=round(goals.window_seconds * 1_000),
        min_proposals=goals.min_proposals,
        approve_threshold=goals.approve_threshold,
    )


_FORMER = {
    "swarm": "remove the line. A machine comes into a swarm with `swarm-agent invite` on a machine of the swarm, and "
    "`swarm-agent join -` on the new one"
}
"""Settings of earlier versions, each with what takes its place."""
_TABLES: dict[str, type[Struct]] = {"goals": GoalDefaults, "inbox": Inbox}


def _unknown_keys(data: dict[str, Any], text: str, name: str) -> Iterator[str]:
    tables: dict[str, type[Struct]] = {"": Config, **_TABLES}
    for table, allowed_in in tables.items():
        values = data.get(table, {}) if table else data
        if not isinstance(values, dict):
            continue
        allowed = [item.name for item in msgspec.structs.fields(allowed_in)]
        for key in values:
            if key in allowed:
                continue
            if (former := _FORMER.get(key)) and not table:
                yield f"{name}, line {line_of(text, [key])}: the setting {key!r} is gone: {former}"
                continue
            close = difflib.get_close_matches(key, allowed, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else "."
            if not table and (place := _table_of(key)):
                hint = f"; it belongs below a line [{place}] (for `config set`: {place}.{key})."
            where = f"in [{table}]" if table else "at the top"
            yield (
                f"{name}, line {line_of(text, [table, key] if table else [key])}: there is no setting {key!r} {where}"
                f"{hint} Allowed: {', '.join(sorted(allowed))}"
            )


def _table_of(key: str) -> str | None:
    """The table that has a setting of this name."""
    return next((table for table, owner in _TABLES.items() if key in owner.__struct_fields__), None)


def _known_part(data: dict[str, Any]) -> dict[str, Any]:
    known = {key: value for key, value in data.items() if key in Config.__struct_fields__}
    for table, owner in _TABLES.items():
        if isinstance(known.get(table), dict):
            known[table] = {key: value for key, value in known[table].items() if key in owner.__struct_fields__}
    return known


def _one_by_one(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same settings, each alone: so a fault in one hides none in another."""
    for key, value in data.items():
        if key in _TABLES and isinstance(value, dict):
            yield from ({key: {name: inner}} for name, inner in value.items())
        else:
            yield {key: value}


_PLAINER: Final = {
    ("Expected `str`", "listen"): 'write HOST:PORT in quotation marks, such as "0.0.0.0:4711"',
    ("Expected `array`", "roles"): 'write a list, such as ["scorer", "executor"], on a command line in single quotes',
    ("Expected `array`", "peers"): 'write a list, such as ["192.168.7.4:4711"], on a command line in single quotes',
}
"""What to do, in the place of msgspec's words, by how these begin and the setting."""


def _explain(message: str, text: str, name: str) -> str:
    """msgspec's message, with its path turned into a key and a line."""
    reason, _, path = message.partition(" - at `$.")
    keys = re.findall(r"[A-Za-z_]+", path)
    if not keys:
        return f"{name}: {message}"
    reason = _PLAINER.get((reason.partition(",")[0].partition(" matching")[0], keys[-1]), reason)
    allowed = _allowed_values(keys)
    return f"{name}, line {line_of(text, keys)}: {'.'.join(keys)}: {reason}{f'. Allowed: {allowed}' if allowed else ''}"


def _allowed_values(keys: list[str]) -> str:
    owner: type[Struct] = _TABLES.get(keys[0], Config) if len(keys) > 1 else Config
    for item in msgspec.structs.fields(owner):
        if item.name == keys[-1]:
            kind = msgspec.inspect.type_info(item.type)
            return ", ".join(_values_of(kind))
    return ""


def _values_of(kind: msgspec.inspect.Type) -> list[str]:
    match kind:
        case msgspec.inspect.LiteralType(values=values):
            return [str(value) for value in values]
        case msgspec.inspect.UnionType(types=types):
            return [value for one in types for value in _values_of(one)]
        case msgspec.inspect.IntType(ge=low, le=high) | msgspec.inspect.FloatType(ge=low, le=high):
            return [f"a number from {low if low is not None else 'above 0'} to {high}"] if high is not None else []
        case msgspec.inspect.BoolType():
            return ["true", "false"]
        case msgspec.inspect.VarTupleType(item_type=one):
            return _values_of(one)
        case _:
            return []


def line_of(text: str, keys: list[str]) -> int:
    """The line (from 1) on which the key stands; of its table where the key has no line of its own."""
    table, key = (keys[0], keys[1]) if len(keys) > 1 else ("", keys[0])
    inside = not table
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[([^\]]+)\]", line)
        if header:
            inside = header[1].strip() == (table or key)
            if inside and not table:
                return number
        elif inside and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
            return number
    return 1


def _differences(values: dict[str, Any], defaults: dict[str, Any]) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, dict):
            inner = _differences(value, defaults[key])
            if inner:
                changed[key] = inner
        elif value != defaults[key]:
            changed[key] = value
    return changed
