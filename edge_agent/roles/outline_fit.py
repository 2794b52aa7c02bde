"""Whether the outlines of a goal's kind are for goals like it.

Each kind has outlines for what most of its goals want: those of jobs find one, those of businesses found one, those of
technical matters move what works, those of tidying clear out a place. Who hands over work, has to raise prices, whose
wi-fi drops out or whose flatmates quarrel about the cleaning wants something else.
"""

from __future__ import annotations

import re
from typing import Final

from edge_agent.roles.foundings import begins_a_business
from edge_agent.roles.kinds import Kind

_TROUBLE: Final = re.compile(
    # What somebody does not want, know or have is no trouble of a device; what nobody can do with it is.
    r"(?<!\w)(?:keeps? \w+ing|(?:do|does|did|is|was|will)(?:n['\u2019]?t| not) "
    r"(?!(?:want|need|know|have|like|mind|own|understand|cost|exceed)(?!\w))\w+|"
    r"(?:can['\u2019]?t|cannot|can not) (?!(?:afford|spend|pay|decide|buy|wait|remember|understand)(?!\w))\w+|"
    r"won['\u2019]?t|no longer|"
    r"stopped \w+|drop(?:s|ping)? out|(?:too|so|very) slow|crash(?:e[sd]|ing)?|freez(?:es?|ing)|"
    r"geht nicht|funktioniert nicht|bricht ab|brechen ab|stürzt ab|"
    r"hängt(?! (?:an|am|auf|im|in|über|unter|von|vom)(?!\w))|(?:zu|so) langsam|"
    r"rosak|(?:tidak|tak) (?:ber|boleh(?! (?:lebih|melebihi)))\w*|asyik|(?:terlalu|sangat) (?:perlahan|lambat)|"
    r"nie działa|zrywa|zawiesza|(?:za|bardzo) woln\w+|"
    r"no funciona|no va(?! a(?!\w))|se (?:cae|corta|cuelga|desconecta)|(?:muy|demasiado) lent[oa])(?!\w)"
)
"""That something does not work as it should."""
_SEARCH: Final = re.compile(
    r"(?<!\w)(?:(?:find|get|look(?:ing)? for|search for|want|need|change) (?:\w+ ){0,3}"
    r"(?:jobs?|work|employment|position)(?!\w)|(?:new|summer|first|better|part-time|dream) job|"
    r"jobs? (?:hunt|search|offer|application)|career|apply|applying|application|interview|cv(?!\w)|curriculum vitae|"
    r"cover letter|r[eé]sum[eé](?!\w)|redundan|unemploy|laid off|"
    r"bewerb|stellensuche|neue (?:stelle|arbeit)|neuen job|job(?:suche|wechsel)|arbeitslos|vorstellungsgespräch|"
    r"lebenslauf|buscar|busco|buscamos|encontrar|entrevista|currículum|candidatura|paro(?!\w)|"
    r"szuka|znaleźć|znajdź|rozmow\w+ (?:o prac|kwalif|rekrut)|rekrutac|aplik|list motywac|bezrobot|now(?:ą|ej) prac|"
    r"cari kerja|mohon|temu ?duga|kerja (?:baharu|baru)|penganggur)"
)
"""That somebody looks for work."""
_ROSTER: Final = re.compile(
    r"(?<!\w)(?:rota|roster|cleaning (?:plan|schedule|rota)|who cleans|whose turn|take turns|chores?|putzplan|"
    r"putzdienst|haushaltsplan|wer putzt|turnos|quién limpia|grafik sprzątania|dyżur\w*|kto sprząta|"
    r"jadual (?:bertugas|tugasan)|giliran)(?!\w)"
)
"""That cleaning is shared out, again and again."""


def outline_fits(kind: Kind, goal: str) -> bool:
    """Whether the outlines of the kind are for goals like this one."""
    lower = goal.lower()
    if kind == "business":
        return begins_a_business(goal)
    if kind == "technical":
        return _TROUBLE.search(lower) is None
    if kind == "job":
        return _SEARCH.search(lower) is not None
    if kind == "tidying":
        return _ROSTER.search(lower) is None
    return kind != "other"
