"""What came to nothing is not asked for again for a while, of that peer."""

from edge_agent.mesh.deferred import FIRST_DEFERRAL, LONGEST_DEFERRAL, MAX_DEFERRED, Deferred
from edge_agent.records import PeerId, RecordId

A, B = PeerId("a"), PeerId("b")


def test_a_deferral_holds_for_the_peer_that_disappointed_only() -> None:
    deferred = Deferred()
    deferred.add(A, [RecordId("x")], 0.0)
    assert deferred.blocks(A, RecordId("x"), FIRST_DEFERRAL - 1)
    assert not deferred.blocks(A, RecordId("x"), FIRST_DEFERRAL)
    assert not deferred.blocks(B, RecordId("x"), 0.0)
    for _ in range(20):
        deferred.add(A, [RecordId("x")], 0.0)
    assert not deferred.blocks(A, RecordId("x"), LONGEST_DEFERRAL)


def test_deferrals_are_bounded() -> None:
    deferred = Deferred()
    deferred.add(A, (RecordId(str(number)) for number in range(MAX_DEFERRED + 10)), 0.0)
    assert len(deferred) == MAX_DEFERRED


def test_what_came_after_all_is_no_longer_put_off() -> None:
    deferred = Deferred()
    deferred.add(A, [RecordId("x"), RecordId("y")], 0.0)
    deferred.clear(A, [RecordId("x"), RecordId("z")])
    assert not deferred.blocks(A, RecordId("x"), 1.0)
    assert deferred.blocks(A, RecordId("y"), 1.0)
    deferred.add(A, [RecordId("x")], 10.0)
    assert not deferred.blocks(A, RecordId("x"), 10.0 + FIRST_DEFERRAL), "its delay begins anew"
