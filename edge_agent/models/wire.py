"""The messages between the daemon and its model process: msgpack, each behind its length (4 bytes, little-endian).

The daemon sends :class:`Load` once, then :class:`Ask` one at a time, and :class:`Cancel` at any moment. The process
answers each Load and each Ask with exactly one message that bears its number.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Raw, Struct

from edge_agent.roles.requests import (
    Generate,
    Generated,
    Likelihood,
    NextToken,
    NextTokenProbabilities,
    Reply,
    Request,
    TextLikelihood,
    WordSimilarities,
    WordSimilarity,
)

LENGTH_BYTES: Final = 4
MAX_FRAME: Final = 64 << 20
"""Far above any message; a length beyond it means that something else wrote into the pipe."""


class Load(Struct, tag="load", frozen=True, kw_only=True):
    """Load the model at ``path``: ``slots`` prompt caches of ``context`` tokens each, ``threads`` threads."""

    number: int
    path: str
    family: str
    context: int
    slots: int
    threads: int


class Ask(Struct, tag="ask", frozen=True, kw_only=True):
    """A request of ``kind`` (the request type's name)."""

    number: int
    kind: str
    body: Raw


class Cancel(Struct, tag="cancel", frozen=True, kw_only=True):
    """Stop working on this Ask; it is answered with Cancelled, or with its reply where that was quicker."""

    number: int


class Loaded(Struct, tag="loaded", frozen=True, kw_only=True):
    """The model is loaded; ``context`` is what a request may really use, in tokens."""

    number: int
    context: int


class Usage(Struct, frozen=True, kw_only=True):
    """Tokens: read into a cache, found in a cache already, and written."""

    evaluated: int = 0
    reused: int = 0
    written: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            evaluated=self.evaluated + other.evaluated,
            reused=self.reused + other.reused,
            written=self.written + other.written,
        )


class Answer(Struct, tag="answer", frozen=True, kw_only=True):
    """The reply, of ``kind`` (the reply type's name)."""

    number: int
    kind: str
    body: Raw
    usage: Usage


class Refused(Struct, tag="refused", frozen=True, kw_only=True):
    """The request can never be served by this model."""

    number: int
    reason: str


class Failed(Struct, tag="failed", frozen=True, kw_only=True):
    """Something went wrong that is not the request's fault; the process goes on."""

    number: int
    reason: str


class Cancelled(Struct, tag="cancelled", frozen=True, kw_only=True):
    """The Ask was stopped as told."""

    number: int


ToWorker = Load | Ask | Cancel
FromWorker = Loaded | Answer | Refused | Failed | Cancelled

_REQUESTS: Final[dict[str, type[Request]]] = {
    kind.__name__: kind for kind in (Generate, Likelihood, NextToken, WordSimilarity)
}
_REPLIES: Final[dict[str, type[Reply]]] = {
    kind.__name__: kind for kind in (Generated, TextLikelihood, NextTokenProbabilities, WordSimilarities)
}
_encoder: Final = msgspec.msgpack.Encoder()
_to_worker: Final = msgspec.msgpack.Decoder(ToWorker)
_from_worker: Final = msgspec.msgpack.Decoder(FromWorker)


def frame(message: ToWorker | FromWorker) -> bytes:
    """The message's bytes behind their length."""
    body = _encoder.encode(message)
    return len(body).to_bytes(LENGTH_BYTES, "little") + body


def frame_length(head: bytes) -> int:
    """The number of bytes that follow the head; ValueError where it cannot be a head of ours."""
    length = int.from_bytes(head, "little")
    if length > MAX_FRAME:
        raise ValueError(f"a message of {length} bytes from the model process: something else wrote into the pipe")
    return length


def decode_to_worker(body: bytes) -> ToWorker:
    """A message for the process; msgspec.MsgspecError where it is none."""
    return _to_worker.decode(body)


def decode_from_worker(body: bytes) -> FromWorker:
    """A message from the process; msgspec.MsgspecError where it is none."""
    return _from_worker.decode(body)


def ask(number: int, request: Request) -> Ask:
    """Wrap a request."""
    return Ask(number=number, kind=type(request).__name__, body=Raw(_encoder.encode(request)))


def request_of(message: Ask) -> Request:
    """Unwrap a request; KeyError or msgspec.MsgspecError where it is none."""
    return msgspec.msgpack.decode(message.body, type=_REQUESTS[message.kind])


def answer(number: int, reply: Reply, usage: Usage) -> Answer:
    """Wrap a reply."""
    return Answer(number=number, kind=type(reply).__name__, body=Raw(_encoder.encode(reply)), usage=usage)


def reply_of(message: Answer) -> Reply:
    """Unwrap a reply; KeyError or msgspec.MsgspecError where it is none."""
    return msgspec.msgpack.decode(message.body, type=_REPLIES[message.kind])
