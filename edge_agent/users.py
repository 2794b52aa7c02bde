"""The login users whose goals the system's service takes: who they are, and their folders.

Root adds and removes them; the service only reads the registry. See docs/users.md for what each permission is for.
Root works here among files that the service could have replaced by links, so every folder is opened without following
any, and then worked on by its descriptor.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import pwd
import secrets
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from edge_agent.access import clear_access, set_access
from edge_agent.folders import opened_folder
from edge_agent.places import REGISTRY, USER_HOME, USERS

GOALS: Final = "goals"
RESULTS: Final = "results"
NONCE_DIGITS: Final = 32
_HASH_DIGITS: Final = 64
_PERSON: Final = b"swarm-agent/user"
_PURGE_TRIES: Final = 5
_NO_LOGIN: Final = frozenset({"nologin", "false", "sync"})
"""Programs that stand in the place of a shell for accounts that nobody logs in with."""


class UsersError(Exception):
    """A user cannot be added or removed, or the registry not read; the message says what to do."""


class User(Struct, frozen=True, kw_only=True):
    """A login user. The ``number`` is never given again, so nobody inherits what another one had."""

    name: str
    uid: int
    number: int
    served: bool = True
    """False for one who was removed while the data stayed."""


class Registry(Struct, frozen=True, kw_only=True):
    """All users of a home, and the next number."""

    next: int = 1
    users: tuple[User, ...] = ()

    def find(self, name: str) -> User | None:
        """The user of this name, served or not."""
        return next((user for user in self.users if user.name == name), None)

    def with_user(self, user: User) -> Registry:
        """The same with this user in the place of one of the same name."""
        return Registry(next=max(self.next, user.number + 1), users=(*self.without(user.name).users, user))

    def without(self, name: str) -> Registry:
        """The same without the user of this name."""
        return Registry(next=self.next, users=tuple(one for one in self.users if one.name != name))


def read_registry(home: Path) -> Registry:
    """The users of a service's home; none where nobody was added yet. UsersError where the file cannot be used."""
    path = home / REGISTRY
    try:
        return msgspec.json.decode(path.read_bytes(), type=Registry)
    except FileNotFoundError:
        return Registry()
    except (OSError, msgspec.MsgspecError) as error:
        raise UsersError(f"{path} cannot be read ({error}): restore it, or add the users again") from error


def folder_of(home: Path, user: User) -> Path:
    """The folder of a user, which their ``~/.swarm`` leads to."""
    return home / USERS / user.name


