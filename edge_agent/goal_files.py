"""From the bytes of a goal file to a goal, or to a reason that a person understands. Pure, and raises for no input.

A goal file is plain text in any usual encoding. It may begin with settings in TOML between two lines of ``+++``::

    +++
    title = "Two weeks in Japan"
    effort = "thorough"        # or "quick", "normal": how much pains to take
    quorum = "two-thirds"      # or "majority", "all", or a number of scorers
    max_depth = 2              # levels of splitting; 0: answer it whole
    max_tasks = 20
    priority = 10              # -100 to 100, higher first
    language = "en"
    +++
    Plan a two-week trip to Japan for two.
"""

from __future__ import annotations

import codecs
import difflib
import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, Literal

import charset_normalizer
from msgspec import Struct

from edge_agent.effort import EFFORTS, Effort
from edge_agent.records import MAX_GOAL_TEXT, MAX_TITLE

MAX_FILE_BYTES: Final = 256 * 1024
"""More than the longest goal takes in any encoding: nothing longer need be read."""
MAX_TEXT_BYTES: Final = 60_000
"""UTF-8 bytes of a goal's text: the rest of a record's 64 KiB is for titles, names and the signature."""
MAX_SOURCE_NAME: Final = 200
"""Characters of a file name that travel with its goal."""
SHORT_TITLE: Final = 80
"""Characters of a title that is made from the first line."""

QUORUM_WORDS: Final = ("majority", "two-thirds", "all")
RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "quorum": (1, 1_000),
    "max_depth": (0, 8),
    "max_tasks": (1, 10_000),
    "priority": (-100, 100),
}
"""The least and the greatest number that each setting takes."""
KEYS: Final = ("title", "quorum", "effort", "max_depth", "max_tasks", "priority", "language")


class GoalOptions(Struct, frozen=True, kw_only=True):
    """What the owner set for this goal; None: the machine's defaults hold."""

    quorum: int | Literal["majority", "two-thirds", "all"] | None = None
    effort: Effort | None = None
    max_depth: int | None = None
    max_tasks: int | None = None
    priority: int = 0
    language: str = ""
    """A language tag such as ``de`` or ``pt-br``, in lower case; empty where none was given."""


class GoalFile(Struct, frozen=True, kw_only=True):
    """A goal as its owner wrote it. All values fit the limits of ``records.Goal``."""

    title: str
    text: str
    options: GoalOptions = GoalOptions()
    source_hash: str = ""
    """Tells this file from every other (see ``inbox.source_hash``); empty for a goal that came from no file."""
    source_name: str = ""


class BadGoalFile(Struct, frozen=True):
    """Why a file is no goal, in words for its owner."""

    reason: str


# The first bytes of files that people drop by mistake.
_MAGIC: Final = (
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\xd0\xcf\x11\xe0", "an office document"),
    (b"{\\rtf", "an RTF document"),
    (b"\x7fELF", "a program"),
    (b"\x1f\x8b", "a compressed file"),
    (b"SQLite format 3", "a database"),
)
# UTF-32 first: its little-endian mark begins with that of UTF-16.
_BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# The encodings of scripts without Latin letters, in which nearly every letter is a byte above 127.
_OTHER_SCRIPTS: Final = (
    *("cp1251", "koi8_r", "cp1253", "cp1255", "cp1256", "cp874"),
    *("cp932", "euc_jp", "gb18030", "big5", "cp949"),
)
_LINE_ENDS: Final = re.compile("\r\n|[\r\x85\u2028\u2029]")
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*")
_HEADING: Final = re.compile(r"\s{0,3}(#{1,6})\s+(.*)")
_YAML_KEY: Final = re.compile(r"(#|[\w-]+:(\s|$))")
_YAML_LINE: Final = re.compile(r"(#|\s|- |[\w-]+:(\s|$))")
_LINE_IN_TOML_ERROR: Final = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")
_NO_TEXT: Final = BadGoalFile("the file holds no text: write the goal into it")
_NO_WORDS: Final = BadGoalFile("the text holds no words: write what you want, such as: Plan a picnic for four")


def goal_of_bytes(data: bytes, *, name: str = "", source_hash: str = "") -> GoalFile | BadGoalFile:
    """Read a goal file. ``name`` is its file name, or empty; ``source_hash`` is passed on."""
    text = decode_text(data)
    if isinstance(text, BadGoalFile):
        return text
    return goal_of_text(text, name=name, source_hash=source_hash)


