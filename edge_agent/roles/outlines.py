"""The skeleton of a split: a goal's parts, seen from an angle, and which days, people and sums each of them covers.

A model of 1.5 billion parameters that is free to choose titles drifts ("Exploring Japan"), one of 0.5 writes
"Checklist: ouch, no idea". So code sets the titles and what each part holds at least, in the goal's language, cuts the
goal's extent into spans, and shares out what the goal states; the model names what only it can know. Languages without
outlines and parts below the goal's own split get free titles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from edge_agent.records import Form
from edge_agent.roles import forms, journeys, occasions
from edge_agent.roles.foundings import founded
from edge_agent.roles.kinds import Journey, Kind, Subject, kind_of
from edge_agent.roles.languages import base_language
from edge_agent.roles.outline_facts import Section, is_asked, with_facts
from edge_agent.roles.outline_fit import outline_fits
from edge_agent.roles.outline_spans import is_within_a_season, span_titles, spanned
from edge_agent.roles.outline_wishes import LIST, joined, with_wishes
from edge_agent.roles.outline_words import Language, Part, language_of
from edge_agent.roles.people import counted_people
from edge_agent.roles.stated import Stated, stated_in
from edge_agent.roles.wanted import ENOUGH_TO_SPLIT_BY, wanted_in
from edge_agent.roles.wording import Words, words_for

ORDERS: Final[dict[str, str]] = {
    "phase": "in order of time",
    "activity": "by kind of thing that is to be decided",
    "place": "by place, room, person or object, one each",
}
_MOST_TOWNS: Final = 4
_MOST_SPANS: Final = 4
_USUAL: Final = 6
"""Parts that a split has at most, where the goal does not speak of more."""
_FEW: Final = 4
"""Parts up to which those are added that the goal does not ask for, where it lists what it asks for."""
_FIRST: Final = -1
_UNASKED: Final = 9
"""Ranks: of the part for a stated sum, and of those that the goal does not speak of."""
_MANY: Final = 6
"""People for whom a meal is a big task."""
TOWNS_QUESTION: Final = "Name 3 or 4 towns in which to stay on this trip, in the order of travel."
_AREAS: Final = "Which 4 areas must a plan for this goal deal with? Name them in one or two words each."
_MOST_AREAS: Final = 2
_NEEDED_ANYHOW: Final = frozenset({"time", "money", "pack", "risk"})
"""Topics of the parts that stay where the model names areas of the goal's own."""
_SIGHTS: Final = "Name {} famous sights in {}."
_SIGHTS_OF_A_TOWN: Final = 5
_MOST_SIGHTS: Final = 6
_SIGHTS_OF_A_DAY: Final = 2
_SHARED: Final = 2
"""Units that phases share where there are more of them."""
_WHOLE: Final = frozenset({"moving", "selling", "buying", "repair"})
"""Kinds of which no phase is left out where the extent has fewer units than there are phases."""


