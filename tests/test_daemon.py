"""One machine alone does the whole job, and answers its owner's commands."""

import asyncio
import contextlib
import itertools
import json
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import scripted_model
from processes import Process, ended_at_last
from waiting import until

from edge_agent import agent as agent_module
from edge_agent import cli, membership, results
from edge_agent import daemon as daemon_module
from edge_agent.agent import Agent
from edge_agent.clock import monotonic_seconds
from edge_agent.config import Config, GoalDefaults, Inbox, write_config
from edge_agent.control import ControlError, ask, socket_path
from edge_agent.daemon import Daemon
from edge_agent.hardware import Hardware, detect_hardware
from edge_agent.home import Home, local_swarm, single_agent
from edge_agent.identity import IdentityError
from edge_agent.loops import PAUSE_SECONDS
from edge_agent.membership import load_membership, new_membership, token_of
from edge_agent.mesh.host import PortInUse
from edge_agent.mesh.readiness import STALL_ALLOWANCE, STALL_INTERVALS
from edge_agent.plan import GoalPlan

pytestmark = pytest.mark.mesh

CONFIG = Config(
    name="attic",
    listen="127.0.0.1:0",
    backend="scripted_model:make",
    beacon_seconds=0.3,
    claim_settle_seconds=0.1,
    goals=GoalDefaults(window_seconds=5.0, lease_seconds=5.0, max_depth=1, max_tasks=6),
    inbox=Inbox(settle_seconds=0.2),
)


@contextlib.asynccontextmanager
async def running(path: Path, config: Config = CONFIG) -> AsyncIterator[Daemon]:
    """A daemon of one agent whose home is this folder."""
    home = Home(path)
    daemon = Daemon(home, config, single_agent(home, config))
    await daemon.start()
    try:
        yield daemon
    finally:
        await daemon.stop()


@pytest.fixture
async def daemon(tmp_path: Path) -> AsyncIterator[Daemon]:
    async with running(tmp_path / "home") as daemon:
        yield daemon


async def call(daemon: Daemon, command: str, **arguments: Any) -> Any:
    return await asyncio.to_thread(ask, daemon.home.path, command, **arguments)


async def until_ended(daemon: Daemon) -> None:
    def ended() -> bool:
        goals = daemon.crew.own_goals()
        return bool(goals) and all(goal.ended and daemon.results.is_written(goal) for goal in goals)

    await until(ended, "the end of all goals, with their results")


