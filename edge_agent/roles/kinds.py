"""What kind of matter a goal is, told by the words that it uses."""

from __future__ import annotations

import re
from typing import Final, Literal, get_args

Kind = Literal[
    "writing",
    "trip",
    "celebration",
    "technical",
    "moving",
    "tidying",
    "business",
    "event",
    "training",
    "learning",
    "building",
    "garden",
    "other",
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Journey = Literal["trip", "stay", "tour"]
"""The sorts of a trip, which have outlines of their own (``journeys``)."""
Subject = Kind | Journey
"""What an outline is for."""

# Word beginnings, lower case; of kinds that are named equally often the first here: a speech for a wedding is written,
# a wedding in the garden is a celebration, a cleaned-up server a technical matter.
_WORDS: Final[dict[Kind, str]] = {
    "trip": r"trips?(?!\w)|travel|vacation|holidays?(?!\w)|honeymoon|journey|itinerary|city break|hik(?:e|ing)|retreat|"
    r"excursion|cruise|camping|weekend (?:of [\w ]+ )?in|(?:go|travel) by \w+|"
    r"by (?:train|bike|car|bus|boat) (?:from|to|through|across|around)|\w*reise|\w*urlaub|\w*wanderung|\w*tour(?!\w)|"
    r"ausflug|städtetour|voyage|séjour|viaje|vacaciones|excursión|escapada|perjalanan|melancong|bercuti|"
    r"umrah|percutian|liburan|"
    r"lawatan|podróż|wyjazd|wycieczk|wakacj|urlop|wędrówk",
    "celebration": r"wedding|birthday|party|baby shower|anniversary|celebrat|baptism|feast|barbecue|"
    r"picnic|reunion|hochzeit|"
    r"geburtstag|\w*feier|\w+fest(?!\w)|jubiläum|mariage|anniversaire|boda|cumpleaños|fiesta|"
    r"aniversario|majlis|kenduri|perkahwinan|hari jadi|jamuan|wesel|ślub|urodzin|imprez|przyjęci|jubileusz",
    "technical": r"servers?(?!\w)|migrat|software|website|web site|database|\w* ?network|wi-?fi|backups?(?!\w)|laptop|"
    r"computer|linux|cloud|nas(?!\w)|smart home|external dis[ck]|thermostat|webseite|datenbank|\w*rechner|heimnetz|"
    r"netzwerk|serveur|ordinateur|servidor|ordenador|pelayan|komputer|rangkaian|serwer|sieć|sieci",
    "moving": r"move (?:house|home|to|from|into|our|my)|moving (?:house|home|to)|relocat|umzug|umziehen|"
    r"déménage|mudanza|"
    r"mudarse|pindah|przeprowad[zź]",
    "tidying": r"clean|declutter|tidy|sort out|clear out|empty (?:the|my|our)|aufräum|räume|entrümpel|ausmist|putze|"
    r"nettoyer|ranger|limpi|ordenar|kemas|bersihkan|posprząt|sprząt|uporządk",
    "business": r"(?:small |own )?business|bakery|shop(?!\w)|café|start-?up|company|firma|laden(?!\w)|"
    r"gründe|unternehmen|"
    r"perniagaan|kedai|syarikat|sklep|działalnoś|zakład|negocio|empresa|tienda",
    "event": r"meetings?(?!\w)|conference|tournament|festival|concert|exhibition|workshop|campaign|fundrais|raffle|"
    r"open day|f[eê]te(?!\w)|versammlung|tagung|turnier|\w*konzert|ausstellung|kampagne|basar(?!\w)|flohmarkt|"
    r"reunión|torneo|concierto|"
    r"exposición|taller|campaña|jornada|mesyuarat|pertandingan|kejohanan|konsert|pameran|bengkel|kempen|seminar|zebran|"
    r"turniej|koncert|wystaw|warsztat|kampani|kiermasz|spotkani|zbiórk",
    "training": r"train(?:ing)? for|\w*marat[oó]n|\w*marathon|triathlon|fitness|workout|trainier|"
    r"latihan fizikal|maraton|kecergasan|"
    r"trenuj|kondycj|entren|gimnasi|correr(?!\w)|carrera de",
    "learning": r"learn|study|teach myself|exam(?!\w)|lerne|erlerne|\w*prüfung|oposicion|"
    r"apprendre|aprend|estudi|belajar|"
    r"mempelajari|"
    r"naucz|nauk[aię]|uczyć|egzamin|matur[ayę]",
    "writing": r"writ(?:e|ing) (?:an? |the |my |our )?\w*|cookbook|booklet|novel(?!\w)|brochure|newsletter|"
    r"schreib|\w+heft|"
    r"\w{3,}buch(?!\w)|broschüre|écri(?:re|s)|escrib|folleto|tulis|risalah|napis|kronik|chronik|broszur",
    "building": r"renovat|remodel|build|install|set up|repair|restor|refurbish|bau(?:e|en)(?!\w)|umbau|renovier|sanier|"
    r"rénover|construire|reform|constru|renov|renuev|monta|bina(?!\w)|ubah suai|baiki|remont|zbuduj|budow|napraw|"
    r"urządz|urządź",
    "garden": r"garden|vegetable|allotment|\w*garten|gemüse|\w*beete?(?!\w)|potager|jardin|jardín|huerto|"
    r"kebun|ogród|ogrod|"
    r"warzyw|grządk",
}
_PATTERNS: Final = {kind: re.compile(rf"(?<!\w)(?:{words})") for kind, words in _WORDS.items()}
_AWAY: Final = re.compile(
    r"(?<!\w)(?:(?:days|nights|weeks?|weekend) (?:in|on|at)|(?:Tage|Nächte|Wochen?|Wochenende) (?:in|auf)|"
    r"(?:hari|malam|minggu) (?:di|ke)|(?:dni|tygodni\w*|weekendu?|noce) (?:w|we|na|nad)|"
    r"(?:días|noches|semanas?) (?:en|por)) (?!(?:January?i?|February?i?|March|März|Mac|April?|Ma[iy]|June?i?|July?|"
    r"Juli|Julai|August|Ogos|September|O[ck]tober|November|De[cz]ember|Disember)(?!\w))[^\W\d_a-z]"
)
"""Time that is spent somewhere: "five days on Madeira"."""
_READ: Final = 2_000
_BEGINNING: Final = 160
"""Characters of a goal in which one word tells its kind; further on somebody may have "four weeks of holiday"."""


def kind_of(goal: str) -> Kind:
    """The kind of matter that most of the goal's words name; "other" where none do, or only a word in passing.

    Days that are spent at a place are a trip where no word tells another kind. A wrong skeleton is worse than a general
    one.
    """
    lower = goal.lower()[:_READ]
    counts = {kind: len(set(pattern.findall(lower))) for kind, pattern in _PATTERNS.items()}
    best = max(counts, key=lambda kind: (counts[kind], -KINDS.index(kind)))
    is_said = counts[best] > 1 or _PATTERNS[best].search(lower, 0, _BEGINNING)
    if counts[best] and is_said:
        return best
    return "trip" if _AWAY.search(goal[:_BEGINNING]) else "other"
