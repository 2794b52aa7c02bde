"""Catching up: two peers compare what they hold, and each gets what it lacks, over one stream.

Frames are msgpack, at most 256 KiB. The side that opened the stream asks, the other one only answers:

1. ``compare``: questions about ranges of the records, the first one about all; ``answers`` to as many of them as fit
   (:mod:`edge_agent.mesh.reconcile`). Both sides end where the earlier of their horizons lies.
2. ``want``: ids that the answers told of; ``batch`` frames with their records
3. ``offer``: ids that the peer turned out to lack; ``want``: those of them that it takes; ``batch`` frames

1 to 3 follow each other until no range is open; then ``end``. Records go over as soon as a difference is found, the
oldest first: an exchange that is cut keeps what came, and the next one only costs the rest.

A peer gets nothing out of repeating itself or lying: an id is asked for and given once an exchange, records that were
not asked for are dropped unread, rounds in which nothing comes about are counted, and what is fetched goes through the
door (:meth:`RecordLog.receive`). What was offered but did not come, or could not be taken (a record of a goal that is
forgotten here), is not asked for again of that peer before a growing delay has passed (:class:`Deferred`).

Nothing here knows the network or a clock: a :class:`Channel` carries frames, and its owner sets the time-outs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, Protocol, TypeVar

from msgspec import Struct

from edge_agent.mesh.deferred import Deferred
from edge_agent.mesh.frames import (
    MAX_FRAME_BYTES,
    Answers,
    Batch,
    Compare,
    End,
    Frame,
    Offer,
    Want,
    decode_frame,
    encode_frame,
    id_of_wire,
    size_of,
)
from edge_agent.mesh.reconcile import (
    Answer,
    Bound,
    Comparison,
    Disclosed,
    InVainError,
    Question,
    RecordSet,
    Span,
    SyncError,
    answer,
    ask,
    bound_of,
    lacking,
    learn,
    pack,
    unpack,
)
from edge_agent.records import MAX_RECORD_BYTES, Clock, PeerId, RecordId

PROTOCOL: Final = "/swarm-agent/sync/1"
QUESTIONS_A_FRAME: Final = 512
ANSWER_BYTES: Final = 64 * 1024
"""Beyond it an ``answers`` frame gets no further answer; the last one may be 32 KiB."""
BATCH_BYTES: Final = 96 * 1024
"""Records in a frame; one record may be 64 KiB. Gossip and beacons travel between two frames."""
IDS_A_QUESTION: Final = 512
RECORDS_A_READ: Final = 64
"""Records that are read from the log at once."""
RECORDS_A_STEP: Final = 16
QUESTIONS_A_STEP: Final = 8
"""What the log is given at once, so that it never keeps its event loop for more than some milliseconds."""
BARREN_ROUNDS: Final = 256
RECORDS_A_ROUND: Final = 16
"""Rounds of an exchange in which nothing comes about, at most; and how many records allow one more."""

assert MAX_RECORD_BYTES < BATCH_BYTES < MAX_FRAME_BYTES

Value = TypeVar("Value")
Item = TypeVar("Item")


class RecordLog(Protocol):
    """The records of this machine."""

    async def horizon(self) -> Clock:
        """Records of this clock and later ones take no part: they would have to wait here."""

    async def read(self, question: Callable[[RecordSet], Value]) -> Value:
        """Ask something of the set of all records that count here (none from the quarantine). Changes nothing."""

    async def missing(self, ids: Sequence[RecordId]) -> list[RecordId]:
        """Those of the ids that are not here, in quarantine neither."""

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
    """A way for two peers to reconcile their records."""

    protocol: str

    async def initiate(self, channel: Channel, log: RecordLog, peer: PeerId, now: float) -> Outcome:
        """The side that opened the stream. ``now``: monotonic seconds."""

    async def respond(self, channel: Channel, log: RecordLog, peer: PeerId, now: float) -> Outcome:
        """The side that was asked."""


class RangeSync:
    """The exchange by ranges; keeps over its exchanges what came to nothing, and what is under way."""

    protocol = PROTOCOL

    def __init__(self) -> None:
        self.deferred = Deferred()
        self.under_way: set[RecordId] = set()
        """Ids that some peer was asked for and has not answered yet: a machine that comes late exchanges with all at
        once, and gets each record from one of them."""

    async def initiate(self, channel: Channel, log: RecordLog, peer: PeerId, now: float) -> Outcome:
        """The side that opened the stream: it asks. SyncError where the peer breaks the protocol."""
        return await _Exchange(self, channel, log, peer, now).initiate()

    async def respond(self, channel: Channel, log: RecordLog, peer: PeerId, now: float) -> Outcome:
        """The side that was asked: it answers. SyncError where the peer breaks the protocol."""
        return await _Exchange(self, channel, log, peer, now).respond()


class _Exchange:
    """One exchange, from one side."""

    def __init__(self, sync: RangeSync, channel: Channel, log: RecordLog, peer: PeerId, now: float) -> None:
        self._channel, self._log = channel, log
        self._peer, self._now = peer, now
        self._deferred, self._under_way = sync.deferred, sync.under_way
        self._left_to_others: list[RecordId] = []
        self._new = self._sent = self._barren = 0
        self._given: set[RecordId] = set()

    async def initiate(self) -> Outcome:
        end = await self._log.horizon()
        comparison = Comparison(bound_of(end))
        while not comparison.done:
            before = self._new + self._sent
            spans = comparison.take(QUESTIONS_A_FRAME)
            end, answers = await self._compare(spans, end)
            comparison.lower_end(bound_of(end))
            left, disclosed = await self._learn(spans, answers, bound_of(end))
            comparison.reopen(left)
            await self._fetch([one for told in disclosed for one in told.ids])
            await self._offer_lacking(disclosed)
            self._count_round(before)
        # What other peers were asked for may not have come: after this nothing is missing that this one holds.
        await self._fetch(self._left_to_others, patient=False)
        await self._send(End())
        return Outcome(self._new, self._sent)

    async def respond(self) -> Outcome:
        while True:
            before = self._new + self._sent
            frame = await self._receive()
            match frame:
                case Compare(end=end, questions=questions):
                    await self._answer(end, questions)
                case Want(ids=packed):
                    await self._give(_ids_of_a_question(packed))
                case Offer(ids=packed):
                    await self._take(_ids_of_a_question(packed))
                case End():
                    return Outcome(self._new, self._sent)
                case _:
                    raise SyncError("it answered though nothing was asked")
            self._count_round(before)

    def _count_round(self, before: int) -> None:
        done = self._new + self._sent
        self._barren += done == before
        if self._barren > BARREN_ROUNDS + done // RECORDS_A_ROUND:
            raise InVainError("nothing comes of what it says")

    # What ranges hold.

    async def _compare(self, spans: Sequence[Span], end: Clock) -> tuple[Clock, list[Answer]]:
        questions: list[Question] = []
        for step in _steps(spans, QUESTIONS_A_STEP):
            questions += await self._log.read(partial(_ask_all, spans=step))
        await self._send(Compare(end, questions))
        frame = await self._receive()
        if not isinstance(frame, Answers) or not 0 < len(frame.answers) <= len(questions) or frame.end < 0:
            raise SyncError("it did not answer what it was asked")
        return Clock(min(end, frame.end)), frame.answers

    async def _learn(
        self, spans: Sequence[Span], answers: Sequence[Answer], end: Bound
    ) -> tuple[list[Span], list[Disclosed]]:
        """What is still open, in order, and the ranges of which the peer told all ids."""
        left: list[Span] = []
        disclosed: list[Disclosed] = []
        for step in _steps(list(zip(spans, answers, strict=False)), QUESTIONS_A_STEP):
            for still_open, told in await self._log.read(partial(_learn_all, asked=step, end=end)):
                left += still_open
                disclosed += [] if told is None else [told]
        unanswered = spans[len(answers) :]
        left += [Span(one.lower, min(one.upper, end), one.level) for one in unanswered if one.lower < end]
        return left, disclosed

    async def _answer(self, end: int, questions: Sequence[Question]) -> None:
        if not 0 < len(questions) <= QUESTIONS_A_FRAME or end < 0:
            raise SyncError("it asked nothing, or too much at once")
        end = min(end, await self._log.horizon())
        answers: list[Answer] = []
        size = 0
        for step in _steps(questions, QUESTIONS_A_STEP):
            for said in await self._log.read(partial(_answer_all, questions=step, end=bound_of(end))):
                if size < ANSWER_BYTES:
                    answers.append(said)
                    size += size_of(said)
            if size >= ANSWER_BYTES:
                break
        await self._send(Answers(end, answers))

    # Records that come.

    async def _fetch(self, told: Sequence[RecordId], *, patient: bool = True) -> None:
        """Ask for what is missing here; ``patient``: not yet for what another peer was asked for."""
        for page in _steps(list(dict.fromkeys(told)), IDS_A_QUESTION):
            wanted = await self._wanted(page, patient)
            if wanted:
                await self._send(Want(pack(wanted)))
                await self._receive_records(wanted)

    async def _take(self, offered: Sequence[RecordId]) -> None:
        """Ask for what is missing here of an offer."""
        wanted = await self._wanted(offered, patient=True)
        await self._send(Want(pack(wanted)))
        if wanted:
            await self._receive_records(wanted)

    async def _wanted(self, told: Sequence[RecordId], patient: bool) -> list[RecordId]:
        missing = await self._log.missing(told)
        wanted = [one for one in missing if not self._deferred.blocks(self._peer, one, self._now)]
        if not patient:
            return wanted
        self._left_to_others += [one for one in wanted if one in self._under_way]
        return [one for one in wanted if one not in self._under_way]

    async def _receive_records(self, asked: Sequence[RecordId]) -> None:
        """Take the records that were asked for. InVainError where none of them comes."""
        self._under_way.update(asked)
        try:
            came = await self._receive_batches(set(asked))
            missing = set(await self._log.missing(asked))
        finally:
            self._under_way.difference_update(asked)
        self._deferred.add(self._peer, (one for one in asked if one in missing), self._now)
        self._deferred.clear(self._peer, (one for one in asked if one not in missing))
        if not came:
            raise InVainError("it names records that it does not give")

    async def _receive_batches(self, wanted: set[RecordId]) -> int:
        came = 0
        last = False
        while not last:
            frame = await self._receive()
            if not isinstance(frame, Batch):
                raise SyncError("it sent something else than the records it was asked for")
            good: list[bytes] = []
            for wire in frame.wires:
                record_id = id_of_wire(wire)
                if record_id in wanted:
                    wanted.remove(record_id)
                    good.append(wire)
            for step in _steps(good, RECORDS_A_STEP):
                self._new += await self._log.receive(step, self._peer)
            came += len(good)
            last = frame.last
            if not last and not good:
                raise SyncError("it sent records that it was not asked for")
        return came

    # Records that go.

    async def _offer_lacking(self, disclosed: Iterable[Disclosed]) -> None:
        """Offer what the peer lacks of the ranges of which it told all ids."""
        offered: list[RecordId] = []
        for told in disclosed:
            rest: Disclosed | None = told
            while rest is not None:
                lacks, rest = await self._log.read(partial(lacking, told=rest, limit=IDS_A_QUESTION))
                offered += lacks
                while len(offered) >= IDS_A_QUESTION:
                    await self._offer(offered[:IDS_A_QUESTION])
                    del offered[:IDS_A_QUESTION]
        if offered:
            await self._offer(offered)

    async def _offer(self, ids: Sequence[RecordId]) -> None:
        await self._send(Offer(pack(ids)))
        frame = await self._receive()
        if not isinstance(frame, Want):
            raise SyncError("it did not say what it wants of an offer")
        wanted = _ids_of_a_question(frame.ids)
        if not set(wanted) <= set(ids):
            raise SyncError("it asked for what it was not offered")
        if wanted:
            await self._give(wanted)

    async def _give(self, ids: Sequence[RecordId]) -> None:
        """Send these records, as far as they are here; each at most once an exchange."""
        left = [one for one in ids if one not in self._given]
        if not left:
            raise SyncError("it asked for what it got already")
        gone = set(await self._log.missing(left))
        left = [one for one in left if one not in gone]
        batch: list[bytes] = []
        size = 0
        for page in _steps(left, RECORDS_A_READ):
            for wire in await self._log.wires(page):
                cost = len(wire) + 5
                if batch and size + cost > BATCH_BYTES:
                    await self._send(Batch(batch, last=False))
                    batch, size = [], 0
                batch.append(wire)
                size += cost
                self._sent += 1
        self._given.update(left)
        await self._send(Batch(batch, last=True))

    # Frames.

    async def _send(self, frame: Frame) -> None:
        await self._channel.send(encode_frame(frame))

    async def _receive(self) -> Frame:
        return decode_frame(await self._channel.receive())


def _ask_all(records: RecordSet, spans: Sequence[Span]) -> list[Question]:
    return [ask(records, span) for span in spans]


def _answer_all(records: RecordSet, questions: Sequence[Question], end: Bound) -> list[Answer]:
    return [answer(records, question, end) for question in questions]


def _learn_all(
    records: RecordSet, asked: Sequence[tuple[Span, Answer]], end: Bound
) -> list[tuple[list[Span], Disclosed | None]]:
    return [learn(records, span, end, said) for span, said in asked]


def _ids_of_a_question(packed: bytes) -> list[RecordId]:
    ids = unpack(packed)
    if len(ids) > IDS_A_QUESTION:
        raise SyncError("it named too much at once")
    return ids


def _steps(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    return (items[start : start + size] for start in range(0, len(items), size))
