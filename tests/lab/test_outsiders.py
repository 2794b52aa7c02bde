"""Strangers on the network: without the key nothing is had, and whatever is sent, the swarm works on."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
from measuring import Measure
from processes import product_environment

from edge_agent.membership import Membership, new_membership, token_of
from lab.machine import Machine
from lab.network import Link, Network
from lab.swarm import (
    NAMES,
    Lab,
    Stopwatch,
    make_members,
    membership_of,
    start_all,
    wait_for_full_mesh,
    wait_for_the_end,
)

SECRET = "Plan the Zanzibar jubilee"


@pytest.mark.lab
@pytest.mark.timeout(900)
def test_outsiders_get_nothing_and_break_nothing(lab: Lab, measure: Measure) -> None:
    machines = lab.swarm(*NAMES[:4])
    membership = membership_of(machines[0])
    strangers = [lab.machine(name) for name in ("stranger", "impostor")]
    neighbours = lab.swarm("next-door", "over-the-road")
    make_members(strangers[1:], Membership(membership.swarm, new_membership().key))
    for outsider in (*strangers, *neighbours):  # they also try by themselves, with whatever key they have
        outsider.configure(peers=[f"/ip4/{m.link.address}/tcp/4711/p2p/{m.peer_id}" for m in machines])
    words = ("Zanzibar", membership.key, token_of(membership), "_swarm-agent")
    with heard_by_a_listener(lab.network, *words) as heard:
        start_all([*machines, *strangers, *neighbours])
        wait_for_full_mesh(machines)
        wait_for_full_mesh(neighbours)
        machines[0].submit(SECRET, "secret")
        neighbours[0].submit("Plan a fence between the gardens", "fence")
        link = lab.network.plug_in("attacker")
        since = Stopwatch()
        for key in ("none", f"wrong{new_membership().key}"):
            outcomes = attacks_on(machines[1], link, key)
            assert outcomes.pop("gossip: no record") == "refused", f"a peer with the key {key[:5]!r} was let in"
        measure("attacks without the key", since)
        told = [problem for problem in machines[1].status()["problems"] if "without the swarm's key" in problem]
        assert told, "the owner was not told of strangers"
        wait_for_the_end(machines)
        (fence,) = wait_for_the_end(neighbours)
        assert fence["title"] != SECRET
        apart(machines, [*strangers, *neighbours])
    for machine in lab.machines:
        for secret in (membership.key, token_of(membership)):
            assert secret not in machine.log(), f"{machine.name} logged the swarm's key"
    (result,) = heard
    measure("frames heard", result["frames"])
    seen = {word for word, count in result["words"].items() if count}
    assert seen == {"_swarm-agent"}, "a goal's name or the key was said in the open"


@pytest.mark.lab
@pytest.mark.timeout(900)
def test_a_member_gone_mad_breaks_nothing(lab: Lab, measure: Measure) -> None:
    machines = lab.full_mesh(*NAMES[:3])
    membership = membership_of(machines[0])
    pids = [machine.pid for machine in machines]
    machines[0].submit("Plan a two-week trip to Japan", "first")
    since = Stopwatch()
    outcomes = attacks_on(machines[1], lab.network.plug_in("attacker"), membership.key)
    measure("attacks with the key", f"{len(outcomes)} in {since}")
    measure("of these connected", sum(outcome == "connected" for outcome in outcomes.values()))
    named = [problem for problem in machines[1].status()["problems"] if "garbage" in problem or "floods" in problem]
    measure("members named for it", len(named))
    assert named, "the owner was not told who sends garbage"
    wait_for_the_end(machines)
    machines[1].submit("Plan a wedding in June", "second")
    wait_for_full_mesh(machines)
    wait_for_the_end(machines, goals=2)
    assert [machine.pid for machine in machines] == pids
    for machine in machines:
        assert machine.runs
        assert "network layer crashed" not in machine.log()


def attacks_on(victim: Machine, link: Link, key: str) -> dict[str, str]:
    """Run all attacks from the attacker's place: each one's name, with ``connected`` or ``refused``."""
    assert victim.link.address is not None
    done = subprocess.run(
        link.inside(sys.executable, "-m", "lab.outsider", victim.link.address, "4711", victim.peer_id, key),
        capture_output=True,
        text=True,
        env=product_environment(),
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    lines = (line.rpartition(" ") for line in done.stdout.splitlines())
    return {name: outcome for name, _, outcome in lines}


@contextlib.contextmanager
def heard_by_a_listener(network: Network, *words: str) -> Iterator[list[dict[str, dict[str, int]]]]:
    """A list that holds, after the context, how often each word was said on the network."""
    heard: list[dict[str, dict[str, int]]] = []
    with subprocess.Popen(
        network.inside(sys.executable, "-m", "lab.listener", *words),
        stdout=subprocess.PIPE,
        text=True,
        env=product_environment(),
    ) as listener:
        assert listener.stdout is not None
        assert listener.stdout.readline() == "listening\n"
        try:
            yield heard
        finally:
            listener.terminate()
            heard.append(json.loads(listener.stdout.readline()))


def apart(members: list[Machine], others: list[Machine]) -> None:
    """No member has a link to one of the others, hears it, or holds a record of it; nor the other way round."""
    ids = {machine.peer_id for machine in members}, {machine.peer_id for machine in others}
    for machine in (*members, *others):
        foreign = ids[machine in members]
        status = machine.status()
        assert not foreign & set(status["connected"])
        assert not foreign & {peer["peer_id"] for peer in status["peers"]}
        assert not foreign & {goal["author"] for goal in machine.goals()}
