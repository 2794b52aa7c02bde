"""What an owner says of a goal afterwards: on the control socket of a machine, and as commands."""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from test_daemon import running
from waiting import until

from edge_agent import cli
from edge_agent.config import Config, GoalDefaults, Inbox
from edge_agent.control import ControlError, ask
from edge_agent.daemon import Daemon
from edge_agent.goal_commands import find_goal
from edge_agent.plan import GoalPlan, Plan
from edge_agent.records import Cancel, Clock, Forget, Goal, Policy, Requorum, Signer, SwarmId, sign_record

pytestmark = pytest.mark.mesh

CONFIG = Config(
    name="attic",
    listen="127.0.0.1:0",
    backend="scripted_model:make",
    beacon_seconds=0.3,
    claim_settle_seconds=0.1,
    goals=GoalDefaults(window_seconds=30.0, lease_seconds=30.0, max_depth=0, max_tasks=6),
    inbox=Inbox(settle_seconds=0.2),
)
SWARM = SwarmId("c5" * 16)


class Machine:
    """A daemon and its owner."""

    def __init__(self, daemon: Daemon, capsys: pytest.CaptureFixture[str]) -> None:
        self.daemon = daemon
        self._capsys = capsys

    async def ask(self, command: str, **arguments: Any) -> Any:
        return await asyncio.to_thread(ask, self.daemon.home.path, command, **arguments)

    async def run(self, *arguments: str) -> tuple[int, str, str]:
        code = await asyncio.to_thread(cli.main, [*arguments, f"--home={self.daemon.home.path}"])
        out, err = self._capsys.readouterr()
        return code, out, err

    async def fails(self, *arguments: str) -> str:
        code, out, err = await self.run(*arguments)
        assert (code, out) == (1, "")
        return err

    async def open_goal(self, text: str, **policy: Any) -> GoalPlan:
        """A goal that stays open: nobody else is there to vote, and work takes its time."""
        goal = Goal(title=text, text=text, policy=Policy(**({"quorum": 3, "max_depth": 1} | policy)))
        record = await self.daemon.agents[0].log.publish(goal)
        return self.goal(record.id)

    def goal(self, goal_id: str) -> GoalPlan:
        return find_goal(self.daemon.agents[0].plan.goals(), goal_id)

    async def until_ended(self, goal: GoalPlan) -> None:
        await until(lambda: goal.ended and self.daemon.results.is_written(goal), "the goal's end and its results")


@pytest.fixture
async def machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Machine]:
    async with running(tmp_path / "home", CONFIG) as daemon:
        yield Machine(daemon, capsys)


async def test_both_forms_of_cancel_do_the_same(machine: Machine) -> None:
    for command in (["goal", "cancel"], ["cancel"]):
        goal = await machine.open_goal("Plan a long journey")
        code, out, _ = await machine.run(*command, goal.id[:8], "--reason", "no time")
        assert (code, out) == (0, "Cancelled: Plan a long journey\n")
        assert goal.state == "cancelled"
        assert goal.cancel is not None
        assert goal.cancel.body == Cancel(goal=goal.id, reason="no time")
        assert "has ended already: it is cancelled" in await machine.fails(*command, goal.id)


async def test_a_priority_is_said_once_and_only_while_it_matters(machine: Machine) -> None:
    goal = await machine.open_goal("Japan")
    code, out, _ = await machine.run("goal", "priority", "japan", "-5")
    assert (code, out) == (0, "Priority -5, not 0: Japan\n")
    assert goal.priority == -5
    assert "has priority -5 already" in await machine.fails("goal", "priority", "japan", "-5")
    code, out, _ = await machine.run("goal", "priority", "japan", "100", "--json")
    assert json.loads(out) == {"goal": goal.id, "title": "Japan", "priority": 100, "before": -5}
    await machine.ask("cancel", goal=goal.id)
    assert "changes nothing" in await machine.fails("goal", "priority", "japan", "1")
    with pytest.raises(ControlError, match="a whole number from -100 to 100"):
        await machine.ask("priority", goal=goal.id, priority=True)


