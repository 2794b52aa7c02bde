"""In which order the parts of a plan belong: by the times that their titles name, and by what others are built on."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Final

from edge_agent.roles.aspects import ALSO_WORDS, HEAD_WORDS, word_beginnings
from edge_agent.roles.quantities import ORDINALS, days_before, named_days
from edge_agent.roles.reckoning import MONTHS, WEEKDAYS

_LONGEST: Final = 1_000
"""Days within which numbered spans are compared."""

# What others are built on.
_EARLY: Final = word_beginnings(
    "route. routes. itinerar requirement overview inventory comparison compare project design concept draft offers "
    "application "
    "permit invitation guest_list outline audit. survey. layout. floor_plan site_plan sketch blueprint goals. "
    "objectives",
    "reiseroute überblick übersicht inventar vergleich entwurf konzept antrag genehmigung einladung gästeliste "
    "lageplan grundriss skizze gliederung ziele.",
    "aperçu inventaire comparaison projet concept demande invitation itinéraire analyse",
    "visión inventario comparación proyecto diseño solicitud invitación lista_de_invitados itinerario análisis "
    "plano. croquis objetivos",
    "panoramica confronto progetto richiesta invito",
    "overzicht vergelijking ontwerp aanvraag uitnodiging",
    "visão comparação projeto pedido convite",
    "laluan gambaran inventori perbandingan reka_bentuk permohonan jemputan senarai_tetamu susun_atur lakaran matlamat",
    "projekt przegląd inwentaryzacj porównanie koncepcj wniosek zaproszeni lista_gości trasa szkic rysunek cele.",
)
# What is built on others, or comes when all else is done.
_LATE: Final = word_beginnings(
    "budget cost. costs. expenses checklist packing_list test. tests. testing evaluation review summary thank "
    "clean-up "
    "cleaning clearing risks backup_plan feedback handover follow-up farewell storage maintenance after. "
    "emergenc fallback launch premiere",
    "budget kosten kostenplan checkliste packliste test. auswertung rückblick zusammenfassung dank nachbereitung "
    "aufräumen abbau risiken rückmeldung übergabe abschied wartung notfall plan_b premiere",
    "coûts bilan liste_de_contrôle valise évaluation résumé remerciements nettoyage risques",
    "presupuesto gastos costes lista_de_control equipaje evaluación resumen agradecimiento limpieza riesgos "
    "emergencia plan_b estreno",
    "costi spese lista_di_controllo valigia valutazione riassunto ringraziamenti pulizia rischi",
    "begroting paklijst controlelijst evaluatie samenvatting bedankjes schoonmaak",
    "orçamento custos lista_de_verificação mala. avaliação resumo agradecimento limpeza riscos",
    "belanjawan bajet kos. senarai_semak penilaian ringkasan penghargaan pembersihan risiko ujian kecemasan pelancaran",
    "kosztorys budżet koszty lista_kontrolna ocena podsumowanie podziękowani sprzątani ryzyk odbiór testy "
    "awaryjn premiera",
)
# What a plan begins with, and what it ends with: titles that begin so.
_FIRST: Final = word_beginnings(
    "inventory current_state analysis survey. audit. requirement measurement measuring idea. ideas. concept choosing "
    "choice selection preparation preparations preparing before. beginning first_steps getting_started basics "
    "fundamentals introduction foundations",
    "bestandsaufnahme bestand. ausgangslage idee. ideen. konzept auswahl wahl. vorbereitung vorarbeiten vorher. vor. "
    "grundlagen einführung anfang analyse maße. bedarf. anforderung",
    "inventaire état_actuel analyse idée. idées. choix préparation préparatifs avant. bases. introduction mesures",
    "inventario situación_actual análisis idea. ideas. elección preparación preparativos antes. fundamentos "
    "introducción inicio medidas. requisitos",
    "inventario idea. idee. scelta preparazione preparativi prima. basi. introduzione misure",
    "inventaris idee. ideeën keuze voorbereiding vooraf. basis. inleiding maten.",
    "inventário ideia escolha preparação preparativos antes. bases. introdução medidas.",
    "inventori keadaan_semasa analisis idea. pemilihan persediaan. sebelum. asas. pengenalan permulaan ukuran "
    "keperluan",
    "inwentaryzacj stan_obecny analiza pomysł wybór przygotowani przed. podstawy wprowadzenie początek pomiary "
    "wymiary "
    "wymagania",
)
_LAST: Final = word_beginnings(
    "after. afterwards follow-up clean-up cleaning_up clearing_up tidying thank thanks farewell closing final. last. "
    "finishing handover hand-over evaluation wrap-up returns returning rounding_off",
    "nachbereitung nachher. nach. danach. abschluss schluss. dank. aufräumen abbau. rückblick auswertung abrechnung "
    "übergabe abschied rückgabe ausklang",
    "après. suivi. nettoyage remerciements clôture bilan. adieu",
    "después. seguimiento limpieza. agradecimiento despedida cierre conclusión evaluación desmontaje",
    "dopo. pulizia. ringraziament chiusura conclusione valutazione",
    "na. achteraf. opruimen bedankjes afsluiting evaluatie afscheid",
    "depois. limpeza. agradecimento despedida encerramento avaliação",
    "selepas. penghargaan terima_kasih pembersihan pengemasan penutup penyerahan penilaian",
    "po. zakończenie podsumowanie podziękowani sprzątani rozliczenie odbiór przekazanie pożegnani",
)
_DAYS_OF_MONTH: Final = 31
_MONTH: Final = re.compile(rf"(?:(\d{{1,2}})\.? (?:de |of )?)?(?<!\w)({'|'.join(MONTHS)})(?!\w)(?: (\d{{1,2}})(?!\d))?")
_WEEKDAY: Final = re.compile(rf"(?<!\w)({'|'.join(sorted({*WEEKDAYS} - ALSO_WORDS))})(?!\w)")
_ORDINAL: Final = re.compile(rf"(?<!\w)({'|'.join(ORDINALS)})(?!\w)(?! (?:aid|hilfe|pomoc)(?!\w))")
_SEASONS: Final[Mapping[str, int]] = {
    name: month
    for month, names in (
        (4, "spring frühling frühjahr printemps primavera wiosna musim_bunga"),
        (7, "summer sommer été verano estate zomer verão lato musim_panas"),
        (9, "autumn herbst automne otoño autunno herfst outono jesień musim_luruh"),
        (12, "winter hiver invierno inverno zima musim_sejuk"),
    )
    for name in names.replace("_", " ").split()
}
_SEASON: Final = re.compile(rf"(?<!\w)({'|'.join(_SEASONS)})(?!\w)")

_CYCLES: Final[Mapping[str, int]] = {"numbered": 0, "date": 12 * _DAYS_OF_MONTH, "ordinal": 0, "weekday": 7}
"""The kinds of time that titles name, those that tell most first, and after how much each begins again; 0: never."""


def order_of(items: Sequence[str]) -> tuple[int, int, tuple[int, int] | None]:
    """What speaks for the order of the parts and against it, and the pair that speaks most against it.

    Pairs count of which code knows the order. Times that titles name leave no doubt: such a pair counts as many as
    there are parts. What begins a plan, comes early, late or ends it counts by how far these are apart, so that a
    single part out of its place, a budget that comes first, counts at most one less than there are parts.
    """
    titles = [item.split(":", 1)[0] for item in items]
    places = [_place(title) for title in titles]
    moments = [_moments(title) for title in titles]
    right, wrong, most, example = 0, 0, 0, None
    for first, second in itertools.combinations(range(len(items)), 2):
        step = len(items) * _later(moments[first], moments[second]) or places[second] - places[first]
        right += max(step, 0)
        wrong += max(-step, 0)
        if -step > most:
            most, example = -step, (first, second)
    return right, wrong, example


def at_other_times(first: str, second: str) -> bool:
    """Whether two titles name times of the same kind, one of which is later."""
    return _later(_moments(first), _moments(second)) != 0


def _place(title: str) -> int:
    """From 0 at the beginning to 4 at the end, else 2: by the title's first words."""
    lower = " ".join(title.lower().split()[:HEAD_WORDS])
    if _FIRST.match(lower):
        return 0
    if _LAST.match(lower):
        return 4
    early, late = _EARLY.search(lower), _LATE.search(lower)
    if early and late:
        return 1 if early.start() < late.start() else 3
    return 1 if early else 3 if late else 2


