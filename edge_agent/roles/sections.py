"""What becomes of parts when they are put together, by code: nothing twice, and what is open at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from edge_agent.roles import blanks
from edge_agent.roles.assumptions import MARK
from edge_agent.roles.wording import Words

_SHORTEST_REPEAT: Final = 12
"""Characters below which a line may stand in two parts: "- Tea" is no repetition."""
_FRAME: Final = re.compile(r"^[\s|:-]*$|^#+\s")
_MOST_OPEN: Final = 20
"""Open points at most: more of them are no list to go through."""


def demoted(text: str) -> str:
    """The text with its headings one level down, six at most."""
    return re.sub(r"^(#{1,5})(?=\s)", r"#\1", text, flags=re.MULTILINE)


def without_repeats(texts: Sequence[str]) -> list[str]:
    """The texts without the lines that stand in an earlier text, whatever their bullets, marks and case."""
    seen: set[str] = set()
    kept: list[str] = []
    for text in texts:
        lines = [line for line in text.split("\n") if not (_is_content(line) and _key(line) in seen)]
        seen.update(_key(line) for line in lines if _is_content(line))
        kept.append(re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip())
    return kept


def _key(line: str) -> str:
    return " ".join(re.findall(r"\w+", line.lower()))


def _is_content(line: str) -> bool:
    return not _FRAME.match(line) and not line.startswith("|") and len(_key(line)) >= _SHORTEST_REPEAT


def hoisted(text: str, words: Words) -> tuple[str, list[str]]:
    """The text without what it says of marks, blanks and open points, and these points, one line each.

    A part that is itself merged ends with them under a heading of their own.
    """
    points: list[str] = []
    kept: list[str] = []
    inside = False
    for line in text.split("\n"):
        if re.match(r"#+\s", line):
            inside = line.lstrip("# ").strip() == words.open_points
            if inside:
                continue
        if _is_legend(line, words) or (inside and line.strip()):
            points.append(line.removeprefix("- ").strip())
        elif not inside:
            kept.append(line)
    return "\n".join(kept).strip(), points


def _is_legend(line: str, words: Words) -> bool:
    return line.startswith(f"{MARK} ") or line in (blanks.legend(words), words.too_weak)


def open_lines(title: str, text: str, words: Words) -> list[str]:
    """For each line of the text that code left open, the part's title and the line's label."""
    return [f"{title}: {_label(line)} ({words.left_open})" for line in text.split("\n") if words.left_open in line]


def _label(line: str) -> str:
    if line.startswith("|"):
        return line.strip("| ").split("|", 1)[0].strip()
    return line.lstrip("-* ").split(":", 1)[0].strip()


def closing(points: Iterable[str], words: Words) -> str:
    """The section of open points, each once, what marks mean behind the others; empty where there are none."""
    lines = list(dict.fromkeys(point for point in points if point))
    legends = [line for line in lines if _is_legend(line, words)]
    others = [line for line in lines if not _is_legend(line, words)]
    lines = [*others[: max(_MOST_OPEN - len(legends), 0)], *legends][:_MOST_OPEN]
    return f"## {words.open_points}\n\n" + "\n".join(f"- {line}" for line in lines) if lines else ""


def fitted(texts: Sequence[str], room: int) -> list[str]:
    """The texts cut so that they fit together: short ones whole, the long ones to one equal length."""
    if sum(map(len, texts)) <= room:
        return list(texts)
    left, limit = room, 0
    for rank, length in enumerate(sorted(map(len, texts))):
        limit = left // (len(texts) - rank)
        if length > limit:
            break
        left -= length
    return [text if len(text) <= limit else text[: max(limit - 2, 0)].rstrip() + " …" for text in texts]
