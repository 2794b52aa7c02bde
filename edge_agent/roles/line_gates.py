"""Gates for single lines of a text: loops, copies, chatter, advice.

They name their reason; none ever raises.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from typing import Final

from edge_agent.roles import gates
from edge_agent.roles.languages import is_other_language
from edge_agent.roles.text import (
    containment,
    is_looping,
    most_repeated,
    same_in,
    stem,
    stems,
    word_set,
    words,
)

ADVICE: Final = "advice instead of a decision"
CHATTER: Final = "talks about the text or to its reader"
HOLLOW: Final = "praises instead of deciding"
ECHO: Final = "says the goal again"
BEARABLE: Final = (HOLLOW, ADVICE)
"""Faults of lines that are bearable where nothing better comes, the lesser first."""
# Lines about the text itself, and words to the reader: what a model adds when it has nothing more to say.
_CHATTER: Final = re.compile(
    r"\W*(?:note|notes|nb|please|i hope|we hope|always|remember|don't forget|make sure|be sure|let me|let us know|"
    r"feel free|if you|in summary|in conclusion|overall|by following|here (?:is|are)|enjoy (?:your|the)|good luck|"
    r"(?:the|this|these|that|our) (?:\w+ )?(?:document|plan|table|list|schedule|budget|checklist|section|part|"
    r"timetable|comparison|guide|items?|lines?|outline)s? (?:\w+ )?(?:is|are|was|can|may|will|should|must|has|have|"
    r"help|helps|include|includes|provide|provides|outline|outlines|decide|decides|cover|covers|list|lists|show|shows|"
    r"ensure|ensures)|this (?:is|will|helps|ensures|includes|provides|concludes|completes|marks|makes|"
    r"allows|gives|means)|"
    r"hinweis|bitte|diese[rs]? (?:tabelle|liste|plan|zeitplan)|anmerkung|nota|sila|senarai ini|jadual ini|veuillez|"
    r"remarque|por favor)(?!\w)"
)
_VERDICT: Final = re.compile(
    r"\W*(?:it(?:'s| is) (?:also )?(?:important|crucial|essential|recommended|necessary|vital|advisable)|"
    r"this (?:step|item|task|part|section|way)(?!\w)|es ist (?:wichtig|ratsam|notwendig)|ważne jest|należy pamiętać|"
    r"es importante|il est important|adalah penting|penting untuk)"
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


# The text, its parts, or what was asked, as the matter of a sentence.
_ABOUT_THE_TEXT: Final = re.compile(
    r"(?<!\w)(?:(?:the|this|that|our|your) (?:whole |entire |following |above |given |final |written )?"
    r"(?:opening|document|outline|prompt|task|goal|user|request|instructions?|markdown|plan document)|"
    r"(?:das|dieses|im|dem|diesem) dokument|(?:der|die|diese[rm]?) (?:aufgabe|eröffnung)|(?:das|dieses) ziel|"
    r"(?:le|ce|du) document|l'ouverture|cette tâche|(?:el|este|del) documento|esta tarea|(?:il|questo|del) documento|"
    r"(?:o|este|do) documento|(?:het|dit) document|deze taak|dokumen (?:ini|tersebut)|tugas(?:an)? (?:ini|tersebut)|"
    r"(?:ten|tego|niniejszy) dokument\w*|(?:to|tego) zadani\w+|tym dokumencie|w dokumencie)(?!\w)"
)


def is_chatter(line: str) -> bool:
    """Whether the line talks about the text, or what was asked, or to its reader, instead of adding to it."""
    lower = line.lower()
    return bool(
        _CHATTER.match(lower)
        or _VERDICT.match(lower)
        or _ABOUT_ITEMS.match(lower)
        or _HEDGE.search(lower)
        or _ABOUT_THE_TEXT.search(lower)
    )


_LEAST_QUOTE: Final = 4
"""Words in a row that make a quotation."""


def quotes(line: str, source: str) -> bool:
    """Whether the line holds most of the source word for word, four words and more.

    Of a long source only the first 25 words count: a long goal names all that a part could hold.
    """
    told = re.findall(r"[^\W_]+", source.lower())[:25]
    said = re.findall(r"[^\W_]+", line.lower()[:600])
    if len(told) < _LEAST_QUOTE:
        return False
    least = max(_LEAST_QUOTE, -(-len(told) * 5 // 6))
    blocks = difflib.SequenceMatcher(None, told, said, autojunk=False).get_matching_blocks()
    return max(block.size for block in blocks) >= least


def is_unbalanced(line: str) -> bool:
    """Whether the line opens a quotation or a bracket that it does not close, or the other way round."""
    plain = re.sub(r"(?<=\d)[\"']", "", line)
    if plain.count('"') % 2 or plain.count("(") != plain.count(")") or plain.count("\u00ab") != plain.count("\u00bb"):
        return True
    # German opens low and closes with the mark that opens in English.
    low, high, right = (plain.count(mark) for mark in "\u201e\u201c\u201d")
    return low + (0 if low else high) != (high + right if low else right)


# Words of praise, and words that leave it open what is meant.
_EMPTY_WORDS: Final = frozenset(
    stem(word)
    for word in word_set(
        "classic traditional popular essential important perfect ideal great delicious refreshing versatile famous "
        "various variety selection range assortment comfortable cozy enjoyable suitable unique beautiful special "
        "option options choice choices type types kind kinds different several some many good nice well known "
        "necessary needed useful helpful proper appropriate adequate available experience atmosphere occasion way "
        "local fresh high quality best favourite favorite must have item thing ensure provide used use enjoy "
        "common typical standard simple general overall key main additional other etc everyone anyone "
        "klassisch klassische klassischer traditionell traditionelle beliebt beliebte wichtig wichtige ideal perfekt "
        "verschiedene verschieden auswahl passend passende geeignet geeignete lecker leckere "
        "klasyczny klasyczna klasyczne tradycyjny tradycyjna tradycyjne popularny popularna popularne ważny ważna "
        "ważne różne odpowiedni odpowiednia odpowiednie idealny idealna idealne smaczne "
        "popular tradisional penting pelbagai sesuai terbaik sedap lazat terkenal biasa istimewa "
        "clásico clásica tradicional importante ideal perfecto varios variedad adecuado delicioso"
    )
)


# What a thing is good for, instead of which one.
_PURPOSE: Final = re.compile(
    r"\W*(?:(?:in order )?to (?:ensure|allow|prevent|avoid|help|provide|make sure|improve|enhance|guarantee|support|"
    r"facilitate|create|promote)|(?:ensures?|allows?|prevents?|provides?|helps)|um sicherzustellen|"
    r"aby (?:zapewnić|uniknąć)|"
    r"untuk memastikan|para (?:asegurar|garantizar|evitar)|pour (?:assurer|garantir|éviter)|afin de)(?!\w)"
)


def is_hollow(line: str) -> bool:
    """Whether what stands behind the label (else the line) only praises: "Wine: a classic choice".

    It names nothing of its own: no number, no name, and no word that is neither praise nor in the label. Or it begins
    with what the thing is good for: "to ensure a pleasant evening".
    """
    label, colon, rest = line.partition(":")
    said = rest if colon and rest.strip() else line
    if _PURPOSE.match(said.lower()):
        return True
    names = re.findall(r"(?<=[\w,] )[A-Z\u00c0-\u00de][^\W\d_]+", said) if colon else []
    if re.search(r"\d", said) or any(stem(name.lower()) not in _EMPTY_WORDS for name in names):
        return False
    own = {found for found in stems(said) if found not in _EMPTY_WORDS} - (stems(label) if said is rest else set())
    return not own


_OFFERS: Final = re.compile(
    r"(?:(?<=: )|^)(?:an? |some |the )?(?:\w+ )?(?:selection|variety|range|assortment|choice|mix|collection)s? of "
    r"[^,;.:]{0,40}?(?:like|such as|including|for example|e\.g\.)[: ]+",
    re.IGNORECASE,
)
_LIKE: Final = re.compile(r"(?<=: )(?:[a-z]+ ){1,4}(?:like|such as) (?=[a-z])", re.IGNORECASE)
_OFFER: Final = re.compile(
    r"(?:(?<=: )|^)(?:an? )?(?:\w+ )?(?:selection|variety|range|assortment) of (?=\w)", re.IGNORECASE
)
_TO_CHOOSE: Final = re.compile(
    r" \((?:e\.g\.|for example|such as|like|z\. ?b\.|np\.|p\. ?ej\.|contohnya)[^()]*\)|"
    r",? (?:to choose from|of your choice|as desired|etc\.?|and more|and so on|"
    r"\(optional(?:ly)?\)|"
    r"\(?(?:if|as|where) (?:necessary|needed|applicable|required|possible|available)\)?)(?=[.,;:]|$)"
)


def decided(line: str) -> str:
    """The line without the words that leave it open: "Meat: a variety of dishes like steak" becomes "Meat: steak".

    What is offered is taken; where a line only offers, it is as it was.
    """
    for pattern in (_OFFERS, _LIKE, _OFFER, _TO_CHOOSE):
        line = pattern.sub("", line)
    return line


def lists_twice(line: str) -> bool:
    """Whether what the line lists, between commas, holds something twice: "50 litres, 20 litres, 50 litres"."""
    listed = [" ".join(re.findall(r"\w+", one.lower())) for one in line.rpartition(":")[2].split(",")]
    listed = [one for one in listed if one]
    return len(listed) > 2 and len(set(listed)) < len(listed)


def is_bare_label(line: str) -> bool:
    """Whether a label stands there with nothing behind it: "Costs:"."""
    return line.rstrip(" .").endswith(":")


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


def is_swap(line: str, other: str) -> bool:
    """Whether two lines are one with a word changed (in longer ones two): "Lunch in Nara", "Lunch in Kobe"."""
    first, second = (re.findall(r"[^\W\d_]+", text.lower()[:400]) for text in (line, other))
    longest = max(len(first), len(second))
    if longest < 3:
        return False
    blocks = difflib.SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) >= longest - (2 if longest >= 7 else 1)


def _without_names(line: str) -> str:
    """The line without the words that a capital within it makes look like names: these are of any language."""
    return re.sub(r"(?<=[\w,;)] )[A-Z\u00c0-\u00de][\w'’-]*", "", line)


def is_advice(line: str) -> bool:
    """Whether the line, or what stands behind its label, tells the reader to choose, to check or to research."""
    if re.search(r"(?<!\w)and (?:choose|select|research|decide)(?!\w)", line.lower()):
        return True
    return any(gates.first_word(one) in gates.ADVICE_WORDS for one in (line, *re.split("[:(]", line)[1:]))


def line_fault(
    line: str,
    *,
    language: str,
    goal: str,
    earlier: Sequence[str],
    inputs: Sequence[str] = (),
    instructions: str = "",
    advice: bool = True,
    puts_off: Callable[[str], bool] = is_advice,
) -> str | None:
    """Why this line may not join a text; None where it may.

    ``inputs`` are lines that the model has read and must not copy, ``instructions`` what it was told. ``advice``
    refuses lines that tell the reader to choose or research (``puts_off`` tells which), or only praise, instead of
    deciding. The faults in
    :data:`BEARABLE` are found last: such a line has no other.
    """
    if not any(character.isalnum() for character in line):
        return "empty"
    if gates.MARKUP.search(line) or gates.PLACEHOLDER.search(line):
        return "markup or a placeholder"
    if is_looping(line) or most_repeated(line) >= 5 or lists_twice(line):
        return "repeats itself"
    if is_other_language(_without_names(line), language, goal):
        return "another language"
    if is_bare_label(line) or is_unbalanced(line):
        return "not whole"
    if is_chatter(line):
        return CHATTER
    if quotes(line, goal):
        return ECHO
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
    if advice and puts_off(line):
        return ADVICE
    return HOLLOW if advice and is_hollow(line) else None
