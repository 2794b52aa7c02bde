"""Presence: the signed beacon that each machine sends every few seconds, and the table of who lives.

A beacon is no record: it is never stored and never part of the plan. It travels like a record, as the msgpack array
``[signed, signature]``, where ``signed`` is a domain tag of its own followed by ``[version, swarm, author, body]``.
Fields that a later version adds to the body are left out here; those that an earlier one lacks have a default.

Each beacon promises when the next one comes, and its author's silence is judged by that promise. The interval grows
with the number of the living, so that what a machine hears and passes on in a second stays the same in a large swarm.

Everything here is pure: the present comes in as ``now``, seconds of one monotonic clock that counts sleep.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Annotated, Final, get_args

import msgspec
from msgspec import Meta, Struct

from edge_agent.records import LATEST_CLOCK, PeerId, RecordId, Signer, SwarmId, peer_id_of_key, verify
from edge_agent.roles.view import Peer, Role

BEACON_VERSION: Final = 1
DOMAIN_TAG: Final = b"swarm-agent/beacon/1\x00"
MAX_BEACON_BYTES: Final = 8 * 1024

INTERVAL_SECONDS: Final = 5.0
"""How often a machine sends its beacon: a silence of half a minute is then certain, at 200 bytes a second for ten."""
FULL_PACE_UP_TO: Final = 8
"""Machines up to which each keeps that interval; with more it grows in proportion."""
LONGEST_INTERVAL_SECONDS: Final = 30.0
"""Reached by 48 machines. A claim's lease (two minutes) is silence too: four beacons fit into it, so that a lost one
costs nobody's work."""
GROWTH_OF_A_PROMISE: Final = 1.25
"""At most so many times the last promise: who misses three growing promises in a row still waits long enough."""
SUSPECT_AFTER: Final = 3
"""Missed intervals until a machine is suspect: one lost beacon and one late one are no news on Wi-Fi."""
GONE_AFTER: Final = 6
"""Missed intervals until it counts as gone: time for a suspect to come back from a reconnect."""

_HexId = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
_Short = Annotated[str, Meta(max_length=200)]
_Roles = Annotated[tuple[Annotated[str, Meta(max_length=20)], ...], Meta(max_length=8)]


class Beacon(Struct, frozen=True, kw_only=True):
    """What a machine says of itself. ``author`` is not sent in the body: it follows from the key that signed."""

    boot: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    """A random number made at the start of the agent."""
    started: Annotated[int, Meta(ge=0, lt=LATEST_CLOCK)]
    """The hybrid logical clock at the start of the agent, which is persisted and so never goes back."""
    sequence: Annotated[int, Meta(ge=0, lt=1 << 53)]
    clock: Annotated[int, Meta(ge=0, lt=LATEST_CLOCK)]
    """The hybrid logical clock's mark."""
    wall_ms: Annotated[int, Meta(ge=0, lt=LATEST_CLOCK >> 16)]
    """The wall clock in milliseconds since 1970."""
    synchronised: bool = False
    """Whether the wall clock is kept right by a time service."""
    name: _Short = ""
    version: Annotated[str, Meta(max_length=40)] = ""
    interval: Annotated[float, Meta(gt=0, le=86_400)] = INTERVAL_SECONDS
    """Seconds within which its author promises the next one."""
    roles: _Roles = ()
    """The roles served right now; one that this version does not know is left out of :meth:`PresenceTable.living`."""
    own: _Roles | None = None
    """Of these the ones it serves by its hardware or configuration; the others are cover (``roles.assign``). None, in
    the beacons of a version without cover: all of them."""
    could: _Roles = ()
    """The roles that it could take on where the living lack them."""
    lacking: _Roles = ()
    """The roles for which it has had work, and brought nothing about: its model hangs, fails or is too slow."""
    capability: Annotated[int, Meta(ge=0, lt=1 << 53)] = 0
    """Orders the machines that could take on a role: the highest goes first."""
    tier: Annotated[int, Meta(ge=0, le=1_000)] = 0
    """The catalogue tier of its model; 0: it has none."""
    load: Annotated[float, Meta(ge=0, le=1)] = 0.0
    hardware: _Short = ""
    """A line for people: processor, memory, graphics."""
    digest: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""
    """The plan's digest."""
    claims: Annotated[dict[_HexId, Annotated[float, Meta(ge=0, le=1)]], Meta(max_length=32)] = {}
    """The claims it works on, each with its progress from 0 to 1."""
    addresses: Annotated[tuple[_Short, ...], Meta(max_length=8)] = ()
    """The multiaddrs under which it listens."""
    gave_up: _Short = ""
    """The identity that it gave up because another machine had it too (``clones.py``)."""
    author: str = ""


