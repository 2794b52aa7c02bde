"""The lab cleans up after itself, and after those who could not."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from processes import product_environment
from waiting import wait_for

from lab.network import Network, ip, why_not

KILLED = """
import os, signal, subprocess
from lab.network import Network

with Network() as network:
    link = network.plug_in("ash")
    # It outlives its parent.
    subprocess.Popen(["ip", "netns", "exec", link.namespace, "sleep", "1000"], stdout=subprocess.DEVNULL)
    print(network.switch, link.namespace, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def possible() -> None:
    if reason := why_not():
        pytest.skip(reason)


def namespaces() -> set[str]:
    return {line.split()[0] for line in ip("netns", "list").splitlines()}


def test_what_a_killed_run_left_is_removed_by_the_next() -> None:
    command = [sys.executable, "-c", KILLED]
    killed = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=product_environment())
    left = set(killed.stdout.split())
    assert len(left) == 2
    with Network():  # another run of the lab may be at it already
        wait_for(lambda: not left & namespaces(), "the end of what was left", 30)


def test_two_networks_at_once_do_not_touch_each_other() -> None:
    with Network() as one, Network() as other:
        links = one.plug_in("ash"), other.plug_in("ash")
        assert links[0].address == links[1].address
        made = {one.switch, other.switch, *(link.namespace for link in links)}
        assert len(made) == 4
        assert made <= namespaces()
    assert not made & namespaces()


@pytest.mark.parametrize("arrived", [True, False])
def test_a_failure_within_leaves_nothing(arrived: bool) -> None:
    with pytest.raises(KeyboardInterrupt), Network() as network:
        link = network.plug_in("ash")
        sleeper = subprocess.Popen(link.inside("sleep", "1000"))
        if arrived:
            wait_for(lambda: str(sleeper.pid) in ip("netns", "pids", link.namespace).split(), "the process inside")
        else:
            sleeper.send_signal(signal.SIGSTOP)  # on its way in, where the machine is slow
        raise KeyboardInterrupt
    assert not {network.switch, link.namespace} & namespaces()
    assert sleeper.wait(10) != 0


def test_cables_and_cuts_are_felt() -> None:
    with Network() as network:
        ash, beech = network.plug_in("ash"), network.plug_in("beech")
        wait_for(lambda: reaches(ash.inside(), beech.address), "the other machine")
        for trouble, mend in ((ash.down, ash.up), (lambda: network.cut([ash], [beech]), network.heal)):
            trouble()
            assert not reaches(ash.inside(), beech.address)
            mend()
            wait_for(lambda: reaches(ash.inside(), beech.address), "the other machine again")
        beech.use_link_local_only()
        assert "169.254." in ip("-n", beech.namespace, "-4", "addr", "show")
        assert not ip("-n", beech.namespace, "-4", "route", "show", "default")


def reaches(inside: list[str], address: str | None) -> bool:
    """Whether the machine's kernel finds the other one: a connection to a closed port is refused, not lost."""
    attempt = f"""
import socket
link = socket.socket()
link.settimeout(1.5)
try:
    link.connect(("{address}", 9))
except ConnectionRefusedError:
    print("there")
except OSError:
    pass
"""
    found = subprocess.run([*inside, sys.executable, "-c", attempt], stdout=subprocess.PIPE, text=True, check=True)
    return found.stdout.strip() == "there"