@pytest.mark.parametrize(
    "arguments", [("priority", "japan", "101"), ("priority", "japan", "high"), ("requorum", "x", "0")]
)
def test_numbers_beyond_their_bounds_are_wrong_usage(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["goal", *arguments])
    assert end.value.code == 2
    assert "a whole number from" in capsys.readouterr().err


async def test_a_quorum_is_lowered_by_hand_and_never_raised(machine: Machine) -> None:
    goal = await machine.open_goal("Japan")
    assert "it can only be lowered" in await machine.fails("goal", "requorum", "japan", "4")
    code, out, _ = await machine.run("goal", "requorum", "japan", "2")
    assert (code, out) == (0, "From now on 2 votes are enough, a proposer's own among them, not 3: Japan\n")
    assert goal.quorum_now() == (2, True), "the last scorer's own vote has to count"
    assert "is 2 as it is" in await machine.fails("goal", "requorum", "japan", "2")
    code, out, _ = await machine.run("goal", "requorum", "japan", "1", "--json")
    assert json.loads(out) == {"goal": goal.id, "title": "Japan", "quorum": 1, "before": 2, "self_votes": True}
    await machine.until_ended(goal)
    assert goal.state == "finished"
    assert "no more votes are needed" in await machine.fails("goal", "requorum", goal.id, "1")


async def test_a_cancelled_goal_is_tried_again_as_a_new_one(machine: Machine) -> None:
    (machine.daemon.home.goals / "japan.md").write_text(
        "+++\nmax_tasks = 3\n+++\nPlan a trip to Japan\n", encoding="utf-8"
    )
    (old,) = await until(machine.daemon.crew.own_goals, "the goal")
    assert "is still open" in await machine.fails("goal", "retry", old.id)
    await machine.ask("priority", goal=old.id, priority=7)
    await machine.ask("cancel", goal=old.id)
    code, out, _ = await machine.run("goal", "retry", old.id[:10])
    new = next(goal for goal in machine.daemon.crew.own_goals() if goal.id != old.id)
    assert (code, out) == (
        0,
        f"Goal {old.id[:8]} (cancelled) is tried again as goal {new.id[:8]}: Plan a trip to Japan\n",
    )
    assert (new.goal.text, new.goal.source_name, new.priority) == (old.goal.text, "japan.md", 7)
    assert new.policy == msgspec.structs.replace(old.policy, quorum=1, self_votes=True)
    await machine.until_ended(new)
    await machine.until_ended(old)
    assert (old.state, new.state) == ("cancelled", "finished")
    folders = {machine.daemon.results.folder_of(goal) for goal in (old, new)}
    assert len(folders) == 2
    assert all((folder / "RESULT.md").exists() for folder in folders)
    assert "for another answer" in await machine.fails("goal", "retry", new.id)


async def test_a_key_pressed_twice_retries_once(machine: Machine) -> None:
    goal = await machine.open_goal("Japan")
    await machine.ask("cancel", goal=goal.id)
    twin = await machine.open_goal("Japan")
    assert f"is being worked on already, as goal {twin.id[:8]}" in await machine.fails("goal", "retry", goal.id)


async def test_the_quorum_of_a_retry_is_counted_from_the_living(machine: Machine) -> None:
    goal = await machine.open_goal("Japan", quorum=5)
    await machine.ask("cancel", goal=goal.id)
    new = machine.goal((await machine.ask("retry", goal=goal.id))["goal"])
    assert (new.policy.quorum, new.policy.self_votes) == (1, True)
    assert new.policy.max_depth == 1, "the rest of its policy is the old one"