async def test_a_look_at_the_hardware_that_takes_long_holds_nothing_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the event loop, systemd would hear nothing meanwhile, and commands would get no answer."""
    asked = threading.Event()
    answered: list[bool] = []

    def look() -> Hardware:
        answered.append(asked.wait(30))
        return detect_hardware()

    monkeypatch.setattr(agent_module, "detect_hardware", look)
    home = Home(tmp_path / "home")
    daemon = Daemon(home, CONFIG, single_agent(home, CONFIG))
    starting = asyncio.create_task(daemon.start())
    try:
        await until(socket_path(home.path).exists, "the control socket")
        await call(daemon, "status")
        asked.set()
        await starting
    finally:
        asked.set()
        await daemon.stop()
    assert answered == [True]


async def test_a_lone_machine_takes_a_file_and_writes_the_answer(daemon: Daemon) -> None:
    (daemon.home.goals / "japan.md").write_text("# Japan\n\nPlan a two-week trip to Japan\n", encoding="utf-8")
    await until_ended(daemon)
    (goal,) = daemon.crew.own_goals()
    assert goal.state == "finished"
    folder = daemon.results.folder_of(goal)
    assert (folder / "RESULT.md").read_text(encoding="utf-8").startswith("# Japan\n")
    assert "attic" in (folder / "plan.md").read_text(encoding="utf-8")
    assert json.loads((folder / "plan.json").read_text(encoding="utf-8"))["state"] == "finished"
    assert (daemon.home.goals / "taken" / "japan.md").exists()
    status = (await call(daemon, "status"))["agents"][0]
    assert status["goals"] == {"open": 0, "ended": 1, "forgotten": 0}
    assert status["problems"] == []
    tree = await call(daemon, "tree", goal="japan")
    assert tree["digest"] == status["digest"]
    assert [one["title"] for one in tree["goals"]] == ["Japan"]


async def test_the_command_line_talks_to_it(daemon: Daemon, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    home = f"--home={daemon.home.path}"

    async def run(*arguments: str) -> tuple[int, str, str]:
        code = await asyncio.to_thread(cli.main, [*arguments, home])
        out, err = capsys.readouterr()
        return code, out, err

    assert (await run("tree"))[1] == "no goals yet\n"
    code, out, _ = await run("submit", "Plan a picnic for ten friends at the lake")
    assert code == 0
    assert "is taken: Plan a picnic" in out
    await until_ended(daemon)
    code, out, _ = await run("tree")
    assert "Plan a picnic for ten friends at the lake [finished]" in out
    assert "✓" in out
    goal_id = daemon.crew.own_goals()[0].id
    code, out, _ = await run("results", goal_id[:8])
    assert out.startswith("# Plan a picnic")
    code, out, _ = await run("results", goal_id[:8], "--export", str(tmp_path / "out"))
    exported = {path.name: path.read_text(encoding="utf-8") for path in Path(out.strip()).iterdir()}
    written = {
        path.name: path.read_text(encoding="utf-8")
        for path in daemon.results.folder_of(daemon.crew.own_goals()[0]).iterdir()
    }
    assert exported == written
    code, out, _ = await run("status")
    assert "attic  decomposer+scorer" in out
    assert json.loads((await run("status", "--json"))[1])["agents"][0]["name"] == "attic"
    code, _, err = await run("cancel", goal_id[:8])
    assert code == 1
    assert "has ended already" in err
    code, _, err = await run("results", "nothing-like-it")
    assert code == 1
    assert "no goal fits" in err
    code, _, err = await run("submit", "+++\n+++")
    assert code == 1
    assert "no goal" in err


async def test_a_goal_can_be_cancelled(daemon: Daemon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRIPTED_WRITE_SECONDS", "5")
    goal = (await call(daemon, "submit", text="Plan a long journey around the world"))["goal"]
    await call(daemon, "cancel", goal=goal[:10], reason="no time")
    await until_ended(daemon)
    (plan,) = daemon.crew.own_goals()
    assert plan.state == "cancelled"
    assert "cancelled" in (daemon.results.folder_of(plan) / "RESULT.md").read_text(encoding="utf-8")


async def test_a_goal_is_made_with_the_effort_that_is_asked_for_and_its_own_numbers(daemon: Daemon) -> None:
    text = "+++\neffort = 'quick'\nmax_tasks = 9\n+++\nWrite a poem about the lake"
    asked = [(await call(daemon, "submit", text=text, effort=effort))["goal"] for effort in (None, "thorough")]
    policies = {goal.id: goal.goal.policy for goal in daemon.crew.own_goals()}
    quick, thorough = (policies[goal] for goal in asked)
    assert (quick.max_rounds, quick.min_proposals, quick.max_tasks) == (0, 1, 9)
    assert (thorough.max_rounds, thorough.min_proposals, thorough.max_tasks) == (2, 3, 9)
    with pytest.raises(ControlError, match="quick, normal, thorough, not 'much'"):
        await call(daemon, "submit", text="Plan a picnic", effort="much")


async def test_a_second_daemon_of_the_same_home_is_refused(daemon: Daemon) -> None:
    with pytest.raises(ControlError, match="another agent already runs"):
        await Daemon(daemon.home, CONFIG, single_agent(daemon.home, CONFIG)).start()
    assert (await call(daemon, "status"))["agents"]


async def test_without_a_model_it_runs_and_says_so(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    config = msgspec.structs.replace(CONFIG, backend="llama", model="0.5b", models_directory=str(tmp_path / "none"))
    daemon = Daemon(home, config, single_agent(home, config))
    await daemon.start()
    try:
        (agent,) = (await call(daemon, "status"))["agents"]
        assert agent["model"] is None
        assert agent["roles"] == []
        assert any("swarm-agent model pull qwen2.5-coder-0.5b" in problem for problem in agent["problems"])
    finally:
        await daemon.stop()


async def test_a_model_that_comes_later_is_put_to_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edge_agent.daemon.MODEL_SECONDS", 0.3)
    home = Home(tmp_path / "home")
    config = msgspec.structs.replace(CONFIG, backend="model_that_comes_later:make")
    daemon = Daemon(home, config, local_swarm(home, config))
    await daemon.start()
    try:
        goal = (await call(daemon, "submit", text="Plan a picnic"))["goal"]
        assert all(agent.models is None for agent in daemon.agents)
        monkeypatch.setitem(sys.modules, "model_that_comes_later", scripted_model)
        await until_ended(daemon)
        assert daemon.crew.own_goals()[0].id == goal
        status = (await call(daemon, "status"))["agents"]
        assert [agent["roles"] for agent in status][-1] == ["observer"]
        assert all(agent["roles"] and "cannot be loaded" not in str(agent["problems"]) for agent in status)
        assert len(daemon.agents[1].outlook.shares_model_with) == 2
    finally:
        await daemon.stop()


async def test_what_is_wrong_with_one_goals_results_keeps_no_other_waiting(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = results.rendered

    def broken(goal: GoalPlan, names: Any) -> dict[str, str]:
        if goal.goal.title == "Broken":
            raise ZeroDivisionError("a bug")
        return rendered(goal, names)

    monkeypatch.setattr(results, "rendered", broken)
    await call(daemon, "submit", text='+++\ntitle = "Broken"\npriority = 9\n+++\nPlan a party')
    await call(daemon, "submit", text="# Whole\n\nPlan a picnic")
    await until_ended(daemon)
    assert [folder.name.split("-")[0] for folder in daemon.home.results.iterdir()] == ["whole"]
    problems = (await call(daemon, "status"))["agents"][0]["problems"]
    assert [problem for problem in problems if "Broken" in problem]


async def test_many_goals_at_once_leave_the_agent_its_time(daemon: Daemon) -> None:
    """200 files: none is lost, none is taken twice, and the agent's loops turn all the while."""
    for number in range(200):
        (daemon.home.goals / f"goal-{number}.md").write_text(f"+++\nmax_tasks = 1\n+++\nWrite letter {number}\n")
    turns: list[float] = []

    async def turn() -> None:
        while True:
            turns.append(monotonic_seconds())
            await asyncio.sleep(0.05)

    turning = asyncio.create_task(turn())
    await until(lambda: len(daemon.crew.own_goals()) >= 200, "200 goals", 120)
    await until(lambda: len(list(daemon.home.results.iterdir())) >= 200, "200 results folders", 120)
    turning.cancel()
    assert len({goal.goal.text for goal in daemon.crew.own_goals()}) == 200
    gaps = [later - earlier for earlier, later in itertools.pairwise(turns)]
    assert max(gaps) < STALL_INTERVALS * daemon.agents[0].config.beacon_seconds + STALL_ALLOWANCE
    assert (await call(daemon, "status"))["agents"][0]["records"] >= 200