class BeaconRefusal(enum.Enum):
    """Why bytes are not a beacon of this swarm."""

    TOO_LARGE = "larger than a beacon may be"
    BAD_ENVELOPE = "not a signed beacon"
    UNKNOWN_VERSION = "a beacon format that this version does not know"
    FOREIGN_SWARM = "a beacon of another swarm"
    BAD_AUTHOR = "an author that is no Ed25519 key"
    BAD_SIGNATURE = "a signature that does not fit"
    BAD_BODY = "a body that breaks the rules of a beacon"


_encoder = msgspec.msgpack.Encoder()
_envelope_decoder = msgspec.msgpack.Decoder(tuple[bytes, bytes])
_array_decoder = msgspec.msgpack.Decoder(tuple[int, bytes, bytes, msgspec.Raw])
_body_decoder = msgspec.msgpack.Decoder(Beacon)


def sign_beacon(beacon: Beacon, *, swarm: SwarmId, signer: Signer) -> bytes:
    """The beacon's bytes. ValueError where it breaks a limit: it would be refused everywhere else."""
    body = msgspec.structs.replace(beacon, author="")
    signed = DOMAIN_TAG + _encoder.encode(
        (BEACON_VERSION, bytes.fromhex(swarm), signer.public_key, msgspec.Raw(_encoder.encode(body)))
    )
    wire = _encoder.encode((signed, signer.sign(signed)))
    decoded = decode_beacon(wire, swarm)
    if isinstance(decoded, BeaconRefusal):
        raise ValueError(f"this beacon cannot be sent: {decoded.value}")
    return wire


def decode_beacon(wire: bytes, swarm: SwarmId) -> Beacon | BeaconRefusal:
    """A beacon with its author, or the reason why these bytes are none. Never raises for any input."""
    if len(wire) > MAX_BEACON_BYTES:
        return BeaconRefusal.TOO_LARGE
    try:
        signed, signature = _envelope_decoder.decode(wire)
        if not signed.startswith(DOMAIN_TAG):
            return BeaconRefusal.BAD_ENVELOPE
        version, of_swarm, public_key, raw = _array_decoder.decode(signed[len(DOMAIN_TAG) :])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return BeaconRefusal.BAD_ENVELOPE
    if version != BEACON_VERSION:
        return BeaconRefusal.UNKNOWN_VERSION
    if of_swarm.hex() != swarm:
        return BeaconRefusal.FOREIGN_SWARM
    if len(public_key) != 32:
        return BeaconRefusal.BAD_AUTHOR
    if not verify(public_key, signed, signature):
        return BeaconRefusal.BAD_SIGNATURE
    try:
        body = _body_decoder.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return BeaconRefusal.BAD_BODY
    return msgspec.structs.replace(body, author=peer_id_of_key(public_key))


class Liveness(enum.Enum):
    """How a machine's silence is judged."""

    ALIVE = "alive"
    SUSPECT = "suspect"
    GONE = "gone"


class Heard(enum.Enum):
    """What a beacon turned out to be."""

    NEWS = "the newest of its author"
    STALE = "older than what is known of its author"
    OWN = "in our own name: ours, an echo of our earlier run, or another machine's (``mesh.clones``)"


def peer_of(beacon: Beacon, heard_at: float) -> Peer:
    """What the roles see of a machine, by its beacon."""
    roles = _known(beacon.roles)
    return Peer(
        id=PeerId(beacon.author),
        name=beacon.name,
        roles=roles,
        own=roles if beacon.own is None else _known(beacon.own),
        could=_known(beacon.could),
        lacking=_known(beacon.lacking),
        capability=beacon.capability,
        tier=beacon.tier,
        load=beacon.load,
        claims={RecordId(claim): progress for claim, progress in beacon.claims.items()},
        heard_at=heard_at,
    )


def _known(roles: tuple[str, ...]) -> frozenset[Role]:
    return frozenset(role for role in get_args(Role) if role in roles)


class _Entry:
    """One author's newest beacon, when it came, and from when its silence counts."""

    __slots__ = ("beacon", "heard_at", "silent_since")

    def __init__(self, beacon: Beacon, heard_at: float) -> None:
        self.beacon = beacon
        self.heard_at = self.silent_since = heard_at


