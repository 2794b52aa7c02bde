"""The service and its login users: whose goal it is holds through restarts, and nobody sees or changes others'."""

import asyncio
import os
import socket
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from other_users import ANNA, BRUNO, PEOPLE, STRANGER, as_user, needs_root
from test_daemon import CONFIG, running, until_ended
from waiting import until

from edge_agent.control import ControlError, ask
from edge_agent.daemon import Daemon
from edge_agent.goal_files import GoalFile
from edge_agent.plan import GoalPlan
from edge_agent.records import RecordId
from edge_agent.user_service import UserService
from edge_agent.users import add_user, remove_user

pytestmark = [needs_root, pytest.mark.mesh]


@pytest.fixture
async def daemon(machine: Path) -> AsyncIterator[Daemon]:
    for name in PEOPLE:
        add_user(machine / "service", name)
    async with running(machine / "service") as daemon:
        yield daemon


async def asked(user: int, home: Path, command: str, **arguments: Any) -> Any:
    """What the user is answered on the socket of this home; ControlError's text as an error of its own."""

    def work() -> Any:
        try:
            return {"value": ask(home, command, **arguments)}
        except ControlError as error:
            return {"refused": str(error)}

    answer = await asyncio.to_thread(as_user, user, work)
    if "refused" in answer:
        raise ControlError(answer["refused"])
    return answer["value"]


