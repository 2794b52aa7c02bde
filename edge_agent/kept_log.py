"""What a machine's record logs tell while no agent runs: read without a lock, and nothing is changed."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Final

import msgspec

from edge_agent.peer_names import KEY
from edge_agent.plan import Plan
from edge_agent.records import PeerId, Refusal, SwarmId, decode_record

LOGS: Final = "*/records.sqlite"
"""The logs in a home's state folder: that of ``run``, and those of the agents of ``up``."""


def kept_plan(state: Path, swarm: SwarmId) -> tuple[Plan, dict[PeerId, str]]:
    """The plan of all that the logs in ``state`` hold of the swarm, and the names of the machines in it.

    What cannot be read is left out, and so is what an agent that was killed had not yet moved into the log's main file:
    the next one to start does that.
    """
    plan, names = Plan(), dict[PeerId, str]()
    for path in sorted(state.glob(LOGS)):
        # Immutable: SQLite then neither locks nor writes beside the file (https://www.sqlite.org/uri.html).
        with (
            contextlib.suppress(sqlite3.Error, OSError, msgspec.MsgspecError),
            contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as log,
        ):
            rows = log.execute("SELECT wire FROM records WHERE swarm = ? ORDER BY clock, id", (swarm,))
            for (wire,) in rows:
                record = decode_record(wire, swarm, trusted=True)
                if not isinstance(record, Refusal):
                    plan.apply(record)
            for (told,) in log.execute("SELECT value FROM meta WHERE key = ?", (KEY,)):
                names |= msgspec.json.decode(told, type=dict[PeerId, str])
    return plan, names
