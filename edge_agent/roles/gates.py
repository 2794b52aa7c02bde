"""Deterministic gates: what is refused whatever a model thinks of it. They name their reason; none ever raises."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from edge_agent.roles.forms import names_a_form
from edge_agent.roles.languages import is_other_language
from edge_agent.roles.text import (
    clean,
    containment,
    count_words,
    is_looping,
    jaccard,
    most_repeated,
    numbers,
    ratio,
    same_in,
    stem,
    stems,
    word_set,
    words,
)

# First words of things to be done in the world. A text model cannot do them; a task must be a piece of writing.
_DEEDS: Final = word_set(
    "book buy hire reserve install order call visit go travel clean pay sign fetch take purchase rent attend arrive "
    "fly drive move pack sell donate deliver send collect apply register obtain get enjoy relax meet practise practice "
    "bake cook sweep paint wash empty remove put hang celebrate return depart host invite learn study speak listen "
    "watch read exchange contact confirm secure acquire find ensure begin start finish "
    "buche buchen kaufe kaufen bestelle bestellen besuche besuchen miete mieten organisiere organisieren packe "
    "packen tempah beli sewa hubungi lawat bayar jemput hantar pesan"
)
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
ADVICE_WORDS: Final = word_set(
    "choose research check consider decide select plan determine look find identify ensure think "
    "remember investigate evaluate wähle wählen prüfe prüfen recherchiere überlege pilih semak pertimbangkan "
    "tentukan choisir choisissez vérifier elegir comprobar"
)
PLACEHOLDER: Final = re.compile(
    r"\[[^\]]{0,60}\]|\{[^}]{0,60}\}|<[^>]{1,40}>|\bTBD\b|\bXX+\b|_{3,}|\bas an ai\b|\bi cannot\b|\bi can't\b"
    r"|result of '",
    re.IGNORECASE,
)
MARKUP: Final = re.compile(r"```|^\s*[\[{]|[\]}]\s*$|\"\s*:|</?\w+>|^#+\s", re.MULTILINE)
_ARITHMETIC: Final = re.compile(
    r"(?:(?:please|what is|what's|how much is|add|sum|subtract|multiply|divide|calculate|compute|and|by|from|plus|"
    r"minus|times|divided|was ist|wie viel ist|berechne|und|mal|tambah|dan|berapa|"
    r"dodaj|ile to(?: jest)?|i|razy|suma|cuánto es|y|más|por)\s+|[\d\s.,+*/x×÷()=?!-])+"
)
_NOTHING: Final = re.compile(
    r"(?:please\s+)?(?:do\s+)?(?:absolutely\s+)?(?:nothing|no-?op|wait|sleep|stop|test|hello|hi|ping|none|"
    r"(?:tu|tue|mache?)?\s*nichts|ne rien faire|no hacer nada|jangan buat apa-apa)(?:\s+at all|\s+please)?"
)

_NO_DEED: Final = re.compile(
    r"(?:please\s+|bitte\s+)?(?:do\s+(?:absolutely\s+)?nothing|nothing|no-?op|(?:tu|tue|mache?)\s+(?:bitte\s+)?(?:gar\s+)?"
    r"nichts|nichts(?:\s+tun)?|ne rien faire|ne fais rien|no hacer nada|no hagas nada|jangan buat apa-apa|"
    r"nie rób nic|nic nie rób|nic)(?:\s+at all|\s+please|\s+bitte)?"
)


_QUESTION: Final = re.compile(
    r"(?:who|what|what's|when|where|which|why|how (?:much|many|old|far|long|tall)|is|are|was|does|did|translate|define|"
    r"correct|explain|hello|"
    r"spell|name|say|tell me|remind me|convert|wer|was|wann|wo|welche[rs]?|warum|übersetze|siapa|apa|bila|di mana|"
    r"terjemahkan|kto|kiedy|gdzie|ile|czy|przetłumacz|¿?(?:quién|cuándo|dónde|cuál es|qué es|cuánt[oa]s?)|"
    r"traduce|traducir)\s"
)
_SHORT_PIECE: Final = re.compile(
    r"(?:please\s+)?(?:write|compose|give me|suggest|tell|make|draft|schreibe?|dichte|nenne|tulis|napisz|"
    r"escribe)\s+(?:me\s+)?"
    r"(?:a|an|one|the|ein|eine|einen|satu|sebuah|sepucuk|un|una)?\s*"
    r"(?:short\s+|small\s+|funny\s+|kurzen?\s+|kurze\s+|krótk\w+\s+|śmieszn\w+\s+)?"
    r"(?:haiku|poem|limerick|joke|sentence|greeting|name|title|slogan|tweet|word|line|riddle|motto|birthday greeting|"
    r"thank[- ]you (?:note|card)|letter|e-?mail|speech|toast|eulogy|obituary|gedicht|satz|witz|gruß|namen?|brief|rede|"
    r"trauerrede|ayat|pantun|sajak|surat|ucapan|wiersz|zdanie|żart|list|przemówienie|poema|frase|chiste|carta|discurso)(?![\w-])"
)


# Each language's verbs with its own nouns: a Polish "list" is a letter, an English one is none.
_LETTER: Final = re.compile(
    r"(?:please\s+)?(?:"
    r"(?:(?:i|we) (?:need|want|would like|have) (?:to (?:write|send) )?|(?:can|could) you (?:please )?write (?:me )?)"
    r"(?:an?\s+)?(?:[\w-]+\s+){0,4}?(?:letter|e-?mail)\s+(?:to|for)|"
    r"(?:ich|wir) (?:brauche?n?|muss|müssen|möchten?) (?:eine[nr]?\s+)?(?:[\w-]+\s+){0,4}?"
    r"(?:brief|schreiben|e-?mail)\s+(?:an|für)|"
    r"(?:necesit(?:o|amos)|quiero) (?:una?\s+)?(?:[\w-]+\s+){0,4}?(?:carta|correo)\s+(?:a|al|para)|"
    r"potrzebuj\w+ (?:[\w-]+\s+){0,4}?(?:listu?|pism[oa]|e-?mail\w*)\s+(?:do|dla)|"
    r"(?:saya|kami) perlu\w* (?:(?:satu|sepucuk)\s+)?(?:[\w-]+\s+){0,4}?(?:surat|e-?mel)\s+(?:kepada|untuk)"
    r")(?!\w)"
)
"""A goal that begins so is that letter, however much it tells about it."""
_LONGEST_LETTER: Final = 120
"""Words up to which it is."""


def is_trivial(goal: str) -> bool:
    """Whether the goal is plainly no matter for a plan: nothing to do, a sum, no words, a single word."""
    text = " ".join(goal.lower().split()).strip(" .!?\"'")
    if count_words(text) < 2 or len(text) < 6:
        return True
    return bool(_NOTHING.fullmatch(text) or _NO_DEED.fullmatch(text)) or bool(_ARITHMETIC.fullmatch(f"{text} "))


def asks_for_nothing(goal: str) -> bool:
    """Whether the goal says, in words, that nothing is to be done."""
    return bool(_NO_DEED.fullmatch(" ".join(goal.lower().split()).strip(" .!?\"'")))


def is_one_piece(goal: str) -> bool:
    """Whether the goal is a plain question or a piece of a few lines (a poem), in at most 15 words, or a letter."""
    text = " ".join(goal.lower().split())
    return is_letter(goal) or (
        count_words(text) <= 15 and bool(_QUESTION.match(f"{text} ") or _SHORT_PIECE.match(f"{text} "))
    )


def is_letter(goal: str) -> bool:
    """Whether the goal is a letter that is to be written."""
    text = " ".join(goal.lower().split())
    return count_words(text) <= _LONGEST_LETTER and _LETTER.match(text) is not None


def first_word(line: str) -> str:
    """The line's first word, lower case; empty where there is none."""
    match = re.search(r"[^\W\d_]+", line.lower())
    return match.group() if match else ""


