"""Where sights are, by what a model finds likely."""

from __future__ import annotations

from edge_agent.roles import whereabouts
from edge_agent.roles.requests import NextToken, NextTokenProbabilities
from tests.scripted_work import Script


def test_each_sight_goes_to_the_town_for_which_it_is_clearly_likelier() -> None:
    homes = {"Colosseum": "Rome", "Uffizi": "Florence", "Palazzo": "Florence"}

    def likely(user: str, town: str) -> float:
        return 0.8 if any(sight in user and home == town for sight, home in homes.items()) else 0.1

    named = {"Rome": ("Colosseum", "Uffizi"), "Florence": ("Colosseum", "Palazzo")}
    assert Script(probabilities=likely).run(whereabouts.sights_by_town(named)) == {
        "Rome": ("Colosseum",),
        "Florence": ("Uffizi", "Palazzo"),
    }


def test_a_town_that_is_likelier_for_anything_gets_no_more_for_that() -> None:
    def likely(user: str, town: str) -> float:
        return 0.6 if town == "Rome" else 0.2 if "Uffizi" in user else 0.05

    named = {"Rome": ("Colosseum", "Forum"), "Florence": ("Uffizi",)}
    assert Script(probabilities=likely).run(whereabouts.sights_by_town(named))["Florence"] == ("Uffizi",)


def test_a_sight_of_which_nothing_is_known_stays_where_it_was_named() -> None:
    named = {"Rome": ("Colosseum",), "Florence": ("Uffizi",)}
    assert Script(probabilities=lambda user, town: 0.0).run(whereabouts.sights_by_town(named)) == named
    assert Script(probabilities=lambda user, town: 0.1).run(whereabouts.sights_by_town(named)) == named


def test_a_sight_that_is_clearly_elsewhere_is_left_out() -> None:
    def likely(user: str, town: str) -> float:
        return 0.9 if ("Louvre" in user) == (town == "Paris") else 0.01

    named = {"Lisbon": ("The Louvre", "Alfama")}
    assert Script(probabilities=likely).run(whereabouts.sights_by_town(named)) == {"Lisbon": ("Alfama",)}
    assert Script(probabilities=likely).run(whereabouts.is_elsewhere("The Louvre", "Lisbon"))
    assert not Script(probabilities=likely).run(whereabouts.is_elsewhere("Alfama", "Lisbon"))


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
