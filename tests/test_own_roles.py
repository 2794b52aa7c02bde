"""The roles that follow from configuration and hardware."""

from __future__ import annotations

import pytest

from edge_agent import own_roles
from edge_agent.config import Config
from edge_agent.hardware import GIB, MIB, Gpu, Hardware
from edge_agent.models.offload import llama_build
from edge_agent.own_roles import make_keeper, usable_gpu

GPU = Gpu(name="RTX 3060", memory=12 * GIB)


def machine(memory: int, *gpus: Gpu) -> Hardware:
    return Hardware(machine="x86_64", cores=4, memory=memory, gpus=gpus)


def test_the_hardware_decides_where_the_owner_does_not() -> None:
    keeper = make_keeper(Config(), machine(2 * GIB))
    assert (keeper.own, keeper.why("scorer")) == (
        {"scorer"},
        "its hardware: 2 GiB of memory, no usable graphics processor",
    )
    assert keeper.could == {"decomposer"}
    assert make_keeper(Config(), machine(512 * MIB)).own == {"observer"}


def test_the_owners_word_overrides_and_cover_can_be_switched_off() -> None:
    keeper = make_keeper(Config(roles=("scorer", "executor")), machine(512 * MIB))
    assert (keeper.own, keeper.could, keeper.why("scorer")) == (
        {"scorer", "executor"},
        {"decomposer"},
        "as configured",
    )
    assert make_keeper(Config(cover=False), machine(8 * GIB)).could == frozenset()
    assert make_keeper(Config(roles=("observer",)), machine(8 * GIB)).could == frozenset()


def test_a_gpu_counts_where_it_can_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_roles, "can_offload", lambda: False)
    with_gpu = machine(8 * GIB, GPU)
    assert make_keeper(Config(), with_gpu).own == {"decomposer"}
    assert make_keeper(Config(backend="mine:make"), with_gpu).own == {"executor"}, "it is supposed to know its way"
    monkeypatch.setattr(own_roles, "can_offload", lambda: True)
    assert make_keeper(Config(), with_gpu).own == {"executor"}
    assert usable_gpu(Config(), machine(8 * GIB, Gpu(name="small", memory=GIB))) is None
    assert usable_gpu(Config(), machine(8 * GIB, Gpu(name="small", memory=3 * GIB), GPU)) == GPU


def test_the_installed_build_says_what_it_can() -> None:
    assert llama_build() in ("offload", "processor only", None)
