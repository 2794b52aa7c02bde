"""``swarm-agent up``: the goal goes in once, its end is waited for, and what came of it is told."""

import asyncio
import io
from pathlib import Path

import msgspec
import pytest
from processes import Process, ended_at_last
from rich.console import Console
from waiting import until, wait_for

from edge_agent import trial as trial_module
from edge_agent.config import Config, GoalDefaults, Inbox, with_overrides, write_config
from edge_agent.daemon import Daemon
from edge_agent.display import Display
from edge_agent.goal_files import goal_of_text
from edge_agent.home import Home, local_swarm
from edge_agent.show import terminal_console
from edge_agent.trial import Trial, TrialError, run_trial

pytestmark = [pytest.mark.end_to_end, pytest.mark.mesh]

CONFIG = Config(
    backend="scripted_model:make",
    beacon_seconds=0.3,
    claim_settle_seconds=0.1,
    goals=GoalDefaults(window_seconds=5.0, lease_seconds=5.0, max_depth=1, max_tasks=5),
    inbox=Inbox(settle_seconds=0.2),
)
JAPAN = "Plan a [red]two-week[/oops] trip :smile: to Japan"


def plain_console() -> tuple[Console, io.StringIO]:
    text = io.StringIO()
    console = terminal_console()
    console.file = text
    return console, text


async def test_a_goal_goes_in_and_its_answer_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    console, said = plain_console()
    trial = Trial(home=tmp_path / "home", config=CONFIG, submit=JAPAN, until_done=True)
    (tmp_path / "home" / "goals").mkdir(parents=True)
    for name in (".goal.md.swp.md", "._goal.md"):  # other programs' files are nothing to wait for
        (tmp_path / "home" / "goals" / name).write_text("x")
    (tmp_path / "home" / "goals" / "folder.md").mkdir()
    assert await run_trial(trial, console) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "takes the goal: Plan a [red]two-week[/oops] trip :smile: to Japan" in lines[0]
    assert any("=> accepted for" in line for line in lines)
    assert any(" claims " in line for line in lines)
    assert lines.index("    # Plan a \\[red\\]two-week\\[/oops\\] trip :smile: to Japan") > 0
    report = said.getvalue()
    assert "Agents: alder (decomposer+scorer), birch" in report
    assert "Plan a [red]two-week[/oops] trip :smile: to Japan: finished. The answer is in" in report
    assert "s of model time" in report
    assert len(list((tmp_path / "home" / "results").iterdir())) == 1

    # The same words once more are another goal: the first one has ended. The report is of what was asked for now.
    console, said = plain_console()
    again = msgspec.structs.replace(trial, submit="+++\nmax_tasks = 1\n+++\nWrite a poem about the lake")
    assert await run_trial(again, console) == 0
    assert "Write a poem about the lake: finished" in said.getvalue()
    assert "trip" not in said.getvalue()
    assert len(list((tmp_path / "home" / "results").iterdir())) == 2


async def test_each_goal_is_told_as_it_ends_with_where_its_answer_is(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "goals").mkdir(parents=True)
    poems = [f"Write a poem about the {place}" for place in ("lake", "hill", "wood")]
    for number, poem in enumerate(poems[:2]):
        (home / "goals" / f"{number}.md").write_text(f"+++\nmax_tasks = 1\n+++\n{poem}\n")
    console, said = plain_console()
    trial = Trial(home=home, config=CONFIG, submit=f"+++\nmax_tasks = 1\n+++\n{poems[2]}", until_done=True)
    assert await run_trial(trial, console) == 0
    lines = said.getvalue().splitlines()
    for poem in poems:
        (line,) = [line for line in lines if line.startswith(f"{poem}: finished. The answer is in ")]
        assert Path(line.split(" is in ")[1]).read_text(encoding="utf-8").startswith(f"# {poem}\n")
    assert sum(line.startswith("Took 00:") for line in lines) == 3

    # Nothing is left to do: what lies there is shown, and no time is told that this run did not take.
    console, said = plain_console()
    assert await run_trial(Trial(home=home, config=CONFIG, until_done=True), console) == 0
    assert said.getvalue().count("The answer is in") == 1
    assert "Took" not in said.getvalue()


