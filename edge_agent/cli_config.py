"""``swarm-agent config``: the settings, where they come from, what is wrong with them, and changing one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from edge_agent.cli_goal import AddCommand, HomeOf
from edge_agent.config import Config, ConfigError, config_text, load_config, with_setting, write_config
from edge_agent.config_files import CONF_D, Configuration, faults_in, files_of, load_configuration
from edge_agent.control import ask
from edge_agent.home import Home, mind_the_service
from edge_agent.mesh.addresses import parse_given
from edge_agent.models.backend import ModelUnavailable, split_name
from edge_agent.models.catalogue import UnknownModel, find
from edge_agent.places import SYSTEM_CONFIG, SYSTEM_HOME, act_as_owner, served
from edge_agent.printable import print_json, printable

SET_FILE: Final = "99-set.toml"
"""Where `config set` writes settings of the system's service: after all other files, and no comment is lost."""

PathOf = Callable[[argparse.Namespace, Home], Path]


def register(commands: Any, add: AddCommand, home: HomeOf, path: PathOf) -> None:
    """Add ``config`` with its actions."""
    config = commands.add_parser("config", help="the settings: show them, check them, or change one")
    steps = config.add_subparsers(metavar="ACTION", required=True)

    def with_files(step: Callable[[argparse.Namespace, Home, Path], int]) -> Callable[[argparse.Namespace], int]:
        def run(options: argparse.Namespace) -> int:
            place = home(options)
            return step(options, place, path(options, place))

        return run

    show = add(steps, "show", with_files(_show), "all settings, as TOML")
    show.add_argument("--origin", action="store_true", help="say beside each setting which file it comes from")
    add(steps, "check", with_files(_check), "say what is wrong with the settings, line by line")
    change = add(
        steps, "set", with_files(_set), "change a setting in the configuration file, once it is checked"
    )  # fmt: skip
    change.add_argument("key", metavar="KEY", help="such as name, roles, or goals.max_tasks")
    change.add_argument("value", metavar="VALUE", help="as in TOML; plain words need no quotes")
    add(
        steps, "reload", lambda options: _reload(options, home(options)),
        "have the running agent read its settings anew, and say what needs a restart",
    )  # fmt: skip


def _show(options: argparse.Namespace, home: Home, path: Path) -> int:
    found = load_configuration(path)
    if options.json:
        values = msgspec.to_builtins(found.config)
        print_json({"settings": values, "origins": found.origins} if options.origin else values)
        return 0
    print(_with_origins(found) if options.origin else config_text(found.config), end="")
    # The one secret of a machine is no setting: say so, instead of leaving its owner to look for it here.
    service = served(home.path)
    key = (home if service is None else Home(service.service)).swarm_key
    print(f"# The swarm's key is not shown: it lies in {key}; `swarm-agent invite` prints its token.")
    return 0


def _with_origins(found: Configuration) -> str:
    lines, table = [], ""
    for line in config_text(found.config).splitlines():
        key, equals, _ = line.partition(" = ")
        if line.startswith("["):
            table = f"{line.strip('[]')}."
        elif equals and key.isidentifier():
            line += f"  # {found.origins.get(table + key, 'default')}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def _check(options: argparse.Namespace, home: Home, path: Path) -> int:
    """1 where something is wrong."""
    if options.config is None or path == SYSTEM_CONFIG:  # the agent's own files: it must be able to read them
        act_as_owner(SYSTEM_HOME if path == SYSTEM_CONFIG else home.path)
    faults = list(faults_in(path))
    if not faults:
        found = load_configuration(path)
        faults += [f"{found.origins[setting]}: {fault}" for setting, fault in _faults_of_values(found.config)]
    files = [str(file) for file in files_of(path)]
    if options.json:
        print_json({"files": files, "faults": faults})
    else:
        for fault in faults:
            print(printable(fault), file=sys.stderr)
        if not faults:
            print(f"No faults in {', '.join(files)}" if files else f"There is no file {path}: the defaults hold")
    return 1 if faults else 0


def _faults_of_values(config: Config) -> Iterator[tuple[str, str]]:
    """What only those parts know that use the settings: the setting, and what is wrong with it."""
    for text in config.peers:
        try:
            parse_given(text)
        except ValueError as error:
            yield "peers", str(error)
    if config.backend != "llama":
        try:
            split_name(config.backend)
        except ModelUnavailable as error:
            yield "backend", str(error)
        else:
            return  # another backend has models of its own
    if config.model not in ("auto", "none") and not config.model.endswith(".gguf"):
        try:
            find(config.model)
        except UnknownModel as error:
            yield "model", f'{error} Or write "auto", "none", or the path of a .gguf file'


def _set(options: argparse.Namespace, home: Home, path: Path) -> int:
    of_system = path == SYSTEM_CONFIG
    file = path.parent / CONF_D / SET_FILE if of_system else path
    if not of_system:
        act_as_owner(home.path)
    if options.home is None and options.config is None and not of_system:
        mind_the_service(home, f"config set {options.key} ...", "configuration")
    changed = with_setting(load_config(file), options.key, options.value)
    for setting, fault in _faults_of_values(changed):
        if setting == options.key:
            raise ConfigError(f"the setting {setting}: {fault}")
    try:
        file.parent.mkdir(mode=0o755 if of_system else 0o700, parents=True, exist_ok=True)
        write_config(changed, file, mode=0o644 if of_system else 0o600)
    except PermissionError as error:
        if not of_system:
            raise
        raise ConfigError("the service's settings are for root to change: put sudo before it") from error
    found = load_configuration(path)
    if _value(found.config, options.key) != _value(changed, options.key):
        raise ConfigError(
            f"{options.key} is set in {file}, but {found.origins.get(options.key, 'another file')} says something "
            "else and comes later: change it there"
        )
    if options.json:
        print_json(msgspec.to_builtins(found.config))
    else:
        print(
            f"{options.key} is set in {file}. `swarm-agent config reload` has a running agent take it up, or say that "
            "it needs a restart"
        )
    return 0


def _value(config: Config, key: str) -> object:
    table, _, name = key.rpartition(".")
    return getattr(getattr(config, table) if table else config, name)


def _reload(options: argparse.Namespace, home: Home) -> int:
    value = ask(home.path, "reload")
    if options.json:
        print_json(value)
        return 0
    print(f"Changed now: {', '.join(value['applied']) or 'nothing'}")
    if value["waiting"]:
        print(f"Only a restart brings: {', '.join(value['waiting'])}")
    return 0
