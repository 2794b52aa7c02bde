"""The watched folder: a text file dropped into it becomes a goal.

Three parts. *Watch*: file events say when to look, and a look every few seconds finds what events did not tell (network
mounts, event limits); with ``polling`` only the latter is used. *Settle*: a file is taken once it has stopped changing.
*Take*: it is read, handed to ``submit``, and moved to ``taken/``; a bad one goes to ``rejected/`` beside a file that
says why.

No file is lost and none is taken twice: a file leaves only after ``submit`` returned, which means that its goal is on
the disk. After a crash in between the file is still there, and ``already_taken`` knows it by its hash, which covers its
name, its bytes, its date and its inode (:func:`source_hash`). The same text dropped again later is another file by date
or inode, so it becomes another goal: its owner wants it done again. For the same reason a taken file gets the date of
its taking: moved back by hand, it counts as new.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import math
import os
import stat
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

import watchfiles
from msgspec import Struct

from edge_agent.clock import monotonic_seconds
from edge_agent.goal_files import MAX_FILE_BYTES, BadGoalFile, GoalFile, goal_of_bytes, safe_name
from edge_agent.inbox_files import FileChanged, Fingerprint, fingerprint, move, read_regular
from edge_agent.records import RecordId, digest_of

logger = logging.getLogger(__name__)

SUFFIXES: Final = (".md", ".txt")
MOST_ENTRIES: Final = 20_000
"""Entries of a folder that are looked at: a fuller one must not keep the machine busy."""
UNREADABLE: Final = "swarm-agent may not read the file: give everybody the right to read it, by chmod a+r"
UNREADABLE_OF_USER: Final = (
    "the service may not read the file: it was moved here with permissions of its own. Give everybody the right to "
    "read it, by chmod a+r (nobody else gets into this folder), or copy it here (cp) instead of moving it"
)


NOT_A_FILE: Final = "this is a folder, a pipe or the like: put the goal here as a file of text"
NO_LINKS: Final = "this is a link, and links are not followed: copy the file here"
OTHER_ENDING: Final = (
    f"a goal's file has a name that ends in {' or '.join(SUFFIXES)}: give it such a name, and if it is a document of "
    "an office program, save it as plain text first"
)
_TEMPORARY_ENDINGS: Final = (
    *(".bak", ".crdownload", ".download", ".filepart", ".lock", ".new", ".old", ".orig", ".part", ".partial"),
    *(".swp", ".swx", ".tmp", ".temp"),
)
_OF_FILE_MANAGERS: Final = frozenset({"desktop.ini", "thumbs.db"})


class GoalRefused(Exception):
    """Raised by ``submit`` for a goal that this machine will never take; the message tells the owner why.

    The file goes to ``rejected/``. After any other error it stays where it is and is tried again.
    """


def source_hash(name: str, data: bytes, of: Fingerprint) -> str:
    """Tells one dropped file from every other, and is the same after a crash: 64 hexadecimal digits."""
    return digest_of(
        os.fsencode(name), data, of.mtime_ns.to_bytes(16, "big", signed=True), of.inode.to_bytes(16, "big")
    )


def is_goal_name(name: str) -> bool:
    """Whether a file of this name is meant for the inbox: Markdown or text, and no other program's temporary."""
    return not _is_hidden_or_temporary(name) and name.lower().endswith(SUFFIXES)


def _is_hidden_or_temporary(name: str) -> bool:
    lower = name.lower()
    return name.startswith((".", "~", "#")) or lower.endswith(("~", *_TEMPORARY_ENDINGS)) or lower in _OF_FILE_MANAGERS


def _not_taken(name: str, mode: int) -> str:
    """Why what lies here and is no temporary is not taken; empty where it is, or is no matter of ours."""
    if not is_goal_name(name):
        return OTHER_ENDING if stat.S_ISREG(mode) else ""
    if stat.S_ISLNK(mode):
        return NO_LINKS
    return "" if stat.S_ISREG(mode) else NOT_A_FILE


class _Watched(Struct):
    fingerprint: Fingerprint
    since: float
    limit: float
    still: float = 0.0