def is_deed(title: str) -> bool:
    """Whether the title asks for something to be done instead of written."""
    return first_word(title) in (_DEEDS | ADVICE_WORDS) and not names_a_form(title)


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


# What a model puts in front of the things that it names.
_LEADS: Final = word_set(
    "a an of decorate list lists "
    "and or including include includes such as like also if possible visit explore discover enjoy see try take have "
    "use make prepare set up gather compile estimate write create arrange organise organize discuss add list decide "
    "choose select research plan check ensure book buy learn practise practice review test items "
    "und sowie besuche besuchen"
)
# Sentences about a part, and words to the reader: what things are never named with.
_TALK: Final = word_set(
    "this these that it there you we they to how when what where whether in at on for with from your "
    "dies diese dieser hier es sie wir ini itu"
)


_CUT: Final = (32, 33)
"""A thing of this length was ended by the grammar, not by the model."""
# Relative clauses and lettered examples: prose, cut at commas.
_PROSE: Final = re.compile(r"[\"“”]|(?<!\w)(?:which|items? that|will be|[a-z] or [a-z]|[b-hj-z], [b-hj-z])(?!\w)")


def without(detail: str, earlier: Sequence[str]) -> str:
    """The detail without the things that earlier details name in the same words; as it is where one or none remains."""
    named_before = {thing.strip().lower() for one in earlier for thing in one.split(",")}
    left = [thing.strip() for thing in detail.split(",") if thing.strip().lower() not in named_before]
    return ", ".join(left) if len(left) >= 2 else detail


