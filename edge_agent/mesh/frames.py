"""The frames of an exchange: msgpack arrays, the first element of which tells their kind."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec
from msgspec import Struct

from edge_agent.mesh.reconcile import ID_BYTES, Answer, Listed, Question, Same, SyncError
from edge_agent.records import RecordId

MAX_FRAME_BYTES: Final = 256 * 1024


class Compare(Struct, frozen=True, array_like=True, tag="compare"):
    """Questions about what lies before the clock ``end``."""

    end: int
    questions: list[Question]


class Answers(Struct, frozen=True, array_like=True, tag="answers"):
    """Answers to the first of the questions, as many as fit; ``end`` may be lower than that of the questions."""

    end: int
    answers: list[Answer]


class Want(Struct, frozen=True, array_like=True, tag="want"):
    """Ids, 32 bytes each, of records to be sent."""

    ids: bytes


class Offer(Struct, frozen=True, array_like=True, tag="offer"):
    """Ids, 32 bytes each, of records that the peer seems to lack."""

    ids: bytes


class Batch(Struct, frozen=True, array_like=True, tag="batch"):
    """Records; ``last``: no more follow on this question."""

    wires: list[bytes]
    last: bool


class End(Struct, frozen=True, array_like=True, tag="end"):
    """Nothing is left to be asked."""


Frame = Compare | Answers | Want | Offer | Batch | End
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Frame)
_envelope_decoder = msgspec.msgpack.Decoder(tuple[bytes, bytes])


def encode_frame(frame: Frame) -> bytes:
    """The frame as it is sent."""
    return _encoder.encode(frame)


def decode_frame(data: bytes) -> Frame:
    """The frame that came. SyncError where it is none."""
    if len(data) > MAX_FRAME_BYTES:
        raise SyncError(f"it sent a frame of {len(data)} bytes")
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise SyncError(f"it sent a malformed frame: {error}") from error


def size_of(said: Answer) -> int:
    """At most how many bytes the answer takes in a frame."""
    match said:
        case Same():
            return 2
        case Listed(upto=upto, ids=ids):
            return len(upto) + len(ids) + 8
        case _:
            return 8 + sum(len(part.upper) + len(part.fingerprint) + 14 for part in said.parts)


def id_of_wire(wire: bytes) -> RecordId | None:
    """The id that these bytes would have as a record; the door judges whether they are one."""
    try:
        signed, _ = _envelope_decoder.decode(wire)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return RecordId(hashlib.blake2b(signed, digest_size=ID_BYTES).hexdigest())
