"""What follows from the hardware."""

import pytest

from edge_agent.hardware import (
    ALL_WORKING_ROLES,
    GIB,
    Hardware,
    clock_is_synchronised,
    default_roles,
    detect_hardware,
    load_fraction,
)


@pytest.mark.parametrize(
    ("memory", "roles"), [(GIB - 1, ("observer",)), (GIB, ALL_WORKING_ROLES), (64 * GIB, ALL_WORKING_ROLES)]
)
def test_roles_by_memory(memory: int, roles: tuple[str, ...]) -> None:
    assert default_roles(Hardware(machine="aarch64", cores=4, memory=memory)) == roles


def test_this_machine_is_described() -> None:
    found = detect_hardware()
    assert found.cores >= 1
    assert found.memory > 0
    assert found.machine
    assert 0 <= load_fraction() <= 1
    assert clock_is_synchronised() in (True, False)
