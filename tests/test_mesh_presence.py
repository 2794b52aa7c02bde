"""Beacons, and who counts as living."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mesh_helpers import make_record

from edge_agent.clock import reference_ms
from edge_agent.mesh.presence import (
    DOMAIN_TAG,
    INTERVAL_SECONDS,
    LONGEST_INTERVAL_SECONDS,
    MAX_BEACON_BYTES,
    Beacon,
    BeaconRefusal,
    Heard,
    Liveness,
    PresenceTable,
    decode_beacon,
    peer_of,
    sign_beacon,
)
from edge_agent.records import PeerId, RecordId, Refusal, Signer, SwarmId, decode_record

SWARM = SwarmId("ab" * 16)
OTHER = Signer(bytes(31) + b"\x07")
ME = Signer(bytes(31) + b"\x01")
BOOT = "0" * 16
GONE = Liveness.GONE
OTHER_BOOT = "1" * 16


def beacon(sequence: int = 1, *, author: Signer = OTHER, **fields: Any) -> Beacon:
    values: dict[str, Any] = {"boot": OTHER_BOOT, "started": 50, "clock": 60, "wall_ms": 1_000_000, **fields}
    return Beacon(sequence=sequence, author=author.peer_id, **values)


def table() -> PresenceTable:
    return PresenceTable(ME.peer_id)


def test_a_beacon_comes_back_as_it_was_signed() -> None:
    sent = beacon(
        name="attic",
        roles=("executor", "scorer"),
        tier=3,
        load=0.5,
        claims={"a" * 64: 0.25},
        digest="b" * 64,
        addresses=("/ip4/10.0.0.1/tcp/4711",),
        synchronised=True,
    )
    assert decode_beacon(sign_beacon(sent, swarm=SWARM, signer=OTHER), SWARM) == sent


def test_the_author_is_the_key_that_signed() -> None:
    decoded = decode_beacon(sign_beacon(beacon(author=ME), swarm=SWARM, signer=OTHER), SWARM)
    assert isinstance(decoded, Beacon)
    assert decoded.author == OTHER.peer_id


def test_each_refusal_has_its_name() -> None:
    good = sign_beacon(beacon(), swarm=SWARM, signer=OTHER)
    signed, signature = msgspec.msgpack.decode(good, type=tuple[bytes, bytes])
    fields = msgspec.msgpack.decode(signed[len(DOMAIN_TAG) :], type=tuple[int, bytes, bytes, Any])

    def forged(*values: Any) -> bytes:
        text = DOMAIN_TAG + msgspec.msgpack.encode(values)
        return msgspec.msgpack.encode((text, OTHER.sign(text)))

    assert decode_beacon(bytes(MAX_BEACON_BYTES + 1), SWARM) is BeaconRefusal.TOO_LARGE
    assert decode_beacon(b"no", SWARM) is BeaconRefusal.BAD_ENVELOPE
    assert decode_beacon(good, SwarmId("cd" * 16)) is BeaconRefusal.FOREIGN_SWARM
    assert decode_beacon(msgspec.msgpack.encode((signed, bytes(64))), SWARM) is BeaconRefusal.BAD_SIGNATURE
    assert decode_beacon(msgspec.msgpack.encode((signed, b"")), SWARM) is BeaconRefusal.BAD_SIGNATURE
    assert decode_beacon(forged(9, *fields[1:]), SWARM) is BeaconRefusal.UNKNOWN_VERSION
    assert decode_beacon(forged(1, fields[1], b"short", fields[3]), SWARM) is BeaconRefusal.BAD_AUTHOR
    assert decode_beacon(forged(*fields[:3], {**fields[3], "load": 7}), SWARM) is BeaconRefusal.BAD_BODY
    assert signature


def test_a_record_is_no_beacon_and_a_beacon_no_record() -> None:
    assert decode_beacon(make_record(OTHER, 1).wire, SWARM) is BeaconRefusal.BAD_ENVELOPE
    assert decode_record(sign_beacon(beacon(), swarm=SWARM, signer=OTHER), SWARM) is Refusal.BAD_ENVELOPE


@given(st.binary(max_size=200), st.integers(0, 400), st.integers(1, 255))
def test_decoding_never_raises(noise: bytes, position: int, change: int) -> None:
    assert isinstance(decode_beacon(noise, SWARM), BeaconRefusal)
    wire = bytearray(sign_beacon(beacon(), swarm=SWARM, signer=OTHER))
    wire[position % len(wire)] ^= change
    assert isinstance(decode_beacon(bytes(wire), SWARM), BeaconRefusal)


def test_a_beacon_beyond_its_limits_is_not_sent() -> None:
    with pytest.raises(ValueError, match="cannot be sent"):
        sign_beacon(beacon(name="x" * 300), swarm=SWARM, signer=OTHER)


def test_the_roles_see_what_the_newest_beacon_says() -> None:
    presence = table()
    presence.hear(beacon(1, load=0.1), 10.0)
    presence.hear(beacon(2, load=0.9, roles=("executor", "gardener"), claims={"a" * 64: 0.5}), 15.0)
    peer = presence.living(16.0)[OTHER.peer_id]
    assert (peer.load, peer.roles, peer.heard_at) == (0.9, frozenset({"executor"}), 15.0)
    assert peer.claims == {RecordId("a" * 64): 0.5}


def test_an_older_beacon_changes_nothing() -> None:
    presence = table()
    assert presence.hear(beacon(5), 10.0) is Heard.NEWS
    assert presence.hear(beacon(4), 11.0) is Heard.STALE
    assert presence.hear(beacon(5), 11.0) is Heard.STALE
    assert presence.living(11.0)[OTHER.peer_id].heard_at == 10.0


def test_a_restarted_machine_replaces_its_earlier_run_at_once() -> None:
    presence = table()
    presence.hear(beacon(900), 10.0)
    assert presence.hear(beacon(1, boot="2" * 16, started=70), 11.0) is Heard.NEWS
    assert presence.hear(beacon(901), 12.0) is Heard.STALE


def test_a_wiped_machine_with_a_lower_start_is_heard_once_it_was_gone() -> None:
    presence = table()
    presence.hear(beacon(900), 0.0)
    wiped = beacon(1, boot="2" * 16, started=10)
    assert presence.hear(wiped, 10.0) is Heard.STALE
    assert presence.hear(wiped, 7 * INTERVAL_SECONDS) is Heard.NEWS


def test_a_beacon_of_a_later_version_is_taken_and_one_of_an_earlier_has_defaults() -> None:
    def signed(fields: dict[str, Any]) -> bytes:
        raw = msgspec.msgpack.encode((1, bytes.fromhex(SWARM), OTHER.public_key, fields))
        text = DOMAIN_TAG + raw
        return msgspec.msgpack.encode((text, OTHER.sign(text)))

    fields = {"boot": OTHER_BOOT, "started": 50, "sequence": 1, "clock": 60, "wall_ms": 1_000, "roles": ["scorer"]}
    later = decode_beacon(signed({**fields, "mood": {"good": [1, None]}, "tier": 2}), SWARM)
    assert isinstance(later, Beacon)
    assert (later.tier, later.roles) == (2, ("scorer",))
    earlier = decode_beacon(signed(fields), SWARM)
    assert isinstance(earlier, Beacon)
    assert earlier.interval == INTERVAL_SECONDS
    peer = peer_of(earlier, 1.0)
    assert (peer.own, peer.could, peer.lacking) == ({"scorer"}, frozenset(), frozenset())


def test_cover_is_told_apart_from_the_roles_of_ones_own() -> None:
    told = beacon(
        roles=("decomposer", "executor"), own=("executor",), could=("decomposer", "gardener"), lacking=("decomposer",),
        capability=30_016, tier=3,
    )  # fmt: skip
    peer = peer_of(told, 1.0)
    assert (peer.own, peer.could, peer.lacking) == ({"executor"}, {"decomposer"}, {"decomposer"})
    assert (peer.capability, peer.roles) == (30_016, {"decomposer", "executor"})


def swarm_of(count: int, **fields: Any) -> PresenceTable:
    presence = table()
    for number in range(1, count):
        presence.hear(beacon(author=Signer(number.to_bytes(32, "big")), **fields), 0.0)
    return presence


def reached(presence: PresenceTable, beacons: int = 40) -> float:
    for _ in range(beacons):
        interval = presence.promise(0.0)
    return interval


@pytest.mark.parametrize(("machines", "interval"), [(1, 5.0), (8, 5.0), (12, 7.5), (40, 25.0), (48, 30.0), (200, 30.0)])
def test_the_interval_grows_with_the_swarm(machines: int, interval: float) -> None:
    presence = swarm_of(machines + (machines > 1))  # one of the signers is this machine
    assert reached(presence) == pytest.approx(interval)
    assert presence.interval_now(0.0) == pytest.approx(interval)


def test_what_a_machine_hears_in_a_second_stays_the_same_up_to_the_longest_interval() -> None:
    costs = [count / reached(swarm_of(count + 1)) for count in (8, 16, 32, 48)]
    assert max(costs) == pytest.approx(min(costs))


def test_an_owners_own_interval_grows_from_there_and_is_never_cut() -> None:
    quick = PresenceTable(ME.peer_id, interval=0.4)
    slow = PresenceTable(ME.peer_id, interval=60.0)
    for presence in (quick, slow):
        for number in range(2, 17):
            presence.hear(beacon(author=Signer(number.to_bytes(32, "big"))), 0.0)
    assert reached(quick) == pytest.approx(0.8)
    assert reached(slow) == 60.0


def test_a_promise_grows_slowly_enough_to_miss_three_of_them() -> None:
    presence = swarm_of(60)
    listener = table()
    now, heard = 0.0, 0
    for number in range(1, 30):
        sent = beacon(number, author=ME, interval=presence.promise(0.0), boot=OTHER_BOOT)
        if number % 4 == 1:
            listener_beacon = msgspec.structs.replace(sent, author=OTHER.peer_id)
            assert listener.liveness(OTHER.peer_id, now) is not Liveness.GONE or not heard
            listener.hear(listener_beacon, now)
            heard += 1
        now += sent.interval
    assert heard == 8


def test_a_silence_is_judged_by_what_its_author_promised() -> None:
    presence = table()
    third = Signer(bytes(31) + b"\x09")
    presence.hear(beacon(interval=25.0), 0.0)
    presence.hear(beacon(author=third, interval=1.0), 0.0)
    gone = {author: second for second in range(200) for author, state in presence.tick(float(second)) if state is GONE}
    assert gone == {third.peer_id: 7, OTHER.peer_id: 151}


def test_a_swarm_that_grows_or_shrinks_at_once_loses_nobody() -> None:
    """Forty machines meet three: all keep promises of their own, and each is missed by its own."""
    presence = table()
    first, others = OTHER, [Signer(number.to_bytes(32, "big")) for number in range(10, 50)]
    intervals = {author.peer_id: 25.0 for author in others} | {first.peer_id: 5.0}
    due = dict.fromkeys(intervals, 0.0)
    signers = {author.peer_id: author for author in [first, *others]}
    for tenth in range(6_000):
        now = tenth / 10
        for author, at in due.items():
            if at <= now:
                sent = beacon(tenth, author=signers[author], interval=intervals[author])
                presence.hear(sent, now)
                due[author] = now + intervals[author]
        if tenth == 3_000:  # most of them leave: the rest speak up more often again
            intervals = dict.fromkeys(list(intervals)[-3:], 5.0)
            due = {author: due[author] for author in intervals}
        if tenth % 10 == 0:
            assert not {author for author, state in presence.tick(now) if state is not Liveness.ALIVE} & due.keys()
    assert presence.living(600.0).keys() == intervals.keys()


def test_a_short_stall_is_no_excuse_for_who_promised_a_long_interval() -> None:
    presence = table()
    third = Signer(bytes(31) + b"\x09")
    presence.hear(beacon(interval=30.0), 0.0)
    presence.hear(beacon(author=third, interval=5.0), 0.0)
    presence.tick(0.0)
    now = 0.0
    while now < 181.0:
        now += 10.0  # it turns late all the time
        changes = presence.tick(now)
    assert changes == [(OTHER.peer_id, Liveness.GONE)]
    assert presence.liveness(third.peer_id, now) is Liveness.ALIVE


def test_who_speaks_more_often_than_this_machine_looks_can_be_gone_too() -> None:
    presence = table()
    presence.hear(beacon(interval=0.3), 0.0)
    assert presence.tick(1.0) == [(OTHER.peer_id, Liveness.SUSPECT)]
    assert presence.tick(2.0) == [(OTHER.peer_id, Liveness.GONE)]


def test_everybody_is_heard_within_the_slowest_interval() -> None:
    presence = table()
    assert presence.slowest_interval(0.0) == INTERVAL_SECONDS
    presence.hear(beacon(interval=12.5), 0.0)
    assert presence.slowest_interval(1.0) == 12.5
    assert presence.slowest_interval(76.0) == INTERVAL_SECONDS


@pytest.mark.parametrize("seconds", [0.001, 3_600.0, 86_400.0])
def test_whatever_interval_an_owner_sets_can_be_promised_and_holds_up_nobody(seconds: float) -> None:
    odd = PresenceTable(OTHER.peer_id, interval=seconds)
    told = decode_beacon(sign_beacon(beacon(interval=odd.promise(0.0)), swarm=SWARM, signer=OTHER), SWARM)
    assert isinstance(told, Beacon)
    presence = table()
    presence.hear(told, 0.0)
    assert presence.slowest_interval(0.0) <= LONGEST_INTERVAL_SECONDS
    assert presence.liveness(OTHER.peer_id, 2 * seconds) is Liveness.ALIVE


def test_silence_makes_suspect_then_gone() -> None:
    presence = table()
    presence.hear(beacon(), 0.0)
    seen = []
    for second in range(40):
        seen += [(second, liveness) for _, liveness in presence.tick(float(second))]
    assert seen == [(0, Liveness.ALIVE), (16, Liveness.SUSPECT), (31, Liveness.GONE)]
    assert presence.liveness(OTHER.peer_id, 40.0) is Liveness.GONE
    assert presence.living(40.0) == {}


def test_a_suspect_that_speaks_again_is_alive() -> None:
    presence = table()
    presence.hear(beacon(1), 0.0)
    for second in range(17):
        presence.tick(float(second))
    presence.hear(beacon(2), 17.0)
    assert presence.tick(17.5) == [(OTHER.peer_id, Liveness.ALIVE)]


def test_our_own_stall_accuses_nobody() -> None:
    presence = table()
    presence.hear(beacon(), 0.0)
    presence.tick(0.5)
    assert presence.tick(3_600.0) == []
    assert OTHER.peer_id in presence.living(3_605.0)
    assert presence.living(3_605.0)[OTHER.peer_id].heard_at == 0.0
    for second in range(3_601, 3_632):
        changes = presence.tick(float(second))
    assert changes == [(OTHER.peer_id, Liveness.GONE)]


def test_forgiving_starts_everyones_silence_anew() -> None:
    presence = table()
    presence.hear(beacon(), 0.0)
    assert presence.liveness(OTHER.peer_id, 20.0) is Liveness.SUSPECT
    presence.forgive(20.0)
    assert presence.liveness(OTHER.peer_id, 34.0) is Liveness.ALIVE


def test_clock_readings_go_on_and_only_synchronised_ones_count() -> None:
    presence = table()
    third = Signer(bytes(31) + b"\x09")
    presence.hear(beacon(synchronised=True), 10.0)
    presence.hear(beacon(author=third, wall_ms=5), 10.0)
    assert presence.clock_readings(12.5) == [1_002_500]
    assert reference_ms(7, False, presence.clock_readings(12.5)) == 1_002_500


def test_our_own_beacon_is_no_peer() -> None:
    presence = table()
    assert presence.hear(beacon(author=ME, boot=BOOT), 1.0) is Heard.OWN
    assert presence.hear(beacon(1, author=ME, started=51), 1.0) is Heard.OWN, "nor is another machine's in our name"
    assert presence.living(1.0) == {}


def test_nothing_is_known_of_a_stranger() -> None:
    assert table().liveness(PeerId("12D3KooWnobody"), 0.0) is Liveness.GONE
