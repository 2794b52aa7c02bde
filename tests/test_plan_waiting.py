"""Records that wait for what they name."""

from __future__ import annotations

from histories import make_record

from edge_agent.plan.waiting import WaitingRoom
from edge_agent.records import Unknown

ONE, OTHER = make_record(Unknown(kind="one"), 1), make_record(Unknown(kind="other"), 2)


def due(room: WaitingRoom) -> list[object]:
    found = []
    while (record := room.next_due()) is not None:
        found.append(record)
    return found


def test_records_are_due_in_the_order_in_which_they_were_put() -> None:
    room = WaitingRoom()
    room.put(ONE)
    room.put(OTHER)
    assert due(room) == [ONE, OTHER]
    assert due(room) == []


def test_a_record_waits_until_what_it_names_has_arrived() -> None:
    room = WaitingRoom()
    room.wait(ONE, "a")
    room.wait(OTHER, "b")
    room.arrived("b")
    assert due(room) == [OTHER]
    room.arrived("nothing")
    assert due(room) == []
    room.arrived("a")
    assert due(room) == [ONE]
    room.arrived("a")
    assert due(room) == []
