"""Takes out of a directory of installed Python packages what nobody runs: ``trim.py DIRECTORY``.

Tests, type stubs, sources of compiled modules, tables for questions that are not asked here, and the records that
installers keep. The packages' names and versions stay: some ask for their own.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Final

NO_PACKAGES: Final = ("bin", "docs", "examples", "interop", "newsfragments", "stubs", "tests", "include", "share")
"""What wheels put beside their package by mistake."""

DIRECTORIES: Final = ("tests", "_tests", "test", "SelfTest", "sboms", "licenses", "__pycache__", "node_modules")
"""Directories that go, wherever they are."""

SUFFIXES: Final = (".pyi", ".pyx", ".pxd", ".c", ".h", ".cpp", ".hpp", ".rs", ".proto", ".pyc")
"""Files that go, by the end of their name."""

TABLES: Final = ("netaddr/eui/oui.txt", "netaddr/eui/oui.idx", "netaddr/eui/iab.txt", "netaddr/eui/iab.idx")
"""Who made which network card."""

KEPT_OF_METADATA: Final = ("METADATA", "entry_points.txt", "top_level.txt")

SYSTEM_CERTIFICATES: Final = "/etc/ssl/certs/ca-certificates.crt"


def trim(directory: Path) -> None:
    """Take out of the directory what is not needed, and have it use the system's certificate authorities."""
    for name in NO_PACKAGES:
        _remove(directory / name)
    for path in sorted(directory.glob("*-stubs")):
        _remove(path)
    for path in sorted(directory.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            if path.name in DIRECTORIES or not any(path.iterdir()):
                _remove(path)
        elif path.suffix in SUFFIXES or _is_installers(path):
            path.unlink()
        elif not path.is_symlink():
            _make_module(path)
    for table in TABLES:
        _remove(directory / table)
    certificates = directory / "certifi" / "cacert.pem"
    if certificates.exists():
        certificates.unlink()
        certificates.symlink_to(SYSTEM_CERTIFICATES)


def _make_module(path: Path) -> None:
    """Nothing here is started by itself: no file may be executed, and none names an interpreter."""
    path.chmod(0o644)
    if path.suffix == ".py" and (text := path.read_bytes()).startswith(b"#!"):
        path.write_bytes(b"# " + text[2:])


def _is_installers(path: Path) -> bool:
    return path.parent.name.endswith(".dist-info") and path.name not in KEPT_OF_METADATA


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    trim(Path(sys.argv[1]))
