"""The executor: writes a task's text, line by line where its form has lines, in one piece where it has none.

What code can count (days, rows, sums) is written by code; the model supplies the words. Every line passes gates
(:mod:`edge_agent.roles.line_gates`), so that loops, copies and advice do not reach an answer. What can only have been
invented is marked (:mod:`edge_agent.roles.assumptions`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec import structs

from edge_agent.records import MAX_RESULT_TEXT
from edge_agent.roles import frames, gates, invented, line_gates, lined, reckoning, tables, timetables
from edge_agent.roles.arithmetic import computed
from edge_agent.roles.kinds import kind_of
from edge_agent.roles.page import Page, bare, whole_sentences
from edge_agent.roles.prompts import Brief, generate
from edge_agent.roles.requests import Generate, Generated, ModelRefused, Work
from edge_agent.roles.text import SENTENCE_END, clean, one_line, stems
from edge_agent.roles.wording import words_or_english

_TEXT_TOKENS: Final = 160
_PLAN_TOKENS: Final = 520
"""Of a goal that is answered in one piece."""
_SEEDS: Final = (0, 500_000)
"""What is added to the seed: a text that came to nothing is written once more."""
_INCAPABLE: Final = ("smollm2-135m", "qwen2.5-coder-0.5b")
"""Models that by themselves go round in circles, and know no places: code names more for them."""
_REQUESTS_A_TRIP_DAY: Final = 4
"""What is done at the times of a trip's day, and where that is."""
_LEAST_TEXT: Final = 80
"""Characters below which a text in one piece is tried again, and the longer one taken."""


def write(brief: Brief, inputs: Sequence[tuple[str, str]] = (), *, model: str, seed: int) -> Work[str]:
    """Write the task's text, at most 32,000 characters; empty where nothing usable came (the caller fails the claim).

    ``inputs`` are the results that it depends on, in order, each as (title, text). What is empty, refused, an echo or
    mostly open is written once more with another seed; a model that cannot read the prompt is asked without inputs.
    """
    if brief.is_root and (answer := _answer_by_code(brief)):
        return answer
    # A budget's shares hardly follow from what else is planned, and reading that costs most of its tokens.
    read = () if brief.form == "budget" else inputs
    best = ""
    for more in _SEEDS:
        try:
            page = yield from _written(brief, read, seed + more, model=model)
        except ModelRefused:
            if not read:
                break
            read = ()
            continue
        text = page.text()
        if _is_sound(page):
            return text[:MAX_RESULT_TEXT]
        best = best or (text if _is_bearable(page) else "")
    return best[:MAX_RESULT_TEXT]


def expected_requests(brief: Brief) -> int:
    """About how many requests the text takes, for showing progress."""
    if brief.form in ("text", "letter"):
        return 1
    if labels := timetables.labels_of(brief):
        return len(labels) * (_REQUESTS_A_TRIP_DAY if kind_of(brief.goal) == "trip" else 1)
    return 2 * len(timetables.things_of(brief)) or 12


def _answer_by_code(brief: Brief) -> str:
    """The answer to a sum, or to a goal that asks for nothing; empty for all others."""
    if gates.asks_for_nothing(brief.goal):
        return words_or_english(brief.language_code).nothing
    return computed(brief.goal) or ""


def _written(brief: Brief, inputs: Sequence[tuple[str, str]], seed: int, *, model: str) -> Work[Page]:
    is_capable = model not in _INCAPABLE
    if brief.form == "table" and any(timetables.nights_of(brief, thing) for thing in timetables.things_of(brief)):
        # What code counts stands in a list: in a table the model counts it again.
        brief = structs.replace(brief, form="list")
    page = Page(brief, inputs, seed, is_capable=is_capable)
    if brief.is_root or brief.form in ("text", "letter"):
        yield from _in_one_piece(page)
        return page
    page_labels = timetables.labels_of(brief)
    if frames.has_frame_alone(brief, model=model):
        frames.frame(page, page_labels)
    elif page_labels:
        yield from lined.schedule(page, page_labels)
    elif brief.form == "budget":
        yield from tables.budget(page)
    elif brief.form in ("table", "comparison"):
        yield from tables.comparison(page) if brief.form == "comparison" else tables.table(page)
        if 2 * page.open >= len(page.bare):
            # A table that stays empty is a list.
            page = Page(structs.replace(brief, form="list"), inputs, seed, is_capable=is_capable)
            yield from lined.listed(page)
    else:
        yield from lined.listed(page)
    return page


