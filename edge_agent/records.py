"""Records: the signed, immutable statements of which every machine keeps its own copy.

A record travels as one msgpack array ``[signed, signature]``. ``signed`` is a domain tag followed by the msgpack array
``[version, swarm, author, clock, body]``; the signature is Ed25519 over exactly these bytes, and the record's id is
their BLAKE2b-256. Bytes are kept as they came and never encoded again, so an id means the same on every machine.

At the door (:func:`decode_record`) a record is judged by its own bytes alone. Whatever needs another record is a rule
of the plan (``edge_agent.plan``), where a surplus record is inert: otherwise two machines that heard things in another
order could keep different sets for ever.
"""

from __future__ import annotations

import enum
import functools
import hashlib
from typing import Annotated, Final, Literal, NewType

import base58
import msgspec
import nacl.exceptions
import nacl.signing
from msgspec import Meta, Struct

RecordId = NewType("RecordId", str)
"""64 lower-case hexadecimal digits."""
TaskId = NewType("TaskId", str)
"""64 lower-case hexadecimal digits; the root task's id is its goal's record id."""
PeerId = NewType("PeerId", str)
"""The libp2p peer id of an Ed25519 key, as text (``12D3KooW...``)."""
SwarmId = NewType("SwarmId", str)
"""32 lower-case hexadecimal digits, random, made with the swarm's first machine."""
Clock = NewType("Clock", int)
"""A hybrid logical clock: milliseconds since 1970 in the upper 48 bits, a counter in the lower 16."""

FORMAT_VERSION: Final = 1
RULES_VERSION: Final = 1
"""The version of the plan's rules that this code knows; a goal names the one that it is to be judged by."""

DOMAIN_TAG: Final = b"swarm-agent/record/1\x00"
LATEST_CLOCK: Final = 4_102_444_800_000 << 16
"""2100-01-01: a clock beyond it is refused, so that no record can push the swarm's clock to its end."""

MAX_RECORD_BYTES: Final = 64 * 1024
MAX_GOAL_TEXT: Final = 16_000
MAX_RESULT_TEXT: Final = 32_000
MAX_CHILDREN: Final = 50
MAX_TITLE: Final = 200

# \Z, since $ would let a newline through at the end.
_HexId = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_Title = Annotated[str, Meta(min_length=1, max_length=MAX_TITLE)]
_Short = Annotated[str, Meta(max_length=200)]
_Reason = Annotated[str, Meta(max_length=1_000)]
_Milliseconds = Annotated[int, Meta(ge=1, le=86_400_000)]
_Score = Annotated[int, Meta(ge=0, le=100)]

Form = Literal["text", "list", "schedule", "table", "budget", "checklist", "comparison", "letter"]
"""What kind of writing a task asks for."""
Phase = Literal["execute", "merge"]


class Policy(Struct, frozen=True, kw_only=True):
    """The numbers by which every machine judges a goal; they travel in the goal itself.

    Durations are milliseconds. ``max_depth`` counts the root as 0. ``max_tasks`` counts the root as a task.
    """

    quorum: Annotated[int, Meta(ge=1, le=1_000)] = 1
    self_votes: bool = False
    max_rounds: Annotated[int, Meta(ge=0, le=10)] = 1
    max_depth: Annotated[int, Meta(ge=0, le=8)] = 3
    max_children: Annotated[int, Meta(ge=1, le=MAX_CHILDREN)] = 7
    max_tasks: Annotated[int, Meta(ge=1, le=10_000)] = 40
    max_attempts: Annotated[int, Meta(ge=1, le=20)] = 3
    lease: _Milliseconds = 60_000
    proposal_window: _Milliseconds = 60_000
    min_proposals: Annotated[int, Meta(ge=1, le=20)] = 2
    approve_threshold: _Score = 50


class Goal(Struct, frozen=True, kw_only=True, tag="goal"):
    """Somebody wants this done. Its record id is also the id of the root task."""

    title: _Title
    text: Annotated[str, Meta(min_length=1, max_length=MAX_GOAL_TEXT)]
    policy: Policy
    origin_name: _Short = ""
    """The name of the machine that took the goal, for people; the machine itself is the record's author."""
    language: Annotated[str, Meta(max_length=16)] = ""
    """An ISO 639-1 code, or empty where it is not known."""
    rules: Annotated[int, Meta(ge=1, le=1_000_000)] = RULES_VERSION
    source_hash: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    """BLAKE2b-256 of the file that the goal came from and of its name, so that a crash does not take it twice."""
    source_name: _Short = ""
    priority: Annotated[int, Meta(ge=-100, le=100)] = 0


class Child(Struct, frozen=True, kw_only=True):
    """One task of a proposed split. ``after`` holds indexes of siblings whose results it needs."""

    title: _Title
    detail: Annotated[str, Meta(max_length=1_000)] = ""
    form: Form = "text"
    leaf: bool = True
    after: Annotated[tuple[Annotated[int, Meta(ge=0, lt=MAX_CHILDREN)], ...], Meta(max_length=MAX_CHILDREN)] = ()


