"""The comparison of the swarm with one call and with a central planner: fair prompts, true figures, blind pairs."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from scripted_work import Script

from bench.quality import swarm_run
from bench.quality.answers import figures_of
from bench.quality.asking import Spent
from bench.quality.baselines import ANSWER_TOKENS, MOST_STEPS, STEP_TOKENS, one_call, plan_then_execute, steps_of
from bench.quality.compare import main
from bench.quality.compare_report import ARMS, Answered, Arm, report, write_pairs
from bench.quality.goals import GOALS_FILE, Goal, read_goals
from bench.quality.swarm_run import SwarmAnswer, SwarmAnswers
from edge_agent.config import Config, GoalDefaults
from edge_agent.roles.requests import Generate

GOALS = read_goals()
JAPAN = GOALS["japan"]
PLAN = (
    "Here is the plan:\n1. **Route**: towns in order\n2) Step by step budget\n   - a detail\n### Step 3: Packing list\n"
)


# The other two ways


def test_one_call_asks_for_the_goal_and_tells_when_it_was_cut() -> None:
    script = Script(texts=["An answer."])
    assert script.run(one_call(JAPAN.text)).text == "An answer."
    (request,) = script.seen
    assert isinstance(request, Generate) and request.max_tokens == ANSWER_TOKENS and JAPAN.text in request.prompt.user
    assert not script.run(one_call(JAPAN.text)).cut
    assert Script(texts=["An"], finish="length").run(one_call(JAPAN.text)).cut


def test_the_steps_of_a_plan_are_its_numbered_lines() -> None:
    assert steps_of(PLAN) == ["Route: towns in order", "Step by step budget", "Packing list"]
    assert len(steps_of("\n".join(f"{at}. part" for at in range(1, 20)))) == MOST_STEPS
    assert steps_of("no list at all") == []


def test_the_loop_carries_out_each_step_with_the_results_before_it() -> None:
    script = Script(texts=[PLAN, "Tokyo, Kyoto", "2,000 euros", "Umbrella"])
    written = script.run(plan_then_execute(JAPAN.text))
    assert written.text == (
        "## Route: towns in order\n\nTokyo, Kyoto\n\n## Step by step budget\n\n2,000 euros\n\n"
        "## Packing list\n\nUmbrella"
    )
    plan, *steps = [request for request in script.seen if isinstance(request, Generate)]
    assert JAPAN.text in plan.prompt.user and len(steps) == 3
    assert all(step.max_tokens == STEP_TOKENS for step in steps)
    last = steps[-1].prompt.user
    assert last.index("Tokyo, Kyoto") < last.index("2,000 euros") < last.index("Carry out step 3 now: Packing list")
    assert "Tokyo, Kyoto" not in steps[0].prompt.user
    # The model reads again only what has changed.
    assert steps[1].prompt.user.startswith(steps[0].prompt.user.partition("Carry out")[0].rstrip())


def test_a_plan_without_a_list_is_one_step() -> None:
    written = Script(texts=["I cannot.", "An answer."]).run(plan_then_execute(JAPAN.text))
    assert written.text == f"## {JAPAN.text}\n\nAn answer."


# The figures


def test_the_figures_of_an_answer() -> None:
    text = """Certainly! Here is a plan for the two of you.