class Skeleton(Struct, frozen=True, kw_only=True):
    """The parts of a goal's split from one angle. ``places`` are wanted where ``asks_for_places``."""

    parts: tuple[Part, ...]
    stated: Stated
    kind: Kind
    subject: Subject
    """What its outlines are for: the kind, or the sort of journey."""
    language: Language
    words: Words
    code: str
    goal: str
    angle: str

    def room(self, most: int) -> int:
        """How many parts there are at most: the usual number, and more where the goal asks for more by name."""
        towns = _MOST_TOWNS - 1 if self.asks_for_places else 0
        return min(most, max(_USUAL, towns + sum(self._rank(part) <= 0 for part in self.parts)))

    @property
    def asks_for_places(self) -> bool:
        """Whether the model is to name the towns of a trip, because the goal does not."""
        return any(not part.title for part in self.parts)

    @property
    def doubtful_place(self) -> str:
        """The one place of a longer trip, which may be a town or a country; empty for other goals."""
        return journeys.doubtful_place(self.goal, self.stated) if self.subject == "trip" else ""

    @property
    def sights_question(self) -> str:
        """What the model is asked for the sights of a stay; empty where none is known, and for other goals."""
        place = journeys.destination(self.stated) if self.subject == "stay" else ""
        return _SIGHTS.format(_MOST_SIGHTS, place) if place else ""

    @property
    def area_question(self) -> str:
        """What the model is asked for the areas of a goal whose kind is not known; empty for other goals."""
        is_wanted = self.kind == "other" and self.angle != "place" and not self._lists_wishes
        return _AREAS if is_wanted and (self._general or any(part.in_span for part in self.parts)) else ""

    @property
    def _general(self) -> list[Part]:
        """The parts that fit any goal and make room for areas of its own; what the goal asks for stays."""
        return [part for part in self.parts if not (part.in_span or part.asked or part.topics & _NEEDED_ANYHOW)]

    @property
    def _lists_wishes(self) -> bool:
        return sum(len(part.asked) for part in self.parts) >= LIST

    def with_areas(self, areas: Sequence[str]) -> Skeleton:
        """The skeleton, with the areas that the model named: as parts, or as things of the spans in the middle."""
        general = self._general
        middle = [part for part in self.parts if part.in_span][1:-1]
        if middle:
            shares = [
                areas[at * len(areas) // len(middle) : (at + 1) * len(areas) // len(middle)]
                for at in range(len(middle))
            ]
            named = {
                part.title: msgspec.structs.replace(part, things=(*share, *part.things[:1]))
                for part, share in zip(middle, shares, strict=True)
            }
            return msgspec.structs.replace(self, parts=tuple(named.get(part.title, part) for part in self.parts))
        made = [
            msgspec.structs.replace(part, title=area, form="list", open=True)
            for part, area in zip(general, areas[:_MOST_AREAS], strict=False)
        ]
        rest = [part for part in self.parts if part not in general]
        return msgspec.structs.replace(self, parts=(*made, *rest))

    def sections(self, most: int, towns: Sequence[str] = ()) -> tuple[Section, ...]:
        """At most ``most`` parts: those that cover the extent and those of which the goal speaks before others."""
        made: list[tuple[int, Section]] = []
        # The sum that is stated has its part, whatever the number.
        room = most - any(self._rank(part) == _FIRST for part in self.parts)
        asked = most - any(self._rank(part) == _FIRST and not part.asked for part in self.parts)
        usual = _FEW if self._lists_wishes else _USUAL
        shared = 0 if self.kind == "trip" else _MOST_SPANS if self.kind in _WHOLE else _SHARED
        for part in spanned(
            joined(self.parts, asked, self.words), self.goal, self.code, self.words, most=room, shared=shared
        ):
            if part.title:
                made.append((self._rank(part), _section(part, part.title)))
            else:
                made += [(0, one) for one in self._town_sections(part, towns[:room])]
        ranked = sorted(range(len(made)), key=lambda at: (made[at][0], at))
        # Beyond the usual number only what the goal itself asks for, or else speaks of.
        least = 1 if self._lists_wishes else _UNASKED
        kept = sorted(at for place, at in enumerate(ranked[:most]) if place < usual or made[at][0] < least)
        return with_facts([made[at][1] for at in kept], self.stated, self.language)

    def form_of(self, title: str) -> Form:
        """The form of the part of that title, in any outline of the kind; told by its words where there is none."""
        bare = title.rsplit(", ", 1)[0]
        for (kind, _), parts in self.language.outlines.items():
            for part in parts:
                if kind in (self.subject, "other") and part.title in (title, bare):
                    return part.form
        return part_form(title)

    def _rank(self, part: Part) -> int:
        """_FIRST for a stated sum, then the extent, the costs, and what the goal says most of."""
        facts = [fact for fact in self.stated.facts if fact.topics & part.topics]
        if any("money" in fact.topics and "money" in part.topics for fact in facts):
            return _FIRST
        if part.in_span or part.asked:
            return 0
        if "money" in part.topics:
            return 1
        return _UNASKED - min(len(facts), _UNASKED - 2)

    def _town_sections(self, part: Part, towns: Sequence[str]) -> list[Section]:
        """A part for each town, with its days; the things of each differ, as those of the days of a trip do."""
        days = [one for one in self.language.outlines[("trip", "phase")] if one.in_span]
        holding = [days[0].things, part.things, *(one.things for one in days[1:])]
        titles = titles_of(towns, self.goal, self.code)
        return [
            Section(
                title=title,
                form=part.form,
                things=holding[at % len(holding)],
                question=_SIGHTS.format(_SIGHTS_OF_A_TOWN, town),
                in_span=True,
                place=town,
                topics=part.topics,
            )
            for at, (title, town) in enumerate(zip(titles, towns, strict=True))
        ]


def _section(part: Part, title: str) -> Section:
    question = f"{part.title}: {', '.join(part.things)}. Which ones exactly? Give 4 concrete examples."
    return Section(
        title=title,
        form=part.form,
        things=part.things,
        topics=part.topics,
        in_span=part.in_span,
        question=question if part.open else "",
        asked=part.asked,
    )


def skeleton_for(
    goal: str, angle: str, language: str, *, journey: Journey | None = None, kind: Kind | None = None
) -> Skeleton | None:
    """The skeleton of a goal's own split from an angle ("activity" where it is unknown); None without outlines.

    ``journey`` is the sort of a trip, ``kind`` the kind of the goal, where more is known than the goal's words tell.
    """
    known, words = language_of(language), words_for(language)
    if known is None or words is None:
        return None
    kind, code = kind or kind_of(goal), base_language(language)
    if not outline_fits(kind, goal):
        kind = "other"
    stated = stated_in(goal, known, code)
    angle = angle if angle in ORDERS else "activity"
    wishes = wanted_in(goal)
    if len(wishes) >= LIST and angle == "phase" and kind != "trip":
        # What somebody lists is the outline; when it happens is told by one of its parts.
        angle = "activity"
    subject: Subject = kind
    if kind == "trip":
        subject = journey or journeys.journey_of(goal, stated)
    elif kind == "celebration" and occasions.is_for_children(goal):
        subject = "children"
    elif kind == "garden" and angle == "phase" and is_within_a_season(goal):
        subject = "planting"
    parts = known.outlines.get((subject, angle)) or known.outlines[(subject, "activity")]
    if subject == "trip" and angle == "phase" and journeys.is_short(goal):
        # Nobody prepares for a few days three months ahead.
        early = [part for part in known.outlines[("stay", "phase")] if not part.in_span][:2]
        parts = (*early, *parts[2:])
    if subject == "celebration":
        parts = occasions.with_ceremony(parts, known, goal, code)
        parts = occasions.for_few(parts) if occasions.is_small(goal) else parts
    if subject in ("celebration", "event") and angle == "phase" and occasions.is_near_or_small(goal):
        parts = occasions.prepared_at_once(parts, known)
    asked = " ".join(wish.said for wish in wishes).lower()
    stated = msgspec.structs.replace(stated, facts=tuple(one for one in stated.facts if not is_asked(one, asked)))
    if kind not in ("trip", "moving"):
        stated = Stated(facts=tuple(one for one in stated.facts if "places" not in one.topics), places=())
    parts = with_wishes(_with_money(parts, stated, known), wishes, known, words, is_trip=kind == "trip")
    wished = tuple(part for part in parts if part.asked)
    if kind == "other" and len(wished) >= ENOUGH_TO_SPLIT_BY:
        # Of no known kind, what is asked for is the whole outline: general parts would only fill it up.
        parts = wished
    return Skeleton(
        parts=parts,
        stated=stated,
        kind=kind,
        subject=subject,
        language=known,
        words=words,
        code=code,
        goal=goal,
        angle=angle,
    )


def place_of_stay(goal: str, language: str) -> str:
    """Where a trip to one place goes; empty where none is named, and for trips that may go to a country."""
    known = language_of(language)
    if known is None or kind_of(goal) != "trip":
        return ""
    stated = stated_in(goal, known, base_language(language))
    return journeys.destination(stated) if journeys.journey_of(goal, stated) == "stay" else ""


def further_sights(town: str) -> str:
    """What the model is asked where its famous sights of a town are elsewhere."""
    return f"Name {_SIGHTS_OF_A_TOWN} museums, churches, temples and parks in {town}."


def with_sights(sections: Sequence[Section], sights: Sequence[str]) -> tuple[Section, ...]:
    """The sections of a stay with its sights: shared out among the days, or in place of the general ones.

    The first day still begins with the way there, the last one with breakfast, and each ends as it did.
    """
    days = [section for section in sections if section.in_span]
    if not days:
        return tuple(
            msgspec.structs.replace(section, things=tuple(sights), question="")
            if section.topics == {"look"} and section.question
            else section
            for section in sections
        )
    made: list[Section] = []
    for section in sections:
        if section.in_span:
            at = days.index(section)
            share = sights[at * len(sights) // len(days) : (at + 1) * len(sights) // len(days)]
            first = section.things[:1] if at in (0, len(days) - 1) else ()
            # A day with hardly a sight keeps what days hold anyhow.
            rest = section.things[len(first) : -1] if len(share) < _SIGHTS_OF_A_DAY else ()
            section = msgspec.structs.replace(section, things=(*first, *share, *rest, section.things[-1]))
        made.append(section)
    return tuple(made)


def is_plainly_big(goal: str, language: str) -> bool:
    """Whether the goal founds something lasting, or asks for several pieces of writing, or is of a known kind and
    states an extent, a sum or how many take part; a meal wants many."""
    known = language_of(language)
    kind = kind_of(goal)
    if known is None:
        return False
    if founded(goal) or len(wanted_in(goal)) >= LIST:
        return True
    if kind == "other":
        return False
    if kind == "cooking" and not forms.extent_of(goal):
        return any(count >= _MANY for count, _ in counted_people(goal))
    facts = stated_in(goal, known, base_language(language)).facts
    return bool(forms.weekends_of(goal)) or any(fact.topics & {"span", "money", "people"} for fact in facts)


def _with_money(parts: tuple[Part, ...], stated: Stated, language: Language) -> tuple[Part, ...]:
    """The parts, with one for the money where the goal states a sum and none of them speaks of any."""
    if any("money" in part.topics for part in parts) or not any("money" in fact.topics for fact in stated.facts):
        return parts
    return (*parts, next(part for part in language.outlines[("other", "place")] if "money" in part.topics))


def spans_of(goal: str, language: str) -> tuple[str, ...]:
    """Titles of up to four spans that cover the goal's extent; none without one, or without words for it."""
    words = words_for(language)
    return () if words is None else span_titles(goal, words, _MOST_SPANS)


_ROUTE: Final = re.compile(r"(?:route|towns|reiseroute|itinéraire|itinerario|laluan|trasa|ruta)(?!\w)")


def things_of(detail: str) -> tuple[str, ...]:
    """The things that a part's detail names, without what the goal states about them."""
    return tuple(thing.strip() for thing in detail.split(";", 1)[0].split(",") if thing.strip())


def facts_of(detail: str) -> str:
    """What the goal states about a part: what stands behind the things that its detail names."""
    return detail.partition(";")[2].strip()


def stops(title: str, detail: str, goal: str, language: str) -> tuple[str, ...]:
    """The labels of a trip's route: each town that the part's detail names, with its days; none for other parts."""
    if kind_of(goal) != "trip" or not _ROUTE.match(title.lower()) or forms.extent_of(goal) is None:
        return ()
    towns = [town for town in things_of(detail) if 3 <= len(town) <= 30 and town[:1].isupper()]
    return tuple(f"{one}:" for one in titles_of(towns[:_MOST_TOWNS], goal, language)) if len(towns) > 1 else ()


def other_towns(title: str, siblings: Sequence[str]) -> tuple[str, ...]:
    """The towns of the other parts of a trip, where both this part and they are towns with their days."""
    if not forms.is_span(title) or "," not in title:
        return ()
    towns = (one.split(",", 1)[0].strip() for one in siblings if "," in one and forms.is_span(one))
    own = title.split(",", 1)[0].strip()
    return tuple(town for town in towns if town and town != own)


def titles_of(names: Sequence[str], goal: str, language: str) -> tuple[str, ...]:
    """The titles of a trip's towns: with days that together cover the trip, where its extent is known."""
    words, extent = words_for(language), forms.extent_of(goal)
    if kind_of(goal) != "trip" or not names or words is None or extent is None:
        return tuple(names)
    spans = forms.cut(forms.in_days(extent), len(names))
    if len(spans) < len(names):
        return tuple(names)
    days = (forms.span_title(span, words) for span in spans)
    is_german = base_language(language) == "de"
    return tuple(f"{name}, {one if is_german else one.lower()}" for name, one in zip(names, days, strict=True))


_EARLIER: Final = re.compile(
    r"(?<!\w)(?:before|preparation|clean-up|backup|test run|vorher|sebelum|avant|antes|la veille)(?!\w)"
)


def part_form(title: str, detail: str = "") -> Form:
    """A free part's form: what its title names, else a schedule for times of day and numbered spans, else a list."""
    lower = title.lower()
    if forms.clock_labels(title) or forms.is_span(title):
        return "schedule"
    found = forms.form_of(title, detail)
    if found == "text":
        return "checklist" if _EARLIER.search(lower) else "list"
    return found
