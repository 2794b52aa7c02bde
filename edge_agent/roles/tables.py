"""Parts that are tables in Markdown: tables, comparisons, budgets. Code sets the frame and the sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from edge_agent.roles import assumptions, blanks, grammars, invented, line_gates, money, payments, timetables
from edge_agent.roles.budget_shares import usual_shares
from edge_agent.roles.outline_words import BLANK
from edge_agent.roles.page import INVENTED, PART_TOKENS, Page, whole_sentences
from edge_agent.roles.requests import Work
from edge_agent.roles.text import ratio
from edge_agent.roles.wanted import matter

_HEAD_TOKENS: Final = 30
_ROW_TOKENS: Final = 40
_CHOICE_TOKENS: Final = 32
_LONGEST_CHOICE: Final = 100
"""Characters of a choice from which on the grammar or the tokens may have ended it."""
_SHARE_TOKENS: Final = 24
_MOST_COLUMNS: Final = 4
_FEWEST_ROWS: Final = 3
_MOST_ROWS: Final = 12
_OPEN_ROWS: Final = 8
"""Rows at most where nothing says how many there are."""
_BLANK_ROWS: Final = 4
"""Rows to fill in where nothing says how many there are."""
_FEWEST_ITEMS: Final = 4
_MOST_ITEMS: Final = 8

_SHORTEST_CLAUSE: Final = 8

_SHORT_ROW: Final = 12
"""Characters of values that two rows of a table may share: "high; no"."""
_SHORT_CELL: Final = 3
_MOST_ALIKE: Final = 2
"""Rows that may say the same in a column, in more than :data:`_SHORT_CELL` characters ("yes")."""
_ALIKE: Final = 0.85
"""The similarity of spelling from which on two cells say the same."""

Cells = list[str]


def table(page: Page) -> Work[None]:
    """A table with the things that the part's detail names as its rows; as its columns where the rows are counted.

    What is not given the model names: columns first, then rows. Things that only who wrote the goal knows are columns
    to fill in, the last ones; where all are, the model is asked nothing.
    """
    things = timetables.things_of(page.brief)
    count = timetables.rows_of(page.brief, _MOST_ROWS)
    if to_fill_in := [thing for thing in things if blanks.is_blank(page.brief, thing)]:
        columns = [*(thing for thing in things if thing not in to_fill_in), *to_fill_in]
        yield from _frame(page, columns[:_MOST_COLUMNS], len(to_fill_in), count)
        return
    head: Cells | None = [thing[:1].upper() + thing[1:] for thing in things[:_MOST_COLUMNS]]
    if not count or not head:
        head = yield from _row(page, "|", 2, _MOST_COLUMNS, _HEAD_TOKENS, lambda cells: _head_fault(page, cells))
    if head is None:
        return
    # "service, data, ports" are columns, "heating, lighting, fridge" rows.
    if count or sum(any(ratio(cell, thing) >= _ALIKE for cell in head) for thing in things) >= 2:
        things = ()
    yield from _rows(page, head, things, count)


def _frame(page: Page, columns: Sequence[str], to_fill_in: int, count: int) -> Work[None]:
    """A table of these columns, of which the last ones are to be filled in; so many rows as are counted, if any are.

    Rows for which the model writes nothing usable are to be filled in, too.
    """
    head = [column[:1].upper() + column[1:] for column in columns]
    if to_fill_in < len(head):
        yield from _rows(page, head, (), count, to_fill_in)
    else:
        page.lines += [*blanks.stated_first(page.brief, page.words), *_head(head)]
    for at in range(len(page.bare) + 1, (count or _BLANK_ROWS) + 1):
        page.bare.append(f"{at}. {BLANK}")
        page.lines.append(_joined([page.bare[-1], *[BLANK] * (len(head) - 1)]))


def comparison(page: Page) -> Work[None]:
    """What speaks for and against each thing compared, and the choice."""
    words = page.words
    names = yield from _rows(page, [words.item, words.strength, words.weakness], timetables.things_of(page.brief), 0)
    if len(names) < 2:
        return
    grammar = grammars.choice_line(page.brief.is_latin, names, words.because)
    line = yield from page.write(
        f"\n{words.choice}:", grammar, _CHOICE_TOKENS, lambda line: _choice_fault(page, line, names)
    )
    if line and len(line) > _LONGEST_CHOICE:
        line = whole_sentences(line)
    if line:
        page.lines.append("")
        page.add(f"**{words.choice}:** {line}", line)


def _choice_fault(page: Page, line: str, names: Sequence[str]) -> str | None:
    """A choice names one thing, and a reason that is no other thing."""
    if sum(name.lower() in line.lower() for name in names) > 1:
        return "more than one choice"
    return page.fault(line)


def _head(head: Sequence[str]) -> list[str]:
    return [_joined(head), "|" + " --- |" * len(head)]


def _rows(page: Page, head: Sequence[str], things: Sequence[str], count: int, to_fill_in: int = 0) -> Work[list[str]]:
    """Head and rows; the rows' first cells. A thing that is given keeps its row, whatever the model writes.

    The last ``to_fill_in`` columns are blank.
    """
    page.lines += _head(head)
    names: list[str] = []
    is_own = assumptions.is_about_own_things(page.brief.goal)
    for at in range(len(things) or count or _OPEN_ROWS):
        if not things and not count and at >= _FEWEST_ROWS and (page.tokens > PART_TOKENS or (yield from page.ends())):
            break
        name = things[at][:1].upper() + things[at][1:] if things else ""
        free = len(head) - bool(name) - to_fill_in
        row = yield from _row(
            page,
            f"| {name} |" if name else "|",
            free,
            free,
            _ROW_TOKENS,
            lambda cells: _row_fault(page, cells, names, given=bool(things)),
        )
        if row is None and not name:
            break
        page.open += row is None
        cells = [name] * bool(name) + (row or [page.words.left_open] * free)
        names.append(cells[0])
        page.bare.append("; ".join(cell.replace(";", ",") for cell in cells))
        if assumptions.is_assumed(" ".join(cells), page.known) or (not name and is_own and not to_fill_in):
            page.assumed.add(len(page.lines))
        page.lines.append(_joined([*cells, *[BLANK] * to_fill_in]))
    return names


def _row(
    page: Page, given: str, fewest: int, most: int, tokens: int, fault_of: Callable[[Cells], str | None]
) -> Work[Cells | None]:
    """The cells that the model writes behind what is given of the row; None where every try was refused."""

    def check(line: str) -> str | None:
        cells = _split(line)
        return fault_of(cells) if fewest <= len(cells) <= most else "not as many cells as columns"

    line = yield from page.write(given, grammars.cells(page.brief.is_latin, fewest, most), tokens, check)
    return None if line is None else _split(line)


def _joined(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _split(line: str) -> Cells:
    return [_whole(cell.strip()) for cell in line.strip().strip("|").split("|")]


def _whole(cell: str) -> str:
    """The cell as it is; up to its last clause where the grammar ended it."""
    if len(cell) < grammars.CELL - 1:
        return cell
    end = max(cell.rfind(mark) for mark in (", ", "; ", ". "))
    return cell[:end] if end > _SHORTEST_CLAUSE else ""


def _head_fault(page: Page, cells: Cells) -> str | None:
    if len({cell.lower() for cell in cells}) < len(cells) or not all(any(map(str.isalpha, cell)) for cell in cells):
        return "columns alike"
    return _cell_fault(page, " ".join(cells))


def _row_fault(page: Page, cells: Cells, names: Sequence[str], *, given: bool) -> str | None:
    """A row may look like another one, but not say in all cells what that says, nor come a second time.

    ``given``: code has written the row's first cell, which is not among ``cells``.
    """
    if len(cells) > 1 and len({cell.lower() for cell in cells}) < len(cells):
        return "cells alike"
    said = "; ".join(cells)
    values = "; ".join(cells if given else cells[1:])
    if len(values) > _SHORT_ROW and any(earlier.lower().endswith(values.lower()) for earlier in page.bare):
        return "the same row again"
    if foreign := page.foreign(said):
        return foreign
    if page.brief.form == "comparison" and any(
        ratio(cell, other) >= _ALIKE
        for earlier in page.bare
        for cell, other in zip(cells, earlier.split("; ")[-len(cells) :], strict=False)
    ):
        return "says of it what is said of another"
    if any(earlier.lower() == cells[0].lower() for earlier in names):
        return "the same item again"
    if not given and cells[0].lower() in page.others:
        return "what another part holds"
    if not given and matter(cells[0]) <= matter(page.brief.subject):
        return "what the part is called or told, as an item"
    if any(
        len(cell) > _SHORT_CELL and _said(page, at, cell, given=given) >= _MOST_ALIKE for at, cell in enumerate(cells)
    ):
        return "says of it what is said of others"
    if money.is_total(cells[0]):
        return "a sum, which is not the model's to make"
    if not all(cells):
        return "a cell that was cut"
    return next((fault for cell in cells if (fault := _cell_fault(page, cell))), None)


def _said(page: Page, at: int, cell: str, *, given: bool) -> int:
    """How many earlier rows say the same in the column of the row's cell ``at``."""
    rows = [row.split("; ")[given:] for row in page.bare]
    return sum(len(row) > at and row[at].lower() == cell.lower() for row in rows)