def _moments(title: str) -> dict[str, int]:
    """When the part begins, by each kind of time that its title names."""
    lower, found = title.lower(), dict[str, int]()
    before = days_before(title)
    numbered = -before if before is not None else min(named_days(title, _LONGEST), default=0)
    if numbered:
        found["numbered"] = numbered
    month = _MONTH.search(lower)
    if month and (month[2] not in ALSO_WORDS or title[month.start(2)].isupper()):
        found["date"] = MONTHS[month[2]] * _DAYS_OF_MONTH + int(month[1] or month[3] or 1)
    elif season := _SEASON.search(lower):
        found["date"] = _SEASONS[season[1]] * _DAYS_OF_MONTH
    if ordinal := _ORDINAL.search(" ".join(lower.split()[:HEAD_WORDS])):
        found["ordinal"] = ORDINALS[ordinal[1]]
    if weekday := _WEEKDAY.search(lower):
        found["weekday"] = WEEKDAYS[weekday[1]]
    return found


def _later(first: Mapping[str, int], second: Mapping[str, int]) -> int:
    """1 where the second one is later, -1 where it is earlier, 0 where that is not known."""
    for kind, cycle in _CYCLES.items():
        if kind in first and kind in second and first[kind] != second[kind]:
            ahead = second[kind] - first[kind]
            return 1 if (2 * (ahead % cycle) < cycle if cycle else ahead > 0) else -1
    return 0
