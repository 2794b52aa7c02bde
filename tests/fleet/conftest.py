"""The fixtures of the fleet, and the table of what its scenarios measured."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from fleet.swarm import Prepared, Swarm, prepared

Measure = Callable[[str, object], None]
"""Notes a figure under a name; it is printed in the table and never judged."""


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


@pytest.fixture
def measure(record_property: Callable[[str, object], None]) -> Measure:
    """Note a figure of this scenario for the table."""
    return lambda what, figure: record_property(what, str(figure))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Where a scenario fails, show what the services said."""
    report = yield
    yard = getattr(item, "funcargs", {}).get("yard")
    if report.failed and report.when == "call" and yard is not None and yard.swarm is not None:
        for host in yard.swarm.hosts:
            report.sections.append((f"{host.name} ({host.release})", host.log()[-5_000:]))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The table: each scenario with its time and what it measured."""
    reports = [
        report
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        if report.when == "call" and "tests/fleet/" in report.nodeid
    ]
    if reports:
        terminalreporter.section("the fleet")
    for report in reports:
        name = report.nodeid.partition("::")[2].removeprefix("test_").replace("_", " ")
        terminalreporter.write_line(f"{report.outcome:<7}{report.duration:6.0f} s  {name}", red=report.failed)
        for what, figure in report.user_properties:
            terminalreporter.write_line(f"{'':17}{what}: {figure}")
