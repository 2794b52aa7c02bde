"""How one agent hears the others."""

from __future__ import annotations

import logging
from typing import cast

import msgspec
import pytest

from edge_agent.config import Config
from edge_agent.hardware import GIB, Hardware
from edge_agent.mesh.hearing import DEAF_AFTER
from edge_agent.mesh.presence import GONE_AFTER, Beacon, PresenceTable
from edge_agent.neighbours import Neighbours
from edge_agent.own_part import OwnPart
from edge_agent.own_roles import make_keeper
from edge_agent.peer_names import PeerNames
from edge_agent.records import PeerId
from edge_agent.store import Store

ME, BERT = PeerId("anna"), PeerId("bert")
INTERVAL = 1.0
HELLO = Beacon(boot="1" * 16, started=1, sequence=1, clock=1, wall_ms=1, name="oak", author=BERT, interval=INTERVAL)
HARDWARE = Hardware(machine="x86_64", cores=4, memory=8 * GIB)


@pytest.fixture
def neighbours() -> Neighbours:
    config = Config(name="ash")
    part = OwnPart(config, HARDWARE, make_keeper(config, HARDWARE), None)
    presence = PresenceTable(ME, interval=INTERVAL)
    return Neighbours(part, presence, PeerNames(cast(Store, None), {}), 0.0)


def test_a_beacon_is_news_once_and_tells_the_name(neighbours: Neighbours) -> None:
    assert neighbours.name_of(BERT) == BERT
    assert neighbours.hear(HELLO, 1.0)
    assert not neighbours.hear(HELLO, 1.5)
    assert not neighbours.hear(msgspec.structs.replace(HELLO, author=ME, sequence=2), 1.5), "it is our own"
    assert neighbours.names() == {ME: "ash", BERT: "oak"}


def test_whoever_falls_silent_is_gone(neighbours: Neighbours, caplog: pytest.LogCaptureFixture) -> None:
    neighbours.hear(HELLO, 0.0)
    with caplog.at_level(logging.INFO):
        changes = [now for now in range(int(GONE_AFTER) + 3) if neighbours.tick(now)]
    assert len(changes) == 3, "alive, suspect, gone"
    assert [record.getMessage() for record in caplog.records] == ["ash: oak is alive", "ash: oak is gone"]


def test_who_was_cut_off_does_not_blame_the_others(neighbours: Neighbours) -> None:
    neighbours.hear(HELLO, 0.0)
    back = DEAF_AFTER * INTERVAL + 1
    for now in range(int(back)):
        neighbours.tick(now)
    neighbours.sign(back)
    assert neighbours.hearing.since == back
    assert not any(neighbours.tick(back + more) and not neighbours.presence.living(back + more) for more in range(3))
    assert BERT in neighbours.presence.living(back + 2)
