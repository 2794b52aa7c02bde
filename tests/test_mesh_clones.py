"""Two machines with one identity: certainly two, and agreed on which of them takes another one."""

import msgspec

from edge_agent.mesh.clones import PATIENCE_INTERVALS, PATIENCE_SECONDS, SILENT_INTERVALS, CloneWatch, Runs
from edge_agent.mesh.presence import Beacon

INTERVAL = 5.0
OURS, THEIRS = "0" * 16, "f" * 16
FIRST = Beacon(boot=THEIRS, started=100, sequence=1, clock=1, wall_ms=1, name="copy")


def watch(started: int, boot: str = OURS) -> CloneWatch:
    return CloneWatch(boot=boot, started=started, interval=INTERVAL)


def goes_on(one: CloneWatch, until: float, since: float = 0.0, beacon: Beacon = FIRST) -> list[float]:
    """The other run sends its beacons; the times at which this machine was to give its identity up."""
    gave_up = []
    for number in range(int((until - since) / INTERVAL) + 1):
        now = since + number * INTERVAL
        one.hear(msgspec.structs.replace(beacon, sequence=number + 1), now)
        if one.must_give_up(now):
            gave_up.append(now)
    return gave_up


def test_the_one_that_started_later_gives_up_once_it_is_sure() -> None:
    later, earlier = watch(started=101), watch(started=99)
    assert goes_on(later, 60.0)[0] == 25.0
    assert goes_on(earlier, 60.0) == []
    assert later.others(60.0) == earlier.others(60.0) == ["copy"], "both tell their owners"


def test_of_two_that_started_together_exactly_one_gives_up() -> None:
    one, other = watch(started=100, boot=OURS), watch(started=100, boot=THEIRS)
    mine = msgspec.structs.replace(FIRST, boot=OURS)
    assert bool(goes_on(one, 60.0)) != bool(goes_on(other, 60.0, beacon=mine))


def test_the_earlier_one_gives_up_where_the_other_one_does_not() -> None:
    waited = goes_on(watch(started=99), 600.0)[0]
    assert waited == (PATIENCE_INTERVALS + 1) * INTERVAL + PATIENCE_SECONDS


def test_an_echo_of_an_earlier_run_is_no_clone() -> None:
    """After a start the others' gossip repeats the last beacons of the run before, in order, for some seconds."""
    one = watch(started=50)  # a machine without a clock: its earlier run seems to have started later
    for number in range(20):
        one.hear(msgspec.structs.replace(FIRST, sequence=number + 1), 0.4 * number)
        assert not one.must_give_up(0.4 * number) and not one.others(0.4 * number)
    for now in range(8, 300):
        one.hear(msgspec.structs.replace(FIRST, sequence=20), float(now))
        assert not one.must_give_up(float(now)), "the same beacon again and again"


def test_a_clone_that_fell_silent_is_forgotten() -> None:
    one = watch(started=99)
    goes_on(one, 60.0)
    assert one.others(60.0)
    silent = 60.0 + SILENT_INTERVALS * INTERVAL + 1
    assert not one.others(silent) and not one.must_give_up(silent)
    assert goes_on(one, silent + 20.0, since=silent) == [], "what comes back is judged anew"


def test_it_remembers_a_bounded_number_of_runs() -> None:
    one = watch(started=99)
    for number in range(1_000):
        one.hear(msgspec.structs.replace(FIRST, boot=f"{number:016x}"), 0.0)
    assert len(one._runs) <= 16


def test_who_asks_is_told_of_another_run_of_itself() -> None:
    runs = Runs(INTERVAL)
    one = msgspec.structs.replace(FIRST, author="x", boot=OURS)
    two = msgspec.structs.replace(FIRST, author="x", boot=THEIRS)
    runs.hear(one, b"one 1", 0.0)
    assert runs.other_than(one, 1.0) == b""
    assert runs.other_than(two, 1.0) == b"one 1"
    runs.hear(two, b"two 1", 1.0)
    runs.hear(msgspec.structs.replace(one, sequence=2), b"one 2", 2.0)
    assert runs.other_than(two, 3.0) == b"one 2"
    assert runs.other_than(one, 3.0) == b"two 1"
    runs.hear(one, b"one 1", 4.0)
    assert runs.other_than(two, 5.0) == b"one 2", "an older beacon is no news"
    assert runs.other_than(msgspec.structs.replace(two, author="y"), 5.0) == b""


def test_a_run_that_ended_is_not_told_of_for_long() -> None:
    runs = Runs(INTERVAL)
    runs.hear(msgspec.structs.replace(FIRST, boot=OURS), b"before a restart", 0.0)
    assert runs.other_than(FIRST, SILENT_INTERVALS * INTERVAL) == b"before a restart"
    assert runs.other_than(FIRST, SILENT_INTERVALS * INTERVAL + 1) == b""


def test_memory_for_authors_is_bounded() -> None:
    runs = Runs(INTERVAL)
    for number in range(2_000):
        runs.hear(msgspec.structs.replace(FIRST, author=str(number)), b"", 0.0)
        runs.hear(msgspec.structs.replace(FIRST, author="x", boot=f"{number:016x}"), b"", 0.0)
    assert len(runs._authors) <= 512 and all(len(one) <= 16 for one in runs._authors.values())
