"""Moving files: nothing overwritten, nothing half moved, whatever the names and the disk."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent import inbox_files
from edge_agent.inbox_files import FileChanged, Fingerprint, fingerprint, move, numbered, read_regular


def drop(folder: Path, name: str, text: str = "Plan a trip") -> tuple[Path, Fingerprint]:
    path = folder / name
    path.write_text(text)
    return path, fingerprint(path.lstat())


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_a_moved_file_lies_under_its_name_and_nothing_is_overwritten(tmp_path: Path) -> None:
    for number in range(3):
        move(*drop(tmp_path, "goal.md", f"text {number}"), tmp_path / "taken")
    assert contents(tmp_path / "taken") == {"goal.md": "text 0", "goal-2.md": "text 1", "goal-3.md": "text 2"}


def test_a_rejected_file_lies_beside_its_reason(tmp_path: Path) -> None:
    rejected = tmp_path / "rejected"
    for number in range(2):
        move(*drop(tmp_path, "goal.md", f"text {number}"), rejected, f"reason {number}")
    found = contents(rejected)
    assert found.keys() == {"goal.md", "goal.md.reason.txt", "goal-2.md", "goal-2.md.reason.txt"}
    assert "Why: reason 1\n" in found["goal-2.md.reason.txt"]
    assert found["goal-2.md"] == "text 1"


def test_a_reason_in_the_way_is_not_overwritten(tmp_path: Path) -> None:
    rejected = tmp_path / "rejected"
    rejected.mkdir()
    drop(rejected, "goal.md.reason.txt", "mine")
    move(*drop(tmp_path, "goal.md"), rejected, "why")
    assert contents(rejected)["goal.md.reason.txt"] == "mine"
    assert contents(rejected).keys() == {"goal.md.reason.txt", "goal-2.md", "goal-2.md.reason.txt"}


@pytest.mark.parametrize("name", ["é🎉\n" + "🎉" * 60 + "éé.md", "x" * 252 + ".md", "\udce9\udce9" * 126 + ".md"])
def test_names_of_255_bytes_with_emoji_and_newline(tmp_path: Path, name: str) -> None:
    assert 250 <= len(os.fsencode(name)) <= 255
    rejected = tmp_path / "rejected"
    for number in range(12):
        move(*drop(tmp_path, name, f"text {number}"), rejected, "why")
    texts = [path.read_text() for path in rejected.iterdir() if not path.name.endswith(".reason.txt")]
    assert sorted(texts) == sorted(f"text {number}" for number in range(12))
    assert len(list(rejected.iterdir())) == 24
    assert (rejected / name).read_text() == "text 0"


@given(
    st.text(st.characters(exclude_characters="/\0", codec="utf-8"), min_size=1, max_size=90),
    st.sampled_from([".md", ".TXT"]),
    st.integers(1, 9_999),
    st.sampled_from(["", ".reason.txt"]),
)
def test_numbered_names_fit_and_stay_whole_letters(stem: str, extension: str, number: int, suffix: str) -> None:
    name = numbered("x" + stem + extension, number, suffix)
    assert len(name.encode()) <= 255
    assert name.endswith(extension + suffix)
    if number == 1 and len((stem + extension + suffix).encode()) < 255:
        assert name == "x" + stem + extension + suffix


def test_a_file_that_changed_since_it_was_read_stays(tmp_path: Path) -> None:
    path, found = drop(tmp_path, "goal.md")
    path.write_text("Plan a longer trip")
    with pytest.raises(FileChanged):
        move(path, found, tmp_path / "rejected", "why")
    assert path.read_text() == "Plan a longer trip"
    assert contents(tmp_path / "rejected") == {}


def test_a_file_that_vanished_leaves_nothing_behind(tmp_path: Path) -> None:
    path, found = drop(tmp_path, "goal.md")
    path.unlink()
    with pytest.raises(FileNotFoundError):
        move(path, found, tmp_path / "taken")
    assert contents(tmp_path / "taken") == {}


def test_a_full_disk_leaves_the_file_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, found = drop(tmp_path, "goal.md")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for broken in ("_rename", "_write_note"):
        with monkeypatch.context() as patched:
            patched.setattr(inbox_files, broken, full)
            with pytest.raises(OSError, match="No space left"):
                move(path, found, tmp_path / "rejected", "why")
        assert path.read_text() == "Plan a trip"
        assert contents(tmp_path / "rejected") == {}


def refuse_across(monkeypatch: pytest.MonkeyPatch) -> None:
    def across(source: Path, target: str, **folders: int) -> None:
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    monkeypatch.setattr(inbox_files.os, "rename", across)


def test_a_folder_on_another_file_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, found = drop(tmp_path, "goal.md")
    refuse_across(monkeypatch)
    move(path, found, tmp_path / "taken")
    assert not path.exists()
    assert contents(tmp_path / "taken") == {"goal.md": "Plan a trip"}


def test_a_full_disk_on_another_file_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, found = drop(tmp_path, "goal.md")
    refuse_across(monkeypatch)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("shutil.copyfileobj", full)
    with pytest.raises(OSError, match="No space left"):
        move(path, found, tmp_path / "taken")
    assert path.read_text() == "Plan a trip"
    assert contents(tmp_path / "taken") == {}


def test_a_move_that_was_done_does_not_fail_because_its_folder_cannot_be_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ``move`` raises says that the file lies where it was."""
    path, found = drop(tmp_path, "goal.md")
    opened = os.open

    def refuse(name: str | Path, *arguments: int, **named: int) -> int:
        if name == tmp_path:
            raise OSError(errno.EMFILE, "Too many open files")
        return opened(name, *arguments, **named)

    monkeypatch.setattr(os, "open", refuse)
    assert move(path, found, tmp_path / "taken").read_text() == "Plan a trip"
    assert not path.exists()


def test_many_movers_of_one_name_keep_every_file(tmp_path: Path) -> None:
    def one(number: int) -> None:
        folder = tmp_path / str(number)
        folder.mkdir()
        for turn in range(20):
            move(*drop(folder, "goal.md", f"{number} {turn}"), tmp_path / "rejected", "why")

    movers = [threading.Thread(target=one, args=(number,)) for number in range(4)]
    for mover in movers:
        mover.start()
    for mover in movers:
        mover.join()
    texts = [path.read_text() for path in (tmp_path / "rejected").iterdir() if not path.name.endswith(".reason.txt")]
    assert sorted(texts) == sorted(f"{number} {turn}" for number in range(4) for turn in range(20))


def test_a_moved_file_counts_as_new_when_it_is_moved_back(tmp_path: Path) -> None:
    path, _ = drop(tmp_path, "goal.md")
    os.utime(path, ns=(1, 1))
    before = fingerprint(path.lstat())
    back = move(path, before, tmp_path / "taken").rename(path)
    assert fingerprint(back.lstat()) != before


def test_links_pipes_and_folders_are_not_read(tmp_path: Path) -> None:
    secret, _ = drop(tmp_path, "secret")
    (tmp_path / "link.md").symlink_to(secret)
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()
    for name in ("link.md", "pipe.md", "folder.md"):
        with pytest.raises(OSError):
            read_regular(tmp_path / name, 100)
    assert read_regular(secret, 4)[0] == b"Plan"
