"""The hybrid clock never goes back; records from the future wait and come out in order."""

from hypothesis import given
from hypothesis import strategies as st

from edge_agent.clock import (
    MAX_QUARANTINED,
    QUARANTINE_MS,
    HybridClock,
    Quarantine,
    clock_of_ms,
    ms_of_clock,
    reference_ms,
)
from edge_agent.records import Cancel, Clock, Record, RecordId, Signer, SwarmId

AUTHOR = Signer(b"\x02" * 32).peer_id


def record(clock: int, name: int = 0) -> Record:
    return Record(
        id=RecordId(f"{clock:032x}{name:032x}"),
        author=AUTHOR,
        clock=Clock(clock),
        swarm=SwarmId("00" * 16),
        body=Cancel(goal="00" * 32),
        wire=b"",
    )


@given(st.lists(st.tuples(st.integers(0, 2**41), st.one_of(st.none(), st.integers(0, 2**57))), max_size=50))
def test_a_tick_is_above_all_that_was_told_or_counted_whatever_the_wall_clock_does(
    steps: list[tuple[int, int | None]],
) -> None:
    wall = 0
    clock = HybridClock(now_ms=lambda: wall)
    highest = 0
    for wall_now, counted in steps:
        wall = wall_now
        if counted is not None:
            clock.count(counted)
            highest = max(highest, counted)
        value = clock.tick()
        assert value > highest
        assert ms_of_clock(value) >= wall
        highest = value
        assert clock.mark == highest


def test_the_counter_carries_into_the_milliseconds() -> None:
    clock = HybridClock(mark=(7 << 16) + 0xFFFF, now_ms=lambda: 3)
    assert clock.tick() == 8 << 16


def test_a_persisted_mark_outlives_a_clock_that_starts_in_the_past() -> None:
    before = HybridClock(now_ms=lambda: 1_800_000_000_000).tick()
    assert HybridClock(mark=before, now_ms=lambda: 0).tick() > before


def test_a_mark_far_ahead_starts_anew_once_the_time_is_known() -> None:
    now = 1_800_000_000_000
    ahead = HybridClock(mark=clock_of_ms(now + QUARANTINE_MS + 1), now_ms=lambda: now)
    assert ahead.restart_if_beyond(now)
    assert not Quarantine.must_wait(ahead.tick(), now)
    near = HybridClock(mark=clock_of_ms(now + QUARANTINE_MS), now_ms=lambda: now)
    assert not near.restart_if_beyond(now)


def test_the_reference_is_ours_when_it_is_set_else_that_of_the_peers() -> None:
    assert reference_ms(5, True, [100, 200, 300]) == 5
    assert reference_ms(5, False, [100, 10**15, 300]) == 300
    assert reference_ms(5, False, []) == 5


def test_where_no_clock_is_set_a_machine_in_1970_follows_and_one_far_ahead_is_not_followed() -> None:
    now, ahead = 1_800_000_000_000, 1_900_000_000_000
    assert reference_ms(0, False, [], [now]) == now
    assert reference_ms(now, False, [], [0]) == now
    assert reference_ms(now, False, [], [now, ahead]) == now
    assert reference_ms(0, False, [now], [ahead, ahead]) == now


@given(st.lists(st.integers(0, 40), max_size=60), st.lists(st.integers(0, 50), max_size=20))
def test_the_quarantine_gives_each_record_once_when_it_is_due_and_in_order(ahead: list[int], looks: list[int]) -> None:
    quarantine = Quarantine()
    for number, minutes in enumerate(ahead):
        quarantine.add(record(clock_of_ms(minutes * 60_000), number))
        quarantine.add(record(clock_of_ms(minutes * 60_000), number))
    assert len(quarantine) == len(ahead)
    out: list[Record] = []
    for minutes in [*sorted(looks), 100]:
        now = minutes * 60_000 - QUARANTINE_MS
        due = list(quarantine.due(now))
        assert all(not Quarantine.must_wait(one.clock, now) for one in due)
        out += due
    assert len(out) == len(ahead) == len({one.id for one in out})
    assert [one.clock for one in out] == sorted(one.clock for one in out)


def test_a_flood_from_the_future_drops_the_furthest_ahead() -> None:
    quarantine = Quarantine()
    for number in range(MAX_QUARANTINED + 1):
        quarantine.add(record(MAX_QUARANTINED + 1 - number))
    assert len(quarantine) == MAX_QUARANTINED
    assert record(MAX_QUARANTINED + 1).id not in quarantine
    assert record(1).id in quarantine


def test_a_clock_that_follows_another_time_dates_by_it_and_never_goes_back() -> None:
    clock = HybridClock(now_ms=lambda: 5_000)
    early = clock.tick()
    clock.follow(lambda: 9_000)
    assert ms_of_clock(clock.tick()) == 9_000
    clock.follow(lambda: 1_000)
    assert clock.tick() > clock_of_ms(9_000) > early
