"""Whether this machine brings its planning work about: one that hangs must not count as if it planned.

A machine whose model hangs, fails or is far too slow goes on sending beacons that list its roles. It finds out by
itself: it has had work for a role for two of the goals' windows, attended, and nothing came of it. Then its beacon says
so, everybody counts the role as lacking, and others cover it. One piece of work brought about takes that back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from edge_agent.records import KnownBody, Proposal, Vote
from edge_agent.roles.attended import AttendedTime
from edge_agent.roles.intents import SCORE_OF_A_RULE, Intent, Judge, Propose
from edge_agent.roles.view import Role, View

if TYPE_CHECKING:
    from edge_agent.plan import Plan

WINDOWS_WITHOUT_OUTPUT: Final = 2
"""Proposal windows of work without output after which a role counts as lacking."""


class Productivity:
    """One machine's. ``lacking``: the roles for which it has had work and brought nothing about."""

    def __init__(self) -> None:
        self.lacking: frozenset[Role] = frozenset()
        self._in_vain: dict[Role, float] = {"decomposer": 0.0, "scorer": 0.0}
        """Attended seconds of work since the last output."""
        self._declined = 0
        self._attended = AttendedTime()

    def observe(self, plan: Plan, view: View, intents: Iterable[Intent], now: float) -> None:
        """Take into account what there is to do. ``intents`` are those that were decided on this view at ``now``."""
        passed = self._attended.look(now, view.turn)
        if len(view.declined) > self._declined:
            self._brought_about("decomposer")  # it found that a task needs no split
        self._declined = len(view.declined)
        wanted = [type(intent) for intent in intents]
        work: list[Role] = []
        if view.proposing or Propose in wanted:
            work.append("decomposer")
        if view.judging or Judge in wanted:
            work.append("scorer")
        if not work or view.running:
            return  # a model that writes has no turn for planning: that is no fault of it
        window = max((goal.policy.proposal_window for goal in plan.goals() if not goal.ended), default=0) / 1_000
        for role in work:
            self._in_vain[role] += passed
            if window and self._in_vain[role] >= WINDOWS_WITHOUT_OUTPUT * window:
                self.lacking |= {role}

    def said(self, body: KnownBody, roles: frozenset[Role]) -> None:
        """This machine said something, while serving these roles. Votes by a rule take no model and prove nothing.

        A role that it does not serve any more is taken back by any output: it could never prove itself otherwise.
        """
        if isinstance(body, Proposal):
            self._brought_about("decomposer")
        elif isinstance(body, Vote) and body.scores != SCORE_OF_A_RULE:
            self._brought_about("scorer")
        else:
            return
        self.lacking &= roles

    def forget(self) -> None:
        """There is another model: what the old one was like says nothing."""
        self.lacking = frozenset()
        self._in_vain = dict.fromkeys(self._in_vain, 0.0)

    def _brought_about(self, role: Role) -> None:
        self._in_vain[role] = 0.0
        self.lacking -= {role}
