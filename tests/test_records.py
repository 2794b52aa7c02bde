"""The door: what comes back as it was, and what is refused for which reason."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent.records import (
    DOMAIN_TAG,
    KINDS,
    LATEST_CLOCK,
    MAX_RECORD_BYTES,
    Cancel,
    Child,
    Claim,
    Clock,
    Failure,
    Forget,
    Goal,
    KnownBody,
    Policy,
    Proposal,
    Record,
    Refusal,
    Reprioritise,
    Requorum,
    Result,
    Scores,
    Signer,
    SwarmId,
    Unknown,
    Vote,
    child_task_id,
    decode_record,
    key_of_peer_id,
    sign_record,
    whole_id,
)

SIGNER = Signer(b"\x01" * 32)
SWARM = SwarmId("ab" * 16)
SOME_ID = "0f" * 32
pack = msgspec.msgpack.encode

BODIES: list[KnownBody] = [
    Goal(title="Japan", text="Plan a two-week trip to Japan", policy=Policy(), language="en", priority=3),
    Proposal(
        goal=SOME_ID, task=SOME_ID, children=(Child(title="Route", form="list"), Child(title="Budget", after=(0,)))
    ),
    Vote(goal=SOME_ID, proposal=SOME_ID, approve=True, scores=Scores(concrete=1, distinct=2, complete=3), critique="ü"),
    Claim(goal=SOME_ID, task=SOME_ID, phase="merge", split=None, attempt=2),
    Result(goal=SOME_ID, claim=SOME_ID, text="Tokyo", merged=(SOME_ID,), model="m", tokens=7, seconds=1.5),
    Failure(goal=SOME_ID, claim=SOME_ID, reason="crash"),
    Requorum(goal=SOME_ID, quorum=1, self_votes=True),
    Cancel(goal=SOME_ID),
    Reprioritise(goal=SOME_ID, priority=-5),
    Forget(goal=SOME_ID),
]


def make(body: KnownBody = BODIES[0], clock: int = 5) -> Record:
    return sign_record(body, clock=Clock(clock), swarm=SWARM, signer=SIGNER)


def forge(body: object, *, version: object = 1, swarm: object = None, key: object = None, clock: object = 5) -> bytes:
    """A well-signed record with whatever contents."""
    swarm = bytes.fromhex(SWARM) if swarm is None else swarm
    signed = DOMAIN_TAG + pack((version, swarm, SIGNER.public_key if key is None else key, clock, body))
    return pack((signed, SIGNER.sign(signed)))


@pytest.mark.parametrize("body", BODIES, ids=lambda body: type(body).__name__)
def test_every_kind_comes_back_as_it_was(body: KnownBody) -> None:
    record = make(body)
    assert decode_record(record.wire, SWARM) == record
    assert record.body == body
    assert record.author == SIGNER.peer_id
    assert record.goal == (record.id if isinstance(body, Goal) else SOME_ID)


def test_an_unknown_kind_is_kept_and_inert() -> None:
    record = decode_record(forge({"type": "dance", "goal": SOME_ID, "steps": 3}), SWARM)
    assert isinstance(record, Record)
    assert record.body == Unknown(kind="dance")
    assert record.goal is None


def test_fields_of_a_later_version_are_ignored_and_kept_in_the_wire() -> None:
    wire = forge({"type": "cancel", "goal": SOME_ID, "colour": "red"})
    record = decode_record(wire, SWARM)
    assert isinstance(record, Record)
    assert record.body == Cancel(goal=SOME_ID)
    assert record.wire == wire


CANCEL = {"type": "cancel", "goal": SOME_ID}
CHILD = {"title": "x"}
CLAIM = {"type": "claim", "goal": SOME_ID, "task": SOME_ID, "phase": "merge", "split": None, "attempt": 1}
PROPOSAL = {"type": "proposal", "goal": SOME_ID, "task": SOME_ID}
RESULT = {"type": "result", "goal": SOME_ID, "claim": SOME_ID, "text": "x"}


@pytest.mark.parametrize(
    ("wire", "reason"),
    [
        (b"", Refusal.BAD_ENVELOPE),
        (b"\xc1", Refusal.BAD_ENVELOPE),
        (b"\x91" * 40_000, Refusal.BAD_ENVELOPE),
        (pack((b"hello", b"x")), Refusal.BAD_ENVELOPE),
        (pack((DOMAIN_TAG + b"junk", b"x")), Refusal.BAD_ENVELOPE),
        (b"\x00" * (MAX_RECORD_BYTES + 1), Refusal.TOO_LARGE),
        (forge(CANCEL, version=2), Refusal.UNKNOWN_VERSION),
        (forge(CANCEL, swarm=b"\x00" * 16), Refusal.FOREIGN_SWARM),
        (forge(CANCEL, swarm=b"\x00" * 15), Refusal.FOREIGN_SWARM),
        (forge(CANCEL, key=b"short"), Refusal.BAD_AUTHOR),
        (forge(CANCEL, key=b"\xff" * 32), Refusal.BAD_SIGNATURE),
        (forge(CANCEL, clock=-1), Refusal.BAD_CLOCK),
        (forge(CANCEL, clock=LATEST_CLOCK), Refusal.BAD_CLOCK),
        (forge(CANCEL, clock="now"), Refusal.BAD_ENVELOPE),
        (forge([1, 2]), Refusal.BAD_BODY),
        (forge({"goal": SOME_ID}), Refusal.BAD_BODY),
        (forge({"type": "cancel"}), Refusal.BAD_BODY),
        (forge({"type": "cancel", "goal": "abc"}), Refusal.BAD_BODY),
        (forge({"type": "cancel", "goal": SOME_ID.upper()}), Refusal.BAD_BODY),
        (forge({"type": "cancel", "goal": SOME_ID + "\n"}), Refusal.BAD_BODY),
        (forge({"type": "cancel", "goal": SOME_ID, "reason": "x" * 1_001}), Refusal.BAD_BODY),
        (forge(CLAIM | {"phase": "eat"}), Refusal.BAD_BODY),
        (forge(CLAIM | {"attempt": 0}), Refusal.BAD_BODY),
        (forge(PROPOSAL | {"children": []}), Refusal.BAD_BODY),
        (forge(PROPOSAL | {"children": [CHILD] * 51}), Refusal.BAD_BODY),
        (forge(RESULT | {"seconds": float("nan")}), Refusal.BAD_BODY),
        (forge(RESULT | {"text": "x" * 32_001}), Refusal.BAD_BODY),
    ],
)
def test_each_refusal_has_its_reason(wire: bytes, reason: Refusal) -> None:
    assert decode_record(wire, SWARM) is reason


def test_a_flipped_bit_anywhere_is_refused_or_changes_nothing() -> None:
    record = make()
    for position in range(len(record.wire)):
        broken = bytearray(record.wire)
        broken[position] ^= 1
        decoded = decode_record(bytes(broken), SWARM)
        assert isinstance(decoded, Refusal), f"byte {position}"


@given(st.binary(max_size=400))
def test_no_bytes_raise(wire: bytes) -> None:
    assert isinstance(decode_record(wire, SWARM), Refusal)


FIELD_NAMES = st.sampled_from(["type", "goal", "task", "children", "title", "after"])
JUNK = st.recursive(
    st.none() | st.integers(-(2**63), 2**64 - 1) | st.text() | st.floats() | st.sampled_from(sorted(KINDS)),
    lambda inner: st.lists(inner) | st.dictionaries(FIELD_NAMES, inner),
)


@given(JUNK)
def test_no_well_signed_body_raises(body: object) -> None:
    decode_record(forge(body), SWARM)


def test_what_would_be_refused_elsewhere_cannot_be_signed() -> None:
    with pytest.raises(ValueError, match="Goal cannot be published"):
        make(Goal(title="", text="x", policy=Policy()))
    with pytest.raises(ValueError, match="larger"):
        make(Result(goal=SOME_ID, claim=SOME_ID, text="€" * 32_000))


def test_derived_ids_differ_by_everything_they_name() -> None:
    one, other = make(clock=5).id, make(clock=6).id
    ids = [child_task_id(one, 0), child_task_id(one, 1), child_task_id(other, 0)]
    ids += [whole_id(child_task_id(one, 0)), whole_id(child_task_id(one, 1))]
    assert len(set(ids)) == len(ids)


def test_a_peer_id_holds_its_key() -> None:
    assert key_of_peer_id(SIGNER.peer_id) == SIGNER.public_key
    for wrong in ("", "12D3Koo", "QmYyQSo1c1Ym7orWxLYvCrM2EmxFTANf8wXmmE7DWjhx5N"):
        with pytest.raises(ValueError, match=r"peer id|Invalid"):
            key_of_peer_id(wrong)  # type: ignore[arg-type]


def test_our_peer_ids_are_those_of_libp2p() -> None:
    from libp2p.crypto.ed25519 import create_new_key_pair
    from libp2p.peer.id import ID

    assert str(ID.from_pubkey(create_new_key_pair(SIGNER.seed).public_key)) == SIGNER.peer_id
