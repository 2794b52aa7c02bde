"""Names that a model is asked for: two to four, free of junk, sights sorted out among towns."""

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


def test_each_sight_goes_to_the_town_for_which_it_is_likeliest() -> None:
    def surprise(user: str, first: str) -> float:
        return -1.0 if ("Rome" in user) == (first == "C") else -9.0

    script = Script(surprise=surprise)
    named = {"Rome": ("Colosseum", "Uffizi"), "Florence": ("Colosseum", "Palazzo")}
    assert script.run(names.sights_by_town(named)) == {"Rome": ("Colosseum",), "Florence": ("Uffizi", "Palazzo")}
    assert len(script.seen) == 6, "each sight once for each town"


def test_a_sight_of_which_nothing_is_known_stays_where_it_was_named() -> None:
    named = {"Rome": ("Colosseum",), "Florence": ("Uffizi",)}
    assert Script().run(names.sights_by_town(named)) == named
    assert Script(surprise=lambda *_: float("nan")).run(names.sights_by_town(named)) == named


def test_one_town_or_a_country() -> None:
    def answers(yes: float) -> bool:
        work = names.is_one_town("Lisbon")
        request = next(work)
        assert isinstance(request, NextToken) and "Lisbon" in request.prompt.user
        try:
            work.send(NextTokenProbabilities(probabilities=(yes, 1 - yes)))
        except StopIteration as end:
            return bool(end.value)
        raise AssertionError("one question is enough")

    assert answers(0.33) and not answers(0.1)
