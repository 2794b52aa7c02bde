"""The part of one machine in its swarm: what it is, which roles it serves, and what it may take on now."""

from __future__ import annotations

from collections.abc import Iterable

from edge_agent.config import Config
from edge_agent.hardware import Hardware
from edge_agent.mesh.presence import PresenceTable
from edge_agent.models.service import ModelService
from edge_agent.plan import GoalPlan
from edge_agent.records import PeerId
from edge_agent.roles.assign import RoleKeeper, capability, scorers_wanted
from edge_agent.roles.productive import Productivity
from edge_agent.roles.view import Peer, Role


class OwnPart:
    """One agent's. ``keeper`` knows which roles it serves, and why; without ``models`` an observer's at most."""

    def __init__(self, config: Config, hardware: Hardware, keeper: RoleKeeper, models: ModelService | None) -> None:
        self.config = config
        """The settings as they are now."""
        self.hardware = hardware
        self.keeper = keeper
        self.models: ModelService | None = None
        self.productivity = Productivity()
        self.takes_work = True
        """Set to False while no new claims are wanted (stopping)."""
        self.stopped = False
        if models is not None:
            self.use_models(models)

    def use_models(self, models: ModelService) -> bool:
        """Work with this model from now on; False where it is none of this machine's business: an observer's."""
        if "observer" in self.keeper.own:
            return False
        self.models = models
        self.productivity.forget()
        return True

    @property
    def name(self) -> str:
        """What the machine calls itself."""
        return self.config.name

    @property
    def roles(self) -> frozenset[Role]:
        """The roles served now: its own, and cover where the living lack some.

        Without a model only an observer's; goals are taken and relayed all the same.
        """
        return self.keeper.roles

    @property
    def observes(self) -> bool:
        """Whether it only looks on."""
        return "observer" in self.roles

    @property
    def tier(self) -> int:
        """The tier of its model; 0 without one."""
        return 0 if self.models is None else self.models.tier

    def as_peer(self, me: PeerId) -> Peer:
        """This machine as the others see it: what its beacon tells, and its choice of roles rests on."""
        serves = self.tier > 0 or "observer" in self.keeper.own
        return Peer(
            id=me,
            name=self.name,
            roles=self.roles,
            own=self.keeper.own if serves else frozenset(),
            could=self.keeper.could if serves else frozenset(),
            lacking=self.productivity.lacking,
            capability=capability(tier=self.tier, memory=self.hardware.memory),
            tier=self.tier,
        )

    def look(self, presence: PresenceTable, goals: Iterable[GoalPlan], now: float) -> bool:
        """Serve what has to be served, as far as the living are known; whether the roles changed."""
        return self.keeper.look(
            self.as_peer(presence.me),
            presence.living(now),
            now,
            interval=presence.slowest_interval(now),
            scorers=scorers_wanted(goals),
        )

    def scorers(self, presence: PresenceTable, now: float) -> int:
        """How many machines score or are about to, as cover, this one included where it is one of them."""
        return self.keeper.scorers(presence.me, presence.living(now))
