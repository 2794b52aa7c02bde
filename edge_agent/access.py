"""Who may do what with a folder, beyond its owner: POSIX access control lists, written without tools.

A list is an extended attribute of Linux file systems (ext4, XFS, Btrfs, ...), see acl(5). The bytes are those of the
kernel's ``posix_acl_xattr.h``: a version, then for each entry its kind, its rights and an id, in the order of kinds and
ids. With a *default* list a folder hands its rights on to whatever is made in it, whatever the maker's umask is.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Mapping
from typing import Final

_ACCESS: Final = "system.posix_acl_access"
_DEFAULT: Final = "system.posix_acl_default"
_VERSION: Final = 2
_OWNER, _USER, _GROUP, _MASK, _OTHERS = 0x01, 0x02, 0x04, 0x10, 0x20
_NO_ID: Final = 0xFFFFFFFF
_RIGHTS: Final = {"r": 4, "w": 2, "x": 1, "-": 0}


def set_access(folder: int, users: Mapping[int, str], *, handed_on: Mapping[int, str] | None = None) -> None:
    """Give the open folder to its owner (all rights) and to the ``users`` (``{id: "r-x"}``), to nobody else.

    ``handed_on``: the same for what is made in the folder from now on. OSError, which says so where the file system
    has no such lists.
    """
    _set(folder, _ACCESS, _encoded(users))
    if handed_on is not None:
        _set(folder, _DEFAULT, _encoded(handed_on))


def clear_access(folder: int) -> None:
    """Take all rights to the open folder from everybody but its owner."""
    for kind in (_ACCESS, _DEFAULT):
        try:
            os.removexattr(folder, kind)
        except OSError as error:
            if error.errno not in (errno.ENODATA, errno.EOPNOTSUPP):
                raise
    os.fchmod(folder, 0o700)


def _encoded(users: Mapping[int, str]) -> bytes:
    rights = {user: sum(_RIGHTS[letter] for letter in letters) for user, letters in users.items()}
    entries = [(_OWNER, 7, _NO_ID)]
    entries += [(_USER, rights[user], user) for user in sorted(rights)]
    # The mask is the most that a named user gets: what they are given here.
    most = 0
    for each in rights.values():
        most |= each
    entries += [(_GROUP, 0, _NO_ID), (_MASK, most, _NO_ID), (_OTHERS, 0, _NO_ID)]
    return struct.pack("<I", _VERSION) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


def _set(folder: int, kind: str, value: bytes) -> None:
    try:
        os.setxattr(folder, kind, value)
    except OSError as error:
        if error.errno != errno.EOPNOTSUPP:
            raise
        raise OSError(
            errno.EOPNOTSUPP,
            "its file system has no access control lists: keep the service's state on ext4, XFS or Btrfs",
        ) from error
