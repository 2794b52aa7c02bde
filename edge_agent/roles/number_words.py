"""Numbers written as words, in the languages in which code counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_ROWS: Final[Mapping[int, str]] = {
    1: "one eine einem einen une satu jeden jedna",
    2: "two zwei deux dos due twee dois duas dua dwa dwie dwóch",
    3: "three drei trois tres tre drie três tiga trzy trzech",
    4: "four vier quatre cuatro quattro quatro empat cztery czterech",
    5: "five fünf cinq cinco cinque vijf lima pięć pięciu",
    6: "six sechs seis sei zes enam sześć sześciu",
    7: "seven sieben sept siete sette zeven sete tujuh siedem siedmiu",
    8: "eight acht huit ocho otto oito lapan delapan osiem ośmiu",
    9: "nine neun neuf nueve nove negen sembilan dziewięć dziewięciu",
    10: "ten zehn dix diez dieci tien dez sepuluh dziesięć dziesięciu",
    11: "eleven elf onze once undici sebelas jedenaście jedenastu",
    12: "twelve zwölf douze doce dodici twaalf doze dwanaście dwunastu",
    13: "thirteen dreizehn treize trece trzynaście",
    14: "fourteen vierzehn quatorze catorce czternaście",
    15: "fifteen fünfzehn quinze quince quindici vijftien piętnaście",
    16: "sixteen sechzehn szesnaście",
    17: "seventeen siebzehn siedemnaście",
    18: "eighteen achtzehn osiemnaście",
    19: "nineteen neunzehn dziewiętnaście",
    20: "twenty zwanzig vingt veinte venti twintig vinte dwadzieścia",
    30: "thirty dreißig trente treinta trenta dertig trinta trzydzieści",
    40: "forty",
    50: "fifty",
    60: "sixty",
    80: "eighty",
    100: "hundred",
}
NUMBERS: Final[Mapping[str, int]] = {word: number for number, words in _ROWS.items() for word in words.split()}
"""What each word counts, without words that are an article as well."""
ONE_OR_ARTICLE: Final = frozenset({"ein", "un", "una"})
"""Words that mean one where a unit follows them ("ein Tag"), and else an article."""
