"""Virtual time."""

from __future__ import annotations

from simulation.schedule import Schedule


def test_events_happen_in_the_order_of_their_time_then_of_planning() -> None:
    schedule, happened = Schedule(), list[str]()
    for name, time in (("late", 2.0), ("early", 1.0), ("also early", 1.0), ("after", 9.0)):
        schedule.at(time, lambda name=name: happened.append(name))  # type: ignore[misc]
    schedule.run(until=5.0)
    assert happened == ["early", "also early", "late"]
    assert schedule.now == 5.0
    assert schedule.happened == 3


def test_an_event_may_plan_others_for_the_same_moment() -> None:
    schedule, times = Schedule(), list[float]()
    schedule.at(1.0, lambda: schedule.after(0.0, lambda: times.append(schedule.now)))
    schedule.run(until=1.0)
    assert times == [1.0]


def test_what_is_called_off_does_not_happen() -> None:
    schedule, happened = Schedule(), list[str]()
    schedule.at(1.0, lambda: happened.append("it")).call_off()
    schedule.run(until=2.0)
    assert happened == []


def test_nothing_happens_in_the_past() -> None:
    schedule, times = Schedule(), list[float]()
    schedule.run(until=3.0)
    schedule.at(1.0, lambda: times.append(schedule.now))
    schedule.run(until=4.0)
    assert times == [3.0]