def _cell_fault(page: Page, cell: str) -> str | None:
    if blanks.has_blank(cell):
        return "leaves a blank"
    if invented.invents_a_number(cell, page.known, page.kind):
        return INVENTED
    fault = line_gates.line_fault(
        cell, language=page.brief.language_code, goal=page.brief.goal, earlier=(), instructions=page.system
    )
    return None if fault == line_gates.HOLLOW else fault


def budget(page: Page) -> Work[None]:
    """Items with their shares of a sum, and their amounts.

    The items are the things that the part's detail names. Of an outline's the shares are those that are usual, or
    blanks; of others the model gives weights, and code the rest. Where the goal states no sum there are shares alone.
    No lines where fewer than two items came of it.
    """
    things = timetables.things_of(page.brief)
    shares: list[tuple[str, int]] = []
    usual = usual_shares(page.brief)
    # What a sale is to bring in is no sum to spend.
    total = None if page.kind == "selling" else payments.total_of(page.brief.goal)
    if usual is not None:
        if len(usual) == len(things):
            shares = list(zip(things, usual, strict=True))
        else:
            page.lines += money.as_form(things, total, page.words)
            _follow(page)
            return
    elif len(things) >= _FEWEST_ITEMS - 1:
        for thing in things:
            line = yield from page.write(
                f"{thing}:",
                grammars.share_alone(),
                8,
                lambda line: None if money.share_of(f"x: {line}") else "no share",
            )
            share = money.share_of(f"{thing}: {line}")
            # An item that is named must be paid for: without a share of its own it gets the mean of the others.
            shares.append((thing, share[1] if share else 0))
            page.lines.append(f"{thing}: {shares[-1][1]} percent")
        mean = max(1, sum(weight for _, weight in shares) // len(shares))
        shares = [(thing, weight or mean) for thing, weight in shares]
    else:
        while len(shares) < _MOST_ITEMS and (page.tokens < PART_TOKENS or len(shares) < _FEWEST_ITEMS):
            if len(shares) >= _FEWEST_ITEMS and (yield from page.ends()):
                break
            line = yield from page.write(
                "", grammars.share_line(page.brief.is_latin), _SHARE_TOKENS, lambda line: _share_fault(page, line)
            )
            share = money.share_of(line or "")
            if share is None:
                break
            shares.append(share)
            page.lines.append(f"{share[0]}: {share[1]} percent")
            page.bare.append(share[0])
    page.lines.clear()
    if len(shares) < 2:
        return
    known = payments.known_item(page.brief.goal, [item for item, _ in shares], total)
    page.lines += money.as_table(shares, total, page.words, known=known, are_percent=usual is not None)
    _follow(page)


def _follow(page: Page) -> None:
    """What follows from the payments that the goal states, below the table."""
    if follows := payments.reckoned(page.brief.goal, page.words):
        page.lines += ["", f"{page.words.stated}:", "", *(f"- {line}" for line in follows)]


def _share_fault(page: Page, line: str) -> str | None:
    """Shares look alike: what counts is the item."""
    share = money.share_of(line)
    return "no share of its own" if share is None or money.is_total(line) else page.fault(share[0])
