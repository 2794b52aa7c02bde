"""Replies of models on disk, so that a bench run again costs only what has changed."""

from __future__ import annotations

import os
import sqlite3
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from edge_agent.models.wire import Usage
from edge_agent.roles.requests import (
    Generated,
    ModelRefused,
    NextTokenProbabilities,
    Reply,
    Request,
    TextLikelihood,
    WordSimilarities,
)

_REPLIES: Final[dict[str, type[Reply]]] = {
    one.__name__: one for one in (Generated, TextLikelihood, NextTokenProbabilities, WordSimilarities)
}
_REFUSED: Final = ModelRefused.__name__
_TABLE: Final = """CREATE TABLE IF NOT EXISTS calls (
    key BLOB PRIMARY KEY, kind TEXT NOT NULL, body BLOB NOT NULL,
    evaluated INTEGER NOT NULL, reused INTEGER NOT NULL, written INTEGER NOT NULL, seconds REAL NOT NULL
) WITHOUT ROWID"""


class Call(Struct, frozen=True, kw_only=True):
    """What came of a request, when it was first made: a reply or the reason for a refusal; what it cost."""

    outcome: Reply | str
    usage: Usage
    seconds: float


def default_cache_directory() -> Path:
    """``swarm-agent/quality`` in the user's cache directory."""
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "swarm-agent" / "quality"


class CallCache:
    """Calls by model and request (its seed is part of it), in one SQLite file; several processes may share it.

    Each call is on disk as soon as it is put in. Raises OSError or sqlite3.Error where the directory cannot be used.
    """

    def __init__(self, directory: Path) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._database = sqlite3.connect(directory / "calls.sqlite", timeout=30, isolation_level=None)
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("PRAGMA synchronous=NORMAL")
        self._database.execute(_TABLE)

    def get(self, model: str, request: Request) -> Call | None:
        """The call as it was put in, or None. ``model`` is a hash of all that a reply depends on besides."""
        row = self._database.execute(
            "SELECT kind, body, evaluated, reused, written, seconds FROM calls WHERE key = ?", (_key(model, request),)
        ).fetchone()
        if row is None:
            return None
        kind, body, evaluated, reused, written, seconds = row
        outcome = body.decode() if kind == _REFUSED else msgspec.msgpack.decode(body, type=_REPLIES[kind])
        usage = Usage(evaluated=evaluated, reused=reused, written=written)
        return Call(outcome=outcome, usage=usage, seconds=seconds)

    def put(self, model: str, request: Request, call: Call) -> None:
        """Keep the call; an earlier one for the same request is replaced."""
        if isinstance(call.outcome, str):
            kind, body = _REFUSED, call.outcome.encode()
        else:
            kind, body = type(call.outcome).__name__, msgspec.msgpack.encode(call.outcome)
        usage = call.usage
        self._database.execute(
            "INSERT OR REPLACE INTO calls VALUES (?, ?, ?, ?, ?, ?, ?)",
            (_key(model, request), kind, body, usage.evaluated, usage.reused, usage.written, call.seconds),
        )

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def _key(model: str, request: Request) -> bytes:
    encoded = msgspec.msgpack.encode((model, type(request).__name__, request))
    return blake2b(encoded, digest_size=32).digest()