async def test_a_reason_of_any_length_cancels(daemon: Daemon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRIPTED_WRITE_SECONDS", "5")
    goal = (await call(daemon, "submit", text="Plan a long journey around the world"))["goal"]
    await call(daemon, "cancel", goal=goal, reason="no time \udcff\x1b" * 1_000)
    assert daemon.crew.own_goals()[0].state == "cancelled"


async def test_an_observer_takes_no_goal_and_says_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    config = msgspec.structs.replace(CONFIG, roles=("observer",))
    daemon = Daemon(home, config, single_agent(home, config))
    await daemon.start()
    try:
        with pytest.raises(ControlError, match="observer"):
            await call(daemon, "submit", text="Plan a picnic")
        (home.goals / "picnic.md").write_text("Plan a picnic\n", encoding="utf-8")
        reason = home.goals / "rejected" / "picnic.md.reason.txt"
        await until(lambda: not (home.goals / "picnic.md").exists(), "the file to be taken")
        assert "observer" in reason.read_text(encoding="utf-8")
        assert (home.goals / "rejected" / "picnic.md").read_text(encoding="utf-8") == "Plan a picnic\n"
        (agent,) = (await call(daemon, "status"))["agents"]
        assert agent["records"] == 0
    finally:
        await daemon.stop()


@pytest.mark.parametrize(
    ("setting", "words"),
    [({"peers": ("nonsense",)}, "expected HOST:PORT"), ({"listen": "203.0.113.7:4711"}, "203.0.113.7")],
)
def test_a_start_that_fails_is_one_clear_error_and_leaves_nothing_running(
    tmp_path: Path, setting: dict[str, Any], words: str
) -> None:
    write_config(msgspec.structs.replace(CONFIG, **setting), tmp_path / "config.toml")
    process = Process(tmp_path, "run")
    with ended_at_last([process]):
        assert process.process.wait(60) == 1, "it did not end by itself"
        assert "Traceback" not in process.text()
        assert words in process.text()


def test_the_local_swarm_has_the_roles_that_it_promises(tmp_path: Path) -> None:
    roles = [role for settings in local_swarm(Home(tmp_path), CONFIG) for role in settings.config.roles]
    assert (roles.count("decomposer"), roles.count("scorer"), roles.count("executor")) == (2, 3, 2)
    observers = [settings for settings in local_swarm(Home(tmp_path), CONFIG) if "observer" in settings.config.roles]
    assert [settings.config.roles for settings in observers] == [("observer",)]


async def test_agents_that_do_not_start_in_another_swarm_are_tried_again(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The membership is changed first: after a failure the agents come up in the new swarm, not in the former one."""
    start, failures = Agent.start, [2]

    async def failing(self: Agent) -> None:
        if failures[0]:
            failures[0] -= 1
            raise PortInUse("port 4711 of 0.0.0.0 is in use")
        await start(self)

    monkeypatch.setattr(Agent, "start", failing)
    monkeypatch.setattr(daemon_module, "AGAIN_SECONDS", 0.2)
    new, former = new_membership(), daemon.agents[0]
    with pytest.raises(ControlError, match=r"port 4711 .* tried again"):
        await call(daemon, "join", token=token_of(new))
    assert load_membership(daemon.home.swarm_key) == new
    assert "still starting" in str((await call(daemon, "status"))["problems"])
    with pytest.raises(ControlError, match="starting anew"):
        await call(daemon, "submit", text="Plan a picnic")
    with pytest.raises(ControlError, match="still starting"):
        await call(daemon, "rekey")
    await until(lambda: daemon.inbox, "the start in the new swarm", 30)
    assert daemon.agents[0] is not former and daemon.agents[0].swarm == new.swarm
    (daemon.home.goals / "japan.md").write_text("Plan a two-week trip to Japan\n", encoding="utf-8")
    await until_ended(daemon)


async def test_a_new_identity_is_one_start_also_where_the_first_try_fails(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, tries = Agent.start, 0

    async def failing_once(self: Agent) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise PortInUse("port 4711 of 0.0.0.0 is in use")
        await start(self)

    monkeypatch.setattr(Agent, "start", failing_once)
    monkeypatch.setattr(daemon_module, "AGAIN_SECONDS", 0.2)
    former = daemon.agents[0]
    former.identity.must_give_up = True
    await until(lambda: daemon.agents[0] is not former, "the start with a new identity", 30)
    assert daemon._renewing is not None
    await daemon._renewing
    assert daemon.agents[0].peer_id != former.peer_id
    await asyncio.sleep(2 * PAUSE_SECONDS)
    assert tries == 2


async def test_where_the_membership_cannot_be_written_nothing_changes(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent, former = daemon.agents[0], daemon.crew.membership

    def full(*_: object, **__: object) -> None:
        raise IdentityError("swarm.key cannot be written: No space left on device")

    monkeypatch.setattr(membership, "put_durably", full)
    with pytest.raises(ControlError, match="No space left"):
        await call(daemon, "join", token=token_of(new_membership()))
    assert daemon.agents == [agent] and not agent.part.stopped
    assert daemon.crew.membership == load_membership(daemon.home.swarm_key) == former


async def test_it_can_be_stopped_while_it_changes_the_swarm(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    daemon = Daemon(home, CONFIG, single_agent(home, CONFIG))
    await daemon.start()
    for pause in (0.0, 0.05, 0.2):
        change = asyncio.create_task(daemon.change_membership(new_membership()))
        await asyncio.sleep(pause)
        await daemon.stop()
        await asyncio.gather(change, return_exceptions=True)
        assert all(agent.part.stopped for agent in daemon.agents)
        daemon = Daemon(home, CONFIG, single_agent(home, CONFIG))
        await daemon.start()  # neither the store nor the control socket is still held
        assert daemon.agents[0].membership == load_membership(home.swarm_key)
    await daemon.stop()


async def test_a_reload_applies_what_it_can_and_names_the_rest(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    wanted = [CONFIG]
    daemon = Daemon(home, CONFIG, single_agent(home, CONFIG), read_config=lambda: wanted[0])
    await daemon.start()
    try:
        wanted[0] = msgspec.structs.replace(
            CONFIG,
            name="cellar",
            threads=3,
            peers=("192.0.2.7:4711",),
            goals=GoalDefaults(max_tasks=3),
            inbox=Inbox(polling=True, settle_seconds=0.1),
        )
        assert await call(daemon, "reload") == {"applied": ["name", "peers", "goals", "inbox"], "waiting": ["threads"]}
        (agent,) = (await call(daemon, "status"))["agents"]
        assert agent["name"] == "cellar"
        assert any("only a restart brings it: threads" in problem for problem in agent["problems"])
        assert daemon.agents[0].config.goals.max_tasks == 3
        (daemon.home.goals / "japan.md").write_text("Plan a two-week trip to Japan\n", encoding="utf-8")
        await until_ended(daemon)
        assert daemon.crew.own_goals()[0].policy.max_tasks == 3
        wanted[0] = CONFIG
        assert (await call(daemon, "reload"))["waiting"] == []
        assert (await call(daemon, "status"))["agents"][0]["problems"] == []
        wanted[0] = msgspec.structs.replace(CONFIG, peers=("nowhere",), log_level="error")
        with pytest.raises(ControlError, match=r"the former settings hold: peers: .*expected HOST:PORT"):
            await call(daemon, "reload")
        assert daemon.settings.now == CONFIG
        assert any("former settings hold" in one for one in (await call(daemon, "status"))["agents"][0]["problems"])
    finally:
        await daemon.stop()


async def test_settings_of_its_own_cannot_be_read_anew(daemon: Daemon) -> None:
    with pytest.raises(ControlError, match="reads its settings when it starts"):
        await call(daemon, "reload")
    daemon.reload_if_possible()
