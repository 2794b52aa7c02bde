"""Worked examples of a split, one a language: in another language's prompt an example leaks into the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct


class Example(Struct, frozen=True, kw_only=True):
    """A goal and the lines of its split ("Title: detail"), whose extents all come from the goal."""

    goal: str
    lines: tuple[str, ...]
    openers: tuple[str, ...]
    """The words with which titles begin, so that each names a piece of writing: letters and spaces only."""

    def openers_left(self, titles: Sequence[str]) -> tuple[str, ...]:
        """The openers that a further title may use: the first two twice, the others once, the longest match counts."""
        used = [self.opener_of(title) for title in titles]
        return tuple(one for at, one in enumerate(self.openers) if used.count(one) < (2 if at < 2 else 1))

    def turn(self, order: str) -> tuple[str, str]:
        """The example as one turn of a conversation (user, assistant)."""
        numbered = "".join(f"{number}. {line}\n" for number, line in enumerate(self.lines, start=1))
        return f"Goal: {self.goal}\n{order}", numbered

    def opener_of(self, title: str) -> str:
        """The opener with which the title begins; empty where there is none."""
        return max((one for one in self.openers if title.startswith(one)), key=len, default="")


EXAMPLES: Final[dict[str, Example]] = {
    "en": Example(
        goal="Hold a three-day chess tournament for 24 players in our school hall",
        lines=(
            "Schedule for days 1 to 3: nine rounds, lunch at noon, prize-giving on Sunday at five",
            "Table of the seats: 12 boards at the windows, on the stage and by the door",
            "Rules for the players: clocks, draws, touched pieces, telephones, quarrels",
            "Budget for the weekend: hall, three cups, sandwiches, score sheets",
            "Checklist for the helpers: boards, spare clocks, signs, keys, first aid",
        ),
        openers=(
            "Schedule",
            "List",
            "Table",
            "Budget",
            "Checklist",
            "Comparison",
            "Menu",
            "Route",
            "Timeline",
            "Guide",
            "Rules",
            "Letter",
        ),
    ),
    "de": Example(
        goal="Ein dreitägiges Schachturnier für 24 Spieler in unserer Schulhalle ausrichten",
        lines=(
            "Zeitplan für Tag 1 bis 3: neun Runden, Mittagessen um zwölf, Siegerehrung am Sonntag um fünf",
            "Tabelle der Plätze: 12 Bretter an den Fenstern, auf der Bühne und an der Tür",
            "Regeln für die Spieler: Uhren, Remis, berührte Figuren, Telefone, Streit",
            "Kostenplan für das Wochenende: Halle, drei Pokale, belegte Brote, Formulare",
            "Checkliste für die Helfer: Bretter, Ersatzuhren, Schilder, Schlüssel, Verbandskasten",
        ),
        openers=(
            "Zeitplan",
            "Liste",
            "Tabelle",
            "Kostenplan",
            "Checkliste",
            "Vergleich",
            "Speiseplan",
            "Ablaufplan",
            "Überblick",
            "Anleitung",
            "Regeln",
            "Brief",
        ),
    ),
    "ms": Example(
        goal="Anjurkan pertandingan catur tiga hari untuk 24 pemain di dewan sekolah kami",
        lines=(
            "Jadual hari 1 hingga 3: sembilan pusingan, makan tengah hari, penyampaian hadiah petang Ahad",
            "Senarai tempat duduk: 12 papan di tepi tingkap, di pentas dan dekat pintu",
            "Peraturan pemain: jam catur, seri, buah yang disentuh, telefon, pertikaian",
            "Belanjawan hujung minggu: dewan, tiga piala, roti sandwic, kertas catatan",
            "Senarai semak pembantu: papan, jam ganti, papan tanda, kunci, peti kecemasan",
        ),
        openers=(
            "Jadual",
            "Senarai",
            "Belanjawan",
            "Senarai semak",
            "Perbandingan",
            "Menu",
            "Laluan",
            "Panduan",
            "Peraturan",
            "Surat",
            "Pelan",
        ),
    ),
    "fr": Example(
        goal="Organiser un tournoi d'échecs de trois jours pour 24 joueurs dans notre école",
        lines=(
            "Programme des jours 1 à 3: neuf parties, repas à midi, remise des prix dimanche à cinq heures",
            "Tableau des places: 12 échiquiers près des fenêtres, sur la scène et à la porte",
            "Règles pour les joueurs: pendules, nulles, pièces touchées, téléphones, litiges",
            "Budget du tournoi: salle, trois coupes, sandwichs, feuilles de partie",
            "Liste de contrôle des aides: échiquiers, pendules de secours, panneaux, clés, pharmacie",
        ),
        openers=(
            "Programme",
            "Liste",
            "Tableau",
            "Budget",
            "Liste de contrôle",
            "Comparaison",
            "Menu",
            "Itinéraire",
            "Calendrier",
            "Guide",
            "Règles",
            "Lettre",
        ),
    ),
    "es": Example(
        goal="Organizar un torneo de ajedrez de tres días para 24 jugadores en nuestra escuela",
        lines=(
            "Horario de los días 1 a 3: nueve rondas, comida a las dos, premios el domingo a las cinco",
            "Tabla de mesas: 12 tableros junto a las ventanas, en el escenario y en la puerta",
            "Reglas para los jugadores: relojes, tablas, piezas tocadas, teléfonos, disputas",
            "Presupuesto del torneo: sala, tres copas, bocadillos, planillas",
            "Lista de control de ayudantes: tableros, relojes de repuesto, carteles, llaves, botiquín",
        ),
        openers=(
            "Horario",
            "Lista",
            "Tabla",
            "Presupuesto",
            "Lista de control",
            "Comparación",
            "Menú",
            "Itinerario",
            "Calendario",
            "Guía",
            "Reglas",
            "Carta",
        ),
    ),
}
"""By ISO 639-1 code (``text.base_language``)."""
