"""Forgotten goals vanish everywhere and do not come back: logs that exchange, restart and forget in any order."""

from __future__ import annotations

import asyncio
from random import Random
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st
from mesh_exchange import channel
from mesh_helpers import SWARM, seed_of

from edge_agent.clock import HybridClock, clock_of_ms
from edge_agent.mesh.reconcile import id_of
from edge_agent.mesh.sync import RangeSync
from edge_agent.record_log import RecordLog
from edge_agent.records import Cancel, Forget, Goal, KnownBody, PeerId, Policy, Record, RecordId, Signer, sign_record
from edge_agent.store import Store
from simulation.disk import VirtualDisk
from simulation.schedule import Schedule

NOW = 1_800_000_000_000
AUTHOR = Signer(seed_of(1))


def say(body: KnownBody, second: int) -> Record:
    return sign_record(body, clock=clock_of_ms(NOW - 3_600_000 + 1_000 * second), swarm=SWARM, signer=AUTHOR)


def goal_with(number: int, said: int) -> list[Record]:
    """A goal and what was said of it."""
    goal = say(Goal(title=f"goal {number}", text="text", policy=Policy()), 100 * number)
    return [goal, *(say(Cancel(goal=goal.id, reason=str(one)), 100 * number + one + 1) for one in range(said))]


OLD, KEPT = goal_with(1, 60), goal_with(2, 10)
FORGETS = [say(Forget(goal=OLD[0].id), 1_000 + one) for one in range(2)]
ALL = [*OLD, *KEPT, *FORGETS]
LEFT = {OLD[0].id, *(one.id for one in KEPT), *(one.id for one in FORGETS)}


class Machine:
    """A record log with its disk and its side of the exchange."""

    def __init__(self, number: int) -> None:
        self.signer = Signer(seed_of(10 + number))
        self.peer: PeerId = self.signer.peer_id
        self.disk = VirtualDisk(Schedule(), lambda: 0.0, lambda: True)

    async def start(self) -> None:
        """As after a crash: what was not flushed is lost."""
        self.sync = RangeSync()
        self.log = RecordLog(
            store=cast(Store, self.disk),
            swarm=SWARM,
            signer=self.signer,
            clock=HybridClock(0, now_ms=lambda: NOW),
            reference_ms=lambda: NOW,
        )
        await self.log.load()

    async def held(self) -> set[RecordId]:
        return await self.log.read(lambda records: {id_of(key) for key in records})


async def exchange(one: Machine, other: Machine, now: float) -> tuple[int, int]:
    """How many records went over, and how many bytes."""
    ends = channel()
    ours, theirs = await asyncio.gather(
        one.sync.initiate(ends[0], one.log, other.peer, now), other.sync.respond(ends[1], other.log, one.peer, now)
    )
    return ours.sent + theirs.sent, ends.bytes


_held = st.sets(st.integers(0, len(ALL) - 1))


@settings(deadline=None, max_examples=60)
@given(st.lists(_held, min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_they_vanish_everywhere_and_do_not_come_back(holdings: list[set[int]], lots: Random) -> None:
    async def story() -> None:
        machines = [Machine(number) for number in range(len(holdings))]
        for machine, held in zip(machines, holdings, strict=True):
            await machine.start()
            wires = [ALL[number].wire for number in held]
            lots.shuffle(wires)
            machine.log.hear(wires, AUTHOR.peer_id)
        machines[0].log.hear([record.wire for record in (*ALL[:62], *FORGETS)], AUTHOR.peer_id)
        now = 0.0
        for _ in range(12):
            now += 5.0
            one, other = lots.sample(machines, 2)
            await exchange(one, other, now)
            if lots.random() < 0.3:
                await one.log.flush()
            if lots.random() < 0.2:
                await other.start()
        for machine in machines:
            await machine.log.flush()
        everything = set().union(*[await machine.held() for machine in machines]) | set().union(
            *[machine.disk.content for machine in machines]
        )
        for _ in range(2):  # there and back: now all have met all
            for one in machines:
                for other in machines:
                    if one is not other:
                        now += 5.0
                        await exchange(one, other, now)
        for machine in machines:
            await machine.log.flush()
            held = await machine.held()
            assert held == (everything & LEFT) >= {OLD[0].id, *(one.id for one in FORGETS)}
            assert set(machine.disk.content) == held
            assert set(machine.log.plan.goal(OLD[0].id).records) <= LEFT  # type: ignore[union-attr]
        for one in machines:
            for other in machines:
                if one is not other:
                    went, size = await exchange(one, other, now)
                    assert (went, size < 300) == (0, True), "nobody goes on asking"

    asyncio.run(story())


def test_who_forgot_asks_once_for_what_a_stubborn_peer_still_holds() -> None:
    """The peer never takes the Forget, such as an older version with a fault: it is not asked again and again."""

    async def nothing(ids: object) -> list[RecordId]:
        return []

    async def story() -> None:
        forgetful, stubborn = Machine(0), Machine(1)
        await forgetful.start()
        await stubborn.start()
        stubborn.log.missing = nothing  # type: ignore[method-assign]
        forgetful.log.hear([OLD[0].wire, FORGETS[0].wire], AUTHOR.peer_id)
        stubborn.log.hear([record.wire for record in OLD], AUTHOR.peer_id)
        went = [(await exchange(forgetful, stubborn, 10.0 * number))[0] for number in range(100)]
        assert [number for number, one in enumerate(went) if one] == [0, 3, 9, 21, 45, 93]
        assert await forgetful.held() == {OLD[0].id, FORGETS[0].id}

    asyncio.run(story())


def test_an_asker_that_gets_the_forget_first_does_not_offer_the_rest() -> None:
    async def story() -> None:
        forgetful, late = Machine(0), Machine(1)
        await forgetful.start()
        await late.start()
        forgetful.log.hear([OLD[0].wire, FORGETS[0].wire], AUTHOR.peer_id)
        late.log.hear([record.wire for record in OLD], AUTHOR.peer_id)
        assert (await exchange(late, forgetful, 0.0))[0] == 1
        assert await late.held() == await forgetful.held() == {OLD[0].id, FORGETS[0].id}

    asyncio.run(story())
