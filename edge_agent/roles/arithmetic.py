"""Sums in words or signs, computed: "add 2 and 3", "what is 12 x 4?", "tambah 7 dan 5". Models guess at them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from edge_agent.roles.forms import number_words

Token = Fraction | str
"""A number, or one of ``+ - * / ( )``."""

_MOST_CHARACTERS: Final = 120
_PLACES: Final = 6
"""Decimal places of a result that has no end."""

# What may stand around a sum, and says nothing about it.
_AROUND: Final = re.compile(
    r"(?<!\w)(?:please|what is|what's|how much is|how much are|calculate|compute|work out|equals?|is|the|result|"
    r"numbers?|was ist|wie viel ist|wieviel ist|berechne|bitte|ist|die|zahlen|berapa(?:kah)?|kira|sila|ialah|nombor|"
    r"ile to|oblicz|policz|proszę|jest|liczby|combien font|calcule[rz]?|cuánto es|cuanto es|calcula|números|por favor)"
    r"(?!\w)"
)
# Verbs in front of the numbers, by what stands between these. "subtract 2 from 5" turns them around.
_VERBS: Final[tuple[tuple[str, str], ...]] = (
    ("+", r"add|sum(?: of)?|addiere|summiere|tambah(?:kan)?|jumlahkan|dodaj|zsumuj|additionne[rz]?|suma(?:r)?|somma|"
     r"soma|tel op"),
    ("-", r"subtract|subtrahiere|tolak(?:kan)?|odejmij|soustra(?:is|yez|ire)|resta(?:r)?"),
    ("*", r"multiply|multipliziere|darab(?:kan)?|pomnóż|multiplie[rz]?|multiplica(?:r)?"),
    ("/", r"divide|dividiere|teile|bahagi(?:kan)?|podziel|divise[rz]?|dividir?"),
)  # fmt: skip
_BETWEEN: Final = re.compile(
    r"(?<!\w)(?:and|by|to|with|und|durch|mit|zu|dan|dengan|i|oraz|przez|z|et|par|y|entre|con|e|en)(?!\w)|,(?=\s)"
)
_FROM: Final = re.compile(r"(?<!\w)(?:from|von|dari(?:pada)?|od|de)(?!\w)")
_SIGNS: Final[tuple[tuple[str, str], ...]] = (
    (
        "/",
        r"divided by|geteilt durch|dibahagi(?: dengan)?|bahagi|podzielone przez|divisé par|dividido (?:entre|por)|÷|:",
    ),
    ("*", r"times|multiplied by|mal|darab|razy|fois|multiplicado por|por|x|×|·"),
    ("+", r"plus|tambah|dodać|más"),
    ("-", r"minus|tolak|odjąć|moins|menos|−|–"),
)
_TOKEN: Final = re.compile(r"\s*(?:(\d{1,15}(?:[.,]\d{1,15})?)|([-+*/()]))")
_NAMES: Final = {"+": "+", "-": "-", "*": "×", "/": "÷"}


def computed(text: str) -> str | None:
    """The sum that the text is, with its result ("2 + 3 = 5"); None where it is anything else, or has no result."""
    tokens = _tokens(text)
    if tokens is None or not any(isinstance(one, str) and one in _NAMES for one in tokens):
        return None
    reader = _Reader(tokens)
    try:
        value = reader.sum()
    except (ValueError, ZeroDivisionError):
        return None
    if reader.at != len(tokens):
        return None
    return f"{_shown(tokens)} = {_number(value)}"


def _tokens(text: str) -> list[Token] | None:
    """The text's numbers and signs; None where anything else stands in it."""
    if len(text) > _MOST_CHARACTERS:
        return None
    plain = " ".join(_AROUND.sub(" ", text.lower().replace("?", " ").replace("=", " ").replace("!", " ")).split())
    plain = plain.rstrip(". ")
    plain = re.sub(r"[^\W\d_]+", lambda word: str(number_words().get(word.group(), word.group())), plain)
    for sign, verbs in _VERBS:
        if match := re.match(rf"(?:{verbs})\s+(?=[\d(-])", plain):
            plain = plain[match.end() :]
            if sign == "-" and _FROM.search(plain):
                plain = " - ".join(reversed(_FROM.split(plain)))
            plain = _BETWEEN.sub(f" {sign} ", plain)
            break
    for sign, words in _SIGNS:
        plain = re.sub(rf"(?<![^\W\d_])(?:{words})(?![^\W\d_])", f" {sign} ", plain)
    found: list[Token] = []
    at = 0
    plain = plain.strip()
    while at < len(plain):
        match = _TOKEN.match(plain, at)
        if match is None:
            return None
        found.append(Fraction(match[1].replace(",", ".")) if match[1] else match[2])
        at = match.end()
    return found


class _Reader:
    """Reads a sum by the usual rules: brackets, then products, then sums."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.at = 0

    def _next(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def sum(self) -> Fraction:
        """Terms with + and - between them."""
        value = self._product()
        while (sign := self._next()) in ("+", "-"):
            self.at += 1
            value = value + self._product() if sign == "+" else value - self._product()
        return value

    def _product(self) -> Fraction:
        value = self._factor()
        while (sign := self._next()) in ("*", "/"):
            self.at += 1
            value = value * self._factor() if sign == "*" else value / self._factor()
        return value

    def _factor(self) -> Fraction:
        token = self._next()
        self.at += 1
        if isinstance(token, Fraction):
            return token
        if token == "-":
            return -self._factor()
        if token != "(":
            raise ValueError("a number is missing")
        value = self.sum()
        if self._next() != ")":
            raise ValueError("a bracket is not closed")
        self.at += 1
        return value


def _shown(tokens: Sequence[Token]) -> str:
    parts = [_number(one) if isinstance(one, Fraction) else _NAMES.get(one, one) for one in tokens]
    return " ".join(parts).replace("( ", "(").replace(" )", ")")


def _number(value: Fraction) -> str:
    """In whole digits, or with as many places as it needs, :data:`_PLACES` at most."""
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.{_PLACES}f}".rstrip("0").rstrip(".")
