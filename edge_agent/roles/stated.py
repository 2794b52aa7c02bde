"""What a goal states, in its own words: how long, how many people, how much money, where, and what is wished.

Quoted and shared out among the parts by code, because a small model forgets what stands in the middle of a long goal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, structs

from edge_agent.roles import forms, languages, people
from edge_agent.roles.currencies import UNIT, UNIT_IN_FRONT
from edge_agent.roles.outline_words import Language
from edge_agent.roles.text import clean, stems, words
from edge_agent.roles.wording import words_for

_LONG: Final = 300
"""Characters from which a goal is a tale, of which only wishes are quoted."""
_LONGEST_FACT: Final = 90
_READ: Final = 4_000
"""Characters of a goal that are read: twice a long tale."""
_SHORTEST_WISH: Final = 12
_OWN_WORDS: Final = 3
_MONEY: Final = re.compile(
    rf"{UNIT_IN_FRONT}\s?\d[\d.,]{{0,12}}\d|(?:(?:no|not) more than |at (?:most|least) |höchstens |mindestens |máximo |"
    rf"mínimo |al menos |(?:co )?najwyżej |co najmniej |sekurang-kurangnya )?\d[\d.,\s]{{0,14}}{UNIT}",
    re.IGNORECASE,
)
_COUNT: Final = rf"\d[\d.,]{{0,12}}\d|\d|{'|'.join(sorted(forms.number_words(), key=len, reverse=True))}"
_WHO: Final = (
    r"people|persons?|guests?|adults?|children|kids|friends|neighbou?rs|colleagues|participants|players|visitors|"
    r"personen|leute|gästen?|freunden?|nachbarn|kindern?|erwachsenen?|kollegen|orang(?: tetamu)?|tetamu|osób|osoby|"
    r"gości|dzieci|przyjaciół|sąsiadów|personas|invitados|amigos|niños|vecinos|adultos"
)
_PEOPLE: Final = re.compile(
    rf"(?<!\w)(?:(?:{_COUNT})-person(?!\w)(?: \w+)?|(?:{_COUNT})[\s-](?:\w+ )?(?:{_WHO})(?!\w)"
    rf"|(?:team|group|family|choir|class|party) of (?:{_COUNT})(?!\w)|the (?:{_COUNT}) of us(?!\w))"
    rf"|{people.FOR_SO_MANY}",
    re.IGNORECASE,
)
_MONTHS: Final = (
    r"january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|"
    r"januar|februar|märz|mai|juni|juli|oktober|dezember|weihnachten|ostern|"
    r"januari|februari|mac|jun|julai|ogos|oktober|disember|hari raya|"
    r"styczni[au]|lutym|lutego|marc[au]|kwietni[au]|maj[au]|czerwc[au]|lipc[au]|sierpni[au]|wrześni[au]|"
    r"październik[au]|listopad\w+|grudni[au]|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|"
    r"noviembre|diciembre|navidad"
)
_WEEKDAYS: Final = (
    r"\w{1,9}days?|\w{1,9}tag|mittwoch|isnin|selasa|rabu|khamis|jumaat|sabtu|ahad|poniedział\w+|wtor\w+|środ\w+|czwart\w+|"
    r"piąt\w+|sobot\w+|niedziel\w+|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?"
)
_DATE: Final = re.compile(
    rf"(?<!\w)(?:(?:on|in|by|from|until|am|an einem|im|bis|vom|pada|bulan|we|w|do|od|en|el|antes de|desde)\s)?"
    rf"(?:(?:{_WEEKDAYS}) (?:in|im|w|de|pada bulan) )?(?:\d{{1,2}}(?:\.|th|st|nd|rd)?\s(?:de |"
    rf"of )?)?(?:{_MONTHS})(?!\w)"
    rf"(?: (?:to|until|bis|hingga|do|a|hasta) (?:\d{{1,2}}\.? )?(?:{_MONTHS})(?!\w))?",
    re.IGNORECASE,
)
_WEEKENDS: Final = re.compile(
    rf"(?<!\w)(?:{_COUNT})[\s-](?:long )?(?:weekends?|wochenenden?|hujung minggu|weekend\w*|"
    rf"fin(?:es)? de semana)(?!\w)",
    re.IGNORECASE,
)
_NOT_COUNTED: Final = (
    r"(?!(?:each|apiece|per|je|pro|cada|setiap|po|za|next|this|on|at|nächst\w*|kommend\w*|este|pada|we|of|and|or|to|und|"
    r"oder|bis|i|lub|do|de|y|o|a|dan|atau)(?!\w))"
)
_COUNTED: Final = re.compile(rf"(?<![\w.,])(?:{_COUNT})[\s-]{_NOT_COUNTED}[^\W\d_]{{3,}}(?:\s[^\W\d_]+)?")
_DURATION: Final = re.compile(
    rf"(?<!\w)(?:{_COUNT}|half an) (?:minutes?|hours?|minuten|stunden?|minit|jam|minut|godzin\w*|minutos|horas?)(?!\w)"
    r"(?: (?:a|each|every|per|am|pro|jeden|setiap|al|cada|por) [^\W\d_]+| dziennie| sehari| tygodniowo| täglich)?",
    re.IGNORECASE,
)
_TIME: Final = re.compile(
    r"(?:hour|minute|second|day|night|week|month|year|time|o'clock|stunde|minute|tag|nacht|"
    r"woche|monat|jahr|mal|uhr|jam|"
    r"minit|hari|malam|minggu|bulan|tahun|godzin|minut|dni|dzień|noc|tygod|tydz|miesi|lat|rok|raz|hora|minuto|d[ií]a|"
    r"noche|semana|mes|año|vez|weekend|wochenend)"
)
_ARTICLES: Final = re.compile(
    r"(?:one|ein|eine|einen|un|una|une|uno|jeden|jedna|satu|once|sei|do|du|dos)[\s-]", re.IGNORECASE
)
_PROPER: Final = r"[A-ZĄĆĘŁŃÓŚŹŻÄÖÜÁÉÍÓÚÑ][\w-]{1,30}(?: [A-ZĄĆĘŁŃÓŚŹŻÄÖÜ][\w-]{1,30}){0,3}"
_NAME: Final = re.compile(rf"(?<=[a-ząćęłńóśźżäöüßáéíóúñ,] ){_PROPER}")
_ROW: Final = re.compile(rf"{_PROPER}(?:, {_PROPER}){{0,8}},? (?:and|und|y|i|oraz|dan|sowie) {_PROPER}")
_IN_A_ROW: Final = re.compile(r", (?:and |und |y |i |oraz |dan |sowie )?| (?:and|und|y|i|oraz|dan|sowie) ")
_INTRODUCED: Final = re.compile(r"(?:: |(?<!\w)(?:über|via|przez|melalui|through|por|durch) )$")
_BEFORE_PLACES: Final = re.compile(
    r"(?<!\w)(in|on|to|from|near|through|see|visit|around|about|nach|von|durch|in den|in die|"
    r"di|ke|dari|w|we|do|z|ze|"
    r"koło|a|en|de|por|cerca de)\s$"
)
_GERMAN_PLACES: Final = re.compile(r"(?<!\w)(nach|von|in|auf|an der|in den|in die|durch)\s$")
_FROM: Final = frozenset({"from", "von", "dari", "z", "ze", "de"})
_NO_PLACE: Final = re.compile(rf"(?:{_MONTHS}|{_WEEKDAYS}|{'|'.join(languages.NAMES.values())})(?: .*)?", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"(?<=[.!?;:])\s+")
_PIECE: Final = re.compile(
    r",\s+|\s+(?=(?:because|but|so that|weil|aber|denn|kerana|tetapi|bo|ale|porque|pero)\s)|\s\(|\)"
)
# What is said about the plan itself.
_ASKING: Final = re.compile(
    r"(?:and |please |bitte |proszę |por favor |tolong )*(?:what i need|i need a plan|"
    r"please make|make me|was ich brauche|apa yang saya|czego potrzeb|lo que necesito)"
)
_THEREFORE: Final = re.compile(
    r",\s+(?:so|therefore|deshalb|darum|also|więc|dlatego|jadi|oleh itu|así que|por eso)\s+", re.IGNORECASE
)
# Needs that are wishes without being told as such.
_NEEDS: Final = re.compile(
    r"(?<!\w)(?:vegetar|wegetar|vegan|wegan|gluten|allerg|alerg|alahan|halal|kosher|koscher|wheelchair|"
    r"rollstuhl|na wózku|"
    r"silla de ruedas|kerusi roda)"
)
_LACK: Final = re.compile(
    r"(?:(?:i|we|there is|ich|wir|saya|kami|hay) )?(?:(?:have|has|habe|haben|hat|mam|mamy|tengo|tenemos) )?"
    # Spanish "no" says "not": there only what one has not or what is not there is lacking.
    r"(?:no (?:hay|tengo|tenemos)|no(?! (?:\w+mos|quier\w+|pued\w+|deb\w+|tien\w+|es|son|está\w*|va|vaya|"
    r"sea|haya|se|me|nos|les?|los?|las?)(?!\w))|keine?n?|tiada|tidak ada|brak|"
    r"nie ma(?:m|my)?) (?!more|less|mehr|más|lebih|więcej)\w+"
)
"""What there is none of has to be got: "no stand that a bicycle can hang on"."""
_JOINED: Final = re.compile(
    r"^(?:though|although|and|but|so|because|then|that|und|aber|denn|weil|obwohl|dan|tetapi|kerana|i|a|"
    r"ale|bo|y|pero|porque|also|please)\s+",
    re.I,
)


# Words with which a quote must not end.
_HANGING: Final = re.compile(
    r"(?:\s(?:in|for|with|of|to|a|an|the|für|mit|in|am|an|einem|untuk|di|dengan|w|na|dla|z|en|para|con|de|its))+\s*$"
)


class Fact(Struct, frozen=True, kw_only=True):
    """Something that the goal states, in its own words, and the topics to which it belongs."""

    text: str
    topics: frozenset[str]
    in_passing: bool = False
    """Whether it is one of the many wishes of a tale."""


class Stated(Struct, frozen=True, kw_only=True):
    """All that was found."""

    facts: tuple[Fact, ...]
    """What must reach some part, the most important first."""
    places: tuple[str, ...]
    """Names behind words such as "to" and "in", in the goal's order."""
    starts: frozenset[str] = frozenset()
    """Those of the places where a journey begins: "from Leeds"."""


