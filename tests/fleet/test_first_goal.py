"""The package on three booted hosts: what everybody does first. The one scenario that is part of scripts/test."""

from __future__ import annotations

import re

import pytest
from lab.swarm import Stopwatch, writers_of
from measuring import Measure
from waiting import wait_for

from fleet.swarm import GOALS, USER, Swarm, answer_of, hand_in, wait_until_answered

LINE = re.compile(r"[a-z+]+ · 2 peers · goals \d+ open \d+ done")
"""How the line begins that ``systemctl status`` shows."""

pytestmark = pytest.mark.timeout(1_200)


def test_a_login_users_goal_is_answered_by_several_hosts(swarm: Swarm, measure: Measure) -> None:
    """Installed offline by apt, keyed by a credential or a token, with the answer in the home of who asked."""
    first = swarm.hosts[0]
    for host in swarm.hosts:
        assert host.service("ActiveState") == "active"
        # The line is told every few seconds.
        wait_for(lambda at=host: LINE.match(at.service("StatusText")), f"two peers on the status line of {host.name}")
        measure(f"status of {host.name} ({host.release})", host.service("StatusText"))
    watch = Stopwatch()
    title = hand_in(first, GOALS[0], "picnic")
    goal = wait_until_answered(swarm.hosts, title)
    answer = answer_of(first, "picnic")
    measure(f"{USER}'s goal, from the folder to the answer", watch)
    assert answer.startswith("# "), answer[:200]
    hosts = {host.status()["peer_id"]: host.name for host in swarm.hosts}
    writers = sorted(hosts[peer] for peer in writers_of(goal))
    assert len(writers) >= 2, writers
    measure("texts by", ", ".join(writers))
    for other in swarm.hosts[1:]:
        assert other.do("sh", "-c", "ls ~/.swarm/results", user=USER) == "", "a goal's results belong to who asked"
