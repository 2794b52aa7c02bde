"""What a machine is in its swarm, with and without a model."""

from __future__ import annotations

import pytest
from scripted_model import ScriptedModel

from edge_agent.config import Config, RoleName
from edge_agent.hardware import GIB, Hardware
from edge_agent.mesh.presence import PresenceTable
from edge_agent.models.service import ModelService
from edge_agent.own_part import OwnPart
from edge_agent.own_roles import make_keeper
from edge_agent.records import PeerId

ME = PeerId("anna")
HARDWARE = Hardware(machine="x86_64", cores=4, memory=8 * GIB)


def part_of(models: ModelService | None, *roles: RoleName) -> OwnPart:
    config = Config(name="anna", roles=roles)
    return OwnPart(config, HARDWARE, make_keeper(config, HARDWARE), models)


@pytest.fixture
def models() -> ModelService:
    return ModelService(ScriptedModel())


def look(part: OwnPart, now: float = 0.0) -> bool:
    return part.look(PresenceTable(ME), [], now)


def test_without_a_model_it_serves_nothing_until_it_has_one(models: ModelService) -> None:
    part = part_of(None, "scorer")
    assert not look(part)
    assert (part.roles, part.tier, part.as_peer(ME).own, part.as_peer(ME).could) == (set(), 0, set(), set())
    assert part.use_models(models)
    assert look(part), "the roles changed"
    assert part.roles == part.as_peer(ME).own == {"scorer"}
    assert part.as_peer(ME).tier == models.tier > 0
    assert part.scorers(PresenceTable(ME), 0.0) == 1


def test_an_observer_takes_no_model(models: ModelService) -> None:
    part = part_of(models, "observer")
    assert not part.use_models(models)
    assert part.models is None
    assert part.observes and part.as_peer(ME).own == {"observer"}
