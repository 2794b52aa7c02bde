"""What the parts of a plan are about, told by words of nine languages: time, means, and what comes early or late.

A plan of any kind says when things happen and what they take; parts that others are built on come before these.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Final

from edge_agent.roles.quantities import days_before, named_days, names_a_date

_LONGEST: Final = 1_000
"""Days within which numbered spans are compared."""
_HEAD_WORDS: Final = 3


def _words(*lines: str) -> re.Pattern[str]:
    """A pattern of word beginnings; a word that ends with a full stop stands for itself alone."""
    words = [re.escape(word).replace(r"\.", r"(?!\w)").replace(r"\ ", " ") for line in lines for word in line.split()]
    return re.compile(rf"(?<!\w)(?:{'|'.join(word.replace('_', ' ') for word in words)})")


_TIME: Final = _words(
    "schedul timetable timeline calendar itinerar agenda programme program. order_of_the "
    "hour_by_hour day. days. week weeks month "
    "months weekend morning afternoon evening night before after. until deadline date. dates. phase milestone route. "
    "routes. "
    "spring summer autumn winter season year",
    "zeitplan ablauf programm kalender tagesplan wochenplan tag. tage. woche monat vormittag nachmittag abend vorher "
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
_MEANS: Final = _words(
    "budget cost. costs. expens price prices money fee. fees. shopping material supplies equipment tool. tools quantit "
    "inventory parts_list list_of_parts borrow resources hardware ingredient purchase financ packing_list clothing "
    "shoes gear provisions helpers catering",
    "budget kosten ausgaben preis geld gebühr einkauf material werkzeug ausrüstung bestand inventar zutaten packliste "
    "kleidung verpflegung helfer finanz",
    "coût dépense prix argent achats matériel outils ingrédients inventaire valise vêtements aides",
    "presupuesto gasto coste costo precio dinero compra material herramient inventario ingredientes equipaje ropa "
    "ayudantes",
    "bilancio costi spese prezz soldi acquisti materiali attrezz inventario valigia aiutanti",
    "begroting kosten uitgaven prijs geld inkoop boodschappen materiaal gereedschap inventaris paklijst helpers",
    "orçamento custo despesa preço dinheiro compras materia ferramenta inventário mala. ajudantes",
    "belanjawan bajet kos. perbelanjaan harga wang barang peralatan bahan anggaran pembantu kewangan",
    "kosztorys budżet koszt wydatk cen. cena. ceny. pieniądz zakup materiał narzędzi sprzęt ekwipun pomocnicy finans",
)
# What others are built on.
_EARLY: Final = _words(
    "route. routes. itinerar requirement overview inventory comparison compare project design concept draft offers "
    "application "
    "permit invitation guest_list current_state analysis outline audit. survey.",
    "reiseroute überblick übersicht bestand inventar vergleich entwurf konzept antrag genehmigung einladung gästeliste "
    "lageplan analyse",
    "aperçu inventaire comparaison projet concept demande invitation itinéraire analyse",
    "visión inventario comparación proyecto diseño solicitud invitación lista_de_invitados itinerario análisis",
    "panoramica confronto progetto richiesta invito",
    "overzicht vergelijking ontwerp aanvraag uitnodiging",
    "visão comparação projeto pedido convite",
    "laluan gambaran inventori perbandingan reka_bentuk permohonan jemputan senarai_tetamu",
    "projekt przegląd inwentaryzacj porównanie koncepcj wniosek zaproszeni lista_gości trasa",
)
# What is built on others, or comes when all else is done.
_LATE: Final = _words(
    "budget cost. costs. expenses checklist packing_list test. tests. testing evaluation review summary thank clean-up "
    "cleaning clearing risks backup_plan feedback handover follow-up farewell storage maintenance after.",
    "budget kosten kostenplan checkliste packliste test. auswertung rückblick zusammenfassung dank nachbereitung "
    "aufräumen abbau risiken rückmeldung übergabe abschied wartung",
    "coûts bilan liste_de_contrôle valise évaluation résumé remerciements nettoyage risques",
    "presupuesto gastos costes lista_de_control equipaje evaluación resumen agradecimiento limpieza riesgos",
    "costi spese lista_di_controllo valigia valutazione riassunto ringraziamenti pulizia rischi",
    "begroting paklijst controlelijst evaluatie samenvatting bedankjes schoonmaak",
    "orçamento custos lista_de_verificação mala. avaliação resumo agradecimento limpeza riscos",
    "belanjawan bajet kos. senarai_semak penilaian ringkasan penghargaan pembersihan risiko ujian",
    "kosztorys budżet koszty lista_kontrolna ocena podsumowanie podziękowani sprzątani ryzyk odbiór testy",
)


# Of each of these a plan has one part.
_TOPICS: Final = (
    _words(
        "budget cost. costs. expenses spending finances kosten kostenplan ausgaben coût dépense presupuesto gastos "
        "costes "
        "bilancio costi spese begroting uitgaven orçamento custos belanjawan bajet kos. kosztorys budżet koszty wydatk"
    ),
    _words(
        "menu food meals eating catering speisen essen. verpflegung menü repas comida comer. comidas menú pasti cibo "
        "eten. "
        "maaltijd comidas refeições makanan hidangan jedzenie posiłk wyżywieni"
    ),
    _words(
        "guest_list guests invitation invitations gäste gästeliste einladung invités invitation invitados invitación "
        "invitati inviti. gasten uitnodiging convidados convite tetamu jemputan goście gości zaproszeni"
    ),
    _words(
        "packing_list suitcase luggage packliste koffer gepäck valise bagages equipaje maleta valigia bagagli paklijst "
        "koffer bagage mala. bagagem bagasi beg. walizk bagaż"
    ),
    _words(
        "lodging lodgings accommodation rooms hotels where_to_stay unterkunft unterkünfte übernachtung hébergement "
        "logement alojamiento hospedaje alloggi overnachting hospedagem penginapan noclegi nocleg kwater"
    ),
)


def topic_of(title: str) -> int | None:
    """Which of the topics of which a plan has one part (money, food, guests, luggage, lodging) the title begins "
    "with."""
    lower = " ".join(title.lower().split()[:_HEAD_WORDS])
    starts = [(match.start(), number) for number, topic in enumerate(_TOPICS) if (match := topic.search(lower))]
    return min(starts)[1] if starts else None


