"""What the owner says of the swarm that a running agent belongs to: another one, or another key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from edge_agent.control import ControlError, Handler
from edge_agent.identity import IdentityError
from edge_agent.membership import Membership, joining, new_membership, token_of
from edge_agent.moving import Moved


class SwarmCommands:
    """The commands of one home. ``change`` takes the agents over into another membership (``daemon``)."""

    def __init__(
        self, current: Callable[[], Membership], change: Callable[[Membership], Awaitable[list[Moved]]]
    ) -> None:
        self._current = current
        self._change = change

    def handlers(self) -> dict[str, Handler]:
        """What answers each command."""
        return {"join": self._join, "rekey": self._rekey}

    async def _join(self, request: dict[str, Any]) -> Any:
        current = self._current()
        try:
            new = joining(current, str(request.get("token") or ""))
            moved = await self._change(new)
        except IdentityError as error:
            raise ControlError(str(error)) from error
        return {
            "swarm": new.swarm,
            "former": current.swarm,
            "set_aside": [str(one.aside) for one in moved],
            "goals": [title for one in moved for title in one.goals],
            "running": True,
        }

    async def _rekey(self, request: dict[str, Any]) -> Any:
        new = new_membership(self._current().swarm)
        try:
            await self._change(new)
        except IdentityError as error:
            raise ControlError(str(error)) from error
        return {"token": token_of(new), "swarm": new.swarm, "running": True}
