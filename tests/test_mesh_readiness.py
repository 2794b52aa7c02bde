"""When a machine is ready, with times that the test tells; how the agent's loop uses it: test_catching_up.py."""

from edge_agent.mesh.readiness import (
    DIFFERING_SECONDS,
    EXCHANGE_EVERY_SECONDS,
    LISTEN_INTERVALS,
    MAX_RECENT,
    PATIENCE_INTERVALS,
    RECENT_SECONDS,
    RETRY_SECONDS,
    ROUTINE_SECONDS,
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


def test_a_digest_that_was_its_own_a_moment_ago_is_no_cause() -> None:
    """Ten records a second for a minute; the peer's beacons tell every two seconds where everybody was then."""
    readiness, told = caught_up(), "digest 0"
    asked = []
    for step in range(1, 600):
        now = step / 10
        readiness.note(now, f"digest {step}")
        if step % (10 * INTERVAL) == 0:
            told = f"digest {step - 3}"
        if step % 10 == 0:
            asked += due(readiness, now, f"digest {step}", bert=told)
    assert asked == []


def test_a_peer_that_stays_behind_is_noticed_once_its_digest_is_old() -> None:
    readiness = caught_up()
    readiness.note(0.0, "a")
    readiness.note(10.0, "b")
    asked_at = [now for now in range(11, 60) if due(readiness, float(now), "b", bert="a")]
    assert 10 + RECENT_SECONDS + DIFFERING_SECONDS <= asked_at[0] <= 10 + RECENT_SECONDS + DIFFERING_SECONDS + 2


def test_the_peer_that_lacks_a_record_notices_at_once() -> None:
    readiness = caught_up()
    readiness.note(0.0, "a")
    asked_at = [now for now in range(1, 30) if due(readiness, float(now), "a", bert="b")]
    assert asked_at[:2] == [1 + DIFFERING_SECONDS, 1 + DIFFERING_SECONDS + EXCHANGE_EVERY_SECONDS]


def test_former_digests_are_bounded_and_a_digest_that_comes_back_counts_from_its_last_time() -> None:
    readiness = caught_up()
    for number in range(3 * MAX_RECENT):
        readiness.note(1.0, f"digest {number}")
    assert len(readiness._recent) == MAX_RECENT
    for now, digest in ((2.0, "a"), (3.0, "b"), (40.0, "a"), (60.0, "c")):
        readiness.note(now, digest)
    assert due(readiness, 85.0, "c", bert="a") == due(readiness, 88.5, "c", bert="a") == []
    assert len(readiness._recent) == 1


def test_now_and_then_an_exchange_comes_without_a_cause_with_one_peer_after_the_other() -> None:
    readiness = caught_up()
    asked = {
        now: peers for now in range(1, int(4.5 * ROUTINE_SECONDS)) if (peers := due(readiness, now, bert="a", cora="a"))
    }
    assert [now / ROUTINE_SECONDS for now in asked] == [1, 2, 3, 4]
    assert list(asked.values()) == [[BERT], [CORA], [BERT], [CORA]]


def test_one_exchange_without_a_cause_is_no_second_one_for_a_peer_that_differs() -> None:
    readiness = caught_up()
    due(readiness, ROUTINE_SECONDS - 1, bert="b")
    assert due(readiness, ROUTINE_SECONDS, bert="b") == []
    assert due(readiness, ROUTINE_SECONDS + 3, bert="b") == [BERT]
