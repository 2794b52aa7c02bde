"""Which roles a machine serves: its own, by its hardware or its owner's word, and cover where the living lack some.

Each machine computes :func:`chosen` alone, from what the beacons tell of the living. Only lasting facts enter: each
machine's own roles, what it could take on, its model. Who covers what at the moment does not: so machines that know of
the same living come to the same choice at once, and nothing swings. :class:`RoleKeeper` adds the patience: cover comes
after a lack has lasted, and goes long after it has ended.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from edge_agent.records import PeerId
from edge_agent.roles.attended import AttendedTime
from edge_agent.roles.view import Peer, Role

if TYPE_CHECKING:
    from edge_agent.plan import GoalPlan

GIB: Final = 1 << 30

OBSERVER_BELOW: Final = int(0.8 * GIB)
"""Bytes of memory with less than which a machine only listens. Sold as "1 GB", a machine tells 0.85 to 0.95 GiB, since
kernel and display take their part first; the next smaller ones, of 512 MB, tell less than half a GiB."""
SCORER_BELOW: Final = int(3.2 * GIB)
"""Bytes of memory with less than which a machine scores: it has no room for a model that writes good splits. Sold as
"4 GB", a machine tells 3.4 to 3.9 GiB; one of 3 GB tells less than 3."""

COVERED: Final[tuple[Role, ...]] = ("decomposer", "scorer")
"""The roles that may be lacking. Nobody need be told to execute: each machine with a model lends a hand."""
DECOMPOSERS: Final = 1
SCORERS: Final = 3
"""Scorers there should be, where no open goal asks for more: a majority of three is two, with one to spare."""
SPARE_SCORERS: Final = 1
"""Scorers beyond the largest quorum of an open goal."""

ADD_INTERVALS: Final = 2
"""Beacon intervals for which a lack must have lasted. The dead are missed for six before that; a machine that starts
hears the others within one or two."""
HOLD_INTERVALS: Final = 24
"""Beacon intervals for which cover is kept after the lack has ended."""
MAX_DOUBLINGS: Final = 6
"""Each time a role has to be taken on again it is kept twice as long the next time, up to 64 times (two hours): a
machine that comes and goes makes nobody change roles for ever."""


def primary_role(*, memory: int, usable_gpu: bool) -> Role:
    """The role that follows from the hardware; ``memory`` in bytes."""
    if usable_gpu:
        return "executor"
    if memory < OBSERVER_BELOW:
        return "observer"
    return "scorer" if memory < SCORER_BELOW else "decomposer"


def capability(*, tier: int, memory: int) -> int:
    """Orders the machines that could take on a role: by the tier of their model, then by their memory in GiB."""
    return tier * 10_000 + min(9_999, memory // GIB)


def scorers_wanted(goals: Iterable[GoalPlan]) -> int:
    """How many scorers there should be: the largest quorum of an open goal and one to spare, three at least."""
    quorums = [goal.quorum_now()[0] for goal in goals if goal.understood and not goal.ended]
    return max([SCORERS, *(quorum + SPARE_SCORERS for quorum in quorums)])


def chosen(role: Role, machines: Collection[Peer], aim: int) -> frozenset[PeerId]:
    """Who should serve the role: whose own it is, and the most capable others until ``aim`` of them bring work about.

    Who has brought nothing about is chosen last, but chosen where nobody else is left.
    """
    own = [machine for machine in machines if role in machine.own]
    missing = aim - sum(role not in machine.lacking for machine in own)
    others = [machine for machine in machines if role in machine.could and role not in machine.own]
    others.sort(key=lambda machine: (role in machine.lacking, -machine.capability, machine.id))
    return frozenset(machine.id for machine in (*own, *others[: max(0, missing)]))


class _Cover:
    """One role of a keeper: whether it is held as cover. Times are attended seconds."""

    __slots__ = ("changing_since", "doublings", "held", "released_at")

    def __init__(self) -> None:
        self.held = False
        self.changing_since: float | None = None
        """Since when the role is wanted but not held, or held but no longer wanted."""
        self.doublings = 0
        self.released_at: float | None = None

    def look(self, now: float, interval: float, *, wanted: bool) -> None:
        if wanted == self.held:
            self.changing_since = None
            return
        if self.changing_since is None:
            self.changing_since = now
        lasted = (now - self.changing_since) / interval
        if self.held and lasted >= HOLD_INTERVALS * 2**self.doublings:
            self.held, self.changing_since, self.released_at = False, None, now
        elif not self.held and lasted >= ADD_INTERVALS:
            self._take(now, interval)

    def _take(self, now: float, interval: float) -> None:
        """Take the role on; soon after it was released, keep it longer this time."""
        longest = HOLD_INTERVALS * 2**MAX_DOUBLINGS * interval
        again = self.released_at is not None and now - self.released_at < longest
        self.doublings = min(self.doublings + 1, MAX_DOUBLINGS) if again else 0
        self.held, self.changing_since = True, None


class RoleKeeper:
    """The roles of one machine, as they are now. ``covers``: whether it takes on what the living lack."""

    def __init__(self, own: frozenset[Role], *, why: str, covers: bool = True) -> None:
        self.own = own
        """The roles by hardware or configuration, served once there is a model."""
        self.covers = covers and "observer" not in own
        self.roles: frozenset[Role] = own & {"observer"}
        """The roles served now."""
        self._why = why
        self._cover: dict[Role, _Cover] = {role: _Cover() for role in COVERED if role not in own}
        self._reasons: dict[Role, str] = {}
        self._chosen: dict[Role, frozenset[PeerId]] = {}
        self._attended = AttendedTime()

    @property
    def could(self) -> frozenset[Role]:
        """The roles that it takes on where they are lacking, given a model."""
        return frozenset(self._cover) if self.covers else frozenset()

    def look(self, me: Peer, peers: Mapping[PeerId, Peer], now: float, *, interval: float, scorers: int) -> bool:
        """Look at who lives; whether the roles changed.

        ``me`` is this machine as its beacon tells it, ``peers`` the living others, ``interval`` the beacon interval of
        the swarm, ``scorers`` from :func:`scorers_wanted`. ``now`` in seconds of the monotonic clock.
        """
        self._attended.look(now, interval)
        roles = set(me.own)
        if self.covers:
            machines = [me, *peers.values()]
            for role, cover in self._cover.items():
                aim = DECOMPOSERS if role == "decomposer" else scorers
                self._chosen[role] = chosen(role, machines, aim)
                self._judge(role, cover, me, peers, interval, aim)
                if cover.held and role in me.could:
                    roles.add(role)
        changed = roles != self.roles
        self.roles = frozenset(roles)
        return changed

    def why(self, role: Role) -> str:
        """Why the role is served, for people."""
        return self._why if role in self.own else f"cover: {self._reasons.get(role, 'nobody else served it')}"

    def scorers(self, me: PeerId, peers: Mapping[PeerId, Peer]) -> int:
        """How many living machines score, or are about to: a goal's quorum is counted from them."""
        serving = {peer.id for peer in peers.values() if "scorer" in peer.roles}
        if "scorer" in self.roles:
            serving.add(me)
        return len(serving | self._chosen.get("scorer", frozenset()))

    def _judge(
        self, role: Role, cover: _Cover, me: Peer, peers: Mapping[PeerId, Peer], interval: float, aim: int
    ) -> None:
        """Whether this machine should cover the role. It goes on until those that should do so instead say they do."""
        wanted = me.id in self._chosen[role]
        instead = self._chosen[role] - {me.id}
        taken_over = all(role in peers[peer].roles for peer in instead)
        cover.look(self._attended.seconds, interval, wanted=wanted or (cover.held and not taken_over))
        if wanted:
            others = [peer for peer in peers.values() if role in peer.own]
            able = sum(role not in peer.lacking for peer in others)
            self._reasons[role] = _reason(role, aim, able, len(others) - able)
        elif cover.held:
            self._reasons[role] = "no longer needed, and given up after a while"


def _reason(role: Role, aim: int, able: int, lacking: int) -> str:
    idle = f", and {lacking} that bring{'s' if lacking == 1 else ''} nothing about" if lacking else ""
    if role == "decomposer":
        return f"no other decomposer {'works' if lacking else 'lives'}{idle}"
    return f"{aim} scorers are wanted, {able or 'none'} live{'' if able > 1 else 's'} without it{idle}"
