"""The past that the bench of the mesh makes up is a valid one."""

from __future__ import annotations

from bench.history import RECORDS_A_GOAL, past
from edge_agent.plan import Plan
from edge_agent.records import Refusal, SwarmId, decode_record

SWARM = SwarmId("ab" * 16)


def test_every_goal_of_the_past_is_finished() -> None:
    records = past(50, SWARM, 1_700_000_000_000)
    assert len(records) == 3 * RECORDS_A_GOAL
    plan = Plan()
    for record in records:
        assert not isinstance(decode_record(record.wire, SWARM), Refusal)
        assert plan.apply(record)
    assert [goal.state for goal in plan.goals()] == ["finished"] * 3
    assert all(task.finished for goal in plan.goals() for task in goal.live_tasks())