## Days
- Day 1: Visit the old temple of Asakusa
- Day 2: Visit the old temple of Asakusa
- **Day 3:** Boats on the lake of Hakone
- Days 4 to 7: Choose a ryokan near the station
Enjoy your trip!"""
    figures = figures_of(JAPAN, text)
    assert figures.days == pytest.approx(7 / 14)
    assert figures.distinct == pytest.approx(5 / 6), "the second temple says nothing new, whatever its day"
    assert (figures.advice, figures.chatter) == (1, 2)
    assert figures.named == 0.5, "two people, but not both weeks"
    assert figures.language_kept and figures.words == 48
    assert figures_of(JAPAN, "1. **Choose a hotel:** one near the lake\nChoosy cats sleep").advice == 1
    assert not figures_of(JAPAN, "Der Plan für die zwei Wochen in Japan ist nicht fertig.").language_kept


def test_an_empty_answer_has_figures_too() -> None:
    figures = figures_of(GOALS["wedding"], "")
    assert (figures.words, figures.distinct, figures.named, figures.days) == (0, 1.0, 0.0, None)
    assert figures_of(GOALS["bakery"], "Bread").named is None


# Report and pairs


def answered(goal: Goal, arm: Arm, text: str, written: int = 10) -> Answered:
    return Answered(
        goal=goal.id, arm=arm, text=text, cut=False, figures=figures_of(goal, text),
        spent=Spent(requests=1, evaluated=10, written=written, seconds=2.0), waited=2.0,
    )  # fmt: skip


def three(goal: Goal) -> list[Answered]:
    return [answered(goal, arm, f"# Of {goal.id}\n\nThe words of number {at}") for at, arm in enumerate(ARMS)]


def test_the_report_says_where_the_swarm_loses() -> None:
    both = "Days 1 to 14 for two people in the land of temples and boats"
    answers = [
        answered(JAPAN, "one call", "For two people: days 1 to 7"),
        answered(JAPAN, "plan and execute", both),
        answered(JAPAN, "swarm", "For two people: days 1 to 7", written=30),
        answered(GOALS["german"], "one call", "Words and phrases"),
    ]
    text = "\n".join(report("a model", answers, [JAPAN, GOALS["german"]]))
    assert "Means over the 1 of 2 goals that all three answered." in text
    assert "- days covered: on 1 of 1 goals: japan (50 % against 100 %)" in text
    assert "- tokens written: 3.0 times those of the cheapest other way" in text
    assert "- advice lines" not in text
    assert "| words | 7 | 14 | 7 |" in text


def test_pairs_are_blind_whole_shuffled_and_the_same_each_time(tmp_path: Path) -> None:
    goals = [GOALS[name] for name in ("japan", "wedding", "server", "german")]
    answers = [one for goal in goals for one in three(goal)]
    key = write_pairs(answers, goals, tmp_path)
    assert len(key) == 2 * len(goals)
    assert [one.goal for one in key] != sorted((one.goal for one in key), key=[goal.id for goal in goals].index)
    assert {one.first == "swarm" for one in key} == {True, False}
    by_name = {(one.goal, one.arm): one for one in answers}
    for one in key:
        assert "swarm" in (one.first, one.second)
        text = (tmp_path / "pairs" / f"{one.pair:02}.md").read_text("utf-8")
        assert not any(arm in text for arm in ARMS)
        first, second = (by_name[one.goal, arm].text.rpartition("\n")[2] for arm in (one.first, one.second))
        assert text.index("## Answer A") < text.index(first) < text.index("## Answer B") < text.index(second)
        assert "\n### Of" in text, "an answer's headings stay below the pair's"
        assert GOALS[one.goal].text.strip() in text
    assert len(json.loads((tmp_path / "key.json").read_text())) == len(key)
    (tmp_path / "pairs" / "99.md").write_text("of an earlier run")
    assert write_pairs(answers, goals, tmp_path) == key
    assert len(list((tmp_path / "pairs").iterdir())) == len(key)


# The swarm's answers


def swarm_answer(result: str, state: str = "finished", failed: int = 0) -> SwarmAnswer:
    return SwarmAnswer(
        result=result, plan="", state=state, tasks=3, failed=failed, requests=1, evaluated=1, written=1, seconds=1.0,
        waited=1.0,
    )  # fmt: skip


def test_the_answer_is_told_without_what_names_the_swarm() -> None:
    result = "# Two weeks\n\nTokyo first.\n\n---\n\n## Notes\n\n---\n\n## How this was made\n\n- taken by alder\n"
    assert swarm_answer(result).text == "Tokyo first.\n\n---\n\n## Notes\n\n"[:-2]
    assert not swarm_answer(result).cut
    assert swarm_answer(result, failed=1).cut and swarm_answer("", state="open").cut


def test_an_answer_is_kept_for_its_model_sources_policy_and_goal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = SwarmAnswers(tmp_path, model="a", config=Config())
    kept.path_of(JAPAN).write_bytes(msgspec.json.encode(swarm_answer("# T\n\nx")))
    assert kept.get(JAPAN) == swarm_answer("# T\n\nx")
    assert SwarmAnswers(tmp_path, model="a", config=Config()).get(JAPAN) is not None
    assert SwarmAnswers(tmp_path, model="b", config=Config()).get(JAPAN) is None
    assert SwarmAnswers(tmp_path, model="a", config=Config(goals=GoalDefaults(max_tasks=3))).get(JAPAN) is None
    assert SwarmAnswers(tmp_path, model="a", config=Config(), seed=2).get(JAPAN) is None
    assert kept.get(msgspec.structs.replace(JAPAN, text="another")) is None
    monkeypatch.setattr(swarm_run, "source_state", lambda: "changed")
    assert SwarmAnswers(tmp_path, model="a", config=Config()).get(JAPAN) is None


@pytest.mark.end_to_end
@pytest.mark.mesh
def test_all_three_answer_and_nothing_is_asked_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--backend", "scripted_model:make", "--goal", "german", "--cache", str(tmp_path / "cache")]
    arguments += ["--out", str(tmp_path / "out")]
    assert main(arguments) == 0
    first = json.loads((tmp_path / "out" / "figures.json").read_text())
    assert [one["arm"] for one in first] == list(ARMS)
    swarm = first[-1]
    assert not swarm["cut"] and swarm["spent"]["requests"] > 5 and swarm["waited"] > 0
    assert "How this was made" not in swarm["text"]
    assert "## How this was made" in (tmp_path / "out" / "swarm" / "german" / "RESULT.md").read_text()
    assert len(list((tmp_path / "out" / "pairs").iterdir())) == 2
    assert main([*arguments, "--cached"]) == 0
    assert json.loads((tmp_path / "out" / "figures.json").read_text()) == first
    assert "3 answers" in capsys.readouterr().out


def test_goals_of_ones_own_and_another_seed_are_asked_for(tmp_path: Path) -> None:
    goals = tmp_path / "own.toml"
    goals.write_text('[[goals]]\nid = "kite"\narea = "hobbies"\nlanguage = "en"\ntext = "Build a kite"\n')
    arguments = ["--backend", "scripted_model:make", "--goals", str(goals), "--cache", str(tmp_path / "cache")]
    arguments += ["--out", str(tmp_path / "out"), "--arm", "one call"]

    def answers(*more: str) -> list[str]:
        assert main([*arguments, *more]) == 0
        return [one["goal"] for one in json.loads((tmp_path / "out" / "figures.json").read_text())]

    assert answers() == ["kite"]
    assert answers("--cached") == ["kite"]
    assert answers("--cached", "--seed", "2") == []
    assert answers("--seed", "2") == ["kite"]


def test_mistakes_in_options_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--goal", "mars", "--out", str(tmp_path)]) == 1
    assert main(["--model", "none-such", "--out", str(tmp_path)]) == 1
    assert "no goal mars" in capsys.readouterr().err
    assert main(["--minutes", "0", "--goal", "german", "--out", str(tmp_path), "--cache", str(tmp_path)]) == 0
    assert "0 answers" in capsys.readouterr().out


def test_the_unseen_goals_can_be_read() -> None:
    unseen = read_goals(GOALS_FILE.with_name("unseen_goals.toml"))
    assert len(unseen) == 16 and not unseen.keys() & GOALS.keys()
    assert {goal.language for goal in unseen.values()} == {"en", "de", "es", "pl", "ms"}
