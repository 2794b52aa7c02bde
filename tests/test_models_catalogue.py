"""The catalogue: its facts fit together, and names find one model or none."""

from __future__ import annotations

import re

import pytest

from edge_agent.models.catalogue import CATALOGUE, UnknownModel, best_for, find

GIB = 1 << 30


@pytest.mark.parametrize("model", CATALOGUE, ids=lambda model: model.name)
def test_the_facts_of_a_model_fit_together(model):
    assert re.fullmatch(r"[0-9a-f]{64}", model.sha256)
    assert model.parts or model.url
    assert not model.parts or sum(part.size for part in model.parts) == model.size
    assert all(part.size > 0 and "==" in part.requirement for part in model.parts)
    assert model.ram_needed > model.size
    assert model.licence in model.licence_notice and model.licence_url in model.licence_notice


def test_names_files_and_hashes_are_used_once():
    for attribute in ("name", "file_name", "sha256"):
        values = [getattr(model, attribute) for model in CATALOGUE]
        assert len(values) == len(set(values))


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("smollm2-135m", "smollm2-135m"),
        ("SmolLM2", "smollm2-135m"),
        ("0.5b", "qwen2.5-coder-0.5b"),
        ("coder-1.5b", "qwen2.5-coder-1.5b"),
        ("qwen2.5-1.5b", "qwen2.5-1.5b"),
    ],
)
def test_a_name_is_found_by_what_fits_one_model_alone(name, found):
    assert find(name).name == found


@pytest.mark.parametrize("name", ["1.5b", "qwen", "", "gpt-9"])
def test_an_ambiguous_or_unknown_name_lists_those_there_are(name):
    with pytest.raises(UnknownModel, match=r"qwen2\.5-coder-1\.5b"):
        find(name)


@pytest.mark.parametrize(
    ("ram", "name"),
    [
        (1 * GIB, "smollm2-135m"),
        (2 * GIB, "smollm2-135m"),
        (3 * GIB, "qwen2.5-coder-0.5b"),
        (int(5.5 * GIB), "qwen2.5-coder-0.5b"),
        (int(5.8 * GIB), "qwen2.5-coder-1.5b"),  # what a machine sold with 6 GiB tells
        (64 * GIB, "qwen2.5-coder-1.5b"),
    ],
)
def test_the_best_model_for_a_machine(ram, name):
    assert best_for(ram).name == name
