"""Who serves what: the table of primary roles, cover, and its patience."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from random import Random
from typing import Any

import pytest
from histories import FAST_TIER
from hypothesis import given, settings
from hypothesis import strategies as st
from machines import policy_for, world_of
from msgspec.structs import replace

from edge_agent.records import Cancel, PeerId
from edge_agent.roles.assign import (
    ADD_INTERVALS,
    COVERED,
    GIB,
    HOLD_INTERVALS,
    MAX_DOUBLINGS,
    RoleKeeper,
    capability,
    chosen,
    primary_role,
    scorers_wanted,
)
from edge_agent.roles.view import Peer, Role

INTERVAL = 5.0
GONE = 6 * INTERVAL
STEP = 2.5
MIB = 1 << 20


def peer(name: str, *own: Role, tier: int = 2, covers: bool = True, lacking: Collection[Role] = ()) -> Peer:
    """A machine with a model (tier 0: without) and these roles of its own."""
    keeper = RoleKeeper(frozenset(own), why="", covers=covers)
    return Peer(
        id=PeerId(name),
        roles=frozenset(own) if tier else frozenset(),
        own=frozenset(own) if tier else frozenset(),
        could=keeper.could if tier else frozenset(),
        lacking=frozenset(lacking),
        capability=tier,
        tier=tier,
    )


@pytest.mark.parametrize(
    ("memory", "gpu", "role"),
    [
        (64 * GIB, True, "executor"),
        (2 * GIB, True, "executor"),
        (416 * MIB, False, "observer"),  # a Raspberry Pi Zero 2 W, sold with 512 MB
        (int(0.85 * GIB), False, "scorer"),  # "1 GB", with much of it given to the display
        (int(0.9 * GIB), False, "scorer"),  # a Raspberry Pi 3, sold with 1 GB
        (int(1.8 * GIB), False, "scorer"),
        (int(2.9 * GIB), False, "scorer"),
        (int(3.7 * GIB), False, "decomposer"),  # a Raspberry Pi 4, sold with 4 GB
        (4 * GIB, False, "decomposer"),
        (16 * GIB, False, "decomposer"),
    ],
)
def test_the_primary_role_follows_from_the_hardware(memory: int, gpu: bool, role: str) -> None:
    assert primary_role(memory=memory, usable_gpu=gpu) == role


def test_capability_is_the_models_tier_first_then_memory() -> None:
    order = [capability(tier=t, memory=m * GIB) for t, m in ((0, 512), (1, 2), (1, 64), (2, 1), (3, 4), (3, 100_000))]
    assert order == sorted(order)
    assert len(set(order)) == len(order)


def test_the_most_capable_cover_what_is_lacking() -> None:
    small, big, middle = peer("a", "scorer", tier=1), peer("b", "executor", tier=3), peer("c", "executor", tier=2)
    assert chosen("decomposer", [small, big, middle], 1) == {"b"}
    assert chosen("scorer", [small, big, middle], 2) == {"a", "b"}
    assert chosen("scorer", [small, big, middle], 9) == {"a", "b", "c"}


def test_equals_are_chosen_by_id_whatever_the_order() -> None:
    machines = [peer(name, "executor") for name in "dcab"]
    assert chosen("scorer", machines, 2) == chosen("scorer", machines[::-1], 2) == {"a", "b"}


def test_nobody_covers_what_is_served_or_what_it_cannot_serve() -> None:
    assert chosen("decomposer", [peer("a", "decomposer"), peer("b", "executor", tier=9)], 1) == {"a"}
    assert chosen("decomposer", [peer("a", "executor", tier=0), peer("o", "observer")], 1) == frozenset()
    assert chosen("scorer", [peer("a", "executor", covers=False)], 3) == frozenset()


def test_who_brings_nothing_about_is_covered_and_chosen_last() -> None:
    hung, spare = peer("a", "decomposer", lacking=["decomposer"]), peer("b", "executor")
    assert chosen("decomposer", [hung, spare], 1) == {"a", "b"}
    also_hung = peer("c", "executor", tier=9, lacking=["decomposer"])
    assert chosen("decomposer", [hung, spare, also_hung], 1) == {"a", "b"}
    assert chosen("decomposer", [hung, also_hung], 1) == {"a", "c"}


def test_scorers_are_wanted_for_the_largest_quorum_of_an_open_goal_and_one_more() -> None:
    world = world_of(1)
    owner = world.machines[0]
    assert scorers_wanted(owner.plan.goals()) == 3
    world.submit(owner, policy_for(1), title="small")
    assert scorers_wanted(owner.plan.goals()) == 3
    large = world.submit(owner, policy_for(9), title="large")
    assert scorers_wanted(owner.plan.goals()) == 6
    owner.publish(Cancel(goal=large.id))
    assert scorers_wanted(owner.plan.goals()) == 3


class Keeping:
    """A keeper with the living it knows of, in virtual time."""

    def __init__(self, *own: Role, tier: int = 2) -> None:
        self.me = peer("me", *own, tier=tier)
        self.keeper = RoleKeeper(frozenset(own), why="its hardware")
        self.now = 0.0
        self.changes = 0

    def look(self, *others: Peer, seconds: float = 0.0, scorers: int = 3) -> frozenset[Role]:
        """Go on for so many seconds with these living, looking often."""
        until = self.now + seconds
        while True:
            peers = {other.id: other for other in others}
            self.changes += self.keeper.look(self.me, peers, self.now, interval=INTERVAL, scorers=scorers)
            if self.now >= until:
                return self.keeper.roles
            self.now += min(STEP, until - self.now)


def test_a_lone_laptop_does_it_all_after_it_has_listened() -> None:
    alone = Keeping("decomposer")
    assert alone.look() == {"decomposer"}
    assert alone.look(seconds=ADD_INTERVALS * INTERVAL - 1) == {"decomposer"}
    assert alone.look(seconds=2) == {"decomposer", "scorer"}
    assert alone.keeper.why("decomposer") == "its hardware"
    assert alone.keeper.why("scorer") == "cover: 3 scorers are wanted, none lives without it"


def test_an_observer_covers_nothing_and_serves_without_a_model() -> None:
    observer = Keeping("observer")
    assert observer.look(seconds=600) == {"observer"}


def test_without_a_model_no_role_is_served_and_with_one_cover_comes_back() -> None:
    bare = Keeping("executor", tier=0)
    assert bare.look(seconds=600) == frozenset()
    bare.me = peer("me", "executor")
    assert bare.look() == {"executor"}
    assert bare.look(seconds=60) == {"decomposer", "executor", "scorer"}
    bare.me = peer("me", "executor", tier=0)
    assert bare.look() == frozenset()


def test_cover_outlasts_the_lack_and_waits_for_those_who_take_over() -> None:
    gpu = Keeping("executor")
    gpu.look(seconds=60)
    laptop, still_silent = peer("a", "decomposer"), peer("b", "executor", tier=9)
    scorers = [peer(name, "scorer") for name in "xyz"]
    assert "decomposer" in gpu.look(laptop, *scorers, seconds=HOLD_INTERVALS * INTERVAL - 2)
    assert gpu.keeper.why("decomposer") == "cover: no longer needed, and given up after a while"
    assert gpu.look(laptop, *scorers, seconds=4) == {"executor"}
    gpu = Keeping("executor")
    gpu.look(seconds=60)
    held = gpu.look(still_silent, *scorers, seconds=10 * HOLD_INTERVALS * INTERVAL)
    assert "decomposer" in held, "the better machine is to cover, but does not say that it does"


def test_a_machine_that_comes_and_goes_makes_others_change_a_few_times_only() -> None:
    for minutes in (1, 4, 10, 30):
        other = Keeping("executor")
        laptop = peer("a", "decomposer", "scorer")
        fixed = [peer(name, "scorer") for name in "xyz"]
        for _ in range(40):
            other.look(*fixed, seconds=minutes * 60)
            other.look(laptop, *fixed, seconds=minutes * 60)
        assert other.changes <= 2 * (MAX_DOUBLINGS + 1)


def test_a_sleep_gives_nothing_up_and_takes_nothing_on() -> None:
    sleeper = Keeping("executor")
    sleeper.look(seconds=60)
    laptop, scorers = peer("a", "decomposer"), [peer(name, "scorer") for name in "xyz"]
    sleeper.look(laptop, *scorers, seconds=10)
    sleeper.now += 3_600
    assert "decomposer" in sleeper.look(laptop, *scorers)


def test_a_quorum_is_counted_from_those_that_will_score() -> None:
    first = Keeping("decomposer")
    others = [peer("a", "decomposer"), peer("b", "decomposer"), peer("c", "executor", tier=0)]
    first.look(*others, seconds=INTERVAL)
    assert "scorer" not in first.keeper.roles
    assert first.keeper.scorers(first.me.id, {other.id: other for other in others}) == 3


# A swarm in which each machine knows of the others by their beacons alone, and late.


class Member:
    """A machine that is on, with what it heard."""

    def __init__(self, standing: Peer, covers: bool, now: float, lots: Random) -> None:
        self.standing = standing
        own = standing.own or frozenset[Role]({"executor"})
        self.keeper = RoleKeeper(own, why="", covers=covers)
        self.heard: dict[PeerId, tuple[float, Peer]] = {}
        self.beacon_at = now + lots.uniform(0.0, 1.0)
        self.changed: list[float] = []

    def as_peer(self) -> Peer:
        return replace(self.standing, roles=self.keeper.roles)


class Swarm:
    """Beacons arrive up to an interval late; some never do."""

    def __init__(self, specs: list[dict[str, Any]], seed: int, loss: float) -> None:
        self.specs = specs
        self.lots = Random(seed)
        self.loss = loss
        self.now = 0.0
        self.members: dict[int, Member] = {}
        self.under_way: list[tuple[float, int, Peer]] = []

    def switch(self, number: int) -> None:
        """Turn the machine on, or off."""
        if self.members.pop(number, None) is None:
            spec = self.specs[number]
            standing = peer(f"m{number}", spec["own"], tier=spec["tier"], covers=spec["covers"])
            self.members[number] = Member(standing, spec["covers"], self.now, self.lots)

    def hang(self, number: int) -> None:
        """The machine's model hangs, or works again."""
        member = self.members.get(number)
        if member is not None:
            lacking = frozenset[Role]() if member.standing.lacking else frozenset(COVERED)
            member.standing = replace(member.standing, lacking=lacking)

    def run(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += STEP
            arrived = [message for message in self.under_way if message[0] <= self.now]
            self.under_way = [message for message in self.under_way if message[0] > self.now]
            for _, to, beacon in arrived:
                if to in self.members:
                    self.members[to].heard[beacon.id] = (self.now, beacon)
            for member in self.members.values():
                self._turn(member)

    def _turn(self, member: Member) -> None:
        member.heard = {name: known for name, known in member.heard.items() if self.now - known[0] <= GONE}
        peers = {name: known for name, (_, known) in member.heard.items()}
        if member.keeper.look(member.as_peer(), peers, self.now, interval=INTERVAL, scorers=3):
            member.changed.append(self.now)
            member.beacon_at = self.now
        if self.now < member.beacon_at or not member.keeper.roles | member.standing.own:
            return
        member.beacon_at = self.now + INTERVAL
        for number, other in self.members.items():
            if other is not member and self.lots.random() >= self.loss:
                delay = self.lots.uniform(0.0, INTERVAL)
                self.under_way.append((self.now + delay, number, member.as_peer()))


SPECS = st.fixed_dictionaries(
    {
        "own": st.sampled_from(["decomposer", "scorer", "executor"]),
        "tier": st.integers(0, 3),
        "covers": st.sampled_from([True, True, True, False]),
    }
)


@settings(max_examples=50 if FAST_TIER else 200, deadline=None)
@given(
    st.lists(SPECS, min_size=1, max_size=7),
    st.lists(st.tuples(st.integers(0, 6), st.booleans(), st.integers(1, 100)), max_size=8),
    st.integers(0, 1 << 30),
)
def test_after_any_history_the_roles_are_served_and_rest(
    specs: list[dict[str, Any]], history: list[tuple[int, bool, int]], seed: int
) -> None:
    swarm = Swarm(specs, seed, loss=0.1)
    for number in range(len(specs)):
        swarm.switch(number)
    for number, hangs, seconds in history:
        (swarm.hang if hangs else swarm.switch)(number % len(specs))
        swarm.run(seconds)
    swarm.loss = 0.0
    changed_at = swarm.now
    swarm.run(GONE + (2 + ADD_INTERVALS) * INTERVAL)
    capable = [member for member in swarm.members.values() if member.standing.tier]
    works = {role: {m.standing.id for m in capable if role in m.keeper.roles} for role in COVERED}
    able = {role: {m.standing.id for m in capable if role in m.standing.own | m.standing.could} for role in COVERED}
    well = {role: {m.standing.id for m in capable if role not in m.standing.lacking} for role in COVERED}
    for role, aim in (("decomposer", 1), ("scorer", 3)):
        wanted = min(aim, len(able[role]))
        assert len(works[role]) >= wanted
        assert len(works[role] & well[role]) >= min(aim, len(able[role] & well[role]))
    # All see the same roles once the beacons of the last change have come.
    while any(moment > swarm.now - 2 * INTERVAL for member in swarm.members.values() for moment in member.changed):
        swarm.run(INTERVAL)
    for member in swarm.members.values():
        seen = {name: known.roles for name, (_, known) in member.heard.items()}
        real = {m.standing.id: m.keeper.roles for m in swarm.members.values() if m is not member and m.standing.tier}
        assert {name: roles for name, roles in seen.items() if roles} == real
    # And then all rests: cover that is not needed goes once, and nothing comes back.
    swarm.run(HOLD_INTERVALS * 4 * INTERVAL)
    late = Counter(
        number for number, member in swarm.members.items() for moment in member.changed if moment > changed_at
    )
    assert all(count <= 4 for count in late.values()), late
    for role, aim in (("decomposer", 1), ("scorer", 3)):
        assert sum(role in member.keeper.roles for member in capable) >= min(aim, len(able[role]))