class Owners:
    """Who handed a goal in, told by the hash of its source, which the service alone can make for a user.

    The hash is a nonce and a keyed digest of the nonce and the user's number. It is part of the goal's record: so it
    is on the disk with it, and survives whatever the goal does. No file and no user has a say in it, for the key
    never leaves the service.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._known: dict[str, int | None] = {}
        self._known_of = 0

    def mark(self, number: int, nonce: str = "") -> str:
        """The source hash of a goal of this user; ``nonce``: 32 hexadecimal digits or more that tell it from others."""
        nonce = nonce[:NONCE_DIGITS] or secrets.token_hex(NONCE_DIGITS // 2)
        return nonce + self._digest(number, nonce)

    def owner(self, source_hash: str, registry: Registry) -> int | None:
        """The number of the user whose goal it is, of a former one too; None for a goal of no user."""
        if registry.next != self._known_of:
            self._known, self._known_of = {}, registry.next
        if source_hash not in self._known:
            self._known[source_hash] = self._find(source_hash, registry)
        return self._known[source_hash]

    def _find(self, source_hash: str, registry: Registry) -> int | None:
        if len(source_hash) != _HASH_DIGITS:
            return None
        nonce, digest = source_hash[:NONCE_DIGITS], source_hash[NONCE_DIGITS:]
        numbers = range(1, registry.next)
        return next((one for one in numbers if hmac.compare_digest(self._digest(one, nonce), digest)), None)

    def _digest(self, number: int, nonce: str) -> str:
        keyed = hashlib.blake2b(digest_size=(_HASH_DIGITS - NONCE_DIGITS) // 2, key=self._key, person=_PERSON)
        keyed.update(f"{number}/{nonce}".encode())
        return keyed.hexdigest()


# What root does


def add_user(home: Path, name: str) -> User:
    """Give the login user folders in the service's home, and the link ``~/.swarm`` to them; may be done again.

    UsersError where that cannot be: then there is no new user and no new link, at most an empty folder.
    """
    entry = _login(name)
    if Path(entry.pw_shell).name in _NO_LOGIN:
        raise UsersError(f"nobody logs in as {name}, it is an account of the system: add people only")
    with _opened(home) as top:
        service = os.fstat(top)
        if entry.pw_uid in (0, service.st_uid):
            raise UsersError(f"{name} is {'root' if entry.pw_uid == 0 else 'the user of the service'}: add people only")
        registry = read_registry(home)
        known = registry.find(name)
        if known is not None and known.uid != entry.pw_uid:
            raise UsersError(
                f"there are goals and results here of another {name} (user id {known.uid}, now {entry.pw_uid}): "
                f"`swarm-agent user remove {name} --purge` deletes them, then add {name} again"
            )
        user = User(name=name, uid=entry.pw_uid, number=registry.next if known is None else known.number)
        target = folder_of(home, user)
        # First what most likely fails: their home may be closed to them, or have an agent's home in it.
        _as_user(entry, lambda: _make_link(Path(entry.pw_dir), target))
        try:
            _make_folders(top, user, service)
            _write_registry(top, registry.with_user(user))
        except UsersError:
            if known is None or not known.served:
                _as_user(entry, lambda: _remove_link(Path(entry.pw_dir), target))
            raise
    return user


def remove_user(home: Path, name: str, *, purge: bool) -> str | None:
    """End the service for a user; their data stays, closed to all but root and the service, unless ``purge``.

    What could not be done, in words, or None. UsersError where nothing could.
    """
    registry = read_registry(home)
    user = registry.find(name)
    if user is None:
        raise UsersError(f"{name} was not added: `swarm-agent user list` shows who was")
    with _opened(home) as top:
        # Also before a purge: the service lets go of the folder first.
        _write_registry(top, registry.with_user(msgspec.structs.replace(user, served=False)))
        with contextlib.suppress(FileNotFoundError), _opened(USERS, top) as users:
            with _opened(name, users) as folder:
                clear_access(folder)
            if purge:
                _delete(name, users)
        if purge:
            _write_registry(top, registry.without(name))
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        return f"there is no login user {name} any more: no link ~/.swarm was looked for"
    try:
        _as_user(entry, lambda: _remove_link(Path(entry.pw_dir), folder_of(home, user)))
    except UsersError as error:
        return str(error)
    return None


def _login(name: str) -> pwd.struct_passwd:
    if not name or name.startswith((".", "-")) or "/" in name:
        raise UsersError(f"{name!r} is no user's name")
    try:
        return pwd.getpwnam(name)
    except KeyError:
        raise UsersError(f"there is no login user {name!r} on this machine") from None


@contextlib.contextmanager
def _opened(path: Path | str, within: int | None = None) -> Iterator[int]:
    """A folder that is no link, by its descriptor."""
    with contextlib.ExitStack() as closing:
        try:
            handle = closing.enter_context(opened_folder(path, within=within, follow=False))
        except FileNotFoundError:
            if within is not None:
                raise
            raise UsersError(f"{path} does not exist: start the service once (`systemctl start swarm-agent`)") from None
        except OSError as error:
            raise UsersError(f"{path} is not a folder that can be trusted: {error.strerror}") from error
        yield handle


def _make_folders(top: int, user: User, service: os.stat_result) -> None:
    """The folders with their rights, in a home that lets everybody through and in nowhere."""
    try:
        _let_through(top)
        _make(USERS, top)
        with _opened(USERS, top) as users:
            if os.fstat(users).st_uid != 0:
                raise UsersError(f"the folder {USERS} belongs to somebody else than root: move it away")
            os.fchmod(users, 0o711)
            _make(user.name, users)
            with _opened(user.name, users) as folder:
                os.fchown(folder, service.st_uid, service.st_gid)
                for name, rights, for_service in ((GOALS, "rwx", True), (RESULTS, "r-x", False)):
                    _make(name, folder)
                    with _opened(name, folder) as inner:
                        os.fchown(inner, service.st_uid, service.st_gid)
                        # The service is named as well: files that the user drops belong to the user.
                        handed = {user.uid: rights} | ({service.st_uid: "rwx"} if for_service else {})
                        set_access(inner, {user.uid: rights}, handed_on=handed)
                # Last: now they may come in.
                set_access(folder, {user.uid: "--x"})
    except OSError as error:
        raise UsersError(f"the folders of {user.name} cannot be made: {error.strerror}") from error


def _make(name: str, within: int) -> None:
    with contextlib.suppress(FileExistsError):
        os.mkdir(name, 0o700, dir_fd=within)


def _let_through(top: int) -> None:
    """Everybody may pass through the home; what else of the service's lies in it is closed to them."""
    for name in os.listdir(top):
        if name in (USERS, REGISTRY):
            continue
        try:
            handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=top)
        except OSError:  # a link, a socket
            continue
        try:
            status = os.fstat(handle)
            mode = stat.S_IMODE(status.st_mode)
            ours = status.st_uid == os.fstat(top).st_uid and (stat.S_ISDIR(status.st_mode) or status.st_nlink == 1)
            if ours and mode & 0o007:
                os.fchmod(handle, mode & ~0o007)
        finally:
            os.close(handle)
    os.fchmod(top, stat.S_IMODE(os.fstat(top).st_mode) | 0o111)


