"""Logging to standard error: one line an event, with journald's levels where journald listens."""

from __future__ import annotations

import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from edge_agent.printable import printable

MAX_FILE_BYTES: Final = 10_000_000
"""Length at which a log file is set aside; the one before is dropped."""

# sd-daemon(3): a line that begins with <N> is stored by journald with priority N.
_PRIORITIES: Final = (
    (logging.CRITICAL, 2),
    (logging.ERROR, 3),
    (logging.WARNING, 4),
    (logging.INFO, 6),
    (logging.DEBUG, 7),
)

_NOISY: Final = ("libp2p", "multiaddr", "watchfiles", "asyncio", "aiosqlite", "httpx", "httpcore", "charset_normalizer")
"""Libraries whose chatter is not ours to print: their errors still are."""


class OneLine(logging.Formatter):
    """Time, level and message on one line; a traceback follows on the same line, its lines joined by " | "."""

    def __init__(self, journald: bool) -> None:
        super().__init__("%(message)s" if journald else "%(asctime)s %(levelname)s %(message)s", "%H:%M:%S")
        self._journald = journald

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        text = printable(" | ".join(line for line in super().format(record).splitlines() if line.strip()))
        if not self._journald:
            return text
        priority = next((number for level, number in _PRIORITIES if record.levelno >= level), 7)
        return f"<{priority}>{text}"


def set_up_logging(level: str, file: Path | None = None) -> None:
    """Send the program's log to standard error, or to ``file``, from ``level`` ("debug" to "error") on.

    A file that has become long is set aside as ``<file>.1``. What cannot be logged (the disk is full, nobody reads
    standard error) is no reason to stop, nor to print.
    """
    logging.raiseExceptions = False
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    if file is not None:
        handler = RotatingFileHandler(file, encoding="utf-8", maxBytes=MAX_FILE_BYTES, backupCount=1)
    # libp2p says some things as nobody in particular; everything of ours has a name.
    handler.addFilter(lambda record: record.name != "root" or record.levelno >= logging.ERROR)
    handler.setFormatter(OneLine(journald=file is None and _journald_listens()))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in _NOISY:
        logging.getLogger(name).setLevel(logging.CRITICAL if name == "libp2p" else logging.WARNING)


def _journald_listens() -> bool:
    """Whether standard error is the stream that systemd named (systemd.exec(5), JOURNAL_STREAM)."""
    device, _, inode = os.environ.get("JOURNAL_STREAM", "").partition(":")
    try:
        status = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError, AttributeError):  # closed, replaced by something that is no file, or None
        return False
    return (device, inode) == (str(status.st_dev), str(status.st_ino))
