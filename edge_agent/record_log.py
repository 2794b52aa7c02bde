"""All records that this machine holds: the one place where a record enters, from itself or from others.

Own records: sign, commit to the store, apply to the plan, then tell the mesh, so what this machine says is on disk
before anyone hears it. Foreign ones: the door, the quarantine, the plan at once, the store in batches: what a crash
loses of those comes again from the peers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from edge_agent.clock import QUARANTINE_MS, HybridClock, Quarantine, clock_of_ms
from edge_agent.mesh.reconcile import RecordSet, id_of, key_of
from edge_agent.plan import Plan
from edge_agent.records import (
    MAX_RECORD_BYTES,
    Clock,
    Goal,
    KnownBody,
    PeerId,
    Record,
    RecordId,
    Refusal,
    Signer,
    SwarmId,
    decode_record,
    sign_record,
)
from edge_agent.store import Store, StoreError

log = logging.getLogger(__name__)

Value = TypeVar("Value")

FLUSH_SECONDS: Final = 0.25
"""How long a foreign record may wait for its batch: a crash loses no more than that, and peers have it."""
ASIDE: Final = "set aside"
"""Where the store keeps which goals are to be said again."""


class SetAside(Struct, frozen=True):
    """How many own records were set aside with a clock that was wrong, and which open goals among them still wait."""

    records: int = 0
    goals: tuple[Goal, ...] = ()

    @property
    def facts(self) -> list[tuple[str, str]]:
        """As the store keeps it."""
        return [(ASIDE, msgspec.json.encode(self).decode())]


class RecordLog:
    """The records of one machine, with the plan that follows from them.

    ``reference_ms`` tells what time it is (``clock.reference_ms``), in milliseconds since 1970.
    """

    def __init__(
        self,
        *,
        store: Store,
        swarm: SwarmId,
        signer: Signer,
        clock: HybridClock,
        reference_ms: Callable[[], int],
    ) -> None:
        self.plan = Plan()
        self.swarm = swarm
        self.signer = signer
        self.clock = clock
        self.quarantine = Quarantine()
        self.refused: dict[Refusal, int] = {}
        self.store_problem: str | None = None
        """Why the store takes nothing at the moment; None while it does."""
        self._store = store
        self._reference_ms = reference_ms
        self._publishing = asyncio.Lock()
        self._unsaved: list[Record] = []
        self._records = RecordSet()
        """The records of the plan in their order, for exchanges with peers."""
        self._forgotten: set[RecordId] = set()
        """Goals that are forgotten, but of which the store may still hold more than Goal and Forget."""
        self._listeners: list[Callable[[Record], None]] = []
        self._aside = SetAside()
        """Its goals are said again by :meth:`set_clock_right`."""

    async def load(self) -> int:
        """Read what the store holds into the plan; the number of records. Call once, before anything else."""
        async for record in self._store.records(self.swarm):
            if record.author == self.signer.peer_id or not self._wait(record):
                self._apply_or_delete(record)
        if kept := await self._store.meta(ASIDE):
            try:
                self._aside = msgspec.json.decode(kept, type=SetAside)
            except msgspec.MsgspecError as error:
                log.error("goals that were to be said again cannot be read: %s", error)
        return len(self.plan)

    def on_record(self, listener: Callable[[Record], None]) -> None:
        """Have ``listener`` called, on the event loop, after each record that is new to the plan."""
        self._listeners.append(listener)

    async def publish(self, body: KnownBody) -> Record:
        """Sign, commit, apply: when this returns, the record is durable. The mesh hears it through ``on_record``.

        StoreError where it cannot be stored (nothing was said then), ValueError where it breaks a limit.
        """
        return await self._publish(body)

    async def _publish(self, body: KnownBody, aside: SetAside | None = None) -> Record:
        # In a task of its own: a caller that is cancelled must not leave a record that is on disk but was never said.
        return await asyncio.shield(asyncio.create_task(self._commit(body, aside)))

    async def _commit(self, body: KnownBody, aside: SetAside | None) -> Record:
        """``aside``: what holds together with the record."""
        async with self._publishing:
            record = sign_record(body, clock=self.clock.tick(), swarm=self.swarm, signer=self.signer)
            try:
                await self._store.add_own(record, self.clock.mark, aside.facts if aside else ())
            except StoreError as error:
                self.store_problem = str(error)
                raise
            self.store_problem = None
            self._aside = aside or self._aside
            if self._apply_or_delete(record):
                self._tell(record)
            return record

    async def receive(self, wires: Sequence[bytes], source: PeerId) -> int:
        """Take records from a peer through the door; the number that were new here."""
        return self.hear(wires, source)

    def hear(self, wires: Iterable[bytes], source: PeerId, *, checked: bool = False) -> int:
        """Take records from a peer; the number that were new here. ``checked``: the signatures were verified already.

        What is no record is counted in ``refused`` and dropped; a record from the future waits.
        """
        new = 0
        for wire in wires:
            record = decode_record(wire, self.swarm, trusted=checked)
            if isinstance(record, Refusal):
                self.refused[record] = self.refused.get(record, 0) + 1
                log.debug("refused a record from %s: %s", source, record.value)
            elif record.id not in self.plan and not self._wait(record):
                new += self._take(record)
        return new

    def release_due(self) -> int:
        """Let the quarantined records in whose time has come; how many."""
        return sum(self._take(record) for record in self.quarantine.due(self._reference_ms()))

    async def horizon(self) -> Clock:
        """Records of this clock and later ones would have to wait here: they take no part in an exchange."""
        return clock_of_ms(self._reference_ms() + QUARANTINE_MS + 1)

    async def read(self, question: Callable[[RecordSet], Value]) -> Value:
        """Ask something of the ordered set of all records that count here; it changes nothing."""
        return question(self._records)

    async def missing(self, ids: Sequence[RecordId]) -> list[RecordId]:
        """Those of the ids that are not here, in quarantine neither."""
        return [one for one in ids if not self.holds(one)]

    def holds(self, record_id: RecordId) -> bool:
        """Whether the record is here, counted or in quarantine."""
        return record_id in self.plan or record_id in self.quarantine

    async def wires(self, ids: Sequence[RecordId]) -> list[bytes]:
        """The records as they are sent, as far as they are here, in the order of ``ids``."""
        records = (self.plan.record(one) for one in ids)
        return [record.wire for record in records if record is not None]

    async def look_for_room(self) -> None:
        """Where the store took nothing: find out whether it does again, so that work resumes by itself."""
        if self.store_problem is None:
            return
        try:
            # As long as the longest record: a machine that resumes for a few bytes stops again at the next record.
            await self._store.set_meta("room", "-" * MAX_RECORD_BYTES)
        except StoreError as error:
            self.store_problem = str(error)
            return
        log.info("records can be stored again")
        self.store_problem = None

    async def close(self) -> None:
        """Commit what waits, once nothing is being published any more."""
        async with self._publishing:
            await self.flush()

    async def keep_flushing(self) -> None:
        """Do :meth:`flush` again and again until cancelled."""
        while True:
            await asyncio.sleep(FLUSH_SECONDS)
            await self.flush()

    async def flush(self) -> None:
        """Commit the foreign records that wait for their batch. A full disk keeps them waiting; reading goes on."""
        if not self._unsaved and not self._forgotten:
            return
        batch, self._unsaved = self._unsaved, []
        forgotten, self._forgotten = self._forgotten, set()
        try:
            await self._store.add_foreign(batch)
            batch = []
            while forgotten:
                goal = min(forgotten)
                known = self.plan.goal(goal)
                await self._store.delete_goal(goal, [] if known is None else known.records)
                forgotten.remove(goal)
                log.info("goal %s is forgotten", goal[:12])
            self.store_problem = None
        except StoreError as error:
            self._unsaved = [record for record in batch if record.id in self.plan] + self._unsaved
            self._forgotten |= forgotten
            if self.store_problem is None:
                log.error("records cannot be stored: %s", error)
            self.store_problem = str(error)

    def _wait(self, record: Record) -> bool:
        if not self.quarantine.must_wait(record.clock, self._reference_ms()):
            return False
        if record.id not in self.quarantine:
            level = logging.DEBUG if len(self.quarantine) else logging.WARNING
            log.log(level, "a record of %s is from the future: it waits until its time comes", record.author)
            self.quarantine.add(record)
        return True

    def _take(self, record: Record) -> bool:
        if not self._apply(record):
            return False
        self._unsaved.append(record)
        self._tell(record)
        return True

    def _apply(self, record: Record) -> bool:
        self.clock.count(record.clock)
        if not self.plan.apply(record):
            return False
        self._records.add(key_of(record))
        dropped = self.plan.take_dropped()
        for one in dropped:
            self._records.discard(key_of(one))
        if dropped:
            self._forgotten.update(one.goal for one in dropped if one.goal is not None)
            self._unsaved = [one for one in self._unsaved if one.id in self.plan]
        return True

    def _apply_or_delete(self, record: Record) -> bool:
        """Apply a record that is in the store; where its goal was forgotten meanwhile it is deleted there soon."""
        applied = self._apply(record)
        if not applied and record.goal is not None:
            self._forgotten.add(record.goal)
        return applied

    def _tell(self, record: Record) -> None:
        for listener in self._listeners:
            listener(record)

    async def set_clock_right(self) -> int | None:
        """Start the clock anew where it stands too far ahead of the reference (design, section 5).

        For a machine whose wall clock just became synchronised. Its own records beyond the bound are set aside, and its
        open goals among them published again. Returns how many were set aside; None where the clock was right.
        After a StoreError the next call goes on where this one stopped, in a later run too: no goal is lost to a disk
        that fills meanwhile, and none is said twice.
        """
        if not await self._start_clock_anew() and not self._aside.goals:
            return None
        while self._aside.goals:
            first, *others = self._aside.goals
            await self._publish(first, SetAside(self._aside.records, tuple(others)))
        return self._aside.records

    async def _start_clock_anew(self) -> bool:
        """Set the own records beyond the bound aside; False where the clock is right.

        StoreError leaves all as it was.
        """
        async with self._publishing:
            now, mark = self._reference_ms(), self.clock.mark
            if not self.clock.restart_if_beyond(now):
                return False
            held = [record for key in self._records if (record := self.plan.record(id_of(key))) is not None]
            aside = [
                record
                for record in held
                if record.author == self.signer.peer_id and Quarantine.must_wait(record.clock, now)
            ]
            lost = {record.id for record in aside}
            open_goals = (goal.goal for goal in self.plan.goals() if goal.id in lost and not goal.ended)
            now_aside = SetAside(len(aside), (*self._aside.goals, *open_goals))
            try:
                await self._store.put_aside(lost, self.clock.mark, now_aside.facts)
            except StoreError:
                self.clock.count(mark)  # nothing was changed: the next call finds it as it was
                raise
            self.plan = Plan()
            self._records = RecordSet()
            for record in held:
                if record.id not in lost and not self._wait(record):
                    self._apply(record)
            self._aside = now_aside
        return True
