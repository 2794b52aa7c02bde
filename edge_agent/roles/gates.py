"""Deterministic gates: what is refused whatever a model thinks of it. They name their reason; none ever raises."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from edge_agent.roles.forms import names_a_form
from edge_agent.roles.text import (
    containment,
    count_words,
    is_looping,
    is_other_language,
    jaccard,
    most_repeated,
    ratio,
    same_in,
    stem,
    stems,
    word_set,
    words,
)

FaultKind = Literal["overlap", "echo", "vague", "deed", "short", "language", "count", "loop"]

# First words of things to be done in the world. A text model cannot do them; a task must be a piece of writing.
_DEEDS: Final = word_set(
    "book buy hire reserve install order call visit go travel clean pay sign fetch take purchase rent attend arrive "
    "fly drive move pack sell donate deliver send collect apply register obtain get enjoy relax meet practise practice "
    "bake cook sweep paint wash empty remove put hang celebrate return depart host invite learn study speak listen "
    "watch read exchange contact confirm secure acquire find ensure begin start finish "
    "buche buchen kaufe kaufen bestelle bestellen besuche besuchen miete mieten organisiere organisieren packe "
    "packen tempah beli sewa hubungi lawat bayar jemput hantar pesan"
)
# Deeds that nothing but a deed can mean, whoever reads them: what a scorer refuses.
_WORLDLY_DEEDS: Final = word_set("book buy reserve hire rent order pay purchase fly")
# Words that say nothing about a goal.
_VAGUE: Final = frozenset(
    stem(word)
    for word in word_set(
        "thing things details arrangement arrangements logistics preparation planning phase execution final "
        "information situation solution results result work necessary project goal task everything progress start "
        "finish complete handle implement review analyse improve monitor step process plan make do take gather think "
        "about needed part section document stuff other miscellaneous next overall general initial various"
    )
)
# First words that put the work back on the reader.
_ADVICE: Final = word_set(
    "choose research check consider decide select plan determine look find identify ensure think "
    "remember investigate evaluate wähle wählen prüfe prüfen recherchiere überlege pilih semak pertimbangkan "
    "tentukan choisir choisissez vérifier elegir comprobar"
)
ADVICE: Final = "advice instead of a decision"
"""The one fault of a line that is bearable where nothing better comes."""
_PLACEHOLDER: Final = re.compile(
    r"\[[^\]]{0,60}\]|\{[^}]{0,60}\}|<[^>]{1,40}>|\bTBD\b|\bXX+\b|_{3,}|\bas an ai\b|\bi cannot\b|\bi can't\b"
    r"|result of '",
    re.IGNORECASE,
)
_MARKUP: Final = re.compile(r"```|^\s*[\[{]|[\]}]\s*$|\"\s*:|</?\w+>|^#+\s", re.MULTILINE)
_ARITHMETIC: Final = re.compile(
    r"(?:(?:please|what is|what's|how much is|add|sum|subtract|multiply|divide|calculate|compute|and|by|from|plus|"
    r"minus|times|divided|was ist|wie viel ist|berechne|und|mal|tambah|dan|berapa)\s+|[\d\s.,+*/x×÷()=?!-])+"
)
_NOTHING: Final = re.compile(
    r"(?:please\s+)?(?:do\s+)?(?:absolutely\s+)?(?:nothing|no-?op|wait|sleep|stop|test|hello|hi|ping|none|"
    r"(?:tu|tue|mache?)?\s*nichts|ne rien faire|no hacer nada|jangan buat apa-apa)(?:\s+at all|\s+please)?"
)


_QUESTION: Final = re.compile(
    r"(?:who|what|what's|when|where|which|why|how (?:much|many|old|far|long|tall)|is|are|was|does|did|translate|define|"
    r"spell|name|say|tell me|remind me|convert|wer|was|wann|wo|welche[rs]?|warum|übersetze|siapa|apa|bila|di mana)\s"
)
_SHORT_PIECE: Final = re.compile(
    r"(?:please\s+)?(?:write|compose|give me|suggest|tell|make|draft|schreibe?|dichte|nenne|tulis)\s+(?:me\s+)?"
    r"(?:a|an|one|the|ein|eine|einen|satu|sebuah)?\s*(?:short\s+|small\s+|funny\s+|kurzen?\s+)?"
    r"(?:haiku|poem|limerick|joke|sentence|greeting|name|title|slogan|tweet|word|line|riddle|motto|birthday greeting|"
    r"thank[- ]you (?:note|card)|gedicht|satz|witz|gruß|namen?|ayat|pantun|sajak)(?!\w)"
)


class Fault(Struct, frozen=True, kw_only=True):
    """What is wrong with a list: ``items`` are indexes from 0, the one at fault last; empty: the list as a whole."""

    kind: FaultKind
    items: tuple[int, ...] = ()


def is_trivial(goal: str) -> bool:
    """Whether the goal is plainly no matter for a plan: nothing to do, a sum, no words, a single word."""
    text = " ".join(goal.lower().split()).strip(" .!?\"'")
    if count_words(text) < 2 or len(text) < 6:
        return True
    return bool(_NOTHING.fullmatch(text)) or bool(_ARITHMETIC.fullmatch(f"{text} "))


def is_one_piece(goal: str) -> bool:
    """Whether the goal, in at most 15 words, is a plain question or asks for a piece of a few lines (a poem, a "
    "name)."""
    text = " ".join(goal.lower().split())
    return count_words(text) <= 15 and bool(_QUESTION.match(f"{text} ") or _SHORT_PIECE.match(f"{text} "))


def first_word(line: str) -> str:
    """The line's first word, lower case; empty where there is none."""
    match = re.search(r"[^\W\d_]+", line.lower())
    return match.group() if match else ""


def is_deed(title: str) -> bool:
    """Whether the title asks for something to be done instead of written."""
    return first_word(title) in (_DEEDS | _ADVICE) and not names_a_form(title)


def is_same_item(first: str, second: str) -> bool:
    """Whether two list items say the same in other words, as far as spelling tells."""
    if jaccard(first, second) >= 0.5 or ratio(first, second) >= 0.8:
        return True
    return containment(first, second) >= 0.75 and min(len(stems(first)), len(stems(second))) >= 2


def is_echo(item: str, goal: str) -> bool:
    """Whether the item only says the goal again: it adds at most one word to a part of it."""
    of_item, of_goal = stems(item), stems(goal)
    if len(of_goal) < 2:
        return False
    return jaccard(item, goal) >= 0.6 or (len(of_item & of_goal) >= 2 and len(of_item - of_goal) <= len(of_item) // 4)


def is_vague(item: str, goal: str) -> bool:
    """Whether the item names nothing of its own: no word that is neither empty of meaning nor taken from the goal."""
    return not {found for found in stems(item) if found not in _VAGUE and found not in stems(goal)}


def title_fault(
    title: str,
    detail: str,
    *,
    goal: str,
    language: str,
    earlier: Sequence[tuple[str, str]],
    refused: Sequence[str] = (),
) -> str | None:
    """Why this line may not join the split under way; None where it may.

    ``earlier`` are the (title, detail) pairs already in the split, ``refused`` lines that must not come back (the
    worked example's, those that critiques named).
    """
    line = f"{title}: {detail}" if detail else title
    if _MARKUP.search(line) or _PLACEHOLDER.search(line):
        return "markup or a placeholder"
    if len(words(title)) < 1 or count_words(line) < 3 or len(words(line)) < 2:
        return "too short"
    if is_looping(line) or most_repeated(line) >= 3:
        return "repeats itself"
    if is_other_language(line, language, goal):
        return "another language"
    if is_deed(title):
        return "a deed, not a piece of writing"
    if is_echo(title, goal) and (not detail or is_echo(line, goal)):
        return "says the goal again"
    if is_vague(line, goal):
        return "names nothing"
    for other_title, other_detail in earlier:
        if is_same_item(line, f"{other_title}: {other_detail}") or ratio(title, other_title) >= 0.85:
            return "overlaps an earlier part"
        if detail and other_detail and (ratio(detail, other_detail) >= 0.8 or jaccard(detail, other_detail) >= 0.7):
            return "overlaps an earlier part"
    if same_in(line, refused, jaccard_limit=0.5, ratio_limit=0.75) is not None:
        return "copied"
    if any(detail and containment(detail, other.partition(":")[2]) >= 0.75 for other in refused):
        return "copied"
    return None


def list_faults(goal: str, items: Sequence[str], *, language: str = "", limit: int = 50) -> tuple[Fault, ...]:
    """Every deterministic fault of a finished list of items (title and detail in one line each)."""
    faults: list[Fault] = []
    if not 2 <= len(items) <= limit:
        faults.append(Fault(kind="count"))
    for index, item in enumerate(items):
        overlap = next((at for at in range(index) if is_same_item(items[at], item)), None)
        if overlap is not None:
            faults.append(Fault(kind="overlap", items=(overlap, index)))
        if is_echo(item, goal):
            faults.append(Fault(kind="echo", items=(index,)))
        elif is_vague(item, goal):
            faults.append(Fault(kind="vague", items=(index,)))
        if is_other_language(item, language, goal):
            faults.append(Fault(kind="language", items=(index,)))
        if is_looping(item):
            faults.append(Fault(kind="loop", items=(index,)))
        if not words(item):
            faults.append(Fault(kind="short", items=(index,)))
        if is_deed(item.split(":", 1)[0]):
            faults.append(Fault(kind="deed", items=(index,)))
    return tuple(faults)


def worldly_share(items: Sequence[str]) -> float:
    """The share of items that start with a deed that can only be done in the world (book, buy, hire), 0 to 1."""
    worldly = sum(first_word(item) in _WORLDLY_DEEDS and not names_a_form(item) for item in items)
    return worldly / len(items) if items else 0.0


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
    if _MARKUP.search(line) or _PLACEHOLDER.search(line):
        return "markup or a placeholder"
    if is_looping(line) or most_repeated(line) >= 5:
        return "repeats itself"
    if is_other_language(line, language, goal):
        return "another language"
    if advice and first_word(line) in _ADVICE:
        return ADVICE
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
