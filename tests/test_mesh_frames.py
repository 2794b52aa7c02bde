"""Frames as they travel; what breaks their form is in the tests of the exchange."""

import msgspec
import pytest

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
from edge_agent.mesh.reconcile import Answer, Listed, Part, Question, Same, Split, SyncError

SPLIT = Split([Part(bytes(40), 10**9, bytes(16)) for _ in range(16)])
LISTED = Listed(bytes(40), bytes(32 * 1_000))
FRAMES = [
    Compare(5, [Question(b"", b"a", 3, bytes(16))]),
    Answers(5, [Same(), SPLIT, LISTED]),
    Want(bytes(32)),
    Offer(bytes(64)),
    Batch([b"one", b"two"], last=True),
    End(),
]


@pytest.mark.parametrize("frame", FRAMES)
def test_a_frame_comes_as_it_went(frame: Frame) -> None:
    assert decode_frame(encode_frame(frame)) == frame


@pytest.mark.parametrize("said", [Same(), SPLIT, LISTED, Listed(b"a", b"")])
def test_the_size_of_an_answer_is_not_taken_for_less_than_it_is(said: Answer) -> None:
    actual = len(msgspec.msgpack.encode(said))
    assert actual <= size_of(said) <= actual + 200


def test_what_is_too_large_is_not_even_read() -> None:
    with pytest.raises(SyncError, match=f"a frame of {MAX_FRAME_BYTES + 1} bytes"):
        decode_frame(encode_frame(Want(bytes(MAX_FRAME_BYTES)))[: MAX_FRAME_BYTES + 1])


def test_bytes_that_are_no_record_have_no_id() -> None:
    assert id_of_wire(b"junk") is None
    assert id_of_wire(msgspec.msgpack.encode((b"signed", b"signature"))) is not None
