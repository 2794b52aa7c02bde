"""``swarm-agent invite``, ``join`` and ``rekey``: which machines are one swarm."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import getpass
import sys
from collections.abc import AsyncIterator
from typing import Any, Final

from edge_agent.cli_goal import AddCommand, HomeOf
from edge_agent.control import ControlError, ControlServer, NotRunningError, ask
from edge_agent.home import Home, mind_the_service
from edge_agent.membership import (
    LONGEST_TOKEN,
    Membership,
    MembershipError,
    change_membership,
    joining,
    new_membership,
    token_of,
)
from edge_agent.printable import one_line, print_json

CHANGE_SECONDS: Final = 120.0
"""How long an agent may take to end its work, leave the one swarm and start in the other."""


def register(commands: Any, add: AddCommand, home: HomeOf) -> None:
    """Add the three commands."""
    add(commands, "invite", lambda options: _invite(options, home(options)), "print the token that lets a machine join")
    join = add(commands, "join", lambda options: _join(options, home(options)), "bring this machine into a swarm")
    join.add_argument(
        "token",
        metavar="TOKEN",
        nargs="?",
        help="what `swarm-agent invite` printed on a machine of the swarm; - reads standard input, so that the token "
        "stays out of the shell's history; without it you are asked",
    )
    add(
        commands, "rekey", lambda options: _rekey(options, home(options)), "give the swarm another key, print the token"
    )


def _invite(options: argparse.Namespace, home: Home) -> int:
    if options.home is None:
        mind_the_service(home, "invite", "swarm", new=False)
    membership = home.membership()
    return _tell_token(options, {"token": token_of(membership), "swarm": membership.swarm}, _INVITED)


def _join(options: argparse.Namespace, home: Home) -> int:
    if options.home is None:
        mind_the_service(home, "join -", "swarm")
    token = _token(options.token)
    try:
        value = ask(home.path, "join", token=token, timeout=CHANGE_SECONDS)
    except NotRunningError:
        value = asyncio.run(_join_offline(home, token))
    if options.json:
        print_json(value)
        return 0
    if value["swarm"] == value["former"]:
        print("This machine has the swarm's new key.")
    else:
        print("This machine belongs to the swarm now.")
    for path in value["set_aside"]:
        print(f"The log of the former swarm was set aside: {path}")
    for title in value["goals"]:
        print(f"A goal that was open goes on in this swarm: {one_line(title)}")
    if not value["running"]:
        print("No agent runs here: the next one starts in this swarm and takes open goals of this machine along.")
    return 0


def _rekey(options: argparse.Namespace, home: Home) -> int:
    if options.home is None:
        mind_the_service(home, "rekey", "swarm", new=False)
    try:
        value = ask(home.path, "rekey", timeout=CHANGE_SECONDS)
    except NotRunningError:
        value = asyncio.run(_rekey_offline(home))
    return _tell_token(options, value, _REKEYED)


_INVITED: Final = (
    "Whoever has this token is a member of the swarm and hears everything in it. On the other machine:\n"
    "    swarm-agent join -\n"
    "then paste it, press Enter and Ctrl-D."
)
_REKEYED: Final = (
    "The swarm has a new key. Every other machine must join again with this token (`swarm-agent join -`): until then\n"
    "it does not hear this one. A machine that does not join keeps what it has heard so far, and gets nothing more."
)


def _tell_token(options: argparse.Namespace, value: Any, hint: str) -> int:
    if options.json:
        print_json(value)
        return 0
    print(value["token"], flush=True)
    print(hint, file=sys.stderr)
    return 0


def _token(given: str | None) -> str:
    """The token: as it was given, from standard input, or from who sits at the terminal. ControlError for none."""
    if given is not None and given != "-":
        return given
    if sys.stdin is None:
        raise ControlError("standard input is closed: there is no token to read")
    if given == "-":
        return sys.stdin.read(LONGEST_TOKEN)
    if not sys.stdin.isatty():
        raise ControlError("name the token, or give - to read it from standard input")
    with contextlib.suppress(EOFError):
        return getpass.getpass("The token of `swarm-agent invite` (it is not shown): ")
    raise ControlError("no token was given")


async def _join_offline(home: Home, token: str) -> dict[str, Any]:
    async with _without_agent(home):
        current = _current(home)
        new = joining(current, token)
        change_membership(home.swarm_key, new)
    return {"swarm": new.swarm, "former": current and current.swarm, "set_aside": [], "goals": [], "running": False}


def _current(home: Home) -> Membership | None:
    """The swarm that the home belongs to; None for a new home, and for one whose swarm key is damaged."""
    try:
        return home.membership() if home.has_membership() else None
    except MembershipError:
        return None


async def _rekey_offline(home: Home) -> dict[str, Any]:
    async with _without_agent(home):
        new = new_membership(home.membership().swarm)
        change_membership(home.swarm_key, new)
    return {"token": token_of(new), "swarm": new.swarm, "running": False}


@contextlib.asynccontextmanager
async def _without_agent(home: Home) -> AsyncIterator[None]:
    """While this lasts no agent of the home starts; ControlError where one does already."""
    server = ControlServer(home.path, {})
    await server.start()
    try:
        yield
    finally:
        await server.stop()
