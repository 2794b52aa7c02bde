"""What the work of a role is told, drawn from a plan."""

from plan_script import Script

from edge_agent.briefs import brief_of, needed_results, outcomes_of, results_of, seed_of, siblings_of
from edge_agent.records import Child, PeerId


def story() -> Script:
    script = Script(quorum=2)
    script.accepted_split(
        [
            Child(title="The route", detail="Tokyo to Kyoto", form="list"),
            Child(title="The budget", form="budget", after=(0,)),
        ]
    )
    return script


def test_a_part_knows_its_goal_path_and_siblings() -> None:
    script = story()
    split = script.records[1]
    brief = brief_of(script.goal, script.child(split, 1))
    assert (brief.goal, brief.title, brief.form) == ("Plan a trip.", "The budget", "budget")
    assert brief.path == ("A trip",)
    assert brief.siblings == ("The route", "The budget")
    root = brief_of(script.goal, script.root)
    assert root.is_root
    assert siblings_of(script.goal, script.root) == []


def test_results_are_passed_on_to_what_comes_after_and_to_the_merge() -> None:
    script = story()
    split = script.records[1]
    route, budget = script.child(split, 0), script.child(split, 1)
    assert needed_results(script.goal, budget) == []
    result = script.done(route.id)
    assert needed_results(script.goal, budget) == [("The route", "Done.")]
    outcomes = outcomes_of(script.goal, [route.id, budget.id])
    assert [(one.title, one.text) for one in outcomes] == [("The route", "Done."), ("The budget", None)]
    assert results_of(script.goal, [route.id, budget.id]) == (result.id,)


def test_a_seed_follows_from_who_does_what() -> None:
    anna, bert = PeerId("anna"), PeerId("bert")
    assert seed_of(anna, "task", "1") == seed_of(anna, "task", "1")
    assert len({seed_of(anna, "task", "1"), seed_of(bert, "task", "1"), seed_of(anna, "task", "2")}) == 3
    assert 0 <= seed_of(anna, "x") < 2**31
