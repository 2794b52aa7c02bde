"""Fixtures for tests that run a real model: import what is needed into the test file by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from edge_agent.models.catalogue import Model, find
from edge_agent.models.download import default_models_directory, path_of
from edge_agent.roles.requests import Prompt

SMALL_MODEL = find("smollm2-135m")

PACKING = Prompt(
    system="You are a helpful assistant who plans trips with care and answers in short, plain sentences.",
    user="Name three things to pack for a trip to Japan in the rainy season, for a family with two small children.",
)


def model_path(model: Model) -> Path:
    """The verified file, or the test is skipped with what to do."""
    path = path_of(model, default_models_directory())
    if path is None:
        pytest.skip(f"no model: swarm-agent model pull {model.name}")
    return path


@pytest.fixture(scope="session")
def small_model() -> Path:
    """The file of SmolLM2-135M."""
    return model_path(SMALL_MODEL)
