"""Where sights are, by what a model finds likely."""

from __future__ import annotations

from edge_agent.roles import whereabouts
from edge_agent.roles.requests import NextToken, NextTokenProbabilities
from tests.scripted_work import Script


def test_each_sight_goes_to_the_town_for_which_it_is_likeliest() -> None:
    def surprise(user: str, first: str) -> float:
        return -1.0 if ("Rome" in user) == (first == "C") else -9.0

    script = Script(surprise=surprise)
    named = {"Rome": ("Colosseum", "Uffizi"), "Florence": ("Colosseum", "Palazzo")}
    assert script.run(whereabouts.sights_by_town(named)) == {"Rome": ("Colosseum",), "Florence": ("Uffizi", "Palazzo")}


def test_a_sight_that_is_clearly_elsewhere_is_left_out() -> None:
    def surprise(user: str, first: str) -> float:
        return -1.0 if ("Louvre" in user) == (first == "P") else -9.0

    named = {"Lisbon": ("The Louvre", "Alfama"), "Porto": ("Ribeira",)}
    # "Lisbon" and "Porto" are alike for Alfama and Ribeira; of all towns only Paris begins like Porto.
    found = Script(surprise=surprise).run(whereabouts.sights_by_town({"Lisbon": named["Lisbon"]}))
    assert found == {"Lisbon": ("Alfama",)}
    assert Script(surprise=surprise).run(whereabouts.is_elsewhere("The Louvre", "Lisbon"))
    assert not Script(surprise=surprise).run(whereabouts.is_elsewhere("Alfama", "Lisbon"))


def test_a_sight_of_which_nothing_is_known_stays_where_it_was_named() -> None:
    named = {"Rome": ("Colosseum",), "Florence": ("Uffizi",)}
    assert Script().run(whereabouts.sights_by_town(named)) == named
    assert Script(surprise=lambda *_: float("nan")).run(whereabouts.sights_by_town(named)) == named


def test_one_town_or_a_country() -> None:
    def answers(yes: float) -> bool:
        work = whereabouts.is_one_town("Lisbon")
        request = next(work)
        assert isinstance(request, NextToken) and "Lisbon" in request.prompt.user
        try:
            work.send(NextTokenProbabilities(probabilities=(yes, 1 - yes)))
        except StopIteration as end:
            return bool(end.value)
        raise AssertionError("one question is enough")

    assert answers(0.33) and not answers(0.1)
