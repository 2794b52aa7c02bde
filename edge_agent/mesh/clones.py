"""A copied disk: two machines with one identity. Which of them takes a new one, and when. Pure: the time is ``now``.

The machine whose agent started later gives the identity up, once the other one certainly goes on; the earlier one
keeps it, and with it its place in others' configuration. Both know both starts, so they agree. Where the later one does
nothing (it does not hear the other, or runs another version), the earlier one gives it up as well: two keys too many
harm nobody, two machines with one key speak over each other.

Libp2p speaks with one machine of an id only, so of two the second is deaf and mute in gossip, and gossip never brings a
message to the peer that it is from: neither hears the other. So each machine asks its peers now and then whether they
know of another run of it; who is asked learns of the asker's run by that, and can tell the other one (:class:`Runs`).
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from edge_agent.mesh.presence import Beacon

SURE_INTERVALS: Final = 3
SURE_SECONDS: Final = 10.0
"""A run that is heard for so long, each time with a higher sequence number, is no echo of an earlier run of this
machine: gossip repeats what was said for some seconds only."""
PATIENCE_INTERVALS: Final = 24
PATIENCE_SECONDS: Final = 60.0
"""How long both together are until the machine that started earlier does not wait for the other one any more."""
SILENT_INTERVALS: Final = 12
"""Beacon intervals after which a run that was not heard has ended; three questions find it."""
MAX_RUNS: Final = 16
MAX_AUTHORS: Final = 512
ASK_INTERVALS: Final = 4
"""Beacon intervals between two questions to the peers: some 500 bytes to each."""


class _Run:
    """Another run of this machine's identity."""

    __slots__ = ("first_at", "last_at", "name", "sequence", "started", "times")

    def __init__(self, beacon: Beacon, now: float) -> None:
        self.first_at = self.last_at = now
        self.started = beacon.started
        self.sequence = beacon.sequence
        self.name = beacon.name
        self.times = 1


class CloneWatch:
    """What is heard of other runs of this machine's identity; ``boot`` and ``started`` are those of this one."""

    def __init__(self, *, boot: str, started: int, interval: float) -> None:
        self._mine = (started, boot)
        self._interval = interval
        self._runs: dict[str, _Run] = {}

    def hear(self, beacon: Beacon, now: float) -> None:
        """A beacon in this machine's name that is not this run's."""
        run = self._runs.get(beacon.boot)
        if run is None or now - run.last_at > SILENT_INTERVALS * self._interval:
            self._runs[beacon.boot] = _Run(beacon, now)
            if len(self._runs) > MAX_RUNS:
                del self._runs[next(iter(self._runs))]
        elif beacon.sequence > run.sequence:
            run.sequence, run.last_at = beacon.sequence, now
            run.times += 1

    def others(self, now: float) -> list[str]:
        """The names that the machines give themselves which certainly use this identity now."""
        return [run.name or "without a name" for run in self._runs.values() if self._is_sure(run, now)]

    def must_give_up(self, now: float) -> bool:
        """Whether this machine is the one that needs another identity now."""
        return any(
            self._mine > (run.started, boot)
            or now - run.first_at > PATIENCE_INTERVALS * self._interval + PATIENCE_SECONDS
            for boot, run in self._runs.items()
            if self._is_sure(run, now)
        )

    def _is_sure(self, run: _Run, now: float) -> bool:
        goes_on = run.last_at - run.first_at >= SURE_INTERVALS * self._interval + SURE_SECONDS
        return run.times >= SURE_INTERVALS and goes_on and now - run.last_at <= SILENT_INTERVALS * self._interval


class Runs:
    """The newest beacon of each run of each author, as long as it goes on: for who asks for other runs of itself."""

    def __init__(self, interval: float) -> None:
        self._interval = interval
        self._authors: OrderedDict[str, dict[str, tuple[int, float, bytes]]] = OrderedDict()
        """By author and boot nonce: the sequence number, when it was heard, the bytes."""

    def hear(self, beacon: Beacon, wire: bytes, now: float) -> None:
        """An author's beacon."""
        runs = self._authors.pop(beacon.author, {})
        known = runs.pop(beacon.boot, None)
        runs[beacon.boot] = (beacon.sequence, now, wire) if known is None or known[0] < beacon.sequence else known
        while len(runs) > MAX_RUNS:
            del runs[next(iter(runs))]
        self._authors[beacon.author] = runs
        if len(self._authors) > MAX_AUTHORS:
            self._authors.popitem(last=False)

    def other_than(self, beacon: Beacon, now: float) -> bytes:
        """The newest beacon of another run of the same author that was heard lately; empty where there is none."""
        lately = [
            (heard_at, wire)
            for boot, (_, heard_at, wire) in self._authors.get(beacon.author, {}).items()
            if boot != beacon.boot and now - heard_at <= SILENT_INTERVALS * self._interval
        ]
        return max(lately)[1] if lately else b""
