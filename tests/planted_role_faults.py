"""Planted faults in the rules of the roles, and in who listens to whom: see :mod:`planted_faults`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

from msgspec.structs import replace

import simulation.agent
from edge_agent.clock import Quarantine
from edge_agent.plan import Candidate, ClaimState, GoalPlan, Plan, Step
from edge_agent.records import PeerId, RecordId
from edge_agent.roles import claim as claim_rules
from edge_agent.roles import decide as decide_rules
from edge_agent.roles import vote as vote_rules
from edge_agent.roles.claim import Opening
from edge_agent.roles.decide import is_wanted
from edge_agent.roles.intents import Approve, GiveUp, Judge, RunClaim
from edge_agent.roles.memory import Memory
from edge_agent.roles.view import View


def takeover_without_lease() -> AbstractContextManager[Any]:
    """A holder that was not named for two beacons is taken over; its lease is not waited for."""

    def overdue(goal: GoalPlan, holder: ClaimState, view: View, memory: Memory) -> float | None:
        watch = memory.claim(holder.id)
        silent = -1.0 if watch is None else memory.looked_at - watch.named_at - 2 * view.beacon_interval
        return silent if silent >= 0 else None

    return patch.object(claim_rules, "_overdue", overdue)


def cut_off_machine_blames_the_others() -> AbstractContextManager[Any]:
    """A machine that was cut off counts the others' silence meanwhile, also once it hears them again."""
    original = decide_rules.decide

    def decide(plan: Plan, view: View, memory: Memory, now: float) -> list[Any]:
        return original(plan, replace(view, heard_since=0.0), memory, now)

    return patch.object(simulation.agent, "decide", decide)


def attempt_skipped() -> AbstractContextManager[Any]:
    """After a Failure the attempt after the next one is opened."""
    original = claim_rules.next_attempt

    def next_attempt(goal: GoalPlan, step: Step, view: View, memory: Memory) -> Opening | None:
        opening = original(goal, step, view, memory)
        return opening if opening is None or opening.attempt == 1 else replace(opening, attempt=opening.attempt + 1)

    return patch.object(claim_rules, "next_attempt", next_attempt)


def restart_goes_on() -> AbstractContextManager[Any]:
    """A machine that restarts goes on with the claims of its earlier run."""
    original = claim_rules.upkeep

    def upkeep(goal: GoalPlan, view: View, memory: Memory) -> Iterator[RunClaim | GiveUp]:
        for intent in original(goal, view, memory):
            yield RunClaim(goal=goal.id, claim=intent.claim) if isinstance(intent, GiveUp) else intent

    return patch.object(claim_rules, "upkeep", upkeep)


@contextmanager
def votes_forgotten_at_restart() -> Iterator[None]:
    """A scorer remembers its votes only as long as its process lasts."""
    asked: WeakKeyDictionary[Memory, set[RecordId]] = WeakKeyDictionary()
    current: list[set[RecordId]] = [set()]
    original_votes, original_voted = vote_rules.votes, vote_rules._voted

    def remembering(goal: GoalPlan, view: View, memory: Memory) -> Iterator[Judge | Approve]:
        current[0] = asked.setdefault(memory, set())
        for intent in original_votes(goal, view, memory):
            current[0].add(intent.proposal)
            yield intent

    def voted(candidate: Candidate, me: PeerId) -> bool:
        return original_voted(candidate, me) and candidate.id in current[0]

    def wanted(plan: Plan, view: View, work: Any) -> bool:
        return isinstance(work, Judge) or is_wanted(plan, view, work)

    with (
        patch.object(vote_rules, "votes", remembering),
        patch.object(vote_rules, "_voted", voted),
        patch.object(simulation.agent, "is_wanted", wanted),
    ):
        yield


def observer_votes() -> AbstractContextManager[Any]:
    """A machine that only observes takes part in final ballots and judges splits."""
    original = decide_rules.decide

    def decide(plan: Plan, view: View, memory: Memory, now: float) -> list[Any]:
        if "observer" not in view.roles:
            return original(plan, view, memory, now)
        return original(plan, replace(view, roles=frozenset({"scorer"}), tier=1), memory, now)

    return patch.object(simulation.agent, "decide", decide)


def runs_before_it_settled() -> AbstractContextManager[Any]:
    """A claim's work begins at once, before others can have been heard."""
    original = decide_rules.decide

    def decide(plan: Plan, view: View, memory: Memory, now: float) -> list[Any]:
        return original(plan, replace(view, settle=0.0), memory, now)

    return patch.object(simulation.agent, "decide", decide)


def quarantine_ignored() -> AbstractContextManager[Any]:
    """Records of a far future are taken in at once."""
    return patch.object(Quarantine, "must_wait", staticmethod(lambda clock, now_ms: False))
