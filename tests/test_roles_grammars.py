"""Every grammar that a role can ask for is parsed and used by llama.cpp itself: a faulty one kills its process."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from edge_agent.roles import grammars
from tests.model_fixtures import SMALL_MODEL, model_path

HEADS = ["Days 1 to 5", 'A "quoted" \\ head', "Été à Köln", "東京"]
GRAMMARS = list(
    dict.fromkeys(
        [
            *(
                grammar(latin)
                for grammar in (
                    grammars.titled_line,
                    grammars.plain_line,
                    grammars.sentence_line,
                    grammars.labelled_sentence,
                    grammars.question_line,
                    grammars.share_line,
                    grammars.names_line,
                )
                for latin in (True, False)
            ),
            *(grammars.plain_line(latin, capital=False) for latin in (True, False)),
            *(grammars.headed_line(latin, head) for latin in (True, False) for head in HEADS),
            *(grammars.cells(latin, 2, 4) for latin in (True, False)),
            *(grammars.choice_line(latin, HEADS, "because") for latin in (True, False)),
            grammars.share_alone(),
        ]
    )
)

PROGRAM = """
import sys
from llama_cpp import Llama, LlamaGrammar

model = Llama(sys.argv[1], n_ctx=256, n_threads=1, n_threads_batch=1, verbose=False)
for text in sys.stdin.read().split("\\0"):
    grammar = LlamaGrammar.from_string(text, verbose=False)
    line = model.create_completion("1.", max_tokens=80, grammar=grammar, seed=1, temperature=0.7)["choices"][0]["text"]
    assert len(line) > 2, line
    print("used")
"""


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_every_rule_that_is_used_is_defined(grammar: str) -> None:
    names = {line.split("::=")[0].strip() for line in grammar.splitlines()}
    assert "root" in names
    root = next(line for line in grammar.splitlines() if line.startswith("root"))
    unquoted = re.sub(r'"[^"]*"', "", root.split("::=")[1])
    assert {word for word in unquoted.split() if word.isalpha()} <= names


@pytest.mark.parametrize("head", HEADS)
def test_heads_are_quoted(head: str) -> None:
    rule = grammars.headed_line(True, head).splitlines()[0]
    assert rule.count('"') % 2 == 0 and '\\"' not in rule
    assert "\n" not in grammars.headed_line(True, "two\nlines").splitlines()[0]


@pytest.mark.model
def test_llama_cpp_writes_under_every_grammar() -> None:
    path = model_path(SMALL_MODEL)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path)],
        input="\0".join(GRAMMARS),
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, f"llama.cpp ended with {done.returncode}: {done.stderr[-500:]}"
    assert done.stdout.count("used") == len(GRAMMARS)


def begins(word: str) -> bool:
    """Whether a sentence may begin with the word, by the rules of its grammar."""
    rules = dict(re.findall(r"^(begin\d+) ::= (.*)$", grammars.sentence_line(True), re.MULTILINE))
    name = "begin0"
    for letter in word:
        others, *branches = rules[name].split(" | ")
        if re.fullmatch(others, letter):
            return True
        onwards = dict(re.findall(r'"(.)" (begin\d+)', " ".join(branches)))
        if letter not in onwards:
            return False
        name = onwards[letter]
    return True


@pytest.mark.parametrize("word", ["Choose", "Select", "Ensure", "Make sure", "Wähle", "Elige", "take", "5 boxes"])
def test_no_sentence_begins_like_these(word: str) -> None:
    assert not begins(word)


@pytest.mark.parametrize("word", ["Check", "Sell", "Connect", "Decorate", "Make tea", "Enter", "Élan", "Wash", "Ście"])
def test_sentences_begin_with_other_words(word: str) -> None:
    assert begins(word)
