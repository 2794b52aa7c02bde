"""A part's page under way: what the model reads, how it is asked for a line, and which lines may join."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import structs

from edge_agent.roles import (
    assumptions,
    blanks,
    forms,
    gates,
    instructions,
    invented,
    limits,
    line_gates,
    money,
    outlines,
    reckoning,
    sentences,
    timetables,
    wanted,
)
from edge_agent.roles.kinds import kind_of
from edge_agent.roles.people import counted_people
from edge_agent.roles.prompts import Brief, generate, next_token
from edge_agent.roles.requests import END_OF_TURN, Generate, Generated, Prompt, Work
from edge_agent.roles.text import SENTENCE_END, clean, count_words, one_line, ratio, stems, words
from edge_agent.roles.whole import is_plan_in_one
from edge_agent.roles.wording import words_or_english

PART_TOKENS: Final = 240
"""About how many tokens a part may cost, refused lines included: at 7 a second (1.5B, one core) 35 seconds."""
_HEAT: Final = (0.4, 0.7, 0.9, 1.1)
_END_OF_TEXT: Final = 0.35
_NUMBERED: Final = re.compile(r"^\d{1,2}[.)]\s+(?=\S)")
_MOST_SENTENCES: Final = 2
_WEEK: Final = 7
"""Days of which a line may tell together how long something takes."""
_DAGGERS: Final = re.compile(r"\s*[\u2020\u2021\u2023\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]")
"""Marks of assumptions, which are code's, and pictures."""
INVENTED: Final = "a number of its own"
_BEARABLE: Final = (line_gates.HOLLOW, sentences.NO_SENTENCE, sentences.GUESSED, line_gates.ADVICE)
"""Faults that are borne where no try brings better, the least first."""

_COPIED: Final = 3
"""Things of another part in one line that are a copy of what that is to hold."""

Check = Callable[[str], str | None]
"""Tells what is wrong with a line; None where nothing is."""


