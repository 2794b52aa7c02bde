"""What happened in a world: for people, line by line, and as a digest that two equal runs share."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge_agent.records import (
    Cancel,
    Claim,
    Failure,
    Forget,
    Goal,
    Proposal,
    Record,
    Reprioritise,
    Requorum,
    Result,
    Vote,
)

if TYPE_CHECKING:
    from simulation.schedule import Schedule


class Trace:
    """Takes what happens. ``keeps``: whether lines are kept for people, or only counted into the digest."""

    def __init__(self, schedule: Schedule, *, keeps: bool = True) -> None:
        self._schedule = schedule
        self._keeps = keeps
        self._state = hashlib.blake2b(digest_size=16)
        self._entries: list[tuple[float, int | None, str, str]] = []
        self._said: dict[str, str] = {}
        self._heard_by: dict[str, list[tuple[int, float]]] = {}

    def note(self, machine: int | None, what: str, text: str = "") -> None:
        """Something happened at a machine, or to the whole network (None)."""
        entry = (self._schedule.now, machine, what, text)
        self._state.update(repr(entry).encode())
        if self._keeps:
            self._entries.append(entry)

    def said(self, machine: int, record: Record) -> None:
        """A machine published a record."""
        self.note(machine, "said", record.id)
        if self._keeps:
            self._said[record.id] = describe(record)

    def heard(self, machine: int, record: Record) -> None:
        """A record is new to a machine's plan."""
        self._state.update(f"{self._schedule.now} {machine} {record.id}".encode())
        if self._keeps:
            self._heard_by.setdefault(record.id, []).append((machine, self._schedule.now))

    def digest(self) -> str:
        """32 hexadecimal digits that cover everything noted so far."""
        return self._state.hexdigest()

    def lines(self) -> Iterator[str]:
        """The story: when, who, what; and for a record, who heard it after how many seconds."""
        for time, machine, what, text in self._entries:
            who = "" if machine is None else f"m{machine}"
            if what == "said":
                ears = " ".join(f"m{ear} +{at - time:.2f}" for ear, at in self._heard_by.get(text, ()))
                text = f"{self._said[text]}   [heard by: {ears or 'nobody'}]"
            yield f"{time:9.3f} {who:>4} {what:<9} {text}"


def describe(record: Record) -> str:
    """A record on one line."""
    match record.body:
        case Goal(title=title, policy=policy):
            text = f"goal {title!r}, quorum {policy.quorum}{' with self-votes' if policy.self_votes else ''}"
        case Proposal(task=task, children=children, round=number):
            leaves = sum(child.leaf for child in children)
            text = f"split of task {task[:6]} into {len(children)} ({leaves} leaves), round {number}"
        case Vote(proposal=proposal, approve=approve, critique=critique):
            text = f"vote {'for' if approve else 'against'} split {proposal[:6]} ({critique})"
        case Claim(task=task, phase=phase, split=split, attempt=attempt):
            text = f"claim to {phase} task {task[:6]} on {split[:6] if split else 'nothing'}, attempt {attempt}"
        case Result(claim=claim, merged=merged):
            text = f"result of claim {claim[:6]}{f', merging {len(merged)}' if merged else ''}"
        case Failure(claim=claim, reason=reason):
            text = f"failure of claim {claim[:6]}: {reason}"
        case Requorum(quorum=quorum, self_votes=self_votes):
            text = f"quorum {quorum}{' with self-votes' if self_votes else ''} is enough"
        case Cancel():
            text = "cancel"
        case Reprioritise(priority=priority):
            text = f"priority {priority}"
        case Forget():
            text = "forget"
        case other:
            text = f"unknown kind {other.kind!r}"
    goal = f" (goal {record.goal[:6]})" if record.goal and record.goal != record.id else ""
    return f"{record.id[:6]} {text}{goal}"
