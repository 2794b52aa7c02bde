"""What the scripted model of a machine says, and how long it takes.

Everything follows from hashes of the seed and the subject, never from the order of questions: so a run with fewer
faults stays as like the full one as it can.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from edge_agent.plan import Task
from edge_agent.records import Child, Policy

Ailment = Literal["fails", "hangs", "writes junk"]


class Script(Struct, frozen=True, kw_only=True):
    """What all models of a world say. Times are seconds, both bounds included; shares are between 0 and 1."""

    seed: int = 0
    approves: float = 0.7
    """Share of the splits that a scorer approves."""
    fails: float = 0.0
    """Share of the runs that fail."""
    small: float = 0.1
    """Share of the tasks that need no split in most models' opinion."""
    agrees: float = 0.85
    """Share of the models that have most models' opinion."""
    leaves: float = 0.6
    """Share of a split's children that are leaves."""
    children: tuple[int, int] = (2, 4)
    depends: float = 0.3
    """Share of the earlier siblings that a child comes after."""
    seconds_to_split: tuple[float, float] = (2.0, 5.0)
    seconds_to_judge: tuple[float, float] = (0.5, 2.0)
    seconds_to_write: tuple[float, float] = (2.0, 8.0)
    split_by: Callable[[Task], tuple[Child, ...]] | None = None
    """Says what every split of a task is, instead of lots."""

    def chance(self, *subject: object) -> float:
        """A number in [0, 1) that depends on the seed and the subject alone."""
        digest = hashlib.blake2b(repr((self.seed, *subject)).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") / 2**64

    def between(self, bounds: tuple[float, float], *subject: object) -> float:
        """A number within the bounds."""
        return bounds[0] + self.chance(*subject) * (bounds[1] - bounds[0])

    def is_small(self, task: Task, machine: int) -> bool:
        """The answer to the leaf question."""
        most = self.chance("small", task.id) < self.small
        return most if self.chance("agrees", task.id, machine) < self.agrees else not most

    def approves_split(self, candidate: str, machine: int) -> bool:
        """Whether the machine finds the split good: good splits find more friends."""
        quality = self.chance("quality", candidate)
        return (quality + self.chance("taste", candidate, machine)) / 2 < self.approves

    def split(self, task: Task, policy: Policy, *subject: object) -> tuple[Child, ...]:
        """Children, most of them leaves, with some dependencies among them, within the task's budget."""
        if self.split_by is not None:
            return self.split_by(task)
        wanted = int(self.between((self.children[0], self.children[1] + 0.999), "count", *subject))
        return tuple(
            Child(
                title=f"part {index} of {task.title}"[:200],
                leaf=self.chance("leaf", index, *subject) < self.leaves,
                after=tuple(
                    before for before in range(index) if self.chance("after", index, before, *subject) < self.depends
                ),
            )
            for index in range(max(1, min(wanted, policy.max_children, task.budget)))
        )