class Page:
    """One part under way. ``lines`` are those that stand, as Markdown; ``bare`` what the model wrote of each.

    Marks of assumptions are set at the very end: a model that reads them writes them.
    """

    def __init__(self, brief: Brief, inputs: Sequence[tuple[str, str]], seed: int, *, is_capable: bool = False) -> None:
        self.brief = brief
        self.is_capable = is_capable
        """Whether the model is larger than those that go round in circles: it finds the things to tick itself, with
        those of the part's detail as a hint, and is asked where places are."""
        self.seed = seed
        self.words = words_or_english(brief.language_code)
        inputs = [(title, assumptions.unmarked(clean(text))) for title, text in inputs]
        self.inputs = [bare(line) for _, text in inputs for line in text.splitlines() if len(line) > 12]
        self.lines: list[str] = []
        self.bare: list[str] = []
        self.is_labelled = False
        """Whether code set a label for each line."""
        people = counted_people(brief.goal)
        self.people = people[0][0] if people else 0
        """How many people the goal counts; 0 where it counts none."""
        self.note = ""
        """What is to be said of all lines, behind them."""
        self.assumed: set[int] = set()
        """Which of the lines hold something that can only be assumed."""
        self.tokens = 0
        """What the model has written, refused lines included."""
        self.asked = 0
        self.open = 0
        """Lines for which nothing usable came."""
        self.kind = kind_of(brief.goal)
        self.is_trip = self.kind == "trip"
        extent = forms.extent_of(brief.goal)
        self.days = forms.in_days(extent).last if extent and self.is_trip else 0
        self.days_given = limits.days_given(brief.goal)
        """How many days the goal gives; 0 where it does not say."""
        self.minutes = limits.minutes_a_day(brief.goal)
        """How many minutes the goal gives for each day; 0 where it does not say."""
        self.town: str | None = None
        """Where a trip's days are spent, once that was looked up; empty where it is not known."""
        self.other_places = _other_places(brief) if self.is_trip else ()
        self.known = " ".join(
            (brief.goal, brief.subject, *brief.siblings, *brief.coverage, *(text for _, text in inputs))
        )
        if self.minutes:
            self.known += f" {self.minutes}"
        self.others = _held_by_others(brief)
        """What the other parts are called and hold, and this one does not; lower case."""
        self._lists_of_others = tuple(
            tuple(thing.lower() for thing in outlines.things_of(detail))
            for title, detail in zip(brief.siblings, brief.coverage, strict=False)
            if title != brief.title
        )
        self.has_sentences = instructions.has_sentences(brief, is_capable=is_capable)
        """Whether the lines are whole sentences; else they are short and fill slots."""
        self.is_letter = brief.form == "letter" or (brief.is_root and gates.is_letter(brief.goal))
        """Whether the page is a letter: one that a part asks for, or the whole goal."""
        self.is_plan_in_one = brief.is_root and is_plan_in_one(brief.goal)
        """Whether the page is a whole plan of numbered steps."""
        self.has_questions = brief.form in ("list", "checklist") and wanted.asks_for_questions(brief.title)
        """Whether the lines are questions that the owner is to ask."""
        self.system = instructions.system_turn(brief, is_capable=is_capable)
        self._instructions = f"{self.system} {instructions.people_line(brief)}"
        self.user = instructions.user_turn(brief, inputs, is_capable=is_capable)
        self._told = stems(f"{instructions.asked(brief, is_capable=is_capable)} {self.system}")

    def prompt(self, so_far: str) -> Prompt:
        """The prompt with the beginning of the reply."""
        return Prompt(system=self.system, user=self.user, reply_so_far=so_far)

    @property
    def so_far(self) -> str:
        """What stands of the reply. Lines to fill in are not told, or the model leaves blanks, too."""
        told = [line for line in self.lines if line.startswith("|") or not blanks.has_blank(line)]
        return "".join(f"{line}\n" for line in told)

    @property
    def tries(self) -> int:
        """How often a line may be written anew: less the more the part has cost."""
        return 4 if 2 * self.tokens < PART_TOKENS else 2 if self.tokens < PART_TOKENS else 1

    def add(self, line: str, bare: str) -> None:
        """Let a line join, its sums put right, and with enough for all people where it counts what each gets."""
        if (bare_with_enough := reckoning.with_enough(bare, self.people)) != bare:
            line, bare = line.replace(bare, bare_with_enough), bare_with_enough
        names = self.is_trip and forms.is_span(self.brief.title) and self.brief.language_code != "de"
        if assumptions.is_assumed(bare, self.known) or (names and assumptions.names_unknown(bare, self.known)):
            self.assumed.add(len(self.lines))
        self.bare.append(bare)
        self.lines.append(reckoning.with_right_sums(line))

    def text(self) -> str:
        """The lines with their marks, and what the marks mean. Labelled lines are items: Markdown joins bare lines."""
        marked = [assumptions.marked(line) if at in self.assumed else line for at, line in enumerate(self.lines)]
        items = [f"- {line}" if self.is_labelled else line for line in marked]
        noted = [*items, "", self.note] if self.note else items
        return "\n".join(assumptions.with_legend(blanks.with_legend(noted, self.words), self.words))

    def ends(self) -> Work[bool]:
        """Whether the model would end the text here."""
        (end,) = yield from next_token(self.prompt(self.so_far), (END_OF_TURN,))
        return end > _END_OF_TEXT

    def reply(self, label: str, grammar: str, most: int, attempt: int) -> Work[str]:
        """What the model writes behind the label, without marks and without what was cut; empty where that is nothing.

        Each attempt at the same line differs. ``most`` is in tokens.
        """
        reply = yield from generate(
            Generate(
                prompt=self.prompt(self.so_far + label),
                max_tokens=most,
                seed=self.seed * 1_000 + self.asked * 10 + attempt,
                grammar=grammar,
                stop=("\n",),
                temperature=_HEAT[attempt],
                repeat_penalty=1.05,
                frequency_penalty=0.4 * attempt,
            )
        )
        self.tokens += reply.tokens
        line = whole_part(self._up_to_label(reply)) or ""
        if self.has_sentences:
            line = sentences.without_filling(sentences.trimmed(line[:1].upper() + line[1:]))
        return limits.within_a_day(line, self.minutes) if self.days_of(label) == 1 else line

    def write(
        self, label: str, grammar: str, most: int, check: Check | None = None, *, bear: bool = True
    ) -> Work[str | None]:
        """What the model writes behind the label; None where every try was refused.

        With ``bear`` the least bearable fault is borne where no try is without one.
        """
        check = check or self.fault
        borne: dict[str, str] = {}
        tries = self.tries
        for attempt in range(tries):
            line = self._new_sentences((yield from self.reply(label, grammar, most, attempt)))
            if not line:
                continue
            fault = check(line)
            if fault == INVENTED:
                line = invented.without_invented(line, self.known, self.kind)
                fault = check(line) if line else INVENTED
            if fault is None:
                break
            first = re.split(SENTENCE_END, line, maxsplit=1)[0]
            if first != line and check(first) is None:
                line = first
                break
            if fault in _BEARABLE:
                borne.setdefault(fault, line)
        else:
            line = next((borne[fault] for fault in _BEARABLE if fault in borne), "") if bear else ""
        self.asked += 1
        return line or None

    def fault(self, line: str, *, label: str = "", is_last: bool = False, days: int = _WEEK) -> str | None:
        """Why the line, which tells of so many days, may not join, behind its label if any; None where it may."""
        brief = self.brief
        if blanks.has_blank(line):
            return "leaves a blank"
        if not any(character.isalpha() for word in words(line) for character in word):
            return "names nothing"
        if brief.form == "schedule" and not is_last and line_gates.is_empty_step(line):
            return "nothing happens"
        if reckoning.is_no_date(line) or (self.days and reckoning.is_beyond(line, self.days)):
            return "no such day"
        if brief.form != "budget" and money.is_total(line):
            return "a sum, which is not the model's to make"
        if line.endswith("?") != self.has_questions:
            return "asks the reader" if line.endswith("?") else "no question"
        own = line.partition(":")[0].lower() if ":" in line and not label else ""
        if len(words(own)) > 1 and own in outlines.facts_of(brief.detail).lower():
            return "what the goal says, as an item"
        if own and any(one.lower().startswith(f"{own}:") for one in self.bare):
            return "the same item again"
        if own and (own == brief.title.lower() or own in self.others or stems(own) <= self._told):
            return "another part, or what was asked"
        if any(place.lower() in line.lower() for place in self.other_places):
            return "another town"
        if foreign := self.foreign(line):
            return foreign
        if limits.is_after_the_end(line, self.days_given) or limits.is_too_long(line, self.minutes, days):
            return "beyond what the goal gives"
        if self.has_sentences and (nothing := sentences.fault(line)):
            return nothing
        if not label and len(stems(line)) > 2 and stems(line) <= stems(f"{brief.goal} {brief.subject}"):
            return line_gates.ECHO
        if label and any(_says_the_same(line, one.partition(":")[2]) for one in self.bare):
            return "says of it what an earlier line says of another"
        fault = line_gates.line_fault(
            f"{label} {line}" if label else line,
            language=brief.language_code,
            goal=brief.goal,
            earlier=[*self.bare, brief.title, *brief.siblings],
            inputs=self.inputs,
            instructions=self._instructions,
            puts_off=sentences.puts_off if self.has_sentences else line_gates.is_advice,
        )
        if fault in (None, *_BEARABLE) and invented.invents_a_number(line, self.known, self.kind):
            return INVENTED
        if fault is None and self.has_sentences and sentences.guesses(line, self.known, self.kind):
            return sentences.GUESSED
        return fault

    def foreign(self, line: str) -> str | None:
        """Whether the line copies another part, counts other people than the goal, or mixes up the towns' days."""
        lower = line.lower()
        if any(sum(thing in lower for thing in things) >= _COPIED for things in self._lists_of_others):
            return "what another part holds"
        if self.has_sentences and any(" " in thing and thing in lower for thing in self.others):
            return "what another part holds"
        titles = (title.lower() for title in self.brief.siblings if title != self.brief.title)
        if any(len(words(title)) > 1 and title in lower for title in titles):
            return "names another part"
        if self.people and any(number != self.people for number, _ in counted_people(line)):
            return "another number of people"
        return timetables.misplaced(line, self.brief)

    def _up_to_label(self, reply: Generated) -> Generated:
        """The reply up to where it goes on with the next label: "..., sushi. Day 2: Nara"."""
        labels = "|".join(map(re.escape, (self.words.day, self.words.week, self.words.month)))
        weekdays = "|".join(map(re.escape, self.words.weekdays.split(", ")))
        match = re.search(rf"[\s,;]+(?:{labels}) \d+(?:\s*[:,.-]|$)|(?<=[.!])\s+(?:{weekdays})[,:]", reply.text)
        return (
            reply if match is None or not self.is_labelled else structs.replace(reply, text=reply.text[: match.start()])
        )

    def days_of(self, label: str) -> int:
        """How many days a line tells of: a week behind a week's or a month's label, and in lists; else one."""
        longer = any(word.lower() in label.lower() for word in (self.words.week, self.words.month))
        return _WEEK if longer or self.brief.form != "schedule" else 1

    def _new_sentences(self, line: str) -> str:
        """The line without the sentences behind its first that earlier lines have: models add one to each."""
        first, *others = re.split(SENTENCE_END, line)
        said = [one for earlier in self.bare for one in re.split(SENTENCE_END, earlier)[1:]]
        new = [
            one
            for one in others
            if not any(line_gates.is_swap(one, other) or gates.is_same_item(one, other) for other in said)
        ]
        return " ".join([first, *new])


