"""Time that runs only while somebody looks."""

from __future__ import annotations

import math

from edge_agent.roles.attended import MAX_INATTENTION, AttendedTime


def test_a_sleep_counts_as_two_steps() -> None:
    attended = AttendedTime()
    assert attended.looked_at == -math.inf
    assert [attended.look(now, 5.0) for now in (100.0, 101.0, 108.0, 3_708.0)] == [0.0, 1.0, 7.0, MAX_INATTENTION * 5.0]
    assert (attended.seconds, attended.looked_at) == (18.0, 3_708.0)
