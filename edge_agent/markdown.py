"""Foreign text inside our Markdown: whatever a model or a peer wrote, the document around it keeps its structure.

The rules are CommonMark's (https://spec.commonmark.org/0.31.2/): what can reach beyond its own place is an open code
fence, an HTML block, and a heading of a level above its section's.
"""

from __future__ import annotations

import re
from typing import Final

from edge_agent.goal_files import clean_text

_DEEPEST: Final = 6
_FENCE: Final = re.compile(r"( {0,3})(`{3,}|~{3,})(.*)")
_ATX: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?")
_SETEXT: Final = re.compile(r" {0,3}(=+|-+)[ \t]*")
_NO_PARAGRAPH: Final = re.compile(r"\s*(?:[-*+>#|]|\d+[.)]|```|~~~|$)| {4}|\t")
_TAG: Final = re.compile(r"<(?=[A-Za-z/!?])(?!(?:https?://|mailto:)[^\s<>]*>)")
_CODE_SPAN: Final = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_INLINE_MARK: Final = re.compile(r"[\\`*\[\]]|<(?=[A-Za-z/!?])|&(?=#?\w+;)|(?<!\w)_|_(?!\w)|~(?=~)")
_MOSTLY: Final = 0.9


def inline(text: str) -> str:
    """The text as one line that shows as it is, for headings and list items."""
    line = _INLINE_MARK.sub(lambda mark: "\\" + mark[0], " ".join(clean_text(text).split()))
    line = re.sub(r"#+$", lambda marks: "\\" + marks[0], line)
    # What would begin a list, a quote, a rule or a heading.
    return re.sub(r"^(?:(\d+)(?=[.)](?:\s|$))|(?=[-+>#]))", lambda mark: (mark[1] or "") + "\\", line)


def cell(text: str) -> str:
    """The text as one line for a cell of a table."""
    return inline(text).replace("|", "\\|")


def embed(text: str, level: int) -> str:
    """The text for a place below a heading of this level: its headings lie deeper, and nothing reaches beyond it."""
    lines = _with_plain_headings(clean_text(text).strip("\n").split("\n"))
    code = _code_lines(lines)
    headings = [
        len(found[1]) for number, line in enumerate(lines) if number not in code and (found := _ATX.fullmatch(line))
    ]
    shift = max(0, level + 1 - min(headings, default=_DEEPEST))
    return "\n".join(
        line if number in code else _line_outside_code(line, shift) for number, line in enumerate(lines)
    ).rstrip()


def without_title(text: str, title: str) -> str:
    """The text without a first heading that only repeats the title."""
    first, _, rest = text.lstrip("\n").partition("\n")
    heading = _ATX.fullmatch(first)
    repeats = heading is not None and _plain(heading[2] or "") == _plain(title)
    return rest.lstrip("\n") if repeats else text


def contains(whole: str, part: str) -> bool:
    """Whether (nearly) all lines of the part stand in the whole, under headings of any level."""
    if _plain(part) in _plain(whole):
        return True
    lines = [plain for line in part.split("\n") if (plain := _plain(line))]
    there = {_plain(line) for line in whole.split("\n")}
    return sum(line in there for line in lines) >= _MOSTLY * len(lines)


def _plain(text: str) -> str:
    """Words alone: the same line may be a heading, a list's item or a paragraph."""
    text = re.sub(r"^\s*[-+]\s", "", text, flags=re.MULTILINE)
    return " ".join(text.replace("#", " ").replace("*", "").casefold().split())


def _with_plain_headings(lines: list[str]) -> list[str]:
    """Headings that are underlined become such with number signs; a rule below a list stays a rule."""
    code = _code_lines(lines)
    changed: list[str] = []
    for number, line in enumerate(lines):
        underline = None if number in code or number == 0 else _SETEXT.fullmatch(line)
        if underline is None or number - 1 in code or not changed[-1].strip():
            changed.append(line)
        elif _NO_PARAGRAPH.match(changed[-1]):
            changed += ["", line]
        else:
            changed[-1] = f"{'#' if underline[1][0] == '=' else '##'} {changed[-1].strip()}"
    return changed


def _code_lines(lines: list[str]) -> frozenset[int]:
    """The numbers of the lines of fenced code that surely ends where it seems to, fences included."""
    code: set[int] = set()
    number = 0
    while number < len(lines):
        last = _last_of_fence(lines, number)
        if last is not None:
            code.update(range(number, last + 1))
        number = number + 1 if last is None else last + 1
    return frozenset(code)


def _last_of_fence(lines: list[str], first: int) -> int | None:
    opening = _FENCE.fullmatch(lines[first])
    if opening is None or (opening[2][0] == "`" and "`" in opening[3]):
        return None
    for number in range(first + 1, len(lines)):
        line = lines[number]
        # A line that is less indented ends the list item that the code may stand in, and so the code.
        if line.strip() and not line.startswith(opening[1]):
            return None
        closing = _FENCE.fullmatch(line)
        if closing and closing[2].startswith(opening[2]) and not closing[3].strip():
            return number
    return None


def _line_outside_code(line: str, shift: int) -> str:
    if _FENCE.fullmatch(line):
        return re.sub(r"[`~]", lambda mark: "\\" + mark[0], line)
    heading = _ATX.fullmatch(line)
    if heading:
        line = f"{'#' * min(_DEEPEST, len(heading[1]) + shift)} {heading[2] or ''}".rstrip()
    pieces, end = [], 0
    for span in _CODE_SPAN.finditer(line):
        pieces += [_TAG.sub("&lt;", line[end : span.start()]), span[0]]
        end = span.end()
    return "".join([*pieces, _TAG.sub("&lt;", line[end:])])
