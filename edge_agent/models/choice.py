"""Which model this machine uses, by its configuration; and the commands that list and fetch models."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from pathlib import Path
from typing import Final

import msgspec
import psutil
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

from edge_agent.config import Config
from edge_agent.hardware import memory_limit
from edge_agent.models.backend import ModelUnavailable, load_backend
from edge_agent.models.catalogue import CATALOGUE, Model, UnknownModel, best_for, find
from edge_agent.models.download import default_models_directory, path_of, pull, pull_command
from edge_agent.models.llama import LlamaBackend
from edge_agent.models.service import ModelService
from edge_agent.places import SYSTEM_HOME

LINE_EVERY: Final = 0.1
"""Piped: a line of progress for each such share of a download."""

NO_HOMES: Final = "the service sees no home directories (/home, /root)"
OPEN_IT: Final = "give the user who runs the agent the right to read it"


def models_directory(config: Config) -> Path:
    """Where model files are kept. ModelUnavailable where that cannot be told."""
    try:
        return Path(config.models_directory).expanduser() if config.models_directory else default_models_directory()
    except RuntimeError as error:
        raise ModelUnavailable(
            "this user has no home directory: say with models_directory in config.toml where models are kept"
        ) from error


async def open_models(config: Config) -> ModelService | None:
    """The model service that the configuration asks for, with the model loaded; None for the model "none".

    ModelUnavailable, or another ModelError, where there is none: the message says what to do.
    """
    if config.model == "none":
        return None
    if config.backend != "llama":
        backend = load_backend(config.backend)
    else:
        # A model that is new here is read through to check it, which takes seconds.
        model, path = await asyncio.to_thread(find_model, config)
        backend = LlamaBackend(path, model, threads=config.threads or None)
    service = ModelService(backend)
    try:
        await service.start()
    except OSError as error:
        await service.close()
        raise ModelUnavailable(f"the model's process cannot be started: {error}") from error
    except BaseException:
        await service.close()
        raise
    return service


def find_model(config: Config) -> tuple[Model, Path]:
    """The model to use and its file. ModelUnavailable where it is not here yet, or cannot be read."""
    if config.model.endswith(".gguf"):
        path = Path(config.model)
        with contextlib.suppress(RuntimeError):  # no such user, no home: then there is no such file
            path = path.expanduser()
        try:
            if not path.is_file():
                raise ModelUnavailable(f"there is no model file {path}")
            path.open("rb").close()
            return _own_model(path), path
        except OSError as error:
            raise ModelUnavailable(f"the model file {path} cannot be read ({error.strerror}): {_remedy()}") from error
    directory = models_directory(config)
    best = best_for(int(psutil.virtual_memory().total))
    if config.model == "auto":
        # A smaller one that is here already is better than none; one that the unit's MemoryMax would kill is worse.
        wanted = sorted((model for model in CATALOGUE if model.tier <= best.tier), key=lambda model: -model.tier)
        wanted.sort(key=lambda model: model is not best)
        limit = memory_limit()
        wanted = [model for model in wanted if limit is None or model.ram_needed <= limit] or wanted[-1:]
    else:
        try:
            wanted = [find(config.model)]
        except UnknownModel as error:
            raise ModelUnavailable(str(error)) from error
    for model in wanted:
        found = path_of(model, directory)
        if found is not None:
            return model, found
    for model in wanted:
        closed = _closed(model, directory)
        if closed is not None:
            raise ModelUnavailable(closed)
    raise ModelUnavailable(f"no model is here yet: fetch one with `{pull_command(directory, wanted[0].name)}`")


def _closed(model: Model, directory: Path) -> str | None:
    """What to do where the file, or the folder, may not be read: then nobody can tell whether the model is here."""
    path = directory / model.file_name
    try:
        path.open("rb").close()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        closed = path if os.access(directory, os.X_OK) else directory
        what = "the model file" if closed == path else "the models folder"
        kept = _models_of_service()
        if kept is None or directory.is_relative_to(kept):
            return f"{what} {closed} may not be read ({error.strerror}): {OPEN_IT}"
        return (
            f"{what} {closed} may not be read ({error.strerror}): {NO_HOMES}. Leave models_directory out of the "
            f"settings: models are kept in {kept} then, and `{pull_command(kept)}` fetches one"
        )
    return None


def _models_of_service() -> Path | None:
    """The models folder of the system's service, where this process is it."""
    with contextlib.suppress(RuntimeError):  # a user without a home is not the service, which is told its folder
        directory = default_models_directory()
        return directory if directory.is_relative_to(SYSTEM_HOME) else None
    return None


