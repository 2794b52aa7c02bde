"""The watched folder in trouble: crashes, full disks and changing files lose no goal and take none twice."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from inbox_hands import Hand, Taker, files, names, settle

from edge_agent import inbox as inbox_module
from edge_agent import inbox_files
from edge_agent.goal_files import GoalFile
from edge_agent.inbox import GoalRefused, Inbox, source_hash
from edge_agent.inbox_files import Fingerprint
from edge_agent.records import RecordId


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

    def crash(*_: object, **__: object) -> None:
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