class SettleTracker:
    """Says when files have stopped changing. Pure: it is told what is there and what time it is.

    ``settle``: seconds that a file's size, date and inode must have stood still. An empty file waits ``patience``
    seconds instead: scanners and slow copies make the file first and fill it later. Half of the time has to pass
    under watch: after a laptop's sleep or a stall, in which the writer stood still too, a file is looked at again.
    """

    def __init__(self, settle: float, patience: float) -> None:
        self.settle = settle
        self._patience = patience
        self._files: dict[str, _Watched] = {}
        self._observed = 0.0

    def observe(self, now: float, present: Mapping[str, Fingerprint]) -> list[str]:
        """Take note of what is in the folder at ``now``; returns the names that have settled, oldest first."""
        passed, self._observed = now - self._observed, now
        for name in self._files.keys() - present.keys():
            del self._files[name]
        for name, current in present.items():
            known = self._files.get(name)
            if known is None or known.fingerprint != current:
                self._files[name] = _Watched(current, now, self.settle if current.size else self._patience)
            else:
                known.still += min(passed, known.limit / 2)
        settled = [name for name, file in self._files.items() if file.still >= file.limit]
        return sorted(settled, key=lambda name: (self._files[name].fingerprint.mtime_ns, name))

    def stood_still(self, name: str, now: float) -> float:
        """Seconds that the file has not changed, watched or not; 0 for one that is not there."""
        file = self._files.get(name)
        return now - file.since if file else 0.0

    def pause(self) -> float:
        """Seconds until the next look may find a settled file, or has to be made for one; infinity where none waits."""
        waiting = [file for file in self._files.values() if file.still < file.limit]
        return min((min(file.limit - file.still, file.limit / 2) for file in waiting), default=math.inf)


