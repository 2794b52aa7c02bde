"""The watched folder (cases 1 to 5): every goal once, none lost, whatever is dropped into it and however."""

from __future__ import annotations

import asyncio
import errno
import math
import os
import random
import shutil
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import watchfiles
from inbox_hands import Hand, Taker, files, names, running, settle
from waiting import until

from edge_agent.inbox import NO_LINKS, NOT_A_FILE, OTHER_ENDING, Inbox, SettleTracker, is_goal_name
from edge_agent.inbox_files import Fingerprint

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
        *(".DS_Store", "Thumbs.db", ".goal.md", "~$goal.md", ".~lock.goal.md#", "#goal.md#", "goal.md.crdownload"),
        *("goal.md.bak", ".goal.md.Ab3dE", ".md", "goal.txt~", ".#goal.md"),
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
    (folder / "@eaDir").mkdir()
    os.mkfifo(folder / "pipe.md")
    before = names(folder)
    await settle(inbox, hand, 3_600)
    assert (names(folder), taker.goals) == (before, [])
    assert inbox.problems == {
        "link.md": NO_LINKS,
        "dangling.md": NO_LINKS,
        "folder.md": NOT_A_FILE,
        "pipe.md": NOT_A_FILE,
    }


@pytest.mark.parametrize("name", ["plan.docx", "goal", "goal.pdf", "md", "4913"])
async def test_a_file_of_another_ending_is_named_once_it_stays(
    folder: Path, taker: Taker, inbox: Inbox, hand: Hand, name: str
) -> None:
    (folder / name).write_text("Plan a trip")
    await inbox.look()
    assert inbox.problems == {}, "an editor's temporary is gone soon"
    await settle(inbox, hand)
    assert inbox.problems == {name: OTHER_ENDING}
    assert (names(folder), taker.goals) == ([name], [])
    (folder / name).rename(folder / "goal.md")
    await settle(inbox, hand)
    assert (taker.texts, inbox.problems) == (["Plan a trip"], {})


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
