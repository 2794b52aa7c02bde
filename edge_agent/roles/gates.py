"""Deterministic gates: what is refused whatever a model thinks of it. They name their reason; none ever raises."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Final

from edge_agent.roles.forms import names_a_form
from edge_agent.roles.text import (
    clean,
    containment,
    count_words,
    is_looping,
    is_other_language,
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
            and not (_MARKUP.search(name) or _PLACEHOLDER.search(name) or re.search(r"\s[A-Z0-9]$", name))
            and count_words(name) <= 4
            and stems(name) - stems(goal) - _VAGUE
            and first_word(name) not in _DEEDS | _ADVICE
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
    if _MARKUP.search(line) or _PLACEHOLDER.search(line):
        return "markup or a placeholder"
    if is_looping(line) or most_repeated(line) >= 5:
        return "repeats itself"
    if is_other_language(line, language, goal):
        return "another language"
    if advice and first_word(line) in _ADVICE:
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
