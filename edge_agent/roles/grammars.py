"""The grammars (GBNF) under which models write lines. Ours alone: a faulty grammar kills llama.cpp, so each is tested.

Each grammar describes the rest of one line, from the space after its label to the line end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

# Characters that a line of plain text never needs: line ends, controls, Markdown's marks, brackets of code and JSON.
_NEVER: Final = r"\n|*#_`<>{}\[\]\\\x00-\x1F\x7F\u2190-\u2BFF"
# Everything beyond Latin letters, punctuation and currency signs: another script means another language.
_NOT_LATIN: Final = r"\u0370-\u1DFF\u2E80-\uFFFF"
# The same for the first letters of a word, of Latin letters.
_WORD_NEVER: Final = r"|*#_`:\x00-\x1F\u0370-\uFFFF"
_CAPITALS: Final = "A-Z\u00c0-\u00de\u0104\u0106\u0118\u0141\u0143\u015a\u0179\u017b"
"""Those of Polish beyond Latin-1 at the end."""
_UPPER: Final = "[A-Z\u00c0-\u00de0-9]"


def _characters(latin: bool, without: str = "") -> str:
    return f"[^{_NEVER}{_NOT_LATIN if latin else ''}{without}]"


def titled_line(latin: bool) -> str:
    """``Title: detail``: a title of 4 to 61 characters, and three to five things separated by commas."""
    first = _UPPER if latin else _characters(latin, " :")
    title = f"{first} {_characters(latin, ':')}{{3,60}}"
    return f'root ::= " " title ": " detail "\\n"\ntitle ::= {title}\n{_detail(latin)}'


def headed_line(latin: bool, head: str) -> str:
    """``Head: detail`` with a given head, and a detail as in :func:`titled_line`."""
    return f'root ::= " " {_quoted(head)} ": " detail "\\n"\n{_detail(latin)}'


def _detail(latin: bool) -> str:
    """Three to five things of 3 to 33 characters, without digits and money, separated by commas."""
    never = ":,;.()0-9€$£¥%"
    return (
        'detail ::= thing ", " thing (", " thing){1,3}\n'
        f"thing ::= {_characters(latin, ' ' + never)} {_characters(latin, never)}{{2,32}}\n"
    )


def names_line(latin: bool) -> str:
    """Two to five names of 3 to 27 characters, separated by commas."""
    first = _UPPER if latin else _characters(latin, " :,")
    return f'root ::= " "? name (", " name){{1,4}} "\\n"\nname ::= {first} {_characters(latin, ":,;.()/0-9")}{{2,26}}\n'


def _quoted(text: str) -> str:
    """The text as a literal of GBNF, without controls."""
    plain = "".join(character for character in text if character.isprintable())
    return '"' + plain.replace("\\", "").replace('"', "") + '"'


def plain_line(latin: bool, *, capital: bool = True) -> str:
    """A line of 9 to 160 characters that does not start with a mark; with ``capital``, with a capital or a digit."""
    first = _UPPER if latin and capital else _characters(latin, " .,;:-")
    return f'root ::= " " {first} {_characters(latin)}{{8,159}} "\\n"\n'


def sentence_line(latin: bool) -> str:
    """A line of 12 to 170 characters that starts with a capital and has no colon but in a time of day."""
    return f'root ::= " " sentence "\\n"\n{_sentence(latin)}'


def question_line(latin: bool) -> str:
    """A question of 16 to 150 characters that starts with a capital and ends with a question mark."""
    return f'root ::= " " {_letter(latin)} {_characters(latin, ":?!.;")}{{14,148}} "?\\n"\n'


def labelled_sentence(latin: bool) -> str:
    """``Thing: sentence``: a thing of 3 to 31 characters, and a sentence as in :func:`sentence_line`."""
    thing = f"{_letter(latin)} {_characters(latin, ':.;,')}{{2,30}}"
    return f'root ::= " " thing ": " sentence "\\n"\nthing ::= {thing}\n{_sentence(latin)}'


# Verbs that put the work back on the reader: a model that may begin with them does so again and again.
_NO_BEGINNINGS: Final = (
    "Choos Select Consider Ensure Decide Determin Research Think Make_sure Remember Wähl Überleg Entscheide Pilih "
    "Pastikan Elige Elija Asegúr Wybierz Rozważ Upewni If_"
)


def _sentence(latin: bool) -> str:
    piece = f'{_characters(latin, ":")} | [0-9] ":" [0-5] [0-9]'
    if not latin:
        return f"sentence ::= {_letter(latin)} piece{{11,169}}\npiece ::= {piece}\n"
    rules = _other_than([word.replace("_", " ") for word in _NO_BEGINNINGS.split()], first=_CAPITALS)
    return f"sentence ::= begin0 piece{{8,160}}\npiece ::= {piece}\n{rules}"


def _other_than(beginnings: Sequence[str], *, first: str) -> str:
    """Rules by which ``begin0`` is the shortest beginning of a word, with a character of ``first``, that tells it from
    all of these beginnings: a tree of their letters, left wherever the next character is none of its branches."""
    prefixes = sorted({word[:at] for word in beginnings for at in range(len(word))}, key=lambda one: (len(one), one))
    names = {prefix: f"begin{at}" for at, prefix in enumerate(prefixes)}
    rules = ""
    for prefix, name in names.items():
        branches = sorted({word[len(prefix)] for word in beginnings if word.startswith(prefix)})
        onwards = [f'"{branch}" {names[prefix + branch]}' for branch in branches if prefix + branch in names]
        others = f"[^{_WORD_NEVER}{''.join(branches)}]" if prefix else _without(first, branches)
        rules += f"{name} ::= {' | '.join([others, *onwards])}\n"
    return rules


def _without(letters: str, branches: Sequence[str]) -> str:
    """The characters and ranges ("A-Z"), without some of them."""
    spelt = "".join(
        letter if not end else "".join(map(chr, range(ord(letter), ord(end) + 1)))
        for letter, end in re.findall("(.)(?:-(.))?", letters)
    )
    return f"[{''.join(letter for letter in spelt if letter not in branches)}]"


def _letter(latin: bool) -> str:
    """With what a sentence starts: a capital, in other scripts anything but a mark."""
    return f"[{_CAPITALS}]" if latin else _characters(latin, " .,;:-")


def times_line(latin: bool, further: Sequence[str]) -> str:
    """What is done at one time, and, behind the name of each further time, at that; 3 to 60 characters each."""
    what = f"{_characters(latin, ' .,;:-')} {_characters(latin, ';:.')}{{2,59}}"
    rest = "".join(f' {_quoted(f"; {time}:")} " " what' for time in further)
    return f'root ::= " " what{rest} "\\n"\nwhat ::= {what}\n'


def share_line(latin: bool) -> str:
    """``Item: share percent``: an item of 3 to 41 characters and a share of one or two digits."""
    first = _UPPER if latin else _characters(latin, " :")
    return f'root ::= " " item ": " [1-9] [0-9]? " percent\\n"\nitem ::= {first} {_characters(latin, ":0-9")}{{2,40}}\n'


def share_alone() -> str:
    """A share of one or two digits, behind an item that is given."""
    return 'root ::= " " [1-9] [0-9]? " percent\\n"\n'


CELL: Final = 60
"""Characters of a cell, at most: one of this length was ended by the grammar, not by the model."""


def cells(latin: bool, fewest: int, most: int) -> str:
    """The rest of a table's row: so many cells of 2 to :data:`CELL` characters, each closed by a bar."""
    cell = f"{_characters(latin, ' ')} {_characters(latin)}{{1,{CELL - 1}}}"
    return f'root ::= (" " cell " |"){{{fewest},{most}}} "\\n"\ncell ::= {cell}\n'


def choice_line(latin: bool, names: Sequence[str], because: str) -> str:
    """One of the names, the word for because, and 9 to 120 characters of reason."""
    choice = " | ".join(_quoted(name) for name in names)
    reason = f"{_characters(latin, ' ')} {_characters(latin)}{{8,119}}"
    return f'root ::= " " ({choice}) ", " {_quoted(because)} " " {reason} "\\n"\n'
