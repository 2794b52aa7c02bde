"""What a goal asks for by name: "I need a price list, a letter to the landlord and a list of questions".

Owners say at the end of a tale which pieces of writing they want. Each of them is to become a part, or to have one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from edge_agent.records import Form
from edge_agent.roles import forms
from edge_agent.roles.quantities import is_time_or_number
from edge_agent.roles.text import clean, count_words, one_line, stem, word_set, words

_READ: Final = 4_000
"""Characters of a goal that are read."""
_MOST: Final = 12
_LONGEST_ITEM: Final = 160
_LONGEST_TITLE: Final = 64
_SHORTEST_CUT: Final = 10
"""Characters that a title has at least where it is cut in front of a clause."""
_LIST: Final = 2
"""Items that a row has at least."""

_LEAD: Final = re.compile(
    r"(?<!\w)(?:what (?:i|we) (?:need|want)|(?:i|we) (?:also |would |still |only |just |really )?(?:need|want|like|wish for|"
    r"ask for|expect)|(?:i|we)'d like|please|(?:make|give|write|draw up|prepare|send) (?:me|us)|(?:plan|answer|document|it) "
    r"(?:should|must|has to|needs to) (?:have|contain|include|cover|say|tell)|"
    r"(?:ich|wir) (?:brauchen?|möchten?|wünschen?|wollen|will|hätten?)|(?:brauchen?|möchten?|wünschen?|hätten?) (?:ich|wir)|"
    r"bitte|(?:mach|gib|schreib|erstelle?|stell)e? (?:mir|uns)|(?:soll|muss|sollte) (?:\w+ )?(?:enthalten|stehen)|"
    r"(?:saya|kami) (?:juga )?(?:perlu|mahu|ingin|hendak)\w*|(?:di)?perlukan|tolong|sila|buatkan|sediakan|berikan|"
    r"(?:po)?proszę|potrzebuj\w+|potrzebn[aey]\w*|chc(?:ę|emy)(?!\w)|chciał\w+|(?:zrób|daj|napisz|przygotuj) (?:mi|nam)|"
    r"powinien zawierać|necesit(?:o|amos)|quiero|queremos|quisier\w+|(?:me|nos) gustaría|por favor|"
    r"(?:haz|da|prepára|escríbe|hága)\w*(?:me|nos)|(?:debe|tiene que|debería) (?:incluir|contener|decir))(?!\w)"
)
"""Words with which somebody says what is wanted."""
_WITH: Final = re.compile(
    r"(?<!\w)(?:with|including|plus|mit|samt|inklusive|einschließlich|dengan|termasuk|beserta|wraz z|razem z|z|w tym|con|"
    r"incluyendo|incluido)\s"
)
"""Words with which a goal adds to itself what it wants besides."""
_PIECE: Final = re.compile(
    r"(?:\w+[ -]){0,3}?(?:check|guest|price|shopping|packing|to-do|play|parts|reading|seating |meal |menu |floor |training )?"
    r"-?(?:lists?|checklists?|tables?|budgets?|letters?|e-?mails?|invitations?|speech|timetables?|schedules?|calendars?|"
    r"comparisons?|menus?|guides?|questions|rules|overview|programmes?|playlists?|seating plan|meal plan|floor plan|"
    r"notices?|posters?)(?!\w)|"
    r"(?:\w+ ){0,3}?\w*(?:liste|listen|tabelle|budget|brief|einladung|einladungstext|rede|zeitplan|ablaufplan|kalender|"
    r"vergleich|menü|speiseplan|sitzplan|putzplan|fragen|regeln|übersicht|programm|kostenplan|aushang)(?!\w)|"
    r"(?:\w+ ){0,2}?(?:senarai|jadual|bajet|belanjawan|surat|jemputan|ucapan|perbandingan|menu|soalan|panduan|kalendar|"
    r"peraturan|aturcara)(?!\w)|"
    r"(?:\w+ ){0,3}?(?:list[aęy]|spis|tabel[aęi]\w*|budżet\w*|kosztorys\w*|cennik\w*|list do|zaproszeni\w+|przemówieni\w+|"
    r"harmonogram\w*|kalendarz\w*|porównani\w+|menu|jadłospis\w*|pyta(?:nia|ń)|poradnik\w*|zasad\w*|plan (?:stołów|dnia))"
    r"(?!\w)|"
    r"(?:\w+ ){0,3}?(?:listas?|tablas?|presupuesto|cartas?|correo|invitación|discurso|horario|calendario|comparación|"
    r"comparativa|menú|guía|preguntas|reglas|normas|programa|cronograma)(?!\w)"
)
"""A piece of writing, by its name."""
_CLAUSE: Final = re.compile(
    r"(?:what|how|which|who|whom|where|when|why|whether|in what order|in which order|by when|at what|"
    r"was|wie|welche[rsnm]?|wer|wen|wem|wo|wohin|wann|warum|womit|ob|in welcher reihenfolge|bis wann|"
    r"apa|bagaimana|siapa|di mana|bila|berapa|mana|"
    r"co|jak|jaki\w*|któr\w+|kto|kogo|gdzie|kiedy|ile|czy|w jakiej kolejności|do kiedy|"
    r"qué|cómo|cuál\w*|quién\w*|dónde|cuándo|cuánt\w+|en qué orden)(?!\w)"
)
"""A question that the plan is to answer: "what to do in the winter months"."""
_AND: Final = r"(?:and|und|sowie|dan|serta|i|oraz|y|e|or|oder)"
_ARTICLE: Final = re.compile(
    r"(?:(?:and|und|sowie|dan|serta|i|oraz|y|also|auch|juga|również|también|finally|perhaps|maybe|above all|please|"
    r"make|write|prepare|(?:give|send|make|write) (?:me|us))\s+)*"
    r"(?:(?:an?|the|some|my|our|one of|one|eine?[nrms]?|der|die|das|den|dem|einige|un[ao]?s?|el|la|los|las|sebuah|satu|"
    r"a list of what|a short|a plain|a simple|eine kurze|eine einfache)\s+)?",
    re.IGNORECASE,
)
_ANOTHER: Final = re.compile(r"one (?:of|with) (?=\w)")
"""A second list: "and one of what could go wrong"."""
_SUBORDINATE: Final = re.compile(
    r"(?:,? (?:that|which|so that|because|before|after|until|in case|if|as|with which|for which)|"
    r", (?:die|der|das|den|damit|weil|bevor|wenn|mit \w+ ich|której|który\w*|które|żeby|aby|bo|zanim)|"
    r",? (?:yang|supaya|kerana|sebelum|jika|que|para que|porque|antes de|por si)|, with)\s"
)
"""Where a further clause begins, which a title can do without."""
_QUESTIONS: Final = re.compile(r"(?<!\w)(?:questions|\w*fragen|soalan|pyta(?:nia|ń)|preguntas)(?!\w)")
_PRICES: Final = re.compile(
    r"(?<!\w)(?:price list|list of prices|our prices|my prices|preisliste|senarai harga|cennik\w*|"
    r"lista de precios|tarifas)(?!\w)"
)
_GATHERED: Final = re.compile(
    r"(?<!\w)(?:what (?:\w+ ){0,3}(?:to |must |have to |should |goes )?(?:buy|borrow|reserve|pack|bring|book|order|take|"
    r"goes into)|was (?:\w+ ){0,4}(?:kaufen|leihen|ausleihen|reservieren|einpacken|mitnehmen|buchen|bestellen)|"
    r"(?:beli|pinjam|tempah|bawa)(?!\w)|(?:kupić|pożyczyć|zarezerwować|spakować|zabrać)|"
    r"(?:comprar|reservar|pedir prestado|llevar)(?!\w)|(?:packing|shopping|to-do)[ -]list|list of what|liste dessen)"
)
_ORDERED: Final = re.compile(
    r"(?:(?:in (?:what|which) order|by when|in welcher reihenfolge|bis wann|w jakiej kolejności|do kiedy|en qué orden)"
    r"(?!\w)|(?:order of the|ablauf de[sr]|przebieg|orden de[l ]) ?)"
)
"""What is asked for is when things happen."""
"""What is bought, borrowed or packed is ticked off."""
_BULLET: Final = re.compile(r"^[ \t]*(?:[-*•–]|\d{1,2}[.)]|[a-z]\))[ \t]+(\S.*)$")
_NAMES: Final = re.compile(r"(?:[A-Z\u00c0-\u00de][\w'’-]*(?: (?:of|de|da|do|la|the)(?= ))?[ ]?)+")
_SUM: Final = re.compile(r"\d")
# What is said of the piece of writing, not of its matter.
_GENERAL: Final = frozenset(
    stem(word)
    for word in word_set(
        "list lists plan table question questions letter page guide rule rules checklist overview short plain simple "
        "need want make give first last have must goes come comes done thing things liste plan tabelle fragen brief "
        "seite regeln kurze einfache senarai soalan surat lista pytania list tabela carta preguntas tabla guía"
    )
)
_ROOT: Final = 5
"""Letters that two words have in common at their beginning where they are forms of one: "zakupów", "zakupy"."""


class Wanted(Struct, frozen=True, kw_only=True):
    """Something that the goal asks for."""

    title: str
    """In the goal's words, without what a title can do without."""
    said: str
    """The same as the goal says it."""
    form: Form
    is_price_list: bool = False


