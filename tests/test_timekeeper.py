"""By which time a machine dates what it says, and when it starts its clock anew."""

from __future__ import annotations

import pytest

from edge_agent import timekeeper
from edge_agent.clock import HybridClock, clock_of_ms, ms_of_clock
from edge_agent.mesh.presence import Beacon, PresenceTable
from edge_agent.records import PeerId
from edge_agent.timekeeper import Timekeeper

NOW_MS = 1_700_000_000_000
MONTHS_MS = 100 * 86_400_000
ME, BERT = PeerId("anna"), PeerId("bert")


class Records:
    """Counts how often the clock was set right."""

    def __init__(self) -> None:
        self.set_right = 0

    async def set_clock_right(self) -> int | None:
        self.set_right += 1
        return 0


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wall clock that is months ahead, and that no time service keeps right."""
    monkeypatch.setattr(timekeeper, "wall_ms", lambda: NOW_MS + MONTHS_MS)
    monkeypatch.setattr(timekeeper, "clock_is_synchronised", lambda: False)
    monkeypatch.setattr(timekeeper, "monotonic_seconds", lambda: 1.0)


def table() -> PresenceTable:
    return PresenceTable(ME)


def beacon(synchronised: bool) -> Beacon:
    return Beacon(boot="1" * 16, started=1, sequence=1, clock=1, wall_ms=NOW_MS, synchronised=synchronised, author=BERT)


async def keep_right(keeper: Timekeeper, records: Records) -> int:
    await keeper.set_right(records)  # type: ignore[arg-type]
    return records.set_right


async def test_what_it_says_is_dated_by_a_peer_whose_clock_is_kept_right(wall: None) -> None:
    clock, presence = HybridClock(), table()
    presence.hear(beacon(synchronised=True), 1.0)
    Timekeeper(clock, presence, 1.0)
    assert ms_of_clock(clock.tick()) == NOW_MS


async def test_a_mark_far_ahead_starts_anew_once_a_peer_knows_the_time(wall: None) -> None:
    clock, presence, records = HybridClock(clock_of_ms(NOW_MS + MONTHS_MS)), table(), Records()
    keeper = Timekeeper(clock, presence, 0.0)
    assert await keep_right(keeper, records) == 0, "nobody knows the time"
    presence.hear(beacon(synchronised=True), 1.0)
    keeper.look(1.0)
    assert await keep_right(keeper, records) == 1
    assert await keep_right(keeper, records) == 1, "once is enough"


async def test_a_peer_without_a_time_service_is_not_believed(wall: None) -> None:
    clock, presence, records = HybridClock(), table(), Records()
    presence.hear(beacon(synchronised=False), 0.0)
    assert await keep_right(Timekeeper(clock, presence, 0.0), records) == 0


async def test_a_clock_that_is_set_between_two_looks_dates_nothing_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, seconds = NOW_MS - MONTHS_MS, 5.0
    monkeypatch.setattr(timekeeper, "wall_ms", lambda: wall)
    monkeypatch.setattr(timekeeper, "monotonic_seconds", lambda: seconds)
    monkeypatch.setattr(timekeeper, "clock_is_synchronised", lambda: False)
    clock, presence = HybridClock(), table()
    presence.hear(beacon(synchronised=False), 5.0)
    keeper = Timekeeper(clock, presence, 5.0)
    assert ms_of_clock(clock.tick()) == NOW_MS
    wall, seconds = NOW_MS, 5.5
    assert ms_of_clock(clock.tick()) == NOW_MS + 500, "not months ahead"
    wall, seconds = NOW_MS + 1_000, 6.0
    keeper.look(6.0)
    assert ms_of_clock(clock.tick()) == NOW_MS + 1_000
