"""From one swarm into another: nothing is mixed, nothing is lost, wherever the power fails."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edge_agent import moving
from edge_agent.clock import HybridClock, clock_of_ms, wall_ms
from edge_agent.goal_files import GoalFile
from edge_agent.moving import GOALS_NAME, LOG_NAME, is_on_the_way, open_log, publish_moved_goals
from edge_agent.plan import Plan
from edge_agent.record_log import RecordLog
from edge_agent.records import (
    Cancel,
    Clock,
    Goal,
    Policy,
    RecordId,
    Reprioritise,
    Signer,
    SwarmId,
    sign_record,
)
from edge_agent.store import Store, StoreError

OLD, NEW, THIRD = SwarmId("aa" * 16), SwarmId("bb" * 16), SwarmId("cc" * 16)
ME, OTHER = Signer(b"\x01" * 32), Signer(b"\x02" * 32)


def goal_of(title: str) -> Goal:
    policy = Policy(quorum=7, max_depth=1, max_tasks=5)
    return Goal(title=title, text=f"Plan {title}", policy=policy, language="en", source_hash="5a" * 32, priority=3)


class Machine:
    """A log in a folder, opened for one swarm after the other, which goes on after each simulated power cut."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def said_in(self, swarm: SwarmId) -> list[GoalFile]:
        """Start in the swarm and publish what moved along, as an agent does; what was published in this start."""
        store, _ = await open_log(self.folder, swarm, {ME.peer_id})
        said: list[GoalFile] = []
        try:
            log = RecordLog(
                store=store, swarm=swarm, signer=ME, clock=HybridClock(await store.mark()), reference_ms=wall_ms
            )
            await log.load()

            async def submit(goal: GoalFile) -> RecordId:
                said.append(goal)
                body = Goal(title=goal.title, text=goal.text, policy=Policy(), source_hash=goal.source_hash)
                return (await log.publish(body)).id

            await publish_moved_goals(self.folder, swarm, lambda: log.plan, ME.peer_id, submit)
            await log.close()
        finally:
            await store.close()
        return said

    async def titles_in(self, swarm: SwarmId, file: Path | None = None) -> list[str]:
        """The goals of the swarm in the log, or in one that was set aside."""
        store = await Store.open(file or self.folder / LOG_NAME)
        plan = Plan()
        async for record in store.records(swarm):
            plan.apply(record)
        await store.close()
        return sorted(goal.goal.title for goal in plan.goals())

    def aside(self) -> list[Path]:
        found = self.folder.glob(f"{LOG_NAME}.swarm-*")
        return sorted(one for one in found if not one.name.endswith(("-wal", "-shm")))


@pytest.fixture
async def machine(tmp_path: Path) -> Machine:
    """One with two open goals, one that was cancelled, and one of another machine, all in the swarm OLD."""
    store = await Store.open(tmp_path / LOG_NAME)
    now = clock_of_ms(wall_ms())
    for number, title in enumerate(("Japan", "Anna's party", "dropped")):
        record = sign_record(goal_of(title), clock=Clock(now + number), swarm=OLD, signer=ME)
        await store.add_own(record, Clock(now + 10))
    cancel = sign_record(Cancel(goal=record.id), clock=Clock(now + 5), swarm=OLD, signer=ME)
    foreign = sign_record(goal_of("a neighbour's"), clock=Clock(now + 6), swarm=OLD, signer=OTHER)
    await store.add_foreign([cancel, foreign])
    await store.close()
    return Machine(tmp_path)


async def test_in_its_own_swarm_nothing_moves(machine: Machine) -> None:
    assert await machine.said_in(OLD) == []
    assert machine.aside() == []
    assert len(await machine.titles_in(OLD)) == 4


async def test_a_new_machine_has_nothing_to_move(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "state")
    assert await machine.said_in(NEW) == []
    assert [one.name for one in machine.folder.iterdir()] == [LOG_NAME]


async def test_the_log_is_set_aside_and_own_open_goals_move_along(machine: Machine) -> None:
    said = await machine.said_in(NEW)
    assert sorted(goal.title for goal in said) == ["Anna's party", "Japan"]
    options = said[0].options
    assert (options.max_depth, options.max_tasks, options.priority, options.language) == (1, 5, 3, "en")
    assert options.effort == "normal"
    assert options.quorum is None, "it is counted from the machines of the new swarm"
    assert said[0].source_hash == "5a" * 32
    assert await machine.titles_in(NEW) == ["Anna's party", "Japan"]
    assert await machine.titles_in(OLD) == [], "nothing is mixed in"
    (aside,) = machine.aside()
    assert await machine.titles_in(OLD, aside) == ["Anna's party", "Japan", "a neighbour's", "dropped"]
    assert await machine.said_in(NEW) == [], "once"
    assert not (machine.folder / GOALS_NAME).exists()


