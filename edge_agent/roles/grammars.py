"""The grammars (GBNF) under which models write lines. Ours alone: a faulty grammar kills llama.cpp, so each is tested.

Each grammar describes the rest of one line, from the space after its label to the line end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

# Characters that a line of plain text never needs: line ends, controls, Markdown's marks, brackets of code and JSON.
_NEVER: Final = r"\n|*#_`<>{}\[\]\\\x00-\x1F\x7F"
# Everything beyond Latin letters, punctuation and currency signs: another script means another language.
_NOT_LATIN: Final = r"\u0370-\u1DFF\u2E80-\uFFFF"
_UPPER: Final = "[A-Z\u00c0-\u00de0-9]"


def _characters(latin: bool, without: str = "") -> str:
    return f"[^{_NEVER}{_NOT_LATIN if latin else ''}{without}]"


def titled_line(latin: bool, openers: Sequence[str] = ()) -> str:
    """``Title: detail``: a title of 4 to 61 and a detail of 9 to 100 characters.

    ``openers`` are the words with one of which the title must begin (letters and spaces only, ours); none: any title.
    """
    first = _UPPER if latin else _characters(latin, " :")
    title = f"{first} {_characters(latin, ':')}{{3,60}}"
    if openers:
        choice = " | ".join(f'"{opener}"' for opener in openers)
        title = f'({choice}) " " {_characters(latin, " :")} {_characters(latin, ":")}{{3,44}}'
    return (
        f'root ::= " " title ": " detail "\\n"\n'
        f"title ::= {title}\n"
        f"detail ::= {_characters(latin, ' :')} {_characters(latin, ':')}{{8,99}}\n"
    )


def plain_line(latin: bool) -> str:
    """A line of 9 to 160 characters that does not start with a mark."""
    first = _UPPER if latin else _characters(latin, " ")
    return f'root ::= " " {first} {_characters(latin)}{{8,159}} "\\n"\n'


def amount_line(latin: bool, currencies: Sequence[str]) -> str:
    """``Item: amount currency, remark``: an item of 3 to 41 characters, up to six digits, a remark of up to 61 or none.

    ``currencies`` are one or more words to choose from (letters only, ours).
    """
    first = _UPPER if latin else _characters(latin, " :")
    choice = " | ".join(f'"{currency}"' for currency in currencies)
    return (
        f'root ::= " " item ": " amount " " currency remark? "\\n"\n'
        f"item ::= {first} {_characters(latin, ':0-9')}{{2,40}}\n"
        f"amount ::= [1-9] [0-9]{{0,5}}\n"
        f"currency ::= {choice}\n"
        f'remark ::= ", " {_characters(latin, " ")} {_characters(latin)}{{1,59}}\n'
    )