def named(detail: str) -> str:
    """The things that a detail names, without the verbs in front of them; empty where fewer than two remain."""
    things: list[str] = []
    for part in detail.split(","):
        if len(part.strip()) in _CUT:
            continue
        found = part.split()
        while found and found[0].lower() in _LEADS:
            found.pop(0)
        # A thing that the grammar cut ends in the middle of a phrase.
        while found and not words(found[-1]):
            found.pop()
        thing = " ".join(found).strip(" -")
        if len(thing) >= 3 and found[0].lower() not in _TALK and thing.lower() not in (one.lower() for one in things):
            things.append(thing)
    return ", ".join(things) if len(things) >= 2 or "," not in detail else ""


def _is_repeated(detail: str, earlier: Sequence[str]) -> bool:
    """Whether most of the things that a detail names stand in earlier lines already."""
    held = stems(" ".join(earlier))
    things = [stems(thing) for thing in detail.split(",")]
    return len(things) > 1 and 2 * sum(bool(thing) and thing <= held for thing in things) > len(things)


def usable_names(text: str, *, goal: str, language: str, most: int) -> tuple[str, ...]:
    """The names of a line such as "Porto, Coimbra, Lisbon", at most ``most``, without repeats, the goal again or junk.

    The last name loses what a model adds where it cannot end the line (" or Beja for two").
    """
    found: list[str] = []
    for part in clean(text).split("\n", 1)[0].split(","):
        name = re.split(_TAIL, part.strip(" .;:-*"), maxsplit=1)[0].strip()
        name = name[:1].upper() + name[1:]
        if (
            3 <= len(name) <= 27
            and any(character.isalpha() for character in name)
            and not (MARKUP.search(name) or PLACEHOLDER.search(name) or re.search(r"\s[A-Z0-9]$", name))
            and count_words(name) <= 4
            and stems(name) - stems(goal) - _VAGUE
            and first_word(name) not in _DEEDS | ADVICE_WORDS
            and not is_other_language(name, language, goal)
            and all(not stems(name) & stems(other) and ratio(name, other) < 0.8 for other in found)
        ):
            found.append(name)
    return tuple(found[:most])


_TAIL: Final = re.compile(r"\s(?:or|and|for|as|oder|und|für|ou|et|o|y|atau|dan)(?:\s|$)|\s{2,}")


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
    if MARKUP.search(line) or PLACEHOLDER.search(line):
        return "markup or a placeholder"
    if len(words(title)) < 1 or count_words(line) < 3 or len(words(line)) < 2:
        return "too short"
    if is_looping(line) or most_repeated(line) >= 3:
        return "repeats itself"
    if is_other_language(line, language, goal):
        return "another language"
    if is_deed(title):
        return "a deed, not a piece of writing"
    if not detail or first_word(detail) in _TALK or _PROSE.search(detail.lower()):
        return "talks about the part instead of naming what it holds"
    if is_echo(title, goal) and (not detail or is_echo(line, goal)):
        return "says the goal again"
    if is_vague(line, goal):
        return "names nothing"
    if _is_repeated(detail, [f"{one} {other}" for one, other in earlier]):
        return "names what earlier parts hold"
    for other_title, other_detail in earlier:
        if is_same_item(line, f"{other_title}: {other_detail}") or (
            ratio(title, other_title) >= 0.85 and numbers(title) == numbers(other_title)
        ):
            return "overlaps an earlier part"
        if detail and other_detail and (ratio(detail, other_detail) >= 0.8 or jaccard(detail, other_detail) >= 0.7):
            return "overlaps an earlier part"
    if same_in(line, refused, jaccard_limit=0.5, ratio_limit=0.75) is not None:
        return "copied"
    if any(detail and containment(detail, other.partition(":")[2]) >= 0.75 for other in refused):
        return "copied"
    return None