def goal_of_text(text: str, *, name: str = "", source_hash: str = "") -> GoalFile | BadGoalFile:
    """The goal in a text, front matter and all; for goals that come from a command line too."""
    text = clean_text(text)
    settings: dict[str, object] = {}
    lines = text.split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return _NO_TEXT
    if lines[first].strip() == "+++":
        last = next((number for number in range(first + 1, len(lines)) if lines[number].strip() == "+++"), None)
        if last is None:
            return BadGoalFile(f"line {first + 1}: the settings begin with +++ but no second line of +++ ends them")
        found = _read_settings(lines[first + 1 : last], first + 1)
        if isinstance(found, BadGoalFile):
            return found
        settings, lines = found, lines[last + 1 :]
    elif _is_yaml(lines[first:]):
        return BadGoalFile(
            f"line {first + 1}: settings between lines of --- are not understood. Write them between two lines of +++, "
            'such as title = "Japan", one a line; or take the lines from --- to --- away'
        )
    body = "\n".join(line.rstrip() for line in lines).strip("\n")
    return _goal(body, settings, name, source_hash)


def _is_yaml(lines: Sequence[str]) -> bool:
    """Whether the text begins with settings as other programs write them (YAML), and not with a line drawn across."""
    if lines[0].rstrip() != "---":
        return False
    end = next((number for number, line in enumerate(lines[1:], start=1) if line.rstrip() in ("---", "...")), None)
    inside = [line for line in lines[1:end] if line.strip()] if end else []
    return bool(inside) and _YAML_KEY.match(inside[0]) is not None and all(_YAML_LINE.match(line) for line in inside)


def _goal(body: str, settings: Mapping[str, object], name: str, source_hash: str) -> GoalFile | BadGoalFile:
    title = settings.get("title")
    title = _one_line(title) if isinstance(title, str) else ""
    body = body if body.strip() else title
    if not body:
        return _NO_TEXT
    size = len(body.encode())
    if len(body) > MAX_GOAL_TEXT or size > MAX_TEXT_BYTES:
        return BadGoalFile(
            f"the text is too long: {len(body):,} characters, {size:,} bytes; a goal may have {MAX_GOAL_TEXT:,} "
            f"characters and {MAX_TEXT_BYTES:,} bytes. Describe in short what you want, or split it into several goals"
        )
    options = GoalOptions(**{key: value for key, value in settings.items() if key != "title"})  # type: ignore[arg-type]
    source_name = safe_name(name)
    stem = _one_line(source_name.rpartition(".")[0].replace("_", " "))
    if not any(_says_something(character) for character in title + body + stem):
        return _NO_WORDS
    return GoalFile(
        title=title or title_of(body) or _shorten(stem, SHORT_TITLE) or "Goal",
        text=body,
        options=options,
        source_hash=source_hash,
        source_name=source_name,
    )


def _says_something(character: str) -> bool:
    """Whether it is a letter, a digit or a picture: no space, and no sign such as a question mark."""
    return character.isalnum() or unicodedata.category(character) == "So"


def decode_text(data: bytes) -> str | BadGoalFile:
    """Text from bytes of an unknown encoding: its byte order mark, UTF-8, UTF-16, or the likeliest older one."""
    if len(data) > MAX_FILE_BYTES:
        return BadGoalFile(
            f"the file is too large: a goal may have {MAX_GOAL_TEXT:,} characters. Describe in short what you want"
        )
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return BadGoalFile(f"this is {kind}, not plain text: save the goal as plain text (.txt or .md)")
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _strictly(data, encoding)
    if b"\x00" in data:
        encoding = "utf-16-le" if data[1::2].count(0) > data[::2].count(0) else "utf-16-be"
        text = _strictly(data, encoding) if len(data) % 2 == 0 else _NO_TEXT
        return text if isinstance(text, str) and "\x00" not in text and _is_written(text) else _binary()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = _decode_older(data)
    return text if _is_written(text) else _binary()


def _strictly(data: bytes, encoding: str) -> str | BadGoalFile:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        return BadGoalFile(
            f"the file says that it is {encoding.removesuffix('-sig').upper()} but is damaged at byte {error.start}: "
            "save it again as plain text"
        )
    return text if "\x00" not in text and _is_written(text) else _binary()


