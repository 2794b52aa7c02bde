"""What happens at home to machines at work: killed and hung services, reboots, power cuts, pulled cables."""

from __future__ import annotations

import signal
import time

import pytest
from lab.swarm import Stopwatch
from measuring import Measure
from waiting import wait_for

from fleet.hosts import Host
from fleet.swarm import GOALS, LONG, Swarm, answer_of, hand_in, wait_for_mesh, wait_for_work, wait_until_answered

pytestmark = pytest.mark.fleet


def restart_by(name: str, host: Host) -> Stopwatch:
    """Send a signal to the service's main process; wait until systemd has started it once more, and it answers."""
    restarts = int(host.service("NRestarts"))
    watch = Stopwatch()
    host.do("systemctl", "kill", f"--signal={name}", "--kill-who=main", "swarm-agent")
    wait_for(lambda: int(host.service("NRestarts")) > restarts and host.status(), "a restart", LONG)
    return watch


def test_a_killed_service_is_restarted(swarm: Swarm, measure: Measure) -> None:
    """kill -9: systemd starts it again, and the others see it as before."""
    host = swarm.hosts[1]
    watch = restart_by("KILL", host)
    measure("killed, until it answers again", watch)
    wait_for_mesh(swarm.hosts)
    measure("until all see it again", watch)


def test_a_hung_service_is_restarted(swarm: Swarm, measure: Measure) -> None:
    """A process that does nothing any more is noticed by the watchdog."""
    host = swarm.hosts[2]
    measure("hung, until it answers again", restart_by("STOP", host))
    assert "watchdog" in host.do("journalctl", "--unit", "swarm-agent", "--no-pager", "--lines", "80").lower()
    wait_for_mesh(swarm.hosts)


@pytest.mark.parametrize("how", [Host.reboot, Host.power_cut], ids=["reboot", "power cut"])
@pytest.mark.parametrize("number", [0, 1, 2], ids=["h1", "h2", "h3"])
def test_each_host_goes_down_in_the_middle_of_a_goal(swarm: Swarm, measure: Measure, how: object, number: int) -> None:
    """The goal is handed in on the first host; whichever goes down, it is answered there."""
    name = f"{'reboot' if how is Host.reboot else 'cut'}{number}"
    first, host = swarm.hosts[0], swarm.hosts[number]
    watch = Stopwatch()
    title = hand_in(first, GOALS[number], name)
    busy = wait_for_work(swarm.hosts)
    measure(f"at work when {host.name} goes down", busy.name)
    if how is Host.reboot:
        down = Stopwatch()
        host.reboot()
    else:
        host.power_cut()
        time.sleep(10)
        down = Stopwatch()
        host.boot()
    wait_for(host.status, f"the agent of {host.name}", LONG)
    measure("until its agent answers again", down)
    wait_until_answered(swarm.hosts, title)
    answer_of(first, name)
    measure("from the folder to the answer", watch)


def test_a_pulled_cable_in_the_middle_of_a_goal(swarm: Swarm, measure: Measure) -> None:
    """Both sides go on by themselves; plugged in again they agree on one answer."""
    first, cut = swarm.hosts[0], swarm.hosts[1]
    watch = Stopwatch()
    title = hand_in(first, GOALS[3], "cable")
    wait_for_work(swarm.hosts)
    cut.pull_cable()
    try:
        wait_for(lambda: _sees_only(first, 1), "the others to miss it", LONG)
        measure("until the others count it as gone", watch)
    finally:
        cut.plug_in()
    again = Stopwatch()
    wait_for_mesh(swarm.hosts)
    measure("plugged in, until all see each other", again)
    wait_until_answered(swarm.hosts, title)
    answer_of(first, "cable")
    measure("from the folder to the answer", watch)


def _sees_only(host: Host, others: int) -> bool:
    status = host.status()
    return bool(status) and sum(peer["liveness"] == "alive" for peer in status["peers"]) == others


def test_a_service_that_is_stopped_stays_stopped(swarm: Swarm) -> None:
    """A clean stop is no failure, and takes less than systemd's patience."""
    host = swarm.hosts[2]
    host.do("systemctl", "stop", "swarm-agent")
    assert host.service("Result") == "success"
    assert host.service("ExecMainStatus") in ("0", str(signal.SIGTERM.value))
    host.do("systemctl", "start", "swarm-agent")
    wait_for_mesh(swarm.hosts)
