"""What the parts of a plan are about, told by words of nine languages: time, means, what there is one part of.

A plan of any kind says when things happen and what they take.
"""

from __future__ import annotations

import re
from typing import Final

from edge_agent.roles.quantities import names_a_date
from edge_agent.roles.reckoning import MONTHS, WEEKDAYS

HEAD_WORDS: Final = 3
"""How many of a title's first words tell what the part is ("Measures without cost" is no budget)."""


def word_beginnings(*lines: str) -> re.Pattern[str]:
    """A pattern of word beginnings ("_" is a blank); a word that ends with a full stop stands for itself alone."""
    words = [re.escape(word).replace(r"\.", r"(?!\w)").replace(r"\ ", " ") for line in lines for word in line.split()]
    return re.compile(rf"(?<!\w)(?:{'|'.join(word.replace('_', ' ') for word in words)})")


_TIME: Final = word_beginnings(
    "schedul timetable timeline calendar itinerar agenda programme program. order_of_the "
    "hour_by_hour day. days. week weeks month "
    "months weekend morning afternoon evening night before after. until deadline date. dates. phase milestone route. "
    "routes. "
    "spring summer autumn winter season year",
    "zeitplan ablauf tagesablauf programm kalender tagesplan wochenplan tag. tage. woche monat vormittag "
    "nachmittag abend vorher "
    "nachher termin. termine terminplan frist reiseroute fahrplan montag samstag sonntag uhr. "
    "frühling frühjahr frühsommer hochsommer sommer herbst winter jahr",
    "calendrier programme planning horaire jour semaine mois matin après-midi soir avant après délai itinéraire",
    "calendario cronograma horario programa agenda día. días. semana mes. meses. mañana tarde. noche antes después "
    "plazo itinerario primavera verano otoño invierno año",
    "orario giorno giorni settimana mese. mesi. mattina pomeriggio sera. prima. dopo scadenza",
    "tijdschema planning dag. dagen weken. maand ochtend middag avond vooraf",
    "calendário horário dia. dias. semanas mês. manhã noite depois prazo",
    "jadual aturcara atur_cara kalendar hari minggu bulan pagi petang malam sebelum selepas tarikh laluan tahun musim",
    "harmonogram kalendarz terminarz plan_dnia dzień dni. tydzień tygodn miesiąc miesięc rano. wieczór przed. po. "
    "termin. termine terminplan trasa wiosna lato jesień zima rok.",
)
ALSO_WORDS: Final = frozenset({"may", "march", "mars", "mac", "minggu"})
"""Months and weekdays that mean something else as well."""
_CALENDAR: Final = re.compile(rf"(?<!\w)(?:{'|'.join(sorted({*MONTHS, *WEEKDAYS} - ALSO_WORDS))})(?!\w)")
_MEANS: Final = word_beginnings(
    "budget cost. costs. expens price prices money fee. fees. shopping material supplies equipment tool. tools "
    "quantit "
    "inventory parts_list list_of_parts borrow resources hardware ingredient purchase financ packing_list clothing "
    "shoes gear provisions helpers catering sponsor donation",
    "budget kosten ausgaben preis geld gebühr einkauf material werkzeug ausrüstung bestand inventar zutaten "
    "packliste "
    "kleidung verpflegung helfer finanz abrechnung sponsor spende requisit",
    "coût dépense prix argent achats matériel outils ingrédients inventaire valise vêtements aides",
    "presupuesto gasto coste costo precio dinero compra material herramient inventario ingredientes equipaje ropa "
    "ayudantes donaciones patrocin",
    "bilancio costi spese prezz soldi acquisti materiali attrezz inventario valigia aiutanti",
    "begroting kosten uitgaven prijs geld inkoop boodschappen materiaal gereedschap inventaris paklijst helpers",
    "orçamento custo despesa preço dinheiro compras materia ferramenta inventário mala. ajudantes",
    "belanjawan bajet kos. perbelanjaan harga wang barang peralatan bahan anggaran pembantu kewangan",
    "kosztorys budżet koszt wydatk cen. cena. ceny. pieniądz zakup materiał narzędzi sprzęt ekwipun pomocnicy finans",
)
_STATE: Final = word_beginnings(
    "inventory current_state present_state what_we_have what_there_is stocktaking bestandsaufnahme ist-zustand "
    "bestandsliste was_wir_haben inventaire inventario lo_que_tenemos inventaris inventário inventori "
    "keadaan_semasa "
    "inwentaryzacj stan_obecny co_mamy",
)
# Of each of these a plan has one part.
_TOPICS: Final = (
    word_beginnings(
        "budget cost. costs. expenses spending finances money_plan what_it_costs what_we_spend kosten kostenplan "
        "ausgaben was_es_kostet coût dépense combien presupuesto gastos costes cuánto_cuesta cuánto_gasta "
        "bilancio costi "
        "spese begroting uitgaven orçamento custos belanjawan bajet kos. berapa_kos kosztorys budżet koszty wydatk "
        "ile_kosztuje",
    ),
    word_beginnings(
        "menu food meals eating what_we_eat catering speisen essen. verpflegung was_wir_essen menü repas comida "
        "comer. "
        "comidas qué_se_come menú pasti cibo eten. maaltijd comidas refeições makanan hidangan jedzenie posiłk "
        "wyżywieni jadłospis co_jemy",
    ),
    word_beginnings(
        "guest_list guests invitation invitations who_is_invited whom_we_invite gäste gästeliste einladung wen_wir "
        "invités invitation invitados invitación invitati inviti. gasten uitnodiging convidados convite tetamu "
        "jemputan "
        "goście gości zaproszeni",
    ),
    word_beginnings(
        "packing_list suitcase luggage packliste koffer gepäck valise bagages equipaje maleta valigia bagagli "
        "paklijst "
        "koffer bagage mala. bagagem bagasi beg. walizk bagaż",
    ),
    word_beginnings(
        "lodging lodgings accommodation rooms hotels where_to_stay where_we_sleep where_to_sleep unterkunft "
        "unterkünfte "
        "übernachtung wo_wir_schlafen hébergement logement alojamiento hospedaje dónde_dormi alloggi overnachting "
        "hospedagem penginapan tempat_tidur noclegi nocleg kwater",
    ),
    word_beginnings(
        "route. routes. itinerary which_towns which_cities which_places reiseroute strecke itinéraire ruta. rutas. "
        "itinerario percorso reisroute percurso laluan trasa",
    ),
    _STATE,
    word_beginnings(
        "floor_plan site_plan layout sketch drawing grundriss lageplan skizze gleisplan plan_de_masse croquis "
        "plano_de "
        "plano_del planta. schets plattegrond susun_atur pelan_lantai lakaran szkic rysunek rzut.",
    ),
    word_beginnings(
        "helpers volunteers who_helps helfer wer_hilft bénévoles ayudantes voluntarios volontari vrijwilligers "
        "voluntários sukarelawan pembantu pomocnicy wolontariusz",
    ),
    word_beginnings(
        "publicity advertising promotion marketing werbung öffentlichkeitsarbeit publicité publicidad difusión "
        "pubblicità reclame divulgação publisiti iklan promosi reklama promocja",
    ),
    word_beginnings(
        "risks emergenc fallback backup_plan plan_b what_goes_wrong notfall risiken risques urgence riesgos "
        "emergencia "
        "rischi emergenza risico noodplan riscos emergência risiko kecemasan ryzyk awaryjn",
    ),
)


_PRESENT: Final = word_beginnings(
    "present. current. heutige jetzige derzeitige actuel actual. actuales attuali huidige atuais sekarang semasa. obecn"
)


def topic_of(title: str) -> int | None:
    """Which of the topics of which a plan has one part the title begins with: money, food, guests, luggage, lodging,
    route, what is there already, layout, helpers, publicity, risks."""
    lower = " ".join(title.lower().split()[:HEAD_WORDS])
    if _PRESENT.search(lower) and not _STATE.search(lower):
        # What is spent now is not what the plan costs.
        return None
    starts = [(match.start(), number) for number, topic in enumerate(_TOPICS) if (match := topic.search(lower))]
    return min(starts)[1] if starts else None


def tells_time(title: str) -> bool:
    """Whether the title promises to say when something happens, or in which order."""
    lower = title.lower()
    return bool(_TIME.search(lower) or _CALENDAR.search(lower)) or names_a_date(title)


def tells_means(title: str) -> bool:
    """Whether the title promises to say what is needed or what it costs."""
    return _MEANS.search(title.lower()) is not None
