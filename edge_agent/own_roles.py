"""The roles that this machine serves of itself, and why: by its configuration, else by what was found in it."""

from __future__ import annotations

from edge_agent.config import Config
from edge_agent.hardware import Gpu, Hardware, gibibytes
from edge_agent.models.offload import can_offload
from edge_agent.roles.assign import RoleKeeper, primary_role


def usable_gpu(config: Config, hardware: Hardware) -> Gpu | None:
    """The graphics processor that the model would run on; None where there is none, or none that can be used."""
    large = [gpu for gpu in hardware.gpus if gpu.large_enough]
    return max(large, key=lambda gpu: gpu.memory) if large and may_offload(config) else None


def may_offload(config: Config) -> bool:
    """Whether what runs the model can use a graphics processor. Of a backend of the owner's own it is supposed."""
    return config.backend != "llama" or can_offload()


def make_keeper(config: Config, hardware: Hardware) -> RoleKeeper:
    """The keeper of this machine's roles. Takes some seconds where a graphics processor is found."""
    if config.roles:
        return RoleKeeper(frozenset(config.roles), why="as configured", covers=config.cover)
    gpu = usable_gpu(config, hardware)
    role = primary_role(memory=hardware.memory, usable_gpu=gpu is not None)
    graphics = "no usable graphics processor" if gpu is None else str(gpu)
    why = f"its hardware: {gibibytes(hardware.memory)} of memory, {graphics}"
    return RoleKeeper(frozenset({role}), why=why, covers=config.cover)
