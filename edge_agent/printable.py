"""Text of peers, models and files as it may be shown: without what a terminal or a log would obey."""

from __future__ import annotations

import json
import re
from typing import Any, Final

# Control characters (ESC and CSI move the cursor, set titles, answer questions), the marks that turn the direction of
# text around (they can make one name look like another), and halves of surrogate pairs, which cannot be written.
_OBEYED: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """The text with every such character as an escape (``\\x1b``); tabs and line feeds stay."""
    return _OBEYED.sub(lambda found: _escaped(found[0]), text)


def one_line(text: str) -> str:
    """The same on one line, with single spaces."""
    return printable(" ".join(text.split()))


def _escaped(character: str) -> str:
    number = ord(character)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


def print_json(value: Any) -> None:
    """Print the value as JSON."""
    # Only strings hold such characters, and JSON has escapes for them: programs read the same, terminals obey none.
    text = json.dumps(value, indent=2, ensure_ascii=False)
    print(re.sub("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text))
