"""Every grammar that a role can ask for is parsed and used by llama.cpp itself: a faulty one kills its process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from edge_agent.roles import forms, grammars
from edge_agent.roles.examples import EXAMPLES, Example
from tests.model_fixtures import SMALL_MODEL, model_path

GRAMMARS = [
    *(grammar(latin) for grammar in (grammars.titled_line, grammars.plain_line) for latin in (True, False)),
    *(
        grammars.titled_line(True, openers)
        for example in EXAMPLES.values()
        for openers in (example.openers, example.openers[-1:])
    ),
    *(
        grammars.amount_line(latin, forms.currencies(language, goal))
        for latin in (True, False)
        for language in ("en", "de", "fr", "es", "it", "nl", "pt", "ms", "ja")
        for goal in ("", "for 300 euros")
    ),
]

PROGRAM = """
import sys
from llama_cpp import Llama, LlamaGrammar

model = Llama(sys.argv[1], n_ctx=256, n_threads=1, n_threads_batch=1, verbose=False)
for text in sys.stdin.read().split("\\0"):
    grammar = LlamaGrammar.from_string(text, verbose=False)
    line = model.create_completion("1.", max_tokens=80, grammar=grammar, seed=1, temperature=0.7)["choices"][0]["text"]
    assert line.startswith(" ") and len(line) > 5, line
    print("used")
"""


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_every_rule_that_is_used_is_defined(grammar: str) -> None:
    names = {line.split("::=")[0].strip() for line in grammar.splitlines()}
    assert "root" in names
    root = next(line for line in grammar.splitlines() if line.startswith("root"))
    assert {word for word in root.split("::=")[1].split() if word.isalpha()} <= names


@pytest.mark.parametrize("example", EXAMPLES.values())
def test_openers_are_plain_words(example: Example) -> None:
    openers = example.openers
    assert all(opener.replace(" ", "").isalpha() for opener in openers)


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
