"""Gates for a finished list of items: what is wrong with it, deterministically, item by item; none ever raises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from edge_agent.roles import gates
from edge_agent.roles.forms import names_a_form
from edge_agent.roles.languages import is_other_language
from edge_agent.roles.text import is_looping, word_set, words

FaultKind = Literal["overlap", "echo", "vague", "deed", "short", "language", "count", "loop"]

# Deeds that nothing but a deed can mean, whoever reads them: what a scorer refuses.
_WORLDLY_DEEDS: Final = word_set("book buy reserve hire rent order pay purchase fly")


class Fault(Struct, frozen=True, kw_only=True):
    """What is wrong with a list: ``items`` are indexes from 0, the one at fault last; empty: the list as a whole."""

    kind: FaultKind
    items: tuple[int, ...] = ()


def list_faults(goal: str, items: Sequence[str], *, language: str = "", limit: int = 50) -> tuple[Fault, ...]:
    """Every deterministic fault of a finished list of items (title and detail in one line each)."""
    faults: list[Fault] = []
    if not 2 <= len(items) <= limit:
        faults.append(Fault(kind="count"))
    for index, item in enumerate(items):
        overlap = next((at for at in range(index) if gates.is_same_item(items[at], item)), None)
        if overlap is not None:
            faults.append(Fault(kind="overlap", items=(overlap, index)))
        if gates.is_echo(item, goal):
            faults.append(Fault(kind="echo", items=(index,)))
        elif gates.is_vague(item, goal):
            faults.append(Fault(kind="vague", items=(index,)))
        if is_other_language(item, language, goal):
            faults.append(Fault(kind="language", items=(index,)))
        if is_looping(item):
            faults.append(Fault(kind="loop", items=(index,)))
        if not words(item):
            faults.append(Fault(kind="short", items=(index,)))
        if gates.is_deed(item.split(":", 1)[0]):
            faults.append(Fault(kind="deed", items=(index,)))
    return tuple(faults)


def worldly_share(items: Sequence[str]) -> float:
    """The share of items that start with a deed that can only be done in the world (book, buy, hire), 0 to 1."""
    worldly = sum(gates.first_word(item) in _WORLDLY_DEEDS and not names_a_form(item) for item in items)
    return worldly / len(items) if items else 0.0
