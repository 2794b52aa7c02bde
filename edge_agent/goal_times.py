"""What the time of each goal went into that a run of ``swarm-agent up`` worked on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Protocol

from msgspec import Struct

from edge_agent.clock import ms_of_clock
from edge_agent.plan import GoalPlan
from edge_agent.records import RecordId

STANDSTILL_SECONDS: Final = 10.0
"""Nobody looked for so long: the machine slept, or the process was stopped. Looks come twice a second."""


class Spent(Struct, frozen=True, kw_only=True):
    """Seconds: ``whole`` in this run, the sum of the next four; ``before`` from the goal's taking to this run."""

    whole: float
    model: float
    others: float
    """The model worked for other goals meanwhile."""
    stopped: float
    """The machine slept, or the process was stopped."""
    rest: float
    before: float = 0.0


class ModelTimes(Protocol):
    """Who counts the model's seconds: the model service."""

    @property
    def busy_seconds(self) -> float:
        """Of all sessions together."""
        ...

    def seconds_of(self, prefix: str) -> float:
        """Of the sessions whose names begin so."""
        ...


class _Mark(Struct, frozen=True):
    """What was counted when a goal was first seen."""

    total: float
    own: float
    stopped: float


class GoalTimes:
    """``began``: milliseconds since 1970 when this run did. ``now``: seconds of a clock that counts sleep."""

    def __init__(self, models: ModelTimes | None, began: int, now: Callable[[], float]) -> None:
        self._models = models
        self._began = began
        self._now = now
        self._looked: float | None = None
        self._stopped = 0.0
        self._marks: dict[RecordId, _Mark] = {}

    def look(self, goals: Iterable[GoalPlan]) -> None:
        """Call it about twice a second, with the goals that are to be told of."""
        now = self._now()
        if self._looked is not None and now - self._looked > STANDSTILL_SECONDS:
            self._stopped += now - self._looked
        self._looked = now
        for goal in goals:
            if goal.id not in self._marks:
                total = 0.0 if self._models is None else self._models.busy_seconds
                self._marks[goal.id] = _Mark(total, self._own(goal), self._stopped)

    def spent(self, goal: GoalPlan) -> Spent:
        """For a goal that has just ended."""
        mark = self._marks.get(goal.id, _Mark(0.0, 0.0, self._stopped))
        taken = ms_of_clock(goal.record.clock)
        last = goal.root.text.clock if goal.root.text is not None else max(one.clock for one in goal.records.values())
        since = max(taken, self._began)
        whole = left = max(0.0, (ms_of_clock(last) - since) / 1_000)
        # Each is at most what the ones before it leave: a request is charged when it ends, with a standstill within it.
        stopped = min(left, self._stopped - mark.stopped)
        left -= stopped
        model = min(left, self._own(goal))
        left -= model
        total = 0.0 if self._models is None else self._models.busy_seconds
        others = min(left, max(0.0, total - mark.total - (self._own(goal) - mark.own)))
        return Spent(
            whole=whole,
            model=model,
            others=others,
            stopped=stopped,
            rest=left - others,
            before=(since - taken) / 1_000,
        )

    def _own(self, goal: GoalPlan) -> float:
        return 0.0 if self._models is None else self._models.seconds_of(f"{goal.id}/")


LITTLE: Final = 1.0
"""Seconds of waiting of which nothing is said."""


def times_told(spent: Spent, *, with_model: bool = True) -> str:
    """Such as ``Took 01:31: 86.4 s of model time, 5.2 s (6%) of coordination.``"""
    parts = [f"{spent.model:.1f} s of model time"] if with_model else []
    parts += [f"{lasted(spent.others)} of waiting for other goals"] if spent.others >= LITTLE else []
    parts += [f"{lasted(spent.stopped)} in which the machine slept or was stopped"] if spent.stopped else []
    if with_model:
        working = spent.model + spent.rest
        share = f" ({spent.rest / working:.0%})" if working else ""
        parts.append(f"{spent.rest:.1f} s{share} of coordination")
    since = " since this run began" if spent.before >= LITTLE else ""
    earlier = f" The goal was taken {lasted(spent.before)} before that." if since else ""
    whole = minutes(spent.whole) if spent.whole < 3_600 else lasted(spent.whole)
    return f"Took {whole}{since}{': ' if parts else ''}{', '.join(parts)}.{earlier}"


def minutes(seconds: float) -> str:
    """Minutes and seconds, as on a stopwatch."""
    return f"{int(seconds) // 60:02}:{int(seconds) % 60:02}"


def lasted(seconds: float) -> str:
    """Such as ``45 s``, ``12 min``, ``2 h 5 min``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3_600:
        return f"{round(whole / 60)} min"
    hours, rest = divmod(round(whole / 60), 60)
    return f"{hours} h {rest} min" if rest else f"{hours} h"
