"""The local control socket: how the command line talks to a running agent.

One request a connection: a line of JSON ``{"command": ..., ...}``, answered by a line ``{"value": ...}`` or
``{"error": "..."}``. The socket is readable by its owner alone (0600), and the kernel's word on who is calling is
checked too: only the same user or root may ask. A login user of the system's service has a socket of their own, in a
folder that nobody else gets into, and the kernel's word counts there as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import hashlib
import json
import logging
import os
import socket
import stat
import struct
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

from edge_agent.places import SYSTEM_HOME, USER_HOME, served

log = logging.getLogger(__name__)

Handler = Callable[[dict[str, Any]], Awaitable[Any]]

MAX_REQUEST: Final = 1 << 20
"""Bytes of a request line; a goal's text is far smaller."""
MAX_REPLY: Final = 64 << 20
REQUEST_TIMEOUT: Final = 10.0
"""Seconds within which a caller must have said what it wants."""
MOST_CALLERS: Final = 32
"""Callers of one socket at a time: no user can use up the descriptors that the others need."""

ABOUT_SERVICE: Final = (
    "`systemctl status swarm-agent` says whether it runs, `sudo journalctl -u swarm-agent` why it does not start, and "
    "`swarm-agent config check` what is wrong with its settings; `sudo systemctl start swarm-agent` starts it"
)
"""What to do where the system's service is not there."""
_LONGEST_SOCKET_PATH: Final = 100
"""sun_path holds 108 bytes on Linux (unix(7)); a longer path cannot be bound."""


class ControlError(Exception):
    """The agent refused the command, or no agent is there; the message says which and what to do."""


class NotRunningError(ControlError):
    """Nobody answers on the home's control socket."""


class NoAnswerError(ControlError):
    """The agent of the home did not answer in time; it may still do what it was asked."""


def socket_path(home: Path) -> Path:
    """Where the control socket of the agent of ``home`` is: in it, or in a private folder where that is too long."""
    path = home.absolute() / "control.sock"
    if len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH:
        return path
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"{tempfile.gettempdir()}/swarm-agent-{os.getuid()}"
    return Path(runtime) / f"swarm-agent-{hashlib.blake2b(os.fsencode(path), digest_size=8).hexdigest()}.sock"


class ControlServer:
    """Serves the handlers, by command name, on the control socket of ``home``: for one agent at a time.

    ``also``: the id of a login user who may ask as well; the home must be a folder into which only they get.
    """

    def __init__(self, home: Path, handlers: Mapping[str, Handler], *, also: int | None = None) -> None:
        self._also = also
        self._callers = 0
        self._home = home.absolute()
        self._path = socket_path(home)
        self._lock: int | None = None
        self._handlers = handlers
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen; ControlError where another agent already does."""
        self._make_folder()
        self._lock = self._take_lock()
        self._path.unlink(missing_ok=True)  # of an agent that was killed: the lock says that none lives
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        old_mask = os.umask(0o177 if self._also is None else 0o111)
        try:
            listener.bind(str(self._path))
        except OSError as error:
            listener.close()
            self._release_lock()
            raise ControlError(f"cannot open the control socket {self._path}: {error.strerror}") from error
        finally:
            os.umask(old_mask)
        self._server = await asyncio.start_unix_server(self._serve, sock=listener, limit=MAX_REQUEST)

    async def stop(self) -> None:
        """Close the socket and remove it."""
        if self._server is not None:
            self._server.close()
            self._server = None
            self._path.unlink(missing_ok=True)
        self._release_lock()

    def _make_folder(self) -> None:
        """The socket's folder, which must be this user's alone where it is not the home itself."""
        folder = self._path.parent
        try:
            if self._also is None:  # else root makes it, with its rights
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            owner = folder.stat()
        except OSError as error:
            raise ControlError(f"the folder {folder} cannot be made: {error.strerror}") from error
        if folder == self._home:
            return  # its owner's own choice
        if owner.st_uid not in (0, os.getuid()) or stat.S_IMODE(owner.st_mode) & 0o022:
            raise ControlError(
                f"others may write into {folder}, where the control socket of {self._home} would be: remove that "
                "folder, or choose a home with a shorter path"
            )

    def _take_lock(self) -> int:
        """A lock that the system gives back when this process ends, however it ends."""
        path = self._path.with_suffix(".lock")
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            raise ControlError(f"the lock {path} cannot be opened: {error.strerror}") from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(handle)
            raise ControlError(f"another agent already runs for {self._home}: stop it first") from error
        except OSError:
            log.info("the file system of %s has no locks: a second agent is noticed by its record log alone", path)
        return handle

    def _release_lock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._callers += 1
        try:
            reply = (
                {"error": "too many callers at once: try again"}
                if self._callers > MOST_CALLERS
                else await self._answer(reader, writer)
            )
            writer.write(json.dumps(reply).encode() + b"\n")
            await writer.drain()
        except (ConnectionError, TimeoutError):
            log.debug("a caller of the control socket went away")
        finally:
            self._callers -= 1
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    def _may_ask(self, caller: int) -> bool:
        return caller in (0, os.getuid()) or (self._also is not None and caller == _as_seen(self._also))

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> dict[str, Any]:
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT):
                line = await reader.readline()
            if not self._may_ask(_caller(writer.get_extra_info("socket"))):
                return {"error": "only the user whose agent this is, or root, may control it"}
            request = json.loads(line)
            handler = self._handlers[request["command"]]
        except (ValueError, TypeError, RecursionError):
            return {"error": "the request is not a line of JSON"}
        except KeyError:
            return {"error": f"no such command; there are: {', '.join(sorted(self._handlers))}"}
        try:
            return {"value": await handler(request)}
        except ControlError as error:
            return {"error": str(error)}
        except Exception as error:  # whatever it was, the caller is told and the others are served
            log.exception("the command %s failed", request["command"])
            return {"error": f"the agent failed at this command ({type(error).__name__}: {error}); its log has more"}


def _as_seen(user: int) -> int:
    """The user's id as the kernel tells it here: under PrivateUsers= (systemd.exec(5)) most have none of their own."""
    try:
        uid_map = Path("/proc/self/uid_map").read_bytes()
        return seen_through(uid_map, user, int(Path("/proc/sys/kernel/overflowuid").read_bytes()))
    except (OSError, ValueError):
        return user


