"""The plain exchange: two peers tell each other which records they hold, and each fetches what it lacks.

Frames are msgpack, at most 256 KiB, sent in strict turns, so that neither side can block the other:

1. the initiator's ids in pages, then the responder's
2. the initiator asks for pages of ids and gets batches of records, until its question is empty
3. the same with the sides changed

A peer gets nothing out of repeating itself or lying: an id is asked for once an exchange, records that were not asked
for are dropped unread, a page that brings nothing ends the exchange, and what is fetched goes through the door
(:meth:`RecordLog.receive`). What was offered but did not come, or could not be taken (a record in quarantine), is not
asked for again of that peer before a growing delay has passed (:class:`Deferred`).

Nothing here knows the network or a clock: a :class:`Channel` carries frames, and its owner sets the time-outs.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from edge_agent.records import MAX_RECORD_BYTES, PeerId, RecordId

PROTOCOL: Final = "/swarm-agent/exchange/1"
MAX_FRAME_BYTES: Final = 256 * 1024
IDS_A_PAGE: Final = 4_096
"""128 KiB of ids in a frame."""
IDS_A_QUESTION: Final = 2_048
MAX_IDS: Final = 200_000
"""Ids that one side may name: 6 MB on the wire. Beyond it a range-based exchange is needed."""
RECORDS_A_READ: Final = 64
"""Records that are read from the log at once, so that a question never brings 128 MB into memory."""
FIRST_DEFERRAL: Final = 30.0
LONGEST_DEFERRAL: Final = 600.0
"""Seconds until an id that came to nothing is asked for again; the longest is how long a quarantine can last."""
MAX_DEFERRED: Final = 50_000

_ID_BYTES: Final = 32
_BATCH_BYTES: Final = MAX_FRAME_BYTES - 1_024
assert MAX_RECORD_BYTES < _BATCH_BYTES


class ExchangeError(Exception):
    """The peer broke the protocol, and how."""


class RecordLog(Protocol):
    """The records of this machine."""

    async def ids(self) -> list[RecordId]:
        """The ids of all records that count here (none from the quarantine)."""

    async def wires(self, ids: Sequence[RecordId]) -> list[bytes]:
        """The records as they are sent, as far as they are here."""

    async def receive(self, wires: Sequence[bytes], source: PeerId) -> int:
        """Take records through the door; how many were new."""


class Channel(Protocol):
    """A stream of frames to a peer."""

    async def send(self, frame: bytes) -> None:
        """Send a frame of at most ``MAX_FRAME_BYTES``."""

    async def receive(self) -> bytes:
        """The next frame, at most ``MAX_FRAME_BYTES``."""


class Outcome(Struct, frozen=True):
    """What an exchange came to: records that were new here, and records sent to the peer."""

    new: int
    sent: int


class Reconciliation(Protocol):
    """A way for two peers to reconcile their records; a better one can take the place of the plain exchange."""

    protocol: str

    async def initiate(self, channel: Channel, log: RecordLog, peer: PeerId, now: float) -> Outcome:
        """The side that opened the stream. ``now``: monotonic seconds."""

    async def respond(self, channel: Channel, log: RecordLog, peer: PeerId, now: float) -> Outcome:
        """The side that was asked."""


class _Have(Struct, frozen=True, tag="have"):
    ids: bytes
    last: bool


class _Want(Struct, frozen=True, tag="want"):
    ids: bytes


class _Batch(Struct, frozen=True, tag="batch"):
    wires: list[bytes]
    last: bool


_Frame = _Have | _Want | _Batch
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Frame)
_envelope_decoder = msgspec.msgpack.Decoder(tuple[bytes, bytes])


class Deferred:
    """Ids that came to nothing with a peer, each with the time before which it is not asked for again."""

    def __init__(self) -> None:
        self._until: OrderedDict[tuple[PeerId, RecordId], tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._until)

    def blocks(self, peer: PeerId, record_id: RecordId, now: float) -> bool:
        """Whether the id must not be asked of the peer now."""
        until = self._until.get((peer, record_id))
        return until is not None and now < until[0]

    def add(self, peer: PeerId, ids: Iterable[RecordId], now: float) -> None:
        """These came to nothing (again): the delay doubles each time."""
        for record_id in ids:
            _, delay = self._until.pop((peer, record_id), (0.0, FIRST_DEFERRAL / 2))
            delay = min(2 * delay, LONGEST_DEFERRAL)
            self._until[peer, record_id] = (now + delay, delay)
        while len(self._until) > MAX_DEFERRED:
            self._until.popitem(last=False)

    def clear(self, peer: PeerId, ids: Iterable[RecordId]) -> None:
        """These are here now."""
        for record_id in ids:
            self._until.pop((peer, record_id), None)


class PlainExchange:
    """The exchange of whole lists of ids; keeps what came to nothing over its exchanges."""

    protocol = PROTOCOL

    def __init__(self) -> None:
        self.deferred = Deferred()

    async def initiate(self, channel: Channel, log: RecordLog, peer: PeerId, now: float) -> Outcome:
        """The side that opened the stream: it fetches first. ExchangeError where the peer breaks the protocol."""
        own = await log.ids()
        await _send_ids(channel, own)
        theirs = await _receive_ids(channel)
        new = await self._fetch(channel, log, peer, set(own), theirs, now)
        sent = await _serve(channel, log, own)
        return Outcome(new, sent)

    async def respond(self, channel: Channel, log: RecordLog, peer: PeerId, now: float) -> Outcome:
        """The side that was asked: it fetches last. ExchangeError where the peer breaks the protocol."""
        theirs = await _receive_ids(channel)
        own = await log.ids()
        await _send_ids(channel, own)
        sent = await _serve(channel, log, own)
        new = await self._fetch(channel, log, peer, set(own), theirs, now)
        return Outcome(new, sent)

    async def _fetch(
        self,
        channel: Channel,
        log: RecordLog,
        peer: PeerId,
        own: Collection[RecordId],
        theirs: list[RecordId],
        now: float,
    ) -> int:
        missing = [one for one in theirs if one not in own and not self.deferred.blocks(peer, one, now)]
        new = 0
        asked: list[RecordId] = []
        for page in _pages(missing, IDS_A_QUESTION):
            await _send(channel, _Want(_pack(page)))
            asked += page
            came, fresh = await _receive_records(channel, log, peer, set(page))
            new += fresh
            if not came:
                break
        await _send(channel, _Want(b""))
        if asked:
            held = set(await log.ids())
            self.deferred.add(peer, (one for one in asked if one not in held), now)
            self.deferred.clear(peer, (one for one in asked if one in held))
        return new


async def _receive_records(channel: Channel, log: RecordLog, peer: PeerId, wanted: set[RecordId]) -> tuple[int, int]:
    """How many of the wanted records came, and how many of them were new."""
    came = new = 0
    while True:
        frame = await _receive(channel)
        if not isinstance(frame, _Batch):
            raise ExchangeError("it sent something else than the records it was asked for")
        good: list[bytes] = []
        for wire in frame.wires:
            record_id = _id_of(wire)
            if record_id in wanted:
                wanted.remove(record_id)
                good.append(wire)
        if good:
            new += await log.receive(good, peer)
            came += len(good)
        if frame.last:
            return came, new
        if not good:
            raise ExchangeError("it sent records that it was not asked for")


async def _serve(channel: Channel, log: RecordLog, offered: Iterable[RecordId]) -> int:
    """Answer the peer's questions until an empty one; how many records were sent, each at most once."""
    left = set(offered)
    sent = 0
    while True:
        frame = await _receive(channel)
        if not isinstance(frame, _Want):
            raise ExchangeError("it did not ask when it was its turn")
        if not frame.ids:
            return sent
        if len(frame.ids) > IDS_A_QUESTION * _ID_BYTES:
            raise ExchangeError("it asked for too much at once")
        wanted = [one for one in dict.fromkeys(_unpack(frame.ids)) if one in left]
        if not wanted:
            raise ExchangeError("it asked for what it was not offered, or got already")
        left.difference_update(wanted)
        sent += await _send_records(channel, log, wanted)


