"""Folders by descriptor, so that renaming leads nothing elsewhere; and names in them that outlast a power cut."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def opened_folder(folder: Path | str, *, within: int | None = None, follow: bool = True) -> Iterator[int]:
    """The folder's descriptor. ``within``: that of the folder it is in; ``follow``: it may be a symbolic link.

    OSError where it is not there, or no folder.
    """
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW)
    handle = os.open(folder, flags, dir_fd=within)
    try:
        yield handle
    finally:
        os.close(handle)


def keep_names(folder: Path) -> None:
    """See that the names in the folder outlast a power cut. OSError where that cannot be had."""
    with opened_folder(folder) as handle:
        os.fsync(handle)