def _says_the_same(rest: str, other: str) -> bool:
    """Whether two lines have the same words behind their labels."""
    return len(stems(rest)) >= 2 and (stems(rest) == stems(other) or ratio(rest, other) >= 0.85)


def _held_by_others(brief: Brief) -> frozenset[str]:
    """The titles of the other parts, and the things that these hold and this one does not; lower case."""
    own = brief.subject.lower()
    held = [
        thing.strip(" .;").lower()
        for title, detail in zip(brief.siblings, [*brief.coverage, *("" for _ in brief.siblings)], strict=False)
        if title != brief.title
        for thing in (title, *outlines.things_of(detail))
    ]
    return frozenset(thing for thing in held if thing and thing not in own)


def _other_places(brief: Brief) -> tuple[str, ...]:
    """On a trip the towns and sights of the other towns' days; none for other parts."""
    towns = outlines.other_towns(brief.title, brief.siblings)
    if not towns:
        return ()
    sights = [
        thing.strip()
        for title, detail in zip(brief.siblings, brief.coverage, strict=False)
        if title != brief.title and forms.is_span(title)
        for thing in outlines.things_of(detail)
    ]
    own = brief.subject.lower()
    return (*towns, *(one for one in sights if len(one) > 3 and one[:1].isupper() and one.lower() not in own))