def seen_through(uid_map: bytes, user: int, nobody: int) -> int:
    """The id that ``user`` has in a user namespace with this map (user_namespaces(7)); ``nobody`` where it has none."""
    for line in uid_map.splitlines():
        inside, outside, count = map(int, line.split())
        if outside <= user < outside + count:
            return user - outside + inside
    return nobody


def ask(home: Path, command: str, *, timeout: float = 30.0, **arguments: Any) -> Any:
    """Ask the agent of ``home`` and wait for its answer. NotRunningError or ControlError otherwise."""
    service = served(home)
    # By the path that the service knows: a home that is far down would else be looked for elsewhere.
    path = socket_path(home if service is None else home.resolve())
    trusted = (0, os.getuid()) if service is None else (0, os.getuid(), service.owner)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
        caller.settimeout(timeout)
        try:
            caller.connect(str(path))
            if os.getuid() != 0 and _caller(caller) not in trusted:
                raise ControlError(f"{path} belongs to another user: ask as that user or as root")
            with contextlib.suppress(BrokenPipeError):  # it has answered already: there are too many callers
                caller.sendall(json.dumps({"command": command, **arguments}).encode() + b"\n")
            with caller.makefile("rb") as lines:
                line = lines.readline(MAX_REPLY)
        except (FileNotFoundError, ConnectionRefusedError) as error:
            raise NotRunningError(_nobody_there(home)) from error
        except PermissionError as error:
            raise ControlError(f"{path} belongs to another user: ask as that user or as root") from error
        except ConnectionResetError as error:
            raise ControlError(f"the agent of {home} broke off (too many callers, or it stopped): try again") from error
        except TimeoutError as error:
            raise NoAnswerError(f"the agent of {home} did not answer within {timeout:g} s") from error
        except OSError as error:
            raise ControlError(f"the agent of {home} cannot be reached: {error}") from error
    try:
        reply = json.loads(line)
    except ValueError as error:
        raise ControlError(f"the agent of {home} stopped in the middle of its answer") from error
    if "error" in reply:
        raise ControlError(reply["error"])
    return reply["value"]


def _caller(connection: socket.socket) -> int:
    """The user id of the process at the other end (SO_PEERCRED, unix(7))."""
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _, user, _ = struct.unpack("3i", credentials)
    return int(user)


def _nobody_there(home: Path) -> str:
    """What to do where nobody answers."""
    if served(home) is not None:
        return (
            "the system's service does not answer: does it run (`systemctl status swarm-agent`)? It takes a user who "
            "was just added within seconds"
        )
    if home.absolute() == SYSTEM_HOME:
        return f"the system's service does not answer: {ABOUT_SERVICE}"
    text = f"no agent runs for {home}: start one with `swarm-agent up`, `swarm-agent run` or the service"
    with contextlib.suppress(OSError, RuntimeError):
        own = USER_HOME.expanduser().absolute()
        if os.getuid() == 0 and home.absolute() == own and SYSTEM_HOME.exists():
            text += f", or ask that one with --home {SYSTEM_HOME}"
        if os.getuid() != 0 and home.absolute() == own and not own.exists() and SYSTEM_HOME.exists():
            text += "; or have root add you to the one of this machine: `sudo swarm-agent user add $USER`"
    return text
