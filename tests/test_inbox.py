"""The watched folder (cases 1 to 5): every goal once, none lost, whatever the file system does."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import math
import os
import random
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import watchfiles

from edge_agent import inbox as inbox_module
from edge_agent import inbox_files
from edge_agent.goal_files import GoalFile
from edge_agent.inbox import GoalRefused, Inbox, SettleTracker, is_goal_name, source_hash
from edge_agent.inbox_files import Fingerprint
from edge_agent.records import RecordId


class Taker:
    """Stands for the agent: remembers goals by their source hash, as its log would."""

    def __init__(self) -> None:
        self.goals: list[GoalFile] = []
        self.error: Exception | None = None

    async def submit(self, goal: GoalFile) -> RecordId:
        await asyncio.sleep(0)
        if self.error is not None:
            raise self.error
        self.goals.append(goal)
        return RecordId("ab" * 32)

    def already_taken(self, identity: str) -> bool:
        return any(goal.source_hash == identity for goal in self.goals)

    @property
    def texts(self) -> list[str]:
        return [goal.text for goal in self.goals]


class Hand:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "goals"
    path.mkdir()
    return path


@pytest.fixture
def taker() -> Taker:
    return Taker()


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def inbox(folder: Path, taker: Taker, hand: Hand) -> Inbox:
    """An inbox that looks when it is told to, by a clock that is turned by hand; a file settles in 2 s, 60 if empty."""
    return Inbox(folder, taker.submit, taker.already_taken, now=hand)


@contextlib.asynccontextmanager
async def running(inbox: Inbox) -> AsyncIterator[None]:
    task = asyncio.create_task(inbox.run())
    try:
        yield
        assert not task.done()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def settle(inbox: Inbox, hand: Hand, seconds: float = 2.5) -> None:
    """Let so much time pass that whatever does not change has settled."""
    for _ in range(2):
        await inbox.look()
        hand.now += seconds / 2
    await inbox.look()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if not path.is_dir())


# Settle


def test_a_file_settles_when_it_has_not_changed_for_a_while() -> None:
    tracker = SettleTracker(settle=2, patience=60)
    assert tracker.pause() == math.inf
    assert tracker.observe(100, {"a.md": Fingerprint(10, 1, 1)}) == []
    assert tracker.pause() == 1
    assert tracker.observe(101, {"a.md": Fingerprint(20, 2, 1)}) == []
    assert tracker.observe(102, {"a.md": Fingerprint(20, 2, 1)}) == []
    assert tracker.observe(102.9, {"a.md": Fingerprint(20, 2, 1)}) == []
    assert tracker.pause() == pytest.approx(0.1)
    assert tracker.observe(103, {"a.md": Fingerprint(20, 2, 1)}) == ["a.md"]
    assert tracker.pause() == math.inf
    assert tracker.observe(103, {"a.md": Fingerprint(20, 2, 2)}) == []
    assert tracker.observe(104, {}) == []
    assert tracker.observe(105, {"a.md": Fingerprint(20, 2, 2)}) == []


def test_an_empty_file_waits_longer_and_a_filled_one_no_longer_than_others() -> None:
    tracker = SettleTracker(settle=2, patience=60)
    empty, filled = {"a.md": Fingerprint(0, 1, 1)}, {"a.md": Fingerprint(5, 2, 1)}
    assert [tracker.observe(now, empty) for now in (100, 130, 159)] == [[], [], []]
    assert tracker.observe(160, empty) == ["a.md"]
    assert [tracker.observe(now, filled) for now in (161, 162, 163)] == [[], [], ["a.md"]]


def test_time_that_nobody_watched_does_not_settle_a_file() -> None:
    tracker = SettleTracker(settle=2, patience=60)
    tracker.observe(100, {"a.md": Fingerprint(5, 1, 1)})
    assert tracker.observe(9_999, {"a.md": Fingerprint(5, 1, 1)}) == []
    assert tracker.observe(10_000, {"a.md": Fingerprint(6, 2, 1)}) == []
    assert tracker.observe(10_001, {"a.md": Fingerprint(6, 2, 1)}) == []
    assert tracker.observe(10_002, {"a.md": Fingerprint(6, 2, 1)}) == ["a.md"]
    assert tracker.stood_still("a.md", 10_002) == 2


def test_files_settle_oldest_first() -> None:
    tracker = SettleTracker(settle=0, patience=0)
    present = {"b.md": Fingerprint(1, 5, 1), "a.md": Fingerprint(1, 9, 2), "c.md": Fingerprint(1, 5, 3)}
    assert tracker.observe(0, present) == ["b.md", "c.md", "a.md"]


# Case 1


async def test_a_file_made_empty_and_filled_8_s_later_is_one_goal(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand
) -> None:
    path = folder / "goal.md"
    path.touch()
    for _ in range(8):
        await inbox.look()
        hand.now += 1
    path.write_text("Plan a ")
    await inbox.look()
    hand.now += 1
    with path.open("a") as file:
        file.write("trip")
    await settle(inbox, hand)
    await settle(inbox, hand)
    assert taker.texts == ["Plan a trip"]
    assert (names(folder), names(folder / "taken")) == (["taken"], ["goal.md"])


async def test_a_file_that_stays_empty_is_rejected_in_the_end(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand
) -> None:
    (folder / "goal.md").touch()
    await settle(inbox, hand, 59)
    assert files(folder) == ["goal.md"]
    await settle(inbox, hand)
    assert names(folder / "rejected") == ["goal.md", "goal.md.reason.txt"]
    assert "holds no text" in (folder / "rejected" / "goal.md.reason.txt").read_text()
    assert taker.goals == []


# Case 2, with real events


async def test_one_file_closed_four_times_is_one_goal(folder: Path, taker: Taker) -> None:
    inbox = Inbox(folder, taker.submit, taker.already_taken, settle=0.3, rescan=2)
    async with running(inbox):
        await asyncio.sleep(0.3)
        for _ in range(4):
            with (folder / "goal.md").open("a") as file:
                file.write("Plan a trip\n")
            await asyncio.sleep(0.02)
        await until(lambda: bool(taker.goals))
        await asyncio.sleep(0.8)
    assert taker.texts == ["\n".join(["Plan a trip"] * 4)]
    assert names(folder / "taken") == ["goal.md"]


@pytest.mark.parametrize("polling", [False, True])
async def test_200_files_at_once_are_200_goals(folder: Path, taker: Taker, polling: bool, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for number in range(200):
        (source / f"goal {number}.md").write_text(f"Plan trip {number}")
    inbox = Inbox(folder, taker.submit, taker.already_taken, polling=polling, settle=0.1, rescan=0.5)
    async with running(inbox):
        await asyncio.to_thread(subprocess.run, ["cp", "-r", f"{source}/.", str(folder)], check=True)
        await until(lambda: len(names(folder / "taken")) == 200)
    assert sorted(taker.texts) == sorted(f"Plan trip {number}" for number in range(200))
    assert files(folder) == []


async def test_files_written_in_pieces_by_several_writers_arrive_whole(folder: Path, taker: Taker) -> None:
    inbox = Inbox(folder, taker.submit, taker.already_taken, settle=1.0, rescan=0.2)
    chance = random.Random(4)

    async def write(number: int) -> None:
        for piece in range(5):
            with (folder / f"{number}.txt").open("a") as file:
                file.write(f"{number}:{piece} ")
            await asyncio.sleep(chance.uniform(0, 0.15))

    async with running(inbox):
        await asyncio.gather(*(write(number) for number in range(20)))
        await until(lambda: len(names(folder / "taken")) == 20)
    assert sorted(taker.texts) == sorted(" ".join(f"{number}:{piece}" for piece in range(5)) for number in range(20))


# Case 3


async def test_events_take_a_file_without_waiting_for_the_rescan(folder: Path, taker: Taker) -> None:
    inbox = Inbox(folder, taker.submit, taker.already_taken, settle=0.05, rescan=600)
    async with running(inbox):
        # Nothing tells when the watch stands: so files are dropped until one was noticed.
        for number in range(200):
            (folder / f"{number}.md").write_text("Plan a trip")
            await asyncio.sleep(0.3)
            if taker.goals:
                break
    assert taker.goals


@pytest.mark.parametrize("polling", [False, True])
async def test_without_any_event_files_are_still_taken(
    folder: Path, taker: Taker, polling: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def silent(*_: object, **__: object) -> AsyncIterator[object]:
        asked.append(True)
        await asyncio.sleep(600)
        yield None

    monkeypatch.setattr(watchfiles, "awatch", silent)
    inbox = Inbox(folder, taker.submit, taker.already_taken, polling=polling, settle=0.05, rescan=0.1)
    async with running(inbox):
        await asyncio.sleep(0.2)
        (folder / "goal.md").write_text("Plan a trip")
        await until(lambda: taker.texts == ["Plan a trip"])
    assert bool(asked) != polling


async def test_where_events_cannot_be_had_it_is_said_once_and_files_are_taken(
    folder: Path, taker: Taker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def refused(*_: object, **__: object) -> AsyncIterator[object]:
        raise OSError(errno.ENOSPC, "OS file watch limit reached")
        yield None

    monkeypatch.setattr(watchfiles, "awatch", refused)
    inbox = Inbox(folder, taker.submit, taker.already_taken, settle=0.05, rescan=0.05)
    async with running(inbox):
        for number in range(3):
            (folder / "goal.md").write_text(f"Plan trip {number}")
            await until(lambda number=number: len(taker.goals) > number)  # type: ignore[misc]
    assert sum("watch limit" in message for message in caplog.messages) == 1


async def test_the_folder_may_come_and_go(folder: Path, taker: Taker) -> None:
    folder.rmdir()
    inbox = Inbox(folder, taker.submit, taker.already_taken, settle=0.05, rescan=0.1)
    async with running(inbox):
        for number in range(2):
            await until(folder.is_dir)
            (folder / "goal.md").write_text(f"Plan trip {number}")
            await until(lambda number=number: len(taker.goals) > number)  # type: ignore[misc]
            await until(lambda: names(folder / "taken") == ["goal.md"])
            shutil.rmtree(folder)


# Case 4


@pytest.mark.parametrize(
    "name",
    [
        *(".syncthing.goal.md.tmp", "~syncthing~goal.md.tmp", "._goal.md", ".goal.md.swp", "goal.md~", "goal.md.part"),
        *(".DS_Store", "@eaDir", ".goal.md", "~$goal.md", ".~lock.goal.md#", "#goal.md#", "goal.md.crdownload", "goal"),
        *("4913", "goal.pdf", "goal.md.bak", ".goal.md.Ab3dE", "md", ".md", "goal.txt~", ".#goal.md"),
    ],
)
async def test_temporaries_of_others_are_ignored_and_the_final_rename_is_taken(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand, name: str
) -> None:
    assert not is_goal_name(name)
    (folder / name).write_text("Plan a trip")
    await settle(inbox, hand, 3_600)
    assert (names(folder), taker.goals, inbox.problems) == ([name], [], {})
    (folder / name).rename(folder / "Goal.MD")
    await settle(inbox, hand)
    assert taker.texts == ["Plan a trip"]


async def test_folders_links_and_pipes_are_left_alone(folder: Path, taker: Taker, inbox: Inbox, hand: Hand) -> None:
    (folder.parent / "secret.md").write_text("secret")
    (folder / "link.md").symlink_to(folder.parent / "secret.md")
    (folder / "dangling.md").symlink_to(folder.parent / "nothing")
    (folder / "folder.md").mkdir()
    (folder / "folder.md" / "inside.md").write_text("Plan a trip")
    os.mkfifo(folder / "pipe.md")
    before = names(folder)
    await settle(inbox, hand, 3_600)
    assert (names(folder), taker.goals) == (before, [])


# Case 5


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(900), "PNG image"),
        (b"Plan\x00a\x00trip\x00\x00\x00", "binary data"),
        (b"Plan a trip\n" * 450_000, "too large"),
        (b"+++\nquorom = 2\n+++\nPlan a trip", "line 2: there is no setting 'quorom'"),
    ],
)
async def test_what_is_no_goal_is_rejected_beside_the_reason(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand, data: bytes, said: str
) -> None:
    (folder / "goal.md").write_bytes(data)
    await settle(inbox, hand)
    assert names(folder / "rejected") == ["goal.md", "goal.md.reason.txt"]
    assert (folder / "rejected" / "goal.md").read_bytes() == data
    assert said in (folder / "rejected" / "goal.md.reason.txt").read_text()
    assert (names(folder), taker.goals) == (["rejected"], [])


@pytest.mark.parametrize("good", [True, False])
async def test_a_name_of_255_bytes_with_emoji_and_a_newline(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand, good: bool
) -> None:
    name = "trip\n" + "🎉" * 61 + "abc.md"
    assert len(name.encode()) > 250
    for _ in range(2):
        (folder / name).write_bytes(b"Plan a trip" if good else b"\x00")
        await settle(inbox, hand)
    assert len(taker.goals) == (2 if good else 0)
    assert files(folder) == []
    assert len(names(folder / ("taken" if good else "rejected"))) == (2 if good else 4)


async def test_any_name_that_the_file_system_takes(folder: Path, taker: Taker, inbox: Inbox, hand: Hand) -> None:
    dropped = [
        b"caf\xe9.md",
        b"\xff\xfe.txt",
        b"a b\tc.md",
        b"-rf.md",
        b"$(reboot).md",
        b"..md.txt"[2:],
        "ü.MD".encode(),
    ]
    for name in dropped:
        Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_text("Plan a trip")
    await settle(inbox, hand)
    assert len(taker.goals) == len(dropped)
    assert files(folder) == []
    assert all(goal.source_name.encode() for goal in taker.goals)


# Once, and not lost


async def test_the_same_text_dropped_again_is_another_goal(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand
) -> None:
    for _ in range(2):
        (folder / "goal.md").write_text("Plan a trip")
        os.utime(folder / "goal.md", ns=(1, 1))
        await settle(inbox, hand)
    (folder / "taken" / "goal.md").rename(folder / "goal.md")
    await settle(inbox, hand)
    assert taker.texts == ["Plan a trip"] * 3
    assert names(folder / "taken") == ["goal-2.md", "goal.md"]


async def test_a_crash_between_taking_and_moving_does_not_double_the_goal(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "goal.md").write_text("Plan a trip")

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(inbox_module, "move", crash)
        with pytest.raises(KeyboardInterrupt):
            await settle(inbox, hand)
    assert (files(folder), len(taker.goals)) == (["goal.md"], 1)
    again = Inbox(folder, taker.submit, taker.already_taken, now=hand)
    await settle(again, hand)
    assert (len(taker.goals), names(folder / "taken"), files(folder)) == (1, ["goal.md"], [])


async def test_a_crash_before_the_goal_is_on_the_disk_takes_it_at_the_next_start(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand
) -> None:
    (folder / "goal.md").write_text("Plan a trip")
    taker.error = RuntimeError("the disk is full")
    await settle(inbox, hand)
    assert files(folder) == ["goal.md"]
    assert "the disk is full" in inbox.problems["goal.md"]
    taker.error = None
    await settle(Inbox(folder, taker.submit, taker.already_taken, now=hand), hand)
    assert taker.texts == ["Plan a trip"]


async def test_what_could_not_be_taken_is_tried_again_and_said_once(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "goal.md").write_text("Plan a trip")
    taker.error = OSError(errno.ENOSPC, "No space left on device")
    for _ in range(5):
        await settle(inbox, hand)
    assert sum("No space left" in message for message in caplog.messages) == 1
    taker.error = None
    await settle(inbox, hand)
    assert (taker.texts, inbox.problems) == (["Plan a trip"], {})


async def test_a_machine_that_takes_no_goals_says_so_beside_the_file(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand
) -> None:
    (folder / "goal.md").write_text("Plan a trip")
    taker.error = GoalRefused("this machine only observes: drop the goal on another one")
    await settle(inbox, hand)
    assert "only observes" in (folder / "rejected" / "goal.md.reason.txt").read_text()
    assert (folder / "rejected" / "goal.md").read_text() == "Plan a trip"


async def test_a_file_that_changes_while_it_is_taken_is_taken_again_whole(
    folder: Path, taker: Taker, hand: Hand
) -> None:
    path = folder / "goal.md"
    path.write_text("Plan a")

    async def submit(goal: GoalFile) -> RecordId:
        if not taker.goals:
            path.write_text("Plan a trip")
        return await taker.submit(goal)

    inbox = Inbox(folder, submit, taker.already_taken, now=hand)
    await settle(inbox, hand)
    assert path.read_text() == "Plan a trip"
    await settle(inbox, hand)
    assert taker.texts == ["Plan a", "Plan a trip"]
    assert (files(folder), names(folder / "taken")) == ([], ["goal.md"])


async def test_a_file_that_grows_between_the_look_and_the_reading_settles_again(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "goal.md"
    path.write_text("Plan a")
    read = inbox_files.read_regular

    def grow(path: Path, most: int) -> tuple[bytes, Fingerprint]:
        with path.open("a") as file:
            file.write(" trip")
        return read(path, most)

    with monkeypatch.context() as patched:
        patched.setattr(inbox_module, "read_regular", grow)
        await settle(inbox, hand)
    assert taker.goals == []
    await settle(inbox, hand)
    assert taker.texts == ["Plan a trip"]


async def test_a_file_that_vanishes_in_the_middle_is_no_trouble(
    folder: Path, taker: Taker, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "goal.md"

    async def submit(goal: GoalFile) -> RecordId:
        path.unlink()
        return await taker.submit(goal)

    inbox = Inbox(folder, submit, taker.already_taken, now=hand)
    path.write_text("Plan a trip")
    await settle(inbox, hand)
    assert (len(taker.goals), inbox.problems, names(folder / "taken")) == (1, {}, [])
    path.write_text("Plan a trip")
    await inbox.look()
    read = inbox_files.read_regular

    def vanish(path: Path, most: int) -> tuple[bytes, Fingerprint]:
        path.unlink()
        return read(path, most)

    monkeypatch.setattr(inbox_module, "read_regular", vanish)
    await settle(inbox, hand)
    assert (len(taker.goals), inbox.problems) == (1, {})


async def test_a_file_that_may_not_be_read_waits_then_is_rejected_with_the_reason(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "goal.md").write_text("Plan a trip")

    def denied(path: Path, most: int) -> tuple[bytes, Fingerprint]:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(inbox_module, "read_regular", denied)
    await settle(inbox, hand)
    assert "may not read the file" in inbox.problems["goal.md"]
    assert files(folder) == ["goal.md"]
    hand.now += 60
    await inbox.look()
    assert "may not read the file" in (folder / "rejected" / "goal.md.reason.txt").read_text()
    assert (folder / "rejected" / "goal.md").read_text() == "Plan a trip"
    assert inbox.problems == {}


async def test_a_file_that_becomes_readable_in_time_is_taken(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "goal.md").write_text("Plan a trip")

    def broken(path: Path, most: int) -> tuple[bytes, Fingerprint]:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(inbox_module, "read_regular", broken)
        await settle(inbox, hand, 600)
        assert "Input/output error" in inbox.problems["goal.md"]
    await inbox.look()
    assert (taker.texts, inbox.problems) == (["Plan a trip"], {})


@pytest.mark.parametrize("data", [b"Plan a trip", b"\x00"])
async def test_a_folder_that_cannot_be_moved_to_keeps_the_file_in_place_without_doubling_it(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand, data: bytes
) -> None:
    for blocked in ("taken", "rejected"):
        (folder / blocked).write_text("in the way")
    (folder / "goal.md").write_bytes(data)
    for _ in range(3):
        await settle(inbox, hand)
    assert "cannot be moved" in inbox.problems["goal.md"]
    assert (folder / "goal.md").read_bytes() == data
    for blocked in ("taken", "rejected"):
        (folder / blocked).unlink()
    await settle(inbox, hand)
    assert len(taker.goals) == (1 if data == b"Plan a trip" else 0)
    assert (files(folder), inbox.problems) == ([], {})


async def test_a_full_disk_at_the_move_keeps_the_file_without_doubling_it(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (folder / "goal.md").write_text("Plan a trip")
    with monkeypatch.context() as patched:
        patched.setattr(inbox_files, "_rename", full)
        for _ in range(3):
            await settle(inbox, hand)
        assert "No space left" in inbox.problems["goal.md"]
    await settle(inbox, hand)
    assert (len(taker.goals), names(folder / "taken"), inbox.problems) == (1, ["goal.md"], {})


async def test_a_goals_folder_that_is_no_folder_is_said(tmp_path: Path, taker: Taker, hand: Hand) -> None:
    (tmp_path / "goals").write_text("in the way")
    inbox = Inbox(tmp_path / "goals", taker.submit, taker.already_taken, now=hand)
    await inbox.look()
    assert "cannot be read" in inbox.problems[""]
    (tmp_path / "goals").unlink()
    await inbox.look()
    assert inbox.problems == {}


async def test_a_problem_is_forgotten_with_its_file(folder: Path, taker: Taker, inbox: Inbox, hand: Hand) -> None:
    (folder / "goal.md").write_text("Plan a trip")
    taker.error = RuntimeError("no")
    await settle(inbox, hand)
    assert inbox.problems
    (folder / "goal.md").unlink()
    await inbox.look()
    assert inbox.problems == {}


def test_the_source_hash_tells_name_bytes_date_and_inode_apart() -> None:
    of = Fingerprint(4, 5, 6)
    hashes = {
        source_hash("a.md", b"text", of),
        source_hash("b.md", b"text", of),
        source_hash("a.md", b"more", of),
        source_hash("a.md", b"text", Fingerprint(4, 6, 6)),
        source_hash("a.md", b"text", Fingerprint(4, -5, 7)),
    }
    assert len(hashes) == 5
    assert all(len(value) == 64 for value in hashes)
    assert source_hash("a.md", b"text", of) in hashes