def _write_registry(top: int, registry: Registry) -> None:
    draft = f".{REGISTRY}.{secrets.token_hex(4)}"
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644, dir_fd=top)
        with os.fdopen(handle, "wb") as file:
            os.fchmod(handle, 0o644)
            file.write(msgspec.json.format(msgspec.json.encode(registry)) + b"\n")
            file.flush()
            os.fsync(handle)
        os.rename(draft, REGISTRY, src_dir_fd=top, dst_dir_fd=top)
        os.fsync(top)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(draft, dir_fd=top)
        raise UsersError(f"{REGISTRY} cannot be written: {error.strerror}") from error


def _delete(name: str, users: int) -> None:
    """Delete the folder; the service may still be writing into it, until it has read the registry."""
    for tries_left in reversed(range(_PURGE_TRIES)):
        try:
            shutil.rmtree(name, dir_fd=users)
            return
        except FileNotFoundError:
            return
        except OSError as error:
            if not tries_left:
                raise UsersError(f"{name}'s folder cannot be deleted: {error.strerror}; try again") from error
            time.sleep(1)


# What is done in a home, as its user: root follows no link there, and may not even write there (NFS)


def _as_user(entry: pwd.struct_passwd, work: Callable[[], None]) -> None:
    """Do the work in a child process with the user's rights alone. UsersError with what the work says is wrong."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        complaint = "it could not be done"
        try:
            os.initgroups(entry.pw_name, entry.pw_gid)
            os.setgid(entry.pw_gid)
            os.setuid(entry.pw_uid)
            work()
            complaint = ""
        except UsersError as error:
            complaint = str(error)
        except OSError as error:
            # The second name is the link that was to be made, the first what it leads to.
            complaint = f"{error.filename2 or error.filename or entry.pw_dir}: {error.strerror}"
        finally:
            os.write(writing, complaint.encode(errors="replace")[:4_000])
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        complaint = answer.read().decode(errors="replace")
    os.waitpid(child, 0)
    if complaint:
        raise UsersError(complaint)


def _link_in(home: Path) -> Path:
    return home / USER_HOME.name


def _leads_to(link: Path, target: Path) -> bool:
    return link.is_symlink() and link.readlink() == target


def _check_link(home: Path, target: Path) -> None:
    link = _link_in(home)
    if not home.is_dir():
        raise UsersError(f"the home directory {home} does not exist: make it first")
    if _leads_to(link, target):
        return
    if link.is_symlink() or link.exists():
        raise UsersError(
            f"{link} exists already: it is the home of an agent of their own. Stop that one "
            f"(`systemctl --user disable --now swarm-agent`), move {link} away, and add them again"
        )


def _make_link(home: Path, target: Path) -> None:
    _check_link(home, target)
    with contextlib.suppress(FileExistsError):
        _link_in(home).symlink_to(target)


def _remove_link(home: Path, target: Path) -> None:
    link = _link_in(home)
    if _leads_to(link, target):
        link.unlink()
