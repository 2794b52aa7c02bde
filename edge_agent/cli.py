"""The ``swarm-agent`` command."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import io
import logging
import os
import re
import stat
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from edge_agent import __version__, cli_config, cli_doctor, cli_goal, cli_results, cli_swarm, cli_users
from edge_agent.cli_parser import CommandParser, mind_the_order
from edge_agent.config import Config, ConfigError, with_overrides
from edge_agent.config_files import CONF_D, load_configuration
from edge_agent.control import ControlError, NoAnswerError, ask
from edge_agent.effort import EFFORTS
from edge_agent.goal_files import MAX_FILE_BYTES, RANGES, BadGoalFile, decode_text
from edge_agent.home import Home, single_agent
from edge_agent.identity import IdentityError
from edge_agent.inbox import SUFFIXES
from edge_agent.logs import set_up_logging
from edge_agent.models.backend import ModelError
from edge_agent.places import SYSTEM_CONFIG, SYSTEM_HOME, USER_HOME, act_as_owner, default_home, served
from edge_agent.plan.tree import GoalView
from edge_agent.printable import one_line, print_json, printable
from edge_agent.service_manager import ServiceManager
from edge_agent.show import goal_lines, terminal_console
from edge_agent.signals import Signals
from edge_agent.status_lines import status_lines
from edge_agent.store import StoreError
from edge_agent.users import UsersError

# What makes an agent (the daemon, its mesh and models) takes a second to load, on a small machine many: only the
# commands that need it import it, so that the others answer at once.


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code: 0 done, 1 failed, 2 wrong usage, 130 interrupted."""
    _mend_output()
    try:
        code = _carry_out(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _leave_output()
        return 1
    except Exception as error:
        if not _is_for_the_owner(error):
            raise
        print(f"swarm-agent: {printable(_told(error))}", file=sys.stderr)
        try:
            sys.stdout.flush()
        except OSError:  # that was the error: it would come again at the very end
            _leave_output()
        return 1
    return code


def _is_for_the_owner(error: Exception) -> bool:
    """Whether the error's message is for the owner: printed in one line, without a traceback."""
    light = (
        ConfigError, ControlError, IdentityError, ModelError, StoreError, UsersError, OSError, OverflowError,
    )  # fmt: skip
    if isinstance(error, light):
        return True
    from edge_agent.mesh.host import PortInUse
    from edge_agent.trial import TrialError

    return isinstance(error, (PortInUse, TrialError))


def _told(error: Exception) -> str:
    """The error in words for the owner."""
    if not isinstance(error, OSError) or not isinstance(error.filename, str):
        return str(error)
    whose = ": it belongs to another user (ask as that user, or as root)" if error.errno == errno.EACCES else ""
    return f"{error.filename}: {error.strerror}{whose}"


def _carry_out(arguments: Sequence[str] | None) -> int:
    parser = command_parser()
    try:
        mind_the_order(parser, sys.argv[1:] if arguments is None else arguments)
        options, left = parser.parse_known_args(arguments)
        goal = getattr(options, "goal", None)
        if left and goal is not None and not any(word.startswith("-") for word in left):
            parser.error(f'put the goal in quotation marks: "{" ".join([goal, *left])}"')
        if left:
            parser.error(f"unrecognized arguments: {' '.join(left)}")
        if options.json and not options.knows_json:
            parser.error("this command prints no JSON: leave --json out")
    except SystemExit:
        sys.stdout.flush()  # the help
        raise
    code: int = options.run(options)
    return code


def _mend_output() -> None:
    """Have an output to write to, whatever this program was started with, in which every character has a form."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started this program
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - stays open to the end
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _leave_output() -> None:
    """The reader of our output has gone: nobody wants to hear of it, nor of what is still in the buffer."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def command_parser() -> CommandParser:
    """The command line: all commands, each with its options (the manual and the completion are made from it)."""
    parser = CommandParser(
        top=True,
        prog="swarm-agent",
        description="Machines at home plan and answer goals together, on local models, without a server.",
        epilog="Drop a text file into the home's goals folder and read the answer in its results folder.",
    )
    parser.add_argument("--version", action="version", version=f"swarm-agent {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    parser.names = commands.choices

    run = _command(
        commands, "run", _run, "run one agent for this machine, in the foreground, as the service does", json=False
    )
    run.add_argument("--model", help="a model of the catalogue, a .gguf file, 'auto' or 'none'")

    up = _command(commands, "up", _up, "run a local swarm of four agents in one process, for trying", json=False)
    up.add_argument("--model", help="a model of the catalogue, a .gguf file, 'auto' or 'none'")
    up.add_argument("--effort", choices=EFFORTS, help="how much pains to take with a goal")
    up.add_argument(
        "--max-tasks", type=_number("max_tasks"), metavar="N", help="tasks that a goal may have, itself included"
    )
    up.add_argument(
        "--max-depth", type=_number("max_depth"), metavar="N", help="how often tasks are split, one within another"
    )
    up.add_argument("--submit", metavar="GOAL|FILE", help="a goal to drop into the watched folder")
    up.add_argument("--until-done", action="store_true", help="end when all goals have ended and are written")

    submit = _command(commands, "submit", _submit, "hand in a goal")
    submit.add_argument(
        "goal", metavar="GOAL|FILE", help="the goal's text, or a file that holds it; - reads standard input"
    )
    submit.add_argument("--effort", choices=EFFORTS, help="how much pains to take with it")

    status = _command(commands, "status", _status, "what the running agent is at")
    status.add_argument("--agent", help="of this agent only (name or peer id)")

    show = _command(commands, "tree", _tree, "the plan, as the running agent sees it")
    show.add_argument("goal", metavar="GOAL", nargs="?", help="a goal's id or title, or a part of it")
    show.add_argument("--agent", help="as this agent sees it (name or peer id)")

    cli_results.register(commands, _command, _home)
    cli_goal.register(commands, _command, _home)
    cli_swarm.register(commands, _command, _own_home)
    cli_users.register(commands, _command, _system_home)
    cli_doctor.register(commands, _command, _own_home, _config)

    cli_config.register(commands, _command, _home, _config_path)

    model = commands.add_parser("model", help="the models that this program knows: list them, or fetch one")
    actions = model.add_subparsers(metavar="ACTION", required=True)
    _command(actions, "list", _model_list, "the catalogue, and what is here already")
    pull = _command(actions, "pull", _model_pull, "fetch a model and check it")
    pull.add_argument("name", metavar="NAME", nargs="?", help="which; without it the best for this machine's memory")
    return parser


def _command(
    commands: Any, name: str, function: Callable[[argparse.Namespace], int], help_text: str, *, json: bool = True
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=help_text, description=f"{help_text[:1].upper()}{help_text[1:]}."
    )
    parser.set_defaults(run=function)
    if json:
        unsaid = argparse.SUPPRESS  # else it would overwrite what was said before the command
        parser.add_argument("--json", action="store_true", default=unsaid, help="print JSON for programs")
    else:
        parser.set_defaults(knows_json=False)
    return parser


def _number(setting: str) -> Callable[[str], int]:
    """A reader of numbers that a goal's policy takes for the setting."""
    low, high = RANGES[setting]

    def read(text: str) -> int:
        if not text.isdecimal() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"a whole number from {low} to {high} is needed, not {text!r}")
        return int(text)

    return read


def _home(options: argparse.Namespace) -> Home:
    try:
        home = Home((options.home or default_home()).expanduser().absolute())
    except RuntimeError as error:
        raise ControlError("this user has no home directory: say where the swarm's home is with --home DIR") from error
    with contextlib.suppress(OSError):
        if home.path.is_file():
            raise ControlError(f"{home.path} is a file: --home names the folder of goals, results and state")
    return home


def _own_home(options: argparse.Namespace) -> Home:
    """The home for what changes it: refused where a service serves it; root goes on as the user that it belongs to."""
    home = _home(options)
    if served(home.path) is not None:
        raise ControlError(
            f"{home.path} is served by the system's service: this is for root to do (`sudo swarm-agent ...`), or give "
            "an agent of your own another home with --home"
        )
    act_as_owner(home.path)
    return home


def _system_home(options: argparse.Namespace) -> Home:
    """The home of the system's service, whose users are meant whoever asks."""
    options.home = options.home or SYSTEM_HOME
    return _home(options)


def _config_path(options: argparse.Namespace, home: Home) -> Path:
    """The main file of the configuration: as given, else the home's; those of the system's service lie in /etc.

    ``home`` is the one that the command works on: looked for anew after :func:`_own_home`, it would be another user's.
    """
    if options.config is not None:
        path: Path = options.config
        if not path.exists() and path != SYSTEM_CONFIG and not (path.parent / CONF_D).is_dir():
            raise ConfigError(f"{path} does not exist")
        return path
    of_system = home.path == SYSTEM_HOME or served(home.path) is not None
    return SYSTEM_CONFIG if of_system else home.config


def _config(options: argparse.Namespace, home: Home) -> Config:
    if home.path == SYSTEM_HOME:
        os.environ.setdefault("SWARM_MODELS", str(SYSTEM_HOME / "models"))  # as its unit does
    given = {name: getattr(options, name, None) for name in ("model", "effort", "max_tasks", "max_depth")}
    return with_overrides(load_configuration(_config_path(options, home)).config, **given)


def _run(options: argparse.Namespace) -> int:
    try:
        return _run_agent(options)
    except Exception as error:
        ServiceManager().failed(str(error) or type(error).__name__)
        raise


def _run_agent(options: argparse.Namespace) -> int:
    from edge_agent.daemon import Daemon, serve

    home = _own_home(options)
    config = _config(options, home)
    home.prepare()
    set_up_logging(config.log_level)

    async def run() -> None:
        daemon = Daemon(home, config, single_agent(home, config), read_config=lambda: _config(options, home))
        signals = Signals()
        signals.catch(reload=daemon.reload_if_possible)
        await serve(daemon, signals.stop)

    asyncio.run(run())
    return 0


def _up(options: argparse.Namespace) -> int:
    from edge_agent.trial import Trial, run_trial

    options.home = options.home or USER_HOME
    home = _own_home(options)
    config = _config(options, home)
    home.prepare()
    set_up_logging(config.log_level, home.path / "up.log")
    logging.getLogger(__name__).info("a local swarm starts, version %s", __version__)
    submit = None if options.submit is None else _goal_text(options.submit)[0]
    trial = Trial(home=home.path, config=config, submit=submit, until_done=options.until_done)
    return asyncio.run(run_trial(trial, terminal_console()))


def _submit(options: argparse.Namespace) -> int:
    text, name = _goal_text(options.goal)
    try:
        value = ask(
            _home(options).path, "submit", text=text, name=name, effort=options.effort, timeout=cli_goal.TAKING_SECONDS
        )
    except NoAnswerError as error:
        raise ControlError(
            f"{error}; it may still take the goal: see `swarm-agent tree` before you try again"
        ) from None
    if options.json:
        print_json(value)
    else:
        print(f"Goal {value['goal'][:8]} is taken: {one_line(value['title'])}")
        if sys.stdout.isatty():
            short = value["goal"][:8]
            print(f"`swarm-agent tree {short}` shows how far it is, `swarm-agent results {short}` its answer")
    return 0


def _goal_text(given: str) -> tuple[str, str]:
    """The goal and the name of the file that it came from (empty where it came from none)."""
    if not given.strip():
        raise ControlError("the goal is empty: say in quotation marks what you want")
    if given == "-":
        if sys.stdin is None:
            raise ControlError("standard input is closed: name a file, or put the goal in quotation marks")
        source, name = "standard input", ""
        if sys.stdin.isatty():
            print("Type what you want, then press Enter and Ctrl-D.", file=sys.stderr)
        data = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
    else:
        path = Path(given)
        try:
            kind = path.stat().st_mode
        except (OSError, ValueError) as error:  # no file's name: too long, with a NUL, or of a file that is not there
            if _is_meant_as_a_file(given):
                closed = isinstance(error, PermissionError)
                raise ControlError(f"{given} may not be read" if closed else f"there is no file {given}") from None
            return given, ""
        if stat.S_ISDIR(kind):
            raise ControlError(f"{path} is a folder: name a file, or put the goal in quotation marks")
        source, name = str(path), path.name
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    text = decode_text(data)
    if isinstance(text, BadGoalFile):
        raise ControlError(f"{source} is no goal: {text.reason}")
    if not text.strip():
        raise ControlError(f"{source} holds no text: there is no goal to take")
    return text, name


def _is_meant_as_a_file(given: str) -> bool:
    """Whether a text that names no file looks as if it should: a mistyped name is not to become a goal."""
    return not re.search(r"\s", given) and (
        given.lower().endswith(SUFFIXES) or given.startswith(("/", "./", "../", "~/"))
    )


def _status(options: argparse.Namespace) -> int:
    value = ask(_home(options).path, "status", agent=options.agent)
    if options.json:
        print_json(value)
        return 0
    print("\n".join(printable(line) for line in status_lines(value)))
    return 0


def _tree(options: argparse.Namespace) -> int:
    value = ask(_home(options).path, "tree", goal=options.goal, agent=options.agent)
    if options.json:
        print_json(value)
        return 0
    for goal in value["goals"]:
        head, *lines = goal_lines(msgspec.convert(goal, GoalView), value["names"])
        lacks = [f"  {lack}" for lack in value["lacks"].get(goal["id"], ())]
        print("\n".join([head, *lacks, *lines]))
    if not value["goals"]:
        print("no goals yet")
    return 0


def _model_list(options: argparse.Namespace) -> int:
    from edge_agent.models.choice import list_models

    return list_models(_config(options, _home(options)), as_json=options.json)


def _model_pull(options: argparse.Namespace) -> int:
    from edge_agent.models.choice import pull_model

    config = _config(options, _own_home(options))
    return asyncio.run(pull_model(config, options.name, terminal_console(), as_json=options.json))


if __name__ == "__main__":
    sys.exit(main())
