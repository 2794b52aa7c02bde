"""The swarm's answer: the real thing. A daemon with the four agents of ``swarm-agent up``, their mesh and one model.

The goal goes in as a file and the answer is the RESULT.md that comes out. Each answer is kept under the model and the
state of the product's sources, so that a comparison that was stopped loses one goal at most.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
from msgspec import Struct

import edge_agent
from bench.quality.goals import Goal
from edge_agent.clock import ms_of_clock
from edge_agent.config import Config
from edge_agent.daemon import Daemon, started, stopped
from edge_agent.home import Home, local_swarm
from edge_agent.models.backend import ModelUnavailable
from edge_agent.plan import GoalPlan
from edge_agent.plan.tree import tree
from edge_agent.records import digest_of

LONGEST_SECONDS: Final = 3_600.0
"""A goal that takes longer is taken as it stands then."""
_LOOK_SECONDS: Final = 0.5
_APPENDIX: Final = "\n---\n\n## How this was made\n"


class SwarmAnswer(Struct, frozen=True, kw_only=True):
    """What came of a goal. ``seconds`` are those of the model, ``waited`` those that its owner waited."""

    result: str
    """RESULT.md as it was written; empty where there was none yet."""
    plan: str
    """plan.md."""
    state: str
    tasks: int
    failed: int
    """Tasks in all, and those of them that failed."""
    requests: int
    evaluated: int
    written: int
    seconds: float
    waited: float

    @property
    def text(self) -> str:
        """The answer alone: without the title, and without how it was made."""
        body = self.result.partition(_APPENDIX)[0]
        return body.partition("\n")[2].strip() if body.startswith("# ") else body.strip()

    @property
    def cut(self) -> bool:
        """Whether something is missing."""
        return self.state != "finished" or self.failed > 0


class SwarmAnswers:
    """Answers on disk, one file each."""

    def __init__(self, directory: Path, *, model: str, config: Config, seed: int = 1) -> None:
        """``model`` is a hash of all that the model's replies depend on; ``seed`` tells one run from another."""
        self._directory = directory
        self._config = config
        self._model = model
        self._sources = source_state()
        self._run = str(seed).encode()

    def path_of(self, goal: Goal) -> Path:
        """Where the goal's answer is kept."""
        policy = msgspec.json.encode(self._config.goals)
        key = digest_of(self._model.encode(), self._sources.encode(), policy, goal.text.strip().encode(), self._run)
        return self._directory / f"{goal.id}-{key[:16]}.json"

    def get(self, goal: Goal) -> SwarmAnswer | None:
        """The answer where there is one."""
        with contextlib.suppress(FileNotFoundError):
            return msgspec.json.decode(self.path_of(goal).read_bytes(), type=SwarmAnswer)
        return None

    async def ask(self, goal: Goal, stop: asyncio.Event) -> SwarmAnswer | None:
        """Have the swarm answer the goal, and keep that. None where ``stop`` was set before it ended.

        Raises ModelError and the errors of the daemon's start.
        """
        answer = await _answer(goal, self._config, stop)
        if answer is not None:
            self._directory.mkdir(parents=True, exist_ok=True)
            path = self.path_of(goal)
            draft = path.with_suffix(".new")
            draft.write_bytes(msgspec.json.format(msgspec.json.encode(answer)))
            draft.replace(path)
        return answer


def source_state() -> str:
    """A hash of all Python files of the product, and of the examples that they read."""
    root = Path(edge_agent.__file__).parent
    files = sorted((*root.rglob("*.py"), *root.rglob("*.txt")))
    return digest_of(*(part for file in files for part in (str(file.relative_to(root)).encode(), file.read_bytes())))


async def _answer(goal: Goal, config: Config, stop: asyncio.Event) -> SwarmAnswer | None:
    with TemporaryDirectory(prefix="swarm-compare-") as folder:
        home = Home(Path(folder))
        daemon = Daemon(home, config, local_swarm(home, config))
        try:
            if not await started(daemon, stop):
                return None
            if daemon.model_problem is not None:
                raise ModelUnavailable(daemon.model_problem)
            began = time.monotonic()
            (home.goals / f"{goal.id}.md").write_text(goal.text.strip() + "\n", encoding="utf-8")
            plan = await _ended(daemon, stop, began + LONGEST_SECONDS)
            return None if plan is None else _taken(daemon, plan, time.monotonic() - began)
        finally:
            await stopped(daemon)


async def _ended(daemon: Daemon, stop: asyncio.Event, latest: float) -> GoalPlan | None:
    """The goal once it has ended and is written, or as it stands at ``latest``; None where ``stop`` came first."""
    while not stop.is_set():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_SECONDS):
                await stop.wait()
        goals = daemon.crew.own_goals()
        if goals and ((goals[0].ended and daemon.results.is_written(goals[0])) or time.monotonic() >= latest):
            return goals[0]
    return None


def _taken(daemon: Daemon, goal: GoalPlan, waited: float) -> SwarmAnswer:
    assert daemon.models is not None
    folder, view, usage = daemon.results.folder_of(goal), tree(goal), daemon.models.usage
    end = goal.root.text
    return SwarmAnswer(
        result=_read(folder / "RESULT.md"),
        plan=_read(folder / "plan.md"),
        state=goal.state,
        tasks=view.live_tasks,
        failed=view.failed_tasks,
        requests=daemon.models.total.requests,
        evaluated=usage.evaluated,
        written=daemon.models.total.tokens_written,
        seconds=daemon.models.total.seconds,
        waited=waited if end is None else (ms_of_clock(end.clock) - ms_of_clock(goal.record.clock)) / 1_000,
    )


def _read(path: Path) -> str:
    with contextlib.suppress(FileNotFoundError):
        return path.read_text(encoding="utf-8")
    return ""
