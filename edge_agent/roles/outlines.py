"""What kind of matter a goal is, and with which words the parts of its document may begin, by angle.

A model of 1.5 billion parameters that is free to choose titles drifts ("Exploring Japan"), and one that is shown a
worked example copies it. So it is shown none: code offers the words with which a title may begin, the model chooses
among them and goes on. A kind of goal and an angle have their own words, so that splits from different angles differ.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from edge_agent.records import Form
from edge_agent.roles import forms
from edge_agent.roles.languages import base_language
from edge_agent.roles.wording import words_for

Kind = Literal["trip", "celebration", "learning", "technical", "moving", "tidying", "other"]

# Word beginnings, lower case, tried in this order: a honeymoon is a trip, a cleaned-up server a technical matter.
_KINDS: Final[tuple[tuple[Kind, str], ...]] = (
    (
        "trip",
        r"trips?(?!\w)|travel|vacation|holidays? in|honeymoon|journey|itinerary|city break|road ?trip|reise|urlaub|"
        r"rundreise|städtereise|voyage|séjour|viaje|vacaciones|perjalanan|melancong|percutian|liburan",
    ),
    (
        "celebration",
        r"wedding|birthday|party|anniversary|celebrat|baptism|feast|barbecue|picnic|reunion|hochzeit|geburtstag|feier|"
        r"\w+feier|gartenfest|sommerfest|mariage|anniversaire|fête|boda|cumpleaños|fiesta|majlis|kenduri|perkahwinan",
    ),
    (
        "technical",
        r"servers?(?!\w)|migrat|software|website|web site|database|home network|wi-?fi|backups?(?!\w)|laptop|computer|"
        r"cloud|nas(?!\w)|webseite|datenbank|rechner|serveur|ordinateur|servidor|ordenador|pelayan|komputer",
    ),
    ("learning", r"learn|study|lerne|erlerne|apprendre|aprender|belajar|mempelajari"),
    (
        "moving",
        r"move (?:house|home|to|from|into|our|my)|moving (?:house|home|to)|umzug|umziehen|déménage|mudanza|pindah",
    ),
    (
        "tidying",
        r"clean|declutter|tidy|sort out|clear out|empty (?:the|my|our)|aufräumen|räume|entrümpel|ausmisten|putze|"
        r"nettoyer|ranger|limpiar|ordenar|kemas|mengemas|bersihkan",
    ),
)


class Outline(Struct, frozen=True, kw_only=True):
    """How the titles of a split begin."""

    openers: tuple[str, ...] = ()
    """The words to choose from; none: any words."""
    heads: tuple[str, ...] = ()
    """Whole titles that come first, in this order."""
    question: str = ""
    """What the model is asked for further heads; empty: nothing."""
    links: tuple[str, ...] = ()
    """The words behind which a title may go on after its opener."""
    order: str
    """How the model is told what the parts are and what each holds."""

    def left(self, titles: Sequence[str]) -> tuple[str, ...]:
        """The openers that a further title may use: none twice."""
        used = {self.opener_of(title) for title in titles}
        return tuple(one for one in self.openers if one not in used)

    def opener_of(self, title: str) -> str:
        """The longest opener with which the title begins; empty where there is none."""
        lower = title.lower()
        return max((one for one in self.openers if lower.startswith(one.lower())), key=len, default="")


ORDERS: Final[dict[str, str]] = {
    "phase": "in order of time",
    "activity": "by kind of thing that is to be decided",
    "place": "by place, room, person or object, one each",
}


def _openers(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in text.split(",") if one.strip())


# English words by kind and angle; phases are whole titles, "*" the goal's own noun.
_ENGLISH: Final[dict[tuple[Kind, str], str]] = {
    ("trip", "phase"): "Budget, Customs",
    ("trip", "activity"): "Towns, Sights, Food, Trains and buses, Rooms, Budget, Packing list, Customs",
    ("trip", "place"): "Food, Budget, Packing list",
    ("celebration", "phase"): "Two months before the *, The week before the *, The day before the *, "
    "Morning of the *, Afternoon of the *, Evening of the *",
    ("celebration", "activity"): "Menu, Drinks, Music, Flowers and decorations, Invitation, "
    "Day schedule, Toasts and games, Budget",
    ("celebration", "place"): "Food and drinks, Helpers, Things to borrow, Budget",
    ("learning", "phase"): "First week, First month, Second month, Third month, Final test",
    ("learning", "activity"): "Vocabulary, Grammar, Pronunciation, Listening, Speaking, Reading, Exercises, "
    "Weekly timetable, Tests",
    ("learning", "place"): "At the desk, At breakfast, On the way, In the kitchen, With a partner, With the phone, "
    "At the weekend",
    ("technical", "phase"): "Inventory of the *, Preparation, Backup of the *, Test run, Switch-over, First week after",
    ("technical", "activity"): "Inventory, Backup plan, Software list, Network settings, Data transfer, "
    "Accounts and keys, Test list, Timetable, Way back",
    ("technical", "place"): "Old machine, New machine, Disks, Router and network, Services, Users, Backup disk",
    ("moving", "phase"): "Two months before, One month before, The week before, Moving day, First week after",
    ("moving", "activity"): "Packing list, Furniture, Addresses and contracts, Helpers, Van, Timetable, Budget",
    ("moving", "place"): "Old home, Kitchen, Bedrooms, Living room, Cellar, New home, Offices and contracts",
    ("tidying", "phase"): "The week before, Morning in the *, Afternoon in the *, Evening in the *, The week after",
    ("tidying", "activity"): "Keep list, Give-away list, Sale list, Rubbish list, Tools and supplies, Storage plan, "
    "Safety rules, Timetable",
    ("tidying", "place"): "Shelves, Floor, Walls, Workbench, Corners, Ceiling, Cupboards, Boxes, Door and entrance",
    ("other", "phase"): "Preparation, First week, First month, Second month, Third month, Afterwards",
    ("other", "activity"): "Schedule, List, Budget, Checklist, Comparison, Guide, Rules, Menu, Tools, People, Timeline",
    ("other", "place"): "People, Budget, Checklist, Timetable",
}
# Other languages: by angle alone.
_OTHERS: Final[dict[tuple[str, str], str]] = {
    ("de", "phase"): "Zwei Monate vorher, Einen Monat vorher, Die Woche vorher, Vormittag, Nachmittag, Abend",
    ("de", "activity"): "Zeitplan, Liste, Kostenplan, Checkliste, Vergleich, Speiseplan, Überblick, Regeln, Helfer",
    ("de", "place"): "Helfer, Kostenplan, Checkliste, Zeitplan",
    ("ms", "phase"): "Sebulan sebelum, Seminggu sebelum, Sehari sebelum, Pagi, Petang, Malam",
    ("ms", "activity"): "Jadual, Senarai tetamu, Menu, Belanjawan, Senarai semak, Peralatan, Hiasan, Panduan, Laluan",
    ("ms", "place"): "Pembantu, Belanjawan, Senarai semak, Jadual",
    ("fr", "phase"): "Deux mois avant, Un mois avant, La semaine avant, Matin, Après-midi, Soir",
    ("fr", "activity"): "Programme, Liste, Budget, Comparaison, Menu, Itinéraire, Guide, Règles, Matériel, Personnes",
    ("fr", "place"): "Personnes, Budget, Liste de contrôle, Programme",
    ("es", "phase"): "Dos meses antes, Un mes antes, La semana antes, Mañana, Tarde, Noche",
    ("es", "activity"): "Horario, Lista, Presupuesto, Comparación, Menú, Itinerario, Guía, Reglas, Material, Personas",
    ("es", "place"): "Personas, Presupuesto, Lista de control, Horario",
}
# The goal's own noun: the first of these words in it, else the last of the line.
_NOUNS: Final[dict[Kind, str]] = {
    "celebration": "garden wedding, wedding, birthday party, garden party, birthday, anniversary, baptism, reunion, "
    "barbecue, picnic, party, day",
    "technical": "home server, server, website, database, network, computer, laptop, software, system",
    "tidying": "garage, attic, basement, cellar, kitchen, shed, office, garden, flat, apartment, house, rooms",
}
# What the parts hold, by kind.
_HOLDS: Final[dict[Kind, str]] = {
    "trip": "sights, quarters, dishes and trains by their proper names",
    "celebration": "people, dishes, furniture, flowers, music and times",
    "learning": "word fields, phrases, rules and exercises of this subject",
    "technical": "machines, services, files, programs and settings by name",
    "moving": "furniture, boxes, rooms, offices and dates",
    "tidying": "objects that lie there, boxes, tools, containers",
}
_TOWNS: Final = "Name 3 or 4 towns in which to stay on this trip, in the order of travel."
_THINGS: Final = "Name 4 different places, people or objects that a plan for this goal must deal with one by one."
# Where the model is asked for the heads of the parts.
_QUESTIONS: Final[dict[tuple[Kind, str], str]] = {
    ("trip", "place"): _TOWNS,
    (
        "celebration",
        "place",
    ): "Name 4 different rooms or areas of the place where it happens, to be prepared one by one.",
    ("other", "place"): _THINGS,
}


def kind_of(goal: str) -> Kind:
    """The kind of matter that the goal's words name; "other" where they name none."""
    lower = goal.lower()[:2_000]
    return next((kind for kind, words in _KINDS if re.search(rf"(?<!\w)(?:{words})", lower)), "other")


