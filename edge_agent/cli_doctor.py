"""``swarm-agent doctor``: prints what :mod:`edge_agent.doctor` finds."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from edge_agent.cli_goal import AddCommand, HomeOf
from edge_agent.config import Config, ConfigError
from edge_agent.home import Home
from edge_agent.printable import one_line, print_json, printable

if TYPE_CHECKING:
    from edge_agent.doctor import Finding

COLOURS: Final = {"ok": "\x1b[32m", "warn": "\x1b[33m", "broken": "\x1b[31m"}
PLAIN: Final = "\x1b[0m"

ConfigOf = Callable[[argparse.Namespace, Home], Config]


def register(commands: Any, add: AddCommand, home: HomeOf, config: ConfigOf) -> None:
    """Add the command."""
    add(
        commands,
        "doctor",
        lambda options: _doctor(options, home(options), config),
        "examine this machine: what was found, which role follows, what is wrong and what to do",
    )


def _doctor(options: argparse.Namespace, home: Home, config_of: ConfigOf) -> int:
    """1 where something is broken."""
    from edge_agent.doctor import Finding, examine, is_broken  # here, for the other commands do without it

    findings: list[Finding] = []
    try:
        config = config_of(options, home)
        findings.append(Finding("settings", "ok", "they can be read"))
    except ConfigError as error:
        config = Config()
        findings.append(Finding("settings", "broken", f"{error}. What follows is for the settings as they come"))
    show = not options.json
    for finding in findings:
        _print(finding, show=show)
    for finding in examine(home, config):
        findings.append(finding)
        _print(finding, show=show)
    if options.json:
        print_json({"broken": is_broken(findings), "findings": msgspec.to_builtins(findings)})
    return 1 if is_broken(findings) else 0


def _print(finding: Finding, *, show: bool) -> None:
    """As it is found: some of it takes seconds. Colours only for people."""
    if not show:
        return
    coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR")  # https://no-color.org
    colour, plain = (COLOURS[finding.state], PLAIN) if coloured else ("", "")
    print(f"{colour}{finding.state:6}{plain}  {finding.subject:9}  {printable(one_line(finding.text))}", flush=True)
