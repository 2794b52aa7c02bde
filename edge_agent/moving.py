"""From one swarm into another: the log of the former one is set aside, its open goals of this machine move along.

Which swarm an agent belongs to is one file (:mod:`edge_agent.membership`). At a start the log is compared with it, so
a machine that lost power at any moment of a change starts in the former swarm, or finishes the move:

1. the open goals that it took are written to ``moved-goals.json`` beside the log
2. the log gets another name: ``records.sqlite.swarm-<beginning of its id>-<date>``; nothing of it is deleted
3. a new log takes its place, and the clock goes on from the mark in that file
4. each of the goals is published again in the new swarm, and leaves the file
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from edge_agent.effort import effort_of
from edge_agent.goal_files import GoalFile, GoalOptions
from edge_agent.identity import IdentityError, put_durably
from edge_agent.plan import GoalPlan, Plan
from edge_agent.records import Clock, PeerId, RecordId, SwarmId
from edge_agent.store import Store, StoreError, put_away

log = logging.getLogger(__name__)

LOG_NAME: Final = "records.sqlite"
GOALS_NAME: Final = "moved-goals.json"


class Moved(Struct, frozen=True):
    """What became of the former swarm's log: where it lies now, and the titles of the goals that move along."""

    aside: Path
    goals: tuple[str, ...]


class _Luggage(Struct):
    """Goals on their way, also none. ``after``: the clock's mark when the ``former`` swarms were left."""

    after: int
    former: tuple[SwarmId, ...]
    goals: list[GoalFile]

    def after_in(self, swarm: SwarmId) -> int:
        """The clock above which a goal is one of these: in a swarm that is entered again it may be there already."""
        return -1 if swarm in self.former else self.after


async def open_log(directory: Path, swarm: SwarmId, authors: Collection[PeerId]) -> tuple[Store, Moved | None]:
    """The log of the swarm in ``directory``; one of another swarm is set aside first.

    ``authors``: this machine's identities. StoreError where it cannot be opened, or the former one not set aside.
    """
    path = directory / LOG_NAME
    store = await Store.open(path)
    moved = None
    try:
        swarms = await store.swarms()
        if swarms and swarm not in swarms:
            goals = await _pack_goals(directory, store, swarms, authors)
            await store.close()
            aside = put_away(path, f"swarm-{swarms[0][:8]}")
            moved = Moved(aside, tuple(goal.title for goal in goals))
            log.warning("the former swarm's log was set aside as %s; %d open goals move along", aside, len(goals))
            store = await Store.open(path)
        luggage = _unpack(directory)
        if luggage is not None and await store.mark() < luggage.after:
            # The clock does not go back, whatever the machine's own does.
            await store.put_aside((), Clock(luggage.after))
    except BaseException:
        await store.close()
        raise
    return store, moved


async def _pack_goals(
    directory: Path, store: Store, swarms: Collection[SwarmId], authors: Collection[PeerId]
) -> list[GoalFile]:
    goals: list[GoalFile] = []
    for swarm in swarms:
        plan = Plan()
        async for record in store.records(swarm):
            plan.apply(record)
        goals += _unpublished(directory, swarm, plan, authors)
        goals += [_as_file(goal) for goal in plan.goals() if goal.author in authors and not goal.ended]
    _pack(directory, _Luggage(await store.mark(), tuple(swarms), goals))
    return goals


async def publish_moved_goals(
    directory: Path,
    swarm: SwarmId,
    plan: Callable[[], Plan],
    author: PeerId,
    submit: Callable[[GoalFile], Awaitable[RecordId]],
) -> None:
    """Publish the goals that moved along, each once, whatever interrupts it. The errors of ``submit`` pass."""
    while (luggage := _unpack(directory)) is not None and luggage.goals:
        goal = luggage.goals[0]
        if not _is_published(goal, plan(), (author,), luggage.after_in(swarm)):
            await submit(goal)
            log.info("the goal %r of the former swarm goes on in this one", goal.title)
        _pack(directory, _Luggage(luggage.after, luggage.former, luggage.goals[1:]))
    (directory / GOALS_NAME).unlink(missing_ok=True)


def is_on_the_way(directory: Path, source_hash: str) -> bool:
    """Whether a goal from this file moves into the swarm, and is not published there yet."""
    luggage = _unpack(directory)
    return luggage is not None and any(goal.source_hash == source_hash for goal in luggage.goals)


def _as_file(goal: GoalPlan) -> GoalFile:
    """The goal as its owner wrote it; the quorum is counted anew from the machines of the new swarm."""
    body = goal.goal
    return GoalFile(
        title=body.title,
        text=body.text,
        options=GoalOptions(
            effort=effort_of(body.policy),
            max_depth=body.policy.max_depth,
            max_tasks=body.policy.max_tasks,
            priority=goal.priority,
            language=body.language,
        ),
        source_hash=body.source_hash,
        source_name=body.source_name,
    )


def _is_published(goal: GoalFile, plan: Plan, authors: Collection[PeerId], after: int) -> bool:
    """Whether one of this machine's goals is this one, said after the move began."""
    return any(
        known.author in authors
        and known.record.clock > after
        and (known.goal.title, known.goal.text, known.goal.source_hash) == (goal.title, goal.text, goal.source_hash)
        for known in plan.goals()
    )


def _unpublished(directory: Path, swarm: SwarmId, plan: Plan, authors: Collection[PeerId]) -> list[GoalFile]:
    """Goals that an earlier move left on the way."""
    luggage = _unpack(directory)
    if luggage is None:
        return []
    return [goal for goal in luggage.goals if not _is_published(goal, plan, authors, luggage.after_in(swarm))]


def _pack(directory: Path, luggage: _Luggage) -> None:
    try:
        put_durably(directory / GOALS_NAME, msgspec.json.encode(luggage), replace=True)
    except IdentityError as error:
        raise StoreError(str(error)) from error


def _unpack(directory: Path) -> _Luggage | None:
    path = directory / GOALS_NAME
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Luggage)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        raise StoreError(
            f"{path} cannot be read ({error}). It holds goals that were to move into this swarm: move it away to go on "
            "without them"
        ) from error
