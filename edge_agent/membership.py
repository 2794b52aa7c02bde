"""Which swarm this machine belongs to, and the key of its links: kept in one file, handed on as a token.

A token is ``swarm1-`` and 84 letters and digits: the swarm's id, the key and a checksum in base32 (RFC 4648, lower
case, no padding). The file holds a token and nothing else, so a token that was saved somewhere is such a file.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import re
import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

from edge_agent.identity import IdentityError, load_swarm, make_private, put_durably
from edge_agent.records import SwarmId

KEY_BYTES: Final = 32
SWARM_BYTES: Final = 16
CHECKSUM_BYTES: Final = 4
TOKEN_PREFIX: Final = "swarm1-"
TOKEN_LENGTH: Final = len(TOKEN_PREFIX) + 84
LONGEST_TOKEN: Final = 1_000
"""Characters of what is read as a token; line breaks and spaces of a mail program find room in it."""
FINGERPRINT_BYTES: Final = 8

_LABEL: Final = b"swarm-agent/fingerprint/1"
_PERSON: Final = b"swarm-agent/1"


class MembershipError(IdentityError):
    """The membership cannot be read, made or taken; the message says what to do. It never holds the key."""


class TokenError(MembershipError):
    """The text is no token that this version can take."""


class Membership(Struct, frozen=True):
    """A swarm and the pre-shared key of all links in it. Whoever has both is a member."""

    swarm: SwarmId
    key: str
    """64 hexadecimal digits."""

    def __repr__(self) -> str:
        """Without the key: this may be logged."""
        return f"Membership(swarm={self.swarm!r})"


def new_membership(swarm: SwarmId | None = None) -> Membership:
    """A key that nobody else has: for a new swarm, or as the next key of ``swarm``."""
    return Membership(swarm or SwarmId(secrets.token_hex(SWARM_BYTES)), secrets.token_hex(KEY_BYTES))


def fingerprint(membership: Membership) -> str:
    """16 hexadecimal digits by which members know each other's announcements; they tell nothing else of the key."""
    keyed = hashlib.blake2b(_LABEL, digest_size=FINGERPRINT_BYTES, key=bytes.fromhex(membership.key), person=_PERSON)
    keyed.update(bytes.fromhex(membership.swarm))
    return keyed.hexdigest()


def token_of(membership: Membership) -> str:
    """The token with which another machine joins: one word, safe to copy, without regard to upper and lower case."""
    content = bytes.fromhex(membership.swarm) + bytes.fromhex(membership.key)
    return TOKEN_PREFIX + base64.b32encode(content + _checksum(content)).decode().rstrip("=").lower()


def membership_of(token: str) -> Membership:
    """What the token stands for. TokenError, which does not repeat it, where it is damaged or none."""
    word = re.sub(r"\s+", "", token[:LONGEST_TOKEN]).lower()
    if not word:
        raise TokenError("there is no token: print one with `swarm-agent invite` on a machine of the swarm")
    if not word.startswith(TOKEN_PREFIX):
        if re.match(r"swarm\d+-", word):
            raise TokenError(
                "this token is of another version of swarm-agent: install the same version on both machines"
            )
        raise TokenError(
            f"this is no token: one begins with {TOKEN_PREFIX} and is printed by `swarm-agent invite` on a machine of "
            "the swarm"
        )
    digits = word.removeprefix(TOKEN_PREFIX)
    content = b""
    with contextlib.suppress(ValueError):
        content = base64.b32decode(digits + "=" * (-len(digits) % 8), casefold=True)
    swarm, key, checksum = content[:SWARM_BYTES], content[SWARM_BYTES:-CHECKSUM_BYTES], content[-CHECKSUM_BYTES:]
    membership = Membership(SwarmId(swarm.hex()), key.hex())
    # The last character has bits to spare, which are to be zero as well.
    if len(word) != TOKEN_LENGTH or checksum != _checksum(swarm + key) or token_of(membership) != word:
        raise TokenError(
            f"this token is damaged: it has {len(word)} characters (a whole one {TOKEN_LENGTH}), or one of them is"
            " wrong. Copy all of it"
        )
    return membership


def load_or_make_membership(path: Path, *, former: Path | None = None, seed: Path | None = None) -> Membership:
    """The membership in ``path`` (0600), made at the first start.

    ``former``: the file in which earlier versions kept the id alone; that swarm gets a key. ``seed``: a file that holds
    the token of the swarm to begin in. IdentityError where a file cannot be used.
    """
    membership = load_membership(path)
    if membership is not None:
        return membership
    try:
        given = None if seed is None else _given(seed)
        made = given or new_membership(None if former is None else load_swarm(former))
        put_durably(path, _content(made))
    except FileExistsError:  # another process was first: its membership is the one
        return load_or_make_membership(path)
    return made


def _given(seed: Path) -> Membership:
    try:
        return membership_of(_text_of(seed))
    except (OSError, TokenError) as error:
        raise MembershipError(f"the swarm key that this machine was given cannot be used ({seed}): {error}") from error


def load_membership(path: Path) -> Membership | None:
    """The membership in ``path``; None where there is no such file. MembershipError where it cannot be used."""
    try:
        text = _text_of(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise MembershipError(f"{path} cannot be read: {error.strerror}") from error
    make_private(path)
    try:
        return membership_of(text)
    except TokenError as error:
        raise MembershipError(
            f"{path} holds no usable swarm key ({error}). Get a token with `swarm-agent invite` on another machine of "
            "the swarm and join with `swarm-agent join -`; or move the file away to start with a swarm of its own"
        ) from error


def save_membership(membership: Membership, path: Path) -> None:
    """Put it in the place of what was there; durable when this returns (else IdentityError).

    A power cut leaves the one or the other.
    """
    put_durably(path, _content(membership), replace=True)


def change_membership(path: Path, new: Membership) -> None:
    """Make ``new`` the membership in ``path``; durable when this returns (else IdentityError).

    The token of another swarm that was there is kept beside it, with a date in its name, to be able to go back; so is
    what could not be read.
    """
    try:
        former = load_membership(path)
        keep = former is not None and former.swarm != new.swarm
    except MembershipError:
        keep = path.is_file()
    if keep:
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        put_durably(path.with_name(f"{path.name}.former-{stamp}"), path.read_bytes(), replace=True)
    save_membership(new, path)


def joining(current: Membership | None, token: str) -> Membership:
    """What the token stands for. MembershipError where it is none, or where this machine is a member by it already."""
    new = membership_of(token)
    if new == current:
        raise MembershipError(
            "this machine is already a member of that swarm: run `swarm-agent join -` with this token on the machine "
            "that is to come into it"
        )
    return new


def _text_of(path: Path) -> str:
    return path.read_bytes()[:LONGEST_TOKEN].decode("ascii", "replace")


def _content(membership: Membership) -> bytes:
    return token_of(membership).encode() + b"\n"


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(TOKEN_PREFIX.encode() + content, digest_size=CHECKSUM_BYTES, person=_PERSON).digest()
