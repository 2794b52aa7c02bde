"""The parser of the command line: the options of all commands, and what is said of a line that cannot be understood."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

TRIED: Final = {
    "help": "swarm-agent --help lists all commands, swarm-agent COMMAND --help explains one",
    "version": "swarm-agent --version prints it",
    "init": "nothing has to be set up. swarm-agent up starts a local swarm, swarm-agent run this machine's agent",
    "start": "swarm-agent up starts a local swarm in the foreground, swarm-agent run this machine's agent",
    "stop": "Ctrl-C stops what runs in the foreground, `sudo systemctl stop swarm-agent` the service",
    "watch": "swarm-agent tree shows the plan as it stands, swarm-agent status who is at work",
    "list": "swarm-agent results lists all goals, swarm-agent model list the models",
    **{name: f"write swarm-agent goal {name}" for name in ("priority", "retry", "requorum", "forget")},
}
"""Words that newcomers try, and what there is instead."""


def _path(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("it is empty (a variable of the shell that is not set?)")
    return Path(text)


class CommandParser(argparse.ArgumentParser):
    """A parser that takes the options of all commands, before the command and after it."""

    names: Collection[str] = ()
    """The commands."""

    def __init__(self, *, top: bool = False, **settings: Any) -> None:
        super().__init__(**settings)
        # Only the outermost parser gives a default: those below it would overwrite what was said before the command.
        unsaid = None if top else argparse.SUPPRESS
        self.add_argument(
            "--home", type=_path, metavar="DIR", default=unsaid,
            help="where goals, results and state lie (~/.swarm; for root that of the system's service)",
        )  # fmt: skip
        self.add_argument(
            "--config", type=_path, metavar="FILE", default=unsaid,
            help="the configuration file, with conf.d beside it (HOME/config.toml)",
        )  # fmt: skip
        if top:
            self.add_argument("--json", action="store_true", help="print JSON for programs")
            self.set_defaults(knows_json=True)

    def error(self, message: str) -> NoReturn:
        """Where a command is wanted and none was named, show what there is."""
        if message.endswith((": COMMAND", ": ACTION")):
            self.print_help(sys.stderr)
            self.exit(2)
        super().error(message)


def mind_the_order(parser: CommandParser, words: Sequence[str]) -> None:
    """Refuse an option of a command that stands before it, and a mistyped command, with what to write instead."""
    left = list(words)
    while left and left[0].startswith("-"):
        name, equals, _ = left.pop(0).partition("=")
        if name in ("--home", "--config"):
            del left[: 0 if equals else 1]
        elif name not in ("--json", "--help", "-h", "--version"):
            parser.error(f"{name} is no option of swarm-agent itself. One of a command stands after it: COMMAND {name}")
    if left and left[0] not in parser.names:
        if left[0] in TRIED:
            parser.error(f"there is no command {left[0]!r}: {TRIED[left[0]]}")
        for meant in difflib.get_close_matches(left[0], parser.names, 1, cutoff=0.75):
            parser.error(f"there is no command {left[0]!r}: did you mean {meant}? swarm-agent --help lists all")