def stated_in(goal: str, language: Language, code: str) -> Stated:
    """Read the goal. Never raises; empty where nothing is found."""
    text = " ".join(clean(goal[:_READ]).split())
    sentences = [left for one in re.split(_SENTENCE, text) if (left := _of_now(one, language))]
    present = " ".join(sentences)
    found_places = dict(_places(present, code))
    facts: list[Fact] = []
    for found in (
        *_extent(text, code),
        *(Fact(text=one, topics=frozenset({"people", "food", "sleep"})) for one in _people(present)),
        *(Fact(text=one, topics=frozenset({"money"})) for one in _quotes(_MONEY, present)),
        *(Fact(text=one, topics=frozenset({"time"})) for one in _quotes(_DATE, present)),
        *(Fact(text=one, topics=frozenset({"time"})) for one in _quotes(_DURATION, present) if len(text) < _LONG),
        *_of_places(found_places),
        *_counts(present, language),
        *_wishes(sentences, language, is_long=len(text) >= _LONG),
    ):
        quote = _without(found.text, [earlier.text for earlier in facts], cut=len(text) < _LONG)
        if quote:
            # "34 square metres with a window" says more than "34 square metres".
            facts = [
                one
                for one in facts
                if not ("size" in one.topics or one.topics == found.topics) or one.text.lower() not in quote.lower()
            ]
            facts.append(structs.replace(found, text=quote))
    starts = frozenset(name for name, before in found_places.items() if before in _FROM)
    return Stated(facts=tuple(facts), places=tuple(found_places), starts=starts)


