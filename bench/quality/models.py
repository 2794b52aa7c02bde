"""Opens the models that the bench asks."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

from msgspec import Struct

from edge_agent.models.backend import Backend, ModelUnavailable, load_backend
from edge_agent.models.catalogue import Model
from edge_agent.models.download import default_models_directory, path_of
from edge_agent.models.llama import LlamaBackend
from edge_agent.models.templates import render
from edge_agent.records import digest_of
from edge_agent.roles.requests import Prompt

_PROBE: Final = Prompt(system="s", user="u", examples=(("a", "b"),), reply_so_far="r")


class Running(Struct, frozen=True, kw_only=True):
    """How models run: threads, how far they stand back (0 to 19), or a backend of the tests instead of llama.cpp."""

    threads: int = 1
    niceness: int = 10
    backend: str | None = None


def open_model(model: Model, running: Running, *, cached: bool = False) -> tuple[Backend, str]:
    """The backend, and a hash of all that its replies depend on besides the request: file, template, llama.cpp.

    ``cached``: nothing is going to be asked, so no file is needed. ModelUnavailable where there is none otherwise.
    """
    if running.backend is not None:
        return load_backend(running.backend), digest_of(running.backend.encode(), model.name.encode())
    template = "".join(segment.text for segment in render(model.family, _PROBE))
    identity = digest_of(model.sha256.encode(), template.encode(), version("llama-cpp-python").encode())
    path = path_of(model, default_models_directory())
    if path is None:
        if not cached:
            raise ModelUnavailable(f"there is no {model.name} here: swarm-agent model pull {model.name}")
        path = default_models_directory() / model.file_name
    return LlamaBackend(path, model, threads=running.threads, niceness=running.niceness), identity
