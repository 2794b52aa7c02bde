"""The fixtures of the lab, and the table of what its scenarios measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lab.network import Network, why_not
from lab.swarm import Lab

Measure = Callable[[str, object], None]
"""Notes a figure under a name; it is printed in the table and never judged."""


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """A network of its own for one scenario."""
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    with Network() as network:
        lab = Lab(network, tmp_path)
        try:
            yield lab
        finally:
            lab.close()


@pytest.fixture
def measure(record_property: Callable[[str, object], None]) -> Measure:
    """Note a figure of this scenario for the table."""
    return lambda what, figure: record_property(what, str(figure))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The table: each scenario with its time and what it measured."""
    reports = [
        report
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        if report.when == "call" and "tests/lab/" in report.nodeid
    ]
    if reports:
        terminalreporter.section("the lab")
    for report in reports:
        name = report.nodeid.partition("::")[2].removeprefix("test_").replace("_", " ")
        terminalreporter.write_line(f"{report.outcome:<7}{report.duration:6.0f} s  {name}", red=report.failed)
        for what, figure in report.user_properties:
            terminalreporter.write_line(f"{'':17}{what}: {figure}")