def _of_now(sentence: str, language: Language) -> str:
    """The sentence; of one on the past only what follows from it ("Last year it rained, so we need a tent")."""
    if not language.past.search(sentence.lower()):
        return sentence
    match = _THEREFORE.search(sentence)
    return sentence[match.end() :] if match and not language.past.search(sentence[match.end() :].lower()) else ""


def _without(quote: str, earlier: Sequence[str], *, cut: bool) -> str:
    """The quote as it is, up to where it says an earlier one again (``cut``), or nothing where it says little else."""
    lower = quote.lower()
    if any(lower in one.lower() for one in earlier):
        return ""
    said = [one for one in earlier if one.lower() in lower]
    if not said:
        return quote
    if not cut:
        return quote if len(stems(quote) - stems(" ".join(said))) >= _OWN_WORDS else ""
    left = re.sub(_HANGING, "", quote[: min(lower.find(one.lower()) for one in said)]).strip()
    return left if len(re.findall(r"[^\W\d_]{3,}", left)) >= _OWN_WORDS else ""


def topics_of(text: str, language: Language) -> frozenset[str]:
    """The topics of which the text holds words."""
    lower = text.lower()
    return frozenset(topic for topic, pattern in language.topics.items() if pattern.search(lower))


def _quotes(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    for match in pattern.finditer(text):
        # "May" is a month, "may" is none.
        if (quote := match.group().strip(" ,.-")) and not quote.isdigit() and quote != "may":
            yield quote


def _people(text: str) -> Iterator[str]:
    """Who takes part; of a long goal, which names many people, the largest number alone."""
    found = list(_quotes(_PEOPLE, text))
    if len(text) < _LONG:
        yield from found
    elif found:
        # "Chairs for eighty" are no guests.
        yield max(found, key=lambda quote: (not people.IS_SO_MANY.match(quote.lower()), _size(quote)))


def _size(quote: str) -> int:
    known = forms.number_words()
    return max(
        (int(word) if word.isdigit() else known.get(word, 0) for word in re.findall(r"\w+", quote.lower())), default=0
    )


def _extent(text: str, code: str) -> Iterator[Fact]:
    """The goal's extent: its weekends in its own words, other units in code's words ("two-week" is "2 weeks").

    Polish declines units by their number: there in the goal's own words, where these are apart.
    """
    if match := _WEEKENDS.search(text):
        yield Fact(text=match.group(), topics=frozenset({"time", "span"}))
    extent, known = forms.extent_of(text), words_for(code)
    if extent is None or known is None:
        return
    quoted = forms.extent_quote(text)
    at = text.lower().find(quoted)
    quoted = text[at : at + len(quoted)]
    told = quoted if " " in quoted and code == "pl" else forms.span_length(extent, known)
    yield Fact(text=told, topics=frozenset({"time", "span"}))


def _of_places(places: Mapping[str, str]) -> Iterator[Fact]:
    """All places in one, with the words in front of them: "from Leeds, to York"."""
    if places:
        text = ", ".join(f"{before} {name}".strip() for name, before in places.items())
        yield Fact(text=text, topics=frozenset({"travel", "place", "look", "places"}))


def _places(text: str, code: str) -> Iterator[tuple[str, str]]:
    """Names of places and the word in front of each, by that word; nouns of German outlines are no names.

    A short goal that counts its places up means these: "Italy: Rome, Florence and Venice".
    """
    behind = _GERMAN_PLACES if code == "de" else _BEFORE_PLACES
    found: dict[str, str] = {}
    for row in _ROW.finditer(text):
        before = text[max(0, row.start() - 12) : row.start()].lower()
        told = behind.search(before)
        if told or _INTRODUCED.search(before):
            for name in _IN_A_ROW.split(row.group()):
                found.setdefault(name, told[1] if told else "")
    if not found or len(text) >= _LONG:
        for match in _NAME.finditer(text):
            before = text[max(0, match.start() - 12) : match.start()].lower()
            told = behind.search(before)
            if told:
                found.setdefault(match.group(), told[1])
    nouns = languages.words_of(code) if code == "de" else frozenset[str]()
    for name in sorted(found, key=text.index):
        if len(name) > 2 and not _NO_PLACE.fullmatch(name) and name.lower() not in nouns:
            yield name, found[name]


def _counts(text: str, language: Language) -> Iterator[Fact]:
    """Numbers of things ("30 recipes"); of long goals only those in digits."""
    for match in _COUNTED.finditer(text):
        quote = match.group()
        *first, last = quote.split(" ")
        if len(re.split(r"[\s-]", quote)) > 2 and not words(last):
            quote = " ".join(first)
        noun = re.split(r"[\s-]", quote, maxsplit=1)[1].lower()
        if _TIME.match(noun) or _ARTICLES.match(quote) or re.match(UNIT, noun) or re.match(rf"(?:{_MONTHS})", noun):
            continue
        if len(text) >= _LONG and not quote[0].isdigit():
            continue
        yield Fact(text=quote, topics=topics_of(quote, language) or frozenset({"size"}))


def _wishes(sentences: Sequence[str], language: Language, *, is_long: bool) -> Iterator[Fact]:
    """Of short goals what follows "with" and the like, of long ones what wants or needs something, topics first."""
    if is_long:
        found = [fact for sentence in sentences for fact in _clauses(sentence, language)]
        yield from sorted(found, key=lambda fact: not fact.topics)
        return
    for sentence in sentences:
        for match in language.leads.finditer(sentence.lower()):
            rest = re.split(r"[,.;]", sentence[match.start() :], maxsplit=1)[0]
            if len(stems(rest)) >= 1 and len(rest) <= _LONGEST_FACT:
                yield Fact(text=rest.strip(), topics=topics_of(rest, language))
        for piece in re.split(r"[,;]", sentence)[1:]:
            if _NEEDS.search(piece.lower()):
                yield Fact(text=piece.strip(" ."), topics=topics_of(piece, language) | {"food"})


def _clauses(sentence: str, language: Language) -> Iterator[Fact]:
    """The clauses of a sentence that want, forbid or need something; without topics only where they are all of it."""
    is_whole = len(sentence) <= _LONGEST_FACT
    for piece in [sentence] if is_whole else re.split(_PIECE, sentence):
        if _ASKING.match(piece.lower()):
            continue
        wish = re.sub(_JOINED, "", re.sub(_JOINED, "", piece.strip(" .!?;:,()")))
        said = set(re.findall(r"[^\W\d_]+(?:'t)?", wish.lower()))
        is_wish = bool(said & language.wishes) or _NEEDS.search(wish.lower()) is not None
        if is_wish and _SHORTEST_WISH <= len(wish) <= _LONGEST_FACT and len(stems(wish)) >= 2:
            topics = topics_of(wish, language) | ({"buy"} if _LACK.match(wish.lower()) else frozenset[str]())
            if topics or is_whole:
                yield Fact(text=wish, topics=topics, in_passing=True)
