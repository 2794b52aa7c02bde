"""Foreign text in our Markdown, judged by a CommonMark parser: the document around it keeps its structure."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from edge_agent.markdown import cell, contains, embed, inline, without_title

pieces = st.sampled_from(
    [
        *(
            "```",
            "~~~",
            "````python",
            "  ```",
            "`",
            "``",
            "# one",
            "## two #",
            "###### six",
            "#",
            "title",
            "===",
            "---",
        ),
        *(
            "- item",
            "  - deeper",
            "1. first",
            "> quote",
            "    code",
            "\tcode",
            "<!-- comment",
            "<script>",
            "<div>",
            "</p>",
        ),
        *(
            "<?php",
            "<![CDATA[",
            "`<b>`",
            "a <b> `c",
            "| a | b |",
            "| --- | --- |",
            "[x]: http://example.org",
            "",
            " ",
            "\\",
        ),
        *(
            "\\<div>",
            "text",
            "text  ",
            "- ```",
            "> ```",
            "  ===",
            "   # three",
            "* * *",
            "<pre>",
            "<http://example.org>",
        ),
    ]
)
texts = st.one_of(
    st.lists(pieces, max_size=12).map("\n".join), st.text(max_size=60), st.text("#`~<>!-=*_ \n|[]a1.", max_size=40)
)


def parse(text: str) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(text)


def headings(tokens: list[Token]) -> list[tuple[int, int, str]]:
    """(level of nesting, heading level, text) of each heading."""
    return [
        (token.level, int(token.tag[1]), tokens[number + 1].content)
        for number, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


@given(texts, st.integers(1, 4))
@example("- item\n  ```\n  code\nparagraph\n```\nrest", 1)
@example("```\nnever closed", 1)
@example("<!-- never closed", 2)
@example("`a\n<script>\n", 2)
@example("a\n===\nb\n---\nc", 2)
@example("~~~\n```\n~~~\n```", 1)
@example("> ```\n```", 1)
@example("    ```\n```\n", 1)
def test_what_follows_a_foreign_text_stays_in_place(text: str, level: int) -> None:
    document = f"{'#' * level} Before\n\n{embed(text, level)}\n\n{'#' * level} After\n\nOurs."
    tokens = parse(document)
    found = headings(tokens)
    assert found[0] == (0, level, "Before")
    assert found[-1] == (0, level, "After")
    assert all(depth > level for nested, depth, _ in found[1:-1] if nested == 0)
    assert [token.content for token in tokens if token.type == "inline"][-1] == "Ours."
    assert not [token for token in tokens if token.type == "html_block"]


@given(st.one_of(st.text(max_size=80), texts))
def test_a_line_shows_as_it_is(text: str) -> None:
    shown = inline(text)
    assert "\n" not in shown
    for frame in ("# {}", "- {}", "- **x** · {}"):
        tokens = parse(frame.format(shown) + "\n\nOurs.")
        kinds = [token.type for token in tokens]
        assert kinds.count("heading_open") == (frame[0] == "#")
        assert kinds.count("list_item_open") == (frame[0] == "-")
        assert not {"html_block", "fence", "code_block", "blockquote_open", "hr"} & set(kinds)
        children = [child.type for token in tokens for child in token.children or []]
        assert not {"html_inline", "link_open", "image", "code_inline"} & (set(children) - {"strong_open"})


@given(st.text(max_size=40))
def test_a_cell_stays_one_cell(text: str) -> None:
    tokens = parse(f"| a | b |\n| --- | --- |\n| {cell(text)} | x |\n")
    assert [token.type for token in tokens].count("td_open") == 2


def test_headings_lie_below_the_place_and_keep_their_order() -> None:
    assert embed("# a\n\ntext\n\n### b\n###### c", 2) == "### a\n\ntext\n\n##### b\n###### c"
    assert embed("#### a", 2) == "#### a"
    assert embed("a\n===\n\nb\n---\n\n- item\n---", 1) == "## a\n\n### b\n\n- item\n\n---"


def test_code_is_left_as_it_is() -> None:
    code = "```python\n# no heading\nif a <b: pass\n```"
    assert embed(f"# a\n{code}\n`x <b>` <b>", 1) == f"## a\n{code}\n`x <b>` &lt;b>"


def test_control_characters_are_dropped() -> None:
    assert embed("a\x1b[31m\r\nb\x00", 1) == "a[31m\nb"
    assert inline("a\x1b]0;b\x07\nc") == "a\\]0;b c"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("# A  Trip #\n\ntext", "text"),
        ("## **a trip**\ntext", "text"),
        ("# Another trip\ntext", "# Another trip\ntext"),
        ("A trip\n\ntext", "A trip\n\ntext"),
    ],
)
def test_a_heading_that_repeats_the_title_is_dropped(text: str, left: str) -> None:
    assert without_title(text, "A trip") == left


def test_whether_a_text_contains_another() -> None:
    whole = "Intro\n\n## Days\n\n### Monday\n\nGo *there*.\n\n- a\n- b\n\n## Costs\n\n500"
    assert contains(whole, "# Monday\nGo there.\n- a\n- b")
    assert contains(whole, "500")
    assert not contains(whole, "# Monday\nGo there.\n- a\n- c\n- d")
    assert not contains(whole, "something else")
    moved = "## Days\n\n- Go there\n\n## Open points\n\n- † Assumed: check it."
    assert contains(moved, "- Go there\n\n† Assumed: check it."), "a note that the merge moved into a list"
