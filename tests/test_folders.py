"""Folders by their descriptors."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from edge_agent.folders import keep_names, opened_folder


def test_what_is_opened_stays_the_same_folder_whatever_its_name_is(tmp_path: Path) -> None:
    (tmp_path / "one" / "inner").mkdir(parents=True)
    with opened_folder(tmp_path / "one") as one:
        (tmp_path / "one").rename(tmp_path / "other")
        with opened_folder("inner", within=one) as inner:
            assert os.path.samestat(os.fstat(inner), (tmp_path / "other" / "inner").stat())
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(one)


def test_a_link_is_followed_only_where_that_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    with opened_folder(tmp_path / "link") as handle:
        assert os.path.samestat(os.fstat(handle), (tmp_path / "folder").stat())
    with pytest.raises(OSError), opened_folder(tmp_path / "link", follow=False):
        pass


def test_only_a_folder_keeps_names(tmp_path: Path) -> None:
    keep_names(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        keep_names(tmp_path / "file")
