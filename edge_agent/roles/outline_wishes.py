"""What a goal asks for by name as parts of its outline: those that answer it, and new ones for what none answers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

import msgspec

from edge_agent.roles.outline_words import Language, Part
from edge_agent.roles.stated import topics_of
from edge_agent.roles.text import count_words
from edge_agent.roles.wanted import Wanted, asks_for_questions, asks_what_then, shared
from edge_agent.roles.wording import Words

LIST: Final = 3
"""Wishes from which on they are the goal's own outline: its phases are told in one timetable, then."""
_TELLING: Final = frozenset(
    ["money", "people", "children", "food", "sleep", "music", "decor", "pack", "clean", "travel", "buy"]
)
"""Topics that make a part answer a wish of the same topic: "who cleans up" is answered by "Helpers"."""
_EXACTLY: Final = 9.0
_IN_TITLE: Final = 2
_IN_PASSING: Final = 0.1
_FEWEST_WORDS: Final = 3
_LONGEST: Final = 110
"""Characters of a title that is two wishes."""


def with_wishes(
    parts: tuple[Part, ...], wishes: Sequence[Wanted], language: Language, words: Words, *, is_trip: bool
) -> tuple[Part, ...]:
    """The parts, each marked as asked for that answers a wish, and behind them a new one for each other wish.

    With a list of wishes the timetable is asked for as well, where no part is a span.
    """
    made = list(parts)
    for wish in wishes:
        at = _answer(made, wish, language, is_trip=is_trip)
        if at is None:
            made.append(_part(wish, language, words))
        else:
            made[at] = msgspec.structs.replace(made[at], asked=(*made[at].asked, wish.said))
    if len(wishes) >= LIST and not any(part.in_span for part in made):
        at = next((at for at, part in enumerate(made) if part.form == "schedule" and "time" in part.topics), None)
        if at is not None and not made[at].asked:
            made[at] = msgspec.structs.replace(made[at], asked=(made[at].title,))
    return tuple(made)


def joined(parts: tuple[Part, ...], most: int, words: Words) -> tuple[Part, ...]:
    """The parts, of which at most ``most`` are asked for: the last two new ones are one where there are more.

    Nothing that the goal asks for is left out, as long as there are two new parts.
    """
    made = list(parts)
    while sum(bool(part.asked) or part.in_span for part in made) > most:
        new = [at for at, part in enumerate(made) if _can_be_joined(part)]
        pairs = [
            (first, second)
            for first, second in itertools.pairwise(new)
            if len(made[first].title) + len(made[second].title) <= _LONGEST
        ]
        if not pairs:
            break
        first, second = pairs[-1]
        one, other = made[first], made.pop(second)
        made[first] = msgspec.structs.replace(
            one,
            title=f"{one.title}; {other.title[:1].lower()}{other.title[1:]}",
            form=one.form if one.form == other.form else "list",
            things=(words.asked_for,),
            asked=(*one.asked, *other.asked),
            topics=one.topics | other.topics,
        )
    return tuple(made)


def _can_be_joined(part: Part) -> bool:
    """Whether the part is a list made for what is asked; letters and lists of questions stand alone."""
    return part.is_new and part.form in ("list", "checklist", "text") and not asks_for_questions(part.title)


def _part(wish: Wanted, language: Language, words: Words) -> Part:
    """A part for the wish: a known one for prices and costs, else one whose detail is what else the goal says of it."""
    if wish.is_price_list or wish.form == "budget":
        known = language.outlines[("business", "activity")]
        part = next(one for one in known if one.form == ("table" if wish.is_price_list else "budget"))
        if wish.form == "budget":
            part = next(one for one in language.outlines[("other", "place")] if one.form == "budget")
        return msgspec.structs.replace(part, asked=(wish.said,))
    return Part(
        title=wish.title,
        form=wish.form,
        things=(_rest(wish) or words.asked_for,),
        topics=topics_of(wish.said, language) - {"time"},
        asked=(wish.said,),
        is_new=True,
    )


def _rest(wish: Wanted) -> str:
    """What the goal says of the wish beyond its title, as one thing among those of a detail, which commas part."""
    title = wish.title.removesuffix("…")
    _, told, rest = wish.said.lower().partition(title.lower())
    # A capital whose small letter is longer would shift the place, so the rest is counted from the end.
    rest = wish.said[len(wish.said) - len(rest) :] if told and rest else ""
    plain = " ".join(rest.replace(",", " ").replace(";", " ").split())
    return plain if count_words(plain) >= _FEWEST_WORDS else ""


def _answer(parts: Sequence[Part], wish: Wanted, language: Language, *, is_trip: bool) -> int | None:
    """Which of the parts holds what is asked for, the one that speaks most of it; None where none does."""
    told = [_told(part, wish, language, is_trip=is_trip) for part in parts]
    best = max(range(len(parts)), key=lambda at: (told[at], -at), default=0)
    return best if parts and told[best] >= 1 else None


def _told(part: Part, wish: Wanted, language: Language, *, is_trip: bool) -> float:
    """How much the part tells of the wish, by its title, its things and its topics; below 1: nothing that counts."""
    if asks_for_questions(wish.title) or asks_for_questions(part.title):
        return _EXACTLY * (asks_for_questions(wish.title) and shared(wish, part.title) > 0)
    if wish.form in ("budget", "schedule") and part.form == wish.form and not part.in_span:
        return _EXACTLY
    topics = topics_of(wish.said, language) & part.topics
    telling = _TELLING | {"look"} if is_trip else _TELLING
    by_topic = len(topics & telling) + len(topics) * _IN_PASSING
    in_words = float(_IN_TITLE * shared(wish, part.title))
    if part.form == "budget":
        # Its "reserve" is no reservation, and what is bought is more than what it costs.
        return in_words + ("money" in topics)
    if asks_what_then(wish):
        # "Weeks of the summer break" do not say what to do when half of them stay away in summer.
        return in_words
    in_words += shared(wish, " ".join(part.things))
    return in_words + (0 if wish.form in ("letter", "comparison") else by_topic)
