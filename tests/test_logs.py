"""The log: one line an event, journald's levels."""

import logging
import sys

from edge_agent.logs import OneLine


def record(level: int, text: str, with_error: bool = False) -> logging.LogRecord:
    error = None
    if with_error:
        try:
            raise ValueError("two\nlines")
        except ValueError:
            error = sys.exc_info()
    return logging.LogRecord("x", level, __file__, 1, text, None, error)


def test_an_event_is_one_line_whatever_it_holds() -> None:
    for journald in (True, False):
        line = OneLine(journald).format(record(logging.ERROR, "a\nb\r\nc", with_error=True))
        assert "\n" not in line
        assert "ValueError: two" in line


def test_journald_gets_its_levels() -> None:
    levels = [logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL]
    assert [OneLine(True).format(record(level, "x")) for level in levels] == ["<7>x", "<6>x", "<4>x", "<3>x", "<2>x"]