def wanted_in(goal: str) -> tuple[Wanted, ...]:
    """What the goal asks for in a row: behind a colon, in lines with bullets, or as pieces of writing by their names.

    At most 12, in the goal's order; none where it asks for nothing but itself. Never raises.
    """
    found: dict[str, Wanted] = {}
    for said in _items(clean(goal[:_READ])):
        title = _title(said)
        if count_words(title) and len(title) > 2:
            found.setdefault(
                title.lower(), Wanted(title=title, said=said, form=_form(said), is_price_list=_is_price_list(said))
            )
    return tuple(found.values())[:_MOST]


def asks_for_questions(title: str) -> bool:
    """Whether the part of that title is a list of questions."""
    return _QUESTIONS.search(title.lower()) is not None


def shared(wanted: Wanted, text: str) -> int:
    """How many words of what is wanted the text holds, in whatever form, beyond "list", "plan" and the like."""
    other = _matter(text)
    return sum(
        any(one == two or (len(one) >= _ROOT <= len(two) and one[:_ROOT] == two[:_ROOT]) for two in other)
        for one in _matter(wanted.title)
    )


def _matter(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words(text) if not is_time_or_number(word)) - _GENERAL


def _items(text: str) -> Iterator[str]:
    """What is asked for, item by item, as it is said."""
    rows = list(_bulleted(text))
    bulleted = {line for row in rows for line in row}
    prose = " ".join(line.strip() for line in text.split("\n") if line.strip() not in bulleted)
    for sentence in re.split(r"(?<=[.!?])\s+", prose):
        yield from _in_sentence(sentence.strip(" .!?"), is_all=len(prose) <= len(sentence) + 1)
    for row in rows:
        items = [_BULLET.sub(r"\1", line).strip(" .,;") for line in row]
        if _are_wanted(items):
            yield from (item for item in items if len(item) <= _LONGEST_ITEM)


