"""How much a swarm takes pains with a goal: one word for several numbers of the goal's policy.

The word never travels: it becomes numbers where the goal is made, and a plan's rules know only these.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

from msgspec import Struct

from edge_agent.records import Policy

Effort = Literal["quick", "normal", "thorough"]
EFFORTS: Final[tuple[Effort, ...]] = get_args(Effort)


class Pains(Struct, frozen=True, kw_only=True):
    """The numbers that an effort stands for; see ``config.GoalDefaults`` for what each of them means."""

    max_rounds: int
    max_depth: int
    max_tasks: int
    window_seconds: float
    min_proposals: int


PAINS: Final[Mapping[Effort, Pains]] = {
    "quick": Pains(max_rounds=0, max_depth=1, max_tasks=7, window_seconds=60.0, min_proposals=1),
    "normal": Pains(max_rounds=1, max_depth=2, max_tasks=20, window_seconds=90.0, min_proposals=2),
    "thorough": Pains(max_rounds=2, max_depth=3, max_tasks=40, window_seconds=180.0, min_proposals=3),
}
"""What they cost and bring is in docs/configuration.md."""

_MORE: Final[Mapping[Effort, str]] = {
    "quick": "`normal` weighs two splits where two machines can propose one, and has rejected ones improved",
    "normal": "`thorough` weighs three splits, and tells each day of long schedules; that may take three times as long",
}


def effort_of(policy: Policy) -> Effort | None:
    """The effort that a goal's policy was made with, as far as its rounds and proposals tell; None: one of its own."""
    for effort, pains in PAINS.items():
        if (pains.max_rounds, pains.min_proposals) == (policy.max_rounds, policy.min_proposals):
            return effort
    return None


def effort_told(effort: Effort | None) -> str:
    """The effort in words, and what a higher one might bring."""
    if effort is None:
        return "numbers of its own"
    return f"{effort} ({_MORE[effort]})" if effort in _MORE else effort
