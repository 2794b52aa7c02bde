"""Deterministic figures of a whole answer. They are coarse: read the answers."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from bench.quality.checks import stated_in
from bench.quality.goals import Goal
from bench.quality.languages import is_lost
from bench.quality.spans import days_of, named_days
from edge_agent.roles.text import count_words, word_set

_FEWEST_WORDS: Final = 3
"""Shorter lines are labels and headings: they may come again."""
_MARKS: Final = re.compile(r"^[\s>#*+|-]*(?:\d{1,3}[.)]\s+)?|[*_`|]+")
_LABEL: Final = re.compile(r"^[^:.!?]{1,40}:\s+")
# Verbs that hand the decision back to the reader; those of errands ("Book") are not meant.
_ADVICE: Final = word_set(
    "choose research consider ensure determine decide identify select check look find explore compare confirm "
    "remember avoid try wähle wählen recherchiere überlege entscheide prüfe stelle achte vergleiche suche finde "
    "pilih cari kaji pertimbangkan pastikan tentukan kenal semak bandingkan elakkan wybierz znajdź rozważ upewnij "
    "zdecyduj sprawdź określ ustal porównaj zidentyfikuj pamiętaj elige busca considera asegúrate decide determina "
    "identifica compara revisa evita recuerda"
)
_CHATTER: Final = re.compile(
    r"^(?:certainly|sure[,!]|of course|here(?:'s| is| are)|below is|i hope|i will|i'll|let's|let me|feel free|"
    r"note(?: that)?\b|"
    r"remember[, ]|please|by following|this (?:plan|schedule|list|table|answer|step|section|guide)|these|"
    r"in (?:conclusion|summary)|overall|enjoy your|good luck|hier (?:ist|sind)|dies(?:er|e|es) (?:plan|liste)|"
    r"hinweis|viel (?:spaß|erfolg)|berikut|ini (?:adalah|ialah)|sila|semoga|harap|nota\b|oto |poniżej|"
    r"mam nadzieję|pamiętaj|uwaga|powodzenia|aquí (?:está|tienes)|a continuación|espero|recuerda|este plan)",
    re.IGNORECASE,
)


class AnswerFigures(Struct, frozen=True, kw_only=True):
    """Of one answer. Shares lie between 0 and 1; None where the goal states nothing of the kind."""

    words: int
    distinct: float
    """The share of lines of three words or more that say something for the first time; labels, days and numbers in
    front do not count."""
    language_kept: bool
    named: float | None
    """The share of what the goal states (extent, people, places, amounts) that is named."""
    days: float | None
    """The share of the goal's days that some line names."""
    advice: int
    """Lines that begin by handing the decision back ("Choose a caterer")."""
    chatter: int
    """Lines about the answer, or to the reader."""


def figures_of(goal: Goal, text: str) -> AnswerFigures:
    """Measure an answer in Markdown; never raises."""
    lines = [line for line in text.split("\n") if line.strip()]
    stated = [named for _, named in stated_in(goal, lines)]
    days = None if goal.span is None else days_of(goal.span)
    plain = [said for line in lines if count_words(said := _said(line)) >= _FEWEST_WORDS]
    advice = [line for line in lines if count_words(line) >= _FEWEST_WORDS and _is_advice(line)]
    return AnswerFigures(
        words=count_words(text),
        distinct=len({one.casefold() for one in plain}) / len(plain) if plain else 1.0,
        language_kept=not is_lost(text, goal.language),
        named=sum(stated) / len(stated) if stated else None,
        days=None if days is None else len(named_days(lines, days)) / days,
        advice=len(advice),
        chatter=sum(_CHATTER.match(_unmarked(line)) is not None for line in lines),
    )


def _unmarked(line: str) -> str:
    return _MARKS.sub("", line).strip()


def _said(line: str) -> str:
    """The line without marks, a label ("Day 5:") and numbers: what it says."""
    line = _unmarked(line)
    label = _LABEL.match(line)
    rest = line[label.end() :] if label else line
    return re.sub(r"\d+", "", rest).strip()


def _is_advice(line: str) -> bool:
    """Whether the line ("Choose a caterer: ..."), or what stands behind its label, begins so."""
    firsts = [re.search(r"[^\W\d_]+", part) for part in (_unmarked(line), _said(line))]
    return any(first is not None and first.group().lower() in _ADVICE for first in firsts)