class PresenceTable:
    """Who lives, as far as this machine heard. ``interval``: seconds between its beacons in a small swarm."""

    def __init__(self, me: PeerId, *, interval: float = INTERVAL_SECONDS) -> None:
        self.me = me
        self.interval = interval
        self._entries: dict[PeerId, _Entry] = {}
        self._judged: dict[PeerId, Liveness] = {}
        self._promised = interval
        self._ticked_at: float | None = None

    def interval_now(self, now: float) -> float:
        """Seconds until the beacon after the next: what the next one may promise."""
        machines = 1 + len(self.beacons(now))
        aim = self.interval * max(1.0, machines / FULL_PACE_UP_TO)
        aim = min(aim, max(self.interval, LONGEST_INTERVAL_SECONDS))
        return min(aim, self._promised * GROWTH_OF_A_PROMISE)

    def promise(self, now: float) -> float:
        """The interval for the beacon that is made now; the one after it has to come within so many seconds."""
        self._promised = self.interval_now(now)
        return self._promised

    def slowest_interval(self, now: float) -> float:
        """The longest interval that this machine or a living other one promises: after it everybody was heard.

        Not for a machine whose owner had it speak more seldom than any swarm does: nobody waits for that.
        """
        others = (min(beacon.interval, LONGEST_INTERVAL_SECONDS) for beacon in self.beacons(now).values())
        return max([self.interval, self._promised, *others])

    def hear(self, beacon: Beacon, now: float) -> Heard:
        """Take a beacon into account. Newest is the one with the highest (start of its agent, sequence)."""
        author = PeerId(beacon.author)
        if author == self.me:
            return Heard.OWN
        known = self._entries.get(author)
        if (
            known is not None
            and self._liveness(known, now) is not Liveness.GONE
            and (beacon.started, beacon.sequence) <= (known.beacon.started, known.beacon.sequence)
        ):
            return Heard.STALE
        self._entries[author] = _Entry(beacon, now)
        return Heard.NEWS

    def tick(self, now: float) -> list[tuple[PeerId, Liveness]]:
        """Judge everybody's silence; the changes since the last call. Call it about once a second.

        Where the calls themselves stopped, this machine slept or stalled: then the silence of all whose beacons could
        have come meanwhile, and been missed, starts anew.
        """
        stalled = 0.0 if self._ticked_at is None else now - self._ticked_at
        for entry in self._entries.values():
            if stalled > max(self.interval, entry.beacon.interval):
                entry.silent_since = now
        self._ticked_at = now
        changes: list[tuple[PeerId, Liveness]] = []
        for author, entry in list(self._entries.items()):
            liveness = self._liveness(entry, now)
            if liveness is not self._judged.get(author):
                changes.append((author, liveness))
            self._judged[author] = liveness
            if liveness is Liveness.GONE:
                del self._entries[author], self._judged[author]
        return changes

    def forgive(self, now: float) -> None:
        """Everyone's silence starts anew: this machine slept, stalled or was cut off itself."""
        for entry in self._entries.values():
            entry.silent_since = now

    def liveness(self, peer: PeerId, now: float) -> Liveness:
        """How the peer's silence is judged; GONE where nothing was ever heard of it."""
        entry = self._entries.get(peer)
        return Liveness.GONE if entry is None else self._liveness(entry, now)

    def _liveness(self, entry: _Entry, now: float) -> Liveness:
        missed = (now - entry.silent_since) / entry.beacon.interval
        if missed > GONE_AFTER:
            return Liveness.GONE
        return Liveness.SUSPECT if missed > SUSPECT_AFTER else Liveness.ALIVE

    def beacons(self, now: float) -> Mapping[PeerId, Beacon]:
        """The newest beacon of each machine that is not gone."""
        return {
            author: entry.beacon
            for author, entry in self._entries.items()
            if self._liveness(entry, now) is not Liveness.GONE
        }

    def living(self, now: float) -> dict[PeerId, Peer]:
        """The machines that are not gone, suspects included, as the roles see them."""
        return {
            author: peer_of(entry.beacon, entry.heard_at)
            for author, entry in self._entries.items()
            if self._liveness(entry, now) is not Liveness.GONE
        }

    def clock_readings(self, now: float) -> list[int]:
        """What the synchronised machines' wall clocks show now, in milliseconds, for ``clock.reference_ms``."""
        return [
            entry.beacon.wall_ms + int((now - entry.heard_at) * 1_000)
            for entry in self._entries.values()
            if entry.beacon.synchronised and self._liveness(entry, now) is Liveness.ALIVE
        ]
