"""When a machine is ready, with times that the test tells; how the agent's loop uses it: test_catching_up.py."""

from edge_agent.mesh.readiness import (
    LISTEN_INTERVALS,
    PATIENCE_INTERVALS,
    RETRY_SECONDS,
    STALL_ALLOWANCE,
    STALL_INTERVALS,
    Readiness,
)
from edge_agent.records import PeerId

BERT, CORA = PeerId("bert"), PeerId("cora")
INTERVAL = 2.0


def due(readiness: Readiness, now: float, mine: str = "a", **theirs: str) -> list[PeerId]:
    """What is due with these peers, all of which are connected."""
    digests = {PeerId(name): digest for name, digest in theirs.items()}
    return readiness.due(now, mine=mine, theirs=digests, connected=list(digests), running=())


def caught_up(now: float = 0.0) -> Readiness:
    """A machine that has exchanged records with a peer."""
    readiness = Readiness(0.0, INTERVAL)
    assert readiness.exchanged(readiness.awake_since)
    assert readiness.judge(now, alone=False)
    return readiness


def test_the_first_loop_that_turns_after_a_sleep_notices_it_and_no_other() -> None:
    readiness = caught_up()
    assert not readiness.turn(1.0)
    assert readiness.turn(3_600.0)
    assert not readiness.caught_up
    assert readiness.awake_since == 3_600.0
    assert not readiness.turn(3_600.1)


def test_a_loop_that_turns_late_is_no_sleep() -> None:
    readiness = caught_up()
    assert not readiness.turn(STALL_INTERVALS * INTERVAL + STALL_ALLOWANCE)
    assert readiness.caught_up


def test_whatever_loop_turns_keeps_the_machine_awake() -> None:
    readiness = caught_up()
    assert not any(readiness.turn(0.5 * number) for number in range(1, 100))


def test_an_exchange_from_before_a_sleep_does_not_count() -> None:
    readiness = caught_up()
    before = readiness.awake_since
    readiness.turn(100.0)
    assert not readiness.exchanged(before)
    assert not readiness.judge(100.1, alone=False)
    assert readiness.exchanged(100.0)
    assert readiness.judge(100.2, alone=False)


def test_it_is_caught_up_once() -> None:
    readiness = caught_up()
    assert not readiness.judge(1.0, alone=False)


def test_alone_it_listens_and_among_others_it_is_patient() -> None:
    alone, ignored = Readiness(0.0, INTERVAL), Readiness(0.0, INTERVAL)
    assert not alone.judge(LISTEN_INTERVALS * INTERVAL - 0.1, alone=True)
    assert alone.judge(LISTEN_INTERVALS * INTERVAL, alone=True)
    assert not ignored.judge(PATIENCE_INTERVALS * INTERVAL - 0.1, alone=False)
    assert ignored.judge(PATIENCE_INTERVALS * INTERVAL, alone=False)
    assert alone.in_vain and ignored.in_vain and not caught_up().in_vain


def test_a_machine_that_is_behind_asks_all_and_again() -> None:
    readiness = Readiness(0.0, INTERVAL)
    assert due(readiness, 0.0, bert="a", cora="a") == [BERT, CORA]
    assert due(readiness, RETRY_SECONDS / 2, bert="a", cora="a") == []
    assert due(readiness, RETRY_SECONDS, bert="a", cora="a") == [BERT, CORA]


def test_an_exchange_under_way_is_not_begun_again() -> None:
    readiness = Readiness(0.0, INTERVAL)
    assert readiness.due(0.0, mine="a", theirs={}, connected=[BERT, CORA], running=[BERT]) == [CORA]


def test_a_peer_that_comes_back_is_a_new_one() -> None:
    readiness = Readiness(0.0, INTERVAL)
    assert due(readiness, 0.0, bert="a") == [BERT]
    assert due(readiness, 0.1) == []
    assert due(readiness, 0.2, bert="a") == [BERT]