class Proposal(Struct, frozen=True, kw_only=True, tag="proposal"):
    """A split of a task. The ids of its children follow from its own id (:func:`child_task_id`)."""

    goal: _HexId
    task: _HexId
    children: Annotated[tuple[Child, ...], Meta(min_length=1, max_length=MAX_CHILDREN)]
    angle: _Short = ""
    refines: _HexId | None = None
    round: Annotated[int, Meta(ge=0, le=10)] = 0
    author_scores: bool = False
    """Whether the author also scores: then the proposal stands for its author's approval."""


class Scores(Struct, frozen=True, kw_only=True):
    """A scorer's marks for a split, 0 (worst) to 100."""

    concrete: _Score
    distinct: _Score
    complete: _Score

    @property
    def mean(self) -> float:
        """The plain mean of the three marks."""
        return (self.concrete + self.distinct + self.complete) / 3


class Vote(Struct, frozen=True, kw_only=True, tag="vote"):
    """A scorer's judgement of a proposal (or of a task's whole, see :func:`whole_id`)."""

    goal: _HexId
    proposal: _HexId
    approve: bool
    scores: Scores
    critique: Annotated[str, Meta(max_length=2_000)] = ""


class Claim(Struct, frozen=True, kw_only=True, tag="claim"):
    """An executor takes a phase of a task. ``split`` is the split that the phase rests on, the whole, or nothing."""

    goal: _HexId
    task: _HexId
    phase: Phase
    split: _HexId | None
    attempt: Annotated[int, Meta(ge=1, le=1_000)]


class Result(Struct, frozen=True, kw_only=True, tag="result"):
    """The text that a claim led to."""

    goal: _HexId
    claim: _HexId
    text: Annotated[str, Meta(max_length=MAX_RESULT_TEXT)]
    merged: Annotated[tuple[_HexId, ...], Meta(max_length=MAX_CHILDREN)] = ()
    """The results of the children that a merge used, in the children's order."""
    model: _Short = ""
    tokens: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    seconds: Annotated[float, Meta(ge=0, le=10_000_000)] = 0.0


class Failure(Struct, frozen=True, kw_only=True, tag="failure"):
    """A claim that its author gives up."""

    goal: _HexId
    claim: _HexId
    reason: _Reason = ""


class Requorum(Struct, frozen=True, kw_only=True, tag="requorum"):
    """From this record's clock on, this quorum is enough too; it can only lower what is needed."""

    goal: _HexId
    quorum: Annotated[int, Meta(ge=1, le=1_000)]
    self_votes: bool = False


class Cancel(Struct, frozen=True, kw_only=True, tag="cancel"):
    """The owner no longer wants the goal."""

    goal: _HexId
    reason: _Reason = ""


class Reprioritise(Struct, frozen=True, kw_only=True, tag="reprioritise"):
    """The goal's priority from now on."""

    goal: _HexId
    priority: Annotated[int, Meta(ge=-100, le=100)]


class Forget(Struct, frozen=True, kw_only=True, tag="forget"):
    """All records of the goal but Goal and Forget themselves may be dropped."""

    goal: _HexId


class Unknown(Struct, frozen=True, kw_only=True):
    """A body of a kind that this version does not know: stored and relayed, inert."""

    kind: str


KnownBody = Goal | Proposal | Vote | Claim | Result | Failure | Requorum | Cancel | Reprioritise | Forget
Body = KnownBody | Unknown
KINDS: Final = frozenset(str(kind.__struct_config__.tag) for kind in KnownBody.__args__)


class Record(Struct, frozen=True, kw_only=True):
    """A record that passed the door, or was signed here. ``wire`` is what is stored and sent."""

    id: RecordId
    author: PeerId
    clock: Clock
    swarm: SwarmId
    body: Body
    wire: bytes

    @property
    def goal(self) -> RecordId | None:
        """The goal that the record is about (its own id for a Goal); None for an unknown kind."""
        match self.body:
            case Unknown():
                return None
            case Goal():
                return self.id
            case body:
                return RecordId(body.goal)

    @property
    def order(self) -> tuple[Clock, RecordId]:
        """The sort key by which all ties of the plan are broken."""
        return self.clock, self.id


class Refusal(enum.Enum):
    """Why bytes are not a record of this swarm."""

    TOO_LARGE = "larger than a record may be"
    BAD_ENVELOPE = "not a signed record"
    UNKNOWN_VERSION = "a record format that this version does not know"
    FOREIGN_SWARM = "a record of another swarm"
    BAD_AUTHOR = "an author that is no Ed25519 key"
    BAD_SIGNATURE = "a signature that does not fit"
    BAD_CLOCK = "a clock before 1970 or after 2100"
    BAD_BODY = "a body that breaks the rules of its kind"


class _Kind(Struct, frozen=True):
    type: Annotated[str, Meta(min_length=1, max_length=40)]