async def test_the_clock_does_not_go_back(machine: Machine) -> None:
    ahead = Clock(clock_of_ms(wall_ms() + 300_000))
    store = await Store.open(machine.folder / LOG_NAME)
    await store.put_aside((), ahead)
    await store.close()
    store, moved = await open_log(machine.folder, NEW, {ME.peer_id})
    assert moved is not None and len(moved.goals) == 2
    assert await store.mark() == ahead
    await store.close()


async def test_the_priority_that_it_was_given_later_moves_along(machine: Machine) -> None:
    store = await Store.open(machine.folder / LOG_NAME)
    records = [record async for record in store.records(OLD)]
    japan = next(one for one in records if isinstance(one.body, Goal) and one.body.title == "Japan")
    body = Reprioritise(goal=japan.id, priority=42)
    await store.add_foreign([sign_record(body, clock=Clock(japan.clock + 9), swarm=OLD, signer=ME)])
    await store.close()
    said = {goal.title: goal.options.priority for goal in await machine.said_in(NEW)}
    assert said == {"Japan": 42, "Anna's party": 3}


@pytest.mark.parametrize("step", ["_pack", "put_away", "after put_away", "after _pack", "submit", "after submit"])
async def test_a_power_cut_at_any_moment_loses_and_doubles_nothing(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    class PowerCutError(Exception):
        pass

    def cut(name: str, owner: Any) -> None:
        original = getattr(owner, name)
        left = [2 if step == "after _pack" else 1]

        def failing(*arguments: Any) -> Any:
            if not step.startswith("after"):
                raise PowerCutError
            result = original(*arguments)
            left[0] -= 1
            if left[0] <= 0:
                raise PowerCutError
            return result

        monkeypatch.setattr(owner, name, failing)

    if step.endswith("submit"):
        original: Callable[..., Any] = RecordLog.publish

        async def publish(self: RecordLog, body: Any) -> Any:
            if step == "after submit":
                await original(self, body)
            raise PowerCutError

        monkeypatch.setattr(RecordLog, "publish", publish)
    else:
        cut(step.removeprefix("after "), moving)
    with pytest.raises(PowerCutError):
        await machine.said_in(NEW)
    monkeypatch.undo()
    await machine.said_in(NEW)
    assert await machine.titles_in(NEW) == ["Anna's party", "Japan"]
    assert len(machine.aside()) == 1
    assert not (machine.folder / GOALS_NAME).exists()


async def test_back_before_the_move_was_over_everything_is_as_it_was(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before the log got its other name, and the owner joined the former swarm again."""

    def fail(*_: object) -> None:
        raise StoreError("the record log cannot be set aside")

    monkeypatch.setattr(moving, "put_away", fail)
    with pytest.raises(StoreError):
        await machine.said_in(NEW)
    monkeypatch.undo()
    assert await machine.said_in(OLD) == []
    assert len(await machine.titles_in(OLD)) == 4


async def test_goals_on_the_way_move_on_into_a_third_swarm(machine: Machine) -> None:
    store, moved = await open_log(machine.folder, NEW, {ME.peer_id})  # and no time to publish
    await store.add_own(
        sign_record(goal_of("Venice"), clock=Clock(await store.mark() + 1), swarm=NEW, signer=ME),
        Clock(await store.mark() + 1),
    )
    await store.close()
    assert moved is not None
    assert sorted(goal.title for goal in await machine.said_in(THIRD)) == ["Anna's party", "Japan", "Venice"]
    assert len(machine.aside()) == 2


async def test_damaged_luggage_is_said_and_kept(machine: Machine) -> None:
    (machine.folder / GOALS_NAME).write_text("{")
    with pytest.raises(StoreError, match=r"goals that were to move .* move it away"):
        await machine.said_in(OLD)
    assert (machine.folder / GOALS_NAME).read_text() == "{"


async def test_a_file_whose_goal_is_on_the_way_is_not_taken_again(machine: Machine) -> None:
    assert not is_on_the_way(machine.folder, "5a" * 32)
    store, _ = await open_log(machine.folder, NEW, {ME.peer_id})
    await store.close()
    assert is_on_the_way(machine.folder, "5a" * 32) and not is_on_the_way(machine.folder, "5b" * 32)
    await machine.said_in(NEW)
    assert not is_on_the_way(machine.folder, "5a" * 32), "now the plan knows it"