def bare(line: str) -> str:
    """The line without its bullet, number, heading or label marks."""
    return re.sub(r"^\s*(?:[-*•]|\d{1,2}[.)]|#+)\s*", "", line).replace("**", "").strip()


def whole_part(reply: Generated) -> str | None:
    """What can be used of a line: all of it, or, where it was cut, its whole sentences or clauses."""
    line = one_line(_DAGGERS.sub("", clean(reply.text).split("\n", 1)[0]), 400)
    line = bare(line) if line.startswith(("-", "*", "•")) else re.sub(_NUMBERED, "", line)
    if reply.finish == "length" or len(line) >= 155:
        line = whole_sentences(line)
    line = line_gates.decided(line)
    first, *others = re.split(SENTENCE_END, line)
    # "If possible" is what is left of a sentence that was cut.
    others = [one for one in others if count_words(one) > 2 and not one.endswith("?") and not line_gates.is_advice(one)]
    others = [
        one for one in others if not (re.match(r"\w+:", one) or money.is_total(one) or line_gates.is_chatter(one))
    ]
    line = " ".join([*([] if line_gates.is_chatter(first) else [first]), *others[: _MOST_SENTENCES - 1]])
    line = line_gates.decided(line).strip(" ,;-")
    return line if len(line) >= 3 else None


def whole_sentences(line: str) -> str:
    """The line up to its last sentence end, else its last comma; empty where it has neither in its second half.

    A single word behind the last comma but one ("; otherwise") goes, too.
    """
    for marks in (".!?。", ";,"):
        end = max(line.rfind(mark) for mark in marks)
        if end >= len(line) // 2:
            return re.sub(r"[;,]\s*\w+$", "", line[: end + 1].rstrip(";,"))
    return ""
