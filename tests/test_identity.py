"""The key and the swarm's id: made once, kept private, refused when broken."""

import os
from pathlib import Path

import pytest

from edge_agent.clock import wall_ms
from edge_agent.identity import (
    IdentityError,
    former_identities,
    load_or_make_signer,
    load_swarm,
    put_durably,
    renew_signer,
)


def test_the_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "state" / "identity.key"
    first = load_or_make_signer(path)
    assert load_or_make_signer(path).peer_id == first.peer_id
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in path.parent.iterdir()] == ["identity.key"]
    assert load_or_make_signer(tmp_path / "other.key").peer_id != first.peer_id


def test_a_cut_key_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "identity.key"
    path.write_bytes(b"short")
    with pytest.raises(IdentityError, match="not a key of this program"):
        load_or_make_signer(path)
    assert path.read_bytes() == b"short"


def test_the_swarms_id_of_earlier_versions_is_read_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "swarm.id"
    assert load_swarm(path) is None
    path.write_text("5a" * 16 + "\n")
    assert load_swarm(path) == "5a" * 16
    path.write_text("hello")
    with pytest.raises(IdentityError, match="32 hexadecimal digits"):
        load_swarm(path)


def test_a_replaced_file_is_whole_and_private(tmp_path: Path) -> None:
    path = tmp_path / "state" / "file"
    put_durably(path, b"one")
    with pytest.raises(FileExistsError):
        put_durably(path, b"two")
    assert path.read_bytes() == b"one"
    path.chmod(0o644)
    put_durably(path, b"two", replace=True)
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"two", 0o600)
    assert [one.name for one in path.parent.iterdir()] == ["file"]


def test_an_unwritable_place_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(IdentityError, match="cannot be"):
        load_or_make_signer(tmp_path / "file" / "identity.key")


def test_a_key_that_others_may_read_is_made_private(tmp_path: Path) -> None:
    path = tmp_path / "identity.key"
    first = load_or_make_signer(path)
    path.chmod(0o644)
    assert load_or_make_signer(path).peer_id == first.peer_id
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_system_without_links_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(source: object, target: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    path = tmp_path / "identity.key"
    assert load_or_make_signer(path).peer_id == load_or_make_signer(path).peer_id
    assert [one.name for one in tmp_path.iterdir()] == ["identity.key"]


def test_what_a_killed_run_left_behind_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / f"identity.key.{os.getpid()}.new").write_bytes(b"half")
    load_or_make_signer(tmp_path / "identity.key")


def test_a_key_that_was_given_up_is_kept_and_remembered(tmp_path: Path) -> None:
    path = tmp_path / "identity.key"
    first = load_or_make_signer(path)
    assert former_identities(path) == {}
    before = wall_ms()
    aside = renew_signer(path)
    second = load_or_make_signer(path)
    assert second.peer_id != first.peer_id
    assert aside.read_bytes() == first.seed and aside.stat().st_mode & 0o777 == 0o600
    (left,) = former_identities(path).items()
    assert left[0] == first.peer_id and before - 1_000 <= left[1] <= wall_ms()
    (tmp_path / "identity.key.copied-nonsense").write_bytes(b"x")
    assert len(former_identities(path)) == 1


def test_a_key_that_is_not_there_cannot_be_given_up(tmp_path: Path) -> None:
    with pytest.raises(IdentityError, match="set aside"):
        renew_signer(tmp_path / "identity.key")
