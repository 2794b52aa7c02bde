"""Skips are told at the end of a run, and one that tests/allowed-skips.txt does not list fails it."""

from __future__ import annotations

import signal
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

import pytest

pytest_plugins = ("inbox_hands", "measuring", "other_users")
"""Fixtures of several files, and the tables of the lab and the fleet."""
ALLOWED_SKIPS = Path(__file__).with_name("allowed-skips.txt")


class AllowedSkip(NamedTuple):
    """A line of allowed-skips.txt: patterns of test id and reason, and why the skip is all right."""

    test: str
    reason: str
    why: str


class Skip(NamedTuple):
    """A test, or a whole file, that was skipped."""

    test: str
    reason: str

    def allowance(self, allowed: list[AllowedSkip]) -> AllowedSkip | None:
        """The line that allows this skip, if there is one."""
        fitting = (a for a in allowed if fnmatchcase(self.test, a.test) and fnmatchcase(self.reason, a.reason))
        return next(fitting, None)


def read_allowed_skips(text: str) -> list[AllowedSkip]:
    """The lines of allowed-skips.txt. Raises ValueError for a line that has not all three parts."""
    allowed = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split("|")]
        if len(parts) != 3 or not all(parts):
            raise ValueError(f"line {number}: wanted 'test | reason | why', got {line!r}")
        allowed.append(AllowedSkip(*parts))
    return allowed


class SkipWatch:
    """Collects the skips of a run and judges them when it ends."""

    def __init__(self, allowed: list[AllowedSkip]) -> None:
        self._allowed = allowed
        self._skips: list[Skip] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One phase of one test has run."""
        self._notice(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """One file was read; it may be skipped as a whole."""
        self._notice(report)

    def _notice(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            self._skips.append(Skip(report.nodeid, reason.removeprefix("Skipped: ")))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """A run that passed otherwise fails for a skip that is not allowed."""
        if exitstatus == pytest.ExitCode.OK and any(skip.allowance(self._allowed) is None for skip in self._skips):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell what was skipped, and why."""
        for skip in self._skips:
            allowance = skip.allowance(self._allowed)
            verdict = allowance.why if allowance else f"NOT ALLOWED: not in {ALLOWED_SKIPS.name}"
            terminalreporter.write_line(f"skipped: {skip.test}: {skip.reason} ({verdict})", red=allowance is None)
        if not self._skips:
            terminalreporter.write_line("skipped: nothing")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of scripts/lab and scripts/fleet."""
    parser.addoption("--fleet", action="store_true", help="run all scenarios of tests/fleet")
    parser.addoption("--lab", action="store_true", help="run the scenarios of tests/lab that are not part of the suite")
    parser.addoption("--soak-minutes", type=float, default=3.0, help="how long the soak of the lab goes on")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the long scenarios of the lab and the fleet, unless scripts/lab or scripts/fleet asks for them."""
    long = [marker for marker in ("lab", "fleet") if not config.getoption(f"--{marker}")]
    left_out = [item for item in items if any(item.get_closest_marker(marker) for marker in long)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_configure(config: pytest.Config) -> None:
    """Watch the skips of this run, and start processes that hear hangups also where the run itself is not to."""
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        # Under nohup, processes inherit that hangups are ignored, but not that a handler does nothing.
        signal.signal(signal.SIGHUP, lambda number, frame: None)
    try:
        allowed = read_allowed_skips(ALLOWED_SKIPS.read_text(encoding="utf-8"))
    except ValueError as error:
        raise pytest.UsageError(f"{ALLOWED_SKIPS}: {error}") from None
    config.pluginmanager.register(SkipWatch(allowed), "skip-watch")
