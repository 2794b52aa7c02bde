"""``swarm-agent user``: which login users have goals and results folders of their own in the system's service."""

from __future__ import annotations

import argparse
import os
import pwd
from typing import Any

import msgspec

from edge_agent.cli_goal import AddCommand, HomeOf
from edge_agent.home import Home
from edge_agent.places import USER_HOME
from edge_agent.printable import print_json
from edge_agent.users import User, UsersError, add_user, folder_of, read_registry, remove_user


def register(commands: Any, add: AddCommand, home: HomeOf) -> None:
    """Add ``user`` with its actions."""
    user = commands.add_parser("user", help="login users of the system's service: add, list or remove them (root)")
    actions = user.add_subparsers(metavar="ACTION", required=True)
    one = add(
        actions, "add", lambda options: _add(options, home(options)),
        "give a login user ~/.swarm/goals and ~/.swarm/results, served by the system's service",
    )  # fmt: skip
    one.add_argument("name", metavar="NAME", help="a user who can log in on this machine")
    add(actions, "list", lambda options: _list(options, home(options)), "show who was added")
    one = add(
        actions, "remove", lambda options: _remove(options, home(options)),
        "take no more goals of a user; what there is of them stays, for root",
    )  # fmt: skip
    one.add_argument("name", metavar="NAME", help="a user who was added")
    one.add_argument("--purge", action="store_true", help="delete their goals and results folders too")


def _refuse_others() -> None:
    if os.geteuid() != 0:
        raise UsersError("this is for root to do: put sudo before it")


def _add(options: argparse.Namespace, home: Home) -> int:
    _refuse_others()
    user = add_user(home.path, options.name)
    link = f"~{user.name}/{USER_HOME.name}"
    if options.json:
        print_json(msgspec.to_builtins(user) | {"folder": str(folder_of(home.path, user))})
    else:
        print(f"{user.name} has {link}/goals and {link}/results now. A running service serves them within seconds.")
    return 0


def _list(options: argparse.Namespace, home: Home) -> int:
    users = sorted(read_registry(home.path).users, key=lambda user: user.name)
    if options.json:
        print_json([msgspec.to_builtins(user) | {"state": _state(user)} for user in users])
        return 0
    for user in users:
        print(f"{user.name:20} user id {user.uid:<8} {_state(user)}")
    if not users:
        print("nobody was added: `swarm-agent user add NAME`")
    return 0


def _state(user: User) -> str:
    try:
        current = pwd.getpwnam(user.name).pw_uid
    except KeyError:
        return f"no login user any more: `swarm-agent user remove {user.name}`"
    if current != user.uid:
        return f"another user has the name now (user id {current}): `swarm-agent user remove {user.name} --purge`"
    return "served" if user.served else "removed; goals and results were kept"


def _remove(options: argparse.Namespace, home: Home) -> int:
    _refuse_others()
    user = read_registry(home.path).find(options.name)
    left = remove_user(home.path, options.name, purge=options.purge)
    assert user is not None
    folder = folder_of(home.path, user)
    if options.json:
        print_json({"name": user.name, "folder": None if options.purge else str(folder), "note": left})
        return 0
    print(f"Goals of {user.name} are no longer taken. Those that are open go on; nothing more of them is written.")
    if options.purge:
        print("Their goals and results folders were deleted. Records of their goals stay in the swarm's log until")
        print("they are forgotten (`swarm-agent goal forget GOAL`, or after goals.retention_days).")
    else:
        print(f"What there is stays in {folder}, for root alone; `--purge` deletes it.")
    if left is not None:
        print(left)
    return 0
