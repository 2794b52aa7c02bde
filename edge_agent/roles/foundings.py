"""Goals that found something lasting: a shop, a choir. However short they are, they need a plan."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

Founded = Literal["business", "club"]


class _Words(Struct, frozen=True, kw_only=True):
    """How one language says it, as patterns of lower case."""

    verbs: str
    articles: str
    behind: str
    """Words that begin something else behind a verb: "start a letter to the club"."""
    club: str
    business: str
    end: str = r"(?!\w)"
    """What stands behind the thing."""


_LANGUAGES: Final = (
    _Words(
        # Who "starts school" founds none, an "open day" is over in the evening, and so is the bar of a wedding.
        # What "we found" was looked for.
        verbs=r"(?:(?<!(?<!\w)i )(?<!we )(?<!they )(?<!he )(?<!ve )(?<!has )(?<!had )found|"
        r"start(?!(?:ing)?(?: (?!(?:an?|our|my|the|your|one) )\w+)? (?:school|nursery|kindergarten))|"
        r"open(?! (?:day|evening|house|air))|launch|form|establish)(?:ing)?(?: up)?|"
        r"set(?:ting)? up(?! (?:an?|the|our) bar (?:for|at|on) )",
        articles="an?|our|my|the|your|one",
        behind="for|of|to|with|and|in|on|at|by|from|near|before|after|into|about|against",
        club=r"choir|band|orchestra|(?:[\w-]+ ?)?club|group|society|association|league|team|circle|repair caf[eé]|"
        r"library|play ?group|youth cent(?:re|er)|initiative|charity|foundation|cooperative|co-op|food bank|"
        r"(?:neighbou?rhood|community) \w+|scout troop",
        business=r"bakery|\w*shop|store|caf[eé]|restaurant|bistro|bar|pub|company|business|firm|salon|studio|agency|"
        r"hotel|hostel|guest ?house|bed and breakfast|b&b|farm|practice|kiosk|food truck|start-?up|brewery|nursery|"
        r"kindergarten|school|gallery|market stall|laundry|campsite",
        # A noun behind it makes it something else: "a restaurant menu".
        end=r"(?=\s*$|\s*[.,;:!?(]|\s+(?:in|on|at|for|with|and|by|that|which|where|from|near|of|to|within|this|next|as)\s)",
    ),
    _Words(
        verbs=r"gründ(?:en?|et|ung)|eröffn\w+|starte\w*|bau(?:en?|t)?(?= .{1,40} auf(?!\w))|"
        r"ruf(?:en?|t)?(?= .{1,40} ins leben(?!\w))",
        articles=r"eine?[nrms]?|unser\w*|mein\w*|de[nrms]|die|das",
        behind="für|von|zum|zur|mit|und|in|im|an|am|auf|bei|beim|aus|nach|vor|über|gegen",
        club=r"\w*chor|\w*band|\w*orchester|\w*verein|\w*gruppe|\w*klub|\w*kreis|\w*treff|\w*initiative|"
        r"repair[- ]?caf[eé]|\w*bücherei|\w*bibliothek|\w*genossenschaft|stiftung|stammtisch|\w*mannschaft",
        business=r"\w*bäckerei|\w*laden|\w*geschäft|\w*caf[eé]|\w*restaurant|kneipe|\w*firma|\w*unternehmen|\w*salon|"
        r"\w*studio|\w*agentur|\w*hotel|pension|\w*praxis|kiosk|imbiss\w*|\w*werkstatt|\w*brauerei|kita|galerie|\w*schule",
    ),
    _Words(
        verbs=r"(?:men)?t?ubuhkan|(?:mem)?buka|(?:me)?mulakan|(?:me)?wujudkan|(?:men)?dirikan",
        articles="sebuah|satu",
        behind="untuk|bagi|dengan|di|kepada|ke|dari|daripada|pada|bersama",
        club=r"koir|kumpulan|kelab|persatuan|perpustakaan|koperasi|pasukan|kafe (?:pem)?baik\w*",
        business="kedai|kafe|restoran|syarikat|perniagaan|bengkel|gerai|salun|studio|inap desa|homestay|taska",
    ),
    _Words(
        verbs=r"zał[oó]ż\w*|zakłada\w+|otw[oó]rz\w*|otwier\w+|uruch[ao]m\w*|stw[oó]rz\w*|utw[oó]rz\w*",
        articles=r"nasz\w*|własn\w+",
        behind="dla|do|od|z|ze|w|we|na|przy|u|przed|po|pod|nad|obok",
        club=r"chór|zespół|orkiestr\w+|klub|stowarzyszeni\w+|grup[aęy]|kółk\w+|koł[oa]|bibliotek\w+|fundacj\w+|"
        r"drużyn\w+|kawiarenk\w+ naprawcz\w+|spółdzielni\w+",
        business=r"piekarni\w*|sklep\w*|kawiarni\w*|restauracj\w+|firm[aęy]|zakład\w*|salon\w*|studio|agencj\w+|"
        r"hotel\w*|pensjonat\w*|warsztat\w*|browar\w*|przedszkol\w+|galeri\w+|bar|pracowni\w*|szkoł\w+",
    ),
    _Words(
        verbs=r"fund(?:ar?|emos|o)|abr(?:ir|e|imos|amos)|crea(?:r|mos)?|constitu\w+|"
        r"pon(?:er)? en marcha",
        articles="una?|nuestr[oa]|mi|el|la",
        behind="de|del|para|con|en|a|al|por|sobre|desde|contra",
        club="coro|banda|orquesta|club|grupo|asociación|sociedad|biblioteca|cooperativa|fundación|equipo|"
        "café de reparación|peña|ludoteca",
        business="panadería|tienda|cafetería|café|restaurante|bar|empresa|negocio|peluquería|salón|estudio|agencia|"
        "hotel|pensión|casa rural|granja|quiosco|taller|cervecería|guardería|galería|escuela",
    ),
)
_READ: Final = 160
"""Characters of a goal that are read: who founds something says so first."""


def _pattern(words: _Words, things: str) -> re.Pattern[str]:
    between = rf"(?:(?!(?:{words.behind})(?!\w))[\w'’-]+[ -]){{0,3}}?"
    return re.compile(
        rf"(?<!\w)(?:{words.verbs})\s+(?:(?:{words.articles})\s+)?{between}(?:{things}){words.end}",
    )


def _verb_last(things: str) -> re.Pattern[str]:
    """German puts the verb last: "einen Chor im Dorf gründen".

    What is built up in a shop is none, so of verbs that do not say by themselves that something is founded the thing
    is the object: it has an article in the accusative, and at most a place stands between.
    """
    where = r"(?:(?:in|im|an|am|auf|bei|beim|für|mit|zum|zur|aus|neben) (?:[\w-]+ ){1,3})?(?:zu )?"
    thing = rf"(?:{things})s?"
    article = r"(?:eine?n?|unsere?n?|meine?n?|den|die|das) (?:[\w-]+ ){0,2}?"
    return re.compile(
        rf"(?<!\w)(?:{thing} (?:[\w-]+ ){{0,3}}(?:zu )?(?:gründen|eröffnen)|"
        rf"{article}{thing} {where}(?:aufbauen|aufzubauen|aufmachen|aufzumachen|starten))(?!\w)"
    )


_GERMAN: Final = _LANGUAGES[1]
_PATTERNS: Final[tuple[tuple[Founded, tuple[re.Pattern[str], ...]], ...]] = (
    ("club", (*(_pattern(words, words.club) for words in _LANGUAGES), _verb_last(_GERMAN.club))),
    ("business", (*(_pattern(words, words.business) for words in _LANGUAGES), _verb_last(_GERMAN.business))),
)


def founded(goal: str) -> Founded | None:
    """What lasting thing the goal founds, a club of any sort before a business; None where it founds none."""
    lower = " ".join(goal.lower().split())[:_READ]
    return next((kind for kind, patterns in _PATTERNS if any(one.search(lower) for one in patterns)), None)


_BEGUN: Final = re.compile(
    r"(?<!\w)(?:start|open(?!ing (?:hours|times))|found|launch|set(?:ting)? up|becom|take over|taking over|"
    r"go (?:freelance|self-employed)|self-employed|"
    r"turn\w* .{1,40} into|business plan|permit|licen[cs]e|start-up|proper business|small business|"
    r"gründ|eröffn|selbstständig|selbständig|übernehm|gewerbe(?:schein|anmeld)|geschäftsplan|businessplan|"
    r"abr(?:o|ir|e|imos)(?!\w)|mont(?:o|ar|amos)(?!\w)|emprend|autónom|licencia|plan de negocio|traspas|"
    r"otw[oó]rz|otwier|otwarci|zał[oó]ż|założen|uruch|rozkręc|przejm|przejąć|biznesplan|działalnoś|"
    r"buka(?!\w)|membuka|mula(?!\w)|mulakan|memulakan|lesen (?:perniagaan|premis|penjaja|niaga)|"
    r"mohon lesen|daftar|rancangan perniagaan|ambil alih)",
    re.IGNORECASE,
)


def begins_a_business(goal: str) -> bool:
    """Whether a goal of that kind is about a business that is to come, not one that runs (a new price)."""
    return bool(founded(goal)) or _BEGUN.search(goal) is not None
