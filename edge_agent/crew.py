"""The agents of one process, which start and stop together and may share a model."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

import msgspec

from edge_agent.agent import Agent
from edge_agent.commands import taker_of
from edge_agent.config import Config
from edge_agent.home import Settings
from edge_agent.identity import identity_path, renew_signer
from edge_agent.membership import Membership
from edge_agent.models.service import ModelService
from edge_agent.plan import GoalPlan
from edge_agent.records import PeerId

log = logging.getLogger(__name__)

IDENTITY_SECONDS: Final = 1.0
"""How often it is looked whether an agent needs another identity."""


class Crew:
    """``settings``: what each of the agents is started with. ``agents`` are none until all of them have started."""

    def __init__(self, settings: Sequence[Settings]) -> None:
        self.agents: list[Agent] = []
        self._settings = settings
        self._gave_up: dict[int, tuple[PeerId, str]] = {}
        """The identities that agents gave up in this run, by the agent's number, with what its owner is told."""

    async def start(self, models: ModelService | None) -> None:
        """Start all agents; after an error none of them runs."""
        agents: list[Agent] = []
        try:
            for number, settings in enumerate(self._settings):
                # In a thread: it looks at the hardware, which may take a minute where there is a graphics processor.
                agent = await asyncio.to_thread(Agent, settings, models)
                if number in self._gave_up:
                    agent.gave_up, agent.problems["new identity"] = self._gave_up[number]
                await agent.start()
                for other in agents:
                    agent.mesh.add_addresses(other.peer_id, other.mesh.addresses)
                    other.mesh.add_addresses(agent.peer_id, agent.mesh.addresses)
                agents.append(agent)
        except BaseException:
            await asyncio.gather(*(agent.stop() for agent in agents), return_exceptions=True)
            raise
        self.agents[:] = agents
        self._share_models()

    def take_no_more_work(self) -> None:
        """Open no more claims: the agents are about to stop."""
        for agent in self.agents:
            agent.part.takes_work = False

    async def stop(self) -> None:
        """Stop all agents; they can still be looked at."""
        await asyncio.gather(*(agent.stop() for agent in self.agents), return_exceptions=True)

    @property
    def membership(self) -> Membership:
        """The swarm that the agents belong to."""
        return self._settings[0].membership

    def change_membership(self, new: Membership) -> None:
        """The next start is in this swarm, with this key."""
        self._settings = [msgspec.structs.replace(one, membership=new) for one in self._settings]

    def change_config(self, config: Config) -> None:
        """Go on with other settings."""
        self._settings = [msgspec.structs.replace(one, config=config) for one in self._settings]
        for agent in self.agents:
            agent.change_config(config)

    def tell(self, subject: str, problem: str | None) -> None:
        """What the owner should know of the whole process; None: all is well."""
        for agent in self.agents:
            agent.note_problem(subject, problem)

    def use_models(self, models: ModelService) -> None:
        """A model came to be here after the start."""
        for agent in self.agents:
            agent.use_models(models)
        self._share_models()

    def _share_models(self) -> None:
        """Let the agents know which others use the same model."""
        for agent in self.agents:
            agent.outlook.shares_model_with = [
                other.performer
                for other in self.agents
                if other is not agent and agent.models is not None and other.models is agent.models
            ]

    @property
    def taker(self) -> Agent | None:
        """The agent that takes the goals of this home: the first that is no observer."""
        return taker_of(self.agents)

    @property
    def watcher(self) -> Agent:
        """The agent whose plan is shown: an observer where there is one."""
        return next((agent for agent in self.agents if agent.part.observes), self.agents[0])

    def own_goals(self) -> list[GoalPlan]:
        """The goals that were taken in this home."""
        taker = self.taker
        return [] if taker is None else taker.owner.goals()

    async def until_identity_is_lost(self) -> None:
        """Wait until another machine has the key of an agent, and this one is to give it up."""
        # To wait for the first of several events takes a task for each, and their end: one look a second is less.
        while not any(agent.identity.must_give_up for agent in self.agents):  # noqa: ASYNC110 - any of several agents
            await asyncio.sleep(IDENTITY_SECONDS)

    def renew_identities(self) -> None:
        """Agents that are to give their key up start with another one the next time. IdentityError."""
        for number, (agent, settings) in enumerate(zip(self.agents, self._settings, strict=True)):
            if agent.identity.must_give_up:
                aside = renew_signer(identity_path(settings.directory))
                agent.identity.must_give_up = False
                said = (
                    f"another machine uses the identity that was this machine's ({agent.peer_id}): was a disk copied? "
                    f"This machine took a new one; the former key lies in {aside}. Where other machines name the "
                    "former identity in `peers`, they mean the other machine from now on"
                )
                self._gave_up[number] = (agent.peer_id, said)
                log.error("%s: %s", agent.name, said)
