"""Names that a model is asked for: two to four, free of junk."""

from __future__ import annotations

from edge_agent.roles import names
from edge_agent.roles.prompts import Brief
from tests.scripted_work import Script

JAPAN = Brief(goal="Plan a two-week trip to Japan", title="Japan")


def test_a_line_of_names_is_read_and_junk_is_asked_for_again() -> None:
    script = Script(texts=["{}", "Tokyo, Kyoto, Kyoto, Osaka and"])
    assert script.run(names.ask_for_names(JAPAN, "Name 3 towns.", seed=1)) == ("Tokyo", "Kyoto", "Osaka")
    assert len(script.seen) == 2


def test_one_name_is_none() -> None:
    script = Script(texts=["Tokyo"])
    assert script.run(names.ask_for_names(JAPAN, "Name 3 towns.", seed=1)) == ()
