"""Reading and moving the files of the inbox, so that nothing is overwritten, half moved, or lost in a race."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import Final

from msgspec import Struct

from edge_agent.goal_files import safe_name

MAX_NAME_BYTES: Final = 255
"""The longest file name that Linux file systems take."""
REASON_SUFFIX: Final = ".reason.txt"
_MOST_OF_ONE_NAME: Final = 10_000


class FileChanged(Exception):
    """The file is no longer the one that was read."""


class Fingerprint(Struct, frozen=True):
    """What changes when a file does: size in bytes, modification time in nanoseconds, inode."""

    size: int
    mtime_ns: int
    inode: int


def fingerprint(status: os.stat_result) -> Fingerprint:
    """The fingerprint of a file by its status."""
    return Fingerprint(status.st_size, status.st_mtime_ns, status.st_ino)


def read_regular(path: Path, most: int) -> tuple[bytes, Fingerprint]:
    """Up to ``most`` bytes of a regular file, and its fingerprint after they were read.

    Follows no symbolic link and waits for no pipe: OSError for both, as for whatever else cannot be read.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        data = file.read(most)
        return data, fingerprint(os.fstat(handle))


def move(source: Path, expected: Fingerprint, folder: Path, reason: str | None = None) -> Path:
    """Move the file into ``folder``, under its name or one with a number; returns where it lies.

    With ``reason`` a file ``<name>.reason.txt`` that says it comes beside it, first. The moved file's date is that of
    the move. FileChanged where the file is not the ``expected`` one any more; OSError where it cannot be moved: then
    it lies where it was, and nothing is left in ``folder``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target, note = _reserve(source.name, folder, with_note=reason is not None)
    try:
        if note is not None and reason is not None:
            _write_note(note, source.name, reason)
        if fingerprint(source.lstat()) != expected:
            raise FileChanged(source.name)
        _rename(source, target)
    except (OSError, FileChanged):
        for leftover in (target, note):
            if leftover is not None:
                leftover.unlink(missing_ok=True)
        raise
    _sync(folder, source.parent)
    with contextlib.suppress(OSError):
        os.utime(target)
    return target


def numbered(name: str, number: int, suffix: str = "") -> str:
    """The name with ``-<number>`` (from 2 on) before its extension and ``suffix`` after it, within 255 bytes."""
    stem, extension = os.fsencode(PurePath(name).stem), os.fsencode(PurePath(name).suffix)
    ending = (f"-{number}".encode() if number > 1 else b"") + extension + suffix.encode()
    room = MAX_NAME_BYTES - len(ending)
    if len(stem) > room:
        # Not in the middle of a letter: bytes 10xxxxxx go on with one.
        while room > 0 and stem[room] & 0xC0 == 0x80:
            room -= 1
        stem = stem[:room]
    return os.fsdecode(stem + ending)


def _reserve(name: str, folder: Path, *, with_note: bool) -> tuple[Path, Path | None]:
    """Empty files of our own under names that nobody had: renaming onto one of them overwrites nothing."""
    for number in range(1, _MOST_OF_ONE_NAME):
        target = folder / numbered(name, number)
        note = folder / numbered(name, number, REASON_SUFFIX) if with_note else None
        if not _made(target):
            continue
        try:
            free = note is None or _made(note)
        except OSError:
            target.unlink()
            raise
        if free:
            return target, note
        target.unlink()
    raise OSError(errno.EEXIST, f"too many files of this name in {folder.name}/")


def _made(path: Path) -> bool:
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666))
    except FileExistsError:
        return False
    return True


def _write_note(note: Path, name: str, reason: str) -> None:
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    text = (
        f"swarm-agent did not take this file as a goal ({when}).\n\nFile: {safe_name(name)}\nWhy: {reason}\n\n"
        "Mend it and move it back into the goals folder.\n"
    )
    with note.open("w", encoding="utf-8", errors="replace") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _rename(source: Path, target: Path) -> None:
    try:
        source.rename(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        # The folder lies on another file system.
        with source.open("rb") as read, target.open("wb") as write:
            shutil.copyfileobj(read, write)
            write.flush()
            os.fsync(write.fileno())
        source.unlink()


def _sync(*folders: Path) -> None:
    # Some network file systems cannot: then the move is as durable as they make it.
    for folder in folders:
        with contextlib.suppress(OSError):
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