def drop(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


async def test_each_user_has_goals_and_results_of_their_own(daemon: Daemon, machine: Path) -> None:
    anna, bruno = machine / "anna" / ".swarm", machine / "bruno" / ".swarm"
    await asyncio.to_thread(as_user, ANNA, lambda: drop(anna / "goals" / "japan.md", "Plan a trip to Japan"))
    await until(lambda: (machine / "service/users/bruno/control.sock").exists(), "bruno's socket")
    taken = await asked(BRUNO, bruno, "submit", text="Plan a party for bruno")
    await until(lambda: len(daemon.crew.own_goals()) == 2, "both goals")
    await until_ended(daemon)

    def titles(home: Path) -> list[str]:
        return [path.name.rpartition("-")[0] for path in (home / "results").iterdir()]

    assert await asyncio.to_thread(as_user, ANNA, lambda: titles(anna)) == ["plan-a-trip-to-japan"]
    assert await asyncio.to_thread(as_user, BRUNO, lambda: titles(bruno)) == ["plan-a-party-for-bruno"]
    assert list(daemon.home.results.iterdir()) == []
    (result,) = (anna / "results").glob("*/RESULT.md")
    assert "Japan" in await asyncio.to_thread(as_user, ANNA, result.read_text)

    # Over the socket each one knows of their own goals alone.
    for user, home, title in ((ANNA, anna, "Plan a trip to Japan"), (BRUNO, bruno, "Plan a party for bruno")):
        assert [goal["title"] for goal in (await asked(user, home, "tree"))["goals"]] == [title]
        (agent,) = (await asked(user, home, "status"))["agents"]
        assert agent["goals"] == {"open": 0, "ended": 1, "forgotten": 0}
    for command in ("tree", "results", "cancel", "retry"):
        with pytest.raises(ControlError, match="no goal fits") as refused:
            await asked(ANNA, anna, command, goal=taken["goal"])
        assert "party" not in str(refused.value)
    for command in ("join", "rekey", "reload", "priority", "requorum", "forget"):
        with pytest.raises(ControlError, match="for root to do"):
            await asked(ANNA, anna, command, goal=taken["goal"])
    assert "Plan a party" in (await asked(BRUNO, bruno, "results", goal=taken["goal"]))["files"]["RESULT.md"]
    assert len((await asyncio.to_thread(ask, daemon.home.path, "tree"))["goals"]) == 2


@pytest.mark.parametrize("user", [BRUNO, STRANGER])
async def test_the_socket_of_another_user_is_out_of_reach(
    daemon: Daemon,
    machine: Path,
    user: int,
) -> None:
    folder = machine / "service" / "users" / "anna"
    await until((folder / "control.sock").exists, "anna's socket")
    for home in (folder, machine / "service"):
        with pytest.raises(ControlError, match="another user"):
            await asked(user, home, "status")
    # Even where the folder's permissions are gone, the kernel says who calls.
    folder.chmod(stat.S_IMODE(folder.stat().st_mode) | 0o001)
    with pytest.raises(ControlError, match="only the user whose agent this is"):
        await asked(user, folder, "status")
    assert (await asked(ANNA, machine / "anna" / ".swarm", "status"))["agents"]


async def test_whose_goal_it_is_outlasts_restarts(daemon: Daemon, machine: Path) -> None:
    await until(lambda: (machine / "service/users/anna/control.sock").exists(), "anna's socket")
    goal = (await asked(ANNA, machine / "anna" / ".swarm", "submit", text="Plan a trip to Japan"))["goal"]
    await until_ended(daemon)
    await daemon.stop()
    results = machine / "service" / "users" / "anna" / "results"
    for folder in results.iterdir():
        for file in folder.iterdir():
            file.unlink()
    async with running(machine / "service") as again:
        await until(lambda: list(results.glob("*/RESULT.md")), "the results to be written again")
        (plan,) = again.crew.own_goals()
        assert (plan.id, again.users.owner(plan)) == (goal, 1)
        assert list(again.home.results.iterdir()) == []
        # A retried goal is the same user's.
        cancelled = (await asked(ANNA, machine / "anna" / ".swarm", "submit", text="Plan another trip to Peru"))["goal"]
        await asked(ANNA, machine / "anna" / ".swarm", "cancel", goal=cancelled)
        retried = (await asked(ANNA, machine / "anna" / ".swarm", "retry", goal=cancelled))["goal"]
        found: list[GoalPlan] = [one for one in again.crew.own_goals() if one.id == retried]
        assert again.users.owner(found[0]) == 1


async def test_users_come_and_go_while_it_runs(machine: Path) -> None:
    home = machine / "service"
    async with running(home) as daemon:
        assert not (home / "state" / "users.key").exists()
        add_user(home, "anna")
        socket_of_anna = home / "users" / "anna" / "control.sock"
        await until(socket_of_anna.exists, "anna to be served")
        assert stat.S_IMODE((home / "state" / "users.key").stat().st_mode) == 0o600
        anna = machine / "anna" / ".swarm"
        await asked(ANNA, anna, "submit", text="Plan a trip to Japan")
        assert not daemon.users.titles_are_private
        await until_ended_somewhere(daemon)
        remove_user(home, "anna", purge=True)
        await until(lambda: not daemon.users._served, "anna to be let go")
        daemon.results.forget()
        await asyncio.sleep(1.5)
        assert list(daemon.home.results.iterdir()) == [], "the results of a former user go nowhere"
        assert not (home / "users" / "anna").exists()


async def until_ended_somewhere(daemon: Daemon) -> None:
    await until(
        lambda: all(goal.ended for goal in daemon.crew.own_goals()) and daemon.crew.own_goals(), "the goal to end"
    )


async def test_problems_are_named_beside_the_results_until_they_are_solved(
    daemon: Daemon,
    machine: Path,
) -> None:
    anna = machine / "anna" / ".swarm"
    problems = anna / "results" / "PROBLEMS.md"
    await asyncio.to_thread(as_user, ANNA, lambda: drop(anna / "goals" / "first.md", "Plan a trip"))
    os.link(anna / "goals" / "first.md", anna / "goals" / "second_*name*.md")
    await until(problems.exists, "the problems to be named")
    text = await asyncio.to_thread(as_user, ANNA, problems.read_text)
    assert "hard link" in text
    (status,) = [(await asked(ANNA, anna, "status"))["problems"]]
    assert any("hard link" in problem for problem in status)
    (anna / "goals" / "second_*name*.md").unlink()
    await until(lambda: not problems.exists(), "the list to be gone")


async def test_many_callers_of_one_user_take_nothing_from_the_others(
    daemon: Daemon,
    machine: Path,
) -> None:
    path = machine / "service" / "users" / "anna" / "control.sock"
    await until(path.exists, "anna's socket")
    callers = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(40)]
    try:
        for caller in callers:
            await asyncio.to_thread(caller.connect, str(path))
        with pytest.raises(ControlError, match="too many callers"):
            await asked(ANNA, machine / "anna" / ".swarm", "status")
        await until((machine / "service/users/bruno/control.sock").exists, "bruno's socket")
        assert (await asked(BRUNO, machine / "bruno" / ".swarm", "status"))["agents"]
    finally:
        for caller in callers:
            caller.close()


async def test_why_somebody_is_not_served_is_said_for_each_and_logged_once(
    machine: Path, caplog: pytest.LogCaptureFixture
) -> None:
    home = machine / "service"
    for name in PEOPLE:
        add_user(home, name)
        (home / "users" / name / "control.lock").symlink_to("elsewhere")

    async def submit(goal: GoalFile) -> RecordId:
        raise AssertionError(goal)

    service = UserService(home, lambda: CONFIG, [], submit)
    for _ in range(3):
        await service.look()
        assert service.problem is not None
        assert all(f"{name} cannot be served" in service.problem for name in PEOPLE)
    assert len([record for record in caplog.records if "cannot be served" in record.getMessage()]) == len(PEOPLE)
    remove_user(home, "anna", purge=False)
    await service.look()
    assert service.problem is not None
    assert "anna" not in service.problem
    remove_user(home, "bruno", purge=True)
    await service.look()
    assert service.problem is None
