"""The publisher's file over HTTP: resuming, and servers that do not give what they should."""

from __future__ import annotations

import random

import msgspec
import pytest

from edge_agent.models import publisher
from edge_agent.models.catalogue import CATALOGUE
from edge_agent.models.sources import SourceFailed
from tests.model_sources import serve

CONTENT = random.Random(6).randbytes(200_000)
MODEL = msgspec.structs.replace(CATALOGUE[0], size=len(CONTENT))


@pytest.fixture(autouse=True)
def quick_and_local(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setattr(publisher, "RECONNECT_SECONDS", 0.0)


@pytest.fixture
def site():
    with serve(CONTENT) as site:
        yield site


def ignore(done, total, source):
    pass


async def test_it_goes_on_where_the_partial_file_ends(site, tmp_path):
    partial = tmp_path / "partial"
    partial.write_bytes(CONTENT[:70_000])
    await publisher.fetch(MODEL, site.url, partial, ignore)
    assert partial.read_bytes() == CONTENT
    assert site.ranges == ["bytes=70000-"]


async def test_broken_connections_are_made_again(site, tmp_path):
    site.break_after = 3
    await publisher.fetch(MODEL, site.url, tmp_path / "partial", ignore)
    assert (tmp_path / "partial").read_bytes() == CONTENT
    assert len(site.ranges) == 4


async def test_a_connection_that_always_breaks_is_given_up_and_what_came_is_kept(site, tmp_path):
    site.break_after = 10**6
    with pytest.raises(SourceFailed):
        await publisher.fetch(MODEL, site.url, tmp_path / "partial", ignore)
    kept = (tmp_path / "partial").read_bytes()
    assert kept and CONTENT.startswith(kept)
    assert len(site.ranges) <= publisher.MOST_CONNECTIONS


async def test_a_server_that_cannot_resume_sends_all_again(site, tmp_path):
    site.knows_ranges = False
    (tmp_path / "partial").write_bytes(b"x" * 500)
    await publisher.fetch(MODEL, site.url, tmp_path / "partial", ignore)
    assert (tmp_path / "partial").read_bytes() == CONTENT


@pytest.mark.parametrize("status", [404, 403, 503])
async def test_another_answer_is_told(site, tmp_path, status):
    site.status = status
    with pytest.raises(SourceFailed, match=f"answered {status}"):
        await publisher.fetch(MODEL, site.url, tmp_path / "partial", ignore)


async def test_a_page_instead_of_the_file_is_not_taken(site, tmp_path):
    site.content = b"<html>Please log in to this network</html>"
    (tmp_path / "partial").write_bytes(b"")
    with pytest.raises(SourceFailed, match=f"instead of {len(CONTENT)}"):
        await publisher.fetch(MODEL, site.url, tmp_path / "partial", ignore)
    assert (tmp_path / "partial").read_bytes() == b""


async def test_no_server_is_told(tmp_path):
    with pytest.raises(SourceFailed, match=r"127\.0\.0\.1 cannot be reached"):
        await publisher.fetch(MODEL, "http://127.0.0.1:9/model.gguf", tmp_path / "partial", ignore)