def _bulleted(text: str) -> Iterator[tuple[str, ...]]:
    """Rows of two and more lines that begin with a bullet or a number, as they stand."""
    row: list[str] = []
    for line in [*text.split("\n"), ""]:
        if _BULLET.match(line):
            row.append(line.strip())
        elif line.strip() or not row:
            if len(row) >= _LIST:
                yield tuple(row)
            row = []
    if len(row) >= _LIST:
        yield tuple(row)


def _in_sentence(sentence: str, *, is_all: bool) -> Iterator[str]:
    before, colon, rest = sentence.partition(": ")
    if colon:
        items = _parted(rest)
        if len(items) >= _LIST and (_LEAD.search(before.lower()) or _are_pieces(items)) and _are_wanted(items):
            yield from items
            return
    lower = sentence.lower()
    lead = _LEAD.search(lower)
    match = lead or _WITH.search(lower)
    if match is None:
        return
    items: list[str] = []
    for item in _parted(sentence[match.end() :]):
        if _is_piece(item) or (items and _ANOTHER.match(item)):
            items.append(_ANOTHER.sub("", item))
    # A goal that asks for one letter alone is that letter.
    if len(items) >= _LIST or (lead and not is_all):
        yield from items


def _parted(text: str) -> list[str]:
    """The members of a row, between semicolons, else between commas and the last "and"."""
    if text.count(";") >= 1:
        parts = text.split(";")
    else:
        parts = [piece for part in text.split(", ") for piece in _and_parted(part)]
        parts = _rejoined(parts)
    items = [re.sub(rf"^{_AND}\s+", "", part.strip(" .,:"), flags=re.IGNORECASE) for part in parts]
    return [one_line(item, _LONGEST_ITEM) for item in items if item]


