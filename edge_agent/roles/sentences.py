"""Lines that are whole sentences: what is cut from them, and what makes one say nothing."""

from __future__ import annotations

import re
from typing import Final

from edge_agent.roles import gates
from edge_agent.roles.invented import KNOWN_MATTERS
from edge_agent.roles.kinds import Kind
from edge_agent.roles.text import SENTENCE_END, count_words, numbers, stem, stems, word_set

_FEWEST_WORDS: Final = 4
"""Words that a sentence has at least; what is left of one that is cut, too."""
_FULL_SENTENCE: Final = 6
"""Words of a further sentence: a shorter one ("Dispose of them properly.") only fills the line."""
_CLOCK: Final = re.compile(r"(?<!\d)\d{1,2}(?::[0-5]\d| ?[ap]\.?m\.?(?!\w)| uhr(?!\w))", re.IGNORECASE)
GUESSED: Final = "a number that nobody gave"
NO_SENTENCE: Final = "no whole sentence"
# What a thing is good for, behind what is done: the reader knows, and a small model says the same of everything.
_PURPOSE: Final = re.compile(
    r"(?:,? (?:so as |in order )?to (?:ensure|make sure|guarantee|facilitate|avoid any|help ensure)|"
    r",? (?:to|and) (?:create|set|add|give|provide)(?: \w+)? an? [\w ,-]{0,40}"
    r"(?:atmosphere|mood|tone|feel|feeling|touch|backdrop|ambiance|experience|vibe)|"
    r",? for an? (?:\w+ ){0,3}(?:atmosphere|mood|feel|touch|backdrop|ambiance|experience)|"
    r",? (?:ensuring|making sure|allowing|guaranteeing|facilitating)|"
    r",? for (?:(?:the )?(?:ease|convenience) of|easy|easier|better|efficient|future|quick) (?:\w+ )?"
    r"(?:access|reference|use|organi[sz]ation|identification|retrieval|understanding)|"
    r",? so (?:that )?(?:everything|everyone|all|it is easy|you can easily)|"
    r",? (?:um|damit) (?:sicherzustellen|alles)|,? aby (?:zapewnić|upewnić)|,? untuk memastikan|"
    r",? para (?:asegurar\w*|garantizar))(?!\w)[^.;!?]*(?=[.;!?]|$)",
    re.IGNORECASE,
)
_HANGING: Final = re.compile(
    r"(?<!\w)(?:need|needs|want|wants|have|has|able|try|tries|plan|going|aim|in order|necesit\w+|tiene\w*|brauch\w*|"
    r"perlu|musi\w*|trzeba)[.;!]?$"
)
"""What a sentence does not end with that was whole: "I will need"."""
_OFFERS: Final = re.compile(
    r"(?:you|they|we|this|that|it|these|the \w+|guests|everyone) "
    r"(?:can|could|may|might|should|will|would|is|are)(?!\w)|"
    r"(?:optional\w*|if|wenn|falls|si|jeśli|jika|es ist|ini adalah)(?!\w)|"
    r"(?:du|sie|man) (?:kann|kannst|können)|puedes|se puede|możesz|"
    r"można|anda boleh"
)
_OPTIONS: Final = re.compile(
    r"(?<!\w)(?:(?:can|could|may|might) (?:also |either |then )?"
    r"(?:use|stay|take|choose|opt|rent|go|try|enjoy|explore)|"
    r"various (?:\w+ )?(?:accommodations?|options|types|ways|kinds)|(?:there are|you have) (?:several|many|various) )"
)
"""What only offers: "they can use public transport or rent a car"."""
# First words that put the work back on the reader, in whole sentences: what is checked there is named behind it.
_PUTS_OFF: Final = word_set(
    "choose research consider decide select determine ensure think remember investigate evaluate wähle wählen "
    "recherchiere überlege entscheide pilih pertimbangkan tentukan pastikan elegir elige elija decide investiga "
    "asegúrate asegúrese wybierz rozważ zdecyduj upewnij"
)
# Words with which nothing is named: what is left without them is what a sentence is about.
_GENERAL: Final = frozenset(
    stem(word)
    for word in word_set(
        "ensure everything everyone all work works working properly correctly smoothly functioning function ready "
        "place plan prepare check review make sure necessary needed required complete completed final thing things "
        "item items task tasks step steps issue issues problem problems need needs keep good order well done use using "
        "set up go start end continue finish time progress process maintain monitor adjust overall"
    )
)


def guesses(line: str, known: str, kind: Kind) -> bool:
    """Whether the line holds a number that is neither in ``known`` nor a time of day, which somebody has to set.

    "Twelve boxes of 3 inches" is a guess; where numbers are common knowledge ("10 words a day") they are none.
    """
    return kind not in KNOWN_MATTERS and bool(numbers(_CLOCK.sub(" ", line)) - numbers(known))


def trimmed(line: str) -> str:
    """The sentence without what it is good for ("..., to ensure easy access"), where a sentence is left."""
    shorter = re.sub(r"\s+([.;!?])", r"\1", _PURPOSE.sub("", line)).strip(" ,;")
    return shorter if count_words(shorter) >= _FEWEST_WORDS and not _HANGING.search(shorter.lower()) else line


def fault(line: str) -> str | None:
    """Why the line is no sentence that tells somebody what to do; None where it is one."""
    if count_words(line) < _FEWEST_WORDS:
        return NO_SENTENCE
    return "names nothing" if len(stems(line) - _GENERAL) < 2 else None


def without_filling(line: str) -> str:
    """The line without further sentences that say little of their own: short ones, and those that only offer.

    A few words in front of a whole sentence ("Bathing time. Use a gentle shampoo.") go as well.
    """
    first, *others = re.split(SENTENCE_END, line)
    kept = [
        one
        for one in others
        if count_words(one) >= _FULL_SENTENCE and fault(one) is None and not _OFFERS.match(one.lower())
    ]
    return " ".join(kept if kept and count_words(first) < _FEWEST_WORDS else [first, *kept])


def puts_off(line: str) -> bool:
    """Whether the sentence tells its reader to choose or to research, or only to make sure of something, or offers."""
    if _OPTIONS.search(line.lower()):
        return True
    if re.search(r"(?<!\w)(?:and|then|,) (?:choose|select|research|decide)(?!\w)", line.lower()):
        return True
    return any(gates.first_word(one) in _PUTS_OFF for one in re.split(r":\s|(?<=[.!])\s", line))