class Inbox:
    """Watches ``folder`` and hands its goals to ``submit``.

    ``submit`` returns when the goal is on the disk; it may raise GoalRefused. ``already_taken`` tells whether a goal of
    this source hash is known. ``problems`` names the files that could not be taken so far, and why; the empty name
    stands for the folder itself. Durations are seconds:
    ``settle`` without a change before a file is taken; ``patience`` for a file that is empty or may not be read, before
    it is rejected; ``rescan`` between looks without an event.

    ``mark`` is set for a folder of another user, whom this process serves but does not trust: it makes the goal's
    source hash out of the file's (``users.Owners``). There no link is followed, no file taken that lies elsewhere too,
    and one that may not be read waits for its owner.
    """

    def __init__(
        self,
        folder: Path,
        submit: Callable[[GoalFile], Awaitable[RecordId]],
        already_taken: Callable[[str], bool],
        *,
        polling: bool = False,
        settle: float = 2.0,
        patience: float = 60.0,
        rescan: float = 5.0,
        mark: Callable[[str], str] | None = None,
        now: Callable[[], float] = monotonic_seconds,
    ) -> None:
        self.folder = folder
        self.problems: dict[str, str] = {}
        self._submit = submit
        self._already_taken = already_taken
        self._polling = polling
        self._patience = patience
        self._rescan = rescan
        self._mark = mark
        self._now = now
        self._tracker = SettleTracker(settle, patience)
        self._woken = asyncio.Event()

    async def run(self) -> None:
        """Watch and take until cancelled. Raises nothing: what goes wrong is logged and in ``problems``."""
        watcher = asyncio.create_task(self._watch())
        try:
            while True:
                self._woken.clear()
                await self.look()
                # A file that settled and is still there waits for something outside: the next rescan is soon enough.
                pause = max(0.01, min(self._rescan, self._tracker.pause()))
                try:
                    async with asyncio.timeout(pause):
                        await self._woken.wait()
                except TimeoutError:
                    continue
        finally:
            watcher.cancel()
            await asyncio.gather(watcher, return_exceptions=True)

    def adjust(self, *, polling: bool, settle: float) -> None:
        """Go on with other settings."""
        if (polling, settle) == (self._polling, self._tracker.settle):
            return
        self._polling = polling
        self._tracker.settle = settle
        self._woken.set()

    async def look(self) -> None:
        """Look through the folder once and take what has settled."""
        try:
            present, others = await asyncio.to_thread(self._present)
        except OSError as error:
            self._problem("", f"the goals folder {self.folder} cannot be read: {error.strerror or error}")
            return
        for name in self.problems.keys() - present.keys():
            del self.problems[name]
        # What is no goal has to stand still as well: other programs' temporaries have all kinds of names.
        for name in self._tracker.observe(self._now(), present):
            if name in others:
                self._problem(name, others[name])
            else:
                await self._take(name, present[name])

    def _present(self) -> tuple[dict[str, Fingerprint], dict[str, str]]:
        """What somebody put here, and why those of it that are not taken are not."""
        if self._mark is None:
            self.folder.mkdir(parents=True, exist_ok=True)
        present, others = {}, {}
        with os.scandir(self.folder) as entries:
            for entry in itertools.islice(entries, MOST_ENTRIES):
                if _is_hidden_or_temporary(entry.name):
                    continue
                try:
                    status = entry.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue
                if reason := _not_taken(entry.name, status.st_mode):
                    others[entry.name] = reason
                elif not is_goal_name(entry.name):
                    continue
                present[entry.name] = fingerprint(status)
        return present, others

    async def _take(self, name: str, settled: Fingerprint) -> None:
        try:
            data, found = await asyncio.to_thread(read_regular, self.folder / name, MAX_FILE_BYTES + 1)
        except FileNotFoundError:
            return
        except PermissionError:
            reason = UNREADABLE if self._mark is None else UNREADABLE_OF_USER
            if self._mark is not None or self._tracker.stood_still(name, self._now()) < self._patience:
                self._problem(name, reason)
            else:
                await self._move(name, settled, reason)
            return
        except OSError as error:
            self._problem(name, f"the file cannot be read: {error.strerror or error}")
            return
        if found != settled:
            return
        if self._mark is not None and found.links > 1:
            self._problem(name, "the file has a second name somewhere (a hard link): copy it here instead")
            return
        identity = source_hash(name, data, found)
        if self._mark is not None:
            identity = self._mark(identity)
        if self._already_taken(identity):
            logger.info("%s was taken before this start: moved to taken", safe_name(name))
            await self._move(name, found)
            return
        goal = await asyncio.to_thread(goal_of_bytes, data, name=name, source_hash=identity)
        if isinstance(goal, BadGoalFile):
            await self._move(name, found, goal.reason)
            return
        try:
            record_id = await self._submit(goal)
        except GoalRefused as refusal:
            await self._move(name, found, str(refusal))
        except Exception as error:  # whatever it was, the file stays and the inbox lives
            self._problem(name, f"the goal could not be taken: {error or type(error).__name__}")
        else:
            logger.info("took %s as goal %s: %s", goal.source_name, record_id[:8], goal.title)
            await self._move(name, found)

    async def _move(self, name: str, found: Fingerprint, rejection: str | None = None) -> None:
        folder = self.folder / ("taken" if rejection is None else "rejected")
        try:
            await asyncio.to_thread(self._moved, name, found, folder, rejection)
        except (FileNotFoundError, FileChanged):
            # Its owner took it back, or wrote it anew: then it is another file, which settles and is taken by itself.
            self.problems.pop(name, None)
        except OSError as error:
            why = f"; it was rejected: {rejection}" if rejection else "; its goal was taken all the same"
            self._problem(name, f"the file cannot be moved to {folder.name}/ ({error.strerror or error}){why}")
        else:
            self.problems.pop(name, None)
            if rejection is not None:
                logger.warning("rejected %s: %s", safe_name(name), rejection)

    def _moved(self, name: str, found: Fingerprint, folder: Path, rejection: str | None) -> None:
        move(self.folder / name, found, folder, rejection, follow=self._mark is None)

    def _problem(self, name: str, reason: str) -> None:
        if self.problems.get(name) != reason:
            logger.warning("%s", f"{safe_name(name)}: {reason}" if name else reason)
        self.problems[name] = reason

    async def _watch(self) -> None:
        """Wake the look whenever something happens in the folder, as far as the system tells."""
        told = False
        while True:
            try:
                # The rescan makes the folder where it is missing.
                if not self._polling and self.folder.is_dir():
                    async for _ in watchfiles.awatch(
                        self.folder, watch_filter=None, debounce=400, step=50, recursive=False, rust_timeout=1_000
                    ):
                        self._woken.set()
                        if self._polling:
                            break
            except (OSError, RuntimeError) as error:
                if not told:
                    logger.warning("no file events for %s (%s): looking every %g s", self.folder, error, self._rescan)
                told = True
            await asyncio.sleep(self._rescan)
