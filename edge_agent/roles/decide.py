"""What a machine would do next: the whole of its behaviour, on one page.

``decide`` is pure. The daemon looks (``memory.observe``), decides, carries the intents out in order, and decides again
on the next record, beacon or second. An intent that could not be carried out simply comes again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge_agent.roles import claim, forget, propose, vote
from edge_agent.roles.intents import Intent, Judge, Propose, RunClaim
from edge_agent.roles.memory import Memory
from edge_agent.roles.view import View

if TYPE_CHECKING:
    from edge_agent.plan import Plan


def decide(plan: Plan, view: View, memory: Memory, now: float) -> list[Intent]:
    """The machine's next steps, in the order in which they should be carried out.

    ``memory`` has observed this plan and view at ``now`` (seconds of the monotonic clock).
    """
    if "observer" in view.roles:
        return []
    if memory.looked_at != now:
        raise ValueError("let the memory observe this plan and view at this moment before deciding")
    intents: list[Intent] = [*claim.dropped_runs(plan, view)]
    if not view.caught_up:
        return intents
    everything = plan.goals()
    goals = [goal for goal in everything if goal.understood and not goal.ended]
    for goal in goals:
        lowered = vote.lowered_quorum(goal, view, memory)
        if lowered is not None:
            intents.append(lowered)
        intents += claim.upkeep(goal, view, memory)
        intents += vote.votes(goal, view, memory)
        intents += propose.proposals(goal, view, memory)
    planning = bool(view.proposing or view.judging) or any(isinstance(intent, Propose | Judge) for intent in intents)
    intents += claim.claims(goals, view, memory, planning=planning)
    intents += forget.forgets(everything, view, memory)
    return intents


def is_wanted(plan: Plan, view: View, work: Propose | Judge | RunClaim) -> bool:
    """Whether model work that this machine began is still worth going on with, and its outcome worth publishing."""
    if isinstance(work, RunClaim):
        return not claim.why_unwanted(plan, view, work.claim)
    goal = plan.goal(work.goal)
    if goal is None or goal.ended:
        return False
    undecided = {task.id for task in goal.undecided()}
    if isinstance(work, Propose):
        return work.task in undecided
    candidate = goal.candidate(work.proposal)
    if candidate is None or candidate.task_id not in undecided:
        return False
    return view.me not in candidate.approvals and view.me not in candidate.rejections
