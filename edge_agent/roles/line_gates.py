"""Gates for single lines of a text: loops, copies, chatter, advice, numbers that a model can only have invented.

They name their reason; none ever raises.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Final

from edge_agent.roles import gates
from edge_agent.roles.languages import is_other_language
from edge_agent.roles.text import (
    containment,
    is_looping,
    most_repeated,
    numbers,
    same_in,
    stem,
    stems,
    word_set,
    words,
)

ADVICE: Final = "advice instead of a decision"
"""The one fault of a line that is bearable where nothing better comes."""
# Lines about the text itself, and words to the reader: what a model adds when it has nothing more to say.
_CHATTER: Final = re.compile(
    r"\W*(?:note|notes|nb|please|i hope|we hope|always|remember|don't forget|make sure|be sure|let me|let us know|"
    r"feel free|if you|in summary|in conclusion|overall|by following|here (?:is|are)|enjoy (?:your|the)|good luck|"
    r"(?:the|this|these|that|our) (?:\w+ )?(?:document|plan|table|list|schedule|budget|checklist|section|part|"
    r"timetable|comparison|guide|items?|lines?|outline)s? (?:\w+ )?(?:is|are|was|can|may|will|should|must|has|have|"
    r"help|helps|include|includes|provide|provides|outline|outlines|decide|decides|cover|covers|list|lists|show|shows|"
    r"ensure|ensures)|this (?:is|will|helps|ensures|includes|provides)|"
    r"hinweis|bitte|diese[rs]? (?:tabelle|liste|plan|zeitplan)|anmerkung|nota|sila|senarai ini|jadual ini|veuillez|"
    r"remarque|por favor)(?!\w)"
)
# Labels and sentences about the list's own items.
_ABOUT_ITEMS: Final = re.compile(
    r"\W*(?:form|importance|considerations?|availability|purpose|conclusion|summary|continue with the next):?\s|"
    r".*(?<!\w)each item(?!\w)"
)
_HEDGE: Final = re.compile(
    r"(?<!\w)(?:may (?:change|vary)|subject to change|depending on availability|is subject to|as needed|if needed|"
    r"feel free|customi[sz]e)(?!\w)"
)


def is_chatter(line: str) -> bool:
    """Whether the line talks about the text or to its reader instead of adding to it."""
    lower = line.lower()
    return bool(_CHATTER.match(lower) or _ABOUT_ITEMS.match(lower) or _HEDGE.search(lower))


# What happens on every journey and at every event, and says nothing about this one.
_EMPTY_STEPS: Final = frozenset(
    stem(word)
    for word in word_set(
        "arrive arrival depart departure leave flight fly travel trip return back home check out go day free rest "
        "hotel start begin end finish continue "
        "ankunft abreise abflug rückkehr rückreise ankommen tiba bertolak pulang"
    )
)


_AGAIN: Final = re.compile(r"(?<!\w)(?:again|once more|one more time|noch einmal|nochmals|sekali lagi)(?!\w)")


def is_empty_step(line: str) -> bool:
    """Whether a schedule's line only arrives, departs or rests (all else are one or two names), or repeats."""
    if _AGAIN.search(line.lower()):
        return True
    found = [word for word in re.findall(r"[^\W\d_]+", line) if stem(word.lower()) not in _EMPTY_STEPS]
    content = [word for word in found if words(word)]
    if len(content) == len([word for word in re.findall(r"[^\W\d_]+", line) if words(word)]):
        return len(content) < 2
    return len(content) <= 2 and all(word[:1].isupper() for word in content)


_MONEY: Final = re.compile(
    r"[€$£¥]\s*\d|\d[\d.,]*\s*(?:[€$£¥]|(?:euros?|dollars?|pounds|yen|ringgit|rupiah|franken|francs|pesos)(?!\w))"
)
_JOURNEY: Final = re.compile(
    r"\d[\d.,]*\s*(?:hours?|minutes?|mins?|km|kilomet\w+|miles?|stunden?|minuten|jam|minit|heures?|horas?)(?!\w)"
)


def invents_a_number(line: str, known: str, *, journeys: bool) -> bool:
    """Whether the line names a price, or (``journeys``) a distance or duration, with a number that is not in ``known``.

    Models of this size have no idea of either ("Kyoto to Tokyo by car: 45 minutes").
    """
    found = [_MONEY.search(line.lower()), _JOURNEY.search(line.lower()) if journeys else None]
    return any(match and numbers(match.group()) - numbers(known) for match in found)


def is_swap(line: str, other: str) -> bool:
    """Whether two lines are one with a word changed (in longer ones two): "Lunch in Nara", "Lunch in Kobe"."""
    first, second = (re.findall(r"[^\W\d_]+", text.lower()[:400]) for text in (line, other))
    longest = max(len(first), len(second))
    if longest < 3:
        return False
    blocks = difflib.SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) >= longest - (2 if longest >= 7 else 1)


def line_fault(
    line: str,
    *,
    language: str,
    goal: str,
    earlier: Sequence[str],
    inputs: Sequence[str] = (),
    instructions: str = "",
    advice: bool = True,
) -> str | None:
    """Why this line may not join a text; None where it may.

    ``inputs`` are lines that the model has read and must not copy, ``instructions`` what it was told. ``advice``
    refuses lines that tell the reader to choose or research instead of deciding.
    """
    if not any(character.isalnum() for character in line):
        return "empty"
    if gates.MARKUP.search(line) or gates.PLACEHOLDER.search(line):
        return "markup or a placeholder"
    if is_looping(line) or most_repeated(line) >= 5:
        return "repeats itself"
    if is_other_language(line, language, goal):
        return "another language"
    if advice and gates.first_word(line) in gates.ADVICE_WORDS:
        return ADVICE
    if is_chatter(line):
        return "talks about the text or to its reader"
    if any(is_swap(line, other) for other in earlier):
        return "says an earlier line with a word changed"
    if same_in(line, earlier, jaccard_limit=0.6, ratio_limit=0.78) is not None:
        return "says an earlier line again"
    if same_in(line, inputs, jaccard_limit=0.75, ratio_limit=0.85) is not None:
        return "copies its input"
    told = re.split(r"(?<=[.:;])\s", instructions)
    if len(stems(line)) >= 3 and any(
        containment(line, sentence) >= 0.9 for sentence in told if len(stems(sentence)) >= 3
    ):
        return "copies its instructions"
    return None
