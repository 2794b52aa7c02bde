"""The hosts that scenarios of the fleet share."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from measuring import Measure

from fleet.swarm import Prepared, Swarm, prepared


class Yard:
    """The hosts that scenarios share: installing them takes longer than most scenarios."""

    def __init__(self) -> None:
        self.prepared: Prepared = prepared()
        self.swarm: Swarm | None = None
        self.figures: list[tuple[str, str]] = []
        """What was measured while they were set up."""

    def open(self) -> Swarm:
        """The swarm of the scenarios, set up now where it is not."""
        if self.swarm is None:
            began = time.monotonic()
            self.swarm = Swarm(self.prepared)
            self.swarm.start()
            releases = ", ".join(f"{host.name} {host.release}" for host in self.swarm.hosts)
            self.figures.append((f"booted, installed and one swarm ({releases})", f"{time.monotonic() - began:.0f} s"))
        return self.swarm

    def close(self) -> None:
        """Nothing of it lives on."""
        if self.swarm is not None:
            self.swarm.close()
            self.swarm = None


@pytest.fixture(scope="package")
def yard() -> Iterator[Yard]:
    """The hosts of all scenarios; switched off before other tests begin."""
    yard = Yard()
    try:
        yield yard
    finally:
        yard.close()


@pytest.fixture
def swarm(yard: Yard, measure: Measure) -> Swarm:
    """Three hosts of one swarm, all well."""
    swarm = yard.open()
    swarm.mend()
    while yard.figures:
        measure(*yard.figures.pop())
    return swarm


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Where a scenario fails, show what the services said."""
    report = yield
    yard = getattr(item, "funcargs", {}).get("yard")
    if report.failed and report.when == "call" and yard is not None and yard.swarm is not None:
        for host in yard.swarm.hosts:
            report.sections.append((f"{host.name} ({host.release})", host.log()[-5_000:]))
    return report
