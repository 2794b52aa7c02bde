"""The swarm's id and key: the token, the file, and that the key shows nowhere."""

import random
from pathlib import Path

import pytest

from edge_agent import identity
from edge_agent.membership import (
    TOKEN_LENGTH,
    Membership,
    MembershipError,
    TokenError,
    fingerprint,
    load_membership,
    load_or_make_membership,
    membership_of,
    new_membership,
    save_membership,
    token_of,
)
from edge_agent.records import SwarmId

SWARM = SwarmId("5a" * 16)
KNOWN = Membership(SWARM, "0123456789abcdef" * 4)


def test_a_token_says_what_it_was_made_of() -> None:
    for _ in range(50):
        membership = new_membership()
        token = token_of(membership)
        assert membership_of(token) == membership
        assert len(token) == TOKEN_LENGTH
        assert set(token) <= set("abcdefghijklmnopqrstuvwxyz234567-1"), "nothing that a shell or a mail changes"
    assert new_membership() != new_membership()


def test_the_format_of_a_token_stays() -> None:
    assert token_of(KNOWN) == (
        "swarm1-ljnfuws2ljnfuws2ljnfuws2liasgrlhrgv433ybencwpcnlzxxqci2fm6e2xtppaerukz4jvpg67w7d2qoq"
    )


@pytest.mark.parametrize(
    "change", [str.upper, lambda token: f"  {token}\r\n", lambda token: f"{token[:40]}\n {token[40:]}"]
)
def test_a_token_survives_what_mail_programs_do(change: object) -> None:
    assert callable(change)
    assert membership_of(change(token_of(KNOWN))) == KNOWN


def test_every_single_wrong_character_is_noticed() -> None:
    token = token_of(KNOWN)
    dice = random.Random(4)
    for place in range(len("swarm1-"), len(token)):
        wrong = dice.choice([one for one in "abcdefghijklmnopqrstuvwxyz234567" if one != token[place]])
        with pytest.raises(TokenError, match="damaged") as told:
            membership_of(token[:place] + wrong + token[place + 1 :])
        assert token[20:60] not in str(told.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "swarm-agent invite"),
        ("hello", "is no token"),
        ("swarm2-aaaa", "another version"),
        (token_of(KNOWN)[:-1], "damaged"),
        (token_of(KNOWN) + "a", "damaged"),
        (token_of(KNOWN) + "0", "damaged"),
        ("swarm1-", "damaged"),
        ("swarm1-ä\x00", "damaged"),
        ("x" * 10_000_000, "is no token"),
    ],
)
def test_what_is_no_token_is_refused_with_what_to_do(text: str, words: str) -> None:
    with pytest.raises(TokenError, match=words):
        membership_of(text)


def test_the_fingerprint_tells_members_apart_and_nothing_else() -> None:
    assert fingerprint(KNOWN) == fingerprint(Membership(SWARM, KNOWN.key))
    assert len(fingerprint(KNOWN)) == 16
    assert fingerprint(KNOWN) != fingerprint(new_membership(SWARM)), "another key"
    assert fingerprint(KNOWN) != fingerprint(Membership(SwarmId("5b" * 16), KNOWN.key)), "another swarm"
    assert fingerprint(KNOWN) not in KNOWN.key + KNOWN.swarm


def test_it_does_not_show_its_key() -> None:
    assert KNOWN.key not in f"{KNOWN!r} {KNOWN} {[KNOWN]}"


def test_a_first_start_makes_a_swarm_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "state" / "swarm.key"
    assert load_membership(path) is None
    made = load_or_make_membership(path)
    assert load_or_make_membership(path) == load_membership(path) == made
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text() == token_of(made) + "\n"
    assert [one.name for one in path.parent.iterdir()] == ["swarm.key"]
    assert load_or_make_membership(tmp_path / "other.key").swarm != made.swarm


def test_the_swarm_of_an_earlier_version_is_taken_over_with_a_new_key(tmp_path: Path) -> None:
    former = tmp_path / "swarm.id"
    former.write_text(SWARM)
    made = load_or_make_membership(tmp_path / "swarm.key", former=former)
    assert made.swarm == SWARM
    assert load_or_make_membership(tmp_path / "swarm.key", former=former) == made


def test_a_machine_begins_in_the_swarm_it_was_given(tmp_path: Path) -> None:
    path, seed, former = tmp_path / "swarm.key", tmp_path / "seed", tmp_path / "swarm.id"
    given = new_membership()
    former.write_text("0f" * 16 + "\n")
    seed.write_text(token_of(given) + "\n")
    assert load_or_make_membership(path, former=former, seed=seed) == given
    seed.write_text(token_of(new_membership()))
    assert load_or_make_membership(path, seed=seed) == given  # it only begins there


@pytest.mark.parametrize("content", [b"", b"swarm1-abc", b"\xff"])
def test_a_given_key_that_is_none_makes_no_swarm(content: bytes, tmp_path: Path) -> None:
    seed = tmp_path / "seed"
    seed.write_bytes(content)
    with pytest.raises(MembershipError, match=f"was given cannot be used .{seed}"):
        load_or_make_membership(tmp_path / "swarm.key", seed=seed)
    assert not (tmp_path / "swarm.key").exists()


def test_a_saved_membership_replaces_the_former_one(tmp_path: Path) -> None:
    path = tmp_path / "swarm.key"
    load_or_make_membership(path)
    save_membership(KNOWN, path)
    assert load_or_make_membership(path) == KNOWN
    assert [one.name for one in tmp_path.iterdir()] == ["swarm.key"]


def test_a_power_cut_while_saving_leaves_the_former_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "swarm.key"
    made = load_or_make_membership(path)

    def cut(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(identity.os, "fsync", cut)
    with pytest.raises(identity.IdentityError, match="cannot be written"):
        save_membership(KNOWN, path)
    assert load_membership(path) == made


def test_a_file_that_others_may_read_is_made_private(tmp_path: Path) -> None:
    path = tmp_path / "swarm.key"
    save_membership(KNOWN, path)
    path.chmod(0o644)
    assert load_membership(path) == KNOWN
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", [b"", b"\xff\x00garbage", token_of(KNOWN).encode()[:50], b"swarm9-abc"])
def test_a_damaged_file_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "swarm.key"
    path.write_bytes(content)
    with pytest.raises(MembershipError, match=r"swarm-agent join") as told:
        load_or_make_membership(path)
    assert str(path) in str(told.value)
    assert path.read_bytes() == content


def test_a_file_that_cannot_be_read_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "swarm.key").mkdir()
    with pytest.raises(MembershipError, match="cannot be read"):
        load_or_make_membership(tmp_path / "swarm.key")
    assert [one.name for one in tmp_path.iterdir()] == ["swarm.key"]
