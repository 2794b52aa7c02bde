"""Which of the bench's five languages a text is in: words that only one of them has, and letters.

Apart from the roles' own guess on purpose: what judges a plan must not share the faults of what wrote it.
"""

from __future__ import annotations

import re
from typing import Final

from bench.quality.goals import Language
from edge_agent.roles.text import word_set

_WORD: Final = re.compile(r"[^\W\d_]+")
# Function words, and the nouns that plans are full of: a list of things holds hardly any function word.
_WORDS: Final[dict[Language, frozenset[str]]] = {
    "en": word_set(
        "the and of to for with from your our their is are be this that by into any all each some before after "
        "about how what list plan food drinks music flowers decorations guests budget schedule tickets rooms "
        "tools books water time people friends family house kitchen garden travel cleaning clothes checklist "
        "chairs tables cake bread cheese chicken rice fruit vegetables games speech invitations lights paper "
        "cards weather first second third week weeks day days month months morning afternoon evening night words "
        "phrases learning practice exercises basic common test device devices network data backup cost costs "
        "materials electricity"
    ),
    "de": word_set(
        "der die das den dem des ein eine einen einem einer und oder für von zu zum zur mit im auf aus bei nach "
        "vor über unter ist sind wird werden nicht auch wie sich unser unsere als am bis liste zeitplan kosten "
        "kostenplan essen getränke musik blumen gäste zimmer werkzeug wasser zeit leute freunde familie haus "
        "küche garten reise kleidung stühle tische kuchen brot käse reis obst gemüse spiele einladung lichter "
        "wetter woche wochen tag tage tagen monat monate vormittag nachmittag abend wörter übungen gerät geräte "
        "netz daten helfer regeln vergleich speiseplan überblick strom nachbarn"
    ),
    "ms": word_set(
        "dan yang di ke dari pada untuk dengan ini itu atau adalah akan oleh dalam kami kita tidak juga serta "
        "bagi para setiap semua sebelum selepas senarai jadual belanjawan makanan minuman muzik bunga tetamu "
        "bilik air masa orang kawan keluarga rumah dapur kebun perjalanan pakaian kerusi meja kek roti nasi ayam "
        "ikan buah sayur permainan jemputan lampu cuaca minggu hari bulan pagi petang malam latihan pantai pulau "
        "tiket kos hiasan peralatan panduan laluan seminggu sebulan sehari pembantu semak"
    ),
    "pl": word_set(
        "i w z na do od po za o oraz lub dla przez przed jest są nie jak co się nasz nasza jako każdy wszystkie "
        "lista plan harmonogram koszty kosztorys jedzenie napoje muzyka kwiaty goście pokoje narzędzia woda czas "
        "ludzie rodzina dom kuchnia kuchni ogród podróż ubrania krzesła stoły ciasto chleb ser ryż owoce warzywa "
        "gry zaproszenie tydzień tygodnie tygodni dzień dni miesiąc rano wieczór słowa ćwiczenia prąd farba "
        "płytki meble szafki remont materiały"
    ),
    "es": word_set(
        "el la los las un una unos unas de del y para por con en sobre al es son este esta mi sus nuestro que no "
        "más se lo como cada entre lista horario presupuesto comida bebidas música flores invitados cuartos "
        "herramientas agua tiempo gente amigos familia casa cocina jardín viaje ropa sillas mesas pastel tarta "
        "pan queso arroz pollo fruta verduras juegos invitación luces semana semanas día días mes meses mañana "
        "tarde noche palabras ejercicios vecinos guía reglas personas caja cajas muebles"
    ),
}
_LETTERS: Final[dict[Language, str]] = {"de": "äöüß", "pl": "ąęłśżźćńó", "es": "ñáíúó¿¡"}


def votes(text: str) -> dict[Language, int]:
    """How many of the text's words speak for each language; a word that two languages share counts for both."""
    found = _WORD.findall(text.lower())
    return {
        code: sum(word in known or any(letter in word for letter in _LETTERS.get(code, "")) for word in found)
        for code, known in _WORDS.items()
    }


def language_of(text: str) -> Language | None:
    """The language that most words speak for; None where none does or two do alike."""
    ranked = sorted(votes(text).items(), key=lambda item: item[1], reverse=True)
    return ranked[0][0] if ranked[0][1] > ranked[1][1] else None


def is_lost(text: str, wanted: Language) -> bool:
    """Whether more words speak for another language than for the wanted one; in doubt it is kept."""
    found = votes(text)
    return max(found.values()) > found[wanted]
