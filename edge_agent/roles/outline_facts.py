"""One part of a skeleton, and which of the parts keeps to what of all that the goal states."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from edge_agent.records import Form
from edge_agent.roles import forms
from edge_agent.roles.foundings import founded
from edge_agent.roles.outline_words import Language
from edge_agent.roles.stated import Fact, Stated, topics_of
from edge_agent.roles.text import numbers, stems
from edge_agent.roles.wanted import matter

_MOST_FACTS: Final = 3
_MOST_FACT_CHARACTERS: Final = 130
_COUNTED: Final = frozenset({"people", "span", "money", "size", "time", "places"})
"""Topics of facts that some part must hold."""


class Section(Struct, frozen=True, kw_only=True):
    """One part of the skeleton, for this goal."""

    title: str
    form: Form
    things: tuple[str, ...]
    facts: tuple[str, ...] = ()
    """What the goal states and this part is to keep to, in the goal's words."""
    question: str = ""
    """What the model is asked for better things; empty: it is not asked."""
    place: str = ""
    """The town that the part is about."""
    topics: frozenset[str] = frozenset()
    in_span: bool = False
    asked: tuple[str, ...] = ()
    """What the goal asks for and this part answers, in the goal's words."""

    @property
    def detail(self) -> str:
        """What the part holds: its things, then what the goal states."""
        return "; ".join(one for one in (", ".join(self.things), "; ".join(self.facts)) if one)


def with_facts(sections: list[Section], stated: Stated, language: Language) -> tuple[Section, ...]:
    """The sections, each with what the goal states on its topics. Spans and places that are titles are not repeated."""
    held: list[list[Fact]] = [[] for _ in sections]
    titles = " ".join(section.title for section in sections).lower()
    said = [topics_of(f"{section.title} {' '.join(section.things)}", language) | section.topics for section in sections]

    def has_room(at: int, fact: Fact) -> bool:
        size = sum(len(one.text) + 2 for one in held[at])
        return len(held[at]) < _MOST_FACTS and size + len(fact.text) <= _MOST_FACT_CHARACTERS

    spans = " ".join(section.title for section in sections if section.in_span)
    for fact in stated.facts:
        if ("span" in fact.topics and _is_told(fact, spans)) or _is_title(fact, stated, titles):
            continue
        order = sorted(
            range(len(sections)),
            key=lambda at: (-_fit(fact, sections[at], said[at]), len(held[at]), at),
        )
        # A wish of a tale that no part is about stays where it is: in the goal, which writers read.
        places = [
            at
            for at in order
            if has_room(at, fact) and not (fact.in_passing and _fit(fact, sections[at], said[at]) < 1)
        ]
        if not places:
            continue
        wanted = 2 if "people" in fact.topics and "food" in fact.topics else 1
        for at in places[:wanted]:
            if at == places[0] or fact.topics & sections[at].topics:
                held[at].append(fact)
    return tuple(
        msgspec.structs.replace(section, facts=tuple(fact.text for fact in held[at]))
        for at, section in enumerate(sections)
    )


def is_asked(fact: Fact, asked: str) -> bool:
    """Whether the fact is a wish that is a part of its own (:mod:`edge_agent.roles.wanted`), or what is founded."""
    if not fact.in_passing and (fact.topics & _COUNTED or numbers(fact.text)):
        return False
    return fact.text.lower() in asked or matter(fact.text) <= matter(asked) or founded(fact.text) is not None


def _is_told(fact: Fact, spans: str) -> bool:
    """Whether the titles of the spans tell the extent: one weekend is told by its days, which do not name it."""
    return forms.is_span(spans) or bool(stems(fact.text) & stems(spans))


def _is_title(fact: Fact, stated: Stated, titles: str) -> bool:
    """Whether the fact is the goal's places, and these are titles of parts."""
    return "places" in fact.topics and all(place.lower() in titles for place in stated.places)


def _fit(fact: Fact, section: Section, said: frozenset[str]) -> float:
    """How well what is stated belongs into the section: shared topics, then shared words."""
    own = len(fact.topics & section.topics)
    shared = len(matter(fact.text) & matter(f"{section.title} {' '.join(section.things)}"))
    is_sum = "money" in fact.topics and section.form == "budget"
    found = 2 * own + len(fact.topics & said) + shared + is_sum
    return found if found or fact.topics != {"size"} else _holds_things(section)


def _holds_things(section: Section) -> float:
    """How well what the goal counts belongs into a section that has no word of it: where things are looked at, or the
    main work is done; else where things are gathered."""
    if "look" in section.topics:
        return 0.5
    return 0.4 if section.in_span else 0.3 * bool(section.topics & {"buy", "pack"} and section.form != "budget")
