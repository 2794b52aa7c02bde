"""How the votes on a split are told to people who know nothing of quorums."""

from __future__ import annotations

from collections.abc import Sequence

from edge_agent.plan.tree import DraftView, GoalView


def is_settled(goal: GoalView, drafts: Sequence[DraftView]) -> bool:
    """Whether one of a task's splits was accepted, or its goal has ended: then none waits for votes any more."""
    return goal.state != "open" or any(draft.state == "accepted" for draft in drafts)


def verdict(draft: DraftView, *, settled: bool) -> str:
    """What became of a split, in a word or two. ``settled``: see :func:`is_settled`."""
    if draft.state == "draft":
        return "not taken" if settled else "proposed"
    return draft.state


def tally(draft: DraftView, *, settled: bool) -> str:
    """Such as ``3 votes for it, none against (2 were needed)``.

    A split stands for the vote of its author, where that one scores too.
    """
    approving = {vote.scorer for vote in draft.votes if vote.approve}
    against = len({vote.scorer for vote in draft.votes} - approving)
    ended = settled or draft.state == "rejected"
    one, more = ("was", "were") if ended else ("is", "are")
    needed = f"{draft.needed} {one if draft.needed == 1 else more}"
    votes = f"{draft.support or 'no'} {'vote' if draft.support == 1 else 'votes'} for it"
    return f"{votes}, {against or 'none'} against ({needed} needed)"


def improved(draft: DraftView) -> str:
    """Such as ``, improved twice`` behind a split that came of a rejected one; nothing behind a first one."""
    if not draft.round:
        return ""
    return f", improved {'once' if draft.round == 1 else 'twice' if draft.round == 2 else f'{draft.round} times'}"
