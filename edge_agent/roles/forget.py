"""Forgetting: a goal that ended long ago is dropped everywhere, so that no machine's disk fills in years.

After the retention time the machine that took the goal says so; after twice that time any machine may, one after the
other, since every Forget is kept for good. The retention time is each machine's own setting: the shortest one counts,
and a machine that keeps its goals for ever only keeps from saying it. All of it goes by the time that is known for
sure: a clock that runs a year ahead must not delete what was said yesterday.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from edge_agent.clock import ms_of_clock
from edge_agent.roles.intents import ForgetGoal
from edge_agent.roles.rank import ranked
from edge_agent.roles.view import View

if TYPE_CHECKING:
    from edge_agent.plan import GoalPlan
    from edge_agent.roles.memory import Memory

PATIENCE_WITH_THE_ORIGIN: Final = 2
"""Retention times after which others speak for the machine that took the goal."""
INTERVALS_A_TURN: Final = 6
"""Beacon intervals that each machine leaves to the one before it: its Forget has long arrived then, if it lives."""
MOST_AT_ONCE: Final = 8
"""Goals to forget in one look: each costs a write to the disk, and hundreds may come due at once after a holiday."""


def ended_ms(goal: GoalPlan) -> int:
    """When the goal came to its end, in milliseconds since 1970, as the clocks of its records tell it."""
    if goal.root.text is not None:
        return ms_of_clock(goal.root.text.clock)
    if goal.cancel is not None:
        return ms_of_clock(goal.cancel.clock)
    return ms_of_clock(max(record.clock for record in goal.records.values()))


def is_due(goal: GoalPlan, view: View) -> bool:
    """Whether this machine may say by now that the goal is to be forgotten. Goals of unknown rules are left alone."""
    if view.now_ms is None or not view.retention_ms or not goal.ended or goal.forgotten or not goal.understood:
        return False
    due_from = view.now_ms - view.retention_ms * (1 if goal.author == view.me else PATIENCE_WITH_THE_ORIGIN)
    return ms_of_clock(goal.record.clock) <= due_from and ended_ms(goal) <= due_from


def forgets(goals: Sequence[GoalPlan], view: View, memory: Memory) -> Iterator[ForgetGoal]:
    """The goals that this machine says are to be forgotten now."""
    return islice(_its_turn(goals, view, memory), MOST_AT_ONCE)


def _its_turn(goals: Sequence[GoalPlan], view: View, memory: Memory) -> Iterator[ForgetGoal]:
    speakers = [view.me, *(peer.id for peer in view.peers.values() if "observer" not in peer.roles)]
    for goal in goals:
        age = memory.age("due to be forgotten", goal.id)
        if age is None:
            continue
        turn = 0 if goal.author == view.me else ranked(speakers, goal.id).index(view.me)
        if age >= turn * INTERVALS_A_TURN * view.beacon_interval:
            yield ForgetGoal(goal=goal.id)
