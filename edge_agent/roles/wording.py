"""The few words that code itself writes into answers, by language."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from edge_agent.roles.languages import base_language


class Words(Struct, frozen=True, kw_only=True):
    """The code's words in one language."""

    day: str
    week: str
    month: str
    days: str
    weeks: str
    months: str
    to: str
    """Between the ends of a range."""
    weekend: str
    saturday: str
    sunday: str
    weekdays: str
    """All seven, from Monday on, with commas between them."""
    morning: str
    afternoon: str
    evening: str
    free: str
    """What stands behind a label for which nothing usable was written."""
    item: str
    amount: str
    share: str
    total: str
    strength: str
    weakness: str
    choice: str
    because: str
    missing: str
    """In front of the title of a part that was not written."""
    open_points: str
    """The heading above what is open."""
    assumed: str
    """What the mark of assumptions means."""
    shares_alone: str
    """How shares become amounts, where there is no sum of which they are shares."""
    to_fill_in: str
    """What blanks mean: that only who wrote the goal knows this."""
    stated: str
    """In front of what the goal itself says."""
    asked_for: str
    """What a part holds that the goal asks for, where nothing more is said of it."""
    too_weak: str
    """Why lines are short: the model does not write the language well."""
    left_open: str
    """Behind the label of a line that is free."""
    nothing: str
    """The answer to a goal that asks for nothing."""


