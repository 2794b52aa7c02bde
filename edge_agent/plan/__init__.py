"""The plan: what follows from the set of records, the same on every machine (see docs/plan.md)."""

from edge_agent.plan.claims import Attempts, ClaimState, Step
from edge_agent.plan.goal import GoalPlan, GoalState
from edge_agent.plan.plan import Plan
from edge_agent.plan.tasks import Task, TaskState
from edge_agent.plan.votes import Candidate, QuorumRule

__all__ = [
    "Attempts",
    "Candidate",
    "ClaimState",
    "GoalPlan",
    "GoalState",
    "Plan",
    "QuorumRule",
    "Step",
    "Task",
    "TaskState",
]
