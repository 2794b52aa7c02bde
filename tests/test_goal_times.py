"""What the time of a goal went into: its own model time, waiting, standstill, and only then coordination."""

from typing import Any

import pytest
from plan_script import Script

from edge_agent.clock import clock_of_ms
from edge_agent.goal_times import GoalTimes, Spent, lasted, minutes, times_told
from edge_agent.plan import GoalPlan
from edge_agent.records import Goal


class Models:
    """Seconds of model time by session."""

    def __init__(self) -> None:
        self.sessions: dict[str, float] = {}

    @property
    def busy_seconds(self) -> float:
        return sum(self.sessions.values())

    def seconds_of(self, prefix: str) -> float:
        return sum(seconds for name, seconds in self.sessions.items() if name.startswith(prefix))


TAKEN_MS = 1_000_000


def ended_after(seconds: float) -> GoalPlan:
    """A goal that was taken at TAKEN_MS and answered so many seconds later."""
    script = Script(max_depth=0)
    script.clock = clock_of_ms(TAKEN_MS)
    script = _taken(script)
    claim = script.claim(script.goal.root.id, at=clock_of_ms(TAKEN_MS + 1))
    script.result(claim, at=clock_of_ms(TAKEN_MS + int(seconds * 1_000)))
    assert script.goal.state == "finished"
    return script.goal


def _taken(script: Script) -> Script:
    """The same goal, taken at TAKEN_MS."""
    body = script.goal_record.body
    assert isinstance(body, Goal)
    record = script.say(body, at=clock_of_ms(TAKEN_MS))
    script.goal_record, script.id = record, record.id
    return script


def test_what_is_neither_model_nor_waiting_is_coordination() -> None:
    goal, models = ended_after(100), Models()
    times = GoalTimes(models, TAKEN_MS - 5_000, lambda: 0.0)
    models.sessions["other/write"] = 50.0  # before this goal was taken
    times.look([goal])
    models.sessions |= {f"{goal.id}/split": 20.0, f"{goal.id}/write": 40.0, "other/write": 80.0}
    assert times.spent(goal) == Spent(whole=100, model=60, others=30, stopped=0, rest=10, before=0)


def test_what_passed_before_this_run_is_not_counted() -> None:
    goal, models = ended_after(7_300), Models()
    times = GoalTimes(models, TAKEN_MS + 7_200_000, lambda: 0.0)
    times.look([goal])
    models.sessions[f"{goal.id}/write"] = 90.0
    spent = times.spent(goal)
    assert spent == Spent(whole=100, model=90, others=0, stopped=0, rest=10, before=7_200)
    assert times_told(spent) == (
        "Took 01:40 since this run began: 90.0 s of model time, 10.0 s (10%) of coordination. "
        "The goal was taken 2 h before that."
    )


def test_a_machine_that_slept_did_not_coordinate() -> None:
    goal, now = ended_after(1_000), [0.0]
    times = GoalTimes(None, TAKEN_MS, lambda: now[0])
    for now[0] in (0.0, 0.5, 1.0, 901.0, 901.5):
        times.look([goal])
    assert times.spent(goal) == Spent(whole=1_000, model=0, others=0, stopped=900, rest=100, before=0)


def test_a_standstill_within_a_request_is_no_model_time() -> None:
    goal, now, models = ended_after(53), [0.0], Models()
    times = GoalTimes(models, TAKEN_MS, lambda: now[0])
    for now[0] in (0.0, 0.5, 25.5, 26.0):
        times.look([goal])
    models.sessions[f"{goal.id}/write"] = 45.0
    assert times.spent(goal) == Spent(whole=53, model=28, others=0, stopped=25, rest=0, before=0)


def test_a_request_that_is_charged_late_gives_no_time_below_nothing() -> None:
    goal, models = ended_after(10), Models()
    times = GoalTimes(models, TAKEN_MS, lambda: 0.0)
    times.look([goal])
    models.sessions |= {f"{goal.id}/write": 8.0, "other/write": 300.0}
    assert times.spent(goal) == Spent(whole=10, model=8, others=2, stopped=0, rest=0, before=0)


@pytest.mark.parametrize(
    ("spent", "told"),
    [
        (
            {"whole": 91.6, "model": 86.4, "rest": 5.2},
            "Took 01:31: 86.4 s of model time, 5.2 s (6%) of coordination.",
        ),
        (
            {"whole": 8_100, "model": 90, "others": 720, "stopped": 7_260, "rest": 10},
            "Took 2 h 15 min: 90.0 s of model time, 12 min of waiting for other goals, 2 h 1 min in which the machine "
            "slept or was stopped, 10.0 s (10%) of coordination.",
        ),
        ({"whole": 0.0}, "Took 00:00: 0.0 s of model time, 0.0 s of coordination."),
    ],
)
def test_times_in_words(spent: dict[str, Any], told: str) -> None:
    nothing = {"whole": 0.0, "model": 0.0, "others": 0.0, "stopped": 0.0, "rest": 0.0}
    assert times_told(Spent(**(nothing | spent))) == told


def test_times_without_a_model_and_short_forms() -> None:
    assert times_told(Spent(whole=61, model=0, others=0, stopped=0, rest=61), with_model=False) == "Took 01:01."
    assert [lasted(seconds) for seconds in (0.4, 59.4, 59.6, 3_599, 3_600, 7_500)] == [
        "0 s", "59 s", "1 min", "60 min", "1 h", "2 h 5 min",
    ]  # fmt: skip
    assert minutes(3_725) == "62:05"
