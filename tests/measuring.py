"""Figures that scenarios of the lab and the fleet note, and the table of them at the end of a run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

Measure = Callable[[str, object], None]
"""Notes a figure under a name; it is printed in the table and never judged."""

PLACES: Final = {"the lab": "tests/lab/", "the fleet": "tests/fleet/"}


@pytest.fixture
def measure(record_property: Callable[[str, object], None]) -> Measure:
    """Note a figure of this scenario for the table."""
    return lambda what, figure: record_property(what, str(figure))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The tables: each scenario with its time and what it measured."""
    for title, place in PLACES.items():
        reports = [
            report
            for outcome in ("passed", "failed")
            for report in terminalreporter.getreports(outcome)
            if report.when == "call" and place in report.nodeid
        ]
        if reports:
            terminalreporter.section(title)
        for report in reports:
            name = report.nodeid.partition("::")[2].removeprefix("test_").replace("_", " ")
            terminalreporter.write_line(f"{report.outcome:<7}{report.duration:6.0f} s  {name}", red=report.failed)
            for what, figure in report.user_properties:
                terminalreporter.write_line(f"{'':17}{what}: {figure}")
