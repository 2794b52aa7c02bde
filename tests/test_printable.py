"""What a terminal would obey does not reach it."""

import pytest

from edge_agent.printable import one_line, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("größer 日本 👩‍👧 ✓\n\tnext", "größer 日本 👩‍👧 ✓\n\tnext"),
        ("\x1b]0;owned\x07", "\\x1b]0;owned\\x07"),
        ("\x9b2J\x7f\r", "\\x9b2J\\x7f\\x0d"),
        ("gnp.\u202eexe", "gnp.\\u202eexe"),
        ("half \udcff", "half \\udcff"),
    ],
)
def test_what_is_obeyed_becomes_an_escape(text: str, shown: str) -> None:
    assert printable(text) == shown
    printable(text).encode()


def test_one_line() -> None:
    assert one_line(" a\n b\x1b\u2028c ") == "a b\\x1b c"
