"""Names that a model is asked for: two to four, free of junk, sights believed one by one."""

from __future__ import annotations

from edge_agent.roles import names
from edge_agent.roles.prompts import Brief
from edge_agent.roles.requests import NextToken, NextTokenProbabilities
from tests.scripted_work import Script

JAPAN = Brief(goal="Plan a two-week trip to Japan", title="Japan")


def test_a_line_of_names_is_read_and_junk_is_asked_for_again() -> None:
    script = Script(texts=["{}", "Tokyo, Kyoto, Kyoto, Osaka and"])
    assert script.run(names.ask_for_names(JAPAN, "Name 3 towns.", seed=1)) == ("Tokyo", "Kyoto", "Osaka")
    assert len(script.seen) == 2


def test_one_name_is_none() -> None:
    script = Script(texts=["Tokyo"])
    assert script.run(names.ask_for_names(JAPAN, "Name 3 towns.", seed=1)) == ()


def test_a_sight_that_the_model_does_not_believe_is_left_out() -> None:
    work = names.believed_sights(("Senso-ji", "Eiffel Tower", "Shibuya"), "Tokyo")
    request = next(work)
    try:
        while True:
            assert isinstance(request, NextToken)
            yes = 0.2 if "Eiffel" in request.prompt.user else 0.9
            request = work.send(NextTokenProbabilities(probabilities=(yes, 1 - yes)))
    except StopIteration as end:
        assert end.value == ("Senso-ji", "Shibuya")
