"""A split whose titles and contents code sets, and in which the model names what only it can know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from edge_agent.records import Child
from edge_agent.roles import forms, gates
from edge_agent.roles.aspects import tells_means, tells_time
from edge_agent.roles.critiques import MEANS, TIME, Verdict
from edge_agent.roles.journeys import destination
from edge_agent.roles.kinds import Journey
from edge_agent.roles.names import FEWEST_NAMES, ask_for_names
from edge_agent.roles.outline_facts import Section
from edge_agent.roles.outlines import (
    ORDERS,
    TOWNS_QUESTION,
    Skeleton,
    further_sights,
    skeleton_for,
    with_sights,
)
from edge_agent.roles.prompts import Brief
from edge_agent.roles.requests import ModelRefused, Work
from edge_agent.roles.text import numbers, one_line, stems
from edge_agent.roles.whereabouts import is_one_town, sights_by_town

# The languages in which what a model names was fit for use; for all other models every language. See docs/prompts.md.
_KNOWING: Final[Mapping[str, frozenset[str]]] = {
    "smollm2-135m": frozenset(),
    "qwen2.5-coder-0.5b": frozenset(),
    "qwen2.5-coder-1.5b": frozenset({"en"}),
}
_KNOWS_TOWNS: Final = frozenset({"qwen2.5-coder-1.5b"})
"""The models that tell a town from a country when asked (``whereabouts.is_one_town``)."""
_OF_THE_GOAL: Final = re.compile("what the goal says of ")
_BUILT_ON_OTHERS: Final = frozenset({"budget", "checklist"})
_MOST_NEEDED: Final = 3
_MOST_NAMED: Final = 5
_MOST_OF_A_STAY: Final = 6
_LONGEST_TITLE: Final = 120
_LONGEST_DETAIL: Final = 300


def outlined(
    brief: Brief, skeleton: Skeleton, *, model: str, seed: int, most: int, verdict: Verdict
) -> Work[tuple[Child, ...]]:
    """The split from the skeleton, or the mending of a rejected one that ``verdict`` tells of."""
    if skeleton.doubtful_place and model in _KNOWS_TOWNS and (yield from _is_one_town(skeleton.doubtful_place)):
        skeleton = skeleton_for(brief.goal, skeleton.angle, brief.language_code, journey="stay") or skeleton
    if verdict.kept:
        return _children(_mended(brief, skeleton, verdict, most))
    if verdict.refused:
        # The same skeleton would come to the same parts: another angle's is taken.
        skeleton = next(_others(brief, skeleton), skeleton)
    towns: tuple[str, ...] = ()
    if skeleton.asks_for_places:
        towns = skeleton.stated.places if len(skeleton.stated.places) >= FEWEST_NAMES else ()
        towns = towns or (yield from _asked(ask_for_names(brief, TOWNS_QUESTION, seed=seed)))
        if not towns:
            skeleton = _from_angle(brief, skeleton, "phase")
    knows = skeleton.code in _KNOWING.get(model, frozenset({skeleton.code}))
    if knows and skeleton.area_question:
        areas = yield from _asked(ask_for_names(brief, skeleton.area_question, seed=seed))
        skeleton = skeleton.with_areas(areas) if len(areas) > FEWEST_NAMES else skeleton
    sections = skeleton.sections(most, towns)
    if knows:
        if skeleton.sights_question:
            sights = yield from _asked(ask_for_names(brief, skeleton.sights_question, seed=seed, most=_MOST_OF_A_STAY))
            place = destination(skeleton.stated)
            if sights:
                sights = (yield from _sorted_out(brief, {place: sights}, seed))[place]
            sections = with_sights(sections, sights) if sights else sections
        sections = yield from _named(brief, sections, seed)
    return _children(sections)


def _is_one_town(place: str) -> Work[bool]:
    """Whether the place is one town; not where the model cannot read the question."""
    try:
        return (yield from is_one_town(place))
    except ModelRefused:
        return False


def _asked(work: Work[tuple[str, ...]]) -> Work[tuple[str, ...]]:
    """The names; none where the model cannot read the question."""
    try:
        return (yield from work)
    except ModelRefused:
        return ()


def _from_angle(brief: Brief, skeleton: Skeleton, angle: str) -> Skeleton:
    """The skeleton of the same goal from another angle."""
    journey: Journey | None = "stay" if skeleton.subject == "stay" else None
    found = skeleton_for(brief.goal, angle, brief.language_code, journey=journey, kind=skeleton.kind)
    return found or skeleton


def _others(brief: Brief, skeleton: Skeleton) -> Iterator[Skeleton]:
    """The skeletons of the other angles."""
    for other in ORDERS:
        if other != skeleton.angle:
            yield _from_angle(brief, skeleton, other)


def _named(brief: Brief, sections: Sequence[Section], seed: int) -> Work[tuple[Section, ...]]:
    """The sections, with what the model names in place of general things, where that stands up to the gates."""
    named: list[tuple[str, ...]] = []
    for at, section in enumerate(sections):
        names: tuple[str, ...] = ()
        if section.question:
            names = yield from _asked(ask_for_names(brief, section.question, seed=seed + at, most=_MOST_NAMED))
        named.append(names)
    towns = {one.place: names for one, names in zip(sections, named, strict=True) if one.place and names}
    sights = yield from _sorted_out(brief, towns, seed)
    made: list[Section] = []
    for at, section in enumerate(sections):
        # What earlier parts name is not named again: models put one sight into every town.
        names = sights.get(section.place, named[at]) if section.place else named[at]
        names = tuple(name for name in names if not any(name in one.things for one in made))[:_MOST_NAMED]
        others = [one.detail for one in (*made, *sections[at + 1 :])]
        made.append(
            section if _fault(brief, section, names, others) else msgspec.structs.replace(section, things=names)
        )
    return tuple(made)


def _sorted_out(brief: Brief, towns: Mapping[str, tuple[str, ...]], seed: int) -> Work[Mapping[str, tuple[str, ...]]]:
    """The towns' sights, each with the town that it fits best; as they are where the model cannot tell.

    Of towns to which less than two belong the model is asked once more, for other sorts of sights.
    """
    if not towns:
        return towns
    try:
        found = yield from sights_by_town(towns)
        few = [town for town, sights in found.items() if len(sights) < FEWEST_NAMES]
        named = dict(found)
        for town in few:
            further = yield from ask_for_names(brief, further_sights(town), seed=seed, most=_MOST_NAMED)
            named[town] = tuple(dict.fromkeys((*found[town], *further)))
        return (yield from sights_by_town(named)) if named != found else found
    except ModelRefused:
        return towns


def _fault(brief: Brief, section: Section, names: Sequence[str], others: Sequence[str]) -> str | None:
    """Why these names may not take the place of the section's things; None where they may."""
    if len(names) < FEWEST_NAMES:
        return "too few"
    held = stems(" ".join(others))
    if 2 * sum(stems(name) <= held for name in names) > len(names):
        return "names what other parts hold"
    return gates.title_fault(section.title, ", ".join(names), goal=brief.goal, language=brief.language_code, earlier=())