async def _send_records(channel: Channel, log: RecordLog, ids: Sequence[RecordId]) -> int:
    batch: list[bytes] = []
    size = sent = 0
    for page in _pages(ids, RECORDS_A_READ):
        for wire in await log.wires(page):
            cost = len(wire) + 5
            if batch and size + cost > _BATCH_BYTES:
                await _send(channel, _Batch(batch, last=False))
                batch, size = [], 0
            batch.append(wire)
            size += cost
            sent += 1
    await _send(channel, _Batch(batch, last=True))
    return sent


async def _send_ids(channel: Channel, ids: Sequence[RecordId]) -> None:
    pages = list(_pages(ids[-MAX_IDS:], IDS_A_PAGE)) or [[]]
    for number, page in enumerate(pages, 1):
        await _send(channel, _Have(_pack(page), last=number == len(pages)))


async def _receive_ids(channel: Channel) -> list[RecordId]:
    ids: dict[RecordId, None] = {}
    while True:
        frame = await _receive(channel)
        if not isinstance(frame, _Have):
            raise ExchangeError("it did not begin with its ids")
        before = len(ids)
        ids.update(dict.fromkeys(_unpack(frame.ids)))
        if len(ids) > MAX_IDS:
            raise ExchangeError(f"it named more than {MAX_IDS} ids")
        if frame.last:
            return list(ids)
        if len(ids) == before:
            raise ExchangeError("it repeated its ids")


async def _send(channel: Channel, frame: _Frame) -> None:
    await channel.send(_encoder.encode(frame))


async def _receive(channel: Channel) -> _Frame:
    try:
        return _decoder.decode(await channel.receive())
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ExchangeError(f"it sent a malformed frame: {error}") from error


def _id_of(wire: bytes) -> RecordId | None:
    """The id that these bytes would have as a record; the door judges whether they are one."""
    try:
        signed, _ = _envelope_decoder.decode(wire)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return RecordId(hashlib.blake2b(signed, digest_size=_ID_BYTES).hexdigest())


def _pack(ids: Iterable[RecordId]) -> bytes:
    return bytes.fromhex("".join(ids))


def _unpack(packed: bytes) -> Iterator[RecordId]:
    if len(packed) % _ID_BYTES:
        raise ExchangeError("it sent a piece of an id")
    text = packed.hex()
    return (RecordId(text[start : start + 2 * _ID_BYTES]) for start in range(0, len(text), 2 * _ID_BYTES))


def _pages(ids: Sequence[RecordId], size: int) -> Iterator[Sequence[RecordId]]:
    return (ids[start : start + size] for start in range(0, len(ids), size))
