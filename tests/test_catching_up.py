"""When exchanges are begun, and when a machine counts as caught up: with times that the test tells."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from edge_agent.catching_up import CatchingUp
from edge_agent.mesh.readiness import (
    DIFFERING_SECONDS,
    EXCHANGE_EVERY_SECONDS,
    LISTEN_INTERVALS,
    MAX_DOUBLINGS,
    PATIENCE_INTERVALS,
)
from edge_agent.records import PeerId

BERT, CORA = PeerId("bert"), PeerId("cora")


class Bench:
    """One machine's exchanges; beacons come every second."""

    def __init__(self) -> None:
        self.asked: list[PeerId] = []
        self.error: Exception | None = None
        self.hold = asyncio.Event()
        self.hold.set()
        self.catching_up = CatchingUp(self._exchange, beacon_interval=1.0, name_of=str, changed=lambda: None, now=0.0)

    async def _exchange(self, peer: PeerId) -> int:
        self.asked.append(peer)
        await self.hold.wait()
        if self.error is not None:
            raise self.error
        return 0

    async def look(self, now: float, mine: str = "a", **theirs: str) -> None:
        """Look at ``now``; ``theirs``: the digests of the connected peers."""
        peers = {PeerId(name): digest for name, digest in theirs.items()}
        self.catching_up.look(now, mine=mine, theirs=peers, connected=list(peers))
        for _ in range(3):
            await asyncio.sleep(0)


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    bench = Bench()
    yield bench
    await bench.catching_up.stop()


async def test_alone_it_is_done_after_listening(bench: Bench) -> None:
    await bench.look(LISTEN_INTERVALS - 0.1)
    assert not bench.catching_up.done
    await bench.look(LISTEN_INTERVALS)
    assert bench.catching_up.done


async def test_the_first_exchange_makes_it_done(bench: Bench) -> None:
    bench.hold.clear()
    await bench.look(0.1, bert="b", cora="a")
    assert set(bench.asked) == {BERT, CORA}
    assert not bench.catching_up.done
    bench.hold.set()
    await bench.look(0.2, bert="b", cora="a")
    assert bench.catching_up.done


async def test_failed_exchanges_are_tried_again_and_do_not_stop_it_for_ever(bench: Bench) -> None:
    bench.error = ConnectionError("too many exchanges, try again")
    for second in range(PATIENCE_INTERVALS):
        await bench.look(float(second), bert="b")
    assert len(bench.asked) == PATIENCE_INTERVALS / 2
    assert not bench.catching_up.done
    await bench.look(float(PATIENCE_INTERVALS), bert="b")
    assert bench.catching_up.done


async def test_after_a_sleep_the_peers_that_are_still_connected_are_asked_anew(bench: Bench) -> None:
    await bench.look(0.1, bert="a")
    bench.catching_up.wake_up(3_600.0)
    assert not bench.catching_up.done
    await bench.look(3_600.1, bert="a")
    assert bench.asked == [BERT, BERT]
    assert bench.catching_up.done


async def test_an_exchange_from_before_the_sleep_does_not_count(bench: Bench) -> None:
    bench.hold.clear()
    await bench.look(0.1, bert="a")
    bench.catching_up.wake_up(3_600.0)
    bench.hold.set()
    await asyncio.sleep(0.01)
    assert not bench.catching_up.done


async def test_a_digest_that_goes_on_differing_leads_to_an_exchange(bench: Bench) -> None:
    await bench.look(0.1, bert="a")
    await bench.look(20.0, bert="b")
    await bench.look(20.0 + DIFFERING_SECONDS / 2, bert="a")
    await bench.look(20.0 + DIFFERING_SECONDS, bert="b")
    assert len(bench.asked) == 1, "gossip was given no time"
    await bench.look(20.0 + 2 * DIFFERING_SECONDS, bert="b")
    assert len(bench.asked) == 2


async def test_a_peer_that_always_differs_is_asked_ever_more_seldom(bench: Bench) -> None:
    await bench.look(0.0, bert="a")
    hour = 3_600
    for second in range(1, hour):
        await bench.look(float(second), bert="b")
    in_an_hour = len(bench.asked) - 1
    assert in_an_hour <= MAX_DOUBLINGS + hour / (EXCHANGE_EVERY_SECONDS * 2**MAX_DOUBLINGS) + 1
    await bench.look(float(hour), bert="c")
    assert len(bench.asked) - 1 == in_an_hour + 1, "something new on its side is asked for at once"
