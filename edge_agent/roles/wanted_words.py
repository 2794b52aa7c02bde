"""The words with which goals ask for pieces of writing, in five languages, as patterns of lower case."""

from __future__ import annotations

import re
from typing import Final

from edge_agent.roles.text import stem, word_set

LEAD: Final = re.compile(
    r"(?<!\w)(?:what (?:i|we) (?:need|want)|"
    r"(?:(?:i|we) (?:also |still |only |just |really )?(?:need|want|wish for|ask for|expect)|"
    r"(?:i|we)(?: would|['\u2019]d) (?:also |really )?like)(?: to know)?|"
    r"(?:can|could|will|would) you (?:please )?(?:also )?(?:write|make|draw up|plan|list|tell me|help me|work out|"
    r"organi[sz]e)|"
    r"help me (?:to )?(?:work out|plan|decide|write|organi[sz]e)|tell me|"
    r"(?:kannst du|könnt ihr|können sie) (?:mir |uns )?|hilf mir|"
    r"(?:nos|me) (?:organizas?|preparas?|haces|escribes|ayudas?(?: a)?)|(?:puedes|podrías|podéis) (?:\w+(?:me|nos) )?|"
    r"(?:ułóż|rozpisz|zaplanuj|pomóż) (?:mi|nam)|susun(?:kan)?|bantu saya|"
    r"please|(?:make|give|write|draw up|prepare|send) (?:me|us)|"
    r"(?:plan|answer|document|it) (?:should|must|has to|needs to) (?:have|contain|include|cover|say|tell)|"
    r"(?:ich|wir) (?:brauchen?|möchten?|wünschen?|wollen|will|hätten?)|"
    r"(?:brauchen?|möchten?|wünschen?|hätten?) (?:ich|wir)|bitte|(?:mach|gib|schreib|erstelle?|stell)e? (?:mir|uns)|"
    r"(?:soll|muss|sollte) (?:\w+ )?(?:enthalten|stehen)|"
    r"(?:saya|kami) (?:juga )?(?:perlu|mahu|ingin|hendak)\w*|(?:di)?perlukan|"
    r"tolong(?: susun(?:kan)?| sediakan| buat(?:kan)?| bantu)?|sila|buatkan|sediakan|berikan|"
    r"(?:po)?proszę|potrzebuj\w+|potrzebn[aey]\w*|chc(?:ę|emy)(?!\w)|chciał\w+|"
    r"(?:zrób|daj|napisz|przygotuj) (?:mi|nam)|powinien zawierać|necesit(?:o|amos)|quiero|queremos|quisier\w+|"
    r"(?:me|nos) gustaría|por favor|"
    r"(?:haz|da|prepára|escríbe|hága)\w*(?:me|nos)|(?:debe|tiene que|debería) (?:incluir|contener|decir))(?!\w)"
)
"""Words with which somebody says what is wanted."""
WITH: Final = re.compile(
    r"(?<!\w)(?:with|including|plus|mit|samt|inklusive|einschließlich|dengan|termasuk|beserta|wraz z|razem z|z|w tym|"
    r"con|incluyendo|incluido)\s"
)
"""Words with which a goal adds to itself what it wants besides."""
PIECE: Final = re.compile(
    r"(?:\w+[ -]){0,3}?(?:lists?|checklists?|tables?|budgets?|letters?|e-?mails?|invitations?|speech|timetables?|"
    r"schedules?|calendars?|"
    r"comparisons?|menus?|guides?|questions|rules|overview|programmes?|playlists?|seating plan|meal plan|floor plan|"
    r"notices?|posters?|notes?|messages?|signs?)(?!\w)|"
    r"(?:\w+ ){0,3}?\w*(?:liste|listen|tabelle|budget|brief|einladung|einladungstext|rede|zeitplan|ablaufplan|kalender|"
    r"vergleich|menü|speiseplan|sitzplan|putzplan|fragen|regeln|übersicht|programm|kostenplan|aushang|nachricht|zettel)(?!\w)|"
    r"(?:\w+ ){0,2}?(?:senarai|jadual|bajet|belanjawan|surat|jemputan|ucapan|perbandingan|menu|soalan|panduan|"
    r"kalendar|peraturan|aturcara|mesej|notis)(?!\w)|"
    r"(?:\w+ ){0,3}?(?:list[aęy]|listu|spis|tabel[aęi]\w*|budżet\w*|kosztorys\w*|cennik\w*|list do|zaproszeni\w+|"
    r"przemówieni\w+|harmonogram\w*|kalendarz\w*|porównani\w+|menu|jadłospis\w*|pyta(?:nia|ń)|poradnik\w*|zasad\w*|wiadomoś\w+|ogłoszeni\w+|"
    r"plan (?:stołów|dnia))(?!\w)|"
    r"(?:\w+ ){0,3}?(?:listas?|tablas?|presupuesto|cartas?|correo|invitación|discurso|horario|calendario|comparación|"
    r"comparativa|menú|guía|preguntas|reglas|normas|programa|cronograma|mensajes?|notas?|aviso)(?!\w)"
)
"""A piece of writing, by its name."""
CLAUSE: Final = re.compile(
    r"(?:what|how|which|who|whom|where|when|why|whether|in what order|in which order|by when|at what|"
    r"was|wie|welche[rsnm]?|wer|wen|wem|wo|wohin|wann|warum|womit|ob|in welcher reihenfolge|bis wann|"
    r"apa|bagaimana|siapa|di mana|bila|berapa|mana|"
    r"co|jak|jaki\w*|któr\w+|kto|kogo|gdzie|kiedy|ile|czy|w jakiej kolejności|do kiedy|"
    r"qué|cómo|cuál\w*|quién\w*|dónde|cuándo|cuánt\w+|en qué orden|"
    r"lo que (?:hay|tenemos|tengo|debemos|necesit\w+|hace falta))(?!\w)"
)
"""A question that the plan is to answer: "what to do in the winter months"."""
CASES: Final = re.compile(
    r"(?:what (?:to do|(?:we|i) (?:then )?(?:can )?do)|was (?:\w+ ){0,3}tun|apa (?:\w+ ){0,3}(?:buat|dibuat|lakukan)|"
    r"co (?:\w+ )?(?:robić|zrobić|robimy)|qué (?:\w+ )?(?:hacer|hacemos))(?!\w)"
)
"""What is to be done in some case."""
ADVERBIAL: Final = re.compile(r"(?:in|on|at|for|by|from|without|im|in der|en|di|w|na|auf)\s")
"""What only says how or where, whatever it names: "in big letters"."""
AND: Final = r"(?:and|und|sowie|dan|serta|i|oraz|y|e|or|oder)"
ARTICLE: Final = re.compile(
    r"(?:(?:and|und|sowie|dan|serta|i|oraz|y|also|auch|juga|również|también|with|including|finally|perhaps|"
    r"maybe|above all|please|"
    r"make|write|prepare|(?:give|send|make|write) (?:me|us)|"
    # "We want to open a bakery and need a price list": the verb says again that it is wanted.
    r"(?:we |i )?(?:need|want)|to (?:have|make|write|draw up)|brauchen?|(?:wir |ich )brauchen?|gerne?|potrzebuj\w+|"
    r"necesit(?:o|amos)|(?:di)?perlukan|(?:ułożyć|rozpisać|przygotować|napisać)|"
    r"(?:mit|samt|dengan|con|o)(?! (?:wem|was|wie|welche\w*|siapa|apa|berapa|qui[eé]n\w*|qué|cuál\w*|cuánt\w+|"
    r"c[oz]\w*|jak\w*|któr\w+|kogo|kim|ile)(?!\w)))\s+)*"
    r"(?:(?:an?|the|some|my|our|one of|one|eine?[nrms]?|der|die|das|den|dem|einige|un[ao]?s?|el|la|los|las|sebuah|satu|"
    r"a list of what|a short|a plain|a simple|eine kurze|eine einfache)\s+)?",
    re.IGNORECASE,
)
TELLING: Final = re.compile(
    r"(?:and |then |also )*(?:something|(?:an?|one) (?:page|sheet|sign|poster|card|overview)) .{0,80}?(?:that|which) "
    r"(?:says|tells|shows|lists|explains) |(?:und |dann )*etwas.{0,80}?, (?:das|was|worauf) |"
    r"(?:y |luego )*algo .{0,80}?que (?:diga|muestre|explique) ",
    re.IGNORECASE,
)
"""What the piece is matters less than what it is to tell: "something for the fridge that says who comes when"."""
ANOTHER: Final = re.compile(r"one (?:of|with) (?=\w)")
"""A second list: "and one of what could go wrong"."""
SUBORDINATE: Final = re.compile(
    r"(?:,? (?:that|which|so that|because|(?:before|after|until)(?! (?:of|and|or)(?!\w))|in case|if|as|"
    r"with which|for which)|"
    r", (?:die|der|das|den|damit|weil|bevor|wenn|mit \w+ ich|której|który\w*|które|żeby|aby|bo|zanim)|"
    r",? (?:yang|supaya|kerana|sebelum|jika|que|para que|porque|antes de|por si)|, with)\s"
)
"""Where a further clause begins, which a title can do without."""
QUESTIONS: Final = re.compile(r"(?<!\w)(?:questions|\w*fragen|soalan|pyta(?:nia|ń)|preguntas)(?!\w)")
PRICES: Final = re.compile(
    r"(?<!\w)(?:price list|list of prices|our prices|my prices|preisliste|senarai harga|cennik\w*|"
    r"lista de precios|tarifas)(?!\w)"
)
MESSAGES: Final = re.compile(
    r"(?:\w+ ){0,2}?(?:messages?|note|notice|nachricht|zettel|aushang|mesej|notis|ayat jemputan|wiadomość|ogłoszenie|"
    r"listu? do|mensaje|nota|aviso)(?!\w)"
)
"""Short letters by their names."""
GATHERED: Final = re.compile(
    r"(?<!\w)(?:what (?:\w+ ){0,3}(?:to |must |have to |should |goes )?(?:buy|borrow|reserve|pack|bring|book|order|"
    r"take|goes into)|was (?:\w+ ){0,4}(?:kaufen|leihen|ausleihen|reservieren|einpacken|mitnehmen|buchen|bestellen)|"
    r"(?:beli|pinjam|tempah|bawa)(?!\w)|(?:kupić|pożyczyć|zarezerwować|spakować|zabrać)|"
    r"(?:comprar|reservar|pedir prestado|llevar)(?!\w)|(?:packing|shopping|to-do)[ -]list|list of what|liste dessen)"
)
"""What is bought, borrowed or packed is ticked off."""
ORDERED: Final = re.compile(
    r"(?:(?:in (?:what|which) order|by when|in welcher reihenfolge|bis wann|w jakiej kolejności|do kiedy|en qué orden)"
    r"(?!\w)|who.{0,24}(?:which|what) day(?!\w)|wer (?:\w+ )?wann(?!\w)|quién.{0,24}qué día(?!\w)|"
    r"kto (?:\w+ )?kiedy(?!\w)|siapa.{0,24}(?:bila|hari apa)(?!\w)|"
    r"(?:order of the|ablauf de[sr]|przebieg|orden de[l ]) ?)"
)
"""What is asked for is when things happen."""
# What is said of the piece of writing, not of its matter.
GENERAL: Final = frozenset(
    stem(word)
    for word in word_set(
        "list lists plan table question questions letter page guide rule rules checklist overview short plain simple "
        "must can cannot could would need want make give first last have goes come comes done thing things liste plan "
        "tabelle fragen brief seite regeln kurze einfache senarai soalan surat lista pytania list tabela carta "
        "preguntas tabla guía"
    )
)