def _is_sound(page: Page) -> bool:
    """Whether the text is good enough not to be tried again."""
    brief, content = page.brief, [line for line in page.lines if line.strip()]
    if brief.is_root or brief.form in ("text", "letter"):
        return len(" ".join(content)) >= (1 if brief.is_root else _LEAST_TEXT // 2)
    if brief.form == "budget":
        return len(content) >= 5
    return len(content) >= 2 and 2 * page.open < len(content) and len(page.bare) >= 2


def _is_bearable(page: Page) -> bool:
    """Whether the text is better than none: something stands in it, and less than two thirds of it are open."""
    return bool(page.bare or page.brief.form == "budget") and bool(page.lines) and 3 * page.open <= 2 * len(page.lines)


_STEP: Final = re.compile(r"\d{1,2}[.)]\s+")
_ITEM: Final = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s")


def _in_one_piece(page: Page) -> Work[None]:
    """The text as the model writes it, without the lines that the gates refuse; a second try where few remain."""
    best: list[str] = []
    for attempt, heat in enumerate((0.4, 0.8)):
        reply = yield from generate(
            Generate(
                prompt=page.prompt(""),
                max_tokens=_PLAN_TOKENS if page.is_plan_in_one or page.is_letter else _TEXT_TOKENS,
                seed=page.seed * 1_000 + 900 + attempt,
                temperature=heat,
                repeat_penalty=1.08,
                frequency_penalty=0.25,
            )
        )
        lines = _usable_lines(page, reply)
        if len(" ".join(lines)) > len(" ".join(best)):
            best = lines
        if len(" ".join(best)) >= _LEAST_TEXT:
            break
    steps = 0
    for at, line in enumerate(best):
        if page.is_plan_in_one and (step := _STEP.match(line)):
            # Where the gates have refused one, the others are counted anew.
            steps += 1
            line = f"{steps}. {line[step.end() :]}"
        if at and not (_ITEM.match(line) and _ITEM.match(best[at - 1])):
            # Markdown joins lines: paragraphs and verses stand apart, items of a list together.
            page.lines.append("")
        page.add(line, bare(line))


def _usable_lines(page: Page, reply: Generated) -> list[str]:
    kept: list[str] = []
    lines = [line.rstrip() for line in clean(reply.text).splitlines() if line.strip()]
    if reply.finish == "length" and lines:
        lines[-1] = whole_sentences(lines[-1])
    brief = page.brief
    titles = [] if brief.is_root else [brief.title, *brief.siblings]
    for line in lines:
        if brief.form == "letter" and _ITEM.match(line) and "**" in line:
            # Models put the other parts of the plan into letters.
            continue
        step = _STEP.match(line) if page.is_plan_in_one or page.is_letter else None
        number = step[0] if step else ""
        told = line[len(number) :]
        # Prose loses its faulty sentences alone.
        good = [
            sentence
            for sentence in re.split(SENTENCE_END, _filled(told) if page.is_letter else told)
            if _may_stand(page, bare(sentence), [*map(bare, kept), *titles])
        ]
        if good:
            kept.append(f"{number}{one_line(' '.join(good), 600)}")
    return kept


_REQUEST: Final = re.compile(r"\W*(?:please|bitte|sila|por favor|proszę)(?!\w)")
"""What a letter says to its receiver, and no other text to its reader."""
_BLANK: Final = re.compile(r"\[[^\]\n]{1,40}\]")


def _filled(line: str) -> str:
    """A letter's line with dots, to be filled in by its sender, where the model left a placeholder."""
    return _BLANK.sub("…", line)


def _may_stand(page: Page, line: str, earlier: Sequence[str]) -> bool:
    brief = page.brief
    if not brief.is_root and (
        page.foreign(line)
        or invented.invents_a_number(line, page.known, page.kind)
        or (stems(line) and stems(line) <= stems(f"{brief.goal} {brief.subject}"))
    ):
        return False
    fault = reckoning.is_no_date(line) or line_gates.line_fault(
        line,
        language=brief.language_code,
        goal=brief.goal,
        earlier=earlier,
        inputs=page.inputs,
        instructions=page.system,
        advice=brief.form == "text" and not (page.is_plan_in_one or page.is_letter),
    )
    # An answer may repeat the question, as long as it says something of its own; a letter tells what has happened.
    answers = brief.is_root and fault == line_gates.ECHO and bool(stems(line) - stems(brief.goal))
    asks = fault == line_gates.CHATTER and page.is_letter and _REQUEST.match(line.lower()) and line not in earlier
    return fault in (None, line_gates.HOLLOW) or answers or bool(asks)