def outline_for(goal: str, angle: str, language: str, *, root: bool = True) -> Outline:
    """The outline of a goal's split from an angle ("activity" where it is unknown). Never raises.

    Without openers where code knows no words of the language, and below the root, where parts are of any kind.
    """
    kind, code = kind_of(goal), base_language(language)
    angle = angle if angle in ORDERS else "activity"
    holds = _HOLDS.get(kind, "places, people, things and amounts by name")
    order = f"{ORDERS[angle]}; each holds {holds}"
    if not root:
        return Outline(order=order, question=_THINGS if angle == "place" else "")
    words = _openers(_ENGLISH[(kind, angle)] if code == "en" else _OTHERS.get((code, angle), ""))
    question = _QUESTIONS.get((kind, angle), "")
    if angle == "place" and code != "en":
        question = question or _THINGS
    if angle != "phase" or question:
        return Outline(openers=words, links=_openers(_LINKS.get(code, "")), question=question, order=order)
    # A trip's spans are few: a model that does not know the towns zigzags between many.
    spans = _spans(goal, language, 2 if kind == "trip" else _MOST_SPANS)
    if kind == "trip" and code == "en":
        return Outline(heads=(*_BEFORE, *(spans or _PARTS_OF_A_TRIP)), openers=words, order=order)
    noun = _noun(goal, kind)
    return Outline(heads=(*spans, *words[-1:]) if spans else tuple(w.replace("*", noun) for w in words), order=order)


