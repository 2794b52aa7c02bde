"""What a goal asks for by name: "I need a price list, a letter to the landlord and a list of questions".

Owners say at the end of a tale which pieces of writing they want. Each of them is to become a part, or to have one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from edge_agent.records import Form
from edge_agent.roles import forms
from edge_agent.roles.quantities import is_time_or_number
from edge_agent.roles.text import clean, count_words, one_line, stem, words
from edge_agent.roles.wanted_words import (
    ADVERBIAL,
    AND,
    ANOTHER,
    ARTICLE,
    CASES,
    CLAUSE,
    GATHERED,
    GENERAL,
    LEAD,
    MESSAGES,
    ORDERED,
    PIECE,
    PRICES,
    QUESTIONS,
    SUBORDINATE,
    TELLING,
    WITH,
)

ENOUGH_TO_SPLIT_BY: Final = 2
"""Things asked for by name that are the parts of a split, whatever kind the goal is of."""
_READ: Final = 4_000
"""Characters of a goal that are read."""
_MOST: Final = 12
_LONGEST_ITEM: Final = 160
_LONGEST_TITLE: Final = 64
_SHORTEST_CUT: Final = 10
"""Characters that a title has at least where it is cut in front of a clause."""
_LIST: Final = 2
"""Items that a row has at least."""

_BULLET: Final = re.compile(r"^[ \t]*(?:[-*•–]|\d{1,2}[.)]|[a-z]\))[ \t]+(\S.*)$")
_NAMES: Final = re.compile(
    r"[A-Z\u00c0-\u00de][\w'’-]*(?: (?:(?:of|de|da|do|la|the|and|und|dan|i|y|e|or|oder) )?[A-Z\u00c0-\u00de][\w'’-]*)*"
)
_SUM: Final = re.compile(r"\d")
_ROOT: Final = 5
"""Letters that two words have in common at their beginning where they are forms of one: "zakupów", "zakupy"."""


class Wanted(Struct, frozen=True, kw_only=True):
    """Something that the goal asks for."""

    title: str
    """In the goal's words, without what a title can do without."""
    said: str
    """The same as the goal says it."""
    form: Form
    is_price_list: bool = False


def wanted_in(goal: str) -> tuple[Wanted, ...]:
    """What the goal asks for in a row: behind a colon, in lines with bullets, or as pieces of writing by their names.

    At most 12, in the goal's order; none where it asks for nothing but itself. Never raises.
    """
    found: dict[str, Wanted] = {}
    for said in _items(clean(goal[:_READ])):
        title = _title(said)
        if count_words(title) and len(title) > 2:
            found.setdefault(
                title.lower(), Wanted(title=title, said=said, form=_form(said), is_price_list=_is_price_list(said))
            )
    return tuple(found.values())[:_MOST]


def asks_what_then(wanted: Wanted) -> bool:
    """Whether it is what to do in some case ("what to do when half of them stay away"), not a thing."""
    return CASES.match(wanted.title.lower()) is not None


def asks_for_questions(title: str) -> bool:
    """Whether the part of that title is a list of questions."""
    return QUESTIONS.search(title.lower()) is not None


def shared(wanted: Wanted, text: str) -> int:
    """How many words of what is wanted the text holds, in whatever form, beyond "list", "plan" and the like.

    None where a thing is wanted and the text does not hold its name, the first word: "songs for the first evenings".
    """
    other = matter(text)
    own = matter(wanted.title)
    held = {one for one in own if any(_is_form_of(one, two) for two in other)}
    name = next((stem(word) for word in words(wanted.title) if stem(word) in own), "")
    return len(held) if name in held or CLAUSE.match(wanted.title.lower()) else 0


def _is_form_of(one: str, other: str) -> bool:
    return one == other or (len(one) >= _ROOT <= len(other) and one[:_ROOT] == other[:_ROOT])


def matter(text: str) -> frozenset[str]:
    """The stems of the text's words that are neither times nor numbers nor said of any piece of writing."""
    return frozenset(stem(word) for word in words(text) if not is_time_or_number(word)) - GENERAL


def _items(text: str) -> Iterator[str]:
    """What is asked for, item by item, as it is said."""
    rows = list(_bulleted(text))
    bulleted = {line for row in rows for line in row}
    prose = " ".join(line.strip() for line in text.split("\n") if line.strip() not in bulleted)
    for sentence in re.split(r"(?<=[.!?])\s+", prose):
        yield from _in_sentence(sentence.strip(" .!?¿¡"), is_all=len(prose) <= len(sentence) + 1)
    for row in rows:
        items = [_BULLET.sub(r"\1", line).strip(" .,;") for line in row]
        if _are_wanted(items):
            yield from (item for item in items if len(item) <= _LONGEST_ITEM)


def _bulleted(text: str) -> Iterator[tuple[str, ...]]:
    """Rows of two and more lines that begin with a bullet or a number, as they stand."""
    row: list[str] = []
    for line in [*text.split("\n"), ""]:
        if _BULLET.match(line):
            row.append(line.strip())
        elif line.strip() or not row:
            if len(row) >= _LIST:
                yield tuple(row)
            row = []
    if len(row) >= _LIST:
        yield tuple(row)


