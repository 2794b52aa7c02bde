"""The same goal under a central coordinator: one machine holds the tree and says what to do, the others obey.

It has what the swarm has: the same roles, model times, message delays and quorum, a list of who lives by beacons, and
work that is given to another machine when the one that has it falls silent. It needs fewer messages, decides at once,
and never lets two machines want the same. What it has not is a second coordinator: when its machine goes, so does the
goal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial
from random import Random

from msgspec import Struct

from bench.swarm import Shape
from edge_agent.mesh.presence import GONE_AFTER
from simulation.model import Script
from simulation.schedule import Schedule


class Outcome(Struct, frozen=True, kw_only=True):
    """What a goal cost under a coordinator; seconds are virtual."""

    finished: bool
    seconds: float
    leaf_seconds: float
    messages: float
    """Sent by a machine for a piece of work, on average."""
    messages_of_coordinator: float
    """Sent by the coordinator for a piece of work."""
    work: int
    """Pieces of work done: splits, votes, texts; what would be records."""


class _Node:
    """A task, as the coordinator sees it."""

    def __init__(self, leaves: int, parent: _Node | None, name: str) -> None:
        self.leaves = leaves
        self.parent = parent
        self.name = name
        self.parts: list[_Node] = []
        self.split_votes: dict[int, int] = {}
        self.done = False


class _Work:
    """Something for a model to do."""

    def __init__(self, kind: str, node: _Node, number: int = 0) -> None:
        self.kind = kind
        self.node = node
        self.number = number

    @property
    def subject(self) -> str:
        return f"{self.kind} {self.node.name} {self.number}"


class Coordination:
    """A run. Machine 0 coordinates, and works too. ``crashes``: which machine goes for good, and when."""

    def __init__(
        self,
        shape: Shape,
        script: Script,
        machines: int,
        *,
        quorum: int,
        proposals: int = 2,
        seed: int = 1,
        beacon_seconds: float = 2.0,
        delay: float = 0.02,
        crashes: Sequence[tuple[int, float]] = (),
    ) -> None:
        self.schedule = Schedule()
        self._shape = shape
        self._script = script
        self._machines = machines
        self._quorum = min(quorum, machines // 2 + 1)
        self._proposals = min(proposals, machines)
        self._delay = delay
        self._silence = GONE_AFTER * beacon_seconds
        self._lots = Random(f"coordinator {seed}")
        self._alive = set(range(machines))
        self._idle: deque[int] = deque(range(machines))
        self._planning: deque[_Work] = deque()
        self._merges: deque[_Work] = deque()
        self._writing: deque[_Work] = deque()
        self._sent = [0] * machines
        self._first_execution: float | None = None
        self._last_leaf = 0.0
        self._finished_at = 0.0
        self.work = 0
        self.root = _Node(shape.leaves, None, "root")
        for number, at in crashes:
            self.schedule.at(at, partial(self._crash, number))
        self._open(self.root)

    def run(self, longest: float) -> Outcome:
        """Go on until the goal has its text, or so many seconds have passed."""
        self._assign()
        while not self.root.done and len(self.schedule) and self.schedule.now < longest and 0 in self._alive:
            self.schedule.run(self.schedule.now + 1.0)
        return Outcome(
            finished=self.root.done,
            seconds=self._finished_at if self.root.done else float("nan"),
            leaf_seconds=self._last_leaf - (self._first_execution or 0.0),
            messages=sum(self._sent) / self._machines / max(1, self.work),
            messages_of_coordinator=self._sent[0] / max(1, self.work),
            work=self.work,
        )

    def _crash(self, number: int) -> None:
        self._alive.discard(number)
        if number in self._idle:
            self._idle.remove(number)

    # The tree.

    def _open(self, node: _Node) -> None:
        if node.leaves == 1:
            self._writing.append(_Work("execute", node))
            return
        self._planning.extend(_Work("judge whole", node, number) for number in range(self._quorum))
        self._planning.extend(_Work("split", node, number) for number in range(self._proposals))

    def _finished(self, work: _Work) -> None:
        node = work.node
        match work.kind:
            case "split":
                judges = range(work.number * self._quorum, (work.number + 1) * self._quorum)
                self._planning.extend(_Work("judge", node, judge) for judge in judges)
            case "judge":
                split = work.number // self._quorum
                node.split_votes[split] = node.split_votes.get(split, 0) + 1
                if node.split_votes[split] == self._quorum and not node.parts:
                    shares = self._shape.shares(node.leaves)
                    node.parts = [_Node(share, node, f"{node.name}.{i}") for i, share in enumerate(shares)]
                    for part in node.parts:
                        self._open(part)
            case "execute" | "merge":
                node.done = True
                if work.kind == "execute":
                    self._last_leaf = self.schedule.now
                if node.parent is None:
                    self._finished_at = self.schedule.now
                elif all(part.done for part in node.parent.parts):
                    self._merges.append(_Work("merge", node.parent))

    # Who does what.

    def _assign(self) -> None:
        while self._idle and (work := self._next()) is not None:
            machine = self._idle.popleft()
            if work.kind == "execute" and self._first_execution is None:
                self._first_execution = self.schedule.now
            self._give(machine, work)

    def _next(self) -> _Work | None:
        for queue in (self._planning, self._writing, self._merges):
            while queue:
                work = queue.popleft()
                if work.kind not in ("split", "judge", "judge whole") or not work.node.parts:
                    return work
        return None

    def _give(self, machine: int, work: _Work) -> None:
        there = 0.0 if machine == 0 else self._hop()
        back = 0.0 if machine == 0 else self._hop()
        self._sent[0] += machine != 0
        seconds = self._script.between(self._bounds(work), machine, work.subject)

        def answer() -> None:
            if machine in self._alive:
                self._sent[machine] += machine != 0
                self.schedule.after(back, arrive)
            else:
                self.schedule.after(self._silence, give_again)

        def arrive() -> None:
            if 0 in self._alive:
                self.work += 1
                self._finished(work)
                if machine in self._alive:
                    self._idle.append(machine)
                self._assign()

        def give_again() -> None:
            if 0 in self._alive:
                self._queue_of(work).appendleft(work)
                self._assign()

        self.schedule.after(there + seconds, answer)

    def _queue_of(self, work: _Work) -> deque[_Work]:
        return {"merge": self._merges, "execute": self._writing}.get(work.kind, self._planning)

    def _bounds(self, work: _Work) -> tuple[float, float]:
        match work.kind:
            case "split":
                return self._script.seconds_to_split
            case "judge" | "judge whole":
                return self._script.seconds_to_judge
            case _:
                return self._script.seconds_to_write

    def _hop(self) -> float:
        return self._delay * (0.5 + self._lots.random())