def _noun(goal: str, kind: Kind) -> str:
    nouns = _openers(_NOUNS.get(kind, "goal"))
    return next((noun for noun in nouns if noun in goal.lower()), nouns[-1])


_LINKS: Final = {
    "en": "for, of, in, at, from, between, with",
    "de": "für, von, in, mit, der, des",
    "ms": "untuk, bagi, di",
    "fr": "pour, de, des, du, à",
    "es": "para, de, del, en",
}
_MOST_SPANS: Final = 4
_BEFORE: Final = ("Three months before departure", "The week before departure")
_PARTS_OF_A_TRIP: Final = ("First days", "Middle of the trip", "Last days")


def _spans(goal: str, language: str, most: int) -> tuple[str, ...]:
    """The titles of spans that cover the goal's extent; none where it has none, or code has no words for them."""
    words, extent = words_for(language), forms.extent_of(goal)
    if words is None or extent is None:
        return ()
    if extent.count <= 2:
        extent = forms.in_days(extent) if extent.unit == "week" else extent
    return tuple(forms.span_title(span, words) for span in forms.cut(extent, most))


# English words that make a model name things, where a bare title makes it write sentences.
_CUES: Final[dict[Kind, str]] = {"trip": "Sights in *", "learning": "Words, phrases and rules of *"}
_CUES_BEFORE: Final = dict(zip(_BEFORE, ("Papers, tickets and bookings", "Bags, clothes and money"), strict=True))


