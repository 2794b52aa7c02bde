"""The currencies that goals and answers name, as patterns: the one place that lists them."""

from __future__ import annotations

from typing import Final

SIGNS: Final = "€$£¥"
_WORDS: Final = (
    r"euros?|eur|dollars?|usd|pounds?|gbp|yen|jpy|franken|francs?|chf|pesos?|reais|ringgit|myr|rm|rupiah|złot\w+|pln|zł"
)
UNIT: Final = rf"(?:[{SIGNS}]|(?:{_WORDS})(?!\w))"
"""A currency behind its amount, lower case or without regard to case."""
UNIT_IN_FRONT: Final = rf"(?:[{SIGNS}]|(?<!\w)(?:rm|eur|usd|gbp|chf|pln|myr))"
"""A currency in front of its amount."""