def tells_time(title: str) -> bool:
    """Whether the title promises to say when something happens, or in which order."""
    return _TIME.search(title.lower()) is not None or names_a_date(title)


def tells_means(title: str) -> bool:
    """Whether the title promises to say what is needed or what it costs."""
    return _MEANS.search(title.lower()) is not None


def _place(title: str) -> int:
    """0 at the beginning, 2 at the end, else 1: by the title's first words ("Measures without cost" is no budget)."""
    lower = " ".join(title.lower().split()[:_HEAD_WORDS])
    early, late = _EARLY.search(lower), _LATE.search(lower)
    if early and late:
        return 0 if early.start() < late.start() else 2
    return 0 if early else 2 if late else 1


def _start(title: str) -> int:
    """The day on which the title's numbered span or stage begins, below 0 before the main day; 0 where it has none."""
    before = days_before(title)
    return -before if before is not None else min(named_days(title, _LONGEST), default=0)


def order_of(items: Sequence[str]) -> tuple[int, int, tuple[int, int] | None]:
    """What speaks for the order of the parts and against it, and the pair that speaks most against it.

    Pairs count of which code knows the order: 2 for numbered spans and for what belongs to the beginning and what to
    the end, 1 for one of these and any other part. A single part out of its place counts at most one less than there
    are parts.
    """
    titles = [item.split(":", 1)[0] for item in items]
    places = [_place(title) for title in titles]
    starts = [_start(title) for title in titles]
    right, wrong, most, example = 0, 0, 0, None
    for first, second in itertools.combinations(range(len(items)), 2):
        step = places[second] - places[first]
        if starts[first] and starts[second]:
            step = 2 * ((starts[second] > starts[first]) - (starts[second] < starts[first]))
        right += max(step, 0)
        wrong += max(-step, 0)
        if -step > most:
            most, example = -step, (first, second)
    return right, wrong, example