async def test_forgetting_is_asked_for(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    goal = await machine.open_goal("Japan")
    assert "is still open: cancel it first" in await machine.fails("goal", "forget", "japan", "--yes")
    await machine.ask("cancel", goal=goal.id)
    assert "say --yes if that is meant" in await machine.fails("goal", "forget", "japan")

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    code, out, _ = await machine.run("goal", "forget", "japan")
    assert code == 1
    assert out.endswith("Nothing was changed.\n")
    monkeypatch.setattr("sys.stdin", Terminal(""))  # Ctrl-D
    code, out, _ = await machine.run("goal", "forget", "japan")
    assert (code, out[-21:]) == (1, "Nothing was changed.\n")
    assert not goal.forgotten
    monkeypatch.setattr("sys.stdin", Terminal("y\n"))
    code, out, _ = await machine.run("goal", "forget", "japan")
    assert code == 0
    assert goal.forgotten
    assert "is forgotten already" in await machine.fails("goal", "forget", "japan", "--yes")


async def test_a_forgotten_goal_leaves_its_results_and_is_no_longer_listed(machine: Machine) -> None:
    goal = await machine.open_goal("Japan", quorum=1, self_votes=True, max_depth=0)
    await machine.until_ended(goal)
    result = machine.daemon.results.folder_of(goal) / "RESULT.md"
    text = result.read_text(encoding="utf-8")
    code, out, _ = await machine.run("goal", "forget", "japan", "--yes", "--json")
    assert (code, json.loads(out)) == (0, {"goal": goal.id, "title": "Japan"})
    assert {type(record.body) for record in goal.records.values()} == {Goal, Forget}
    assert (await machine.run("tree"))[1] == "no goals yet\n"
    await asyncio.sleep(1.5)
    assert result.read_text(encoding="utf-8") == text


async def test_an_observer_refuses_with_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with running(tmp_path / "home", msgspec.structs.replace(CONFIG, roles=("observer",))) as daemon:
        owl = Machine(daemon, capsys)
        for command in ("cancel x", "priority x 1", "retry x", "requorum x 1", "forget x --yes"):
            assert "attic is an observer: it says nothing" in await owl.fails("goal", *command.split())
        assert len(daemon.agents[0].plan) == 0


async def test_of_goals_with_one_title_the_open_one_is_cancelled(machine: Machine) -> None:
    former, goal = await machine.open_goal("Plan a journey"), await machine.open_goal("Plan a journey")
    assert "several goals fit 'journey'" in await machine.fails("goal", "cancel", "journey")
    assert (await machine.run("goal", "cancel", former.id))[0] == 0
    assert (await machine.run("goal", "priority", "journey", "5"))[0] == 0
    assert (await machine.run("goal", "cancel", "journey"))[0] == 0
    assert (former.state, goal.state, goal.priority) == ("cancelled", "cancelled", 5)


def test_a_title_names_the_goal_that_is_still_remembered() -> None:
    plan, signer = Plan(), Signer(b"\x01" * 32)

    def say(body: Goal | Cancel | Forget | Requorum, clock: int) -> str:
        record = sign_record(body, clock=Clock(clock), swarm=SWARM, signer=signer)
        plan.apply(record)
        return record.id

    goal = Goal(title="Japan", text="Japan", policy=Policy())
    old, new = say(goal, 1), say(goal, 2)
    with pytest.raises(ControlError, match="several goals fit"):
        find_goal(plan.goals(), "Japan")
    say(Forget(goal=old), 3)
    assert find_goal(plan.goals(), "japan").id == new
    assert find_goal(plan.goals(), old).id == old
    say(Forget(goal=new), 4)
    with pytest.raises(ControlError, match="several goals fit"):
        find_goal(plan.goals(), "japan")


def test_the_beginning_of_a_title_is_enough_where_one_goal_has_it() -> None:
    plan, signer = Plan(), Signer(b"\x01" * 32)
    ids = {}
    for clock, title in enumerate(("Clear out the garage", "Clear out the attic", "Garden party"), start=1):
        body = Goal(title=title, text=title, policy=Policy())
        record = sign_record(body, clock=Clock(clock), swarm=SWARM, signer=signer)
        plan.apply(record)
        ids[title] = record.id
    assert find_goal(plan.goals(), "garden").id == ids["Garden party"]
    assert find_goal(plan.goals(), "Clear out the a").id == ids["Clear out the attic"]
    with pytest.raises(ControlError, match=r"several goals fit 'clear out'; goals: .*garage.*attic"):
        find_goal(plan.goals(), "clear out")
    with pytest.raises(ControlError, match="no goal fits"):
        find_goal(plan.goals(), "G")