LANGUAGES: Final = ("en", "de", "fr", "es", "it", "nl", "pt", "ms", "pl")
"""The languages in which code has words of its own (ISO 639-1)."""
# One word of each language, in that order.
_TABLE: Final[dict[str, str]] = {
    "day": "Day | Tag | Jour | Día | Giorno | Dag | Dia | Hari | Dzień",
    "week": "Week | Woche | Semaine | Semana | Settimana | Week | Semana | Minggu | Tydzień",
    "month": "Month | Monat | Mois | Mes | Mese | Maand | Mês | Bulan | Miesiąc",
    "days": "Days | Tage | Jours | Días | Giorni | Dagen | Dias | Hari | Dni",
    "weeks": "Weeks | Wochen | Semaines | Semanas | Settimane | Weken | Semanas | Minggu | Tygodnie",
    "months": "Months | Monate | Mois | Meses | Mesi | Maanden | Meses | Bulan | Miesiące",
    "to": "to | bis | à | a | a | tot | a | hingga | do",
    "weekend": "Weekend | Wochenende | Week-end | Fin de semana | Fine settimana | Weekend | Fim de semana | "
    "Hujung minggu | Weekend",
    "saturday": "Saturday | Samstag | Samedi | Sábado | Sabato | Zaterdag | Sábado | Sabtu | Sobota",
    "sunday": "Sunday | Sonntag | Dimanche | Domingo | Domenica | Zondag | Domingo | Ahad | Niedziela",
    "weekdays": "Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday | "
    "Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag, Sonntag | "
    "Lundi, Mardi, Mercredi, Jeudi, Vendredi, Samedi, Dimanche | "
    "Lunes, Martes, Miércoles, Jueves, Viernes, Sábado, Domingo | "
    "Lunedì, Martedì, Mercoledì, Giovedì, Venerdì, Sabato, Domenica | "
    "Maandag, Dinsdag, Woensdag, Donderdag, Vrijdag, Zaterdag, Zondag | "
    "Segunda-feira, Terça-feira, Quarta-feira, Quinta-feira, Sexta-feira, Sábado, Domingo | "
    "Isnin, Selasa, Rabu, Khamis, Jumaat, Sabtu, Ahad | "
    "Poniedziałek, Wtorek, Środa, Czwartek, Piątek, Sobota, Niedziela",
    "morning": "morning | Vormittag | matin | mañana | mattina | ochtend | manhã | pagi | rano",
    "afternoon": "afternoon | Nachmittag | après-midi | tarde | pomeriggio | middag | tarde | petang | po południu",
    "evening": "evening | Abend | soir | noche | sera | avond | noite | malam | wieczorem",
    "free": "free | frei | libre | libre | libero | vrij | livre | masa lapang | wolne",
    "item": "Item | Posten | Poste | Partida | Voce | Post | Item | Perkara | Pozycja",
    "amount": "Amount | Betrag | Montant | Importe | Importo | Bedrag | Valor | Jumlah wang | Kwota",
    "share": "Share | Anteil | Part | Parte | Quota | Aandeel | Parte | Bahagian | Udział",
    "total": "Total | Summe | Total | Total | Totale | Totaal | Total | Jumlah | Suma",
    "strength": "Strength | Stärke | Atout | Ventaja | Vantaggio | Voordeel | Vantagem | Kelebihan | Zaleta",
    "weakness": "Weakness | Schwäche | Faiblesse | Inconveniente | Svantaggio | Nadeel | Desvantagem | "
    "Kelemahan | Wada",
    "choice": "Choice | Wahl | Choix | Elección | Scelta | Keuze | Escolha | Pilihan | Wybór",
    "because": "because | weil | car | porque | perché | omdat | porque | kerana | ponieważ",
    "missing": "Missing | Es fehlt | Manque | Falta | Manca | Ontbreekt | Falta | Tiada | Brak",
    "open_points": "Open points | Offene Punkte | Points ouverts | Puntos abiertos | Punti aperti | Open punten | "
    "Pontos em aberto | Perkara terbuka | Kwestie otwarte",
    "assumed": "Assumed by the model, not known: check it. | Vom Modell angenommen, nicht gewusst: bitte prüfen. | "
    "Supposé par le modèle, non vérifié : à contrôler. | Supuesto por el modelo, no comprobado: verifíquelo. | "
    "Ipotesi del modello, non verificata: da controllare. | "
    "Aangenomen door het model, niet nagegaan: controleer het. | "
    "Suposto pelo modelo, não verificado: confirme. | Andaian model, belum disahkan: sila semak. | "
    "Założenie modelu, niesprawdzone: proszę zweryfikować.",
    "shares_alone": "Put in your sum: each amount is its share of it. | "
    "Setzen Sie Ihre Summe ein: Jeder Betrag ist sein Anteil daran. | "
    "Mettez votre somme : chaque montant en est sa part. | Ponga su suma: cada importe es su parte de ella. | "
    "Metta la sua somma: ogni importo ne è la quota. | Vul uw bedrag in: elk bedrag is zijn aandeel daarvan. | "
    "Ponha o seu valor: cada item é a sua parte dele. | "
    "Masukkan jumlah anda: setiap perkara ialah bahagiannya. | "
    "Proszę wpisać swoją kwotę: każda pozycja to jej udział.",
    "to_fill_in": "Only you know this: fill it in. | Das wissen nur Sie: bitte eintragen. | "
    "Vous seul le savez : à compléter. | Solo usted lo sabe: complételo. | Lo sa solo lei: da completare. | "
    "Alleen u weet dit: vul het in. | Só você sabe: preencha. | Hanya anda yang tahu: sila isi. | "
    "Do uzupełnienia: tego model nie może wiedzieć.",
    "stated": "From the goal | Aus dem Ziel | D'après l'objectif | Del objetivo | Dall'obiettivo | Uit het doel | "
    "Do objetivo | Daripada matlamat | Z celu",
    "left_open": "still open | noch offen | encore à décider | por decidir | da decidere | nog open | por decidir | "
    "belum ditetapkan | do ustalenia",
    "asked_for": "asked for in the goal | im Ziel gewünscht | demandé dans l'objectif | pedido en el objetivo | "
    "chiesto nell'obiettivo | gevraagd in het doel | pedido no objetivo | diminta dalam matlamat | wymienione w celu",
    "too_weak": "The model here does not write this language well, so parts are short: a larger one writes more. | "
    "Das Modell hier schreibt Deutsch zu schlecht, daher sind Teile kurz: Ein größeres schreibt mehr. | "
    "Le modèle utilisé ici écrit mal le français, des parties sont donc brèves : un plus grand en écrit davantage. | "
    "El modelo de aquí escribe mal el español, por eso hay partes breves: uno mayor escribe más. | "
    "Il modello usato qui scrive male l'italiano, perciò alcune parti sono brevi: uno più grande scrive di più. | "
    "Het model hier schrijft slecht Nederlands, daarom zijn delen kort: een groter model schrijft meer. | "
    "O modelo usado aqui escreve mal português, por isso há partes breves: um maior escreve mais. | "
    "Model di sini kurang fasih berbahasa Melayu, jadi bahagian ini pendek: model yang lebih besar menulis lebih "
    "banyak. | "
    "Użyty tu model zbyt słabo pisze po polsku, dlatego części są krótkie: większy model napisze więcej.",
    "nothing": "There is nothing to do. | Es ist nichts zu tun. | Il n'y a rien à faire. | No hay nada que hacer. | "
    "Non c'è nulla da fare. | Er is niets te doen. | Não há nada a fazer. | Tiada apa-apa yang perlu dibuat. | "
    "Nie ma nic do zrobienia.",
}


def _read() -> dict[str, Words]:
    columns = {name: [word.strip() for word in row.split("|")] for name, row in _TABLE.items()}
    return {
        language: Words(**{name: column[at] for name, column in columns.items()})
        for at, language in enumerate(LANGUAGES)
    }


_WORDS: Final = _read()


def words_for(language: str) -> Words | None:
    """The code's words in that language; None where it does not know them (then no labels are set)."""
    return _WORDS.get(base_language(language))


def words_or_english(language: str) -> Words:
    """The same, in English where the language's are not known: for what must be said all the same."""
    return words_for(language) or _WORDS["en"]
