"""What every backend that answers the roles' requests offers, and the ways in which one fails."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Protocol, cast, runtime_checkable

from edge_agent.roles.requests import Reply, Request


class ModelError(Exception):
    """A model could not do its work; the message says why and, where something helps, what to do."""


class ModelUnavailable(ModelError):
    """The model cannot run here now: no file, not a model, not enough memory, no such backend."""


class ModelCrashed(ModelError):
    """The model's process died in the middle; the message names the signal. The next request starts a new one."""


class ModelTimedOut(ModelError):
    """The model did not answer in time; it was stopped, and is fit for the next request."""


@runtime_checkable
class Backend(Protocol):
    """Answers one request at a time. ``name`` is the model's, ``tier`` its rank (1 is the least)."""

    @property
    def name(self) -> str:
        """The model's name, as it appears in results."""
        ...

    @property
    def tier(self) -> int:
        """How well it writes: 1 is the least."""
        ...

    async def start(self) -> None:
        """Make ready to answer; raises :class:`ModelUnavailable` or :class:`ModelCrashed`."""
        ...

    async def ask(self, request: Request, *, timeout: float) -> Reply:
        """The reply, of the kind that the request calls for, within ``timeout`` seconds.

        Raises ``ModelRefused`` where this model can never serve the request, else a :class:`ModelError`. Cancelling
        the calling task stops the model within half a second.
        """
        ...

    async def close(self) -> None:
        """End; nothing is left behind. May be called twice."""
        ...


def split_name(specification: str) -> tuple[str, str]:
    """Module and factory of a backend's name, ``package.module:factory``. ModelUnavailable where it is none."""
    module_name, _, attribute = specification.partition(":")
    if not all(part.isidentifier() for part in (*module_name.split("."), attribute)):
        raise ModelUnavailable(f'a backend is "llama", or named package.module:factory; {specification!r} is neither')
    return module_name, attribute


def load_backend(specification: str, *arguments: object) -> Backend:
    """Call the factory named ``package.module:factory`` with ``arguments``; what it returns is the backend.

    Raises :class:`ModelUnavailable` with what is wrong about the name.
    """
    module_name, attribute = split_name(specification)
    try:
        factory = getattr(importlib.import_module(module_name), attribute)
    except (ImportError, AttributeError) as error:
        raise ModelUnavailable(f"the backend {specification!r} cannot be loaded: {error}") from error
    backend = cast(Callable[..., object], factory)(*arguments)
    if not isinstance(backend, Backend):
        raise ModelUnavailable(f"{specification!r} made a {type(backend).__name__}, which is not a model backend")
    return backend
