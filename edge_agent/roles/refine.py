"""The refiner: mends a rejected split by its critiques, and measures whether that made it better. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from edge_agent.records import Child
from edge_agent.roles import decompose, score
from edge_agent.roles.prompts import Brief
from edge_agent.roles.requests import Work
from edge_agent.roles.score import Judgement


class Refined(Struct, frozen=True, kw_only=True):
    """A refined split and what the refiner's own scorer makes of both; ``after`` is None where nothing was written."""

    children: tuple[Child, ...]
    before: Judgement
    after: Judgement | None

    @property
    def better(self) -> bool:
        """Whether it scores higher, or as high and is approved where the former was not: only then it is published."""
        if self.after is None:
            return False
        before, after = self.before.scores.mean, self.after.scores.mean
        return after > before or (after == before and self.after.approve > self.before.approve)


def refine(
    brief: Brief,
    former: Sequence[Child],
    critiques: Sequence[str],
    *,
    model: str,
    sha256: str,
    threshold: int,
    angle: str,
    budget: int,
    seed: int,
    max_children: int,
    leaves: bool,
) -> Work[Refined]:
    """Mend the split ``former`` of the task, as ``decompose.split`` does, and judge both.

    Where the votes said nothing, what this machine's own scorer has against the former split is mended.
    ``model`` and ``sha256`` are the model's name and the hash of its file, ``threshold`` is the mark (0 to 100) from
    which a split is approved. See ``decompose.split`` for the others.
    """
    before = yield from score.judge(brief, former, sha256=sha256, threshold=threshold)
    children = yield from decompose.split(
        brief,
        model=model,
        angle=angle,
        budget=budget,
        seed=seed,
        max_children=max_children,
        leaves=leaves,
        refine=former,
        critiques=critiques or ([before.critique] if before.critique else []),
    )
    if not children:
        return Refined(children=(), before=before, after=None)
    after = yield from score.judge(brief, children, sha256=sha256, threshold=threshold)
    return Refined(children=children, before=before, after=after)