def _and_parted(part: str) -> list[str]:
    """A member that is two pieces of writing, or two questions, with an "and" between them."""
    pieces = re.split(rf"\s{_AND}\s(?={_ARTICLE.pattern}(?:{_PIECE.pattern}))", part, flags=re.IGNORECASE)
    return [piece for piece in pieces if piece]


def _rejoined(parts: list[str]) -> list[str]:
    """The members, a clause that only goes on ("because the hall must be empty") with what it belongs to left out."""
    return [part for part in parts if not re.match(r"(?:because|so that|above all|though|weil|damit|kerana|bo|porque|"
                                                   r"with rules|żeby|aby)(?!\w)", part.strip().lower())]


def _is_piece(item: str) -> bool:
    bare = _ARTICLE.sub("", item, count=1).lower()
    if bare == "plan" or re.match(r"plan (?!of|for what)", bare):
        return False
    match = _PIECE.match(bare)
    # "A budget of 900 euros" is a sum that is stated.
    return match is not None and not _SUM.search(bare[match.end() : match.end() + 20])


def _are_pieces(items: list[str]) -> bool:
    """Whether half of the items and more are pieces of writing or questions to be answered."""
    return 2 * sum(_is_piece(item) or bool(_CLAUSE.match(item.lower())) for item in items) >= len(items)


def _are_wanted(items: list[str]) -> bool:
    """Whether the items can be parts: not names of places, and not mere words."""
    return not all(_NAMES.fullmatch(item) for item in items) and any(count_words(item) > 1 for item in items)


def _title(said: str) -> str:
    """The item without its article, and without what follows where it is long: "Price list that I can hang up"."""
    bare = said if _CLAUSE.match(said.lower()) else _ARTICLE.sub("", said, count=1)
    if asked := _QUESTIONS.search(bare.lower()):
        # Whom they are for often stands in the clause behind them: "questions that I have to ask an accountant".
        bare = bare[asked.start() :]
    if len(bare) > _LONGEST_TITLE or not (asked or _CLAUSE.match(bare.lower())):
        ends = (match.start() for match in _SUBORDINATE.finditer(bare) if match.start() >= _SHORTEST_CUT)
        bare = bare[: next((end for end in ends if not re.search(rf"\s{_AND}$", bare[:end])), len(bare))]
    bare = one_line(bare.strip(" ,;:-"), _LONGEST_TITLE)
    return bare[:1].upper() + bare[1:]


def _form(said: str) -> Form:
    lower = _ARTICLE.sub("", said, count=1).lower()
    if _is_price_list(said):
        return "table"
    if _ORDERED.match(lower):
        return "schedule"
    if _QUESTIONS.search(lower) or _GATHERED.search(lower):
        return "checklist"
    found = forms.form_of(lower)
    return "list" if found == "text" or (found == "budget" and _CLAUSE.match(lower)) else found


def _is_price_list(said: str) -> bool:
    return _PRICES.search(said.lower()) is not None
