"""The settings of a machine in several files: ``config.toml``, then ``conf.d/*.toml`` beside it in the order of names.

A later file overrides an earlier one, setting by setting; a list is replaced as a whole. So tools can each write a file
of their own, and nobody edits what another wrote.
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from edge_agent.config import Config, ConfigError, check_settings, config_of, line_of

CONF_D: Final = "conf.d"
LIVE: Final = frozenset({"name", "peers", "claim_settle_seconds", "log_level", "goals", "inbox"})
"""Settings that a running agent can change; the others are read when it starts."""
MODEL_SETTINGS: Final = frozenset({"model", "backend", "models_directory", "threads"})
"""Settings that hold at once where no model was found so far: one is still looked for."""


class Configuration(Struct, frozen=True):
    """The settings in force, and where each comes from."""

    config: Config
    origins: dict[str, str]
    """File and line of each setting that a file sets, by its name (``goals.max_tasks``)."""
    files: tuple[Path, ...]
    """The files that were read, in this order."""


class Change(Struct, frozen=True):
    """What becomes of changed settings while an agent runs."""

    config: Config
    """What holds from now on."""
    applied: tuple[str, ...]
    waiting: tuple[str, ...]
    """Changed settings that hold after a restart only."""


def files_of(path: Path) -> list[Path]:
    """The files of the configuration whose main file is ``path``, as far as they are there. ConfigError."""
    folder = path.parent / CONF_D
    try:
        main = [path] if path.exists() else []
        found = [one for one in folder.iterdir() if one.suffix == ".toml" and not one.name.startswith(".")]
    except (FileNotFoundError, NotADirectoryError):
        found = []
    except OSError as error:
        raise ConfigError(
            f"{error.filename or folder} cannot be read by {_who()}: {error.strerror or error}"
        ) from error
    return main + sorted(found, key=lambda one: one.name)


def load_configuration(path: Path) -> Configuration:
    """All settings; the defaults where no file is there. ConfigError names file and line of the first fault."""
    merged: dict[str, Any] = {}
    origins: dict[str, str] = {}
    files = files_of(path)
    for file in files:
        text = _read(file)
        settings, faults = check_settings(text, str(file))
        if faults:
            more = f" (and {len(faults) - 1} more: `swarm-agent config check`)" if faults[1:] else ""
            raise ConfigError(faults[0] + more)
        for keys, value in _each(settings):
            table = merged
            for key in keys[:-1]:
                table = table.setdefault(key, {})
            table[keys[-1]] = value
            origins[".".join(keys)] = f"{file}, line {line_of(text, keys)}"
    return Configuration(config_of(merged), origins, tuple(files))


def faults_in(path: Path) -> Iterator[str]:
    """Everything that is wrong in the files, each with its file and line on one line of text."""
    for file in files_of(path):
        try:
            text = _read(file)
        except ConfigError as error:
            yield str(error)
        else:
            yield from check_settings(text, str(file))[1]


def change_of(now: Config, wanted: Config, *, has_model: bool) -> Change:
    """What can be had of the ``wanted`` settings by an agent that runs with those of ``now``."""
    changed = [name for name in Config.__struct_fields__ if getattr(now, name) != getattr(wanted, name)]
    can = LIVE if has_model else LIVE | MODEL_SETTINGS
    applied = {name: getattr(wanted, name) for name in changed if name in can}
    return Change(
        config=msgspec.structs.replace(now, **applied),
        applied=tuple(applied),
        waiting=tuple(name for name in changed if name not in can),
    )


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")  # editors of other systems put a mark before the text
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file} is no text in UTF-8: {error.reason} at byte {error.start}") from error
    except PermissionError as error:
        raise ConfigError(f"{file} cannot be read by {_who()}: let it with `sudo chmod a+r {file}`") from error
    except OSError as error:
        raise ConfigError(f"{file} cannot be read: {error.strerror or error}") from error


def _who() -> str:
    """The user that this process acts as."""
    try:
        return f"the user {pwd.getpwuid(os.geteuid()).pw_name}"
    except KeyError:
        return f"the user with the id {os.geteuid()}"


def _each(settings: dict[str, Any]) -> Iterator[tuple[list[str], Any]]:
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from (([key, *below], inner) for below, inner in _each(value))
        else:
            yield [key], value
