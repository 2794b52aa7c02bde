"""Worked examples of a split, one a language: in another language's prompt an example leaks into the answer."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Example(Struct, frozen=True, kw_only=True):
    """A goal and the lines of its split ("Title: detail"), whose extents all come from the goal."""

    goal: str
    lines: tuple[str, ...]

    def turn(self, order: str) -> tuple[str, str]:
        """The example as one turn of a conversation (user, assistant)."""
        numbered = "".join(f"{number}. {line}\n" for number, line in enumerate(self.lines, start=1))
        return f"Goal: {self.goal}\n{order}", numbered


EXAMPLES: Final[dict[str, Example]] = {
    "en": Example(
        goal="Hold a three-day chess tournament for 24 players in our school hall",
        lines=(
            "Schedule for days 1 to 3: rounds, breaks and prize-giving, hour by hour",
            "Seating table: 12 boards with the place and number of each",
            "Rules for the players: clocks, draws and quarrels, ten short points",
            "Budget: hall, prizes, drinks and printing, one line each, with the sum",
            "Checklist of helpers and material: who brings what on each day",
        ),
    ),
    "de": Example(
        goal="Ein dreitägiges Schachturnier für 24 Spieler in unserer Schulhalle ausrichten",
        lines=(
            "Zeitplan für Tag 1 bis 3: Runden, Pausen und Siegerehrung, Stunde für Stunde",
            "Sitzplan: 12 Bretter mit Platz und Nummer",
            "Regeln für die Spieler: Uhren, Remis und Streitfälle in zehn kurzen Punkten",
            "Kostenplan: Halle, Preise, Getränke und Druck, je eine Zeile, mit Summe",
            "Checkliste für Helfer und Material: wer bringt an welchem Tag was mit",
        ),
    ),
    "ms": Example(
        goal="Anjurkan pertandingan catur tiga hari untuk 24 pemain di dewan sekolah kami",
        lines=(
            "Jadual hari 1 hingga 3: pusingan, rehat dan penyampaian hadiah mengikut jam",
            "Pelan tempat duduk: 12 papan dengan tempat dan nombor setiap satu",
            "Peraturan pemain: jam catur, seri dan pertikaian, sepuluh perkara ringkas",
            "Belanjawan: dewan, hadiah, minuman dan cetakan, satu baris setiap satu, dengan jumlah",
            "Senarai semak pembantu dan bahan: siapa membawa apa pada setiap hari",
        ),
    ),
    "fr": Example(
        goal="Organiser un tournoi d'échecs de trois jours pour 24 joueurs dans notre école",
        lines=(
            "Programme des jours 1 à 3 : parties, pauses et remise des prix, heure par heure",
            "Plan des tables : 12 échiquiers avec la place et le numéro de chacun",
            "Règles pour les joueurs : pendules, nulles et litiges en dix points courts",
            "Coûts : salle, prix, boissons et impression, une ligne chacun, avec la somme",
            "Liste de contrôle : qui aide et apporte quoi chaque jour",
        ),
    ),
    "es": Example(
        goal="Organizar un torneo de ajedrez de tres días para 24 jugadores en nuestra escuela",
        lines=(
            "Horario de los días 1 a 3: partidas, pausas y entrega de premios, hora por hora",
            "Plano de mesas: 12 tableros con el lugar y el número de cada uno",
            "Reglas para los jugadores: relojes, tablas y disputas en diez puntos cortos",
            "Presupuesto: sala, premios, bebidas e impresión, una línea cada uno, con la suma",
            "Lista de control: quién ayuda y qué trae cada día",
        ),
    ),
}
"""By ISO 639-1 code (``text.base_language``)."""
