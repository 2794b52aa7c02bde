"""``swarm-agent goal ...``: what an owner says of a goal afterwards."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

from edge_agent.control import ControlError, NoAnswerError, ask
from edge_agent.goal_files import RANGES
from edge_agent.home import Home
from edge_agent.printable import one_line, print_json

TAKING_SECONDS: Final = 120.0
"""How long taking a goal may last: an agent that just started first listens for its peers, for up to 90 seconds."""


class AddCommand(Protocol):
    """Adds one command with the options that all commands have (``cli``)."""

    def __call__(
        self, commands: Any, name: str, function: Callable[[argparse.Namespace], int], help_text: str
    ) -> argparse.ArgumentParser: ...


HomeOf = Callable[[argparse.Namespace], Home]
"""The home that a command is about, by its options."""


def register(commands: Any, add: AddCommand, home: HomeOf) -> None:
    """Add ``goal`` with its actions, and ``cancel``, the short form of ``goal cancel``."""
    goal = commands.add_parser("goal", help="say something of a goal: cancel, priority, retry, requorum, forget")
    actions = goal.add_subparsers(metavar="ACTION", required=True)

    def action(
        name: str, function: Callable[[argparse.Namespace, Path], int], help_text: str
    ) -> argparse.ArgumentParser:
        return _with_goal(add(actions, name, lambda options: function(options, home(options).path), help_text))

    def cancel(options: argparse.Namespace) -> int:
        return _cancel(options, home(options).path)

    _with_reason(action("cancel", _cancel, "say that a goal is no longer wanted"))
    _with_reason(_with_goal(add(commands, "cancel", cancel, "say that a goal is no longer wanted (goal cancel)")))
    priority = action("priority", _priority, "let a goal go before others, or after them")
    priority.add_argument("number", metavar="N", type=_number("priority"), help="-100 to 100; higher goes first")
    action("retry", _retry, "begin a goal that failed or was cancelled anew, as a new goal")
    requorum = action(
        "requorum", _requorum, "let fewer votes be enough for the splits of a goal, where machines that vote are gone"
    )
    requorum.add_argument("number", metavar="N", type=_number("quorum"), help="how many votes are enough")
    forget = action("forget", _forget, "delete the records of a goal that has ended, on every machine")
    forget.add_argument("--yes", action="store_true", help="do not ask whether that is meant")


def _with_goal(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("goal", metavar="GOAL", help="a goal's id or title, or a part of it")
    return parser


def _with_reason(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reason", default="", help="why, for the records")


def _number(what: str) -> Callable[[str], int]:
    low, high = RANGES[what]

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"a whole number from {low} to {high} is needed, not {text!r}")
        return number

    return read


def _tell(options: argparse.Namespace, value: Any, text: str) -> int:
    if options.json:
        print_json(value)
    else:
        print(text)
    return 0


def _cancel(options: argparse.Namespace, home: Path) -> int:
    value = ask(home, "cancel", goal=options.goal, reason=options.reason)
    return _tell(options, value, f"Cancelled: {one_line(value['title'])}")


def _priority(options: argparse.Namespace, home: Path) -> int:
    value = ask(home, "priority", goal=options.goal, priority=options.number)
    return _tell(options, value, f"Priority {value['priority']}, not {value['before']}: {one_line(value['title'])}")


def _retry(options: argparse.Namespace, home: Path) -> int:
    try:
        value = ask(home, "retry", goal=options.goal, timeout=TAKING_SECONDS)
    except NoAnswerError as error:
        raise ControlError(f"{error}; it may still begin it: see `swarm-agent tree` before you try again") from None
    what = f"Goal {value['retried'][:8]} ({value['was']}) is tried again as goal {value['goal'][:8]}"
    return _tell(options, value, f"{what}: {one_line(value['title'])}")


def _requorum(options: argparse.Namespace, home: Path) -> int:
    value = ask(home, "requorum", goal=options.goal, quorum=options.number)
    own = ", a proposer's own among them" if value["self_votes"] else ""
    enough = "1 vote is" if value["quorum"] == 1 else f"{value['quorum']} votes are"
    return _tell(options, value, f"From now on {enough} enough{own}, not {value['before']}: {one_line(value['title'])}")


def _forget(options: argparse.Namespace, home: Path) -> int:
    if not options.yes:
        (goal,) = ask(home, "tree", goal=options.goal)["goals"]
        title = one_line(goal["title"])
        if not (sys.stdin is not None and sys.stdin.isatty()):
            raise ControlError(
                f"forgetting deletes the records of {title!r} on every machine for good: say --yes if that is meant"
            )
        print(
            f"{title} ({goal['state']}, goal {goal['id'][:8]}): its plan, drafts, votes and texts are deleted on every"
        )
        print("machine of the swarm, for good. What lies in results folders stays.")
        try:
            meant = input("Forget it? [y/N] ").strip().lower() in ("y", "yes")
        except EOFError:  # Ctrl-D
            meant = False
            print()
        if not meant:
            print("Nothing was changed.")
            return 1
    value = ask(home, "forget", goal=options.goal)
    return _tell(options, value, f"Forgotten on every machine that hears of it: {one_line(value['title'])}")