def _mended(brief: Brief, skeleton: Skeleton, verdict: Verdict, most: int) -> tuple[Section, ...]:
    """The kept parts, and in place of the refused ones and for what is lacking the best of all angles' other parts.

    Where some of the goal's extent is lacking, or would be with a refused part, the phases, which cover all of it, and
    the kept parts that name no time.
    """
    if any(map(forms.is_span, (*verdict.lacking, *(line.split(":", 1)[0] for line in verdict.refused)))):
        phases = _from_angle(brief, skeleton, "phase").sections(most)
        return _with_kept(phases, [_of_kept(skeleton, *part) for part in verdict.kept], most)
    kept = [_of_kept(skeleton, title, detail) for title, detail in verdict.kept]
    wanted = [stems(one) for one in (*verdict.lacking, *verdict.refused)]
    tells = {TIME: tells_time, MEANS: tells_means}
    free = [
        section
        for one in (skeleton, *_others(brief, skeleton))
        for section in one.sections(len(one.parts))
        if not any(section.title in refused for refused in verdict.refused)
    ]
    for aspect in verdict.aspects:
        told = next((one for one in free if tells[aspect](one.title)), None)
        if told is not None and len(kept) < most:
            kept.append(told)
    for lacking in wanted:
        usable = [one for one in free if not any(gates.is_same_item(_line(one), _line(other)) for other in kept)]
        if len(kept) >= most or not usable:
            break
        kept.append(max(usable, key=lambda one: (len(stems(_line(one)) & lacking), -free.index(one))))
    if verdict.lacking:
        kept = _with_lacking(kept, _stated(verdict.lacking, skeleton))
    return tuple(kept)