def cue_for(head: str, goal: str, language: str) -> str:
    """What the model reads in place of a title that code sets: a town's days stand for its sights."""
    if head in _CUES_BEFORE:
        return _CUES_BEFORE[head]
    cue = _CUES.get(kind_of(goal), "") if _is_english(language) and forms.is_span(head) else ""
    place, _, days = head.partition(",")
    if cue and kind_of(goal) == "trip" and not days:
        cue = "Towns and sights of *"
    return cue.replace("*", place if days else place.lower()) or head


_ROUTE: Final = re.compile(r"(?:route|towns|reiseroute|itinéraire|itinerario|laluan)(?!\w)")


def stops(title: str, detail: str, goal: str, language: str) -> tuple[str, ...]:
    """The labels of a trip's route: each town that the part's detail names, with its days; none for other parts."""
    if kind_of(goal) != "trip" or not _ROUTE.match(title.lower()) or forms.extent_of(goal) is None:
        return ()
    towns = [town.strip() for town in detail.split(",") if 3 <= len(town.strip()) <= 30]
    return tuple(f"{one}:" for one in titles_of(towns[:_MOST_SPANS], goal, language)) if len(towns) > 1 else ()


def place_of_sights(cue: str) -> str:
    """The town whose sights the model was asked for; empty for other cues."""
    before, _, town = cue.partition(_CUES["trip"].replace("*", ""))
    return "" if before else town


def other_towns(title: str, siblings: Sequence[str]) -> tuple[str, ...]:
    """The towns of the other parts of a trip, where both this part and they are towns with their days."""
    if not forms.is_span(title) or "," not in title:
        return ()
    towns = (one.split(",", 1)[0].strip() for one in siblings if "," in one and forms.is_span(one))
    own = title.split(",", 1)[0].strip()
    return tuple(town for town in towns if town and town != own)


def titles_of(names: Sequence[str], goal: str, language: str) -> tuple[str, ...]:
    """The titles of the parts that the model has named: a trip's towns with days that together cover the trip.

    The bare names for other goals; where a trip's extent is unknown, what is to be seen in each town.
    """
    if kind_of(goal) != "trip" or not names:
        return tuple(names)
    words, extent = words_for(language), forms.extent_of(goal)
    if words is None or extent is None:
        return tuple(_CUES["trip"].replace("*", name) for name in names) if _is_english(language) else tuple(names)
    spans = forms.cut(forms.in_days(extent), len(names))
    return tuple(f"{name}, {forms.span_title(span, words).lower()}" for name, span in zip(names, spans, strict=False))


def _is_english(language: str) -> bool:
    return base_language(language) == "en"


_EARLIER: Final = re.compile(
    r"(?<!\w)(?:before|preparation|clean-up|backup|test run|vorher|sebelum|avant|antes|la veille)(?!\w)"
)


def part_form(title: str, detail: str = "") -> Form:
    """The form of a part: what its title names, else a schedule for times of day and numbered spans, else a list."""
    lower = title.lower()
    if forms.clock_labels(title) or forms.is_span(title):
        return "schedule"
    found = forms.form_of(title, detail)
    if found == "text":
        return "checklist" if _EARLIER.search(lower) else "list"
    return found