_encoder = msgspec.msgpack.Encoder()
_envelope_decoder = msgspec.msgpack.Decoder(tuple[bytes, bytes])
_array_decoder = msgspec.msgpack.Decoder(tuple[int, bytes, bytes, int, msgspec.Raw])
_kind_decoder = msgspec.msgpack.Decoder(_Kind)
_body_decoder = msgspec.msgpack.Decoder(KnownBody)

# The protobuf and multihash prefix that turns a raw Ed25519 key into a libp2p peer id (libp2p specs, peer-ids).
_PEER_ID_PREFIX: Final = bytes.fromhex("002408011220")


@functools.lru_cache(maxsize=4_096)
def peer_id_of_key(public_key: bytes) -> PeerId:
    """The libp2p peer id of a raw 32-byte Ed25519 public key."""
    return PeerId(base58.b58encode(_PEER_ID_PREFIX + public_key).decode())


@functools.lru_cache(maxsize=4_096)
def key_of_peer_id(peer_id: PeerId) -> bytes:
    """The raw 32-byte public key inside an Ed25519 peer id; ValueError where it holds none."""
    raw: bytes = base58.b58decode(peer_id)
    if len(raw) != len(_PEER_ID_PREFIX) + 32 or not raw.startswith(_PEER_ID_PREFIX):
        raise ValueError(f"{peer_id!r} is not the peer id of an Ed25519 key")
    return raw[len(_PEER_ID_PREFIX) :]


class Signer:
    """This machine's key. ``seed`` is the 32-byte Ed25519 seed."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self._key = nacl.signing.SigningKey(seed)
        self.public_key = bytes(self._key.verify_key)
        self.peer_id = peer_id_of_key(self.public_key)

    def sign(self, message: bytes) -> bytes:
        """A 64-byte Ed25519 signature."""
        return self._key.sign(message).signature


def verify(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether ``signature`` is the key's over ``message``; False for anything malformed."""
    try:
        nacl.signing.VerifyKey(public_key).verify(message, signature)
    except (nacl.exceptions.CryptoError, ValueError, TypeError):
        return False
    return True


def digest_of(*parts: bytes) -> str:
    """BLAKE2b-256 of the parts, each preceded by its length, as hexadecimal."""
    state = hashlib.blake2b(digest_size=32)
    for part in parts:
        state.update(len(part).to_bytes(8, "big"))
        state.update(part)
    return state.hexdigest()


def child_task_id(proposal: RecordId, index: int) -> TaskId:
    """The id of the proposal's child number ``index`` (from 0)."""
    return TaskId(digest_of(bytes.fromhex(proposal), index.to_bytes(4, "big")))


def whole_id(task: TaskId) -> RecordId:
    """The id of the task's whole: the proposal without children, author or record that says "execute it as it is"."""
    return RecordId(digest_of(bytes.fromhex(task), b"whole"))


def sign_record(body: KnownBody, *, clock: Clock, swarm: SwarmId, signer: Signer) -> Record:
    """Make this machine's record. ValueError where the body breaks a limit: it would be refused everywhere else."""
    signed = DOMAIN_TAG + _encoder.encode(
        (FORMAT_VERSION, bytes.fromhex(swarm), signer.public_key, clock, msgspec.Raw(_encoder.encode(body)))
    )
    wire = _encoder.encode((signed, signer.sign(signed)))
    record = decode_record(wire, swarm)
    if isinstance(record, Refusal):
        raise ValueError(f"this {type(body).__name__} cannot be published: {record.value}")
    return record


def decode_record(wire: bytes, swarm: SwarmId, *, trusted: bool = False) -> Record | Refusal:
    """The door: a record, or the reason why these bytes are none. Never raises for any input.

    ``trusted`` leaves the signature unchecked: for bytes from this machine's own store, which passed here before.
    """
    if len(wire) > MAX_RECORD_BYTES:
        return Refusal.TOO_LARGE
    try:
        signed, signature = _envelope_decoder.decode(wire)
        if not signed.startswith(DOMAIN_TAG):
            return Refusal.BAD_ENVELOPE
        version, of_swarm, public_key, clock, raw = _array_decoder.decode(signed[len(DOMAIN_TAG) :])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return Refusal.BAD_ENVELOPE
    if version != FORMAT_VERSION:
        return Refusal.UNKNOWN_VERSION
    if of_swarm.hex() != swarm:
        return Refusal.FOREIGN_SWARM
    if len(public_key) != 32:
        return Refusal.BAD_AUTHOR
    if not 0 <= clock < LATEST_CLOCK:
        return Refusal.BAD_CLOCK
    if not trusted and not verify(public_key, signed, signature):
        return Refusal.BAD_SIGNATURE
    body = _decode_body(raw)
    if body is None:
        return Refusal.BAD_BODY
    return Record(
        id=RecordId(hashlib.blake2b(signed, digest_size=32).hexdigest()),
        author=peer_id_of_key(public_key),
        clock=Clock(clock),
        swarm=swarm,
        body=body,
        wire=wire,
    )


def _decode_body(raw: msgspec.Raw) -> Body | None:
    try:
        kind = _kind_decoder.decode(raw).type
        return _body_decoder.decode(raw) if kind in KINDS else Unknown(kind=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