def _in_sentence(sentence: str, *, is_all: bool) -> Iterator[str]:
    before, colon, rest = sentence.partition(": ")
    if colon:
        items = _parted(rest)
        if len(items) >= _LIST and (LEAD.search(before.lower()) or _are_pieces(items)) and _are_wanted(items):
            yield from items
            return
    lower = sentence.lower()
    lead = LEAD.search(lower)
    match = lead or WITH.search(lower)
    if match is None:
        return
    pieces: list[str] = []
    for item in _parted(TELLING.sub("", sentence[match.end() :])):
        if _is_piece(item) or CLAUSE.match(item.lower()) or (pieces and ANOTHER.match(item)):
            pieces.append(ANOTHER.sub("", item))
    # A goal that asks for one letter alone is that letter.
    if len(pieces) >= _LIST or (lead and not is_all):
        yield from pieces


def _parted(text: str) -> list[str]:
    """The members of a row, between semicolons, else between commas and the last "and"."""
    if text.count(";") >= 1:
        parts = text.split(";")
    else:
        *before, last = text.split(", ")
        # Only the end of a row has its "and": "what to buy first and what can wait, ..." is one of its members.
        parts = [piece for part in before for piece in _and_parted(part, PIECE.pattern)]
        parts += _and_parted(last, PIECE.pattern if re.match(rf"{AND}\s", last) else _MEMBER)
        parts = _rejoined(parts)
    items = [re.sub(rf"^{AND}\s+", "", part.strip(" .,:"), flags=re.IGNORECASE) for part in parts]
    return [one_line(item, _LONGEST_ITEM) for item in items if item]


_MEMBER: Final = f"{PIECE.pattern}|{CLAUSE.pattern}"


def _and_parted(part: str, member: str) -> list[str]:
    """A member that is two members (``member`` says what begins one) with an "and" between them; "I" is none."""
    pieces = re.split(rf"\s(?-i:{AND})\s(?={ARTICLE.pattern}(?:{member}))", part, flags=re.IGNORECASE)
    # "How and when to tell them" is one question.
    return [part] if CLAUSE.fullmatch(pieces[0].strip().lower()) else [piece for piece in pieces if piece]


def _rejoined(parts: list[str]) -> list[str]:
    """The members, a clause that only goes on ("because the hall must be empty") with what it belongs to left out."""
    return [
        part
        for part in parts
        if not re.match(
            r"(?:because|so that|above all|though|weil|damit|kerana|bo|porque|"
            r"with rules|żeby|aby)(?!\w)",
            part.strip().lower(),
        )
    ]


def _is_piece(item: str) -> bool:
    bare = ARTICLE.sub("", item, count=1).lower()
    if ADVERBIAL.match(bare):
        return False
    if bare == "plan" or re.match(r"plan (?!of|for what)", bare):
        return False
    match = PIECE.match(bare)
    # "A budget of 900 euros" is a sum that is stated.
    return match is not None and not _SUM.search(bare[match.end() : match.end() + 20])


def _are_pieces(items: list[str]) -> bool:
    """Whether half of the items and more are pieces of writing or questions to be answered."""
    return 2 * sum(_is_piece(item) or bool(CLAUSE.match(item.lower())) for item in items) >= len(items)


def _are_wanted(items: list[str]) -> bool:
    """Whether the items can be parts: not names of places, and not mere words."""
    return not all(_NAMES.fullmatch(item) for item in items) and any(count_words(item) > 1 for item in items)


def _title(said: str) -> str:
    """The item without its article, and without what follows where it is long: "Price list that I can hang up"."""
    bare = said if CLAUSE.match(said.lower()) else ARTICLE.sub("", said, count=1)
    if asked := QUESTIONS.search(bare.lower()):
        # Whom they are for often stands in the clause behind them: "questions that I have to ask an accountant".
        bare = bare[asked.start() :]
    if len(bare) > _LONGEST_TITLE or not (asked or CLAUSE.match(bare.lower())):
        ends = (match.start() for match in SUBORDINATE.finditer(bare) if match.start() >= _SHORTEST_CUT)
        bare = bare[: next((end for end in ends if not re.search(rf"\s{AND}$", bare[:end])), len(bare))]
    bare = one_line(bare.strip(" ,;:-"), _LONGEST_TITLE)
    return bare[:1].upper() + bare[1:]


def _form(said: str) -> Form:
    lower = ARTICLE.sub("", said, count=1).lower()
    if _is_price_list(said):
        return "table"
    if ORDERED.match(lower):
        return "schedule"
    if QUESTIONS.search(lower) or GATHERED.search(lower):
        return "checklist"
    if MESSAGES.match(lower):
        return "letter"
    found = forms.form_of(lower)
    return "list" if found == "text" or (found == "budget" and CLAUSE.match(lower)) else found


def _is_price_list(said: str) -> bool:
    return PRICES.search(said.lower()) is not None
