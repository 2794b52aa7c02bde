"""Who this machine is: its Ed25519 key, kept in the agent's state directory; and how such files are written."""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from edge_agent.folders import keep_names
from edge_agent.records import PeerId, Signer, SwarmId

log = logging.getLogger(__name__)

_SEED_BYTES: Final = 32
_COPIED: Final = ".copied-"
_DATE: Final = "%Y%m%d-%H%M%S"


class IdentityError(Exception):
    """A key or a file of the kind cannot be read or made; the message says what to do."""


def load_or_make_signer(path: Path) -> Signer:
    """The key in ``path`` (32 raw bytes, 0600), made at the first start. IdentityError where it is unusable."""
    seed = _load_or_make(path, _SEED_BYTES)
    if len(seed) != _SEED_BYTES:
        raise IdentityError(
            f"{path} is not a key of this program ({len(seed)} bytes instead of {_SEED_BYTES}): restore it from a "
            "backup, or move it away to start with a new identity"
        )
    return Signer(seed)


def load_or_make(path: Path, length: int) -> bytes:
    """A secret of ``length`` random bytes (0600), made where there is none. IdentityError where it is unusable."""
    secret = _load_or_make(path, length)
    if len(secret) != length:
        raise IdentityError(f"{path} is damaged ({len(secret)} bytes instead of {length}): restore it from a backup")
    return secret


def identity_path(directory: Path) -> Path:
    """The file with the key of the agent whose state is in ``directory``."""
    return directory / "identity.key"


def renew_signer(path: Path) -> Path:
    """Set the key in ``path`` aside with a date, so that the next start makes another; returns where it lies now.

    For a machine whose disk was copied. IdentityError where it cannot be set aside.
    """
    stamp = datetime.now(UTC).strftime(_DATE)
    aside = path.with_name(f"{path.name}{_COPIED}{stamp}")
    try:
        path.rename(aside)
        keep_names(path.parent)
    except OSError as error:
        raise IdentityError(f"{path} cannot be set aside: {error.strerror}") from error
    return aside


def former_identities(path: Path) -> dict[PeerId, int]:
    """The ids of the keys that :func:`renew_signer` set aside, each with when, in milliseconds since 1970."""
    found: dict[PeerId, int] = {}
    for aside in sorted(path.parent.glob(f"{path.name}{_COPIED}*")):
        with contextlib.suppress(OSError, ValueError):
            left = datetime.strptime(aside.name.rpartition(_COPIED)[2], _DATE).replace(tzinfo=UTC)
            found[Signer(aside.read_bytes()).peer_id] = int(left.timestamp() * 1_000)
    return found


def load_swarm(path: Path) -> SwarmId | None:
    """The id of this home's swarm as versions without a swarm key kept it; None where there is none."""
    try:
        text = path.read_bytes().decode("ascii", "replace").strip()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise IdentityError(f"{path} cannot be read: {error.strerror}") from error
    if len(text) != 32 or set(text) - set("0123456789abcdef"):
        raise IdentityError(f"{path} does not hold a swarm's id (32 hexadecimal digits)")
    return SwarmId(text)


def _load_or_make(path: Path, length: int) -> bytes:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        content = secrets.token_bytes(length)
        try:
            put_durably(path, content)
        except FileExistsError:  # another process was first: its key is the one
            content = path.read_bytes()
    except OSError as error:
        raise IdentityError(f"{path} cannot be read: {error.strerror}") from error
    make_private(path)
    return content


def put_durably(path: Path, content: bytes, *, replace: bool = False) -> None:
    """A file that this user alone can read (0600), whole and on the disk when this returns.

    FileExistsError where there is one already, unless ``replace``; IdentityError where it cannot be written.
    """
    # A name that no run had before: in a container every run has the same process id.
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            temporary.replace(path)
            keep_names(path.parent)
        else:
            _put_in_place(temporary, path)
    except FileExistsError:
        raise
    except OSError as error:
        raise IdentityError(f"{path} cannot be written: {error.strerror}") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _put_in_place(temporary: Path, path: Path) -> None:
    """Give the whole file its name, and see that the name outlasts a power cut. FileExistsError where it is taken."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links (vfat, some network mounts)
        if path.exists():
            raise FileExistsError(path) from None
        temporary.rename(path)
    keep_names(path.parent)


def make_private(path: Path) -> None:
    """Take from others the right to read a key, which a copy or a restored backup may have given them."""
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
            log.warning("others could read the key %s: now only this user can", path)
