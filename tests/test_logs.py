"""The log: one line an event, journald's levels."""

import io
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from edge_agent import logs
from edge_agent.logs import OneLine, set_up_logging


@pytest.fixture
def untouched_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, raises = root.handlers[:], root.level, logging.raiseExceptions
    yield
    for handler in root.handlers:
        handler.close()
    root.handlers, logging.raiseExceptions = handlers, raises
    root.setLevel(level)


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


def test_nothing_that_a_terminal_obeys_is_logged() -> None:
    for journald in (True, False):
        line = OneLine(journald).format(record(logging.INFO, "\x1b]0;owned\x07 \x9b2J <3>forged \u202egnp"))
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(line)


def test_a_long_file_is_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, untouched_logging: None) -> None:
    monkeypatch.setattr(logs, "MAX_FILE_BYTES", 200)
    set_up_logging("info", tmp_path / "up.log")
    for number in range(20):
        logging.getLogger("edge_agent").info("line %d", number)
    assert {path.name for path in tmp_path.iterdir()} == {"up.log", "up.log.1"}
    assert "line 19" in (tmp_path / "up.log").read_text()


@pytest.mark.parametrize("stream", [None, io.StringIO()])
def test_without_a_standard_error_nothing_breaks(
    stream: io.StringIO | None, monkeypatch: pytest.MonkeyPatch, untouched_logging: None
) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    set_up_logging("info")
    logging.getLogger("edge_agent").info("hello")


def test_the_chatter_of_libraries_is_left_out(tmp_path: Path, untouched_logging: None) -> None:
    set_up_logging("info", tmp_path / "up.log")
    logging.warning("Error getting transport addresses: 'peer ID not found'")
    logging.getLogger("libp2p.host").error("chatter")
    logging.error("a real error of a library")
    logging.getLogger("edge_agent.agent").info("ours")
    lines = (tmp_path / "up.log").read_text().splitlines()
    assert [line.split(" ", 2)[2] for line in lines] == ["a real error of a library", "ours"]