async def test_what_an_interrupted_run_left_open_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "home"
    home.mkdir()
    write_config(CONFIG, home / "config.toml")
    first = Process(home, "up", "--submit", JAPAN, SCRIPTED_WRITE_SECONDS="30")
    with ended_at_last([first]):
        wait_for(lambda: (tree := first.ask("tree")) and tree["goals"], "the goal")
        assert first.interrupt() == 130
    assert "goes on here" in first.text()
    await asyncio.sleep(3)  # so that the goal is clearly older than the next run, on the fastest machine too
    console, said = plain_console()
    assert await run_trial(Trial(home=home, config=CONFIG, submit=JAPAN, until_done=True), console) == 0
    assert "going on with it: Plan a [red]two-week[/oops]" in said.getvalue()
    assert " since this run began: " in said.getvalue()
    assert "The goal was taken " in said.getvalue()
    assert len(list((home / "results").iterdir())) == 1
    assert len(list((home / "goals" / "taken").iterdir())) == 1


def test_nobody_who_reads_is_the_end_without_a_traceback(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    write_config(CONFIG, home / "config.toml")
    process = Process(home, "up", "--submit", JAPAN, SCRIPTED_WRITE_SECONDS="30", closes_output=True)
    with ended_at_last([process]):
        assert process.process.wait(60) == 1
        assert "Traceback" not in process.text()
        assert "Traceback" not in (home / "up.log").read_text(encoding="utf-8")


async def test_no_goal_and_no_model_are_one_error(tmp_path: Path) -> None:
    console, _ = plain_console()
    with pytest.raises(TrialError, match="this is no goal"):
        await run_trial(Trial(home=tmp_path / "home", config=CONFIG, submit="+++\n"), console)
    nothing = msgspec.structs.replace(CONFIG, backend="llama", model="0.5b", models_directory=str(tmp_path / "none"))
    with pytest.raises(TrialError, match="swarm-agent model pull"):
        await run_trial(Trial(home=tmp_path / "home", config=nothing, submit=JAPAN, until_done=True), console)


async def test_without_a_model_it_is_said_why_and_nothing_is_waited_for(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    config = msgspec.structs.replace(CONFIG, backend="llama", model="tiny")
    daemon = Daemon(home, config, local_swarm(home, config))
    await daemon.start()
    try:
        console, said = plain_console()
        async with Display(daemon, console).shown():
            pass
    finally:
        await daemon.stop()
    assert "alder (no role)" in said.getvalue()
    assert (
        "Model: none, so goals are taken and nothing is written: there is no model 'tiny'. There are:"
        in said.getvalue()
    )
    off = msgspec.structs.replace(CONFIG, model="none")
    with pytest.raises(TrialError, match="switched off"):
        await run_trial(Trial(home=tmp_path / "off", config=off, submit=JAPAN, until_done=True), console)


async def test_a_display_that_fails_harms_no_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    home = Home(tmp_path / "home")
    daemon = Daemon(home, CONFIG, local_swarm(home, CONFIG))
    await daemon.start()
    try:
        console, _ = plain_console()
        display = Display(daemon, console)

        def broken(*arguments: object) -> list[str]:
            raise ZeroDivisionError("a bug")

        monkeypatch.setattr(display._events, "lines", broken)
        goal = goal_of_text(JAPAN)
        await daemon.agents[0].owner.submit(goal)  # type: ignore[arg-type]
        await until(daemon.crew.watcher.plan.goals, "the goal", 30)
        assert "a record could not be shown" in caplog.text
        live = terminal_console(file_is_terminal=True)
        live.file = io.StringIO()
        display = Display(daemon, live)
        async with display.shown():
            display.look()
        assert "[red]two-week[/oops]" in live.file.getvalue()
    finally:
        await daemon.stop()


def test_the_command_line_overrides_the_configuration() -> None:
    config = with_overrides(CONFIG, model="none", max_tasks=3, max_depth=0)
    assert (config.model, config.goals.max_tasks, config.goals.max_depth) == ("none", 3, 0)
    assert with_overrides(CONFIG) == CONFIG
    thorough = with_overrides(CONFIG, effort="thorough", max_depth=1).goals
    assert (thorough.effort, thorough.max_rounds, thorough.max_depth) == ("thorough", 2, 1)


def test_a_dropped_goal_gets_a_name_of_its_own(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.goals.mkdir()
    for text in ("Plan a picnic", "Plan a picnic", "日本 \udcff"):
        trial_module._drop(home, text)
    assert {path.name for path in home.goals.iterdir()} == {"plan-a-picnic.md", "plan-a-picnic-1.md", "ri-ben.md"}
