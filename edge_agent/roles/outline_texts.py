"""What is written down by hand for each language that has outlines: these themselves, and words for goals in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from edge_agent.roles import (
    everyday_de,
    everyday_en,
    everyday_es,
    everyday_ms,
    everyday_pl,
    outlines_de,
    outlines_en,
    outlines_es,
    outlines_ms,
    outlines_pl,
)


class OutlineTexts(Struct, frozen=True, kw_only=True):
    """The texts of one language, as :mod:`edge_agent.roles.outline_words` reads them."""

    outlines: str
    topics: str
    wishes: str
    past: str
    leads: str
    common: str
    """Words that goals are full of, by which a short one tells its language."""


OUTLINE_TEXTS: Final[Mapping[str, OutlineTexts]] = {
    code: OutlineTexts(
        outlines=texts.OUTLINES + everyday.OUTLINES,
        topics=texts.TOPICS,
        wishes=texts.WISHES,
        past=texts.PAST,
        leads=texts.LEADS,
        common=texts.COMMON,
    )
    for code, texts, everyday in (
        ("en", outlines_en, everyday_en),
        ("de", outlines_de, everyday_de),
        ("ms", outlines_ms, everyday_ms),
        ("pl", outlines_pl, everyday_pl),
        ("es", outlines_es, everyday_es),
    )
}
"""By language (ISO 639-1)."""