def _decode_older(data: bytes) -> str:
    """Text in one of the encodings that came before Unicode, by the share of its letters that are beyond ASCII."""
    high = sum(byte > 127 for byte in data)
    letters = high + sum(chr(byte).isalpha() for byte in data if byte < 128)
    # Guessing among all encodings reads German as Chinese in short texts. Few such letters mean a Latin alphabet.
    if high >= 4 and high > 0.4 * letters:
        best = charset_normalizer.from_bytes(data, cp_isolation=list(_OTHER_SCRIPTS)).best()
        if best is not None:
            return str(best)
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _is_written(text: str) -> bool:
    """Whether control characters and unassigned code points are as rare as in text that somebody wrote."""
    return sum(_is_odd(character) for character in text) <= max(1, len(text) // 50)


def _is_odd(character: str) -> bool:
    match unicodedata.category(character):
        case "Cc":
            return character not in "\t\n\r\f"
        case "Cn":
            # Beyond the first plane live the emoji that are newer than this Python.
            return character < "\U00010000"
        case category:
            return category == "Co"


def _binary() -> BadGoalFile:
    return BadGoalFile("this is not text (it holds binary data): save the goal as plain text (.txt or .md)")


def clean_text(text: str) -> str:
    """The text with line feeds as the only line ends, composed letters, and without control characters."""
    text = unicodedata.normalize("NFC", _LINE_ENDS.sub("\n", text)).removeprefix("\ufeff")
    # Lone surrogates come from command lines and file names in another encoding; no record can hold them.
    return "".join(_clean(character) for character in text)


def _clean(character: str) -> str:
    if character in "\t\n":
        return character
    match unicodedata.category(character):
        case "Cc":
            return ""
        case "Cs":
            return "\ufffd"
        case _:
            return character


def safe_name(name: str) -> str:
    """A file name as a record can hold it: one line, no undecodable bytes, at most MAX_SOURCE_NAME characters."""
    return _shorten(_one_line(name), MAX_SOURCE_NAME)


def title_of(text: str) -> str:
    """A title for the text: its heading where it has one, else its first line, shortened. Empty where it has neither.

    A heading is the first line's, or one of the first level anywhere outside code fences.
    """
    first, first_fenced, fenced = "", "", False
    for line in text.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
            continue
        if fenced:
            first_fenced = first_fenced or _plain(line)
            continue
        heading = _HEADING.fullmatch(line)
        if heading and (not first or heading[1] == "#"):
            title = _plain(heading[2].rstrip().rstrip("#"))
            if title:
                return _shorten(title, MAX_TITLE)
        first = first or _plain(line)
    return _shorten(first or first_fenced, SHORT_TITLE)


def _plain(line: str) -> str:
    """A Markdown line without its marks of lists, quotes and emphasis."""
    line = re.sub(r"^\s*(?:>+|[-*+]|\d{1,9}[.)]|#{1,6})\s+", "", line)
    line = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line)
    line = _one_line(re.sub(r"\*+|`+|__+|~~+", "", line))
    return line if any(character.isalnum() for character in line) else ""


def _one_line(text: str) -> str:
    return " ".join(clean_text(text).split())


def _shorten(text: str, limit: int) -> str:
    """At most ``limit`` characters, cut between words where there are any."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    words = cut if text[limit - 1] == " " else cut.rpartition(" ")[0]
    return (words if len(words) > limit // 2 else cut).rstrip(" ,;:.-") + "…"


def _read_settings(lines: list[str], offset: int) -> dict[str, object] | BadGoalFile:
    """The checked settings; ``offset`` lines come before them in the file."""
    try:
        settings = tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        where = _LINE_IN_TOML_ERROR.search(str(error))
        number = int(where[1]) if where and where[1] else max(len(lines), 1)
        what = _LINE_IN_TOML_ERROR.sub("", str(error)).strip()
        return BadGoalFile(
            f"line {offset + number}: the settings between +++ are not valid TOML ({what}). Write one `key = value` a "
            'line, text in quotation marks: quorum = "majority"'
        )
    except (ValueError, RecursionError):
        return BadGoalFile("the settings between +++ are not valid TOML: write one `key = value` a line")
    checked: dict[str, object] = {}
    for key, value in settings.items():
        problem = _problem_of(key, value)
        if problem:
            return BadGoalFile(f"{_line_of(key, lines, offset)}{problem}")
        checked[key] = value.lower() if key == "language" and isinstance(value, str) else value
    return checked


def _line_of(key: str, lines: list[str], offset: int) -> str:
    pattern = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[\].=]""")
    number = next((number for number, line in enumerate(lines) if pattern.match(line)), None)
    return "" if number is None else f"line {offset + number + 1}: "


def _problem_of(key: str, value: object) -> str:
    """What is wrong with a setting, naming what it may be; empty where it is right."""
    if key not in KEYS:
        near = difflib.get_close_matches(key, KEYS, n=1)
        meant = f" (did you mean {near[0]!r}?)" if near else ""
        return f"there is no setting {_shorten(_one_line(key), 60)!r}{meant}. There are: {', '.join(KEYS)}"
    match key:
        case "title":
            fits = isinstance(value, str) and len(clean_text(value)) <= MAX_TITLE and _one_line(value) != ""
            allowed = f"text in quotation marks of 1 to {MAX_TITLE} characters"
        case "effort":
            fits = value in EFFORTS
            allowed = f"one of {_words(EFFORTS)}"
        case "language":
            fits = isinstance(value, str) and len(value) <= 16 and _LANGUAGE.fullmatch(value.lower()) is not None
            allowed = 'a language code in quotation marks, such as "en", "de" or "pt-br"'
        case _:
            low, high = RANGES[key]
            fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
            allowed = f"a whole number from {low} to {high}"
            if key == "quorum":
                fits = fits or (isinstance(value, str) and value in QUORUM_WORDS)
                allowed += f", or {_words(QUORUM_WORDS)}"
    if fits:
        return ""
    return f"{key} must be {allowed}; it is {_shorten(_one_line(repr(value)), 60)}"


def _words(words: Sequence[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)