def _stated(lacking: Sequence[str], skeleton: Skeleton) -> tuple[str, ...]:
    """What is lacking, what the goal says of numbers in the goal's own words: "30 recipes" for "... says of 30"."""
    found: list[str] = []
    for one in lacking:
        told = numbers(one) if _OF_THE_GOAL.match(one) else frozenset()
        found += [fact.text for fact in skeleton.stated.facts if told & numbers(fact.text)] if told else [one]
    return tuple(found)


def _with_kept(phases: Sequence[Section], kept: Sequence[Section], most: int) -> tuple[Section, ...]:
    """The phases of the goal's extent, the kept parts that name none of it, and of the others as many as fit.

    Where no kept part says what is needed, one that does has its place before them.
    """
    spans = [section for section in phases if section.in_span]
    parts = [section for section in kept if not forms.is_span(_line(section))]
    others = [
        section
        for section in phases
        if not section.in_span and not any(gates.is_same_item(_line(section), _line(part)) for part in parts)
    ]
    if not any(tells_means(part.title) for part in parts):
        others.sort(key=lambda section: not tells_means(section.title))
        parts = parts[: most - len(spans) - 1]
    parts = parts[: most - len(spans)]
    others = others[: most - len(spans) - len(parts)]
    first = phases.index(spans[0]) if spans else 0
    before = [section for section in phases[:first] if section in others]
    return (*before, *spans, *parts, *(section for section in others if section not in before))


def _with_lacking(sections: list[Section], lacking: Sequence[str]) -> list[Section]:
    """The sections, each thing that is said to be lacking with the last of them that shares most words with it."""
    for one in lacking:
        if any(one.lower() in _line(section).lower() for section in sections):
            continue
        at = max(range(len(sections)), key=lambda index: (len(stems(one) & stems(_line(sections[index]))), index))
        sections[at] = msgspec.structs.replace(sections[at], facts=(*sections[at].facts, one))
    return sections


def _of_kept(skeleton: Skeleton, title: str, detail: str) -> Section:
    """A part of the rejected split, with the form that the skeletons give it."""
    things, _, facts = detail.partition("; ")
    return Section(
        title=title,
        form=skeleton.form_of(title),
        things=tuple(things.split(", ")),
        facts=(facts,) if facts else (),
    )


def _line(section: Section) -> str:
    return f"{section.title}: {section.detail}"


def _children(sections: Sequence[Section]) -> tuple[Child, ...]:
    """The sections as children. A budget and a closing checklist need the texts of what they sum up."""
    made: list[Child] = []
    for section in sections:
        is_last = section.form in _BUILT_ON_OTHERS and not section.in_span and section is not sections[0]
        needed = [at for at, one in enumerate(made) if one.form in ("list", "table", "schedule", "comparison")]
        made.append(
            Child(
                title=one_line(section.title, _LONGEST_TITLE),
                detail=one_line(section.detail, _LONGEST_DETAIL),
                form=section.form,
                leaf=True,
                after=tuple(needed[:_MOST_NEEDED]) if is_last else (),
            )
        )
    return tuple(made)