def _remedy() -> str:
    """What makes a file readable: for the system's service, which sees no home directories, another place."""
    kept = _models_of_service()
    if kept is None:
        return OPEN_IT
    return (
        f"{NO_HOMES}. Put the file into the models folder, {kept}, readable for the service, and set model to its path "
        "there"
    )


def _own_model(path: Path) -> Model:
    """A file that its owner chose: taken on trust, as the least of the catalogue's tiers that fits its size."""
    size = path.stat().st_size
    like = max((model for model in CATALOGUE if model.size <= size), key=lambda model: model.size, default=CATALOGUE[0])
    return msgspec.structs.replace(
        like, name=path.stem.lower(), title=path.name, size=size, sha256="", url=None, parts=(), file_name=path.name
    )


def list_models(config: Config, *, as_json: bool) -> int:
    """Print the catalogue and what is here of it."""
    directory = models_directory(config)
    best = best_for(int(psutil.virtual_memory().total))
    rows = [(model, path_of(model, directory)) for model in CATALOGUE]
    if as_json:
        facts = [
            msgspec.to_builtins(model) | {"path": None if path is None else str(path), "best": model is best}
            for model, path in rows
        ]
        print(json.dumps(facts, indent=2))
        return 0
    for model, path in rows:
        note = ", best for this machine" if model is best else ""
        here = "here" if path is not None else "not here" if _closed(model, directory) is None else "may not be read"
        needs = f"{model.size / 1e6:.0f} MB, needs {model.ram_needed / 1e9:.1f} GB of memory"
        print(f"{model.name:22} tier {model.tier}  {needs}, {model.licence}: {here}{note}")
    print(f"Models are kept in {directory}")
    return 0


async def pull_model(config: Config, name: str | None, console: Console, *, as_json: bool = False) -> int:
    """Fetch a model (the best for this machine where no name is given), with progress, and check it.

    ``as_json``: print nothing but what is there in the end.
    """
    try:
        model = best_for(int(psutil.virtual_memory().total)) if name is None else find(name)
    except UnknownModel as error:
        raise ModelUnavailable(str(error)) from error
    directory = models_directory(config)
    here = path_of(model, directory)
    if as_json:
        path = here or await pull(model, directory, lambda done, total, source: None)
        print(json.dumps({"name": model.name, "path": str(path), "fetched": here is None}, indent=2))
        return 0
    if here is not None:
        console.print(f"{model.name} is here already: {here}", highlight=False)
        return 0
    console.print(model.licence_notice, highlight=False)
    if console.is_terminal:
        path = await _pull_with_bar(model, directory, console)
    else:
        path = await _pull_with_lines(model, directory)
    console.print(f"{model.name} is here and verified: {path}", highlight=False)
    return 0


async def _pull_with_bar(model: Model, directory: Path, console: Console) -> Path:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task(model.name, total=model.size)
        return await pull(
            model,
            directory,
            lambda done, total, source: progress.update(bar, completed=done, total=total, description=model.name),
        )


async def _pull_with_lines(model: Model, directory: Path) -> Path:
    said = -1

    def say(done: int, total: int, source: str) -> None:
        nonlocal said
        tenths = int(done / total / LINE_EVERY) if total else 0
        if tenths > said:
            said = tenths
            print(f"{model.name}: {done / 1e6:.0f} of {total / 1e6:.0f} MB from {source}", flush=True)

    return await pull(model, directory, say)
