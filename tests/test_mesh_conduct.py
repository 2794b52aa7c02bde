"""Who misbehaves is named, then dropped for a growing time; who is honest never is."""

import pytest

from edge_agent.mesh.conduct import (
    DROPPED_AT,
    FORGIVEN_AFTER,
    MAX_ADDRESSES,
    MAX_PEERS,
    NAMED_AT,
    PENALTIES,
    TOKENS,
    TOLD_FOR,
    WINDOW,
    Conduct,
    Offence,
)
from edge_agent.records import PeerId

ATTIC, CELLAR = PeerId("attic-id"), PeerId("cellar-id")


def name_of(peer: PeerId) -> str:
    return {ATTIC: "attic", CELLAR: "cellar"}.get(peer, peer)


def test_a_peer_is_named_first_and_then_dropped() -> None:
    conduct = Conduct()
    for number in range(NAMED_AT):
        assert conduct.lines(name_of, number) == []
        assert conduct.offend(ATTIC, Offence.REFUSED, number) is None
    assert conduct.lines(name_of, NAMED_AT) == ["attic sends garbage: 5 refused messages in a minute"]
    assert not conduct.is_dropped(ATTIC, NAMED_AT)
    said = [conduct.offend(ATTIC, Offence.REFUSED, number) for number in range(NAMED_AT, DROPPED_AT)]
    assert said[:-1] == [None] * (len(said) - 1)
    assert said[-1] == "sends garbage: 20 refused messages in a minute; dropped for a minute"
    assert conduct.dropped(DROPPED_AT) == {ATTIC} and conduct.is_dropped(ATTIC, DROPPED_AT)
    assert not conduct.is_dropped(CELLAR, DROPPED_AT)
    (line,) = conduct.lines(name_of, DROPPED_AT)
    assert line.startswith("attic sends garbage: 20 refused messages in a minute; dropped for a minute more")


def test_offences_grow_old() -> None:
    conduct = Conduct()
    for number in range(500):  # one each four seconds, for half an hour
        assert conduct.offend(ATTIC, Offence.REFUSED, 4.0 * number) is None
    assert conduct.lines(name_of, 2_000.0) != [], "it is named all the same"
    assert conduct.lines(name_of, 2_000.0 + WINDOW) == []


def drop(conduct: Conduct, now: float) -> float:
    """Have the attic dropped; until when."""
    assert conduct.offend(ATTIC, Offence.FLOOD, now) is not None
    end = now
    while conduct.is_dropped(ATTIC, end):
        end += 1
    return end


def test_the_time_grows_and_is_forgiven_after_long() -> None:
    conduct = Conduct()
    now = 0.0
    for penalty in (*PENALTIES, PENALTIES[-1]):
        end = drop(conduct, now)
        assert end - now == penalty
        now = end + 10
    assert any("was dropped for a time" in line for line in conduct.lines(name_of, now))
    assert conduct.lines(name_of, now + TOLD_FOR) == []
    now += FORGIVEN_AFTER
    assert drop(conduct, now) - now == PENALTIES[0]


def test_what_was_on_its_way_when_a_peer_was_dropped_does_not_count() -> None:
    conduct = Conduct()
    end = drop(conduct, 0.0)
    for _ in range(100):
        assert conduct.offend(ATTIC, Offence.REFUSED, end - 1) is None
    assert not conduct.is_dropped(ATTIC, end)
    assert conduct.offend(ATTIC, Offence.REFUSED, end) is None


def test_kinds_of_offences_are_told_apart() -> None:
    conduct = Conduct()
    conduct.offend(ATTIC, Offence.MALFORMED, 0.0)
    conduct.offend(ATTIC, Offence.BROKEN_EXCHANGE, 0.0)
    conduct.offend(ATTIC, Offence.BROKEN_EXCHANGE, 0.0)
    assert conduct.lines(name_of, 1.0) == [
        "attic sends garbage: a malformed message, 2 broken exchanges in a minute",
    ]
    assert conduct.offend(CELLAR, Offence.FLOOD, 0.0) == "floods this machine; dropped for a minute"


def test_strangers_are_one_line_from_the_third_on() -> None:
    conduct = Conduct()
    conduct.stranger("192.168.1.9", 0.0)
    conduct.stranger("192.168.1.9", 1.0)
    assert conduct.lines(name_of, 2.0) == []
    conduct.stranger("fd00::9", 2.0)
    (line,) = conduct.lines(name_of, 3.0)
    assert "3 times in 10 minutes, from 192.168.1.9, fd00::9." in line and "swarm-agent join -" in line
    assert conduct.lines(name_of, 3.0 + TOLD_FOR) == []
    for number in range(20):
        conduct.stranger(f"10.0.0.{number}", 5.0)
    (line,) = conduct.lines(name_of, 6.0)
    assert "and 19 other addresses" in line


def test_an_address_without_the_key_is_refused_for_a_while() -> None:
    conduct = Conduct()
    assert conduct.admits("10.0.0.1", 0.0)
    for _ in range(int(TOKENS)):
        assert conduct.admits("10.0.0.1", 0.0)
        conduct.stranger("10.0.0.1", 0.0)
    assert not conduct.admits("10.0.0.1", 0.0)
    assert conduct.admits("10.0.0.2", 0.0)
    assert conduct.admits("10.0.0.1", 5.0), "a few seconds later once more"
    conduct.stranger("10.0.0.1", 5.0)
    conduct.welcome("10.0.0.1")
    assert conduct.admits("10.0.0.1", 5.0), "a machine with the key is there too"


def test_a_machine_that_lost_the_key_is_never_refused_unread() -> None:
    """It dials twice a minute, by several addresses: after it has joined again it is let in at once."""
    conduct = Conduct()
    for number in range(2_000):
        now = 30.0 * number
        for _ in range(4):
            assert conduct.admits("10.0.0.1", now)
            conduct.stranger("10.0.0.1", now)


def test_memory_is_bounded() -> None:
    conduct = Conduct()
    for number in range(3 * MAX_PEERS):
        conduct.offend(PeerId(str(number)), Offence.REFUSED, 0.0)
        for _ in range(3):
            conduct.stranger(str(number), 0.0)
    assert len(conduct._peers) == MAX_PEERS
    assert len(conduct._addresses) == MAX_ADDRESSES


@pytest.mark.parametrize("offence", Offence)
def test_each_offence_reads_well(offence: Offence) -> None:
    assert offence.times(1).startswith("a ")
    assert offence.times(7).startswith("7 ") and offence.times(7).split()[
        1 if offence is Offence.FLOOD else -1
    ].endswith("s")
